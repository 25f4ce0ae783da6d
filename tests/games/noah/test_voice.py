"""Noah in words: every question of every kind of match can be said in both languages."""

from itertools import product
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.noah import GAME
from tests.laws import NAMES
from tests.long import mark_long

ENGLISH = GAME.voice(GAME.say("en"))
FRENCH = GAME.voice(GAME.say("fr"))


@pytest.mark.parametrize(
    ("players", "language", "deal"),
    mark_long(
        product((2, 4), ("en", "fr"), ("virtual", "table")),
        quick=[(2, "en", "virtual"), (4, "fr", "virtual"), (2, "fr", "table"), (4, "en", "table")],
    ),
)
def test_everything_that_can_be_asked_can_be_said(players, language, deal):
    voice = {"en": ENGLISH, "fr": FRENCH}[language]
    asked = set()
    for seed in range(6):
        match, bot = Match(GAME, GAME.set_up(NAMES[:players], {}, seed, deal)), make_random_bot(Random(seed))
        while match.question is not None:
            question, table = match.question, match.table
            prompt = voice.prompt(question, table)
            labels = [voice.label(choice, question, table).text for choice in question.choices]
            assert "{" not in prompt + "".join(labels)
            assert len(set(labels)) == len(labels), labels
            assert max(map(len, labels)) <= 37
            for name, value in {**table.facts(), **table.secrets(question.seat)}.items():
                assert voice.fact_label(name, table)
                assert voice.fact_value(name, value, table) or not value
            assert all(voice.help(question, table)) or not voice.help(question, table)
            assert voice.heading(table)
            assert len(voice.board(table)) == 5
            asked.add(question.ask)
            match.answer(bot(question, table))
        assert voice.describe_outcome(match.outcome, match.table)
        assert all(voice.reason(entry) for entry in match.table.ledger.entries)
    assert {"load", "move_noah"} <= asked


def test_the_heading_counts_nothing_before_the_first_round_and_one_ferry_as_one():
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, 1, "table"))
    assert ENGLISH.heading(match.table) == "setting up"
    match.table.round = 1
    assert ENGLISH.heading(match.table) == "round 1"
    match.table.departures = 1
    assert ENGLISH.heading(match.table) == "round 1 · 1 ferry gone"
    match.table.departures = 2
    assert ENGLISH.heading(match.table) == "round 1 · 2 ferries gone"


def test_a_tie_for_the_most_tears_is_named():
    match = Match(GAME, GAME.set_up(NAMES[:3], seed=1, deal="table"))
    voice = GAME.voice(GAME.say("en"))
    assert voice.prompt(match.question, match.table) == "Who is the shortest? They start."
    match.table.round = 1
    assert voice.prompt(match.question, match.table) == "A tie for the most tears: who is the shortest?"
