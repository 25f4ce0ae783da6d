"""The power budget: the highest current of every part at 5 V, and the margin of the supply."""

from __future__ import annotations

from dataclasses import dataclass

from drawings.box import title_of
from drawings.words import ENGLISH, Words
from drivers.pod_paddles import RING_MILLIAMPS
from drivers.wiring import Wiring
from firmware.wiring import BUTTONS

LEAST_MARGIN = 0.1
HEADER_VOLTS = 5.0
FUSE_OHMS = 0.17
"""Of a RUEF110 after it has tripped once (R1max of its data sheet)."""
BOARD_OHMS = 0.08
"""Of the board's tracks from the header to the fuse and on to the lights; a test measures them along the copper."""
OHMS_A_METRE = 0.07
"""Copper wire of 0.25 mm²."""
USB_OHMS = 2 * 0.213
"""Both wires of the pod's USB cable, 1 m of AWG 28, which is what cheap ones have."""


@dataclass(frozen=True, slots=True)
class PowerDraw:
    """Something that takes current, and how much at most."""

    what: str
    milliamps: int


@dataclass(frozen=True, slots=True)
class PowerBudget:
    """All currents of a build, compared with its supply."""

    draws: tuple[PowerDraw, ...]
    supply: int

    @property
    def total(self) -> int:
        """Everything at once, each at its worst."""
        return sum(draw.milliamps for draw in self.draws)

    @property
    def margin(self) -> int:
        """Unused current of the supply."""
        return self.supply - self.total

    @property
    def enough(self) -> bool:
        """Whether the supply is big enough, with a tenth of it to spare."""
        return self.margin >= self.supply * LEAST_MARGIN


def budget(wiring: Wiring, say: Words = ENGLISH) -> PowerBudget:
    """Return the power budget of a wiring."""
    lamps = lamp_currents(wiring)
    draws = [
        PowerDraw(say("Raspberry Pi under full load"), wiring.supply.pi_milliamps),
        PowerDraw(say("screens ({count}), every pixel lit", count=len(wiring.screens)),
             sum(screen.milliamps for screen in wiring.screens.values())),
        PowerDraw(say("dial"), wiring.dial.milliamps),
    ]  # fmt: skip
    if wiring.lights is not None:
        draws.append(PowerDraw(say("light bar, as far as the program lets it"), wiring.lights.limit_milliamps))
    if lamps:
        draws.append(PowerDraw(say("lamps on the box ({count}), all lit", count=len(lamps)), sum(lamps.values())))
    if wiring.buzzer is not None:
        draws.append(PowerDraw(say("buzzer"), wiring.buzzer.milliamps))
    return PowerBudget((*draws, *pod_draws(wiring, say)), wiring.supply.milliamps)


def lamp_currents(wiring: Wiring) -> dict[str, int]:
    """Return the current of the lamp of each button on the box."""
    return {part: button.milliamps for part, button in wiring.buttons.items() if button.lamp is not None}


def fused_draw(wiring: Wiring) -> int:
    """Return the highest current through the fuse of the board."""
    lights = wiring.lights.limit_milliamps if wiring.lights is not None else 0
    buzzer = wiring.buzzer.milliamps if wiring.buzzer is not None else 0
    return lights + sum(lamp_currents(wiring).values()) + buzzer


@dataclass(frozen=True, slots=True)
class Drop:
    """Voltage drop of a part behind the fuse: volts lost in both wires of its cable, in the fuse and on the board."""

    thing: str
    milliamps: int
    millimetres: int
    cable: float
    fuse: float
    board: float

    @property
    def arrives(self) -> float:
        """Volts at the part."""
        return HEADER_VOLTS - self.cable - self.fuse - self.board


def voltage_drops(wiring: Wiring) -> list[Drop]:
    """Every part that runs from 5 V on a cable of its own."""
    loads = {part: (amps, wiring.buttons[part].cable_millimetres) for part, amps in lamp_currents(wiring).items()}
    if wiring.lights is not None:
        loads["lights"] = (wiring.lights.limit_milliamps, wiring.lights.cable_millimetres)
    if wiring.buzzer is not None:
        loads["buzzer"] = (wiring.buzzer.milliamps, wiring.buzzer.cable_millimetres)
    fuse, board = (fused_draw(wiring) / 1000 * ohms for ohms in (FUSE_OHMS, BOARD_OHMS))
    return [
        Drop(title_of(part), amps, length, amps / 1000 * 2 * length / 1000 * OHMS_A_METRE, fuse, board)
        for part, (amps, length) in loads.items()
    ]


def pod_draws(wiring: Wiring, say: Words = ENGLISH) -> tuple[PowerDraw, ...]:
    """Return the currents through the USB cable of the pod."""
    if wiring.pod is None:
        return ()
    return (
        PowerDraw(say("pod: Pico"), wiring.pod.milliamps),
        PowerDraw(say("pod: lamps ({count}), all lit", count=len(BUTTONS)), len(BUTTONS) * wiring.pod.lamp_milliamps),
        PowerDraw(say("pod: ring, as far as the program lets it"), RING_MILLIAMPS),
    )


def find_pod_volts(wiring: Wiring) -> float:
    """Return the volts that arrive at the pod when everything on it is lit."""
    return HEADER_VOLTS - sum(draw.milliamps for draw in pod_draws(wiring)) / 1000 * USB_OHMS
