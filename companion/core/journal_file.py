"""The journal's file: created atomically, checked before anything is written, and migrated."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from companion.core.errors import N_, JournalBusy, JournalDamaged, JournalError, Phrase
from companion.core.files import place_new_file
from companion.core.untrusted import Quoted

FILE = "arkside.db"
LARGE_FILE = 32 * 2**20
"""Size in bytes from which opening a journal no longer checks the whole file; thousands of matches."""
APPLICATION_ID = 0x41524B53  # "ARKS", so that another program's database is not mistaken for a journal

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, version TEXT NOT NULL,
        game TEXT NOT NULL, seats TEXT NOT NULL, options TEXT NOT NULL, deal TEXT NOT NULL, seed INTEGER NOT NULL,
        corrections TEXT NOT NULL, began TEXT NOT NULL, ended TEXT, winners TEXT, scores TEXT
    ) STRICT;
    CREATE TABLE answers (
        match INTEGER NOT NULL REFERENCES matches, serial INTEGER NOT NULL, choice TEXT NOT NULL,
        detail TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL,
        PRIMARY KEY (match, serial)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE matches ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE sittings (match INTEGER NOT NULL REFERENCES matches, began TEXT NOT NULL, ended TEXT) STRICT;
    CREATE INDEX sittings_of_a_match ON sittings (match);
    """,
    """
    CREATE TABLE people (folded TEXT PRIMARY KEY, name TEXT NOT NULL, matches INTEGER NOT NULL, last TEXT NOT NULL)
        STRICT, WITHOUT ROWID;
    INSERT INTO people
        SELECT casefold(json_extract(seat.value, '$.name')), json_extract(seat.value, '$.name'), count(*), max(began)
        FROM matches, json_each(CASE WHEN json_valid(seats) THEN seats ELSE '[]' END) AS seat
        WHERE json_extract(seat.value, '$.bot') = '' GROUP BY 1;
    CREATE INDEX matches_that_wait ON matches (number) WHERE ended IS NULL;
    """,
    """
    ALTER TABLE matches ADD COLUMN trail INTEGER;
    ALTER TABLE matches ADD COLUMN seen TEXT;
    ALTER TABLE matches ADD COLUMN chance INTEGER NOT NULL DEFAULT 1;
    """,
    """
    ALTER TABLE matches ADD COLUMN game_version TEXT NOT NULL DEFAULT '';
    """,
    """
    ALTER TABLE matches ADD COLUMN house_rules TEXT NOT NULL DEFAULT '';
    """,
)
"""Script n migrates from schema n to n + 1. Never change a released one; add another."""


DISK_ERRORS = {
    sqlite3.SQLITE_FULL: N_("the disk is full"),
    sqlite3.SQLITE_READONLY: N_("the disk or this file is read-only"),
    sqlite3.SQLITE_IOERR: N_("the disk doesn't work properly"),
    sqlite3.SQLITE_CANTOPEN: N_("it can't be opened"),
}
"""Disk errors of SQLite, in words that can be translated."""


@contextmanager
def explain_errors(file: Path) -> Iterator[None]:
    """Turn errors of SQLite and the disk into one line that says what to do."""
    try:
        yield
    except sqlite3.IntegrityError:  # a mistake of ours and not of the disk, so it keeps its traceback
        raise
    except sqlite3.OperationalError as why:
        code = (why.sqlite_errorcode or 0) & 0xFF  # the upper bits only say where in the file it happened
        if code == sqlite3.SQLITE_BUSY:
            raise JournalBusy(N_("{file} is in use by another program; try again"), file=file) from None
        reason = Phrase(DISK_ERRORS[code]) if code in DISK_ERRORS else why
        raise JournalError(N_("{file} can't be used: {why}"), file=file, why=reason) from None
    except sqlite3.DatabaseError as why:
        raise JournalDamaged(
            N_("{file} is damaged ({why}) and was left untouched: restore a backup or choose another --data"),
            file=file, why=why,
        ) from None  # fmt: skip
    except (OSError, ValueError) as why:
        raise JournalError(
            N_("{file} can't be used: {why}"), file=file, why=getattr(why, "strerror", None) or why
        ) from None


def open_file(file: Path) -> sqlite3.Connection:
    """Open the journal; create it if it is missing, migrate it if it is old, refuse it if it is not ours."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if is_on_read_only_disk(file.parent):
        raise JournalError(
            N_("{file} can't be used: {why}"), file=file, why=Phrase(DISK_ERRORS[sqlite3.SQLITE_READONLY])
        )
    if not _has_journal(file):
        _create(file)
    known = _check_schema(file)
    db = _connect(file)
    try:
        # readers in other threads never wait for a write; FULL syncs every commit, because WAL's usual NORMAL may
        # lose the last answers in a power cut
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        if known < len(MIGRATIONS):
            _copy_before_migration(db, file, known)
            _migrate(db, known)
    except BaseException:
        db.close()
        raise
    return db


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open the journal read-only; another connection must have created and migrated it."""
    db = _connect(get_read_address(file))
    db.execute("PRAGMA query_only=ON")
    return db


