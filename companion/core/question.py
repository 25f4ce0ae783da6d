"""Questions that a game asks a seat or the table, and the generator type that asks them."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

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

    fewest_choices: ClassVar[int] = 2
    """Fewest choices that such a question has."""

    def __init__(self, seat: int, ask: str, choices: Iterable[Any], about: Any = None) -> None:
        if type(choices) is not tuple:
            if type(choices) is str:
                raise TypeError(f"the choices of {ask!r} are the text {choices!r}: put them into a tuple or list")
            choices = tuple(choices)
        self.seat = seat
        self.ask = ask
        self.choices = choices
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

    def get_owner(self, id: str) -> int:
        """Return the only seat that may answer with this choice; TABLE if anybody may."""
        return self.seat

    def is_put_to(self, seat: int) -> bool:
        """Whether this seat is asked; a question of the table is put to no seat."""
        return seat == self.seat

    def ask_seat(self, seat: int) -> "Question":
        """Return the question as it is put to one of the seats that are asked."""
        return self

    def address(self, choice: Any, seat: int) -> Any:
        """Return an answer so that it is known to be from this seat, where several may answer at once."""
        return choice

    def __repr__(self) -> str:
        return f"Question({self.seat}, {self.ask!r}, {self.list_ids()}, {self.about!s})"


class SharedQuestion(Question):
    """A question that several seats may answer, each with choices of its own.

    `owners` names the only seat that may pick a choice, by the id of the choice; a choice without an owner is
    anybody's. `seat` is the one whose turn it is, or TABLE. On the box a paddle picks the first choice of its seat.

    >>> question = SharedQuestion(0, "turn", ["done", "points"], {"done": 0})
    >>> question.get_owner("done"), question.get_owner("points") == TABLE
    (0, True)
    """

    __slots__ = ("owners",)

    def __init__(
        self, seat: int, ask: str, choices: Iterable[Any], owners: Mapping[str, int], about: Any = None
    ) -> None:
        Question.__init__(self, seat, ask, choices, about)
        self.owners = owners

    def get_owner(self, id: str) -> int:
        """Return the only seat that may answer with this choice; TABLE if anybody may."""
        return self.owners.get(id, TABLE)


class SeatAnswer:
    """The answer of one seat to a question that several seats answer at once: `2:4` is that of seat 2."""

    __slots__ = ("choice", "seat")

    def __init__(self, seat: int, choice: Any) -> None:
        self.seat = seat
        self.choice = choice

    def __str__(self) -> str:
        return f"{self.seat}{SEAT_SIGN}{self.choice}"


SEAT_SIGN: Final = ":"
"""Separates the seat that answers from its choice."""

PLACES_IN_IDS: Final = frozenset("0123456789")
"""Seats as they appear in ids."""


class SimultaneousQuestion(Question):
    """A question that several seats answer at the same time, each for itself: secret bids, cards played at once.

    Every seat has choices of its own and sees only them. Rules put it again to those who are left, until everybody has
    answered; whether answers stay secret is up to `Game.secret`. `seat` is the first of the seats, and its answer may
    be a bare choice, as from bots: `read_answer` makes both alike.

    >>> question = SimultaneousQuestion("bid", {0: [1, 2, 3], 2: [1, 2]})
    >>> str(question.find_choice("2:1").choice), question.find_choice("2:3"), question.find_choice("3").choice
    ('2:1', None, 3)
    >>> question.get_owner("2:1"), question.get_owner("3"), question.is_put_to(1)
    (2, 0, False)
    >>> str(question.read_answer(3))
    '0:3'
    """

    __slots__ = ("choices_by_seat",)

    def __init__(self, ask: str, choices: Mapping[int, Iterable[Any]], about: Any = None) -> None:
        self.choices_by_seat = {seat: tuple(own) for seat, own in choices.items()}
        first = next(iter(self.choices_by_seat))
        Question.__init__(self, first, ask, self.choices_by_seat[first], about)

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """Seats that haven't answered yet."""
        return tuple(self.choices_by_seat)

    def find_choice(self, id: str) -> Pick | None:
        """Return the choice with this id, with the seat whose answer it is; None if there is none."""
        seat, choice = self._split(id)
        pick = None if seat not in self.choices_by_seat else Question.find_choice(self.ask_seat(seat), choice)
        if pick is None or seat == self.seat:
            return pick
        # a place among the choices of another seat would be taken for one among those of the first
        return Pick(NO_PLACE, SeatAnswer(seat, pick.choice))

    def get_owner(self, id: str) -> int:
        """Return the seat whose answer this is."""
        return self._split(id)[0]

    def is_put_to(self, seat: int) -> bool:
        """Whether this seat hasn't answered yet."""
        return seat in self.choices_by_seat

    def ask_seat(self, seat: int) -> Question:
        """Return the question as it is put to one seat."""
        return Question(seat, self.ask, self.choices_by_seat[seat], self.about) if self.is_put_to(seat) else self

    def address(self, choice: Any, seat: int) -> Any:
        """Return an answer with its seat, unless it is that of the first, or names a seat already."""
        bare = SEAT_SIGN not in str(choice)
        return f"{seat}{SEAT_SIGN}{choice}" if bare and seat != self.seat and self.is_put_to(seat) else choice

    def read_answer(self, answer: Any) -> SeatAnswer:
        """Return an answer with its seat, which bare ones don't name."""
        return answer if isinstance(answer, SeatAnswer) else SeatAnswer(self.seat, answer)

    def _split(self, id: str) -> tuple[int, str]:
        """Return the seat that an answer is from, and the id of its choice."""
        seat, sign, choice = id.partition(SEAT_SIGN)
        return (int(seat), choice) if sign and seat in PLACES_IN_IDS else (self.seat, id)


