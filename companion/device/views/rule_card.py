"""A rule card: its title and a sentence or two, large enough to read across the table."""

from companion.core.primer import RuleText
from companion.device.fit import Fitted, fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import BACK, HELP, View

MARGIN = 4
"""Pixels between the edge and the words."""
BAND = 15
"""Height of the band with the title."""
TITLE_FONTS = ("strong", "text", "small")
FONTS = ("strong", "text")


class RuleCardView(View):
    """Stays until it is touched: the Ark shows the whole rule, Back offers to turn cards off, all else goes on."""

    def __init__(self, card: RuleText) -> None:
        super().__init__()
        self.card = card

    def push(self) -> None:
        """Go on to the question."""
        self.decide(None)

    def paddle(self, seat: int) -> None:
        """Go on to the question; everybody has a hand near a paddle."""
        self.push()

    def dome(self) -> None:
        """Show the whole rule."""
        self.decide(HELP)

    def back(self) -> None:
        """Offer to turn the cards off."""
        self.decide(BACK)

    def draw(self, pencil: Pencil) -> None:
        """Draw the title on a band, and the rule below it."""
        title, words = fit_title(self.card.title), fit_brief(self.card.brief)
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
        pencil.rectangle((0, BAND, WIDTH - 1, BAND), outline=ON)
        pencil.centre((BAND - title.font.height + 2) // 2, title.lines[0], title.font.name)
        y = BAND + (HEIGHT - BAND - words.height) // 2
        for line in words.lines:
            pencil.centre(y, line, words.font.name)
            y += words.font.height


def fit_title(title: str) -> Fitted:
    """Return the title on one line."""
    return fit(title, WIDTH - 2 * MARGIN, BAND - 2, TITLE_FONTS)


def fit_brief(brief: str) -> Fitted:
    """Return the rule as large as the card allows."""
    return fit(brief, WIDTH - 2 * MARGIN, HEIGHT - BAND - 3, FONTS)
