"""A player's place at the table: told apart by position, shape and rhythm, not by colour alone."""

from __future__ import annotations

from companion.core.errors import N_, SetupError
from companion.core.untrusted import sanitize

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from companion.core.untrusted import Untrusted

    Points = tuple[tuple[float, float], ...]


class Place:
    """How one place at the table is marked, on every screen, light and page."""

    __slots__ = (
        "beats",
        "colour",
        "dash",
        "light",
        "name",
        "on_dark",
        "on_light",
        "outline",
        "rhythm",
        "shape",
        "symbol",
    )

    def __init__(
        self, colour: str, name: str, *, symbol: str, shape: str, outline: Points, light: tuple[int, int, int],
        rhythm: str, beats: tuple[float, ...], on_light: str, on_dark: str, dash: str,
    ) -> None:  # fmt: skip
        self.colour = colour
        """Id in journals, settings and requests."""
        self.name = name
        self.symbol = symbol
        self.shape = shape
        self.outline = outline
        """Corners of the shape in a square of 24; a circle has none."""
        self.light = light
        self.rhythm = rhythm
        self.beats = beats
        """Seconds on, off, on, off and so on, repeated; a steady light has none."""
        self.on_light = on_light
        """Colour on a light page; `on_dark` is the one on a dark page."""
        self.on_dark = on_dark
        self.dash = dash
        """Dash pattern of a line in a plot."""

    @property
    def path(self) -> str:
        """The outline as an SVG path in a square of 24."""
        if not self.outline:
            return "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z"
        return f"M{' '.join(f'{x:g} {y:g}' for x, y in self.outline)}Z"


PLACES = (
    Place(
        "red", N_("red"), symbol="●", shape="circle", outline=(),
        light=(255, 0, 0), rhythm="steady", beats=(),
        on_light="#c8372d", on_dark="#ff7166", dash="none",
    ),
    Place(
        "blue", N_("blue"), symbol="■", shape="square", outline=((3.5, 3.5), (20.5, 3.5), (20.5, 20.5), (3.5, 20.5)),
        light=(0, 60, 255), rhythm="slow", beats=(0.9, 0.6),
        on_light="#1f62c4", on_dark="#6ea8ff", dash="6 3",
    ),
    Place(
        "green", N_("green"), symbol="▲", shape="triangle", outline=((12, 2.5), (22, 20.5), (2, 20.5)),
        light=(0, 200, 0), rhythm="fast", beats=(0.25, 0.25),
        on_light="#20793a", on_dark="#5fce7c", dash="2 3",
    ),
    Place(
        "yellow", N_("yellow"), symbol="◆", shape="diamond", outline=((12, 1.5), (22, 12), (12, 22.5), (2, 12)),
        light=(255, 170, 0), rhythm="double", beats=(0.2, 0.2, 0.2, 0.9),
        on_light="#b98500", on_dark="#ffcf4d", dash="8 3 2 3",
    ),
    Place(
        "white", N_("white"), symbol="★", shape="star",
        outline=(
            (12, 1.5), (15.1, 8.4), (22.5, 9.2), (17, 14.2), (18.5, 21.6),
            (12, 17.9), (5.5, 21.6), (7, 14.2), (1.5, 9.2), (8.9, 8.4),
        ),
        light=(255, 255, 255), rhythm="triple", beats=(0.15, 0.15, 0.15, 0.15, 0.15, 0.75),
        on_light="#fdfcf8", on_dark="#fbfaf5", dash="1 5",
    ),
    Place(
        "purple", N_("purple"), symbol="✚", shape="cross",
        outline=(
            (8.5, 2), (15.5, 2), (15.5, 8.5), (22, 8.5), (22, 15.5), (15.5, 15.5),
            (15.5, 22), (8.5, 22), (8.5, 15.5), (2, 15.5), (2, 8.5), (8.5, 8.5),
        ),
        light=(150, 0, 200), rhythm="long-short", beats=(0.8, 0.2, 0.2, 0.6),
        on_light="#7d3fb8", on_dark="#c9a0ff", dash="14 4",
    ),
)  # fmt: skip
"""Every place, in order. Everything that tells seats apart is derived from this table: add a row to add a seat."""

COLOUR_NAMES = {place.colour: place.name for place in PLACES}
COLOURS = tuple(COLOUR_NAMES)
SHAPES = tuple(place.shape for place in PLACES)
SYMBOLS = tuple(place.symbol for place in PLACES)
LONGEST_NAME = 16
BOT = "bot:"


RACE_PACE = {"random": 2.0, "easy": 1.5, "hard": 0.85}
"""Time that bots take for dice and slap, relative to the game's model of people. All others race at its pace.

In races the level is a matter of hands: half of Noah's Ark has nothing to decide.
"""


