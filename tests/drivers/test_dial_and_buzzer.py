"""The dial turns in steps and is pushed; the buzzer plays without making anyone wait."""

import random

import pytest

from drivers.buzzer import Buzzer
from drivers.panel import Panel
from drivers.silicon.board import QUADRATURE, Board
from tests.drivers.conftest import Table


def steps(table: Table) -> int:
    return sum(event.steps for event in table.events() if event.what == "turned")


@pytest.mark.parametrize("turn", [1, -1, 5, -7, 40])
def test_the_dial_turns_both_ways_and_clockwise_is_positive(table, turn):
    table.board.turn(turn)
    table.wait(0.5)
    assert steps(table) == turn


def test_a_fast_turn_between_two_looks_is_one_event(table):
    table.board.turn(6)
    table.wait(0.2, step=0.2)
    assert [(event.part, event.what, event.steps) for event in table.events()] == [("dial", "turned", 6)]


def test_a_turn_has_the_time_of_its_edge_not_that_of_the_handler():
    with Board(bounce=0.0) as board, Panel(clock=lambda: board.clock() + 5) as panel:
        began = board.clock()
        board.turn(1)
        board.advance(0.5)
        panel.poll()
        assert panel.events.get().at == pytest.approx(began + 3 * QUADRATURE)


def test_turning_back_is_reported_in_order(table):
    table.board.turn(3)
    table.board.turn(-2)
    table.wait(0.2, step=0.2)
    assert [event.steps for event in table.events()] == [3, -2]


def test_five_hundred_turns_with_bouncing_contacts_lose_no_step():
    rng = random.Random(2)
    with Board(seed=3, bounce=0.09) as board, Panel(clock=board.clock) as panel:
        table = Table(board, panel)
        wanted = 0
        for _ in range(500):
            turn = rng.choice([-3, -2, -1, 1, 2, 3])
            wanted += turn
            board.turn(turn)
            table.wait(0.04, step=0.02)
        assert steps(table) == wanted


def test_pushing_the_dial_is_one_event_without_release(table):
    table.board.push()
    table.wait(0.5)
    assert [(event.part, event.what) for event in table.events()] == [("dial", "pushed")]


def test_a_dial_whose_pins_die_comes_back_while_its_knob_works(table):
    table.board.break_part("dial", "dead")
    table.wait(0.5)
    assert [fault.part for fault in table.panel.faults()] == ["dial"]
    table.board.push()
    table.wait(0.5)
    assert [event.what for event in table.events()] == ["pushed"]
    table.board.mend_part("dial")
    table.wait(3)
    assert table.panel.faults() == []
    table.board.turn(2)
    table.wait(0.2)
    assert steps(table) == 2


def test_a_tune_plays_note_by_note(table):
    table.panel.buzzer.play([(440, 0.1), (None, 0.1), (880, 0.2)])
    assert table.board.sound() == 440
    assert table.panel.buzzer.playing
    table.wait(0.15)
    assert table.board.sound() is None
    table.wait(0.1)
    assert table.board.sound() == 880
    table.wait(0.2)
    assert table.board.sound() is None
    assert not table.panel.buzzer.playing


def test_poll_says_when_the_next_note_is_due(table):
    now = table.board.clock()
    table.panel.buzzer.play([(440, 0.1), (880, 0.1)])
    assert table.panel.poll(now) == pytest.approx(now + 0.1)


def test_a_host_that_comes_late_keeps_the_rhythm(table):
    table.panel.buzzer.play([(440, 0.1), (550, 0.1), (660, 0.1)])
    table.wait(0.25, step=0.25)
    assert table.board.sound() == 660


def test_a_new_tune_replaces_the_old_one_and_stop_ends_it(table):
    table.panel.buzzer.play([(440, 5)])
    table.panel.buzzer.play([(660, 5)])
    assert table.board.sound() == 660
    table.panel.buzzer.stop()
    assert table.board.sound() is None
    table.wait(6, step=1)
    assert table.board.sound() is None


def test_a_muted_buzzer_is_silent(table):
    table.panel.buzzer.muted = True
    table.panel.buzzer.play([(440, 1)])
    assert table.board.sound() is None
    assert not table.panel.buzzer.playing


@pytest.mark.parametrize("note", [(20, 0.1), (9000, 0.1), (440, 0), (440, -1)])
def test_a_note_nobody_could_hear_is_a_mistake(table, note):
    with pytest.raises(ValueError, match="cannot play"):
        table.panel.buzzer.play([note])


def test_a_dead_buzzer_is_a_fault_and_sounds_again_when_mended(table):
    table.board.break_part("buzzer", "dead")
    table.panel.buzzer.play([(440, 0.1)])
    (fault,) = table.panel.faults()
    assert (fault.part, fault.wire) == ("buzzer", "GPIO13 (header pin 33) and ground")
    table.board.mend_part("buzzer")
    table.wait(3)
    assert table.panel.faults() == []
    table.panel.buzzer.play([(440, 0.1)])
    assert table.board.sound() == 440


def test_closing_the_buzzer_silences_it():
    with Board() as board:
        buzzer = Buzzer(13, board.clock)
        buzzer.play([(440, 9)])
        buzzer.close()
        buzzer.close()
        assert board.sound() is None
