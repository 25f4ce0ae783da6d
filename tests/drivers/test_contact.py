"""One contact at the very moments at which it is decided."""

import math

import pytest

from drivers.contact import Contact, ContactTiming


@pytest.mark.parametrize("at", [0.0, 5.0, 1234.567])
def test_a_touch_is_a_press_from_the_moment_on_at_which_that_is_decided(at: float) -> None:
    contact = Contact(ContactTiming())
    contact.edge(True, at)
    touch = contact.last
    assert touch is not None
    decided = contact.decided_at(touch)
    assert [contact.holds(touch, now) for now in (math.nextafter(decided, -1), decided)] == [False, True]


def test_a_spark_is_none_any_more_only_after_the_longest_bounce() -> None:
    contact = Contact(ContactTiming())
    contact.edge(True, 1.0)
    contact.edge(False, 1.000_01)
    touch = contact.last
    assert touch is not None
    decided = contact.decided_at(touch)
    assert [contact.spark(touch, now) for now in (decided, math.nextafter(decided, 2))] == [False, True]
