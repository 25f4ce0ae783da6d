"""From edges to presses: the first touch counts, bounce never does, and a spark is no press."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.contact import BOUNCE_GAP, STAMP_LATE, Contact, ContactTiming
from drivers.debounce import Debouncer
from drivers.silicon.pins import simulate_bounce

CONFIRM, QUIET = 100e-6, 0.015


class Hand:
    """One contact, its edges fed as a library would, and what came out."""

    def __init__(self) -> None:
        self.told: list[tuple[str, float]] = []
        self.press = Debouncer(lambda what, at: self.told.append((what, at)), CONFIRM, QUIET, 20.0)
        self.closed = False

    def edges(self, *edges: tuple[float, bool]) -> None:
        for at, closed in edges:
            self.press.add_edge(at, closed)
            self.closed = closed

    def look(self, now: float) -> float | None:
        return self.press.process_edges(now, lambda: self.closed)

    def presses(self) -> list[float]:
        return [at for what, at in self.told if what == "pressed"]


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_a_clean_press_is_stamped_at_its_edge(hand):
    hand.edges((5.0, True))
    hand.look(5.001)
    assert hand.told == [("pressed", 5.0)]


def test_a_press_is_confirmed_once_it_surely_lasted_100_microseconds_and_not_before(hand):
    hand.edges((5.0, True))
    assert hand.look(5.00005) == pytest.approx(5.0003)
    assert hand.told == []
    assert hand.look(5.000301) is None
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
    hand.edges((5.0, True), (5.00003, False), (5.01, True))
    hand.look(5.1)
    assert hand.told == [("pressed", 5.0)]


def test_a_spark_does_not_lend_its_stamp_to_a_press_that_comes_later_than_a_bounce(hand):
    hand.edges((5.0, True), (5.00003, False), (5.011, True))
    hand.look(5.1)
    assert hand.told == [("pressed", 5.011)]


def test_a_burst_of_sparks_is_no_press(hand):
    for number in range(40):
        hand.edges((5.0 + number * 0.002, True), (5.00003 + number * 0.002, False))
    hand.look(6.0)
    assert hand.told == []


def test_a_spark_whose_opening_was_lost_is_no_press_when_the_level_says_open(hand):
    hand.press.add_edge(5.0, True)
    hand.look(5.001)
    assert hand.look(5.001) == pytest.approx(5.021)
    hand.look(5.022)
    hand.look(5.1)
    assert hand.told == []
    assert hand.press.lost == 1


def test_a_release_is_reported_after_the_quiet_time_with_the_time_it_opened(hand):
    hand.edges((5.0, True), (5.3, False))
    assert hand.look(5.31) == pytest.approx(5.315)
    assert hand.press.down
    hand.look(5.4)
    assert hand.told == [("pressed", 5.0), ("released", 5.3)]
    assert not hand.press.down


def test_bounce_on_release_is_no_second_press(hand):
    hand.edges((5.0, True), (5.3, False), (5.309, True), (5.318, False))
    hand.look(6.0)
    assert hand.told == [("pressed", 5.0), ("released", 5.318)]


def test_two_presses_between_two_looks_are_both_heard(hand):
    hand.edges((5.0, True), (5.1, False), (5.5, True), (5.6, False))
    hand.look(6.0)
    assert [what for what, at in hand.told] == ["pressed", "released", "pressed", "released"]
    assert hand.presses() == [5.0, 5.5]


def test_a_very_short_tap_counts_once_its_stamps_say_so(hand):
    hand.edges((5.0, True), (5.0004, False))
    hand.look(5.3)
    assert hand.presses() == [5.0]


def test_a_lost_edge_is_found_by_its_level(hand):
    hand.closed = True
    assert hand.look(5.0) == 5.0  # at once: a doubt counts from the next look
    assert hand.look(5.0) == pytest.approx(5.02)
    assert hand.told == []
    hand.look(5.03)
    assert hand.told == [("pressed", 5.0)]
    hand.closed = False
    hand.look(6.0)
    hand.look(6.0)
    hand.look(6.03)
    hand.look(6.2)
    assert hand.told[-1] == ("released", 6.03)


def test_a_host_that_was_held_up_before_it_read_the_level_loses_no_press(hand):
    hand.edges((4.8, True), (5.0, False))
    hand.closed = True  # read when it is 5.15 already, in a look that began at 5.0
    hand.look(5.0)
    hand.look(5.15)
    hand.look(5.18)
    hand.edges((5.15, True))  # and the edge itself comes late
    hand.look(5.2)
    assert [what for what, _ in hand.told].count("pressed") == 2
    assert hand.told[-1] == ("pressed", 5.15)


def test_a_level_that_is_ahead_of_its_edge_does_not_steal_the_stamp(hand):
    hand.press.process_edges(5.0005, lambda: True)
    hand.edges((5.0, True))
    hand.look(5.001)
    assert hand.told == [("pressed", 5.0)]


def test_an_edge_that_arrives_while_its_level_is_read_leaves_no_doubt_behind(hand):
    def level() -> bool:
        hand.edges((5.0, True))
        return True

    hand.press.process_edges(5.0, level)
    hand.look(5.0)
    hand.closed = False
    hand.look(5.15)
    hand.edges((5.15, False))
    hand.look(5.3)
    assert hand.told == [("pressed", 5.0), ("released", 5.15)]


def test_a_button_held_from_the_start_is_no_press_and_is_stuck_after_two_seconds(hand):
    hand.press.restart(5.0, closed=True)
    hand.closed = True
    hand.look(6.9)
    assert hand.press.find_problem(6.9) is None
    hand.look(7.1)
    assert hand.press.find_problem(7.1) == "stuck"
    assert hand.told == []
    hand.edges((8.0, False))
    hand.look(8.2)
    assert hand.press.find_problem(8.2) is None
    hand.edges((9.0, True))
    hand.look(9.1)
    assert hand.told == [("pressed", 9.0)]


def test_a_button_held_for_long_is_stuck_until_released(hand):
    hand.edges((5.0, True))
    hand.look(24.0)
    assert hand.press.find_problem(24.99) is None, "twenty seconds, not fewer"
    hand.look(25.0)
    assert hand.press.find_problem(25.0) == "stuck"
    hand.edges((27.0, False))
    hand.look(28.0)
    assert hand.press.find_problem(28.0) is None


def test_by_default_a_button_is_stuck_after_twenty_seconds():
    press = Debouncer(lambda what, at: None)
    press.add_edge(5.0, True)
    press.process_edges(6.0, lambda: True)
    assert [press.find_problem(now) for now in (24.99, 25.0)] == [None, "stuck"]
    assert ContactTiming(CONFIRM, QUIET).stuck == 20.0


def test_a_flickering_contact_is_one_press_and_a_fault(hand):
    rng = random.Random(1)
    now, level = 5.0, False
    while now < 8.0:
        level = not level
        hand.edges((now, level))
        hand.look(now)
        now += rng.uniform(0.000_1, 0.000_5)
    assert hand.press.find_problem(now) == "flickering"
    assert len(hand.presses()) == 1
    hand.edges((now, False))
    hand.look(now)
    assert hand.press.find_problem(now + 0.5) is None


@pytest.mark.parametrize("hertz", [4, 7, 12, 16])
def test_mashing_hands_are_heard_and_are_no_fault_however_worn_the_contact_is(hertz):
    hand, rng, period = Hand(), random.Random(hertz), 1 / hertz
    bounce = 0.03 if hertz < 10 else 0.01
    for number in range(20 * hertz):
        down, up = 5.0 + number * period, 5.0 + (number + 0.5) * period
        for moment, closes in ((down, True), (up, False)):
            for delay, level in simulate_bounce(rng, closes, bounce):
                hand.edges((moment + delay, level))
                hand.look(moment + delay)
                assert hand.press.find_problem(moment + delay) is None
    hand.look(40.0)
    assert len(hand.presses()) == 20 * hertz


@pytest.mark.parametrize("lag", [0.0, 0.02, 0.05, 0.09, 0.12, 0.2, 0.5])
def test_edges_that_come_late_are_the_press_they_are(lag):
    """One contact flickers for three seconds; its edges reach Python late, while its level is read in time."""
    hand, faults = Hand(), set()
    edges = [(number * 0.001, number % 2 == 0) for number in range(3000)]
    sent = 0
    for step in range(4000):
        now = step * 0.001
        while sent < len(edges) and edges[sent][0] + lag <= now:
            hand.press.add_edge(*edges[sent])
            sent += 1
        hand.closed = now < 3.0 and step % 2 == 0
        hand.look(now)
        faults.add(hand.press.find_problem(now))
    assert len(hand.presses()) == 1
    assert "flickering" in faults


@pytest.mark.parametrize("lag", [0.0, 0.03, 0.12, 0.3])
def test_mashing_whose_edges_come_late_makes_no_press_twice(lag):
    hand = Hand()
    changes = [(1.0 + number * 0.07, number % 2 == 0) for number in range(200)]
    edges = list(changes)
    for step in range(20_000):
        now = 0.9 + step * 0.001
        while edges and edges[0][0] + lag <= now:
            hand.press.add_edge(*edges.pop(0))
        hand.closed = [level for at, level in changes if at <= now][-1:] == [True]
        hand.look(now)
    assert len(hand.presses()) == 100
    assert hand.presses() == sorted(hand.presses())
    assert [what for what, _ in hand.told] == ["pressed", "released"] * 100


def test_ordinary_bounce_is_not_called_flickering(hand):
    hand.edges(*[(5.0 + 0.009 * number, number % 2 == 0) for number in range(11)])
    hand.look(5.095)
    assert hand.press.find_problem(5.095) is None


def test_the_memory_for_edges_has_an_end(hand):
    for number in range(100_000):
        hand.press.add_edge(5.0 + number * 5e-4, number % 2 == 0)
    hand.look(20.0)
    assert len(hand.presses()) == 1
    assert hand.press.lost > 90_000


@pytest.mark.parametrize("step", [0.0007, 0.011, 0.1, 0.7, 5.0])
def test_ten_thousand_presses_with_bounce_are_ten_thousand_however_rarely_one_looks(step):
    """Looked at every few microseconds or every few seconds: each press once, at its first edge."""
    hand, rng = Hand(), random.Random(9)
    count = 10_000 if step > 0.01 else 500
    now, next_look, stamps = 1.0, 1.0, []
    for _ in range(count):
        stamps.append(now)
        edges = [(now + delay, level) for delay, level in simulate_bounce(rng, True, 0.03)]
        opened = now + 0.03 + rng.uniform(0.0, 0.3)
        edges += [(opened + delay, level) for delay, level in simulate_bounce(rng, False, 0.03)]
        for edge in edges:
            while next_look <= edge[0]:
                hand.look(next_look)
                next_look += step
            hand.edges(edge)
        now = opened + 0.03 + QUIET + rng.uniform(0.0001, 0.2)
    hand.look(now + 6)
    assert hand.presses() == stamps


GAPS = st.one_of(st.floats(0, 0.0104), st.floats(0.0106, 0.0149), st.floats(0.0151, 0.3))
TOUCHES = st.one_of(st.floats(0, 0.000_29), st.floats(0.000_31, 0.2))
CHATTER = st.lists(st.tuples(TOUCHES, GAPS), min_size=1, max_size=30)


def closings(chatter: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """When the contact closed and opened, from how long each lasted."""
    at, found = 1.0, []
    for touch, gap in chatter:
        found.append((at, at + touch))
        at += touch + gap
    return found


class TestContact:
    @given(CHATTER)
    def test_it_agrees_with_the_definition_written_down_plainly(self, chatter: list[tuple[float, float]]) -> None:
        """Runs of closings: a run ends at a long rest, or at a bounce too long for one that nothing has confirmed."""
        contact = Contact(ContactTiming())
        for closed, opened in closings(chatter):
            contact.add_edge(True, closed)
            contact.add_edge(False, opened)
        runs: list[tuple[float, bool]] = []
        rest = float("inf")
        for (touch, gap), (at, _) in zip(chatter, closings(chatter), strict=True):
            if not runs or rest > (QUIET if runs[-1][1] else BOUNCE_GAP):
                runs.append((at, False))
            runs[-1] = (runs[-1][0], runs[-1][1] or touch > CONFIRM + STAMP_LATE)
            rest = gap
        assert [(touch.at, touch.confirmed) for touch in contact.touches] == runs

    @given(CHATTER, st.floats(0, 1))
    def test_presses_are_the_same_however_late_their_edges_come(
        self, chatter: list[tuple[float, float]], lag: float
    ) -> None:
        closed = closings(chatter)

        def collect_presses(lag: float) -> list[float]:
            hand = Hand()
            for at, level in [edge for one in closed for edge in ((one[0], True), (one[1], False))]:
                for arrived in (False, True):
                    if arrived:
                        hand.edges((at, level))
                    hand.press.process_edges(at + lag, lambda now=at + lag: any(a <= now < b for a, b in closed))
            hand.look(400.0)
            return hand.presses()

        assert collect_presses(lag) == collect_presses(0.0)

    @given(st.lists(st.floats(0, 0.000_09), max_size=30), st.floats(0.0106, 0.2))
    def test_no_number_of_sparks_lends_a_stamp(self, sparks: list[float], before: float) -> None:
        contact = Contact(ContactTiming())
        at = 1.0
        for length in sparks:
            contact.add_edge(True, at)
            contact.add_edge(False, at + length)
            at += 0.005
        contact.add_edge(True, at + before)
        assert contact.last is not None
        assert contact.last.at == at + before
        assert not any(touch.confirmed for touch in contact.touches)
