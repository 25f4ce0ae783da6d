"""A bot that plays Ark & Noah decently: it makes the choice that is worth most right now."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Bot
from companion.core.question import Question
from companion.games.ark_and_noah.ark import Corral, Into
from companion.games.ark_and_noah.by_counts import BACK
from companion.games.ark_and_noah.depth import DONE
from companion.games.ark_and_noah.hull import HullEdge, Square
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import (
    ANIMALS,
    BUILD,
    EXCHANGE,
    FOOD,
    LOAD,
    PITCH,
    WOOD,
    Action,
    Species,
    Tile,
)
from companion.games.ark_and_noah.table import ArkAndNoahTable, Trade

Judge = Callable[[Any, int, ArkAndNoahTable], float]


def greedy_bot(rng: Random) -> Bot:
    """Return a bot that makes the choice worth most right now, ties at random."""
    by_chance = make_random_bot(rng)

    def choose(question: Question, table: ArkAndNoahTable) -> Any:
        judge = JUDGES.get(question.ask)
        if judge is None:
            return by_chance(question, table)
        return max(question.choices, key=lambda choice: (judge(choice, question.seat, table), rng.random()))

    return choose


def worth_choosing(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value an action with its bonus tile."""
    return table.bonus[action.index] + ACTIONS[action.id](action, seat, table)


def worth_of_wood(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value boards: points to come, if there is time to build them."""
    boards = min(action.chooser, table.boards_left[seat])
    return boards * (0.9 if table.boards[seat] < 8 else 0.2)


def worth_of_pitch(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value the cubes that the hull can still take."""
    room = len(table.pieces.hull.spaces) - table.pitch_on_ark - sum(table.pitch)
    return min(action.chooser, table.pitch_left) * (0.8 if room > 0 and table.pitch[seat] < 4 else 0.1)


def worth_of_food(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value food: a point for each tile, and animals need it."""
    room = len(table.pieces.hull.squares) - table.food_on_ark - sum(table.food)
    return min(action.chooser, table.food_left) * (0.9 if room > 0 and table.food[seat] < 6 else 0.1)


def worth_of_building(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value building: a point for each piece that can be added now."""
    depth = table.depth
    edges, spaces = table.boards[seat], 2
    if isinstance(depth, OnBoard):
        edges, spaces = len(depth.ark.open_edges), len(depth.ark.open_spaces)
    return min(action.chooser, min(table.boards[seat], edges) + min(table.pitch[seat], spaces)) * 1.0


def worth_of_loading(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value loading: the best pair that is ready, or the food that fits."""
    depth = table.depth
    if not isinstance(depth, OnBoard):
        return 3.0 * len(table.list_pairs(seat)) + min(action.chooser, table.food[seat])
    pairs = [worth_loading(choice, seat, table) for choice in depth.list_loadable(table, seat, action.chooser)]
    squares = sum(corral.size - corral.food for corral in depth.list_feedable(seat))
    return max(pairs, default=0.0) + min(action.chooser, table.food[seat], squares)


def worth_of_animals(action: Action, seat: int, table: ArkAndNoahTable) -> float:
    """Value animals: a few, early."""
    return 4.0 - 0.7 * len(table.tiles[seat]) if any(table.bags.values()) else 0.0


ACTIONS: dict[str, Callable[[Action, int, ArkAndNoahTable], float]] = {
    PITCH: worth_of_pitch,
    ANIMALS: worth_of_animals,
    FOOD: worth_of_food,
    EXCHANGE: lambda action, seat, table: 1.0,
    WOOD: worth_of_wood,
    BUILD: worth_of_building,
    LOAD: worth_of_loading,
}


def worth_building(place: Any, seat: int, table: ArkAndNoahTable) -> float:
    """Value a place: pitch, then boards that close a useful corral, then outer edges."""
    if place == DONE:
        return 0.0
    if not isinstance(place, HullEdge):
        return 3.0
    depth = table.depth
    assert isinstance(depth, OnBoard)
    wanted = {tile.species.size for tile in table.tiles[seat]}
    return 1.0 + 0.2 * place.outer + sum(worth_closing(place, square, depth, wanted) for square in place.squares)


def worth_closing(edge: HullEdge, square: Square, depth: OnBoard, wanted: set[int]) -> float:
    """Value closing a corral, more if its size is wanted."""
    shut_in = depth.ark.find_enclosed(edge, square)
    if not shut_in:
        return 0.0
    return 4.0 if shut_in.bit_count() in wanted else 0.5


def worth_loading(choice: Any, seat: int, table: ArkAndNoahTable) -> float:
    """Value a load by the points it brings to the loader."""
    if isinstance(choice, Into):
        mine = sum(table.holder[tile.index] == seat for tile in choice.species.tiles)
        corral = choice.corral
        return mine * choice.species.points + corral.colours[seat] + corral.pitch.bit_count()
    if isinstance(choice, Species):
        return 10.0 + choice.points
    if isinstance(choice, Corral):
        wanted = any(tile.species.size == choice.size for tile in table.tiles[seat])
        return 1.0 + wanted + 0.1 * (choice.food - choice.size)
    return 0.0 if choice == DONE else 0.1 * choice


def worth_taking(tile: Tile, seat: int, table: ArkAndNoahTable) -> float:
    """Value an animal: better if its mate is in play, best in front of this seat."""
    mate = table.holder[tile.mate.index]
    return tile.species.points * (2.0 if mate == seat else 1.0 if mate >= 0 else 0.3)


def worth_trading(trade: Any, seat: int, table: ArkAndNoahTable) -> float:
    """Value a trade by its gain."""
    if not isinstance(trade, Trade):
        return 0.0
    return worth_taking(trade.taken, seat, table) - worth_taking(trade.given, seat, table)


def worth_of_number(number: Any, seat: int, table: ArkAndNoahTable) -> float:
    """Prefer the largest number."""
    return -1.0 if number in (BACK, DONE) else float(number)


JUDGES: dict[str, Judge] = {
    "choose": worth_choosing,
    "take": worth_taking,
    "trade": worth_trading,
    "build": worth_building,
    "build_boards": worth_of_number,
    "build_pitch": worth_of_number,
    "built": worth_of_number,
    "load": worth_loading,
    "last_food": lambda choice, seat, table: 0.0 if choice == DONE else 1.0 if isinstance(choice, Corral) else choice,
    "last_pairs": lambda choice, seat, table: 0.0 if choice == DONE else 1.0,
}


BOTS = {"greedy": greedy_bot}
"""Bots by name."""
