"""A bot that plays Noah decently: it looks at its own hand and the table, never at the hands of others."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Bot
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.noah.pieces import Animal, Ferry, Load
from companion.games.noah.table import NoahTable

RANDOM_MOVE_RATE = 0.02
"""Share of random choices: without them, two mules could be loaded and picked up for ever."""


def greedy_bot(rng: Random) -> Bot:
    """Return a bot that makes the choice worth most right now, ties at random."""
    by_chance = make_random_bot(rng)

    def choose(question: Question, table: NoahTable) -> Any:
        judge = JUDGES.get(question.ask)
        if judge is None or rng.random() < RANDOM_MOVE_RATE:
            return by_chance(question, table)
        return max(question.choices, key=lambda choice: (judge(choice, question.seat, table), rng.random()))

    return choose


def worth_loading(animal: Animal, seat: int, table: NoahTable) -> float:
    """Value a load: departures give cards away, pairs play again, otherwise shed tears first."""
    aboard = table.aboard[table.noah.index]
    after = table.foresee_load(table.noah, animal)
    worth = animal.tears + 0.1 * animal.weight
    if after.full:
        worth += 4 * min(table.departures + 1, table.hands[seat].size - 1)
    if aboard and aboard[-1].species == animal.species:
        # two mules leave Noah where he is: playing again is no gift if nothing fits there
        worth += 6 if not animal.stays or table.hands[seat].bits & ~animal.card.bits & after.takes else -6
    return worth


def worth_moving_to(ferry: Ferry, seat: int, table: NoahTable) -> float:
    """Value a ferry: useful to me after a pair, otherwise hard for the next player."""
    load, aboard = table.loads[ferry.index], table.aboard[ferry.index]
    aboard_here = table.aboard[table.noah.index]
    plays_again = len(aboard_here) > 1 and aboard_here[-1].species == aboard_here[-2].species
    if plays_again:
        return best_load(load, seat, table)
    return len(aboard) * 2 - count_kinds_taken(load, table)


def best_load(load: Load, seat: int, table: NoahTable) -> float:
    """Value of the best load that this seat could make there."""
    fitting = table.pieces.kinds.list_kinds(table.hands[seat].bits & load.takes)
    return max((5.0 * load.plus(animal).full + animal.tears for animal in fitting), default=-5.0)


def count_kinds_taken(load: Load, table: NoahTable) -> float:
    """Share of all kinds of animals that still fit there, times ten."""
    return 10 * load.takes.bit_count() / len(table.pieces.kinds.all)


def worth_giving(card: Animal, seat: int, table: NoahTable) -> float:
    """Give away cards with many tears, and cards that are hard to load."""
    return card.tears + 0.1 * card.weight


def worth_robbing(other: Seat, seat: int, table: NoahTable) -> float:
    """Prefer the player with the fewest cards, for swaps and for gifts."""
    return -float(table.hands[other.index].size)


JUDGES: dict[str, Callable[[Any, int, NoahTable], float]] = {
    "load": worth_loading,
    "move_noah": worth_moving_to,
    "give": worth_giving,
    "give_back": worth_giving,
    "give_to": worth_robbing,
    "take_from": worth_robbing,
}


BOTS = {"greedy": greedy_bot}
"""Bots by name."""
