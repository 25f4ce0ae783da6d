"""The Game contract: what a folder under `games` has to offer, and nothing more."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.core.box import Box, Tree, lay, read_toml
from companion.core.cards import Deal, TableDeal, VirtualDeal
from companion.core.cue import Cue
from companion.core.errors import N_, Phrase, SetupError
from companion.core.face import Face, PlainFace
from companion.core.facts import Change, Facts
from companion.core.ledger import Entry, Ledger
from companion.core.question import Play, Question, Race, Said
from companion.core.seat import Seat, seats_of
from companion.core.tally import Tally
from companion.core.words import PROGRAM, Say

if TYPE_CHECKING:
    from companion.core.people import People
    from companion.core.teach import Lesson

DEALS = ("virtual", "table")
GUESSED = "?"
"""What stands behind everything that is only guessed, on every screen."""
LARGEST_SEED = 2**63 - 1
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


class Guesswork(NamedTuple):
    """How much of what lies on a table is only our guess."""

    guessed: int
    of: int
    what: str
    """What is counted, in the plural and marked for translation: animals, tiles."""


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


class History:
    """How a match came to where it stands: its set-up, and the place of every choice among those there were."""

    __slots__ = ("places", "setup")

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.places: list[int] = []


class Table(ABC):
    """What lies on the table during a match; each game has its own."""

    history: History | None = None
    """For bots that think ahead; not made for every table, because simulations have no use for it."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.others = setup.others
        self.options = setup.options
        self.deal = setup.handling()
        self.ledger = Ledger(len(setup.seats))
        self.learned: Tree = {}
        """What the table told about pieces the box only guesses: corrections of the box, ready to be kept."""
        self.cues: list[Cue] | None = None
        """What hands must do since the last question; None where nobody listens, as in simulations."""

    def cue(self, kind: str, *about: Any) -> None:
        """Say what hands must do now, or what they must know, where the rules have it."""
        if self.cues is not None:
            self.cues.append(Cue(kind, about))

    def learn(self, path: str, value: Any) -> None:
        """Keep a figure that the table told; the path is that of a correction, such as `animals.zebra.weight`."""
        lay(self.learned, path.split("."), value)

    def imagine(self, seat: int, rng: Random) -> None:
        """Deal anew, by another chance, what this seat cannot know; everything it has seen stays as it is.

        A game that hides cards redistributes them besides. Only for tables that the program deals, and only for one
        that nobody plays at: what really lies there is gone.
        """
        assert isinstance(self.deal, VirtualDeal)
        self.deal.rng.seed(rng.getrandbits(48))

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

    def guessed(self, choice: Any, question: Question, table: Any) -> bool:
        """Whether a choice is a piece that the box only guesses, so that another one may lie there."""
        return False

    def marked(self, words: str) -> str:
        """Words for something that is only guessed."""
        return self.say("{words} ?", words=words)

    def worded(self, choice: Any, question: Question, table: Any) -> str:
        """An answer in words: one of the choices, or what somebody said."""
        return choice.text if isinstance(choice, Said) else self.choice(choice, question, table)

    def label(self, choice: Any, question: Question, table: Any) -> str:
        """A choice as every list shows it: a guess is marked as one."""
        words = self.worded(choice, question, table)
        return self.marked(words) if self.guessed(choice, question, table) else words

    def guesswork(self, guesswork: Guesswork) -> str:
        """At the start of a match with real pieces: how much is guessed, and that telling helps."""
        return self.say(
            "{guessed} of {all} {what} are guesses, marked ?: tell me what is printed, I learn while you play",
            guessed=guesswork.guessed,
            all=guesswork.of,
            what=self.say(guesswork.what),
        )

    def ahead(self, choice: Any, question: Question, table: Any) -> bool:
        """Whether a choice stays in front of a long list: a word such as `done`, and no piece to look for."""
        return isinstance(choice, str)

    @abstractmethod
    def fact(self, name: str, table: Any) -> str:
        """What a fact is about, as the label of its line."""

    @abstractmethod
    def value(self, name: str, value: str, table: Any) -> str:
        """What a fact says."""

    @abstractmethod
    def reason(self, entry: Entry) -> str:
        """Why these points were given."""

    def change(self, change: Change, table: Any) -> str:
        """A fact that is different now, as a line."""
        value = self.say("nothing") if change.after is None else self.value(change.name, change.after, table)
        return self.say("{fact}: {value}", fact=self.fact(change.name, table), value=value)

    def points(self, entry: Entry, points: int, table: Any) -> str:
        """Points that were given just now, and why."""
        name = table.seats[entry.seat].name
        return self.say("{name} {points:+d}: {reason}", name=name, points=points, reason=self.reason(entry))

    def cue(self, cue: Cue, table: Any) -> str:
        """What hands must do, as one short sentence; a game that cues words every kind of them."""
        return str(cue)

    def outcome(self, outcome: Outcome, table: Any) -> str:
        """Who won, and why: with the most points, or together; a game with other reasons says those itself."""
        names = self.say.names(table.seats[seat].name for seat in outcome.winners)
        points = table.scores[outcome.winners[0]]
        if outcome.why == "shared":
            return self.say.plural(
                "{names} share the victory with {n} point each",
                "{names} share the victory with {n} points each",
                points,
                names=names,
            )
        return self.say.plural("{names} wins with {n} point", "{names} wins with {n} points", points, names=names)

    @abstractmethod
    def help(self, question: Question, table: Any) -> list[str]:
        """The rules that bear on this question: why these choices and no others."""

    def refused(self, question: Question, table: Any) -> Mapping[str, list[str]]:
        """What people may look for among the choices and not find: its name, and all the reasons."""
        return {}

    def heading(self, table: Any) -> str:
        """One short line above the board, such as which round it is."""
        return ""

    def board(self, table: Any) -> list[str]:
        """The table in lines of text; the facts, unless a game draws it better."""
        return [
            self.say("{fact}: {value}", fact=self.fact(name, table), value=self.value(name, value, table))
            for name, value in table.facts().items()
        ]

    def overview(self, table: Any) -> Mapping[str, list[str]]:
        """What people may want to look up at any time, besides the facts: a title, and the lines below it."""
        return {}

    def picture_words(self, table: Any) -> Mapping[str, str]:
        """The texts of the table picture on a phone, by the keys that `picture.js` uses."""
        return {}

    def counted(self, figures: Mapping[str, Any]) -> list[str]:
        """What the game's `Tally` counted, in words."""
        return []

    def seat(self, seat: Seat, table: Any) -> str:
        """One player in a few words."""
        return f"{seat.symbol} {seat.name} {table.scores[seat.index]}"


