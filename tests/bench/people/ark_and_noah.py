"""People who play Ark & Noah with their real box and tell the companion the truth, as much of it as it wants to know.

They play a match of their own in which every place is known; what they are asked about it they can look up.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Bot, Setup
from companion.core.question import TABLE, Question
from companion.core.unknown_piece import ANOTHER
from companion.games.ark_and_noah import rules
from companion.games.ark_and_noah.ark import Corral, Into
from companion.games.ark_and_noah.bots import greedy_bot
from companion.games.ark_and_noah.by_counts import BACK
from companion.games.ark_and_noah.by_score import ALL, NOBODY, Deviation, OwnWalls, SeatGroup, Split, Walls
from companion.games.ark_and_noah.depth import CLOSED, DONE, NO, NO_BOARD, YES, KnownCorral
from companion.games.ark_and_noah.hull import HullEdge
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.real import RealArkAndNoahTable
from companion.games.ark_and_noah.rules import POINT
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.bench.people.base import People

Turn = tuple[int, int, str, int]
"""Round, who chose the action, the action, and whose part of it this is."""


def turn_of(table: ArkAndNoahTable, seat: int) -> Turn:
    """What is going on at this table."""
    return table.round, table.chooser, str(table.action), seat


class Loaded:
    """A pair that was loaded, and what its corral looked like."""

    def __init__(self, into: Into, table: ArkAndNoahTable) -> None:
        corral, species = into.corral, into.species
        self.species = species
        self.holders = [table.holder[tile.index] for tile in species.tiles]
        self.colours = list(corral.colours)
        self.pitch = 0 if table.pieces.quick else corral.pitch.bit_count()
        self.beside = corral.big if species.small else corral.small
        """Who lives there already."""

    def mate_of(self, seat: int) -> int:
        """Who has the other half."""
        return next((holder for holder in self.holders if holder != seat), seat)


class Truth:
    """A match as it really happened."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, int, str]] = []
        """Everything that was decided, in its order: what was asked, of whom, and the answer."""
        self.boards: dict[Turn, int] = defaultdict(int)
        self.pitch: dict[Turn, int] = defaultdict(int)
        self.back: dict[Turn, list[int]] = defaultdict(list)
        """Whose walls went back to the supply."""
        self.loads: dict[Turn, list[Loaded | None]] = defaultdict(list)
        """Pairs, and None for each food tile."""
        self.awards: dict[Turn, str] = {}
        self.last_food: dict[int, int] = defaultdict(int)
        self.last_pairs: dict[int, list[str]] = defaultdict(list)
        self.table: ArkAndNoahTable
        """How it lay on the table at the end."""

    def sees(self, question: Question, answer: Any, table: ArkAndNoahTable) -> None:
        """Before the answer is carried out."""
        self.answers.append((question.ask, question.seat, str(answer)))
        turn, told = turn_of(table, question.seat), answer != DONE
        if question.ask == "build" and told:
            (self.boards if isinstance(answer, HullEdge) else self.pitch)[turn] += 1
        elif question.ask == "load" and told:
            self.loads[turn].append(None if isinstance(answer, Corral) else Loaded(answer, table))
        elif question.ask == "award":
            self.awards[turn] = str(answer)
        elif question.ask == "last_food":
            self.last_food[question.seat] += told
        elif question.ask == "last_pairs" and told:
            self.last_pairs[question.seat].append(answer.species.id)

    def saw_boards_return(self, turn: Turn, before: list[int], after: list[int]) -> None:
        """Where the supply has grown, walls inside a corral went back."""
        for seat, (was, now) in enumerate(zip(before, after, strict=True)):
            self.back[turn] += [seat] * (now - was)

    def left_over(self, seat: int) -> int:
        """What this player could not bring aboard costs so much."""
        table = self.table
        animals = sum(tile.species.size for tile in table.tiles[seat])
        return table.boards[seat] + table.pitch[seat] + table.food[seat] + animals

    def leaders(self) -> tuple[int, ...]:
        """Who has the most boards on the outside."""
        depth = self.table.depth
        assert isinstance(depth, OnBoard)
        counts = depth.ark.count_outer_boards()
        return tuple(seat for seat, count in enumerate(counts) if count == max(counts))


