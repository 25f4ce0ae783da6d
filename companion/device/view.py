"""Views: what the screens show at one moment, and how dial, buttons and paddles change it.

Views work like questions of a game: a walk is a generator that yields views and is sent their results.
So a menu inside a menu is a function that calls a function, and no state machine has to track where people are.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core.face import Light
from companion.device.pencil import Pencil

if TYPE_CHECKING:
    from companion.device.timer import Timer
    from companion.device.turn_call import TurnCall

T = TypeVar("T")

Walk = Generator["View", Any, T]
"""A path through views: yields one, is sent its result, returns the result of the whole path."""


class Sign:
    """A sentinel result, distinct from any value that a view could decide."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


OPEN = Sign("OPEN")
"""The view has not decided yet."""

BACK = Sign("BACK")
"""Leave this view."""

STALE = Sign("STALE")
"""Another client answered the question of a view."""

HELP = Sign("HELP")
"""The Ark was pressed: explain this question."""


class View(ABC):
    """One screenful with its own small memory, such as which line is marked."""

    seat: int | None = None
    """Seat that must do something: its lamp blinks in its rhythm."""

    timer: "Timer | None" = None
    """Thinking time of the asked player, if it is counted."""

    call: "TurnCall | None" = None
    """Call of the next player on the other screen, while it lasts."""

    due: float = float("inf")
    """Time of the next `tick`, if time alone changes the view."""

    outdated: Callable[[], bool] = staticmethod(lambda: False)
    """Whether its question was answered elsewhere meanwhile."""

    def __init__(self) -> None:
        self.result: Any = OPEN

    @property
    def corner(self) -> str:
        """Small text in the upper right corner."""
        return "" if self.timer is None else self.timer.text

    @abstractmethod
    def draw(self, pencil: Pencil) -> None:
        """Draw the question screen; every view must."""

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the other screen too; False leaves it to the table."""
        return False

    def lights(self) -> Sequence[Light] | None:
        """Return the light bar; None leaves it to the table."""
        return None

    def lamps(self) -> Mapping[int, str] | None:
        """Return the rhythms of lit lamps, paddles from 0 on and then the dome; None leaves them as usual."""
        return None

    def tick(self, now: float) -> bool:
        """Update after time has passed or an edge came; return whether the view looks different."""
        return False

    def turn(self, steps: int) -> None:
        """Handle a turn of the dial, clockwise if positive."""

    def push(self) -> None:
        """Handle a push of the dial."""

    def type(self, text: str) -> None:
        """Handle text from a keyboard. Most views ignore it."""

    def back(self) -> None:
        """Leave, on the back button."""
        self.decide(BACK)

    def paddle(self, seat: int) -> None:
        """Handle a press of a seat's paddle."""

    def dome(self) -> None:
        """Handle a press of the Ark."""

    def decide(self, result: Any) -> None:
        """Set the result, so that the walk goes on."""
        self.result = result


def run_until(is_over: Callable[[], bool], walk: Walk[Any]) -> Walk[Any]:
    """Run a walk until something elsewhere makes it pointless: then it is closed and the result is STALE."""
    try:
        view = next(walk)
        while True:
            view.outdated = combine_conditions(view.outdated, is_over)
            result = yield view
            if is_over():  # otherwise an inner walk deals with its own stale view
                walk.close()
                return STALE
            view = walk.send(result)
    except StopIteration as end:
        return end.value


def combine_conditions(first: Callable[[], bool], second: Callable[[], bool]) -> Callable[[], bool]:
    """Return a condition that holds if either of two conditions does."""
    return lambda: first() or second()
