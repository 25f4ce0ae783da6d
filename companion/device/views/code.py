"""A QR code with its address, for phones at the table."""

from companion.device.fit import fit
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title


class CodeView(View):
    """Shows words on one screen and the QR code on the other; without an address, just the words."""

    def __init__(self, title: str, text: str, address: str) -> None:
        super().__init__()
        self.title = title
        self.text = text
        self.address = address

    def push(self) -> None:
        """Close the code."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """Draw the title and the text."""
        top = write_title(pencil, self.title, size="strong")
        pencil.put(0, top, fit(self.text, WIDTH, HEIGHT - top, ("text", "small")))

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the code as large as it fits, dark on light because some cameras read nothing else."""
        if not self.address:
            return False
        import segno  # noqa: PLC0415 (loaded only when a code is shown)

        rows = [list(row) for row in segno.make(self.address, error="l", micro=False).matrix]
        # The quiet zone may lose three pixels: our Wi-Fi code is then twice as large, so that cameras can read it.
        scale = max(1, (HEIGHT + 3) // (len(rows) + 4))
        side = scale * (len(rows) + 4)
        left, top = (WIDTH - side) // 2, (HEIGHT - side) // 2
        pencil.rectangle((left, max(0, top), left + side - 1, min(HEIGHT, top + side) - 1), fill=ON)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    at = left + (x + 2) * scale, top + (y + 2) * scale
                    pencil.rectangle((*at, at[0] + scale - 1, at[1] + scale - 1), fill=OFF)
        return True
