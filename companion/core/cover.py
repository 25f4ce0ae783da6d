"""Facts about a game from its lid, so that people and other programs find it among similar titles."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

PICTURE = "cover.svg"
"""Small picture in a game's folder, drawn for this program."""


class Cover(NamedTuple):
    """Facts from the lid; empty where they are not known."""

    publisher: str = ""
    year: int | None = None
    other_title: str = ""
    """Title of an edition in another language."""
    bgg_id: int | None = None
    """Number of the game at BoardGameGeek, by which other programs recognize it."""

    def describe(self) -> str:
        """Return the facts in one line.

        >>> Cover("Bombyx", 2012, "Noé").describe()
        'Bombyx 2012 · Noé'
        """
        imprint = " ".join(str(part) for part in (self.publisher, self.year) if part)
        return " · ".join(part for part in (imprint, self.other_title) if part)


@cache
def read_cover(folder: Path) -> Cover:
    """Return the facts in `cover.toml` of a game's folder; none if there is no such file."""
    file = folder / "cover.toml"
    return Cover(**tomllib.loads(file.read_text(encoding="utf-8"))) if file.exists() else Cover()
