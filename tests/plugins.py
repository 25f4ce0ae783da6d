"""Packages of other people, as far as Python can tell: a module and the notes that an installer leaves beside it."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from companion.core import registry

HEAD = """
from companion.core.face import Light
from companion.games.noah import Noah
from companion.games.noah.face import NoahFace
from companion.games.noah.voice import NoahVoice


class Other(Noah):
    contract = 1
    id = "other"
    title = "Another Noah"
"""


class Packages:
    """What is installed besides Arkside while a test runs."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.modules: list[str] = []
        monkeypatch.syspath_prepend(str(folder))

    def install(self, body: str = "", entry: str = "other", package: str = "others", version: str = "3.1") -> None:
        """A package with one game, which is Noah unless the body says otherwise; the body is that of its class."""
        inside = "".join(f"    {line}\n" for line in dedent(body).splitlines())
        self.write(f"{HEAD}{inside}\n\nGAME = Other()\n", entry, package, version)

    def write(self, source: str, entry: str = "other", package: str = "others", version: str = "3.1") -> None:
        """A package with this module in it."""
        module = package.replace("-", "_")
        self.modules.append(module)
        (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        notes = self.folder / f"{module}-{version}.dist-info"
        notes.mkdir(exist_ok=True)
        (notes / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n", encoding="utf-8"
        )
        (notes / "entry_points.txt").write_text(f"[arkside.games]\n{entry} = {module}:GAME\n", encoding="utf-8")
        self.look_again()

    def uninstall(self, package: str = "others") -> None:
        """Take a package away."""
        for notes in self.folder.glob(f"{package.replace('-', '_')}-*.dist-info"):
            for file in notes.iterdir():
                file.unlink()
            notes.rmdir()
        self.look_again()

    def look_again(self) -> None:
        """Forget what was imported and found."""
        for module in self.modules:
            sys.modules.pop(module, None)
        for found in (registry.find_game, registry._find_our_games, registry._find_other_games, registry._load):
            found.cache_clear()
