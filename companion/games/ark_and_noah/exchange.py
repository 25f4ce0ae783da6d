"""The Exchange: an award, then two boards of the ark or one animal change places."""

from functools import cache
from typing import Any, Final

from companion.core.cards import VirtualDeal
from companion.core.question import Play, Question
from companion.games.ark_and_noah import unknown_piece
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.pieces import FEMALE, MALE, Action, Tile
from companion.games.ark_and_noah.table import ArkAndNoahTable

DRAWN_TO_EXCHANGE: Final = 3
POINT: Final = "point"
FOOD: Final = "food"
BOARD: Final = "board"
PITCH: Final = "pitch"
SWAP: Final = "swap"
KEEP: Final = "keep"


class Draw:
    """How many tiles of three come from which bag."""

    __slots__ = ("females", "males")

    def __init__(self, males: int, females: int) -> None:
        self.males = males
        self.females = females

    def __str__(self) -> str:
        return f"draw-{self.males}m-{self.females}f"


class Trade:
    """One of my animals for one of those drawn."""

    __slots__ = ("given", "taken")

    def __init__(self, given: Tile, taken: Tile) -> None:
        self.given = given
        self.taken = taken

    def __str__(self) -> str:
        return f"{self.given.id}-for-{self.taken.id}"


def resolve(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Only the chooser does anything; without anything to exchange only the award remains (rulings.md 1.8 #7)."""
    yield from award(table, chooser)
    if not table.depth.animals_told:
        table.cue("exchanges", table.seats[chooser])
        yield from table.depth.swap(table, chooser)
        return
    swap = not table.pieces.quick and sum(map(bool, table.boards_on_ark)) > 1
    mine = tradable(table, chooser)
    animals = bool(mine) and any(table.bags.values())
    if not animals:
        table.cue("only_swap" if swap else "no_exchange", table.seats[chooser])
        if swap:
            yield from table.depth.swap(table, chooser)
    elif isinstance(table.deal, VirtualDeal):
        yield from draw_and_trade(table, table.deal, chooser, mine, swap)
    else:
        yield from tell_trade(table, chooser, mine, swap)


def award(table: ArkAndNoahTable, seat: int) -> Play[None]:
    """A point, or a piece that the supply still has; always the point in a quick game."""
    awards = [POINT]
    if not table.pieces.quick:
        if table.food_left:
            awards.append(FOOD)
        if table.depth.has_boards_in_supply(table, seat):
            awards.append(BOARD)
        if table.pitch_left:
            awards.append(PITCH)
        if len(awards) == 1:
            table.cue("only_a_point", table.seats[seat])
    chosen = awards[0] if len(awards) == 1 else (yield Question(seat, "award", awards))
    if chosen == POINT:
        table.ledger.add(seat, 1, "exchange", table.round)
    elif chosen == FOOD:
        table.take_food(seat, 1)
    elif chosen == BOARD:
        table.take_boards(seat, 1)
    else:
        table.take_pitch(seat, 1)


def tradable(table: ArkAndNoahTable, seat: int) -> list[Tile]:
    """The own animals without a mate in play; in a quick game all of them."""
    if table.pieces.quick:
        return list(table.tiles[seat])
    holder = table.holder
    return [tile for tile in table.tiles[seat] if holder[tile.mate.index] == NOBODY]


@cache
def draws(males: int, females: int) -> tuple[Draw, ...]:
    """The ways to draw three of so many tiles, or all there are (rulings.md 1.8 #11)."""
    number = min(DRAWN_TO_EXCHANGE, males + females)
    return tuple(Draw(n, number - n) for n in range(number + 1) if n <= males and number - n <= females)


def draw_and_trade(table: ArkAndNoahTable, deal: VirtualDeal, seat: int, mine: list[Tile], swap: bool) -> Play[None]:
    """Draw from the bags of one's choice, keep one or none, and put the rest back."""
    draw = draws(len(table.bags[MALE]), len(table.bags[FEMALE]))
    ways: tuple[Any, ...] = (*draw, SWAP) if swap else draw
    way = ways[0] if len(ways) == 1 else (yield Question(seat, "exchange", ways))
    if way == SWAP:
        yield from table.depth.swap(table, seat)
        return
    table.draw(deal, MALE, way.males)
    table.draw(deal, FEMALE, way.females)
    drawn = table.drawn
    trade = yield Question(seat, "trade", [KEEP, *[Trade(given, taken) for given in mine for taken in drawn]])
    for tile in drawn:
        table.bags[tile.sex].append(tile)
    drawn.clear()
    if trade != KEEP:
        swap_tiles(table, seat, trade.given, trade.taken)


def tell_trade(table: ArkAndNoahTable, seat: int, mine: list[Tile], swap: bool) -> Play[None]:
    """At a real table only what is kept needs telling, not what else was drawn."""
    could_be = sorted((tile for bag in table.bags.values() for tile in bag), key=lambda tile: tile.index)
    table.cue("may_swap" if swap else "may_trade", table.seats[seat], min(DRAWN_TO_EXCHANGE, len(could_be)))
    given = yield Question(seat, "give", [KEEP, *([SWAP] if swap else ()), *mine])
    if given == SWAP:
        yield from table.depth.swap(table, seat)
    elif given != KEEP:
        if len(could_be) == 1:
            table.cue("takes_last", table.seats[seat], could_be[0])
        taken = yield from unknown_piece.tile_of(table, seat, "get", could_be, about=given)
        table.cue("into_bag", given)
        swap_tiles(table, seat, given, taken)


def swap_tiles(table: ArkAndNoahTable, seat: int, given: Tile, taken: Tile) -> None:
    """One tile goes into its bag, the other comes out of its own."""
    table.bags[taken.sex].remove(taken)
    table.drop_tile(given)
    mate = table.holder[given.mate.index]
    if mate != NOBODY:
        table.cue("alone", given.mate, table.seats[mate])
    table.bags[given.sex].append(given)
    table.take_tile(seat, taken)
