"""Cues: what to do with real pieces, large enough to read across the table. They go by themselves or by any touch."""

from collections.abc import Sequence

from companion.device.fit import Fitted, fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View

FONTS = ("large", "strong", "text", "small")
FRAME = 4
"""Pixels from the edge to the words: a frame tells a cue from a question."""

SECONDS = 1.4
SECONDS_A_LETTER = 0.05
LONGEST = 7.0


class CueView(View):
    """One page after the other, each as long as it takes to read it aloud."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.pages = pages_of(lines)
        self.at = 0
        self.due = 0.0
        self._shown = False

    @property
    def page(self) -> str:
        """The words in sight."""
        return self.pages[self.at]

    def tick(self, now: float) -> bool:
        """The next page when this one has been read."""
        if now < self.due:
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
        """Read: the next page, whose time begins anew."""
        self._shown = False
        self.due = 0.0
        self._next()

    def back(self) -> None:
        """As a push: any touch says that the page was read."""
        self.push()

    def paddle(self, seat: int) -> None:
        """As a push; everybody has a hand near a paddle."""
        self.push()

    def dome(self) -> None:
        """As a push."""
        self.push()

    def draw(self, pencil: Pencil) -> None:
        """The words in the middle of a frame."""
        words = fit_page(self.page)
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
        y = (HEIGHT - words.height + 1) // 2
        for line in words.lines:
            pencil.centre(y, line, words.font.name)
            y += words.font.height


def fit_page(text: str) -> Fitted:
    """The words as large as the frame allows."""
    return fit(text, WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME, FONTS)


def pages_of(lines: Sequence[str]) -> list[str]:
    """Lines that belong together on as few pages as keep them readable from a chair."""
    pages: list[str] = []
    for line in lines:
        together = f"{pages[-1]}\n{line}" if pages else line
        if pages and fit_page(together).font.name != "small" and fit_page(together).whole:
            pages[-1] = together
        else:
            pages.append(line)
    return pages
