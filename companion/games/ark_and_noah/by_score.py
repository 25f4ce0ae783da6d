"""The `score` depth: at a real table people tell only what points need; who holds which animal is their business.

What is on the ark is known up to bounds. Boards and cubes are told as one number, so all that was built counts as
boards as long as its builder had any: no other telling allows more corrals or more cubes on top.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from companion.core.facts import Facts
from companion.core.ledger import Entry
from companion.core.question import TABLE, Play, Question
from companion.games.ark_and_noah.by_counts import NO, YES, ByCounts, Told, numbers
from companion.games.ark_and_noah.depth import CLOSED, DONE, NO_BOARD, LeftOver
from companion.games.ark_and_noah.hull import LARGEST_CORRAL
from companion.games.ark_and_noah.pieces import Action, Pieces
from companion.games.ark_and_noah.table import ArkAndNoahTable

NOBODY_LOADS = "nobody"
MOST_SPLITS = 12
"""More ways to share out the boards of a corral than that are asked for colour by colour."""

HUNGRY_SQUARES = 4
"""The most squares that one animal can cost at the end."""


class Pair:
    """A pair that goes aboard, known by its size and by whose its halves are."""

    __slots__ = ("mate", "number", "points", "seat", "size", "small")

    def __init__(self, size: int, points: int, seat: int, mate: int, number: int) -> None:
        self.size = size
        self.points = points
        """Of each of the two tiles."""
        self.small = size == 0
        self.seat = seat
        """Who loads it and has one half; `mate` has the other, and may be the same."""
        self.mate = mate
        self.number = number
        """Which pair of the match it is."""

    @property
    def id(self) -> str:
        """Which pair it is, once it is aboard."""
        return f"pair-{self.number}"

    @property
    def halves(self) -> int:
        """How many of its tiles the loader has."""
        return 2 if self.mate == self.seat else 1

    def __str__(self) -> str:
        return f"size-{self.size}" if self.mate == self.seat else f"size-{self.size}-with-{self.mate}"


class Loaders:
    """Some players who load something."""

    __slots__ = ("seats",)

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats

    def __str__(self) -> str:
        return "-".join(["seat", *map(str, self.seats)])


class Split:
    """Whose the other boards around a corral are, by seat."""

    __slots__ = ("boards",)

    def __init__(self, boards: tuple[int, ...]) -> None:
        self.boards = boards

    def __str__(self) -> str:
        return "-".join(["rest", *map(str, self.boards)])


class ByScore(ByCounts):
    """Asks for points and for what they are made of, and for nothing else."""

    animals_told = False

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces)
        self.points = pieces.points_by_size
        self.pairs: list[Pair] = []
        """Everything aboard, in the order it came."""
        self.animals = [2] * pieces.players
        """How many tiles lie in front of everyone."""
        self.in_bags = 2 * len(pieces.species) - 2 * pieces.players
        self.built = [0] * pieces.players
        """How many boards and cubes everyone has added."""
        self.spare = [0] * pieces.players
        """Boards that players may have beyond our count: walls that went back to an empty supply."""

    def collect(self, table: ArkAndNoahTable, order: list[int]) -> None:
        """Everyone takes a tile as long as there are any; which one makes no difference yet."""
        for turn, seat in enumerate(order):
            if not self.in_bags:
                table.cue("no_animals", *(table.seats[one] for one in order[turn:]))
                return
            self.in_bags -= 1
            self.animals[seat] += 1

    def supply_is_short(self, seat: int, missing: int) -> None:
        """So many boards were not there, unless walls of finished corrals had come back to the supply."""
        self.spare[seat] = min(self.spare[seat] + missing, self.squares // LARGEST_CORRAL)

    def build(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[None]:
        """One number for boards and cubes together; in a quick game building brings no points, so none is told."""
        most = self.most_built(table, seat, most)
        if self.quick:
            self._put(table, seat, most)
            return
        table.begin_turn(seat, most > 0)
        if most:
            number = yield Question(seat, "built", range(most, -1, -1))
            self._put(table, seat, number)
            table.score(seat, number, "built", {})

    def most_built(self, table: ArkAndNoahTable, seat: int, limit: int) -> int:
        """How many boards and cubes this player can have added at most."""
        free = self.edges - sum(table.boards_on_ark)
        boards = min(limit, table.boards[seat] + self.spare[seat], free)
        return boards + max(0, min(limit - boards, table.pitch[seat], self._pitch_room(table, boards)))

    def _put(self, table: ArkAndNoahTable, seat: int, number: int) -> None:
        """Boards as long as there are any, cubes only then."""
        boards = min(number, table.boards[seat] + self.spare[seat])
        unseen = max(0, boards - table.boards[seat])
        self.spare[seat] -= unseen
        table.boards[seat] += unseen
        self.built[seat] += number
        table.put_boards_on_ark(seat, boards)
        table.put_pitch_on_ark(seat, number - boards)

    def _pitch_room(self, table: ArkAndNoahTable, more: int = 0) -> int:
        boards = sum(table.boards_on_ark) + more
        return (self.spaces if boards >= self.outer else max(0, boards - 1)) - table.pitch_on_ark

    def load_in_turn(self, table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
        """Who loads at all? Only they are asked what."""
        limits = dict.fromkeys(others, action.others) | {chooser: action.chooser}
        order = [chooser, *others]
        able = [seat for seat in order if self._able(table, seat, limits[seat])]
        for seat in order:
            table.begin_turn(seat, seat in able)
        if not able:
            return
        answer = yield Question(TABLE, "who_loads", (NOBODY_LOADS, *map(Loaders, groups(tuple(able)))))
        if answer != NOBODY_LOADS:
            for seat in answer.seats:
                yield from self.load(table, seat, limits[seat])

    def _able(self, table: ArkAndNoahTable, seat: int, budget: int) -> bool:
        return bool(self._food(table, seat, budget)) or any(self.loadable(table, seat, budget))

    def load(self, table: ArkAndNoahTable, seat: int, budget: int) -> Play[None]:
        """Pair after pair; the food of the whole turn is told last, and ends it."""
        number_of_pairs = len(self.pairs)
        while True:
            choices: list[Any] = list(self.loadable(table, seat, budget))
            done = len(self.pairs) > number_of_pairs
            choices += self._last_number(table, seat, budget, done)
            if not choices:
                return
            choice = choices[0]
            if len(choices) > 1 or isinstance(choice, Pair):
                choice = yield Question(seat, "loads", choices, budget)
            if not isinstance(choice, Pair):
                self._feed(table, seat, choice)
                return
            budget -= self.cost(choice)
            corral = yield from self._corral_told(table, seat, choice)
            self._embark(table, choice, corral)

    def _last_number(self, table: ArkAndNoahTable, seat: int, budget: int, done: bool) -> Sequence[Any]:
        """The food of this turn: what the pairs just told stand on, and as much more as there is."""
        if self.quick:
            return (DONE,) if done else ()
        most = min(budget, table.food[seat], self.squares - table.food_on_ark) if self._has_corral(table, seat) else 0
        least = max(0, self.food_needed() - table.food_on_ark)
        return range(max(least, 0 if done else 1), most + 1)

    def _feed(self, table: ArkAndNoahTable, seat: int, number: Any) -> None:
        if number != DONE and number:
            table.put_food_on_ark(seat, number)
            table.score(seat, number, "food", {})

    def food_needed(self, more: Pair | None = None) -> int:
        """How many food tiles all pairs stand on at least: big ones each on their own, small ones too."""
        pairs = [*self.pairs, more] if more else self.pairs
        return max(sum(pair.size for pair in pairs), sum(pair.small for pair in pairs))

    def cost(self, pair: Pair) -> int:
        """Loading points: the size for each own half; in a quick game each pair counts as one."""
        return 1 if self.quick else pair.size * pair.halves

    def loadable(self, table: ArkAndNoahTable, seat: int, budget: int) -> Iterator[Pair]:
        """The pairs this player could load now, as far as anybody can tell who does not see the tiles."""
        if not self._has_corral(table, seat) or not budget and self.quick:
            return
        mates = [seat] if self.animals[seat] > 1 else []
        mates += [other for other in range(len(self.animals)) if other != seat and self.animals[other]]
        for size in range(1 if self.quick else 0, LARGEST_CORRAL + 1):
            for mate in mates if self.animals[seat] else ():
                pair = Pair(size, self.points[size], seat, mate, len(self.pairs) + 1)
                if self.cost(pair) <= budget and self._has_room(table, pair, budget):
                    yield pair

    def _has_corral(self, table: ArkAndNoahTable, seat: int) -> bool:
        return bool(table.boards_on_ark[seat]) and sum(table.boards_on_ark) >= self.shapes[1][0][0]

    def _has_room(self, table: ArkAndNoahTable, pair: Pair, budget: int) -> bool:
        built = sum(table.boards_on_ark)
        if not any(boards <= built for boards, _ in self._possible(table, pair)):
            return False
        more = min(budget - self.cost(pair), table.food[pair.seat], self.squares - table.food_on_ark)
        return self.quick or self.food_needed(pair) <= table.food_on_ark + more

    def _possible(self, table: ArkAndNoahTable, pair: Any) -> list[tuple[int, int]]:
        most = self.most_pitch(table)
        return [shape for shape in self.shapes[pair.size] if shape[1] <= most]

    def most_pitch(self, table: ArkAndNoahTable) -> int:
        """How many cubes can be on the ark: as many as were taken, if the rest are boards enough to carry them."""
        if self.quick:
            return 0
        built = sum(self.built)
        taken = [have + all - boards for have, all, boards in zip(table.pitch, self.built, table.boards_on_ark, strict=True)]
        most = min(self.spaces, sum(map(min, taken, self.built)))
        while most > table.pitch_on_ark and not (built - most >= self.outer or most < built - most):
            most -= 1
        return most

    def _corral_told(self, table: ArkAndNoahTable, seat: int, pair: Pair) -> Play[Told]:
        """The corral by its boards and cubes, or as the one another pair is in already."""
        possible = self._possible(table, pair)
        around = tuple(sorted({boards for boards, _ in possible}))
        later = sum(table.boards_on_ark) - table.boards_on_ark[seat]
        own = [number for number in numbers(table.boards_on_ark[seat], 0, later, around) if number]
        known = [told for told in self.told if told.holds(seat, pair, possible)]
        choices: list[Any] = [*known, *own]
        answer = (yield Question(seat, "corral_boards", choices, seat)) if len(choices) > 1 else choices[0]
        if isinstance(answer, Told):
            self.told.remove(answer)
            return answer
        colours = [0] * len(table.seats)
        colours[seat] = answer
        yield from self._others(table, seat, colours, around)
        cubes = [pitch for boards, pitch in possible if boards == sum(colours)]
        pitch = (yield Question(seat, "corral_pitch", cubes, pair)) if len(cubes) > 1 else cubes[0]
        corral = Told(colours, pitch, pair)
        if not self.quick:
            self.told.append(corral)
        return corral

    def _others(self, table: ArkAndNoahTable, seat: int, colours: list[int], around: tuple[int, ...]) -> Play[None]:
        """Whose the other boards are: in one answer, unless there are too many ways to share them out."""
        on_ark = table.boards_on_ark
        asked = sorted((one for one in range(len(on_ark)) if one != seat and on_ark[one]), key=lambda one: -on_ark[one])
        while True:
            told = sum(colours)
            left = tuple(on_ark[one] if one in asked else 0 for one in range(len(on_ark)))
            found = shares(left, tuple(boards - told for boards in around if boards >= told))
            if len(found) <= MOST_SPLITS:
                break
            owner = asked.pop(0)
            later = sum(on_ark[one] for one in asked)
            colours[owner] = yield Question(
                seat, "corral_boards", numbers(on_ark[owner], told, later, around), owner
            )  # fmt: skip
        split = found[0] if len(found) == 1 else (yield Question(seat, "corral_rest", found, told))
        for owner, boards in enumerate(split.boards):
            colours[owner] += boards

    def _embark(self, table: ArkAndNoahTable, pair: Pair, corral: Told) -> None:
        """Points for the tiles to their holders, for boards to their owners, for pitch to the loader."""
        add = table.ledger.add
        before = len(table.ledger.entries)
        for holder in (pair.seat, pair.mate):
            if pair.points:
                add(holder, pair.points, "half", pair.size)
            self.animals[holder] -= 1
        for owner, boards in enumerate(corral.colours):
            if boards:
                add(owner, boards, "corral-boards", pair)
        if corral.pitch:
            add(pair.seat, corral.pitch, "corral-pitch", pair)
        self.pairs.append(pair)
        table.tell_points(corral, table.ledger.entries[before:])
        if pair.mate != pair.seat:
            table.cue("gives_half", table.seats[pair.mate])

    def load_last_food(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """For no points, so nobody is asked."""
        return
        yield  # makes this a generator, as the rules expect

    def load_last_pairs(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """For no points, so nobody is asked."""
        return
        yield  # makes this a generator, as the rules expect

    def flood(self, table: ArkAndNoahTable) -> Play[str]:
        """One look at the ark; that no board is left can only be told where the supply may be empty."""
        may_be_over = not any(table.boards_left)
        if may_be_over and not self.quick and not any((*table.boards, *table.pitch, *self.spare)):
            return NO_BOARD
        if sum(table.boards_on_ark) < self.outer:
            return ""
        answer = yield Question(TABLE, "hull_closed", (YES, NO, NO_BOARD) if may_be_over else (YES, NO))
        return CLOSED if answer == YES else NO_BOARD if answer == NO_BOARD else ""

    def left_over(self, table: ArkAndNoahTable, seat: int) -> Play[Iterable[LeftOver]]:
        """One number: boards, cubes and food, and the sizes of the animals that stayed behind."""
        least = table.boards[seat] + table.pitch[seat]
        most = least + self.spare[seat] + table.food[seat] + HUNGRY_SQUARES * self.animals[seat]
        number = least
        if most > least:
            number = yield Question(seat, "left_over", range(least, most + 1))
        return [(number, "left-over", "")]

    def facts(self, table: ArkAndNoahTable) -> Facts:
        """The pairs aboard, by size."""
        return {"aboard": " ".join(f"size-{pair.size}" for pair in self.pairs)}

    def view(self, table: ArkAndNoahTable) -> dict[str, Any]:
        """The pairs aboard."""
        return {"aboard": [{"size": pair.size, "by": pair.seat, "with": pair.mate} for pair in self.pairs]}


@cache
def groups(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All groups of some seats in their order, single ones first."""
    found = [tuple(seat for at, seat in enumerate(seats) if bits >> at & 1) for bits in range(1, 1 << len(seats))]
    return tuple(sorted(found, key=lambda group: (len(group), [seats.index(seat) for seat in group])))


@cache
def shares(most: tuple[int, ...], totals: tuple[int, ...]) -> list[Split]:
    """The ways in which boards can belong to these owners, if there are as many as one of the totals; few owners first."""
    ways = [way for total in totals for way in _ways(most, total)]
    return [Split(way) for way in sorted(ways, key=lambda way: (sum(map(bool, way)), sum(way), [-n for n in way]))]


def _ways(most: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    for number in range(min(most[0], total) + 1):
        for way in _ways(most[1:], total - number):
            yield number, *way
