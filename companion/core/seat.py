"""A player's place at the table: told apart by position, shape and rhythm, not by colour alone."""

from __future__ import annotations

from companion.core.errors import N_, SetupError
from companion.core.untrusted import sanitize

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from companion.core.untrusted import Untrusted

COLOUR_NAMES = {
    "red": N_("red"),
    "blue": N_("blue"),
    "green": N_("green"),
    "yellow": N_("yellow"),
    "white": N_("white"),
}
COLOURS = tuple(COLOUR_NAMES)

SHAPES = ("circle", "square", "triangle", "diamond", "star")
SYMBOLS = ("●", "■", "▲", "◆", "★")
LONGEST_NAME = 16
BOT = "bot:"


class Seat:
    """One place at the table: who sits there, and how the device marks it."""

    __slots__ = ("bot", "colour", "index", "name", "shape", "symbol")

    def __init__(self, index: int, name: str, bot: str = "", colour: str = "") -> None:
        self.index = index
        self.name = name
        self.bot = bot
        self.colour = colour or COLOURS[index]
        """People choose it; shape, position and rhythm always are those of the place."""
        self.shape = SHAPES[index]
        self.symbol = SYMBOLS[index]

    @classmethod
    def read(cls, index: int, written: Untrusted) -> Self:
        """One as a journal writes it; what was written before colours were free has that of its place."""
        colour = written["colour"].value
        own = colour if isinstance(colour, str) and colour in COLOURS else ""
        return cls(index, shown_name(written["name"].text()), written["bot"].text(), own)

    def as_json(self) -> dict[str, str]:
        """For a journal: a colour only if it is another than that of the place."""
        own = {} if self.colour == COLOURS[self.index] else {"colour": self.colour}
        return {"name": self.name, "bot": self.bot, **own}

    @property
    def signed(self) -> str:
        """The shape and the name, as people are called on screens and in lists."""
        return f"{self.symbol} {self.name}"

    def times(self, number: int) -> str:
        """So many of theirs; a bare figure behind a name such as Player 2 could be part of it."""
        return f"{self.name} ×{number}"

    def __str__(self) -> str:
        return f"seat-{self.index}"

    def __repr__(self) -> str:
        return f"Seat({self.index}, {self.name!r})"


def seats_of(names: Sequence[str], colours: Sequence[str] = ()) -> tuple[Seat, ...]:
    """Seat these players in order; `bot:greedy` seats a bot, which gets a name of its own unless one comes with it."""
    if len(names) > len(COLOURS):
        raise SetupError(N_("{n} players are too many: at most {most} seats"), n=len(names), most=len(COLOURS))
    shown = checked_colours(colours, len(names))
    given = [(_name(name), bot) for name, bot in map(_name_and_bot, names)]
    people = {name.casefold() for name, bot in given if not bot}
    seats: list[Seat] = []
    for index, (wanted, bot) in enumerate(given):
        name = _bot_name(bot, people) if bot == wanted else wanted
        if any(name.casefold() == seat.name.casefold() for seat in seats):
            raise SetupError(N_("Two players are called {name!r}: give each their own name"), name=name)
        people.add(name.casefold())
        seats.append(Seat(index, name, bot, shown[index]))
    return tuple(seats)


def checked_colours(wanted: Sequence[str], seats: int) -> list[str]:
    """A colour for each seat: as wanted, else the usual one of its place; two of one colour are refused."""
    colours = [colour or COLOURS[index] for index, colour in enumerate((*wanted, *[""] * seats)[:seats])]
    if len(set(colours)) < len(colours) or not set(colours) <= set(COLOURS):
        raise SetupError(
            N_("Each seat has a colour of its own, one of {known}; not {colours}"),
            known=", ".join(COLOURS), colours=", ".join(colours),
        )  # fmt: skip
    return colours


def _name_and_bot(given: str) -> tuple[str, str]:
    """Return name and bot of a person, of a bot (`bot:greedy`), or of a bot with a name (`bot:greedy:Robo`)."""
    if not given.startswith(BOT):
        return given, ""
    kind, _, name = given.removeprefix(BOT).partition(":")
    return name or kind, kind


def shown_name(written: str) -> str:
    """A name that somebody else wrote down, as it can be shown."""
    return " ".join(sanitize(written).split())[:LONGEST_NAME] or "?"


def _name(given: str) -> str:
    """A name as it is shown: short, visible, without stray spaces."""
    name = " ".join(given.split())
    if not name or not name.isprintable():
        raise SetupError(N_("A name is empty or has characters that cannot be shown: {name!r}"), name=given)
    if len(name) > LONGEST_NAME:
        raise SetupError(N_("The name {name!r} is too long: {most} characters at most"), name=name, most=LONGEST_NAME)
    return name


def _bot_name(bot: str, taken: set[str]) -> str:
    """The bot's kind as a name, numbered where several sit at the table."""
    numbered = (bot.capitalize() + (f" {n}" if n else "") for n in (0, 2, 3, 4, 5))
    return next(name for name in numbered if name.casefold() not in taken)
