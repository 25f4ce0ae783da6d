"""Everything known before a match: kinds of scoring, and the games that people have named."""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Final, NamedTuple
from zlib import crc32

from companion.core.box import Box, Tree
from companion.core.words import normalize_spelling
from companion.games.any_game.template import Template, read_template

LONGEST_NAME: Final = 24
LONGEST_SLUG: Final = 30
NAMED_GAME_PREFIX: Final = "game-"
"""Prefix of the ids of games that were named before."""


class NamedGame(NamedTuple):
    """A game people have played before: its name and its kind of scoring."""

    slug: str
    title: str
    template: Template

    def __str__(self) -> str:
        return NAMED_GAME_PREFIX + self.slug


class AnyPieces:
    """Kinds of scoring that fit this many players, and the games named before."""

    def __init__(self, box: Box, players: int) -> None:
        known: Mapping[str, Template] = {
            id: read_template(box, id, f"templates.{id}.") for id in box.list_names("templates")
        }
        named = [_read_game(box, slug, known) for slug in box.list_names("games")]
        self.trees: Mapping[str, Tree] = box.export_tree()["templates"]
        """All kinds of scoring by id, as their files have them."""
        self.templates = [template for template in known.values() if players in template.players]
        self.games = [template for template in named if players in template.template.players]

    def copy_tree(self, id: str) -> Tree:
        """Return what a file with this kind of scoring would hold, to be changed."""
        return deepcopy(self.trees[id])


def _read_game(box: Box, slug: str, templates: Mapping[str, Template]) -> NamedGame:
    title = box.short_text(f"games.{slug}.title", LONGEST_NAME)
    kind = box.text(f"games.{slug}.kind", tuple(templates))
    return NamedGame(slug, title, templates[kind])


def make_slug(name: str) -> str:
    """Return a name as an entry of a file: small letters, digits and hyphens.

    >>> make_slug("Les Châteaux, 2e éd."), make_slug("麻雀").startswith("name-")
    ('les-chateaux-2e-ed', True)
    """
    words = re.findall("[a-z0-9]+", normalize_spelling(name))
    return "-".join(words)[:LONGEST_SLUG].strip("-") or f"name-{crc32(name.encode())}"
