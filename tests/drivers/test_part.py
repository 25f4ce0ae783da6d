"""Common behaviour of parts: fail without raising, wait longer each time, and come back as they were."""

import pytest

from drivers.clock import VirtualClock
from drivers.part import FIRST_WAIT, LONGEST_WAIT, DevicePart


class Bell(DevicePart):
    """A part of the simplest kind: it rings, if its wire holds."""

    def __init__(self, clock: VirtualClock) -> None:
        self.wire_holds = True
        self.calls: list[str] = []
        super().__init__("bell", "the red wire", clock)

    def ring(self) -> bool:
        return self._attempt(lambda: self._use("ring"))

    def _open(self) -> None:
        self._use("open")

    def _restore(self) -> None:
        self._use("restore")

    def _go_dark(self) -> None:
        self._use("farewell")

    def _shut(self) -> None:
        self.calls.append("shut")
        if not self.wire_holds:
            raise RuntimeError("cannot even be closed")

    def _use(self, call: str) -> None:
        self.calls.append(call)
        if not self.wire_holds:
            raise OSError("the wire is off")


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def bell(clock) -> Bell:
    bell = Bell(clock)
    bell.open()
    return bell


def test_a_part_that_works_does_what_it_is_told(bell):
    assert bell.ring()
    assert bell.fault is None
    assert bell.working


def test_a_part_that_fails_names_itself_and_its_wire_and_raises_nothing(bell):
    bell.wire_holds = False
    assert not bell.ring()
    assert (bell.fault.part, bell.fault.wire, bell.fault.detail) == ("bell", "the red wire", "the wire is off")
    assert not bell.working


def test_a_failed_part_is_closed_and_left_alone(bell):
    bell.wire_holds = False
    bell.ring()
    bell.calls.clear()
    assert not bell.ring()
    assert bell.calls == []


def test_a_part_that_comes_back_is_opened_and_restored(bell, clock):
    bell.wire_holds = False
    bell.ring()
    bell.wire_holds = True
    bell.calls.clear()
    clock.advance(FIRST_WAIT)
    assert bell.poll(clock()) is None
    assert bell.calls == ["open", "restore"]
    assert bell.fault is None
    assert bell.ring()


def test_it_is_not_tried_before_its_time(bell, clock):
    bell.wire_holds = False
    bell.ring()
    bell.calls.clear()
    assert bell.poll(clock()) == clock() + FIRST_WAIT
    assert bell.calls == []


def test_each_attempt_waits_twice_as_long_up_to_a_limit(bell, clock):
    bell.wire_holds = False
    bell.ring()
    waits = []
    for _ in range(14):
        due = bell.poll(clock())
        waits.append(due - clock())
        clock.now = due
    assert waits[1:5] == pytest.approx([2 * FIRST_WAIT, 4 * FIRST_WAIT, 8 * FIRST_WAIT, 16 * FIRST_WAIT])
    assert waits[-1] == pytest.approx(LONGEST_WAIT)


def test_after_a_recovery_waits_start_again(bell, clock):
    bell.wire_holds = False
    bell.ring()
    for _ in range(6):
        clock.now = bell.poll(clock())
    bell.wire_holds = True
    clock.advance(LONGEST_WAIT)
    bell.poll(clock())
    assert bell.working
    bell.wire_holds = False
    bell.ring()
    assert bell.poll(clock()) == pytest.approx(clock() + FIRST_WAIT)


def test_opening_a_part_that_works_changes_nothing(bell):
    bell.calls.clear()
    bell.open()
    assert bell.calls == []


def test_closing_sends_the_last_command_once(bell):
    bell.calls.clear()
    bell.close()
    bell.close()
    assert bell.calls == ["farewell", "shut"]


def test_a_part_whose_last_command_fails_is_closed_anyway(bell):
    bell.wire_holds = False
    bell.close()
    assert not bell.working
    assert bell.fault is None


def test_a_closed_part_never_comes_back(bell, clock):
    bell.close()
    bell.calls.clear()
    clock.advance(100)
    assert bell.poll(clock()) is None
    bell.open()
    assert not bell.ring()
    assert bell.calls == []


def test_a_failed_part_can_be_closed(bell, clock):
    bell.wire_holds = False
    bell.ring()
    bell.close()
    bell.wire_holds = True
    clock.advance(100)
    bell.poll(clock())
    assert not bell.working


def test_leaving_the_with_block_closes(clock):
    with Bell(clock) as bell:
        bell.open()
    assert bell.calls[-1] == "shut"


def test_an_interrupt_from_the_keyboard_is_no_fault_of_the_hardware(bell):
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bell._attempt(interrupt)
    assert bell.fault is None
