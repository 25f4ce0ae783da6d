"""A hint on the box: a screen to wait at while it is found."""

from companion.app.hints import AGAIN
from companion.device.context import Context
from companion.device.pencil import Pencil
from companion.device.view import View
from companion.device.views.pick import write_title


class HintView(View):
    """Asks the app for a hint and closes once it is found, or known to be impossible. Back does not wait for it."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.due = 0.0
        context.app.ask_hint(self)

    def tick(self, now: float) -> bool:
        """Close as soon as the hint is there."""
        self.due = now + AGAIN
        if self._context.app.hints.worker.done:
            self.decide(None)
        return False

    def draw(self, pencil: Pencil) -> None:
        """Say that the box is thinking."""
        write_title(pencil, self._context.say("Hint"), "", "strong")
        pencil.centre(47, self._context.say("thinking …"), "large")
