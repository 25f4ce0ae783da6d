"""Build a release: everything twice, each time in a fresh clone of the commit, and only if both are the same bytes.

    make release
    make release FROM=raspios-trixie-arm64-lite.img.xz URL=https://example.org/arkside

What a missing tool keeps from being built is named at the end, with what to install.
"""

import argparse
import gzip
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deploy.compiled import FLAGS, HEADERS, MACHINES, MissingTools, check_tools, fetch_headers
from deploy.package import PROJECT, PYTHONS, commit_time, fetch, git, version

SUMS = "SHA256SUMS"
RELEASES = PROJECT / "build" / "release"
SURROUNDINGS = ({"TZ": "UTC", "LC_ALL": "C.UTF-8"}, {"TZ": "Asia/Tokyo", "LC_ALL": "C"})
"""Both builds differ in time zone, locale, folder and hash seed, as two people's computers would."""
CASE_TOOLS = ("openscad",)
COMPILED = "arm64"
"""The architecture whose package has compiled rules."""
RECIPE = ("deploy/image.py", "deploy/icon.png", "deploy/cloud-init/vendor-data", "deploy/README.md", "LICENSE")


class ReleaseError(Exception):
    """A release that can't be made; the message says why."""


@dataclass
class Bench:
    """One of the two builds: a clone of the commit, and the folder of its results."""

    source: Path
    out: Path
    version: str
    surroundings: Mapping[str, str]
    image: Path | None = None
    url: str = ""
    keys: Path = PROJECT / "deploy" / "keys"
    left_out: list[str] = field(default_factory=list)

    def run(self, *words: object, cwd: Path | None = None, **more: str) -> str:
        """Run a command in the clone and return what it printed; it imports the clone's modules, not the project's."""
        settings = {**os.environ, **self.surroundings, "PYTHONPATH": str(self.source), **more}
        done = subprocess.run(
            [str(word) for word in words], cwd=cwd or self.source, env=settings, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            raise ReleaseError(f"{' '.join(map(str, words[:6]))} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def name(self, ending: str) -> Path:
        """Return a file of the release whose name begins as all of them do."""
        return self.out / f"arkside-{self.version}{ending}"


def main(words: Sequence[str] | None = None) -> int:
    """Build, compare, list the hashes and sign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help=f"some of {','.join(STEPS)}; all if none is named")
    parser.add_argument("--image", type=Path, help="Raspberry Pi OS Lite, 64-bit, for a card image; none if not given")
    parser.add_argument("--url", default="", help="where the release will be published, for Raspberry Pi Imager")
    parser.add_argument("--secret-key", type=Path, help="minisign's secret key; without one nothing is signed")
    parser.add_argument("--keys", type=Path, default=PROJECT / "deploy" / "keys", help="public keys that boxes trust")
    parser.add_argument("--into", type=Path, default=RELEASES, help="the folder for the release")
    args = parser.parse_args(words)
    names = [name for name in args.only.split(",") if name] or list(STEPS)
    try:
        if unknown := set(names) - set(STEPS):
            raise ReleaseError(f"there is no step called {', '.join(sorted(unknown))}")
        check_commit()
        folder = build_twice(names, args)
        write_sums(folder)
        if args.secret_key is None:
            print("not signed: no secret key (make key)")
        else:
            sign(folder, args.secret_key, args.keys)
    except ReleaseError as error:
        sys.stderr.write(f"release: {error}\n")
        return 1
    print(folder)
    return 0


def check_commit() -> None:
    """Refuse a release if there are uncommitted changes, or if the changelog doesn't mention it."""
    if changed := git("status", "--porcelain").rstrip():
        raise ReleaseError(f"a release is made from a commit; these are not committed:\n{changed}")
    changes = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version())}\b", changes, re.MULTILINE):
        raise ReleaseError(f"CHANGELOG.md has no chapter for {version()}")


