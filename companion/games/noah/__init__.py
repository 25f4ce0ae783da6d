"""Noah (Bombyx): five ferries, weights, sexes in order, and tears for every animal left behind."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.core.box import Box
from companion.core.errors import N_, Phrase
from companion.core.game import Bot, Game, Option, Outcome, Setup
from companion.core.question import Play, Question
from companion.core.words import Say
from companion.games.noah import real, rules
from companion.games.noah.bots import BOTS
from companion.games.noah.face import NoahFace
from companion.games.noah.pieces import NoahPieces
from companion.games.noah.reasons import list_refusals
from companion.games.noah.table import NoahTable
from companion.games.noah.tallies import FerryTally
from companion.games.noah.voice import NoahVoice

if TYPE_CHECKING:
    from companion.core.match import Match
    from companion.games.noah.imagining import NoahImagining


class Noah(Game):
    """The box on the shelf."""

    contract = 1
    id = "noah"
    title = "Noah"
    players = range(2, 6)
    options = (
        Option(
            "length",
            N_("Length"),
            {"short": N_("3 rounds"), "long": N_("until 26 tears")},
            N_("How long?"),
        ),
        Option(
            "memory",
            N_("Memory"),
            {"off": N_("no, we remember"), "on": N_("yes")},
            N_("Show cards everyone saw being picked up?"),
            deal="table",
        ),
    )
    fewest_win = True
    hidden_hands = True
    secret = frozenset({"give", "give_back"})
    folder = Path(__file__).parent

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> NoahPieces:
        """The cards for this many players."""
        return NoahPieces(box, players)

    def new_table(self, setup: Setup, pieces: NoahPieces) -> NoahTable:
        """An empty ring of ferries."""
        return (NoahTable if setup.deal == "virtual" else real.RealNoahTable)(setup, pieces)

    def play(self, table: NoahTable) -> Play[Outcome]:
        """The rules of the book."""
        return real.play(table) if isinstance(table, real.RealNoahTable) else rules.play(table)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Random, and one that looks a move ahead."""
        return BOTS

    def tally(self, players: int) -> FerryTally:
        """What simulations count besides points."""
        return FerryTally(players)

    def imagining(self, match: "Match") -> "NoahImagining":
        """What everyone knows of the hands, as deduced."""
        from companion.games.noah.imagining import NoahImagining  # noqa: PLC0415 - only odds need it

        return NoahImagining(match)

    def why_not(self, table: NoahTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """What cannot be loaded or reached now."""
        return list_refusals(table, question)

    def voice(self, say: Say) -> NoahVoice:
        """Noah in that language."""
        return NoahVoice(say)

    def face(self) -> NoahFace:
        """Five ferries and Noah."""
        return NoahFace()


GAME = Noah()
