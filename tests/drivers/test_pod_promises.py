"""Small promises of the host's end of the link: what it believes, whom it asks, how long it waits."""

import pytest

from drivers.pod_clock import MIN_TRIPS, PodClock, RoundTrip
from drivers.pod_link import BURST_PAUSE, PodLink
from firmware.link import DIGEST, VERSION, MessageReader, encode_message


def connect_link(seats: int = 5, pixels: int = 16) -> PodLink:
    """A host to which a pod has said hello, on stream 1."""
    link = PodLink()
    link.receive(encode_message("hello", VERSION, DIGEST, 1, 0, 0, seats, pixels), 0.0)
    return link


def read_sent(link: PodLink, now: float) -> list[tuple[str, list[int]]]:
    return [(word, list(values)) for word, values in MessageReader().feed(link.send(now))]


@pytest.mark.parametrize(("seats", "pixels", "sane"), [(1, 0, True), (5, 16, True), (0, 16, False), (200, 16, False)])
def test_a_pod_with_no_seat_or_too_many_is_refused(seats: int, pixels: int, sane: bool) -> None:
    assert connect_link(seats, pixels).is_plausible is sane


def send_sync(link: PodLink, now: float) -> int:
    """The number of the question for the time that the host asks now."""
    (number,) = [values[0] for word, values in read_sent(link, now) if word == "sync"]
    return number


def test_a_time_from_another_stream_is_not_taken_and_the_pod_is_asked_who_it_is() -> None:
    link = connect_link()
    number = send_sync(link, 0.1)
    link.receive(encode_message("clock", number, 2, 0, 123_456), 0.1005)
    assert not link.round_trips
    assert [word for word, _ in read_sent(link, 0.1006)] == ["who"]


def test_in_a_burst_the_next_question_comes_five_milliseconds_after_the_answer() -> None:
    link = connect_link()
    link.burst(10)
    number = send_sync(link, 0.1)
    link.receive(encode_message("clock", number, 1, 0, 123_456), 0.1005)
    early = 0.1005 + BURST_PAUSE
    assert [word for word, _ in read_sent(link, early - 0.0001)] == []
    assert [word for word, _ in read_sent(link, early + 0.0001)] == ["sync"]


@pytest.mark.parametrize(("round_trip", "trusted"), [(0.018, True), (0.022, False), (0.2, False)])
def test_a_clock_that_may_be_off_by_more_than_ten_milliseconds_is_refused(round_trip: float, trusted: bool) -> None:
    clock = PodClock()
    for n in range(8 * MIN_TRIPS):
        clock.add(RoundTrip(n, n + round_trip, round((n + round_trip / 2) * 1e6)))
    assert clock.ready
    assert clock.trusted is trusted
