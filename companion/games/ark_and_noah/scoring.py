"""Final scoring of Ark & Noah: outer majority, pieces left over, and the winner."""

from companion.core.game import Outcome
from companion.core.question import Play
from companion.games.ark_and_noah.table import ArkAndNoahTable


def score_at_the_end(table: ArkAndNoahTable) -> Play[None]:
    """Score the outer majority, then subtract what was not loaded."""
    leaders = yield from table.depth.find_outer_leaders(table)
    # all who are tied for the lead score the full bonus
    for seat in leaders:
        table.ledger.add(seat, table.pieces.outer_majority, "outer-majority")
    if leaders:
        table.cue("majority", table.pieces.outer_majority, *(table.seats[seat] for seat in leaders))
    if table.pieces.quick:  # nothing is lost for pieces left over
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
    """Return the winners: those with the most points."""
    most = max(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == most)
    return Outcome(winners, "most-points" if len(winners) == 1 else "shared")
