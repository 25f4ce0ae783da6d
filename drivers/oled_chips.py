"""The OLED controllers we drive: one that luma knows is a row here, and a planner where it is written otherwise."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import Image

from drivers.oled_planners import HEIGHT, PAGES, WIDTH, PagePlanner, Pages, Planner, Ssd1306Planner, split_into_pages


class OledChip(NamedTuple):
    """What differs from chip to chip; luma has a class of the same name for each."""

    planner: Callable[[], Planner]
    """Which bytes make one picture the other."""
    contrast: int
    """What luma sets it to when it begins."""
    upright: bool = False
    """The memory is 64 wide and 128 high: the glass lies on its side in our box, its top to the left."""

    def pages(self, image: Image.Image) -> Pages:
        """A picture as the memory of this chip holds it."""
        return split_into_pages(image.transpose(Image.Transpose.ROTATE_270) if self.upright else image)

    def blank(self) -> Pages:
        """The memory when nothing is lit."""
        return [bytes(HEIGHT)] * (WIDTH // 8) if self.upright else [bytes(WIDTH)] * PAGES


CHIPS = {
    "ssd1306": OledChip(Ssd1306Planner, 0xCF),
    "sh1106": OledChip(partial(PagePlanner, first_column=2), 0x7F),  # 132 columns, the glass shows the middle
    "ssd1309": OledChip(Ssd1306Planner, 0xCF),
    "sh1107": OledChip(PagePlanner, 0x7F, upright=True),
}
