"""Pages of the picture: both sides of the ship, the majorities, and a legend."""

from collections.abc import Sequence
from typing import Any

from companion.core.words import Say
from companion.games.ark.names import CLIMATE_NAMES, KIND_NAMES, SIDE_ALONE
from companion.games.ark.pieces import BOTH, KINDS
from companion.games.ark.table import PORT, SIDES, STARBOARD, ArkTable, Cabin

PLACES = 3
LEFT_OF = {PORT: 0, STARBOARD: 67}
SIDE_WIDTH = 59
WEIGHT_LEFT = 42
FIRST, PITCH = 12, 10
ROWS = 5
"""Cabins shown per side; of a longer ship those at the stern, where the next cards go."""
MIDDLE = 63
COLUMN, FIGURES_LEFT = 18, 16
NOTHING = "-"
"""Shown instead of 0, so that the figures that matter stand out."""

PICTURES = {
    "heavy": ("..#..", ".#.#.", "#####", "#####", "#####"),
    "useful": ("..#..", "..#..", "#####", "..#..", "..#.."),
    "slow": (".##..", "#..#.", "#.##.", "#...#", "#####"),
    "shy": (".###.", "#...#", "..##.", ".....", "..#.."),
    "provision": ("...#.", ".##..", "####.", "####.", ".##.."),
    "disc": (".###.", "#...#", "#...#", "#...#", ".###."),
    "hot": (".###.", "#####", "#####", "#####", ".###."),
    "cold": ("..#..", "#.#.#", ".###.", "#.#.#", "..#.."),
    "circle": (".###.", "#####", "#####", "#####", ".###."),
    "square": ("#####", "#####", "#####", "#####", "#####"),
    "triangle": ("..#..", "..#..", ".###.", ".###.", "#####"),
    "diamond": ("..#..", ".###.", "#####", ".###.", "..#.."),
    "star": ("..#..", "..#..", "#####", ".###.", "#...#"),
}
"""Signs five pixels high: scoring cards, climates and seats."""

CLIMATES = {
    "hot": ("..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."),
    "cold": ("...#...", "#..#..#", ".#.#.#.", "..###..", ".#.#.#.", "#..#..#", "...#..."),
}
"""Sun and snowflake, one solid and one open, so that they differ from afar."""

CARDS = {
    "card": ("####", "####", "####"),
    "hunter": ("#..#", "####", ".##."),
    "place": ("....", "....", "####"),
}
"""Cards in a cabin; a hunter has ears."""

DROPS = {"fallen": (".#.", "###", "###", ".#."), "waiting": ("...", "...", "...", ".#.")}
"""Rain cards that were drawn, and those still in the supply."""


def draw_ship(draw: Any, table: ArkTable, offered: Sequence[Any], say: Say | None) -> None:
    """Draw port left and starboard right from the bow down, with the rain between them."""
    drawn = [cabin for cabins in table.sides for cabin in cabins if cabin.cards or cabin in offered]
    skipped = max(0, 1 + max((cabin.row for cabin in drawn), default=0) - ROWS)
    for side in (PORT, STARBOARD):
        left = LEFT_OF[side]
        name = say(SIDE_ALONE[side]) if say is not None else SIDES[side]
        draw.centre(0, name, "text", 1, left, left + SIDE_WIDTH)
    for cabin in drawn:
        if cabin.row >= skipped:
            _cabin(draw, cabin, FIRST + (cabin.row - skipped) * PITCH, cabin in offered)
    for place in range(table.pieces.rains):
        drop = DROPS["fallen" if place < table.rain else "waiting"]
        stamp(draw, MIDDLE - 1, 2 + 5 * place, drop)


def _cabin(draw: Any, cabin: Cabin, top: int, offered: bool) -> None:
    """Draw number, climate, cards and weight of a cabin; inverted if it can be chosen."""
    left = LEFT_OF[cabin.side]
    ink = 0 if offered else 1
    aside = 5 if cabin.row >= 9 else 0  # a number of two digits needs room
    draw.rectangle((left, top, left + SIDE_WIDTH, top + PITCH - 2), fill=1 - ink)
    draw.write(left + 1, top - 2, str(cabin.row + 1), "text", ink)
    climate = next((card.climate for card in cabin.cards if card.climate != BOTH), None)
    if climate is not None:
        stamp(draw, left + aside + 9, top + 1, CLIMATES[climate], ink)
    for place in range(PLACES):
        card = cabin.cards[place] if place < len(cabin.cards) else None
        name = "place" if card is None else "hunter" if card.eats else "card"
        stamp(draw, left + aside // 2 + 20 + 7 * place, top + 4, CARDS[name], ink)
    if cabin.cards:
        draw.centre(top - 2, str(cabin.weight), "text", ink, left + WEIGHT_LEFT, left + SIDE_WIDTH)


def draw_majorities(draw: Any, table: ArkTable) -> None:
    """Draw a column per scoring card and for discs, a line per seat; the leader is inverted."""
    for place, picture in enumerate((*KINDS, "disc")):
        _double(draw, FIGURES_LEFT + COLUMN * place + 4, 0, PICTURES[picture])
    for seat in table.seats:
        top = FIRST + PITCH * seat.index
        draw.write(1, top - 1, seat.symbol, "strong")
        for place in range(len(KINDS)):
            mine = table.halves[place][seat.index]
            _figure(draw, place, top, f"{mine / 2:g}" if mine else NOTHING, 0 < mine == max(table.halves[place]))
        _figure(draw, len(KINDS), top, str(table.discs[seat.index]), leads=False)


def _figure(draw: Any, place: int, top: int, text: str, leads: bool) -> None:
    left = FIGURES_LEFT + COLUMN * place
    if leads:
        draw.rectangle((left, top - 1, left + COLUMN - 2, top + 7), fill=1)
    draw.centre(top - 2, text, "text", 0 if leads else 1, left, left + COLUMN)


def _double(draw: Any, x: int, y: int, rows: tuple[str, ...]) -> None:
    """Draw a sign at double size."""
    for down, row in enumerate(rows):
        for right, dot in enumerate(row):
            if dot == "#":
                draw.rectangle((x + 2 * right, y + 2 * down, x + 2 * right + 1, y + 2 * down + 1), fill=1)


def draw_legend(draw: Any, say: Say) -> None:
    """Draw the legend in two columns."""
    left: list[tuple[tuple[str, ...], str]] = [
        (CLIMATES["hot"], say(CLIMATE_NAMES["hot"])),
        (CLIMATES["cold"], say(CLIMATE_NAMES["cold"])),
        (CARDS["hunter"], say("hunter")),
        (DROPS["fallen"], say("rain card")),
        (PICTURES["disc"], say("discs")),
    ]
    right: list[tuple[tuple[str, ...], str]] = [(PICTURES[kind], say(KIND_NAMES[kind])) for kind in KINDS]
    for column, lines in enumerate((left, right)):
        for row, (sign, words) in enumerate(lines):
            top = 1 + 12 * row
            stamp(draw, 64 * column, top + 3 + (7 - len(sign)) // 2, sign)
            draw.write(64 * column + 10, top, words, "text")


def stamp(draw: Any, x: int, y: int, rows: tuple[str, ...], ink: int = 1) -> int:
    """Draw a sign at its top left corner; return the x of the next one."""
    draw.point(
        [(x + right, y + down) for down, row in enumerate(rows) for right, dot in enumerate(row) if dot == "#"],
        fill=ink,
    )
    return x + len(rows[0]) + 1
