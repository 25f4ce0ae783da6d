"""The root of all errors that people can act on. It stands in the lowest package, so that a wire's error is one too.

The drivers speak no language: an error is a sentence with what fills it, and whoever shows it translates it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from typing import Any


def N_(text: str) -> str:
    """Mark a text for translation; it is translated where it is shown."""
    return text


class Sentence:
    """English words with {placeholders} and what fills them; the words are also the key of their translation.

    >>> str(Sentence("{file}: {why}", file="wiring.toml", why=Sentence("cannot be read")))
    'wiring.toml: cannot be read'
    """

    def __init__(self, message: str, **values: Any) -> None:
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values)


class ArksideError(Sentence, Exception):
    """The root of all errors meant for people; each also is the built-in error that it resembles.

    `code` is for programs.
    """

    code = "error"
    asked_wrongly = False
    """Whether what was asked for cannot be, as opposed to something that went wrong."""


class DriverError(ArksideError):
    """What is wrong with the device itself: how it is wired, or the pod."""

    code = "driver"
