"""A game in a person's words: what its questions, choices, facts and reasons are called."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.core.cue import Cue
from companion.core.facts import Change
from companion.core.ledger import Entry
from companion.core.question import Question, Said
from companion.core.seat import COLOUR_NAMES, Seat
from companion.core.table import Outcome
from companion.core.words import Say

GUESSED = "?"
"""What stands behind everything that is only guessed, on every screen."""


class Guesswork(NamedTuple):
    """How much of what lies on a table is only our guess."""

    guessed: int
    of: int
    what: str
    """What is counted, in the plural and marked for translation: animals, tiles."""


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

    def colours(self, seats: Iterable[Seat]) -> str:
        """Who plays with which pieces."""
        named = [f"{seat.name} {self.say(COLOUR_NAMES[seat.colour])}" for seat in seats]
        return self.say("Colours: {names}", names=", ".join(named))

    def unseen(self, question: Question, table: Any) -> str:
        """What others read instead of a secret answer."""
        return self.say("in secret")

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

    def missing(self, id: str, question: Question, table: Any) -> str:
        """What `Game.why_not` speaks of, by its name: as a choice would be called, if it were one."""
        return id

    def refused(self, question: Question, table: Any) -> Mapping[str, list[str]] | None:
        """What people may look for and not find, where a game words it better than one by one from `Game.why_not`."""
        return None

    def elsewhere(self, question: Question, table: Any) -> Mapping[str, list[str]]:
        """Pieces that plainly are somewhere else: nobody needs a list of them, but whoever names one is told where."""
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
        return f"{seat.signed} {table.scores[seat.index]}"
