"""Tables in files, row by row: CSV or Parquet, depending on the file name. Memory doesn't grow with the table."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.core.errors import N_, ArksideError

ROWS_AT_ONCE = 20_000
"""Rows that a Parquet file collects before it writes them."""


class ResultsError(ArksideError, ValueError):
    """A results file can't be read, written or extended."""

    code = "results"

    __str__ = ArksideError.__str__


class RowFile(Protocol):
    """A table that is being written."""

    def write(self, row: Sequence[Any]) -> None:
        """Write a row."""

    def close(self) -> None:
        """Write the remaining rows and close the file."""


def open_rows(file: Path, columns: Sequence[str]) -> RowFile:
    """Return a table with these columns, to be written to a file."""
    try:
        return CsvRows(file, columns) if file.suffix == ".csv" else ParquetRows(file, columns)
    except OSError as why:
        raise ResultsError(N_("Can't use {file}: {why}"), file=file, why=why.strerror or why) from None


class CsvRows:
    """Rows of a CSV file."""

    def __init__(self, file: Path, columns: Sequence[str]) -> None:
        self._file = file
        self._out = file.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._out)
        self.write(columns)

    def write(self, row: Sequence[Any]) -> None:
        """Write a row."""
        try:
            self._writer.writerow(row)
        except OSError as why:
            raise ResultsError(N_("Can't use {file}: {why}"), file=self._file, why=why.strerror or why) from None

    def close(self) -> None:
        """Close the file."""
        try:
            self._out.close()
        except OSError as why:
            raise ResultsError(N_("Can't use {file}: {why}"), file=self._file, why=why.strerror or why) from None


class ParquetRows:
    """Rows of a Parquet file, written in groups."""

    def __init__(self, file: Path, columns: Sequence[str]) -> None:
        try:
            import pyarrow  # noqa: PLC0415 - an extra, and slow to import
            import pyarrow.parquet  # noqa: PLC0415
        except ImportError:
            raise ResultsError(N_("{file}: Parquet needs pyarrow: install arkside[lab]"), file=file) from None
        self._arrow: Any = pyarrow
        self._file = file
        self._columns = columns
        self._rows: list[Sequence[Any]] = []
        self._out: Any = None

    def write(self, row: Sequence[Any]) -> None:
        """Take a row, and write all that were taken if they are many."""
        self._rows.append(row)
        if len(self._rows) >= ROWS_AT_ONCE:
            self._write_group()

    def close(self) -> None:
        """Write the remaining rows and close the file."""
        self._write_group()
        self._out.close()

    def _write_group(self) -> None:
        table = self._arrow.table({name: [row[at] for row in self._rows] for at, name in enumerate(self._columns)})
        try:
            if self._out is None:
                self._out = self._arrow.parquet.ParquetWriter(self._file, table.schema)
            self._out.write_table(table.cast(self._out.schema))
        except OSError as why:
            raise ResultsError(N_("Can't use {file}: {why}"), file=self._file, why=why.strerror or why) from None
        self._rows.clear()
