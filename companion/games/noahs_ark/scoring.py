"""Scoring of Noah's Ark: objectives, duels, and the winner."""

from companion.core.game import Outcome
from companion.core.question import Play
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import Objective
from companion.games.noahs_ark.powers import count_with_powers
from companion.games.noahs_ark.race import run_duel
from companion.games.noahs_ark.runners import Goal
from companion.games.noahs_ark.table import NoahsArkTable

ALL_SIX = (1,) * len(ANIMALS)
"""Animals that the dice of a duel must show."""


def award_objectives(table: NoahsArkTable) -> Play[None]:
    """Award each objective; "most objectives" comes last and doesn't count itself (4.7 #2)."""
    # wild and replaced animals are fixed before any objective is counted
    for seat in table.seats_from_revealer():
        yield from count_with_powers(table, seat)
    for objective in sort_for_award(table):
        table.award(objective, (yield from find_winner(table, objective)))


def sort_for_award(table: NoahsArkTable) -> list[Objective]:
    """Return the objectives on the table with "most objectives" at the end."""
    return sorted(table.objectives, key=lambda objective: objective.counts == "objectives")


def find_winner(table: NoahsArkTable, objective: Objective) -> Play[int | None]:
    """Return who has the most; three or more who are tied get nothing, and so does everyone at zero."""
    counts = table.count_for(objective)
    most = max(counts)
    tied = tuple(seat for seat, count in enumerate(counts) if count == most)
    # nobody wins an objective if nobody has any of its animals
    if not most:
        table.cue("nobody_has", objective)
        return None
    # a duel is only for two; with more the objective goes to nobody
    if len(tied) > 2:
        table.cue("tied", objective, len(tied))
        return None
    return (yield from decide_objective(table, objective, tied))


def decide_objective(table: NoahsArkTable, objective: Objective, leaders: tuple[int, ...]) -> Play[int]:
    """Give an objective to its leader; two tied players settle it by a duel."""
    if len(leaders) == 2:
        return (yield from run_duel(table, Goal("duel", ALL_SIX, objective), leaders))
    table.cue("takes", table.seats[leaders[0]], objective)
    return leaders[0]


def decide_outcome(table: NoahsArkTable) -> Play[Outcome]:
    """Return who has the most points; a tie is shared, or decided by a duel if agreed (4.7 #13)."""
    most = max(table.scores)
    winners = tuple(seat for seat, score in enumerate(table.scores) if score == most)
    if len(winners) == 1:
        return Outcome(winners, "most-points")
    # only two can duel, so a tie of three or more is always shared
    if len(winners) == 2 and table.options["tie"] == "duel":
        winner = yield from run_duel(table, Goal("final_duel", ALL_SIX, None), winners)
        return Outcome((winner,), "duel")
    return Outcome(winners, "shared")
