"""The pod's microseconds as the host's monotonic seconds: a straight line through round trips."""

from collections import deque
from typing import NamedTuple

MAX_TRIPS = 64
"""Round trips the line is drawn through."""
MIN_TRIPS = 5
"""Round trips before the clock is trusted with a stamp, if one of them was quick; four times as many if none was."""
QUICK_TRIP = 0.005
LIKELY_DRIFT = 50e-6
"""How far a crystal's speed is likely to be off; the line may be that steep before there is proof."""
LARGEST_ERROR = 0.010
"""A clock that may be further off, in seconds, is refused: its stamps would be worth less than the time of arrival."""
MIN_UNCERTAINTY = 0.000_1
"""No round trip is trusted more than this, in seconds, however quick it was."""


class RoundTrip(NamedTuple):
    """A question for the time: when it left, when the answer came, and what the pod's clock said between."""

    sent: float
    received: float
    us: int

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.received - self.sent


class PodClock:
    """One boot of the pod: its clock starts at 0 and runs at its own speed."""

    def __init__(self) -> None:
        self.trips: deque[RoundTrip] = deque(maxlen=MAX_TRIPS)
        self.trusted = False
        """Whether stamps may be told by it; looked at from other threads, so it is reckoned when something changes."""
        self._line: tuple[float, float, float] | None = None
        self._frozen: tuple[float, float, float] | None = None

    def add(self, trip: RoundTrip) -> None:
        """Take a round trip into account."""
        self.trips.append(trip)
        self._line = None
        self.trusted = self.ready and self.error() <= LARGEST_ERROR

    def freeze(self) -> None:
        """Tell all stamps by the line as it is now: between two hands of one race it must not move."""
        if self._frozen is None and self.trusted:
            self._frozen = self._current_line()

    def thaw(self) -> None:
        """Follow the round trips again."""
        self._frozen = None

    @property
    def ready(self) -> bool:
        """Whether stamps can be told in host time."""
        enough = MIN_TRIPS if self.trips and self.quickest <= QUICK_TRIP else 4 * MIN_TRIPS
        return len(self.trips) >= enough

    @property
    def quickest(self) -> float:
        """Seconds of the quickest round trip; half of it bounds the error of that one."""
        return min(trip.seconds for trip in self.trips)

    @property
    def drift(self) -> float:
        """How much faster than the pod's the host's clock runs, as a fraction."""
        return self._current_line()[2]

    def seconds(self, us: int) -> float:
        """The host's monotonic time at which the pod's clock said `us`."""
        return _host_time(self._frozen or self._current_line(), us)

    def error(self) -> float:
        """How far a stamp may be off at most, in seconds.

        The pod said its time between the two ends of a round trip, so the quickest trips bound the error; a line that
        leaves any of them by more than it took is wrong by the rest.
        """
        line = self._current_line()
        apart = [
            (abs(_host_time(line, trip.us) - (trip.sent + trip.received) / 2), trip.seconds / 2) for trip in self.trips
        ]
        return max(min(off + half for off, half in apart), *(off - half for off, half in apart))

    def _current_line(self) -> tuple[float, float, float]:
        if self._line is None:
            self._line = self._fit()
        return self._line

    def _fit(self) -> tuple[float, float, float]:
        """Least squares, quick trips weighing more, with a belief about crystals that keeps a short line from tilting.

        Returns pod seconds and host seconds of the middle of the line, and the drift.
        """
        base = self.trips[0]
        excess = self.quickest
        points = []
        for trip in self.trips:
            weight = 1 / (MIN_UNCERTAINTY + trip.seconds - excess) ** 2
            points.append((weight, (trip.us - base.us) * 1e-6, (trip.sent + trip.received) / 2 - base.sent))
        total = sum(weight for weight, _, _ in points)
        pod = sum(weight * x for weight, x, _ in points) / total
        host = sum(weight * y for weight, _, y in points) / total
        across = sum(weight * (x - pod) * ((y - x) - (host - pod)) for weight, x, y in points)
        along = sum(weight * (x - pod) ** 2 for weight, x, _ in points)
        return base.us * 1e-6 + pod, base.sent + host, across / (along + 1 / LIKELY_DRIFT**2)


def _host_time(line: tuple[float, float, float], us: int) -> float:
    """Host seconds at which the pod's clock says `us`."""
    at, host, drift = line
    since = us * 1e-6 - at
    return host + since + since * drift
