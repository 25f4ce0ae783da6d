"""Questions that a game asks a seat or the table, and the generator type that asks them."""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from companion.native import mypyc_attr

TABLE: Final = -1
"""Seat number of questions that cards, bags or dice answer instead of a player."""

NO_PLACE: Final = -1
"""Place of an answer that is not among the choices: free text."""

T = TypeVar("T")


class Pick(NamedTuple):
    """A choice and its place among the choices of its question."""

    place: int
    choice: Any


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """One decision: who decides, what it is about, and the choices.

    The answer is one of `choices`. There are always at least two, because what the rules determine is not asked
    (a `FreeTextQuestion` needs only one). Choices may be any objects; `str(choice)` is the short stable id that
    journals, phones and programs use, unique within the question.

    >>> Question(0, "load", ["cat-f", "bear-m"]).list_ids()
    ['cat-f', 'bear-m']
    >>> Question(TABLE, "turned_up", [3, 4, 5], "ferry-2")
    Question(-1, 'turned_up', ['3', '4', '5'], ferry-2)
    """

    __slots__ = ("about", "ask", "choices", "seat")

    def __init__(self, seat: int, ask: str, choices: Iterable[Any], about: Any = None) -> None:
        self.seat = seat
        self.ask = ask
        self.choices = tuple(choices)
        self.about = about

    def list_ids(self) -> list[str]:
        """Return the ids of the choices, in order."""
        return [str(choice) for choice in self.choices]

    def find_choice(self, id: str) -> Pick | None:
        """Return the choice with this id; None if there is none."""
        for place, choice in enumerate(self.choices):
            if str(choice) == id:
                return Pick(place, choice)
        return None

    def find_place(self, choice: Any) -> int:
        """Return the place of one of the choices, given the object itself."""
        for place, candidate in enumerate(self.choices):
            if candidate is choice or candidate == choice:
                return place
        return NO_PLACE

    def __repr__(self) -> str:
        return f"Question({self.seat}, {self.ask!r}, {self.list_ids()}, {self.about!s})"


class SlapChoice:
    """The hand that was first in a race: `slap-2` is the hand of seat 2."""

    __slots__ = ("id", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.id = "nobody" if seat == TABLE else f"slap-{seat}"

    def __str__(self) -> str:
        return self.id


NOBODY: Final = SlapChoice(TABLE)
"""Answer to a race in which no hand came down in time."""


class Race(Question):
    """A race: which of `seats` slapped first?

    It is asked of the table, because no player decides it. A person, a program or a bot picks one of the choices; a
    device with paddles answers from measured times, and passes order and margins as `detail`. Dead heats are repeated
    before anything is answered.
    """

    __slots__ = ("alternatives", "seats")

    def __init__(self, ask: str, seats: Sequence[int], about: Any = None, besides: Sequence[Any] = ()) -> None:
        self.seats = tuple(seats)
        self.alternatives = tuple(besides)
        """Choices other than hands, such as a card that nobody races for, where only the table knows that."""
        hands = _list_hands(self.seats)
        # avoids `super` and an empty concatenation: simulations spend much of their time here
        Question.__init__(self, TABLE, ask, hands + self.alternatives if besides else hands, about)

    @property
    def hands(self) -> tuple[SlapChoice, ...]:
        """Choices that are hands, and the one for nobody."""
        return _list_hands(self.seats)


class RaceAgain(Race):
    """A race repeated because nobody slapped; alternatives to the race are still offered.

    Older versions offered only the hands again. `Match.trail` therefore covers only the hands, so that older journals
    still open.
    """

    __slots__ = ()


@cache
def _list_hands(seats: tuple[int, ...]) -> tuple[SlapChoice, ...]:
    """Return the choices of a race; cached, because simulations run thousands of races of the same seats."""
    return (*map(SlapChoice, seats), NOBODY)


class Claim(Question):
    """Was the winner of a race right? The others judge: silence means the first choice, an objection the second.

    A device with paddles waits a moment for an objection; everywhere else it is an ordinary question. It is about the
    seat of the winner, who can't object to themselves.
    """

    __slots__ = ()

    def __init__(self, ask: str, right: Any, wrong: Any, about: Any) -> None:
        super().__init__(TABLE, ask, (right, wrong), about)


class FreeText:
    """An answer in free text, such as the name printed on a card: `said-wombat`."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return FREE_TEXT_PREFIX + self.text


FREE_TEXT_PREFIX = "said-"
"""Prefix of the ids of free-text answers."""


class FreeTextQuestion(Question):
    """A question that people may also answer in free text.

    It has at least one ready-made choice, for bots and for people in a hurry. Any short printable text is valid too.

    >>> question = FreeTextQuestion(TABLE, "name", ("unnamed",))
    >>> str(question.parse_text("  snow   hare "))
    'said-snow hare'
    >>> question.find_choice("said-wombat").choice.text
    'wombat'
    >>> question.parse_text("") is None
    True
    """

    __slots__ = ("longest",)

    def __init__(self, seat: int, ask: str, choices: Sequence[Any], about: Any = None, longest: int = 20) -> None:
        super().__init__(seat, ask, choices, about)
        self.longest = longest

    def find_choice(self, id: str) -> Pick | None:
        """Return the choice or the free text with this id; None if it is neither."""
        pick = Question.find_choice(self, id)
        if pick is not None or not id.startswith(FREE_TEXT_PREFIX):
            return pick
        said = self.parse_text(id.removeprefix(FREE_TEXT_PREFIX))
        return None if said is None else Pick(NO_PLACE, said)

    def parse_text(self, words: str) -> FreeText | None:
        """Return typed text with single spaces; None if it is empty, too long or unprintable."""
        text = " ".join(words.split())
        return FreeText(text) if 0 < len(text) <= self.longest and text.isprintable() else None


Bot = Callable[[Question, Any], Any]
"""A player made of code: sees the question and the table, returns one of the choices."""

MakeBot = Callable[[Random], Bot]
"""Function that makes a bot with this source of random numbers."""

Play = Generator[Question, Any, T]
"""Running rules: yields questions, is sent the answers, returns the result."""


def question_as_json(question: Question, n: int, with_choices: bool = True) -> dict[str, Any]:
    """Return question number `n` as JSON: `seat` is null for the table, `free` is the longest free text allowed.

    >>> question_as_json(Question(0, "load", ["cat-f", "bear-m"], "ferry-2"), 7)
    {'n': 7, 'seat': 0, 'ask': 'load', 'choices': ['cat-f', 'bear-m'], 'about': 'ferry-2'}
    """
    seat = question.seat if question.seat >= 0 else None
    asked: dict[str, Any] = {"n": n, "seat": seat, "ask": question.ask}
    if with_choices:
        asked["choices"] = question.list_ids()
        if isinstance(question, FreeTextQuestion):
            asked["free"] = question.longest
        if question.about is not None:
            asked["about"] = str(question.about)
    return asked
