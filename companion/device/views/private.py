"""Hand-over of the shared screen: names the player who may look before private cards appear."""

from companion.core.seat import Seat
from companion.core.words import Say
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.reading import ReadingView

NOTE = 12


class HandOverView(View):
    """Calls one player; a push or their own paddle confirms that they're alone."""

    def __init__(self, say: Say, seat: Seat) -> None:
        super().__init__()
        self.title = say("For your eyes only")
        self.note = say("Alone? Push the dial.")
        self.name = seat.signed
        self.seat = seat.index

    def push(self) -> None:
        """Confirm that the right person looks."""
        self.decide(True)

    def paddle(self, seat: int) -> None:
        """Accept the player's own paddle as a push."""
        if seat == self.seat:
            self.push()

    def draw(self, pencil: Pencil) -> None:
        """Draw shape and name, to be read across the table, and the instruction below."""
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
        pencil.loud_name(self.name, (4, 4, WIDTH - 4, HEIGHT - 2 * NOTE - 4))
        for line, text in enumerate((self.title, self.note), 1):
            words = fit(text, WIDTH - 6, NOTE, ("text", "small"))
            pencil.centre(HEIGHT - (3 - line) * NOTE - 3, words.lines[0], words.font.name)


class OnPhoneView(HandOverView):
    """Says that the question is on a phone; a push shows it here as well."""

    def __init__(self, say: Say, seat: Seat) -> None:
        super().__init__(say, seat)
        self.title = say("On your phone")
        self.note = say("Push the dial: answer here")


class SecretView(ReadingView):
    """Text that only one person may see; a push hides it again."""
