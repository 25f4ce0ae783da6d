"""A player's place at the table: told apart by position, shape and rhythm, not by colour alone."""

from collections.abc import Iterable

from companion.core.errors import N_, SetupError

COLOURS = ("red", "blue", "green", "yellow", "white")
SHAPES = ("circle", "square", "triangle", "diamond", "star")
SYMBOLS = ("●", "■", "▲", "◆", "★")
LONGEST_NAME = 16


class Seat:
    """One place at the table: who sits there, and how the device marks it."""

    __slots__ = ("colour", "index", "name", "shape", "symbol")

    def __init__(self, index: int, name: str) -> None:
        self.index = index
        self.name = name
        self.colour = COLOURS[index]
        self.shape = SHAPES[index]
        self.symbol = SYMBOLS[index]

    def __str__(self) -> str:
        return f"seat-{self.index}"

    def __repr__(self) -> str:
        return f"Seat({self.index}, {self.name!r})"


def seats_of(names: Iterable[str]) -> tuple[Seat, ...]:
    """Seat these people in order; a name is short, visible and given only once."""
    given = [" ".join(name.split()) for name in names]
    for name in given:
        if not name or not name.isprintable():
            raise SetupError(N_("A name is empty or has characters that cannot be shown: {name!r}"), name=name)
        if len(name) > LONGEST_NAME:
            raise SetupError(
                N_("The name {name!r} is too long: {most} characters at most"), name=name, most=LONGEST_NAME
            )
        if sum(other.casefold() == name.casefold() for other in given) > 1:
            raise SetupError(N_("Two players are called {name!r}: give each their own name"), name=name)
    if len(given) > len(COLOURS):
        raise SetupError(N_("{n} players are too many: at most {most} seats"), n=len(given), most=len(COLOURS))
    return tuple(Seat(index, name) for index, name in enumerate(given))