def lived(table: ArkAndNoahTable, bots: Sequence[Bot], rng: Random) -> Truth:
    """Play a whole match of this set-up on a real ark; chance decides what the bags hold."""
    setup = Setup("ark-and-noah", table.seats, {**table.options, "depth": "board"}, 0, "table", {})
    real = RealArkAndNoahTable(setup, table.pieces, OnBoard(table.pieces))
    truth, everyone = Truth(), [*bots, make_random_bot(rng)]
    truth.table = real
    play = rules.play(real)
    question = next(play)
    while True:
        known = Question(
            question.seat,
            question.ask,
            [choice for choice in question.choices if choice is not ANOTHER],
            question.about,
        )
        answer = everyone[question.seat if question.seat != TABLE else -1](known, real)
        truth.sees(question, answer, real)
        turn, supply, building = turn_of(real, question.seat), list(real.boards_left), question.ask == "build"
        try:
            question = play.send(answer)
        except StopIteration:
            break
        finally:  # the very last board may close a corral with a wall inside
            if building and real.boards_left != supply:
                truth.saw_boards_return(turn, supply, real.boards_left)
    return truth


def otherwise(question: Question, did: Mapping[int, int]) -> str:
    """Who did not do what was to be expected."""
    if not any(did.values()) and NOBODY in question.list_ids():
        return NOBODY
    others = tuple(seat for seat, number in question.about.shares if did[seat.index] != number)
    if len(others) == 1 and did[others[0].index] >= 0:
        return str(Deviation(others[0], did[others[0].index]))
    return str(SeatGroup(tuple(seat.index for seat in others))) if others else ALL


