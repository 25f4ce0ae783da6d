"""The hands of bots in a race: each comes down at the time drawn for it, before the same judge as all others."""

from collections.abc import Callable, Iterable

from companion.core.seat import SYMBOLS
from drivers.fault import Fault
from drivers.referee import Source

BOT = Source("bot", 0.0, 0.0, 0.0)
"""Where such a stamp comes from: it is the drawn time itself, so that it is never off."""

HAND_SECONDS = 0.1
"""How long the hand of a bot stays down."""


class BotHand:
    """The hand of one bot as something that slaps."""

    wire = ""
    working = True
    fault: Fault | None = None
    closed = False


class BotHands:
    """The bots in a race. `post` gets seat, level and time, as from a paddle: one judge for everybody."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.hands = {seat: BotHand() for seat in range(len(SYMBOLS))}
        self.seats: frozenset[int] = frozenset()
        """Who races as a bot."""
        self._post = post
        self._moves: list[tuple[float, int, bool]] = []

    def sit(self, seats: Iterable[int]) -> None:
        """These race as bots from now on, and no others."""
        self.seats = frozenset(seats)
        self._moves = []

    def go(self, slaps: dict[int, float]) -> None:
        """NOW! was given: at these times their hands come down."""
        downs = [(at, seat, True) for seat, at in slaps.items()]
        self._moves = sorted(downs + [(at + HAND_SECONDS, seat, False) for at, seat, _ in downs])

    def hurry(self, now: float) -> None:
        """Nobody else will slap: the quickest of them does so at once."""
        if self._moves and self._moves[0][0] > now:
            early = self._moves[0][0] - now
            self._moves = [(at - early, seat, down) for at, seat, down in self._moves]

    def move(self, now: float) -> None:
        """Let the hands move whose time has come."""
        while self._moves and self._moves[0][0] <= now:
            at, seat, down = self._moves.pop(0)
            self._post(seat, down, at)

    @property
    def due(self) -> float:
        """When the next hand moves."""
        return self._moves[0][0] if self._moves else float("inf")