def build_twice(names: Sequence[str], args: argparse.Namespace) -> Path:
    """Build everything in two clones and return the folder with the first; differences end the release."""
    os.umask(0o022)
    os.environ["SOURCE_DATE_EPOCH"] = commit_time()
    with TemporaryDirectory(prefix="arkside-release-") as scratch:
        benches = [
            Bench(
                source=clone(Path(scratch) / f"clone{'-again' * number}" / "source"),
                out=Path(scratch) / f"out-{number}",
                version=version(),
                surroundings=surroundings,
                image=args.image,
                url=args.url,
                keys=args.keys.resolve(),
            )
            for number, surroundings in enumerate(SURROUNDINGS)
        ]
        if "debs" in names and shutil.which("dpkg-deb"):
            download_parts()
        stopped = Event()
        with ThreadPoolExecutor(len(benches)) as builders:
            running = [builders.submit(build_once, bench, names, stopped) for bench in benches]
        for build in running:
            build.result()
        compare(benches[0].out, benches[1].out)
        print(*(f"left out: {line}" for line in benches[0].left_out), sep="\n", end="\n" * bool(benches[0].left_out))
        folder: Path = args.into / f"arkside-{version()}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(benches[0].out, folder)
    return folder


def download_parts() -> None:
    """Fetch what packages are made of; two builds that fetch the same files at once would get in each other's way."""
    for arch in MACHINES:
        fetch(arch, PROJECT / "build" / "wheels" / arch)
    try:
        for python in PYTHONS:
            check_tools(COMPILED)
            fetch_headers(COMPILED, python)
    except MissingTools:
        pass  # the build says what it leaves out


def build_once(bench: Bench, names: Sequence[str], stopped: Event) -> None:
    """Build everything in one clone; stop early if the other build has failed."""
    try:
        bench.out.mkdir()
        for name in names:
            if stopped.is_set():
                return
            began = time.monotonic()
            with ONE_AT_A_TIME if name in UNSHARED else nullcontext():
                STEPS[name](bench)
            print(f"{bench.source.parent.name} {name}: {time.monotonic() - began:.0f} s", flush=True)
    except BaseException:
        stopped.set()
        raise


def clone(folder: Path) -> Path:
    """Clone the commit; wheels, headers and drawing tools that were downloaded for the project are used again."""
    subprocess.run(
        ["git", "-c", "safe.directory=*", "clone", "--quiet", "--depth", "1", PROJECT.as_uri(), folder], check=True
    )
    (folder / "build").mkdir()
    for downloaded in (PROJECT / "build" / "wheels", HEADERS):
        downloaded.mkdir(parents=True, exist_ok=True)
        (folder / "build" / downloaded.name).symlink_to(downloaded)
    if (PROJECT / ".tools").exists():
        (folder / ".tools").symlink_to(PROJECT / ".tools")
    return folder


def compare(first: Path, second: Path) -> None:
    """Raise an error that names every file which is not the same in both folders."""
    one, other = hash_files(first), hash_files(second)
    differing = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    if differing:
        raise ReleaseError(f"two builds of one commit differ: {', '.join(differing)}")
    if not one:
        raise ReleaseError("nothing was built")
    print(f"{len(one)} files, the same bytes twice")


