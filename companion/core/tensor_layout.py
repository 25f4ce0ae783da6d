"""Fixed layouts of what a seat sees as a row of numbers, for programs that learn, and the list of all actions.

A game declares one with `Game.make_tensor_layout`. It is read from `Table.view(seat)` and the question alone, so it
holds nothing that the seat may not know. Seats count from the viewer: `player+0` is the viewer, `player+1` the next one
clockwise. So what is learned in one seat holds in every other.

>>> seen = Entries({"round": Number(4), "noah": Word(("ferry-1", "ferry-2")), "hands": BySeat(Number(8), 2)})
>>> row = [0.0] * seen.size
>>> seen.write({"round": 2, "noah": "ferry-2", "hands": [8, 4]}, row, 0, 1)
>>> dict(zip(seen.name_figures(), row))
{'round': 0.5, 'noah=ferry-1': 0.0, 'noah=ferry-2': 1.0, 'hands/player+0': 0.5, 'hands/player+1': 1.0}
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from companion.core.question import Question
from companion.core.seat import Seat

ABOUT_SCALE = 10
"""Divisor of numbers that a question is about, such as the boards that may still be built."""


def name_player(distance: int) -> str:
    """Return the name of a seat, counted clockwise from the viewer or the player who acts."""
    return f"player+{distance}"


class Part(ABC):
    """A part of a layout: a number of figures in a row, filled from one value of a view."""

    size: int

    @abstractmethod
    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Fill in the figures of a value, from index `at` on. The row holds zeros there."""

    @abstractmethod
    def name_figures(self) -> Iterator[str]:
        """Yield the name of each figure, as it follows the name of the part."""

    def pick(self, view: Mapping[str, Any], name: str) -> Any:
        """Return the value that this part of a view encodes; None leaves zeros."""
        return view.get(name)


class Number(Part):
    """A number or a flag, divided by its usual maximum."""

    size = 1

    def __init__(self, most: float = 1) -> None:
        self._scale = 1 / most

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Write the scaled number."""
        row[at] = value * self._scale

    def name_figures(self) -> Iterator[str]:
        """Yield one name."""
        yield ""


class Word(Part):
    """One of several words: its figure is 1, the others are 0."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.size = len(self.words)
        self._place = {word: place for place, word in enumerate(self.words)}

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Mark the word."""
        row[at + self._place[value]] = 1.0

    def name_figures(self) -> Iterator[str]:
        """Yield a name for each word."""
        return (f"={word}" for word in self.words)


class Bag(Word):
    """Words in any order: how often each occurs."""

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Count the words."""
        for word in value:
            row[at + self._place[word]] += 1.0


class Stack(Word):
    """Words whose order matters: how often each occurs, then the number of each word from the top down.

    A place holds (number of the word, from 1) / (number of words); 0 is an empty place.
    """

    def __init__(self, words: Sequence[str], depth: int) -> None:
        super().__init__(words)
        self.depth = depth
        self.size += depth

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Count the words and list them from the top down."""
        known = len(self.words)
        for below, word in enumerate(reversed(value)):
            place = self._place[word]
            row[at + place] += 1.0
            row[at + known + below] = (place + 1) / known

    def name_figures(self) -> Iterator[str]:
        """Yield a name for each word, then for each place."""
        yield from super().name_figures()
        yield from (f"/from-top-{place}" for place in range(self.depth))


class SeatNumber(Part):
    """The number of a seat: the figure of its distance from the viewer is 1. Negative numbers mean nobody."""

    def __init__(self, players: int) -> None:
        self.size = players

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Mark the seat."""
        if value >= 0:
            row[at + (value - viewer) % self.size] = 1.0

    def name_figures(self) -> Iterator[str]:
        """Yield a name for each distance."""
        return (f"={name_player(distance)}" for distance in range(self.size))


class SeatNumbers(SeatNumber):
    """Numbers of several seats: the figure of each one's distance from the viewer is 1."""

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Mark each seat."""
        for seat in value:
            super().write(seat, row, at, viewer)


class BySeat(Part):
    """A list with an entry for each seat, turned so that the viewer comes first."""

    def __init__(self, part: Part, players: int) -> None:
        self._part = part
        self._players = players
        self.size = part.size * players

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Write the entry of each seat."""
        width = self._part.size
        for seat, entry in enumerate(value):
            self._part.write(entry, row, at + (seat - viewer) % self._players * width, viewer)

    def name_figures(self) -> Iterator[str]:
        """Yield the names of the first seat's entry, then of the next one's."""
        for distance in range(self._players):
            yield from (f"/{name_player(distance)}{name}" for name in self._part.name_figures())


