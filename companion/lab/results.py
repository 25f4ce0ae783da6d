"""Results files: a `.jsonl` file that can be extended later, and tables for other programs.

A `.jsonl` file has the plan in its first line and a chunk in each line below. More games of the same plan are appended,
and nothing in it depends on which worker played them or how fast.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from companion.core.errors import N_
from companion.core.untrusted import Unreadable, parse_json
from companion.lab.chunk import Chunk
from companion.lab.manifest import describe_program
from companion.lab.plan import SimulationPlan
from companion.lab.row_files import ResultsError, open_rows

EXTENDABLE = ".jsonl"
TABLES = (".csv", ".parquet")


class Results:
    """A `.jsonl` file of one plan: holds its chunks and appends new ones."""

    def __init__(self, file: Path, plan: SimulationPlan) -> None:
        self.file = file
        self._plan = plan
        self._chunks = 0
        try:
            if file.exists() and file.stat().st_size:
                self._load(plan)
                self._out: IO[str] = file.open("a", encoding="utf-8")
            else:
                self._out = file.open("w", encoding="utf-8")
                self._write(describe_run(plan))
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
        with self.file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            plan_line = next(lines)
        # through JSON, because the plan's tuples become lists in the file
        saved, wanted = _parse_line(plan_line), json.loads(json.dumps(describe_run(plan)))
        others = "watched", "program", "corrections"
        if not isinstance(saved, dict) or _leave_out(saved, *others) != _leave_out(wanted, *others):
            raise ResultsError(
                N_("{file} holds a different run (game, seats, bots, seed or options); choose another file"),
                file=self.file,
            )
        if _list_what_decides(saved) != _list_what_decides(wanted):
            raise ResultsError(
                N_("{file} was played by another version of Arkside or with another box; choose another file"),
                file=self.file,
            )
        if saved["watched"] != plan.watched:
            raise ResultsError(
                N_("{file} was played with --report")
                if saved["watched"]
                else N_("{file} was played without --report, so a report would lack its figures"),
                file=self.file,
            )
        valid_bytes = len(plan_line.encode())
        for line, _ in self._read_lines():
            self._chunks += 1
            valid_bytes += len(line.encode())
        with self.file.open("r+b") as out:  # a line that a crash left half written is played again
            out.truncate(valid_bytes)

    def iterate_chunks(self) -> Iterator[Chunk]:
        """Yield the chunks that the file held when it was opened, one after the other, so that they need no memory."""
        return (chunk for _, chunk in islice(self._read_lines(), self._chunks))

    def _read_lines(self) -> Iterator[tuple[str, Chunk]]:
        """Yield the lines below the plan with their chunks, up to the first that is damaged."""
        with self.file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            next(lines)
            for number, line in enumerate(lines):
                chunk = _parse_chunk(line, number, self._plan) if line.endswith("\n") else None
                if chunk is None:
                    return
                yield line, chunk


def describe_run(plan: SimulationPlan) -> dict[str, Any]:
    """Return the first line of a results file: the plan, and the program and box that play it."""
    return {**plan.as_json(), "program": describe_program(plan)}


def write_manifest(file: Path, plan: SimulationPlan, games: int) -> None:
    """Describe the run of a table in `games.csv.manifest.json`, so that others can repeat it."""
    beside = file.with_name(f"{file.name}.manifest.json")
    text = json.dumps({**describe_run(plan), "games": games}, indent=1, ensure_ascii=False)
    try:
        beside.write_text(text + "\n", encoding="utf-8")
    except OSError as why:
        raise ResultsError(N_("Can't use {file}: {why}"), file=beside, why=why.strerror) from None


def _leave_out(tree: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if name not in names}


def _list_what_decides(run: dict[str, Any]) -> Any:
    """Return the parts of the program that decide which games are played; Python's version doesn't."""
    program = run.get("program")
    return _leave_out(program, "python") if isinstance(program, dict) else None


def _parse_line(line: str) -> Any:
    try:
        return parse_json(line)
    except Unreadable:
        return None


def _parse_chunk(line: str, number: int, plan: SimulationPlan) -> Chunk | None:
    """Return the chunk of a line if it is complete and has that number.

    A short last chunk is played again in full size, so that chunks keep their places in the plan.
    """
    fields = _parse_line(line)
    if not isinstance(fields, dict) or set(fields) != set(Chunk._fields) or fields["number"] != number:
        return None
    chunk = Chunk(**fields)
    return chunk if chunk.games == plan.deals_a_chunk * len(plan.seatings) else None


class GameRow(NamedTuple):
    """One game as a row of a table."""

    game: int
    deal: int
    questions: int
    starter: int | None
    bots: tuple[str, ...]
    scores: Sequence[int]
    wins: tuple[float, ...]


def iterate_rows(plan: SimulationPlan, chunk: Chunk, first: int) -> Iterator[GameRow]:
    """Yield a row for each game of a chunk; `first` is the number of its first game."""
    seatings = plan.seatings
    for at in range(chunk.games):
        won, number = chunk.winners[at], first + at
        wins = tuple(1 / len(won) if seat in won else 0.0 for seat in range(plan.players))
        bots = seatings[chunk.seatings[at]]
        yield GameRow(
            number, number // len(seatings), chunk.questions[at], chunk.starters[at], bots, chunk.scores[at], wins
        )


def name_columns(plan: SimulationPlan) -> list[str]:
    """Return the column names of a table."""
    seats = range(1, plan.players + 1)
    by_seat = [f"{column}_{seat}" for column in ("bot", "score", "win") for seat in seats]
    return ["game", "deal", "questions", "starter", *by_seat]


class TableFile:
    """A table of all games as CSV or Parquet, depending on the file name, written chunk by chunk."""

    def __init__(self, file: Path, plan: SimulationPlan) -> None:
        self._plan = plan
        self._games = 0
        self._out = open_rows(file, name_columns(plan))

    def add(self, chunk: Chunk) -> None:
        """Write the games of the next chunk."""
        for row in iterate_rows(self._plan, chunk, self._games):
            starter = None if row.starter is None else row.starter + 1
            self._out.write((row.game, row.deal, row.questions, starter, *row.bots, *row.scores, *row.wins))
        self._games += chunk.games

    def close(self) -> None:
        """Write the remaining rows and close the file."""
        self._out.close()


def check_writable(file: Path) -> None:
    """Raise ResultsError if a file can't be written. Checked before hours of games, not after them."""
    try:
        existed = file.exists()
        with file.open("ab"):
            pass
        if not existed:
            file.unlink()
    except OSError as why:
        raise ResultsError(N_("Can't use {file}: {why}"), file=file, why=why.strerror) from None


def check_file_name(name: str, known: Sequence[str] = (EXTENDABLE, *TABLES)) -> Path:
    """Return the path of a results file. Raise ResultsError if its suffix is unknown."""
    file = Path(name)
    if file.suffix not in known:
        raise ResultsError(N_("{file}: a results file must end in {known}"), file=name, known=", ".join(known))
    return file


def check_table_name(name: str) -> Path:
    """Return the path of a table. Raise ResultsError if its suffix is unknown or it can't be written."""
    file = check_file_name(name, TABLES)
    check_writable(file)
    return file
