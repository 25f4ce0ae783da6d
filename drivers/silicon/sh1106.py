"""The SH1106: 132 columns of which the glass shows the middle, one page at a time, no windows."""

from __future__ import annotations

from typing import ClassVar

from drivers.silicon.oled import Oled


class Sh1106(Oled):
    """The chip of the common 1.3 inch module."""

    COLUMNS = 132
    FIRST_COLUMN = 2
    ARGUMENTS: ClassVar[dict[int, int]] = {**Oled.ARGUMENTS, 0xAD: 1}

    def power_up(self) -> None:
        """Reset; the charge pump of this chip runs from the start."""
        super().power_up()
        self.pump = True

    def execute(self, code: int, arguments: list[int]) -> None:
        """Run a command of this chip or a common one."""
        # luma sends this chip two commands of the SSD1306 that it lacks; the real chip ignores them as well.
        if code == 0xAD:
            self.pump = arguments[0] == 0x8B
        elif not 0x30 <= code <= 0x33:
            super().execute(code, arguments)

    def take_data(self, data: bytes) -> None:
        """Fill the page from the current column; the pointer stops at the end of the memory."""
        for byte in data:
            if self.column < self.COLUMNS:
                self.memory[self.page][self.column] = byte
                self.column += 1
