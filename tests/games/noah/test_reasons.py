"""Why not? What is not among the choices of Noah has its reasons, all at once, and what is there has none."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NotAChoice
from companion.core.match import Match
from companion.games.noah import GAME
from tests.games.noah.stage import Stage, animal
from tests.laws import NAMES

ENGLISH = GAME.voice(GAME.say("en"))
FRENCH = GAME.voice(GAME.say("fr"))


def why_not(voice, stage, id):
    """What speaks against an animal, in words."""
    return [voice.say.phrase(why) for why in stage.table.loads[0].objections(animal(stage.table, id))]


def test_why_an_animal_does_not_fit_names_all_reasons_at_once():
    stage = Stage(["bear-f panda-m parrot-m", "lion-m"], {1: "elephant-m lion-m"})
    assert why_not(ENGLISH, stage, "bear-f") == ["too heavy by 1", "a male must come next"]
    assert why_not(FRENCH, stage, "bear-f") == ["1 de trop", "il faut un mâle"]
    assert why_not(ENGLISH, stage, "panda-m") == []


def test_why_a_woodpecker_comes_too_late():
    stage = Stage(["woodpecker-m panda-m cat-m", "lion-m"], {1: "elephant-m lion-m"})
    assert why_not(ENGLISH, stage, "woodpecker-m") == ["the ferry is too heavy for a hole"]


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_only_choices_that_are_not_offered_have_reasons(deal):
    reasons = set()
    for seed in range(8):
        match, bot = Match(GAME, GAME.set_up(NAMES[:3], {}, seed, deal)), make_random_bot(Random(seed))
        for _ in range(80):
            if match.question is None:
                break
            offered, refused = set(match.question.list_ids()), GAME.why_not(match.table, match.question)
            assert not offered & set(refused)
            if match.question.ask == "load":
                kinds = {kind.id for kind in match.table.pieces.kinds.all if kind.sex != "either"}
                assert kinds | {"take-back"} <= offered | set(refused)
            if match.question.ask == "move_noah":
                assert {ferry.id for ferry in match.table.ferries} == offered | set(refused)
            assert all(refused.values())
            reasons |= {FRENCH.say.phrase(why) for found in refused.values() for why in found}
            match.answer(bot(match.question, match.table))
    assert "il faut un mâle" in reasons


def test_a_refusal_tells_everybody_why():
    match = Match(
        GAME, GAME.set_up(NAMES[:3], {}, deal="table"), ["seat-0", "cat-m", "bear-f", "panda-m", "lion-f", "mule-m"]
    )
    for wanted, why in [
        ("mule-m-3", "it can't be in this hand"),
        ("bear-m", "add where Noah goes, such as bear-m-3"),
        ("bear-m-2", "a male sends Noah to one of the two ferries across"),
    ]:
        with pytest.raises(NotAChoice, match=why):
            match.answer(wanted)
    match.answer("giraffe-f")
    with pytest.raises(NotAChoice, match="a female sends Noah to one of the two ferries next to him"):
        match.answer("ferry-3")


def test_the_box_lists_why_an_animal_cannot_be_loaded():
    match = Match(
        GAME, GAME.set_up(NAMES[:3], {}, deal="table"), ["seat-0", "cat-m", "bear-f", "panda-m", "lion-f", "mule-m"]
    )
    refused = ENGLISH.explain_missing_choices(match.question, match.table)
    assert refused["mule ♂"] == ["it can't be in this hand"]
    assert "bear ♂" not in refused
