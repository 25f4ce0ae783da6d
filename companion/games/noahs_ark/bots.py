"""A bot that uses the advanced cards of Noah's Ark well, and lets races end as people's do."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.core.game import Bot
from companion.core.question import NOBODY, Question, Race
from companion.games.noahs_ark.area import Area
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import DISCARD, PICK, Objective
from companion.games.noahs_ark.powers import Target, Turn, targets
from companion.games.noahs_ark.race import RIGHT, WRONG
from companion.games.noahs_ark.table import ArkTable


def greedy_bot(rng: Random) -> Bot:
    """A bot that takes what puts it furthest ahead of the best of the others; chance decides between equals.

    For the table it answers races and claims by the model of `dice.py`.
    """

    def choose(question: Question, table: ArkTable) -> Any:
        if isinstance(question, Race):
            return quickest(question, table, rng)
        if question.ask == "claim":
            return WRONG if rng.random() < table.pieces.racing.slips else RIGHT
        judge = JUDGES.get(question.ask)
        if judge is None:
            return question.choices[int(rng.random() * len(question.choices))]
        return max(question.choices, key=lambda choice: (judge(choice, question, table), rng.random()))

    return choose


def quickest(race: Race, table: ArkTable, rng: Random) -> Any:
    """Draw how long everyone takes, and tell who was first."""
    assert table.goal is not None
    wanted, effort, racing = table.goal.wanted, table.style.effort, table.pieces.racing
    return min(
        (slap for slap in race.choices if slap is not NOBODY),
        key=lambda slap: racing.finish_ms(wanted, effort, rng),
    )


def ahead(seat: int, areas: Sequence[Area], objectives: Sequence[Objective], table: ArkTable) -> float:
    """By how many points this seat would lead if everything were counted now."""
    points = [float(area.points()) for area in areas]
    won = [0.0] * len(areas)
    for objective in sorted(objectives, key=lambda objective: objective.counts == "objectives"):
        counts = won[:] if objective.counts == "objectives" else [area.count(objective) for area in areas]
        best = max(counts)
        holders = [at for at, count in enumerate(counts) if count == best]
        if best and len(holders) <= 2:
            for holder in holders:
                won[holder] += 1 / len(holders)
                points[holder] += table.worth[objective] / len(holders)
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)


def after_taking(target: Target, seat: int, table: ArkTable, keep: bool) -> float:
    """How far ahead I am with that card gone from its owner, and in front of me if I may keep it."""
    areas = [area.copy() for area in table.areas]
    areas[target.owner].won.remove(target.card)
    if keep:
        areas[seat].won.append(target.card)
    return ahead(seat, areas, table.objectives, table)


def after_swapping(gone: Objective, new: Objective, seat: int, table: ArkTable) -> float:
    """How far ahead I am with another objective on the table."""
    return ahead(seat, table.areas, [*(o for o in table.objectives if o is not gone), new], table)


def worth_playing(choice: Use | str, question: Question, table: ArkTable) -> float:
    """Keep a card until the next one might be the Ark: only then is it plain what it gains."""
    if not isinstance(choice, Use):
        return 0.0
    if len(table.deck) > table.pieces.last_cards + 1:
        return -1.0
    seat = question.seat
    now = ahead(seat, table.areas, table.objectives, table)
    if choice.card.power in (PICK, DISCARD):
        keep = choice.card.power == PICK
        best = max(after_taking(target, seat, table, keep) for target in targets(table, seat, choice.card.power))
    else:
        best = max(after_swapping(o, n, seat, table) for o in table.objectives for n in table.objectives_left)
    return best - now


def worth_dropping(gone: Objective, question: Question, table: ArkTable) -> float:
    """Put away the objective whose best successor helps me most."""
    return max(after_swapping(gone, new, question.seat, table) for new in table.objectives_left)


def worth_being(animal: str, question: Question, table: ArkTable) -> float:
    """What a wild card should be."""
    areas = [area.copy() for area in table.areas]
    areas[question.seat].wild.append(ANIMALS.index(animal))
    return ahead(question.seat, areas, table.objectives, table)


def worth_turning(way: Turn | str, question: Question, table: ArkTable) -> float:
    """Which animal should count as which other one, if any."""
    areas = [area.copy() for area in table.areas]
    if isinstance(way, Turn):
        areas[question.seat].turned = way.one, way.other
    return ahead(question.seat, areas, table.objectives, table)


JUDGES: dict[str, Callable[[Any, Question, ArkTable], float]] = {
    "power": worth_playing,
    "pick": lambda target, question, table: after_taking(target, question.seat, table, True),
    "discard": lambda target, question, table: after_taking(target, question.seat, table, False),
    "drop_objective": worth_dropping,
    "choose_objective": lambda new, question, table: after_swapping(question.about, new, question.seat, table),
    "wild": worth_being,
    "turn": worth_turning,
}
