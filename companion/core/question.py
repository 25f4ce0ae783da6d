"""What a game asks: a question put to a seat or to the table, and the play that asks it."""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from companion.native import mypyc_attr

TABLE: Final = -1
"""The seat number of questions that cards, bags or dice answer, not a player."""

NOWHERE: Final = -1
"""The place of an answer that is not among the choices: what people say in their own words."""

T = TypeVar("T")


class Pick(NamedTuple):
    """A choice and its place among the choices of its question."""

    place: int
    choice: Any


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """One thing to be decided now: who decides, what about, and the choices there are.

    The answer is one of `choices`; there are always at least two, because what the rules determine
    is not asked (a `Telling` needs only one). Choices are whatever serves the rules best; `str(choice)` is the short
    stable id that journals, phones and programs use, and it is unique within the question.

    >>> Question(0, "load", ["cat-f", "bear-m"]).ids()
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

    def ids(self) -> list[str]:
        """The text ids of the choices, in order."""
        return [str(choice) for choice in self.choices]

    def find(self, id: str) -> Pick | None:
        """Return the choice with this id; None if there is none."""
        for place, choice in enumerate(self.choices):
            if str(choice) == id:
                return Pick(place, choice)
        return None

    def place_of(self, choice: Any) -> int:
        """Return the place of one of the choices, by the object itself: bots need no ids."""
        for place, one in enumerate(self.choices):
            if one is choice or one == choice:
                return place
        return NOWHERE

    def __repr__(self) -> str:
        return f"Question({self.seat}, {self.ask!r}, {self.ids()}, {self.about!s})"


class Slap:
    """A hand that comes down, the answer to a race: `slap-2` is the hand of seat 2."""

    __slots__ = ("id", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.id = "nobody" if seat == TABLE else f"slap-{seat}"

    def __str__(self) -> str:
        return self.id


NOBODY: Final = Slap(TABLE)
"""What a race is answered with when no hand came down in time."""


class Race(Question):
    """The question of the slap: which of `seats` was first?

    It is put to the table, because hands answer it and no player decides it. A person, a program or a bot picks
    one of the choices; a device that stamps contacts does so from the stamps, and gives order and
    margins as the `detail` of `Match.answer`. Dead heats are run again before anything is answered.
    """

    __slots__ = ("besides", "seats")

    def __init__(self, ask: str, seats: Sequence[int], about: Any = None, besides: Sequence[Any] = ()) -> None:
        self.seats = tuple(seats)
        self.besides = tuple(besides)
        """What may come instead of a race, where only the table knows that, such as a card that nobody races for."""
        hands = _hands_of(self.seats)
        # not by `super`, and nothing added to nothing: simulations ask little else
        Question.__init__(self, TABLE, ask, hands + self.besides if besides else hands, about)

    @property
    def hands(self) -> tuple[Slap, ...]:
        """The answers that are slaps, and nobody's."""
        return _hands_of(self.seats)


class RaceAgain(Race):
    """A race asked again because nobody slapped: what may come instead of it is still offered.

    Older journals were written when only the hands were offered again. `Match.trail` covers nothing else of such a
    race, so that they still open.
    """

    __slots__ = ()


@cache
def _hands_of(seats: tuple[int, ...]) -> tuple[Slap, ...]:
    """All answers to a race of these seats; races are run by the thousand, and always by the same few."""
    return (*map(Slap, seats), NOBODY)


class Claim(Question):
    """Is the first of a race right? The others judge: silence means the first of the choices, an objection the other.

    A device with paddles waits a moment for an objection; everywhere else it is a question like any other. It is
    about the seat of the first, whose own hand objects to nothing.
    """

    __slots__ = ()

    def __init__(self, ask: str, right: Any, wrong: Any, about: Any) -> None:
        super().__init__(TABLE, ask, (right, wrong), about)


class Said:
    """An answer in words of one's own, such as the name printed on a card: `said-wombat`."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return SAID + self.text


SAID = "said-"
"""How the id of an answer in words of one's own begins."""


class Telling(Question):
    """A question that people may also answer in words of their own.

    It has at least one ready-made choice, which bots and people in a hurry take. Besides, every short text that can be
    printed is an answer.

    >>> question = Telling(TABLE, "name", ("unnamed",))
    >>> str(question.heard("  snow   hare "))
    'said-snow hare'
    >>> question.find("said-wombat").choice.text
    'wombat'
    >>> question.heard("") is None
    True
    """

    __slots__ = ("longest",)

    def __init__(self, seat: int, ask: str, choices: Sequence[Any], about: Any = None, longest: int = 20) -> None:
        super().__init__(seat, ask, choices, about)
        self.longest = longest

    def find(self, id: str) -> Pick | None:
        """Return the choice with this id, or what people said in their own words; None if it is neither."""
        pick = Question.find(self, id)
        if pick is not None or not id.startswith(SAID):
            return pick
        said = self.heard(id.removeprefix(SAID))
        return None if said is None else Pick(NOWHERE, said)

    def heard(self, words: str) -> Said | None:
        """What somebody said, with single spaces; None if it is empty, too long or cannot be printed."""
        text = " ".join(words.split())
        return Said(text) if 0 < len(text) <= self.longest and text.isprintable() else None


Bot = Callable[[Question, Any], Any]
"""A player made of code: sees the question and the table, returns one of the choices."""

MakeBot = Callable[[Random], Bot]
"""Makes a bot that draws from these random numbers."""

Play = Generator[Question, Any, T]
"""Rules in motion: yields questions, is sent the answers, returns what came of it."""


def question_as_json(question: Question, n: int, with_choices: bool = True) -> dict[str, Any]:
    """Question number `n` as programs read it: `seat` is null for the table, `free` is the length of own words.

    >>> question_as_json(Question(0, "load", ["cat-f", "bear-m"], "ferry-2"), 7)
    {'n': 7, 'seat': 0, 'ask': 'load', 'choices': ['cat-f', 'bear-m'], 'about': 'ferry-2'}
    """
    seat = question.seat if question.seat >= 0 else None
    asked: dict[str, Any] = {"n": n, "seat": seat, "ask": question.ask}
    if with_choices:
        asked["choices"] = question.ids()
        if isinstance(question, Telling):
            asked["free"] = question.longest
        if question.about is not None:
            asked["about"] = str(question.about)
    return asked
