"""Tears at the end of a round of Noah, and the winner of a match."""

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.games.noah.table import NoahTable


def shed_tears(table: NoahTable) -> Play[None]:
    """Score the tears on all cards left in hands."""
    shed: list[int] = []
    reason = f"round-{table.round}"
    for seat, hand in enumerate(table.hands):
        # players are asked for their sum only if it could be several
        sums = table.list_possible_tears(seat, shed)
        tears: int = sums[0] if len(sums) == 1 else (yield Question(seat, "tears", sums))
        shed.append(tears)
        if tears:
            table.ledger.add(seat, tears, reason, hand.get_known_cards() or "")
    table.cue_tears(shed)


def outcome(table: NoahTable) -> Outcome:
    """Return the winners: those with the fewest tears."""
    # there is no tie-breaker, so several players can win
    fewest = min(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == fewest)
    return Outcome(winners, "fewest-tears" if len(winners) == 1 else "shared")
