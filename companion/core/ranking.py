"""Everybody's place in a match."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.seat import Seat

if TYPE_CHECKING:
    from companion.core.match import Match


class RankedSeat(NamedTuple):
    """One player's rank. Equal points share a rank, and winners always come first."""

    rank: int
    seat: Seat
    points: int


def rank_players(match: "Match") -> list[RankedSeat]:
    """Return everybody, the best first."""
    winners = match.outcome.winners if match.outcome is not None else ()
    scores = match.table.scores
    ranks = rank_scores(scores, winners, match.fewest_win)
    ranked = [RankedSeat(ranks[seat.index], seat, scores[seat.index]) for seat in match.setup.seats]
    return sorted(ranked, key=lambda player: player.rank)


def find_fewest_win(always: bool | None, scores: Sequence[int], winners: Sequence[int]) -> bool:
    """Return whether the fewest points won a finished match, given `Game.fewest_win`.

    Where that differs from match to match, the points of the winners show it: they are the most or the fewest.

    >>> find_fewest_win(None, [3, 7], winners=[0]), find_fewest_win(None, [3, 7], winners=[1])
    (True, False)
    """
    if always is not None:
        return always
    return bool(scores and winners) and scores[winners[0]] < max(scores)


def rank_scores(scores: Sequence[int], winners: Sequence[int], fewest_win: bool) -> list[int]:
    """Return the rank of each seat, given everybody's points and the seats that won.

    >>> rank_scores([3, 7, 3], winners=[1], fewest_win=False), rank_scores([3, 7, 3], winners=[0], fewest_win=True)
    ([2, 1, 2], [1, 3, 2])
    """
    sign = 1 if fewest_win else -1
    # a tie-breaker may decide between equal points, so winning counts before points; all winners are equal
    merits = [(False, 0) if seat in winners else (True, sign * points) for seat, points in enumerate(scores)]
    return [1 + sum(other < merit for other in merits) for merit in merits]
