"""Finds a way for every net over two layers of copper.

Each net takes the cheapest way from what it has to its next pad. A way may cross tracks of other nets at a price; those
are then taken up and look for another way, and the place gets dearer for everyone, so that in the end all find one.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

STEP = 0.127
CLEARANCE = 0.21
VIA = 0.6
STRAIGHT, DIAGONAL, THROUGH = 10, 14, 150
AGAINST_THE_GRAIN = 4
CROSSING, DEARER = 90, 60
GROUND_CARE = ((18, 0.85), (14, 0.75), (24, 0.95), (30, 1.1), (10, 0.6))
"""Price of a step beside a ground pad, and how far that holds: it leaves room for the spokes that tie the pad to the
plane. Which pair leaves no pad starved depends on the wiring, so they are tried in turn."""
STITCH_PITCH, STITCH_ROOM = 2.4, 0.4
"""Vias between the two ground planes: how far apart, and the free copper around each."""
LONGEST_SEARCH = 1500
NOBODY, EVERYBODY = 0, -1
Cell = int


@dataclass(frozen=True, slots=True)
class Terminal:
    """A pad on both layers, round or square; `radius` is half its size."""

    net: int
    x: float
    y: float
    radius: float
    square: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper, or between two layers a via."""

    net: int
    layer: int | None
    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class NoWay(RuntimeError):
    """A net that could not be routed."""


@dataclass
class Route:
    """The way of one net: paths of cells, and which centres of others they keep away, for each half width."""

    paths: list[list[Cell]] = field(default_factory=list)
    kept: dict[float, set[Cell]] = field(default_factory=dict)


