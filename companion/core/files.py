"""Files that survive a power cut: either the old content or the new one, never half of it."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress

TYPE_CHECKING = False  # every command reads settings, and starts as fast as it can
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def write_atomically(file: Path, data: bytes | str, mode: int = 0o644) -> None:
    """Write a file or replace it in one step; when this returns, it is on disk, and so is its name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with _write_temporary(file, data, mode) as new:
        replace_file(new, file)


def write_new(file: Path, data: bytes | str) -> None:
    """Write a file, but never over one that is there."""
    if file.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    with _write_temporary(file, data, 0o644) as new:
        place_new_file(new, file)


@contextmanager
def _write_temporary(file: Path, data: bytes | str, mode: int) -> Iterator[Path]:
    """Write the data to a temporary file beside the real one, until it replaces it."""
    new = file.with_name(f".{file.name}.new")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            left = data.encode() if isinstance(data, str) else data
            while left:  # the system may take less at once
                left = left[os.write(handle, left) :]
        finally:
            os.close(handle)
        yield new
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def replace_file(new: Path, file: Path) -> None:
    """Replace a file by a new one made on the same disk, in one step; only a file may be replaced."""
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(file))
    _sync(new, os.O_RDWR)
    os.replace(new, file)
    sync_folder(file.parent)


def place_new_file(new: Path, file: Path) -> None:
    """Move a new file made on the same disk into place, unless a file of that name exists."""
    _sync(new, os.O_RDWR)
    try:
        os.link(new, file)
    except FileExistsError:
        raise
    except OSError:  # a disk on which a file has one name only
        if file.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file)) from None
        os.replace(new, file)
    else:
        os.unlink(new)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that names in it are on disk; systems without such a call do it by themselves."""
    try:
        _sync(folder, os.O_RDONLY)
    except OSError:
        return


def _sync(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
