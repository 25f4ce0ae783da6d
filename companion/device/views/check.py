"""Views of the self-test: instructions to press or look at a part, and the wiring of a silent one."""

from collections.abc import Mapping, Sequence

from companion.app.part_words import ALL_LAMPS, PADDLES
from companion.app.race_track import DOME
from companion.app.self_test import SelfTest
from companion.core.face import DARK, LIGHTS, Light
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

HINT = 22
"""Height of the hint for when nothing happens, in pixels."""

TEST_LIGHT = Light(120, 120, 120)
PARTS_WITH_LIGHTS = ("lights", "pod")

PITCH, DOT = 6, 4
"""Distance between two pins of the drawn header, and the size of one, in pixels."""
HEADER_HEIGHT = 2 * PITCH
HEADER_COLUMNS = 20


class CheckView(View):
    """Waits for one part of the self-test; if another part is heard, this one counts as silent."""

    def __init__(self, test: SelfTest, title: str, text: str, hint: str) -> None:
        super().__init__()
        self.test = test
        self.title = title
        self.text = text
        self.hint = hint
        self.part = test.part or ""
        self.outdated = lambda: test.part != self.part

    def lights(self) -> Sequence[Light]:
        """Return all lights while they are tested, else none, so that nobody confuses them with lamps."""
        return [TEST_LIGHT if self.part in PARTS_WITH_LIGHTS else DARK] * LIGHTS

    def lamps(self) -> Mapping[int, str]:
        """Return the lamps that are tested, or the one in the button to press."""
        places = {**{paddle: seat for seat, paddle in enumerate(PADDLES)}, "dome": DOME}
        return {place: "steady" for part, place in places.items() if self.part in (ALL_LAMPS, part, f"{part}-lamp")}

    def paddle(self, seat: int) -> None:
        """Report the paddle to the self-test."""
        self.test.hear_part(PADDLES[seat])

    def dome(self) -> None:
        """Report the Ark to the self-test."""
        self.test.hear_part("dome")

    def turn(self, steps: int) -> None:
        """Report the dial to the self-test."""
        self.test.hear_part("dial")

    def push(self) -> None:
        """Report the push of the dial to the self-test."""
        self.test.hear_part("dial-push")

    def back(self) -> None:
        """Report the back button to the self-test. As one of the parts to test, it doesn't leave the view."""
        self.test.hear_part("back")

    def draw(self, pencil: Pencil) -> None:
        """Draw the instruction large, and the hint for when nothing happens."""
        top = write_title(pencil, self.title, size="strong")
        hint = fit(self.hint, WIDTH, HINT, ("text", "small"))
        bottom = HEIGHT - hint.height - 1
        pencil.put(0, top + 1, fit(self.text, WIDTH, bottom - top - 1, ("large", "strong", "text", "small")))
        pencil.put(0, bottom, hint)


class SeeView(CheckView):
    """Shows a frame on both screens and asks whether people see or hear something: push for yes, back for no."""

    def push(self) -> None:
        """Record a yes."""
        self.test.answer(True)

    def back(self) -> None:
        """Record a no: the part counts as silent."""
        self.test.answer(False)

    def draw(self, pencil: Pencil) -> None:
        """Draw the question in a frame."""
        self._frame(pencil)
        pencil.put(5, 4, fit(self.text, WIDTH - 10, 36, ("large", "strong", "text", "small")))
        pencil.put(5, HEIGHT - HINT - 3, fit(self.hint, WIDTH - 10, HINT, ("text", "small")))

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw a frame with a cross, to show every edge of the screen."""
        self._frame(pencil)
        pencil.line((0, 0, WIDTH - 1, HEIGHT - 1), fill=ON)
        pencil.line((0, HEIGHT - 1, WIDTH - 1, 0), fill=ON)
        return True

    def _frame(self, pencil: Pencil) -> None:
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)


class WireView(View):
    """Wiring of a part that failed: the header with its pins marked, and their names."""

    def __init__(self, text: str, pins: Sequence[int]) -> None:
        super().__init__()
        self.text = text
        self.pins = pins

    def push(self) -> None:
        """Go on to the next part."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """Draw the header, and the words below it."""
        top = 0
        if self.pins:
            draw_header(pencil, 1, self.pins)
            top = HEADER_HEIGHT + 4
        pencil.put(0, top, fit(self.text, WIDTH, HEIGHT - top, ("text", "small")))


def draw_header(pencil: Pencil, top: int, pins: Sequence[int]) -> None:
    """Draw the 40 pins as they are seen from above, pin 1 at the lower left, and fill those that are named."""
    left = (WIDTH - HEADER_COLUMNS * PITCH) // 2
    for pin in range(1, 2 * HEADER_COLUMNS + 1):
        x = left + (pin - 1) // 2 * PITCH
        y = top + (PITCH if pin % 2 else 0)
        if pin in pins:
            pencil.rectangle((x, y, x + DOT, y + DOT), fill=ON)
        else:
            pencil.point((x + DOT // 2, y + DOT // 2), fill=ON)
