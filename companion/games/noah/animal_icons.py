"""Small pictures of the animals for the screens of the box: twelve by twelve dots, drawn for this program."""

from collections.abc import Mapping, Sequence
from pathlib import Path

SIZE = 12


def _read_icons() -> dict[str, tuple[str, ...]]:
    """Return the pictures in `animal_icons.txt`: a name and its rows of dots, with an empty line after each."""
    text = Path(__file__).with_name("animal_icons.txt").read_text(encoding="utf-8")
    blocks = [block.split() for block in text.split("\n\n")]
    return {name: tuple(rows) for name, *rows in blocks}


ANIMAL_ICONS: Mapping[str, Sequence[str]] = _read_icons()
"""By species."""