class OtherSeats(BySeat):
    """Entries of a view whose names end in a seat, such as `cards-2`; seats without an entry stay 0."""

    def __init__(self, prefix: str, part: Part, players: int) -> None:
        super().__init__(part, players)
        self._names = [f"{prefix}-{seat}" for seat in range(players)]

    def pick(self, view: Mapping[str, Any], name: str) -> Any:
        """Return the entries of all seats, None for those without one."""
        return [view.get(name) for name in self._names]

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Write the entries that there are."""
        for seat, entry in enumerate(value):
            if entry is not None:
                place = (seat - viewer) % self._players
                self._part.write(entry, row, at + place * self._part.size, viewer)


class Rows(Part):
    """Entries with an id, in a mapping or as their entry `id`: each has a row, and rows without an entry stay 0."""

    def __init__(self, ids: Sequence[str], part: Part) -> None:
        self._place = {id: place for place, id in enumerate(ids)}
        self._part = part
        self.size = part.size * len(ids)

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Write each entry into its row."""
        entries = value.items() if isinstance(value, Mapping) else ((entry["id"], entry) for entry in value)
        for id, entry in entries:
            self._part.write(entry, row, at + self.find_row(id) * self._part.size, viewer)

    def find_row(self, id: str) -> int:
        """Return the row of an entry."""
        return self._place[id]

    def name_figures(self) -> Iterator[str]:
        """Yield the names of each row."""
        for id in self._place:
            yield from (f"/{id}{name}" for name in self._part.name_figures())


class Entries(Part):
    """Named entries, each with a part of its own. Entries that are missing or None leave zeros."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.parts = parts
        self.size = sum(part.size for part in parts.values())
        # bound methods and places are looked up once, because tables are described all the time
        offsets = accumulate((part.size for part in parts.values()), initial=0)
        self._steps = [
            (name, None if type(part).pick is Part.pick else part.pick, part.write, offset)
            for (name, part), offset in zip(parts.items(), offsets, strict=False)
        ]

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Write each entry."""
        for name, pick, write, offset in self._steps:
            entry = value.get(name) if pick is None else pick(value, name)
            if entry is not None:
                write(entry, row, at + offset, viewer)

    def name_figures(self) -> Iterator[str]:
        """Yield the names of each entry's figures."""
        for name, part in self.parts.items():
            yield from (f"{name}{below}" for below in part.name_figures())


class Nested(Entries):
    """A record inside another part: its names follow a slash."""

    def name_figures(self) -> Iterator[str]:
        """Yield the names of each entry's figures."""
        return (f"/{name}" for name in super().name_figures())


def name_choice(choice: Any, seat: int, players: int) -> str:
    """Return the name of an action: the id of the choice, but seats are counted from the player who acts."""
    return name_player((choice.index - seat) % players) if isinstance(choice, Seat) else str(choice)


class TensorLayout:
    """Game as programs that learn see it: a row of figures for a view, and a number for every action."""

    def __init__(
        self,
        view: Entries,
        players: int,
        actions: Sequence[str],
        asks: Sequence[str],
        abouts: Sequence[str],
        most_points: float,
        derived: Mapping[str, str],
        name_choice: Callable[[Any, int, int], str] = name_choice,
    ) -> None:
        self.players = players
        self.actions = tuple(actions)
        """Name of each action, by its number."""
        self.numbers = {name: number for number, name in enumerate(self.actions)}
        self.derived = derived
        """Entries of the view that the row leaves out, as paths, and why: they never change, or follow from others."""
        self.name_choice = name_choice
        self._view = view
        self._asked = Entries({
            "points": BySeat(Number(most_points), players),
            "question": Word(asks),
            "asked": SeatNumber(players),
            "about": Word(abouts),
            "about-number": Number(ABOUT_SCALE),
        })  # fmt: skip
        self.size = view.size + self._asked.size

    def encode(
        self, view: Mapping[str, Any], scores: Sequence[int], question: Question | None, hidden: bool, viewer: int
    ) -> list[float]:
        """Return the row of a view; `hidden` says that the viewer may not see what the question is about."""
        row = [0.0] * self.size
        self._view.write(view, row, 0, viewer)
        values: dict[str, Any] = {"points": scores}
        if question is not None:
            values |= {"question": question.ask, "asked": question.seat}
            about = None if hidden else question.about
            if isinstance(about, int):
                values["about-number"] = about
            elif about is not None:
                values["about"] = self.name_choice(about, question.seat, self.players)
        self._asked.write(values, row, self._view.size, viewer)
        return row

    def list_names(self) -> list[str]:
        """Return the name of every figure of a row, in order."""
        return [*self._view.name_figures(), *self._asked.name_figures()]

    def number_choices(self, question: Question) -> dict[int, Any]:
        """Return the choices of a seat's question by the number of their action."""
        name, seat, players = self.name_choice, question.seat, self.players
        return {self.numbers[name(choice, seat, players)]: choice for choice in question.choices}
