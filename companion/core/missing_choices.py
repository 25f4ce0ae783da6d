"""Reasons why something is not among the choices, in words, for every client alike."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.errors import Phrase
from companion.core.game import Game, Voice
from companion.core.played_anyway import PlayedAnyway, list_doubtful_choices
from companion.core.question import Question
from companion.core.words import Say

log = logging.getLogger(__name__)


def list_missing_choices(game: Game, table: Any, question: Question) -> Mapping[str, Sequence[Phrase]]:
    """Return the missing choices by id, with reasons; none if the game fails to say."""
    try:
        return game.why_not(table, question)
    except Exception as error:
        log.warning("%s: why_not failed (%s: %s)", game.id, type(error).__name__, error)
        return {}


def explain_missing_choices(game: Game, voice: Voice, question: Question, table: Any) -> Mapping[str, list[str]]:
    """Explain missing choices in words, by name. If the voice has its own explanation, only that is used."""
    better = voice.explain_missing_choices(question, table)
    if better is not None:
        return better
    phrase = _say_each_once(voice.say)
    return {
        voice.missing(id, question, table): [phrase(reason) for reason in reasons]
        for id, reasons in list_missing_choices(game, table, question).items()
    }


class Doubt(NamedTuple):
    """A doubtful choice in words; `id` is the answer that confirms it."""

    id: str
    label: str
    why: str


def word_doubtful_choices(game: Game, voice: Voice, question: Question, table: Any) -> list[Doubt]:
    """Return what can be entered anyway, in words; nothing if the game fails to say."""
    try:
        doubtful = list_doubtful_choices(game, table, question)
    except Exception as error:
        log.warning("%s: list_doubtful_choices failed (%s: %s)", game.id, type(error).__name__, error)
        return []
    phrase = _say_each_once(voice.say)
    return [
        Doubt(
            str(PlayedAnyway(doubt.choice)),
            voice.label_text(doubt.choice, question, table),
            voice.say.join_phrases(list(map(phrase, doubt.reasons))),
        )
        for doubt in doubtful
        if doubt.reasons
    ]


def _say_each_once(say: Say) -> Callable[[Phrase], str]:
    """Return a function that translates each phrase once: most missing choices share a few reasons."""
    texts: dict[tuple[type, str, str], str] = {}

    def phrase(reason: Phrase) -> str:
        key = type(reason), reason.message, repr(reason.values)
        if key not in texts:
            texts[key] = say.phrase(reason)
        return texts[key]

    return phrase
