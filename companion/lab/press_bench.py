"""Benchmark of buttons: does every hurried press count? Runs real gpiozero over simulated pins."""

import random
from collections.abc import Sequence
from typing import Any

from drivers.buttons import Button, InputEvent
from drivers.clock import VirtualClock
from drivers.silicon.board import Board

PERIODS_MS = (60, 70, 80, 95, 110, 125, 143, 170, 180, 200, 250, 300)
BOUNCE = 0.010
POLL_SECONDS = 0.004
"""Seconds between two polls of a busy host."""
HOLD_SHARE = (0.4, 0.55)
"""Least and greatest share of a period during which the finger is down."""
BUTTON = "dome"


class Finger:
    """One finger on one button, in virtual time."""

    def __init__(self, board: Board, button: Button, heard: list[InputEvent], rng: random.Random) -> None:
        self.board = board
        self.button = button
        self.heard = heard
        self.rng = rng
        self.presses = self.counted = self.false = 0

    def press(self, period: float) -> None:
        """Press once, hold for about half the period, and check that exactly this press was heard."""
        end = self.board.clock() + period
        touched = self.board.clock()
        self.presses += 1
        self.board.press(BUTTON)
        self._advance_to(touched + period * self.rng.uniform(*HOLD_SHARE))
        self.board.release(BUTTON)
        self._advance_to(end)
        stamps = [event.at for event in self.heard if event.what == "pressed"]
        self.heard.clear()
        self.counted += touched in stamps
        self.false += len(stamps) - (touched in stamps)

    def lift(self) -> None:
        """Let go for a while, and count presses heard by then as false."""
        self._advance_to(self.board.clock() + 0.5)
        self.false += sum(event.what == "pressed" for event in self.heard)
        self.heard.clear()

    def _advance_to(self, end: float) -> None:
        while (now := self.board.clock()) < end:
            self.board.advance(min(POLL_SECONDS * self.rng.uniform(0.5, 1.5), end - now))
            self.button.poll(self.board.clock())


def bench_presses(presses: int, seed: int, periods: Sequence[int] = PERIODS_MS) -> dict[str, Any]:
    """Press that many times at every period. Each ratio must be 1, with no false presses."""
    rng = random.Random(seed)
    ratios: dict[str, float] = {}
    false = faults = 0
    for period in periods:
        clock = VirtualClock()
        heard: list[InputEvent] = []
        with Board(seed=rng.getrandbits(32), clock=clock, bounce=BOUNCE) as board:
            pin = board.wiring.buttons[BUTTON].pin
            with Button(BUTTON, pin, heard.append, clock=clock) as button:
                finger = Finger(board, button, heard, rng)
                for _ in range(presses):
                    finger.press(period / 1000)
                    faults += button.fault is not None
                finger.lift()
        ratios[str(period)] = round(finger.counted / finger.presses, 6)
        false += finger.false
    return {
        "counted_ratio": ratios,
        "false_presses": false,
        "faults": faults,
        "presses": presses * len(periods),
        "bounce_ms": BOUNCE * 1000,
        "seed": seed,
    }