class Router:
    """A board of a given size with pads; `route` finds ways for the nets asked for."""

    def __init__(
        self, width: float, height: float, terminals: list[Terminal], walls: list[tuple[float, float, float]],
        ground: int, attempt: int = 0,
    ) -> None:  # fmt: skip
        self.columns, self.rows = int(width / STEP) + 1, int(height / STEP) + 1
        self.size = self.columns * self.rows
        self.extent = (width, height)
        self.pads = terminals
        self.walls = walls
        self.ground = ground
        price, reach = GROUND_CARE[attempt]
        self._prices = [0] * self.size
        for pad in terminals:
            if pad.net == ground:
                for cell in self._near(pad.x, pad.y, pad.radius + reach):
                    self._prices[cell] = price
        self._prices *= 2
        self._no_prices = [0] * (2 * self.size)
        self._owners: dict[float, list[int]] = {}
        self._tracks: dict[float, list[int]] = {}
        self._history: dict[Cell, int] = defaultdict(int)
        self.routes: dict[int, Route] = {}
        self.half: dict[int, float] = {}

    def route(self, widths: dict[int, float]) -> list[Track]:
        """Ways for all these nets, given the width of each."""
        self.half = {net: width / 2 for net, width in widths.items()}
        for half in {*self.half.values(), VIA / 2}:
            self._owners[half] = self._pad_owners(half)
            self._tracks[half] = [0] * (2 * self.size)
        waiting = deque(sorted(widths, key=lambda net: (-widths[net], self._spread(net), net)))
        for _ in range(LONGEST_SEARCH):
            if not waiting:
                return self._copper()
            net = waiting.popleft()
            for other in self._lay(net):
                self._take_up(other)
                waiting.append(other)
        raise NoWay(f"no way found for {len(waiting)} nets")

    def _spread(self, net: int) -> float:
        pads = [pad for pad in self.pads if pad.net == net]
        return (
            max(pad.x for pad in pads)
            - min(pad.x for pad in pads)
            + max(pad.y for pad in pads)
            - min(pad.y for pad in pads)
        )

    # what is in the way

    def _near(self, x: float, y: float, reach: float, square: float = 0.0) -> list[Cell]:
        """The cells nearer than `reach` to a point, or to a square of that half size; on the first layer."""
        cells = []
        most = reach + square
        for row in range(max(0, int((y - most) / STEP)), min(self.rows, int((y + most) / STEP) + 2)):
            for column in range(max(0, int((x - most) / STEP)), min(self.columns, int((x + most) / STEP) + 2)):
                dx, dy = abs(column * STEP - x) - square, abs(row * STEP - y) - square
                if hypot(max(dx, 0.0), max(dy, 0.0)) < reach:
                    cells.append(row * self.columns + column)
        return cells

    def _pad_owners(self, half: float) -> list[int]:
        owners = [NOBODY] * self.size
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = column * STEP, row * STEP
                if min(x, y, self.extent[0] - x, self.extent[1] - y) < half + 0.5:
                    owners[row * self.columns + column] = EVERYBODY
        for x, y, radius in self.walls:
            for cell in self._near(x, y, radius + half + CLEARANCE):
                owners[cell] = EVERYBODY
        for pad in self.pads:
            disc, square = (0.0, pad.radius) if pad.square else (pad.radius, 0.0)
            for cell in self._near(pad.x, pad.y, disc + half + CLEARANCE, square):
                owners[cell] = pad.net if owners[cell] in (NOBODY, pad.net) else EVERYBODY
        return owners * 2

    # one net

    def _lay(self, net: int) -> list[int]:
        """Route one net; returns the nets whose tracks it crosses."""
        pads = sorted((pad for pad in self.pads if pad.net == net), key=lambda pad: (pad.x + pad.y, pad.x))
        tree = self._cells_of(pads[0])
        route = Route()
        left = pads[1:]
        while left:
            x, y = self._middle(tree)
            target = min(left, key=lambda pad: (self._distance(tree, pad), abs(pad.x - x) + abs(pad.y - y), pad.x))
            left.remove(target)
            path = self._search(net, tree, set(self._cells_of(target)), target)
            route.paths.append(path)
            tree = list(dict.fromkeys([*tree, *path, *self._cells_of(target)]))
        crossed = self._find_crossed_nets(net, route)
        self._keep(net, route)
        return crossed

    def _cells_of(self, pad: Terminal) -> list[Cell]:
        cell = round(pad.y / STEP) * self.columns + round(pad.x / STEP)
        return [cell, cell + self.size]

    def _middle(self, tree: list[Cell]) -> tuple[float, float]:
        cell = tree[0] % self.size
        return cell % self.columns * STEP, cell // self.columns * STEP

    def _distance(self, tree: list[Cell], pad: Terminal) -> float:
        column, row = pad.x / STEP, pad.y / STEP
        return min(abs(c % self.size % self.columns - column) + abs(c % self.size // self.columns - row) for c in tree)

    def _search(self, net: int, tree: list[Cell], targets: set[Cell], pad: Terminal) -> list[Cell]:
        half = self.half[net]
        owners, tracks = self._owners[half], self._tracks[half]
        via_owners, via_tracks = self._owners[VIA / 2], self._tracks[VIA / 2]
        columns, size, history = self.columns, self.size, self._history
        prices = self._no_prices if net == self.ground else self._prices
        end_column, end_row = round(pad.x / STEP), round(pad.y / STEP)
        moves = [(dx, dy, dy * columns + dx) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

        def estimate_cost(cell: Cell) -> int:
            flat = cell % size
            dx, dy = abs(flat % columns - end_column), abs(flat // columns - end_row)
            return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

        best = dict.fromkeys(tree, 0)
        came: dict[Cell, Cell] = {}
        heap = [(estimate_cost(cell), cell) for cell in tree]
        heap.sort()
        closed: set[Cell] = set()
        while heap:
            _, cell = heappop(heap)
            if cell in closed:
                continue
            if cell in targets:
                return self._back(came, cell)
            closed.add(cell)
            cost, layer = best[cell], cell >= size
            for dx, dy, offset in moves:
                near = cell + offset
                owner = owners[near]
                if owner not in (NOBODY, net):
                    continue
                price = cost + (DIAGONAL if dx and dy else STRAIGHT) + prices[near]
                if dx if layer else dy:
                    price += AGAINST_THE_GRAIN
                if tracks[near]:
                    price += CROSSING + history[near]
                if price < best.get(near, 1 << 60):
                    best[near], came[near] = price, cell
                    heappush(heap, (price + estimate_cost(near), near))
            other = cell - size if layer else cell + size
            if via_owners[cell] == NOBODY:
                price = cost + THROUGH + (CROSSING * 4 if via_tracks[cell] or via_tracks[other] else 0)
                if price < best.get(other, 1 << 60) and owners[other] in (NOBODY, net):
                    best[other], came[other] = price, cell
                    heappush(heap, (price + estimate_cost(other), other))
        raise NoWay(f"net {net} cannot reach its pad at {pad.x:.2f}, {pad.y:.2f}")

    @staticmethod
    def _back(came: dict[Cell, Cell], cell: Cell) -> list[Cell]:
        path = [cell]
        while cell in came:
            cell = came[cell]
            path.append(cell)
        return path[::-1]

    # laying tracks and taking them up

    def _vias(self, route: Route) -> list[Cell]:
        vias = []
        for path in route.paths:
            vias += [min(a, b) for a, b in pairwise(path) if abs(a - b) == self.size]
        return vias

    def _keep(self, net: int, route: Route) -> None:
        own = self.half[net]
        for half, tracks in self._tracks.items():
            blocked: set[Cell] = set()
            around = self._around(own + half + CLEARANCE)
            for path in route.paths:
                for cell in path:
                    blocked.update(cell + offset for offset in around)
            wide = self._around(VIA / 2 + half + CLEARANCE)
            for cell in self._vias(route):
                for layer in (0, self.size):
                    blocked.update(cell + layer + offset for offset in wide)
            route.kept[half] = blocked = {cell for cell in blocked if 0 <= cell < 2 * self.size}
            for cell in blocked:
                tracks[cell] += 1
        self.routes[net] = route

    def _around(self, reach: float) -> list[int]:
        cells = int(reach / STEP) + 1
        offsets = [(dx, dy) for dx in range(-cells, cells + 1) for dy in range(-cells, cells + 1)]
        return [dy * self.columns + dx for dx, dy in offsets if hypot(dx, dy) * STEP < reach]

    def _take_up(self, net: int) -> None:
        for half, blocked in self.routes.pop(net).kept.items():
            tracks = self._tracks[half]
            for cell in blocked:
                tracks[cell] -= 1

    def _find_crossed_nets(self, net: int, route: Route) -> list[int]:
        cells = {cell for path in route.paths for cell in path}
        vias = {cell + layer for cell in self._vias(route) for layer in (0, self.size)}
        crossed = []
        for other, theirs in self.routes.items():
            conflicts = (cells & theirs.kept[self.half[net]]) | (vias & theirs.kept[VIA / 2])
            if conflicts:
                crossed.append(other)
                for cell in conflicts:
                    self._history[cell] += DEARER
        return sorted(crossed)

    # the result

    def stitches(self, taken: list[tuple[float, float, float, float]]) -> list[Track]:
        """Vias of the ground net wherever both layers have room for one and no print would run over it."""
        half = VIA / 2
        owners, tracks = self._owners[half], self._tracks[half]
        around = self._around(STITCH_ROOM)
        margin = round(1.2 / STEP)
        spots = [
            row * self.columns + column
            for row in range(margin, self.rows - margin, 3) for column in range(margin, self.columns - margin, 3)
        ]  # fmt: skip
        vias: list[Track] = []
        for spot in spots:
            x, y = self._point(spot)
            if any(hypot(x - via.x1, y - via.y1) < STITCH_PITCH for via in vias):
                continue
            if any(left < x < right and top < y < bottom for left, top, right, bottom in taken):
                continue
            cells = [spot + offset for offset in around]
            if all(owners[cell] == NOBODY and not tracks[cell] and not tracks[cell + self.size] for cell in cells):
                vias.append(Track(self.ground, None, x, y, x, y, VIA))
        return vias

    def _copper(self) -> list[Track]:
        tracks: list[Track] = []
        for net, route in sorted(self.routes.items()):
            width = self.half[net] * 2
            for path in route.paths:
                tracks += self._pieces(net, path, width)
        return list(dict.fromkeys(tracks))

    def _pieces(self, net: int, path: list[Cell], width: float) -> list[Track]:
        tracks = []
        start = 0
        for at in range(1, len(path)):
            step = path[at] - path[at - 1]
            if at + 1 == len(path) or path[at + 1] - path[at] != step:
                (x1, y1), (x2, y2) = self._point(path[start]), self._point(path[at])
                layer = None if abs(step) == self.size else int(path[at] >= self.size)
                tracks.append(Track(net, layer, x1, y1, x2, y2, VIA if layer is None else width))
                start = at
        return tracks

    def _point(self, cell: Cell) -> tuple[float, float]:
        flat = cell % self.size
        return round(flat % self.columns * STEP, 3), round(flat // self.columns * STEP, 3)
