"""Everybody's place in a match."""

from typing import NamedTuple

from companion.core.match import Match
from companion.core.seat import Seat


class RankedSeat(NamedTuple):
    """One player's rank. Equal points share a rank, and winners always come first."""

    rank: int
    seat: Seat
    points: int


def rank_players(match: Match) -> list[RankedSeat]:
    """Return everybody, the best first."""
    winners = match.outcome.winners if match.outcome is not None else ()
    scores = match.table.scores
    sign = 1 if match.game.fewest_win else -1

    def merit(seat: Seat) -> tuple[bool, int]:
        # a tie-breaker may decide between equal points, so winning counts before points; all winners are equal
        return (False, 0) if seat.index in winners else (True, sign * scores[seat.index])

    places: list[RankedSeat] = []
    for seat in sorted(match.setup.seats, key=merit):
        shares = bool(places) and merit(places[-1].seat) == merit(seat)
        places.append(RankedSeat(places[-1].rank if shares else len(places) + 1, seat, scores[seat.index]))
    return places
