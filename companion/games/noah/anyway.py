"""Answers that people with real cards may enter anyway: a card or a move that the books or the rules speak against.

The ferries, Noah and the tears follow the real moves. What the program deduced about hands is only its own belief,
so it is dropped as soon as people contradict it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.errors import N_, Phrase
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Question
from companion.games.noah.pieces import EITHER, TAKE_BACK, Animal
from companion.games.noah.real import Loading, RealNoahTable, split_loading
from companion.games.noah.reasons import explain_move, list_refusals, why_not_loaded

BEFORE_LOADS = ("load", "move_noah", "give_to", "share_out", "take_from", "give_back", "flee_to", "grow")
"""Questions after which somebody loads. If we announce what they can only do, and they can do something else, the same
answer can be entered anyway."""


def list_doubtful_choices(table: RealNoahTable, question: Question) -> list[DoubtfulChoice]:
    """Return everything that can be entered anyway."""
    offered = [DoubtfulChoice(choice) for choice in question.choices] if question.ask in BEFORE_LOADS else []
    return [*offered, *_list_impossible_choices(table, question)]


def _list_impossible_choices(table: RealNoahTable, question: Question) -> Sequence[DoubtfulChoice]:
    """Return what rules or records speak against."""
    match question.ask:
        case "load":
            return list(_doubt_loads(table, question))
        case "move_noah":
            ferries = {ferry.id: ferry for ferry in table.ferries}
            refused = list_refusals(table, question)
            return [DoubtfulChoice(ferries[id], reasons) for id, reasons in refused.items()]
        case "turned_up":
            return _doubt_cards(table, question)
        case "tears":
            return _doubt_tears(table, question)
    return []


def _doubt_loads(table: RealNoahTable, question: Question) -> Iterator[DoubtfulChoice]:
    """Yield animals against the rules or the deductions, ferries out of reach, and picking up a ferry."""
    offered = set(question.list_ids())
    fitting = dict.fromkeys(split_loading(choice)[0] for choice in question.choices if choice is not TAKE_BACK)
    for animal in table.pieces.kinds.all:
        if animal.sex != EITHER and animal not in fitting:
            yield DoubtfulChoice(animal, why_not_loaded(table, question.seat, animal))
    for animal in fitting:
        if animal.id not in offered:  # where Noah goes is entered with it
            for ferry in (ferry for ferry in table.ferries if ferry.index not in table.gaps):
                loading = Loading(animal, ferry)
                if loading.id not in offered:
                    yield DoubtfulChoice(loading, [explain_move(animal)])
    if TAKE_BACK not in question.choices and table.aboard[table.noah.index]:
        yield DoubtfulChoice(TAKE_BACK, [Phrase(N_("something in this hand must fit"))])


def _doubt_cards(table: RealNoahTable, question: Question) -> list[DoubtfulChoice]:
    """Return the cards of which all copies seem to be on other ferries."""
    impossible = [card for card in dict.fromkeys(table.pieces.deck) if card not in question.choices]
    return [DoubtfulChoice(card, [Phrase(N_("every copy is on a ferry already"))]) for card in impossible]


def _doubt_tears(table: RealNoahTable, question: Question) -> list[DoubtfulChoice]:
    """Return the sums that the cards of this hand can't have, as far as we know them."""
    why = Phrase(N_("the cards in this hand can't add up to that"))
    return [
        DoubtfulChoice(number, [why])
        for number in table.list_conceivable_tears(question.seat)
        if number not in question.choices
    ]


def accept_doubtful_choice(table: RealNoahTable, question: Question, choice: Any) -> None:
    """Forget the deductions that this choice contradicts."""
    if str(choice) in question.list_ids():
        table.deduced_pile.deductions.forget_hands()
    elif question.ask == "tears":
        table.trusts_deductions = False
    elif question.ask == "turned_up":
        table.deduced_pile.add_copy(choice)
    elif choice is TAKE_BACK:
        table.deduced_pile.deductions.forget_hands()
    elif question.ask == "load":
        animal: Animal = split_loading(choice)[0]
        if not table.hands[question.seat].bits & animal.bits:
            table.deduced_pile.expect_card(animal.card)
