"""Faults on the screens that still work: first spelled out, then as a sign in the corner."""

from collections.abc import Sequence

from companion.app.part_words import describe_fault, translate_wire
from companion.core.words import Say
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from drivers.fault import Fault

SIGN = "⚠"
STRIP_HEIGHT = 40


def draw_fault_strip(pencil: Pencil, say: Say, faults: Sequence[Fault]) -> None:
    """Draw the latest fault: its part and the wire to check."""
    fault = faults[-1]
    top = HEIGHT - STRIP_HEIGHT
    pencil.rectangle((0, top, WIDTH - 1, HEIGHT - 1), fill=ON)
    pencil.line((0, top - 1, WIDTH - 1, top - 1), fill=OFF)
    name = fit(describe_fault(say, fault), WIDTH - 16, 11, ("strong", "text", "small"))
    pencil.put(14, top + 1, name, OFF)
    pencil.write(1, top, SIGN, "strong", OFF)
    check = fit(say("check {wire}", wire=translate_wire(say, fault.wire)), WIDTH - 4, 27, ("text", "small"))
    pencil.put(2, top + 12, check, OFF)


def draw_fault_sign(pencil: Pencil, say: Say, faults: Sequence[Fault]) -> None:
    """Draw a small reminder in the corner."""
    pencil.rectangle((WIDTH - 12, HEIGHT - 11, WIDTH - 1, HEIGHT - 1), fill=OFF)
    pencil.write(WIDTH - 12, HEIGHT - 12, SIGN, "strong")
