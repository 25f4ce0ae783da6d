"""Exchange small texts with the service without trusting its folders.

    notes.py take NAME         print a request of the service and remove it; exit 1 if there is none
    notes.py put NAME TEXT     leave a note for the service
    notes.py drop NAME         remove a note

The service's user can place anything into these folders at any moment: links, folders, pipes, huge files. Therefore no
link is followed, every check is made on the opened file instead of its path, and nothing is deleted recursively.
"""

import grp
import os
import pwd
import secrets
import stat
import sys
from pathlib import Path

USER = os.environ.get("ARKSIDE_USER", "arkside")
NOTES = Path(os.environ.get("ARKSIDE_NOTES", "/run/arkside"))
REQUESTS = Path(os.environ.get("ARKSIDE_REQUESTS", "/run/arkside-requests"))
KNOWN_REQUESTS = ("power-off", "update", "wifi")
LONGEST = 1000
"""Bytes of a request; the longest valid one names a Wi-Fi and its password."""


def main(words: list[str]) -> int:
    """Do what the command line asks for."""
    match words:
        case ["take", name] if name in KNOWN_REQUESTS:
            text = take_request(REQUESTS, name, pwd.getpwnam(USER).pw_uid)
            if text is None:
                return 1
            sys.stdout.write(text)
        case ["put", name, text] if is_plain_name(name):
            write_note(NOTES, name, text, grp.getgrnam(USER).gr_gid)
        case ["drop", name] if is_plain_name(name):
            remove_entry(NOTES / name)
        case _:
            sys.stderr.write(f"usage: notes.py take {'|'.join(KNOWN_REQUESTS)}, put NAME TEXT, or drop NAME\n")
            return 2
    return 0


def is_plain_name(name: str) -> bool:
    """Return whether a name stays inside its folder."""
    return bool(name) and "/" not in name and not name.startswith(".")


def take_request(folder: Path, name: str, owner: int) -> str | None:
    """Return the text of a request and remove it; None if there is none that the service can have written."""
    try:
        return read_request(folder / name, owner)
    finally:  # in every case: a file left there would start the helper again
        remove_entry(folder / name)


def read_request(path: Path, owner: int) -> str | None:
    """Return the text of a short, regular file of this owner; None for anything else."""
    try:
        # O_NONBLOCK: opening a pipe would wait for its other end
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != owner:
            return None
        content = os.read(descriptor, LONGEST + 1)
    finally:
        os.close(descriptor)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    is_clean = all(line.isprintable() for line in text.split("\n"))
    return text if len(content) <= LONGEST and is_clean else None


def write_note(folder: Path, name: str, text: str, group: int) -> None:
    """Write a note the service's group may read, replacing anything of that name."""
    temporary = folder / f".{name}.{secrets.token_hex(8)}"
    # Owner and mode are set on the opened file: the service can swap the path for a link at any moment.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
        os.fchown(descriptor, -1, group)
        os.fchmod(descriptor, 0o640)
    try:
        temporary.replace(folder / name)
    except IsADirectoryError:
        remove_entry(folder / name)
        temporary.replace(folder / name)


def remove_entry(path: Path) -> None:
    """Free a name. A folder that is not empty is renamed out of the way, so that it can block nothing."""
    try:
        path.unlink()
    except FileNotFoundError:
        return
    except (IsADirectoryError, PermissionError):  # Linux reports a folder as the first, POSIX as the second
        try:
            path.rmdir()
        except OSError:
            path.rename(path.with_name(f".refused-{secrets.token_hex(8)}"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
