"""The room a bought part takes in the box: a block or a cylinder in a frame of its own, to see what collides."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from case.solid import Points

UPRIGHT: Points = np.eye(3)

COARSE = 1.9
"""Distance of the points that stand for a part: no wall, which is 2 mm thick at least, slips through between them."""


def rotate_about_x(degrees: float) -> Points:
    """Return the matrix of a rotation about the x axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


@dataclass(frozen=True)
class PartSpace:
    """From corner to corner, in a frame that stands somewhere in the box; `round` makes it a cylinder along z."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    frame: Points
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    round: bool = False
    step: float = COARSE
    """Distance of the points that stand for it."""

    def points(self) -> Points:
        """Return a grid of points through the space, slightly inside its surface."""
        axes = [
            np.linspace(low + 0.05, high - 0.05, int((high - low) / self.step) + 2)
            for low, high in zip(self.low, self.high, strict=True)
        ]
        own = np.array(list(product(*axes)))
        points: Points = own[self._inside(own)] @ self.frame.T + np.array(self.origin)
        return points

    def holds(self, points: Points) -> bool:
        """Return whether any of these points lies inside."""
        return bool(self._inside((points - np.array(self.origin)) @ self.frame).any())

    def _inside(self, own: Points) -> NDArray[np.bool_]:
        low, high = np.array(self.low), np.array(self.high)
        inside: NDArray[np.bool_] = np.all((own > low) & (own < high), axis=1)
        if self.round:
            middle, radius = (low + high) / 2, (high - low)[0] / 2
            inside &= ((own - middle)[:, :2] ** 2).sum(axis=1) <= radius**2
        return inside
