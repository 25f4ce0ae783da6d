"""The shelf of installed games, found by entry point: a new game is a new folder and one line."""

from functools import cache
from importlib.metadata import entry_points

from companion.core.errors import N_, UnknownGame
from companion.core.game import Game

GROUP = "arkside.games"


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all installed games."""
    return tuple(sorted(point.name for point in entry_points(group=GROUP)))


@cache
def game_named(name: str) -> Game:
    """The game of that id; an unknown one is refused with the known ones."""
    points = entry_points(group=GROUP)
    for point in points:
        if point.name == name:
            game: Game = point.load()
            return game
    for point in points:
        game = point.load()
        if name in game.also_called:
            return game
    raise UnknownGame(N_("There is no game {name!r}; known: {known}"), name=name, known=", ".join(game_ids()))
