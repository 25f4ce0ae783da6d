"""The Game contract: everything that a folder under `games` has to offer."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.core.box import Box, Tree, read_toml
from companion.core.cards import make_random_bot
from companion.core.cue import Cue
from companion.core.errors import N_, Phrase, SetupError
from companion.core.face import Face, FallbackFace
from companion.core.lesson import Lesson
from companion.core.played_anyway import DoubtfulChoice
from companion.core.primer import NO_CARDS, Primer
from companion.core.question import TABLE, Bot, MakeBot, Play, Question, Race
from companion.core.seat import make_seats
from companion.core.table import DEALS, LARGEST_SEED, History, Outcome, Setup, Table
from companion.core.tally import Tally
from companion.core.voice import GUESS_MARK, Guesswork, Voice
from companion.core.words import PROGRAM, Say

if TYPE_CHECKING:
    from companion.core.imagined_world import Imagining
    from companion.core.tensor_layout import TensorLayout

__all__ = [
    "BOTS_HOLD_NO_CARDS",
    "BY_LOT",
    "CONTRACT",
    "DEALS",
    "DRAW_LOTS",
    "GUESS_MARK",
    "LARGEST_SEED",
    "Bot",
    "Game",
    "Guesswork",
    "History",
    "Option",
    "OptionDifference",
    "Outcome",
    "Setup",
    "Table",
    "Voice",
]  # fmt: skip

CONTRACT = 1
"""Version of the contract between games and the program. It grows when older games would no longer work."""
BOTS_HOLD_NO_CARDS = N_("A bot can't hold real cards. Play with cards on the screen, or without bots.")


BY_LOT = "by-lot"
"""Answer to who starts that leaves it to chance; the journal stores the player who was drawn."""
DRAW_LOTS = N_("draw lots")


class Option:
    """Something the players agree on before the game; the first value is the usual one."""

    __slots__ = ("about", "deal", "is_rare", "name", "only_if", "players", "real", "title", "values", "words")

    def __init__(
        self,
        name: str,
        title: str,
        words: Mapping[str, str],
        about: str,
        only_if: tuple[str, str] | None = None,
        real: str = "",
        deal: str = "",
        is_rare: bool = False,
        players: range | None = None,
    ) -> None:
        self.name = name
        self.title = title
        """Title that people read."""
        self.values = tuple(words)
        self.words = words
        """Words for each value, short enough for a row of a small screen."""
        self.about = about
        self.only_if = only_if
        """Another option and the value it must have for this one to matter."""
        self.deal = deal
        """Deal that the option needs, `table` for real cards; empty if it applies to any."""
        self.is_rare = is_rare
        """Whether few people need it, so that the box lists it beside other settings instead of asking everybody."""
        self.players = players
        """Numbers of players that the option is for; None for any."""
        self.real = real
        """Value that exists only with real cards, and is the usual one there."""

    def list_values(self, deal: str = "") -> tuple[str, ...]:
        """Return the values possible with this deal, the usual one first; all values if no deal is given."""
        if not self.real or not deal:
            return self.values
        others = tuple(value for value in self.values if value != self.real)
        return (self.real, *others) if deal == "table" else others

    def is_relevant(self, agreed: Mapping[str, str], deal: str = "", players: int = 0) -> bool:
        """Whether the option must be decided, given the other options, the deal and the number of players."""
        if self.deal and deal and deal != self.deal:
            return False
        if self.players is not None and players and players not in self.players:
            return False
        return self.only_if is None or agreed.get(self.only_if[0]) == self.only_if[1]


class OptionDifference(NamedTuple):
    """One difference between the values of an option, such as editions."""

    what: str
    each: tuple[str, ...]
    """Description for each value, in their order."""
    played: str = ""
    """Variant that is played, where the values alone don't say it."""


@cache
def _read_printed_box(file: Path) -> Tree:
    """Return the content of a printed box; cached, because it is needed often and never changes."""
    return read_toml(file)


