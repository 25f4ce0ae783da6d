"""The printed pieces of one game as data: read from TOML, checked entry by entry, each figure with its origin.

A game reads its box through `whole`, `text` and `texts`, which check the values. An entry that was never read is
unknown and refused at the end, so a box needs no schema besides the code that uses it.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from companion.core.errors import N_, BoxError, Phrase
from companion.core.untrusted import Quoted, Unreadable, parse_toml, read_text

PROVENANCES = (N_("rulebook"), N_("source"), N_("reconstructed"), N_("owner"))
ORIGIN_KEY = "from"
"""The key of a table that says where its figures come from; tables below inherit it.

Where single figures come from somewhere else, it names them and can name all the `others`:
`from = { weight = "rulebook", others = "reconstructed" }`.
"""
OTHERS_KEY = "others"

Tree = dict[str, Any]


def read_toml(file: Path) -> Tree:
    """Return the tree in a TOML file; the error for an unreadable file names it."""
    try:
        text = read_text(file)
    except Unreadable as why:
        raise BoxError(N_("{file} can't be read: {why}"), file=file, why=why.why) from None
    try:
        return parse_toml(text)
    except Unreadable as why:
        raise BoxError(N_("{file}: not valid TOML: {why}"), file=file, why=why.why) from None


def set_entry(tree: Tree, path: Sequence[str], value: Any) -> None:
    """Set an entry of a tree, creating the tables on its path."""
    *tables, key = path
    for name in tables:
        tree = tree.setdefault(name, {})
    tree[key] = value


def is_short_text(value: object, longest: int) -> bool:
    """Whether a value is a printable text of at most this length, without spaces around it."""
    return isinstance(value, str) and 0 < len(value) <= longest and value == value.strip() and value.isprintable()


class Box:
    """One game's pieces: a tree of figures, with the origin and the file of each.

    >>> box = Box(Path("box.toml"), {"animals": {"from": "rulebook", "cat": {"weight": 2}}})
    >>> box.whole("animals.cat.weight", 1, 9), box.provenance["animals.cat.weight"]
    (2, 'rulebook')
    >>> box.correct({"animals": {"cat": {"weight": 12}}}, "boxes/noah.toml")
    >>> box.whole("animals.cat.weight", 1, 9)
    Traceback (most recent call last):
    companion.core.errors.BoxError: boxes/noah.toml: animals.cat.weight is 12; allowed: a whole number from 1 to 9
    """

    def __init__(self, file: Path, tree: Tree | None = None) -> None:
        """Open a box; `tree` is the content of the file, if it has been read already."""
        self.provenance: dict[str, str] = {}
        self._tree: Tree = {}
        self._file: dict[str, str] = {}
        self._read: set[str] = set()
        self._known: set[str] = set()
        """Entries that the game looked for, whether or not they are there."""
        self._name = str(file)
        self._overlay(self._tree, read_toml(file) if tree is None else tree, "", str(file), None)

    def correct(self, corrections: Tree, file: str, origin: str = "owner") -> None:
        """Lay an edition or the owner's corrections over the box."""
        self._overlay(self._tree, corrections, "", file, origin)

    def export_tree(self) -> Tree:
        """Return a copy of all figures, without their origins."""
        return deepcopy(self._tree)

    def infer_value(self, path: str, value: str | int, origin: str) -> None:
        """Replace a guessed figure by one that follows from corrected ones."""
        table, _, key = path.rpartition(".")
        self.get_value(table)[key] = value
        self.provenance[path] = origin

    def _overlay(self, onto: Tree, tree: Tree, path: str, file: str, origin: str | None) -> None:
        stated, singly = self._origins(tree, path, file, origin)
        for key, value in tree.items():
            at = path + key
            if key == ORIGIN_KEY:
                continue
            self._file[at] = file
            if isinstance(value, dict):
                below = onto.setdefault(key, {})
                if not isinstance(below, dict):
                    self._refuse(at, value, Phrase(N_("a single value, not a table")))
                self._overlay(below, value, at + ".", file, stated)
            else:
                if isinstance(onto.get(key), dict):
                    self._refuse(at, value, Phrase(N_("a table of entries")))
                if key not in singly and stated is None:
                    raise BoxError(
                        N_("{file}: {entry} doesn't say where it comes from: add from = one of {allowed}"),
                        file=file,
                        entry=at,
                        allowed=", ".join(PROVENANCES),
                    )
                onto[key] = value
                self.provenance[at] = singly.get(key, stated)

    def _origins(self, tree: Tree, path: str, file: str, origin: str | None) -> tuple[Any, Tree]:
        """Return the origin of a table's figures, and the exceptions by name."""
        source = tree.get(ORIGIN_KEY, origin)
        stated, singly = (source.get(OTHERS_KEY, origin), source) if isinstance(source, dict) else (source, {})
        for word in (stated, *singly.values()):
            if word is not None and word not in PROVENANCES:
                self._file[path + ORIGIN_KEY] = file
                self._refuse(path + ORIGIN_KEY, word, PROVENANCES)
        return stated, singly

    def list_names(self, path: str) -> list[str]:
        """Return the names of the entries of a table."""
        value = self._read_entry(path)
        if not isinstance(value, dict):
            self._refuse(path, value, Phrase(N_("a table of entries")))
        return list(value)

    def has(self, path: str) -> bool:
        """Whether this entry exists."""
        self._known.add(path)
        tree: Any = self._tree
        for key in path.split("."):
            if not isinstance(tree, dict) or key not in tree:
                return False
            tree = tree[key]
        return True

    def whole(self, path: str, least: int, most: int) -> int:
        """Return a whole number within bounds."""
        value = self._read_entry(path)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self._refuse(path, value, Phrase(N_("a whole number from {least} to {most}"), least=least, most=most))
        return value

    def wholes(self, path: str, least: int, most: int) -> tuple[int, ...]:
        """Return a list of whole numbers within bounds."""
        value = self._read_entry(path)
        wanted = Phrase(N_("a list of whole numbers from {least} to {most}"), least=least, most=most)
        if not isinstance(value, list):
            self._refuse(path, value, wanted)
        for number in value:
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
                self._refuse(path, number, wanted)
        return tuple(value)

    def text(self, path: str, allowed: Sequence[str] = ()) -> str:
        """Return a text, one of those allowed if any are given."""
        value = self._read_entry(path)
        if not isinstance(value, str) or (allowed and value not in allowed):
            self._refuse(path, value, allowed or Phrase(N_("a text")))
        return value

    def short_text(self, path: str, longest: int) -> str:
        """Return a text that fits on a screen."""
        value = self._read_entry(path)
        if not is_short_text(value, longest):
            self._refuse(path, value, Phrase(N_("a text of 1 to {n} letters that can be printed"), n=longest))
        return str(value)

    def short_texts(self, path: str, longest: int) -> tuple[str, ...]:
        """Return a list of texts that each fit on a screen."""
        value = self._read_entry(path)
        wanted = Phrase(N_("a list of texts of 1 to {n} letters that can be printed"), n=longest)
        if not isinstance(value, list):
            self._refuse(path, value, wanted)
        for text in value:
            if not is_short_text(text, longest):
                self._refuse(path, text, wanted)
        return tuple(value)

    def texts(self, path: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Return a list of texts, each one of those allowed."""
        value = self._read_entry(path)
        if not isinstance(value, list):
            self._refuse(path, value, Phrase(N_("a list of: {words}"), words=", ".join(allowed)))
        for name in value:
            if name not in allowed:
                self._refuse(path, name, allowed)
        return tuple(value)

    def refuse_unread(self) -> None:
        """Refuse entries that the game never read, which are misspelled or misplaced."""
        for path in self.provenance:
            if path not in self._read:
                table, _, key = path.rpartition(".")
                known = sorted(p.rpartition(".")[2] for p in self._known if p.rpartition(".")[0] == table)
                near = get_close_matches(key, known, 1) or known
                raise BoxError(
                    N_("{file}: unknown entry {entry}; known here: {known}"),
                    file=self._file[path],
                    entry=path,
                    known=", ".join(near) or "-",
                )

    def require(self, true: bool, path: str, law: Phrase) -> None:
        """Refuse a box with contradictory figures; `law` says what must hold."""
        if not true:
            file = self._file.get(path, self._name)
            raise BoxError(N_("{file}: {entry}: {law}"), file=file, entry=path, law=law)

    def list_reconstructed(self) -> list[str]:
        """Return the entries without evidence, which the owner can correct."""
        return [path for path, origin in self.provenance.items() if origin == "reconstructed"]

    def get_value(self, path: str) -> Any:
        """Return an entry unchecked, for display only."""
        tree: Any = self._tree
        for key in path.split("."):
            tree = tree[key]
        return tree

    def _read_entry(self, path: str) -> Any:
        if not self.has(path):
            file = self._file.get(
                path.rpartition(".")[0], self._name
            )  # the file that adds a table must give all its entries
            raise BoxError(N_("{file}: the entry {entry} is missing"), file=file, entry=path)
        self._read.add(path)
        return self.get_value(path)

    def _refuse(self, path: str, value: object, allowed: Phrase | Iterable[str]) -> NoReturn:
        words = allowed if isinstance(allowed, Phrase) else ", ".join(allowed)
        raise BoxError(
            N_("{file}: {entry} is {value!r}; allowed: {allowed}"),
            file=self._file.get(path, self._name),
            entry=path,
            value=Quoted(value),
            allowed=words,
        )
