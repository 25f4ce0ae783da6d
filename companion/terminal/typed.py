"""What somebody meant by a word they typed: a number, an id, or what they see, in their own language."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from companion.core.errors import N_, NotAChoice, Phrase, all_of
from companion.core.game import Voice
from companion.core.match import Match
from companion.core.question import Question, Telling
from companion.core.telling import ANOTHER
from companion.core.why_not import refused
from companion.core.words import spelled

T = TypeVar("T")
LONGEST_NUMBER = 9
"""Digits; nobody counts further, and the interpreter refuses to at some thousands."""


def by_id(question: Question) -> bool:
    """Whether some choices are numbers themselves: then 4 means four, not the fourth line."""
    return any(id.isdecimal() for id in question.ids())


class Several(NotAChoice):
    """What was typed begins several answers; `places` are theirs among the choices."""

    def __init__(self, word: str, places: Sequence[int]) -> None:
        super().__init__(N_("{choice!r} may be any of these: type more of it, or the number"), choice=word[:60])
        self.places = places


def keys_of(question: Question) -> list[str]:
    """What is typed for each choice: its number in the list, or the choice itself where some are numbers."""
    return question.ids() if by_id(question) else [str(n) for n in range(1, len(question.choices) + 1)]


def ranges(keys: Sequence[str]) -> str:
    """What may be typed, numbers that follow one another in short.

    >>> ranges(["1", "2", "3", "4", "7", "done"])
    '1-4, 7, done'
    """
    runs: list[tuple[str, str]] = []
    for key in keys:
        if runs and key.isdecimal() and runs[-1][1].isdecimal() and int(key) == int(runs[-1][1]) + 1:
            runs[-1] = (runs[-1][0], key)
        else:
            runs.append((key, key))
    return ", ".join(first if first == last else f"{first}-{last}" for first, last in runs)


def meant(word: str, match: Match, voice: Voice) -> Any:
    """The choice that was typed; whatever is none is refused with the reason, or with what there is."""
    question, table = match.question, match.table
    assert question is not None
    ids = question.ids()
    if word in ids:
        return question.choices[ids.index(word)]
    if not by_id(question) and word.isdecimal() and len(word) <= LONGEST_NUMBER and 1 <= int(word) <= len(ids):
        return question.choices[int(word) - 1]
    labels = [voice.worded(choice, question, table) for choice in question.choices]
    found = alike(word, zip(labels, question.choices, strict=True))
    if len(found) == 1:
        return found[0]
    if isinstance(question, Telling):
        said = question.heard(word)
        return match.picked("said-" + word) if said is None else said
    if found:
        raise Several(word, [place for place, choice in enumerate(question.choices) if choice in found])
    raise refusal(word, match, voice)


def alike(word: str, named: Iterable[tuple[str, T]]) -> list[T]:
    """What is called just so; else what begins with these words; else with these letters. Accents do not count."""
    wanted, names = spelled(word), [(spelled(name), what) for name, what in named]
    exact = [what for name, what in names if name == wanted]
    words = [what for name, what in names if name.startswith(wanted) and not name[len(wanted) :][:1].isalnum()]
    letters = [what for name, what in names if name.startswith(wanted)]
    return next((found for found in (exact, words, letters) if found), []) if wanted else []


def refusal(word: str, match: Match, voice: Voice) -> NotAChoice:
    """Why that cannot be, in the words of whoever typed it."""
    question = match.question
    assert question is not None
    reasons: list[Phrase] = list(match.game.refusal(word, match.table, question))
    if reasons:
        return NotAChoice(N_("{choice}: {why}"), choice=word, why=all_of(reasons))
    against = refused(match.game, voice, question, match.table)
    found = alike(word, ((name, (name, why)) for name, why in against.items()))
    if len(found) == 1:
        name, why = found[0]
        return NotAChoice(N_("{choice}: {why}"), choice=name, why=voice.say.one_by_one(why))
    if ANOTHER in question.ids() and is_a_name(word):
        return NotAChoice(N_("{choice!r} is none that we know. If your box has it, type: + {choice}"), choice=word[:60])
    message = N_("{choice!r} is not a choice now; type {keys}, or how an answer begins")
    return NotAChoice(message, choice=word[:60], keys=ranges(keys_of(question)))


def is_a_name(word: str) -> bool:
    """Whether that could stand on a piece: letters, and no figures or signs."""
    return len(word) > 1 and all(letter.isalpha() or letter in " '’-" for letter in word)
