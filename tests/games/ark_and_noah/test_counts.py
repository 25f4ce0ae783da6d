"""The `counts` depth: few numbers, the same scores."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.game import Bot
from companion.core.match import Match
from companion.core.question import Question
from companion.games.ark_and_noah import GAME, rules, scoring
from companion.games.ark_and_noah.bots import greedy_bot
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NAMES,
    NOAH,
    SEM,
    action,
    board_depth,
    counts_depth,
    give,
    list_questions,
    points,
    run,
    table_for,
)
from tests.games.ark_and_noah.translation import people_of, retold

SETUPS = [
    (mode, players, hull) for mode in ("normal", "quick") for players in (2, 3, 4) for hull in ("rectangle", "tapered")
]


def some_bots(seed: int, players: int) -> list[Bot]:
    """Some that know what they want, and some that do not."""
    rng = Random(seed)
    return [rng.choice((make_random_bot, greedy_bot))(Random(seed + seat)) for seat in range(players)]


@pytest.mark.laws
@pytest.mark.parametrize(("mode", "players", "hull"), SETUPS)
def test_numbers_entered_for_a_match_give_its_scores(mode: str, players: int, hull: str, games: int) -> None:
    options = {"mode": mode, "hull": hull, "depth": "counts"}
    reused = 0
    for seed in range(max(6, games // 25)):
        people = people_of(options, players, seed, some_bots(seed, players))
        table, _ = retold(options, players, people)
        real = people.truth.table
        assert table.scores == real.scores
        truth = people.truth
        left = (*truth.boards.values(), *truth.pitch.values(), *truth.loads.values())
        assert not any(left), "all that brings points was told"
        for what in ("round", "boards", "boards_left", "boards_on_ark", "pitch", "pitch_left", "food", "food_left"):
            assert getattr(table, what) == getattr(real, what), what
        assert [list(map(str, tiles)) for tiles in table.tiles] == [list(map(str, tiles)) for tiles in real.tiles]
        assert list(map(str, table.aboard)) == list(map(str, real.aboard))
        reused += people.reused
    assert reused or mode == "quick", "corrals with a second pair were among what was told"


def test_walls_that_went_back_are_entered_too() -> None:
    """Rare at random: the first matches in which it happens."""
    seen = 0
    options = {"depth": "counts"}
    for seed in range(400):
        people = people_of(options, 2, seed, [make_random_bot(Random(seed)), make_random_bot(Random(-seed))])
        if any(people.truth.back.values()):
            seen += 1
            table, _ = retold(options, 2, people)
            assert table.scores == people.truth.table.scores
            assert table.boards_left == people.truth.table.boards_left
        if seen == 3:
            return
    raise AssertionError("no wall went back in 400 matches")


def told(players: int = 4, **options: str) -> ArkAndNoahTable:
    return table_for(players, "table", depth="counts", **options)


def noah_builds(table: ArkAndNoahTable, *answers: str) -> Question | None:
    return run(rules.resolve(table, action(table, "build"), NOAH, ()), *answers)


def test_the_build_example_of_the_rulebook_in_numbers() -> None:
    """Cam 8, Noah 5, Sem 1, Jafet 5: with two numbers each at most."""
    table = told()
    table.boards, table.pitch = [5, 2, 6, 0], [0, 1, 2, 5]
    table.boards_on_ark = [8, 4, 4, 4]
    play = rules.resolve(table, action(table, "build"), CAM, (NOAH, SEM, JAFET))
    questions = list_questions(play, "6", "2", "5", "0", "1", "5")
    assert table.scores == [5, 1, 8, 5]
    assert [(question.ask, question.seat) for question in questions] == [
        ("build_boards", CAM),
        ("build_pitch", CAM),
        ("build_boards", NOAH),
        ("build_boards", SEM),
        ("build_pitch", SEM),
        ("build_pitch", JAFET),
    ]


def test_the_most_likely_number_comes_first() -> None:
    table = told()
    question = noah_builds(table)
    assert question is not None
    assert question.list_ids() == ["3", "2", "1", "0"]


def test_more_than_the_limit_or_the_players_boards_cannot_be_entered() -> None:
    table = told()
    table.boards[NOAH] = 20
    question = noah_builds(table)
    assert question is not None
    assert question.list_ids()[0] == "8"
    table.boards[NOAH] = 7
    table.pitch[NOAH] = 9
    question = noah_builds(table, "6")
    assert question is not None
    assert question.list_ids() == ["2", "1", "0"]


def test_cubes_need_a_row_of_boards() -> None:
    table = told()
    assert noah_builds(table, "1") is None, "one board has no pitch space with a board on both sides"
    table = told()
    question = noah_builds(table, "3")
    assert question is not None
    assert question.list_ids() == ["2", "1", "0"]


def test_boards_that_came_back_are_entered_before_the_number() -> None:
    table = told()
    table.boards_on_ark = [5, 0, 4, 0]
    table.boards_left = [19, 24, 20, 24]
    table.pitch[NOAH] = 0
    questions = list_questions(rules.resolve(table, action(table, "build"), NOAH, ()), "back", "seat-2", "3")
    assert [question.ask for question in questions] == ["build_boards", "board_back", "build_boards"]
    assert questions[2].list_ids() == ["3", "2", "1", "back"], "only a new board closes a corral"
    assert table.boards_on_ark == [8, 0, 3, 0]
    assert table.boards_left[CAM] == 21
    assert points(table, NOAH) == [("boards", 3)]


def test_without_enough_boards_for_a_corral_with_a_wall_inside_none_can_come_back() -> None:
    table = told()
    table.boards_on_ark = [2, 2, 1, 0]
    question = noah_builds(table)
    assert question is not None
    assert "back" not in question.list_ids()


def jafets_numbers() -> ArkAndNoahTable:
    """Enough on the ark for the example of lions and crows."""
    table = told()
    table.boards_on_ark = [9, 5, 6, 8]
    table.pitch_on_ark, table.food_on_ark = 6, 4
    table.food = [0, 0, 0, 2]
    give(table, JAFET, "lion-m", "lion-f", "crow-m")
    give(table, SEM, "crow-f")
    return table


def test_the_lions_and_crows_of_the_rulebook_in_numbers() -> None:
    """Jafet 28, Noah 4, Cam 2, Sem 0; the crows join the lions' corral, so it is not counted again."""
    table = jafets_numbers()
    play = rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM))
    questions = list_questions(play, "2", "lion", "5", "2", "0", "2", "crow", "with-lion")
    assert table.scores == [4, 0, 2, 28]
    assert [question.ask for question in questions] == [
        "load",
        "load",
        "corral_boards",
        "corral_boards",
        "corral_boards",
        "corral_pitch",
        "load",
        "corral_boards",
    ], "Cam's one board follows from the eight around three squares"


