"""Worlds in which a match could be, as far as everyone at the table knows: odds are counted in them.

Nothing that only one player has seen, or only the program, has any part in it: odds are shown to all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from companion.core.bots import bots_of, finish
from companion.core.game import Bot, Game, Outcome, Setup, Table
from companion.core.question import SAID, TABLE, Play, Question, Telling
from companion.core.telling import ANOTHER

if TYPE_CHECKING:
    from companion.core.match import Match

MakeBot = Callable[[Random], Bot]


class World(NamedTuple):
    """One way in which everything hidden could lie, ready to be played on."""

    table: Table
    play: Play[Outcome]
    question: Question | None
    """What is asked; None where the rules have not begun."""


class Imagining(ABC):
    """What everyone knows of a match where it stands; any number of worlds can be had from it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._dice = list(bots_of(game).values())[-1]
        """Who answers for the table: races end as the game's own bot has them, all else falls by chance."""

    @abstractmethod
    def world(self, rng: Random) -> World:
        """A world by chance, in which everything that was told is true."""

    def table_bot(self, rng: Random) -> Bot:
        """Who answers for cards, dice and races."""
        return self._dice(rng)

    def ending(self, bot: MakeBot, rng: Random) -> Outcome:
        """How the match ends in one world, if such bots play on."""
        world = self.world(rng)
        seats = [certain(bot(rng)) for _ in world.table.seats]
        everyone = [*seats, certain(self.table_bot(rng))]
        question = world.question
        answer = None if question is None else everyone[question.seat](question, world.table)
        outcome, _ = finish(world.play, answer, world.table, everyone)
        return outcome


def certain(bot: Bot) -> Bot:
    """This bot in a world without pieces that the box does not know: it never tells another one."""

    def choose(question: Question, table: Table) -> object:
        if ANOTHER in question.choices:
            known = [one for one in question.choices if one != ANOTHER]
            question = Question(question.seat, question.ask, known or question.choices, question.about)
        return bot(question, table)

    return choose


class FromLastTurn(Imagining):
    """A match with hidden hands: worlds begin where the last turn began, as rules within one know too much.

    The match is played up to now once, at a table that watches what everyone sees.
    """

    def __init__(self, match: "Match", table: Table) -> None:
        super().__init__(match.game)
        self._setup = match.setup
        self.table = table
        play = match.game.play(table)
        question = next(play)
        self.look(question)
        for id in match.answers:
            pick = question.find(id)
            assert pick is not None, f"{id} was answered to {question}"
            question = play.send(pick.choice)
            self.look(question)

    @abstractmethod
    def look(self, question: Question) -> None:
        """Something is asked: take down what everyone knows, if a turn begins here."""

    def virtual(self, rng: Random) -> Setup:
        """The same match with cards that the program deals by another chance."""
        setup = self._setup
        return Setup(setup.game, setup.seats, setup.options, rng.getrandbits(48), "virtual", setup.corrections)


class Replayed(Imagining):
    """A match in which nothing is hidden but what chance will bring: it is played up to now, then chance is another."""

    def __init__(self, match: "Match") -> None:
        super().__init__(match.game)
        self.setup: Setup = match.setup
        self._pieces = match.game.pieces(match.setup)
        assert match.table.history is not None
        self._steps = list(zip(match.table.history.places, match.answers, strict=True))
        self._steps = self._steps[: self._sound(match.question)]

    def unsound(self, question: Question) -> bool:
        """Whether nobody could go on from this question in another world: then it is imagined from the one before."""
        return False

    def _sound(self, question: Question | None) -> int:
        """How many answers lead to a question from which others can go on."""
        if question is None or not self.unsound(question):
            return len(self._steps)
        table = self.game.new_table(self.setup, self._pieces)
        found = 0
        for number, (_, asked) in enumerate(self._replay(table)):
            found = found if self.unsound(asked) else number
        return found

    def _replay(self, table: Table) -> Iterator[tuple[Play[Outcome], Question]]:
        """The rules at every question up to now."""
        play = self.game.play(table)
        question = next(play)
        yield play, question
        for place, id in self._steps:
            said = question.heard(id.removeprefix(SAID)) if place < 0 and isinstance(question, Telling) else None
            question = play.send(question.choices[place] if said is None else said)
            yield play, question

    def world(self, rng: Random) -> World:
        """The same answers, and another future."""
        table = self.game.new_table(self.setup, self._pieces)
        for play, question in self._replay(table):
            pass
        table.imagine(TABLE, rng)
        return World(table, play, question)
