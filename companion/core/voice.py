"""The voice of a game: it words questions, choices, facts and reasons in one language."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.core.cue import Cue
from companion.core.facts import FactChange
from companion.core.label import CueLine, Fact, HeldPiece, Highlight, Label, Weight
from companion.core.layout import Layout
from companion.core.ledger import Entry
from companion.core.question import FreeText, NumberField, Question
from companion.core.seat import COLOUR_NAMES, Seat

if TYPE_CHECKING:
    from companion.core.table import Outcome
    from companion.core.words import Say

GUESS_MARK = "?"
"""Mark behind every guess, on every screen."""


class Guesswork(NamedTuple):
    """Amount of guessed pieces in a box."""

    guessed: int
    of: int
    what: str
    """Noun for the counted pieces, in the plural and marked for translation: animals, tiles."""


class Voice(ABC):
    """A game in words; `say` has the reader's language."""

    def __init__(self, say: "Say") -> None:
        self.say = say

    @abstractmethod
    def prompt(self, question: Question, table: Any) -> str:
        """Return the question as one sentence."""

    @abstractmethod
    def label(self, choice: Any, question: Question, table: Any) -> Label:
        """Describe one choice."""

    def layout(self, question: Question, table: Any) -> Layout | None:
        """Lay the question out for one screen, part by part; None if a list of its choices is enough."""
        return None

    def name_field(self, field: NumberField, question: Question, table: Any) -> str:
        """Name one of the numbers that a `NumbersQuestion` asks for."""
        return field.id

    def write_label(self, label: Label) -> str:
        """Format a label as one line, a guess with its mark."""
        return self.mark_guess(label.text) if label.guessed else label.text

    def label_text(self, choice: Any, question: Question, table: Any) -> str:
        """Format a choice as lists show it: a player with their sign, a guess with its mark."""
        label = self.label(choice, question, table)
        return add_seat_symbol(self.write_label(label), label.seat, table)

    def mark_guess(self, words: str) -> str:
        """Mark words as a guess."""
        return self.say("{words} ?", words=words)

    def name_answer(self, answer: Any, question: Question, table: Any) -> str:
        """Name a given answer: one of the choices, or a typed text."""
        return answer.text if isinstance(answer, FreeText) else self.label(answer, question, table).text

    def list_typed_signs(self) -> Mapping[str, str]:
        """Return words that people type for signs no keyboard has, such as `f` for ♀."""
        return {}

    def list_colours(self, seats: Iterable[Seat]) -> str:
        """List the colour of each player's pieces."""
        named = [f"{seat.name} {self.say(COLOUR_NAMES[seat.colour])}" for seat in seats]
        return self.say("Colours: {names}", names=", ".join(named))

    def describe_hidden_answer(self, question: Question, table: Any) -> str:
        """Return the text that others read instead of a secret answer."""
        return self.say("in secret")

    def announce_guesses(self, guesswork: Guesswork) -> str:
        """Say at the start of a real-table match how much is guessed, and ask for corrections."""
        return self.say(
            "I've guessed {guessed} of {all} {what} (marked ?). Correct me as you play, I'll remember.",
            guessed=guesswork.guessed,
            all=guesswork.of,
            what=self.say(guesswork.what),
        )

    facts_of_seats: ClassVar[frozenset[str]] = frozenset()
    """Kinds of fact about one player: `hand` for facts called `hand-0`, `hand-1` and so on."""

    @abstractmethod
    def fact_label(self, name: str, table: Any) -> str:
        """Name the subject of a fact."""

    @abstractmethod
    def fact_value(self, name: str, value: str, table: Any) -> str:
        """Put the value of a fact into words."""

    def fact(self, name: str, value: str, table: Any) -> Fact:
        """Describe one fact, given its name and value in stable ids."""
        kind, _, number = name.partition("-")
        seat = int(number) if number and kind in self.facts_of_seats else None
        return Fact(name, self.fact_label(name, table), self.fact_value(name, value, table), seat)

    def list_pieces(self, name: str, value: str, table: Any) -> list[HeldPiece]:
        """Return the pieces that a fact of a player's own lists; none if its text is all there is to show."""
        return []

    def facts(self, facts: Mapping[str, str], table: Any) -> list[Fact]:
        """Describe several facts, such as those of the whole table."""
        return [self.fact(name, value, table) for name, value in facts.items()]

    def write_fact(self, fact: Fact) -> str:
        """Format a fact as one line."""
        return self.say("{fact}: {value}", fact=fact.label, value=fact.value)

    @abstractmethod
    def reason(self, entry: Entry) -> str:
        """Return the reason for points, in words."""

    def describe_change(self, change: FactChange, table: Any) -> str:
        """Format a changed fact as one line."""
        value = self.say("nothing") if change.after is None else self.fact_value(change.name, change.after, table)
        return self.say("{fact}: {value}", fact=self.fact_label(change.name, table), value=value)

    def describe_points(self, entry: Entry, points: int, table: Any) -> str:
        """Return the points given just now with their reasons, in words."""
        name = table.seats[entry.seat].name
        return self.say("{name} {points:+d}: {reason}", name=name, points=points, reason=self.reason(entry))

    cue_weights: ClassVar[Mapping[str, Weight]] = {}
    """Weights of cues that are not instructions to act now, by kind."""

    def cue(self, cue: Cue, table: Any) -> str:
        """Word a cue as one short sentence; a game that gives cues words every kind of them."""
        return str(cue)

    def cue_line(self, cue: Cue, table: Any) -> CueLine:
        """Word a cue and say how much it matters."""
        return CueLine(self.cue(cue, table), self.cue_weights.get(cue.kind, Weight.DO_NOW))

    def describe_outcome(self, outcome: "Outcome", table: Any) -> str:
        """Return who won and why; games with reasons other than points override this."""
        names = self.say.join_names(table.seats[seat].name for seat in outcome.winners)
        points = table.scores[outcome.winners[0]]
        if outcome.why == "shared":
            return self.say.plural(
                "{names} share the victory with {n} point each",
                "{names} share the victory with {n} points each",
                points,
                names=names,
            )
        return self.say.plural("{names} wins with {n} point", "{names} wins with {n} points", points, names=names)

    def name_points(self, n: int, table: Any) -> str:
        """Name what `n` points are in this game, without the number."""
        return self.say.plural("point", "points", n)

    def list_highlights(self, table: Any) -> list[Highlight]:
        """Return what to remember of a finished match, the best first; by default the most points given at once."""
        best = max(table.ledger.entries, key=lambda entry: entry.points, default=None)
        if best is None or best.points <= 0:
            return []
        name, reason = table.seats[best.seat].name, self.reason(best)
        text = self.say.plural(
            "{name}: {n} point at once ({reason})", "{name}: {n} points at once ({reason})", best.points,
            name=name, reason=reason,
        )  # fmt: skip
        return [Highlight("🎯", text)]

    @abstractmethod
    def help(self, question: Question, table: Any) -> list[str]:
        """Return the rules behind this question: why these choices and no others."""

    def explain_choice(self, choice: Any, question: Question, table: Any) -> str:
        """Return in a few words what speaks for a choice, for a hint; empty if there is nothing to say.

        It may use only what the seat that is asked may see.
        """
        return ""

    def missing(self, id: str, question: Question, table: Any) -> str:
        """Return the name of a choice that is missing now, as its label would read if it were offered."""
        return id

    def explain_missing_choices(self, question: Question, table: Any) -> Mapping[str, list[str]] | None:
        """Return missing choices with reasons, where a game words them better than one by one; else None."""
        return None

    def list_pieces_elsewhere(self, question: Question, table: Any) -> Mapping[str, list[str]]:
        """Return pieces that are obviously elsewhere, with their places; not listed, but found when typed."""
        return {}

    def heading(self, table: Any) -> str:
        """Return one short line above the board, such as the round."""
        return ""

    def board(self, table: Any) -> list[str]:
        """Return the table as lines of text: the facts, unless a game draws it better."""
        return [self.write_fact(fact) for fact in self.facts(table.facts(), table)]

    def overview(self, table: Any) -> Mapping[str, list[str]]:
        """Return further reference pages besides the facts: lines by title."""
        return {}

    def picture_words(self, table: Any) -> Mapping[str, str]:
        """Return the texts of the table picture on a phone, by the keys that `picture.js` uses."""
        return {}

    def describe_counts(self, figures: Mapping[str, Any]) -> list[str]:
        """Return the counts of the game's `Tally` in words."""
        return []

    def describe_seat(self, seat: Seat, table: Any) -> str:
        """Describe a player in a few words, without their sign."""
        return f"{seat.name} {table.scores[seat.index]}"


def add_seat_symbol(text: str, seat: int | None, table: Any) -> str:
    """Put a player's symbol in front of a text that names this player."""
    return text if seat is None else f"{table.seats[seat].symbol} {text}"
