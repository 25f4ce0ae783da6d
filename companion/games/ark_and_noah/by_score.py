"""The `score` depth: at a real table people enter only what points need.

The ark is known only within bounds. Boards and cubes are entered as one number, so everything built counts as
boards as long as its builder had any: no other telling allows more corrals or more cubes on top.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, product
from operator import add
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.facts import Facts
from companion.core.question import TABLE, Play, Question
from companion.core.seat import Seat
from companion.core.unknown_piece import ANOTHER, PieceFigure, ask_figures
from companion.games.ark_and_noah.depth import (
    CLOSED,
    NO,
    NO_BOARD,
    SMALLEST_WALL_AROUND_A_STRAY,
    DepthWithoutPlaces,
    KnownCorral,
    LeftOver,
    Shape,
    list_board_counts,
    list_groups,
)
from companion.games.ark_and_noah.hull import LARGEST_CORRAL
from companion.games.ark_and_noah.pieces import MOST_POINTS, Action, ArkAndNoahPieces
from companion.games.ark_and_noah.table import ArkAndNoahTable

MORE_POINTS = "more-points"
"""The choice for tiles that show other points than those we know for their size."""

ALL, NOBODY = "all", "nobody"
"""Joint answers: everyone did as expected, or nobody did anything."""

WALLED = 67
"""Once this percentage of the edges has boards, people are expected to load all their food."""

HUNGRY_SQUARES = 4
"""The most squares that one animal can cost at the end."""

MOST_SPLITS = 120
"""The most ways to share out the boards of a corral that are asked for in one question."""


class Pair:
    """A loaded pair, known only by its size, its points and by who has its halves."""

    __slots__ = ("mate", "number", "points", "points_guessed", "seat", "size", "small", "usual")

    def __init__(
        self, size: int, points: int, guessed: bool, seat: int, mate: int, number: int, usual: bool = True
    ) -> None:
        self.size = size
        self.usual = usual
        """Whether its tiles show what tiles of this size usually show; another number is part of the id."""
        self.points = points
        """Of each of the two tiles."""
        self.points_guessed = guessed
        self.small = size == 0
        self.seat = seat
        """The loader, who has one half; `mate` has the other, and may be the same player."""
        self.mate = mate
        self.number = number
        """Which pair of the match it is."""

    @property
    def id(self) -> str:
        """Id of the pair once it is aboard."""
        return f"pair-{self.number}"

    @property
    def halves(self) -> int:
        """Number of its tiles that the loader has."""
        return 2 if self.mate == self.seat else 1

    def __str__(self) -> str:
        size = f"size{self.size}" if self.usual else f"size{self.size}p{self.points}"
        return size if self.mate == self.seat else f"{size}-with-{self.mate}"


class SeatGroup:
    """Players of whom something is true; a player who loads two pairs is named twice."""

    __slots__ = ("seats",)

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats

    def __str__(self) -> str:
        return "-".join(f"s{seat}" for seat in self.seats)


class Expectation(NamedTuple):
    """Pieces that each player adds if they add all they can."""

    shares: tuple[tuple[Seat, int], ...]

    def __bool__(self) -> bool:
        """Whether anybody is expected to do anything."""
        return any(number for _, number in self.shares)

    def __str__(self) -> str:
        return " ".join(f"{seat}:{number}" for seat, number in self.shares)

    @property
    def joint_answers(self) -> tuple[str, ...]:
        """Answers for everybody together; if nothing is expected, only `NOBODY`."""
        return (ALL, NOBODY) if self else (NOBODY,)


class Deviation(NamedTuple):
    """One player who did something else than expected, and how much; all others did as expected."""

    seat: Seat
    number: int

    def __str__(self) -> str:
        return f"s{self.seat.index}-did-{self.number}"


class OwnWalls(NamedTuple):
    """The loader's own boards around a corral, and its cubes."""

    boards: int
    pitch: int

    def __str__(self) -> str:
        return f"{self.boards}-{self.pitch}"


