"""The host's end of the link against the firmware's own code, on a line that the test spoils by hand."""

import itertools
from collections.abc import Callable

import pytest

from drivers.pod_link import PodEdge, PodLink
from firmware import link as language
from firmware.link import VERSION, WORDS, MessageReader, encode_message
from firmware.simulated import SimulatedPod


class Wire:
    """Host and simulated pod, a clock that the test moves, and a line that can lose frames either way."""

    def __init__(self, chance: int = 42) -> None:
        self.now = 1000.0
        self.to_host: list[bytes] = []
        self.to_pod: list[bytes] = []
        self.lose_to_host: Callable[[bytes], bool] = lambda frame: False
        self.lose_to_pod: Callable[[bytes], bool] = lambda frame: False
        self.simulated = SimulatedPod(lambda: round(self.now * 1e6), self.to_host.append, chance)
        self.link = PodLink()
        self.edges: list[PodEdge] = []

    def pass_by(self, ms: float = 1.0) -> None:
        """One pass of both ends; each way takes a quarter of a millisecond."""
        self.now += ms / 1000 - 0.0005
        self.to_pod += self.link.send(self.now).splitlines(keepends=True)
        self.now += 0.00025
        self.simulated.board.incoming += b"".join(frame for frame in self.to_pod if not self.lose_to_pod(frame))
        self.to_pod.clear()
        self.simulated.pod.step()
        self.now += 0.00025
        data = b"".join(frame for frame in self.to_host if not self.lose_to_host(frame))
        self.to_host.clear()
        self.link.receive(data, self.now)
        self.edges += self.link.take()

    def run(self, ms: int) -> "Wire":
        for _ in range(ms):
            self.pass_by()
        return self

    def take_edges(self) -> list[tuple[int, bool]]:
        """Seats and levels since the last time."""
        edges, self.edges = self.edges, []
        return [(edge.seat, edge.closed) for edge in edges]


@pytest.fixture
def wire() -> Wire:
    """A pod that has been met and whose clock is matched."""
    return Wire().run(100)


def test_unconfirmed_frames_are_repeated_every_twenty_milliseconds(wire: Wire) -> None:
    wire.lose_to_pod = word("lamp")
    wire.link.lamp(2, 200)
    said: list[float] = []
    for _ in range(105):
        wire.now += 0.001
        said += [wire.now for line in wire.link.send(wire.now).splitlines() if line.startswith(b"lamp")]
    pauses = [round(later - earlier, 3) for earlier, later in itertools.pairwise(said)]
    assert len(pauses) >= 4
    assert all(0.02 <= pause <= 0.021 for pause in pauses)


def word(name: str) -> Callable[[bytes], bool]:
    return lambda frame: frame.startswith(name.encode())


def test_they_meet_and_match_their_clocks(wire: Wire) -> None:
    assert wire.link.is_compatible
    assert wire.link.hello is not None
    assert (wire.link.hello.seats, wire.link.hello.pixels) == (5, 16)
    assert wire.link.clock is not None
    assert wire.link.clock.ready
    assert wire.link.boots == 1


def test_an_edge_is_reported_once_with_the_time_it_happened(wire: Wire) -> None:
    at = wire.now
    wire.simulated.move_contact(3, True)
    wire.run(30)
    assert [(edge.seat, edge.closed, edge.exact) for edge in wire.edges] == [(3, True, True)]
    assert wire.edges[0].at == pytest.approx(at, abs=0.000_3)
    assert wire.simulated.outbox.waiting == 0


def test_an_edge_whose_frame_is_lost_comes_with_its_old_stamp(wire: Wire) -> None:
    at = wire.now
    wire.lose_to_host = word("edge")
    wire.simulated.move_contact(3, True)
    wire.run(200)
    assert wire.take_edges() == []
    wire.lose_to_host = lambda frame: False
    wire.run(20)
    assert len(wire.edges) == 1
    assert wire.edges[0].at == pytest.approx(at, abs=0.000_3)


def test_an_edge_whose_acknowledgement_is_lost_is_reported_once(wire: Wire) -> None:
    wire.lose_to_pod = word("ack")
    wire.simulated.move_contact(3, True)
    wire.run(200)
    assert wire.take_edges() == [(3, True)]
    assert wire.link.repeated > 3
    wire.lose_to_pod = lambda frame: False
    wire.run(30)
    assert wire.take_edges() == []
    assert wire.simulated.outbox.waiting == 0


def test_edges_keep_their_order_when_one_of_them_is_late(wire: Wire) -> None:
    first = word("edge 42 0 ")
    wire.lose_to_host = first
    for seat in (2, 0, 4, 1):
        wire.simulated.move_contact(seat, True)
    wire.run(5)
    assert wire.take_edges() == []
    wire.lose_to_host = lambda frame: False
    wire.run(30)
    assert wire.take_edges() == [(2, True), (0, True), (4, True), (1, True)]


