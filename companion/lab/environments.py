"""Ids of our games as environments, with the version of what they show and accept: `arkside/Noah-v1`."""

from companion.core.errors import N_, UnknownGame
from companion.core.game import Game
from companion.core.registry import find_game, list_game_ids

LAYOUT_VERSION = 1
"""Version of layouts, actions and rewards. It grows when a program that learned from an older one would go wrong."""


def name_environment(game: Game) -> str:
    """Return the id of a game's environment.

    >>> name_environment(find_game("noahs-ark"))
    'arkside/NoahsArk-v1'
    """
    return f"arkside/{''.join(word.capitalize() for word in game.id.split('-'))}-v{LAYOUT_VERSION}"


def list_environments() -> dict[str, str]:
    """Return the game of each environment."""
    return {name_environment(find_game(id)): id for id in list_game_ids()}


def find_environment(name: str) -> Game:
    """Return the game of an environment, given by its id or by the game's own; refuse other versions."""
    if "/" not in name:
        return find_game(name)
    known = list_environments()
    if name not in known:
        raise UnknownGame(N_("Unknown environment {name!r}; known: {known}"), name=name, known=", ".join(known))
    return find_game(known[name])
