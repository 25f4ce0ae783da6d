"""The compiled build: the same modules as machine code, used only if they were made from exactly these sources.

`setup.py` compiles them with mypyc where it is asked to. They lie in `compiled`, beside a note of the sources they were
made from, and not beside those: Python alone would prefer an old one to an edited source without a word.
"""

import hashlib
import json
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes):
        """Tells mypyc about a class, such as that plain Python may inherit from it."""
        return lambda cls: cls


__all__ = ["BUILD", "Build", "mypyc_attr"]

SOURCES = "sources.json"
PLAIN = "ARKSIDE_PLAIN"
"""Whoever sets this to 1 wants plain Python, to compare or to look for a mistake."""


class Build(MetaPathFinder):
    """The extensions that lie in a folder, and whether they are used."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, Path] = {}
        self.edited = ""
        """A source that is no longer what was compiled: then nothing that was compiled is used."""
        note = folder / SOURCES
        if note.exists() and os.environ.get(PLAIN) != "1":
            self._open(folder, json.loads(note.read_text("utf-8")))

    def _open(self, folder: Path, sources: dict[str, str]) -> None:
        for name, digest in sources.items():
            source = folder.parent / name
            if not source.exists() or hashlib.sha256(source.read_bytes()).hexdigest() != digest:
                self.edited = f"{folder.parent.name}/{name}"
                return
        suffix = EXTENSION_SUFFIXES[0]
        self.files = {file.name.removesuffix(suffix): file for file in folder.glob(f"*{suffix}")}

    @property
    def used(self) -> bool:
        """Whether anything runs compiled."""
        return bool(self.files)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Where Python finds a module that was compiled; all others it finds by itself."""
        file = self.files.get(fullname)
        if file is None:
            return None
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))


BUILD = Build(Path(__file__).parent / "compiled")
if BUILD.used:
    sys.meta_path.insert(0, BUILD)
