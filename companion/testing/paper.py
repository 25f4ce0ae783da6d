"""A pencil for tests: every letter must be on the screen, and written text can be read back."""

from companion.device.font import font
from companion.device.pencil import HEIGHT, WIDTH, Box, Pencil
from companion.device.view import View


class WatchedPencil(Pencil):
    """Pencil that refuses letters beyond the edge and remembers all lines."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def write(self, x: int, y: int, text: str, size: str = "text", ink: int = 1) -> int:
        """Write, and check the bounds of every glyph."""
        self.lines.append(text)
        face = font(size)
        at = x
        for letter in text:
            glyph = face.glyph(letter)
            if glyph.image is not None:
                top = y + face.ascent - glyph.bottom - glyph.height
                assert at + glyph.left >= 0, f"{text!r} begins left of the screen"
                assert at + glyph.left + glyph.width <= WIDTH, f"{text!r} runs off to the right"
                assert top >= 0, f"{text!r} is cut off above"
                assert top + glyph.height <= HEIGHT, f"{text!r} is cut off below"
            at += glyph.advance
        return super().write(x, y, text, size, ink)

    def loud(self, text: str, box: Box, *sizes: str) -> None:
        """Write in large letters, inside a rectangle that must be on the screen."""
        self.lines.append(text)
        left, top, right, bottom = box
        assert 0 <= left < right <= WIDTH, f"{text!r} is off to the side"
        assert 0 <= top < bottom <= HEIGHT, f"{text!r} is too high or too low"
        fits = any(font(size).width(text) <= right - left for size in sizes or ("large",))
        assert fits, f"{text!r} is too wide"
        super().loud(text, box, *sizes)

    @property
    def letters(self) -> str:
        """Everything written, without spaces, so that line breaks don't matter."""
        return "".join("".join(self.lines).split())


def draw_checked(view: View) -> WatchedPencil:
    """Draw a view on both screens with every letter checked. Return the pencil of the first."""
    pencil = WatchedPencil()
    view.draw(pencil)
    second_screen = WatchedPencil()
    view.second_screen(second_screen)
    return pencil


def shows(view: View, text: str) -> bool:
    """Whether one of the two screens shows the whole text, on any number of lines."""
    second_screen = WatchedPencil()
    view.second_screen(second_screen)
    return any("".join(text.split()) in screen.letters for screen in (draw_checked(view), second_screen))
