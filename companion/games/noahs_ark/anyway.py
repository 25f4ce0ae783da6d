"""Answers that people may enter anyway: cards that seem to be gone, an early Ark, thefts against the rules.

A card is removed from its holder's books; a card that can't be in the deck by our count is counted once more.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from companion.core.errors import N_, Phrase
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Question, Race
from companion.games.noahs_ark.pieces import DISCARD, PICK, AnimalCard, Style
from companion.games.noahs_ark.powers import Target
from companion.games.noahs_ark.real import Most, RealDeck, RealNoahsArkTable
from companion.games.noahs_ark.reasons import list_refusals
from companion.games.noahs_ark.runners import UNSEEN

MORE_POINTS = 30
"""Points that a player's cards may show beyond our count."""


def list_doubtful_choices(table: RealNoahsArkTable, question: Question) -> list[DoubtfulChoice]:
    """Return everything that can be entered anyway."""
    match question.ask:
        case "reveal":
            return [*_doubt_animals(table, question), *_doubt_other_cards(table, question)]
        case "won_card":
            return list(_doubt_animals(table, question))
        case "card_points":
            why = Phrase(N_("by our count, the cards can't show that many points, or so few"))
            limit = max(question.choices) + MORE_POINTS
            return [DoubtfulChoice(n, [why]) for n in range(limit + 1) if n not in question.choices]
        case "who_has_most":
            return _doubt_leaders(table, question)
    if question.ask in (PICK, DISCARD):
        return _doubt_targets(table, question)
    if isinstance(question, Race) and question.ask == UNSEEN:
        return list(_doubt_other_cards(table, question))
    return []


def _doubt_animals(table: RealNoahsArkTable, question: Question) -> Iterator[DoubtfulChoice]:
    """Yield animal cards that a player has already won."""
    offered = set(question.list_ids())
    for seat in table.seats:
        for card in table.areas[seat.index].list_cards():
            if card.id not in offered:
                offered.add(card.id)
                yield DoubtfulChoice(card, [Phrase(N_("{name} has won it"), name=seat.name)])


def _doubt_other_cards(table: RealNoahsArkTable, question: Question) -> Iterator[DoubtfulChoice]:
    """Yield FLICE cards and the Ark where they can't come yet, or any more."""
    offered = set(question.list_ids())
    for style in table.pieces.styles:
        if style.id not in offered:
            yield DoubtfulChoice(style, [Phrase(N_("by our count, it isn't in the deck any more"))])
    if table.pieces.ark.id not in offered:
        why = Phrase(N_("it's among the last {n} cards"), n=table.pieces.last_cards + 1)
        yield DoubtfulChoice(table.pieces.ark, [why])


def _doubt_targets(table: RealNoahsArkTable, question: Question) -> list[DoubtfulChoice]:
    """Return cards of others that rules protect; a card that was played lies face down and stays where it is."""
    refused = list_refusals(table, question)
    targets = {
        target.id: target
        for other in table.others[question.seat]
        for target in (Target(other.index, card) for card in table.areas[other.index].won)
    }
    return [DoubtfulChoice(targets[id], reasons) for id, reasons in refused.items() if id in targets]


def _doubt_leaders(table: RealNoahsArkTable, question: Question) -> list[DoubtfulChoice]:
    """Return who can't have the most by our count."""
    why = Phrase(N_("by our count, it can't be them"))
    groups = [Most(*seats) for size in (1, 2) for seats in combinations(table.seats, size)]
    offered = set(question.list_ids())
    return [DoubtfulChoice(most, [why]) for most in (*groups, Most()) if str(most) not in offered]


def accept_doubtful_choice(table: RealNoahsArkTable, question: Question, choice: Any) -> None:
    """Put a card back among the possible ones, because it was revealed."""
    if isinstance(choice, AnimalCard | Style) and isinstance(table.deck, RealDeck):
        table.deck.expect_card(choice)
