"""Reasons for hints of Ark, from the table and the asked player's own cards."""

from typing import Any

from companion.core.question import Question
from companion.core.words import Say
from companion.games.ark.names import KIND_NAMES
from companion.games.ark.pieces import KINDS, Cargo, Take
from companion.games.ark.table import ArkTable, Cabin, Ousting


def explain_choice(choice: Any, question: Question, table: ArkTable, say: Say) -> str:
    """Say in a few words what speaks for a choice."""
    if isinstance(choice, Take) or question.ask == "take":
        card = choice.card if isinstance(choice, Take) else choice
        return say("brings figures: {kind}", kind=say(KIND_NAMES[KINDS[card.kind]])) if card.kind >= 0 else ""
    if isinstance(choice, Cargo):
        return _explain_card(choice, question.seat, table, say)
    if isinstance(choice, Ousting):
        return _explain_card(choice.victim, question.seat, table, say)
    if isinstance(choice, Cabin) and isinstance(question.about, Cargo):
        lean = table.find_incline(question.about, choice)
        if lean == 0:
            return say("makes the ark level")
        return say("the ark then leans by {n}", n=abs(lean))
    if isinstance(choice, str) and choice in KINDS:
        return _explain_figure(KINDS.index(choice), question.seat, table, say)
    return ""


def _explain_card(card: Cargo, seat: int, table: ArkTable, say: Say) -> str:
    if card.power == "discs":
        return say("brings discs")
    return _explain_figure(card.kind, seat, table, say) if card.kind >= 0 else ""


def _explain_figure(kind: int, seat: int, table: ArkTable, say: Say) -> str:
    """Compare the player's figures on a scoring card with those of the others, if one is added."""
    mine = table.halves[kind][seat] + 2
    others = max(halves for other, halves in enumerate(table.halves[kind]) if other != seat)
    name = say(KIND_NAMES[KINDS[kind]])
    if mine > others:
        return say("takes the lead: {kind}", kind=name)
    if mine == others:
        return say("ties for the lead: {kind}", kind=name)
    return say("one more figure: {kind}", kind=name)
