"""The view of a race: paddles answer, a push says that nobody does. Judging by stamps comes above it."""

import pytest

from companion.core.question import TABLE, Question
from companion.core.seat import seats_of
from companion.device.view import OPEN
from companion.device.views.race import RaceView, is_race
from tests.device.paper import read, shows

SEATS = seats_of(["Anna", "Ben", "Cleo"])


def race(*ids: str) -> RaceView:
    return RaceView("Who slaps first?", Question(TABLE, "slap", ids), SEATS)


def test_a_question_of_who_was_first_is_a_race() -> None:
    assert is_race(Question(TABLE, "slap", ["slap-0", "slap-2", "nobody"]))
    assert not is_race(Question(TABLE, "shortest", ["seat-0", "seat-1"]))


def test_the_first_paddle_wins() -> None:
    view = race("slap-0", "slap-1", "slap-2", "nobody")
    view.paddle(1)
    assert view.result == "slap-1"


@pytest.mark.parametrize("seat", [1, 4])
def test_who_may_not_race_is_not_heard(seat: int) -> None:
    view = race("slap-0", "slap-2", "nobody")
    view.paddle(seat)
    assert view.result is OPEN


def test_a_push_says_that_nobody_slaps() -> None:
    view = race("slap-0", "slap-1", "nobody")
    view.push()
    assert view.result == "nobody"


def test_where_somebody_must_slap_a_push_means_nothing() -> None:
    view = race("slap-0", "slap-1")
    view.push()
    assert view.result is OPEN


def test_the_signs_of_those_who_race_can_be_seen() -> None:
    view = race("slap-0", "slap-2", "nobody")
    assert shows(view, "Who slaps first?")
    assert read(view).lines[-2:] == ["●", "▲"]
