"""Where races are run: every raw edge of paddles and dome goes straight to the referee."""

from collections.abc import Iterable
from functools import partial

from companion.device.checks import PADDLES
from drivers.buttons import Button
from drivers.panel import Panel
from drivers.referee import GPIO, Referee

DOME = len(PADDLES)
"""The number of the dome, which no seat has."""

JUST_BEFORE = 1e-6
"""A button that is held when a race is armed was pressed before it, so that it is no false start."""


class Course:
    """The paddles by the number of their seat, and after them the dome, all before one referee."""

    def __init__(self, panel: Panel) -> None:
        self.referee = Referee()
        self._buttons: dict[int, Button] = {PADDLES.index(paddle.name): paddle for paddle in panel.paddles}
        self._buttons[DOME] = panel.dome
        for place, button in self._buttons.items():
            button.raw = partial(self.referee.post, place)

    def unfit(self, places: Iterable[int]) -> list[int]:
        """Those of these buttons that are missing, broken or stuck."""
        return [place for place in places if not self._fit(self._buttons.get(place))]

    @staticmethod
    def _fit(button: Button | None) -> bool:
        return button is not None and button.working and button.fault is None

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
