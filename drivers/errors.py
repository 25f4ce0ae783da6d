"""Base classes of all errors that people can act on. They are in the lowest package, so that drivers can use them.

The drivers don't translate: an error is an English sentence with its values, and the client that shows it translates.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from typing import Any


def N_(text: str) -> str:
    """Mark a text for translation; it is translated where it is shown."""
    return text


class Sentence:
    """An English text with {placeholders} and their values; the text is also the key of its translation.

    >>> str(Sentence("{file}: {why}", file="wiring.toml", why=Sentence("cannot be read")))
    'wiring.toml: cannot be read'
    """

    def __init__(self, message: str, **values: Any) -> None:
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values)


class ArksideError(Sentence, Exception):
    """Base class of all errors meant for people; each subclass also derives from the built-in error it resembles.

    `code` is for programs.
    """

    code = "error"
    asked_wrongly = False
    """Whether the request itself was wrong, as opposed to something that failed."""


class DriverError(ArksideError):
    """A problem of the device itself: its wiring, or the pod."""

    code = "driver"
