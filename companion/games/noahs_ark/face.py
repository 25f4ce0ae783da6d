"""Noah's Ark on the device: the countdown, then the winner's colour; the dice to get, the points, the deck."""

from collections.abc import Sequence
from typing import Any

from companion.core.face import DARK, LIGHTS, SEAT_LIGHTS, Face, Light
from companion.core.facts import Change
from companion.core.question import Question, Race
from companion.core.seat import Seat
from companion.games.noahs_ark.table import ArkTable

PLACES = 5

# eight by eight dots for each face of a die, in the order of the animals
ICONS = (
    ("#.####.#", ".######.", "##.##.##", "########", "##.##.##", ".##..##.", "#.####.#", "..#..#.."),
    (".####...", "######..", "#.####..", "#######.", "##.####.", "##.#..#.", "#..#..#.", "##.#..#."),
    (".##.....", "###.....", "..#.....", "..#.....", "..#####.", "..#####.", "..#...#.", "..#...#."),
    ("...##...", "#..##..#", "##.##.##", "########", ".######.", "..####..", "...##...", "..#..#.."),
    (".####...", ".#..#...", "....#...", "..###...", ".##.....", ".#....#.", ".######.", "........"),
    (".######.", "##....##", "#.#..#.#", "#......#", ".#.##.#.", ".#....#.", "..####..", "........"),
)
# three by five dots for each digit
DIGITS = (
    ("###", "#.#", "#.#", "#.#", "###"), (".#.", "##.", ".#.", ".#.", "###"), ("##.", "..#", ".#.", "#..", "###"),
    ("##.", "..#", ".#.", "..#", "##."), ("#.#", "#.#", "###", "..#", "..#"), ("###", "#..", "##.", "..#", "##."),
    (".##", "#..", "###", "#.#", "###"), ("###", "..#", ".#.", ".#.", ".#."), ("###", "#.#", "###", "#.#", "###"),
    ("###", "#.#", "###", "..#", "##."),
)  # fmt: skip
SHAPES = {
    "square": ((0, 1), (8, 1), (8, 9), (0, 9)),
    "triangle": ((4, 0), (9, 9), (0, 9)),
    "diamond": ((4, 0), (9, 5), (4, 10), (0, 5)),
    "star": ((4, 0), (6, 3), (9, 4), (7, 6), (8, 10), (4, 8), (1, 10), (2, 6), (0, 4), (3, 3)),
}
WIDTH = 126
DIE = 20
"""Width of a die with the gap beside it: six of them fit side by side."""
COLUMN = 25
CARD = 3
"""Width of a card in front of somebody, with the gap beside it."""


class ArkFace(Face):
    """Lights, picture and tunes of Noah's Ark."""

    def lights(self, table: ArkTable, question: Question | None) -> Sequence[Light]:
        """Who is in the race; then all in the colour of the first; while it is judged that colour blinks."""
        if isinstance(question, Race):
            runners = [table.seats[seat] for seat in question.seats]
            return [light(seat, "fast") if seat in runners else DARK for seat in zones(table)]
        if question is not None and question.ask == "claim":
            return [light(question.about, "double")] * LIGHTS
        if question is None:
            best = [seat for seat in table.seats if table.scores[seat.index] == max(table.scores)]
            return [light(seat, "slow") if seat in best else DARK for seat in zones(table)]
        if table.winner is None:
            return [light(seat) for seat in zones(table)]
        return [light(table.seats[table.winner])] * LIGHTS

    def picture(self, draw: Any, table: ArkTable, question: Question | None) -> None:
        """The dice to get on top; each player's sign, full for those who may slap, points and cards; the deck."""
        wanted = table.goal.wanted if table.goal is not None else ()
        shown = [animal for animal, number in enumerate(wanted) for _ in range(number)]
        for place, animal in enumerate(shown):
            draw.rectangle((place * DIE, 0, place * DIE + 18, 18), outline=1)
            draw_dots(draw, place * DIE + 2, 2, ICONS[animal])
        for seat in table.seats:
            left = seat.index * COLUMN + 1
            running = seat.index in table.racing or not table.racing
            draw_shape(draw, left, 22, seat.shape, full=running)
            draw_number(draw, left, 35, table.scores[seat.index])
            for card in range(min(len(table.areas[seat.index].cards()), COLUMN // CARD - 1)):
                draw.rectangle((left + CARD * card, 48, left + CARD * card + 1, 51), fill=1)
        draw_deck(draw, len(table.deck), table.pieces.size, table.pieces.last_cards + 1)

    def tune(self, changes: Sequence[Change]) -> str:
        """An objective won, a new style, a card won, a wrong claim."""
        changed = {change.name: change for change in changes}
        if any(name.startswith("most-") and change.before is not None for name, change in changed.items()):
            return "victory"
        if "style" in changed:
            return "round"
        if "card" in changed and any(name.startswith("cards-") for name in changed):
            return "good"
        racing = changed.get("racing")
        return "bad" if racing is not None and racing.before is not None and racing.after is not None else ""


def zones(table: ArkTable) -> list[Seat | None]:
    """Which seat each of the lights belongs to: three for each of five places."""
    places = [*table.seats, *[None] * (PLACES - len(table.seats))]
    return [seat for seat in places for _ in range(LIGHTS // PLACES)]


def light(seat: Seat | None, blink: str = "steady") -> Light:
    """The colour of a seat; an empty place is dark."""
    return DARK if seat is None else SEAT_LIGHTS[seat.index]._replace(blink=blink)


def draw_dots(draw: Any, left: int, top: int, rows: Sequence[str]) -> None:
    """A small picture, each of its dots two pixels wide and high."""
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            if dot == "#":
                draw.rectangle((left + 2 * x, top + 2 * y, left + 2 * x + 1, top + 2 * y + 1), fill=1)


def draw_number(draw: Any, left: int, top: int, number: int) -> None:
    """A number of at most three digits."""
    for place, digit in enumerate(str(number)):
        draw_dots(draw, left + 8 * place, top, DIGITS[int(digit)])


def draw_shape(draw: Any, left: int, top: int, shape: str, full: bool) -> None:
    """The sign of a seat; only its outline is left of one that sits out."""
    if shape == "circle":
        draw.ellipse((left, top, left + 9, top + 9), fill=int(full), outline=1)
    else:
        draw.polygon([(left + x, top + y) for x, y in SHAPES[shape]], fill=int(full), outline=1)


def draw_deck(draw: Any, left: int, size: int, last: int) -> None:
    """A bar for the cards that are left, and a mark where the Ark may come."""
    draw.rectangle((0, 55, WIDTH, 62), outline=1)
    draw.rectangle((0, 55, WIDTH * left // size, 62), fill=1)
    mark = WIDTH * last // size
    draw.line((mark, 55, mark, 62), fill=1 if left <= last else 0)
