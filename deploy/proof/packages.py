"""Packages to try: the one of this commit, a newer one, and one that does not start."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.release import clone

PROJECT = Path(__file__).resolve().parents[2]
DEBS = PROJECT / "build" / "deb"


KEYS = PROJECT / "build" / "throwaway-keys"
"""Where the key lies that signs packages to try; the packages built here trust it."""


def build_package(arch: str = "amd64") -> Path:
    """Build the package of what is under version control now, for boxes that trust the throwaway key."""
    make_key()
    words = [sys.executable, "deploy/package.py", "--arch", arch, "--keys", str(KEYS)]
    done = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Path(done.stdout.split()[-1])


def make_key() -> None:
    """Make a key without password, once."""
    if not (KEYS / "release.pub").exists():
        KEYS.mkdir(parents=True, exist_ok=True)
        pair = ["-p", str(KEYS / "release.pub"), "-s", str(KEYS / "release.key")]
        subprocess.run(["minisign", "-G", "-f", "-W", *pair], check=True, capture_output=True)


def signature_of(package: Path) -> Path:
    """Sign a package and return the file with its signature."""
    file = package.with_name(f"{package.name}.minisig")
    file.unlink(missing_ok=True)
    surroundings = {**os.environ, "SECRET_KEY": str(KEYS / "release.key"), "MINISIGN": "-W"}
    subprocess.run([PROJECT / "deploy/sign.sh", package], env=surroundings, check=True, capture_output=True)
    return file


def truncate_package(package: Path) -> Path:
    """Write the first half of a package under its full name, as on a stick that was pulled out too early."""
    folder = DEBS / "half"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / package.name
    content = package.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    shutil.copyfile(signature_of(package), file.with_name(f"{file.name}.minisig"))
    return file


def build_variant(package: Path, version: str, broken: bool = False, arch: str = "amd64") -> Path:
    """Build the same package under another version; a broken one fails whenever it is started.

    One for another architecture keeps its name, as on a stick where somebody has renamed it.
    """
    file = package.with_name(package.name.replace(f"_{version_of(package)}_", f"_{version}_"))
    with TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        subprocess.run(["dpkg-deb", "-R", str(package), str(tree)], check=True)
        control = tree / "DEBIAN" / "control"
        text = control.read_text(encoding="utf-8")
        text = text.replace(f"Version: {version_of(package)}", f"Version: {version}")
        control.write_text(text.replace("Architecture: amd64", f"Architecture: {arch}"), encoding="utf-8")
        if broken:
            start = tree / "usr/lib/arkside/lib/companion/as_service.py"
            start.write_text('raise SystemExit("arkside: built wrongly")\n', encoding="utf-8")
        shutil.copymode(package, control)
        subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "-b", str(tree), str(file)], check=True)
    return file


def version_of(package: Path) -> str:
    """Return the version of a package."""
    done = subprocess.run(["dpkg-deb", "-f", str(package), "Version"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def bytes_of_two_builds() -> tuple[bytes, bytes]:
    """Build the package in two copies of one commit, the second time with another time zone, locale and umask."""
    make_key()
    with TemporaryDirectory(prefix="arkside-proof-") as scratch:
        here = clone(Path(scratch) / "here" / "source")
        elsewhere = Path(shutil.copytree(here, Path(scratch) / "elsewhere" / "source", symlinks=True))
        surroundings = {**os.environ, "LC_ALL": "C", "TZ": "Asia/Tokyo"}
        return build_in(here, "022", {**os.environ}), build_in(elsewhere, "077", surroundings)


def build_in(source: Path, umask: str, surroundings: dict[str, str]) -> bytes:
    """Build the package of a copy of the project and return its bytes."""
    words = [sys.executable, "deploy/package.py", "--arch", "amd64", "--keys", str(KEYS), "--into", str(source.parent)]
    subprocess.run(["sh", "-c", f'umask {umask}; exec "$@"', "sh", *words], cwd=source, check=True, env=surroundings)
    return next(source.parent.glob("*.deb")).read_bytes()