class Game(ABC):
    """One boxed game: its pieces, its rules, its bots and its words."""

    contract: ClassVar[int] = 0
    """The version of this contract that the game was written for: every game says its own."""
    version: str = ""
    """The version of the game itself, which is kept with every match; that of its package if it says none."""
    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    also_called: ClassVar[tuple[str, ...]] = ()
    """Other ids people may look for, such as the name on another edition's box."""
    simulated: ClassVar[Mapping[str, str]] = {}
    """Options that differ from the usual when nobody is there, such as races drawn by lot."""
    deciding: ClassVar[Mapping[str, str]] = {}
    """Options that give bots something to decide, for games that are otherwise all chance."""
    fewest_win: ClassVar[bool | None] = False
    """Whether the fewest points win, as with tears. None if each match has its own rule,
    which `Table.fewest_win` says."""
    variable: ClassVar[Mapping[str, str]] = {}
    """Figures of the box that house-rule experiments may vary: the entry of each name."""
    starter_asks: ClassVar[frozenset[str]] = frozenset()
    """Questions for the player who starts, which people may also leave to chance (`BY_LOT`)."""
    guess_cues: ClassVar[frozenset[str]] = frozenset()
    """Kinds of cue that say what we guessed, with real pieces: about one just entered (`list_correcting_answers`), or
    what somebody can only do."""
    secret: ClassVar[frozenset[str]] = frozenset()
    """Questions (`Question.ask`) answered in secret, such as which card is given face down."""
    has_bots: ClassVar[bool] = True
    """Whether bots can play. If not, only people take seats; simulations may still play at random."""
    deals_cards: ClassVar[bool] = True
    """Whether there is anything to deal; if not, nobody is asked whose cards are used."""
    hidden_hands: ClassVar[bool] = False
    """Whether players hold cards that others may not see; then bots can't play with real cards."""
    folder: ClassVar[Path]
    primer: ClassVar[Primer] = NO_CARDS
    """Rule cards, for first games, for help and to look up."""

    @abstractmethod
    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> Any:
        """Return the pieces for this many players, read from the box and checked."""

    @abstractmethod
    def new_table(self, setup: Setup, pieces: Any) -> Table:
        """Return the table before the first question."""

    @abstractmethod
    def play(self, table: Any) -> Play[Outcome]:
        """The rules: a generator that yields each question, is sent the choice, and returns how the match ended."""

    @abstractmethod
    def bots(self) -> Mapping[str, MakeBot]:
        """Return the bots that know this game, by name. `random` exists for every game."""

    @abstractmethod
    def voice(self, say: Say) -> Voice:
        """Return the words of this game in a language."""

    @property
    def usual_players(self) -> int:
        """Number of players where nobody says how many: the fewest that play against each other."""
        return next((number for number in self.players if number > 1), self.players[0])

    def choose_best_bot(self) -> MakeBot:
        """Return the maker of the strongest bot, or of a random one if the game has none."""
        return [make_random_bot, *self.bots().values()][-1]

    def make_tally(self, players: int) -> Tally | None:
        """Return a tally for figures of simulations beyond victories and points; None if the game has none."""
        return None

    def make_tensor_layout(self, setup: Setup, pieces: Any) -> "TensorLayout | None":
        """Return how programs that learn see this game; None to let them see hashed views."""
        return None

    def make_imagining(self, match: Any) -> "Imagining | None":
        """Return worlds in which a `Match` could be, as far as everyone knows; raise `NoOdds` if that is too little.

        None is enough for a game without hidden hands.
        """
        return None

    def why_not(self, table: Any, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """Return the choices a player might expect but doesn't find, by id, each with all its reasons."""
        return {}

    def explain_refusal(self, id: str, table: Any, question: Question) -> Sequence[Phrase]:
        """Return all reasons against an answer that is not among the choices; none if it is meaningless here."""
        return self.why_not(table, question).get(id, ())

    def list_doubtful_choices(self, table: Any, question: Question) -> Sequence[DoubtfulChoice]:
        """Return what people at a real table may enter anyway, although rules or records speak against it.

        Only choices that the rules can continue from. They are answered like the question's own.
        """
        return ()

    def accept_doubtful_choice(self, table: Any, question: Question, choice: Any) -> None:
        """Drop what the table believed that this doubtful choice contradicts; the rules are answered next."""

    def list_correcting_answers(self, cue: Cue, question: Question) -> Sequence[str]:
        """Return the answers that enter a guessed piece as it is really printed, in place of the last answer.

        `cue` is what the last answer said about the guess, `question` the one that it answered; nothing if the cue is
        about no piece. Then the last answer is entered anyway, which `list_doubtful_choices` must allow.
        """
        return ()

    def is_secret(self, question: Question) -> bool:
        """Whether only the seat that is asked may see choices and answer. Every client obeys this."""
        return question.ask in self.secret and question.seat != TABLE

    def draw_slap_delay(self, race: Race, table: Any, rng: Random) -> float:
        """Return the seconds after NOW! at which a bot's hand comes down; people take about a third of a second."""
        return 0.3 * rng.lognormvariate(0, 0.25)

    def list_lessons(self, box: Box) -> Sequence[Lesson]:
        """Return the entries of the box that its owner can correct, in the order to ask."""
        return ()

    def list_doubts(self, box: Box) -> Mapping[str, Phrase]:
        """Return implausible corrections by entry. They are accepted, but the owner is asked to double-check."""
        return {}

    def count_guesses(self, box: Box) -> Guesswork | None:
        """Return how much of this box is guessed; None if nothing is."""
        return None

    def list_differences(self, option: Option, say: Say) -> Sequence[OptionDifference]:
        """Return the differences between the values of an option, if they need a page of their own."""
        return ()

    def face(self) -> Face:
        """Return the game's face on the device; by default one that shows seats and points."""
        return FallbackFace()

    def say(self, language: str) -> Say:
        """Return the texts of this game, falling back to those of the program."""
        return Say(language, (self.folder.name, self.folder / "locale"), PROGRAM)

    def translate_title(self, language: str) -> str:
        """Return the title as people read it: the name of a printed game is the same in every language."""
        return self.title

    def name_match(self, first_answer: str, corrections: Tree) -> str:
        """Return the name that people gave a match with its first answer; empty if it's called like the game."""
        return ""

    def open_box(self, options: Mapping[str, str], corrections: Tree) -> Box:
        """Return the printed box with the owner's corrections applied."""
        file = self.folder / "box.toml"
        box = Box(file, _read_printed_box(file))
        edition = options.get("edition")
        overlay = self.folder / f"box.{edition}.toml"
        if edition is not None and overlay.exists():
            box.correct(_read_printed_box(overlay), str(overlay), "rulebook")
        box.correct(corrections, f"boxes/{self.id}.toml")
        return box

    def make_pieces(self, setup: Setup) -> Any:
        """Make and check the pieces of a match."""
        box = self.open_box(setup.options, setup.corrections)
        pieces = self.unpack(box, setup.options, len(setup.seats))
        box.refuse_unread()
        return pieces

    def set_up(
        self,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        deal: str = "virtual",
        corrections: Tree | None = None,
        colours: Sequence[str] = (),
    ) -> Setup:
        """Check names, options and deal, and return a set-up."""
        if len(names) not in self.players:
            raise SetupError(
                N_("{game} is for {least} to {most} players, not {n}"),
                game=self.title,
                least=self.players[0],
                most=self.players[-1],
                n=len(names),
            )
        if deal not in DEALS:
            raise SetupError(N_("Unknown deal {deal!r}. Choose: {known}"), deal=deal, known=", ".join(DEALS))
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
            raise SetupError(N_("The seed is a whole number from 0 to {most}"), most=LARGEST_SEED)
        seats = make_seats(names, colours)
        if deal == "table" and self.hidden_hands and any(seat.bot for seat in seats):
            raise SetupError(BOTS_HOLD_NO_CARDS)
        agreed = self.complete_options(options or {}, deal)
        for option in self.options:
            if option.players is not None and len(seats) not in option.players:
                del agreed[option.name]
        return Setup(self.id, seats, agreed, seed, deal, corrections or {})

    def list_agreed_options(self, setup: Setup) -> list[tuple[Option, str]]:
        """Return the options that people decided on for a match, with their values."""
        return [(option, setup.options[option.name]) for option in self.options if option.name in setup.options]

    def list_option_values(self, deal: str = "") -> dict[str, tuple[str, ...]]:
        """Return the possible values of each option with this deal, the usual one first."""
        return {option.name: option.list_values(deal) for option in self.options}

    def complete_options(self, options: Mapping[str, str], deal: str = "") -> dict[str, str]:
        """Return every option with its value; refuse unknown names and values with the known ones."""
        known = self.list_option_values(deal)
        for name, value in options.items():
            if name not in known:
                raise SetupError(
                    N_("{game} has no option {name!r}; known: {known}"),
                    game=self.title,
                    name=name,
                    known=", ".join(known) or "-",
                )
            if value not in known[name]:
                raise SetupError(
                    N_("Option {name} can't be {value!r}. Choose: {known}"),
                    name=name,
                    value=value,
                    known=", ".join(known[name]),
                )
        return {name: options.get(name, values[0]) for name, values in known.items()}
