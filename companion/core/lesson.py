"""The entries of a box that its owner can correct, and reading the lines that owners type about them.

A line describes a whole piece: its name if it has another one, and as many of its figures as the owner types.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.errors import N_, BoxError, Phrase
from companion.core.words import Say, normalize_spelling

Value = str | int
"""An answer: one of the values there are, or a text."""


COMMON_FIGURES = {"name": N_("Name"), "points": N_("Points")}
"""Names of entries that many games have, by the last word of their paths."""


class Lesson:
    """One entry of a box that its owner can correct: the question, the possible answers and our guess."""

    __slots__ = ("allowed", "figure", "form", "guess", "path", "piece", "prompt", "sort", "words")

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
        sort: str = "",
    ) -> None:
        self.path = path
        self.prompt = prompt
        self.allowed = allowed
        """The values there are; none means a text."""
        self.guess = guess
        self.words = words or {}
        """Words for values that don't explain themselves."""
        self.form = form or self._describe_form()
        """Hint on how to answer, in one line."""
        self.piece = piece
        """Name of the piece that has this entry, where several entries belong to one."""
        self.figure = figure or COMMON_FIGURES.get(path.rpartition(".")[2], "")
        """Name of the entry itself, marked for translation; empty if the name of its piece is enough."""
        self.sort = sort
        """Word that says which sort of pieces a new name belongs to, such as `provisions`; empty for the usual sort."""

    def _describe_form(self) -> Phrase:
        if not self.allowed:
            return Phrase(N_("any short text"))
        least, most = self.allowed[0], self.allowed[-1]
        in_a_row = isinstance(least, int) and isinstance(most, int) and self.allowed == (*range(least, most + 1),)
        if in_a_row and len(self.allowed) > 3:
            return Phrase(N_("{least} to {most}"), least=least, most=most)
        return Phrase("{words}", words=", ".join(self.list_choices()))

    def label_value(self, value: Value) -> Phrase:
        """Label a value."""
        text = str(value)
        return Phrase(self.words[text]) if text in self.words else Phrase("{name}", name=text)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Words that a text is made of; empty for free text."""
        return ()

    @property
    def room(self) -> tuple[int, int] | None:
        """Most columns and rows of a drawing of squares such as `##. ###`; None for any other text."""
        return None

    def list_choices(self) -> list[str]:
        """Return the allowed values as people type them."""
        return [str(value) for value in self.allowed]

    def parse_answer(self, answer: Value) -> Any:
        """Return the value of the entry for this answer; None if it is not allowed."""
        text = " ".join(str(answer).split())
        if not self.allowed:
            return text if text and text.isprintable() else None
        return next((value for value in self.allowed if str(value) == text.lower()), None)

    def find_answer(self, entry: Any) -> Value | None:
        """Return the answer in the owner's file; None if there is none yet."""
        return entry if isinstance(entry, str | int) else None


def name_figure(lesson: Lesson, say: Say) -> str:
    """Return the name of an entry; the last word of its path if the game has no name for it."""
    return say(lesson.figure) if lesson.figure else lesson.path.rpartition(".")[2]


def split_line(line: str) -> list[str]:
    """Split a typed line at its commas, or at spaces if it has none."""
    parts = line.split(",") if "," in line else line.split()
    return [" ".join(part.split()) for part in parts if part.strip()]


def match_values(lesson: Lesson, word: str, say: Say) -> list[Value]:
    """Return the values that a typed word, or its beginning, can mean in this language."""
    wanted = normalize_spelling(word)
    names = [(value, normalize_spelling(say.phrase(lesson.label_value(value)))) for value in lesson.allowed]
    exact = [value for value, name in names if wanted in (name, normalize_spelling(str(value)))]
    if exact or wanted.isdecimal():
        return exact
    if say.language == "en":  # ids of values are English words too
        names += [(value, normalize_spelling(str(value))) for value in lesson.allowed]
    begun = [
        (value, name) for value in lesson.allowed for named, name in names if named == value and name.startswith(wanted)
    ]
    begun = list({value: (value, name) for value, name in begun}.values())
    shortest = min((name for _, name in begun), key=len, default="")
    if all(name.startswith(shortest) for _, name in begun):  # of `hot` and `hot or cold`, take the shorter one
        return [value for value, name in begun if name == shortest]
    return [value for value, _ in begun]


