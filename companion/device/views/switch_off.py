"""Views while switching off: hold the button, everything is saved, safe to unplug."""

from collections.abc import Mapping, Sequence

from companion.core.face import DARK, LIGHTS, Light
from companion.core.words import Say
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title
from companion.device.views.welcome import draw_welcome


class NoticeView(View):
    """A title and a sentence next to the ark, with all lights off."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.title = title
        self.text = text

    def draw(self, pencil: Pencil) -> None:
        """Draw the title, and the sentence below as large as it fits."""
        top = write_title(pencil, self.title, size="strong")
        pencil.put(0, top, fit(self.text, WIDTH, HEIGHT - top, ("text", "small")))

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the ark instead of the table."""
        draw_welcome(pencil)
        return True

    def lights(self) -> Sequence[Light] | None:
        """Return all lights off, because power may go at any moment."""
        return [DARK] * LIGHTS

    def lamps(self) -> Mapping[int, str] | None:
        """Return no lit lamps."""
        return {}


class HoldToSwitchOffView(NoticeView):
    """Countdown while the back button is held."""

    def __init__(self, say: Say, left: int) -> None:
        super().__init__(
            say("Switch off?"),
            say.plural("Hold for {n} more second, or let go.", "Hold for {n} more seconds, or let go.", left),
        )


class SwitchingOffView(NoticeView):
    """Shown while the program ends; the computer may still be busy."""

    def __init__(self, say: Say) -> None:
        super().__init__(say("Good night"), say("Everything's saved. Unplug when the screen says so."))


class UnplugView(NoticeView):
    """Shown when nothing is running or being written any more."""

    def __init__(self, say: Say) -> None:
        super().__init__(say("Safe to unplug"), say("Everything's saved. Unplug now, or plug in again to play."))
