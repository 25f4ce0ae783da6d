"""Before somebody's own cards are on the screen that all share: for whose eyes it is, and nothing else."""

from companion.core.seat import Seat
from companion.core.words import Say
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.reading import ReadingView

NOTE = 14


class HandOverView(View):
    """Asks for one person; a push, or that person's own paddle, says that nobody else looks."""

    def __init__(self, say: Say, seat: Seat) -> None:
        super().__init__()
        self.title = say("For {name}'s eyes", name=seat.name)
        self.note = say("Only you look? Push the dial.")
        self.symbol = seat.symbol
        self.seat = seat.index

    def push(self) -> None:
        """It is in the right hands."""
        self.decide(True)

    def paddle(self, seat: int) -> None:
        """The own paddle says the same."""
        if seat == self.seat:
            self.push()

    def draw(self, pencil: Pencil) -> None:
        """The shape and the name, to be read across the table, and what to do."""
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
        words = fit(f"{self.symbol} {self.title}", WIDTH - 10, HEIGHT - NOTE - 12, ("large", "strong", "text", "small"))
        y = 3 + (HEIGHT - NOTE - 6 - words.height) // 2
        for line in words.lines:
            pencil.centre(y, line, words.font.name)
            y += words.font.height
        note = fit(self.note, WIDTH - 6, NOTE, ("text", "small"))
        pencil.centre(HEIGHT - NOTE - 2, note.lines[0], note.font.name)


class OnPhoneView(HandOverView):
    """The question is on somebody's phone; a push brings it here after all."""

    def __init__(self, say: Say, seat: Seat) -> None:
        super().__init__(say, seat)
        self.title = say("{name}: on your phone", name=seat.name)
        self.note = say("Push the dial: here instead")


class SecretView(ReadingView):
    """Something that only one person may see; a push hides it again."""
