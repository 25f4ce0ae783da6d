"""Make a signed apt repository out of packages: a folder of plain files that any web server, or a disk, can offer.

    make apt-repository APT_KEY=… URL=https://example.org/apt

Packages already in the folder stay, so that people can go back to an older version.
"""

import argparse
import email.utils
import hashlib
import lzma
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SOURCE = "arkside.sources"
INDEXES = ("Packages", "Packages.xz")
TOOLS = {"dpkg-scanpackages": "dpkg-dev", "dpkg-deb": "dpkg", "gpg": "gnupg"}


def main(words: Sequence[str] | None = None) -> int:
    """Copy the packages, index them and sign the index."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", type=Path, nargs="*", help="Debian packages; those of the newest release if none")
    parser.add_argument("--into", type=Path, default=PROJECT / "build" / "apt", help="the folder of the repository")
    parser.add_argument("--key", required=True, help="the key of gpg that signs: its fingerprint or address")
    parser.add_argument("--url", required=True, help="where the repository will be: https://… or file:///…")
    args = parser.parse_args(words)
    for tool, package in TOOLS.items():
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is missing: sudo apt install {package}")
    packages = args.packages or newest_release()
    args.into.mkdir(parents=True, exist_ok=True)
    for file in packages:
        shutil.copyfile(file, args.into / file.name)
    write_indexes(args.into)
    sign_release(args.into, args.key)
    (args.into / SOURCE).write_text(describe_source(args.url, export_key(args.key)), encoding="utf-8")
    print(args.into)
    return 0


def newest_release() -> list[Path]:
    """Return the packages that `make release` built last."""
    folders = sorted((PROJECT / "build" / "release").glob("arkside-*"), key=lambda folder: folder.stat().st_mtime)
    packages = sorted(folders[-1].glob("arkside_*.deb")) if folders else []
    if not packages:
        sys.exit("there are no packages: make release")
    return packages


def write_indexes(folder: Path) -> None:
    """List all packages in the folder, every version and architecture of them."""
    done = subprocess.run(
        ["dpkg-scanpackages", "--multiversion", "."], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"the packages can't be listed: {done.stderr}")
    (folder / "Packages").write_text(done.stdout, encoding="utf-8")
    (folder / "Packages.xz").write_bytes(lzma.compress(done.stdout.encode()))


def sign_release(folder: Path, key: str) -> None:
    """Write the hashes of the indexes with a signature around them, which is all that apt trusts."""
    new = folder / "InRelease.new"
    new.unlink(missing_ok=True)
    done = subprocess.run(
        ["gpg", "--batch", "--local-user", key, "--digest-algo", "SHA512", "--clearsign", "--output", new],
        input=describe_release(folder), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"gpg did not sign with {key}: {done.stderr.strip()}")
    new.replace(folder / "InRelease")


def describe_release(folder: Path) -> str:
    """Return the text that is signed. It never expires: a box that is asleep for years can still update."""
    moment = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    hashes = [
        f" {hashlib.sha256(content).hexdigest()} {len(content)} {name}\n"
        for name in INDEXES
        for content in [(folder / name).read_bytes()]
    ]
    return (
        "Origin: Arkside\nLabel: Arkside\nSuite: stable\n"
        f"Date: {email.utils.formatdate(moment, usegmt=True)}\n"
        f"Architectures: {' '.join(list_architectures(folder))}\n"
        "Description: Arkside for a Raspberry Pi and other computers with Debian\n"
        f"SHA256:\n{''.join(hashes)}"
    )


def list_architectures(folder: Path) -> list[str]:
    """Return the architectures for which there are packages."""
    lines = (folder / "Packages").read_text(encoding="utf-8").splitlines()
    return sorted({line.partition(": ")[2] for line in lines if line.startswith("Architecture: ")})


def export_key(key: str) -> str:
    """Return the public key as text."""
    words = ["gpg", "--batch", "--armor", "--export-options", "export-minimal", "--export", key]
    text = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    if not text:
        sys.exit(f"gpg has no public key {key}")
    return text


def describe_source(url: str, key: str) -> str:
    """Return what a computer needs to know of the repository, its key included, as one file for sources.list.d."""
    block = "".join(f" {line or '.'}\n" for line in key.splitlines())
    return f"Types: deb\nURIs: {url}\nSuites: ./\nSigned-By:\n{block}"


if __name__ == "__main__":
    sys.exit(main())
