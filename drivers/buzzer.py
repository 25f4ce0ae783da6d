"""The buzzer: plays short tunes without making anyone wait."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import Any

from drivers.clock import Clock
from drivers.gpio_input import close_device, load_gpiozero
from drivers.part import DevicePart
from drivers.wiring import describe_pin

Note = tuple[float | None, float]
LOWEST, HIGHEST = 55.0, 3520.0
LOUDEST = 0.5  # duty of a square wave; the coil moves most when it is driven for half of each period


class Buzzer(DevicePart):
    """Plays notes of (frequency in hertz or None for a rest, seconds); `poll` moves the tune on.

    >>> from drivers.silicon.board import Board
    >>> with Board() as board, Buzzer(board.wiring.buzzer.pin, board.clock) as buzzer:
    ...     buzzer.play([(880, 0.1), (None, 0.05), (1320, 0.2)])
    ...     board.sound()
    ...     board.advance(0.12)
    ...     again = buzzer.poll(board.clock())
    ...     board.sound(), buzzer.playing
    880.0
    (None, True)
    """

    def __init__(self, pin: int | None, clock: Clock = time.monotonic) -> None:
        super().__init__("buzzer", None if pin is None else f"{describe_pin(pin)} and ground", clock)
        self.pin = pin
        self.muted = False
        self.volume = 1.0
        """Loudness from 0 to 1; lower values shorten the pulse that drives the coil."""
        self._notes: deque[Note] = deque()
        self._until: float | None = None
        self._tone: Any = None
        self.open()

    def play(self, notes: Iterable[Note]) -> None:
        """Start a tune, in place of the one that is playing; the first note sounds at once."""
        tune = deque(notes)
        for frequency, seconds in tune:
            if seconds <= 0 or not (frequency is None or LOWEST <= frequency <= HIGHEST):
                raise ValueError(f"buzzer: cannot play {frequency} Hz for {seconds} s")
        self._notes = deque() if self.muted else tune
        self._until = None
        self._play_next(self.clock())

    def stop(self) -> None:
        """End the tune that is playing."""
        self.play(())

    @property
    def playing(self) -> bool:
        """True until the last note has ended."""
        return self._until is not None

    def poll(self, now: float) -> float | None:
        """Go to the next note when its time has come; returns when that will be."""
        retry = super().poll(now)
        # The next note starts when the last one should have ended, not now: a late poll must not slow the tune down.
        while self._until is not None and now >= self._until:
            self._play_next(self._until)
        return retry if self._until is None else self._until

    def _play_next(self, at: float) -> None:
        if not self._notes:
            self._until = None
            self._attempt(lambda: self._sound(None))
            return
        frequency, seconds = self._notes.popleft()
        self._until = at + seconds
        self._attempt(lambda: self._sound(frequency))

    def _sound(self, frequency: float | None) -> None:
        if frequency is None:
            self._silence()
        else:
            self._tone.play(float(frequency))
            if self.volume < 1:
                self._tone.pwm_device.value = LOUDEST * self.volume

    def _open(self) -> None:
        self._tone = load_gpiozero().TonalBuzzer(self.pin, octaves=3)

    def _silence(self) -> None:
        self._tone.stop()
        self._tone.pwm_device.off()  # a stopped tone may leave the pin up, with current through the coil

    def _go_dark(self) -> None:
        self._silence()

    def _shut(self) -> None:
        tone, self._tone = self._tone, None
        if tone is not None:
            close_device(tone)
