"""The end of a round of Noah, and of a match: tears, and who has shed the fewest."""

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.games.noah.table import NoahTable


def shed_tears(table: NoahTable) -> Play[None]:
    """Each animal still in a hand makes Noah cry."""
    shed: list[int] = []
    reason = f"round-{table.round}"
    for seat, hand in enumerate(table.hands):
        sums = table.list_possible_tears(seat, shed)
        tears: int = sums[0] if len(sums) == 1 else (yield Question(seat, "tears", sums))
        shed.append(tears)
        if tears:
            table.ledger.add(seat, tears, reason, hand.known() or "")


def outcome(table: NoahTable) -> Outcome:
    """The fewest tears win; there is no tie-breaker."""
    fewest = min(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == fewest)
    return Outcome(winners, "fewest-tears" if len(winners) == 1 else "shared")
