"""How to find out whether each part works: what to make it do, what a person is asked, which wire to blame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from PIL import Image, ImageDraw

from drivers.buttons import Event, Lamp
from drivers.fault import Fault
from drivers.panel import Panel
from drivers.part import Part
from drivers.screen import Screen
from drivers.windows import HEIGHT, WIDTH

Ask = Literal["look", "listen", "press", "turn", "push"]
HEARD = {"press": "pressed", "turn": "turned", "push": "pushed"}
SCALE = [(523.3, 0.15), (659.3, 0.15), (784.0, 0.3)]
RAINBOW = [(90, 0, 0), (0, 90, 0), (0, 0, 90)]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a probe found; without a fault the part works."""

    part: str
    ask: Ask
    wire: str
    fault: Fault | None

    def as_json(self) -> dict[str, Any]:
        """For support: plain words and truth values."""
        told = {"part": self.part, "ask": self.ask, "wire": self.wire, "ok": self.fault is None}
        if self.fault is None:
            return {**told, "what": None, "detail": None}
        return {**told, "what": self.fault.what, "detail": self.fault.detail}


class Probe:
    """One part under test: `begin` makes it show itself, `hears` knows its answer, `finding` gives the verdict."""

    def __init__(self, part: Part, ask: Ask, begin: Callable[[], object], end: Callable[[], object]) -> None:
        self.part = part
        self.ask = ask
        self.begin = begin
        self.end = end

    def hears(self, event: Event) -> bool:
        """Whether this event is the one the person was asked for."""
        name = "dial" if self.part.name == "dial-push" else self.part.name
        return event.part == name and event.what == HEARD.get(self.ask)

    def finding(self, ok: bool) -> Finding:
        """The verdict, given whether the answer came; a fault the driver knows of counts in any case."""
        silent = None if ok else Fault(self.part.name, "no-answer", self.part.wire)
        return Finding(self.part.name, self.ask, self.part.wire, self.part.fault or silent)


def probes(panel: Panel) -> Iterator[Probe]:
    """All probes, in the order a hand walks over the device."""
    for screen in (panel.question_screen, panel.table_screen):
        yield Probe(screen, "look", lambda screen=screen: show_pattern(screen), lambda screen=screen: clear(screen))  # type: ignore[misc]
    lights = panel.lights
    pattern = [RAINBOW[pixel % 3] for pixel in range(lights.pixels)]
    yield Probe(lights, "look", lambda: lights.show(pattern), lambda: lights.show([]))
    yield Probe(panel.buzzer, "listen", lambda: panel.buzzer.play(SCALE), panel.buzzer.stop)
    for button in (*panel.paddles, panel.dome):
        if isinstance(button.lamp, Lamp):
            yield Probe(button.lamp, "look", button.lamp.on, button.lamp.off)
        yield Probe(button, "press", _nothing, _nothing)
    yield Probe(panel.back, "press", _nothing, _nothing)
    yield Probe(panel.dial, "turn", _nothing, _nothing)
    yield Probe(panel.dial.push, "push", _nothing, _nothing)


def show_pattern(screen: Screen) -> None:
    """A frame at the very edge and the screen's own name: shows missing rows, a wrong chip and swapped wires."""
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    draw.line((0, 0, WIDTH - 1, HEIGHT - 1), fill=1)
    draw.text((4, HEIGHT - 14), f"{screen.name} 0x{screen.address:02X}", fill=1)
    screen.show(image)
    screen.probe()


def clear(screen: Screen) -> None:
    """Leave the screen empty."""
    screen.show(Image.new("1", (WIDTH, HEIGHT)))


def _nothing() -> None:
    """A contact shows itself only when it is touched."""
