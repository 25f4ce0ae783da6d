"""Converts the pod's microseconds to the host's monotonic seconds, by a straight line through round trips."""

from collections import deque
from typing import NamedTuple

MAX_TRIPS = 64
"""Number of recent round trips the line is fitted to."""
MIN_TRIPS = 5
"""Round trips needed before the clock is trusted, if one of them was quick; four times as many if none was."""
QUICK_TRIP = 0.005
LIKELY_DRIFT = 50e-6
"""Likely frequency error of a crystal: the prior for the slope of the line."""
LARGEST_ERROR = 0.010
"""Largest acceptable error in seconds. Beyond it, stamps would be worth less than the time of arrival."""
MIN_UNCERTAINTY = 0.000_1
"""Least uncertainty of a round trip in seconds, so that no single quick one dominates the fit."""


class RoundTrip(NamedTuple):
    """A request for the time: when it was sent, when the answer came, and the pod's clock in between."""

    sent: float
    received: float
    us: int

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return self.received - self.sent


class PodClock:
    """Clock of one boot of the pod: it starts at 0 and runs at its own speed."""

    def __init__(self) -> None:
        self.trips: deque[RoundTrip] = deque(maxlen=MAX_TRIPS)
        self.trusted = False
        """Whether stamps may be converted. Other threads read it without a lock, so it is a plain attribute."""
        self._line: tuple[float, float, float] | None = None
        self._frozen: tuple[float, float, float] | None = None

    def add(self, trip: RoundTrip) -> None:
        """Take a round trip into account."""
        self.trips.append(trip)
        self._line = None
        self.trusted = self.ready and self.error() <= LARGEST_ERROR

    def freeze(self) -> None:
        """Convert all stamps by the current line from now on: it must not move between two hands of one race."""
        if self._frozen is None and self.trusted:
            self._frozen = self._current_line()

    def thaw(self) -> None:
        """Follow the round trips again."""
        self._frozen = None

    @property
    def ready(self) -> bool:
        """Whether there are enough round trips to convert stamps."""
        enough = MIN_TRIPS if self.trips and self.quickest <= QUICK_TRIP else 4 * MIN_TRIPS
        return len(self.trips) >= enough

    @property
    def quickest(self) -> float:
        """Duration of the quickest round trip in seconds; half of it bounds its error."""
        return min(trip.seconds for trip in self.trips)

    @property
    def drift(self) -> float:
        """How much faster the host's clock runs than the pod's, as a fraction."""
        return self._current_line()[2]

    def seconds(self, us: int) -> float:
        """Return the host's monotonic time at which the pod's clock showed `us`."""
        return _host_time(self._frozen or self._current_line(), us)

    def error(self) -> float:
        """Return the largest possible error of a stamp, in seconds.

        The pod read its clock somewhere between the two ends of a round trip, so the quickest trips bound the error.
        If the line misses the middle of a trip by more than half its duration, it is wrong by at least the rest.
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
        """Fit a line by weighted least squares; return pod seconds and host seconds of its middle, and the drift."""
        # Quick trips weigh more: USB delays are one-sided, so a slow trip says little about when the pod answered.
        # Times are taken relative to the first trip, since squaring large absolute times would lose precision.
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
        # The term 1 / LIKELY_DRIFT**2 is a prior: it keeps a line through a few early points from tilting.
        return base.us * 1e-6 + pod, base.sent + host, across / (along + 1 / LIKELY_DRIFT**2)


def _host_time(line: tuple[float, float, float], us: int) -> float:
    """Return the host seconds at which the pod's clock shows `us`."""
    at, host, drift = line
    since = us * 1e-6 - at
    return host + since + since * drift
