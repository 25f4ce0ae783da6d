"""One race of a few seats on their buttons, and how a test presses them."""

from drivers.referee import GPIO, Referee, Source, Timing, Verdict

NOW = 100.0
LATER = NOW + 1
MS = 0.001


def race(*seats: int, timing: Timing | None = None, source: Source = GPIO) -> Referee:
    """A race of these seats, armed a second before NOW! and open."""
    referee = Referee(timing)
    referee.arm(dict.fromkeys(seats, source), NOW - 1)
    referee.go(NOW)
    return referee


def press(referee: Referee, seat: int, at: float, held: float = 0.15) -> None:
    referee.post(seat, True, at)
    referee.post(seat, False, at + held)


def judged(referee: Referee, now: float = LATER) -> Verdict:
    verdict = referee.verdict(now)
    assert verdict is not None
    return verdict
