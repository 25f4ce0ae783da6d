"""Wrap texts to the width of the terminal."""

from collections.abc import Sequence
from textwrap import wrap

LINE_MARKS = " ☞"
"""Characters that make up the hanging indent."""


def wrap_text(text: str, width: int, ahead: int = 0) -> str:
    """Wrap a text with a hanging indent; `ahead` characters of its first line are taken already.

    Rich isn't used because it breaks lines at the narrow space before a French question mark.

    >>> print(wrap_text("  ☞ Noah stands at ferry 1", 16))
      ☞ Noah stands
        at ferry 1
    """
    hanging = " " * (len(text) - len(text.lstrip(LINE_MARKS)))
    lines = wrap(" " * ahead + text, width, break_on_hyphens=False, subsequent_indent=hanging)
    return "\n".join(lines)[ahead:] or text


def join_parts(parts: Sequence[str], width: int) -> list[str]:
    """Join parts with commas into lines of that width, without breaking any part.

    >>> join_parts(["number", "u undo", "q leave"], 16)
    ['number, u undo,', 'q leave']
    """
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f", {part}"
        else:
            lines[-1] += ","
            lines.append(part)
    return lines
