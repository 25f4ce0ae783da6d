"""Answers that people with real cards may enter anyway: cards that seem to be elsewhere, and cabins against the rules.

If a cabin seems full, the ark seems to tip over or a disc seems to be missing, an earlier entry was wrong, so the books
follow the real table (rulings.md 2.5).
"""

from collections.abc import Iterator
from typing import Any

from companion.core.errors import N_, Phrase
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Question
from companion.games.ark.pieces import KINDS, PROVISION, Cargo
from companion.games.ark.real import NO_SCORE, Bringing, CabinOpening, RealArkTable, Second
from companion.games.ark.reasons import list_refusals, list_seen_places, why_no_card, why_not_by, why_not_instead
from companion.games.ark.table import Ousting


def list_doubtful_choices(table: RealArkTable, question: Question) -> list[DoubtfulChoice]:
    """Return everything that can be entered anyway."""
    match question.ask:
        case "where":
            return list(_doubt_places(table, question, question.about))
        case "turn" | "second" | "last_minute":
            return [*_doubt_cards(table, question, question.seat), *_doubt_brought_cards(table, question)]
        case "turned_up_or_second":
            seconds = _doubt_cards(table, question, question.about.index)
            return [
                *_doubt_turned_up(table, question),
                *(doubt._replace(choice=Second(doubt.choice)) for doubt in seconds),
            ]
        case "starting" | "turned_up":
            return list(_doubt_turned_up(table, question))
        case "animals":
            return _doubt_counts(table, question)
        case "pet_is":
            return _doubt_pets(question)
    return []


def _doubt_places(table: RealArkTable, question: Question, card: Cargo) -> Iterator[DoubtfulChoice]:
    """Yield the places of a card that rules or records speak against."""
    offered = set(question.list_ids())
    for place in table.list_all_places(card):
        if str(place) not in offered:
            yield DoubtfulChoice(place, _explain_place(table, question.seat, card, place))


def _explain_place(table: RealArkTable, seat: int, card: Cargo, place: Any) -> list[Phrase]:
    if isinstance(place, Ousting):
        return why_not_instead(card, place, table)
    return why_not_by(seat, card, place.cabin if isinstance(place, CabinOpening) else place, table)


def _doubt_brought_cards(table: RealArkTable, question: Question) -> Iterator[DoubtfulChoice]:
    """Yield cards known to be in hand together with places that rules or records speak against."""
    offered = set(question.list_ids())
    for card in dict.fromkeys(choice.card for choice in question.choices if isinstance(choice, Bringing)):
        for place in table.list_all_places(card):
            if str(Bringing(card, place)) not in offered:
                reasons = _explain_place(table, question.seat, card, place)
                yield DoubtfulChoice(Bringing(card, place), reasons)


def _doubt_cards(table: RealArkTable, question: Question, seat: int) -> Iterator[DoubtfulChoice]:
    """Yield cards that rules or records keep out of this turn; where they go is asked next."""
    hand = table.hand_of(seat)
    if not hand.size:
        return
    offered = {_find_card(choice) for choice in question.choices}
    elsewhere: dict[Cargo, Phrase] = dict(list_seen_places(table))
    for card in table.pieces.kinds.all[:-1]:  # the last one is rain
        if card in offered:
            continue
        if hand.bits & card.bits:
            ask = "second" if question.ask == "turned_up_or_second" else question.ask
            yield DoubtfulChoice(card, why_no_card(card, table, Question(seat, ask, question.choices)))
        else:
            yield DoubtfulChoice(card, [elsewhere.get(card) or Phrase(N_("it can't be in this hand"))])


def _find_card(choice: Any) -> Any:
    """Return the card of a hand that a choice is about; the choice itself if it is about none."""
    return choice.card if isinstance(choice, Bringing | Second) else choice


def _doubt_turned_up(table: RealArkTable, question: Question) -> Iterator[DoubtfulChoice]:
    """Yield cards that seem to be elsewhere; four light starting cards of other weights could tip the ark over."""
    refused, pieces = list_refusals(table, question), table.pieces
    for card in pieces.kinds.all[:-1]:
        if card.id in refused and (question.ask != "starting" or pieces.lightest <= card.weight <= pieces.heaviest):
            yield DoubtfulChoice(card, refused[card.id])


def _doubt_counts(table: RealArkTable, question: Question) -> list[DoubtfulChoice]:
    """Return numbers of animals that this hand can't have, as far as we know it."""
    why = Phrase(N_("this hand can't hold that many animals, or so few"))
    numbers = range(table.hand_of(question.seat).size + 1)
    return [DoubtfulChoice(number, [why]) for number in numbers if number not in question.choices]


def _doubt_pets(question: Question) -> list[DoubtfulChoice]:
    """Return kinds that this pet can't have, as far as we know it."""
    why = Phrase(N_("this pet can't be a card like that"))
    kinds = [kind for kind in (*KINDS, NO_SCORE) if kind != PROVISION and kind not in question.choices]
    return [DoubtfulChoice(kind, [why]) for kind in kinds]


def accept_doubtful_choice(table: RealArkTable, question: Question, choice: Any) -> None:
    """Forget where the card was believed to be; a card played against the rules may be anywhere."""
    if question.ask in ("starting", "turned_up") or (
        question.ask == "turned_up_or_second" and isinstance(choice, Cargo)
    ):
        table.expect_copy(choice)
    elif isinstance(choice, Cargo | Second):
        seat = question.about.index if isinstance(choice, Second) else question.seat
        table.expect_card(seat, _find_card(choice))
        table.lifts_rules = True
