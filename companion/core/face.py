"""How a game looks on the device: lights, lamps, a picture and tunes. Each game's `face.py` says it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.facts import Change
from companion.core.question import Question

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

LIGHTS = 15
"""Pixels of the light bar: five zones of three."""

BLINKS = ("steady", "slow", "fast", "double")


class Light(NamedTuple):
    """One pixel of the bar: its colour at full brightness, and its rhythm."""

    red: int
    green: int
    blue: int
    blink: str = "steady"


DARK = Light(0, 0, 0)


class Face(ABC):
    """What the 15 lights, the second screen and the buzzer show of a table."""

    @abstractmethod
    def lights(self, table: Any, question: Question | None) -> Sequence[Light]:
        """The light bar, from left to right."""

    @abstractmethod
    def picture(self, draw: "ImageDraw", table: Any, question: Question | None) -> None:
        """Draw the table on an empty screen of 128 x 64 black and white pixels."""

    @abstractmethod
    def tune(self, changes: Sequence[Change]) -> str:
        """The name of the tune for what just changed, or nothing for silence."""
