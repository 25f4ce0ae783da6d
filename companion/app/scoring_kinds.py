"""Kinds of scoring for any game: list, add, share and remove them, the same for the command line, box and phones."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from companion.core.box import Tree
from companion.core.errors import N_, BoxError, SetupError
from companion.core.registry import ANY_GAME, find_game
from companion.core.teach import check_corrections, load_corrections, locate_corrections, write_corrections
from companion.core.untrusted import Unreadable, parse_toml


class KindReader(Protocol):
    """The part of the game that reads kinds of scoring."""

    def describe_templates(self, trees: Mapping[str, Tree]) -> list[dict[str, Any]]:
        """Return kinds of scoring as JSON."""

    def check_template(self, tree: Tree, id: str, file: str) -> None:
        """Refuse a tree that is no kind of scoring."""

    def make_template_id(self, title: str, taken_ids: Iterable[str]) -> str:
        """Return an id for a new kind of scoring."""


class ScoringKind(NamedTuple):
    """A kind of scoring; `own` if the owner made or added it."""

    id: str
    title: str
    own: bool


def get_reader() -> KindReader:
    """Return the game that reads kinds of scoring."""
    return cast(KindReader, find_game(ANY_GAME))


def load_kind_trees(folder: Path) -> dict[str, Tree]:
    """Return all kinds of scoring by id, as their files have them: those that ship, then the owner's."""
    game = find_game(ANY_GAME)
    trees: dict[str, Tree] = game.open_box({}, load_corrections(game, folder)).export_tree()["templates"]
    return trees


def list_kinds(folder: Path) -> list[ScoringKind]:
    """Return all kinds of scoring."""
    own = load_corrections(find_game(ANY_GAME), folder).get("templates", {})
    return [ScoringKind(id, str(tree["title"]), id in own) for id, tree in load_kind_trees(folder).items()]


def write_kind(folder: Path, id: str) -> str:
    """Return a kind of scoring as the text of a file to share."""
    import tomlkit  # noqa: PLC0415 - only who shares needs it

    trees = load_kind_trees(folder)
    if id not in trees:
        raise SetupError(N_("There's no kind {id!r}; known: {known}"), id=id, known=", ".join(trees))
    return tomlkit.dumps(trees[id])


def parse_kind(text: str, id: str, file: str) -> Tree:
    """Return the tree of a text with one kind of scoring; a mistake is refused in one line that names the file."""
    try:
        tree = parse_toml(text)
    except Unreadable as why:
        raise BoxError(N_("{file}: not valid TOML: {why}"), file=file, why=why.why) from None
    get_reader().check_template(tree, id, file)
    return tree


def add_kind(folder: Path, id: str, tree: Tree) -> None:
    """Add a kind of scoring to the owner's file; one with the same id is replaced."""
    game = find_game(ANY_GAME)
    known = load_corrections(game, folder)
    known = {**known, "templates": {**known.get("templates", {}), id: tree}}
    check_corrections(game, known, {})
    write_corrections(locate_corrections(game, folder), known)


def import_kind(folder: Path, text: str, file: str) -> str:
    """Add a shared file and return its title; it replaces a kind of the owner with the same title."""
    tree = parse_kind(text, "shared", file)
    title, kinds = str(tree["title"]), list_kinds(folder)
    same = next((kind.id for kind in kinds if kind.own and kind.title == title), None)
    add_kind(folder, same or get_reader().make_template_id(title, [kind.id for kind in kinds]), tree)
    return title


def remove_kind(folder: Path, id: str) -> None:
    """Remove a kind of scoring that the owner made or added, with the games that were named for it."""
    game = find_game(ANY_GAME)
    known = load_corrections(game, folder)
    own: Mapping[str, Tree] = known.get("templates", {})
    if id not in own:
        raise SetupError(N_("{id!r} isn't a kind of scoring of your own; yours: {known}"), id=id, known=", ".join(own))
    games = {slug: named for slug, named in known.get("games", {}).items() if named.get("kind") != id}
    remaining = {**known, "templates": {name: tree for name, tree in own.items() if name != id}, "games": games}
    write_corrections(locate_corrections(game, folder), {key: tree for key, tree in remaining.items() if tree})
