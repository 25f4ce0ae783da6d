"""No answer at a real table takes long, whatever people answer."""

import json
from operator import itemgetter

import pytest

from companion.core.match import Match
from companion.core.registry import find_game, list_game_ids
from tests.bench import slowest_answers
from tests.bench.slowest_answers import count_calls, find_slowest, start_real_match
from tests.figures import FIGURE

MOST_CALLS = 200_000
"""Function calls that one answer may take."""
MOST_CALLS_A_REPLAY = 500_000
"""Function calls that the replay of a whole match may take, which is what an undo or a resume does."""


BLOCKS = 20
"""Groups of matches: time is measured in each match, and calls are counted for the slowest of each group."""


@pytest.mark.laws
@pytest.mark.parametrize("id", list_game_ids())
def test_the_slowest_answer_and_replay_of_each_game_are_bounded(id, games, record_property):
    game = find_game(id)
    blocks = min(BLOCKS, games)
    blocks_played = [find_slowest(game, range(block, games, blocks)) for block in range(blocks)]
    calls, answer = max(
        ((count_answer(game, slowest.answer), slowest.answer) for slowest in blocks_played), key=itemgetter(0)
    )
    replay_calls, replay = max(
        ((count_replay(game, slowest.replay), slowest.replay) for slowest in blocks_played), key=itemgetter(0)
    )
    record_property(FIGURE, describe_slowest("answer", game, games, calls, answer))
    record_property(FIGURE, describe_slowest("replay", game, games, replay_calls, replay))
    assert calls < MOST_CALLS, answer
    assert replay_calls < MOST_CALLS_A_REPLAY, replay


def describe_slowest(what, game, matches, calls, slowest):
    """Return the slowest answer or replay as a line, with the command that plays its match again."""
    return (
        f"{game.id}, slowest {what} in {matches:,} matches of {game.players[-1]}: {slowest.seconds * 1000:.1f} ms, "
        f"{calls:,} calls, answer {len(slowest.answers)} of "
        f"`python -m tests.bench.slowest_answers --game {game.id} --seed {slowest.seed} --size 1`"
    )


def count_answer(game, slowest):
    """Return how many functions the last answer of a reproduction calls."""
    match = start_real_match(game, slowest.options)
    *before, last = slowest.answers
    for answer in before:
        match.answer(answer)
    return count_calls(lambda: match.answer(last))


def count_replay(game, slowest):
    """Return how many functions the replay of a whole reproduction calls."""
    setup = start_real_match(game, slowest.options).setup
    return count_calls(lambda: Match(game, setup, slowest.answers))


def test_a_reproduction_ends_with_the_slowest_answer(monkeypatch):
    times = iter([0.1, 0.3, 0.2, *[0.0] * slowest_answers.MOST_ANSWERS])

    def pretend(action):
        action()
        return next(times)

    monkeypatch.setattr(slowest_answers, "measure_time", pretend)
    slowest = find_slowest(find_game("noah"), range(1))
    assert (slowest.answer.seconds, len(slowest.answer.answers)) == (0.3, 2)
    assert slowest.replay.answers[:2] == slowest.answer.answers


def test_a_slowest_answer_names_the_command_that_plays_it_again(capsys):
    game = find_game("ark")
    slowest = find_slowest(game, range(7, 8)).answer
    line = describe_slowest("answer", game, 1, 5, slowest)
    command = line.partition("`")[2].rstrip("`").split()
    slowest_answers.main([*command[command.index("--game") :], "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["replay"]["answers"][: len(slowest.answers)] == list(slowest.answers)


def test_the_slowest_answer_is_printed_for_the_game_that_is_asked_for(capsys):
    slowest_answers.main(["--game", "ark", "--size", "1", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (report["game"], report["matches"], report["players"]) == ("ark", 1, 5)
    assert report["answer"]["answers"] == report["replay"]["answers"][: len(report["answer"]["answers"])]
