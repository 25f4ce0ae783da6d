"""Reasons for hints of Noah's Ark: the lead that a choice brings, if the game were scored right after it."""

from typing import Any

from companion.core.question import Question
from companion.core.words import Say
from companion.games.noahs_ark.bots import JUDGES, lead_now
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.table import NoahsArkTable


def explain_choice(choice: Any, question: Question, table: NoahsArkTable, say: Say) -> str:
    """Say how a choice changes the lead."""
    if question.ask == "power" and not isinstance(choice, Use):
        return say("keeps the cards for later")
    judge = JUDGES.get(question.ask)
    if judge is None or question.ask == "power":  # a power is worth the choice that follows
        return ""
    change = round(judge(choice, question, table) - lead_now(question.seat, table))
    if change > 0:
        return say.plural("gains {n} point on the best opponent", "gains {n} points on the best opponent", change)
    return say("gains nothing yet") if change == 0 else ""
