"""Reasons for hints of Ark & Noah. Everything there is open, so every player knows the same."""

from typing import Any

from companion.core.question import Question
from companion.core.words import Say
from companion.games.ark_and_noah.ark import Into
from companion.games.ark_and_noah.hull import HullEdge
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import BUILD, FOOD, LOAD, PITCH, WOOD, Action, Tile
from companion.games.ark_and_noah.table import ArkAndNoahTable, Trade


def explain_choice(choice: Any, question: Question, table: ArkAndNoahTable, say: Say) -> str:
    """Say in a few words what speaks for a choice."""
    seat = question.seat
    if isinstance(choice, Action):
        return _explain_action(choice, seat, table, say)
    if isinstance(choice, Tile):
        return _explain_animal(choice, seat, table, say)
    if isinstance(choice, Trade):
        return _explain_animal(choice.taken, seat, table, say)
    if isinstance(choice, Into):
        mine = sum(table.holder[tile.index] == seat for tile in choice.species.tiles)
        points = mine * choice.species.points
        return say.plural("scores {n} point", "scores {n} points", points) if points else ""
    if isinstance(choice, HullEdge) and isinstance(table.depth, OnBoard):
        sizes = [table.depth.ark.find_enclosed(choice, square).bit_count() for square in choice.squares]
        closed = max(sizes, default=0)
        if closed:
            return say("closes a corral of size {n}", n=closed)
        return say("one more board on the outer edges") if choice.outer else ""
    return ""


def _explain_action(action: Action, seat: int, table: ArkAndNoahTable, say: Say) -> str:
    """Name the bonus tile, or what the action brings."""
    bonus = table.bonus[action.index]
    if bonus:
        return say.plural("bonus tile: {n} point", "bonus tile: {n} points", bonus)
    if action.id in (WOOD, PITCH, FOOD):
        return say("takes up to {n}", n=action.chooser)
    if not isinstance(table.depth, OnBoard):
        return ""
    if action.id == LOAD:
        ready = len({way.species for way in table.depth.list_loadable(table, seat, action.chooser)})
        return say.plural("{n} pair fits into a corral", "{n} pairs fit into a corral", ready) if ready else ""
    if action.id == BUILD:
        ready = min(action.chooser, table.boards[seat] + table.pitch[seat])
        return say("places up to {n}", n=ready) if ready else ""
    return ""


def _explain_animal(tile: Tile, seat: int, table: ArkAndNoahTable, say: Say) -> str:
    """Say where the mate of an animal is."""
    holder = table.holder[tile.mate.index]
    if holder == seat:
        return say("completes a pair")
    if holder >= 0:
        return say("{name} has its mate", name=table.seats[holder].name)
    return say("its mate is still in the bag") if tile.mate in table.bags[tile.mate.sex] else ""
