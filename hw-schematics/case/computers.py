"""The Raspberry Pis that go into the box: their sockets, and the openings these need in the walls.

The openings are computed from the same figures that the check later puts into the meshes as solids.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Socket:
    """A socket at the edge of a board. Heights count from the top of the board."""

    kind: str
    middle: float
    """Where its middle is along the edge."""
    shell: tuple[float, float]
    """Across and high."""
    depth: float
    overhang: float
    below: float
    plug: tuple[float, float]
    """Grip of the largest plug, across and high; its middle is that of the shell."""

    def span(self, width: float) -> tuple[float, float]:
        """Begin and end, along the edge, of something of this width in front of the socket."""
        return self.middle - width / 2, self.middle + width / 2

    @property
    def shell_heights(self) -> tuple[float, float]:
        """Bottom and top of the shell."""
        return -self.below, self.shell[1]

    @property
    def plug_heights(self) -> tuple[float, float]:
        """Bottom and top of the grip of a plug."""
        centre = sum(self.shell_heights) / 2
        return centre - self.plug[1] / 2, centre + self.plug[1] / 2


@dataclass(frozen=True, slots=True)
class Computer:
    """A Raspberry Pi, lying with its rear edge (power) to the back of the box and its side (USB) to the left."""

    name: str
    board: tuple[float, float]
    holes: tuple[float, float]
    rear: tuple[Socket, ...]
    side: tuple[Socket, ...]
    poe: tuple[float, float] | None
    fits: bool
    """Whether the box is made for it."""
    takes_cooler: bool


@dataclass(frozen=True, slots=True)
class ComputerSetup:
    """A computer as it is put into the box: with or without a cooler below the carrier board."""

    computer: Computer
    standoff: float
    cooler: bool = False

    @property
    def name(self) -> str:
        """Such as `Pi 5 with its cooler, standoffs of 16 mm`."""
        with_cooler = " with its cooler" if self.cooler else ""
        return f"{self.computer.name}{with_cooler}, standoffs of {self.standoff:g} mm"


@dataclass(frozen=True, slots=True)
class WallOpening:
    """A cut-out in a wall: begin and end along the edge of the board, and its reach above and below the board's top."""

    begin: float
    end: float
    above: float
    below: float


def read_computers(sizes: Mapping[str, Any]) -> dict[str, Computer]:
    """Return all computers of parts.toml by name, those that do not fit included."""
    kinds = sizes["socket"]

    def read_sockets(rows: Iterable[tuple[str, float]]) -> Iterator[Socket]:
        for kind, middle in rows:
            known = kinds[kind]
            yield Socket(
                kind,
                middle,
                tuple(known["shell"]),
                known["depth"],
                known["overhang"],
                known["below"],
                tuple(known["plug"]),
            )

    return {
        name: Computer(
            name,
            tuple(row.get("board", sizes["pi"]["board"])),
            tuple(row.get("holes", sizes["pi"]["holes"])),
            tuple(read_sockets(row["rear"])),
            tuple(read_sockets(row["side"])),
            tuple(row["poe"]) if "poe" in row else None,
            row.get("fits", True),
            row.get("cooler", False),
        )
        for name, row in sizes["computer"].items()
    }


def list_setups(sizes: Mapping[str, Any], computer: Computer) -> Iterator[ComputerSetup]:
    """Yield every way in which a computer may be mounted: on usual standoffs, and on tall ones over its cooler."""
    yield ComputerSetup(computer, sizes["carrier"]["standoff"])
    if computer.takes_cooler:
        yield ComputerSetup(computer, sizes["carrier"]["tall_standoff"], cooler=True)


def find_opening(sockets: Iterable[Socket], room: float) -> WallOpening:
    """Return the smallest opening through which all these sockets and their plugs pass, with some room around them."""
    spans, heights = [], []
    for socket in sockets:
        spans += [socket.span(socket.shell[0]), socket.span(socket.plug[0])]
        heights += [socket.shell_heights, socket.plug_heights]
    return WallOpening(
        round(min(begin for begin, _ in spans) - room, 2),
        round(max(end for _, end in spans) + room, 2),
        round(max(top for _, top in heights) + room, 2),
        round(room - min(bottom for bottom, _ in heights), 2),
    )
