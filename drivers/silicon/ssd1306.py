"""The SSD1306: 128 columns, three addressing modes, windows of columns and pages."""

from __future__ import annotations

from typing import ClassVar

from drivers.silicon.oled import PAGES, Oled

HORIZONTAL, VERTICAL, BY_PAGE = 0, 1, 2


class Ssd1306(Oled):
    """The chip of the common 0.96 inch module."""

    ARGUMENTS: ClassVar[dict[int, int]] = {
        **Oled.ARGUMENTS, 0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x8D: 1, 0xA3: 2,
    }  # fmt: skip

    def power_up(self) -> None:
        """Reset to page addressing and the widest window."""
        super().power_up()
        self.mode = BY_PAGE
        self.first, self.last = 0, self.COLUMNS - 1
        self.first_page, self.last_page = 0, PAGES - 1

    def execute(self, code: int, arguments: list[int]) -> None:
        """Run a command of this chip or a common one. Those of another addressing mode change nothing."""
        window, pointer = code in (0x21, 0x22), code < 0x20 or 0xB0 <= code <= 0xB7
        if (window and self.mode == BY_PAGE) or (pointer and self.mode != BY_PAGE):
            return
        if code == 0x20:
            self.mode = arguments[0] & 3
        elif code == 0x21:
            self.first, self.last = (value & 127 for value in arguments)
            self.column = self.first
        elif code == 0x22:
            self.first_page, self.last_page = (value & 7 for value in arguments)
            self.page = self.first_page
        elif code == 0x8D:
            self.pump = bool(arguments[0] & 4)
        else:
            super().execute(code, arguments)

    def take_data(self, data: bytes) -> None:
        """Fill the window in the order of the addressing mode."""
        step = {HORIZONTAL: self._step_horizontal, VERTICAL: self._step_vertical}.get(self.mode, self._step_in_page)
        for byte in data:
            self.memory[self.page][self.column] = byte
            step()

    def _step_horizontal(self) -> None:
        if self.column != self.last:
            self.column = (self.column + 1) & 127
            return
        self.column = self.first
        self.page = self.first_page if self.page == self.last_page else (self.page + 1) & 7

    def _step_vertical(self) -> None:
        if self.page != self.last_page:
            self.page = (self.page + 1) & 7
            return
        self.page = self.first_page
        self.column = self.first if self.column == self.last else (self.column + 1) & 127

    def _step_in_page(self) -> None:
        self.column = (self.column + 1) & 127
