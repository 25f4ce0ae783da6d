"""Decides which bytes of a picture to send: the cheapest stretches of pages that cover the changes.

A picture is eight pages of 128 bytes, one byte for eight pixels below one another. Every transfer costs one
byte for the I2C address and one for the control byte, plus the commands that place the pointer. All costs here
are counted in such bytes.

Every chip we know has page addressing: set the page, then the column in two halves; each byte moves the pointer one
column on. The SSD1306 also has windows of columns and pages. They cost more: two commands of three bytes each, and
lines of text that begin in the same column end in different ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import ne
from typing import NamedTuple

from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
TRANSFER = 2  # address and control byte
COLUMN = 2  # commands for the two halves of a column
WIDEST_GAP = 2 * TRANSFER + COLUMN  # so many unchanged columns are no dearer than a new start after them

DIGITS = bytes.maketrans(b"\0\1", b"01")  # turns bytes of 0 and 1 into the text of a binary number

Pages = Sequence[bytes]


class Transfer(NamedTuple):
    """Commands to send, then picture data."""

    commands: tuple[int, ...]
    data: bytes

    @property
    def cost(self) -> int:
        """Bytes on the wire."""
        return (TRANSFER + len(self.commands) if self.commands else 0) + TRANSFER + len(self.data)


def split_into_pages(image: Image.Image) -> list[bytes]:
    """Return the pages of a picture, as all chips store them: the lowest bit is the topmost pixel."""
    # Transposed, eight pixels of a column become one byte; "1;R" reverses the bits. Pillow does all of it in C.
    columns, pages = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R"), image.height // 8
    return [columns[page::pages] for page in range(pages)]


def find_changed_columns(old: bytes, new: bytes) -> int:
    """Return the columns in which two pages differ, as bits."""
    if old == new:
        return 0
    # Comparing with map() and reading the result as one binary number is much faster than a loop over 128 columns.
    return int(bytes(map(ne, old, new))[::-1].translate(DIGITS), 2)


def find_runs(bits: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of set bits, first and last, from low to high."""
    base = 0
    while bits:
        skip = (bits & -bits).bit_length() - 1  # number of trailing zeros
        bits >>= skip
        length = (~bits & (bits + 1)).bit_length() - 1  # number of trailing ones
        yield base + skip, base + skip + length - 1
        bits >>= length
        base += skip + length


def join_runs(bits: int, widest_gap: int) -> list[tuple[int, int]]:
    """Return the runs of set bits, joining those no further apart than `widest_gap`."""
    runs: list[tuple[int, int]] = []
    for first, last in find_runs(bits):
        if runs and first - runs[-1][1] - 1 <= widest_gap:
            runs[-1] = (runs[-1][0], last)
        else:
            runs.append((first, last))
    return runs


class PagePlanner:
    """Turns two pictures into the transfers that change one into the other; tracks the chip's pointer.

    `first_column` is the column of the memory at which the glass begins.
    """

    def __init__(self, first_column: int = 0) -> None:
        self.first_column = first_column
        self.page: int | None = None
        self.column: int | None = None

    def plan(self, old: Pages, new: Pages) -> list[Transfer]:
        """Cover each page's changes with stretches, joining two if sending the gap is no dearer than a new start.

        No other transfers of whole stretches cost less: a start costs the same wherever it is on a page.
        """
        transfers = []
        for page, (before, after) in enumerate(zip(old, new, strict=True)):
            for first, last in join_runs(find_changed_columns(before, after), WIDEST_GAP):
                transfers.append(Transfer(self._move_pointer(page, first), after[first : last + 1]))
                self.column = last + 1
        return transfers

    def _move_pointer(self, page: int, first: int) -> tuple[int, ...]:
        """Return the commands that move the pointer; where it stands already, none."""
        # Data sheets want both halves of a column in succession, and both after each change of the page.
        if (page, first) == (self.page, self.column):
            return ()
        column = first + self.first_column
        place = () if page == self.page else (0xB0 | page,)
        self.page = page
        return (*place, column & 15, 0x10 | column >> 4)
