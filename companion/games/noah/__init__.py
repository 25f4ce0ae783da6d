"""Noah (Bombyx): five ferries, weights, sexes in order, and tears for every animal left behind."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.box import Box
from companion.core.errors import N_, NoOdds, Phrase
from companion.core.game import Bot, Game, Option, Outcome, Setup
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Play, Question
from companion.core.words import Say
from companion.games.noah import anyway, real, rules, solo
from companion.games.noah.bots import BOTS
from companion.games.noah.face import NoahFace
from companion.games.noah.pieces import PROMOS, ROOMMATES, NoahPieces
from companion.games.noah.primer import PRIMER
from companion.games.noah.reasons import list_refusals
from companion.games.noah.table import NoahTable
from companion.games.noah.tallies import FerryTally
from companion.games.noah.voice import NoahVoice

if TYPE_CHECKING:
    from companion.core.match import Match
    from companion.core.tensor_layout import TensorLayout
    from companion.games.noah.imagining import NoahImagining

SEVERAL = range(2, 6)
"""Numbers of players for options that mean nothing to a game for one."""


class Noah(Game):
    """The game of Noah."""

    contract = 1
    id = "noah"
    title = "Noah"
    players = range(1, 6)
    options = (
        Option(
            "length",
            N_("Length"),
            {"short": N_("3 rounds"), "long": N_("until 26 tears")},
            N_("How long?"),
            players=SEVERAL,
        ),
        Option(
            "memory",
            N_("Show seen cards"),
            {"off": N_("no, we remember"), "on": N_("yes")},
            N_("Show cards everyone saw being picked up?"),
            deal="table",
            players=SEVERAL,
        ),
        Option(
            "frog",
            N_("Frogs"),
            {"no": N_("no"), "yes": N_("yes, for two snails")},
            N_("Play with the promo frogs?"),
            is_rare=True,
            players=SEVERAL,
        ),
        Option(
            "crocodile",
            N_("Crocodiles"),
            {"no": N_("no"), "yes": N_("yes, for two mules")},
            N_("Play with the promo crocodiles?"),
            is_rare=True,
            players=SEVERAL,
        ),
        Option(
            "roommates",
            N_("Roommates"),
            {"no": N_("no"), "yes": N_("yes, one ferry")},
            N_("Play with the promo ferry?"),
            is_rare=True,
            players=SEVERAL,
        ),
        Option(
            "level",
            N_("Level"),
            {"easy": N_("no cards 4+, 5+"), "middle": N_("no cards 5+"), "hard": N_("all cards")},
            N_("How many cards do you play with?"),
            players=range(1, 2),
        ),
    )
    fewest_win = True
    hidden_hands = True
    secret = frozenset({"give", "give_back", "sort_pile"})
    starter_asks = frozenset({"shortest"})
    guess_cues = frozenset({"loads", "takes_back"})
    variable: ClassVar[Mapping[str, str]] = {
        "hand": "game.hand",
        "rounds": "game.rounds",
        "limit": "ferries.limit",
        "drilled-limit": "ferries.drilled_limit",
        "ferries": "ferries.in_all",
    }
    folder = Path(__file__).parent
    primer = PRIMER

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> NoahPieces:
        """Return the pieces for this many players."""
        if players == 1:
            return NoahPieces(box, players, cards_for=solo.LEVELS[options["level"]])
        return NoahPieces(box, players, [promo for promo in (*PROMOS, ROOMMATES) if options.get(promo) == "yes"])

    def new_table(self, setup: Setup, pieces: NoahPieces) -> NoahTable:
        """Return an empty table."""
        if len(setup.seats) == 1:
            return (solo.SoloNoahTable if setup.deal == "virtual" else solo.RealSoloNoahTable)(setup, pieces)
        return (NoahTable if setup.deal == "virtual" else real.RealNoahTable)(setup, pieces)

    def play(self, table: NoahTable) -> Play[Outcome]:
        """Play by the rules."""
        if isinstance(table, solo.RealSoloNoahTable):
            return solo.play_real(table)
        if isinstance(table, solo.SoloNoahTable):
            return solo.play(table)
        return real.play(table) if isinstance(table, real.RealNoahTable) else rules.play(table)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Return the bots by name."""
        return BOTS

    def make_tally(self, players: int) -> FerryTally | None:
        """Return the counters for simulations; alone, nobody sheds tears."""
        return FerryTally(players) if players > 1 else None

    def make_tensor_layout(self, setup: Setup, pieces: NoahPieces) -> "TensorLayout | None":
        """Return how programs that learn see the table; alone, they see hashed views."""
        if len(setup.seats) == 1:
            return None
        from companion.games.noah.tensors import make_layout  # noqa: PLC0415 - only learning needs it

        return make_layout(pieces, len(setup.seats))

    def make_imagining(self, match: "Match") -> "NoahImagining":
        """Return worlds that fit what everyone knows."""
        if len(match.setup.seats) == 1:
            raise NoOdds(N_("You play alone, so there are no odds"))
        from companion.games.noah.imagining import NoahImagining  # noqa: PLC0415 - only odds need it

        return NoahImagining(match)

    def why_not(self, table: NoahTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """Explain why animals and ferries cannot be chosen now."""
        return list_refusals(table, question)

    def list_doubtful_choices(self, table: NoahTable, question: Question) -> Sequence[DoubtfulChoice]:
        """Return cards and moves that people with real cards may enter anyway."""
        assert isinstance(table, real.RealNoahTable)
        return anyway.list_doubtful_choices(table, question)

    def accept_doubtful_choice(self, table: NoahTable, question: Question, choice: Any) -> None:
        """Forget the deductions that the choice contradicts."""
        assert isinstance(table, real.RealNoahTable)
        anyway.accept_doubtful_choice(table, question, choice)

    def voice(self, say: Say) -> NoahVoice:
        """Return the voice for a language."""
        return NoahVoice(say)

    def face(self) -> NoahFace:
        """Return the face for the device."""
        return NoahFace()


GAME = Noah()
