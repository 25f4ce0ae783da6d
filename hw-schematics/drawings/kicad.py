"""Runs KiCad: the one on the path if it is version 9, else the one that `make drawing-tools` put into a folder."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent / ".tools" / "kicad"
BENCH = "tmp/bench"


class NoKicad(RuntimeError):
    """There is no KiCad 9 here."""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of KiCad in a folder; what it writes there comes back."""
    if _on_the_path():
        return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if not (ROOT / "usr/bin/kicad-cli").exists():
        raise NoKicad("KiCad 9 is not here: run `make drawing-tools` first (as root, on Debian 12)")
    bench = ROOT / BENCH
    shutil.rmtree(bench, ignore_errors=True)
    shutil.copytree(folder, bench)
    settings = ("HOME=/tmp", "LC_ALL=C.UTF-8", "KICAD9_3DMODEL_DIR=/usr/share/kicad/3dmodels")
    inside = ("chroot", str(ROOT), "/usr/bin/env", "-C", f"/{BENCH}", *settings, *words)
    done = subprocess.run(inside, capture_output=True, text=True, check=False)  # noqa: S603
    shutil.copytree(bench, folder, dirs_exist_ok=True)
    return done


def must(folder: Path, *words: str) -> str:
    """The same, where anything but success ends the drawing; returns what it said."""
    done = run(folder, *words)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def _on_the_path() -> bool:
    program = shutil.which("kicad-cli")
    if program is None:
        return False
    version = subprocess.run((program, "version"), capture_output=True, text=True, check=False)  # noqa: S603
    return version.stdout.startswith("9.")
