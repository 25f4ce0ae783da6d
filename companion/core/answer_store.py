"""The answers of one live match with their times: in memory, or first of all in the journal."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.facts import Facts
from companion.core.journal import Journal
from companion.core.record import Record, Seen, Standing
from companion.core.times import Sitting, closed, milliseconds, shared, told


class StoredAnswer(NamedTuple):
    """One answer as it was given: where it stands in the journal, what was measured along with it, and when."""

    serial: int
    detail: str
    at: int
    thought: int
    """Milliseconds since the answer before it, pauses excluded; they are counted once, because they never change."""


class AnswerStore:
    """What a session remembers besides the rules. This one forgets everything when the program ends.

    Every method returns when it is safe, and leaves the store as it was if it fails.
    """

    def __init__(self) -> None:
        self.number = 0
        """The number of the match in the journal; 0 where it is in none."""
        self.began = 0
        self.sittings: list[Sitting] = []
        self._standing: list[StoredAnswer] = []
        self._undone: list[StoredAnswer] = []
        self._stamps: list[int] = []
        """When each answer was given, also those taken back, in the order of their serials."""

    @property
    def details(self) -> list[str]:
        """What was measured along with each answer that holds, such as the margins of a slap."""
        return [line.detail for line in self._standing]

    def answered(self, choice: str, detail: str, at: int, standing: Standing) -> None:
        """An answer was given, and so the match stands."""
        serial = len(self._stamps) + 1
        line = StoredAnswer(serial, detail, at, self._thought(serial, at))
        self._save(line, choice, standing)
        self._stamps.append(at)
        self._standing.append(line)
        self._undone.clear()

    def undone(self, count: int, standing: Standing) -> None:
        """The last answers that hold were taken back."""
        lines = self._standing[len(self._standing) - count :]
        self._mark(lines, True, standing)
        del self._standing[len(self._standing) - count :]
        self._undone += reversed(lines)

    def redone(self, count: int, standing: Standing) -> None:
        """The answers taken back last hold again, and perhaps end the match again."""
        lines = self._undone[: -count - 1 : -1]
        self._mark(lines, False, standing)
        self._standing += lines
        del self._undone[-count:]

    def sat_down(self, at: int) -> None:
        """The match is open from now on."""
        self.sittings = [*closed(self.sittings, self._stamps), Sitting(at, None)]

    def got_up(self, at: int, facts: Facts) -> None:
        """A pause, or the match rests; so the table looks."""
        self.sittings[-1] = self.sittings[-1]._replace(ended=at)

    def thinking(self, asked: Sequence[int], now: int) -> Counter[int]:
        """Milliseconds in which each seat was asked and answered, pauses and what was taken back excluded.

        `asked` names the seat of each answer that holds, and last the one asked now, if anybody is.
        """
        spans = [*(line.thought for line in self._standing), self._thought(len(self._stamps) + 1, now)]
        thought: Counter[int] = Counter()
        for seat, span in zip(asked, spans, strict=False):
            thought[seat] += span
        return thought

    def _thought(self, serial: int, until: int) -> int:
        """Milliseconds that this answer took until then, and nobody had paused the match."""
        sittings = [sat if sat.ended is not None else sat._replace(ended=until) for sat in self.sittings]
        return shared(sittings, self._stamps[serial - 2] if serial > 1 else self.began, until)

    def _save(self, line: StoredAnswer, choice: str, standing: Standing) -> None:
        """Keep a new answer; in memory there is nothing to do."""

    def _mark(self, lines: Sequence[StoredAnswer], undone: bool, standing: Standing) -> None:
        """Keep that answers were taken back or hold again."""


class JournalAnswerStore(AnswerStore):
    """Answers that are in the journal before it is in memory; refused if another program wrote meanwhile."""

    def __init__(self, journal: Journal, record: Record) -> None:
        super().__init__()
        self.number = record.number
        self._journal = journal
        self._moves = record.moves
        self.began = milliseconds(record.began)
        self._stamps = [milliseconds(answer.at) for answer in record.answers]
        self.sittings = closed(record.sittings or (Sitting(self.began, None),), self._stamps)
        self._standing = [
            StoredAnswer(serial, answer.detail, at, self._thought(serial, at))
            for serial, (answer, at) in enumerate(zip(record.answers, self._stamps, strict=True), 1)
            if not answer.undone
        ]

    def ended(self, standing: Standing) -> None:
        """Note an end that a power cut kept from being noted."""
        self._journal.healed(self.number, self._moves, standing)
        self._moves += 1

    def sat_down(self, at: int) -> None:
        """Note it; like all sittings, what cannot be noted costs thinking time and no answer."""
        super().sat_down(at)
        self._journal.sat_down(self.number, at)

    def got_up(self, at: int, facts: Facts) -> None:
        """Note the end of the sitting."""
        super().got_up(at, facts)
        self._journal.got_up(self.number, at, Seen(len(self._standing), facts))

    def _save(self, line: StoredAnswer, choice: str, standing: Standing) -> None:
        self._journal.answered(self.number, self._moves, line.serial, choice, line.detail, told(line.at), standing)
        self._moves += 1

    def _mark(self, lines: Sequence[StoredAnswer], undone: bool, standing: Standing) -> None:
        self._journal.mark(self.number, self._moves, [line.serial for line in lines], undone, standing)
        self._moves += 1
