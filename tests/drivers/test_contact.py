"""A contact at the very moments at which it is decided, and verdicts of all places."""

import math

import pytest

from drivers.contact import Contact, ContactTiming
from drivers.debounce import Debouncer
from drivers.verdict import PLACES, TimedSlap, Verdict


@pytest.mark.parametrize("at", [0.0, 5.0, 1234.567])
def test_a_touch_is_a_press_from_the_moment_on_at_which_that_is_decided(at: float) -> None:
    contact = Contact(ContactTiming())
    contact.add_edge(True, at)
    touch = contact.last
    assert touch is not None
    decided = contact.decided_at(touch)
    assert [contact.is_press(touch, now) for now in (math.nextafter(decided, -1), decided)] == [False, True]


def test_a_spark_is_ruled_out_only_after_the_longest_bounce() -> None:
    contact = Contact(ContactTiming())
    contact.add_edge(True, 1.0)
    contact.add_edge(False, 1.000_01)
    touch = contact.last
    assert touch is not None
    decided = contact.decided_at(touch)
    assert [contact.is_spark(touch, now) for now in (decided, math.nextafter(decided, 2))] == [False, True]


def test_without_a_wire_a_press_is_reported_at_once_even_after_late_edges() -> None:
    reported: list[tuple[str, float]] = []
    press = Debouncer(lambda what, at: reported.append((what, at)), confirm=0.0)
    press.process_edges(5.0, lambda: False)
    press.add_edge(4.9, True)
    press.add_edge(4.95, False)
    press.process_edges(5.1, lambda: False)
    assert reported == [("pressed", 4.9), ("released", 4.95)]
    press.add_edge(6.0, True)
    press.process_edges(6.000_1, lambda: True)
    assert reported[2:] == [("pressed", 6.0)]


@pytest.mark.parametrize("seat", range(PLACES))
def test_a_verdict_for_any_of_the_five_places_is_read_as_it_was_saved(seat: int) -> None:
    verdict = Verdict((seat,), (TimedSlap(seat, 312.5, 0.0),), ((seat, 2),), 1.5, (seat,))
    assert Verdict.read(verdict.detail) == verdict


def test_there_is_no_sixth_place() -> None:
    beyond = Verdict((PLACES,), (TimedSlap(PLACES, 312.5, 0.0),), (), 1.5)
    with pytest.raises(ValueError, match="."):
        Verdict.read(beyond.detail)