@cache
def _printed(file: Path) -> Tree:
    """What a box of ours holds; it is looked at often and never changes."""
    return read_toml(file)


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
    deciding: ClassVar[Mapping[str, str]] = {}
    """Options with which bots have something to decide, for games that otherwise are all chance to them."""
    fewest_win: ClassVar[bool] = False
    """Whether points are bad, as tears are: whoever has the fewest is first."""
    slipped: ClassVar[frozenset[str]] = frozenset()
    """Questions whose answers nobody else may see where the program deals, such as which card is given face down."""
    hidden_hands: ClassVar[bool] = False
    """Whether players hold cards that others may not see: then no bot can sit where the cards are real."""
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

    def people(self, table: Any, rng: Random) -> "People | None":
        """Truthful people at this fresh real table, to count what they must tell; None if nobody has described them."""
        return None

    def why_not(self, table: Any, question: Question) -> Mapping[str, Sequence[Phrase]]:
        """What a player might expect among the choices and does not find, by id, each with all its reasons."""
        return {}

    def refusal(self, id: str, table: Any, question: Question) -> Sequence[Phrase]:
        """All the reasons against one answer that is not among the choices; none if it means nothing here."""
        return self.why_not(table, question).get(id, ())

    def slap_after(self, race: Race, table: Any, rng: Random) -> float:
        """How many seconds after NOW! the hand of a bot comes down; people react in about a third of one."""
        return 0.3 * rng.lognormvariate(0, 0.25)

    def lessons(self, box: Box) -> "Sequence[Lesson]":
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
        box = Box(file, _printed(file))
        edition = options.get("edition")
        overlay = self.folder / f"box.{edition}.toml"
        if edition is not None and overlay.exists():
            box.correct(_printed(overlay), str(overlay), "rulebook")
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

    def agree(self, options: Mapping[str, str], deal: str = "") -> dict[str, str]:
        """Every option with its value; unknown names and values are refused with the known ones."""
        known = {option.name: option.offered(deal) for option in self.options}
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
