"""Pulse-width modulation for tones and dimmed lights: by the kernel's PWM, or by a thread."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from struct import iter_unpack
from threading import Event, Thread

CHIPS = Path("/sys/class/pwm")
DEVICE_TREE = Path("/proc/device-tree")
CHANNELS = {12: 0, 13: 1, 18: 2, 19: 3}  # on a Pi 5; older ones have two channels, and 18 and 19 share them
STEADY = 1000.0  # hertz of a PWM that holds a constant level


class Pwm(ABC):
    """A PWM output; `duty` is the share of the time for which its pin is high."""

    duty = 0.0

    @abstractmethod
    def play(self, frequency: float, duty: float) -> None:
        """Output a square wave of this frequency and duty."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the wave and leave the pin low."""


class ThreadPwm(Pwm):
    """Software PWM in a thread; good enough for a buzzer, and always ends low."""

    def __init__(self, write: Callable[[bool], None]) -> None:
        self._write = write
        self._period = 1 / STEADY
        self._ended = Event()
        self._thread: Thread | None = None

    def play(self, frequency: float, duty: float) -> None:
        """Start the wave or change it; a duty of 0 or 1 needs no thread."""
        self._period, self.duty = 1 / frequency, duty
        if duty in (0, 1):
            self._end_thread()
            self._write(bool(duty))
        elif self._thread is None:
            self._ended.clear()
            self._thread = Thread(target=self._run_wave, name="tone", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the thread, then drive the pin low."""
        self.duty = 0.0
        self._end_thread()
        self._write(False)

    def _end_thread(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._ended.set()
            thread.join()

    def _run_wave(self) -> None:
        up = time.monotonic()
        with suppress(OSError):  # a failed pin is noticed by the next write in the host's thread
            while not self._ended.is_set():
                self._write(True)
                self._ended.wait(up + self._period * self.duty - time.monotonic())
                self._write(False)
                # After a delay, skip the missed periods: catching up would sound like a higher pitch.
                up = max(up + self._period, time.monotonic() - self._period)
                self._ended.wait(up - time.monotonic())


class KernelPwm(Pwm):
    """One channel of a PWM chip in sysfs; exact, and without any work for the processor."""

    def __init__(self, chip: Path, channel: int) -> None:
        self.folder = chip / f"pwm{channel}"
        if not self.folder.exists():
            (chip / "export").write_text(str(channel))

    def play(self, frequency: float, duty: float) -> None:
        """Set period and duty, in the order that the kernel accepts."""
        period = round(1e9 / frequency)
        # The kernel refuses a period shorter than the current duty cycle, and a duty cycle longer than the period.
        if int((self.folder / "duty_cycle").read_text()) > period:
            self._set("duty_cycle", 0)
        self._set("period", period)
        self._set("duty_cycle", round(period * duty))
        self._set("enable", 1)
        self.duty = duty

    def stop(self) -> None:
        """Stop the wave: drive the pin low first, since the level of a disabled PWM depends on the chip."""
        self.play(STEADY, 0.0)
        self._set("enable", 0)

    def _set(self, name: str, value: int) -> None:
        (self.folder / name).write_text(str(value))


def find_kernel_pwm(pin: int, chips: Path = CHIPS, tree: Path = DEVICE_TREE) -> KernelPwm | None:
    """Return the kernel's PWM of a pin, if the device tree connects one (`dtoverlay=pwm`) and we may use it."""
    for chip in sorted(chips.glob("pwmchip*")) if pin in CHANNELS else ():
        if os.access(chip / "export", os.W_OK) and pin in _find_pins(chip, tree):
            return KernelPwm(chip, CHANNELS[pin] % int((chip / "npwm").read_text()))
    return None


def _find_pins(chip: Path, tree: Path) -> set[int]:
    """Return the pins that the device tree connects to a PWM chip, by the handles of its pin settings."""
    with suppress(OSError):
        wanted = set(_read_words(chip / "device/of_node/pinctrl-0"))
        settings = [file.parent for file in tree.rglob("phandle") if wanted.intersection(_read_words(file))]
        return {pin for folder in settings for pin in _read_pins(folder)}
    return set()


def _read_pins(setting: Path) -> Iterator[int]:
    """Yield the pins of a setting. Up to the Pi 4 they are numbers in the device tree, on a Pi 5 names."""
    if (numbers := setting / "brcm,pins").exists():
        yield from _read_words(numbers)
    elif (names := setting / "pins").exists():
        yield from (int(name[4:]) for name in names.read_text().split("\0") if name.startswith("gpio"))


def _read_words(file: Path) -> list[int]:  # device tree cells are big-endian on every processor
    return [word for (word,) in iter_unpack(">I", file.read_bytes())]
