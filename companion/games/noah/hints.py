"""Reasons for hints of Noah, from the table and the asked player's own cards."""

from typing import Any

from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.words import Say
from companion.games.noah.pieces import Animal, Ferry
from companion.games.noah.solo import is_couple
from companion.games.noah.table import NoahTable


def explain_choice(choice: Any, question: Question, table: NoahTable, say: Say) -> str:
    """Say in a few words what speaks for a choice."""
    if question.ask == "load" and isinstance(choice, Animal):
        return _explain_loading(choice, question.seat, table, say)
    if question.ask == "move_noah" and isinstance(choice, Ferry):
        return _explain_move(choice, question.seat, table, say)
    if question.ask in ("give", "give_back") and isinstance(choice, Animal) and choice.tears:
        return say.plural("gets rid of {n} tear", "gets rid of {n} tears", choice.tears)
    if question.ask in ("give_to", "take_from") and isinstance(choice, Seat):
        size = table.hands[choice.index].size
        return say.plural("{name} holds {n} card", "{name} holds {n} cards", size, name=choice.name)
    return ""


def _explain_loading(animal: Animal, seat: int, table: NoahTable, say: Say) -> str:
    aboard, load = table.aboard[table.noah.index], table.foresee_load(table.noah, animal)
    number = table.noah.index + 1
    if load.full and len(table.seats) > 1:
        gifts = min(table.departures + 1, table.hands[seat].size - 1)
        return say.plural(
            "fills ferry {number}: {n} card to give away", "fills ferry {number}: {n} cards to give away",
            gifts, number=number,
        )  # fmt: skip
    if len(table.seats) == 1 and is_couple(aboard[-1] if aboard else None, animal):
        return say("makes a couple: draw two cards")
    if len(table.seats) > 1 and aboard and aboard[-1].species == animal.species:
        return say("makes a pair: another turn")
    return say("leaves {n} free on ferry {number}", n=load.limit - load.weight, number=number)


def _explain_move(ferry: Ferry, seat: int, table: NoahTable, say: Say) -> str:
    load = table.loads[ferry.index]
    if table.pair or len(table.seats) == 1:  # the same player loads there
        kinds = table.pieces.kinds.list_kinds(table.hands[seat].bits & load.takes)
        return say.plural("{n} species in hand fits there", "{n} species in hand fit there", len(kinds))
    # the next player loads there: a player who can't picks up the animals, one who fills it gives cards away
    fitting = table.pieces.kinds.list_kinds(load.takes & table.pieces.kinds.cards)
    filling = sum(load.plus(animal).full for animal in fitting)
    if not fitting:
        return say("the next player can't load there")
    fits = say.plural(
        "{n} kind of card lets the next player load", "{n} kinds of cards let the next player load", len(fitting)
    )
    fills = say.plural("{n} fills the ferry", "{n} fill the ferry", filling) if filling else say("none fills the ferry")
    return f"{fits}, {fills}"
