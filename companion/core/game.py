"""The Game contract: what a folder under `games` has to offer, and nothing more."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.box import Box, Tree, read_toml
from companion.core.cards import Deal, TableDeal, VirtualDeal
from companion.core.errors import N_, Phrase, SetupError
from companion.core.face import Face, PlainFace
from companion.core.facts import Facts
from companion.core.ledger import Entry, Ledger
from companion.core.question import Play, Question
from companion.core.seat import Seat, seats_of
from companion.core.tally import Tally
from companion.core.words import PROGRAM, Say

if TYPE_CHECKING:
    from companion.core.teach import Lesson

DEALS = ("virtual", "table")
LARGEST_SEED = 2**63 - 1


class Option:
    """Something the players agree on before the game; the first value is the usual one."""

    __slots__ = ("about", "name", "values")

    def __init__(self, name: str, values: tuple[str, ...], about: str) -> None:
        self.name = name
        self.values = values
        self.about = about


class Outcome:
    """How a match ended: who won, and why. Several winners share the victory."""

    __slots__ = ("why", "winners")

    def __init__(self, winners: tuple[int, ...], why: str) -> None:
        self.winners = winners
        self.why = why


class Setup:
    """All that is decided before the first question: with the answers it is the whole match."""

    __slots__ = ("corrections", "deal", "game", "options", "others", "seats", "seed")

    def __init__(
        self,
        game: str,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        seed: int,
        deal: str,
        corrections: Tree,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.deal = deal
        self.corrections = corrections
        self.others = [tuple(other for other in seats if other is not seat) for seat in seats]
        """For each seat, all the other ones."""

    def handling(self) -> Deal:
        """Who handles the cards in this match, ready for the first draw."""
        return VirtualDeal(Random(self.seed)) if self.deal == "virtual" else TableDeal()


class Table(ABC):
    """What lies on the table during a match; each game has its own."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.others = setup.others
        self.options = setup.options
        self.deal = setup.handling()
        self.ledger = Ledger(len(setup.seats))

    @property
    def scores(self) -> list[int]:
        """The points of each seat: the sum of its ledger entries."""
        return self.ledger.totals

    @abstractmethod
    def facts(self) -> Facts:
        """What everyone can see, in short lines."""

    @abstractmethod
    def secrets(self, seat: int) -> Facts:
        """What only this seat may see besides; empty where the program does not know it."""

    @abstractmethod
    def view(self, seat: int) -> dict[str, Any]:
        """The table as JSON for a program that plays this seat, with nothing that seat may not see."""


Bot = Callable[[Question, Any], Any]
"""A player made of code: sees the question and the table, returns one of the choices."""


class Voice(ABC):
    """A game in a person's words; `say` speaks their language."""

    def __init__(self, say: Say) -> None:
        self.say = say

    @abstractmethod
    def prompt(self, question: Question, table: Any) -> str:
        """The question as one sentence."""

    @abstractmethod
    def choice(self, choice: Any, question: Question, table: Any) -> str:
        """One choice, short enough for a line of a small screen."""

    @abstractmethod
    def fact(self, name: str, table: Any) -> str:
        """What a fact is about, as the label of its line."""

    @abstractmethod
    def value(self, name: str, value: str, table: Any) -> str:
        """What a fact says."""

    @abstractmethod
    def reason(self, entry: Entry) -> str:
        """Why these points were given."""

    @abstractmethod
    def outcome(self, outcome: Outcome, table: Any) -> str:
        """Who won, and why."""

    @abstractmethod
    def help(self, question: Question, table: Any) -> list[str]:
        """The rules that bear on this question: why these choices and no others."""

    def heading(self, table: Any) -> str:
        """One short line above the board, such as which round it is."""
        return ""

    def board(self, table: Any) -> list[str]:
        """The table in lines of text; the facts, unless a game draws it better."""
        return [f"{self.fact(name, table)}: {self.value(name, value, table)}" for name, value in table.facts().items()]

    def counted(self, figures: Mapping[str, Any]) -> list[str]:
        """What the game's `Tally` counted, in words."""
        return []

    def seat(self, seat: Seat, table: Any) -> str:
        """One player in a few words."""
        return f"{seat.symbol} {seat.name} {table.scores[seat.index]}"


class Game(ABC):
    """One boxed game: its pieces, its rules, its bots and its words."""

    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    also_called: ClassVar[tuple[str, ...]] = ()
    """Other ids people may look for, such as the name on another edition's box."""
    simulated: ClassVar[Mapping[str, str]] = {}
    """Options that differ from the usual when nobody is there, such as races drawn by lot."""
    folder: ClassVar[Path]

    @abstractmethod
    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> Any:
        """The pieces for this many players, read from the box and checked."""

    @abstractmethod
    def lay(self, setup: Setup, pieces: Any) -> Table:
        """The table before anything has been done."""

    @abstractmethod
    def play(self, table: Any) -> Play[Outcome]:
        """The rules."""

    @abstractmethod
    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """The bots that know this game, by name; `random` is there for every game."""

    @abstractmethod
    def voice(self, say: Say) -> Voice:
        """This game in that language."""

    def tally(self, players: int) -> Tally | None:
        """Something that counts, over many simulated games, what victories and points do not tell; usually nothing."""
        return None

    def why_not(self, table: Any, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """What a player might expect among the choices and does not find, by id, each with all its reasons."""
        return {}

    def lessons(self, box: Box) -> "Sequence[Lesson]":
        """What an owner can tell about the box in front of them, in the order to ask it."""
        return ()

    def face(self) -> Face:
        """How this game looks on the device; a game without a face of its own shows places and points."""
        return PlainFace()

    def say(self, language: str) -> Say:
        """The words of this game, and behind them those of the program."""
        return Say(language, (self.folder.name, self.folder / "locale"), PROGRAM)

    def box(self, options: Mapping[str, str], corrections: Tree) -> Box:
        """The box as printed, with the owner's corrections laid over it."""
        box = Box(self.folder / "box.toml")
        edition = options.get("edition")
        overlay = self.folder / f"box.{edition}.toml"
        if edition is not None and overlay.exists():
            box.correct(read_toml(overlay), str(overlay), "rulebook")
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
        return Setup(self.id, seats_of(names), self.agree(options or {}), seed, deal, corrections or {})

    def agree(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value; unknown names and values are refused with the known ones."""
        known = {option.name: option.values for option in self.options}
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