class ArkAndNoahPeople(People):
    """Everyone at the table: they know what happened and tell what they are asked for."""

    per = "round"

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self.said = list(truth.answers)
        """What was decided and is not told yet."""
        self.pair: Loaded
        """The one that is being told, and those whose boards around it were told."""
        self.told: set[int] = set()
        self.owner = 0
        self.reused = 0
        """How often the corral of another pair was named instead of counted."""

    def answer(self, question: Question, table: ArkAndNoahTable) -> Any:
        """The true answer, by its id."""
        tell: Callable[[Question, ArkAndNoahTable], str] | None = getattr(self, f"_{question.ask}", None)
        if tell is not None and not isinstance(table.depth, OnBoard):
            return tell(question, table)
        truth = next(answer for answer in self.said if answer[:2] == (question.ask, question.seat))
        self.said.remove(truth)
        return truth[2]

    def played(self, table: ArkAndNoahTable) -> int:
        """How many rounds were played, which is what answers are counted by."""
        return table.round

    def sets_up(self, question: Question, table: ArkAndNoahTable) -> bool:
        """Before the first round."""
        return table.round == 0

    def _build_boards(self, question: Question, table: ArkAndNoahTable) -> str:
        turn = turn_of(table, question.seat)
        if self.truth.back[turn]:
            self.owner = self.truth.back[turn].pop()
            return BACK
        return str(self.truth.boards.pop(turn, 0))

    def _board_back(self, question: Question, table: ArkAndNoahTable) -> str:
        return f"seat-{self.owner}"

    def _build_pitch(self, question: Question, table: ArkAndNoahTable) -> str:
        return str(self.truth.pitch.pop(turn_of(table, question.seat), 0))

    def _built(self, question: Question, table: ArkAndNoahTable) -> str:
        turn = turn_of(table, question.seat)
        return str(self.truth.boards.pop(turn, 0) + self.truth.pitch.pop(turn, 0))

    def _award(self, question: Question, table: ArkAndNoahTable) -> str:
        """Where the supply was empty there was only a point, though nobody who does not see it can know."""
        return self.truth.awards.get(turn_of(table, question.seat), POINT)

    def _choose_two(self, question: Question, table: ArkAndNoahTable) -> str:
        own = [entry for entry in self.said if entry[:2] == ("choose", question.seat)][:2]
        for entry in own:
            self.said.remove(entry)
        return next(id for id in question.list_ids() if set(id.split("-")) == {answer for _, _, answer in own})

    def _built_else(self, question: Question, table: ArkAndNoahTable) -> str:
        truth = self.truth
        built = {}
        for seat, _ in question.about.shares:
            turn = turn_of(table, seat.index)
            built[seat.index] = truth.boards[turn] + truth.pitch[turn]
        answer = otherwise(question, built)
        for seat in built:
            if "did" in answer or f"s{seat}" not in answer.split("-"):
                del truth.boards[turn_of(table, seat)], truth.pitch[turn_of(table, seat)]
        return answer

    def _loaded_else(self, question: Question, table: ArkAndNoahTable) -> str:
        loads = {seat.index: self.truth.loads[turn_of(table, seat.index)] for seat, _ in question.about.shares}
        if table.pieces.quick:
            loaders = tuple(seat for seat, load in loads.items() for _ in load)
            return str(SeatGroup(loaders)) if loaders else NOBODY
        answer = otherwise(question, {seat: -1 if any(load) else len(load) for seat, load in loads.items()})
        for seat, load in loads.items():
            if "did" in answer or f"s{seat}" not in answer.split("-"):
                load.clear()
        return answer

    _loaded_rest = _loaded_else

    def _load(self, question: Question, table: ArkAndNoahTable) -> str:
        """All the food of a turn first, whenever it was loaded, then the pairs."""
        events = self.truth.loads[turn_of(table, question.seat)]
        food = events.count(None)
        if food:
            events[:] = [event for event in events if event is not None]
            return str(food)
        return self._next_pair(events).species.id if events else DONE

    def _loads(self, question: Question, table: ArkAndNoahTable) -> str:
        """The pairs first, then all the food of the turn."""
        events = self.truth.loads[turn_of(table, question.seat)]
        if not any(events):
            food = len(events)
            events.clear()
            return str(food)
        pair = self._next_pair(events)
        mate = pair.mate_of(question.seat)
        size = f"size{pair.species.size}"
        return size if mate == question.seat else f"{size}-with-{mate}"

    def _next_pair(self, events: list[Loaded | None]) -> Loaded:
        self.pair = next(event for event in events if event is not None)
        events.remove(self.pair)
        self.told = set()
        return self.pair

    def _corral_boards(self, question: Question, table: ArkAndNoahTable) -> str:
        self.told.add(question.about)
        return self._known(question) or str(self.pair.colours[question.about])

    def _corral_own(self, question: Question, table: ArkAndNoahTable) -> str:
        return self._known(question) or str(OwnWalls(self.pair.colours[question.seat], self.pair.pitch))

    def _corral_walls(self, question: Question, table: ArkAndNoahTable) -> str:
        own = OwnWalls(self.pair.colours[question.seat], self.pair.pitch)
        others = Split(tuple(0 if one == question.seat else n for one, n in enumerate(self.pair.colours)))
        return self._known(question) or str(Walls(own, others))

    def _known(self, question: Question) -> str:
        """The corral of another pair, if it is that one."""
        known_ids = [
            str(choice) for choice in question.choices if isinstance(choice, KnownCorral) and self._lives_in(choice)
        ]
        self.reused += bool(known_ids)
        return known_ids[0] if known_ids else ""

    def _lives_in(self, corral: KnownCorral) -> bool:
        """Whether the pair joins the one in this corral: where species are not told, its numbers say it."""
        beside = self.pair.beside
        alike = (corral.colours, corral.pitch) == (self.pair.colours, self.pair.pitch)
        return beside is not None and alike and corral.pair.size == beside.size

    def _corral_rest(self, question: Question, table: ArkAndNoahTable) -> str:
        """Of those that were not told one by one."""
        entered = self.told | {question.seat}
        return str(Split(tuple(0 if owner in entered else n for owner, n in enumerate(self.pair.colours))))

    def _corral_pitch(self, question: Question, table: ArkAndNoahTable) -> str:
        return str(self.pair.pitch)

    def _last_food(self, question: Question, table: ArkAndNoahTable) -> str:
        return str(self.truth.last_food[question.seat])

    def _last_pairs(self, question: Question, table: ArkAndNoahTable) -> str:
        pairs = self.truth.last_pairs[question.seat]
        return pairs.pop(0) if pairs else DONE

    def _hull_closed(self, question: Question, table: ArkAndNoahTable) -> str:
        if table.round < self.truth.table.round:
            return NO
        if self.truth.table.flood == CLOSED:
            return YES
        return NO_BOARD if NO_BOARD in question.choices else NO

    def _hull_led(self, question: Question, table: ArkAndNoahTable) -> str:
        closed = self._hull_closed(question, table)
        return str(SeatGroup(self.truth.leaders())) if closed == YES else closed

    def _outer_majority(self, question: Question, table: ArkAndNoahTable) -> str:
        return "-".join(["seat", *map(str, self.truth.leaders())])

    def _left_over(self, question: Question, table: ArkAndNoahTable) -> str:
        return str(self.truth.left_over(question.seat))


def people_at(table: ArkAndNoahTable, rng: Random) -> ArkAndNoahPeople:
    """People who know what they want, at a fresh table of their own."""
    return ArkAndNoahPeople(lived(table, [greedy_bot(rng) for _ in table.seats], rng))
