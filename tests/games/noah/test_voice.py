"""Noah in words: every question of every kind of match can be said in both languages."""

from random import Random

import pytest

from companion.core.bots import random_bot
from companion.core.match import Match
from companion.games.noah import GAME
from tests.games.noah.stage import Stage, animal
from tests.laws import NAMES

ENGLISH = GAME.voice(GAME.say("en"))
FRENCH = GAME.voice(GAME.say("fr"))


@pytest.mark.parametrize("deal", ["virtual", "table"])
@pytest.mark.parametrize("voice", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("players", [2, 4])
def test_everything_that_can_be_asked_can_be_said(voice, deal, players):
    asked = set()
    for seed in range(6):
        match, bot = Match(GAME, GAME.set_up(NAMES[:players], {}, seed, deal)), random_bot(Random(seed))
        while match.question is not None:
            question, table = match.question, match.table
            prompt = voice.prompt(question, table)
            labels = [voice.choice(choice, question, table) for choice in question.choices]
            assert "{" not in prompt + "".join(labels)
            assert len(set(labels)) == len(labels), labels
            assert max(map(len, labels)) <= 26
            for name, value in {**table.facts(), **table.secrets(question.seat)}.items():
                assert voice.fact(name, table)
                assert voice.value(name, value, table) or not value
            assert all(voice.help(question, table)) or not voice.help(question, table)
            assert voice.heading(table)
            assert len(voice.board(table)) == 5
            asked.add(question.ask)
            match.answer(bot(question, table))
        assert voice.outcome(match.outcome, match.table)
        assert all(voice.reason(entry) for entry in match.table.ledger.entries)
    assert {"load", "move_noah"} <= asked


def test_why_an_animal_does_not_fit_names_all_reasons_at_once():
    stage = Stage(["bear-f panda-m parrot-m", "lion-m"], {1: "elephant-m lion-m"})
    load = stage.table.loads[0]
    assert ENGLISH.why_not(animal(stage.table, "bear-f"), load) == ["too heavy by 1", "a male must come next"]
    assert FRENCH.why_not(animal(stage.table, "bear-f"), load) == ["trop lourd de 1", "il faut un mâle"]
    assert ENGLISH.why_not(animal(stage.table, "panda-m"), load) == []


def test_why_a_woodpecker_comes_too_late():
    stage = Stage(["woodpecker-m panda-m cat-m", "lion-m"], {1: "elephant-m lion-m"})
    woodpecker = animal(stage.table, "woodpecker-m")
    assert ENGLISH.why_not(woodpecker, stage.table.loads[0]) == ["the ferry is too heavy for a hole"]


def test_what_does_not_fit_has_a_reason_and_what_fits_has_none():
    for seed in range(20):
        match, bot = Match(GAME, GAME.set_up(NAMES[:3], {}, seed)), random_bot(Random(seed))
        for _ in range(80):
            if match.question is None:
                break
            if match.question.ask == "load":
                load = match.table.loads[match.table.noah.index]
                offered = {choice.card for choice in match.question.choices}
                for card in match.table.hands[match.question.seat].known().cards():
                    assert bool(ENGLISH.why_not(card, load)) == (card not in offered)
            match.answer(bot(match.question, match.table))
