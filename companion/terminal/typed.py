"""What somebody meant by a word they typed: a number, an id, or what they see, in their own language."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from companion.core.errors import N_, NotAChoice, Phrase, all_of
from companion.core.game import Voice
from companion.core.match import Match
from companion.core.question import Question, Telling
from companion.core.words import spelled

MOST_NAMED = 24
"""A refusal that lists more choices than that is no help any more."""

T = TypeVar("T")


def by_id(question: Question) -> bool:
    """Whether some choices are numbers themselves: then 4 means four, not the fourth line."""
    return any(id.isdecimal() for id in question.ids())


def meant(word: str, match: Match, voice: Voice) -> Any:
    """The choice that was typed; whatever is none is refused with the reason, or with what there is."""
    question, table = match.question, match.table
    assert question is not None
    ids = question.ids()
    if word in ids:
        return question.choices[ids.index(word)]
    if not by_id(question) and word.isdecimal() and 1 <= int(word) <= len(ids):
        return question.choices[int(word) - 1]
    labels = [voice.worded(choice, question, table) for choice in question.choices]
    found = alike(word, zip(labels, question.choices, strict=True))
    if len(found) == 1:
        return found[0]
    if isinstance(question, Telling):
        said = question.heard(word)
        return match.picked("said-" + word) if said is None else said
    raise refusal(word, match, voice, labels if not found else [
        label for label, choice in zip(labels, question.choices, strict=True) if choice in found
    ])  # fmt: skip


def alike(word: str, named: Iterable[tuple[str, T]]) -> list[T]:
    """What is called just so; else what begins with these words; else with these letters. Accents do not count."""
    wanted, names = spelled(word), [(spelled(name), what) for name, what in named]
    exact = [what for name, what in names if name == wanted]
    words = [what for name, what in names if name.startswith(wanted) and not name[len(wanted) :][:1].isalnum()]
    letters = [what for name, what in names if name.startswith(wanted)]
    return next((found for found in (exact, words, letters) if found), []) if wanted else []


def refusal(word: str, match: Match, voice: Voice, labels: list[str]) -> NotAChoice:
    """Why that cannot be, in the words of whoever typed it."""
    question = match.question
    assert question is not None
    reasons: list[Phrase] = list(match.game.refusal(word, match.table, question))
    if reasons:
        return NotAChoice(N_("{choice}: {why}"), choice=word, why=all_of(reasons))
    refused: Mapping[str, list[str]] = voice.refused(question, match.table)
    found = alike(word, ((name, (name, why)) for name, why in refused.items()))
    if len(found) == 1:
        name, why = found[0]
        return NotAChoice(N_("{choice}: {why}"), choice=name, why=voice.say.one_by_one(why))
    return NotAChoice(N_("{choice!r} is not a choice now; allowed: {allowed}"), choice=word[:60], allowed=_some(labels))


def _some(labels: list[str]) -> str:
    """The choices in a line; of very many only the first, and how many there are."""
    if len(labels) <= MOST_NAMED:
        return ", ".join(labels)
    return f"{', '.join(labels[:MOST_NAMED])} … ({len(labels)})"
