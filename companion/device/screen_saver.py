"""ScreenSaver for the OLEDs: their dots age while they shine, so idle pictures move, dim and go out."""

from typing import NamedTuple

DIM_AFTER = 120.0
SLEEP_AFTER = 600.0
SHIFT_EVERY = 180.0
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Shifts of the picture in pixels, in turn; views leave one column and one row free for them."""

CONTRASTS = {"low": 40, "medium": 120, "high": 255}
DIMMED = 8


class Rest(NamedTuple):
    """State the screens should be in, and when it changes next."""

    contrast: int
    asleep: bool
    shift: tuple[int, int]
    until: float


class ScreenSaver:
    """Decides from the last input when the picture moves and when it goes dark."""

    def __init__(self, now: float) -> None:
        self._began = now
        self._touched = now
        self.sleep_after = SLEEP_AFTER
        """Seconds after which the screens go out; people set it."""

    def touch(self, now: float) -> bool:
        """Note an input; return whether it only woke dark screens."""
        asleep = now - self._touched >= self.sleep_after
        self._touched = now
        return asleep

    def rest(self, now: float, brightness: str) -> Rest:
        """Return the state the screens should be in at this time."""
        idle = now - self._touched
        if idle >= self.sleep_after:
            return Rest(DIMMED, True, SHIFTS[0], float("inf"))
        shifts = int((now - self._began) // SHIFT_EVERY)
        shift_at = self._began + (shifts + 1) * SHIFT_EVERY
        # With a short sleep time, dim halfway, so that people see it coming.
        dim_after = min(DIM_AFTER, self.sleep_after / 2)
        dim = idle >= dim_after
        fades_at = self._touched + (self.sleep_after if dim else dim_after)
        contrast = DIMMED if dim else CONTRASTS[brightness]
        return Rest(contrast, False, SHIFTS[shifts % len(SHIFTS)], min(shift_at, fades_at))
