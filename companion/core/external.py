"""A bot that is another program, in any language: `exec:COMMAND` reads questions and writes answers as JSON lines.

The lines are those of the engine protocol, seen from the other side. First it is told where it sits,
`{"arkside":1,"game":"noah","seat":0,"players":3}`; then every question of its seat comes as the engine writes it, and
`{"do":"answer","n":12,"choice":"cat-f"}` answers it. It sees what its seat may see and nothing else.
"""

import json
import select
import shlex
import subprocess
import time
import weakref
from contextlib import suppress
from typing import Any

from companion.core.errors import N_, ArksideError
from companion.core.game import Game, Table
from companion.core.question import Question, question_as_json
from companion.core.untrusted import Unreadable, parse_json

PROTOCOL = 1
PATIENCE = 10.0
"""Seconds that a program has for an answer; one that never answers would stop everybody."""

LONGEST_LINE = 1 << 16


class BotError(ArksideError, RuntimeError):
    """A bot of another program doesn't start, doesn't answer, or gives an impossible answer."""

    code = "bot"

    __str__ = ArksideError.__str__


class ExternalBot:
    """Asks another program what to do; it is started with the first question and ended with the last user of it."""

    def __init__(self, game: Game, command: str) -> None:
        self.command = command
        self._game = game
        self._asked = 0
        self._program: subprocess.Popen[bytes] | None = None
        self._buffer = b""

    def __call__(self, question: Question, table: Table) -> Any:
        """Ask the program for its choice."""
        self._asked += 1
        seat, question_json = question.seat, question_as_json(question, self._asked)
        self._write(
            self._program or self._start(seat, len(table.seats)),
            {"question": question_json, "scores": table.scores, "facts": table.facts(), "table": table.view(seat)},
        )
        answer = self._read_answer()
        id = str(answer.get("choice") if isinstance(answer, dict) else None)
        pick = question.find_choice(id)
        if pick is None:
            raise BotError(
                N_("The bot {command!r} answered {said!r}, which isn't a choice"), command=self.command, said=id[:60]
            )
        return pick.choice

    def _start(self, seat: int, players: int) -> "subprocess.Popen[bytes]":
        try:
            words = shlex.split(self.command)
            program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - as asked for
        except (OSError, ValueError, IndexError) as why:
            raise BotError(N_("The bot {command!r} doesn't start: {why}"), command=self.command, why=why) from None
        self._program = program
        weakref.finalize(self, _stop, program)
        self._write(program, {"arkside": PROTOCOL, "game": self._game.id, "seat": seat, "players": players})
        return program

    def _write(self, program: "subprocess.Popen[bytes]", message: dict[str, Any]) -> None:
        """Write one line to the program; one that has ended is named."""
        assert program.stdin is not None
        try:
            program.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
            program.stdin.flush()
        except OSError:
            raise BotError(N_("The bot {command!r} has ended"), command=self.command) from None

    def _read_answer(self) -> Any:
        line = self._read_line(time.monotonic() + PATIENCE)
        try:
            return parse_json(line, allow_halves=True)  # the choice must be one of ours anyway
        except Unreadable:
            raise BotError(
                N_("The bot {command!r} wrote {line!r}, which isn't JSON"),
                command=self.command,
                line=line[:60].decode(errors="replace"),
            ) from None

    def _read_line(self, until: float) -> bytes:
        """Read the next line the program writes, within its time."""
        assert self._program is not None
        pipe = self._program.stdout
        assert pipe is not None
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([pipe], [], [], max(0.0, until - time.monotonic()))
            more = pipe.read1(LONGEST_LINE) if ready else b""  # type: ignore[attr-defined]  # a pipe is buffered
            if not more or len(self._buffer) > LONGEST_LINE:
                why = N_("The bot {command!r} has ended") if ready else N_("The bot {command!r} doesn't answer")
                raise BotError(why, command=self.command)
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line


def _stop(program: "subprocess.Popen[bytes]") -> None:
    """End the program: close its input, and kill it if that isn't enough."""
    for pipe in (program.stdin, program.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not written yet can't be, once the program has ended
                pipe.close()
    try:
        program.wait(timeout=1)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
