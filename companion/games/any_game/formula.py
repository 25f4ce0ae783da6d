"""Points for a number of pieces, written the way people say it: `3 per pair`."""

import re
from collections.abc import Callable

PER = re.compile(r"(-?\d{1,3}) per (pair|\d{1,2})")
EACH = re.compile(r"(-?\d{1,3}) each")
LIST = re.compile(r"-?\d{1,3}(, ?-?\d{1,3})+")
PAIR = 2
KNOWN = "1 each, 3 per pair, 5 per 3, square, triangle, 0, 1, 3, 6"
"""One example of each form, for messages."""

Formula = Callable[[int], int]


def parse_formula(text: str) -> Formula | None:
    """Return the function from pieces to points; None if the text is no formula.

    >>> [parse_formula("3 per pair")(n) for n in (1, 2, 5)]
    [0, 3, 6]
    >>> [parse_formula("0, 1, 3, 6")(n) for n in (0, 2, 9)]
    [0, 3, 6]
    >>> parse_formula("square")(4), parse_formula("triangle")(4), parse_formula("-5 each")(2)
    (16, 10, -10)
    >>> parse_formula("many") is None
    True
    """
    if text == "square":
        return lambda count: count * count
    if text == "triangle":
        return lambda count: count * (count + 1) // 2
    if match := EACH.fullmatch(text):
        worth = int(match[1])
        return lambda count: worth * count
    if match := PER.fullmatch(text):
        return _make_per_set(int(match[1]), PAIR if match[2] == "pair" else int(match[2]))
    if LIST.fullmatch(text):
        # more pieces than the list has are worth as much as the last entry
        worths = [int(part) for part in text.split(",")]
        return lambda count: worths[max(0, min(count, len(worths) - 1))]
    return None


def _make_per_set(worth: int, size: int) -> Formula | None:
    return (lambda count: worth * (count // size)) if size > 0 else None


def needs_pieces(text: str) -> bool:
    """Whether a formula counts pieces, of which there can't be fewer than none."""
    return EACH.fullmatch(text) is None
