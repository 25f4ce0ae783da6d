"""The journal: every answer of every match on disk before the next question is shown.

One SQLite file. A match is its set-up and its answers; everything else is replay. Answers that were taken
back stay, marked.
"""

import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion import VERSION
from companion.core.box import Tree
from companion.core.errors import N_, ArksideError, JournalError, UnknownMatch
from companion.core.game import Game, Setup
from companion.core.match import Match
from companion.core.memory import Memory
from companion.core.seat import Seat
from companion.core.shelf import game_named

FILE = "arkside.db"
APPLICATION = 0x41524B53  # "ARKS", so that no other program's file is taken for a journal

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
)
"""Script n leads from schema n to n + 1; never change one that was released, add another."""


class Answer(NamedTuple):
    """One answer as it was given, also if it was taken back later."""

    choice: str
    detail: str
    undone: bool
    at: str


class Record(NamedTuple):
    """What the journal knows of a match."""

    number: int
    uid: str
    version: str
    setup: Setup
    began: str
    ended: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    answers: tuple[Answer, ...]

    def standing(self) -> list[str]:
        """The answers that hold."""
        return [answer.choice for answer in self.answers if not answer.undone]


def utc_now() -> str:
    """The time for a journal: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Journal:
    """All matches in one data folder."""

    def __init__(self, folder: Path, now: Callable[[], str] = utc_now) -> None:
        self.file = folder / FILE
        self.now = now
        with self._guarded():
            folder.mkdir(parents=True, exist_ok=True)
            known = self._look_first()
            self._db = sqlite3.connect(self.file, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._migrate(known)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        self._db.close()

    def begin(self, setup: Setup) -> int:
        """Write down a new match and return its number."""
        return self.write(Record(0, uuid.uuid4().hex, VERSION, setup, self.now(), None, (), (), ()))

    def write(self, record: Record) -> int:
        """Write down a whole match, as when one is imported, and return its new number."""
        setup = record.setup
        seats = [{"name": seat.name, "bot": seat.bot} for seat in setup.seats]
        with self._guarded(), self._transaction():
            cursor = self._db.execute(
                "INSERT INTO matches (uid, version, game, seats, options, deal, seed, corrections, began, ended,"
                " winners, scores) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                (
                    record.uid, record.version, setup.game, _json(seats), _json(setup.options), setup.deal,
                    setup.seed, _json(setup.corrections), record.began, record.ended,
                    _json(record.winners), _json(record.scores),
                ),
            )  # fmt: skip
            number = cursor.lastrowid
            assert number is not None
            rows = [(number, n, a.choice, a.detail, a.undone, a.at) for n, a in enumerate(record.answers, 1)]
            self._db.executemany("INSERT INTO answers VALUES (?,?,?,?,?,?)", rows)
        return number

    def records(self) -> list[Record]:
        """All matches, the newest first."""
        with self._guarded():
            numbers = [row[0] for row in self._db.execute("SELECT number FROM matches ORDER BY number DESC")]
        return [self.record(number) for number in numbers]

    def record(self, number: int) -> Record:
        """One match; an unknown number is refused with what to do."""
        with self._guarded():
            row = self._db.execute(
                "SELECT number, uid, version, began, ended, winners, scores, game, seats, options, seed, deal,"
                " corrections FROM matches WHERE number = ?",
                (number,),
            ).fetchone()
            answers = self._db.execute(
                "SELECT choice, detail, undone, at FROM answers WHERE match = ? ORDER BY serial", (number,)
            ).fetchall()
        if row is None:
            raise UnknownMatch(N_("There is no match {number}; `arkside history` lists them"), number=number)
        try:
            return self._record(row, answers)
        except (ValueError, TypeError, KeyError):
            raise JournalError(N_("{file}: match {number} cannot be read"), file=self.file, number=number) from None

    def number_of(self, uid: str) -> int | None:
        """The match of that uid, if it is here."""
        with self._guarded():
            row = self._db.execute("SELECT number FROM matches WHERE uid = ?", (uid,)).fetchone()
        return None if row is None else int(row[0])

    def unfinished(self, game: str | None = None) -> int | None:
        """The newest match that is not over."""
        with self._guarded():
            row = self._db.execute(
                "SELECT max(number) FROM matches WHERE ended IS NULL AND game = coalesce(?, game)", (game,)
            ).fetchone()
        return None if row[0] is None else int(row[0])

    def start(self, game: Game, setup: Setup) -> tuple[int, Match]:
        """Begin a match that is kept here; nothing is written if it cannot be set up."""
        match = Match(game, setup)
        number = self.begin(setup)
        match.kept_by(Kept(self, number, game))
        return number, match

    def resume(self, number: int) -> Match:
        """A match at the question where it was left."""
        record = self.record(number)
        return replay(record, self.file, Kept(self, number, game_named(record.setup.game)))

    def answered(self, number: int, serial: int, choice: str, detail: str) -> None:
        """Add an answer; a serial that is there already was written by somebody else."""
        try:
            with self._guarded(), self._transaction():
                self._db.execute(
                    "INSERT INTO answers VALUES (?,?,?,?,0,?)", (number, serial, choice, detail, self.now())
                )
        except sqlite3.IntegrityError:
            raise JournalError(
                N_("Match {number} is being played somewhere else too; leave it there first"), number=number
            ) from None

    def mark(self, number: int, serial: int, undone: bool) -> None:
        """Take an answer back, or let it hold again; a match with an answer taken back is not over."""
        with self._guarded(), self._transaction():
            self._db.execute("UPDATE answers SET undone = ? WHERE match = ? AND serial = ?", (undone, number, serial))
            self._db.execute("UPDATE matches SET ended = NULL WHERE number = ?", (number,))

    def ended(self, number: int, winners: Sequence[int], scores: Sequence[int]) -> None:
        """Note how a match ended."""
        with self._guarded(), self._transaction():
            self._db.execute(
                "UPDATE matches SET ended = ?, winners = ?, scores = ? WHERE number = ?",
                (self.now(), _json(winners), _json(scores), number),
            )

    def _look_first(self) -> int:
        """The schema of the file, found out without writing to it; a file that is not ours is refused."""
        if not self.file.exists() or self.file.stat().st_size == 0:
            return 0
        db = sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=ro", uri=True)
        try:
            verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            schema = int(db.execute("PRAGMA user_version").fetchone()[0])
            application = db.execute("PRAGMA application_id").fetchone()[0]
        finally:
            db.close()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict.splitlines()[-1])
        if application != APPLICATION:
            raise JournalError(
                N_("{file} is not a journal of Arkside; choose another folder with --data"), file=self.file
            )
        if schema > len(MIGRATIONS):
            raise JournalError(
                N_("{file} was written by a newer Arkside (schema {schema}, this one knows {known}): update Arkside"),
                file=self.file, schema=schema, known=len(MIGRATIONS),
            )  # fmt: skip
        return schema

    def _migrate(self, known: int) -> None:
        if known == len(MIGRATIONS):
            return
        if known:
            with sqlite3.connect(f"{self.file}.schema-{known}") as copy:
                self._db.backup(copy)
            copy.close()
        for schema, script in enumerate(MIGRATIONS[known:], known + 1):
            self._db.executescript(
                f"BEGIN; {script}; PRAGMA application_id={APPLICATION}; PRAGMA user_version={schema}; COMMIT;"
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn what SQLite and the disk say into one line that tells what to do."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.OperationalError as why:
            raise JournalError(N_("{file} cannot be used: {why}"), file=self.file, why=why) from None
        except sqlite3.DatabaseError as why:
            raise JournalError(
                N_("{file} is damaged ({why}) and was left as it is: restore a copy or choose another --data"),
                file=self.file, why=why,
            ) from None  # fmt: skip
        except OSError as why:
            raise JournalError(N_("{file} cannot be used: {why}"), file=self.file, why=why.strerror) from None

    @staticmethod
    def _record(row: Sequence[Any], answers: Sequence[Sequence[Any]]) -> Record:
        number, uid, version, began, ended, winners, scores, game, seats, options, seed, deal, corrections = row
        setup = Setup(
            game,
            tuple(Seat(n, seat["name"], seat["bot"]) for n, seat in enumerate(json.loads(seats))),
            json.loads(options), seed, deal, json.loads(corrections),
        )  # fmt: skip
        return Record(
            number, uid, version, setup, began, ended, tuple(json.loads(winners)), tuple(json.loads(scores)),
            tuple(Answer(choice, detail, bool(undone), at) for choice, detail, undone, at in answers),
        )  # fmt: skip


class Kept:
    """Keeps the answers of one match; knows which of them can be taken back and done again."""

    def __init__(self, journal: Journal, number: int, game: Game) -> None:
        self._journal = journal
        self._number = number
        record = journal.record(number)
        answers = record.answers
        self._memory = Memory(game, record.setup, journal.file.parent)
        self._last = len(answers)
        self._standing = [serial for serial, answer in enumerate(answers, 1) if not answer.undone]
        self._undone: list[int] = []

    def answered(self, choice: str, detail: str) -> None:
        """Write the answer down."""
        self._journal.answered(self._number, self._last + 1, choice, detail)
        self._last += 1
        self._standing.append(self._last)
        self._undone.clear()

    def undone(self) -> None:
        """Mark the last answer that holds."""
        self._journal.mark(self._number, self._standing[-1], True)
        self._undone.append(self._standing.pop())

    def redone(self) -> None:
        """Let the answer marked last hold again."""
        self._journal.mark(self._number, self._undone[-1], False)
        self._standing.append(self._undone.pop())

    def learned(self, about_the_box: Tree) -> ArksideError | None:
        """Let other matches with this box know what the table told."""
        return self._memory.keep(about_the_box)

    def ended(self, winners: tuple[int, ...], scores: list[int]) -> None:
        """Write down how it ended."""
        self._journal.ended(self._number, winners, scores)

    def details(self) -> list[str]:
        """What stands beside the answers that hold."""
        answers = self._journal.record(self._number).answers
        return [answers[serial - 1].detail for serial in self._standing]


def replay(record: Record, file: object, keeper: Kept | None = None) -> Match:
    """Play a record up to where it was left; one that the rules do not follow is refused by name."""
    game = game_named(record.setup.game)
    try:
        return Match(game, record.setup, record.standing(), keeper)
    except ArksideError as why:
        raise JournalError(
            N_("{file}: match {number}, written by Arkside {version}, cannot be replayed: {why}"),
            file=file, number=record.number, version=record.version, why=why,
        ) from None  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
