"""The end of a round of Noah, and of a match: tears, and who has shed the fewest."""

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.games.noah.deduced_cards import DeducedHand
from companion.games.noah.table import NoahTable


def shed_tears(table: NoahTable) -> Play[None]:
    """Each animal still in a hand makes Noah cry; at a real table only its holder knows how much."""
    told: dict[int, int] = {}
    for seat, hand in enumerate(table.hands):
        cards = hand.known()
        if cards is not None:
            tears = 0
            for card in cards.held:
                tears += card.tears
        else:
            assert isinstance(hand, DeducedHand)
            sums = hand.tears(told)
            tears = (yield Question(seat, "tears", sums)) if len(sums) > 1 else sums[0]
            told[seat] = tears
        if tears:
            table.ledger.add(seat, tears, f"round-{table.round}", cards or "")


def outcome(table: NoahTable) -> Outcome:
    """The fewest tears win; there is no tie-breaker."""
    fewest = min(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == fewest)
    return Outcome(winners, "fewest-tears" if len(winners) == 1 else "shared")
