"""Whole random matches of every kind of scoring as text: a reviewer sees in the difference how the rules changed."""

from pathlib import Path

import pytest

from companion.games.any_game import AnyGame
from companion.games.any_game.template import SHIPPED
from tests.games.any_game.stage import NAMES
from tests.laws import compare_with_golden, playthrough

FOLDER = Path(__file__).parent / "playthroughs"


class OneKind(AnyGame):
    """Any game with a single kind of scoring, so that nobody is asked for it."""

    def __init__(self, kind):
        self.kind = kind

    def unpack(self, box, options, players):
        """Leave out all other kinds."""
        pieces = super().unpack(box, options, players)
        pieces.templates = [template for template in pieces.templates if template.id == self.kind]
        return pieces


@pytest.mark.golden
@pytest.mark.parametrize("kind", SHIPPED)
def test_playthrough(kind, regenerate):
    game = OneKind(kind)
    players = 2 + SHIPPED.index(kind) % 4
    setup = game.set_up(NAMES[:players], seed=players, deal="table")
    compare_with_golden(playthrough(game, setup, 6), FOLDER / f"{kind}.txt", regenerate)
