"""Texts in lines of the terminal's width."""

from collections.abc import Sequence
from textwrap import wrap

LINE_MARKS = " ☞"
"""What stands before the words of a line, and below which nothing stands where it is broken."""


def wrap_text(text: str, width: int, ahead: int = 0) -> str:
    """A text in lines of that width, as far in as it begins; `ahead` letters stand before it already.

    Rich would break it at the narrow space before a question mark.

    >>> print(broken("  ☞ Noah stands at ferry 1", 16))
      ☞ Noah stands
        at ferry 1
    """
    hanging = " " * (len(text) - len(text.lstrip(LINE_MARKS)))
    lines = wrap(" " * ahead + text, width, break_on_hyphens=False, subsequent_indent=hanging)
    return "\n".join(lines)[ahead:] or text


def join_parts(parts: Sequence[str], width: int) -> list[str]:
    """Parts of a sentence on lines of that width, none of them broken.

    >>> folded(["number", "u undo", "q leave"], 16)
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
