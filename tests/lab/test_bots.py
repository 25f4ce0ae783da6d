"""Bots of other programs, and tournaments."""

import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from companion.core.bots import find_bot, make_random_bot
from companion.core.errors import SetupError
from companion.core.external import BotError, ExternalBot
from companion.core.playing import play_out
from companion.core.registry import find_game
from companion.lab.ratings import Meeting, fit_elo, rate_bots
from companion.lab.simulate import WorkerPool
from companion.lab.tournament import run_tournament
from tests.laws import NAMES

NODE = shutil.which("node")
BOTS = Path(__file__).parent / "bots"
NOAH = find_game("noah")


def bot_of(code: str) -> ExternalBot:
    return ExternalBot(NOAH, f"{sys.executable} -c '{code}'")


def asked(bot: ExternalBot) -> object:
    """What it answers to the first question of a match."""
    setup = NOAH.set_up(NAMES[:2], {}, 1)
    table = NOAH.new_table(setup, NOAH.make_pieces(setup))
    return bot(next(NOAH.play(table)), table)


@pytest.mark.skipif(NODE is None, reason="Node is not installed: apt-get install nodejs")
def test_a_bot_in_javascript_plays_a_whole_game_and_knows_what_it_does():
    bot = find_bot(NOAH, f"exec:{NODE} {BOTS / 'heaviest.mjs'}", allow_programs=True)
    won = 0
    for seed in range(6):
        setup = NOAH.set_up(NAMES[:2], {}, seed)
        table = NOAH.new_table(setup, NOAH.make_pieces(setup))
        rng = Random(seed)
        outcome, _ = play_out(NOAH, table, [bot(rng), make_random_bot(rng)], make_random_bot(rng))
        won += 0 in outcome.winners
    assert won >= 4


@pytest.mark.parametrize(("code", "says"), [
    ("pass", "has ended"),
    ("import sys; sys.stdin.readline(); print(1)", "answered 'None', which isn't a choice"),
    ("""import sys; sys.stdin.readline(); print("{\\"choice\\": \\"unicorn\\"}")""", "answered 'unicorn', which isn't a choice"),
    ("import sys; sys.stdin.readline(); print(\"[\" * 9000)", "which isn't JSON"),
    ("import sys; sys.stdin.readline(); sys.stdout.write(\"x\" * 200000)", "has ended"),
])  # fmt: skip
def test_a_bot_that_fails_is_named_in_one_line(code, says):
    with pytest.raises(BotError, match=says) as trouble:
        asked(bot_of(code))
    assert "\n" not in str(trouble.value)


def test_a_bot_that_does_not_start_is_named():
    with pytest.raises(BotError, match="'no-such-program' doesn't start: "):
        asked(ExternalBot(NOAH, "no-such-program"))


def test_a_bot_that_thinks_forever_is_given_up(monkeypatch):
    monkeypatch.setattr("companion.core.external.PATIENCE", 0.05)
    with pytest.raises(BotError, match="doesn't answer"):
        asked(bot_of("import sys; sys.stdin.read()"))


def test_greedy_is_rated_above_random_in_every_game_with_intervals_apart():
    for name, players, options in (("noah", 3, {}), ("ark", 3, {}), ("ark-and-noah", 2, {"mode": "quick"})):
        tournament = run_tournament(find_game(name), players, ["random", "greedy"], 120, 4, options, {}, WorkerPool())
        greedy, random = tournament.ratings
        assert (greedy.bot, random.bot) == ("greedy", "random")
        assert greedy.least > random.most


def test_ratings_explain_who_wins_how_often():
    """Three bots of known strength meet by lot; what is found is near, and inside its interval."""
    true = {"a": 4.0, "b": 2.0, "c": 1.0}
    rng = Random(8)
    meetings = []
    for bot, other in (("a", "b"), ("b", "c"), ("a", "c")):
        for _ in range(2000):
            for seats in ((1, 1), (2, 1)):
                together = seats[0] * true[bot] + seats[1] * true[other]
                meetings.append(Meeting(bot, other, float(rng.random() < seats[0] * true[bot] / together), *seats))
    ratings = {rating.bot: rating for rating in rate_bots(meetings, rng)}
    assert [*ratings] == ["a", "b", "c"]
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(120.4, abs=15)
    assert ratings["b"].elo - ratings["c"].elo == pytest.approx(120.4, abs=15)
    assert all(bot.least < bot.elo < bot.most for bot in ratings.values())


def test_a_bot_that_never_won_is_weak_and_not_infinitely_so():
    elo = fit_elo([Meeting("a", "b", 1.0, 1, 1)] * 50, ["a", "b"])
    assert 600 < elo["a"] - elo["b"] < 1500


def test_a_tournament_of_one_is_refused():
    with pytest.raises(SetupError, match="two different bots"):
        run_tournament(NOAH, 2, ["random", "random"], 10, 0, {}, {}, WorkerPool())
