"""Human-style rules of thumb for Noah, as a measure for bots that think: it looks at its own hand and the table."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.game import Bot
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.noah.pieces import Animal, Ferry
from companion.games.noah.table import NoahTable

NEAR = 7
"""Room on a ferry that the next player can probably fill at once."""


def play_by_thumb(rng: Random) -> Bot:
    """Return a bot that plays Noah by rules of thumb; ties are broken at random."""

    def choose(question: Question, table: NoahTable) -> Any:
        judge = THUMBS.get(question.ask, lambda choice, seat, table: 0.0)
        return max(question.choices, key=lambda choice: (judge(choice, question.seat, table), rng.random()))

    return choose


def judge_load(animal: Animal, seat: int, table: NoahTable) -> float:
    """Fill ferries, make pairs, shed tears; don't leave a ferry that the next player fills."""
    load, aboard = table.loads[table.noah.index].plus(animal), table.aboard[table.noah.index]
    worth = animal.tears + 0.15 * animal.weight
    if load.full:
        return worth + 5.0 * min(table.departures + 1, table.hands[seat].size - 1)
    if aboard and aboard[-1].species == animal.species:
        worth += 5.0
    if 0 < load.limit - load.weight <= NEAR:
        worth -= 2.0
    # keep a hand that can be loaded: the last card of a sex is precious
    alike = sum(card.sex == animal.sex for card in table.hands[seat].held)
    return worth + (0.4 * alike)


def judge_move(ferry: Ferry, seat: int, table: NoahTable) -> float:
    """After a pair, go where something of mine fits; else where the next player must probably pick up a lot."""
    load = table.loads[ferry.index]
    if table.pair:
        fitting = table.pieces.kinds.list_kinds(table.hands[seat].bits & load.takes)
        return max((6.0 * load.plus(candidate).full + candidate.tears for candidate in fitting), default=-9.0)
    blocked = 1 - load.takes.bit_count() / len(table.pieces.kinds.all)
    picked_up = sum(animal.tears for animal in table.aboard[ferry.index])
    return blocked * (2 + len(table.aboard[ferry.index]) + 0.5 * picked_up)


def judge_gift(card: Animal, seat: int, table: NoahTable) -> float:
    """Give away tears and weight."""
    return card.tears + 0.15 * card.weight


def judge_victim(other: Seat, seat: int, table: NoahTable) -> float:
    """Hurt whoever leads: the fewest tears, then the fewest cards."""
    return -table.scores[other.index] - 0.3 * table.hands[other.index].size


THUMBS: dict[str, Callable[[Any, int, NoahTable], float]] = {
    "load": judge_load, "move_noah": judge_move, "give": judge_gift, "give_back": judge_gift,
    "give_to": judge_victim, "take_from": judge_victim,
}  # fmt: skip
