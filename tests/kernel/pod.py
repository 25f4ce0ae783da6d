"""The Pico at the other end of the USB cable: its own firmware on the gadget's side of the line."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

PLUG = Path("/sys/kernel/config/usb_gadget/pod/UDC")
PORT = Path("/dev/ttyGS0")
FINGERS = Path("/run/fingers")


class Pico:
    """PodConnection in on entering; `tap` presses one of its paddles."""

    def __init__(self) -> None:
        os.mkfifo(FINGERS)
        self._fingers = os.open(FINGERS, os.O_RDWR)
        self._firmware: subprocess.Popen[bytes] | None = None

    def plug(self) -> None:
        """Put the cable in; the firmware starts."""
        PLUG.write_text("dummy_udc.0")
        while not PORT.exists():
            time.sleep(0.02)
        subprocess.run(["stty", "-F", PORT, "raw", "-echo"], check=True)
        with PORT.open("r+b", buffering=0) as port:
            command = [sys.executable, "-m", "firmware.simulated", FINGERS]
            self._firmware = subprocess.Popen(command, stdin=port, stdout=port)

    def unplug(self) -> None:
        """Pull it out; a Pico without power runs nothing."""
        PLUG.write_text("\n")
        if self._firmware is not None:
            self._firmware.kill()
            self._firmware.wait()

    def tap(self, seat: int) -> None:
        """Close and open a paddle."""
        for what in ("close", "open"):
            os.write(self._fingers, f"{seat} {what}\n".encode())
            time.sleep(0.05)

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()
        os.close(self._fingers)
