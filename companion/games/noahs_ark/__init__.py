"""Noah's Ark (Aliens Games): roll, turn the dice, slap the Ark first."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import ClassVar

from companion.core.box import Box
from companion.core.errors import N_
from companion.core.game import Bot, Game, Option, Outcome, Setup
from companion.core.question import Play
from companion.core.words import Say
from companion.games.noahs_ark import rules
from companion.games.noahs_ark.bots import greedy_bot
from companion.games.noahs_ark.face import ArkFace
from companion.games.noahs_ark.pieces import Pieces
from companion.games.noahs_ark.races import RaceTally
from companion.games.noahs_ark.table import ArkTable
from companion.games.noahs_ark.voice import ArkVoice


class NoahsArk(Game):
    """The box on the shelf."""

    id = "noahs-ark"
    title = "Noah's Ark"
    also_called = ("noas-ark",)
    players = range(2, 6)
    options = (
        Option("mode", ("normal", "advanced"), N_("advanced: cards with single-use powers join the deck")),
        Option("flice", ("auto", "with", "without"), N_("FLICE cards in the deck; auto: only in the advanced mode")),
        Option("advanced", ("all", "six", "four", "two"), N_("how many advanced cards join in the advanced mode")),
        Option(
            "length", ("full", "short", "shortest"), N_("shorter: some or half of the animal cards stay in the box")
        ),
        Option("tie", ("shared", "duel"), N_("if two have the most points in the end: shared, or one more duel")),
        Option("race", ("real", "drawn"), N_("drawn: nobody races, times are drawn by lot; for simulations")),
    )
    simulated: ClassVar[Mapping[str, str]] = {"race": "drawn"}
    folder = Path(__file__).parent

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> Pieces:
        """The cards for this many players and these options."""
        return Pieces(box, options, players)

    def lay(self, setup: Setup, pieces: Pieces) -> ArkTable:
        """The deck, and nothing won yet."""
        return ArkTable(setup, pieces)

    def play(self, table: ArkTable) -> Play[Outcome]:
        """The rules of the book."""
        return rules.play(table)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Random, and one that uses its powers well."""
        return {"greedy": greedy_bot}

    def tally(self, players: int) -> RaceTally:
        """What the races were like."""
        return RaceTally(players)

    def voice(self, say: Say) -> ArkVoice:
        """Noah's Ark in that language."""
        return ArkVoice(say)

    def face(self) -> ArkFace:
        """Noah's Ark on the device."""
        return ArkFace()


GAME = NoahsArk()
