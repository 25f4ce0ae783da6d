"""Compiles the rules of the games for the Pythons of another computer, with Debian's cross compiler and headers.

No Pi and no emulator is needed. `package.py --compiled` puts the result into the package beside the sources;
`companion/native.py` uses it only while those are unchanged.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parent.parent
HEADERS = PROJECT / "build" / "headers"
SUITES = {"3.11": "bookworm", "3.13": "trixie"}
"""The Debian that has each Python."""
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Architectures that packages are built for, and the name that compilers have for each."""
FLAGS = ("-DNDEBUG", "-fwrapv", "-g0")
"""As Python itself is compiled, and without debug information: flags in the environment replace those of Python."""
RULES = "companion"
PACKAGES = (RULES, "drivers", "firmware")
"""Packages that the compiler reads; it compiles nothing of the last two, but must know the types that the rules use."""


class MissingTools(Exception):
    """A cross compiler or its headers are not installed; the message says what to install."""


def compile_rules(arch: str, python: str, into: Path) -> None:
    """Write the extensions for one computer and one Python into a folder, with the note of their sources."""
    check_tools(arch)
    machine = triplet(arch)
    headers = fetch_headers(arch, python)
    with TemporaryDirectory() as scratch:
        folder, built = Path(scratch, "source"), Path(scratch, "built")
        copy_sources(folder)
        flags = (*FLAGS, f"-I{headers}", f"-I{headers}/python{python}", f"-ffile-prefix-map={folder}=.")
        settings = {
            "ARKSIDE_COMPILE": "1",
            "CC": f"{machine}-gcc",
            "LDSHARED": f"{machine}-gcc -shared -s",
            "CFLAGS": " ".join(flags),
            "SETUPTOOLS_EXT_SUFFIX": suffix(arch, python),
        }
        words = ["setup.py", "-q", "build_ext", "--parallel", "2", "--build-lib", built]
        done = subprocess.run(
            [sys.executable, *map(str, words)], cwd=folder, env={**os.environ, **settings},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            sys.exit(f"the rules could not be compiled for {arch} and Python {python}:\n{done.stdout}{done.stderr}")
        shutil.copytree(built / RULES / "compiled", into, dirs_exist_ok=True)


def check_tools(arch: str) -> None:
    """Raise an error that names what is missing to compile for an architecture."""
    packages = {f"{triplet(arch)}-gcc": f"gcc-{triplet(arch).replace('_', '-')} libc6-dev", "mmdebstrap": "mmdebstrap"}
    if arch == "arm64":
        packages[f"{triplet(arch)}-gcc"] += "-arm64-cross"
    if missing := [package for tool, package in packages.items() if shutil.which(tool) is None]:
        raise MissingTools(f"compiling for {arch} needs more tools: apt install {' '.join(missing)}")


def triplet(arch: str) -> str:
    """Return Debian's name of a machine, with which its compilers and folders begin."""
    return f"{MACHINES[arch]}-linux-gnu"


def suffix(arch: str, python: str) -> str:
    """Return the end of the name of every extension, by which each Python finds its own ones."""
    return f".cpython-{python.replace('.', '')}-{triplet(arch)}.so"


def copy_sources(folder: Path) -> None:
    """Copy what the compiler reads; it writes beside it."""
    folder.mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(PROJECT / name, folder / name)
    unneeded = shutil.ignore_patterns("__pycache__", "compiled")
    for name in PACKAGES:
        shutil.copytree(PROJECT / name, folder / name, ignore=unneeded)


def fetch_headers(arch: str, python: str) -> Path:
    """Return the headers of Debian's Python for an architecture; those already there are not fetched again."""
    folder = HEADERS / f"{arch}-{python}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent) as scratch:
            root, new = Path(scratch, "root"), Path(scratch, "new")
            # only unpacked: no program of these packages has to run
            words = [
                "mmdebstrap", "--quiet", "--variant=extract", f"--architectures={arch}", "--skip=check/qemu",
                "--aptopt=Apt::Install-Recommends false", f"--include=libpython{python}-dev", SUITES[python],
                root, find_mirror(),
            ]  # fmt: skip
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"the headers of Python {python} could not be fetched:\n{done.stderr}")
            for part in (f"python{python}", f"{triplet(arch)}/python{python}"):
                shutil.copytree(root / "usr/include" / part, new / part)
            new.rename(folder)
    return folder


def find_mirror() -> str:
    """Return where this computer itself gets Debian's packages from."""
    words = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Component: main"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    sites = [site for site in done.stdout.split() if "security" not in site]
    return sites[0] if sites else "http://deb.debian.org/debian"
