"""Ark & Noah on the device: the action board with its workers and bonus tiles, and the rounds until the flood."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.face import DARK, LIGHTS, Face, Light, make_seat_light
from companion.core.facts import FactChange
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.face_hull import draw_map
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import ANIMALS, BUILD, EXCHANGE, FOOD, LOAD, PITCH, WOOD, Action
from companion.games.ark_and_noah.table import ArkAndNoahTable

BONUS = (DARK, Light(0, 90, 0), Light(120, 150, 0), Light(220, 110, 0), Light(255, 0, 60))
"""By the value of the tile: from green for +1 to red for +4; a number of blinks tells them apart as well."""

BONUS_BLINKS = ("steady", "steady", "slow", "double", "fast")

RAIN = Light(0, 40, 255)
"""The last light fills up with rain from round to round."""

WIDTH = 126
ROW_TOP, ROW_BOTTOM = 11, 49
SCORES_TOP = 51
LINE = 15
FOR_THREE_DIGITS = 40
"""Width of a column in which a number of three digits has room."""
AT_THE_END = ("outer-majority", "boards-left", "food-left", "pitch-left", "tile-left", "left-over")
"""The reasons of the final scoring."""

GLYPHS = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 2, 2), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
    "+": (0, 2, 7, 2, 0), "-": (0, 0, 7, 0, 0),
}  # fmt: skip
"""Digits of three by five dots: each row is three bits."""

ICONS = {
    PITCH: (
        ".....##.....", ".....##.....", "....####....", "...######...", "..########..",
        "..#.######..", "..#.######..", "..##.#####..", "...######...", "....####....",
    ),
    ANIMALS: (
        "....#..#....", "...##..##...", "...##..##...", ".#........#.", "##..####..##",
        "##.######.##", "..########..", "..########..", "..########..", "...##..##...",
    ),
    FOOD: (
        "......##....", ".....##.....", "..###.###...", ".#########..", ".#########..",
        ".#########..", ".#########..", "..#######...", "..#######...", "...##.##....",
    ),
    EXCHANGE: (
        "........#...", "........##..", "###########.", "........##..", "...#....#...",
        "..##........", ".###########", "..##........", "...#........", "............",
    ),
    WOOD: (
        "###########.", "#..#......#.", "###########.", "............", ".###########",
        ".#......#..#", ".###########", "............", "###########.", "###########.",
    ),
    BUILD: (
        "..#######...", ".#########..", ".##########.", ".....##...#.", ".....##.....",
        ".....##.....", ".....##.....", ".....##.....", ".....##.....", ".....##.....",
    ),
    LOAD: (
        ".....##.....", ".....##.....", "...######...", "....####....", ".....##.....",
        "............", "############", ".##########.", "..########..", "...######...",
    ),
}  # fmt: skip
"""Twelve by ten dots: a drop, a paw, an apple, two arrows, boards, a hammer, and something going aboard."""


class ArkAndNoahFace(Face):
    """Two lights and one column of the screen for each action."""

    def lights(self, table: ArkAndNoahTable, question: Question | None) -> Sequence[Light]:
        """Return two lights for each action, its bonus tile and its worker; the last light is the rain."""
        lights: list[Light] = []
        width = (LIGHTS - 1) // len(table.pieces.actions)
        for action in table.pieces.actions:
            bonus = table.bonus[action.index]
            lights += [BONUS[min(bonus, 4)]._replace(blink=BONUS_BLINKS[min(bonus, 4)])] * (width - 1)
            lights.append(self._worker(table, action))
        return [*lights, *[DARK] * (LIGHTS - 1 - len(lights)), self._rain(table)]

    def _worker(self, table: ArkAndNoahTable, action: Action) -> Light:
        """Return the light of the worker there; the current action blinks."""
        if action is table.action:
            return make_seat_light(table.seats[table.chooser], "slow")
        seat = table.current[action.index]
        return DARK if seat == NOBODY else make_seat_light(table.seats[seat])

    def _rain(self, table: ArkAndNoahTable) -> Light:
        part = min(table.round, table.pieces.rounds) / table.pieces.rounds
        blink = "fast" if table.round > table.pieces.rounds else "steady"
        return Light(int(RAIN.red * part), int(RAIN.green * part), int(RAIN.blue * part), blink)

    def picture(self, draw: Any, table: ArkAndNoahTable, question: Question | None) -> None:
        """Draw rounds, action board and scores; after the flood, how the scores came about."""
        if question is None and any(entry.reason in AT_THE_END for entry in table.ledger.entries):
            for seat in table.seats:
                self._final_scoring(draw, table, seat.index)
            return
        self._rounds(draw, table)
        for action in table.pieces.actions:
            self._action(draw, table, action)
        asked_seat = question.seat if question is not None else NOBODY
        column = WIDTH // len(table.seats)
        for seat, score in zip(table.seats, table.scores, strict=True):
            left = seat.index * column
            ink = 0 if seat.index == asked_seat else 1
            if seat.index == asked_seat:
                draw.rectangle((left, SCORES_TOP, left + column - 2, SCORES_TOP + 11), fill=1)
            sign(draw, seat.shape, left + 3, SCORES_TOP + 2, ink)
            if column > FOR_THREE_DIGITS or len(str(score)) < 3:
                digits(draw, left + 13, SCORES_TOP + 1, str(score), ink)
            else:
                draw.write(left + 12, SCORES_TOP, str(score), "strong", ink)

    def draw_choices(self, draw: Any, table: ArkAndNoahTable, choices: Sequence[Any]) -> bool:
        """Draw the hull with the edges, cubes or corrals in question."""
        return isinstance(table.depth, OnBoard) and draw_map(draw, table.depth.ark, choices)

    def _final_scoring(self, draw: Any, table: ArkAndNoahTable, seat: int) -> None:
        """Draw one line: points before the flood, outer majority, losses, total. The winner is inverted."""
        top = seat * LINE
        ink = 0 if table.scores[seat] == max(table.scores) else 1
        if not ink:
            draw.rectangle((0, top, WIDTH, top + LINE - 2), fill=1)
        sign(draw, table.seats[seat].shape, 2, top + 4, ink)
        at_the_end = [entry.points for entry in table.ledger.list_entries(seat) if entry.reason in AT_THE_END]
        won, lost = sum(points for points in at_the_end if points > 0), sum(min(0, points) for points in at_the_end)
        parts = (
            (12, str(table.scores[seat] - won - lost)),
            (40, f"+{won}"),
            (62, f"-{-lost}"),
            (102, str(table.scores[seat])),
        )
        for left, text in parts:
            digits(draw, left, top + 2, text, ink)
        draw.rectangle((90, top + 5, 96, top + 5), fill=ink)
        draw.rectangle((90, top + 8, 96, top + 8), fill=ink)

    def list_final_entries(self, table: ArkAndNoahTable) -> Sequence[Entry]:
        """Return the outer majority, then everything left over."""
        return [entry for entry in table.ledger.entries if entry.reason in AT_THE_END]

    def _rounds(self, draw: Any, table: ArkAndNoahTable) -> None:
        """Draw a box for each round, filled once it has begun."""
        rounds = table.pieces.rounds
        box = (WIDTH - 20) // rounds
        digits(draw, 1, 0, str(table.round))
        for number in range(rounds):
            left = 20 + number * box
            corners = (left, 2, left + box - 3, 8)
            if number < table.round:
                draw.rectangle(corners, fill=1)
            else:
                draw.rectangle(corners, outline=1)

    def _action(self, draw: Any, table: ArkAndNoahTable, action: Action) -> None:
        """Draw a column: worker that is done, worker to come, action, bonus tile."""
        column = WIDTH // len(table.pieces.actions)
        left = action.index * column
        if action is table.action:
            draw.rectangle((left, ROW_TOP, left + column - 1, ROW_BOTTOM), outline=1)
        middle = left + column // 2
        completed, current = table.completed[action.index], table.current[action.index]
        if completed != NOBODY:
            sign(draw, table.seats[completed].shape, middle - 3, ROW_TOP + 1, inside=0)
        if current != NOBODY:
            sign(draw, table.seats[current].shape, middle - 3, ROW_TOP + 9)
        sprite(draw, middle - 6, ROW_TOP + 17, ICONS[action.id])
        if table.bonus[action.index]:
            digits(draw, middle - 7, ROW_TOP + 28, f"+{table.bonus[action.index]}")

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Return rain for a new round, a call for a loaded pair or closed corral."""
        names = [change.name for change in changes]
        if "round" in names:
            return "rain"
        if any(name == "aboard" or name.startswith("corral") for name in names):
            return "load"
        built = any(name.startswith(("board", "pitch", "on-ark")) for name in names)
        return "good" if not built and any(name.startswith("score") for name in names) else ""


