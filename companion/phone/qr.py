"""QR codes as outlines for the page, so that no script on a phone has to compute them."""

from functools import lru_cache
from itertools import groupby
from typing import TypedDict

QUIET_ZONE = 2
"""Empty modules around the code. Two are enough on a screen, where nothing else is close to it."""


class QrOutline(TypedDict):
    """A QR code as an SVG path in a square of `size` units."""

    size: int
    path: str


@lru_cache(maxsize=16)
def make_qr_outline(text: str, error: str = "m") -> QrOutline:
    """Return the QR code of a text: each run of dark modules in a row is one rectangle of the path.

    `error` is the level of error correction; long texts need `l`, or their modules are too small to scan.

    >>> outline = make_qr_outline("ARKSIDE")
    >>> outline["size"], outline["path"][:14]
    (25, 'M2 2h7v1h-7zM1')
    """
    import segno  # noqa: PLC0415 (not needed until a phone joins)

    rows = segno.make(text, error=error, micro=False, boost_error=False).matrix
    runs: list[str] = []
    for y, row in enumerate(rows, QUIET_ZONE):
        x = QUIET_ZONE
        for is_dark, modules in groupby(row):
            width = len(list(modules))
            if is_dark:
                runs.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return {"size": len(rows) + 2 * QUIET_ZONE, "path": "".join(runs)}
