"""Teach the program the box in front of you: one question an entry, kept in a small file that corrects the box.

A game offers lessons (`Game.lessons`); a front-end shows the current one and hands over what the owner says:

    teaching = Teaching(game, data_folder)
    while (lesson := teaching.lesson) is not None:
        ...show say.error(lesson.prompt), say.error(lesson.form), lesson.guess...
        teaching.answer(typed)        # or teaching.agree(), teaching.skip(), teaching.back()

Every answer is on disk before the next question, so an owner can stop and go on another day. The file is checked
when a match is set up, by the same code that reads the printed box.
"""

import json
import os
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from companion.core.box import Tree, lay
from companion.core.errors import N_, BoxError, Phrase
from companion.core.game import Game
from companion.core.home import corrections

FOLDER = "boxes"
"""Where the corrections lie in the data folder."""

Value = str | int
"""An answer: one of the values there are, or a text."""


class Lesson:
    """One entry of a box that its owner can tell: what to ask, what can be answered, and what we guessed."""

    __slots__ = ("allowed", "form", "guess", "path", "prompt", "words")

    def __init__(
        self,
        path: str,
        prompt: Phrase,
        allowed: tuple[Value, ...],
        guess: Value,
        words: Mapping[str, str] | None = None,
        form: Phrase | None = None,
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


class Teaching:
    """An owner telling what is printed in their box, an entry at a time."""

    def __init__(self, game: Game, data: Path, options: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.file = corrections_file(game, data)
        self.options = game.agree(options or {})
        self.corrections = corrections(data, game.id)
        self.lessons = self._offered()
        self._at = 0
        self._to_the_next()

    @property
    def lesson(self) -> Lesson | None:
        """What to ask now; None once nothing is left."""
        return self.lessons[self._at] if self._at < len(self.lessons) else None

    @property
    def progress(self) -> tuple[int, int]:
        """How many entries have been told, and how many there are."""
        return sum(self.told(lesson) is not None for lesson in self.lessons), len(self.lessons)

    def told(self, lesson: Lesson) -> Value | None:
        """What the owner said, if they did."""
        tree: Any = self.corrections
        for key in lesson.path.split("."):
            tree = tree.get(key) if isinstance(tree, dict) else None
        return lesson.told(tree)

    def answer(self, answer: Value) -> None:
        """Write down what is printed there and go on; anything not allowed changes nothing."""
        lesson = self._now()
        value = lesson.read(answer)
        if value is None:
            raise BoxError(
                N_("{file}: {entry} is {value!r}; allowed: {allowed}"),
                file=self.file,
                entry=lesson.path,
                value=answer,
                allowed=lesson.form,
            )
        told = deepcopy(self.corrections)
        lay(told, lesson.path.split("."), value)
        self._refuse_what_cannot_be(told, lesson)
        self.corrections = told
        write_corrections(self.file, told)
        self.lessons = self._offered()  # a card that was just named is asked about by that name
        self.skip()

    def agree(self) -> None:
        """What we have is what is printed: what was told before, else our guess."""
        lesson = self._now()
        told = self.told(lesson)
        self.answer(lesson.guess if told is None else told)

    def skip(self) -> None:
        """Leave this entry for another day."""
        self._at += 1
        self._to_the_next()

    def back(self) -> None:
        """Return to the entry before, told or not; at the first one nothing happens."""
        self._at = max(0, self._at - 1)

    def problem(self) -> BoxError | None:
        """Why no match can be played with the box as told so far; None if all is well."""
        return self._problem_with(self.corrections)

    def _problem_with(self, told: Tree) -> BoxError | None:
        try:
            check(self.game, told, self.options)
        except BoxError as why:
            return why
        return None

    def _refuse_what_cannot_be(self, told: Tree, lesson: Lesson) -> None:
        """An answer that is wrong by itself is refused at once; what another entry can still put right is not."""
        problem = self._problem_with(told)
        if problem is not None and problem.values.get("entry") == lesson.path:
            raise problem

    def _offered(self) -> tuple[Lesson, ...]:
        return tuple(self.game.lessons(self.game.box(self.options, self.corrections)))

    def _now(self) -> Lesson:
        if self.lesson is None:
            raise BoxError(N_("{file}: everything in this box has been told"), file=self.file)
        return self.lesson

    def _to_the_next(self) -> None:
        while self.lesson is not None and self.told(self.lesson) is not None:
            self._at += 1


def corrections_file(game: Game, data: Path) -> Path:
    """Where the corrections of this game's box are kept."""
    return data / FOLDER / f"{game.id}.toml"


def corrections_of(game: Game, data: Path, options: Mapping[str, str] | None = None) -> Tree:
    """The owner's corrections for a match, checked; none if there is no such file."""
    told = corrections(data, game.id)
    if told:
        check(game, told, options or {})
    return told


def check(game: Game, told: Tree, options: Mapping[str, str]) -> None:
    """Refuse corrections that make no playable box for some number of players; the error names file and entry."""
    agreed = game.agree(options)
    box = game.box(agreed, told)
    for players in game.players:
        game.unpack(box, agreed, players)
    box.finish()


def write_corrections(file: Path, told: Tree) -> None:
    """Replace the file in one step, so that a power cut leaves the old one or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as out:
        out.write("\n".join(_lines(told, ())) + "\n")
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)


def _lines(tree: Tree, path: tuple[str, ...]) -> Iterator[str]:
    """A tree as TOML: the values of a table first, then the tables below it."""
    values = {key: value for key, value in tree.items() if not isinstance(value, dict)}
    if path and values:
        yield f"\n[{'.'.join(map(_key, path))}]"
    for key, value in values.items():
        yield f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}"
    for key, below in tree.items():
        if isinstance(below, dict):
            yield from _lines(below, (*path, key))


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "a").replace("_", "a").isalnum()
    return key if bare else json.dumps(key, ensure_ascii=False)
