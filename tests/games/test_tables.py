"""Tables are light: simulations make one a game and look at it at every question."""

import pytest

from companion.core.registry import find_game
from companion.native import BUILD

MOST = 29
"""Of more attributes than this Python keeps none in their place: then looking at each of them takes longer."""


@pytest.mark.skipif(bool(BUILD.used), reason="what is compiled keeps every attribute in its place")
@pytest.mark.parametrize("name", ["noah", "ark", "ark-and-noah", "noahs-ark"])
def test_no_table_has_more_attributes_than_python_looks_up_quickly(name: str) -> None:
    game = find_game(name)
    setup = game.set_up([f"seat {n + 1}" for n in range(game.players[-1])])
    assert len(vars(game.new_table(setup, game.make_pieces(setup)))) <= MOST
