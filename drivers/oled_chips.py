"""The OLED controllers we drive. To add one that luma supports, add a row here."""

from typing import NamedTuple

from PIL import Image

from drivers.oled_planner import HEIGHT, PAGES, WIDTH, PagePlanner, Pages, split_into_pages

BY_PAGE = (0x20, 0x02)
"""Switches a chip with windows to page addressing; luma sets windows."""


class OledChip(NamedTuple):
    """Differences between chips; luma has a class of the same name for each row of CHIPS."""

    contrast: int
    """Contrast that luma sets at the start."""
    mode: tuple[int, ...] = ()
    """Command for page addressing; the others know nothing else."""
    first_column: int = 0
    """Column of the memory at which the glass begins."""
    upright: bool = False
    """Whether the memory is 64 wide and 128 high. Such glass is mounted on its side in our box, its top to the left."""
    start_line: int | None = 0x40
    """Command for the row of the memory that the glass begins with, which moves a picture down without sending it."""

    def pages(self, image: Image.Image) -> Pages:
        """Return a picture in the layout of this chip's memory."""
        return split_into_pages(image.transpose(Image.Transpose.ROTATE_270) if self.upright else image)

    def make_planner(self) -> PagePlanner:
        """Return a planner that knows nothing of the chip's pointer yet."""
        return PagePlanner(self.first_column)

    def blank(self) -> Pages:
        """Return the memory with no pixel lit."""
        return [bytes(HEIGHT)] * (WIDTH // 8) if self.upright else [bytes(WIDTH)] * PAGES


CHIPS = {
    "ssd1306": OledChip(0xCF, BY_PAGE),
    "sh1106": OledChip(0x7F, first_column=2),  # 132 columns, the glass shows the middle
    "ssd1309": OledChip(0xCF, BY_PAGE),
    "sh1107": OledChip(0x7F, upright=True, start_line=None),  # its rows are our columns
}