def word_answer(lesson: Lesson, value: Value, say: Say) -> str:
    """Return an answer in this language; a text of several words word by word."""
    words = str(value).split() if lesson.vocabulary else [value]
    return " ".join(say.phrase(lesson.label_value(word)) for word in words)


def translate_to_box(lesson: Lesson, line: str, say: Say) -> str:
    """Translate a typed line, with words of this language or their first letters, to the ids of the box."""
    typed = line.replace(",", " ").split()
    names = {normalize_spelling(say.phrase(lesson.label_value(word))): word for word in lesson.vocabulary}
    names |= {normalize_spelling(word): word for word in lesson.vocabulary}
    translated: list[str] = []
    while typed:
        used, word = _match_longest(typed, names)
        translated.append(word or _complete_word(typed[0], names, lesson, say))
        typed = typed[used:]
    return " ".join(translated)


def _match_longest(typed: Sequence[str], names: Mapping[str, str]) -> tuple[int, str]:
    """Return the number of first words that form one name of the box, and its id; (1, "") if none do."""
    for used in range(len(typed), 0, -1):
        name = normalize_spelling(" ".join(typed[:used]))
        if name in names:
            return used, names[name]
    return 1, ""


def _complete_word(typed: str, names: Mapping[str, str], lesson: Lesson, say: Say) -> str:
    """Return the only id whose name begins like this; refuse none or several."""
    begun = {
        word: name
        for name, word in names.items()
        if name.startswith(normalize_spelling(typed)) and not typed.isdecimal()
    }
    if len(begun) > 1:
        could_be = ", ".join(say.phrase(lesson.label_value(word)) for word in begun)
        raise BoxError(N_("{word!r} could be {could_be}: write one letter more"), word=typed, could_be=could_be)
    if not begun:
        known = describe_answers(lesson, say)
        raise BoxError(N_("{word!r} means nothing for this card; choose from: {known}"), word=typed, known=known)
    return next(iter(begun))


def is_name(word: str, lessons: Sequence[Lesson], say: Say) -> bool:
    """Whether a word can only be a name: it is no number and no figure of this piece."""
    return not word.isdecimal() and not any(match_values(lesson, word, say) for lesson in lessons if lesson.allowed)


def read_figures(lessons: Sequence[Lesson], words: Sequence[str], say: Say) -> dict[str, Any]:
    """Return the figures of one piece by their paths.

    A word belongs to the first lesson that it fits and that has no answer yet; so first letters are enough, in the
    order in which the lessons are shown.
    """
    figures: dict[str, Any] = {}
    for word in words:
        path, value = _match_figure(
            [lesson for lesson in lessons if lesson.allowed and lesson.path not in figures], word, say
        )
        if not path:
            known = say.join_phrases(describe_answers(lesson, say) for lesson in lessons if lesson.allowed)
            raise BoxError(N_("{word!r} means nothing for this card; choose from: {known}"), word=word, known=known)
        figures[path] = value
    return figures


def _match_figure(lessons: Sequence[Lesson], word: str, say: Say) -> tuple[str, Any]:
    for lesson in lessons:
        values = match_values(lesson, word, say)
        if len(values) > 1:
            could_be = ", ".join(say.phrase(lesson.label_value(value)) for value in values)
            raise BoxError(N_("{word!r} could be {could_be}: write one letter more"), word=word, could_be=could_be)
        if values:
            return lesson.path, lesson.parse_answer(str(values[0]))
    return "", None


def describe_answers(lesson: Lesson, say: Say) -> str:
    """Describe the answers to one lesson."""
    form = say.phrase(lesson.form)
    if lesson.vocabulary:
        return say(
            "{form} · {words}",
            form=form,
            words=", ".join(say.phrase(lesson.label_value(word)) for word in lesson.words),
        )
    return ", ".join(say.phrase(lesson.label_value(value)) for value in lesson.allowed) if lesson.words else form


def name_piece(lessons: Sequence[Lesson]) -> Phrase:
    """Return the name of a piece."""
    return lessons[0].piece or lessons[0].prompt
