"""Builds the Debian package: one file for Python 3.11 (bookworm) and 3.13 (trixie), the same bytes from a commit.

    make deb                       for this computer's architecture
    make deb ARCH=arm64            for a Pi; no Pi, emulator or compiler is needed: all libraries come as wheels
    make deb ARCH=arm64 COMPILED=yes    with compiled rules for both Pythons, by a cross compiler (see compiled.py)

The libraries are those of `requirements.txt`, each checked against its hash. `make deb-lock` writes that
file anew from `requirements.in` and `constraints.txt`.
"""

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deploy.compiled import MACHINES, MissingTools, check_tools, compile_rules

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
LOCK = HERE / "requirements.txt"
PYTHONS = ("3.11", "3.13")
GLIBC = (36, 35, 34, 31, 28, 27, 26, 24, 17)
"""bookworm has glibc 2.36; wheels are tagged with the oldest one they run on."""
HOME = "usr/lib/arkside"
KEY_SLOTS = 2
"""Public keys that a box reads: the one in use, and one to change to."""
NEEDLESS = ("adafruit_blinka/board/", "adafruit_blinka/microcontroller/")
"""Two hundred other boards, with programs compiled for them; the lights hang on SPI, for which none of this is read."""
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def main(words: Sequence[str] | None = None) -> int:
    """Build a package, or lock the libraries."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="example: python deploy/package.py --arch arm64"
    )
    parser.add_argument("--arch", choices=MACHINES, default=own_architecture(), help="the computer to build for")
    parser.add_argument("--into", type=Path, default=PROJECT / "build" / "deb", help="the folder for the package")
    parser.add_argument("--version", help="another version than the program's, to try updates")
    parser.add_argument("--keys", type=Path, default=HERE / "keys", help="folder of public keys that the box trusts")
    parser.add_argument("--compiled", action="store_true", help="compile the rules too, for both Pythons")
    parser.add_argument("--lock", action="store_true", help="write requirements.txt instead")
    args = parser.parse_args(words)
    if args.lock:
        write_lock()
        return 0
    os.environ.setdefault("SOURCE_DATE_EPOCH", commit_time())
    args.into.mkdir(parents=True, exist_ok=True)
    try:
        print(build(args.arch, args.into, args.version or version(), args.keys, args.compiled))
    except MissingTools as error:
        sys.stderr.write(f"package: {error}\n")
        return 1
    return 0


def own_architecture() -> str:
    """Return dpkg's name for this computer's architecture."""
    return next((name for name, machine in MACHINES.items() if machine == os.uname().machine), "amd64")


def version() -> str:
    """Return the program's own version."""
    text = (PROJECT / "companion" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(r'^VERSION = "(.+)"$', text, re.MULTILINE)
    assert match is not None
    return match[1]


def commit_time() -> str:
    """Return the time of the commit, which all files of the package get, so that every build has the same bytes."""
    return git("log", "-1", "--format=%ct").strip() or "1767225600"


def git(*words: str) -> str:
    """Run git on this project and return its output."""
    # git refuses folders of other users unless they are declared safe: the installer is root, the clone is a user's.
    done = subprocess.run(
        ["git", "-c", f"safe.directory={PROJECT}", *words], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    return done.stdout


def build(arch: str, into: Path, version: str, keys: Path = HERE / "keys", compiled: bool = False) -> Path:
    """Build the package into a folder and return its file."""
    if compiled:
        check_tools(arch)
    if shutil.which("dpkg-deb") is None:
        raise MissingTools("packing needs dpkg-deb: apt install dpkg, or brew install dpkg on a Mac")
    with TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(HERE / "files", tree, symlinks=True)
        lay_libraries(tree / HOME, fetch(arch, PROJECT / "build" / "wheels" / arch))
        lay_program(tree / HOME / "lib", version)
        for python in PYTHONS if compiled else ():
            compile_rules(arch, python, tree / HOME / "lib/companion/compiled")
        lay_documents(tree / "usr/share/doc/arkside", version)
        lay_keys(tree / "usr/share/arkside/keys", keys)
        lay_control(tree, arch, version)
        normalise_tree(tree)
        file = into / f"arkside_{version}_{arch}.deb"
        run("dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", tree, file)
    return file


def fetch(arch: str, folder: Path) -> list[Path]:
    """Return the wheels of the lock for both Pythons; those already there are checked and not fetched again."""
    wheels: dict[str, Path] = {}
    for python in PYTHONS:
        place = folder / python
        words = ("download", "--quiet", "--require-hashes", "-r", LOCK, "-d", place, *target(arch, python))
        if not works(*PIP, *words, "--no-index", "--find-links", place):
            pip(*words)
        wheels |= {file.name: file for file in sorted(place.glob("*.whl")) if is_locked(file)}
    return [wheels[name] for name in sorted(wheels)]


def is_locked(wheel: Path) -> bool:
    """Return whether the lock still names this file; the folder may hold older ones."""
    return digest(wheel) in LOCK.read_text(encoding="utf-8")


def digest(file: Path) -> str:
    """Return the hash of a file, as pip writes it."""
    return f"sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}"


def target(arch: str, python: str) -> Iterator[str]:
    """Yield the options that make pip choose wheels for another computer."""
    yield from ("--no-deps", "--only-binary=:all:", "--implementation=cp", f"--python-version={python}")
    yield from (f"--abi={abi}" for abi in (f"cp{python.replace('.', '')}", "abi3", "none"))
    yield from (f"--platform=manylinux_2_{minor}_{MACHINES[arch]}" for minor in GLIBC)
    yield f"--platform=manylinux2014_{MACHINES[arch]}"


def lay_program(folder: Path, version: str) -> None:
    """Copy the files of Arkside that are under version control, and write its metadata for Python's tools."""
    listed = [name for name in git("ls-files", "-z").split("\0") if name]
    if not listed:
        sys.exit(f"{PROJECT} is no clone of the project: git knows no files in it")
    for name in listed:
        if name.startswith(("companion/", "drivers/", "firmware/")) and not name.endswith(".md"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(PROJECT / name, folder / name)
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"arkside-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: arkside\nVersion: {version}\n", encoding="utf-8")
    points = [
        f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")


def lay_libraries(home: Path, wheels: Sequence[Path]) -> None:
    """Unpack pure Python wheels once for all Pythons, and compiled ones into a folder per Python."""
    for wheel in wheels:
        if wheel.name.endswith("-none-any.whl"):
            unpack(wheel, home / "lib")
            continue
        for python in PYTHONS:
            tag = f"cp{python.replace('.', '')}"
            if f"-{tag}-" in wheel.name or "-abi3-" in wheel.name:
                unpack(wheel, home / tag)


def unpack(wheel: Path, folder: Path) -> None:
    """Unpack a wheel's modules and its dist-info; leave out scripts, refuse anything else."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            inside = name.split("/")
            if name.startswith(NEEDLESS):
                continue
            if inside[0].endswith(".data"):
                if inside[1] not in ("scripts", "headers", "data"):
                    sys.exit(f"{wheel.name} holds {name}, which this does not know how to lay")
            else:
                archive.extract(name, folder)


def lay_documents(folder: Path, version: str) -> None:
    """Copy copyright, changelog, manual page and the installation guide."""
    folder.mkdir(parents=True)
    shutil.copyfile(HERE / "README.md", folder / "README.md")
    shutil.copyfile(HERE / "debian" / "copyright", folder / "copyright")
    log = (HERE / "debian" / "changelog").read_text(encoding="utf-8").format(version=version, date=date())
    (folder / "changelog.gz").write_bytes(gzip.compress(log.encode(), mtime=0))
    man = folder.parent.parent / "man" / "man1" / "arkside.1.gz"
    man.parent.mkdir(parents=True)
    man.write_bytes(gzip.compress((HERE / "debian" / "arkside.1").read_bytes(), mtime=0))
    overrides = folder.parent.parent / "lintian" / "overrides" / "arkside"
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(HERE / "debian" / "lintian-overrides", overrides)


def lay_keys(folder: Path, keys: Path) -> None:
    """Copy the public keys whose signatures the box accepts."""
    key_files = sorted(keys.glob("*.pub"))
    if len(key_files) > KEY_SLOTS:
        sys.exit(f"{keys} has {len(key_files)} public keys; a box trusts {KEY_SLOTS} at most")
    if not key_files:
        sys.stderr.write(f"no public key in {keys}: boxes with this package take no updates from sticks\n")
    folder.mkdir(parents=True)
    for file in key_files:
        shutil.copyfile(file, folder / file.name)


def date() -> str:
    """Return the time of this build in the format of a Debian changelog."""
    done = subprocess.run(
        ["date", "-u", "-R", "-d", f"@{os.environ['SOURCE_DATE_EPOCH']}"], capture_output=True, text=True, check=True,
        env={**os.environ, "LC_ALL": "C"},
    )  # fmt: skip
    return done.stdout.strip()


def lay_control(tree: Path, arch: str, version: str) -> None:
    """Write dpkg's control files."""
    folder = tree / "DEBIAN"
    folder.mkdir()
    paths = (path for path in sorted(tree.rglob("*")) if not path.is_symlink())
    files = [path for path in paths if path.is_file() and folder not in path.parents]
    kilobytes = sum(-(-file.stat().st_size // 1024) for file in files)
    control = (HERE / "debian" / "control").read_text(encoding="utf-8")
    (folder / "control").write_text(
        control.format(version=version, architecture=arch, kilobytes=kilobytes), encoding="utf-8"
    )
    for script in ("preinst", "postinst", "prerm", "postrm"):
        shutil.copyfile(HERE / "debian" / script, folder / script)
        (folder / script).chmod(0o755)
    etc = [f"/{file.relative_to(tree)}\n" for file in files if file.relative_to(tree).parts[0] == "etc"]
    (folder / "conffiles").write_text("".join(etc), encoding="utf-8")
    sums = (f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(tree)}\n" for file in files)
    (folder / "md5sums").write_text("".join(sums), encoding="utf-8")


def normalise_tree(tree: Path) -> None:
    """Set fixed modes and times on all files, so that the package does not depend on who builds it, or when."""
    # Deepest paths first: setting the time of a file changes that of its folder.
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    for path in sorted(tree.rglob("*"), reverse=True):
        if path.is_symlink():
            pass  # it has no mode of its own
        elif path.is_dir():
            path.chmod(0o755)
        else:
            runs = (
                bool(path.stat().st_mode & 0o100) and path.read_bytes()[:2] == b"#!" and "arkside/lib/" not in str(path)
            )
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)
    tree.chmod(0o755)


def write_lock() -> None:
    """Write requirements.txt: every wheel of every library for every target, with its hash."""
    wanted = [
        line for line in (HERE / "requirements.in").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"
    ]
    pins = dict(line.split("==") for line in (PROJECT / "constraints.txt").read_text(encoding="utf-8").split())
    lines = ["# Written by `python deploy/package.py --lock`; every wheel that a package may hold, with its hash."]
    with TemporaryDirectory() as scratch:
        for arch in MACHINES:
            for python in PYTHONS:
                pinned = [f"{name}=={pins[name]}" for name in wanted]
                pip("download", "--quiet", "-d", scratch, *target(arch, python), *pinned)
        for name in wanted:
            start = re.sub(r"[-_.]+", "_", name).lower()
            wheels = [file for file in Path(scratch).glob("*.whl") if plain_name(file) == start]
            hashes = sorted(map(digest, wheels))
            lines.append(" \\\n".join([f"{name}=={pins[name]}", *(f"    --hash={each}" for each in hashes)]))
            print(f"{name} {pins[name]}: {len(hashes)} files")
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


def plain_name(wheel: Path) -> str:
    """Return the normalised name of the library in a wheel."""
    return re.sub(r"[-_.]+", "_", wheel.name.split("-")[0]).lower()


def pip(*words: object) -> None:
    """Run pip of this Python."""
    run(*PIP, *words)


def works(*words: object) -> bool:
    """Return whether a command succeeds."""
    return subprocess.run([str(word) for word in words], capture_output=True, check=False).returncode == 0


def run(*words: object) -> None:
    """Run a command; show its output only if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words[:6]))} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
