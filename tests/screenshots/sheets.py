"""Contact sheets of screenshots, and a page that lists them all with what was found on them."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw

from tests.screenshots.camera import Shot

ACROSS = {"phone": 6, "small-phone": 6, "tablet": 4, "tv": 2, "shared": 4}
"""Screenshots in a row of a sheet, by the name of the screen."""
DOWN = 3
WIDTH = {"phone": 300, "small-phone": 300, "tablet": 440, "tv": 880, "shared": 540}
"""Width of a screenshot on a sheet."""
CAPTION, GAP = 16, 8
BACKGROUND = 128, 128, 128


def make_sheet(shots: Sequence[Shot]) -> Image.Image:
    """Return all screenshots of one size below their names."""
    screen = shots[0].screen
    width = WIDTH[screen.name]
    height = width * screen.height // screen.width
    across = ACROSS[screen.name]
    rows = -(-len(shots) // across)
    sheet = Image.new("RGB", (across * (width + GAP), rows * (height + CAPTION + GAP)), BACKGROUND)
    draw = ImageDraw.Draw(sheet)
    for number, shot in enumerate(shots):
        x, y = number % across * (width + GAP), number // across * (height + CAPTION + GAP)
        draw.text((x + 2, y), shot.view, fill="white")
        with Image.open(shot.file) as picture:
            sheet.paste(picture.convert("RGB").resize((width, height)), (x, y + CAPTION))
    return sheet


def group_shots(shots: Sequence[Shot]) -> dict[str, list[Shot]]:
    """Return the screenshots by screen, colour scheme and language, in the order in which they were taken."""

    def name(shot: Shot) -> str:
        return f"{shot.screen.name}-{shot.scheme}-{shot.language}"

    return {key: list(group) for key, group in groupby(sorted(shots, key=name), key=name)}


def write_sheets(shots: Sequence[Shot], folder: Path) -> list[Path]:
    """Write the contact sheets and return their files."""
    files = []
    for name, group in group_shots(shots).items():
        size = ACROSS[group[0].screen.name] * DOWN
        for number, first in enumerate(range(0, len(group), size), 1):
            file = folder / f"sheet-{name}-{number}.png"
            make_sheet(group[first : first + size]).save(file, optimize=True)
            files.append(file)
    return files


def write_index(sheets: Sequence[Path], defects: Mapping[str, Sequence[str]], folder: Path) -> Path:
    """Write a page with all sheets, and the defects by screenshot."""
    rows = "".join(
        f'<li><a href="{escape(name)}">{escape(name)}</a>: {escape("; ".join(found))}</li>'
        for name, found in defects.items()
    )
    pictures = "".join(f'<h2>{sheet.stem}</h2><img src="{sheet.name}" loading="lazy">' for sheet in sheets)
    file = folder / "index.html"
    file.write_text(
        f'<!doctype html><meta charset="utf-8"><title>Screenshots</title><ul>{rows}</ul>{pictures}', encoding="utf-8"
    )
    return file