def test_colours_that_follow_from_the_size_are_not_asked_for() -> None:
    table = told(2)
    table.boards_on_ark, table.food_on_ark, table.food = [6, 6], 4, [0, 0]
    give(table, NOAH, "dog-m", "dog-f")
    questions = list_questions(rules.resolve(table, action(table, "load"), NOAH, ()), "dog", "3")
    assert [question.ask for question in questions] == ["load", "corral_boards"]
    assert questions[1].list_ids() == ["1", "2", "3", "4"], "at least one board is the loader's own"
    assert table.scores == [2 + 2 + 3, 1]


def test_only_pitch_that_such_a_corral_can_touch_is_offered() -> None:
    table = told(2)
    table.boards_on_ark, table.food_on_ark, table.pitch_on_ark = [6, 6], 4, 9
    give(table, NOAH, "dog-m", "dog-f")
    table.food = [0, 0]
    question = run(rules.resolve(table, action(table, "load"), NOAH, ()), "dog", "4")
    assert question is not None
    assert question.list_ids() == ["0", "2", "3"], "inside, at the hull, or in a corner of it"


def test_four_squares_have_eight_or_ten_boards() -> None:
    table = told(2)
    table.boards_on_ark, table.food_on_ark, table.food = [9, 9], 9, [0, 0]
    give(table, NOAH, "elephant-m", "elephant-f")
    questions = list_questions(rules.resolve(table, action(table, "load"), NOAH, ()), "elephant", "5", "3")
    assert questions[2].list_ids() == ["3", "5"]


def test_after_a_swap_a_corral_is_counted_again() -> None:
    table = jafets_numbers()
    play = rules.resolve(table, action(table, "load"), JAFET, ())
    run(play, "lion", "5", "2", "0", "2")
    assert len(counts_depth(table).corrals) == 1
    run(table.depth.swap(table, NOAH))
    question = run(rules.resolve(table, action(table, "load"), JAFET, ()), "crow")
    assert question is not None
    assert not any(id.startswith("with-") for id in question.list_ids())


