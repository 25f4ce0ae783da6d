"""The end of Ark & Noah: the outer majority, what nobody loaded, and who wins."""

from companion.core.game import Outcome
from companion.core.question import Play
from companion.games.ark_and_noah.table import ArkAndNoahTable


def score_at_the_end(table: ArkAndNoahTable) -> Play[None]:
    """The outer majority; then, but not in a quick game, what nobody loaded costs points."""
    leaders = yield from table.depth.find_outer_leaders(table)
    for seat in leaders:
        table.ledger.add(seat, table.pieces.outer_majority, "outer-majority")
    if leaders:
        table.cue("majority", table.pieces.outer_majority, *(table.seats[seat] for seat in leaders))
    if table.pieces.quick:
        return
    yield from table.check_animals_left()
    for seat in range(len(table.seats)):
        left_over = yield from table.depth.list_left_over(table, seat)
        for points, reason, about in left_over:
            if points:
                table.ledger.add(seat, -points, reason, about)
        if lost := sum(points for points, _, _ in left_over):
            table.cue("loses", table.seats[seat], lost)


def outcome(table: ArkAndNoahTable) -> Outcome:
    """The most points win; who is tied shares the victory."""
    most = max(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == most)
    return Outcome(winners, "most-points" if len(winners) == 1 else "shared")
