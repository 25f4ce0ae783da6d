"""The answers of one open match with their times, in memory only or also in the journal."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.facts import Facts
from companion.core.journal import Journal
from companion.core.record import MatchStanding, Record, TableSnapshot
from companion.core.timestamps import Sitting, close_sittings, format_time, measure_overlap, parse_time


class StoredAnswer(NamedTuple):
    """One answer: its serial number in the journal, its measured detail, and its time."""

    serial: int
    detail: str
    at: int
    thought: int
    """Milliseconds since the previous answer, without pauses. Computed once, because it never changes."""


class AnswerStore:
    """Answers and times of a session, kept in memory only.

    Methods return once the data is safe, and leave the store unchanged if they fail.
    """

    def __init__(self) -> None:
        self.number = 0
        """Number of the match in the journal; 0 if it isn't in one."""
        self.began = 0
        self.sittings: list[Sitting] = []
        self._standing: list[StoredAnswer] = []
        self._undone: list[StoredAnswer] = []
        self._stamps: list[int] = []
        """Time of each answer in order of serial number, including undone ones."""

    @property
    def details(self) -> list[str]:
        """Detail measured with each standing answer, such as the margins of a slap."""
        return [line.detail for line in self._standing]

    def add_answer(self, choice: str, detail: str, at: int, standing: MatchStanding) -> None:
        """Store a new answer and the standing of the match after it."""
        # undone answers stay in the journal, so serial numbers count them too
        serial = len(self._stamps) + 1
        line = StoredAnswer(serial, detail, at, self._measure_span(serial, at))
        # the journal comes first: if it fails, the lists below are still as they were
        self._save_answer(line, choice, standing)
        self._stamps.append(at)
        self._standing.append(line)
        self._undone.clear()

    def undo_answers(self, count: int, standing: MatchStanding) -> None:
        """Mark the last standing answers as undone."""
        lines = self._standing[len(self._standing) - count :]
        self._save_marks(lines, True, standing)
        del self._standing[len(self._standing) - count :]
        self._undone += reversed(lines)

    def redo_answers(self, count: int, standing: MatchStanding) -> None:
        """Redo the last undone answers, which may end the match again."""
        # `_undone` has the latest answer first, so reading it backwards gives the order of play
        lines = self._undone[: -count - 1 : -1]
        self._save_marks(lines, False, standing)
        self._standing += lines
        del self._undone[-count:]

    def begin_sitting(self, at: int) -> None:
        """Begin a sitting: the match is open from now on."""
        # a sitting that a power cut left open ends with its last answer
        self.sittings = [*close_sittings(self.sittings, self._stamps), Sitting(at, None)]

    def end_sitting(self, at: int, facts: Facts) -> None:
        """End the sitting for a pause or on leaving; `facts` is the table as it looks then."""
        self.sittings[-1] = self.sittings[-1]._replace(ended=at)

    def measure_thinking(self, asked: Sequence[int], now: int) -> Counter[int]:
        """Return the milliseconds each seat has thought, without pauses and undone answers.

        `asked` names the seat of each standing answer, and last the seat asked now, if there is one.
        """
        spans = [*(line.thought for line in self._standing), self._measure_span(len(self._stamps) + 1, now)]
        thought: Counter[int] = Counter()
        for seat, span in zip(asked, spans, strict=False):
            thought[seat] += span
        return thought

    def _measure_span(self, serial: int, until: int) -> int:
        """Return the milliseconds from the previous answer until then, without pauses."""
        # the sitting that is still open counts up to now
        sittings = [sat if sat.ended is not None else sat._replace(ended=until) for sat in self.sittings]
        return measure_overlap(sittings, self._stamps[serial - 2] if serial > 1 else self.began, until)

    def _save_answer(self, line: StoredAnswer, choice: str, standing: MatchStanding) -> None:
        """Write a new answer to permanent storage, if there is any."""

    def _save_marks(self, lines: Sequence[StoredAnswer], undone: bool, standing: MatchStanding) -> None:
        """Write to permanent storage that answers were undone or redone."""


class JournalAnswerStore(AnswerStore):
    """Answers written to the journal before memory; refused if another program wrote to the match meanwhile."""

    def __init__(self, journal: Journal, record: Record) -> None:
        super().__init__()
        self.number = record.number
        self._journal = journal
        self._moves = record.moves
        self.began = parse_time(record.began)
        self._stamps = [parse_time(answer.at) for answer in record.answers]
        self.sittings = close_sittings(record.sittings or (Sitting(self.began, None),), self._stamps)
        self._standing = [
            StoredAnswer(serial, answer.detail, at, self._measure_span(serial, at))
            for serial, (answer, at) in enumerate(zip(record.answers, self._stamps, strict=True), 1)
            if not answer.undone
        ]

    def record_end(self, standing: MatchStanding) -> None:
        """Record the end of a match if a power cut prevented that."""
        self._journal.record_end(self.number, self._moves, standing)
        self._moves += 1

    def begin_sitting(self, at: int) -> None:
        """Begin a sitting, in the journal too."""
        # memory first: if the journal fails here, only thinking times are lost, never an answer
        super().begin_sitting(at)
        self._journal.begin_sitting(self.number, at)

    def end_sitting(self, at: int, facts: Facts) -> None:
        """End the sitting, in the journal too."""
        super().end_sitting(at, facts)
        self._journal.end_sitting(self.number, at, TableSnapshot(len(self._standing), facts))

    def _save_answer(self, line: StoredAnswer, choice: str, standing: MatchStanding) -> None:
        self._journal.add_answer(
            self.number, self._moves, line.serial, choice, line.detail, format_time(line.at), standing
        )
        self._moves += 1

    def _save_marks(self, lines: Sequence[StoredAnswer], undone: bool, standing: MatchStanding) -> None:
        self._journal.mark_answers(self.number, self._moves, [line.serial for line in lines], undone, standing)
        self._moves += 1
