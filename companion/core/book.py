"""The answers of one live match with their times: in memory, or first of all in the journal."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.journal import End, Journal, Record
from companion.core.times import Sitting, closed, milliseconds, shared, told


class Line(NamedTuple):
    """One answer as it was given: where it stands in the journal, what was measured along with it, and when."""

    serial: int
    detail: str
    at: int


class Book:
    """What a session remembers besides the rules. This one forgets everything when the program ends.

    Every method returns when it is safe, and leaves the book as it was if it fails.
    """

    def __init__(self) -> None:
        self.number = 0
        """The number of the match in the journal; 0 where it is in none."""
        self.began = 0
        self.sittings: list[Sitting] = []
        self._standing: list[Line] = []
        self._undone: list[Line] = []
        self._stamps: list[int] = []
        """When each answer was given, also those taken back, in the order of their serials."""

    @property
    def details(self) -> list[str]:
        """What was measured along with each answer that holds, such as the margins of a slap."""
        return [line.detail for line in self._standing]

    def answered(self, choice: str, detail: str, at: int, end: End | None) -> None:
        """An answer was given, and perhaps the match ended with it."""
        line = Line(len(self._stamps) + 1, detail, at)
        self._save(line, choice, end)
        self._stamps.append(at)
        self._standing.append(line)
        self._undone.clear()

    def undone(self, count: int = 1) -> None:
        """The last answers that hold were taken back."""
        lines = self._standing[len(self._standing) - count :]
        self._mark(lines, True, None)
        del self._standing[len(self._standing) - count :]
        self._undone += reversed(lines)

    def redone(self, end: End | None) -> None:
        """The answer taken back last holds again, and perhaps ends the match again."""
        self._mark(self._undone[-1:], False, end)
        self._standing.append(self._undone.pop())

    def sat_down(self, at: int) -> None:
        """The match is open from now on."""
        self.sittings = [*closed(self.sittings, self._stamps), Sitting(at, None)]

    def got_up(self, at: int) -> None:
        """A pause, or the match rests."""
        if self.sittings and self.sittings[-1].ended is None:
            self.sittings[-1] = self.sittings[-1]._replace(ended=at)

    def thinking(self, asked: Sequence[int], seat: int, now: int) -> int:
        """Milliseconds in which this seat was asked and answered, pauses and what was taken back excluded.

        `asked` names the seat of each answer that holds, and last the one asked now, if anybody is.
        """
        sittings = [sat if sat.ended is not None else sat._replace(ended=now) for sat in self.sittings]
        ends = [*self._standing, Line(len(self._stamps) + 1, "", now)]
        return sum(
            shared(sittings, self._stamps[line.serial - 2] if line.serial > 1 else self.began, line.at)
            for line, one in zip(ends, asked, strict=False)
            if one == seat
        )

    def _save(self, line: Line, choice: str, end: End | None) -> None:
        """Keep a new answer; in memory there is nothing to do."""

    def _mark(self, lines: Sequence[Line], undone: bool, end: End | None) -> None:
        """Keep that answers were taken back or hold again."""


class JournalBook(Book):
    """A book that is in the journal before it is in memory; refused if another program wrote meanwhile."""

    def __init__(self, journal: Journal, record: Record) -> None:
        super().__init__()
        self.number = record.number
        self._journal = journal
        self._moves = record.moves
        self.began = milliseconds(record.began)
        lines = [Line(n, answer.detail, milliseconds(answer.at)) for n, answer in enumerate(record.answers, 1)]
        self._stamps = [line.at for line in lines]
        self._standing = [line for line, answer in zip(lines, record.answers, strict=True) if not answer.undone]
        self.sittings = closed(record.sittings or (Sitting(self.began, None),), self._stamps)

    def ended(self, end: End) -> None:
        """Note an end that a power cut kept from being noted."""
        self._journal.healed(self.number, self._moves, end)
        self._moves += 1

    def sat_down(self, at: int) -> None:
        """Note it; like all sittings, what cannot be noted costs thinking time and no answer."""
        super().sat_down(at)
        self._journal.sat_down(self.number, at)

    def got_up(self, at: int) -> None:
        """Note the end of the sitting."""
        super().got_up(at)
        self._journal.got_up(self.number, at)

    def _save(self, line: Line, choice: str, end: End | None) -> None:
        self._journal.answered(self.number, self._moves, line.serial, choice, line.detail, told(line.at), end)
        self._moves += 1

    def _mark(self, lines: Sequence[Line], undone: bool, end: End | None) -> None:
        self._journal.mark(self.number, self._moves, [line.serial for line in lines], undone, end)
        self._moves += 1