def test_a_known_corral_is_offered_only_to_a_pair_it_can_hold() -> None:
    """The crows are in a corral of four boards: no lions fit there, but a dog may."""
    table = jafets_numbers()
    give(table, JAFET, "dog-m", "dog-f")
    run(rules.resolve(table, action(table, "load"), JAFET, ()), "crow", "4", "0", "0", "0", "0", "done")
    for pair, known in (("lion", False), ("dog", True)):
        question = run(rules.resolve(table, action(table, "load"), JAFET, ()), pair)
        assert question is not None
        assert ("with-crow" in question.list_ids()) == known
    give(table, JAFET, "dove-m", "dove-f")
    question = run(rules.resolve(table, action(table, "load"), JAFET, ()), "dove")
    assert question is not None
    assert "with-crow" not in question.list_ids(), "two small pairs do not share a corral"


def test_a_known_corral_without_an_own_board_is_not_offered() -> None:
    """All four boards around the crows are Jafet's: Sem may load dogs, but not there."""
    table = jafets_numbers()
    run(rules.resolve(table, action(table, "load"), JAFET, ()), "crow", "4", "0", "0", "0", "0", "done")
    give(table, SEM, "dog-m", "dog-f")
    question = run(rules.resolve(table, action(table, "load"), SEM, ()), "dog")
    assert question is not None
    assert "with-crow" not in question.list_ids()
    assert "0" not in question.list_ids()


def test_food_may_be_loaded_again_after_more_of_it_was_entered() -> None:
    """With 2 food tiles and 7 loading points left, 1 more is a choice."""
    table = jafets_numbers()
    table.food[JAFET] = 3
    question = run(rules.resolve(table, action(table, "load"), JAFET, ()), "1")
    assert question is not None
    assert question.about == 7
    assert [id for id in question.list_ids() if id.isdecimal()] == ["2", "1"]
    run(rules.resolve(table, action(table, "load"), JAFET, ()), "1", "1")
    assert points(table, JAFET) == [("food", 1), ("food", 2)]


def test_without_an_own_board_on_the_ark_there_is_nothing_to_load() -> None:
    table = jafets_numbers()
    table.boards_on_ark[JAFET] = 0
    assert run(rules.resolve(table, action(table, "load"), JAFET, ())) is None


def test_three_boards_are_no_corral_so_nobody_is_asked_for_food() -> None:
    table = told()
    table.boards_on_ark = [2, 1, 0, 0]
    assert run(rules.resolve(table, action(table, "load"), NOAH, (SEM,))) is None
    table.boards_on_ark = [2, 2, 0, 0]
    question = run(rules.resolve(table, action(table, "load"), NOAH, (SEM,)))
    assert question is not None
    assert question.list_ids() == ["2", "1", "done"]


def test_all_food_of_a_turn_is_entered_at_once() -> None:
    table = jafets_numbers()
    table.food[JAFET] = 4
    questions = list_questions(rules.resolve(table, action(table, "load"), JAFET, ()), "2")
    assert questions[1].list_ids() == ["lion", "crow", "2", "1", "done"], "more food may follow a pair"
    questions = list_questions(rules.resolve(table, action(table, "load"), JAFET, ()), "crow", "4", "0", "0", "0", "0")
    assert [id for id in questions[-1].list_ids() if id.isdecimal()] == ["2", "1"], "but still one after a pair"


def test_each_big_pair_needs_food_that_no_other_big_pair_stands_on() -> None:
    """Three food tiles feed the lions; the crows may join them, the dogs and cats may not."""
    table = jafets_numbers()
    table.food, table.food_on_ark = [0, 0, 0, 0], 3
    give(table, JAFET, "dog-m", "dog-f", "dove-m", "dove-f")
    questions = list_questions(rules.resolve(table, action(table, "load"), JAFET, ()), "lion", "5", "2", "0", "2")
    assert questions[0].list_ids() == ["lion", "crow", "dog", "dove", "another", "done"]
    assert questions[-1].list_ids() == ["crow", "dove", "another", "done"]
    table.food_on_ark = 1
    give(table, NOAH, "mouse-m", "mouse-f")
    run(rules.resolve(table, action(table, "load"), JAFET, ()), "crow", "4", "0", "0", "0", "0")
    question = run(rules.resolve(table, action(table, "load"), NOAH, ()))
    assert question is not None
    assert question.list_ids() == ["another", "done"], "one square, one small pair, unless the mice are not small"


