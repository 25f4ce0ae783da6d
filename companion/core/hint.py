"""A hint: the two best choices of a question and what each costs, from what the seat that is asked may know."""

from typing import Any, NamedTuple

from companion.core.match import Match
from companion.core.voice import Voice
from companion.core.words import Say

HINT_GAMES = 600
HINT_SECONDS = 2.0
"""Imagined games for one hint, and the longest time for them."""

ADVISED = 2
"""Number of choices that a hint names."""


class Advice(NamedTuple):
    """One of the best choices, by id."""

    choice: str
    chance: float
    """Chance to win after it, from 0 to 1."""
    cost: float
    """Chance lost compared with the best choice; 0 for the best itself."""


class Hint(NamedTuple):
    """Advice for one question, the best choice first."""

    advice: tuple[Advice, ...]
    games: int
    """Imagined games that it is based on."""

    def as_json(self) -> dict[str, Any]:
        """Return the hint as JSON values."""
        return {"advice": [list(advice) for advice in self.advice], "games": self.games}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Hint":
        """Read a hint that `as_json` wrote."""
        return cls(tuple(Advice(*advice) for advice in value["advice"]), value["games"])


class HintLine(NamedTuple):
    """One piece of advice in words."""

    choice: str
    label: str
    chance: float
    cost: float
    why: str


def format_advice(line: HintLine, say: Say) -> str:
    """Return one piece of advice as a line of text."""
    share = say("{n} to win", n=say("{n:.0f}%", n=100 * line.chance))
    cost = say("costs {n}", n=say("{n:.0f}%", n=100 * line.cost)) if line.cost else ""
    facts = ", ".join(part for part in (share, cost) if part)
    text = say("{fact}: {value}", fact=line.label, value=facts)
    return f"{text}. {line.why}" if line.why else text


def word_hint(hint: Hint, match: Match, voice: Voice) -> list[HintLine]:
    """Return the advice in words, with the reason that the game's voice can give."""
    question, table, lines = match.question, match.table, []
    assert question is not None
    for advice in hint.advice:
        pick = question.find_choice(advice.choice)
        assert pick is not None, f"{advice.choice} is no choice of {question}"
        label = voice.label_text(pick.choice, question, table)
        why = voice.explain_choice(pick.choice, question, table)
        lines.append(HintLine(advice.choice, label, advice.chance, advice.cost, why))
    return lines
