"""Ark & Noah (Placentia Games): workers, bonus tiles, corrals, pairs of animals, and the flood."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.box import Box, Tree
from companion.core.errors import N_, NoOdds, Phrase
from companion.core.game import Bot, Game, Guesswork, Option, OptionDifference, Outcome, Setup
from companion.core.imagined_world import Imagining
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Play, Question
from companion.core.teach import Lesson
from companion.core.words import Say
from companion.games.ark_and_noah import anyway, real, rules
from companion.games.ark_and_noah.bots import BOTS
from companion.games.ark_and_noah.by_counts import ByCounts
from companion.games.ark_and_noah.depth import Depth
from companion.games.ark_and_noah.editions import differences
from companion.games.ark_and_noah.face import ArkAndNoahFace
from companion.games.ark_and_noah.lessons import doubts, guess_the_rest, lessons
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import ArkAndNoahPieces
from companion.games.ark_and_noah.primer import PRIMER
from companion.games.ark_and_noah.reasons import list_refusals, reasons_against
from companion.games.ark_and_noah.table import ArkAndNoahTable
from companion.games.ark_and_noah.tallies import CorralTally
from companion.games.ark_and_noah.voice import ArkAndNoahVoice

if TYPE_CHECKING:
    from companion.core.match import Match
    from companion.core.tensor_layout import TensorLayout

DEPTHS: Mapping[str, Callable[[ArkAndNoahPieces], Depth]] = {"board": OnBoard, "counts": ByCounts}
"""Depths for any table; `real.ScoreOnlyTable` has one for real tables only."""


class ArkAndNoah(Game):
    """The game of Ark & Noah."""

    contract = 1
    id = "ark-and-noah"
    title = "Ark & Noah"
    players = range(2, 5)
    options = (
        Option(
            "mode",
            N_("Game"),
            {"normal": N_("normal"), "quick": N_("quick")},
            N_("Which game? Quick is shorter, without food and pitch"),
        ),
        Option(
            "edition",
            N_("Edition"),
            {"en": N_("English"), "fr": N_("French")},
            N_("Which edition do you have? Same rules, other supplies and names"),
        ),
        Option(
            "depth",
            N_("Entry"),
            {"board": N_("every piece"), "counts": N_("everyone's supplies"), "score": N_("scores only")},
            N_("How much do you enter?"),
            real="score",
        ),
        Option(
            "hull",
            N_("Ark"),
            {"own": N_("as in your game"), "rectangle": N_("rectangle"), "tapered": N_("tapered")},
            N_("Which ark do you have? If you never described it, each part has 4 x 3 squares"),
        ),
        Option(
            "workers",
            N_("Three players"),
            {"one": N_("one worker each"), "two": N_("two workers each")},
            N_("How many workers does each of three players have? The French rulebook says two"),
            only_if=("edition", "fr"),
        ),
    )
    starter_asks = frozenset({"rain"})
    variable: ClassVar[Mapping[str, str]] = {
        "rounds": "normal.rounds",
        "quick-rounds": "quick.rounds",
        "boards": "pieces.boards",
        "start-boards": "start.boards",
        "majority": "normal.outer_majority",
        "quick-majority": "quick.outer_majority",
    }
    folder = Path(__file__).parent
    primer = PRIMER

    def open_box(self, options: Mapping[str, str], corrections: Tree) -> Box:
        """Return the box with corrections, and with guesses that follow from them."""
        box = super().open_box(options, corrections)
        guess_the_rest(box)
        return box

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> ArkAndNoahPieces:
        """Return the pieces for this many players."""
        return ArkAndNoahPieces(box, options, players)

    def new_table(self, setup: Setup, pieces: ArkAndNoahPieces) -> ArkAndNoahTable:
        """Return a table with an empty ark and full bags."""
        depth = setup.options["depth"]
        if depth == "score":
            return real.ScoreOnlyTable(setup, pieces)
        table = real.RealArkAndNoahTable if setup.deal == "table" else ArkAndNoahTable
        return table(setup, pieces, DEPTHS[depth](pieces))

    def play(self, table: ArkAndNoahTable) -> Play[Outcome]:
        """Play by the rules."""
        return rules.play(table) if table.deal.virtual else real.play(table)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Return the bots by name."""
        return BOTS

    def make_tally(self, players: int) -> CorralTally:
        """Return the counters for simulations."""
        return CorralTally()

    def list_doubtful_choices(self, table: ArkAndNoahTable, question: Question) -> Sequence[DoubtfulChoice]:
        """Return what people with real pieces may enter anyway."""
        return anyway.list_doubtful_choices(table, question)

    def accept_doubtful_choice(self, table: ArkAndNoahTable, question: Question, choice: Any) -> None:
        """Correct the counts that the choice contradicts."""
        anyway.accept_doubtful_choice(table, question, choice)

    def voice(self, say: Say) -> ArkAndNoahVoice:
        """Return the voice for a language."""
        return ArkAndNoahVoice(say)

    def make_tensor_layout(self, setup: Setup, pieces: ArkAndNoahPieces) -> "TensorLayout | None":
        """Return how programs that learn see the table; None if not every piece has its place."""
        if setup.options["depth"] != "board":
            return None
        from companion.games.ark_and_noah.tensors import make_layout  # noqa: PLC0415 - only learning needs it

        return make_layout(pieces, len(setup.seats))

    def make_imagining(self, match: "Match") -> Imagining | None:
        """Return possible worlds: everything is open, unless only scores are entered."""
        if match.setup.options["depth"] == "score":
            raise NoOdds(N_("There are no odds with scores only: enter every piece, or everyone's supplies"))
        return super().make_imagining(match)

    def why_not(self, table: ArkAndNoahTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """Explain all actions, places and pieces that can't be chosen now."""
        return list_refusals(table, question)

    def explain_refusal(self, id: str, table: ArkAndNoahTable, question: Question) -> Sequence[Phrase]:
        """Explain why one id is refused, even an unlikely one."""
        return reasons_against(id, table, question)

    def list_lessons(self, box: Box) -> Sequence[Lesson]:
        """Return what owners can teach: the squares of the ark and the animals."""
        return lessons(box)

    def count_guesses(self, box: Box) -> Guesswork | None:
        """Return how many animals have a guessed size or guessed points."""
        animals, guesses = box.list_names("species"), set(box.list_reconstructed())
        guessed = [key for key in animals if guesses & {f"species.{key}.{figure}" for figure in ("size", "points")}]
        return Guesswork(len(guessed), len(animals), N_("animals")) if guessed else None

    def list_differences(self, option: Option, say: Say) -> Sequence[OptionDifference]:
        """Return what differs between the editions."""
        if option.name != "edition":
            return ()
        return differences([self.open_box({"edition": edition}, {}) for edition in option.values], say)

    def list_doubts(self, box: Box) -> Mapping[str, Phrase]:
        """Return corrections that contradict the rulebook or other owners."""
        return doubts(box)

    def face(self) -> ArkAndNoahFace:
        """Return the face for the device."""
        return ArkAndNoahFace()


GAME = ArkAndNoah()
