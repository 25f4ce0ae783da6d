"""Bots: the greedy one uses its cards well, and lets the table race as people do."""

from random import Random

import pytest

from companion.core.bots import find_bot, make_random_bot
from companion.core.match import Match
from companion.core.playing import play_out
from companion.core.question import NOBODY, Race
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.bots import greedy_bot
from tests.games.noahs_ark.stage import Stage
from tests.laws import NAMES


def advanced(objectives: tuple[str, ...], players: int = 2) -> Stage:
    return Stage(players, objectives, mode="advanced", flice="without", advanced="four")


def greedy_answer(stage: Stage) -> str:
    """What the bot says; several times, for it must not be luck."""
    assert stage.match.question is not None
    answers = {str(greedy_bot(Random(seed))(stage.match.question, stage.table)) for seed in range(10)}
    assert len(answers) == 1, answers
    return answers.pop()


def test_it_makes_a_wild_card_the_animal_that_wins_an_objective() -> None:
    stage = advanced(("eagles", "monkeys", "noa")).won(0, "eagle-monkey-1", "lion-elephant-0")
    stage.won(1, "wild-giraffe-monkey-1", "elephant-eagle-1", "giraffe-eagle-0", "lion-giraffe-1").ark()
    stage.tell("lion")
    stage.match.undo()
    assert greedy_answer(stage) == "monkey", "eagles are won already, monkeys would be a tie"


def test_it_turns_animals_the_way_that_wins_more() -> None:
    stage = advanced(("snakes", "lions", "noa"))
    stage.won(0, "turn-snake-elephant", "lion-elephant-0", "elephant-eagle-1", "giraffe-eagle-0")
    stage.won(1, "snake-monkey-0", "lion-snake-1", "lion-giraffe-1").ark()
    assert greedy_answer(stage) == "elephant-to-snake"


def test_it_leaves_animals_as_they_are_if_that_is_best() -> None:
    stage = advanced(("snakes", "elephants", "noa"))
    stage.won(0, "turn-snake-elephant", "elephant-snake-1", "elephant-giraffe-0", "giraffe-eagle-0")
    stage.won(1, "lion-eagle-1", "snake-monkey-0").ark()
    assert greedy_answer(stage) == "keep"


def test_it_steals_the_card_that_turns_an_objective() -> None:
    stage = advanced(("lions", "monkeys", "noa"))
    stage.won(0, "lion-monkey-0", "elephant-eagle-1", "giraffe-eagle-0").won(1, "pick-lion-snake-1", "lion-eagle-1")
    assert greedy_answer(stage.tell("use-1-pick")) == "0-lion-monkey-0"


def test_it_discards_the_card_that_hurts_most() -> None:
    stage = advanced(("lions", "monkeys", "noa"))
    stage.won(0, "lion-monkey-0", "elephant-giraffe-0").won(1, "discard-giraffe-snake-1", "lion-eagle-1")
    assert greedy_answer(stage.tell("use-1-discard")) == "0-lion-monkey-0"


def test_it_swaps_an_objective_it_loses_for_one_it_wins() -> None:
    stage = (
        advanced(("lions", "eagles", "noa")).won(0, "lion-monkey-0").won(1, "swap-eagle-monkey-1", "eagle-snake-noa-2")
    )
    assert greedy_answer(stage.tell("use-1-swap")) == "most-lions"


def test_it_keeps_its_cards_until_the_ark_is_near() -> None:
    setup = GAME.set_up(NAMES[:2], {"mode": "advanced", "race": "drawn"}, 0)
    pieces = GAME.make_pieces(setup)
    played_at: list[int] = []
    for seed in range(20):
        setup = GAME.set_up(NAMES[:2], {"mode": "advanced", "race": "drawn"}, seed)
        table = GAME.new_table(setup, pieces)
        bot = greedy_bot(Random(seed))

        def watched(question, table, bot=bot):  # type: ignore[no-untyped-def]
            answer = bot(question, table)
            if str(answer).startswith("use"):
                played_at.append(len(table.deck))
            return answer

        play_out(GAME, table, [watched, watched], make_random_bot(Random(seed)))
    assert len(played_at) > 20
    assert max(played_at) == 11


def share_of_wins(players: int, games: int) -> float:
    """How often one greedy bot wins against random ones, sitting on every seat equally often."""
    options = {"mode": "advanced", "race": "drawn"}
    pieces = GAME.make_pieces(GAME.set_up(NAMES[:players], options))
    won = 0.0
    for game in range(games):
        table = GAME.new_table(GAME.set_up(NAMES[:players], options, game // players), pieces)
        bots = [make_random_bot(Random(game + seat)) for seat in range(players)]
        bots[game % players] = greedy_bot(Random(game))
        outcome, _ = play_out(GAME, table, bots, make_random_bot(Random(game)))
        won += (game % players in outcome.winners) / len(outcome.winners)
    return won / games


@pytest.mark.parametrize(("players", "least"), [(2, 0.53), (4, 0.27)])
def test_it_beats_random_bots_although_races_are_luck(players: int, least: float) -> None:
    assert share_of_wins(players, 800) > least


def test_it_answers_a_race_for_the_table_by_the_model() -> None:
    stage = Stage(3).tell("lion-snake-1")
    race = stage.match.question
    assert isinstance(race, Race)
    bot = greedy_bot(Random(5))
    answers = [bot(race, stage.table) for _ in range(3_000)]
    assert NOBODY not in answers
    for slap in race.choices[:-1]:
        assert answers.count(slap) / len(answers) == pytest.approx(1 / 3, abs=0.04)


def test_in_a_race_of_bots_the_level_decides_how_quick_they_are() -> None:
    setup = GAME.set_up(["bot:easy", "bot:greedy", "bot:hard"], {}, 1)
    match = Match(GAME, setup)
    while not isinstance(match.question, Race):
        assert match.question is not None
        match.answer(match.question.choices[0])
    bot = greedy_bot(Random(5))
    answers = [str(bot(match.question, match.table)) for _ in range(1_000)]
    assert 0 < 4 * answers.count("slap-0") < answers.count("slap-1") < answers.count("slap-2") / 2


def test_it_calls_a_claim_wrong_now_and_then() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-1")
    bot = greedy_bot(Random(5))
    answers = [bot(stage.match.question, stage.table) for _ in range(3_000)]  # type: ignore[arg-type]
    assert answers.count("wrong") / len(answers) == pytest.approx(0.02, abs=0.01)


def test_for_the_table_it_plays_a_whole_real_evening() -> None:
    setup = GAME.set_up(NAMES[:3], {"mode": "advanced"}, 1, "table")
    bots = [greedy_bot(Random(seat)) for seat in range(3)]
    outcome, _ = play_out(GAME, GAME.new_table(setup, GAME.make_pieces(setup)), bots, greedy_bot(Random(9)))
    assert outcome.winners


def test_it_is_known_by_name() -> None:
    assert find_bot(GAME, "greedy") is greedy_bot
