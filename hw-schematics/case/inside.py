"""What is bought and goes into the box, as the room it takes: to see that all of it has its place at once."""

from collections.abc import Iterator
from typing import Any

from case.make import Sizes
from case.space import UPRIGHT, Space, tilted

BOARD = 1.6
PLUG = 12.0
"""How deep a plug stands behind the pins of a screen."""


def box_spaces(sizes: Sizes, layout: dict[str, Any], glasses: tuple[str, str], screen_u: float) -> Iterator[Space]:
    """Everything behind the face, and the Pi with what is on it."""
    yield from _face(sizes, layout, glasses, screen_u)
    yield from _pi(sizes["pi"], layout)


def _face(sizes: Sizes, layout: dict[str, Any], glasses: tuple[str, str], screen_u: float) -> Iterator[Space]:
    case = sizes["case"]
    frame, origin, behind = tilted(case["slope"]), (0.0, 0.0, case["front"]), -case["face"]

    def block(
        name: str, at: tuple[float, float], size: tuple[float, float], top: float, deep: float, round: bool = False
    ) -> Space:
        low = (at[0] - size[0] / 2, at[1] - size[1] / 2, top - deep)
        return Space(name, low, (at[0] + size[0] / 2, at[1] + size[1] / 2, top), frame, origin, round)

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


def _pi(pi: dict[str, Any], layout: dict[str, Any]) -> Iterator[Space]:
    (x, y), top = layout["pi"]
    long, short = pi["board"]

    def block(name: str, along: tuple[float, float], across: tuple[float, float], low: float, high: float) -> Space:
        """Measured as on the Pi: along its power edge from the SD end, and away from that edge."""
        return Space(name, (x - along[1], y - across[1], top + low), (x - along[0], y - across[0], top + high), UPRIGHT)

    yield block("the Pi", (0.0, long), (0.0, short), -pi["thick"], 0.0)
    yield block(
        "the USB ports",
        (long - 18.0, long + pi["overhang"]),
        (pi["ports"][0] + 0.5, pi["ports"][1] - 0.5),
        0.0,
        pi["ports"][2] - 1,
    )
    yield block("the power port", (pi["power"][0] + 1, pi["power"][1] - 1), (-1.5, 7.0), 0.0, 3.5)
    yield block("the carrier board", (0.0, 65.0), (7.5, short), 6.0, pi["above"])