class Split:
    """Owners of the other boards around a corral, by seat."""

    __slots__ = ("boards",)

    def __init__(self, boards: tuple[int, ...]) -> None:
        self.boards = boards

    def __str__(self) -> str:
        owners = "".join(str(seat) for seat, boards in enumerate(self.boards) if boards)
        return "-".join([f"of{owners}", *map(str, self.boards)])


class Walls(NamedTuple):
    """All boards around a corral by seat, and its cubes, in one answer."""

    own: OwnWalls
    others: Split

    def __str__(self) -> str:
        return f"{self.own.boards}p{self.own.pitch}-{self.others}"


class ByScore(DepthWithoutPlaces):
    """Asks only for points and their parts."""

    knows_animals = False

    def __init__(self, pieces: ArkAndNoahPieces) -> None:
        super().__init__(pieces)
        self.points = [values[:] for values in pieces.points_by_size]
        """Points that tiles show, by size, the usual ones first; `points_guessed` says whether those are our guess."""
        self.points_guessed = list(pieces.points_guessed)
        self.certain = [
            [species.points for species in pieces.all_species if species.size == size and not species.figures_guessed]
            for size in range(LARGEST_CORRAL + 1)
        ]
        """Points of animals whose figures are no guesses, by size."""
        self.pairs: list[Pair] = []
        """Everything aboard, in the order it came."""
        self.animals = [2] * pieces.players
        """Number of tiles in front of each player."""
        self.in_bags = 2 * len(pieces.species) - 2 * pieces.players
        self.built = [0] * pieces.players
        """Boards and cubes that each player has added."""
        self.outer_leaders: tuple[int, ...] = ()
        """Seats with the most outer boards, once the hull is closed."""
        self.full = False
        """Whether the last builder found no room for another piece."""
        self.spare = [0] * pieces.players
        """Boards that players may have beyond our count: walls that went back to an empty supply."""
        self.unsure = [0] * pieces.players
        """Number of pieces we counted as built."""

    def take_animals(self, order: list[int]) -> int:
        """Count a tile for each player, whichever it is; return for how many our bags had one.

        We only guess which animals are used with this many players. So everyone is counted: a tile too many rules
        nothing out, one too few would.
        """
        for seat in order:
            self.animals[seat] += 1
        had = min(len(order), self.in_bags)
        self.in_bags -= had
        return had

    def has_boards_in_supply(self, table: ArkAndNoahTable, seat: int) -> bool:
        """Whether a board can be taken, counting boards that may have gone back."""
        return super().has_boards_in_supply(table, seat) or sum(table.boards_on_ark) >= SMALLEST_WALL_AROUND_A_STRAY

    def note_short_supply(self, seat: int, missing: int) -> None:
        """Note boards that may be there after all, if walls of finished corrals came back."""
        self.spare[seat] = min(self.spare[seat] + missing, self.squares // LARGEST_CORRAL)

    def build_in_turn(
        self, table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]
    ) -> Play[None]:
        """Ask in one question who did not build all they could."""
        limits = {chooser: action.chooser} | dict.fromkeys(others, action.others)
        most = self._count_buildable_by_all(table, limits)
        # if others build less, there may be room for a player who would otherwise find none
        builders = tuple(
            seat for seat, limit in limits.items() if most[seat] or self.count_buildable(table, seat, limit)
        )
        # cubes find room once the hull is half built; before that people are not expected to have placed any
        early = 2 * sum(table.boards_on_ark) < self.outer
        expected = {seat: min(number, table.boards[seat]) if early else number for seat, number in most.items()}
        if self.full:
            expected = dict.fromkeys(most, 0)
        for seat in () if self.quick else limits:
            table.begin_turn(seat, seat in builders)
        if builders or self.quick:  # a quick game asks nobody what they built, so our books may lack boards
            table.cue("builds_in_turn" if self.quick else "builds_up_to", action, *list_limits(table, limits))
        if self.quick or len(builders) < 2:
            for seat in builders:
                yield from self.build(table, seat, limits[seat])
            return
        answer = yield from self._ask_who_built_otherwise(table, builders, limits, expected)
        if answer == NOBODY:
            expected = dict.fromkeys(most, 0)
        elif isinstance(answer, Deviation):
            expected[answer.seat.index] = answer.number
        otherwise = answer.seats if isinstance(answer, SeatGroup) else ()
        for seat in builders:
            number = yield from self._build(table, seat, limits[seat], expected[seat], seat in otherwise)
            # if the last builder found no room, nobody is expected to build the next time
            self.full = number == 0

    def _ask_who_built_otherwise(
        self, table: ArkAndNoahTable, builders: tuple[int, ...], limits: Mapping[int, int], expected: Mapping[int, int]
    ) -> Play[Any]:
        """Ask who built something else; a single player enters the number at once."""
        built = Expectation(tuple((table.seats[seat], expected[seat]) for seat in builders))
        deviations: list[Deviation] = []
        for turn, seat in enumerate(builders):
            before = {other: expected[other] for other in builders[:turn]}
            most = self.count_buildable(table, seat, limits[seat], before)
            deviations += [Deviation(table.seats[seat], n) for n in range(most, -1, -1) if n != expected[seat]]
        return (
            yield Question(
                TABLE, "built_else", (*built.joint_answers, *deviations, *list_larger_groups(builders)), built
            )
        )

    def _build(self, table: ArkAndNoahTable, seat: int, limit: int, expected: int, otherwise: bool) -> Play[int]:
        """Build as expected, or ask for another number."""
        most = self.count_buildable(table, seat, limit)
        number = expected
        if otherwise or expected > most:
            could_be = [number for number in range(most, -1, -1) if number != expected] or [most]
            number = could_be[0] if len(could_be) == 1 else (yield Question(seat, "built", could_be))
        self._place_pieces(table, seat, number)
        return number

    def build(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[None]:
        """Ask for one number, boards and cubes together."""
        number = most = self.count_buildable(table, seat, most)
        if most and not self.quick:
            number = yield Question(seat, "built", range(most, -1, -1))
        self._place_pieces(table, seat, number)

    def _count_buildable_by_all(self, table: ArkAndNoahTable, limits: Mapping[int, int]) -> dict[int, int]:
        """Return what everyone adds if all add as much as they can, in turn."""
        most: dict[int, int] = {}
        for seat, limit in limits.items():
            most[seat] = self.count_buildable(table, seat, limit, most)
        return most

    def count_buildable(
        self, table: ArkAndNoahTable, seat: int, limit: int, before: Mapping[int, int] = MappingProxyType({})
    ) -> int:
        """Return the most boards and cubes this player can have added, after what others add."""
        stock = table.boards[seat] + self.spare[seat] + table.pitch[seat]
        for number in range(min(limit, stock), 0, -1):
            if self._has_place(table, {**before, seat: number}):
                return number
        return 0

    def _has_place(self, table: ArkAndNoahTable, more: Mapping[int, int]) -> bool:
        """Whether all these pieces fit, boards first, then cubes."""
        boards, pitch = 0, 0
        for seat, was in enumerate(self.built):
            built = was + more.get(seat, 0)
            boards += min(built, table.boards_on_ark[seat] + table.boards[seat] + self.spare[seat])
            pitch += min(built, was - table.boards_on_ark[seat] + table.pitch[seat])
        laid = min(boards, self.edges)
        cubes = sum(self.built) + sum(more.values()) - laid
        return cubes <= min(pitch, self.count_pitch_room(laid))

    def _place_pieces(self, table: ArkAndNoahTable, seat: int, number: int) -> None:
        """Place boards as long as there are any, then cubes."""
        # counting all as boards allows the most corrals, so no later answer is ruled out wrongly
        boards = min(number, table.boards[seat] + self.spare[seat])
        unseen = max(0, boards - table.boards[seat])
        self.spare[seat] -= unseen
        self.unsure[seat] += unseen
        table.boards[seat] += unseen
        self.built[seat] += number
        table.put_boards_on_ark(seat, boards)
        table.put_pitch_on_ark(seat, number - boards)
        table.score(seat, number * self.worth, "built", {})

    def load_in_turn(self, table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
        """Ask in one question who did not just load all the food they could."""
        if self.quick:
            yield from self._load_quick(table, action, chooser, others)
            return
        limits = {chooser: action.chooser} | dict.fromkeys(others, action.others)
        order = [chooser, *others]
        food = {seat: self._most_food(table, seat, limits[seat]) for seat in order}
        of_all = sum(food.values())
        able = tuple(seat for seat in order if food[seat] or any(self.list_loadable(table, seat, limits[seat], of_all)))
        for seat in order:
            table.begin_turn(seat, seat in able)
        if not able:
            return
        table.cue("loads_up_to", action, *list_limits(table, limits))
        # there is room for all that food once most of the ark is walled in, and hardly any before
        walled = 100 * sum(table.boards_on_ark) >= WALLED * self.edges
        food = {seat: food[seat] if walled else 0 for seat in able}
        answer = yield from self._ask_who_loaded_otherwise(
            table, "loaded_else", {loader: limits[loader] for loader in able}, food
        )
        if answer == NOBODY:
            return
        waiting: dict[int, int] = {}
        for seat in able:
            if isinstance(answer, SeatGroup) and seat in answer.seats:
                others_food = self._all_food(table, waiting)
                left = yield from self._load_one(table, seat, limits[seat], food[seat], others_food)
                waiting |= {} if left is None else {seat: left}
            else:
                self._feed(table, seat, _number_for(answer, seat, food[seat]))
        yield from self._load_rest(table, waiting)

    def _load_quick(self, table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
        """Ask in one question who loads how many pairs: a quick game has no food."""
        limits = {chooser: action.chooser} | dict.fromkeys(others, action.others)
        most = {seat: self._most_pairs(table, seat, limit) for seat, limit in limits.items()}
        able = tuple(seat for seat in limits if most[seat])
        for seat in limits:
            table.begin_turn(seat, seat in able)
        if not able:
            return
        table.cue("loads_up_to", action, *list_limits(table, limits))
        nothing = Expectation(tuple((table.seats[seat], 0) for seat in able))
        loaders = (SeatGroup(seats) for seats in list_loaders(tuple((seat, most[seat]) for seat in able)))
        answer = yield Question(TABLE, "loaded_else", (NOBODY, *loaders), nothing)
        for seat in able if isinstance(answer, SeatGroup) else ():
            for more in reversed(range(answer.seats.count(seat))):
                yield from self._load_one(table, seat, more + 1, 0, 0, more)

    def _most_pairs(self, table: ArkAndNoahTable, seat: int, limit: int) -> int:
        """Return the most pairs a player could load."""
        own = self.animals[seat]
        return (
            min(limit, count_pairs(own, sum(self.animals) - own)) if any(self.list_loadable(table, seat, limit)) else 0
        )

    def _ask_who_loaded_otherwise(
        self, table: ArkAndNoahTable, ask: str, budgets: Mapping[int, int], expected: Mapping[int, int]
    ) -> Play[Any]:
        """Ask who loaded something else; a single player enters the food at once."""
        expectation = Expectation(tuple((table.seats[seat], expected[seat]) for seat in budgets))
        all_food = self._all_food(table, budgets)
        choices: list[Any] = []
        # every square holds one food tile
        room = self.squares - table.food_on_ark
        for seat, budget in budgets.items():
            most = min(room, self._most_food(table, seat, budget))
            least = self._least_food(table, all_food - self._most_food(table, seat, budget))
            choices += [Deviation(table.seats[seat], n) for n in range(least, most + 1) if n != expected[seat]]
            if any(self.list_loadable(table, seat, budget, all_food)):
                choices.append(SeatGroup((seat,)))
            room -= min(room, expected[seat])
        together = expectation.joint_answers
        if self._least_food(table, 0):
            together = tuple(word for word in together if word != NOBODY)
        return (yield Question(TABLE, ask, (*together, *choices, *list_larger_groups(tuple(budgets))), expectation))

    def _all_food(self, table: ArkAndNoahTable, budgets: Mapping[int, int]) -> int:
        """Return the food that all of these could load together."""
        return sum(self._most_food(table, seat, budget) for seat, budget in budgets.items())

    def _most_food(self, table: ArkAndNoahTable, seat: int, budget: int) -> int:
        if self.quick or not self._has_corral(table, seat):
            return 0
        return min(budget, table.food[seat], self.squares - table.food_on_ark)

    def _least_food(self, table: ArkAndNoahTable, others_food: int) -> int:
        """Return the food missing below the entered pairs, if others bring all they can."""
        return 0 if self.quick else max(0, self.count_food_needed() - table.food_on_ark - others_food)

    def load(self, table: ArkAndNoahTable, seat: int, budget: int) -> Play[None]:
        """Load pairs first, then food, as far as the budget goes."""
        return self._load(table, seat, budget, -1)

    def _load(self, table: ArkAndNoahTable, seat: int, budget: int, expected: int, others_food: int = 0) -> Play[None]:
        """Ask for pair after pair; the food of the whole turn comes last and ends it."""
        left: int | None = budget
        while left is not None:
            left = yield from self._load_one(table, seat, left, expected, others_food)
            expected = -1

    def _load_rest(self, table: ArkAndNoahTable, waiting: dict[int, int]) -> Play[None]:
        """Load all the food people can after their first pairs, and ask only who did otherwise."""
        of_all = self._all_food(table, waiting)
        food = {seat: self._most_food(table, seat, budget) for seat, budget in waiting.items()}
        waiting = {
            loader: left
            for loader, left in waiting.items()
            if food[loader] or any(self.list_loadable(table, loader, left, of_all))
        }
        if len(waiting) > 1:
            answer = yield from self._ask_who_loaded_otherwise(table, "loaded_rest", waiting, food)
            loading_again = answer.seats if isinstance(answer, SeatGroup) else ()
            for seat in () if answer == NOBODY else [seat for seat in waiting if seat not in loading_again]:
                self._feed(table, seat, _number_for(answer, seat, food[seat]))
            waiting = {seat: waiting[seat] for seat in loading_again}
            for seat in loading_again:
                budget = waiting.pop(seat)
                yield from self._load(table, seat, budget, food[seat], self._all_food(table, waiting))
        else:
            for seat, budget in waiting.items():
                yield from self._load(table, seat, budget, -1)

    def _load_one(
        self, table: ArkAndNoahTable, seat: int, budget: int, expected: int, others_food: int, more: int = 0
    ) -> Play[int | None]:
        """Ask for a pair and return the points left, or for the food, which ends the turn.

        `more` pairs are certain to come after it.
        """
        while True:
            pairs = [
                load
                for load in self.list_loadable(table, seat, budget, others_food)
                if self._leaves_tiles_for(load, more)
            ]
            food = range(self._least_food(table, others_food), self._most_food(table, seat, budget) + 1)
            choices: list[Any] = [*pairs, *(number for number in food if number != expected)] or [*food]
            guessed = sorted({pair.size for pair in pairs if pair.points_guessed})
            entered = sorted({pair.size for pair in pairs} - {0, *guessed})
            choices += [ANOTHER] if guessed else []
            choices += [MORE_POINTS] if entered else []
            choice = choices[0]
            if len(choices) > 1:
                choice = yield Question(seat, "loads", choices, budget)
            if choice not in (ANOTHER, MORE_POINTS):
                break
            yield from self._ask_points(table, seat, guessed if choice is ANOTHER else entered)
        if not isinstance(choice, Pair):
            self._feed(table, seat, choice)
            return None
        corral = yield from self._ask_corral(table, seat, choice)
        self._embark(table, choice, corral)
        return budget - self.cost(choice)

    def _leaves_tiles_for(self, pair: Pair, more: int) -> bool:
        """Whether the loader keeps enough tiles for this many more pairs."""
        own = self.animals[pair.seat] - pair.halves
        return count_pairs(own, sum(self.animals) - 2 - own) >= more

    def _ask_points(self, table: ArkAndNoahTable, seat: int, sizes: list[int]) -> Play[None]:
        """Ask for the points on tiles of one size; two animals of a size may show different ones."""
        (size,) = yield from ask_figures(seat, (PieceFigure("another_size", sizes),))
        (points,) = yield from ask_figures(seat, (PieceFigure("another_points", range(MOST_POINTS + 1)),))
        values = self.points[size]
        if self.points_guessed[size]:
            # what the book or the owner says of some animal of this size still holds
            self.points[size] = [points, *(value for value in self.certain[size] if value != points)]
            self.points_guessed[size] = False
            table.learn(f"points.size_{size}", points)
        elif points not in values:
            values.append(points)
            table.learn(f"points.more_{size}", values[1:])

    def _feed(self, table: ArkAndNoahTable, seat: int, number: int) -> None:
        number = min(number, self.squares - table.food_on_ark)
        if number:
            table.put_food_on_ark(seat, number)
            table.score(seat, number, "food", {})

    def count_food_needed(self, more: Pair | None = None) -> int:
        """Return the least food below all pairs: big pairs need their own squares, small ones too."""
        pairs = [*self.pairs, more] if more else self.pairs
        return max(sum(pair.size for pair in pairs), sum(pair.small for pair in pairs))

    def cost(self, pair: Pair) -> int:
        """Return the loading points: the size for each own half; 1 in a quick game."""
        return 1 if self.quick else pair.size * pair.halves

    def list_loadable(self, table: ArkAndNoahTable, seat: int, budget: int, others_food: int = 0) -> Iterator[Pair]:
        """Yield the pairs this player could load now, without knowing their tiles.

        `others_food` is what those who load before may add to the food on the ark.
        """
        if not self._has_corral(table, seat) or (not budget and self.quick):
            return
        # any two tiles may be a pair, as only the people see them
        mates = [seat] if self.animals[seat] > 1 else []
        mates += [other for other in range(len(self.animals)) if other != seat and self.animals[other]]
        for size in range(1 if self.quick else 0, LARGEST_CORRAL + 1):
            for mate in mates if self.animals[seat] else ():
                number, guessed = len(self.pairs) + 1, self.points_guessed[size]
                usual, *others = self.points[size]
                pair = Pair(size, usual, guessed, seat, mate, number)
                if self.cost(pair) <= budget and self._has_room(table, pair, budget, others_food):
                    yield pair
                    yield from (Pair(size, points, False, seat, mate, number, usual=False) for points in others)

    def _has_corral(self, table: ArkAndNoahTable, seat: int) -> bool:
        return bool(table.boards_on_ark[seat]) and sum(table.boards_on_ark) >= self.shapes[1][0][0]

    def _has_room(self, table: ArkAndNoahTable, pair: Pair, budget: int, others_food: int) -> bool:
        built = sum(table.boards_on_ark)
        if not any(boards <= built for boards, _ in self.list_shapes(pair.size, self.count_most_pitch(table))):
            return False
        more = others_food + min(budget - self.cost(pair), table.food[pair.seat])
        return self.quick or self.count_food_needed(pair) <= min(self.squares, table.food_on_ark + more)

    def count_most_pitch(self, table: ArkAndNoahTable) -> int:
        """Return the most cubes that can be on the ark."""
        if self.quick:
            return 0
        used = [self.built[seat] - boards + table.pitch[seat] for seat, boards in enumerate(table.boards_on_ark)]
        built = sum(self.built)
        most = min(self.spaces, sum(map(min, used, self.built)))
        # every cube needs boards on both sides, and each piece is either a board or a cube
        while most and most > self.count_pitch_room(built - most):
            most -= 1
        return most

    def _ask_corral(self, table: ArkAndNoahTable, seat: int, pair: Pair) -> Play[KnownCorral]:
        """Ask for the boards and cubes of the corral, or which known corral it is.

        Own boards and cubes are the loader's points, so they are entered together; the boards of the others come next.
        """
        possible = self.list_shapes(pair.size, self.count_most_pitch(table))
        # of corrals that look alike it makes no difference which one it is
        known = {
            (corral.pair.size, *corral.colours, corral.pitch): corral
            for corral in self.corrals
            if corral.can_hold(seat, pair, possible)
        }
        boards = table.boards_on_ark
        walls = list_walls(boards, seat, possible)
        choices: list[Any] = [*known.values(), *(walls or list_own_walls(boards, seat, possible))]
        ask = "corral_walls" if walls else "corral_own"
        answer = (yield Question(seat, ask, choices, pair)) if len(choices) > 1 else choices[0]
        if isinstance(answer, KnownCorral):
            self.corrals.remove(answer)
            return answer
        if isinstance(answer, Walls):
            colours, pitch = list(answer.others.boards), answer.own.pitch
            colours[seat] = answer.own.boards
        else:
            colours, pitch = (yield from ask_other_owners(boards, seat, answer, possible)), answer.pitch
        return self.remember_corral(colours, pitch, pair)

    def _embark(self, table: ArkAndNoahTable, pair: Pair, corral: KnownCorral) -> None:
        """Score a pair: tiles to their holders, boards to their owners, pitch to the loader."""
        give = table.ledger.add
        before = len(table.ledger.entries)
        for holder in (pair.seat, pair.mate):
            if pair.points:
                give(holder, pair.points, "half", pair.size)
            self.animals[holder] -= 1
        for owner, boards in enumerate(corral.colours):
            if boards:
                give(owner, boards, "corral-boards", pair)
        if corral.pitch:
            give(pair.seat, corral.pitch, "corral-pitch", pair)
        self.pairs.append(pair)
        table.cue_points(corral, table.ledger.entries[before:])
        if pair.mate != pair.seat:
            table.cue("gives_half", table.seats[pair.mate])

    def load_last_food(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask nothing, as it brings no points."""
        return
        yield  # makes this a generator, as the rules expect

    def load_last_pairs(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask nothing, as it brings no points."""
        return
        yield  # makes this a generator, as the rules expect

    def check_flood(self, table: ArkAndNoahTable) -> Play[str]:
        """Ask whether the hull is closed and who leads, in one question."""
        # a board may have gone back unseen, so people decide whether any is left
        may_be_over = not any(table.boards_left)
        if sum(table.boards_on_ark) < self.outer:
            return ""
        leaders = [SeatGroup(group.seats) for group in self.list_possible_leaders(table)]
        answer = yield Question(TABLE, "hull_led", (NO, *leaders, NO_BOARD) if may_be_over else (NO, *leaders))
        if isinstance(answer, SeatGroup):
            self.outer_leaders = answer.seats
            return CLOSED
        return NO_BOARD if answer == NO_BOARD else ""

    def find_outer_leaders(self, table: ArkAndNoahTable) -> Play[tuple[int, ...]]:
        """Return the leaders as entered with the closed hull, or ask."""
        if self.outer_leaders:
            return self.outer_leaders
        return (yield from super().find_outer_leaders(table))

    def list_left_over(self, table: ArkAndNoahTable, seat: int) -> Play[Iterable[LeftOver]]:
        """Ask for one number: boards, cubes, food and the sizes of animals left."""
        stock = table.boards[seat] + table.pitch[seat]
        # boards that we only believe to be built may still be in front of the player
        least = max(0, stock - self.unsure[seat])
        most = stock + self.spare[seat] + table.food[seat] + HUNGRY_SQUARES * self.animals[seat]
        number = least
        if most > least:
            number = yield Question(seat, "left_over", range(least, most + 1))
        return [(number, "left-over", "")]

    def facts(self, table: ArkAndNoahTable) -> Facts:
        """Return the pairs aboard by size."""
        return {"aboard": " ".join(f"size-{pair.size}" for pair in self.pairs)}

    def view(self, table: ArkAndNoahTable) -> dict[str, Any]:
        """Return the pairs aboard by size and holders."""
        return {"aboard": [{"size": pair.size, "by": pair.seat, "with": pair.mate} for pair in self.pairs]}


def list_limits(table: ArkAndNoahTable, limits: Mapping[int, int]) -> Iterable[Any]:
    """Return all players in the order of an action, each followed by how much they may do."""
    return chain.from_iterable((table.seats[seat], limit) for seat, limit in limits.items())


def _number_for(answer: object, seat: int, expected: int) -> int:
    """Return how much this player did: the number in the answer if there is one, else the expected number."""
    return answer.number if isinstance(answer, Deviation) and answer.seat.index == seat else expected


def list_larger_groups(seats: tuple[int, ...]) -> tuple[SeatGroup, ...]:
    """List all groups of two or more."""
    return tuple(SeatGroup(group) for group in list_groups(seats) if len(group) > 1)


def count_pairs(own: int, others: int) -> int:
    """Return how many pairs can be made of a player's tiles and those of others, each with an own one at least."""
    return min(own, others) + max(0, own - others) // 2


@cache
def list_loaders(most: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """List who may load: each seat as often as it loads a pair, up to its most; fewest pairs first.

    >>> list_loaders(((1, 2), (3, 1)))
    ((1,), (3,), (1, 1), (1, 3), (1, 1, 3))
    """
    ways = product(*([(seat,) * times for times in range(number, -1, -1)] for seat, number in most))
    return tuple(sorted((tuple(chain.from_iterable(way)) for way in ways if any(way)), key=len))


def list_walls(on_ark: list[int], seat: int, possible: list[Shape], most: int = MOST_SPLITS) -> list[Walls]:
    """List the ways in which the boards of a corral can be everybody's, and its cubes; none if these are too many."""
    left = tuple(0 if owner == seat else boards for owner, boards in enumerate(on_ark))
    walls: list[Walls] = []
    for own in list_own_walls(on_ark, seat, possible):
        around = list_totals(own, possible)
        walls += [Walls(own, split) for split in list_splits(left, tuple(boards - own.boards for boards in around))]
        if len(walls) > most:  # then own boards and those of others are asked one after the other
            return []
    return walls


def list_own_walls(on_ark: list[int], seat: int, possible: list[Shape]) -> list[OwnWalls]:
    """List possible shares of the loader: at least one board, at most all, and enough other owners for the others."""
    own = on_ark[seat]
    others = sum(on_ark) - own
    own_walls = {
        OwnWalls(number, pitch)
        for boards, pitch in possible
        for number in range(max(1, boards - others), min(own, boards) + 1)
    }
    return sorted(own_walls)


def list_totals(own: OwnWalls, possible: list[Shape]) -> tuple[int, ...]:
    """List how many boards there can be in all, with these of the loader's and these cubes."""
    return tuple(sorted({boards for boards, pitch in possible if pitch == own.pitch and boards >= own.boards}))


def ask_other_owners(on_ark: list[int], seat: int, own: OwnWalls, possible: list[Shape]) -> Play[list[int]]:
    """Ask whose the other boards are: in one question, unless there are too many ways to share them out."""
    around = list_totals(own, possible)
    colours = [0] * len(on_ark)
    colours[seat] = own.boards
    owners = [owner for owner, boards in enumerate(on_ark) if boards and owner != seat]
    while True:
        counted = sum(colours)
        most = tuple(boards if owner in owners else 0 for owner, boards in enumerate(on_ark))
        splits = list_splits(most, tuple(boards - counted for boards in around if boards >= counted))
        if len(splits) <= MOST_SPLITS:
            break
        owner = owners.pop(0)
        could_be = list_board_counts(on_ark[owner], counted, sum(on_ark[other] for other in owners), around)
        colours[owner] = yield Question(seat, "corral_boards", could_be, owner)
    split = splits[0] if len(splits) == 1 else (yield Question(seat, "corral_rest", splits))
    return list(map(add, colours, split.boards))


@cache
def list_splits(most: tuple[int, ...], totals: tuple[int, ...]) -> list[Split]:
    """List the ways to divide one of the totals of boards among these owners; few owners first."""
    ways = [way for total in totals for way in _share_out(most, total)]
    return [Split(way) for way in sorted(ways, key=lambda way: (sum(map(bool, way)), sum(way), [-n for n in way]))]


def _share_out(most: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    for number in range(min(most[0], total) + 1):
        for way in _share_out(most[1:], total - number):
            yield number, *way
