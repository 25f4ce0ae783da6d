"""Programs that tests start. None of them outlives its test, and no test waits for one for ever."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

PATIENCE = 60.0
"""Seconds that a program may take to end, on a machine that is busy with other tests."""


@contextmanager
def run_program(command: Sequence[str], **options: Any) -> Iterator["subprocess.Popen[str]"]:
    """Start a program, and kill it at the end of the block if it still runs: `Popen` would wait for it for ever."""
    with subprocess.Popen(command, text=True, **options) as program:
        try:
            yield program
        finally:
            program.kill()


def stop_program(program: "subprocess.Popen[str]") -> None:
    """Ask a program to end if it still runs, and wait for that; raise an error if it does not end."""
    if program.poll() is None:
        program.terminate()
        program.communicate(timeout=PATIENCE)
