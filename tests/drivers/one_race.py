"""One race of a few seats on their buttons, and how a test presses them."""

from drivers.referee import GPIO, Referee, Source, Timing, Verdict

NOW = 100.0
LATER = NOW + 1
MS = 0.001


def race(*seats: int, timing: Timing | None = None, source: Source = GPIO) -> Referee:
    """A race of these seats, armed a second before NOW! and open."""
    return race_between(dict.fromkeys(seats, source), timing)


def race_between(sources: dict[int, Source], timing: Timing | None = None) -> Referee:
    """The same of seats whose stamps come from different sources."""
    referee = Referee(timing)
    referee.arm(sources, NOW - 1)
    referee.go(NOW)
    return referee


def press(referee: Referee, seat: int, at: float, held: float = 0.15) -> None:
    referee.post(seat, True, at)
    referee.post(seat, False, at + held)


def await_verdict(referee: Referee, now: float = LATER) -> Verdict:
    verdict = referee.verdict(now)
    assert verdict is not None
    return verdict
