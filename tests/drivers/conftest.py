"""A whole simulated device, with virtual time."""

from collections.abc import Iterator

import pytest

from drivers.buttons import InputEvent
from drivers.panel import Panel
from drivers.silicon.board import Board

BUTTONS = ["paddle-0", "paddle-1", "paddle-2", "paddle-3", "paddle-4", "dome", "back"]


class Table:
    """A board and a panel above it, and the hand that lets time pass for both."""

    def __init__(self, board: Board, panel: Panel) -> None:
        self.board = board
        self.panel = panel

    def wait(self, seconds: float, step: float = 0.01) -> None:
        """Let time pass in host-loop steps, tending the panel after each."""
        end = self.board.clock() + seconds
        while (left := end - self.board.clock()) > 1e-9:
            self.board.advance(min(step, left))
            self.panel.poll(self.board.clock())

    def events(self) -> list[InputEvent]:
        """All events so far."""
        found = []
        while not self.panel.events.empty():
            found.append(self.panel.events.get())
        return found

    def list_events(self) -> list[tuple[str, str]]:
        """All events so far, without their times."""
        return [(event.part, event.what) for event in self.events()]


@pytest.fixture
def table() -> Iterator[Table]:
    with Board(seed=11) as board, Panel(clock=board.clock) as panel:
        yield Table(board, panel)
