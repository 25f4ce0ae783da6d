"""The self-test of the box as the host's page shows it: lines to read, the pins to look at, and buttons."""

from collections.abc import Collection
from typing import Any

from companion.app.app import App
from companion.app.part_words import describe_finding, describe_test_step
from companion.core.words import Say

HEADER_PINS = 40
PITCH = 2.0
"""Distance between two pins in the picture of the header."""
SMALL, LARGE = 0.25, 0.8
"""Half the width of a pin, and of one that is marked."""


def describe_self_test(app: App, say: Say) -> dict[str, Any] | None:
    """Return the current step with its buttons, or the results; None where there is no box to test."""
    test = app.self_test
    if not app.wires:
        return None
    if test is None:
        lines = [say("Press, look and listen, part by part. The box shows each step too.")]
        return {"part": None, "lines": lines, "failed": [], "acts": [["start", say("Start")]]}
    failed = [
        {"text": describe_finding(say, finding), "header": draw_header(app.header_pins.get(finding.part, ()))}
        for finding in test.failures
    ]
    stop = ["stop", say("Close")]
    if test.part is None:
        lines = [] if failed else [say("Every part works.")]
        acts = [["start", say("Test again")], stop]
    else:
        lines = [f"{test.number}/{test.count}", describe_test_step(say, test.part)]
        acts = (
            [stop, ["no", say("Nothing happens")]]
            if test.is_moved_part
            else [stop, ["no", say("No")], ["yes", say("Yes")]]
        )
    return {"part": test.part, "lines": lines, "failed": failed, "acts": acts}


def draw_header(pins: Collection[int]) -> str:
    """Return an SVG path of the Pi's header from above, pin 1 at the lower left, with these pins marked; or nothing."""
    if not pins:
        return ""
    path = ""
    for pin in range(1, HEADER_PINS + 1):
        half = LARGE if pin in pins else SMALL
        x, y = (pin - 1) // 2 * PITCH + 1, 3.0 if pin % 2 else 1.0
        path += f"M{x - half:g} {y - half:g}h{2 * half:g}v{2 * half:g}h-{2 * half:g}z"
    return path
