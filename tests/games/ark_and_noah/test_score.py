"""The `score` depth: at a real table people tell what points need, and nothing else."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import SetupError
from companion.core.match import Match
from companion.core.question import Question
from companion.core.real_table import adapt
from companion.games.ark_and_noah import GAME, rules, scoring
from companion.games.ark_and_noah.depth import NO_BOARD
from companion.games.ark_and_noah.hull import Hull
from companion.games.ark_and_noah.pieces import KNOWN_BY_NAME
from companion.games.ark_and_noah.real import BothWorkers, ScoreOnlyTable
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.bench.people.ark_and_noah import ArkAndNoahPeople, people_at
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NAMES,
    NOAH,
    SEM,
    action,
    list_questions,
    pieces_for,
    points,
    run,
    score_depth,
    table_for,
)
from tests.games.ark_and_noah.test_counts import some_bots
from tests.games.ark_and_noah.translation import people_of, retold
from tests.long import mark_long

MOST_A_ROUND = {("normal", 2): 6, ("normal", 3): 9, ("normal", 4): 9, ("quick", 3): 6, ("quick", 4): 9}
"""How many answers a round may take, the final scoring included."""


def told(players: int = 4, **options: str) -> ArkAndNoahTable:
    return table_for(players, "table", **{"depth": "score", **options})


def test_points_alone_are_the_usual_thing_to_tell_of_real_cards_and_only_of_them() -> None:
    assert GAME.set_up(NAMES[:2], deal="table").options["depth"] == "score"
    assert GAME.set_up(NAMES[:2]).options["depth"] == "board"
    with pytest.raises(SetupError, match="Option depth can't be 'score'. Choose: board, counts"):
        GAME.set_up(NAMES[:2], {"depth": "score"})


@pytest.mark.laws
@pytest.mark.parametrize(
    ("mode", "players", "hull"), list(product(("normal", "quick"), (2, 3, 4), ("rectangle", "tapered")))
)
def test_entries_of_a_match_give_its_scores(mode: str, players: int, hull: str, games: int) -> None:
    options = {"mode": mode, "hull": hull, "depth": "score"}
    for seed in range(max(2, games // 10)):
        people = people_of(options, players, seed, some_bots(seed, players))
        table, _ = retold(options, players, people)
        real = people.truth.table
        assert table.scores == real.scores
        assert (table.round, table.flood) == (real.round, real.flood)
        assert table.bonus == real.bonus
        assert not Counter(pair.size for pair in score_depth(table).pairs) - Counter(one.size for one in real.aboard)


@pytest.mark.parametrize(("mode", "players"), mark_long(MOST_A_ROUND, quick=[("normal", 2), ("quick", 3)]))
def test_a_round_takes_few_answers(mode: str, players: int) -> None:
    answers = rounds = 0
    for seed in range(1, 25):  # twice as many as `python -m tests.bench.inputs` takes
        match = Match(GAME, GAME.set_up(NAMES[:players], {"mode": mode}, seed, "table"))
        people = people_at(match.table, Random(seed))
        while match.question is not None:
            answers += not people.sets_up(match.question, match.table)
            match.answer(people.answer(match.question, match.table))
        rounds += people.played(match.table)
    assert answers / rounds <= MOST_A_ROUND[mode, players]


@pytest.mark.parametrize("mode", ["normal", "quick"])
def test_set_up_takes_one_answer(mode: str) -> None:
    match = Match(GAME, GAME.set_up(NAMES, {"mode": mode}, deal="table"))
    assert match.question is not None
    assert match.question.ask == "rain"
    match.answer("seat-2")
    assert (match.question.ask, match.question.seat) == ("choose", CAM)


def test_two_players_tell_both_their_workers_at_once() -> None:
    table = told(2)
    assert isinstance(table, ScoreOnlyTable)
    rules.place_workers(table, NOAH)
    table.bonus[4] = 2
    questions = list_questions(adapt(rules.choose_actions(table), BothWorkers(table).ask), "wood-build", "animals-load")
    assert [(question.ask, question.seat, len(question.choices)) for question in questions] == [
        ("choose_two", NOAH, 21),
        ("choose_two", SEM, 10),
    ]
    assert table.current == [-1, SEM, -1, -1, NOAH, NOAH, SEM]
    assert table.completed == [-1] * 7
    assert points(table, NOAH) == [("bonus", 2)]


def builds(table: ArkAndNoahTable, *answers: str) -> list[Question]:
    return list_questions(rules.resolve(table, action(table, "build"), CAM, (NOAH, SEM, JAFET)), *answers)


def test_the_build_example_of_the_rulebook_takes_one_answer() -> None:
    """Cam 8, Noah 5, Sem 1, Jafet 5: only Sem built less than she could."""
    table = told()
    table.boards, table.pitch = [5, 2, 6, 0], [0, 1, 2, 5]
    table.boards_on_ark = [8, 4, 4, 4]
    score_depth(table).built = [8, 4, 4, 4]
    (question,) = builds(table, "s1-did-1")
    assert str(question.about) == "seat-2:8 seat-0:5 seat-1:3 seat-3:5"
    assert question.list_ids()[:3] == ["all", "nobody", "s2-did-7"]
    assert [id for id in question.list_ids() if id.startswith("s1-did")] == ["s1-did-2", "s1-did-1", "s1-did-0"]
    assert table.scores == [5, 1, 8, 5]


def test_of_several_who_built_otherwise_each_is_asked_for_a_number() -> None:
    table = told()
    table.boards, table.pitch = [5, 2, 6, 0], [0, 1, 2, 5]
    table.boards_on_ark = [8, 4, 4, 4]
    score_depth(table).built = [8, 4, 4, 4]
    questions = builds(table, "s1-s3", "1", "0")
    assert questions[1].list_ids() == ["2", "1", "0"]
    assert table.scores == [5, 1, 8, 0]


def test_a_single_different_loader_is_entered_at_once_and_the_rest_is_as_expected() -> None:
    table = jafets_table()
    table.boards_on_ark = [20, 20, 20, 20]
    table.food = [3, 3, 3, 2]
    questions = list_questions(rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM)), "s1-did-1")
    assert len(questions) == 1
    assert table.scores == [3, 1, 3, 2]


def test_after_their_pairs_several_players_tell_the_rest_of_their_food_in_one_answer() -> None:
    table = jafets_table()
    table.food_on_ark, table.food = 6, [5, 1, 0, 2]
    play = rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM))
    all_own = "4p0-of-0-0-0-0"
    questions = list_questions(play, "s3-s0", "size1-with-1", all_own, "size1-with-2", all_own, "s0-did-2")
    assert [question.ask for question in questions] == [
        *("loaded_else", "loads", "corral_walls", "loads", "corral_walls", "loaded_rest"),
    ]
    assert str(questions[-1].about) == "seat-3:2 seat-0:4"
    assert [points for reason, points in points(table, NOAH) if reason == "food"] == [2]
    assert [points for reason, points in points(table, JAFET) if reason == "food"] == [2]


def test_if_nobody_built_anything_nobody_scores_and_none_is_expected_next_time() -> None:
    table = told()
    table.boards_on_ark = [20, 20, 20, 20]
    score_depth(table).built = [20, 20, 20, 20]
    builds(table, "nobody")
    assert table.scores == [0, 0, 0, 0]
    (question,) = builds(table)
    assert question.list_ids()[0] == "nobody"
    assert not question.about


def jafets_table() -> ArkAndNoahTable:
    """Enough on the ark for the example of lions and crows."""
    table = told()
    table.boards_on_ark, table.pitch_on_ark = [9, 5, 6, 8], 6
    depth = score_depth(table)
    depth.built = [11, 7, 8, 8]
    table.pitch_left, table.food_on_ark = 20, 1
    table.food = [0, 0, 0, 2]
    depth.animals = [2, 2, 2, 3]
    return table


def test_the_lions_and_crows_of_the_rulebook() -> None:
    """Jafet 28, Noah 4, Cam 2, Sem 0, and the crows join the lions without being counted again."""
    table = jafets_table()
    table.cues = []
    answers = ["s3", "size3", "5-2", "of02-2-0-1-0", "size0-with-1", "with-pair-1"]
    questions = list_questions(rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM)), *answers)
    assert table.scores == [4, 0, 2, 28], "two food tiles are what is left to pay with, and what the lions stand on"
    assert [question.ask for question in questions] == [
        *("loaded_else", "loads", "corral_own", "corral_rest", "loads", "corral_own"),
    ]
    voice = GAME.voice(GAME.say("en"))
    words = [voice.cue(cue, table) for cue in table.cues]
    assert "Score Noah 2, Cam 1, Jafet 19: 5 + 2 + 1 boards, 2 pitch" in words
    assert "Score Noah 2, Cam 1, Jafet 7: 5 + 2 + 1 boards, 2 pitch" in words
    assert "Sem puts the other half of the pair aboard" in words


def test_nobody_loads_is_one_answer() -> None:
    table = jafets_table()
    assert run(rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM)), "nobody") is None
    assert table.scores == [0, 0, 0, 0]


def test_only_affordable_choices_are_offered() -> None:
    table = jafets_table()
    (question,) = list_questions(table.depth.load(table, JAFET, 5))
    assert "size3" not in question.list_ids(), "both lions cost 6"
    assert "size3-with-0" in question.list_ids()
    score_depth(table).animals = [0, 1, 0, 1]
    (question,) = list_questions(table.depth.load(table, JAFET, 5))
    assert {id for id in question.list_ids() if id.startswith("size1")} == {"size1-with-1"}


def test_a_pair_needs_food_and_so_it_tells_how_much_was_loaded() -> None:
    table = jafets_table()
    table.food_on_ark, table.food[JAFET] = 0, 5
    questions = list_questions(table.depth.load(table, JAFET, 8), "size2-with-0", "1-0", "of0-5-0-0-0")
    numbers = [id for id in questions[-1].list_ids() if id.isdecimal()]
    assert numbers == ["2", "3", "4", "5"], "two squares want food"


def test_after_an_exchange_corrals_are_counted_again() -> None:
    table = jafets_table()
    run(table.depth.load(table, JAFET, 8), "size3-with-0", "5-2", "of02-2-0-1-0", "2")
    assert len(score_depth(table).corrals) == 1
    assert run(rules.resolve(table, action(table, "exchange"), SEM, ()), "point") is None
    assert not score_depth(table).corrals
    assert points(table, SEM) == [("exchange", 1)]


def test_one_look_tells_that_the_hull_is_closed_and_who_leads() -> None:
    table = told(2)
    table.round, table.boards_on_ark = 10, [10, 9]
    assert run(rules.flood_comes(table)) is None, "19 boards cannot close 20 edges"
    table.boards_on_ark = [10, 12]
    questions = list_questions(rules.flood_comes(table), "s0-s1")
    assert questions[0].list_ids() == ["no", "s0", "s1", "s0-s1"]
    score_depth(table).animals = [0, 0]
    table.food = table.boards = table.pitch = [0, 0]
    assert run(scoring.score_at_the_end(table)) is None, "who leads was told already"
    assert table.scores == [5, 5]


def test_an_empty_supply_can_be_entered_once_possible_and_is_announced_at_the_end() -> None:
    table = told(2)
    table.round, table.boards_on_ark, table.boards_left = 10, [10, 12], [0, 0]
    (question,) = list_questions(rules.flood_comes(table))
    assert question.list_ids()[-1] == NO_BOARD
    run(rules.flood_comes(table), NO_BOARD)
    assert table.facts()["flood"] == NO_BOARD
    voice = GAME.voice(GAME.say("en"))
    assert voice.board(table)[1] == "The flood comes: no boards left to build with"
    assert voice.describe_outcome(scoring.outcome(table), table).endswith(
        "No boards left to build with: the flood comes"
    )


def test_remaining_pieces_are_one_number_each() -> None:
    table = told(2)
    table.boards, table.pitch, table.food = [3, 0], [1, 0], [2, 0]
    score_depth(table).animals = [1, 0]
    score_depth(table).outer_leaders = (SEM,)
    questions = list_questions(scoring.score_at_the_end(table), "8")
    assert [(question.ask, question.seat) for question in questions] == [("left_over", NOAH)], "Sem has nothing"
    assert questions[0].list_ids() == [str(number) for number in range(4, 4 + 2 + 4 + 1)]
    assert table.scores == [-8, 5]


def test_other_points_on_a_tile_are_entered_once_and_remembered() -> None:
    table = jafets_table()
    questions = list_questions(table.depth.load(table, JAFET, 8), "another", "2", "5")
    assert [question.ask for question in questions] == ["loads", "another_size", "another_points", "loads"]
    assert table.learned == {"points": {"size_2": 5}}
    pieces = pieces_for(2, table.learned)
    assert pieces.points_by_size == [[0], [2], [5], [6], [8]]
    assert pieces.known["wolf"].points == 5, "where nobody told the points of an animal, they follow from its size"
    voice = GAME.voice(GAME.say("en"))
    labels = [voice.label_text(choice, questions[-1], table) for choice in questions[-1].choices]
    assert "size 2, with Noah: 5 each" in labels
    assert "size 1, with Noah: 2 each ?" in labels, "that is still a guess"


def list_labels(table: ArkAndNoahTable, question: Question) -> list[str]:
    """What stands in the list of choices."""
    voice = GAME.voice(GAME.say("en"))
    return [voice.label_text(choice, question, table) for choice in question.choices]


def test_two_animals_of_one_size_may_show_different_points() -> None:
    table = jafets_table()
    *_, question = list_questions(table.depth.load(table, JAFET, 8), "another", "2", "5", "more-points", "7")
    assert {"size 2, with Noah: 5 each", "size 2, with Noah: 7 each"} <= set(list_labels(table, question))
    assert table.learned == {"points": {"size_2": 5, "more_2": [7]}}
    assert pieces_for(2, table.learned).points_by_size[2] == [5, 7], "and the next match knows both"


def test_points_that_were_mistyped_can_be_corrected_again() -> None:
    table = jafets_table()
    *_, question = list_questions(table.depth.load(table, JAFET, 8), "another", "1", "3", "more-points", "2")
    assert {"size 1, with Noah: 3 each", "size 1, with Noah: 2 each"} <= set(list_labels(table, question))


def test_points_of_an_animal_that_the_owner_taught_are_offered() -> None:
    """The tiger shows 7, and the book says that the lion, of the same size, shows 6."""
    tiger = {"size": 3, "points": 7}
    pieces = pieces_for(3, {"species": {"tiger": tiger}})
    assert pieces.points_by_size[3] == [6, 7]
    everything = {
        key: {"size": 1, "points": 4, **({} if key in KNOWN_BY_NAME else {"name": key})}
        for key, species in pieces_for(2).known.items()
        if species.size == 1
    }
    pieces = pieces_for(2, {"species": everything})
    assert pieces.points_by_size[1] == [4], "our guess for the size gives way to what every tile shows"
    assert not pieces.points_guessed[1]


def test_a_pair_scores_the_points_of_its_own_tiles() -> None:
    table = jafets_table()
    play = table.depth.load(table, JAFET, 8)
    question = run(play, "another", "2", "5", "more-points", "7", "size2p7-with-0")
    while not table.ledger.entries or table.ledger.entries[-1].reason not in ("corral-boards", "corral-pitch"):
        assert question is not None
        question = play.send(question.choices[0])
    assert [entry.points for entry in table.ledger.entries if entry.reason == "half"] == [7, 7]


def test_random_people_always_come_to_an_end() -> None:
    for mode, players, seed in product(("normal", "quick"), (2, 3, 4), range(5)):
        match = Match(GAME, GAME.set_up(NAMES[:players], {"mode": mode}, seed, "table"))
        bot = make_random_bot(Random(seed))
        while match.question is not None:
            match.answer(bot(match.question, match.table))
        assert match.outcome is not None


# what is offered is what is possible: brute force on an ark of two squares


def tiny(boards: int, pitch: int) -> ArkAndNoahTable:
    """Two players, an ark of two squares, and a few pieces each."""
    setup = GAME.set_up(NAMES[:2], deal="table")
    pieces = GAME.make_pieces(setup)
    pieces.hull = Hull([(0, 0), (1, 0)])
    table = ScoreOnlyTable(setup, pieces)
    table.boards, table.pitch = [boards, boards], [pitch, pitch]
    return table


def reachable(boards: int, pitch: int, limits: tuple[int, int]) -> set[tuple[int, int]]:
    """What two builders can have added, found by laying every piece on every free place of the tiny ark."""
    hull = Hull([(0, 0), (1, 0)])
    outer = sum(edge.bit for edge in hull.outer)

    def added(start: set[tuple[int, int]], limit: int) -> set[tuple[int, tuple[int, int]]]:
        found = {(0, 0, state) for state in start}
        todo = list(found)
        while todo:
            laid, cubes, (edges, spaces) = todo.pop()
            if laid + cubes == limit:
                continue
            more: list[tuple[int, int, tuple[int, int]]] = []
            # with all six outer edges laid, the wall between the squares would stand inside a finished corral
            more += [
                (laid + 1, cubes, (edges | edge.bit, spaces))
                for edge in (hull.edges if laid < boards else ())
                if not edges & edge.bit and (edge.outer or edges & outer != outer)
            ]
            more += [
                (laid, cubes + 1, (edges, spaces | space.bit))
                for space in (hull.spaces if cubes < pitch else ())
                if not spaces & space.bit and all(edges & edge.bit for edge in space.edges)
            ]
            new = [total for total in more if total not in found]
            found.update(new)
            todo += new
        return {(laid + cubes, state) for laid, cubes, state in found}

    first = added({(0, 0)}, limits[0])
    return {
        (number, other)
        for number in {number for number, _ in first}
        for other, _ in added({state for one, state in first if one == number}, limits[1])
    }


def tellable(boards: int, pitch: int) -> set[tuple[int, int]]:
    """What two builders can tell: all answers tried."""
    found = set()
    todo: list[list[str]] = [[]]
    while todo:
        answers = todo.pop()
        table = tiny(boards, pitch)
        question = run(rules.build_the_ark(table, action(table, "build"), NOAH, (SEM,)), *answers)
        if question is None:
            found.add((score_depth(table).built[0], score_depth(table).built[1]))
        else:
            todo += [[*answers, id] for id in question.list_ids()]
    return found


@pytest.mark.parametrize(("boards", "pitch"), list(product(range(5), range(4))))
def test_exactly_the_possible_buildings_can_be_entered(boards: int, pitch: int) -> None:
    table = tiny(boards, pitch)
    build = action(table, "build")
    assert tellable(boards, pitch) == reachable(boards, pitch, (build.chooser, build.others))


def test_people_of_another_depth_are_truthful_too() -> None:
    for depth in ("counts", "board"):
        match = Match(GAME, GAME.set_up(NAMES[:3], {"depth": depth}, 3, "table"))
        people = people_at(match.table, Random(3))
        assert isinstance(people, ArkAndNoahPeople)
        while match.question is not None:
            match.answer(people.answer(match.question, match.table))
        assert match.table.scores == people.truth.table.scores


def quick_table(*animals: int) -> ArkAndNoahTable:
    """A quick game with enough boards on the ark for any corral, and so many tiles in front of everyone."""
    table = told(len(animals), mode="quick")
    table.boards_on_ark = [9] * len(animals)
    depth = score_depth(table)
    depth.built, depth.animals = [9] * len(animals), list(animals)
    return table


def test_in_a_quick_game_one_answer_tells_who_loads_and_how_many_pairs() -> None:
    table = quick_table(3, 2, 2)
    corral = "4p0-of-0-0-0"
    play = rules.resolve(table, action(table, "load"), NOAH, (SEM, CAM))
    questions = list_questions(play, "s0-s0-s2", "size1-with-1", corral, "size1-with-2", corral, "size1-with-1", corral)
    assert questions[0].list_ids() == [
        *("nobody", "s0", "s1", "s2", "s0-s0", "s0-s1", "s0-s2", "s1-s2"),
        *("s0-s0-s1", "s0-s0-s2", "s0-s1-s2", "s0-s0-s1-s2"),
    ]
    assert [question.seat for question in questions[1::2]] == [NOAH, NOAH, CAM], "nobody is asked whether that was all"
    assert GAME.voice(GAME.say("en")).label(questions[0].choices[9], questions[0], table).text == "Noah: 2 pairs + Cam"
    assert score_depth(table).animals == [1, 0, 0]


def test_loading_two_pairs_in_a_quick_game_keeps_a_tile_for_the_second() -> None:
    table = quick_table(3, 0)
    (who,) = list_questions(rules.resolve(table, action(table, "load"), NOAH, (SEM,)))
    assert who.list_ids() == ["nobody", "s0"], "two pairs take four tiles of one's own where nobody else has any"
    table = quick_table(3, 1)
    _, first = list_questions(rules.resolve(table, action(table, "load"), NOAH, (SEM,)), "s0-s0")
    assert first.list_ids() == [
        "size1",
        "size1-with-1",
        "size2",
        "size2-with-1",
        "size3",
        "size3-with-1",
        "size4",
        "size4-with-1",
        "another",
    ]
    table = quick_table(2, 2)
    _, first = list_questions(rules.resolve(table, action(table, "load"), NOAH, (SEM,)), "s0-s0")
    assert first.list_ids() == ["size1-with-1", "size2-with-1", "size3-with-1", "size4-with-1", "another"], (
        "not both own tiles"
    )


def test_after_a_pair_only_those_are_asked_once_more_who_can_load_anything() -> None:
    table = jafets_table()
    table.food_on_ark, table.food = 6, [5, 1, 0, 0]
    score_depth(table).animals = [2, 2, 2, 1]
    play = rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM))
    all_own = "4p0-of-0-0-0-0"
    questions = list_questions(play, "s3-s0", "size1-with-1", all_own, "size1-with-2", all_own)
    assert (questions[-1].ask, questions[-1].seat) == ("loads", NOAH), "Jafet has no animal and no food left"
