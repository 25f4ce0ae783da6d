"""Hand-over of the shared screen: shows only who may look before private cards appear."""

from companion.core.seat import Seat
from companion.core.words import Say
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.reading import ReadingView

NOTE = 12


class HandOverView(View):
    """Asks for one person; a push or their own paddle confirms that they're alone."""

    def __init__(self, say: Say, seat: Seat) -> None:
        super().__init__()
        self.title = say("For your eyes only")
        self.note = say("Alone? Push the dial.")
        self.who = seat.signed
        self.seat = seat.index

    def push(self) -> None:
        """It is in the right hands."""
        self.decide(True)

    def paddle(self, seat: int) -> None:
        """Accept the player's own paddle as a push."""
        if seat == self.seat:
            self.push()

    def draw(self, pencil: Pencil) -> None:
        """The shape and the name, to be read across the table, and below what to do."""
        pencil.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
        pencil.loud_name(self.who, (4, 4, WIDTH - 4, HEIGHT - 2 * NOTE - 4))
        for line, text in enumerate((self.title, self.note), 1):
            words = fit(text, WIDTH - 6, NOTE, ("text", "small"))
            pencil.centre(HEIGHT - (3 - line) * NOTE - 3, words.lines[0], words.font.name)


class OnPhoneView(HandOverView):
    """The question is on a phone; a push shows it here as well."""

    def __init__(self, say: Say, seat: Seat) -> None:
        super().__init__(say, seat)
        self.title = say("On your phone")
        self.note = say("Push the dial: answer here")


class SecretView(ReadingView):
    """Something that only one person may see; a push hides it again."""
