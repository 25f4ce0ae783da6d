"""Text that always fits: measured, wrapped, set smaller, and shortened only as the last resort."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.core.seat import SYMBOLS
from companion.device.font import Font, font

ELLIPSIS = "…"

TIE = "\N{NO-BREAK SPACE}"
HANGING = re.compile(rf" (?=[?!:;»·%♂♀]|×?[0-9]+(?:[,:]| \(|$))|(?<=[«{''.join(SYMBOLS)}]) ")
"""Spaces where no line may break: before French punctuation, inside its quotation marks, beside a sign that belongs to
a word, and before a figure that belongs to the word before it."""


class Fitted(NamedTuple):
    """Lines of text in the font they were fitted with."""

    font: Font
    lines: tuple[str, ...]
    whole: bool
    """Whether nothing was left out."""

    @property
    def height(self) -> int:
        """Height of all lines, in pixels."""
        return self.font.height * len(self.lines)


def split_unbreakable(text: str) -> list[str]:
    """Return the unbreakable parts of a text: words with the signs that belong to them."""
    return HANGING.sub(TIE, text).replace("\n", " ").split(" ")


def wrap(text: str, face: Font, width: int) -> list[str]:
    """Wrap a text into lines of that width, broken between words, and inside a word only if it is wider than a line."""
    lines: list[str] = []
    for paragraph in HANGING.sub(TIE, text).split("\n"):
        line = ""
        for word in paragraph.split(" "):
            tried = f"{line} {word}" if line else word
            if face.width(tried) <= width:
                line = tried
                continue
            if line:
                lines.append(line)
            *broken, line = split_word(word, face, width)
            lines += broken
        lines.append(line)
    return [line.replace(TIE, " ") for line in lines]


def split_word(word: str, face: Font, width: int) -> list[str]:
    """Split a word into pieces no wider than a line; usually it is one piece."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and face.width(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def fit(text: str, width: int, height: int, fonts: Sequence[str]) -> Fitted:
    """Fit a text with the first font in which all of it fits; in the last font its end may be cut off."""
    return _find_fit(text, width, height, tuple(fonts))


@lru_cache(256)
def _find_fit(text: str, width: int, height: int, fonts: tuple[str, ...]) -> Fitted:
    """Find the fit; cached because the same few sentences return all evening, and measuring is slow on a Pi."""
    for name in fonts:
        face = font(name)
        lines = wrap(text, face, width)
        unbroken = all(face.width(word) <= width for word in split_unbreakable(text))
        if len(lines) * face.height <= height and (unbroken or name == fonts[-1]):
            return Fitted(face, tuple(balance_lines(text, face, width, lines)), True)
    # Nothing fits: keep as many lines as the height allows in the smallest font, and cut the end.
    lines = lines[: max(1, height // face.height)]
    return Fitted(face, (*lines[:-1], shorten(lines[-1] + ELLIPSIS, face, width)), False)


def balance_lines(text: str, face: Font, width: int, lines: list[str]) -> list[str]:
    """Return the same number of lines with even lengths: a single word on the last line is ugly."""
    while len(lines) > 1 and width > face.width(max(lines, key=len)) // 2:
        # Narrow the column in small steps while the number of lines stays the same.
        width -= 4
        narrower = wrap(text, face, width)
        if len(narrower) > len(lines) or any(face.width(word) > width for word in split_unbreakable(text)):
            break
        lines = narrower
    return lines


def shorten(text: str, face: Font, width: int) -> str:
    """Return the text on one line, its end replaced by an ellipsis if it is too long."""
    if face.width(text) <= width:
        return text
    while text and face.width(text + ELLIPSIS) > width:
        text = text[:-1]
    return text.rstrip(f" {ELLIPSIS}") + ELLIPSIS