def hash_files(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder by its relative name."""
    hashes = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        with file.open("rb") as content:
            hashes[str(file.relative_to(folder))] = hashlib.file_digest(content, "sha256").hexdigest()
    return hashes


# ---- what a release consists of


def build_sdist(bench: Bench) -> None:
    """Build the source distribution; setuptools notes times and owners, so it is packed again without them."""
    call = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    with TemporaryDirectory() as scratch:
        bench.run(sys.executable, "-c", call, scratch)
        (file,) = Path(scratch).glob("*.tar.gz")
        pack_tar(file, bench.out / file.name)


def build_wheel(bench: Bench) -> None:
    """Build the wheel from the source distribution, as distributors do."""
    _build_wheel(bench)


def build_compiled_wheel(bench: Bench) -> None:
    """Build the wheel with compiled rules for this Python and architecture."""
    if shutil.which("cc") is None:
        bench.left_out.append("compiled wheel: there is no C compiler (apt install gcc libc6-dev python3-dev)")
        return
    _build_wheel(bench, ARKSIDE_COMPILE="1")


def _build_wheel(bench: Bench, **settings: str) -> None:
    sdist = bench.name(".tar.gz")
    if not sdist.exists():
        build_sdist(bench)
    with TemporaryDirectory(dir=bench.source.parent) as scratch, tarfile.open(sdist) as archive:
        archive.extractall(scratch, filter="data")
        (folder,) = Path(scratch).iterdir()
        # no name of a folder in what the compiler writes
        flags = " ".join([*FLAGS, f"-ffile-prefix-map={folder}=."])
        bench.run(
            sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--no-build-isolation", "--wheel-dir", bench.out, folder,
            cwd=folder, CFLAGS=flags, PYTHONPATH=str(folder), **settings,
        )  # fmt: skip


def build_packages(bench: Bench) -> None:
    """Build the Debian packages; that of a Pi, on which bots think slowest, with compiled rules."""
    if shutil.which("dpkg-deb") is None:
        bench.left_out.append("Debian packages: there is no dpkg-deb (apt install dpkg)")
        return
    for arch in MACHINES:
        more = []
        if arch == COMPILED:
            try:
                check_tools(arch)
                more = ["--compiled"]
            except MissingTools as error:
                bench.left_out.append(f"compiled rules in the package for {arch}: {error}")
        words = ["--arch", arch, "--into", bench.out, "--keys", bench.keys, *more]
        bench.run(sys.executable, "deploy/package.py", *words)


def build_sboms(bench: Bench) -> None:
    """List what is in the packages."""
    for package in list_packages(bench.out):
        bench.run(sys.executable, "deploy/sbom.py", "--arch", package.stem.split("_")[2], "--into", bench.out)


def build_recipe(bench: Bench) -> None:
    """Pack what makes a card image from Raspberry Pi OS and the package."""
    pack_zip({name: bench.source / name for name in RECIPE}, bench.name("-image-recipe.zip"))


def build_image(bench: Bench) -> None:
    """Build the card image and its manifest for Raspberry Pi Imager, if there is an image to begin with."""
    if bench.image is None:
        bench.left_out.append("card image and arkside.rpi-imager-manifest: name Raspberry Pi OS Lite with FROM=")
        return
    if shutil.which("mcopy") is None:
        bench.left_out.append("card image and arkside.rpi-imager-manifest: there is no mcopy (apt install mtools)")
        return
    if not bench.url:
        raise ReleaseError("a card image needs URL=, the address at which the release will be published")
    url = bench.url.rstrip("/")
    image = bench.out / "arkside.img"
    bench.run(
        sys.executable, "deploy/image.py", bench.image.resolve(), "--into", image, "--compress",
        "--package", bench.out / f"arkside_{bench.version}_arm64.deb",
        "--url", f"{url}/{image.name}.xz", "--icon", f"{url}/icon.png",
    )  # fmt: skip
    shutil.copyfile(bench.source / "deploy" / "icon.png", bench.out / "icon.png")


def build_hardware(bench: Bench) -> None:
    """Pack drawings, board and case. Where the tools are installed, rebuild them and compare with the commit."""
    inside = bench.source / "hw-schematics"
    if missing := [tool for tool in CASE_TOOLS if shutil.which(tool) is None]:
        bench.left_out.append(
            f"STL and 3MF are the commit's, not built anew: no {', '.join(missing)} (make case-tools)"
        )
    else:
        bench.run(sys.executable, "-m", "case.make", cwd=inside)
        bench.run(sys.executable, "-m", "case.plates", cwd=inside)
    if not has_kicad(bench):
        bench.left_out.append("Gerbers and STEP are the commit's, not built anew: no KiCad 9 (make drawing-tools)")
    else:
        bench.run(sys.executable, "-m", "drawings", "--gerbers", cwd=inside)
    if stale := bench.run("git", "status", "--porcelain", "hw-schematics").rstrip():
        raise ReleaseError(f"built anew, these are not what is committed (make case, make board):\n{stale}")
    names = bench.run("git", "ls-files", "-z", "hw-schematics").split("\0")
    files = {name: bench.source / name for name in names if name and not name.endswith(".py")}
    pack_zip(files, bench.name("-hardware.zip"))
    build_case_step(bench)


def build_case_step(bench: Bench) -> None:
    """Pack the case as STEP files, which are too large to be committed."""
    if importlib.util.find_spec("OCP") is None:
        bench.left_out.append("STEP of the case: there is no Open CASCADE (make case-step)")
        return
    folder = bench.source / "build" / "case-step"
    bench.run(sys.executable, "-m", "case.step", "--out", folder, cwd=bench.source / "hw-schematics")
    pack_zip({file.name: file for file in folder.iterdir()}, bench.name("-case-step.zip"))


def has_kicad(bench: Bench) -> bool:
    """Say whether there is a KiCad 9 for the drawings, and what makes the page to solder by."""
    if not (Path(sys.executable).parent / "generate_interactive_bom").exists():
        return False
    if (bench.source / ".tools" / "kicad" / "usr" / "bin" / "kicad-cli").exists():
        return True
    return shutil.which("kicad-cli") is not None and bench.run("kicad-cli", "version").startswith("9.")


def build_docs(bench: Bench) -> None:
    """Pack the documentation, where the Makefile knows how to build it."""
    needs = re.search(r"^docs:(.*)$", (bench.source / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    if needs is None:
        bench.left_out.append("documentation: there is no `make docs` in this version")
        return
    # make must not install anything from a clone that is gone afterwards, so all stamps of the environment count as new
    environment = Path(sys.prefix)
    stamps = {environment / name for name in re.findall(r"\$\(VENV\)/(\S+)", needs[1])}
    if not all(stamp.exists() for stamp in stamps):
        bench.left_out.append("documentation: its tools are not installed (make docs)")
        return
    stamps |= {file for file in environment.iterdir() if file.is_file()} | {environment / "bin" / "python"}
    old = [word for stamp in sorted(stamps) for word in ("-o", stamp)]
    bench.run("make", "docs", f"VENV={environment}", *old)
    folder = next((bench.source / name for name in DOCS if (bench.source / name / "index.html").exists()), None)
    if folder is None:
        raise ReleaseError(f"`make docs` has written no index.html into {' or '.join(DOCS)}")
    files = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
    pack_zip(files, bench.name("-docs.zip"))


DOCS = ("build/docs", "build/site")
"""Folders in which documentation is built."""
UNSHARED = ("hardware",)
"""Steps that two builds can't do at once: both use the same KiCad, which has one folder to work in."""
ONE_AT_A_TIME = Lock()

STEPS: dict[str, Callable[[Bench], None]] = {
    "sdist": build_sdist,
    "wheel": build_wheel,
    "compiled": build_compiled_wheel,
    "debs": build_packages,
    "sbom": build_sboms,
    "recipe": build_recipe,
    "image": build_image,
    "hardware": build_hardware,
    "docs": build_docs,
}


# ---- archives with nothing in them that depends on who packs them, and when


def pack_tar(source: Path, target: Path) -> None:
    """Write a .tar.gz again in the order of its names, with one time, one owner and plain modes."""
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    with (
        tarfile.open(source) as old,
        target.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=moment) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, moment
            plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)


