"""Owners who teach a box, up to the entry a test is about."""

from pathlib import Path

from companion.core.game import Game
from companion.core.teach import Teaching


def teaching_at(game: Game, data: Path, path: str) -> Teaching:
    """Teaching, at the lesson of this entry; those before it are left for another day."""
    taught = Teaching(game, data)
    while taught.lesson is not None and taught.lesson.path != path:
        taught.skip_entry()
    assert taught.lesson is not None, path
    return taught
