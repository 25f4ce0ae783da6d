"""A name written with the dial: turn to a letter, push to add it."""

from companion.core.seat import LONGEST_NAME
from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

DONE, ERASE = "✓", "⌫"
LETTERS = "abcdefghijklmnopqrstuvwxyzéèêëàâçîïôöùûüñœß'-. 0123456789"
SHOWN_EACH_SIDE = 4
STEP = 14


class NameView(View):
    """A ring of letters; the first of a word is a capital by itself."""

    def __init__(self, title: str, symbol: str = "") -> None:
        super().__init__()
        self.title = title
        self.symbol = symbol
        self.name = ""
        self.at = 0

    @property
    def ring(self) -> str:
        """What the dial goes around: letters first, then done and erase a turn to the left."""
        letters = LETTERS if len(self.name) < LONGEST_NAME else ""
        return letters + (ERASE + DONE if self.name.strip() else "")

    def shown(self, sign: str) -> str:
        """The letter as it would be added."""
        starts = not self.name or self.name[-1] in " -'."
        return sign.upper() if starts and sign not in "ß" else sign

    def turn(self, steps: int) -> None:
        """The next letter."""
        self.at = (self.at + steps) % len(self.ring)

    def push(self) -> None:
        """Add the letter, erase one, or be done."""
        sign = self.ring[self.at]
        if sign == DONE:
            self.decide(" ".join(self.name.split()))
        elif sign == ERASE:
            self.erase()
        elif sign != " " or (self.name and not self.name.endswith(" ")):
            self.name += self.shown(sign)
            self.at = self.ring.index(sign) if sign in self.ring else len(self.ring) - 1

    def back(self) -> None:
        """Erase a letter; with none left, leave."""
        if self.name:
            self.erase()
        else:
            super().back()

    def erase(self) -> None:
        """Take the last letter away and stay on the sign that was marked."""
        sign = self.ring[self.at]
        self.name = self.name[:-1]
        self.at = self.ring.find(sign) if sign in self.ring else 0

    def draw(self, pencil: Pencil) -> None:
        """The name so far with a cursor, and the part of the ring around the marked letter."""
        top = write_title(pencil, self.title, self.symbol, "strong")
        name = fit(self.name, WIDTH - 4, font("large").height, ("large", "strong", "text", "small"))
        pencil.put(1, top + 3, name)
        x = 2 + name.font.width(name.lines[0])
        pencil.rectangle((x, top + 4, x + 1, top + 15), fill=ON)
        y = HEIGHT - 18
        middle = WIDTH // 2
        pencil.rectangle((middle - 9, y, middle + 9, HEIGHT - 1), fill=ON)
        ring = self.ring
        for offset in range(-SHOWN_EACH_SIDE, SHOWN_EACH_SIDE + 1):
            sign = self.shown(ring[(self.at + offset) % len(ring)])
            size, ink, drop = ("large", OFF, 2) if offset == 0 else ("text", ON, 3)
            x = middle + offset * STEP
            pencil.centre(y + drop, "␣" if sign == " " else sign, size, ink, x - 7, x + 8)
