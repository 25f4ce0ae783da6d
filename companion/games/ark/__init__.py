"""Ark (Doris & Frank): load cabins by climate and diet without tipping the ark."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.box import Box
from companion.core.cue import Cue
from companion.core.errors import N_, Phrase
from companion.core.game import Bot, Game, Guesswork, Option, Outcome, Setup
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Play, Question
from companion.core.teach import Lesson
from companion.core.words import Say
from companion.games.ark import anyway, real, rules
from companion.games.ark.bots import BOTS
from companion.games.ark.face import ArkFace
from companion.games.ark.lessons import doubts, lessons
from companion.games.ark.pieces import ArkPieces, list_guesses
from companion.games.ark.primer import PRIMER
from companion.games.ark.reasons import list_refusals
from companion.games.ark.table import ArkTable
from companion.games.ark.tallies import ArkTally
from companion.games.ark.voice import ArkVoice

if TYPE_CHECKING:
    from companion.core.match import Match
    from companion.core.tensor_layout import TensorLayout
    from companion.games.ark.imagining import ArkImagining


class Ark(Game):
    """The game Ark, as the registry finds it."""

    contract = 1
    id = "ark"
    title = "Ark"
    hidden_hands = True
    secret = frozenset({"pet"})
    guess_cues = frozenset({"guess"})
    players = range(3, 6)
    options = (
        Option(
            "fresh",
            N_("Card just taken"),
            {"yes": N_("may be played"), "no": N_("waits until next turn")},
            N_("May you play the card you take for a new cabin in the same turn? The rulebook doesn't say."),
        ),
    )
    starter_asks = frozenset({"starter"})
    variable: ClassVar[Mapping[str, str]] = {
        "hand": "game.hand",
        "rain": "game.rain",
        "incline": "game.incline",
        "cabin": "game.cabin",
        "figures": "game.figures",
        "discs": "game.discs",
    }
    folder = Path(__file__).parent
    primer = PRIMER

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> ArkPieces:
        """Read the cards, and the discs for this many players."""
        return ArkPieces(box, players)

    def new_table(self, setup: Setup, pieces: ArkPieces) -> ArkTable:
        """Return an empty ark, with dealt or real cards."""
        return ArkTable(setup, pieces) if setup.deal == "virtual" else real.RealArkTable(setup, pieces)

    def play(self, table: ArkTable) -> Play[Outcome]:
        """Return the rules; at a real table their questions are adapted to what people can see."""
        return real.play(table) if isinstance(table, real.RealArkTable) else rules.play(table)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Return a bot that plays for majorities."""
        return BOTS

    def make_tally(self, players: int) -> ArkTally:
        """Return a tally of the figures that simulations count in addition to points."""
        return ArkTally()

    def list_doubtful_choices(self, table: ArkTable, question: Question) -> Sequence[DoubtfulChoice]:
        """Return cards and places that people with real cards may enter anyway."""
        assert isinstance(table, real.RealArkTable)
        return anyway.list_doubtful_choices(table, question)

    def accept_doubtful_choice(self, table: ArkTable, question: Question, choice: Any) -> None:
        """Forget where a card was believed to be."""
        assert isinstance(table, real.RealArkTable)
        anyway.accept_doubtful_choice(table, question, choice)

    def list_correcting_answers(self, cue: Cue, question: Question) -> Sequence[str]:
        """Return the answers for a card that isn't in the list, and its name."""
        return [real.find_way_to_unknown_card(question), cue.about[0].id] if cue.kind in self.guess_cues else []

    def voice(self, say: Say) -> ArkVoice:
        """Return the texts of Ark in that language."""
        return ArkVoice(say)

    def face(self) -> ArkFace:
        """Return the lights and pictures of Ark."""
        return ArkFace()

    def make_tensor_layout(self, setup: Setup, pieces: ArkPieces) -> "TensorLayout":
        """Return how programs that learn see the table."""
        from companion.games.ark.tensors import make_layout  # noqa: PLC0415 - only learning needs it

        return make_layout(pieces, len(setup.seats))

    def make_imagining(self, match: "Match") -> "ArkImagining":
        """Return how to imagine the hidden hands, pets and rain."""
        from companion.games.ark.imagining import ArkImagining  # noqa: PLC0415 - only odds need it

        return ArkImagining(match)

    def why_not(self, table: ArkTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """List the cards and cabins that are not among the choices, with every reason."""
        return list_refusals(table, question)

    def count_guesses(self, box: Box) -> Guesswork | None:
        """Count the cards whose name or weight is a guess."""
        cards = ArkPieces(box, self.players[0]).kinds.all[:-1]
        guesses = len(list_guesses(cards))
        return Guesswork(guesses, len(cards), N_("cards")) if guesses else None

    def list_lessons(self, box: Box) -> Sequence[Lesson]:
        """List the features of each card that its owner can correct."""
        return lessons(box)

    def list_doubts(self, box: Box) -> Mapping[str, Phrase]:
        """List corrections that contradict the rulebook."""
        return doubts(box)


GAME = Ark()
