"""Make Pitch, Collect Animals, Gather Food, Cut Wood and Build the Ark."""

import pytest

from companion.core.question import Question
from companion.games.ark_and_noah import rules
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NOAH,
    SEM,
    action,
    ark_of,
    edge,
    first_choices,
    give,
    ids,
    lay,
    list_questions,
    picked,
    points,
    run,
    space_between,
    table_for,
    tile,
)

EVERYONE = (SEM, CAM, JAFET)


def resolve(table: ArkAndNoahTable, id: str, *answers: str, others: tuple[int, ...] | None = None) -> Question | None:
    """Noah chose this action; the others follow."""
    follow = tuple(range(1, len(table.seats))) if others is None else others
    return run(rules.resolve(table, action(table, id), NOAH, follow), *answers)


def test_pitch_gives_three_cubes_to_the_chooser_and_one_to_each_other() -> None:
    table = table_for(4)
    resolve(table, "pitch")
    assert table.pitch == [5, 3, 3, 3]
    assert table.pitch_left == 22


def test_when_pitch_runs_out_the_later_ones_take_what_is_left_and_then_nothing() -> None:
    """rulings.md 1.8 #10."""
    table = table_for(4)
    table.pitch_left = 4
    resolve(table, "pitch")
    assert table.pitch == [5, 3, 2, 2]
    table.pitch_left = 2
    resolve(table, "pitch")
    assert table.pitch == [7, 3, 2, 2], "the chooser takes what there is"


def test_food_gives_three_tiles_to_the_chooser_and_one_to_each_other() -> None:
    table = table_for(3)
    resolve(table, "food")
    assert table.food == [5, 3, 3]
    table.food_left = 4
    resolve(table, "food")
    assert table.food == [8, 4, 3]


def test_wood_gives_four_boards_to_the_chooser_and_two_to_each_other() -> None:
    table = table_for(4)
    resolve(table, "wood")
    assert table.boards == [7, 5, 5, 5]
    assert table.boards_left == [20, 22, 22, 22]


def test_the_wood_of_a_players_colour_can_run_out() -> None:
    table = table_for(2)
    table.boards_left = [1, 0]
    resolve(table, "wood")
    assert table.boards == [4, 3]


@pytest.mark.parametrize(("players", "males", "females"), [(2, 1, 1), (4, 2, 2)])
def test_as_many_animals_are_drawn_as_there_are_players(players: int, males: int, females: int) -> None:
    table = table_for(players)
    question = resolve(table, "animals")
    assert question is not None
    assert (question.ask, question.seat) == ("take", NOAH)
    assert [drawn.sex for drawn in question.choices] == ["m"] * males + ["f"] * females


def test_with_three_players_the_chooser_says_what_the_third_animal_is() -> None:
    for sex, drawn in (("m", ["m", "f", "m"]), ("f", ["m", "f", "f"])):
        table = table_for(3)
        question = resolve(table, "animals", sex)
        assert question is not None
        assert [animal.sex for animal in question.choices] == drawn


def test_the_third_bag_is_named_once_the_first_two_tiles_are_seen() -> None:
    """rulings.md 1.8 #24."""
    table = table_for(3)
    question = resolve(table, "animals")
    assert question is not None
    assert question.ask == "third"
    assert [animal.sex for animal in table.drawn] == ["m", "f"]


def test_everyone_takes_one_of_the_drawn_animals_and_the_last_has_no_choice() -> None:
    table = table_for(4)
    play = rules.resolve(table, action(table, "animals"), NOAH, EVERYONE)
    assert [question.seat for question in first_choices(play)] == [NOAH, SEM, CAM]
    assert [len(tiles) for tiles in table.tiles] == [1, 1, 1, 1]
    assert not table.drawn


def test_dogs_and_doves_are_coupled_but_the_giraffe_is_not() -> None:
    """The rulebook's example: a dove was in play, and dogs, a dove and a giraffe are drawn."""
    table = table_for(4, "table")
    give(table, JAFET, "dove-m")
    assert not table.is_coupled(tile(table, "dove-m"))
    resolve(table, "animals", "dog-m", "dog-f", "dove-f", "giraffe-m")
    facts = table.facts()
    assert facts["animals-0"] == "dog-m*"
    assert facts["animals-1"] == "dog-f*"
    assert facts["animals-2"] == "dove-f*"
    assert facts["animals-3"] == "dove-m* giraffe-m"


def test_at_a_real_table_each_tells_what_they_took_and_nothing_else() -> None:
    for players, answers in ((2, 2), (3, 3), (4, 4)):
        table = table_for(players, "table")
        play = rules.resolve(table, action(table, "animals"), NOAH, tuple(range(1, players)))
        questions = list_questions(play, *["dog-m", "cat-f", "cat-m", "dog-f"][:players])
        assert [question.ask for question in questions] == ["took"] * answers


def test_takes_at_a_real_table_fit_the_drawn_tiles() -> None:
    table = table_for(2, "table")
    question = resolve(table, "animals", "dog-m")
    assert question is not None
    assert {id[-2:] for id in question.list_ids()} == {"-f", "er"}, "one male and one female were drawn"
    table = table_for(3, "table")
    question = resolve(table, "animals", "dog-m", "cat-m")
    assert question is not None
    assert {id[-2:] for id in question.list_ids()} == {"-f", "er"}, "no third male"


