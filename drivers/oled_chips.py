"""The OLED controllers we drive: one that luma knows is a row here, and a planner where it is written otherwise."""

from collections.abc import Callable
from typing import NamedTuple

from drivers.windows import Planner, Sh1106Planner, Ssd1306Planner


class OledChip(NamedTuple):
    """What differs from chip to chip; luma has a class of the same name for each."""

    planner: Callable[[], Planner]
    """Which bytes make one picture the other."""
    contrast: int
    """What luma sets it to when it begins."""


CHIPS = {
    "ssd1306": OledChip(Ssd1306Planner, 0xCF),
    "sh1106": OledChip(Sh1106Planner, 0x7F),
    "ssd1309": OledChip(Ssd1306Planner, 0xCF),
}
