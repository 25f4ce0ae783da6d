"""Waiting without standing still: for a bot that thinks, or for another program to let the journal go."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.core.errors import ArksideError, JournalBusy
from companion.core.question import TABLE, Question
from companion.core.session import Session
from companion.core.words import Say
from companion.device.pencil import WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

TRY_EVERY = 0.05
GIVE_UP_AFTER = 5.0


class BotView(View):
    """A bot is asked. The app lets it answer in its own time; back leads to the pause menu as ever."""

    def __init__(self, say: Say, session: Session, question: Question) -> None:
        super().__init__()
        self.who = say("Bots")
        self.note = say("thinking …")
        if question.seat != TABLE:
            seat = session.seats[question.seat]
            self.seat = seat.index
            self.who = seat.signed

    def draw(self, pencil: Pencil) -> None:
        """Draw the bot's name. Its question may be secret."""
        pencil.loud_name(self.who, (2, 4, WIDTH - 2, 42))
        pencil.centre(47, self.note, "large")


class CountingView(View):
    """Shown while another thread counts the figures of many matches. Back does not wait for them."""

    def __init__(self, say: Say, title: str, result: Future[Any]) -> None:
        super().__init__()
        self.title = title
        self.note = say("Counting …")
        self.found = result
        self.due = 0.0

    def tick(self, now: float) -> bool:
        """Go on as soon as they are there."""
        self.due = now + TRY_EVERY
        if self.found.done():
            self.decide(self.found)
        return False

    def draw(self, pencil: Pencil) -> None:
        """Say what is being done."""
        write_title(pencil, self.title, "", "strong")
        pencil.centre(47, self.note, "large")


class SavingView(View):
    """Tries again and again until what was decided is on the disk; the loop goes on meanwhile."""

    def __init__(self, title: str, act: Callable[[], Any]) -> None:
        super().__init__()
        self.title = title
        self.act = act
        self.due = 0.0
        self._until: float | None = None

    def tick(self, now: float) -> bool:
        """One more try; after a while, or if it is about something else, the refusal is for people to see."""
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
        """Nothing: what was decided is about to be kept."""

    def draw(self, pencil: Pencil) -> None:
        """Draw that something is being saved."""
        write_title(pencil, self.title, "", "strong")
