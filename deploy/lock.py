"""Lock files for people who work on Arkside: every library that `make run` and `make test` install, with its hashes.

    make lock                      rewrite requirements.txt and requirements-dev.txt from constraints.txt

The hashes are those of all wheels for Linux on x86_64 and arm64 with Python 3.11 and 3.13. `--covers` succeeds on such
a computer; elsewhere make installs the same versions without hashes. A library that has no wheel for one of them is
locked by its source as well.
"""

import argparse
import json
import platform
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.compiled import MACHINES
from deploy.package import PIP, PROJECT, PYTHONS, digest, run, target, works

CONSTRAINTS = PROJECT / "constraints.txt"
LOCKS = {"requirements.txt": "", "requirements-dev.txt": "[dev]"}
"""Each lock file, and the extras of the project that it installs."""
DOWNLOADS = PROJECT / "build" / "lock"
"""Downloaded files stay here, so that only new ones are fetched the next time."""


def main(words: Sequence[str] | None = None) -> int:
    """Write the lock files, or say whether they cover this computer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--covers", action="store_true", help="succeed if this computer is covered by the lock")
    if parser.parse_args(words).covers:
        return int(not is_covered(platform.system(), platform.machine(), sys.version_info[:2]))
    for name, extras in LOCKS.items():
        libraries = list_libraries(extras)
        entries = [format_entry(library, fetch(library)) for library in libraries]
        head = "# Written by `make lock`: every library with the hashes of all its files that may be installed.\n"
        (PROJECT / name).write_text(head + "".join(entries), encoding="utf-8")
        print(f"{name}: {len(libraries)} libraries")
    return 0


def is_covered(system: str, machine: str, python: tuple[int, ...]) -> bool:
    """Return whether the lock has the wheels for such a computer.

    >>> is_covered("Linux", "aarch64", (3, 13)), is_covered("Darwin", "arm64", (3, 13))
    (True, False)
    """
    return system == "Linux" and machine in MACHINES.values() and ".".join(map(str, python)) in PYTHONS


def list_libraries(extras: str) -> list[str]:
    """Return the libraries that the project needs, `name==version`, and the one that builds it."""
    with TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        words = ("install", "--quiet", "--dry-run", "--ignore-installed", "--report", report, "-c", CONSTRAINTS)
        run(*PIP, *words, "-e", f"{PROJECT}{extras}", "setuptools")
        installed = json.loads(report.read_text(encoding="utf-8"))["install"]
    pins = {f"{library['metadata']['name']}=={library['metadata']['version']}" for library in installed}
    return sorted((pin for pin in pins if not pin.startswith("arkside==")), key=str.lower)


def fetch(library: str) -> list[Path]:
    """Return every file of a library that one of our computers may install; download those that are not there."""
    place = DOWNLOADS / library
    for arch in MACHINES:
        for python in PYTHONS:
            done = place / f".{arch}-{python}"
            if not any(place.glob("*-none-any.whl")) and not done.exists():
                if not works(*PIP, "download", "--quiet", "-d", place, *target(arch, python), library):
                    run(*PIP, "download", "--quiet", "--no-deps", "--no-binary=:all:", "-d", place, library)
                done.touch()
    return sorted(file for file in place.iterdir() if not file.name.startswith("."))


def format_entry(library: str, files: Sequence[Path]) -> str:
    """Return the lines of one library, as pip reads them."""
    return " \\\n".join([library, *(f"    --hash={each}" for each in sorted(map(digest, files)))]) + "\n"


def read_lock(file: Path) -> dict[str, list[str]]:
    """Return the hashes of every library in a lock file.

    >>> read_lock(PROJECT / "requirements.txt").keys() <= read_lock(PROJECT / "requirements-dev.txt").keys()
    True
    """
    text = file.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {library: [re.sub("^--hash=", "", word) for word in words] for library, *words in lines}


if __name__ == "__main__":
    sys.exit(main())
