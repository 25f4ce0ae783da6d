"""Why not? Every refused edge, cube, food tile, pair and tile has its reasons, in words and all at once."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.question import Question
from companion.games.ark_and_noah import GAME, rules
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.reasons import reasons_against
from companion.games.ark_and_noah.table import ArkAndNoahTable
from companion.games.ark_and_noah.voice import ArkAndNoahVoice
from tests.games.ark_and_noah.stage import (
    NAMES,
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
    space_between,
    table_for,
)

ENGLISH = GAME.voice(GAME.say("en"))
FRENCH = GAME.voice(GAME.say("fr"))


def asked(table: ArkAndNoahTable, id: str, seat: int = NOAH) -> Question:
    """The first question of this action."""
    question = run(rules.resolve(table, action(table, id), seat, ()))
    assert question is not None
    return question


def why(table: ArkAndNoahTable, question: Question, id: str, voice: ArkAndNoahVoice = ENGLISH) -> list[str]:
    return [voice.say.phrase(reason) for reason in GAME.explain_refusal(id, table, question)]


def built(players: int = 4, mode: str = "normal") -> ArkAndNoahTable:
    """A corral of two squares inside the ark and one of one square at the hull, both Sem's."""
    table = table_for(players, mode=mode)
    lay(table, SEM, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3")
    lay(table, SEM, "e1-north", "e1-d1", "e1-f1", "e1-e2")
    return table


def test_an_edge_with_a_board_names_its_owner() -> None:
    table = built()
    question = asked(table, "build")
    assert why(table, question, "b1-b2") == ["Sem already has a board there"]
    assert why(table, question, "b1-b2", FRENCH) == ["Sem y a déjà une planche"]


def test_an_edge_inside_a_corral_says_so() -> None:
    table = built()
    assert why(table, asked(table, "build"), "b2-b3") == ["that's inside a finished corral"]


def test_without_boards_every_edge_says_so_and_what_else_is_wrong() -> None:
    table = built()
    lay(table, SEM, "f1-north")
    table.boards[NOAH] = 0
    question = asked(table, "build")
    assert why(table, question, "a1-north") == ["you have no boards; cut wood first"]
    assert why(table, question, "b1-b2") == ["you have no boards; cut wood first", "Sem already has a board there"]


def test_a_pitch_space_says_which_boards_are_missing() -> None:
    table = built()
    question = asked(table, "build")
    ark = ark_of(table)
    half = space_between(ark, "e1-north", "f1-north").id
    bare = space_between(ark, "a1-north", "b1-north").id
    assert why(table, question, half) == ["one of the two boards next to it is missing"]
    assert why(table, question, bare) == ["both boards next to it are missing"]
    table.pitch[NOAH] = 0
    assert why(table, question, bare) == ["you have no pitch; make some first", "both boards next to it are missing"]


def test_a_pitch_space_with_a_cube_says_so() -> None:
    table = built()
    lay(table, SEM, "f1-north")
    full = ark_of(table).open_spaces[0]
    assert why(table, asked(table, "build"), full.id) == []
    ark_of(table).place_pitch(full)
    assert why(table, asked(table, "build"), full.id) == ["there's already a cube"]


def test_food_says_why_a_square_takes_none() -> None:
    table = built()
    lay(table, NOAH, "h2-h1", "h2-h3", "h2-g2", "h2-i2")
    question = asked(table, "load")
    assert why(table, question, "h2") == ["it's called corral-h2 here"]
    assert why(table, question, "corral-b2") == ["none of its boards is yours"]
    assert why(table, question, "k4") == ["there's no finished corral"]
    feed(table, corral_at(table, "h2"), 1)
    question.choices = ("done",)
    assert why(table, question, "h2") == ["every square of the corral already has food"]
    table.food[NOAH] = 0
    question.about = 0
    assert why(table, question, "b3") == [
        "you have no food; gather some first",
        "you have no loading points left",
        "none of its boards is yours",
    ]


def loading(table: ArkAndNoahTable, budget: int = 8) -> Question:
    return Question(NOAH, "load", ("x", "done"), budget)


def test_a_pair_says_everything_that_is_wrong_with_its_corral() -> None:
    table = built()
    give(table, NOAH, "lion-m", "lion-f")
    assert why(table, loading(table), "lion-into-e1") == [
        "it needs size 3; this corral has size 1",
        "squares still without food: 1",
        "pitch spaces still empty: 2",
        "none of its boards is yours",
    ]
    assert why(table, loading(table), "lion-into-k4") == ["there's no finished corral"]


def test_a_corral_one_cube_short_of_pitch_says_so() -> None:
    table = built()
    lay(table, SEM, "d1-north")
    lay(table, NOAH, "f1-north")
    corral = corral_at(table, "e1")
    feed(table, corral, 1)
    ark_of(table).place_pitch(space_between(ark_of(table), "d1-north", "e1-north"))
    give(table, SEM, "dog-m", "dog-f")
    question = Question(SEM, "load", ("x", "done"), 8)
    assert why(table, question, "dog-into-e1") == ["pitch spaces still empty: 1"]
    pitch(table, corral)
    assert why(table, question, "dog-into-e1") == []


def test_a_pair_says_what_is_wrong_with_itself() -> None:
    table = built()
    lay(table, NOAH, "h2-h1", "h2-h3", "h2-g2", "h2-i2")
    feed(table, corral_at(table, "h2"), 1)
    assert why(table, loading(table), "dog-into-h2") == ["you have neither half of this pair"]
    give(table, NOAH, "dog-m")
    assert why(table, loading(table), "dog-into-h2") == ["its mate isn't in play"]
    give(table, NOAH, "dog-f")
    assert why(table, loading(table, 1), "dog-into-h2") == ["loading points: it costs 2, you have 1"]
    assert why(table, loading(table), "dog-into-h2") == []


def test_an_occupied_corral_says_by_whom() -> None:
    table = built()
    lay(table, NOAH, "h2-h1", "h2-h3", "h2-g2", "h2-i2")
    corral = corral_at(table, "h2")
    feed(table, corral, 1)
    give(table, NOAH, "dog-m", "dog-f", "cat-m", "cat-f", "crow-m", "crow-f", "dove-m", "dove-f")
    run(rules.resolve(table, action(table, "load"), NOAH, ()), "dog-into-h2", "crow-into-h2")
    assert why(table, loading(table), "cat-into-h2") == ["it already holds a big pair"]
    assert why(table, loading(table), "dove-into-h2") == ["it already holds a small pair"]
    assert "this pair is already on the ark" in why(table, loading(table), "dog-into-h2")


def test_in_a_quick_game_neither_food_nor_pitch_is_a_reason() -> None:
    table = built(mode="quick")
    give(table, NOAH, "lion-m", "lion-f")
    assert why(table, loading(table, 1), "lion-into-e1") == [
        "it needs size 3; this corral has size 1",
        "none of its boards is yours",
    ]
    assert why(table, loading(table, 0), "lion-into-e1")[0] == "you can't load another pair"


def test_in_the_flood_neither_colour_nor_cost_is_a_reason() -> None:
    table = built()
    give(table, NOAH, "pig-m", "pig-f")
    last = Question(NOAH, "last_pairs", ("x", "done"))
    assert why(table, last, "pig-into-b2") == ["squares still without food: 2"]
    assert why(table, Question(NOAH, "last_food", ("x", "done"), 2), "b2") == []


def test_a_coupled_animal_cannot_be_exchanged() -> None:
    table = table_for(4, "table")
    give(table, SEM, "dog-m", "tiger-m")
    give(table, NOAH, "dog-f")
    question = run(rules.resolve(table, action(table, "exchange"), SEM, ()), "point")
    assert question is not None
    assert why(table, question, "dog-m") == ["its mate is already in play"]
    assert why(table, question, "tiger-m") == []
    assert why(table, question, "dog-f") == ["it's not in front of you"]
    assert ENGLISH.explain_missing_choices(question, table)["dog ♂"] == ["its mate is already in play"]


def test_meaningless_ids_have_no_reasons() -> None:
    table = built()
    question = asked(table, "build")
    for id in ("nonsense", "z9-z10", "pitch-99", "lion-into-b2"):
        assert why(table, question, id) == []
    assert why(table, loading(table), "unicorn-into-b2") == []
    assert why(table, loading(table), "lion-into-z9") == []
    assert why(table_for(4, depth="counts"), question, "a1-north") == []


@pytest.mark.parametrize("mode", ["normal", "quick"])
def test_only_refused_choices_have_reasons(mode: str) -> None:
    """Over whole random matches: for every edge, space, corral and pair there is, thousands of answers in all."""
    match = Match(GAME, GAME.set_up(NAMES[:3], {"mode": mode}, 3))
    bot, thought_of = make_random_bot(Random(3)), 0
    while match.question is not None:
        question, table = match.question, match.table
        assert isinstance(table, ArkAndNoahTable)
        assert isinstance(table.depth, OnBoard)
        offered = set(question.list_ids())
        for id in list_thinkable_ids(table, table.depth, question):
            assert bool(reasons_against(id, table, question)) == (id not in offered), (id, question)
            thought_of += 1
        match.answer(bot(question, table))
    assert thought_of > 10_000


def list_thinkable_ids(table: ArkAndNoahTable, depth: OnBoard, question: Question) -> list[str]:
    """All the answers somebody may think of."""
    ark = depth.ark
    if question.ask == "build":
        return [edge.id for edge in ark.hull.edges] + [space.id for space in ark.hull.spaces]
    pairs = [f"{species}-into-{corral.squares[0]}" for species in table.pieces.species for corral in ark.corrals]
    food = [corral.id for corral in ark.corrals]
    return {"load": pairs + food * (not table.pieces.quick), "last_food": food, "last_pairs": pairs}.get(
        question.ask, []
    )
