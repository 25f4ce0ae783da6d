"""The compiled build: the same modules as machine code, used only if they were made from exactly these sources.

`setup.py` compiles them with mypyc where it is asked to. They lie in `compiled`, beside a note of the sources they were
made from, and not beside those: Python alone would prefer an old one to an edited source without a word.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from typing import Any

    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes):
        """Tells mypyc about a class, such as that plain Python may inherit from it."""
        return lambda cls: cls


__all__ = ["BUILD", "Build", "mypyc_attr"]

SOURCES = "sources.json"
PLAIN = "ARKSIDE_PLAIN"
"""Whoever sets this to 1 wants plain Python, to compare or to look for a mistake."""


class Build:
    """The extensions that lie in a folder, and whether they are used: a finder, as `sys.meta_path` wants them."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, Path] = {}
        self.edited = ""
        """A source that is no longer what was compiled: then nothing that was compiled is used."""
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
        """Whether anything runs compiled."""
        return bool(self.files)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Where Python finds a module that was compiled; all others it finds by itself."""
        file = self.files.get(fullname)
        if file is None:
            return None
        from importlib.util import spec_from_file_location  # noqa: PLC0415

        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))


BUILD = Build(Path(__file__).parent / "compiled")
if BUILD.used:
    sys.meta_path.insert(0, BUILD)
