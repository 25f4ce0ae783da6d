"""Count what stands between a slap and its verdict, whatever the machine: `python -m tests.bench.verdict`.

Races of two hands are run on simulated chips in virtual time, so only what the referee waits for takes any: bounces,
and edges that may still be on their way. Beside it stand the bytes that both screens are sent until the verdict is
drawn. `arkside bench slap` measures the same in real time.
"""

from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.app.app import App
from companion.app.races import NowStage, RaceAttempt, Run, VerdictStage
from companion.core.seat import make_seats
from companion.device.context import Context
from companion.device.host import Host
from companion.device.view import Walk
from companion.device.views.race import VerdictView
from companion.device.walks.race import show_race
from drivers.clock import VirtualClock
from drivers.panel import Panel
from drivers.silicon.board import Board
from tests.bench.command import add_size, make_parser, print_figures

SHORTEST_STEP = 1e-5
LONGEST_WAIT = 2.0
BETWEEN_RACES = 0.3
LATEST_SECOND_HAND = 0.02


def run_heats(app: App) -> Run[None]:
    """Run race after race without a countdown."""
    attempt = RaceAttempt(app, make_seats(["Anna", "Ben", "Cleo"]))
    while True:
        attempt.arm(app.clock())
        attempt.referee.go(app.clock())
        yield VerdictStage(attempt, (yield NowStage(attempt)))


def show_heats(context: Context) -> Walk[None]:
    """Show these races."""
    context.app.races.begin(run_heats(context.app))
    yield from show_race(context, "")


def measure_verdicts(races: int, seed: int = 1) -> dict[str, float]:
    """Return the longest wait for a verdict in milliseconds, and the most bytes sent until it is drawn."""
    clock, rng = VirtualClock(), Random(seed)
    with (
        TemporaryDirectory() as folder,
        Board(seed=seed, clock=clock) as board,
        Panel(clock=clock) as panel,
        closing(App(Path(folder), "en", clock=clock, rng=rng)) as app,
    ):
        host = Host(panel, app, show_heats)
        pass_time(board, host, clock, clock.now + BETWEEN_RACES)
        measured = [run_race(board, host, clock, rng) for _ in range(races)]
    return {
        "verdict_wait_ms": round(max(wait for wait, _ in measured), 3),
        "verdict_bytes": max(sent for _, sent in measured),
    }


def run_race(board: Board, host: Host, clock: VirtualClock, rng: Random) -> tuple[float, int]:
    """Run one race; return the wait for its verdict, and the bytes sent until it is drawn."""
    first, second = rng.sample(range(3), 2)
    began, sent = clock.now, count_sent(host.panel)
    board.press(f"paddle-{first}")
    pass_time(board, host, clock, began + LATEST_SECOND_HAND * rng.random(), until_verdict=True)
    board.press(f"paddle-{second}")
    pass_time(board, host, clock, began + LONGEST_WAIT, until_verdict=True)
    assert isinstance(host.view, VerdictView)
    result = (1000 * (clock.now - began), count_sent(host.panel) - sent)
    board.release(f"paddle-{first}")
    board.release(f"paddle-{second}")
    pass_time(board, host, clock, clock.now + BETWEEN_RACES)
    board.push()
    pass_time(board, host, clock, clock.now + BETWEEN_RACES)
    return result


def pass_time(board: Board, host: Host, clock: VirtualClock, end: float, until_verdict: bool = False) -> None:
    """Let everything happen that is due before a time, or until a verdict is drawn."""
    while clock.now < end:
        due = min(host.step(), end, board.next_due or end)
        if until_verdict and isinstance(host.view, VerdictView):
            return
        board.advance(max(due - clock.now, SHORTEST_STEP))
    host.step()


def count_sent(panel: Panel) -> int:
    """Return how many bytes all screens have been sent."""
    return sum(screen.bytes_sent for screen in panel.screens)


def main(arguments: list[str] | None = None) -> None:
    """Print the figures of some races."""
    parser = make_parser("verdict", __doc__)
    add_size(parser, 200, "races")
    args = parser.parse_args(arguments)
    print_figures("verdict", measure_verdicts(args.size, args.seed), args.json)


if __name__ == "__main__":
    main()
