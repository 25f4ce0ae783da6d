"""Results files: a `.jsonl` file that can be extended later, and tables for other programs.

A `.jsonl` file has the plan in its first line and a chunk in each line below. More games of the same plan are appended,
and nothing in it depends on which worker played them or how fast.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from companion.core.errors import N_, ArksideError
from companion.core.untrusted import Unreadable, parse_json
from companion.lab.chunk import Chunk
from companion.lab.plan import SimulationPlan

EXTENDABLE = ".jsonl"
TABLES = (".csv", ".parquet")


class ResultsError(ArksideError, ValueError):
    """A results file can't be read, written or extended."""

    code = "results"

    __str__ = ArksideError.__str__


class Results:
    """A `.jsonl` file of one plan: holds its chunks and appends new ones."""

    def __init__(self, file: Path, plan: SimulationPlan) -> None:
        self.file = file
        self.chunks: list[Chunk] = []
        try:
            if file.exists() and file.stat().st_size:
                self._load(plan)
                self._out: IO[str] = file.open("a", encoding="utf-8")
            else:
                self._out = file.open("w", encoding="utf-8")
                self._write(plan.as_json())
        except OSError as why:
            raise ResultsError(N_("Can't use {file}: {why}"), file=file, why=why.strerror) from None

    def add(self, chunk: Chunk) -> None:
        """Append a chunk. One that is only partly written is dropped when the file is read again."""
        self._write(chunk._asdict())

    def close(self) -> None:
        """Close the file."""
        self._out.close()

    def _write(self, value: dict[str, Any]) -> None:
        self._out.write(json.dumps(value, separators=(",", ":")) + "\n")
        self._out.flush()

    def _load(self, plan: SimulationPlan) -> None:
        plan_line, *rest = self.file.read_text(encoding="utf-8").splitlines(keepends=True)
        # through JSON, because the plan's tuples become lists in the file
        if _parse_line(plan_line) != json.loads(json.dumps(plan.as_json())):
            raise ResultsError(
                N_("{file} holds a different run (game, seats, bots, seed or options); choose another file"),
                file=self.file,
            )
        valid_bytes = len(plan_line.encode())
        for line in rest:
            chunk = _parse_chunk(line, len(self.chunks), plan) if line.endswith("\n") else None
            if chunk is None:
                break
            self.chunks.append(chunk)
            valid_bytes += len(line.encode())
        with self.file.open("r+b") as out:  # a line that a crash left half written is played again
            out.truncate(valid_bytes)


def _parse_line(line: str) -> Any:
    try:
        return parse_json(line)
    except Unreadable:
        return None


def _parse_chunk(line: str, number: int, plan: SimulationPlan) -> Chunk | None:
    """Return the chunk of a line if it is complete and has that number.

    A short last chunk is played again in full size, so that chunks keep their places in the plan.
    """
    found = _parse_line(line)
    if not isinstance(found, dict) or set(found) != set(Chunk._fields) or found["number"] != number:
        return None
    chunk = Chunk(**found)
    return chunk if chunk.games == plan.deals_a_chunk * len(plan.seatings) else None


class GameRow(NamedTuple):
    """One game as a row of a table."""

    game: int
    deal: int
    questions: int
    bots: tuple[str, ...]
    scores: Sequence[int]
    wins: tuple[float, ...]


def iterate_rows(plan: SimulationPlan, chunks: Sequence[Chunk]) -> Iterator[GameRow]:
    """Yield a row for each game."""
    seatings, number = plan.seatings, 0
    for chunk in chunks:
        for at in range(chunk.games):
            won = chunk.winners[at]
            wins = tuple(1 / len(won) if seat in won else 0.0 for seat in range(plan.players))
            bots = seatings[chunk.seatings[at]]
            yield GameRow(number, number // len(seatings), chunk.questions[at], bots, chunk.scores[at], wins)
            number += 1


def name_columns(plan: SimulationPlan) -> list[str]:
    """Return the column names of a table."""
    seats = range(1, plan.players + 1)
    each = [f"{what}_{seat}" for what in ("bot", "score", "win") for seat in seats]
    return ["game", "deal", "questions", *each]


def write_table(file: Path, plan: SimulationPlan, chunks: Sequence[Chunk]) -> None:
    """Write all games as CSV or Parquet, depending on the file name."""
    lines = [
        (row.game, row.deal, row.questions, *row.bots, *row.scores, *row.wins) for row in iterate_rows(plan, chunks)
    ]
    try:
        if file.suffix == ".csv":
            with file.open("w", encoding="utf-8", newline="") as out:
                writer = csv.writer(out)
                writer.writerow(name_columns(plan))
                writer.writerows(lines)
        else:
            _write_parquet(file, plan, lines)
    except OSError as why:
        raise ResultsError(N_("Can't use {file}: {why}"), file=file, why=why.strerror or why) from None


def _write_parquet(file: Path, plan: SimulationPlan, lines: Sequence[tuple[Any, ...]]) -> None:
    try:
        import pyarrow  # noqa: PLC0415 - an extra, and slow to import
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise ResultsError(N_("{file}: Parquet needs pyarrow: install arkside[lab]"), file=file) from None
    names = name_columns(plan)
    table = pyarrow.table({name: [line[at] for line in lines] for at, name in enumerate(names)})
    pyarrow.parquet.write_table(table, file)


def check_file_name(name: str) -> Path:
    """Return the path of a results file. Raise ResultsError if its suffix is unknown."""
    file = Path(name)
    if file.suffix not in (EXTENDABLE, *TABLES):
        raise ResultsError(
            N_("{file}: a results file must end in {known}"),
            file=name,
            known=", ".join((EXTENDABLE, *TABLES)),
        )
    return file
