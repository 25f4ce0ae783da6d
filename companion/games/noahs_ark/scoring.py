"""The end of Noah's Ark: who has the most of what objectives count, duels, and who wins."""

from companion.core.game import Outcome
from companion.core.question import TABLE, Play, Question
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.most import Most, all_who_may_lead
from companion.games.noahs_ark.pieces import Objective
from companion.games.noahs_ark.powers import count_with_powers
from companion.games.noahs_ark.race import duel
from companion.games.noahs_ark.runners import Goal
from companion.games.noahs_ark.table import NoahsArkTable

ALL_SIX = (1,) * len(ANIMALS)
"""What the dice of a duel must show."""
MOST_IN_ALL = 99
"""Points on the cards of one player, at most."""


def award_objectives(table: NoahsArkTable) -> Play[None]:
    """Count for each objective in turn; "most objectives" comes last and does not count itself (4.7 #2)."""
    first = table.revealer or 0
    for step in range(len(table.seats)):
        seat = (first + step) % len(table.seats)
        yield from (tell_points if table.told == "end" else count_with_powers)(table, seat)
    for objective in sorted(table.objectives, key=lambda objective: objective.counts == "objectives"):
        winner = yield from whose(table, objective)
        table.awarded[objective] = winner
        if winner is not None:
            table.ledger.add(winner, table.worth[objective], "objective", objective)


def tell_points(table: NoahsArkTable, seat: int) -> Play[None]:
    """Where nobody told what was won, everyone adds up the points on the own cards."""
    points = yield Question(seat, "card_points", range(MOST_IN_ALL + 1))
    if points:
        table.ledger.add(seat, points, "cards", "")


def whose(table: NoahsArkTable, objective: Objective) -> Play[int | None]:
    """The one who has the most; two settle it by a duel, three or more get nothing, and so does everyone at zero."""
    if table.told == "end" and objective.counts != "objectives":
        return (yield from told_most(table, objective))
    counts = table.counts(objective)
    most = max(counts)
    tied = tuple(seat for seat, count in enumerate(counts) if count == most)
    if not most:
        table.cue("nobody_has", objective)
        return None
    if len(tied) > 2:
        table.cue("tied", objective, len(tied))
        return None
    if len(tied) == 2:
        return (yield from duel(table, Goal("duel", ALL_SIX, objective), tied))
    table.cue("takes", table.seats[tied[0]], objective)
    return tied[0]


def told_most(table: NoahsArkTable, objective: Objective) -> Play[int | None]:
    """Where only the table knows what everyone has, it counts, with all wild and replaced animals."""
    most: Most = yield Question(TABLE, "who_has_most", all_who_may_lead(table.seats), objective)
    if len(most.seats) == 2:
        return (yield from duel(table, Goal("duel", ALL_SIX, objective), tuple(seat.index for seat in most.seats)))
    if not most.seats:
        return None
    table.cue("takes", most.seats[0], objective)
    return most.seats[0].index


def outcome(table: NoahsArkTable) -> Play[Outcome]:
    """The most points win; a tie is shared, or two play one more duel if that was agreed (4.7 #13)."""
    most = max(table.scores)
    winners = tuple(seat for seat, score in enumerate(table.scores) if score == most)
    if len(winners) == 1:
        return Outcome(winners, "most-points")
    if len(winners) == 2 and table.options["tie"] == "duel":
        winner = yield from duel(table, Goal("final_duel", ALL_SIX, None), winners)
        return Outcome((winner,), "duel")
    return Outcome(winners, "shared")
