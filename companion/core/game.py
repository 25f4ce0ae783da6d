"""The Game contract: what a folder under `games` has to offer, and nothing more."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.core.box import Box, Tree, read_toml
from companion.core.cards import random_bot
from companion.core.errors import N_, Phrase, SetupError
from companion.core.face import Face, PlainFace
from companion.core.lesson import Lesson
from companion.core.question import TABLE, Bot, MakeBot, Play, Question, Race
from companion.core.seat import seats_of
from companion.core.table import DEALS, LARGEST_SEED, History, Outcome, Setup, Table
from companion.core.tally import Tally
from companion.core.voice import GUESSED, Guesswork, Voice
from companion.core.words import PROGRAM, Say

if TYPE_CHECKING:
    from companion.core.world import Imagining

__all__ = [
    "BOTS_HOLD_NO_CARDS", "CONTRACT", "DEALS", "GUESSED", "LARGEST_SEED", "Bot", "Difference", "Game", "Guesswork",
    "History", "Option", "Outcome", "Setup", "Table", "Voice",
]  # fmt: skip

CONTRACT = 1
"""The version of what games and program expect of each other. It grows when games written before would not work."""
BOTS_HOLD_NO_CARDS = N_("A bot cannot hold real cards: play with cards of the companion, or without it")


class Option:
    """Something the players agree on before the game; the first value is the usual one."""

    __slots__ = ("about", "deal", "name", "only_if", "real", "title", "values", "words")

    def __init__(
        self,
        name: str,
        title: str,
        words: Mapping[str, str],
        about: str,
        only_if: tuple[str, str] | None = None,
        real: str = "",
        deal: str = "",
    ) -> None:
        self.name = name
        self.title = title
        """What it is called for people."""
        self.values = tuple(words)
        self.words = words
        """What each value is called for people, short enough for a row of a small screen."""
        self.about = about
        self.only_if = only_if
        """The other option, and its value, without which this one means nothing."""
        self.deal = deal
        """Whose cards it is about, if not about any: `table` where they are real."""
        self.real = real
        """The value that only real cards have, and that is then the usual one."""

    def offered(self, deal: str = "") -> tuple[str, ...]:
        """The values there are with such cards, the usual one first; all of them where nobody has said whose."""
        if not self.real or not deal:
            return self.values
        others = tuple(value for value in self.values if value != self.real)
        return (self.real, *others) if deal == "table" else others

    def matters(self, agreed: Mapping[str, str], deal: str = "") -> bool:
        """Whether there is anything to decide, after what was agreed on before, with cards of that deal."""
        if self.deal and deal and deal != self.deal:
            return False
        return self.only_if is None or agreed.get(self.only_if[0]) == self.only_if[1]


class Difference(NamedTuple):
    """One thing that is not the same with every value of an option, such as an edition."""

    what: str
    each: tuple[str, ...]
    """How it is with each value, in their order."""
    played: str = ""
    """What we play, where the values alone do not say it."""


@cache
def _read_printed_box(file: Path) -> Tree:
    """What a box of ours holds; it is looked at often and never changes."""
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
    """Options with which bots have something to decide, for games that otherwise are all chance to them."""
    fewest_win: ClassVar[bool] = False
    """Whether points are bad, as tears are: whoever has the fewest is first."""
    secret: ClassVar[frozenset[str]] = frozenset()
    """What is asked (`Question.ask`) and answered unseen by all others, such as which card is given face down."""
    hidden_hands: ClassVar[bool] = False
    """Whether players hold cards that others may not see: then no bot can sit where the cards are real."""
    folder: ClassVar[Path]

    @abstractmethod
    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> Any:
        """The pieces for this many players, read from the box and checked."""

    @abstractmethod
    def new_table(self, setup: Setup, pieces: Any) -> Table:
        """The table before anything has been done."""

    @abstractmethod
    def play(self, table: Any) -> Play[Outcome]:
        """The rules: a generator that yields each question, is sent the choice, and returns how the match ended."""

    @abstractmethod
    def bots(self) -> Mapping[str, MakeBot]:
        """The bots that know this game, by name; `random` is there for every game."""

    @abstractmethod
    def voice(self, say: Say) -> Voice:
        """This game in that language."""

    def choose_best_bot(self) -> MakeBot:
        """The maker of the bot that knows this game best; of one that picks at random where none does."""
        return [random_bot, *self.bots().values()][-1]

    def tally(self, players: int) -> Tally | None:
        """Something that counts, over many simulated games, what victories and points do not tell; usually nothing."""
        return None

    def imagining(self, match: Any) -> "Imagining | None":
        """Worlds in which a `Match` could be, as far as everyone knows; `NoOdds` where too little is told.

        None is enough for a game that hides nothing but what chance will bring; one with hidden hands has its own.
        """
        return None

    def why_not(self, table: Any, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """What a player might expect among the choices and does not find, by id, each with all its reasons."""
        return {}

    def refusal(self, id: str, table: Any, question: Question) -> Sequence[Phrase]:
        """All the reasons against one answer that is not among the choices; none if it means nothing here."""
        return self.why_not(table, question).get(id, ())

    def is_secret(self, question: Question) -> bool:
        """Whether nobody but the seat that is asked may see choices and answer; every client honours it."""
        return question.ask in self.secret and question.seat != TABLE

    def slap_after(self, race: Race, table: Any, rng: Random) -> float:
        """How many seconds after NOW! the hand of a bot comes down; people react in about a third of one."""
        return 0.3 * rng.lognormvariate(0, 0.25)

    def lessons(self, box: Box) -> Sequence[Lesson]:
        """What an owner can tell about the box in front of them, in the order to ask it."""
        return ()

    def doubts(self, box: Box) -> Mapping[str, Phrase]:
        """What was told of this box that hardly can be, by entry: it is played all the same, but people look again."""
        return {}

    def guesswork(self, box: Box) -> Guesswork | None:
        """How much of this box is only guessed; None where nothing is."""
        return None

    def differences(self, option: Option, say: Say) -> Sequence[Difference]:
        """All in which the values of an option differ, where that fills a page; usually its own words say it."""
        return ()

    def face(self) -> Face:
        """How this game looks on the device; a game without a face of its own shows places and points."""
        return PlainFace()

    def say(self, language: str) -> Say:
        """The words of this game, and behind them those of the program."""
        return Say(language, (self.folder.name, self.folder / "locale"), PROGRAM)

    def box(self, options: Mapping[str, str], corrections: Tree) -> Box:
        """The box as printed, with the owner's corrections laid over it."""
        file = self.folder / "box.toml"
        box = Box(file, _read_printed_box(file))
        edition = options.get("edition")
        overlay = self.folder / f"box.{edition}.toml"
        if edition is not None and overlay.exists():
            box.correct(_read_printed_box(overlay), str(overlay), "rulebook")
        box.correct(corrections, f"boxes/{self.id}.toml")
        return box

    def pieces(self, setup: Setup) -> Any:
        """The checked pieces of a match."""
        box = self.box(setup.options, setup.corrections)
        pieces = self.unpack(box, setup.options, len(setup.seats))
        box.finish()
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
        """Check what was agreed on and make a set-up of it."""
        if len(names) not in self.players:
            raise SetupError(
                N_("{game} is for {least} to {most} players, not {n}"),
                game=self.title,
                least=self.players[0],
                most=self.players[-1],
                n=len(names),
            )
        if deal not in DEALS:
            raise SetupError(N_("Unknown deal {deal!r}: it is one of {known}"), deal=deal, known=", ".join(DEALS))
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
            raise SetupError(N_("The seed is a whole number from 0 to {most}"), most=LARGEST_SEED)
        seats = seats_of(names, colours)
        if deal == "table" and self.hidden_hands and any(seat.bot for seat in seats):
            raise SetupError(BOTS_HOLD_NO_CARDS)
        return Setup(self.id, seats, self.agree(options or {}, deal), seed, deal, corrections or {})

    def offered(self, deal: str = "") -> dict[str, tuple[str, ...]]:
        """What each option can be with cards of that deal, the usual value first."""
        return {option.name: option.offered(deal) for option in self.options}

    def agree(self, options: Mapping[str, str], deal: str = "") -> dict[str, str]:
        """Every option with its value; unknown names and values are refused with the known ones."""
        known = self.offered(deal)
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
                    N_("Option {name} cannot be {value!r}; known: {known}"),
                    name=name,
                    value=value,
                    known=", ".join(known[name]),
                )
        return {name: options.get(name, values[0]) for name, values in known.items()}
