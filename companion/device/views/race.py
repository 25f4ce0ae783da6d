"""Who is first? The paddles answer; the order and margins go along with the answer."""

from collections.abc import Sequence

from companion.core.question import Question
from companion.core.seat import Seat
from companion.device.font import font
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

SLAP = "slap-"
NOBODY = "nobody"


def is_race(question: Question) -> bool:
    """Whether the choices of a question are who was first."""
    return any(id.startswith(SLAP) for id in question.ids())


class RaceView(View):
    """The first paddle that may answer wins; a push of the dial says that nobody does."""

    def __init__(self, title: str, question: Question, seats: Sequence[Seat]) -> None:
        super().__init__()
        self.title = title
        self.ids = question.ids()
        self.racers = [seat for seat in seats if f"{SLAP}{seat.index}" in self.ids]

    def paddle(self, seat: int) -> None:
        """This seat was first, if it may race."""
        if f"{SLAP}{seat}" in self.ids:
            self.decide(f"{SLAP}{seat}")

    def push(self) -> None:
        """Nobody slaps, if the game allows that."""
        if NOBODY in self.ids:
            self.decide(NOBODY)

    def draw(self, pencil: Pencil) -> None:
        """The question, and the signs of those who race, in the order of the paddles."""
        top = write_title(pencil, self.title)
        step = WIDTH // max(1, len(self.racers))
        y = top + (HEIGHT - top - font("large").height) // 2
        for place, seat in enumerate(self.racers):
            pencil.centre(y, seat.symbol, "large", left=place * step, right=(place + 1) * step)
