"""Imagined worlds: possible arrangements of everything hidden in a match, given what everyone at the table knows."""

from abc import ABC, abstractmethod
from random import Random
from typing import NamedTuple

from companion.core.playing import finish_play
from companion.core.question import Bot, MakeBot, Play, Question
from companion.core.table import Outcome, Table
from companion.core.unknown_piece import ANOTHER


class ImaginedWorld(NamedTuple):
    """One possible arrangement of everything hidden, ready to be played on."""

    table: Table
    play: Play[Outcome]
    question: Question | None
    """The question asked now; None where the rules have not begun."""


class Imagining(ABC):
    """Public knowledge of a match at one question; deals any number of worlds from it."""

    begins_at: int | None = None
    """Number of answers after which the worlds begin, where that isn't the question asked now."""

    def __init__(self, dice: MakeBot) -> None:
        self._dice = dice
        """Answers for the table: races end as the game's own bot has them, all else falls by chance."""

    @abstractmethod
    def draw_world(self, rng: Random) -> ImaginedWorld:
        """Draw a random world that agrees with everything entered."""

    def make_table_bot(self, rng: Random) -> Bot:
        """Make the bot that answers for cards, dice and races."""
        return self._dice(rng)

    def play_ending(self, bot: MakeBot, rng: Random) -> Outcome:
        """Let such bots finish the match in one world and return its outcome."""
        world = self.draw_world(rng)
        seats = [without_unknown_pieces(bot(rng)) for _ in world.table.seats]
        everyone = [*seats, without_unknown_pieces(self.make_table_bot(rng))]
        question = world.question
        answer = None if question is None else everyone[question.seat](question, world.table)
        outcome, _ = finish_play(world.play, answer, world.table, everyone)
        return outcome


def without_unknown_pieces(bot: Bot) -> Bot:
    """Wrap a bot so that it never reports a piece unknown to the box; imagined worlds have none."""

    def choose(question: Question, table: Table) -> object:
        if ANOTHER in question.choices:
            known = [choice for choice in question.choices if choice != ANOTHER]
            question = Question(question.seat, question.ask, known or question.choices, question.about)
        return bot(question, table)

    return choose
