"""The end of Ark: pets, majorities on five scoring cards, discs, and who wins."""

from functools import lru_cache

from companion.core.game import Outcome
from companion.core.question import Play
from companion.games.ark.pieces import KINDS
from companion.games.ark.table import ArkTable

PLACES = ("first", "second", "further")


def score_points(table: ArkTable) -> Play[None]:
    """Pets come to light, each scoring card is counted, and each disc is a point."""
    for seat, pet in enumerate(table.pets):
        if pet is not None:
            table.add_figure(seat, (yield from table.turn_up_pet(seat)))
    for kind, halves in zip(KINDS, table.halves, strict=True):
        for seat, points, place in award_majorities(tuple(halves), table.pieces.points):
            table.ledger.add(seat, points, place, kind)
    for seat, discs in enumerate(table.discs):
        if discs:
            table.ledger.add(seat, discs, "discs", discs)


@lru_cache(maxsize=1 << 14)
def award_majorities(halves: tuple[int, ...], points: tuple[int, int, int]) -> list[tuple[int, int, str]]:
    """Seat, points and place of everyone with a figure here; ties share the average, rounded up."""
    first, second, further = points
    prizes = [first, second, *(further for _ in halves)]
    awards = []
    at = 0
    for amount in sorted({amount for amount in halves if amount}, reverse=True):
        tied = [seat for seat, mine in enumerate(halves) if mine == amount]
        share = -(-sum(prizes[at : at + len(tied)]) // len(tied))
        awards += [(seat, share, PLACES[min(at, 2)]) for seat in tied]
        at += len(tied)
    return awards


def decide_outcome(table: ArkTable) -> Play[Outcome]:
    """The most points win; of several, whoever has the fewest animals in hand (rulings.md 2.4 #25)."""
    most = max(table.scores)
    tied = [seat for seat, points in enumerate(table.scores) if points == most]
    if len(tied) == 1:
        return Outcome(tuple(tied), "most-points")
    left: dict[int, int] = {}
    for seat in tied:
        left[seat] = yield from table.count_animals(seat)
    winners = tuple(seat for seat in tied if left[seat] == min(left.values()))
    return Outcome(winners, "fewest-animals" if len(winners) == 1 else "shared")
