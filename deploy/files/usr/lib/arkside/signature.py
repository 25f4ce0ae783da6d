"""Check who signed a package: Ed25519 signatures in minisign's format, verified by OpenSSL.

    signature.py FILE SIGNATURE [KEYS]     print the trusted comment; exit 1 if it isn't signed, 3 if it was changed

Only prehashed signatures are accepted (`ED`, what minisign writes). OpenSSL does the cryptography: it is on every
Raspberry Pi OS, while minisign would have to be installed, and a box is set up without a network.
"""

import base64
import binascii
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

KEYS = Path("/usr/share/arkside/keys")
SLOTS = 2
"""Public keys that are read: the one in use, and one to change to."""
NOT_SIGNED = 1
CHANGED = 3
PREHASHED = b"ED"
PUBLIC_KEY = bytes.fromhex("302a300506032b6570032100")
"""DER header that OpenSSL expects before the 32 bytes of an Ed25519 key."""
LONGEST = 2000
"""Bytes of a signature file."""


class Key(NamedTuple):
    """A public key of minisign."""

    number: bytes
    point: bytes


class Signature(NamedTuple):
    """Contents of a `.minisig` file."""

    key_number: bytes
    over_file: bytes
    comment: bytes
    over_comment: bytes
    """Signs the signature and the comment together, so that neither can be taken from another file."""


def main(words: list[str]) -> int:
    """Check one file."""
    file, signature_file, *rest = map(Path, words)
    try:
        signature = read_signature(signature_file)
    except (OSError, ValueError):
        return NOT_SIGNED
    for key in read_keys(rest[0] if rest else KEYS):
        # The signature itself is checked before the file is read: nothing of an untrusted file is touched before.
        if key.number == signature.key_number and is_genuine(key, signature):
            with file.open("rb") as content:
                digest = hashlib.file_digest(content, "blake2b").digest()
            if not verify(key, digest, signature.over_file):
                return CHANGED
            sys.stdout.write(signature.comment.decode(errors="replace") + "\n")
            return 0
    return NOT_SIGNED


def read_keys(folder: Path) -> Iterator[Key]:
    """Yield the public keys in a folder; a file that is no key is left out."""
    for file in sorted(folder.glob("*.pub"))[:SLOTS]:
        try:
            content = decode_line(file.read_bytes().splitlines()[1], 42)
        except (OSError, ValueError, IndexError):
            continue
        if content[:2] == b"Ed":
            yield Key(content[2:10], content[10:])


def read_signature(file: Path) -> Signature:
    """Read a signature file; raise ValueError if it is none."""
    with file.open("rb") as opened:
        lines = opened.read(LONGEST).splitlines()
    mark = b"trusted comment: "
    if len(lines) != 4 or not lines[2].startswith(mark):
        raise ValueError("no signature")
    content = decode_line(lines[1], 74)
    if content[:2] != PREHASHED:
        raise ValueError("an old kind of signature")
    return Signature(content[2:10], content[10:], lines[2].removeprefix(mark), decode_line(lines[3], 64))


def decode_line(line: bytes, length: int) -> bytes:
    """Return the bytes of a line; raise ValueError if they are not that many."""
    try:
        content = base64.b64decode(line, validate=True)
    except binascii.Error as error:
        raise ValueError("not base64") from error
    if len(content) != length:
        raise ValueError("wrong length")
    return content


def is_genuine(key: Key, signature: Signature) -> bool:
    """Return whether this key made the signature and its comment, for any file."""
    return verify(key, signature.over_file + signature.comment, signature.over_comment)


def verify(key: Key, message: bytes, signature: bytes) -> bool:
    """Return whether OpenSSL finds that the key has signed the message."""
    with TemporaryDirectory() as scratch:
        files = {"key": PUBLIC_KEY + key.point, "message": message, "signature": signature}
        for name, content in files.items():
            (Path(scratch) / name).write_bytes(content)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin"]
        done = subprocess.run(
            [*command, "-in", "message", "-sigfile", "signature"], cwd=scratch, capture_output=True, check=False
        )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
