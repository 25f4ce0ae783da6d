"""Words of the self-test: what to press or look at for each part, and the wire to check when a part fails."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.errors import N_
from companion.core.seat import SYMBOLS
from companion.core.words import Say
from drivers.fault import Fault

PADDLE_COUNT = 5
"""Paddles that the wiring has on the lid; further seats race on a phone or on the dome."""

PADDLES = tuple(f"paddle-{seat}" for seat in range(PADDLE_COUNT))
INPUTS = (*PADDLES, "dome", "dial", "dial-push", "back")
"""Parts that people move, in the order of the test."""

ALL_LAMPS = "lamps"
"""All lamps together; only if one is dark are they tested one by one."""

OUTPUTS = ("question", "table", "lights", "pod", ALL_LAMPS, "buzzer")
"""Parts that people see or hear; a maker's own screens come before them."""


def list_parts_to_check(wires: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the wired parts that people see or hear, and those that they move, in the order of the test."""
    screens = [part for part in wires if part not in (*OUTPUTS, *INPUTS) and is_own_screen(part)]
    watched, moved = (*screens, *OUTPUTS), INPUTS
    return [part for part in watched if part in wires], [part for part in moved if part in wires]


def list_lamps(wires: Mapping[str, str]) -> list[str]:
    """Return the lamps that this box has, in the order of the paddles."""
    return [part for part in wires if part.endswith("-lamp")]


def is_own_screen(part: str) -> bool:
    """Whether an unknown part is a maker's own screen: only those have names without digits and dashes."""
    return part.isalpha()


class Finding(NamedTuple):
    """Result of the self-test for one part."""

    part: str
    works: bool
    wire: str
    fault: Fault | None = None
    """Fault that the drivers reported, if any."""

    def as_json(self) -> dict[str, str | bool]:
        """Return the result for the support report."""
        entry: dict[str, str | bool] = {"part": self.part, "works": self.works, "wire": self.wire}
        return entry if self.fault is None else {**entry, "fault": self.fault.what, "detail": self.fault.detail}


def describe_test_step(say: Say, part: str) -> str:
    """Return what to press or look at to test a part."""
    paddle = part.removesuffix("-lamp")
    if paddle in PADDLES:
        seat = PADDLES.index(paddle)
        if part == paddle:
            return say("Press paddle {n} {symbol}", n=seat + 1, symbol=SYMBOLS[seat])
        return say("Is the lamp of paddle {n} {symbol} on?", n=seat + 1, symbol=SYMBOLS[seat])
    texts = {
        "dome": say("Press the Ark"),
        "dial": say("Turn the dial"),
        "dial-push": say("Push the dial"),
        "back": say("Press the back button"),
        "question": say("Does the left screen show a frame?"),
        "table": say("Does the right screen show a frame?"),
        "lights": say("Are all 15 lights on?"),
        "pod": say("Does the ring of the pod shine?"),
        ALL_LAMPS: say("Are all the lamps on?"),
        "dome-lamp": say("Is the lamp of the Ark on?"),
        "buzzer": say("Did you hear three notes?"),
    }
    return texts.get(part) or say("Does the screen {name} show a frame?", name=part)


def name_part(say: Say, part: str) -> str:
    """Return the name of a part for reports and faults; paddles and their lamps are numbered from 1."""
    first, _, number = part.partition("-")
    if first == "paddle":
        seat, _, lamp = number.partition("-")
        return say("lamp {n}", n=int(seat) + 1) if lamp else say("paddle {n}", n=int(seat) + 1)
    names = {
        "question": say("left screen"), "table": say("right screen"), "lights": say("lights"), ALL_LAMPS: say("lamps"),
        "dome": say("Ark"), "dome-lamp": say("Ark lamp"), "dial": say("dial"), "power": say("power"),
        "dial-push": say("dial button"), "back": say("back button"), "buzzer": say("buzzer"),
        "buttons": say("buttons"), "pod": say("pod"),
    }  # fmt: skip
    return names.get(part) or (say("screen {name}", name=part) if is_own_screen(part) else part)


WIRE_WORDS = (
    N_("header pin"), N_("and ground"), N_("address"), N_("data"), N_("nothing: restart the program"),
    N_("its USB cable"), N_("its firmware"), N_("wiring.toml, which doesn't name it"), N_("power supply"),
)  # fmt: skip
"""Words in the drivers' wire names that need translation; the rest is printed on the boards."""


def translate_wire(say: Say, wire: str) -> str:
    """Translate the name of a wire."""
    for word in WIRE_WORDS:
        wire = wire.replace(word, say(word))
    return wire


def describe_fault(say: Say, fault: Fault) -> str:
    """Return a few words that name a part and its fault."""
    if fault.part == "power":
        return say("weak power supply")
    part = name_part(say, fault.part)
    if fault.what == "stuck":
        return say("{part}: stuck", part=part)
    if fault.what == "flickering":
        return say("{part}: loose contact", part=part)
    return say("{part}: not working", part=part)


NOT_THE_WIRES = ("busy", "not-allowed", "no-library")
"""Faults that are not caused by a wire."""


def describe_unreachable_part(say: Say, name: str, fault: Fault) -> str:
    """Return why this program cannot reach a part, and what to do about it."""
    if fault.what == "busy":
        owner = fault.owner or say("another program")
        return say("{part}: in use by {owner}; stop that first", part=name, owner=owner)
    if fault.what == "not-allowed":
        return say("{part}: no permission; add this user to the groups gpio, i2c and spi", part=name)
    return say("{part}: a library is missing; install arkside[pi]", part=name)


def describe_finding(say: Say, finding: Finding) -> str:
    """Return one line about a tested part."""
    name = name_part(say, finding.part)
    if finding.works:
        return say("{part}: ok", part=name)
    if finding.fault is not None and finding.fault.what in NOT_THE_WIRES:
        return describe_unreachable_part(say, name, finding.fault)
    return say("{part}: no signal, check {wire}", part=name, wire=translate_wire(say, finding.wire))
