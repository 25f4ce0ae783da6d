"""The games whose rules Arkside knows, and that bots can play."""

from companion.core.registry import find_game, list_game_ids

BOXED = tuple(id for id in list_game_ids() if find_game(id).has_bots)
