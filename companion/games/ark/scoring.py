"""Scoring of Ark: pets, majorities on five scoring cards, discs, and the winner."""

from functools import lru_cache

from companion.core.game import Outcome
from companion.core.question import Play
from companion.games.ark.pieces import KINDS
from companion.games.ark.table import ArkTable

PLACES = ("first", "second", "further")


def score_points(table: ArkTable) -> Play[None]:
    """Reveal pets, score each scoring card, and give a point per disc."""
    # pets score like cards brought aboard, so they come before the majorities
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
    """Return seat, points and place of everyone with a figure on a scoring card."""
    first, second, further = points
    # everyone with a figure gets at least the points for third place
    prizes = [first, second, *(further for _ in halves)]
    awards = []
    at = 0
    for amount in sorted({amount for amount in halves if amount}, reverse=True):
        tied = [seat for seat, mine in enumerate(halves) if mine == amount]
        # tied players share the points of the places they occupy, rounded up
        share = -(-sum(prizes[at : at + len(tied)]) // len(tied))
        awards += [(seat, share, PLACES[min(at, 2)]) for seat in tied]
        at += len(tied)
    return awards


def decide_outcome(table: ArkTable) -> Play[Outcome]:
    """Return who has the most points; a tie goes to the fewest animals in hand (rulings.md 2.4 #25)."""
    most = max(table.scores)
    tied = [seat for seat, points in enumerate(table.scores) if points == most]
    if len(tied) == 1:
        return Outcome(tuple(tied), "most-points")
    # provisions in hand don't count against a player
    left: dict[int, int] = {}
    for seat in tied:
        left[seat] = yield from table.count_animals(seat)
    winners = tuple(seat for seat in tied if left[seat] == min(left.values()))
    return Outcome(winners, "fewest-animals" if len(winners) == 1 else "shared")
