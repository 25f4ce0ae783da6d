"""The pod's microseconds as the host's monotonic seconds: a straight line through round trips."""

from collections import deque
from typing import NamedTuple

KEPT = 64
"""Round trips the line is drawn through."""
ENOUGH = 5
"""Round trips before the clock is trusted with a stamp, if one of them was quick; four times as many if none was."""
QUICK = 0.005
DRIFT = 50e-6
"""How far a crystal's speed is likely to be off; the line may be that steep before there is proof."""
FLOOR = 0.000_1
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
        self.trips: deque[RoundTrip] = deque(maxlen=KEPT)
        self._line: tuple[float, float, float] | None = None

    def add(self, trip: RoundTrip) -> None:
        """Take a round trip into account."""
        self.trips.append(trip)
        self._line = None

    @property
    def ready(self) -> bool:
        """Whether stamps can be told in host time."""
        enough = ENOUGH if self.trips and self.quickest <= QUICK else 4 * ENOUGH
        return len(self.trips) >= enough

    @property
    def quickest(self) -> float:
        """Seconds of the quickest round trip; half of it bounds the error of that one."""
        return min(trip.seconds for trip in self.trips)

    @property
    def drift(self) -> float:
        """How much faster than the pod's the host's clock runs, as a fraction."""
        return self._fitted()[2]

    def seconds(self, us: int) -> float:
        """The host's monotonic time at which the pod's clock said `us`."""
        at, host, drift = self._fitted()
        since = us * 1e-6 - at
        return host + since + since * drift

    def residual(self) -> float:
        """How far the quicker half of the round trips lie from the line, in seconds."""
        quick = sorted(self.trips, key=lambda trip: trip.seconds)[: max(1, len(self.trips) // 2)]
        return max(abs(self.seconds(trip.us) - (trip.sent + trip.received) / 2) for trip in quick)

    def _fitted(self) -> tuple[float, float, float]:
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
            weight = 1 / (FLOOR + trip.seconds - excess) ** 2
            points.append((weight, (trip.us - base.us) * 1e-6, (trip.sent + trip.received) / 2 - base.sent))
        total = sum(weight for weight, _, _ in points)
        pod = sum(weight * x for weight, x, _ in points) / total
        host = sum(weight * y for weight, _, y in points) / total
        across = sum(weight * (x - pod) * ((y - x) - (host - pod)) for weight, x, y in points)
        along = sum(weight * (x - pod) ** 2 for weight, x, _ in points)
        return base.us * 1e-6 + pod, base.sent + host, across / (along + 1 / DRIFT**2)
