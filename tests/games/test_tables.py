"""Tables are light: simulations make one a game and look at it at every question."""

from itertools import islice

import pytest

from companion.core.match import Match
from companion.core.registry import find_game
from companion.native import BUILD

MOST = 29
"""Of more attributes than this Python keeps none in their place: then looking at each of them takes longer."""


GAMES = ["noah", "ark", "ark-and-noah", "noahs-ark"]


@pytest.mark.skipif(bool(BUILD.used), reason="what is compiled keeps every attribute in its place")
@pytest.mark.parametrize("name", GAMES)
def test_no_table_has_more_attributes_than_python_looks_up_quickly(name: str) -> None:
    game = find_game(name)
    setup = game.set_up([f"seat {n + 1}" for n in range(game.players[-1])])
    assert len(vars(game.new_table(setup, game.make_pieces(setup)))) <= MOST


@pytest.mark.parametrize("deal", ["virtual", "table"])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_keeps_every_question_as_it_was_asked(name: str, deal: str) -> None:
    """Simulations fill in one question again and again; a match keeps them for its log and its notation."""
    game = find_game(name)
    match = Match(game, game.set_up(["Anna", "Ben", "Cleo"], deal=deal, seed=5))
    asked = []
    while match.question is not None and len(asked) < 150:
        question = match.question
        asked.append((question.seat, question.ask, question.list_ids()))
        match.answer(question.choices[len(asked) % len(question.choices)])
    assert [(kept.seat, kept.ask, kept.list_ids()) for kept in islice(match.questions, len(asked))] == asked
