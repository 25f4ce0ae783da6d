"""From edges to presses: the first touch counts, bounce never does, and a spark is no press."""

import random

import pytest

from drivers.press import Press
from drivers.silicon.pins import bounced

CONFIRM, QUIET = 100e-6, 0.095


class Hand:
    """One contact, its edges fed as a library would, and what came out."""

    def __init__(self) -> None:
        self.told: list[tuple[str, float]] = []
        self.press = Press(lambda what, at: self.told.append((what, at)), CONFIRM, QUIET, 20.0)
        self.closed = False

    def edges(self, *edges: tuple[float, bool]) -> None:
        for at, closed in edges:
            self.press.edge(at, closed)
            self.closed = closed

    def look(self, now: float) -> float | None:
        return self.press.settle(now, lambda: self.closed)

    def presses(self) -> list[float]:
        return [at for what, at in self.told if what == "pressed"]


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_a_clean_press_is_stamped_at_its_edge(hand):
    hand.edges((5.0, True))
    hand.look(5.001)
    assert hand.told == [("pressed", 5.0)]


def test_a_press_is_confirmed_100_microseconds_later_and_not_before(hand):
    hand.edges((5.0, True))
    assert hand.look(5.00005) == pytest.approx(5.0001)
    assert hand.told == []
    assert hand.look(5.0001) is None
    assert hand.told == [("pressed", 5.0)]


def test_a_spark_shorter_than_that_is_no_press(hand):
    hand.edges((5.0, True), (5.00002, False))
    hand.look(5.3)
    assert hand.told == []
    assert not hand.press.down


def test_after_a_spark_the_next_press_has_its_own_stamp(hand):
    hand.edges((5.0, True), (5.00002, False))
    hand.look(5.2)
    hand.edges((6.0, True))
    hand.look(6.01)
    assert hand.told == [("pressed", 6.0)]


def test_a_burst_of_five_bounces_is_one_press_stamped_at_the_first(hand):
    hand.edges(*[(5.0 + 0.01 * number, number % 2 == 0) for number in range(11)])
    hand.look(5.2)
    assert hand.told == [("pressed", 5.0)]


def test_bounce_does_not_move_the_stamp_even_when_confirmed_late(hand):
    hand.edges((5.0, True), (5.00003, False), (5.04, True))
    hand.look(5.1)
    assert hand.told == [("pressed", 5.0)]


def test_a_release_is_told_after_the_quiet_time_with_the_time_it_opened(hand):
    hand.edges((5.0, True), (5.3, False))
    assert hand.look(5.31) == pytest.approx(5.395)
    assert hand.press.down
    hand.look(5.4)
    assert hand.told == [("pressed", 5.0), ("released", 5.3)]
    assert not hand.press.down


def test_bounce_on_release_is_no_second_press(hand):
    hand.edges((5.0, True), (5.3, False), (5.34, True), (5.38, False))
    hand.look(6.0)
    assert hand.told == [("pressed", 5.0), ("released", 5.38)]


def test_two_presses_between_two_looks_are_both_heard(hand):
    hand.edges((5.0, True), (5.1, False), (5.5, True), (5.6, False))
    hand.look(6.0)
    assert [what for what, at in hand.told] == ["pressed", "released", "pressed", "released"]
    assert hand.presses() == [5.0, 5.5]


def test_a_very_short_tap_counts_once_it_lasted_100_microseconds(hand):
    hand.edges((5.0, True), (5.0002, False))
    hand.look(5.3)
    assert hand.presses() == [5.0]


def test_a_lost_edge_is_found_by_its_level(hand):
    hand.closed = True
    assert hand.look(5.0) == pytest.approx(5.02)
    assert hand.told == []
    hand.look(5.03)
    assert hand.told == [("pressed", 5.0)]
    hand.closed = False
    hand.look(6.0)
    hand.look(6.03)
    hand.look(6.2)
    assert hand.told[-1] == ("released", 6.03)


def test_a_level_that_is_ahead_of_its_edge_does_not_steal_the_stamp(hand):
    hand.press.settle(5.0005, lambda: True)
    hand.edges((5.0, True))
    hand.look(5.001)
    assert hand.told == [("pressed", 5.0)]


def test_an_edge_that_arrives_while_its_level_is_read_leaves_no_doubt_behind(hand):
    def level() -> bool:
        hand.edges((5.0, True))
        return True

    hand.press.settle(5.0, level)
    hand.look(5.0)
    hand.closed = False
    hand.look(5.15)
    hand.edges((5.15, False))
    hand.look(5.3)
    assert hand.told == [("pressed", 5.0), ("released", 5.15)]


def test_a_button_held_from_the_start_is_no_press_and_is_stuck_after_two_seconds(hand):
    hand.press.begin(5.0, closed=True)
    hand.closed = True
    hand.look(6.9)
    assert hand.press.trouble(6.9) is None
    hand.look(7.1)
    assert hand.press.trouble(7.1) == "stuck"
    assert hand.told == []
    hand.edges((8.0, False))
    hand.look(8.2)
    assert hand.press.trouble(8.2) is None
    hand.edges((9.0, True))
    hand.look(9.1)
    assert hand.told == [("pressed", 9.0)]


def test_a_button_held_for_long_is_stuck_until_released(hand):
    hand.edges((5.0, True))
    hand.look(24.0)
    assert hand.press.trouble(24.0) is None
    hand.look(26.0)
    assert hand.press.trouble(26.0) == "stuck"
    hand.edges((27.0, False))
    hand.look(28.0)
    assert hand.press.trouble(28.0) is None


def test_a_flickering_contact_is_one_press_and_a_fault(hand):
    rng = random.Random(1)
    now, level = 5.0, False
    while now < 8.0:
        level = not level
        hand.edges((now, level))
        hand.look(now)
        now += rng.uniform(0.005, 0.05)
    assert hand.press.trouble(now) == "flickering"
    assert len(hand.presses()) == 1
    hand.edges((now, False))
    hand.look(now + 0.2)
    assert hand.press.trouble(now + 0.2) is None


def test_ordinary_bounce_is_not_called_flickering(hand):
    hand.edges(*[(5.0 + 0.009 * number, number % 2 == 0) for number in range(11)])
    hand.look(5.095)
    assert hand.press.trouble(5.095) is None


def test_the_memory_for_edges_has_an_end(hand):
    for number in range(100_000):
        hand.press.edge(5.0 + number * 1e-4, number % 2 == 0)
    hand.look(20.0)
    assert len(hand.presses()) == 1


@pytest.mark.parametrize("step", [0.0007, 0.011, 0.1, 0.7, 5.0])
def test_ten_thousand_presses_with_bounce_are_ten_thousand_however_rarely_one_looks(step):
    """Looked at every few microseconds or every few seconds: each press once, at its first edge."""
    hand, rng = Hand(), random.Random(9)
    count = 10_000 if step > 0.01 else 500
    now, next_look, stamps = 1.0, 1.0, []
    for _ in range(count):
        stamps.append(now)
        edges = [(now + delay, level) for delay, level in bounced(rng, True, 0.09)]
        opened = now + 0.09 + rng.uniform(0.0, 0.3)
        edges += [(opened + delay, level) for delay, level in bounced(rng, False, 0.09)]
        for edge in edges:
            while next_look <= edge[0]:
                hand.look(next_look)
                next_look += step
            hand.edges(edge)
        now = opened + 0.09 + QUIET + rng.uniform(0.0001, 0.2)
    hand.look(now + 6)
    assert hand.presses() == stamps
