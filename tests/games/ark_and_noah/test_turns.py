"""Set-up, the order of the workers, bonus tiles, rounds and the coming of the flood."""

import json
from collections import Counter
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.ark_and_noah import GAME, rules
from companion.games.ark_and_noah.ark import NOBODY
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NAMES,
    NOAH,
    SEM,
    ark_of,
    give,
    ids,
    list_questions,
    points,
    run,
    table_for,
)


def ready(players: int, first: int = 0) -> rules.ArkAndNoahTable:
    """A table with workers in place and nothing to load, draw or build."""
    table = table_for(players)
    table.boards = [0] * players
    table.pitch = [0] * players
    table.food = [0] * players
    rules.place_workers(table, first)
    return table


def test_everyone_starts_with_three_boards_two_cubes_and_two_food_tiles() -> None:
    table = table_for(3)
    assert table.boards == [3, 3, 3]
    assert table.pitch == table.food == [2, 2, 2]
    assert table.boards_left == [24, 24, 24]
    assert (table.pitch_left, table.food_left) == (30, 54)


def test_everyone_starts_with_a_male_and_a_female_of_different_species() -> None:
    for seed in range(300):
        table = GAME.new_table(GAME.set_up(NAMES, seed=seed), _pieces)
        run(rules.set_up(table))
        for male, female in table.tiles:
            assert (male.sex, female.sex) == ("m", "f")
            assert male.species is not female.species


_pieces = GAME.make_pieces(GAME.set_up(NAMES))


def test_at_a_real_table_the_second_animal_is_never_the_mate_of_the_first() -> None:
    table = table_for(2, "table")
    question = run(rules.set_up(table), "koala-m")
    assert question is not None
    assert question.ask == "first_female"
    assert "koala-f" not in question.list_ids()
    assert len(question.choices) == 15 + 1, "or another animal"


def test_two_players_may_start_with_the_two_halves_of_a_pair() -> None:
    table = table_for(2, "table")
    run(rules.set_up(table), "koala-m", "dog-f", "cat-m", "koala-f", "seat-0")
    assert table.facts()["animals-0"] == "dog-f koala-m*", "coupled from set-up on"
    assert table.facts()["animals-1"] == "cat-m koala-f*"


def test_workers_start_from_the_left_clockwise() -> None:
    assert ready(4, CAM).completed == [CAM, JAFET, NOAH, SEM, NOBODY, NOBODY, NOBODY]
    assert ready(3, SEM).completed[:3] == [SEM, CAM, NOAH]


def test_two_players_have_two_workers_each_on_one_and_four_two_and_three() -> None:
    assert ready(2, SEM).completed == [SEM, NOAH, NOAH, SEM, NOBODY, NOBODY, NOBODY]


def test_three_players_have_one_worker_each_in_both_editions() -> None:
    for edition in ("en", "fr"):
        table = table_for(3, edition=edition)
        rules.place_workers(table, 0)
        assert sum(seat != NOBODY for seat in table.completed) == 3


def test_an_action_has_room_for_one_worker_and_may_be_chosen_again_next_round() -> None:
    table = ready(4)
    play = rules.choose_actions(table)
    questions = list_questions(play, "load", "wood", "build", "pitch")
    assert [question.seat for question in questions] == [NOAH, SEM, CAM, JAFET]
    assert [len(question.choices) for question in questions] == [7, 6, 5, 4]
    assert "load" not in questions[1].list_ids()
    assert table.current == [JAFET, NOBODY, NOBODY, NOBODY, SEM, CAM, NOAH]


def test_the_worker_order_of_the_rulebook() -> None:
    """Noah on 2, Sem on 4, Cam on 6, Jafet on 7 (rulings.md 1.6 #10)."""
    table = ready(4)
    for space, seat in ((1, NOAH), (3, SEM), (5, CAM), (6, JAFET)):
        table.current[space] = seat
    order = tuple(seat for seat in table.current if seat != NOBODY)
    turns = {
        action: [table.current[action], *rules.list_followers(order, table.current[action])] for action in (1, 5, 6)
    }
    assert turns == {
        1: [NOAH, SEM, CAM, JAFET],
        5: [CAM, NOAH, SEM, JAFET],
        6: [JAFET, NOAH, SEM, CAM],
    }


def test_in_a_whole_round_everyone_acts_in_that_order() -> None:
    table = table_for(4, "table")
    rules.place_workers(table, NOAH)
    for seat, male in enumerate(("dog-m", "cat-m", "fox-m", "pig-m")):
        give(table, seat, male)
    table.food = [0, 0, 0, 0]
    play = rules.normal_round(table, NOAH)
    answers = ["animals", "exchange", "build", "load", "bear-m", "bear-f", "wolf-m", "wolf-f", "point", "keep"]
    questions = list_questions(play, *answers, *["done"] * 4)
    order = [(question.ask, question.seat) for question in questions]
    assert order[4:8] == [("took", NOAH), ("took", SEM), ("took", CAM), ("took", JAFET)]
    assert order[8:10] == [("award", SEM), ("give", SEM)], "only Sem exchanges"
    assert order[10:] == [("build", CAM), ("build", NOAH), ("build", SEM), ("build", JAFET)]
    assert table.completed == [NOBODY, NOAH, NOBODY, SEM, NOBODY, CAM, JAFET]


def test_the_next_round_starts_with_the_leftmost_completed_worker() -> None:
    table = ready(4)
    run(rules.normal_round(table, NOAH), "wood", "pitch", "food", "load")
    questions = list_questions(rules.choose_actions(table))
    assert questions[0].seat == SEM


