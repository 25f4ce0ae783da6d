"""What people would tell in `counts` depth about a match that was played in `board` depth."""

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.bots import random_bot
from companion.core.game import Bot
from companion.core.question import TABLE, Question
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.ark import Corral, Into
from companion.games.ark_and_noah.hull import Edge
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.scenes import NAMES, ark_of, picked

Turn = tuple[int, int, str, int]
"""Round, who chose the action, the action, and whose part of it this is."""


def turn_of(table: ArkAndNoahTable, seat: int) -> Turn:
    return table.round, table.chooser, str(table.action), seat


class Loaded:
    """A pair that was loaded, and what its corral looked like."""

    def __init__(self, into: Into, quick: bool) -> None:
        corral = into.corral
        self.species = into.species.id
        self.colours = list(corral.colours)
        self.pitch = 0 if quick else corral.pitch.bit_count()
        self.beside = corral.big if into.species.small else corral.small


class Witness:
    """Watches a match on the board and then tells it in numbers."""

    def __init__(self) -> None:
        self.boards: dict[Turn, int] = defaultdict(int)
        self.pitch: dict[Turn, int] = defaultdict(int)
        self.back: dict[Turn, list[int]] = defaultdict(list)
        self.loads: dict[Turn, list[Loaded | None]] = defaultdict(list)
        """A pair, or None for a food tile."""
        self.last_food: dict[int, int] = defaultdict(int)
        self.last_pairs: dict[int, list[str]] = defaultdict(list)
        self.said: list[tuple[str, int, str]] = []
        """All answers that do not concern the ark."""
        self.rounds = 0
        self.leaders = ""
        self.pair: Loaded | None = None
        self.owner = 0
        self.reused = 0
        """How often the corral of another pair was named instead of counted."""

    def sees(self, question: Question, answer: Any, table: ArkAndNoahTable) -> None:
        """Before the answer is carried out."""
        turn = turn_of(table, question.seat)
        if question.ask == "build":
            if isinstance(answer, Edge):
                self.boards[turn] += 1
            elif answer != "done":
                self.pitch[turn] += 1
        elif question.ask == "load":
            if isinstance(answer, Corral):
                self.loads[turn].append(None)
            elif isinstance(answer, Into):
                self.loads[turn].append(Loaded(answer, table.pieces.quick))
        elif question.ask == "last_food":
            self.last_food[question.seat] += answer != "done"
        elif question.ask == "last_pairs":
            if answer != "done":
                self.last_pairs[question.seat].append(answer.species.id)
        elif question.ask not in ("swap", "swap_with"):
            self.said.append((question.ask, question.seat, str(answer)))

    def saw_boards_return(self, turn: Turn, before: list[int], after: list[int]) -> None:
        """The supply has grown: walls inside a corral went back."""
        for seat, (was, now) in enumerate(zip(before, after, strict=True)):
            self.back[turn] += [seat] * (now - was)

    def saw_the_end(self, table: ArkAndNoahTable) -> None:
        self.rounds = table.round
        counts = ark_of(table).outer_boards()
        self.leaders = "-".join(["seat", *(str(seat) for seat, count in enumerate(counts) if count == max(counts))])

    def tells(self, question: Question, table: ArkAndNoahTable) -> str:
        """The id of the answer that the people at this table would give."""
        tell: Callable[[Question, ArkAndNoahTable], str] | None = getattr(self, f"_{question.ask}", None)
        if tell is not None:
            return tell(question, table)
        ask, seat, answer = self.said.pop(0)
        assert (ask, seat) == (question.ask, question.seat)
        return answer

    def _build_boards(self, question: Question, table: ArkAndNoahTable) -> str:
        turn = turn_of(table, question.seat)
        if self.back[turn]:
            self.owner = self.back[turn].pop()
            return "back"
        return str(self.boards.pop(turn, 0))

    def _board_back(self, question: Question, table: ArkAndNoahTable) -> str:
        return f"seat-{self.owner}"

    def _build_pitch(self, question: Question, table: ArkAndNoahTable) -> str:
        return str(self.pitch.pop(turn_of(table, question.seat), 0))

    def _load(self, question: Question, table: ArkAndNoahTable) -> str:
        events = self.loads[turn_of(table, question.seat)]
        if not events:
            return "done"
        food = events.count(None)
        if food:  # all of the turn is told at once, whenever it was loaded
            events[:] = [event for event in events if event is not None]
            return str(food)
        self.pair = events.pop(0)
        assert self.pair is not None
        return self.pair.species

    def _corral_boards(self, question: Question, table: ArkAndNoahTable) -> str:
        assert self.pair is not None
        known = f"with-{self.pair.beside}"
        if known in question.ids():
            self.reused += 1
            return known
        return str(self.pair.colours[question.about])

    def _corral_pitch(self, question: Question, table: ArkAndNoahTable) -> str:
        assert self.pair is not None
        return str(self.pair.pitch)

    def _last_food(self, question: Question, table: ArkAndNoahTable) -> str:
        return str(self.last_food[question.seat])

    def _last_pairs(self, question: Question, table: ArkAndNoahTable) -> str:
        pairs = self.last_pairs[question.seat]
        return pairs.pop(0) if pairs else "done"

    def _hull_closed(self, question: Question, table: ArkAndNoahTable) -> str:
        return "yes" if table.round == self.rounds else "no"

    def _outer_majority(self, question: Question, table: ArkAndNoahTable) -> str:
        return self.leaders

    def has_nothing_left(self) -> bool:
        """Whether all that happened was told."""
        pending = (*self.boards.values(), *self.pitch.values(), *map(len, self.back.values()))
        return not any(pending) and not any(self.loads.values()) and not self.said


def witnessed(options: dict[str, str], players: int, deal: str, seed: int, bots: list[Bot]) -> tuple[Any, Witness]:
    """Play a match on the board under the eyes of a witness."""
    setup = GAME.set_up(NAMES[:players], {**options, "depth": "board"}, seed, deal)
    table = GAME.lay(setup, GAME.pieces(setup))
    witness = Witness()
    everyone = [*bots, random_bot(Random(seed))]
    play = GAME.play(table)
    question = next(play)
    while True:
        answer = everyone[question.seat if question.seat != TABLE else -1](question, table)
        witness.sees(question, answer, table)
        turn, supply = turn_of(table, question.seat), list(table.boards_left)
        building = question.ask == "build"
        over = False
        try:
            question = play.send(answer)
        except StopIteration:
            over = True
        if building and table.boards_left != supply:  # the very last board may close a corral with a wall inside
            witness.saw_boards_return(turn, supply, table.boards_left)
        if over:
            witness.saw_the_end(table)
            return table, witness


def retold(options: dict[str, str], players: int, deal: str, seed: int, witness: Witness) -> tuple[Any, int]:
    """Play the same match in numbers; returns its table and how many answers it took."""
    setup = GAME.set_up(NAMES[:players], {**options, "depth": "counts"}, seed, deal)
    table = GAME.lay(setup, GAME.pieces(setup))
    play = GAME.play(table)
    question = next(play)
    answers = 0
    while True:
        answers += 1
        try:
            question = play.send(picked(question, witness.tells(question, table)))
        except StopIteration:
            return table, answers
