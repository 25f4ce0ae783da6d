"""Cues: what to do with real pieces, large enough to read across the table."""

from collections.abc import Sequence

from companion.device.fit import Fitted, fit
from companion.device.font import font
from companion.device.pencil import AIRY_GRID, GRID, HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View

FONTS = ("strong", "text", "small")
BAR, MARGIN = 2, 7
"""Width of the bar at the left, which marks a cue, and of the margin beside it. Words are aligned left, not centred: a
list follows in the same place, and pixels that both leave dark aren't sent again."""

EDGE = 4
"""Pixels above and below the words."""

SIGN_HEIGHT = 6
"""Pixels below the words of a page that waits for a push."""

ARROW = 6

SECONDS = 1.4
SECONDS_A_LETTER = 0.05
LONGEST = 7.0


class CueView(View):
    """Shows one page after the other, each for as long as it takes to read it aloud.

    Pages with something to do (`waits`) stay until the next input: hands may be busy with the pieces.
    """

    def __init__(self, lines: Sequence[str], waits: bool = False) -> None:
        super().__init__()
        self.pages = pages_of(lines, waits)
        self.waits = waits
        self.at = 0
        self.due = float("inf") if waits else 0.0
        self._shown = False

    @property
    def page(self) -> str:
        """Text of the current page."""
        return self.pages[self.at]

    def tick(self, now: float) -> bool:
        """Turn the page when this one has been read, unless it waits for a touch."""
        if self.waits or now < self.due:
            return False
        if self._shown:
            self._next()
        self._shown = True
        self.due = now + min(LONGEST, SECONDS + SECONDS_A_LETTER * len(self.page))
        return True

    def _next(self) -> None:
        if self.at == len(self.pages) - 1:
            self.decide(None)
        else:
            self.at += 1

    def push(self) -> None:
        """Turn the page."""
        self._shown = False
        if not self.waits:
            self.due = 0.0
        self._next()

    def back(self) -> None:
        """Turn the page: any touch says that this one was read."""
        self.push()

    def paddle(self, seat: int) -> None:
        """Turn the page: a paddle is the nearest button for everybody."""
        self.push()

    def dome(self) -> None:
        """Turn the page."""
        self.push()

    def draw(self, pencil: Pencil) -> None:
        """Draw the text beside a bar; an arrow with the page number asks for a push."""
        words, right = fit_page(self.page, self.waits), WIDTH
        if self.waits:
            number = f"{self.at + 1}/{len(self.pages)} " if len(self.pages) > 1 else ""
            right = draw_push_sign(pencil, number)
        draw_lines(pencil, words, right)


def draw_lines(pencil: Pencil, words: Fitted, right: int) -> None:
    """Write the lines of a page beside the bar, farther apart if they are few; a sign stands below from `right` on."""
    count, face = len(words.lines), words.font
    tops: Sequence[int] = GRID
    if face.name == "small":
        top = (HEIGHT - words.height) // 2
        tops = range(top, top + words.height, face.height)
    elif count < len(AIRY_GRID) or (count == len(AIRY_GRID) and MARGIN + face.width(words.lines[-1]) < right):
        tops = AIRY_GRID
    for y, line in zip(tops, words.lines, strict=False):
        pencil.write(MARGIN, y, line, face.name)
    pencil.rectangle((0, tops[0] + 2, BAR - 1, tops[count - 1] + face.ascent - 1), fill=ON)


def draw_push_sign(pencil: Pencil, number: str) -> int:
    """Draw a small arrow in the lower right corner, and which page this is; return where that begins."""
    face = font("small")
    left = WIDTH - EDGE - ARROW - face.width(number)
    top = HEIGHT - face.height
    pencil.write(left, top, number, "small")
    right, middle = left + face.width(number), top + face.height // 2
    pencil.polygon([(right, middle - 3), (right, middle + 3), (right + ARROW - 2, middle)], fill=ON)
    return left


def fit_page(text: str, waits: bool) -> Fitted:
    """Fit a text beside the bar, as large as possible; a page that waits leaves room for the sign below."""
    return fit(text, WIDTH - MARGIN, HEIGHT - 2 * EDGE - (SIGN_HEIGHT if waits else 0), FONTS)


def pages_of(lines: Sequence[str], waits: bool) -> list[str]:
    """Put lines on as few pages as keep them readable from a chair."""
    pages: list[str] = []
    for line in lines:
        together = f"{pages[-1]}\n{line}" if pages else line
        fitted = fit_page(together, waits)
        if pages and fitted.font.name != "small" and fitted.whole:
            pages[-1] = together
        else:
            pages.append(line)
    return pages
