"""The laws of all games over games that Arkside doesn't know, for one to six players."""

from collections.abc import Iterator

from companion.core.game import Setup
from companion.games.any_game import GAME
from companion.testing.game_laws import GameLaws

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")


class TestAnyGame(GameLaws):
    """Everything that holds for every game."""

    game = GAME

    def set_ups(self) -> Iterator[Setup]:
        """Yield every number of players; there is nothing to deal."""
        for players in GAME.players:
            yield GAME.set_up(NAMES[:players], {}, players, "table")
