"""Whole races over the bad line of the bench: what the referee hears through pod and link is what happened."""

import random
from itertools import pairwise

import pytest

from drivers.referee import POD, Referee
from drivers.silicon.pins import simulate_bounce
from tests.bench.link import World


class RaceWorld(World):
    """The world of the bench, with hands that race instead of hands that press on and on."""

    def __init__(self, seed: int) -> None:
        super().__init__(presses=1, seed=seed)
        self.left = 0
        self.referee = Referee()

    def _press(self) -> None:
        """Nobody presses but in a race."""

    def _host_hears(self, data: bytes) -> None:
        self.link.receive(data, self.now)
        for edge in self.link.take():
            self.referee.post(edge.seat, edge.closed, edge.at)
        self._host_speaks()

    def race(self, rng: random.Random) -> list[tuple[float, int]]:
        """Everybody slaps once, bouncing; the true order is returned."""
        start = self.now
        self.referee.arm(dict.fromkeys(range(5), POD), start)
        self.referee.go(start + 0.5)
        hands = sorted((start + 0.7 + rng.random() * 0.3, seat) for seat in range(5))
        for at, seat in hands:
            flips = [*simulate_bounce(rng, True, 0.03), (0.2, False)]
            for flip, closed in flips:
                self.at(at + flip, lambda seat=seat, closed=closed: self._edge(seat, closed))
        if rng.random() < 0.3:
            self.at(hands[-1][0] + 0.06, self._reset)
        self.until(start + 2.5)
        return hands


@pytest.mark.parametrize("seed", range(4))
def test_every_race_is_judged_as_it_happened(seed: int) -> None:
    world = RaceWorld(seed)
    rng = random.Random(seed)
    world.until(world.now + 1)
    for _ in range(15):
        hands = world.race(rng)
        verdict = world.referee.verdict(world.now)
        assert verdict is not None
        band = world.referee.band
        gaps = [later[0] - earlier[0] for earlier, later in pairwise(hands)]
        if gaps[0] > band.never:
            assert verdict.winner == hands[0][1]
        elif gaps[0] <= band.always:
            assert verdict.dead_heat
        if min(gaps) > band.never:
            assert [slap.seat for slap in verdict.order] == [seat for _, seat in hands]
    assert world.link.repeated > 20, "the line was bad indeed"
