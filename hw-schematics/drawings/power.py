"""The power budget: what everything draws at most at 5 V, and what that leaves of the supply."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.pod_paddles import RING_MILLIAMPS
from drivers.wiring import Wiring
from firmware.wiring import BUTTONS

LEAST_MARGIN = 0.1


@dataclass(frozen=True, slots=True)
class Draw:
    """Something that takes current, and how much at most."""

    what: str
    milliamps: int


@dataclass(frozen=True, slots=True)
class Budget:
    """All that a build draws, against its supply."""

    draws: tuple[Draw, ...]
    supply: int

    @property
    def total(self) -> int:
        """Everything at once, each at its worst."""
        return sum(draw.milliamps for draw in self.draws)

    @property
    def margin(self) -> int:
        """What is left of the supply."""
        return self.supply - self.total

    @property
    def enough(self) -> bool:
        """Whether the supply is big enough, with a tenth of it to spare."""
        return self.margin >= self.supply * LEAST_MARGIN


def budget(wiring: Wiring) -> Budget:
    """What a wiring draws."""
    lamps = [button.milliamps for button in wiring.buttons.values() if button.lamp is not None]
    draws = [
        Draw("Raspberry Pi under full load", wiring.supply.pi_milliamps),
        Draw(f"screens ({len(wiring.screens)}), every pixel lit", sum(s.milliamps for s in wiring.screens.values())),
        Draw("dial", wiring.dial.milliamps),
    ]
    if wiring.lights is not None:
        draws.append(Draw("light bar, as far as the program lets it", wiring.lights.limit_milliamps))
    if lamps:
        draws.append(Draw(f"lamps on the box ({len(lamps)}), all lit", sum(lamps)))
    if wiring.buzzer is not None:
        draws.append(Draw("buzzer", wiring.buzzer.milliamps))
    return Budget((*draws, *pod_draws(wiring)), wiring.supply.milliamps)


def pod_draws(wiring: Wiring) -> tuple[Draw, ...]:
    """What goes through the USB cable of the pod."""
    if wiring.pod is None:
        return ()
    return (
        Draw("pod: Pico", wiring.pod.milliamps),
        Draw(f"pod: lamps ({len(BUTTONS)}), all lit", len(BUTTONS) * wiring.pod.lamp_milliamps),
        Draw("pod: ring, as far as the program lets it", RING_MILLIAMPS),
    )
