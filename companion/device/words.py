"""The words of the device: its own catalog first, then those of the program."""

from collections.abc import Iterable
from pathlib import Path

from companion.core.words import PROGRAM, Say

DEVICE = ("device", Path(__file__).parent / "locale")


def bots_in_words(kinds: Iterable[str], say: Say) -> dict[str, str]:
    """How well each of these kinds of bots plays, ours first; what somebody else made has only its name."""
    ours = {"greedy": say("plays well"), "montecarlo": say("thinks ahead"), "random": say("plays anything")}
    known = set(kinds)
    return {kind: words for kind, words in ours.items() if kind in known} | {
        kind: kind for kind in sorted(known - set(ours))
    }


def device_say(language: str) -> Say:
    """The device speaking that language."""
    return Say(language, DEVICE, PROGRAM)
