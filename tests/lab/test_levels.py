"""Easy, Medium and Hard: three levels by name, each better than the one below. `tests/lab/arena.py` measures them."""

from random import Random

import pytest

from companion.app.lobby import describe_bots
from companion.core.bots import find_bot, find_bot_for_people, list_bots
from companion.core.match import Match
from companion.core.montecarlo import HardBot
from companion.core.playing import finish_stage
from companion.core.registry import find_game
from companion.core.words import Say
from tests.boxed import BOXED
from tests.lab.arena import compare, estimate, find_contender, play_deal
from tests.laws import NAMES


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["Medium", "Hard", "Easy"]), ("fr", ["Moyen", "Difficile", "Facile"])]
)
@pytest.mark.parametrize("name", BOXED)
def test_every_game_offers_three_levels_by_name(name, language, words):
    offered = describe_bots(list_bots(find_game(name)), Say(language))
    assert list(offered.items()) == list(zip(("greedy", "hard", "easy"), words, strict=True))


def test_bots_of_old_matches_still_play():
    for name in ("random", "montecarlo", "montecarlo:12", "greedy"):
        assert find_bot(find_game("noah"), name)(Random(1))


def test_easy_beats_chance_and_medium_beats_easy():
    game = find_game("noah")
    chance, easy, medium = (find_contender(game, name) for name in ("random", "easy", "greedy"))
    assert compare(game, 2, (easy, chance), 40).least > 0.5
    assert compare(game, 2, (medium, easy), 40).least > 0.5


def test_rules_of_thumb_play_a_whole_match_better_than_chance():
    game = find_game("noah")
    assert compare(game, 4, (find_contender(game, "thumb"), find_contender(game, "random")), 30).least > 0.5


def test_hard_judges_noah_at_the_end_of_the_round():
    game = find_game("noah")
    setup = game.set_up(NAMES[:2], {}, 3)
    table = game.new_table(setup, game.make_pieces(setup))
    play = game.play(table)
    question = next(play)
    bots = [find_bot(game, "greedy")(Random(1))] * 3
    assert finish_stage(play, question.choices[0], table, bots) is None
    assert table.round == 2
    assert sum(table.scores) > 0, "the tears of the first round are shed"


def test_a_game_without_rounds_is_played_to_its_end():
    game = find_game("ark")
    setup = game.set_up(NAMES[:3], {}, 3)
    table = game.new_table(setup, game.make_pieces(setup))
    play = game.play(table)
    question = next(play)
    bots = [find_bot(game, "greedy")(Random(1))] * 4
    assert finish_stage(play, question.choices[0], table, bots) is not None


def test_hard_thinks_for_a_second_at_most_among_people():
    bot = find_bot_for_people(find_game("noah"), "hard")(Random(1))
    assert isinstance(bot, HardBot)
    assert bot.budget.playouts == 160
    assert bot.budget.seconds == 1.0


@pytest.mark.parametrize("name", ["noah", "ark"])
def test_deals_on_which_two_bots_agree_count_one_half(name, monkeypatch):
    """Thinking draws no random number of the game's own bot, so luck is the same until Hard disagrees."""
    monkeypatch.setattr(HardBot, "_choose", lambda bot, tried: tried[0].place)
    game = find_game(name)
    sides = find_contender(game, "hard:2"), find_contender(game, "greedy")
    for seed in range(3):
        won = [play_deal(game, 4, sides, seed, swapped, ([], [])) for swapped in (False, True)]
        assert sum(won) == pytest.approx(1.0)


def test_hard_asks_for_more_certainty_where_a_match_goes_on_after_the_imagined_games():
    margins = []
    for name in ("noah", "ark"):
        game = find_game(name)
        match, bot = Match(game, game.set_up(NAMES[:3], seed=5)), find_bot(game, "hard:2")(Random(1))
        while match.question.seat < 0:
            match.answer(match.question.choices[0])
        bot(match.question, match.table)
        margins.append(bot.required_margin)
    assert margins[0] > margins[1]


def test_hard_plays_a_match():
    game = find_game("noah")
    match, bot = Match(game, game.set_up(NAMES[:2], seed=5)), find_bot(game, "hard:2")(Random(1))
    for _ in range(30):
        match.answer(bot(match.question, match.table))
    assert len(match.answers) == 30


def test_a_share_of_everything_is_not_certain():
    share, within = estimate([1.0] * 8)
    assert share < 1.0
    assert within > 0.1
