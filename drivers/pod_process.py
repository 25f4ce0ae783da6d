"""A pod without hardware: the real firmware as a process at the far end of a pseudo-terminal."""

import os
import subprocess
import sys
import tty
from collections.abc import Sequence
from pathlib import Path

import firmware

CPYTHON = (sys.executable, "-m", "firmware.simulated")


class PodProcess:
    """A simulated pod, plugged in as soon as it is created; `port` is the name of its port for pyserial.

    `command` runs the firmware, by default in this Python; it may also be MicroPython. It gets the pod's end of the
    line as standard input and output and, as its last argument, the pipe with commands for its buttons.
    """

    def __init__(self, command: Sequence[str] = CPYTHON) -> None:
        pod_end, self._host_end = os.openpty()
        commands, self._commands = os.pipe()
        tty.setraw(self._host_end)  # a terminal would echo lines back and turn newlines into CR LF
        self.port = os.ttyname(self._host_end)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is ours
                [*command, f"/dev/fd/{commands}"],
                stdin=pod_end,
                stdout=pod_end,
                pass_fds=[commands],
                cwd=Path(firmware.__file__).parent.parent,
            )
        except OSError:
            self._let_go()
            raise
        finally:
            os.close(pod_end)
            os.close(commands)

    def __enter__(self) -> "PodProcess":
        return self

    def __exit__(self, *raised: object) -> None:
        self.unplug()

    @property
    def plugged(self) -> bool:
        """Whether the firmware runs."""
        return self._commands >= 0 and self._process.poll() is None

    def edge(self, seat: int, closed: bool) -> None:
        """Close or open a contact."""
        os.write(self._commands, b"%d %s\n" % (seat, b"close" if closed else b"open"))

    def reset(self) -> None:
        """Reset the pod as its watchdog does: the outbox survives."""
        os.write(self._commands, b"reset\n")

    def unplug(self) -> None:
        """Pull the cable: the port is gone. May be called twice."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._let_go()

    def _let_go(self) -> None:
        for end in (self._host_end, self._commands):
            if end >= 0:
                os.close(end)
        self._host_end = self._commands = -1
