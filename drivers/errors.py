"""What the drivers complain about, as one line that a program can say in any language."""

from __future__ import annotations

from typing import Any


def N_(text: str) -> str:
    """Mark a text for translation; whoever shows it translates it."""
    return text


class Phrase:
    """A part of an error's sentence that is translated by itself."""

    def __init__(self, message: str, **values: Any) -> None:
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values)


class DriverError(Exception):
    """The root of all errors of the drivers; `message` is English with {placeholders}, `code` is for programs."""

    code = "driver"

    def __init__(self, message: str, **values: Any) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values)
