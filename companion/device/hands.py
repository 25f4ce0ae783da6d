"""Hands that slap on phones: a seat whose phone has joined races on it, among friends."""

from collections.abc import Callable

from companion.core.seat import SYMBOLS
from drivers.fault import Fault


class Screen:
    """The screen of one phone as something to slap."""

    wire = "Wi-Fi"
    fault: Fault | None = None

    def __init__(self) -> None:
        self.closed = False
        """Whether a finger is on it."""
        self.joined: object = None
        """The page that speaks for this seat; another one that joins takes its place."""

    @property
    def working(self) -> bool:
        """Whether a phone has joined."""
        return self.joined is not None


class Phones:
    """A place for one phone at each seat. `post` gets seat, level and the time at which it was heard of."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.screens = {seat: Screen() for seat in range(len(SYMBOLS))}
        self._post = post

    def join(self, seat: int, page: object, now: float) -> None:
        """This page races for that seat from now on, and for no other."""
        if self.screens[seat].joined is page:
            return
        self.leave(page, now)
        self.touch(self.screens[seat].joined, False, now)
        self.screens[seat].joined = page

    def leave(self, page: object, now: float) -> None:
        """The page went away, and with it the finger on it."""
        self.touch(page, False, now)
        for screen in self.screens.values():
            if screen.joined is page:
                screen.joined = None

    def seat_of(self, page: object) -> int | None:
        """For whom this page races."""
        return next((seat for seat, screen in self.screens.items() if screen.joined is page), None)

    def touch(self, page: object, closed: bool, at: float) -> None:
        """A finger came down or went up at the time `at`, when the host heard of it."""
        seat = None if page is None else self.seat_of(page)
        if seat is not None and self.screens[seat].closed != closed:
            self.screens[seat].closed = closed
            self._post(seat, closed, at)
