"""The text notation of a match says everything, and nothing but it is read."""

from random import Random

import pytest

from companion.core.match import Match
from companion.core.registry import find_game, list_game_ids
from companion.lab.notation import NotationError, read_notation, write_notation
from tests.laws import NAMES


def play(name: str, seed: int, players: int | None = None, answers: int | None = None, deal: str = "virtual") -> Match:
    """Return a random match, over or after some answers."""
    game, rng = find_game(name), Random(seed)
    options = {**game.simulated, **game.deciding} if deal == "virtual" else {}
    match = Match(game, game.set_up(NAMES[: players or game.usual_players], options, seed, deal))
    while match.question is not None and (answers is None or len(match.answers) < answers):
        match.answer(rng.choice(match.question.choices))
    return match


@pytest.mark.parametrize("games", [3, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", list_game_ids())
def test_a_match_comes_back_as_it_was_written(name, games):
    players = find_game(name).players
    for seed in range(games):
        match = play(name, seed, players[seed % len(players)], answers=None if seed % 3 else 25)
        text = write_notation(match)
        again = read_notation(text, "game.ark")
        assert again.answers == match.answers
        assert again.facts == match.facts
        assert write_notation(again) == text


@pytest.mark.parametrize("name", list_game_ids())
def test_matches_with_real_cards_have_a_notation_too(name):
    match = play(name, 3, answers=25, deal="table")
    assert read_notation(write_notation(match), "game.ark").facts == match.facts


def test_a_name_that_people_typed_is_quoted():
    game = find_game("ark")
    match = Match(game, game.set_up(NAMES[:3], {}, 1, "table"))
    while "another" not in match.question.list_ids():
        match.answer(match.question.choices[0])
    match.answer("another")
    while not hasattr(match.question, "longest"):
        match.answer(match.question.choices[0])
    match.answer("said-snow hare")
    text = write_notation(match)
    assert '="said-snow hare"' in text
    assert read_notation(text, "game.ark").answers == match.answers


def test_the_notation_is_the_one_that_is_published():
    lines = write_notation(play("noah", 7, answers=3)).splitlines()
    assert lines[:4] == ["[Arkside 1]", '[Game "noah"]', lines[2], '[Seat {"name": "Anna", "bot": ""}]']
    assert '[Options {"length": "short"' in lines[5]
    assert lines[6:8] == ['[Deal "virtual"]', "[Seed 7]"]
    assert "[Answers 3]" in lines
    assert "[Winners null]" in lines
    body = lines[lines.index("") + 1 :]
    assert body[0].startswith(("1. 1 load=", "1. 2 load="))


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("[Arkside 1]", "[Arkside 2]", "isn't a match in notation 1"),
        ('[Game "noah"]', '[Game "chess"]', "chess"),
        ('"bot": ""', '"bot": "exec:true"', "exec:true"),
        ("[Seed 7]", '[Seed "7"]', "Seed is missing or not of type"),
        ("[Seed 7]\n", "", "Seed is missing"),
        ("[Seed 7]", "[Seed 8]", "can't be replayed|the match says"),
        ("[Answers 30]", "[Answers 31]", r"line \d+: the match says '\[Answers 30\]'"),
        ("[Deal ", "Deal ", "line 7 isn't a tag"),
        ("1. ", "2. ", "the match says"),
        ("1. 1 load", "1. 2 load", "the match says"),
        (" load=", " lift=", "the match says"),
        (" load=", " load= ", "isn't a line of answers"),
        ("\n\n1.", "\n\n\n1.", "isn't a line of answers"),
        ("[Winners null]", "[Winners [0]]", "the match says"),
    ],
)
def test_anything_else_is_refused_with_its_line(before, after, why):
    text = write_notation(play("noah", 7, answers=30))
    if before == "1. 1 load" and before not in text:
        before, after = after, before
    assert before in text
    with pytest.raises(NotationError, match=why):
        read_notation(text.replace(before, after, 1), "game.ark")


@pytest.mark.parametrize(
    "damage", [lambda text: text + "x", lambda text: text[:-20], lambda text: "", lambda text: text + "\n"]
)
def test_a_damaged_file_is_refused(damage):
    text = write_notation(play("noah", 7))
    with pytest.raises(NotationError):
        read_notation(damage(text), "game.ark")


def test_rules_of_another_version_that_play_alike_are_read():
    match = play("noah", 7)
    text = write_notation(match, "0.1")
    assert '[Rules "0.1"]' in text
    assert read_notation(text, "game.ark").answers == match.answers
