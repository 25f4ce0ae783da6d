"""The review of a match on the box: a screen to wait at while it is written."""

from companion.core.errors import ArksideError
from companion.core.session import Session
from companion.device.context import Context
from companion.device.pencil import Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

AGAIN = 0.5
"""Seconds between two looks whether it is there."""


class ReviewView(View):
    """Closes once the review is there, or known to be impossible. Back does not wait for it."""

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__()
        self._context = context
        self._session = session
        self.lines: list[str] = []
        """The review, or why there is none; empty if nobody waited for it."""
        self.due = 0.0

    def tick(self, now: float) -> bool:
        """Look whether it is there."""
        self.due = now + AGAIN
        say = self._context.say
        try:
            text = self._context.app.reviews.find(self._session.number, say.language, short=True)
            if text is not None:
                self.lines = text.read_text(encoding="utf-8").splitlines()
        except ArksideError as why:
            self.lines = [say.phrase(why)]
        if self.lines:
            self.decide(None)
        return False

    def draw(self, pencil: Pencil) -> None:
        """Say that the match is being reviewed."""
        write_title(pencil, self._context.say("Review"), "", "strong")
        pencil.centre(47, self._context.say("thinking …"), "large")
