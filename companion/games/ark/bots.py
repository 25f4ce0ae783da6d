"""A bot that plays for majorities, using only its own hand and the table."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Bot
from companion.core.question import Question
from companion.games.ark.pieces import KINDS, Cargo, Take
from companion.games.ark.scoring import award_majorities
from companion.games.ark.table import ArkTable, Cabin, Ousting

DISC = 1.2
"""Value of a disc: one point, and a little for what it can buy."""


def greedy_bot(rng: Random) -> Bot:
    """Return a bot that picks the choice of highest immediate value; ties are broken at random."""
    by_chance = make_random_bot(rng)

    def choose(question: Question, table: ArkTable) -> Any:
        judge = JUDGES.get(question.ask)
        if question.ask == "where":
            card = question.about
            return max(
                question.choices, key=lambda place: (worth_of_place(place, question.seat, table, card), rng.random())
            )
        if judge is None:
            return by_chance(question, table)
        return max(question.choices, key=lambda choice: (judge(choice, question.seat, table), rng.random()))

    return choose


def worth_of_figure(kind: int, seat: int, table: ArkTable, halves: int = 2) -> float:
    """Return what one more figure gains: own points, less a share of what the others get."""
    if kind < 0:
        return 0.0
    now = tuple(table.halves[kind])
    placed = (*now[:seat], now[seat] + halves, *now[seat + 1 :])
    gain = 0.0
    for figures, sign in ((placed, 1), (now, -1)):
        for owner, points, _ in award_majorities(figures, table.pieces.points):
            gain += sign * (points if owner == seat else -points / len(now))
    return gain + 0.3


def worth_of_card(card: Cargo, seat: int, table: ArkTable) -> float:
    """Return the value of bringing a card aboard, wherever it goes."""
    worth = worth_of_figure(card.kind, seat, table, 3 if card.power == "half" else 2)
    if card.power == "discs":
        worth += DISC * min(table.pieces.fox_discs, table.bank)
    if card.power == "raises":
        worth += max(worth_of_figure(kind, seat, table, 1) for kind in range(len(KINDS)))
    return worth


def worth_of_turn(choice: Any, seat: int, table: ArkTable) -> float:
    """Return the value of playing a card (better with a second one) or of taking one."""
    if isinstance(choice, Take):
        hand = table.hands[seat].size
        return 5 - hand + 0.5 * worth_of_card(choice.card, seat, table)
    best_place = max(worth_of_place(place, seat, table, choice) for place in _places(choice, seat, table))
    return worth_of_card(choice, seat, table) + best_place + (0 if choice.alone else 1.5)


def worth_of_second(choice: Any, seat: int, table: ArkTable) -> float:
    """Return the value of a second card; it costs at most a disc."""
    if not isinstance(choice, Cargo):
        return 0.0
    return worth_of_card(choice, seat, table) + max(
        worth_of_place(place, seat, table, choice) for place in _places(choice, seat, table)
    )


def worth_of_last_minute(choice: Any, seat: int, table: ArkTable) -> float:
    """Return the value of a last-minute card; a disc is a point, so the card must bring more."""
    return worth_of_second(choice, seat, table) - DISC if isinstance(choice, Cargo) else 0.0


def _places(card: Cargo, seat: int, table: ArkTable) -> list[Any]:
    return table.list_places(card, table.discs[seat] > 0, table.first)


def worth_of_place(place: Cabin | Ousting, seat: int, table: ArkTable, card: Cargo) -> float:
    """Return the value of a place: existing cabins, a level ark, and victims that score."""
    if isinstance(place, Ousting):
        return worth_of_card(place.victim, seat, table)
    worth = -0.05 * abs(table.find_incline(card, place))
    return worth + 0.1 * len(place.cards) if place.cards else worth - DISC + 0.8


def worth_of_pet(choice: Any, seat: int, table: ArkTable) -> float:
    """Return the value of a pet, which is a figure that needs no room."""
    return worth_of_card(choice, seat, table) if isinstance(choice, Cargo) else 0.0


def worth_of_raising(kind: str, seat: int, table: ArkTable) -> float:
    """Return the value of half a figure more on a scoring card."""
    return worth_of_figure(KINDS.index(kind), seat, table, 1)


JUDGES: dict[str, Callable[[Any, int, ArkTable], float]] = {
    "turn": worth_of_turn,
    "second": worth_of_second,
    "last_minute": worth_of_last_minute,
    "take": worth_of_card,
    "pet": worth_of_pet,
    "raise": worth_of_raising,
}


BOTS = {"greedy": greedy_bot}
"""Bots by name, for people and simulations."""
