"""The journal: every answer of every match on disk before the next question is shown.

One SQLite file. A match is its set-up and its answers; everything else is replay. Answers that were taken
back stay, marked.
"""

import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion import VERSION
from companion.core.errors import (
    N_,
    ArksideError,
    JournalBusy,
    JournalDamaged,
    JournalError,
    UnknownMatch,
    WrittenElsewhere,
)
from companion.core.game import Setup
from companion.core.match import Match
from companion.core.seat import Seat
from companion.core.shelf import game_named
from companion.core.times import Sitting, told, utc_now

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
)
"""Script n leads from schema n to n + 1; never change one that was released, add another."""


COLUMNS = (
    "number, uid, version, began, ended, winners, scores, game, seats, options, seed, deal, corrections, moves"
)  # fmt: skip


class Answer(NamedTuple):
    """One answer as it was given, also if it was taken back later."""

    choice: str
    detail: str
    undone: bool
    at: str


class End(NamedTuple):
    """How a match ended, for the note of it."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


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
    sittings: tuple[Sitting, ...] = ()
    moves: int = 0
    """How often it was written to: whoever knows another number has missed something."""

    def standing(self) -> list[str]:
        """The answers that hold."""
        return [answer.choice for answer in self.answers if not answer.undone]


class Summary(NamedTuple):
    """A match in a list: what can be told without reading its answers."""

    number: int
    game: str
    names: tuple[str, ...]
    """Who plays; nobody where that cannot be read."""
    began: str
    last: str
    """When it was last answered."""
    answers: int


class Journal:
    """All matches in one data folder.

    `patience` is how many seconds a write waits for another program's; a loop that must not stand still takes 0.
    """

    def __init__(self, folder: Path, now: Callable[[], str] = utc_now, patience: float = 5.0) -> None:
        self.file = folder / FILE
        self.now = now
        with self._guarded():
            folder.mkdir(parents=True, exist_ok=True)
            known = self._look_first()
            self._db = sqlite3.connect(self.file, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.create_function("casefold", 1, str.casefold, deterministic=True)
            self._migrate(known)
            self._db.execute(f"PRAGMA busy_timeout={round(patience * 1000)}")

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
        seats = [seat.as_json() for seat in setup.seats]
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
            sat = [(number, told(one.began), None if one.ended is None else told(one.ended)) for one in record.sittings]
            self._db.executemany("INSERT INTO sittings VALUES (?,?,?)", sat)
            self._count_people([seat.name for seat in setup.seats if not seat.bot], record.began, 1)
        return number

    def records(self) -> list[Record]:
        """All matches, the newest first."""
        return [self.record(number) for number in self._numbers()]

    def readable(self) -> list[Record]:
        """Those of all matches that can be read, the newest first: one that is damaged keeps nobody from playing."""
        found = []
        for number in self._numbers():
            with suppress(JournalError):
                found.append(self.record(number))
        return found

    def headings(self) -> list[Record]:
        """All matches that can be read without their answers, the newest first: quick, however many were played."""
        with self._guarded():
            rows = self._db.execute(f"SELECT {COLUMNS} FROM matches ORDER BY number DESC").fetchall()  # noqa: S608
        found = []
        for row in rows:
            with suppress(ValueError, TypeError, KeyError):
                found.append(self._record(row, (), ()))
        return found

    def record(self, number: int) -> Record:
        """One match; an unknown number is refused with what to do."""
        if abs(number) >= 2**63:  # more than SQLite can look for
            raise UnknownMatch(N_("There is no match {number}; `arkside history` lists them"), number=number)
        with self._guarded():
            row = self._db.execute(f"SELECT {COLUMNS} FROM matches WHERE number = ?", (number,)).fetchone()  # noqa: S608
            answers = self._db.execute(
                "SELECT choice, detail, undone, at FROM answers WHERE match = ? ORDER BY serial", (number,)
            ).fetchall()
            sittings = self._db.execute(
                "SELECT began, ended FROM sittings WHERE match = ? ORDER BY rowid", (number,)
            ).fetchall()
        if row is None:
            raise UnknownMatch(N_("There is no match {number}; `arkside history` lists them"), number=number)
        try:
            return self._record(row, answers, sittings)
        except (ValueError, TypeError, KeyError):
            raise JournalError(N_("{file}: match {number} cannot be read"), file=self.file, number=number) from None

    def number_of(self, uid: str) -> int | None:
        """The match of that uid, if it is here."""
        with self._guarded():
            row = self._db.execute("SELECT number FROM matches WHERE uid = ?", (uid,)).fetchone()
        return None if row is None else int(row[0])

    def look(self, query: str) -> list[Any]:
        """What a query finds; for those who count and change nothing."""
        with self._guarded():
            return self._db.execute(query).fetchall()

    def unfinished(self, game: str | None = None) -> int | None:
        """The newest match that is not over."""
        with self._guarded():
            row = self._db.execute(
                "SELECT max(number) FROM matches WHERE ended IS NULL AND game = coalesce(?, game)", (game,)
            ).fetchone()
        return None if row[0] is None else int(row[0])

    def waiting(self, most: int) -> list[int]:
        """The newest matches that are not over, as far as is noted."""
        with self._guarded():
            rows = self._db.execute(
                "SELECT number FROM matches WHERE ended IS NULL ORDER BY number DESC LIMIT ?", (most,)
            ).fetchall()
        return [row[0] for row in rows]

    def summaries(self, numbers: Sequence[int]) -> list[Summary]:
        """These matches in short, also one that cannot be read as a whole; those that are not there are left out."""
        with self._guarded():
            rows = [
                self._db.execute(
                    "SELECT number, game, seats, began, coalesce(max(at), began), count(at) FROM matches"
                    " LEFT JOIN answers ON match = number AND NOT undone WHERE number = ? GROUP BY number",
                    (number,),
                ).fetchone()
                for number in numbers
            ]
        return [Summary(row[0], row[1], _names(row[2]), *row[3:]) for row in rows if row is not None]

    def newest(self) -> tuple[Seat, ...] | None:
        """Who sat at the table last; None if nobody did, or if that cannot be read."""
        with self._guarded():
            row = self._db.execute("SELECT seats FROM matches ORDER BY number DESC LIMIT 1").fetchone()
        try:
            return None if row is None else tuple(Seat.read(n, seat) for n, seat in enumerate(json.loads(row[0])))
        except (ValueError, TypeError, KeyError, IndexError):
            return None

    def people(self, most: int = 24) -> list[str]:
        """Names that were given, those who played most often first."""
        with self._guarded():
            rows = self._db.execute("SELECT name FROM people ORDER BY matches DESC, last DESC LIMIT ?", (most,))
            return [row[0] for row in rows]

    def meet(self, name: str) -> None:
        """Remember a name the moment it is given."""
        with self._guarded(), self._transaction():
            self._count_people([name], self.now(), 0)

    def forget(self, name: str) -> None:
        """Offer a name no more; matches keep it."""
        with self._guarded(), self._transaction():
            self._db.execute("DELETE FROM people WHERE folded = ?", (name.casefold(),))

    def rename(self, old: str, new: str) -> None:
        """Call somebody differently, also in the matches they played, unless somebody of that name played there too."""
        with self._guarded(), self._transaction():
            self._db.execute("DELETE FROM people WHERE folded = ? AND folded != ?", (new.casefold(), old.casefold()))
            self._db.execute(
                "UPDATE people SET folded = ?, name = ? WHERE folded = ?", (new.casefold(), new, old.casefold())
            )
            found = self._db.execute(
                "SELECT number, seats FROM matches WHERE instr(seats, ?)", (_json(old),)
            ).fetchall()
            self._db.executemany(
                "UPDATE matches SET seats = ? WHERE number = ?",
                [(_renamed(seats, old, new), number) for number, seats in found],
            )

    def delete(self, number: int) -> None:
        """Take a match away for good, with its answers."""
        with self._guarded(), self._transaction():
            for table in ("answers", "sittings"):
                self._db.execute(f"DELETE FROM {table} WHERE match = ?", (number,))  # noqa: S608
            self._db.execute("DELETE FROM matches WHERE number = ?", (number,))

    def end_early(self, number: int, scores: Sequence[int]) -> None:
        """Note that a match is over although its rules are not: nobody won, and these are the points so far."""
        with self._guarded(), self._transaction():
            self._end(number, End((), tuple(scores)))

    def _count_people(self, names: Sequence[str], at: str, matches: int) -> None:
        self._db.executemany(
            "INSERT INTO people VALUES (casefold(?1), ?1, ?2, ?3)"
            " ON CONFLICT (folded) DO UPDATE SET name = ?1, matches = matches + ?2, last = max(last, ?3)",
            [(name, matches, at) for name in names],
        )

    def answered(
        self, number: int, moves: int, serial: int, choice: str, detail: str, at: str, end: End | None
    ) -> None:
        """Add an answer, with the end of the match if it brought that, unless somebody else wrote meanwhile."""
        with self._moving(number, moves):
            self._db.execute("INSERT INTO answers VALUES (?,?,?,?,0,?)", (number, serial, choice, detail, at))
            if end is not None:
                self._end(number, end)

    def mark(self, number: int, moves: int, serials: Sequence[int], undone: bool, end: End | None) -> None:
        """Take answers back, or let them hold again; a match with an answer taken back is not over."""
        with self._moving(number, moves):
            rows = [(undone, number, serial) for serial in serials]
            self._db.executemany("UPDATE answers SET undone = ? WHERE match = ? AND serial = ?", rows)
            self._db.execute("UPDATE matches SET ended = NULL WHERE number = ?", (number,))
            if end is not None:
                self._end(number, end)

    def healed(self, number: int, moves: int, end: End) -> None:
        """Note the end of a match whose last answer is there; its time is that of the answer."""
        with self._moving(number, moves):
            self._end(number, end)
            self._db.execute(
                "UPDATE matches SET ended = coalesce((SELECT max(at) FROM answers WHERE match = number), began)"
                " WHERE number = ?",
                (number,),
            )

    def sat_down(self, number: int, at: int) -> None:
        """Note that a match is open from now on."""
        with self._guarded(), self._transaction():
            self._db.execute("INSERT INTO sittings VALUES (?,?,NULL)", (number, told(at)))

    def got_up(self, number: int, at: int) -> None:
        """Note that the last sitting of a match is over."""
        with self._guarded(), self._transaction():
            self._db.execute(
                "UPDATE sittings SET ended = ? WHERE ended IS NULL"
                " AND rowid = (SELECT max(rowid) FROM sittings WHERE match = ?)",
                (told(at), number),
            )

    def _numbers(self) -> list[int]:
        with self._guarded():
            return [row[0] for row in self._db.execute("SELECT number FROM matches ORDER BY number DESC")]

    @contextmanager
    def _moving(self, number: int, moves: int) -> Iterator[None]:
        """Write to a match in one transaction, which first makes sure that nobody else has written to it."""
        with self._guarded(), self._transaction():
            cursor = self._db.execute(
                "UPDATE matches SET moves = moves + 1 WHERE number = ? AND moves = ?", (number, moves)
            )
            if cursor.rowcount != 1:
                raise WrittenElsewhere(
                    N_("Match {number} was played on somewhere else meanwhile; open it again"), number=number
                )
            yield

    def _end(self, number: int, end: End) -> None:
        self._db.execute(
            "UPDATE matches SET ended = ?, winners = ?, scores = ? WHERE number = ?",
            (self.now(), _json(end.winners), _json(end.scores), number),
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
            if why.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise JournalBusy(N_("{file} is in use by another program; try again"), file=self.file) from None
            raise JournalError(N_("{file} cannot be used: {why}"), file=self.file, why=why) from None
        except sqlite3.DatabaseError as why:
            raise JournalDamaged(
                N_("{file} is damaged ({why}) and was left as it is: restore a copy or choose another --data"),
                file=self.file, why=why,
            ) from None  # fmt: skip
        except OSError as why:
            raise JournalError(N_("{file} cannot be used: {why}"), file=self.file, why=why.strerror) from None

    @staticmethod
    def _record(row: Sequence[Any], answers: Sequence[Sequence[Any]], sittings: Sequence[Sequence[Any]]) -> Record:
        number, uid, version, began, ended, winners, scores, game, seats, options, seed, deal, corrections, moves = row
        setup = Setup(
            game,
            tuple(Seat.read(n, seat) for n, seat in enumerate(json.loads(seats))),
            json.loads(options), seed, deal, json.loads(corrections),
        )  # fmt: skip
        return Record(
            number, uid, version, setup, began, ended, tuple(json.loads(winners)), tuple(json.loads(scores)),
            tuple(Answer(choice, detail, bool(undone), at) for choice, detail, undone, at in answers),
            tuple(Sitting.read(sat_down, got_up) for sat_down, got_up in sittings),
            moves,
        )  # fmt: skip


def replay(record: Record, file: object) -> Match:
    """Play a record up to where it was left; one that the rules do not follow is refused by name."""
    game = game_named(record.setup.game)
    try:
        return Match(game, record.setup, record.standing())
    except ArksideError as why:
        raise JournalError(
            N_("{file}: match {number}, written by Arkside {version}, cannot be replayed: {why}"),
            file=file, number=record.number, version=record.version, why=why,
        ) from None  # fmt: skip


def _names(seats: str) -> tuple[str, ...]:
    """The names in what is written of the seats; none if that is no list of seats."""
    try:
        return tuple(str(seat["name"]) for seat in json.loads(seats))
    except (ValueError, TypeError, KeyError):
        return ()


def _renamed(seats: str, old: str, new: str) -> str:
    """The seats of a match with a new name for somebody; as they are, if that name sits there already."""
    names = [name.casefold() for name in _names(seats)]
    if old.casefold() not in names or (new.casefold() in names and new.casefold() != old.casefold()):
        return seats
    people = json.loads(seats)
    people[names.index(old.casefold())]["name"] = new
    return _json(people)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
