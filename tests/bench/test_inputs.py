"""`python -m tests.bench.inputs` counts what truthful people at real tables have to enter."""

import json

import pytest

from companion.core.registry import find_game
from tests.bench.dial_effort import dial_effort
from tests.bench.inputs import count_inputs, main
from tests.long import mark_long

MOST = {"noah": 1.9, "noahs-ark": 1.0}
"""Answers a turn, or a card besides the slap."""


@pytest.mark.parametrize("players", mark_long([2, 3, 4, 5], quick=(3,)))
@pytest.mark.parametrize("game", MOST)
def test_the_usual_way_takes_few_answers(game: str, players: int) -> None:
    figure = count_inputs(find_game(game), players, {}, 1, dial_effort, 2)
    assert 0 < figure["answers"] <= MOST[game], figure
    assert figure["pushes"] >= figure["answers"], "each of these answers is given with the dial"


@pytest.mark.parametrize(("players", "promo"), [(1, "frog"), (3, "frog"), (2, "crocodile"), (4, "crocodile")])
def test_noah_alone_and_its_promo_cards_are_played_to_the_end(players: int, promo: str) -> None:
    figure = count_inputs(find_game("noah"), players, {promo: "yes"}, 3, dial_effort, 2)
    assert 0 < figure["answers"] <= MOST["noah"], figure


def test_the_figures_are_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--game", "noahs-ark", "--size", "1", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["bench"] == "inputs"
    usual = [figure for figure in printed["figures"] if not figure["options"]]
    assert [figure["players"] for figure in usual] == [2, 3, 4, 5]
    assert {"game", "players", "options", "per", "answers", "pushes", "clicks"} <= set(usual[0])


def test_every_way_to_play_with_real_cards_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--game", "noahs-ark", "--size", "1"])
    lines = capsys.readouterr().out.splitlines()
    for way in ("mode=advanced", "told=before", "told=end", "flice=with", "length=short"):
        assert any(way in line for line in lines), way
    assert not any("race=drawn" in line for line in lines)
