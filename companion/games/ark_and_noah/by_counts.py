"""The `counts` depth: people build and load on the real ark and tell numbers, so the dial alone is enough."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from companion.core.facts import Facts
from companion.core.ledger import Entry
from companion.core.question import TABLE, Play, Question
from companion.core.telling import ANOTHER
from companion.games.ark_and_noah import unknown_piece
from companion.games.ark_and_noah.depth import DONE, Depth
from companion.games.ark_and_noah.pieces import Pieces, Species
from companion.games.ark_and_noah.table import ArkAndNoahTable

BACK = "back"
YES, NO = "yes", "no"

SMALLEST_WALL_AROUND_A_STRAY = 9
"""Only four squares in a block can close with a board inside: eight boards around them, and that one."""

SMALLEST_CORRAL = 4
"""The boards around a single square."""

Shape = tuple[int, int]
"""Boards around a corral and cubes next to them."""


class Told:
    """A corral the table told about when a pair was loaded: whose boards, how much pitch, and which pair."""

    __slots__ = ("colours", "pair", "pitch")

    def __init__(self, colours: list[int], pitch: int, pair: Any) -> None:
        self.colours = colours
        self.pitch = pitch
        self.pair = pair

    @property
    def shape(self) -> Shape:
        """Its number of boards and cubes."""
        return sum(self.colours), self.pitch

    def holds(self, seat: int, pair: Any, possible: list[Shape]) -> bool:
        """Whether this player can load such a pair into it as well."""
        return bool(self.colours[seat]) and self.pair.small != pair.small and self.shape in possible

    def __str__(self) -> str:
        return f"with-{self.pair.id}"


class Leaders:
    """Some seats that share the lead."""

    __slots__ = ("seats",)

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats

    def __str__(self) -> str:
        return "-".join(["seat", *map(str, self.seats)])


class ByCounts(Depth):
    """Asks for numbers, the most likely one first."""

    def __init__(self, pieces: Pieces) -> None:
        hull = pieces.hull
        self.quick = pieces.quick
        self.worth = pieces.worth_of_building
        self.edges, self.outer, self.spaces = len(hull.edges), len(hull.outer), len(hull.spaces)
        self.squares = len(hull.squares)
        self.shapes = {size: self._shapes(shapes) for size, shapes in hull.shapes.items()}
        self.shapes[0] = sorted({shape for shapes in self.shapes.values() for shape in shapes})
        self.told: list[Told] = []
        """Corrals with room for a second pair, as long as no swap has changed their colours."""
        self.leaders = [Leaders(seats) for seats in subsets(pieces.players)]

    def _shapes(self, shapes: Iterable[Shape]) -> list[Shape]:
        """In a quick game nobody asks for pitch."""
        return sorted({(boards, 0) for boards, _ in shapes} if self.quick else shapes)

    def build(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[None]:
        """How many boards, then how many cubes; `back` first if walls inside a new corral went back to the supply."""
        most_boards = min(most, table.boards[seat], self.edges - sum(table.boards_on_ark))
        if table.cues is not None:
            could_pitch = min(most, table.pitch[seat], self._pitch_room(table))
            table.begin_turn(seat, most_boards > 0 or could_pitch > 0)
        boards = (yield from self._boards_added(table, seat, most_boards)) if most_boards else 0
        most_pitch = min(most - boards, table.pitch[seat], self._pitch_room(table))
        pitch = (yield Question(seat, "build_pitch", range(most_pitch, -1, -1))) if most_pitch > 0 else 0
        table.put_pitch_on_ark(seat, pitch)
        lines: dict[str, Entry] = {}
        table.score(seat, boards * self.worth, "boards", lines)
        table.score(seat, pitch * self.worth, "pitch", lines)

    def _boards_added(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[int]:
        on_ark = table.boards_on_ark
        back: list[int] = []
        least = 0
        while True:
            choices: list[Any] = [*range(most, least - 1, -1)]
            could_return = [
                other
                for other in table.seats
                # a board added now can come back as well, but not the one that closes the corral
                if on_ark[other.index] + (most - 1 if other.index == seat else 0) > back.count(other.index)
            ]
            if could_return and sum(on_ark) >= SMALLEST_WALL_AROUND_A_STRAY - most:
                choices.append(BACK)
            if len(choices) > 1:
                answer = yield Question(seat, "build_boards", choices, most)
            else:
                answer = choices[0]
                table.cue("added", table.seats[seat], answer)
            if answer != BACK:
                break
            owner = could_return[0]
            if len(could_return) > 1:
                owner = yield Question(seat, "board_back", could_return)
            back.append(owner.index)
            least = max(1, 1 + back.count(seat) - on_ark[seat])
        table.put_boards_on_ark(seat, answer)
        for other in back:
            table.return_board(other)
            table.cue("back", table.seats[other])
        return int(answer)

    def _pitch_room(self, table: ArkAndNoahTable) -> int:
        """Cubes that could fit: there is one space fewer than boards in a row, until the hull is closed."""
        boards = sum(table.boards_on_ark)
        return (self.spaces if boards >= self.outer else max(0, boards - 1)) - table.pitch_on_ark

    def swap(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Which boards is nobody's business, but corrals may have other colours from now on."""
        self.told.clear()
        return
        yield  # makes this a generator, as the rules expect

    def load(self, table: ArkAndNoahTable, seat: int, budget: int) -> Play[None]:
        """A number is all the food of this turn, a species is a pair, and `done` ends it.

        With nothing left to spend only a pair that costs nothing can come aboard, and only one that we know to be
        small is asked for: who has another takes a step back and tells its figures first.
        """
        lines: dict[str, Entry] = {}
        told = table.cues is None
        while True:
            pairs, food = self._pairs(table, seat, budget), self._food(table, seat, budget)
            wrong = self._wrong(table, seat) if table.boards_on_ark[seat] and budget else ()
            if lines and not pairs:  # a number is all the food of a turn, unless a pair comes in between
                food = ()
            choices = (*pairs, *food, *wrong, DONE)
            able = len(choices) > 1
            if not told:
                table.begin_turn(seat, able)
                told = True
            if not able:
                break
            choice = yield Question(seat, "load", choices, budget)
            if choice is DONE:
                break
            if choice is ANOTHER:
                yield from unknown_piece.correct_a_pair(table, seat)
            elif isinstance(choice, Species):
                budget -= table.cost(seat, choice)
                corral = yield from self._corral(table, seat, choice)
                table.score_pair(seat, choice, corral.colours, corral.pitch)
                table.embark(seat, choice)
            else:
                budget -= choice
                table.put_food_on_ark(seat, choice)
                table.score(seat, choice, "food", lines)

    def _food(self, table: ArkAndNoahTable, seat: int, budget: int) -> Sequence[int]:
        """As many tiles as there are, if a corral with a board of this seat can be finished at all."""
        if not table.boards_on_ark[seat] or sum(table.boards_on_ark) < SMALLEST_CORRAL:
            return ()
        return range(min(budget, table.food[seat], self.squares - table.food_on_ark), 0, -1)

    def _pairs(self, table: ArkAndNoahTable, seat: int, budget: int) -> list[Species]:
        """Pairs that can be paid for, if a corral with a board of this seat could hold them."""
        if not table.boards_on_ark[seat]:
            return []
        affordable = table.pairs_of(seat, budget)
        return self._housed(table, affordable) if affordable else []

    def _housed(self, table: ArkAndNoahTable, pairs: list[Species]) -> list[Species]:
        """Those of these pairs for which there could be a corral with food and pitch, as far as numbers tell."""
        built, fed = sum(table.boards_on_ark), table.food_on_ark
        small = sum([species.small for species in table.aboard])
        # every big pair lives in a corral of its own that is full of food, and so does every small one
        free = (fed - small, fed - sum([species.size for species in table.aboard]))
        return [
            species
            for species in pairs
            if (self.quick or max(1, species.size) <= free[not species.small])
            and any(boards <= built for boards, _ in self._possible(table, species))
        ]

    def _possible(self, table: ArkAndNoahTable, species: Species) -> list[Shape]:
        """The shapes of a corral for such a pair that have pitch all around, as far as there is any on the ark."""
        return [shape for shape in self.shapes[species.size] if shape[1] <= table.pitch_on_ark]

    def _corral(self, table: ArkAndNoahTable, seat: int, species: Species) -> Play[Told]:
        """The corral by its numbers, or as the one another pair is in already."""
        possible = self._possible(table, species)
        known = [told for told in self.told if told.holds(seat, species, possible)]
        around = tuple(sorted({boards for boards, _ in possible}))
        colours = [0] * len(table.seats)
        order = [seat, *(other for other in range(len(table.seats)) if other != seat)]
        for turn, owner in enumerate(order):
            later = sum(table.boards_on_ark[other] for other in order[turn + 1 :])
            choices: Sequence[Any] = numbers(table.boards_on_ark[owner], sum(colours), min(later, around[-1]), around)
            if not turn:  # at least one board is the loader's own
                choices = [*known, *(number for number in choices if number)]
            answer = (yield Question(seat, "corral_boards", choices, owner)) if len(choices) > 1 else choices[0]
            if isinstance(answer, Told):
                self.told.remove(answer)
                return answer
            colours[owner] = answer
        cubes = [pitch for boards, pitch in possible if boards == sum(colours)]
        pitch = (yield Question(seat, "corral_pitch", cubes, species)) if len(cubes) > 1 else cubes[0]
        corral = Told(colours, pitch, species)
        if not self.quick:
            self.told.append(corral)
        return corral

    def load_last_food(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """How many food tiles go aboard at the last loading; all that fit is the first choice."""
        most = min(table.food[seat], self.squares - table.food_on_ark)
        if most > 0:
            number = yield Question(seat, "last_food", range(most, -1, -1))
            table.put_food_on_ark(seat, number)
        elif table.food[seat]:
            table.cue("no_room_for_food", table.seats[seat])

    def load_last_pairs(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Which pairs; where they go makes no difference any more."""
        mine = table.pairs_of(seat)
        pairs: list[Any] = [*self._housed(table, mine), *self._wrong(table, seat)]
        if mine and not pairs:
            table.cue("no_room_for_pairs", table.seats[seat])
        while pairs:
            choice = yield Question(seat, "last_pairs", (*pairs, DONE))
            if choice is DONE:
                return
            if choice is ANOTHER:
                yield from unknown_piece.correct_a_pair(table, seat)
            else:
                table.embark(seat, choice)
            pairs = [*self._housed(table, table.pairs_of(seat)), *self._wrong(table, seat)]

    def _wrong(self, table: ArkAndNoahTable, seat: int) -> Sequence[str]:
        """A pair whose figures we only guess may fit into a corral where we think it does not."""
        if table.deal.virtual:
            return ()
        ready = sum(table.boards_on_ark) >= SMALLEST_CORRAL and (self.quick or table.food_on_ark)
        return (ANOTHER,) if ready and unknown_piece.correctable(table, table.pairs_of(seat)) else ()

    def hull_is_closed(self, table: ArkAndNoahTable) -> Play[bool]:
        """Asked once there are enough boards on the ark for it."""
        if sum(table.boards_on_ark) < self.outer:
            return False
        answer = yield Question(TABLE, "hull_closed", (YES, NO))
        return bool(answer == YES)

    def most_outer_boards(self, table: ArkAndNoahTable) -> Play[tuple[int, ...]]:
        """One look at the ark tells who is in the lead, alone or together."""
        could_lead = self._could_lead(table)
        if not could_lead:
            return ()
        leaders = could_lead[0] if len(could_lead) == 1 else (yield Question(TABLE, "outer_majority", could_lead))
        return tuple(leaders.seats)

    def _could_lead(self, table: ArkAndNoahTable) -> list[Leaders]:
        return [one for one in self.leaders if all(table.boards_on_ark[seat] for seat in one.seats)]

    def facts(self, table: ArkAndNoahTable) -> Facts:
        """How much of everything is on the ark, and which pairs."""
        facts = {f"on-ark-{seat}": f"boards-{number}" for seat, number in enumerate(table.boards_on_ark)}
        if not self.quick:
            facts["on-ark"] = f"pitch-{table.pitch_on_ark} food-{table.food_on_ark}"
        facts["aboard"] = " ".join(species.id for species in table.aboard)
        return facts

    def view(self, table: ArkAndNoahTable) -> dict[str, Any]:
        """How much of everything is on the ark, as far as people told it."""
        return {
            "boards": table.boards_on_ark,
            "pitch": table.pitch_on_ark,
            "food": table.food_on_ark,
            "aboard": [species.id for species in table.aboard],
        }


@cache
def numbers(most: int, told: int, later: int, around: tuple[int, ...]) -> tuple[int, ...]:
    """How many boards of one owner there can be, given those told before and how many may be told later."""
    return tuple(
        number
        for number in range(min(most, around[-1] - told) + 1)
        if any(told + number <= boards <= told + number + later for boards in around)
    )


def subsets(players: int) -> list[tuple[int, ...]]:
    """All groups of seats, single seats first."""
    groups = [tuple(seat for seat in range(players) if bits >> seat & 1) for bits in range(1, 1 << players)]
    return sorted(groups, key=lambda group: (len(group), group))