class TimedChoice:
    """A choice with the time it took in milliseconds: `done@12500`."""

    __slots__ = ("choice", "ms")

    def __init__(self, choice: Any, ms: int) -> None:
        self.choice = choice
        self.ms = ms

    def __str__(self) -> str:
        return f"{self.choice}{TIME_SIGN}{self.ms}"


TIME_SIGN: Final = "@"
"""Separates the id of a choice from the time it took."""

EXPIRED: Final = "expired"
"""Id of the answer that the session gives when the time of a `TimedQuestion` is up."""


class TimedQuestion(SharedQuestion):
    """A question whose answer says how long it took, so that rules can run clocks and a replay needs none.

    The session measures the time without pauses and answers `expired@…` itself after `limit` milliseconds, where there
    is a limit. Rules are sent a `TimedChoice`, or a bare choice from bots and programs that measure nothing.

    >>> question = TimedQuestion(0, "turn", ["done", "pass"], {}, limit=60_000)
    >>> str(question.find_choice("done@1500").choice), question.find_choice("done@soon")
    ('done@1500', None)
    >>> question.find_choice("expired@60000").choice.choice
    'expired'
    """

    __slots__ = ("limit",)

    def __init__(
        self,
        seat: int,
        ask: str,
        choices: Iterable[Any],
        owners: Mapping[str, int],
        about: Any = None,
        limit: int | None = None,
    ) -> None:
        SharedQuestion.__init__(self, seat, ask, choices, owners, about)
        self.limit = limit

    def find_choice(self, id: str) -> Pick | None:
        """Return the choice with this id, with its time if that is given; None if there is none."""
        name, sign, digits = id.partition(TIME_SIGN)
        pick = Question.find_choice(self, name)
        if pick is None and name == EXPIRED and self.limit is not None:
            pick = Pick(NO_PLACE, EXPIRED)
        if pick is None or not sign:
            return pick
        if digits.startswith("-") or not _is_whole_number(digits):
            return None
        return Pick(pick.place, TimedChoice(pick.choice, int(digits)))

    def get_owner(self, id: str) -> int:
        """Return the only seat that may answer with this choice; TABLE if anybody may."""
        return SharedQuestion.get_owner(self, id.partition(TIME_SIGN)[0])


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


COUNTDOWN: Final = "countdown"
CALLED: Final = "called"
AT_ONCE: Final = "at-once"
"""Ways in which a race begins."""


class Race(Question):
    """A race: which of `seats` slapped first?

    It is asked of the table, because no player decides it. A person, a program or a bot picks one of the choices; a
    device with paddles answers from measured times, and passes order and margins as `detail`. Dead heats are repeated
    before anything is answered.

    `start` says how it begins on a device with buttons: with a `countdown` after everybody is ready, when somebody
    says so (`called`; a press before that is a false start, as with the countdown), or `at-once`. A race without a
    countdown takes as long as it takes, and its verdict needs no confirmation: the next question follows at once.
    """

    __slots__ = ("alternatives", "seats", "start")

    def __init__(
        self,
        ask: str,
        seats: Sequence[int],
        about: Any = None,
        besides: Sequence[Any] = (),
        start: str = COUNTDOWN,
    ) -> None:
        self.seats = tuple(seats)
        self.start = start
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

    fewest_choices: ClassVar[int] = 1

    def __init__(self, seat: int, ask: str, choices: Sequence[Any], about: Any = None, longest: int = 20) -> None:
        super().__init__(seat, ask, choices, about)
        self.longest = longest

    def find_choice(self, id: str) -> Pick | None:
        """Return the choice or the free text with this id; None if it is neither."""
        pick = Question.find_choice(self, id)
        if pick is not None or not id.startswith(FREE_TEXT_PREFIX):
            return pick
        answer = self.parse_text(id.removeprefix(FREE_TEXT_PREFIX))
        return None if answer is None else Pick(NO_PLACE, answer)

    def parse_text(self, words: str) -> FreeText | None:
        """Return typed text with single spaces; None if it is empty, too long or unprintable."""
        text = " ".join(words.split())
        return FreeText(text) if 0 < len(text) <= self.longest and text.isprintable() else None


