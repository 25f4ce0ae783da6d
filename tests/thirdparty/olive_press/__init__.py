"""Olive Press: a small game of luck in a package of its own."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.core.box import Box
from companion.core.errors import Phrase
from companion.core.game import Bot, Game, Outcome, Setup
from companion.core.question import Play, Question
from companion.core.words import Say
from olive_press import rules
from olive_press.face import OliveFace
from olive_press.pieces import Pieces
from olive_press.table import OliveTable
from olive_press.voice import OliveVoice


class OlivePress(Game):
    """The box."""

    contract = 1
    id = "olive-press"
    title = "Olive Press"
    players = range(2, 5)
    hidden_hands = True
    secret = frozenset({"wager"})
    folder = Path(__file__).parent

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> Pieces:
        """The cards."""
        return Pieces(box)

    def new_table(self, setup: Setup, pieces: Pieces) -> OliveTable:
        """A full pile and an empty basket."""
        return OliveTable(setup, pieces)

    def play(self, table: OliveTable) -> Play[Outcome]:
        """The rules."""
        return rules.play(table)

    def why_not(self, table: OliveTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """Why the press is not offered."""
        return rules.why_not(table, question)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """One that never waits for the storm."""
        return {"careful": lambda rng: careful}

    def voice(self, say: Say) -> OliveVoice:
        """In that language."""
        return OliveVoice(say)

    def face(self) -> OliveFace:
        """On the device."""
        return OliveFace()


def careful(question: Question, table: Any) -> Any:
    """Press as soon as that is possible; wager on fair weather."""
    return question.choices[0] if question.ask == "wager" or len(question.choices) < 3 else question.choices[-1]


GAME = OlivePress()