def test_an_empty_bag_is_made_up_for_by_the_other() -> None:
    """rulings.md 1.8 #11."""
    for deal in ("virtual", "table"):
        table = table_for(4, deal)
        table.bags["m"] = table.bags["m"][:1]
        play = rules.resolve(table, action(table, "animals"), NOAH, EVERYONE)
        first_choices(play)
        taken = [tiles[0].sex for tiles in table.tiles]
        assert sorted(taken) == ["f", "f", "f", "m"]


def test_when_the_bags_run_out_the_first_take_what_there_is() -> None:
    """rulings.md 1.8 #11."""
    for deal in ("virtual", "table"):
        table = table_for(4, deal)
        table.bags["m"] = table.bags["m"][:1]
        table.bags["f"] = []
        assert resolve(table, "animals") is None
        assert [len(tiles) for tiles in table.tiles] == [1, 0, 0, 0]
        assert resolve(table, "animals") is None


def test_with_three_players_and_one_bag_low_the_third_comes_from_the_other() -> None:
    table = table_for(3)
    table.bags["f"] = table.bags["f"][:1]
    question = resolve(table, "animals")
    assert question is not None
    assert [animal.sex for animal in question.choices] == ["m", "m", "f"]


def test_the_build_example_of_the_rulebook() -> None:
    """Cam 8, Noah 5, Sem 1, Jafet 5."""
    table = table_for(4)
    lay(table, NOAH, "a1-north", "b1-north", "c1-north", "d1-north", "e1-north", "f1-north", "g1-north", "h1-north")
    ark = ark_of(table)
    spaces = ids(ark.open_spaces)
    table.boards, table.pitch = [5, 2, 6, 0], [0, 1, 2, 5]
    cam = ["a2-b2", "a3-b3", "c2-d2", "c3-d3", "e2-f2", "e3-f3", *spaces[:2]]
    noah = ["g2-h2", "g3-h3", "i2-j2", "i3-j3", "k2-l2"]
    lay(table, NOAH, "i1-north", "j1-north")
    run(
        rules.resolve(table, action(table, "build"), CAM, (NOAH, SEM, JAFET)),
        *cam, *noah, spaces[2], "done", *ids(ark.open_spaces)[3:8],
    )  # fmt: skip
    assert table.scores == [5, 1, 8, 5]
    assert points(table, CAM) == [("boards", 6), ("pitch", 2)]
    assert table.boards == [0, 2, 0, 0], "Sem kept his boards for later"


def test_points_for_building_are_scored_at_once_on_one_line_a_turn() -> None:
    table = table_for(2)
    play = rules.resolve(table, action(table, "build"), NOAH, ())
    question = next(play)
    for number, id in enumerate(("a1-north", "b1-north", "c1-north"), 1):
        question = play.send(picked(question, id))
        assert points(table, NOAH) == [("boards", number)]
        assert table.scores == [number, 0]


def test_a_builder_may_stop_at_any_time() -> None:
    table = table_for(2)
    assert resolve(table, "build", "a1-north", "done", "done") is None
    assert table.scores == [1, 0]


def test_a_builder_stops_when_nothing_is_left_to_add() -> None:
    table = table_for(2)
    table.boards, table.pitch = [1, 0], [0, 0]
    assert resolve(table, "build", "a1-north") is None
    assert table.boards_on_ark == [1, 0]


def test_the_chooser_adds_eight_pieces_and_the_others_five() -> None:
    table = table_for(2)
    table.boards = [9, 9]
    free = ids(ark_of(table).hull.edges)
    resolve(table, "build", *free[0:26:2])
    assert table.boards == [1, 4]
    assert table.scores == [8, 5]


def test_without_boards_or_pitch_nobody_is_asked_to_build() -> None:
    table = table_for(2)
    table.boards = [0, 0]
    assert resolve(table, "build") is None, "cubes alone do not fit on a hull without boards"


def test_pitch_can_be_added_as_soon_as_the_boards_are_there() -> None:
    table = table_for(2)
    play = rules.resolve(table, action(table, "build"), NOAH, ())
    question = run(play, "a1-north", "a1-west")
    assert question is not None
    corner = space_between(ark_of(table), "a1-north", "a1-west")
    assert corner in question.choices


def test_boards_that_come_back_keep_their_points() -> None:
    table = table_for(2)
    table.boards, table.pitch = [9, 0], [0, 0]
    resolve(table, "build", "b2-b3", "b1-b2", "a2-b2", "a3-b3", "b3-b4", "c1-c2", "c2-d2", "c3-d3")
    assert table.scores[NOAH] == 8
    resolve(table, "build", "c3-c4")
    assert table.scores[NOAH] == 9
    assert table.boards_left[NOAH] == 24 + 1
    assert table.boards_on_ark[NOAH] == 8


def test_nobody_builds_where_a_board_is_or_inside_a_corral() -> None:
    table = table_for(2)
    lay(table, SEM, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3")
    question = resolve(table, "build")
    assert question is not None
    assert edge(ark_of(table), "b2-b1") not in question.choices
    assert edge(ark_of(table), "b2-b3") not in question.choices
    assert question.choices[-1] == "done"
