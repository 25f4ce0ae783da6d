"""Text entry with the dial or a keyboard: the likeliest letter is marked, the next ones are on both sides of it."""

from collections.abc import Sequence

from companion.core.seat import LONGEST_NAME
from companion.device.fit import fit
from companion.device.font import font
from companion.device.letters import COMPLETE, DONE, ERASE, LetterPredictor, around, names_predicted
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title
from companion.device.views.seats import draw_seats

SHOWN_EACH_SIDE = 4
STEP = 13
APART = 4
RUBOUT = "\b\x7f"
ENTER = "\r\n"


class NameView(View):
    """A ring of letters; words start with a capital automatically.

    `predictor` knows the likely texts, people's names by default; `seated` are the names to show on the other screen.
    """

    def __init__(
        self,
        title: str,
        symbol: str = "",
        predictor: LetterPredictor | None = None,
        start: str = "",
        seated: Sequence[str] | None = None,
        longest: int = LONGEST_NAME,
    ) -> None:
        super().__init__()
        self.title = title
        self.symbol = symbol
        self.predictor = predictor or names_predicted(())
        self.seated = seated
        self.longest = longest
        self.name = ""
        self.ring: list[str] = []
        """Signs around the dial: the likeliest first, the next ones to its right and left."""
        self.at = 0
        self._write(start)

    def _write(self, name: str) -> None:
        """Set the written name and put the dial back on the likeliest sign."""
        self.name = name[: self.longest]
        full = len(self.name) >= self.longest
        likely = [sign for sign in self.predictor.next(self.name) if not full or sign == DONE]
        room = self.longest - len(self.name)
        if len(self.predictor.rest(self.name)) > room and COMPLETE in likely:
            likely.remove(COMPLETE)
        if self.name.strip():
            likely = [*likely, *([] if DONE in likely else [DONE]), ERASE]
        else:
            likely = [sign for sign in likely if sign != DONE]
        self.ring = around(likely)
        self.at = 0

    def format_sign(self, sign: str) -> str:
        """Return the letter as it would be added."""
        starts = not self.name or self.name[-1] in " -'."
        return sign.upper() if starts and sign not in "ß" else sign

    def turn(self, steps: int) -> None:
        """Move around the ring of letters."""
        self.at = (self.at + steps) % len(self.ring)

    def push(self) -> None:
        """Add the letter or the rest of the name, erase a letter, or finish."""
        self._take(self.ring[self.at])

    def _take(self, sign: str) -> None:
        if sign == DONE:
            self.decide(" ".join(self.name.split()))
        elif sign == ERASE:
            self._write(self.name[:-1])
        elif sign == COMPLETE:
            self._write(self.name + self.predictor.rest(self.name))
        elif sign != " " or (self.name and not self.name.endswith(" ")):
            self._write(self.name + self.format_sign(sign))

    def type(self, text: str) -> None:
        """Add typed letters; signs that no screen can show are ignored."""
        for letter in text:
            if letter in ENTER:
                if self.name.strip():
                    self._take(DONE)
            elif letter in RUBOUT:
                self._write(self.name[:-1])
            elif letter.isprintable() and len(self.name) < self.longest and (letter != " " or self.name):
                self._write(self.name + self.format_sign(letter))

    def back(self) -> None:
        """Erase a letter; with none left, leave."""
        if self.name:
            self._write(self.name[:-1])
        else:
            super().back()

    def draw(self, pencil: Pencil) -> None:
        """Draw the name so far with cursor and completion, and the part of the ring around the marked letter."""
        top = write_title(pencil, self.title, self.symbol, "strong")
        rest = self.predictor.rest(self.name)
        room = font("large").height
        name = fit(self.name, WIDTH - 4, room, ("large", "strong", "text", "small"))
        pencil.put(1, top + 3, name)
        x = 2 + name.font.width(name.lines[0])
        pencil.rectangle((x, top + 4, x + 1, top + 15), fill=ON)
        if rest and x + 5 + font("text").width(rest) < WIDTH:
            pencil.write(x + 4, top + 5, rest, "text")
        self._draw_ring(pencil)

    def _draw_ring(self, pencil: Pencil) -> None:
        y = HEIGHT - 18
        middle = WIDTH // 2
        pencil.rectangle((middle - 9, y, middle + 9, HEIGHT - 1), fill=ON)
        pencil.marked = self.format_sign(self.ring[self.at])
        beside = min(SHOWN_EACH_SIDE, (len(self.ring) - 1) // 2)
        for offset in range(-beside, beside + 1 + (len(self.ring) == 2)):
            sign = self.format_sign(self.ring[(self.at + offset) % len(self.ring)])
            size, ink, drop = ("large", OFF, 2) if offset == 0 else ("text", ON, 3)
            x = middle + offset * STEP + APART * (offset > 0) - APART * (offset < 0)
            pencil.centre(y + drop, "␣" if sign == " " else sign, size, ink, x - 7, x + 8)

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the seats while players are being seated."""
        if self.seated is None:
            return False
        draw_seats(pencil, [*self.seated, self.name], len(self.seated))
        return True
