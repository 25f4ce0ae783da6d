"""One entry of a box that its owner can tell."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import N_, Phrase

Value = str | int
"""An answer: one of the values there are, or a text."""


FIGURES = {"name": N_("Name"), "points": N_("Points")}
"""What entries are called that many games have, by the last word of their paths."""


class Lesson:
    """One entry of a box that its owner can tell: what to ask, what can be answered, and what we guessed."""

    __slots__ = ("allowed", "figure", "form", "guess", "path", "piece", "prompt", "words")

    def __init__(
        self,
        path: str,
        prompt: Phrase,
        allowed: tuple[Value, ...],
        guess: Value,
        words: Mapping[str, str] | None = None,
        form: Phrase | None = None,
        piece: Phrase | None = None,
        figure: str = "",
    ) -> None:
        self.path = path
        self.prompt = prompt
        self.allowed = allowed
        """The values there are; none means a text."""
        self.guess = guess
        self.words = words or {}
        """What the values are called for people, where they are not plain by themselves."""
        self.form = form or self._form()
        """How to answer, in a line."""
        self.piece = piece
        """What the piece is called that has this entry, where several belong to one."""
        self.figure = figure or FIGURES.get(path.rpartition(".")[2], "")
        """What the entry itself is called, marked for translation; nothing where its piece says enough."""

    def _form(self) -> Phrase:
        if not self.allowed:
            return Phrase(N_("any short text"))
        least, most = self.allowed[0], self.allowed[-1]
        in_a_row = isinstance(least, int) and isinstance(most, int) and self.allowed == (*range(least, most + 1),)
        if in_a_row and len(self.allowed) > 3:
            return Phrase(N_("{least} to {most}"), least=least, most=most)
        return Phrase("{words}", words=", ".join(self.choices()))

    def label(self, value: Value) -> Phrase:
        """A value in words."""
        text = str(value)
        return Phrase(self.words[text]) if text in self.words else Phrase("{name}", name=text)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words that a text is put together from, where it is no word of one's own."""
        return ()

    @property
    def room(self) -> tuple[int, int] | None:
        """Columns and rows that a drawing of squares may have, where the text is one: `##. ###`; None where not."""
        return None

    def choices(self) -> list[str]:
        """The allowed values as they are typed."""
        return [str(value) for value in self.allowed]

    def read(self, answer: Value) -> Any:
        """What the box says after this answer, or None if it is not allowed."""
        text = " ".join(str(answer).split())
        if not self.allowed:
            return text if text and text.isprintable() else None
        return next((value for value in self.allowed if str(value) == text.lower()), None)

    def told(self, entry: Any) -> Value | None:
        """The answer that the owner's file holds in the place of this lesson; None if it was not given yet."""
        return entry if isinstance(entry, str | int) else None
