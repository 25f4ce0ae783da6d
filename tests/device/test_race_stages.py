"""Stages of a race that people rarely see: another answer, whose hand it was, and an answer that cannot be saved."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.races import (
    GIVE_UP_SAVING,
    OPEN,
    HandStage,
    InsteadStage,
    ReadyStage,
    RefusedStage,
    SavingStage,
    VerdictStage,
)  # fmt: skip
from companion.core.errors import ArksideError, JournalBusy, NotAChoice
from companion.core.match import Match
from companion.core.question import NOBODY, Race
from companion.core.registry import find_game
from companion.core.seat import Seat
from companion.core.session import Session
from companion.core.words import Say
from companion.phone.race_view import describe_moment, list_buttons
from drivers.verdict import Verdict

ANNA, BEN = Seat(0, "Anna"), Seat(1, "Ben")
SAY = Say("en")


def make_attempt(**more: Any) -> Any:
    """An attempt of Anna and Ben, as far as these stages look at it."""
    return SimpleNamespace(seats=(ANNA, BEN), people=(ANNA, BEN), by_ark=False, **more)


def test_nobody_is_an_answer_only_after_now() -> None:
    before, after = (InsteadStage(make_attempt(), ["food"], called=called) for called in (False, True))
    assert before.find("food") == after.find("food") == "food"
    assert after.find(NOBODY.id) is NOBODY
    for stage, id in ((before, NOBODY.id), (after, "wood")):
        with pytest.raises(NotAChoice):
            stage.find(id)


def test_a_hand_on_the_dome_is_one_of_the_people() -> None:
    stage = HandStage(make_attempt())
    assert stage.find(1) is BEN
    with pytest.raises(NotAChoice):
        stage.find(2)
    assert list_buttons(None, stage, SAY) == [  # type: ignore[arg-type]
        ("● Anna", "hand", {"seat": 0}), ("■ Ben", "hand", {"seat": 1}),
    ]  # fmt: skip
    assert describe_moment(None, stage, 0, SAY).title == "Whose hand was it?"  # type: ignore[arg-type]


def test_a_busy_journal_is_tried_again_for_a_while_and_another_error_ends_it_at_once() -> None:
    def fail() -> None:
        raise error

    error: ArksideError = JournalBusy("Somebody else writes")
    stage = SavingStage(make_attempt(), fail)
    stage.tick(100.0)
    assert stage.result is OPEN
    stage.tick(100.0 + GIVE_UP_SAVING)
    assert stage.result is error
    error = NotAChoice("Not this one")
    stage = SavingStage(make_attempt(), fail)
    stage.tick(100.0)
    assert stage.result is error


def test_people_read_what_could_not_be_saved_before_the_race_continues() -> None:
    stage = RefusedStage(make_attempt(), NotAChoice("Not this one"))
    moment = describe_moment(None, stage, None, SAY)  # type: ignore[arg-type]
    assert moment == ("verdict", "That didn't work", ("Not this one",), None)
    assert repr(stage.result) == "OPEN"
    stage.confirm()
    assert stage.result is None


@pytest.mark.parametrize("settling", [True, False])
def test_a_push_ends_the_wait_for_further_slaps_unless_the_first_button_still_moves(settling: bool) -> None:
    verdict = Verdict((0,), (), (), 1.0)
    attempt = make_attempt(
        app=SimpleNamespace(clock=lambda: 9.0),
        is_settling=lambda verdict, now: settling,
        reject_faulty_buttons=lambda verdict: verdict,
    )
    stage = VerdictStage(attempt, verdict, gathering=True)
    stage.confirm()
    assert stage.result is OPEN, "nobody has looked at it yet"
    stage._began = 8.0
    stage.confirm()
    assert stage.result is (OPEN if settling else verdict)


def test_before_everyone_is_ready_phones_read_what_hands_must_do() -> None:
    """Who reveals a card, and how many dice to take, is said on every phone and not only on the box."""
    game = find_game("noahs-ark")
    session = Session(Match(game, game.set_up(["Anna", "Ben"], deal="table")))
    while not isinstance(session.question, Race):
        assert session.question is not None
        session.answer(session.n, session.question.choices[0])
    stage = ReadyStage(make_attempt(way="paddles"), taps=True)
    moment = describe_moment(SimpleNamespace(live=session), stage, None, SAY)  # type: ignore[arg-type]
    assert moment.lines == ("Anna reveals a card. Take a die for each animal on it, then NOW!",)
    assert describe_moment(SimpleNamespace(live=None), stage, None, SAY).lines == ()  # type: ignore[arg-type]
