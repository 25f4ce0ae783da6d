"""What a self-test asks people to do, part by part, and the wire to check when a part stays silent."""

from typing import NamedTuple

from companion.core.errors import N_
from companion.core.seat import SYMBOLS
from companion.core.words import Say

PADDLES = tuple(f"paddle-{seat}" for seat in range(len(SYMBOLS)))
INPUTS = (*PADDLES, "dome", "dial", "dial-push", "back")
"""Parts that people move, in the order of the test."""

OUTPUTS = ("question", "table", "lights", "lamps", "buzzer")
"""Parts that people see or hear."""


class Finding(NamedTuple):
    """What a self-test found out about one part."""

    part: str
    works: bool
    wire: str

    def as_json(self) -> dict[str, str | bool]:
        """For support to read."""
        return {"part": self.part, "works": self.works, "wire": self.wire}


def instruction(say: Say, part: str) -> str:
    """What to do now."""
    if part in PADDLES:
        seat = PADDLES.index(part)
        return say("Press paddle {n} {symbol}", n=seat + 1, symbol=SYMBOLS[seat])
    texts = {
        "dome": say("Press the Ark"),
        "dial": say("Turn the dial"),
        "dial-push": say("Push the dial"),
        "back": say("Press back"),
        "question": say("Does the left screen show a frame?"),
        "table": say("Does the right screen show a frame?"),
        "lights": say("Do all 15 lights shine?"),
        "lamps": say("Do all lamps shine?"),
        "buzzer": say("Did you hear three notes?"),
    }
    return texts[part]


def part_name(say: Say, part: str) -> str:
    """A part in words, for reports."""
    if part in PADDLES:
        return say("paddle {n}", n=PADDLES.index(part) + 1)
    texts = {
        "dome": say("Ark"), "dial": say("dial"), "dial-push": say("push of the dial"), "back": say("back button"),
        "question": say("left screen"), "table": say("right screen"), "lights": say("lights"),
        "lamps": say("lamps"), "buzzer": say("buzzer"),
    }  # fmt: skip
    return texts.get(part, part)


WIRE_WORDS = (
    N_("header pin"), N_("and ground"), N_("address"), N_("data"), N_("nothing: restart the program"),
    N_("its USB cable"), N_("its firmware"), N_("wiring.toml, which does not name it"),
)  # fmt: skip
"""What the drivers say of a wire besides names that are printed on boards."""


def wire_in_words(say: Say, wire: str) -> str:
    """A wire as people call it."""
    for word in WIRE_WORDS:
        wire = wire.replace(word, say(word))
    return wire


def verdict(say: Say, finding: Finding) -> str:
    """One line on one part."""
    name = part_name(say, finding.part)
    if finding.works:
        return say("{part}: ok", part=name)
    return say("{part}: silent, check {wire}", part=name, wire=wire_in_words(say, finding.wire))
