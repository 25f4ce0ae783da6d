"""Planners that decide which bytes of a picture to send: the cheapest windows that cover the changes.

A picture is eight pages of 128 bytes, one byte for eight pixels below one another. Every transfer costs one
byte for the I2C address and one for the control byte, plus the commands that place the window. All costs here
are counted in such bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import ne
from typing import NamedTuple, Protocol

from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
TRANSFER = 2  # address and control byte
PLACING = 3  # one window command with its two arguments
DEAREST_START = 2 * TRANSFER + 2 * PLACING  # highest cost of a window before its first byte

DIGITS = bytes.maketrans(b"\0\1", b"01")  # turns bytes of 0 and 1 into the text of a binary number

Pages = Sequence[bytes]


class Window(NamedTuple):
    """A rectangle of the picture: pages and columns, both ends included."""

    first_page: int
    last_page: int
    first: int
    last: int

    def cut(self, pages: Pages) -> bytes:
        """Return the bytes of a picture inside this window, in sending order."""
        return b"".join(pages[page][self.first : self.last + 1] for page in range(self.first_page, self.last_page + 1))


class Transfer(NamedTuple):
    """Commands to send, then picture data."""

    commands: tuple[int, ...]
    data: bytes

    @property
    def cost(self) -> int:
        """Bytes on the wire."""
        return (TRANSFER + len(self.commands) if self.commands else 0) + TRANSFER + len(self.data)


class Planner(Protocol):
    """Turns two pictures into the transfers that change one into the other; tracks the chip's pointer."""

    def plan(self, old: Pages, new: Pages) -> list[Transfer]:
        """Return the cheapest transfers found."""


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


class Ssd1306Planner:
    """Plans free rectangles: the column range and the page range are set separately, and only when they change."""

    def __init__(self) -> None:
        self.columns: tuple[int, int] | None = None
        self.pages: tuple[int, int] | None = None

    def plan(self, old: Pages, new: Pages) -> list[Transfer]:
        """Cover the changes with windows and set as few registers as possible on the way."""
        dirty = [find_changed_columns(before, after) for before, after in zip(old, new, strict=True)]
        if not any(dirty):
            return []
        return [self._transfer(window, new) for window in sorted(cover_changes(dirty, 0, PAGES - 1, (1 << WIDTH) - 1))]

    def _transfer(self, window: Window, new: Pages) -> Transfer:
        commands: tuple[int, ...] = ()
        if (columns := (window.first, window.last)) != self.columns:
            commands += (0x21, *columns)
            self.columns = columns
        if (pages := (window.first_page, window.last_page)) != self.pages:
            commands += (0x22, *pages)
            self.pages = pages
        # After a window is written completely, the chip's pointer wraps to its start, so the next window with the
        # same columns or pages needs no command for them.
        return Transfer(commands, window.cut(new))


def cover_changes(dirty: Sequence[int], top: int, bottom: int, mask: int) -> list[Window]:
    """Return few and small windows over the dirty columns of pages `top` to `bottom`.

    Groups of columns that are far apart are covered separately. In each, the pages are cut into bands so that
    the fewest bytes are sent, and a window taller than one page is covered again, since another cut inside it
    may be cheaper still.
    """
    windows: list[Window] = []
    for left, right in join_runs(_union_columns(dirty, top, bottom) & mask, DEAREST_START):
        inside = _column_mask(left, right)
        upper, lower = _trim_clean_pages(dirty, top, bottom, inside)
        for first_page, last_page in _split_into_bands(dirty, upper, lower, inside):
            for first, last in _find_stretches(dirty, first_page, last_page, inside):
                window = Window(first_page, last_page, first, last)
                if first_page == last_page or window == (upper, lower, left, right):
                    windows.append(window)
                else:
                    windows += _pick_cheaper(
                        window, cover_changes(dirty, first_page, last_page, _column_mask(first, last))
                    )
    return windows


def _pick_cheaper(whole: Window, pieces: list[Window]) -> list[Window]:
    """Return the pieces if they cost less at their highest cost than the whole at its lowest, else the whole."""
    return pieces if sum(map(_window_cost, pieces)) < _window_cost(whole) - PLACING else [whole]


def _window_cost(window: Window) -> int:
    area = (window.last_page - window.first_page + 1) * (window.last - window.first + 1)
    return DEAREST_START + area