def test_a_reset_with_unacknowledged_edges_loses_and_doubles_none(wire: Wire) -> None:
    at = wire.now
    wire.lose_to_pod = word("ack")
    wire.simulated.move_contact(1, True)
    wire.run(5)
    wire.lose_to_host = word("edge")
    wire.simulated.move_contact(2, True)
    wire.run(5)
    wire.simulated.reset()
    wire.lose_to_pod = wire.lose_to_host = lambda frame: False
    wire.run(100)
    assert [(edge.seat, edge.closed) for edge in wire.edges] == [(1, True), (2, True)]
    assert wire.edges[1].at == pytest.approx(at + 0.005, abs=0.000_6), "told by the clock of the boot before"
    assert wire.link.boots == 2


def test_a_reset_is_noticed_when_its_hello_is_lost(wire: Wire) -> None:
    wire.lose_to_host = word("hello")
    wire.run(20)
    wire.simulated.reset()
    at = wire.now
    wire.simulated.move_contact(1, True)
    wire.run(100)
    assert wire.link.boots == 2
    assert wire.take_edges() == [(1, True)]
    wire.simulated.reset()
    wire.run(1500)
    assert wire.link.boots == 3, "by the clock, if there is no edge"
    assert at < wire.now


def test_an_edge_right_after_a_reset_waits_for_the_clock(wire: Wire) -> None:
    wire.simulated.reset()
    wire.now += 0.5
    at = wire.now
    wire.simulated.move_contact(1, True)
    wire.pass_by()
    assert wire.edges == []
    wire.run(60)
    assert wire.edges[0].at == pytest.approx(at, abs=0.000_3)
    assert wire.edges[0].exact


def test_an_edge_from_before_the_clock_was_matched_is_reported_but_marked(wire: Wire) -> None:
    wire.lose_to_pod = word("sync")
    wire.simulated.reset()
    wire.simulated.move_contact(1, True)
    wire.run(30)
    assert wire.take_edges() == []
    wire.simulated.reset()
    wire.lose_to_pod = lambda frame: False
    wire.run(60)
    assert [(edge.seat, edge.exact) for edge in wire.edges] == [(1, False)]


def test_a_power_cut_lets_go_of_buttons_the_pod_can_no_longer_tell_about(wire: Wire) -> None:
    wire.simulated.move_contact(1, True)
    wire.run(20)
    assert wire.take_edges() == [(1, True)]
    wire.simulated = SimulatedPod(lambda: round(wire.now * 1e6), wire.to_host.append, chance=43)
    wire.run(100)
    assert wire.take_edges() == [(1, False)]
    wire.simulated.move_contact(1, True)
    wire.run(30)
    assert wire.take_edges() == [(1, True)]


def test_a_second_host_takes_over_without_hearing_old_edges_again(wire: Wire) -> None:
    wire.simulated.move_contact(1, True)
    wire.run(20)
    wire.link = PodLink()
    wire.edges.clear()
    wire.run(100)
    wire.simulated.move_contact(1, False)
    wire.run(30)
    assert wire.take_edges() == [(1, False)]


def test_an_opened_port_asks_who_is_there_and_continues(wire: Wire) -> None:
    wire.link.restart_handshake()
    assert wire.link.hello is None
    wire.simulated.move_contact(1, True)
    wire.run(50)
    assert wire.take_edges() == [(1, True)]
    assert wire.link.boots == 1


def test_lamps_and_ring_are_shown_though_frames_get_lost(wire: Wire) -> None:
    lost = iter([True, True, False] * 100)
    wire.lose_to_pod = lambda frame: next(lost)
    for seat in range(5):
        wire.link.lamp(seat, 10 * seat)
    wire.link.ring(bytes(range(48)))
    wire.run(400)
    assert wire.simulated.board.lamps == [0, 10, 20, 30, 40]
    assert wire.simulated.board.colours == bytes(range(48))
    sent: list[bytes] = []
    wire.lose_to_pod = lambda frame: bool(sent.append(frame))
    wire.run(100)
    assert not [frame for frame in sent if frame.startswith((b"lamp", b"ring"))], "confirmed, so not sent again"


def test_only_the_newest_level_of_a_lamp_is_sent(wire: Wire) -> None:
    wire.lose_to_pod = word("lamp")
    wire.link.lamp(2, 100)
    wire.run(50)
    wire.link.lamp(2, 200)
    wire.run(50)
    wire.lose_to_pod = lambda frame: False
    wire.run(50)
    assert wire.simulated.board.lamps[2] == 200


