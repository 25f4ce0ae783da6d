"""The end of Ark: pets, majorities on five scoring cards, discs, and who wins."""

from functools import lru_cache

from companion.core.cards import HiddenHand
from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.games.ark.pieces import KIND, KINDS, WEIGHT, Cargo
from companion.games.ark.supply import RealHand
from companion.games.ark.table import UNKNOWN, ArkTable
from companion.games.ark.unknown_piece import told_kinds

NO_SCORE = "nothing"
PLACES = ("first", "second", "further")


def score(table: ArkTable) -> Play[None]:
    """Pets come to light, each scoring card is counted, and each disc is a point."""
    for seat, pet in enumerate(table.pets):
        if pet is UNKNOWN:
            yield from tell_pet(table, seat)
        elif isinstance(pet, Cargo):
            if table.cues is not None:
                table.cue("pet", table.seats[seat], pet)
            table.add_figure(seat, pet.kind)
    for kind, halves in zip(KINDS, table.halves, strict=True):
        for seat, points, place in majorities(tuple(halves), table.pieces.points):
            table.ledger.add(seat, points, place, kind)
    for seat, discs in enumerate(table.discs):
        if discs:
            table.ledger.add(seat, discs, "discs", discs)


def tell_pet(table: ArkTable, seat: int) -> Play[None]:
    """A real pet is turned up: its kind is told, or that it counts nothing."""
    hand = table.hands[seat]
    assert isinstance(hand, RealHand)
    could_be = [card for card in hand.pets() if card is not table.pieces.rain]
    unfit = any(not card.pet or card.kind < 0 or card.guesses & {KIND, WEIGHT} for card in could_be)
    kinds = [*told_kinds(could_be), *([NO_SCORE] if unfit else [])]
    certain = len(kinds) == 1
    kind = kinds[0] if certain else (yield Question(seat, "pet_is", kinds))
    if kind is not NO_SCORE:
        if certain:
            table.cue("also_scores", table.seats[seat], kind)
        table.add_figure(seat, KINDS.index(kind))


@lru_cache(maxsize=1 << 14)
def majorities(halves: tuple[int, ...], points: tuple[int, int, int]) -> list[tuple[int, int, str]]:
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


def outcome(table: ArkTable) -> Play[Outcome]:
    """The most points win; of several, whoever has the fewest animals in hand (rulings.md 2.4 #25)."""
    most = max(table.scores)
    tied = [seat for seat, points in enumerate(table.scores) if points == most]
    if len(tied) == 1:
        return Outcome(tuple(tied), "most-points")
    left: dict[int, int] = {}
    for seat in tied:
        left[seat] = yield from animals_left(table, seat)
    winners = tuple(seat for seat in tied if left[seat] == min(left.values()))
    return Outcome(winners, "fewest-animals" if len(winners) == 1 else "shared")


def animals_left(table: ArkTable, seat: int) -> Play[int]:
    """How many animals are in a hand; at a real table the holder is asked if it is not certain."""
    hand = table.hands[seat]
    if not isinstance(hand, HiddenHand):
        known = hand.known()
        assert known is not None
        return sum(not card.provision for card in known.held)
    counts = hand.sums(lambda card: 0 if card.provision else 1)
    animals: int = (yield Question(seat, "animals", counts)) if len(counts) > 1 else counts[0]
    return animals
