"""The compiled build: the same modules as machine code, used only if compiled from exactly these sources.

`setup.py` compiles them with mypyc on request. They are in `compiled` with hashes of their sources, not beside the
sources: there Python would silently prefer an outdated extension to an edited source.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes):
        """Do nothing; only mypyc itself reads this decorator."""
        return lambda cls: cls


__all__ = ["BUILD", "Build", "mypyc_attr"]

SOURCES = "sources.json"
PLAIN = "ARKSIDE_PLAIN"
"""Environment variable: 1 runs plain Python, to compare or to debug."""


class Build:
    """Import finder for the compiled extensions in a folder, used only if all sources are unchanged."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, Path] = {}
        self.edited = ""
        """A source that was edited since it was compiled; if there is one, no extension is used."""
        note = folder / SOURCES
        if note.exists() and os.environ.get(PLAIN) != "1":
            self._open(folder, note)

    def _open(self, folder: Path, note: Path) -> None:
        import hashlib  # noqa: PLC0415 - plain Python needs neither, and every command would wait for them
        import json  # noqa: PLC0415

        for name, digest in json.loads(note.read_text("utf-8")).items():
            source = folder.parent / name
            if not source.exists() or hashlib.sha256(source.read_bytes()).hexdigest() != digest:
                self.edited = f"{folder.parent.name}/{name}"
                return
        suffix = EXTENSION_SUFFIXES[0]
        self.files = {file.name.removesuffix(suffix): file for file in folder.glob(f"*{suffix}")}

    @property
    def used(self) -> bool:
        """Whether compiled extensions are used."""
        return bool(self.files)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a compiled module; None leaves the others to Python."""
        file = self.files.get(fullname)
        if file is None:
            return None
        from importlib.util import spec_from_file_location  # noqa: PLC0415

        return spec_from_file_location(fullname, file, loader=CompiledLoader(fullname, str(file)))


class CompiledLoader(ExtensionFileLoader):
    """Loads a compiled module and completes its abstract classes."""

    def exec_module(self, module: ModuleType) -> None:
        """Load the module."""
        super().exec_module(module)
        complete_abstract_classes(vars(module).values())


def complete_abstract_classes(values: Iterable[object]) -> None:
    """Give every abstract class among these the caches that `isinstance` needs.

    mypyc leaves them out, so that its classes share those of `abc.ABC`: then one answer would be taken for that of all
    other classes.
    """
    from abc import ABCMeta  # noqa: PLC0415 - only the compiled build needs these
    from importlib import import_module  # noqa: PLC0415

    complete = import_module("_abc")._abc_init  # a module of Python itself, without types

    for value in values:
        if isinstance(value, ABCMeta) and "_abc_impl" not in vars(value):
            complete(value)


BUILD = Build(Path(__file__).parent / "compiled")
if BUILD.used:
    sys.meta_path.insert(0, BUILD)
