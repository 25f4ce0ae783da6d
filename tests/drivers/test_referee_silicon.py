"""Races on simulated silicon: bouncing contacts, real gpiozero, and the referee on top."""

import random
from collections.abc import Callable

import pytest

from drivers.gpio_input import close_device, open_contact
from drivers.panel import Panel
from drivers.referee import GPIO, SLOW_GPIO, Referee, Source, Verdict
from drivers.silicon.board import Board
from tests.drivers.conftest import Table

RACES = 40


def race(
    board: Board,
    referee: Referee,
    gap: float,
    first: int,
    listen: Callable[[], None] = lambda: None,
    source: Source = GPIO,
) -> Verdict:
    """Two paddles are slapped `gap` seconds apart and let go; the verdict the device would announce."""
    referee.arm({0: source, 1: source}, board.clock())
    referee.go(board.clock())
    board.advance(0.3)
    board.press(f"paddle-{first}")
    board.advance(gap)
    board.press(f"paddle-{1 - first}")
    verdict = None
    while verdict is None:
        board.advance(0.002)
        listen()
        verdict = referee.verdict(board.clock())
    board.release("paddle-0")
    board.release("paddle-1")
    for _ in range(20):
        board.advance(0.02)
        listen()
    return verdict


def check(verdict: Verdict, referee: Referee, gap: float, first: int) -> None:
    if gap > referee.band.declared:
        assert verdict.winner == first
    else:
        assert verdict.dead_heat


@pytest.mark.parametrize("bounce", [0.0, 0.005, 0.09])
def test_raw_edges_of_gpiozero_are_judged_right_at_any_bounce(bounce: float) -> None:
    rng = random.Random(bounce)
    with Board(seed=3, bounce=bounce) as board:
        referee = Referee()
        contacts = []
        for seat in (0, 1):
            pin = board.wiring.buttons[f"paddle-{seat}"].pin
            contacts.append(open_contact(pin, lambda at, closed, seat=seat: referee.post(seat, closed, at)))
        for _ in range(RACES):
            gap, first = rng.choice([0.0, 0.000_3, 0.001, 0.002, 0.02]), rng.randrange(2)
            check(race(board, referee, gap, first), referee, gap, first)
        for contact in contacts:
            close_device(contact)


def test_presses_of_the_panel_are_judged_right_when_contacts_bounce_as_they_mostly_do() -> None:
    rng = random.Random(8)
    with Board(seed=4, bounce=0.005) as board, Panel(clock=board.clock) as panel:
        table, referee = Table(board, panel), Referee()

        def listen() -> None:
            panel.poll(board.clock())
            for event in table.events():
                referee.post(int(event.part[-1]), event.what == "pressed", event.at)

        for _ in range(RACES):
            gap, first = rng.choice([0.0, 0.001, 0.002, 0.02]), rng.randrange(2)
            verdict = race(board, referee, gap, first, listen, SLOW_GPIO)  # presses are told once they are certain
            check(verdict, referee, gap, first)
