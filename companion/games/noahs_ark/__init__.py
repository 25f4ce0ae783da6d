"""Noah's Ark (Aliens Games): roll, turn the dice, be the first to slap the Ark."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.box import Box
from companion.core.errors import N_, Phrase
from companion.core.game import Bot, Game, Guesswork, Option, Outcome, Setup
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Play, Question, Race
from companion.core.teach import Lesson
from companion.core.words import Say
from companion.games.noahs_ark import anyway, real, rules
from companion.games.noahs_ark.bots import BOTS
from companion.games.noahs_ark.face import NoahsArkFace
from companion.games.noahs_ark.lessons import doubts, lessons
from companion.games.noahs_ark.pieces import MOST_KINDS, NoahsArkPieces
from companion.games.noahs_ark.primer import PRIMER
from companion.games.noahs_ark.real import RealNoahsArkTable
from companion.games.noahs_ark.reasons import list_refusals
from companion.games.noahs_ark.table import NoahsArkTable
from companion.games.noahs_ark.tallies import RaceTally
from companion.games.noahs_ark.voice import NoahsArkVoice

if TYPE_CHECKING:
    from companion.core.match import Match
    from companion.core.tensor_layout import TensorLayout
    from companion.games.noahs_ark.imagining import NoahsArkImagining


class NoahsArk(Game):
    """The game Noah's Ark, as the registry finds it."""

    contract = 1
    id = "noahs-ark"
    title = "Noah's Ark"
    also_called = ("noas-ark",)
    players = range(2, 6)
    options = (
        Option(
            "mode",
            N_("Game"),
            {"normal": N_("normal"), "advanced": N_("advanced")},
            N_("Which game? The advanced one adds cards with one-time powers."),
        ),
        Option(
            "flice",
            N_("FLICE cards"),
            {"auto": N_("advanced game only"), "with": N_("always"), "without": N_("never")},
            N_("Shuffle two FLICE cards into the deck? Usually only in the advanced game."),
        ),
        Option(
            "advanced",
            N_("Advanced cards"),
            {
                "all": N_("all"),
                "seven": N_("seven"),
                "six": N_("six"),
                "five": N_("five"),
                "four": N_("four"),
                "three": N_("three"),
                "two": N_("two"),
                "one": N_("one"),
            },
            N_("How many advanced cards do you add?"),
            only_if=("mode", "advanced"),
        ),
        Option(
            "length",
            N_("Length"),
            {"full": N_("all cards"), "short": N_("¾ of the cards"), "shortest": N_("half the cards")},
            N_("How long a game? With fewer animal cards it's over sooner."),
        ),
        Option(
            "tie",
            N_("Tie at the end"),
            {"shared": N_("shared victory"), "duel": N_("one last duel")},
            N_("What if two players tie for first place?"),
        ),
        Option(
            "told",
            N_("Entering cards"),
            {
                "auto": N_("automatic"),
                "after": N_("after each race"),
                "before": N_("before each race"),
                "end": N_("only at the end"),
            },
            N_("When do you enter cards? Automatic: after each race, or at the end in the advanced game."),
            deal="table",
        ),
        Option(
            "race",
            N_("Races"),
            {"real": N_("with your hands"), "drawn": N_("decided by chance")},
            N_("Who races? Decided by chance is for simulations."),
        ),
    )
    simulated: ClassVar[Mapping[str, str]] = {"race": "drawn"}
    deciding: ClassVar[Mapping[str, str]] = {"mode": "advanced"}
    starter_asks = frozenset({"rain"})
    variable: ClassVar[Mapping[str, str]] = {
        "objectives": "game.objectives",
        "last-cards": "game.last_cards",
        "flice-cards": "game.styles_in_deck",
        "taken-at-most": "game.taken_at_most",
    }
    folder = Path(__file__).parent
    primer = PRIMER

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> NoahsArkPieces:
        """Read the cards for this many players and these options."""
        return NoahsArkPieces(box, options, players)

    def new_table(self, setup: Setup, pieces: NoahsArkPieces) -> NoahsArkTable:
        """Return a table with a full deck, dealt or real."""
        return RealNoahsArkTable(setup, pieces) if setup.deal == "table" else NoahsArkTable(setup, pieces)

    def play(self, table: NoahsArkTable) -> Play[Outcome]:
        """Return the rules, or their form for a real table."""
        return real.play(table) if isinstance(table, RealNoahsArkTable) else rules.play(table)

    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Return a bot that uses its powers well."""
        return BOTS

    def make_tensor_layout(self, setup: Setup, pieces: NoahsArkPieces) -> "TensorLayout":
        """Return how programs that learn see the table."""
        from companion.games.noahs_ark.tensors import make_layout  # noqa: PLC0415 - only learning needs it

        return make_layout(pieces, len(setup.seats))

    def make_imagining(self, match: "Match") -> "NoahsArkImagining":
        """Return how to imagine another deck and the coming races."""
        from companion.games.noahs_ark.imagining import NoahsArkImagining  # noqa: PLC0415 - only odds need it

        return NoahsArkImagining(match)

    def why_not(self, table: NoahsArkTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """List cards that can't be taken or played now, with reasons."""
        return list_refusals(table, question)

    def draw_slap_delay(self, race: Race, table: NoahsArkTable, rng: Random) -> float:
        """Draw the time of a slap from the model in `dice.py`."""
        assert table.goal is not None
        return table.pieces.racing.draw_finish_ms(table.goal.wanted, table.style.effort, rng) / 1000

    def make_tally(self, players: int) -> RaceTally:
        """Return a tally of races and objectives."""
        return RaceTally(players)

    def count_guesses(self, box: Box) -> Guesswork | None:
        """Count the cards and objectives whose print is only a guess."""
        entries = [f"animals.{name}.shows" for name in box.list_names("animals")]
        entries += [f"advanced.{name}.shows" for name in box.list_names("advanced")]
        entries += [f"objectives.{most}" for most in MOST_KINDS]
        guessed = sum(box.provenance[entry] == "reconstructed" for entry in entries)
        return Guesswork(guessed, len(entries), N_("cards")) if guessed else None

    def list_doubtful_choices(self, table: NoahsArkTable, question: Question) -> Sequence[DoubtfulChoice]:
        """Return what people with real pieces may enter anyway."""
        assert isinstance(table, real.RealNoahsArkTable)
        return anyway.list_doubtful_choices(table, question)

    def accept_doubtful_choice(self, table: NoahsArkTable, question: Question, choice: Any) -> None:
        """Correct the counts that the choice contradicts."""
        assert isinstance(table, real.RealNoahsArkTable)
        anyway.accept_doubtful_choice(table, question, choice)

    def voice(self, say: Say) -> NoahsArkVoice:
        """Return the texts of Noah's Ark in that language."""
        return NoahsArkVoice(say)

    def list_lessons(self, box: Box) -> Sequence[Lesson]:
        """List the cards and objective points that an owner can correct."""
        return lessons(box)

    def list_doubts(self, box: Box) -> Mapping[str, Phrase]:
        """List corrections that contradict the rulebook."""
        return doubts(box)

    def face(self) -> NoahsArkFace:
        """Return the lights and pictures of Noah's Ark."""
        return NoahsArkFace()


GAME = NoahsArk()
