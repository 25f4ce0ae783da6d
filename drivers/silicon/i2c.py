"""The I2C bus of a Pi, below smbus2: chips are attached by address and get the bytes of each transfer."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from drivers.silicon.failures import Failures
from drivers.silicon.kernel import install_nodes

PLAIN_ADAPTER = 0x0EFF0009  # functions that the Pi's controllers report: plain I2C, SMBus by emulation


class Chip(Protocol):
    """A chip with an I2C address."""

    def write(self, payload: bytes) -> None:
        """Take one transfer."""

    def read(self, count: int) -> bytes:
        """Answer a read."""


class I2cBus:
    """`/dev/i2c-N` with its chips; counts the bytes each address was sent, address byte included."""

    def __init__(self, number: int = 1, failures: Failures | None = None) -> None:
        self.path = f"/dev/i2c-{number}"
        self.chips: dict[int, Chip] = {}
        self.unplugged: set[int] = set()
        self.bytes_sent: dict[int, int] = {}
        self.failures = failures or Failures()
        self.broken: int | None = None  # the errno of every transfer while the bus itself is down
        self._selected: dict[int, int] = {}

    @contextmanager
    def install(self) -> Iterator[I2cBus]:
        """Be the only bus below smbus2 within this context."""
        with install_buses([self]):
            yield self

    def on_open(self, handle: int) -> None:
        """Handle a library opening the bus."""
        self.failures.check("i2c-open")

    def ioctl(self, handle: int, request: int, argument: Any) -> int:
        """Serve the requests smbus2 makes."""
        import smbus2.smbus2 as kernel  # noqa: PLC0415

        if request in (kernel.I2C_SLAVE, kernel.I2C_SLAVE_FORCE):
            self._selected[handle] = argument
        elif request == kernel.I2C_FUNCS:
            argument.value = PLAIN_ADAPTER
        elif request == kernel.I2C_SMBUS:
            self._transfer_block(self._selected[handle], argument, kernel)
        elif request == kernel.I2C_RDWR:
            for index in range(argument.nmsgs):
                self._transfer_message(argument.msgs[index], kernel)
        elif request != kernel.I2C_PEC:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _transfer_message(self, message: Any, kernel: Any) -> None:
        if message.flags & kernel.I2C_M_RD:
            ctypes.memmove(message.buf, self._find_chip(message.addr).read(message.len), message.len)
        else:
            self._write("i2c-data", message.addr, ctypes.string_at(message.buf, message.len))

    def _transfer_block(self, address: int, request: Any, kernel: Any) -> None:
        if request.read_write == kernel.I2C_SMBUS_READ and request.size == kernel.I2C_SMBUS_BYTE:
            chip = self._find_chip(address)
            self.failures.check("i2c-read")
            request.data.contents.byte = chip.read(1)[0]
            return
        if request.read_write != kernel.I2C_SMBUS_WRITE or request.size != kernel.I2C_SMBUS_I2C_BLOCK_DATA:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        block = request.data.contents.block
        self._write("i2c-command", address, bytes([request.command, *block[1 : 1 + block[0]]]))

    def _write(self, kind: str, address: int, payload: bytes) -> None:
        chip = self._find_chip(address)
        try:
            self.failures.check(kind)
        except OSError:
            chip.write(payload[: len(payload) // 2])  # a transfer breaks off in the middle, not before it
            raise
        self.bytes_sent[address] = self.bytes_sent.get(address, 0) + 1 + len(payload)
        chip.write(payload)

    def _find_chip(self, address: int) -> Chip:
        if self.broken is not None:
            raise OSError(self.broken, os.strerror(self.broken))
        if address not in self.chips or address in self.unplugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return self.chips[address]


@contextmanager
def install_buses(buses: Iterable[I2cBus]) -> Iterator[None]:
    """Let smbus2 find these buses, and no others, within this context."""
    import smbus2.smbus2 as library  # noqa: PLC0415  (only where there is a bus to simulate)

    with install_nodes(library, {bus.path: bus for bus in buses}, "/dev/i2c-"):
        yield
