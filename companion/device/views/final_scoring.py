"""Final scoring, line by line: player, points and reason, with the totals on the other screen."""

from collections.abc import Sequence

from companion.core.ledger import Entry
from companion.core.session import Session
from companion.device.context import Context
from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

LINE_SECONDS = 1.6
"""Long enough to read a line aloud."""

LAST_SECONDS = 3.0
ROW = 15
"""Pixels from one total to the next."""


class FinalScoringView(View):
    """Shows one line after the other and then ends by itself; turn for the next line, push for the end."""

    def __init__(self, context: Context, session: Session, lines: Sequence[Entry]) -> None:
        super().__init__()
        self.context = context
        self.match = session.match
        self.voice = context.voice_of(session)
        self.lines = lines
        self.at = 0
        self.due = 0.0
        self._began = False

    @property
    def line(self) -> Entry:
        """Ledger entry that is shown."""
        return self.lines[self.at]

    def totals(self) -> list[int]:
        """Return everybody's points up to this line."""
        scores = list(self.match.table.scores)
        for later in self.lines[self.at + 1 :]:
            scores[later.seat] -= later.points
        return scores

    def tick(self, now: float) -> bool:
        """Move to the next line when its time has come."""
        if now < self.due:
            return False
        if self._began:
            self._next()
        self._began = True
        if self.result is not None:
            self.context.play("load" if self.line.points > 0 else "click")
        self.due = now + (LAST_SECONDS if self.at == len(self.lines) - 1 else LINE_SECONDS)
        return True

    def _next(self) -> None:
        if self.at == len(self.lines) - 1:
            self.decide(None)
        else:
            self.at += 1

    def turn(self, steps: int) -> None:
        """Move forwards or backwards through the lines."""
        self.at = max(0, min(len(self.lines) - 1, self.at + steps))

    def push(self) -> None:
        """Skip the rest and go on to the podium."""
        self.decide(None)

    def back(self) -> None:
        """Skip the rest: there is nothing to go back to."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """Draw the player, the points in huge digits and the reason."""
        seat = self.match.setup.seats[self.line.seat]
        top = write_title(pencil, seat.name, seat.symbol, "strong")
        pencil.centre(top, f"{self.line.points:+d}", "huge")
        words = fit(self.voice.reason(self.line), WIDTH, HEIGHT - top - font("huge").height, ("text", "small"))
        for number, text in enumerate(words.lines):
            pencil.centre(HEIGHT - 1 - (len(words.lines) - number) * words.font.height, text, words.font.name)

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw everybody's points so far; the player whose line is shown is highlighted."""
        for seat, total in zip(self.match.setup.seats, self.totals(), strict=True):
            y = seat.index * ROW
            ink = OFF if seat.index == self.line.seat else ON
            if ink == OFF:
                pencil.rectangle((0, y, WIDTH - 1, y + ROW - 2), fill=ON)
            pencil.write(3, y + 2, seat.symbol, "strong", ink)
            right = WIDTH - 4 - font("strong").width(str(total))
            pencil.put(17, y + 2, fit(seat.name, right - 19, font("text").height, ("text", "small")), ink)
            pencil.write(right, y + 2, str(total), "strong", ink)
        return True