class NumberField(NamedTuple):
    """One of the numbers that a question asks for."""

    id: str
    least: int
    most: int
    start: int = 0
    """Value that entering begins with."""


class Numbers:
    """An answer with several numbers: `farm=3,gold=5`. Fields that keep their start value are left out."""

    __slots__ = ("values",)

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values

    def __str__(self) -> str:
        return ",".join(f"{id}={value}" for id, value in self.values.items())


class NumbersQuestion(Question):
    """A question for several numbers at once, such as points in each category.

    Besides its ready-made choices, any numbers within the bounds of its fields are an answer. The order in which they
    are given doesn't matter; fields that are left out keep their start value.

    >>> fields = [NumberField("farm", 0, 20), NumberField("gold", 0, 20)]
    >>> question = NumbersQuestion(0, "points", ("none",), fields)
    >>> str(question.find_choice("gold=5,farm=3").choice)
    'farm=3,gold=5'
    >>> question.find_choice("farm=21") is None
    True
    """

    __slots__ = ("fields",)

    fewest_choices: ClassVar[int] = 1

    def __init__(
        self, seat: int, ask: str, choices: Iterable[Any], fields: Sequence[NumberField], about: Any = None
    ) -> None:
        Question.__init__(self, seat, ask, choices, about)
        self.fields = tuple(fields)

    def find_choice(self, id: str) -> Pick | None:
        """Return the choice or the numbers with this id; None if it is neither."""
        pick = Question.find_choice(self, id)
        if pick is not None:
            return pick
        numbers = self.parse_numbers(id)
        return None if numbers is None else Pick(NO_PLACE, numbers)

    def parse_numbers(self, text: str) -> Numbers | None:
        """Return the numbers of a text such as `farm=3,gold=5`; None if a field is unknown, doubled or too large."""
        entered: dict[str, int] = {}
        for part in text.split(","):
            id, equals, digits = part.partition("=")
            if not equals or id in entered or not _is_whole_number(digits):
                return None
            entered[id] = int(digits)
        return self.make_numbers(entered)

    def make_numbers(self, by_name: Mapping[str, int]) -> Numbers | None:
        """Return these numbers in the order of the fields; None if one is unknown or out of bounds."""
        known = {field.id for field in self.fields}
        in_bounds = all(field.least <= by_name.get(field.id, field.start) <= field.most for field in self.fields)
        if not in_bounds or not by_name.keys() <= known:
            return None
        entered = {
            field.id: by_name[field.id] for field in self.fields if by_name.get(field.id, field.start) != field.start
        }
        # an answer needs an id, so numbers that all stay as they are name the first field
        first = self.fields[0]
        return Numbers(entered or {first.id: first.start})


LONGEST_NUMBER: Final = 9
"""Most digits of a number people enter."""


def _is_whole_number(text: str) -> bool:
    """Whether a text is a whole number in plain digits."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER


Bot = Callable[[Question, Any], Any]
"""A player made of code: sees the question and the table, returns one of the choices."""

MakeBot = Callable[[Random], Bot]
"""Function that makes a bot with this source of random numbers."""

Play = Generator[Question, Any, T]
"""Running rules: yields questions, is sent the answers, returns the result."""


def question_as_json(question: Question, n: int, with_choices: bool = True) -> dict[str, Any]:
    """Return question number `n` as JSON: `seat` is null for the table.

    `free` is the longest free text allowed, `numbers` are the fields of a `NumbersQuestion`, `owners` are the seats
    that alone may pick a choice, `limit` is the time to answer in milliseconds, `start` is how a race begins if without
    a countdown, and `seats` are those that answer at the same time.

    >>> question_as_json(Question(0, "load", ["cat-f", "bear-m"], "ferry-2"), 7)
    {'n': 7, 'seat': 0, 'ask': 'load', 'choices': ['cat-f', 'bear-m'], 'about': 'ferry-2'}
    """
    seat = question.seat if question.seat >= 0 else None
    as_json: dict[str, Any] = {"n": n, "seat": seat, "ask": question.ask}
    if isinstance(question, SimultaneousQuestion):
        as_json["seats"] = list(question.asked_seats)
    if with_choices:
        as_json["choices"] = question.list_ids()
        if isinstance(question, FreeTextQuestion):
            as_json["free"] = question.longest
        if isinstance(question, NumbersQuestion):
            as_json["numbers"] = [field._asdict() for field in question.fields]
        if isinstance(question, SharedQuestion):
            as_json["owners"] = dict(question.owners)
        if isinstance(question, Race) and question.start != COUNTDOWN:
            as_json["start"] = question.start
        if isinstance(question, TimedQuestion) and question.limit is not None:
            as_json["limit"] = question.limit
        if question.about is not None:
            as_json["about"] = str(question.about)
    return as_json