def sign(draw: Any, shape: str, left: int, top: int, ink: int = 1, inside: int | None = None) -> None:
    """Draw the sign of a seat, seven dots wide, filled or hollow."""
    right, bottom, middle = left + 6, top + 6, left + 3
    colours = {"fill": ink if inside is None else inside, "outline": ink}
    if shape == "circle":
        draw.ellipse((left, top, right, bottom), **colours)
    elif shape == "square":
        draw.rectangle((left, top, right, bottom), **colours)
    elif shape == "triangle":
        draw.polygon([(middle, top), (right, bottom), (left, bottom)], **colours)
    else:
        draw.polygon([(middle, top), (right, top + 3), (middle, bottom), (left, top + 3)], **colours)


def digits(draw: Any, left: int, top: int, text: str, ink: int = 1) -> None:
    """Draw a number in double size; dark on light in letters of the screen, whose 8 doesn't look like a colon."""
    if not ink:
        draw.write(left, top - 1, text, "strong", ink)
        return
    for place, digit in enumerate(text):
        rows = [format(row, "03b").replace("1", "#") for row in GLYPHS[digit]]
        for x, y in dots(rows):
            corner = left + (place * 4 + x) * 2, top + y * 2
            draw.rectangle((*corner, corner[0] + 1, corner[1] + 1), fill=ink)


def sprite(draw: Any, left: int, top: int, rows: Sequence[str]) -> None:
    """Draw a small picture dot by dot."""
    draw.point([(left + x, top + y) for x, y in dots(rows)], fill=1)


def dots(rows: Sequence[str]) -> Iterable[tuple[int, int]]:
    """Yield the coordinates of all dots of a drawing."""
    return ((x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#")
