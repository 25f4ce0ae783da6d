"""The room that bought parts take in the box, to see that each has its place and that no socket meets a wall."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from case.computers import ComputerSetup, Socket
from case.make import Sizes
from case.space import COARSE, UPRIGHT, PartSpace, rotate_about_x

BOARD = 1.6
PLUG = 12.0
"""How deep a plug stands behind the pins of a screen."""

FINE = 1.0
"""Distance of the points that stand for a socket."""

REACH = 20.0
"""How far the grip of a plug reaches out of its socket: well through the wall."""

HEADER = (7.1, 57.9)
"""Begin and end of the 40 pins along the board, from the SD end; they keep to the front edge."""

POE_PINS = (5.2, 8.6)
"""Width and height of the four pins for power over Ethernet."""


def face_spaces(sizes: Sizes, layout: dict[str, Any], glasses: tuple[str, str], screen_u: float) -> Iterator[PartSpace]:
    """Yield everything behind the sloping face."""
    case = sizes["case"]
    frame, origin, behind = rotate_about_x(case["slope"]), (0.0, 0.0, case["front"]), -case["face"]

    def block(
        name: str, at: tuple[float, float], size: tuple[float, float], top: float, deep: float, round: bool = False
    ) -> PartSpace:
        low = (at[0] - size[0] / 2, at[1] - size[1] / 2, top - deep)
        return PartSpace(name, low, (at[0] + size[0] / 2, at[1] + size[1] / 2, top), frame, origin, round)

    for side, glass in zip((-1, 1), glasses, strict=True):
        known, where = sizes["oled"][glass], "left" if side < 0 else "right"
        across, up = known["pcb"]
        front = behind - known["stack"]
        middle = (side * screen_u, layout["screen_v"] - known["rise"])
        yield block(f"the {where} screen", middle, (across, up), front, BOARD)
        yield block(
            f"the plug of the {where} screen", (middle[0], middle[1] + up / 2 - 2), (11.0, 3.0), front - BOARD, PLUG
        )
    light, slit, flange, height, wide, ear = layout["light"]
    yield block("the light tray", light, (slit[0] + 2.0, wide), behind - flange, height)
    for number, (right, up) in enumerate(layout["ears"], start=1):
        beyond = (right, light[1] + up + (0.3 if up > 0 else -0.3))  # its foot is part of the tray
        yield block(f"ear {number} of the tray", beyond, (ear, ear - 0.4), behind - flange, height)
    yield block("the dial", layout["dial"], sizes["dial"]["body"], behind, sizes["dial"]["depth"])
    button = sizes["button"][sizes["back"]["size"]]
    yield block(
        "the back button",
        layout["back"],
        (button["hole"], button["hole"]),
        behind,
        button["depth"] - case["face"],
        True,
    )
    wide = sizes["buzzer"]["diameter"]
    yield block("the buzzer", layout["buzzer"], (wide, wide), behind, sizes["buzzer"]["height"], True)


class ComputerPlacement:
    """Turns places on a computer, measured from the SD end and from the rear edge, into places in the box."""

    def __init__(self, sizes: Sizes, layout: dict[str, Any]) -> None:
        self.sizes = sizes
        (self.x, self.y), self.top = layout["pi"]

    def block(
        self,
        name: str,
        along: tuple[float, float],
        across: tuple[float, float],
        high: tuple[float, float],
        step: float = COARSE,
    ) -> PartSpace:
        """Return a block on a board; heights count from the top of the board."""
        low = (self.x - along[1], self.y - across[1], self.top + high[0])
        return PartSpace(name, low, (self.x - along[0], self.y - across[0], self.top + high[1]), UPRIGHT, step=step)

    def computer(self, setup: ComputerSetup) -> Iterator[PartSpace]:
        """Yield a computer, its sockets, and what is mounted on it."""
        pi, computer = self.sizes["pi"], setup.computer
        long, short = computer.board
        yield self.block("the board", (0.0, long), (0.0, short), (-pi["thick"], 0.0))
        if computer.fits:  # the others have their card elsewhere
            yield self.block("the memory card", (-2.6, 13.0), (22.0, 36.0), (-pi["thick"] - 1.6, -pi["thick"]))
        for edge, name, socket in _named_sockets(setup):
            span = socket.span(socket.shell[0])
            yield self._at_edge(setup, edge, name, span, (-socket.depth, socket.overhang), (0.0, socket.shell[1]))
        yield self.block("the pins", HEADER, (short - 6.1, short - 0.9), (0.0, setup.standoff))
        if computer.poe is not None:
            at, away = computer.poe
            wide, high = POE_PINS
            along, across = (at - wide / 2, at + wide / 2), (away - wide / 2, away + wide / 2)
            yield self.block("the pins for PoE", along, across, (0.0, high), FINE)
        if setup.cooler:
            cooler = self.sizes["cooler"]
            for part in ("fins", "blower"):
                begin, end, rear, front = cooler[part]
                yield self.block(f"the {part} of the cooler", (begin, end), (rear, front), (0.0, cooler["high"]))
            for at, away in cooler["pins"]:
                bottom = (-pi["thick"] - pi["below"], -pi["thick"])
                yield self.block("a pin of the cooler", (at - 2.0, at + 2.0), (away - 2.0, away + 2.0), bottom, FINE)
        yield from self._carrier(setup)

    def _carrier(self, setup: ComputerSetup) -> Iterator[PartSpace]:
        """Yield the carrier board, flush with the computer's front edge, with its legs below and its parts above."""
        carrier, short = self.sizes["carrier"], setup.computer.board[1]
        (long, wide), bottom = carrier["board"], setup.standoff
        top = bottom + carrier["thick"]
        # the pins of the header come up through the board along its front edge, where no other legs are
        legs, board = (bottom - carrier["legs"], bottom), (bottom, top)
        yield self.block("the legs of the carrier board", (0.0, long), (short - wide, short - 6.2), legs)
        yield self.block("the carrier board", (0.0, long), (short - wide, short), board)
        edge, middle = short - wide, short - self.sizes["pi"]["board"][1] + carrier["plug_rows"]
        yield self.block("the chips on the carrier board", (0.0, long), (middle, short), (top, top + carrier["chips"]))
        yield self.block("the plugs on the carrier board", (0.0, long), (edge, middle), (top, top + carrier["plugs"]))

    def passages(self, setup: ComputerSetup) -> Iterator[tuple[PartSpace, bool]]:
        """Yield what must pass the walls, with air around it, and whether it does so while the body is lowered.

        A socket is there before the body, so the way below it must be free too; plugs come once the box is closed.
        """
        air, base = self.sizes["case"]["fit"], self.sizes["case"]["base"] - self.top
        for edge, name, socket in _named_sockets(setup):
            begin, end = socket.span(socket.shell[0])
            low, high = socket.shell_heights
            sideways, out = (begin - air, end + air), (0.0, socket.overhang + air)
            yield self._at_edge(setup, edge, f"air around {name}", sideways, out, (low - air, high + air)), False
            yield self._at_edge(setup, edge, f"the body to pass {name}", sideways, out, (base, high + air)), True
            begin, end = socket.span(socket.plug[0])
            low, high = socket.plug_heights
            sideways, out = (begin - air, end + air), (socket.overhang, REACH)
            yield self._at_edge(setup, edge, f"a plug in {name}", sideways, out, (low - air, high + air)), False

    def _at_edge(
        self,
        setup: ComputerSetup,
        edge: str,
        name: str,
        span: tuple[float, float],
        out: tuple[float, float],
        high: tuple[float, float],
    ) -> PartSpace:
        """Return a block at an edge of the board: where along it, and from where to where outwards."""
        if edge == "rear":
            return self.block(name, span, (-out[1], -out[0]), high, FINE)
        long = setup.computer.board[0]
        return self.block(name, (long + out[0], long + out[1]), span, high, FINE)


def _named_sockets(setup: ComputerSetup) -> Iterator[tuple[str, str, Socket]]:
    """Yield the edge, a name such as `micro HDMI socket 2`, and the socket, for all sockets of a computer."""
    computer = setup.computer
    kinds = Counter(socket.kind for socket in (*computer.rear, *computer.side))
    counts = Counter[str]()
    for edge, sockets in (("rear", computer.rear), ("side", computer.side)):
        for socket in sockets:
            counts[socket.kind] += 1
            name = socket.kind if socket.kind.endswith("jack") else f"{socket.kind} socket"
            yield edge, f"the {name}" if kinds[socket.kind] == 1 else f"{name} {counts[socket.kind]}", socket
