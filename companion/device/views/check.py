"""One step of the self-test: do as it says; anything else counts as silence."""

from companion.app.part_words import PADDLES
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

HINT = 22
"""Pixels for what to do if nothing happens."""


class CheckView(View):
    """Waits for one part; another one that answers instead says that this one does not."""

    def __init__(self, title: str, text: str, hint: str, part: str) -> None:
        super().__init__()
        self.title = title
        self.text = text
        self.hint = hint
        self.part = part
        if part in PADDLES:
            self.seat = PADDLES.index(part)

    def hear_part(self, part: str) -> None:
        """A part was moved."""
        self.decide(part == self.part)

    def paddle(self, seat: int) -> None:
        """A paddle was pressed."""
        self.hear_part(PADDLES[seat])

    def dome(self) -> None:
        """The Ark was pressed."""
        self.hear_part("dome")

    def turn(self, steps: int) -> None:
        """The dial was turned; before a push that happens easily and means nothing."""
        if self.part != "dial-push":
            self.hear_part("dial")

    def push(self) -> None:
        """Handle a push of the dial."""
        self.hear_part("dial-push")

    def back(self) -> None:
        """Back was pressed, which is one of the parts to test, so it does not leave."""
        self.hear_part("back")

    def draw(self, pencil: Pencil) -> None:
        """Draw the instruction large, and the hint for when nothing happens."""
        top = write_title(pencil, self.title, size="strong")
        hint = fit(self.hint, WIDTH, HINT, ("text", "small"))
        bottom = HEIGHT - hint.height - 1
        pencil.put(0, top + 1, fit(self.text, WIDTH, bottom - top - 1, ("large", "strong", "text", "small")))
        pencil.put(0, bottom, hint)


class SeeView(CheckView):
    """Shows a frame on both screens and asks whether people see it: push for yes, back for no."""

    def push(self) -> None:
        """People see the frame."""
        self.decide(True)

    def back(self) -> None:
        """They do not: the screen counts as silent."""
        self.decide(False)

    def hear_part(self, part: str) -> None:
        """Other parts say nothing about this one."""

    def draw(self, pencil: Pencil) -> None:
        """The question in a frame."""
        self._frame(pencil)
        pencil.put(5, 4, fit(self.text, WIDTH - 10, 36, ("large", "strong", "text", "small")))
        pencil.put(5, HEIGHT - HINT - 3, fit(self.hint, WIDTH - 10, HINT, ("text", "small")))

    def second_screen(self, pencil: Pencil) -> bool:
        """A frame with a cross, to see every edge."""
        self._frame(pencil)
        pencil.line((0, 0, WIDTH - 1, HEIGHT - 1), fill=ON)
        pencil.line((0, HEIGHT - 1, WIDTH - 1, 0), fill=ON)
        return True

    def _frame(self, pencil: Pencil) -> None:
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
