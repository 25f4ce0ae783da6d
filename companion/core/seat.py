"""A player's place at the table: told apart by position, shape and rhythm, not by colour alone."""

from collections.abc import Sequence

from companion.core.errors import N_, SetupError

COLOURS = ("red", "blue", "green", "yellow", "white")
SHAPES = ("circle", "square", "triangle", "diamond", "star")
SYMBOLS = ("●", "■", "▲", "◆", "★")
LONGEST_NAME = 16
BOT = "bot:"


class Seat:
    """One place at the table: who sits there, and how the device marks it."""

    __slots__ = ("bot", "colour", "index", "name", "shape", "symbol")

    def __init__(self, index: int, name: str, bot: str = "") -> None:
        self.index = index
        self.name = name
        self.bot = bot
        self.colour = COLOURS[index]
        self.shape = SHAPES[index]
        self.symbol = SYMBOLS[index]

    def __str__(self) -> str:
        return f"seat-{self.index}"

    def __repr__(self) -> str:
        return f"Seat({self.index}, {self.name!r})"


def seats_of(names: Sequence[str]) -> tuple[Seat, ...]:
    """Seat these players in order; `bot:greedy` seats a bot, which gets a name of its own."""
    if len(names) > len(COLOURS):
        raise SetupError(N_("{n} players are too many: at most {most} seats"), n=len(names), most=len(COLOURS))
    people = {name.casefold() for name in map(_name, names) if not name.startswith(BOT)}
    seats: list[Seat] = []
    for index, given in enumerate(map(_name, names)):
        bot = given[len(BOT) :] if given.startswith(BOT) else ""
        name = _bot_name(bot, people) if bot else given
        if any(name.casefold() == seat.name.casefold() for seat in seats):
            raise SetupError(N_("Two players are called {name!r}: give each their own name"), name=name)
        people.add(name.casefold())
        seats.append(Seat(index, name, bot))
    return tuple(seats)


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
