"""Loose wires in the middle of a match: the match goes on, nothing is lost, and the fault is named on what works."""

from pathlib import Path

import pytest

from companion.core.journal import Journal
from companion.device.rehearsal import Rehearsal
from drivers.fault import Fault
from tests.device.hands import answers_of, begin_noah, play
from tests.long import mark_long

KINDS = (
    "i2c-open",
    "i2c-read",
    "i2c-command",
    "i2c-data",
    "spi-open",
    "spi-write",
    "pin-open",
    "pin-read",
    "pin-write",
    "pin-tone",
)
"""Every kind of call that a driver makes into the hardware."""

VIRTUAL = "Cards on the screen"


def test_these_are_all_kinds_of_calls_there_are(device: Rehearsal) -> None:
    match = begin_noah(device, cards=VIRTUAL)
    play(device, answers_of(match, seed=2)[:10])
    assert set(device.board.failures.calls) <= set(KINDS)


# every kind fails once in tests/drivers/test_panel.py too, below the match
@pytest.mark.parametrize("kind", mark_long(KINDS, quick=("i2c-data", "pin-read", "spi-write")))
def test_calls_that_fail_again_and_again_lose_nothing(kind: str, tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        match = begin_noah(device, cards=VIRTUAL)
        answers = answers_of(match, seed=2)
        for number, answer in enumerate(answers):
            if number % 6 == 3:
                device.board.failures.arm(kind, after=number % 5, times=1 + number % 3)
            device.answer(answer)
            assert match.answers == answers[: number + 1]
        device.board.failures.disarm()
        device.wait(60)
        assert match.outcome is not None
        assert device.panel.faults() == []
        assert device.board.image("question").getbbox() is not None
    with Journal(tmp_path) as journal:
        assert journal.load_record(1).list_standing_choices() == answers


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # gpiozero's half-made devices
@pytest.mark.parametrize("kind", ["i2c-open", "spi-open", "pin-open"])
def test_parts_missing_at_the_start_come_back_by_themselves(kind: str, tmp_path: Path) -> None:
    rehearsal = Rehearsal(tmp_path)
    rehearsal.board.failures.arm(kind, times=4)
    with rehearsal as device:
        device.wait(60)
        assert device.panel.faults() == []
        begin_noah(device)
        assert device.board.image("question").getbbox() is not None


def broken(device: Rehearsal) -> set[str]:
    return {fault.part for fault in device.panel.faults()}


def test_an_unplugged_screen_is_found_although_nothing_changes(device: Rehearsal) -> None:
    device.board.break_part("table")
    device.wait(12)
    assert broken(device) == {"table"}


def test_the_fault_of_the_table_screen_is_spelled_out_on_the_other_one(device: Rehearsal) -> None:
    before = device.board.image("question").tobytes()
    device.board.break_part("table")
    device.wait(6)
    named = device.board.image("question").tobytes()
    assert named != before
    device.wait(10)
    assert device.board.image("question").tobytes() not in (named, before), "a sign stays in the corner"


def test_without_the_question_screen_the_question_moves_to_the_table_screen(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    device.board.break_part("question")
    device.wait(20)
    assert broken(device) == {"question"}
    before = device.board.image("table").tobytes()
    device.turn(1)
    assert device.board.image("table").tobytes() != before
    device.push()
    assert match.answers == ["seat-1"]


def test_a_screen_that_comes_back_shows_the_question_again(device: Rehearsal) -> None:
    begin_noah(device)
    device.wait(1)
    before = device.board.image("question").tobytes()
    device.board.break_part("question")
    device.wait(20)
    device.board.mend_part("question")
    device.wait(40)
    assert broken(device) == set()
    assert device.board.image("question").tobytes() == before


def test_without_any_screen_all_lamps_blink(device: Rehearsal) -> None:
    device.board.break_part("question")
    device.board.break_part("table")
    device.wait(20)
    lit = set()
    for _ in range(20):
        device.wait(0.1)
        lit.add(device.board.lamp("paddle-4"))
    assert lit == {True, False}


def test_lights_that_fail_do_not_hold_up_the_game(device: Rehearsal) -> None:
    match = begin_noah(device, cards=VIRTUAL)
    answers = answers_of(match, seed=2)
    device.board.break_part("lights", "bus")
    play(device, answers[:8])
    assert broken(device) == {"lights"}
    device.board.mend_part("lights")
    play(device, answers[8:])
    device.wait(60)
    assert match.outcome is not None
    assert broken(device) == set()


def test_a_new_fault_is_heard(device: Rehearsal) -> None:
    heard: list[object] = []
    device.panel.buzzer.play = heard.append  # type: ignore[assignment,method-assign]
    device.board.break_part("table")
    device.wait(6)
    assert heard


def test_a_stuck_paddle_is_named_and_the_others_still_answer(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    device.board.break_part("paddle-4", "stuck")
    device.wait(30)
    assert [fault.what for fault in device.panel.faults()] == ["stuck"]
    assert isinstance(device.context.app.faults[0], Fault)
    device.tap("paddle-1")
    assert match.answers == ["seat-1"]