def test_with_two_players_the_other_acts_once_and_the_chooser_not_again() -> None:
    """rulings.md 1.8 #6."""
    table = ready(2)
    run(rules.normal_round(table, NOAH), "wood", "pitch", "food", "load")
    assert table.boards == [4, 2]
    assert table.pitch == [1, 3]
    assert table.food == [1, 3]


def test_there_are_no_bonus_tiles_in_the_first_round() -> None:
    table = ready(4)
    run(rules.choose_actions(table), "wood", "pitch", "food", "load")
    assert table.scores == [0, 0, 0, 0]
    rules.raise_bonus_tiles(table)
    assert table.bonus == [0, 1, 0, 1, 0, 1, 0]


def test_a_bonus_tile_grows_to_four_and_no_further() -> None:
    table = ready(4)
    for action in (0, 1, 2, 3):
        table.current[action] = action
    values = []
    for _ in range(6):
        rules.raise_bonus_tiles(table)
        values.append(table.bonus[6])
    assert values == [1, 2, 3, 4, 4, 4], "rulings.md 1.8 #21"
    assert table.bonus[:4] == [0, 0, 0, 0]


def test_choosing_an_action_scores_its_bonus_tile_and_takes_it_away() -> None:
    table = ready(4)
    table.bonus[6] = 3
    run(rules.choose_actions(table), "load")
    assert points(table, NOAH) == [("bonus", 3)]
    assert table.bonus[6] == 0


@pytest.mark.parametrize(("mode", "rounds"), [("normal", 10), ("quick", 8)])
def test_the_flood_waits_for_the_last_full_round_even_if_the_hull_is_closed(mode: str, rounds: int) -> None:
    table = table_for(2, mode=mode)
    ark = ark_of(table)
    for edge in ark.hull.outer:
        ark.place_board(edge, NOAH)
    come = []
    for table.round in range(rounds + 1):
        with pytest.raises(StopIteration) as end:
            next(rules.flood_comes(table))
        come.append(end.value.value)
    assert come == [False] * rounds + [True], "rounds are counted, not boxes (rulings.md 1.8 #4)"


def test_the_flood_waits_for_the_last_gap_in_the_hull() -> None:
    """rulings.md 1.8 #5."""
    table = table_for(2)
    ark = ark_of(table)
    table.round = 14
    for edge in ark.hull.outer[1:]:
        ark.place_board(edge, NOAH)
    assert finished(rules.flood_comes(table)) is False
    ark.place_board(ark.hull.outer[0], SEM)
    assert finished(rules.flood_comes(table)) is True


def test_the_flood_comes_through_a_gap_that_no_board_is_left_to_close() -> None:
    """The rulebook does not see it coming, but without it such a game would never end."""
    table = table_for(2)
    table.round = 10
    table.boards, table.boards_left = [0, 0], [0, 0]
    assert finished(rules.flood_comes(table)) is True
    table.boards = [0, 1]
    assert finished(rules.flood_comes(table)) is False


def finished(play: rules.Play[bool]) -> bool:
    """What a play that asks nothing comes to."""
    with pytest.raises(StopIteration) as end:
        next(play)
    return bool(end.value.value)


def test_a_match_starts_with_the_choice_of_an_action() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], seed=4))
    assert match.question is not None
    assert match.question.ask == "choose"
    assert match.facts["round"] == "1"
    assert ids(match.question.choices) == ["pitch", "animals", "food", "exchange", "wood", "build", "load"]


def test_at_a_real_table_set_up_needs_two_answers_a_player_and_the_first_player() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table"))
    for answer in ("dog-m", "cat-f", "cat-m", "dog-f", "seat-1"):
        match.answer(answer)
    assert match.question is not None
    assert (match.question.ask, match.question.seat) == ("choose", SEM)


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_the_view_for_programs_is_plain_json_and_shows_the_table(depth: str) -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {"depth": depth}, 4))
    bot = make_random_bot(Random(4))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    view = json.loads(json.dumps(match.table.view(0)))
    assert view["round"] == match.table.round
    assert [action["id"] for action in view["actions"]][:2] == ["pitch", "animals"]
    assert len(view["players"]) == 3
    assert view["ark"]["gaps"] == 0 if depth == "board" else sum(view["ark"]["boards"]) > 0
    assert match.table.secrets(0) == {}, "nothing is hidden in this game"


def test_three_players_may_have_two_workers_each_as_the_french_book_says() -> None:
    """rulings.md 1.7 #3 and 1.8 #25."""
    table = table_for(3, workers="two")
    rules.place_workers(table, 1)
    assert table.completed == [1, 2, 0, 0, 2, 1, -1]
    table = table_for(3)
    rules.place_workers(table, 1)
    assert table.completed == [1, 2, 0, -1, -1, -1, -1]
    table = table_for(4, workers="two")
    rules.place_workers(table, 0)
    assert table.completed == [0, 1, 2, 3, -1, -1, -1], "four players have one each anyway"


@pytest.mark.parametrize("depth", ["board", "score"])
def test_three_players_with_two_workers_each_play_to_the_end(depth: str) -> None:
    deal = "table" if depth == "score" else "virtual"
    options = {"workers": "two", "depth": depth, "edition": "fr"}
    match = Match(GAME, GAME.set_up(NAMES[:3], options, 1, deal))
    bot = make_random_bot(Random(1))
    placed: Counter[int] = Counter()
    while match.question is not None:
        if match.facts["round"] == "1" and match.question.ask in ("choose", "choose_two"):
            placed[match.question.seat] += 2 if match.question.ask == "choose_two" else 1
        match.answer(bot(match.question, match.table))
    assert placed == {0: 2, 1: 2, 2: 2}
    assert match.outcome is not None
