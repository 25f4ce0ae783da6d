"""A disk that remembers every write, so that a power cut can be had at each of them.

SQLite asks its file layer (VFS) to write, truncate, sync and delete. `Recorder` puts itself in front of the real layer of
the very library that Python's `sqlite3` uses, passes everything on, and writes it down. Files that we write ourselves go
through `companion.core.files`, whose calls of the system are recorded in the same list. `Cuts` then walks along the list
and tells for each place what the disk may hold if the power fails there: what was synced is safe; of the rest nothing,
everything, or some of it is there, and the write that was under way may be torn.
"""

import _sqlite3
import ctypes
import errno
import os
import random
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from companion.core import files

POINTER = ctypes.sizeof(ctypes.c_void_p)


class Op(NamedTuple):
    """One thing the disk was asked to do; `name` is the file, below the folder that is watched."""

    kind: str
    """create, write, truncate, sync, delete, rename, link or sync-folder; or done: a promise was given to people."""
    name: str
    at: int = 0
    data: bytes = b""
    to: str = ""


class IoMethods(ctypes.Structure):
    """`sqlite3_io_methods`: what can be done with an open file."""

    _fields_ = [
        ("version", ctypes.c_int),
        *[(name, ctypes.c_void_p) for name in ("close", "read", "write", "truncate", "sync")],
        ("others", ctypes.c_void_p * 13),
    ]


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`: what can be done with files by name."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("app_data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 18),
    ]


Whole = ctypes.c_int64
Ask = ctypes.c_void_p
CLOSE = ctypes.CFUNCTYPE(ctypes.c_int, Ask)
WRITE = ctypes.CFUNCTYPE(ctypes.c_int, Ask, ctypes.c_void_p, ctypes.c_int, Whole)
TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, Ask, Whole)
SYNC = ctypes.CFUNCTYPE(ctypes.c_int, Ask, ctypes.c_int)
OPEN = ctypes.CFUNCTYPE(ctypes.c_int, Ask, ctypes.c_void_p, Ask, ctypes.c_int, ctypes.c_void_p)
DELETE = ctypes.CFUNCTYPE(ctypes.c_int, Ask, ctypes.c_char_p, ctypes.c_int)
CREATE = 0x00000004
LOGS = ("-wal", "-journal")
FULL = 13
"""SQLITE_FULL: what SQLite says when there is no room."""


class Recorder:
    """Watches one folder; `ops` is everything its disk was asked to do, in one order.

    `room` is how many more writes the disk takes before it is full.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.ops: list[Op] = []
        self.room: float = float("inf")
        self._names: dict[int, str] = {}
        self._new_logs: set[str] = set()
        self._methods: dict[int, IoMethods] = {}
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        self._real: Vfs = self._library.sqlite3_vfs_find(None).contents
        self._kept = [OPEN(self._open), DELETE(self._delete)]
        self._close_ours, self._write_ours = CLOSE(self._close), WRITE(self._write)
        self._truncate_ours, self._sync_ours = TRUNCATE(self._truncate), SYNC(self._sync)

    @contextmanager
    def watching(self) -> Iterator["Recorder"]:
        """Stand in front of the disk; SQLite must have closed its files before this ends."""
        ours = Vfs.from_buffer_copy(self._real)
        ours.name, ours.next = b"recorder", None
        ours.open, ours.delete = (ctypes.cast(one, ctypes.c_void_p).value for one in self._kept)
        register, unregister = self._library.sqlite3_vfs_register, self._library.sqlite3_vfs_unregister
        register(ctypes.byref(ours), 1)
        try:
            with mock.patch.object(files, "os", RecordedSystem(self)):
                yield self
        finally:
            unregister(ctypes.byref(ours))
            register(ctypes.byref(self._real), 1)

    def done(self) -> None:
        """What was asked for until now was promised to somebody."""
        self.ops.append(Op("done", ""))

    def name_of(self, path: str | os.PathLike[str]) -> str:
        """A file by its name below the folder; empty for what lies elsewhere."""
        whole = Path(path).absolute()
        return str(whole.relative_to(self.folder)) if whole.is_relative_to(self.folder) else ""

    def note(self, kind: str, name: str, at: int = 0, data: bytes = b"", to: str = "") -> None:
        """Write down what is about to be done."""
        if name:
            self.ops.append(Op(kind, name, at, data, to))

    def takes(self) -> bool:
        """Whether there is room for one more write."""
        self.room -= 1
        return self.room >= 0

    def _open(self, vfs: int, path: int | None, file: int, flags: int, out: int | None) -> int:
        # SQLite keeps the address of the path, so that it must be passed on and not a copy of it
        name = self.name_of(os.fsdecode(ctypes.string_at(path))) if path else ""
        if name and flags & CREATE and not (self.folder / name).exists():
            self.note("create", name)
            if name.endswith(LOGS):
                self._new_logs.add(name)
        result = OPEN(self._real.open)(vfs, path, file, flags, out)
        if result == 0 and name:
            self._names[file] = name
            place = ctypes.c_void_p.from_address(file)
            ours = IoMethods.from_buffer_copy(IoMethods.from_address(place.value or 0))
            self._methods[file] = IoMethods.from_address(place.value or 0)
            for field, function in (
                ("close", self._close_ours), ("write", self._write_ours),
                ("truncate", self._truncate_ours), ("sync", self._sync_ours),
            ):  # fmt: skip
                setattr(ours, field, ctypes.cast(function, ctypes.c_void_p).value)
            self._kept.append(ours)  # type: ignore[arg-type]
            place.value = ctypes.addressof(ours)
        return int(result)

    def _delete(self, vfs: int, path: bytes, sync_folder: int) -> int:
        name = self.name_of(os.fsdecode(path))
        if name and (self.folder / name).exists():
            self.note("delete", name)
        result = DELETE(self._real.delete)(vfs, path, sync_folder)
        if sync_folder and name:
            self.note("sync-folder", ".")
        return int(result)

    def _close(self, file: int) -> int:
        methods = self._methods.pop(file)
        self._names.pop(file)
        ctypes.c_void_p.from_address(file).value = ctypes.addressof(methods)
        return int(CLOSE(methods.close)(file))

    def _write(self, file: int, data: int, size: int, at: int) -> int:
        if not self.takes():
            return FULL
        self.note("write", self._names[file], at, ctypes.string_at(data, size))
        return int(WRITE(self._methods[file].write)(file, data, size, at))

    def _truncate(self, file: int, size: int) -> int:
        self.note("truncate", self._names[file], size)
        return int(TRUNCATE(self._methods[file].truncate)(file, size))

    def _sync(self, file: int, flags: int) -> int:
        result = SYNC(self._methods[file].sync)(file, flags)
        name = self._names[file]
        self.note("sync", name)
        if name in self._new_logs:  # with the first sync of a new log SQLite syncs its name too
            self._new_logs.remove(name)
            self.note("sync-folder", ".")
        return int(result)


class RecordedSystem:
    """`os`, as `companion.core.files` calls it, with everything written down."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._names: dict[int, str] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        name = self._recorder.name_of(path)
        if flags & os.O_CREAT:
            self._recorder.note("truncate" if path.exists() else "create", name)
        handle = os.open(path, flags, mode)
        self._names[handle] = "" if path.is_dir() and not name else name
        return handle

    def write(self, handle: int, data: bytes) -> int:
        if not self._recorder.takes():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        at = os.lseek(handle, 0, os.SEEK_CUR)
        self._recorder.note("write", self._names[handle], at, data)
        return os.write(handle, data)

    def fsync(self, handle: int) -> None:
        os.fsync(handle)
        name = self._names[handle]
        self._recorder.note("sync-folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "sync", name)

    def link(self, old: Path, new: Path) -> None:
        self._recorder.note("link", self._recorder.name_of(old), to=self._recorder.name_of(new))
        os.link(old, new)

    def unlink(self, path: Path) -> None:
        self._recorder.note("delete", self._recorder.name_of(path))
        os.unlink(path)

    def replace(self, old: Path, new: Path) -> None:
        self._recorder.note("rename", self._recorder.name_of(old), to=self._recorder.name_of(new))
        os.replace(old, new)


Image = dict[str, bytes]
"""What a folder holds: the files by their names."""


class Pending(NamedTuple):
    """What was asked for and is not safe yet, with the file (not the name) that it is about."""

    op: Op
    file: int


NAMES = ("create", "delete", "rename", "link")


class Disk:
    """What is safe and what is not, while one walks along the list.

    Content and name of a file become safe each by itself: a file that was synced may still have no name, and one that
    was deleted may still be there.
    """

    def __init__(self, image: Image) -> None:
        self.contents = dict(enumerate(image.values()))
        self.names = {name: file for file, name in enumerate(image)}
        self.pending: list[Pending] = []
        self._seen = dict(self.names)
        """The names as the program sees them."""
        self._files = len(image)

    def after(self, op: Op) -> None:
        """The disk was asked for this."""
        if op.kind == "sync":
            file = self._seen[op.name]
            self._settle(lambda one: one.file == file and one.op.kind not in NAMES)
        elif op.kind == "sync-folder":
            self._settle(lambda one: one.op.kind in NAMES)
        elif op.kind != "done":
            self.pending.append(self.meant(op))

    def meant(self, op: Op) -> Pending:
        """The file that is meant by a name now."""
        if op.kind == "create":
            self._files += 1
            self._seen[op.name] = self._files
        file = self._seen[op.name]
        if op.kind in ("delete", "rename"):
            del self._seen[op.name]
        if op.to:
            self._seen[op.to] = file
        return Pending(op, file)

    def image(self, lasting: list[Pending]) -> Image:
        """The folder if of what is pending this has arrived."""
        names, contents = self._with(lasting)
        return {name: contents.get(file, b"") for name, file in names.items()}

    def _settle(self, which: Callable[[Pending], bool]) -> None:
        self.names, self.contents = self._with([one for one in self.pending if which(one)])
        self.pending = [one for one in self.pending if not which(one)]

    def _with(self, lasting: list[Pending]) -> tuple[dict[str, int], dict[int, bytes]]:
        names, changed = dict(self.names), dict[int, bytearray]()
        for op, file in lasting:
            if op.kind in NAMES:
                if op.kind in ("delete", "rename"):
                    names.pop(op.name, None)
                if op.kind != "delete":
                    names[op.to or op.name] = file
                continue
            content = changed.setdefault(file, bytearray(self.contents.get(file, b"")))
            if op.kind == "truncate":
                del content[op.at :]
            content.extend(b"\0" * (op.at - len(content)))
            content[op.at : op.at + len(op.data)] = op.data
        return names, self.contents | {file: bytes(content) for file, content in changed.items()}


WAYS = ("forgets", "fails", "tears", "scrambles")
"""How the power can fail: all that is not safe is gone; all but the write under way is there; that one is half there;
of all that is not safe some is there, torn or whole."""


class Cut(NamedTuple):
    """The folder after a power cut."""

    n: int
    """Of the list, where the power failed."""
    way: str
    promised: int
    """How many promises had been given."""
    image: Image


def cuts(ops: list[Op], image: Image, seed: int = 1, every: int = 1) -> Iterator[Cut]:
    """The power fails at each (or at every so many) of these, in each way."""
    rng = random.Random(seed)
    disk, promised = Disk(image), 0
    for n, op in enumerate(ops):
        if op.kind == "done":
            promised += 1
        elif n % every == rng.randrange(every) or every == 1:
            for way in WAYS:
                yield Cut(n, way, promised, left_by(disk, op, way, rng))
        disk.after(op)
    yield Cut(len(ops), "forgets", promised, disk.image([]))


def left_by(disk: Disk, under_way: Op, way: str, rng: random.Random) -> Image:
    """What the disk holds if the power fails during this."""
    if way == "forgets":
        return disk.image([])
    if way == "fails":
        return disk.image(disk.pending)
    if way == "tears" and under_way.kind == "write":
        return disk.image([*disk.pending, disk.meant(tear_write(under_way, rng))])
    return disk.image(some(disk.pending, rng))


def some(pending: list[Pending], rng: random.Random) -> list[Pending]:
    """Any of what is not safe, whole or torn; names keep their order, as the file system's own journal sees to."""
    names = [one.op for one in pending if one.op.kind in NAMES]
    last = rng.randint(0, len(names))
    chosen = [one for one in pending if (one.op in names[:last] if one.op.kind in NAMES else rng.random() < 0.5)]
    return [one._replace(op=tear_write(one.op, rng)) if rng.random() < 0.1 else one for one in chosen]


def tear_write(op: Op, rng: random.Random) -> Op:
    """A write of which only the beginning arrived."""
    return op._replace(data=op.data[: rng.randrange(len(op.data) or 1)]) if op.kind == "write" else op


def lay_out(image: Image, folder: Path) -> None:
    """Make this what the folder holds."""
    for old in folder.rglob("*"):
        if old.is_file():
            old.unlink()
    for name, content in image.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