def _split_into_bands(dirty: Sequence[int], top: int, bottom: int, mask: int) -> list[tuple[int, int]]:
    """Return the cheapest cut of the pages into bands, by dynamic programming from the top down."""
    best: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
    for end in range(top, bottom + 1):
        together, options = 0, []
        for start in range(end, top - 1, -1):
            together |= dirty[start] & mask
            price = _band_cost(together, end - start + 1)
            options.append((best[start - top][0] + price, start, price))
        cost, start, price = min(options)
        bands = best[start - top][1]
        best.append((cost, [*bands, (start, end)] if price else bands))
    return best[-1][1]


def _band_cost(bits: int, height: int) -> int:
    """Return the cost of the stretches of a band. It is called often, so they are counted all at once, as bits."""
    # Closing (dilation, then erosion) joins stretches over small gaps without a loop over them.
    for step in GAPS[_widest_gap(height)]:
        bits |= bits << step
    for step in GAPS[_widest_gap(height)]:
        bits &= bits >> step
    if not bits:
        return 0
    stretches = (bits & ~(bits << 1)).bit_count()
    return PLACING + stretches * (2 * TRANSFER + PLACING) + height * bits.bit_count()


GAPS = {7: (1, 2, 4), 3: (1, 2), 2: (1, 1), 1: (1,), 0: ()}
"""Steps by which to widen and narrow bits again in order to close gaps up to a number of columns, and only those."""


def _widest_gap(height: int) -> int:
    """Return how many unchanged columns are cheaper to send along than to start a new window after them."""
    return (2 * TRANSFER + PLACING) // height


def _find_stretches(dirty: Sequence[int], top: int, bottom: int, mask: int) -> list[tuple[int, int]]:
    return join_runs(_union_columns(dirty, top, bottom) & mask, _widest_gap(bottom - top + 1))


def _union_columns(dirty: Sequence[int], top: int, bottom: int) -> int:
    together = 0
    for page in range(top, bottom + 1):
        together |= dirty[page]
    return together


def _trim_clean_pages(dirty: Sequence[int], top: int, bottom: int, mask: int) -> tuple[int, int]:
    """Return the first and the last page that changed in these columns, so that fewer cuts need to be compared."""
    while not dirty[top] & mask:
        top += 1
    while not dirty[bottom] & mask:
        bottom -= 1
    return top, bottom


def _column_mask(first: int, last: int) -> int:
    return (1 << last + 1) - (1 << first)


class PagePlanner:
    """Plans one page at a time: set the page, then the column in two halves; the chip increments the column.

    `first_column` is the column of the memory at which the glass begins.
    """

    def __init__(self, first_column: int = 0) -> None:
        self.first_column = first_column
        self.page: int | None = None
        self.column: int | None = None

    def plan(self, old: Pages, new: Pages) -> list[Transfer]:
        """Cover each page's changes with stretches, joining two if sending the gap is cheaper than a new start."""
        transfers = []
        for page, (before, after) in enumerate(zip(old, new, strict=True)):
            for first, last in self._find_stretches(find_changed_columns(before, after)):
                transfers.append(Transfer(self._pointer_commands(page, first), after[first : last + 1]))
                self.column = last + 1 + self.first_column
        return transfers

    def _find_stretches(self, bits: int) -> list[tuple[int, int]]:
        stretches: list[tuple[int, int]] = []
        for first, last in find_runs(bits):
            if stretches and first - stretches[-1][1] - 1 <= self._restart_cost(stretches[-1][1], first):
                stretches[-1] = (stretches[-1][0], last)
            else:
                stretches.append((first, last))
        return stretches

    def _restart_cost(self, last: int, first: int) -> int:
        """Return the cost of ending a stretch at one column and starting the next on the same page."""
        # The column register has two halves of four bits; a half that stays the same needs no command.
        before, after = last + 1 + self.first_column, first + self.first_column
        return 2 * TRANSFER + (before & 15 != after & 15) + (before >> 4 != after >> 4)

    def _pointer_commands(self, page: int, first: int) -> tuple[int, ...]:
        column = first + self.first_column
        commands: tuple[int, ...] = ()
        if page != self.page:
            commands += (0xB0 | page,)
        if self.column is None or column & 15 != self.column & 15:
            commands += (column & 15,)
        if self.column is None or column >> 4 != self.column >> 4:
            commands += (0x10 | column >> 4,)
        self.page = page
        return commands