def pack_zip(files: Mapping[str, Path], target: Path) -> None:
    """Write files into an archive in the order of their names, with one time and plain modes."""
    moment = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in sorted(files.items()):
            entry = zipfile.ZipInfo(name, moment[:6])
            entry.external_attr = (0o100755 if os.access(file, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)


# ---- hashes and signatures


def write_sums(folder: Path) -> None:
    """Write the hashes of all files, in the format of `sha256sum --check`."""
    (folder / SUMS).unlink(missing_ok=True)
    lines = [f"{digest}  {name}\n" for name, digest in hash_files(folder).items()]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def sign(folder: Path, secret: Path, keys: Path) -> None:
    """Sign the packages, for sticks, and the list of hashes, for people; boxes must trust the key."""
    if shutil.which("minisign") is None:
        raise ReleaseError("minisign is not installed: apt install minisign")
    if not secret.is_file():
        raise ReleaseError(f"{secret} is no file; make key makes one, SECRET_KEY= names another")
    packages = list_packages(folder)
    comment = f"arkside {version()} {SUMS}"
    # a key without password is told by MINISIGN=-W, as sign.sh is
    more = os.environ.get("MINISIGN", "").split()
    words: list[str | Path] = ["minisign", "-S", *more, "-s", secret, "-t", comment, "-m", folder / SUMS]
    by_script: list[str | Path] = [PROJECT / "deploy" / "sign.sh", *packages]
    for command in [by_script, words] if packages else [words]:
        # minisign may ask for a password
        if subprocess.run(command, env={**os.environ, "SECRET_KEY": str(secret)}, check=False).returncode:
            raise ReleaseError("minisign did not sign")
    for file in [*packages, folder / SUMS]:
        if not any(is_signed(file, key) for key in sorted(keys.glob("*.pub"))):
            raise ReleaseError(f"{secret} belongs to none of the public keys in {keys}: no box would take this release")


def is_signed(file: Path, key: Path) -> bool:
    """Return whether the signature of a file is by this key."""
    words: list[str | Path] = ["minisign", "-V", "-q", "-p", key, "-m", file]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def list_packages(folder: Path) -> list[Path]:
    """Return the Debian packages of a release."""
    return sorted(folder.glob("arkside_*.deb"))


if __name__ == "__main__":
    sys.exit(main())