def test_the_hull_is_asked_about_only_when_it_can_be_closed() -> None:
    table = told(2)
    table.round = 10
    table.boards_on_ark = [10, 9]
    assert run(rules.flood_comes(table)) is None, "19 boards cannot close 20 edges"
    table.boards_on_ark = [10, 10]
    question = run(rules.flood_comes(table))
    assert question is not None
    assert (question.ask, question.seat, question.list_ids()) == ("hull_closed", -1, ["yes", "no"])
    table.round = 9
    assert run(rules.flood_comes(table)) is None


def test_the_last_minute_takes_a_number_and_the_pairs() -> None:
    table = told()
    for seat in range(4):
        table.completed[seat] = seat
    table.food, table.food_on_ark, table.boards_on_ark = [0, 2, 0, 0], 1, [9, 9, 9, 9]
    give(table, SEM, "pig-m", "pig-f", "lion-m", "lion-f")
    questions = list_questions(rules.load_last_minute(table), "1", "pig")
    assert questions[1].list_ids() == ["pig", "another", "done"], "two squares have food, so there is none for lions"
    assert table.food[SEM] == 1
    assert list(map(str, table.tiles[SEM])) == ["lion-m", "lion-f"]
    assert table.scores == [0, 0, 0, 0]


def test_one_answer_tells_the_outer_majority_ties_included() -> None:
    table = told(3)
    table.boards_on_ark = [5, 5, 5]
    table.boards, table.pitch, table.food = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    questions = list_questions(scoring.score_at_the_end(table), "seat-0-2")
    assert len(questions) == 1
    assert len(questions[0].choices) == 7
    assert table.scores == [5, 0, 5]


def test_a_player_without_boards_on_the_ark_cannot_lead() -> None:
    table = told(3)
    table.boards_on_ark = [5, 0, 0]
    table.boards, table.pitch, table.food = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    assert run(scoring.score_at_the_end(table)) is None
    assert table.scores == [5, 0, 0]
    table = told(3)
    assert run(table.depth.find_outer_leaders(table)) is None


def test_a_quick_game_in_numbers_asks_for_no_pitch() -> None:
    table = told(2, mode="quick")
    table.boards_on_ark = [6, 6]
    give(table, NOAH, "dog-m", "dog-f")
    questions = list_questions(rules.resolve(table, action(table, "load"), NOAH, ()), "dog", "4")
    assert [question.ask for question in questions] == ["load", "corral_boards"]
    assert table.scores == [2 + 2 + 4, 0]


def test_more_food_can_follow_a_pair() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table", corrections=FIGURES_TOLD))
    for answer in ("dog-m", "cat-f", "cat-m", "dog-f", "seat-0", "build", "food", "wood", "load"):
        match.answer(answer)
    for answer in ("5", "0", "2", "0", "1", "dog", "3", "1"):
        match.answer(answer)
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (0, "load")
    assert "1" in match.question.list_ids()


FIGURES_TOLD = {"species": {"dog": {"points": 2}, "cat": {"size": 1, "points": 2, "name": "cat"}}}
"""Nothing about these animals is a guess, so nobody is asked about them."""


def test_a_pair_that_may_be_small_is_mentioned_where_no_loading_point_is_left() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table"))
    table = match.table
    assert isinstance(table, ArkAndNoahTable)
    for seat, tile in enumerate(table.known["bear"].tiles):
        table.take_from_bag(seat, tile)
    table.boards_on_ark[:] = 8, 8
    table.food[:] = 8, 8
    table.cues = []
    assert run(table.depth.load(table, 0, 8), "8") is None
    assert [cue.kind for cue in table.cues] == ["maybe_small"]


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_a_hull_that_the_last_board_closes_is_the_reason_for_the_flood(depth: str) -> None:
    table = table_for(2, "table", depth=depth)
    table.round = table.pieces.rounds
    table.boards[:] = table.boards_left[:] = 0, 0
    table.boards_on_ark[:] = 27, 27
    if depth == "board":
        board_depth(table).ark.gaps = 0
    run(rules.flood_comes(table), *(["yes"] if depth == "counts" else []))
    assert table.flood == "closed"


def test_by_points_people_say_why_the_flood_comes_when_no_board_is_left() -> None:
    table = table_for(2, "table", depth="score")
    table.round = table.pieces.rounds
    table.boards[:] = table.boards_left[:] = table.pitch[:] = 0, 0
    table.boards_on_ark[:] = 27, 27
    question = run(rules.flood_comes(table))
    assert question is not None
    assert question.list_ids() == ["no", "s0", "s1", "s0-s1", "no-board"]