def get_read_address(file: Path) -> str:
    """Return the URI that opens a database read-only.

    SQLite puts two small files beside a database that it reads in WAL mode, which a read-only disk can't hold. It does
    without them if the file is declared immutable, but then it would overlook answers that are still in the WAL.
    """
    address = f"{file.absolute().as_uri()}?mode=ro"
    log = file.with_name(f"{file.name}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    return f"{address}&immutable=1" if not has_log and is_on_read_only_disk(file.parent) else address


def is_on_read_only_disk(folder: Path) -> bool:
    """Whether nobody can write to the disk of a folder, as with an SD card that is worn out or write-protected."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except (OSError, AttributeError):  # no such folder, or Windows
        return False


def _connect(file: Path | str) -> sqlite3.Connection:
    # no isolation level: Python would begin transactions by itself, at the wrong moments
    db = sqlite3.connect(file, isolation_level=None, uri=isinstance(file, str))
    # a manipulated file must not get our functions called by its views or triggers
    db.execute("PRAGMA trusted_schema=OFF")
    db.create_function("casefold", 1, str.casefold, deterministic=True)
    db.text_factory = _as_text
    return db


def _as_text(content: bytes) -> str:
    """Decode text leniently: one invalid byte must not make the other matches unreadable."""
    return content.decode("utf-8", "replace")


def _has_journal(file: Path) -> bool:
    """Whether there is a journal; an empty file next to a write-ahead log is refused."""
    if file.exists() and file.stat().st_size:
        return True
    # SQLite would delete the log of an empty database, and the log may hold all recent matches
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size:
        raise JournalDamaged(
            N_("{file} is empty, but {log} beside it isn't; both were left untouched: restore a backup"),
            file=file, log=log.name,
        )  # fmt: skip
    return False


def _create(file: Path) -> None:
    """Create a journal under a temporary name and move it, so that a power cut leaves no partial file."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    new.unlink(missing_ok=True)
    try:
        with closing(_connect(new)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            _migrate(db, 0)
        if file.exists():  # empty, as the start of an older Arkside may have left it
            file.unlink()
        place_new_file(new, file)
    except FileExistsError:
        return  # another program was quicker
    finally:
        new.unlink(missing_ok=True)


def _check_schema(file: Path) -> int:
    """Return the schema version without writing to the file; refuse a file that is not ours."""
    try:
        verdict, schema, application, holds = _inspect(get_read_address(file))
    except sqlite3.OperationalError as why:
        if (why.sqlite_errorcode or 0) & 0xFF != sqlite3.SQLITE_READONLY:
            raise
        # a power cut left an unfinished transaction: SQLite must roll it back, and only a writer may do that
        verdict, schema, application, holds = _inspect(f"{file.absolute().as_uri()}?mode=rw")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict.splitlines()[-1])
    if application != APPLICATION_ID:
        raise JournalError(N_("{file} isn't a journal of Arkside; choose another folder with --data"), file=file)
    if schema > len(MIGRATIONS):
        raise JournalError(
            N_("{file} was written by a newer Arkside (schema {schema}, this one knows {known}): update Arkside"),
            file=file, schema=schema, known=len(MIGRATIONS),
        )  # fmt: skip
    if differences := sorted(holds ^ _list_schema_parts(schema)):
        raise JournalError(
            N_("{file} isn't a journal as Arkside makes it ({what}) and was left untouched: restore a backup"),
            file=file, what=Quoted(" ".join(differences[0])),
        )  # fmt: skip
    return schema


def _inspect(address: str) -> tuple[str, int, int, frozenset[tuple[str, ...]]]:
    """Return the integrity verdict, schema version, application id and parts of a file, running nothing in it."""
    with closing(sqlite3.connect(address, uri=True)) as db:
        db.execute("PRAGMA trusted_schema=OFF")
        return (
            check_database(db),
            int(db.execute("PRAGMA user_version").fetchone()[0]),
            int(db.execute("PRAGMA application_id").fetchone()[0]),
            _list_parts(db),
        )


@cache
def _list_schema_parts(schema: int) -> frozenset[tuple[str, ...]]:
    """Return the tables, columns and indexes that a journal of this schema must have."""
    with closing(_connect(":memory:")) as db:
        for script in MIGRATIONS[:schema]:
            db.executescript(script)
        return _list_parts(db)


def _list_parts(db: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Return the parts of a database by kind and name, to find extra ones such as triggers."""
    parts: set[tuple[str, ...]] = set()
    for kind, name, table in db.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall():
        if not name.startswith("sqlite_"):  # a prefix that SQLite reserves for its own parts
            parts.add((kind, name, table))
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        columns = db.execute("SELECT name, type, hidden FROM pragma_table_xinfo(?)", (name,)).fetchall()
        parts.update(("column", name, column, kind, str(hidden)) for column, kind, hidden in columns)
    return frozenset(part for part in parts if not part[1].startswith("sqlite_"))


def check_database(db: sqlite3.Connection, whole: bool = False) -> str:
    """Return "ok", or a description of the damage.

    In a large file the answers are not checked unless `whole` is set, as in the nightly backup: it would add seconds to
    every start. Damage there is found when a match is read, and affects only that match.
    """
    size = int(db.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[0])
    parts = ["1"] if whole or size < LARGE_FILE else ["matches", "sittings", "people"]
    verdicts = (str(db.execute(f"PRAGMA quick_check({part})").fetchone()[0]) for part in parts)
    return next((verdict for verdict in verdicts if verdict != "ok"), "ok")


def _copy_before_migration(db: sqlite3.Connection, file: Path, schema: int) -> None:
    """Copy an older journal before it is migrated."""
    with closing(sqlite3.connect(f"{file}.schema-{schema}")) as copy:
        db.backup(copy)


def _migrate(db: sqlite3.Connection, known: int) -> None:
    for schema, script in enumerate(MIGRATIONS[known:], known + 1):
        # the version changes in the same transaction, so a power cut never leaves a half-migrated schema
        db.executescript(
            f"BEGIN; {script}; PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={schema}; COMMIT;"
        )
