"""Paddles, dome and back over real gpiozero, with contacts that bounce, stick and flicker."""

import random
import sys
import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest
from gpiozero import Device

from drivers.buttons import Button, InputEvent
from drivers.clock import VirtualClock
from drivers.gpio_input import is_hearing_edges
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import Wiring
from tests.drivers.conftest import BUTTONS, Table
from tests.long import mark_long

ALL = [*BUTTONS, "dial"]


def press_and_release(table: Table, part: str, rng: random.Random) -> float:
    """One press by a person; returns when the contact first touched."""
    touched = table.board.clock()
    table.board.press(part)
    table.wait(0.1 + rng.uniform(0, 0.2), step=0.05)
    table.board.release(part)
    table.wait(0.19 + rng.uniform(0, 0.2), step=0.05)
    return touched


@pytest.mark.parametrize("part", mark_long(ALL, quick=("paddle-0", "dial")))
def test_a_thousand_presses_of_a_worn_contact_are_a_thousand_presses(part):
    rng = random.Random(part)
    with Board(seed=5, bounce=0.03) as board, Panel(clock=board.clock) as panel:
        table = Table(board, panel)
        touched = [press_and_release(table, part, rng) for _ in range(1000)]
        pressed = [event for event in table.events() if event.what in ("pressed", "pushed")]
    assert [event.at for event in pressed] == touched
    assert {event.part for event in pressed} == {part}


@pytest.mark.parametrize("part", BUTTONS)
def test_a_burst_of_five_bounces_gives_one_press(table, part):
    pin = table.board._pin(table.board.wiring.buttons[part].pin)
    for number in range(11):
        pin.short(number % 2 == 0)
        table.wait(0.004, step=0.001)
    table.wait(0.5)
    assert [(event.part, event.what) for event in table.events()] == [(part, "pressed")]


def test_pressed_and_released_come_in_pairs(table):
    table.board.press("paddle-3")
    table.wait(0.3)
    table.board.release("paddle-3")
    table.wait(0.3)
    assert table.list_events() == [("paddle-3", "pressed"), ("paddle-3", "released")]


def test_the_stamp_is_the_first_touch_and_not_the_moment_of_tending(table):
    touched = table.board.clock()
    table.board.press("dome")
    table.wait(0.2, step=0.2)
    (event,) = table.events()
    assert event == InputEvent("dome", "pressed", touched)


def test_the_bouncier_of_two_buttons_does_not_lose_the_race():
    for seed in range(50):
        with Board(seed=seed, bounce=0.09) as board, Panel(clock=board.clock) as panel:
            table = Table(board, panel)
            board.press("paddle-1")
            board.advance(0.001)
            board.bounce = 0.0
            board.press("paddle-2")
            table.wait(0.2, step=0.02)
            events = sorted(table.events(), key=lambda event: event.at)
            assert [event.part for event in events] == ["paddle-1", "paddle-2"]
            assert events[1].at - events[0].at == pytest.approx(0.001)


def test_buttons_do_not_disturb_one_another(table):
    for part in BUTTONS:
        table.board.press(part)
    table.wait(0.3)
    assert sorted(table.panel.list_held_buttons()) == sorted(BUTTONS)
    for part in BUTTONS:
        table.board.release(part)
    table.wait(0.3)
    assert table.panel.list_held_buttons() == []
    assert sorted(table.list_events()) == sorted((part, what) for part in BUTTONS for what in ("pressed", "released"))


def test_a_stuck_button_is_named_with_its_wire_and_the_others_work(table):
    table.board.break_part("paddle-2", "stuck")
    table.wait(21, step=0.5)
    table.events()
    (fault,) = table.panel.faults()
    assert (fault.part, fault.what, fault.wire) == ("paddle-2", "stuck", "GPIO22 (header pin 15) and ground")
    table.board.tap("paddle-1")
    table.wait(0.5)
    assert ("paddle-1", "pressed") in table.list_events()
    table.board.mend_part("paddle-2")
    table.wait(0.5)
    assert table.panel.faults() == []


def test_a_button_stuck_before_the_start_is_found_two_seconds_later():
    with Board() as board:
        board.break_part("dome", "stuck")
        with Panel(clock=board.clock) as panel:
            table = Table(board, panel)
            assert panel.list_held_buttons() == ["dome"]
            table.wait(2.2, step=0.1)
            assert [(fault.part, fault.what) for fault in panel.faults()] == [("dome", "stuck")]
            assert table.events() == []


