"""A bot that uses the advanced cards well, and draws races from a model of people."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Bot
from companion.core.question import NOBODY, Question, Race, SlapChoice
from companion.games.noahs_ark.area import Area
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import DISCARD, PICK, Objective
from companion.games.noahs_ark.powers import AnimalSwap, Target, list_targets
from companion.games.noahs_ark.runners import RIGHT, WRONG
from companion.games.noahs_ark.table import NoahsArkTable


def greedy_bot(rng: Random) -> Bot:
    """Return a bot that maximises its lead over the best opponent; ties are broken at random.

    For the table it answers races and claims by the model of `dice.py`.
    """
    by_chance = make_random_bot(rng)

    def choose(question: Question, table: NoahsArkTable) -> Any:
        if isinstance(question, Race):
            return draw_winner(question, table, rng)
        if question.ask == "claim":
            return WRONG if rng.random() < table.pieces.racing.slips else RIGHT
        judge = JUDGES.get(question.ask)
        if judge is None:
            return by_chance(question, table)
        return max(question.choices, key=lambda choice: (judge(choice, question, table), rng.random()))

    return choose


def draw_winner(race: Race, table: NoahsArkTable, rng: Random) -> Any:
    """Draw everyone's time, by the level of bots, and return who was first."""
    assert table.goal is not None
    wanted, effort, racing = table.goal.wanted, table.style.effort, table.pieces.racing

    def draw_time(choice: Any) -> float:
        # with real cards, a card that nobody races for may be entered instead
        pace = table.seats[choice.seat].race_pace if isinstance(choice, SlapChoice) else 1.0
        return pace * racing.draw_finish_ms(wanted, effort, rng)

    return min((choice for choice in race.choices if choice is not NOBODY), key=draw_time)


class LeadEstimate:
    """Everyone's points and amounts, to estimate a seat's lead."""

    def __init__(self, areas: Sequence[Area], table: NoahsArkTable) -> None:
        self.points = [float(area.sum_points()) for area in areas]
        self.amounts = [area.count_amounts() for area in areas]
        self.worth = table.worth

    def compute_lead(self, seat: int, objectives: Sequence[Objective]) -> float:
        """Return the lead of a seat if the game were scored now; a duel counts half."""
        points, won = self.points[:], [0.0] * len(self.points)
        for objective in sorted(objectives, key=lambda objective: objective.counts == "objectives"):
            most = objective.counts
            counts = won if most == "objectives" else [amounts[most] for amounts in self.amounts]
            best = max(counts)
            holders = [at for at, count in enumerate(counts) if count == best]
            if best and len(holders) <= 2:
                for holder in holders:
                    won[holder] += 1 / len(holders)
                    points[holder] += self.worth[objective] / len(holders)
        return points[seat] - max(other for at, other in enumerate(points) if at != seat)


def lead_now(seat: int, table: NoahsArkTable) -> float:
    """Return the current lead of a seat."""
    return LeadEstimate(table.areas, table).compute_lead(seat, table.objectives)


def lead_after_taking(target: Target, seat: int, table: NoahsArkTable, keep: bool) -> float:
    """Return the lead after taking a card from its owner, and keeping it if allowed."""
    areas = [area.copy() for area in table.areas]
    areas[target.owner].won.remove(target.card)
    if keep:
        areas[seat].won.append(target.card)
    return LeadEstimate(areas, table).compute_lead(seat, table.objectives)


def leads_after_swapping(gone: Objective, seat: int, table: NoahsArkTable) -> dict[Objective, float]:
    """Return the lead with each other objective in place of this one."""
    standing = LeadEstimate(table.areas, table)
    stay = [objective for objective in table.objectives if objective is not gone]
    return {new: standing.compute_lead(seat, [*stay, new]) for new in table.objectives_left}


def worth_playing(choice: Use | str, question: Question, table: NoahsArkTable) -> float:
    """Return what playing a power gains; it is kept until the next card might be the Ark."""
    if not isinstance(choice, Use):
        return 0.0
    if len(table.deck) > table.pieces.last_cards + 1:
        return -1.0
    seat, power = question.seat, choice.card.power
    if power in (PICK, DISCARD):
        best = max(lead_after_taking(target, seat, table, power == PICK) for target in list_targets(table, seat, power))
    else:
        best = max(worth_dropping(objective, question, table) for objective in table.objectives)
    return best - lead_now(seat, table)


def worth_dropping(gone: Objective, question: Question, table: NoahsArkTable) -> float:
    """Return the lead after replacing an objective by the best other one."""
    return max(leads_after_swapping(gone, question.seat, table).values())


def worth_being(animal: str, question: Question, table: NoahsArkTable) -> float:
    """Return the lead if a wild card is this animal."""
    areas = [area.copy() for area in table.areas]
    areas[question.seat].wild.append(ANIMALS.index(animal))
    return LeadEstimate(areas, table).compute_lead(question.seat, table.objectives)


def worth_turning(way: AnimalSwap | str, question: Question, table: NoahsArkTable) -> float:
    """Return the lead if an animal is replaced this way, or not at all."""
    areas = [area.copy() for area in table.areas]
    if isinstance(way, AnimalSwap):
        areas[question.seat].turned = way.one, way.other
    return LeadEstimate(areas, table).compute_lead(question.seat, table.objectives)


JUDGES: dict[str, Callable[[Any, Question, NoahsArkTable], float]] = {
    "power": worth_playing,
    "pick": lambda target, question, table: lead_after_taking(target, question.seat, table, True),
    "discard": lambda target, question, table: lead_after_taking(target, question.seat, table, False),
    "drop_objective": worth_dropping,
    "choose_objective": lambda new, question, table: leads_after_swapping(question.about, question.seat, table)[new],
    "wild": worth_being,
    "turn": worth_turning,
}


BOTS = {"greedy": greedy_bot}
"""Bots by name, for people and simulations."""