class Seat:
    """One place at the table: who sits there, and how the device marks it."""

    __slots__ = ("bot", "colour", "index", "name", "path", "shape", "symbol")

    def __init__(self, index: int, name: str, bot: str = "", colour: str = "") -> None:
        self.index = index
        self.name = name
        self.bot = bot
        self.colour = colour or COLOURS[index]
        """People choose the colour; shape, position and rhythm always belong to the place."""
        self.shape = SHAPES[index]
        self.symbol = SYMBOLS[index]
        self.path = PLACES[index].path

    @classmethod
    def from_json(cls, index: int, written: Untrusted) -> Self:
        """Read a seat of a journal. Old journals have no colours: those seats get the colour of their place."""
        colour = written["colour"].value
        own = colour if isinstance(colour, str) and colour in COLOURS else ""
        return cls(index, sanitize_name(written["name"].text()), written["bot"].text(), own)

    def as_json(self) -> dict[str, str]:
        """Return the seat for a journal, with its colour only if it differs from that of its place."""
        own = {} if self.colour == COLOURS[self.index] else {"colour": self.colour}
        return {"name": self.name, "bot": self.bot, **own}

    @property
    def race_pace(self) -> float:
        """Time that this seat's bot takes in races, relative to the game's model of people."""
        return RACE_PACE.get(self.bot.partition(":")[0], 1.0)

    @property
    def signed(self) -> str:
        """Symbol and name, as screens and lists show a player."""
        return f"{self.symbol} {self.name}"

    def format_count(self, number: int) -> str:
        """Format a count behind the name. The sign keeps `Player 2 ×3` apart from the name itself."""
        return f"{self.name} ×{number}"

    def __str__(self) -> str:
        return f"seat-{self.index}"

    def __repr__(self) -> str:
        return f"Seat({self.index}, {self.name!r})"


def make_seats(names: Sequence[str], colours: Sequence[str] = ()) -> tuple[Seat, ...]:
    """Seat these players in order; `bot:greedy` seats a bot, which gets a name of its own unless one comes with it."""
    if len(names) > len(COLOURS):
        raise SetupError(N_("{n} players are too many: at most {most} seats"), n=len(names), most=len(COLOURS))
    seat_colours = check_colours(colours, len(names))
    named = [(_name(name), bot) for name, bot in map(_name_and_bot, names)]
    people = {name.casefold() for name, bot in named if not bot}
    seats: list[Seat] = []
    for index, (wanted, bot) in enumerate(named):
        name = _bot_name(bot, people) if bot == wanted else wanted
        if any(name.casefold() == seat.name.casefold() for seat in seats):
            raise SetupError(N_("Two players are called {name!r}: give each their own name"), name=name)
        people.add(name.casefold())
        seats.append(Seat(index, name, bot, seat_colours[index]))
    return tuple(seats)


def check_colours(wanted: Sequence[str], seats: int) -> list[str]:
    """Return a colour for each seat: the one asked for, else that of its place. Refuse the same colour twice."""
    colours = [colour or COLOURS[index] for index, colour in enumerate((*wanted, *[""] * seats)[:seats])]
    if len(set(colours)) < len(colours) or not set(colours) <= set(COLOURS):
        raise SetupError(
            N_("Each seat has a colour of its own, one of {known}; not {colours}"),
            known=", ".join(COLOURS), colours=", ".join(colours),
        )  # fmt: skip
    return colours


def _name_and_bot(text: str) -> tuple[str, str]:
    """Return name and bot of a person, of a bot (`bot:greedy`), or of a bot with a name (`bot:greedy:Robo`)."""
    if not text.startswith(BOT):
        return text, ""
    kind, _, name = text.removeprefix(BOT).partition(":")
    return name or kind, kind


def sanitize_name(written: str) -> str:
    """Make a name from an untrusted source safe to show."""
    return " ".join(sanitize(written).split())[:LONGEST_NAME] or "?"


def _name(text: str) -> str:
    """Check a name and strip stray spaces."""
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise SetupError(N_("A name is empty or has characters that can't be shown: {name!r}"), name=text)
    if len(name) > LONGEST_NAME:
        raise SetupError(N_("The name {name!r} is too long: {most} characters at most"), name=name, most=LONGEST_NAME)
    return name


def _bot_name(bot: str, taken: set[str]) -> str:
    """Name a bot after its kind, with a number if there are several."""
    numbered = (bot.capitalize() + (f" {n}" if n else "") for n in (0, *range(2, len(PLACES) + 1)))
    return next(name for name in numbered if name.casefold() not in taken)