def test_a_flickering_button_is_one_press_a_fault_and_silence(table):
    table.board.break_part("paddle-4", "flickering")
    table.wait(3)
    assert table.list_events() == [("paddle-4", "pressed")]
    assert [(fault.part, fault.what) for fault in table.panel.faults()] == [("paddle-4", "flickering")]
    table.board.mend_part("paddle-4")
    table.wait(0.5)
    assert table.panel.faults() == []
    table.events()
    table.board.tap("paddle-4")
    table.wait(0.5)
    assert table.list_events()[0] == ("paddle-4", "pressed")


def test_a_button_without_its_wire_is_silent(table):
    table.board.break_part("paddle-0", "unplugged")
    table.board.tap("paddle-0")
    table.wait(0.5)
    assert table.events() == []
    table.board.mend_part("paddle-0")
    table.board.tap("paddle-0")
    table.wait(0.5)
    assert table.list_events()[0] == ("paddle-0", "pressed")


def test_a_dead_pin_is_a_fault_and_comes_back(table):
    table.board.break_part("back", "dead")
    table.wait(1)
    assert [(fault.part, fault.wire) for fault in table.panel.faults()] == [("back", "GPIO4 (header pin 7) and ground")]
    table.board.mend_part("back")
    table.wait(3)
    assert table.panel.faults() == []
    table.board.tap("back")
    table.wait(0.5)
    assert table.list_events() == [("back", "pressed"), ("back", "released")]


def test_a_press_while_its_pin_was_dead_is_heard_when_the_pin_comes_back(table):
    table.board.break_part("dome", "dead")
    table.wait(0.3)
    table.board.press("dome")
    table.wait(0.3)
    assert table.events() == []
    table.board.mend_part("dome")
    table.wait(1)
    assert table.list_events() == [("dome", "pressed")]
    table.board.release("dome")
    table.wait(0.3)
    assert table.list_events() == [("dome", "released")]


def test_a_button_let_go_while_its_pin_was_dead_is_released_when_the_pin_comes_back(table):
    table.board.press("dome")
    table.wait(0.3)
    table.board.break_part("dome", "dead")
    table.wait(0.3)
    table.board.release("dome")
    table.board.mend_part("dome")
    table.wait(1)
    assert table.list_events() == [("dome", "pressed"), ("dome", "released")]


def test_lamps_follow_and_tell_what_they_are_meant_to_show(table):
    lamp = table.panel.lamp("paddle-1")
    lamp.on()
    assert lamp.lit
    assert [table.board.lamp(part) for part in BUTTONS[:6]] == [False, True, False, False, False, False]
    lamp.off()
    assert not table.board.lamp("paddle-1")


def test_a_lamp_that_was_dead_shows_what_was_asked_meanwhile(table):
    table.board.break_part("dome-lamp", "dead")
    table.panel.lamp("dome").on()
    assert [fault.part for fault in table.panel.faults()] == ["dome-lamp"]
    table.board.mend_part("dome-lamp")
    table.wait(1)
    assert table.panel.faults() == []
    assert table.board.lamp("dome")


def test_only_paddles_and_dome_have_lamps(table):
    with pytest.raises(ValueError, match="has no lamp"):
        table.panel.lamp("back")


def test_closing_puts_the_lamps_out():
    with Board() as board:
        panel = Panel(clock=board.clock)
        panel.lamp("dome").on()
        panel.close()
        assert not board.lamp("dome")


def test_a_handler_that_raises_never_reaches_the_library():
    """Under lgpio one exception in one handler would silence every button for good."""

    def explode() -> None:
        raise RuntimeError("the host is gone")

    heard: list[InputEvent] = []
    clock = VirtualClock()
    with Board(clock=clock) as board, Button("paddle-0", 17, heard.append, wake=explode, clock=clock) as button:
        board.press("paddle-0")
        board.advance(0.01)
        button.poll(clock())
        assert [event.what for event in heard] == ["pressed"]


def test_the_host_is_woken_from_the_librarys_thread_at_the_first_edge():
    woken = threading.Event()
    with Board() as board, Panel(clock=board.clock, wake=woken.set) as panel:
        woken.clear()
        thread = threading.Thread(target=board.press, args=("dome",))
        thread.start()
        thread.join()
        assert woken.is_set()
        board.advance(0.001)
        panel.poll(board.clock())
        assert panel.events.get_nowait().part == "dome"


