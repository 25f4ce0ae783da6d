"""Where races are run: every raw edge of paddles and dome goes straight to the referee."""

from collections.abc import Iterable
from functools import partial

from drivers.buttons import Button
from drivers.panel import Panel
from drivers.referee import GPIO, Referee

JUST_BEFORE = 1e-6
"""A button that is held when a race is armed was pressed before it, so that it is no false start."""


class Course:
    """The paddles by the number of their seat, and after them the dome, all before one referee."""

    def __init__(self, panel: Panel) -> None:
        self.referee = Referee()
        self._buttons: tuple[Button, ...] = (*panel.paddles, panel.dome)
        for place, button in enumerate(self._buttons):
            button.raw = partial(self.referee.post, place)

    @property
    def dome(self) -> int:
        """The number of the dome, which no seat has."""
        return len(self._buttons) - 1

    def unfit(self, places: Iterable[int]) -> list[int]:
        """Those of these buttons that are known to be broken or stuck."""
        buttons = self._buttons
        return [place for place in places if not buttons[place].working or buttons[place].fault is not None]

    def wire(self, place: int) -> str:
        """The wire to check when that button is stuck."""
        return self._buttons[place].wire

    def arm(self, places: Iterable[int], patience: float, now: float) -> None:
        """Begin a race between these buttons; one that has been held since before the referee came is found too."""
        self.referee.timing = self.referee.timing._replace(patience=patience)
        racing = dict.fromkeys(places, GPIO)
        for place in racing:
            self.referee.post(place, self._buttons[place].closed, now - JUST_BEFORE)
        self.referee.arm(racing, now)
