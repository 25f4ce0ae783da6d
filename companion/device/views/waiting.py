"""Views for waiting: for a bot, a hint, a review, many figures, or another program that has locked the journal."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.app.hints import AGAIN
from companion.core.errors import ArksideError, JournalBusy
from companion.core.question import TABLE, Question
from companion.core.session import Session
from companion.core.words import Say
from companion.device.context import Context
from companion.device.pencil import WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

TRY_EVERY = 0.05
REVIEW_EVERY = 0.5
"""Seconds between two looks for the review."""
GIVE_UP_AFTER = 5.0


class BotView(View):
    """Shown while a bot is asked. The app lets it answer; back opens the pause menu as usual."""

    def __init__(self, say: Say, session: Session, question: Question) -> None:
        super().__init__()
        self.name = say("Bots")
        self.note = say("thinking …")
        if question.seat != TABLE:
            seat = session.seats[question.seat]
            self.seat = seat.index
            self.name = seat.signed

    def draw(self, pencil: Pencil) -> None:
        """Draw the bot's name. Its question may be secret."""
        pencil.loud_name(self.name, (2, 4, WIDTH - 2, 42))
        pencil.centre(47, self.note, "large")


class WorkView(View):
    """Base of views that are shown while something is worked out."""

    def __init__(self, title: str, note: str) -> None:
        super().__init__()
        self.title = title
        self.note = note
        self.due = 0.0

    def draw(self, pencil: Pencil) -> None:
        """Draw what is being worked out."""
        write_title(pencil, self.title, "", "strong")
        pencil.centre(47, self.note, "large")


class CountingView(WorkView):
    """Shown while another thread counts the figures of many matches. Back does not wait for them."""

    def __init__(self, say: Say, title: str, result: Future[Any]) -> None:
        super().__init__(title, say("Counting …"))
        self._result = result

    def tick(self, now: float) -> bool:
        """Close as soon as the figures are there."""
        self.due = now + TRY_EVERY
        if self._result.done():
            self.decide(self._result)
        return False


class HintView(WorkView):
    """Asks the app for a hint and closes once it is found, or known to be impossible. Back does not wait for it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.say("Hint"), context.say("thinking …"))
        self._hints = context.app.hints
        context.app.ask_hint(self)

    def tick(self, now: float) -> bool:
        """Close as soon as the hint is there."""
        self.due = now + AGAIN
        if self._hints.worker.done:
            self.decide(None)
        return False


class ReviewView(WorkView):
    """Closes once the review is there, or known to be impossible. Back does not wait for it."""

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__(context.say("Review"), context.say("thinking …"))
        self._context = context
        self._session = session
        self.lines: list[str] = []
        """The review, or why there is none; empty if nobody waited for it."""

    def tick(self, now: float) -> bool:
        """Close as soon as the review is there."""
        self.due = now + REVIEW_EVERY
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


class SavingView(WorkView):
    """Tries to save a decision until it works; the loop goes on meanwhile."""

    def __init__(self, title: str, act: Callable[[], Any]) -> None:
        super().__init__(title, "")
        self.act = act
        self._until: float | None = None

    def tick(self, now: float) -> bool:
        """Try again. After a while, or for another reason than a busy journal, end with the error."""
        self._until = now + GIVE_UP_AFTER if self._until is None else self._until
        self.due = now + TRY_EVERY
        try:
            self.decide(self.act())
        except JournalBusy as busy:
            if now >= self._until:
                self.decide(busy)
        except ArksideError as error:
            self.decide(error)
        return False

    def back(self) -> None:
        """Do nothing: the decision is being saved."""