def test_lamps_and_ring_are_back_after_a_reset(wire: Wire) -> None:
    wire.link.lamp(2, 100)
    wire.link.ring(b"\x01\x02\x03" * 16)
    wire.run(30)
    wire.simulated.reset()
    assert wire.simulated.board.lamps == [0] * 5
    wire.run(60)
    assert wire.simulated.board.lamps == [0, 0, 100, 0, 0]
    assert wire.simulated.board.colours == b"\x01\x02\x03" * 16


def test_an_idle_link_is_nearly_silent(wire: Wire) -> None:
    sent: list[bytes] = []
    wire.lose_to_pod = lambda frame: bool(sent.append(frame))
    wire.run(10_000)
    assert 8 <= len(sent) <= 12
    assert all(frame.startswith(b"sync") for frame in sent)


def test_the_pod_reports_its_health(wire: Wire) -> None:
    wire.link.report()
    wire.run(3)
    assert wire.link.health is not None
    assert (wire.link.health.waiting, wire.link.health.dropped) == (0, 0)
    assert wire.link.health.uptime_ms == pytest.approx(102, abs=3)


def test_a_burst_measures_as_many_round_trips_as_wanted(wire: Wire) -> None:
    wire.link.round_trips.clear()
    wire.link.burst(50)
    wire.run(50 * 7)
    assert len(wire.link.round_trips) >= 50
    assert max(wire.link.round_trips) == pytest.approx(0.0005, abs=0.000_01)


def test_a_pod_with_another_dictionary_is_recognised_and_the_difference_named() -> None:
    link = PodLink()
    link.receive(encode_message("hello", VERSION, 999, 1, 0, 0, 5, 16), 0.0)
    assert not link.is_compatible
    asked = [said for said, _ in MessageReader().feed(link.send(0.1))]
    assert asked == ["words"]
    for index, line in enumerate([*WORDS[:-1], "health waiting"]):
        link.receive(encode_message("word", index, len(WORDS), line), 0.2)
    assert link.differences == ["health waiting", WORDS[-1]]
    link.receive(encode_message("edge", 1, 0, 0, 2, 1, 5), 0.3)
    assert link.take() == []
    assert link.due() == float("inf"), "nothing more is said to it"


def test_a_pod_of_another_version_is_recognised() -> None:
    link = PodLink()
    link.receive(encode_message("hello", VERSION + 1, language.DIGEST, 1, 0, 0, 5, 16), 0.0)
    assert not link.is_compatible


def test_a_stale_hello_of_an_earlier_boot_changes_nothing(wire: Wire) -> None:
    old = encode_message("hello", VERSION, language.DIGEST, 42, 0, 0, 5, 16)
    wire.simulated.reset()
    wire.run(50)
    wire.to_host.append(old)
    wire.run(5)
    assert wire.link.hello is not None
    assert wire.link.hello.boot == 1


def test_a_stale_hello_of_an_earlier_stream_doubles_nothing(wire: Wire) -> None:
    wire.lose_to_pod = word("ack")
    wire.simulated.move_contact(1, True)
    wire.run(20)
    assert wire.take_edges() == [(1, True)]
    wire.to_host.append(encode_message("hello", VERSION, language.DIGEST, 7, 0, 0, 5, 16))
    wire.run(100)
    wire.lose_to_pod = lambda frame: False
    wire.run(100)
    wire.simulated.move_contact(1, False)
    wire.run(50)
    edges = wire.take_edges()
    assert edges[-1] == (1, False)
    assert (1, True) not in edges


def test_sequence_numbers_go_round(wire: Wire) -> None:
    for n in range(3000):
        wire.simulated.move_contact(n % 5, n // 5 % 2 == 0)
        wire.pass_by()
    wire.simulated.outbox.head = wire.simulated.outbox.tail = 65530
    wire.link._expected[42] = 65530
    wire.simulated.pod.sent = 65530
    wire.run(30)
    wire.edges.clear()
    for n in range(20):
        wire.simulated.move_contact(0, n % 2 == 0)
        wire.pass_by()
    wire.run(20)
    assert wire.take_edges() == [(0, n % 2 == 0) for n in range(20)]


@pytest.mark.parametrize("seat", [-1, 5, 6, 99])
def test_an_edge_of_a_seat_that_the_pod_does_not_have_is_dropped(wire: Wire, seat: int) -> None:
    assert wire.link.hello is not None
    hello = wire.link.hello
    wire.link.receive(encode_message("edge", hello.stream, 0, hello.boot, seat, 1, 1000), wire.now)
    assert wire.link.take() == []
    wire.simulated.move_contact(4, True)
    assert wire.run(30).take_edges() == [(4, True)], "and the number is still free for an edge that is one"
