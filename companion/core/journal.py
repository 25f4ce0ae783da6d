"""The journal: every answer of every match is on disk before the next question is shown.

One SQLite file. A match is stored as its set-up and its answers; everything else is replayed. Undone answers stay,
marked as undone.
"""

import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

from companion import VERSION
from companion.core.box import Tree
from companion.core.errors import N_, JournalError, UnknownMatch, WrittenElsewhere
from companion.core.journal_file import FILE, explain_errors, open_file, open_read_only
from companion.core.record import (
    MatchHeading,
    MatchStanding,
    MatchSummary,
    Record,
    TableSnapshot,
    parse_names,
    parse_seats,
    read_record,
    replace_name,
    to_json,
)
from companion.core.seat import Seat, sanitize_name
from companion.core.table import Setup
from companion.core.timestamps import format_time, utc_now
from companion.core.untrusted import Unreadable, read_json, read_moment, sanitize

COLUMNS = (
    "number, uid, version, began, ended, winners, scores, game, seats, options, seed, deal, corrections, moves,"
    " trail, seen, chance, game_version, house_rules"
)


class Journal:
    """Matches of one data folder.

    `patience` is the number of seconds a write waits for another program; an event loop that must not block passes 0.
    Another thread may open the same journal `read_only`, if the file exists and has the current schema.
    """

    def __init__(
        self, folder: Path, now: Callable[[], str] = utc_now, patience: float = 5.0, read_only: bool = False
    ) -> None:
        self.file = folder / FILE
        self.now = now
        with self._explain_errors():
            self._db = open_read_only(self.file) if read_only else open_file(self.file)
            self._db.execute(f"PRAGMA busy_timeout={round(patience * 1000)}")
            # remembered, so that a file that was deleted or replaced is noticed before the next write
            self._status = self.file.stat()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing it twice is harmless."""
        self._db.close()

    def begin_match(self, setup: Setup, game_version: str = "") -> int:
        """Add a new match and return its number."""
        new = Record(0, uuid.uuid4().hex, VERSION, setup, self.now(), None, (), (), (), game_version=game_version)
        return self.write_match(new)

    def write_match(self, record: Record, instead_of: int | None = None) -> int:
        """Add a whole match, such as an imported one, and return its number; replace match `instead_of` if given."""
        setup = record.setup
        seats = [seat.as_json() for seat in setup.seats]
        with self._explain_errors(), self._transaction():
            # in the same transaction: a power cut leaves either the old match or the new one
            if instead_of is not None:
                self._delete_rows(instead_of)
            cursor = self._db.execute(
                "INSERT INTO matches (uid, version, game, seats, options, deal, seed, corrections, began, ended,"
                " winners, scores, trail, seen, chance, game_version, house_rules)"
                " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (
                    record.uid, record.version, setup.game, to_json(seats), to_json(setup.options), setup.deal,
                    setup.seed, to_json(setup.corrections), record.began, record.ended,
                    to_json(record.winners), to_json(record.scores), record.trail,
                    None if record.seen is None else to_json(record.seen._asdict()), setup.chance, record.game_version,
                    setup.house_rules,
                ),
            )  # fmt: skip
            number = cursor.lastrowid
            assert number is not None
            rows = [(number, n, a.choice, a.detail, a.undone, a.at) for n, a in enumerate(record.answers, 1)]
            self._db.executemany("INSERT INTO answers VALUES (?,?,?,?,?,?)", rows)
            sat = [
                (number, format_time(sitting.began), None if sitting.ended is None else format_time(sitting.ended))
                for sitting in record.sittings
            ]
            self._db.executemany("INSERT INTO sittings VALUES (?,?,?)", sat)
            self._count_people([seat.name for seat in setup.seats if not seat.bot], record.began, 1)
        return number

    def count_matches(self) -> int:
        """Return the number of matches, including unreadable ones."""
        with self._explain_errors():
            return int(self._db.execute("SELECT count(*) FROM matches").fetchone()[0])

    def list_readable_records(self) -> list[Record]:
        """Return all readable matches, newest first."""
        records = []
        for number in self._numbers():
            with suppress(JournalError):  # one damaged match must not hide the others
                records.append(self.load_record(number))
        return records

    def list_headings(
        self, most: int | None = None, game: str = "", player: str = "", before: int = 2**63 - 1
    ) -> list[MatchHeading]:
        """Return matches without their answers, newest first; filtered by game, player or highest number.

        Damaged matches are left out.
        """
        # limited here and not by SQL: players are filtered below, because SQLite can't fold case as Python does
        return list(islice(self.iterate_headings(game, player, before), most))

    def iterate_headings(
        self, game: str = "", player: str = "", before: int = 2**63 - 1, oldest_first: bool = False
    ) -> Iterator[MatchHeading]:
        """Yield the same matches one by one, without holding all of them."""
        order = "ASC" if oldest_first else "DESC"
        with self._explain_errors():
            rows = self._db.execute(
                "SELECT number, game, seats, deal, options, began, ended, winners, scores, game_version, house_rules"  # noqa: S608
                f" FROM matches WHERE number < ?1 AND (?2 = '' OR game = ?2) ORDER BY number {order}",
                (before, game),
            )
            for row in rows:
                try:
                    heading = MatchHeading.from_row(row)
                except Unreadable:
                    continue
                if not player or any(seat.name.casefold() == player.casefold() for seat in heading.seats):
                    yield heading

    def count_answers(self, of_all: bool = True) -> dict[int, int]:
        """Return the number of standing answers of each match, or only of each unfinished one."""
        condition = "" if of_all else " AND match IN (SELECT number FROM matches WHERE ended IS NULL)"
        return dict(self.run_query(f"SELECT match, count(*) FROM answers WHERE NOT undone{condition} GROUP BY match"))  # noqa: S608

    def load_record(self, number: int) -> Record:
        """Return one match; an unknown number is refused with a hint."""
        if abs(number) >= 2**63:  # SQLite integers have 64 bits; a larger one would be an OverflowError
            raise UnknownMatch(N_("There's no match {number}; `arkside history` lists them"), number=number)
        with self._explain_errors():
            row = self._db.execute(f"SELECT {COLUMNS} FROM matches WHERE number = ?", (number,)).fetchone()  # noqa: S608
            answers = self._db.execute(
                "SELECT choice, detail, undone, at FROM answers WHERE match = ? ORDER BY serial", (number,)
            ).fetchall()
            sittings = self._db.execute(
                "SELECT began, ended FROM sittings WHERE match = ? ORDER BY rowid", (number,)
            ).fetchall()
        if row is None:
            raise UnknownMatch(N_("There's no match {number}; `arkside history` lists them"), number=number)
        try:
            return read_record(row, answers, sittings)
        except Unreadable:
            raise JournalError(N_("{file}: match {number} can't be read"), file=self.file, number=number) from None

    def find_number(self, uid: str) -> int | None:
        """Return the number of the match with this uid; None if there is none."""
        with self._explain_errors():
            row = self._db.execute("SELECT number FROM matches WHERE uid = ?", (uid,)).fetchone()
        return None if row is None else int(row[0])

    def run_query(self, query: str) -> list[Any]:
        """Return the rows of a read-only query, for statistics."""
        return list(self.iterate_query(query))

    def iterate_query(self, query: str) -> Iterator[Any]:
        """Yield the rows of a read-only query one by one, without holding all of them."""
        with self._explain_errors():
            yield from self._db.execute(query)

    def list_recent_games(self, most: int = 50) -> list[str]:
        """Return the games of the newest matches, newest first."""
        with self._explain_errors():
            rows = self._db.execute("SELECT game FROM matches ORDER BY number DESC LIMIT ?", (most,)).fetchall()
        return [str(row[0]) for row in rows]

    def find_unfinished(self, *games: str) -> int | None:
        """Return the number of the newest unfinished match, of one of these games if any are given."""
        # the names travel as one JSON value, since SQLite has no parameter for a list
        with self._explain_errors():
            row = self._db.execute(
                "SELECT max(number) FROM matches WHERE ended IS NULL AND (?1 = '[]' OR game IN"
                " (SELECT value FROM json_each(?1)))",
                (to_json(games),),
            ).fetchone()
        return None if row[0] is None else int(row[0])

    def list_waiting(self, most: int) -> list[int]:
        """Return the numbers of the newest matches without a recorded end."""
        with self._explain_errors():
            rows = self._db.execute(
                "SELECT number FROM matches WHERE ended IS NULL ORDER BY number DESC LIMIT ?", (most,)
            ).fetchall()
        return [row[0] for row in rows]

    def list_summaries(self, numbers: Sequence[int]) -> list[MatchSummary]:
        """Return summaries of these matches, including unreadable ones; unknown numbers are left out."""
        with self._explain_errors():
            rows = [
                self._db.execute(
                    "SELECT number, game, seats, began, coalesce(max(at), began), count(at) FROM matches"
                    " LEFT JOIN answers ON match = number AND NOT undone WHERE number = ? GROUP BY number",
                    (number,),
                ).fetchone()
                for number in numbers
            ]
        return [
            MatchSummary(number, sanitize(game), parse_names(seats), read_moment(began), read_moment(last), answers)
            for number, game, seats, began, last, answers in filter(None, rows)
        ]

    def load_beginnings(self, numbers: Sequence[int]) -> dict[int, tuple[str, Tree]]:
        """Return the first standing answer and the corrections of these matches; those without either are left out."""
        with self._explain_errors():
            rows = self._db.execute(
                "SELECT number, choice, corrections FROM matches JOIN answers ON match = number"
                " WHERE number IN (SELECT value FROM json_each(?)) AND serial ="
                " (SELECT min(serial) FROM answers WHERE match = number AND NOT undone)",
                (to_json(list(numbers)),),
            ).fetchall()
        beginnings = {}
        for number, choice, corrections in rows:
            with suppress(Unreadable):
                beginnings[number] = (choice, read_json(corrections, "corrections").tree())
        return beginnings

    def load_last_seats(self) -> tuple[Seat, ...] | None:
        """Return the seats of the newest match; None if there is none or it can't be read."""
        with self._explain_errors():
            row = self._db.execute("SELECT seats FROM matches ORDER BY number DESC LIMIT 1").fetchone()
        try:
            return None if row is None else parse_seats(row[0])
        except Unreadable:
            return None

    def list_people(self, most: int = 24) -> list[str]:
        """Return known names, the most frequent players first."""
        with self._explain_errors():
            rows = self._db.execute("SELECT name FROM people ORDER BY matches DESC, last DESC LIMIT ?", (most,))
            return [sanitize_name(row[0]) for row in rows]

    def remember_person(self, name: str) -> None:
        """Remember a name before its first match."""
        with self._explain_errors(), self._transaction():
            self._count_people([name], self.now(), 0)

    def forget_person(self, name: str) -> None:
        """Stop offering a name; matches keep it."""
        with self._explain_errors(), self._transaction():
            self._db.execute("DELETE FROM people WHERE folded = ?", (name.casefold(),))

    def rename_person(self, old: str, new: str) -> None:
        """Rename a person, also in past matches, except where another player had the new name."""
        with self._explain_errors(), self._transaction():
            # If the new name is known already, the two become one person.
            self._db.execute("DELETE FROM people WHERE folded = ? AND folded != ?", (new.casefold(), old.casefold()))
            self._db.execute(
                "UPDATE people SET folded = ?, name = ? WHERE folded = ?", (new.casefold(), new, old.casefold())
            )
            # Search the JSON text first, which is quick; `replace_name` then compares the names themselves.
            rows = self._db.execute(
                "SELECT number, seats FROM matches WHERE instr(seats, ?)", (to_json(old),)
            ).fetchall()
            self._db.executemany(
                "UPDATE matches SET seats = ? WHERE number = ?",
                [(replace_name(seats, old, new), number) for number, seats in rows],
            )

    def delete_match(self, number: int) -> None:
        """Delete a match for good, with its answers."""
        with self._explain_errors(), self._transaction():
            self._delete_rows(number)

    def _delete_rows(self, number: int) -> None:
        for table in ("answers", "sittings"):
            self._db.execute(f"DELETE FROM {table} WHERE match = ?", (number,))  # noqa: S608
        self._db.execute("DELETE FROM matches WHERE number = ?", (number,))

    def end_early(self, number: int, scores: Sequence[int]) -> None:
        """End a match early: nobody has won, and these are the points so far."""
        with self._explain_errors(), self._transaction():
            self._db.execute(
                "UPDATE matches SET ended = ?, winners = '[]', scores = ? WHERE number = ?",
                (self.now(), to_json(tuple(scores)), number),
            )

    def _count_people(self, names: Sequence[str], at: str, matches: int) -> None:
        self._db.executemany(
            "INSERT INTO people VALUES (casefold(?1), ?1, ?2, ?3)"
            " ON CONFLICT (folded) DO UPDATE SET name = ?1, matches = matches + ?2, last = max(last, ?3)",
            [(name, matches, at) for name in names],
        )

    def add_answer(
        self, number: int, moves: int, serial: int, choice: str, detail: str, at: str, standing: MatchStanding
    ) -> None:
        """Add an answer and the standing after it, unless another program wrote to the match meanwhile."""
        with self._write_move(number, moves, standing):
            self._db.execute("INSERT INTO answers VALUES (?,?,?,?,0,?)", (number, serial, choice, detail, at))

    def mark_answers(
        self, number: int, moves: int, serials: Sequence[int], undone: bool, standing: MatchStanding
    ) -> None:
        """Mark answers as undone, or as standing again."""
        with self._write_move(number, moves, standing):
            rows = [(undone, number, serial) for serial in serials]
            self._db.executemany("UPDATE answers SET undone = ? WHERE match = ? AND serial = ?", rows)

    def record_end(self, number: int, moves: int, standing: MatchStanding) -> None:
        """Record the end of a match at the time of its last answer."""
        with self._write_move(number, moves, standing):
            # `_write_move` has just written the current time, but the match may have ended days ago, before a power cut
            self._db.execute(
                "UPDATE matches SET ended = coalesce((SELECT max(at) FROM answers WHERE match = number), began)"
                " WHERE number = ?",
                (number,),
            )

    def begin_sitting(self, number: int, at: int) -> None:
        """Record that a match was opened."""
        with self._explain_errors(), self._transaction():
            self._db.execute("INSERT INTO sittings VALUES (?,?,NULL)", (number, format_time(at)))

    def end_sitting(self, number: int, at: int, seen: TableSnapshot) -> None:
        """Record that the last sitting of a match has ended, and the table as it looked then."""
        with self._explain_errors(), self._transaction():
            self._db.execute(
                "UPDATE sittings SET ended = ? WHERE ended IS NULL"
                " AND rowid = (SELECT max(rowid) FROM sittings WHERE match = ?)",
                (format_time(at), number),
            )
            self._db.execute("UPDATE matches SET seen = ? WHERE number = ?", (to_json(seen._asdict()), number))

    def _numbers(self) -> list[int]:
        with self._explain_errors():
            return [row[0] for row in self._db.execute("SELECT number FROM matches ORDER BY number DESC")]

    @contextmanager
    def _write_move(self, number: int, moves: int, standing: MatchStanding) -> Iterator[None]:
        """Write to a match in one transaction that fails if another program has written to it meanwhile."""
        over = standing.winners is not None
        with self._explain_errors(), self._transaction():
            # optimistic locking: `moves` counts the writes, so no row matches if there was one we don't know of;
            # an undo clears `ended` again
            cursor = self._db.execute(
                "UPDATE matches SET moves = moves + 1, scores = ?, trail = ?, winners = ?, ended = ?"
                " WHERE number = ? AND moves = ?",
                (
                    to_json(standing.scores), standing.trail, to_json(standing.winners or ()),
                    self.now() if over else None, number, moves,
                ),
            )  # fmt: skip
            if cursor.rowcount != 1:
                raise WrittenElsewhere(
                    N_("Match {number} was continued somewhere else meanwhile; open it again"), number=number
                )
            yield

    def _check_file(self) -> None:
        """Refuse to write if the file was deleted, replaced or truncated."""
        # SQLite would write on to the deleted file without an error, and all of that would be lost
        status = self.file.stat()
        if not os.path.samestat(status, self._status) or status.st_size < self._status.st_size:
            raise JournalError(
                N_("{file} was replaced by another program; nothing can be saved until Arkside starts again"),
                file=self.file,
            )
        self._status = status

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._check_file()
        # takes the write lock at once; a plain BEGIN could fail halfway, when a read turns into a write
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _explain_errors(self) -> AbstractContextManager[None]:
        return explain_errors(self.file)
