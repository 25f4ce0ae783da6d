"""Noah's Ark on the device: race lights, dice to get, objectives, points and deck."""

from collections.abc import Sequence
from typing import Any

from companion.core.face import DARK, LIGHTS, Face, Light, make_seat_light
from companion.core.facts import FactChange
from companion.core.ledger import Entry
from companion.core.question import Question, Race
from companion.core.seat import Seat
from companion.games.noahs_ark.pieces import Objective
from companion.games.noahs_ark.table import NoahsArkTable

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
# the same for what other objectives count
OTHER_ICONS = {
    "noa": ("#.....#.", "##....#.", "#.#...#.", "#..#..#.", "#...#.#.", "#....##.", "#.....#.", "........"),
    "cards": ("..######", "..#....#", "######.#", "#....#.#", "#....#.#", "#....###", "#....#..", "######.."),
    "objectives": (".######.", "#.####.#", "#.####.#", ".######.", "..####..", "...##...", "...##...", ".######."),
    "animals": ("..#..#..", "..#..#..", "#......#", "#..##..#", "..####..", ".######.", ".######.", "..#..#.."),
}
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
"""Width of a die with its gap: six of them fit side by side."""
SIGN = 10
"""Width of the sign of a seat."""
WIDE, NARROW = 42, 21
"""Width of an objective with three on the table, and with six."""
COLUMN = 25
CARD = 3
"""Width of a player's card with its gap."""


class NoahsArkFace(Face):
    """Lights, picture and tunes of Noah's Ark."""

    def lights(self, table: NoahsArkTable, question: Question | None) -> Sequence[Light]:
        """Light the runners, then all lights in the colour of the first hand, blinking while it is judged."""
        if isinstance(question, Race):
            runners = [table.seats[seat] for seat in question.seats]
            return [light_for(seat, "fast") if seat in runners else DARK for seat in list_zones(table)]
        if question is not None and question.ask == "claim":
            return [light_for(question.about, "double")] * LIGHTS
        if question is None:
            best = [seat for seat in table.seats if table.scores[seat.index] == max(table.scores)]
            return [light_for(seat, "slow") if seat in best else DARK for seat in list_zones(table)]
        if table.winner is None:
            return [light_for(seat) for seat in list_zones(table)]
        return [light_for(table.seats[table.winner])] * LIGHTS

    def picture(self, draw: Any, table: NoahsArkTable, question: Question | None) -> None:
        """Draw the dice to get or the objectives, and each player's sign, points and cards."""
        if table.goal is not None and table.goal.dice:
            draw_dice(draw, table.goal.wanted)
        else:
            draw_objectives(draw, table)
        for seat in table.seats:
            left = seat.index * COLUMN + 1
            running = seat.index in table.racing or not table.racing
            draw_shape(draw, left, 22, seat.shape, full=running)
            draw_number(draw, left, 35, table.scores[seat.index])
            cards = table.count_cards(seat.index)
            for card in range(min(cards, COLUMN // CARD - 1)):
                draw.rectangle((left + CARD * card, 48, left + CARD * card + 1, 51), fill=1)
        draw_deck(draw, len(table.deck), table.pieces.size, table.pieces.last_cards + 1)

    def list_final_entries(self, table: NoahsArkTable) -> Sequence[Entry]:
        """Return the points from objectives, which are won at the end."""
        return [entry for entry in table.ledger.entries if entry.reason == "objective"]

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Choose a tune for an objective, a new style, a card won or a wrong claim."""
        changed = {change.name: change for change in changes}
        if any(name.startswith("most-") and change.before is not None for name, change in changed.items()):
            return "victory"
        if "style" in changed:
            return "round"
        if any(name.startswith(("cards-", "taken-")) for name in changed):
            return "good"
        racing = changed.get("racing")
        return "bad" if racing is not None and racing.before is not None and racing.after is not None else ""


def list_zones(table: NoahsArkTable) -> list[Seat | None]:
    """List the seat of each light: three lights for each of five places."""
    places = [*table.seats, *[None] * (PLACES - len(table.seats))]
    return [seat for seat in places for _ in range(LIGHTS // PLACES)]


def light_for(seat: Seat | None, blink: str = "steady") -> Light:
    """Return the light of a seat; an empty place is dark."""
    return DARK if seat is None else make_seat_light(seat, blink)


def draw_dice(draw: Any, wanted: Sequence[int]) -> None:
    """Draw the animals that the dice must show."""
    animals = [animal for animal, number in enumerate(wanted) for _ in range(number)]
    for place, animal in enumerate(animals):
        draw.rectangle((place * DIE, 0, place * DIE + 18, 18), outline=1)
        draw_dots(draw, place * DIE + 2, 2, ICONS[animal])


def draw_objectives(draw: Any, table: NoahsArkTable) -> None:
    """Draw the objectives with the sign of the leader, filled once it is won."""
    few = len(table.objectives) <= WIDTH // WIDE
    for place, objective in enumerate(table.objectives):
        left = place * (WIDE if few else NARROW)
        icon = OTHER_ICONS[objective.counts] if objective.animal is None else ICONS[objective.animal]
        draw_dots(draw, left, 1 if few else 5, icon, size=2 if few else 1)
        if few:
            draw.write(left + 17, 3, str(table.worth[objective]), "text")
        leader = find_leader(table, objective)
        if leader is not None:
            draw_shape(draw, left + (30 if few else SIGN), 4, table.seats[leader].shape, objective in table.awarded)


def find_leader(table: NoahsArkTable, objective: Objective) -> int | None:
    """Return who won an objective, or who would win it now without a duel."""
    if objective in table.awarded:
        return table.awarded[objective]
    counts = table.count_for(objective)
    return counts.index(max(counts)) if max(counts) and counts.count(max(counts)) == 1 else None


def draw_dots(draw: Any, left: int, top: int, rows: Sequence[str], size: int = 2) -> None:
    """Draw a small picture with dots of `size` pixels."""
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            if dot == "#":
                at = left + size * x, top + size * y
                draw.rectangle((*at, at[0] + size - 1, at[1] + size - 1), fill=1)


def draw_number(draw: Any, left: int, top: int, number: int, size: int = 2) -> None:
    """Draw a number of at most three digits."""
    for place, digit in enumerate(str(number)):
        draw_dots(draw, left + 4 * size * place, top, DIGITS[int(digit)], size)


def draw_shape(draw: Any, left: int, top: int, shape: str, full: bool) -> None:
    """Draw the sign of a seat; only its outline if it sits out."""
    if shape == "circle":
        draw.ellipse((left, top, left + 9, top + 9), fill=int(full), outline=1)
    else:
        draw.polygon([(left + x, top + y) for x, y in SHAPES[shape]], fill=int(full), outline=1)


def draw_deck(draw: Any, left: int, size: int, last: int) -> None:
    """Draw a bar for the cards left, with a mark from where on the Ark may come."""
    draw.rectangle((0, 55, WIDTH, 62), outline=1)
    draw.rectangle((0, 55, WIDTH * left // size, 62), fill=1)
    mark = WIDTH * last // size
    draw.line((mark, 55, mark, 62), fill=1 if left <= last else 0)
