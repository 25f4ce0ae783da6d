"""Hands that slap on phones: a seat whose phone has joined races on it, among friends."""

from collections.abc import Callable

from companion.core.seat import SYMBOLS
from drivers.fault import Fault


class PhonePaddle:
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


class PhonePaddles:
    """A place for one phone at each seat. `post` gets seat, level and the time at which it was heard of."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.paddles = {seat: PhonePaddle() for seat in range(len(SYMBOLS))}
        self._post = post

    def join(self, seat: int, page: object, now: float) -> None:
        """This page races for that seat from now on, and for no other."""
        if self.paddles[seat].joined is page:
            return
        self.leave(page, now)
        self.touch(self.paddles[seat].joined, False, now)
        self.paddles[seat].joined = page

    def leave(self, page: object, now: float) -> None:
        """The page went away, and with it the finger on it."""
        self.touch(page, False, now)
        for paddle in self.paddles.values():
            if paddle.joined is page:
                paddle.joined = None

    def seat_of(self, page: object) -> int | None:
        """For whom this page races."""
        return next((seat for seat, paddle in self.paddles.items() if paddle.joined is page), None)

    def touch(self, page: object, closed: bool, at: float) -> None:
        """A finger came down or went up at the time `at`, when the host heard of it."""
        seat = None if page is None else self.seat_of(page)
        if seat is not None and self.paddles[seat].closed != closed:
            self.paddles[seat].closed = closed
            self._post(seat, closed, at)
