"""Request of a phone to take over a seat or the role of the host, decided by people at the box."""

from companion.app.app import App
from companion.app.part_words import PADDLES
from companion.app.presence import TakeOver
from companion.core.seat import PLACES
from companion.core.words import Say
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.view import BACK, View
from companion.device.views.pick import write_title

UNREAD = 1.0
"""Seconds for which presses are ignored, because they were meant for the previous view."""


class TakeOverView(View):
    """Covers the current view until the request is settled: with the seat's own paddle, or else by dial."""

    def __init__(self, app: App, say: Say, take_over: TakeOver) -> None:
        super().__init__()
        self.app = app
        self.take_over = take_over
        self.due = app.clock() + UNREAD
        self._ready = False
        self._by_paddle = take_over.seat is not None and has_working_paddle(app, take_over.seat)
        if self._by_paddle:
            self.seat = take_over.seat
        self.title = say("Phone {n}", n=take_over.number)
        self.text = self._describe(say)
        self.outdated = self._is_outdated

    def _describe(self, say: Say) -> str:
        if self.take_over.seat is None:
            return say("It wants to be the host. Push the dial to agree; Back says no.")
        name = name_seat(self.app, self.take_over.seat)
        if self._by_paddle:
            return say("It wants {who}'s seat. Yours? Press your paddle. Back says no.", who=name)
        return say("It wants {who}'s seat. Push the dial to agree; Back says no.", who=name)

    def _is_outdated(self) -> bool:
        """Whether the request is gone, or a race needs the screens."""
        return self.take_over not in self.app.presence.take_overs or self.app.races.stage is not None

    def tick(self, now: float) -> bool:
        """Accept presses once people had time to notice this view."""
        if now >= self.due:
            self._ready = True
            self.due = float("inf")
        return False

    def paddle(self, seat: int) -> None:
        """Agree, if it is the paddle of the seat in question."""
        if self._by_paddle and seat == self.take_over.seat:
            self._agree()

    def push(self) -> None:
        """Agree, unless it takes the paddle."""
        if not self._by_paddle:
            self._agree()

    def back(self) -> None:
        """Decline the request of the phone."""
        if self._ready:
            self.app.presence.refuse(self.take_over)
            self.decide(BACK)

    def _agree(self) -> None:
        if self._ready:
            self.app.let_take_over(self.take_over)
            self.decide(True)

    def draw(self, pencil: Pencil) -> None:
        """Draw the number of the phone and what to do."""
        top = write_title(pencil, self.title, size="strong")
        pencil.put(0, top, fit(self.text, WIDTH, HEIGHT - top, ("text", "small")))


def has_working_paddle(app: App, seat: int) -> bool:
    """Whether a seat has a paddle on this box that is not known to fail."""
    return seat < len(PADDLES) and PADDLES[seat] not in {fault.part for fault in app.faults}


def name_seat(app: App, seat: int) -> str:
    """Return the symbol and the name of a seat, in a match or in the lobby."""
    if app.live is not None and seat < len(app.live.seats):
        return app.live.seats[seat].signed
    holder = app.presence.holders().get(seat)
    return f"{PLACES[seat].symbol} {'' if holder is None else holder.name}".rstrip()