def test_gpiozero_does_not_debounce(table):
    """A debouncing kernel moves the stamp to the last bounce."""
    for pin in Device.pin_factory.pins.values():
        assert pin.bounce is None


def test_without_lgpio_nobody_is_deaf():
    assert is_hearing_edges()


def test_a_dead_lgpio_thread_is_reported_as_deafness(table, monkeypatch):
    ended = threading.Thread(target=lambda: None)
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(_notify_thread=ended))
    assert [(fault.part, fault.what) for fault in table.panel.faults()] == [("buttons", "deaf")]


class TestLostEdges:
    def test_pins_that_number_their_edges_tell_when_some_were_dropped(self) -> None:
        with Board(bounce=0.0) as board, Panel(clock=board.clock) as panel:
            reported: list[str] = []
            panel.paddles[1].on_lost_edges = lambda: reported.append("paddle-1")
            pin = board._pin(board.wiring.buttons["paddle-1"].pin)
            pin.lost = 7  # type: ignore[attr-defined]
            panel.poll(board.clock())
            assert reported == ["paddle-1"]
            board.press("paddle-1")
            panel.poll(board.clock())
            assert reported == ["paddle-1"]
            pin.lost = 8  # type: ignore[attr-defined]
            board.release("paddle-1")
            assert reported == ["paddle-1"] * 2, "before the edge after the gap is told"


class TestMashing:
    @pytest.mark.parametrize("part", ALL)
    def test_a_finger_that_mashes_is_heard_each_time_and_is_no_fault(self, part: str) -> None:
        with Board(seed=5, bounce=0.01) as board, Panel(clock=board.clock) as panel:
            table = Table(board, panel)
            for _ in range(100):
                board.press(part)
                table.wait(0.03, step=0.005)
                board.release(part)
                table.wait(0.03, step=0.005)
                assert panel.faults() == []
            heard = [event for event in table.events() if event.what in ("pressed", "pushed")]
        assert len(heard) == 100


class TestRawEdges:
    def test_every_edge_reaches_the_listener_with_its_stamp(self) -> None:
        with Board(seed=5, bounce=0.03) as board, Panel(clock=board.clock) as panel:
            edges: list[tuple[bool, float]] = []
            panel.paddles[1].on_raw_edge = lambda closed, at: edges.append((closed, at))
            began = board.clock()
            board.press("paddle-1")
            board.advance(0.2)
        assert edges[0] == (True, began)
        assert len(edges) > 1, "it bounced"
        assert [closed for closed, _ in edges] == [number % 2 == 0 for number in range(len(edges))]
        assert [at for _, at in edges] == sorted(at for _, at in edges)

    def test_a_listener_that_fails_harms_no_button(self) -> None:
        with Board(bounce=0.0) as board, Panel(clock=board.clock) as panel:
            woken = []
            panel.wake = lambda: woken.append(board.clock())
            panel.paddles[1].on_raw_edge = lambda closed, at: woken[99]  # type: ignore[assignment, return-value]
            for paddle in ("paddle-1", "paddle-2"):
                board.press(paddle)
            board.advance(0.01)
            panel.poll(board.clock())
            assert panel.list_held_buttons() == ["paddle-1", "paddle-2"]
            assert len(woken) == 2

    def test_the_contact_can_be_read_at_any_moment_even_if_its_pin_fails(self) -> None:
        with Board(bounce=0.0) as board, Panel(clock=board.clock) as panel:
            assert not panel.dome.closed
            board.press("dome")
            assert panel.dome.closed
            board.break_part("dome", "dead")
            assert not panel.dome.closed
            assert panel.dome.fault is not None


@pytest.mark.parametrize(("quiet", "heard"), [(0.015, 2), (0.040, 1)])
@pytest.mark.parametrize("part", ALL)
def test_the_quiet_time_of_the_wiring_reaches_every_button(part: str, quiet: float, heard: int) -> None:
    wiring = Wiring.load()
    wiring = replace(wiring, press=replace(wiring.press, quiet_seconds=quiet))
    with Board(wiring, bounce=0.0) as board, Panel(wiring, board.clock) as panel:
        table = Table(board, panel)
        for _ in range(2):
            board.press(part)
            table.wait(0.03, step=0.01)
            board.release(part)
            table.wait(0.03, step=0.01)
        table.wait(0.2)
        assert sum(event.what in ("pressed", "pushed") for event in table.events()) == heard
