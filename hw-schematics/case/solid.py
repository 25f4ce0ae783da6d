"""A printed part as numbers: is its mesh closed, how large is it, what holes does a slice show, where does it droop."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh
from numpy.typing import NDArray

Points = NDArray[np.float64]

STEEP = -0.77
"""The z of a normal that looks down by more than 50 degrees; flatter ones print without supports."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A closed line of a slice, by the box around it."""

    middle: tuple[float, float]
    size: tuple[float, float]

    def around(self, at: tuple[float, float]) -> bool:
        """Whether a point lies within that box."""
        return all(abs(a - m) <= s / 2 for a, m, s in zip(at, self.middle, self.size, strict=True))


class Solid:
    """One mesh, as it lies on the bed."""

    def __init__(self, name: str, mesh: trimesh.Trimesh) -> None:
        self.name = name
        self.mesh = mesh

    @classmethod
    def load(cls, file: Path) -> "Solid":
        """Read a binary STL."""
        mesh = trimesh.load_mesh(file, file_type="stl")
        assert isinstance(mesh, trimesh.Trimesh)
        return cls(file.stem, mesh)

    @property
    def size(self) -> tuple[float, float, float]:
        """Width, depth, height on the bed."""
        x, y, z = self.mesh.extents
        return float(x), float(y), float(z)

    @property
    def litres(self) -> float:
        """How much plastic it would be, printed solid."""
        return float(self.mesh.volume) / 1e6

    def transform(self, turn: Points, shift: tuple[float, float, float]) -> "Solid":
        """Return the part rotated and shifted."""
        matrix = np.eye(4)
        matrix[:3, :3] = turn
        matrix[:3, 3] = shift
        return Solid(self.name, self.mesh.copy().apply_transform(matrix))

    def slice(self, z: float) -> list[Loop]:
        """Every closed line at this height, smallest first."""
        lines = trimesh.intersections.mesh_plane(self.mesh, (0.0, 0.0, 1.0), (0.0, 0.0, z))  # type: ignore[no-untyped-call]
        loops = [_loop(np.array(points)) for points in _chains(np.asarray(lines)[:, :, :2])]
        return sorted(loops, key=lambda loop: loop.size[0] * loop.size[1])

    def opening(self, at: tuple[float, float], z: float) -> Loop | None:
        """The hole around a point at this height, if there is one."""
        if self.holds(np.array([[*at, z]]))[0]:
            return None
        return next((loop for loop in self.slice(z) if loop.around(at)), None)

    def holds(self, points: Points) -> NDArray[np.bool_]:
        """Return which points lie inside the plastic: a line upwards crosses the surface an odd number of times."""
        # Shifted slightly: a line through a corner or an edge of the mesh would count two triangles.
        start = points + np.array([1.3e-4, 2.7e-4, 0.0])
        start = start[order := np.lexsort((start[:, 1], start[:, 0]))]
        inside = np.empty(len(start), dtype=bool)
        near = _above(np.asarray(self.mesh.triangles), start)
        inside[order] = np.concatenate(
            [_odd(_above(near, part), part) for part in np.array_split(start, len(start) // 100 + 1)]
        )
        return inside

    def bridges(self) -> Iterator[float]:
        """The span of every ceiling that is printed over air: the shorter side of each patch that looks down."""
        down = set(
            np.flatnonzero(
                (self.mesh.face_normals[:, 2] < STEEP) & (self.mesh.triangles[:, :, 2].max(axis=1) > 0.05)
            ).tolist()
        )
        near: dict[int, list[int]] = defaultdict(list)
        for a, b in self.mesh.face_adjacency.tolist():
            if a in down and b in down:
                near[a].append(b)
                near[b].append(a)
        while down:
            patch, todo = [], [down.pop()]
            while todo:
                face = todo.pop()
                patch.append(face)
                fresh = [other for other in near[face] if other in down]
                down.difference_update(fresh)
                todo += fresh
            corners = self.mesh.triangles[patch].reshape(-1, 3)
            yield float(min((corners.max(axis=0) - corners.min(axis=0))[:2]))


def _above(triangles: Points, points: Points) -> Points:
    """Return the triangles that a line upwards from any of these points could meet at all."""
    low, high = points.min(axis=0), points.max(axis=0)
    least, most = triangles.min(axis=1), triangles.max(axis=1)
    meets = (least[:, :2] <= high[:2]).all(axis=1) & (most[:, :2] >= low[:2]).all(axis=1) & (most[:, 2] >= low[2])
    crossed: Points = triangles[meets]
    return crossed


def _odd(triangles: Points, points: Points) -> NDArray[np.bool_]:
    a, b, c = (triangles[:, corner, :] for corner in range(3))
    x, y, z = (points[:, axis, None] for axis in range(3))

    def side(p: Points, q: Points) -> Points:
        area: Points = (q[:, 0] - p[:, 0]) * (y - p[:, 1]) - (q[:, 1] - p[:, 1]) * (x - p[:, 0])
        return area

    ab, bc, ca = side(a, b), side(b, c), side(c, a)
    hit = ((ab > 0) & (bc > 0) & (ca > 0)) | ((ab < 0) & (bc < 0) & (ca < 0))
    total = np.where(hit, ab + bc + ca, 1.0)
    height = (bc * a[:, 2] + ca * b[:, 2] + ab * c[:, 2]) / total
    is_odd: NDArray[np.bool_] = (hit & (height > z)).sum(axis=1) % 2 == 1
    return is_odd


def _chains(lines: Points) -> Iterator[list[tuple[float, float]]]:
    """Put the pieces of a slice together end to end."""
    ends: dict[tuple[float, float], list[tuple[float, float]]] = defaultdict(list)
    for start, stop in np.round(lines, 3).tolist():
        if start != stop:
            ends[tuple(start)].append(tuple(stop))
            ends[tuple(stop)].append(tuple(start))
    while ends:
        point = next(iter(ends))
        chain = []
        while point in ends:
            chain.append(point)
            following = ends.pop(point)
            point = next((other for other in following if other in ends), chain[0])
        yield chain


def _loop(points: Points) -> Loop:
    low, high = points.min(axis=0), points.max(axis=0)
    middle, size = (low + high) / 2, high - low
    return Loop((float(middle[0]), float(middle[1])), (float(size[0]), float(size[1])))
