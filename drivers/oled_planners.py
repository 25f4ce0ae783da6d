"""Which bytes of a picture to send: the cheapest windows that cover what changed, for each kind of chip.

A picture is eight pages of 128 bytes, one byte for eight pixels below one another. Sending costs one
byte for the I2C address and one for the control byte in every transfer, plus the commands that place
the window. Everything here counts in such bytes.
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
DEAREST_START = 2 * TRANSFER + 2 * PLACING  # what a window costs before its first byte

DIGITS = bytes.maketrans(b"\0\1", b"01")

Pages = Sequence[bytes]


class Window(NamedTuple):
    """A rectangle of the picture: pages and columns, the last ones included."""

    first_page: int
    last_page: int
    first: int
    last: int

    def cut(self, pages: Pages) -> bytes:
        """The bytes of a picture inside this window, in sending order."""
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
    """Turns two pictures into the transfers that make one the other, knowing where the chip's pointer stands."""

    def plan(self, old: Pages, new: Pages) -> list[Transfer]:
        """The cheapest transfers found."""


def split_into_pages(image: Image.Image) -> list[bytes]:
    """The pages of a picture, as all chips keep them: the lowest bit is the topmost pixel."""
    columns, pages = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R"), image.height // 8
    return [columns[page::pages] for page in range(pages)]


def find_changed_columns(old: bytes, new: bytes) -> int:
    """The columns in which two pages differ, as bits."""
    if old == new:
        return 0
    return int(bytes(map(ne, old, new))[::-1].translate(DIGITS), 2)


def find_runs(bits: int) -> Iterator[tuple[int, int]]:
    """The stretches of set bits, first and last, from low to high."""
    base = 0
    while bits:
        skip = (bits & -bits).bit_length() - 1
        bits >>= skip
        length = (~bits & (bits + 1)).bit_length() - 1
        yield base + skip, base + skip + length - 1
        bits >>= length
        base += skip + length


def join_runs(bits: int, widest_gap: int) -> list[tuple[int, int]]:
    """The stretches of set bits, with those joined that lie no further apart than `widest_gap`."""
    found: list[tuple[int, int]] = []
    for first, last in find_runs(bits):
        if found and first - found[-1][1] - 1 <= widest_gap:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


class Ssd1306Planner:
    """Free rectangles: the column and the page range are set apart, and only when they change."""

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
        # A window written to its end leaves the pointer at its start: the next one may reuse the registers.
        return Transfer(commands, window.cut(new))


def cover_changes(dirty: Sequence[int], top: int, bottom: int, mask: int) -> list[Window]:
    """Few and small windows over the dirty columns of pages `top` to `bottom`.

    Columns far apart are looked at by themselves. There the pages are cut into bands so that the bytes
    sent are fewest, and a window taller than one page is looked at again, since inside it another cut
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
    """The pieces at their dearest against the whole at its cheapest, so that no guess ever costs more."""
    return pieces if sum(map(_window_cost, pieces)) < _window_cost(whole) - PLACING else [whole]


def _window_cost(window: Window) -> int:
    area = (window.last_page - window.first_page + 1) * (window.last - window.first + 1)
    return DEAREST_START + area


def _split_into_bands(dirty: Sequence[int], top: int, bottom: int, mask: int) -> list[tuple[int, int]]:
    """The cheapest cut of the pages into bands, by dynamic programming from the top down."""
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
    """What the stretches of a band cost; this is asked often, so they are counted all at once, as bits."""
    for step in GAPS[_widest_gap(height)]:
        bits |= bits << step
    for step in GAPS[_widest_gap(height)]:
        bits &= bits >> step
    if not bits:
        return 0
    stretches = (bits & ~(bits << 1)).bit_count()
    return PLACING + stretches * (2 * TRANSFER + PLACING) + height * bits.bit_count()


GAPS = {7: (1, 2, 4), 3: (1, 2), 2: (1, 1), 1: (1,), 0: ()}
"""Widening by these steps and narrowing again closes gaps up to so many columns, and changes nothing else."""


def _widest_gap(height: int) -> int:
    """How many columns that stay the same are sent along rather than begun anew after them."""
    return (2 * TRANSFER + PLACING) // height


def _find_stretches(dirty: Sequence[int], top: int, bottom: int, mask: int) -> list[tuple[int, int]]:
    return join_runs(_union_columns(dirty, top, bottom) & mask, _widest_gap(bottom - top + 1))


def _union_columns(dirty: Sequence[int], top: int, bottom: int) -> int:
    together = 0
    for page in range(top, bottom + 1):
        together |= dirty[page]
    return together


def _trim_clean_pages(dirty: Sequence[int], top: int, bottom: int, mask: int) -> tuple[int, int]:
    """The first and the last page that changed in these columns; cuts between all others need not be weighed."""
    while not dirty[top] & mask:
        top += 1
    while not dirty[bottom] & mask:
        bottom -= 1
    return top, bottom


def _column_mask(first: int, last: int) -> int:
    return (1 << last + 1) - (1 << first)


class PagePlanner:
    """One page at a time: a page, then a column in two halves; the column moves on by itself.

    `first_column` is where the glass begins in the memory.
    """

    def __init__(self, first_column: int = 0) -> None:
        self.first_column = first_column
        self.page: int | None = None
        self.column: int | None = None

    def plan(self, old: Pages, new: Pages) -> list[Transfer]:
        """Cover each page's changes with stretches, joining two when the gap is cheaper than a new start."""
        transfers = []
        for page, (before, after) in enumerate(zip(old, new, strict=True)):
            for first, last in self._find_stretches(find_changed_columns(before, after)):
                transfers.append(Transfer(self._pointer_commands(page, first), after[first : last + 1]))
                self.column = last + 1 + self.first_column
        return transfers

    def _find_stretches(self, bits: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for first, last in find_runs(bits):
            if found and first - found[-1][1] - 1 <= self._restart_cost(found[-1][1], first):
                found[-1] = (found[-1][0], last)
            else:
                found.append((first, last))
        return found

    def _restart_cost(self, last: int, first: int) -> int:
        """What it costs to end a stretch at one column and start the next, on the same page."""
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
