"""Pick olives as long as you dare: a storm blows the basket over, the press makes oil of three or more."""

from collections.abc import Mapping, Sequence

from companion.core.errors import N_, Phrase
from companion.core.game import Outcome
from companion.core.question import Play, Question
from olive_press.pieces import STORM
from olive_press.table import OliveTable

MORE, KEEP, PRESS = "more", "keep", "press"
FEW, MANY = "few", "many"


def play(table: OliveTable) -> Play[Outcome]:
    """Everybody wagers in secret; then turns, until the pile is gone."""
    for seat in table.seats:
        table.wagers.append((yield Question(seat.index, "wager", (FEW, MANY))))
    turn = 0
    while len(table.pile):
        yield from pick(table, turn % len(table.seats))
        turn += 1
    settle(table)
    best = max(table.scores)
    winners = tuple(seat for seat, score in enumerate(table.scores) if score == best)
    return Outcome(winners, "most-points" if len(winners) == 1 else "shared")


def pick(table: OliveTable, seat: int) -> Play[None]:
    """One turn: card by card, until the basket is kept, pressed or blown over."""
    while len(table.pile):
        card = yield from table.pile.reveal("picked", table.seats[seat])
        if card.id == STORM:
            table.storms[seat] += 1
            table.cue("storm", table.seats[seat], len(table.basket))
            break
        table.basket.append(card)
        choices = [MORE, KEEP] if why_not_pressed(table) else [MORE, KEEP, PRESS]
        what = yield Question(seat, "basket", choices)
        if what != MORE:
            table.ledger.add(seat, table.worth, "olives", len(table.basket))
        if what == PRESS:
            table.ledger.add(seat, table.pieces.oil, "oil")
        if what != MORE:
            table.cue("emptied", table.seats[seat])
            break
    table.basket = []


def settle(table: OliveTable) -> None:
    """Who guessed how many storms would come their way: many are two or more."""
    for seat, wager in enumerate(table.wagers):
        table.cue("wagered", table.seats[seat], wager)
        if (table.storms[seat] >= 2) == (wager == MANY):
            table.ledger.add(seat, table.pieces.wager, "wager", wager)


def why_not_pressed(table: OliveTable) -> list[Phrase]:
    """All that speaks against the press: the rules and the explanation ask here."""
    wanted, there = table.pieces.press, len(table.basket)
    return (
        []
        if there >= wanted
        else [Phrase(N_("the press wants {wanted} olives, here is {there}"), wanted=wanted, there=there)]
    )


def why_not(table: OliveTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
    """What somebody may look for and not find."""
    against = why_not_pressed(table) if question.ask == "basket" else []
    return {PRESS: against} if against else {}
