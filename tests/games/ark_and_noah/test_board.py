"""The ark drawn with letters, and the rest of the board in a terminal."""

from random import Random

import pytest

from companion.games.ark_and_noah import GAME, rules
from companion.games.ark_and_noah.ark import ArkBoard
from companion.games.ark_and_noah.board import CUBE, draw_board, find_corner
from companion.games.ark_and_noah.hull import Hull
from tests.games.ark_and_noah.stage import (
    NOAH,
    SEM,
    action,
    ark_of,
    corral_at,
    feed,
    give,
    lay,
    pitch,
    run,
    table_for,
)
from tests.games.ark_and_noah.test_hull import grown

ENGLISH, FRENCH = (GAME.voice(GAME.say(language)) for language in ("en", "fr"))


def test_boards_cubes_food_and_animals_are_where_they_are_on_the_ark() -> None:
    table = table_for(2)
    lay(table, NOAH, "a1-north", "a1-west", "a1-a2", "a2-west")
    lay(table, SEM, "b1-a1", "b1-north", "e2-d2", "e2-e1", "e2-f2", "e2-e3")
    corral = corral_at(table, "a1")
    pitch(table, corral)
    feed(table, corral, 1)
    give(table, NOAH, "dog-m", "dog-f")
    table.food = [0, 0]
    run(rules.resolve(table, action(table, "load"), NOAH, ()), "dog-into-a1")
    feed(table, corral_at(table, "e2"), 1)
    assert draw_board(ark_of(table), ["●", "■"], str) == [
        "     a    b    c    d    e    f",
        "   █─●──█─■──·    ·    ·    ·    ·",
        " 1 ●│dog■│",
        "   █─●──·    ·    ·    ·─■──·    ·",
        " 2 ●│                  ■│ ∘ ■│",
        "   ·    ·    ·    ·    ·─■──·    ·",
        " 3",
        "   ·    ·    ·    ·    ·    ·    ·",
        " 4",
        "   ·    ·    ·    ·    ·    ·    ·",
    ]


@pytest.mark.parametrize("seed", range(20))
def test_on_any_ark_each_pitch_space_has_a_corner_of_its_own_and_every_board_is_drawn(seed: int) -> None:
    rng = Random(seed)
    hull = Hull(grown(rng, rng.randint(4, 30)))
    if not hull.whole:
        return
    ark = ArkBoard(hull, 1)
    for edge in hull.outer:
        ark.place_board(edge, 0)
    for space in list(ark.open_spaces):
        ark.place_pitch(space)
    drawn = "\n".join(draw_board(ark, ["●"], str))
    assert drawn.count("●") == len(hull.outer)
    assert drawn.count(CUBE) == len({find_corner(space) for space in hull.spaces})


def test_the_board_of_the_terminal_fits_into_a_window_and_says_everything() -> None:
    table = table_for(4, hull="tapered")
    rules.place_workers(table, NOAH)
    table.bonus[0] = 2
    table.round = 3
    run(rules.choose_actions(table), "wood")
    give(table, SEM, "dog-m")
    give(table, NOAH, "dog-f")
    lines = ENGLISH.board(table)
    assert ENGLISH.heading(table_for(4)) == "Setting up"
    assert ENGLISH.heading(table) == "Round 3 of at least 10"
    assert FRENCH.heading(table) == "Tour 3 sur 10 au moins"
    assert lines[0] == "Pitch +2 · Animals (■) · Food (▲) · Exchange (◆) · Wood ● · Build · Load"
    assert "■ Sem: boards 3, in supply 24, pitch 2, food 2" in lines
    assert "    dog ♂*" in lines
    assert "    no animals" in lines
    assert max(map(len, lines)) < 80
    assert len(lines) <= 24


@pytest.mark.parametrize("depth", ["board", "counts"])
@pytest.mark.parametrize("mode", ["normal", "quick"])
def test_the_board_can_be_shown_in_every_way_to_play(depth: str, mode: str) -> None:
    table = table_for(3, depth=depth, mode=mode)
    for voice in (ENGLISH, FRENCH):
        assert all(isinstance(line, str) for line in voice.board(table))


@pytest.mark.parametrize("hull", ["rectangle", "tapered"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_ark_with_a_board_on_every_edge_fits_into_sixty_columns(hull: str, players: int) -> None:
    table = table_for(players, hull=hull)
    ark = ark_of(table)
    lay(table, NOAH, *(edge.id for edge in ark.hull.outer))
    drawn = draw_board(ark, ["●", "■", "▲", "◆"], str)
    assert max(map(len, drawn)) <= 60
    assert "".join(drawn).count("●") == len(ark.hull.outer)
