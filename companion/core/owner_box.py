"""What a real table tells about its box while it plays is kept, so that the next match does not ask again."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from companion.core.box import Tree, put_at
from companion.core.data_folder import corrections
from companion.core.errors import N_, ArksideError, BoxError
from companion.core.game import Game, Setup
from companion.core.teach import check, corrections_file, write_corrections

Leaves = dict[tuple[str, ...], Any]
"""The single figures of a tree, each by its path."""


class OwnerBox:
    """Keeps what the table of one match tells in the file that corrects the box.

    The match itself goes on with the box it began with, so that its answers can always be replayed. What somebody
    else told since it began, by hand, by teaching or in another match, is left alone.
    """

    def __init__(self, game: Game, setup: Setup, data: Path) -> None:
        self._game = game
        self._options = setup.options
        self._data = data
        self._found = _leaves(setup.corrections)
        self._told: Tree = {}
        self._kept: Leaves = {}

    def keep(self, learned: Tree) -> ArksideError | None:
        """Bring the file up to date; if that cannot be, it stays as it is, and the reason is returned once."""
        if learned == self._told:
            return None
        self._told = deepcopy(learned)
        try:
            self._write(_leaves(learned))
        except BoxError as why:
            return BoxError(N_("What you told about the box is not kept: {why}"), why=why)
        except OSError as why:
            return BoxError(N_("What you told about the box is not kept: {why}"), why=why.strerror)
        return None

    def _write(self, learned: Leaves) -> None:
        before = corrections(self._data, self._game.id)
        after = _tree(self._renewed(_leaves(before), learned))
        if after != before:
            check(self._game, after, self._options)
            write_corrections(corrections_file(self._game, self._data), after)
        self._kept = learned

    def _renewed(self, leaves: Leaves, learned: Leaves) -> Leaves:
        """The figures of the file with those of this match as they are now; taken back, they are as it found them."""
        for path in {**self._kept, **learned}:
            as_found = self._found.get(path)
            if leaves.get(path) in (as_found, self._kept.get(path)):
                leaves[path] = learned.get(path, as_found)
        return {path: value for path, value in leaves.items() if value is not None}


def _leaves(tree: Tree, above: tuple[str, ...] = ()) -> Leaves:
    leaves: Leaves = {}
    for key, value in tree.items():
        leaves |= _leaves(value, (*above, key)) if isinstance(value, dict) else {(*above, key): value}
    return leaves


def _tree(leaves: Leaves) -> Tree:
    tree: Tree = {}
    for path, value in leaves.items():
        put_at(tree, path, value)
    return tree
