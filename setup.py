"""Builds Arkside. With ARKSIDE_COMPILE=1 the modules that simulations spend their time in are compiled by mypyc.

They go into a folder of their own with a note of the sources they were made from; `companion/native.py` says how they
are found, and when they are not used.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

COMPILER = "mypy==2.4.1"
GROUPS = {
    "core": ("question", "ledger", "seat", "cards", "table", "playing", "bots"),
    "games.noah": ("pieces", "deductions", "deduced_cards", "table", "scoring", "rules", "observed", "bots"),
    "games.ark": ("pieces", "supply", "table", "scoring", "rules", "observed", "bots"),
    "games.ark_and_noah": ("hull", "pieces", "ark", "depth", "table", "on_board", "scoring", "rules", "real", "bots"),
    "games.noahs_ark": (
        "dice",
        "pieces",
        "area",
        "deck",
        "runners",
        "table",
        "powers",
        "race",
        "scoring",
        "rules",
        "real",
        "bots",
    ),
}
"""What is compiled, an extension a group: calls within one are direct."""
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt"]
"""These make them so, and calls of Python itself shorter."""
COMPILE = os.environ.get("ARKSIDE_COMPILE") == "1"
COMMANDS = {"bdist_wheel", "build_ext"}
"""The commands that compile; pip calls others before them, to ask what they will need."""

FILES = {group: [f"companion/{group.replace('.', '/')}/{name}.py" for name in names] for group, names in GROUPS.items()}


def extensions():
    """What mypyc makes of the files."""
    from mypyc.build import mypycify  # noqa: PLC0415 - plain Python needs no compiler

    made = mypycify(
        ["--ignore-missing-imports", *(file for group in FILES.values() for file in group)],
        opt_level="2",  # with 3 a turn no longer fits into the cache for instructions, and a tenth is lost
        strip_asserts=True,
        separate=[(group, "arkside_" + name.replace(".", "_")) for name, group in FILES.items()],
    )
    for extension in made:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return made


class Build(build_ext):
    """Puts the extensions apart from the sources, each under its whole name, and a note of the sources beside them."""

    def run(self):
        """Build, then tidy up."""
        super().run()
        if not self.extensions:
            return
        folder = Path(self.build_lib, "companion", "compiled")
        folder.mkdir(parents=True, exist_ok=True)
        for extension in self.extensions:
            built = Path(self.get_ext_fullpath(extension.name))
            built.rename(folder / (extension.name + built.name[built.name.index(".") :]))
        files = [Path(file) for group in FILES.values() for file in group]
        note = {str(file.relative_to("companion")): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
        (folder / "sources.json").write_text(json.dumps(note, indent=1))


if COMPILE and "editable_wheel" in sys.argv:
    raise SystemExit("What is compiled cannot be edited: install it without -e, or use `make compiled`")
setup(
    ext_modules=extensions() if COMPILE and COMMANDS & set(sys.argv) else [],
    setup_requires=[COMPILER] if COMPILE else [],
    cmdclass={"build_ext": Build},
)
