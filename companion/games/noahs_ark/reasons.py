"""Reasons why something is not among the choices."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.errors import N_, Phrase
from companion.core.question import Question
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.pieces import DISCARD, PICK, SWAP, TURN, WILD
from companion.games.noahs_ark.powers import FACE_DOWN, NO_CARDS, TOO_GOOD, Target, list_objections, list_seat_uses
from companion.games.noahs_ark.real import RealNoahsArkTable, list_counted_objections
from companion.games.noahs_ark.table import NoahsArkTable

TAKEN_BEFORE = {
    PICK: N_("you discarded a card of {name}'s, so you can't steal from them"),
    DISCARD: N_("you stole from {name}, so you can't discard their cards"),
}
NOT_NOW = {
    PICK: N_("nobody has a card you can steal"),
    DISCARD: N_("nobody has a card you can discard"),
    SWAP: N_("no other objectives are left"),
    WILD: N_("it counts at the end"),
    TURN: N_("you can play it at the end"),
}

TAKEN_FROM = {"pick_from": PICK, "discard_from": DISCARD}
"""Power behind the questions that are asked where cards are not entered."""


def list_refusals(table: NoahsArkTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
    """List everything refused at this question, by id, with all reasons."""
    if question.ask in (PICK, DISCARD):
        offered = set(question.list_ids())  # of two cards alike one may be taken, and the other not
        return {id: reasons for id, reasons in _not_taken(table, question) if id not in offered}
    if question.ask in TAKEN_FROM and isinstance(table, RealNoahsArkTable):
        return dict(_not_taken_from(table, question.seat, TAKEN_FROM[question.ask]))
    if question.ask == "power":
        return dict(_unplayable(table, question.seat))
    if question.ask != "reveal":
        return {}
    refused = {id: reasons for seat in table.seats for id, reasons in _unplayable(table, seat.index)}
    last = table.pieces.last_cards + 1
    if len(table.deck) > last:
        refused[table.pieces.ark.id] = [Phrase(N_("it's among the last {n} cards"), n=last)]
    return refused


def _not_taken(table: NoahsArkTable, question: Question) -> Iterator[tuple[str, list[Phrase]]]:
    """List the cards of others that may not be taken."""
    for other in table.others[question.seat]:
        for card in table.areas[other.index].list_cards():
            target = Target(other.index, card)
            against = list_objections(table, question.seat, question.ask, target)
            if against:
                yield target.id, [_word_objection(objection, table, question.ask, target) for objection in against]


def _not_taken_from(table: RealNoahsArkTable, seat: int, power: str) -> Iterator[tuple[str, list[Phrase]]]:
    """List the players whose cards may not be taken, where nobody enters which cards those are."""
    for other in table.others[seat]:
        against = list_counted_objections(table, seat, power, other)
        if against:
            spared = Phrase(TAKEN_BEFORE[power], name=other.name)
            yield str(other), [Phrase(N_("has no cards")) if why == NO_CARDS else spared for why in against]


def _word_objection(objection: str, table: NoahsArkTable, power: str, target: Target) -> Phrase:
    if objection == TOO_GOOD:
        most = table.pieces.taken_at_most
        return Phrase(N_("worth {n} points; {most} is the most you can take"), n=target.card.points, most=most)
    if objection == FACE_DOWN:
        return Phrase(N_("already played and face down"))
    return Phrase(TAKEN_BEFORE[power], name=table.seats[target.owner].name)


def _unplayable(table: NoahsArkTable, seat: int) -> Iterator[tuple[str, list[Phrase]]]:
    """List a seat's single-use cards that can't be played before the next reveal."""
    playable = {use.card.power for use in list_seat_uses(table, seat)}
    for card in table.areas[seat].won:
        if card.power in NOT_NOW and card.power not in playable:
            yield Use(seat, card).id, [Phrase(NOT_NOW[card.power])]
