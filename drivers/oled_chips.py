"""The OLED controllers we drive. To add one that luma supports, add a row here."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import Image

from drivers.oled_planners import HEIGHT, PAGES, WIDTH, PagePlanner, Pages, Planner, Ssd1306Planner, split_into_pages


class OledChip(NamedTuple):
    """Differences between chips; luma has a class of the same name for each row of CHIPS."""

    planner: Callable[[], Planner]
    """Makes the planner that decides which bytes to send."""
    contrast: int
    """Contrast that luma sets at the start."""
    upright: bool = False
    """Whether the memory is 64 wide and 128 high. Such glass is mounted on its side in our box, its top to the left."""
    start_line: int | None = 0x40
    """Command for the row of the memory that the glass begins with, which moves a picture down without sending it."""

    def pages(self, image: Image.Image) -> Pages:
        """Return a picture in the layout of this chip's memory."""
        return split_into_pages(image.transpose(Image.Transpose.ROTATE_270) if self.upright else image)

    def blank(self) -> Pages:
        """Return the memory with no pixel lit."""
        return [bytes(HEIGHT)] * (WIDTH // 8) if self.upright else [bytes(WIDTH)] * PAGES


CHIPS = {
    "ssd1306": OledChip(Ssd1306Planner, 0xCF),
    "sh1106": OledChip(partial(PagePlanner, first_column=2), 0x7F),  # 132 columns, the glass shows the middle
    "ssd1309": OledChip(Ssd1306Planner, 0xCF),
    "sh1107": OledChip(PagePlanner, 0x7F, upright=True, start_line=None),  # its rows are our columns,
}
