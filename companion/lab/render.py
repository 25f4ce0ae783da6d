"""Pictures of a table for papers and videos: its board in text, as an SVG picture, and as pixels."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

from companion.core.game import Game, Table

LANGUAGE = "en"
COLUMNS = 100
"""Characters in a line; longer lines go on below."""
FONT_SIZE = 14
CHARACTER_WIDTH, LINE_HEIGHT = 9, 18
MARGIN = 12
INK, PAPER = "#1d2733", "#fbfaf7"


def draw_text(game: Game, table: Table) -> list[str]:
    """Return the heading and the board as lines of text: what everyone sees."""
    voice = game.voice(game.say(LANGUAGE))
    lines = [voice.heading(table), *voice.board(table)]
    return [part for line in lines for part in wrap(line, COLUMNS, replace_whitespace=False, drop_whitespace=False)]


def measure_picture(lines: Sequence[str]) -> tuple[int, int]:
    """Return width and height of a picture of these lines."""
    return 2 * MARGIN + COLUMNS * CHARACTER_WIDTH, 2 * MARGIN + len(lines) * LINE_HEIGHT


def draw_svg(lines: Sequence[str]) -> str:
    """Return lines of text as an SVG picture."""
    width, height = measure_picture(lines)
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + (row + 1) * LINE_HEIGHT - 4}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<g font-family="DejaVu Sans Mono, monospace" font-size="{FONT_SIZE}" fill="{INK}">{rows}</g></svg>'
    )


def paint_text(lines: Sequence[str]) -> Any:
    """Return lines of text as pixels: an array of height x width x 3 bytes."""
    import matplotlib  # noqa: PLC0415 - an extra, and slow to import
    import numpy as np  # noqa: PLC0415
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415

    # the font that comes with matplotlib has the signs of seats, sexes and climates
    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    font = ImageFont.truetype(str(file), FONT_SIZE)
    picture = Image.new("RGB", measure_picture(lines), PAPER)
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        draw.text((MARGIN, MARGIN + row * LINE_HEIGHT), line, INK, font)
    return np.asarray(picture)
