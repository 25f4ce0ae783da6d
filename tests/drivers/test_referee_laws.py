"""Races of all kinds, made up at random, judged by the referee and by a second, much simpler judge."""

import random
from dataclasses import dataclass, field

import pytest

from drivers.referee import GPIO, Referee, State, Timing, Verdict
from drivers.silicon.pins import simulate_bounce

ARMED, NOW, END = 50.0, 53.0, 70.0
TIMING = Timing(patience=10.0)


@dataclass
class Hit:
    """A person presses and lets go; the metal bounces at both ends."""

    seat: int
    at: float
    held: float
    bounces: list[tuple[float, bool]] = field(default_factory=list)

    def edges(self) -> list[tuple[float, int, bool]]:
        """First touch, bounces, and the end."""
        edges = [(self.at + delay, self.seat, closed) for delay, closed in self.bounces]
        return [*edges, (self.at + self.held, self.seat, False)]


def script(rng: random.Random, seats: int) -> list[Hit]:
    """Draw the touches of all seats between arming and the end: some too early, some twice, some not at all."""
    hits = []
    for seat in range(seats):
        at = ARMED + rng.choice([0.1, 1.0, 2.9, 3.0, 3.2]) + rng.random() * 0.4
        for _ in range(rng.randint(0, 4)):
            held = 0.1 + rng.random() * 0.3
            hits.append(Hit(seat, at, held, list(simulate_bounce(rng, True, 0.03))))
            at += held + TIMING.quiet + 0.001 + rng.random() * 0.8
    return hits


def simply_judged(hits: list[Hit], seats: int) -> tuple[dict[int, float], dict[int, int]]:
    """The first slap of every seat that counts, and the false starts."""
    early = {seat: [hit.at for hit in hits if hit.seat == seat and hit.at < NOW] for seat in range(seats)}
    slaps: dict[int, float] = {}
    for hit in sorted(hits, key=lambda hit: hit.at):
        if hit.at >= max([NOW, *(at + 0.25 for at in early[hit.seat])]):
            slaps.setdefault(hit.seat, hit.at)
    return slaps, {seat: len(times) for seat, times in early.items() if times}


def run(hits: list[Hit], seats: int, rng: random.Random) -> tuple[Referee, Verdict]:
    """Let a referee see it all, edges a little late, and ask it all the time."""
    referee = Referee(TIMING)
    referee.arm(dict.fromkeys(range(seats), GPIO), ARMED)
    edges = sorted(edge for hit in hits for edge in hit.edges())
    said_now = False
    first: Verdict | None = None
    for at, seat, closed in edges:
        now = at + rng.random() * 0.01
        if now >= NOW and not said_now:
            referee.go(NOW)
            said_now = True
        referee.post(seat, closed, at)
        seen = referee.verdict(now)
        if seen is not None:
            first = first or seen
            assert seen.first == first.first, "who was first never changes"
    if not said_now:
        referee.go(NOW)
    verdict = referee.verdict(END)
    assert verdict is not None
    return referee, verdict


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_referee_and_the_simple_judge_agree(seats: int, games: int) -> None:
    for seed in range(games):
        rng = random.Random(f"{seats}-{seed}")
        hits = script(rng, seats)
        slaps, early = simply_judged(hits, seats)
        referee, verdict = run(hits, seats, rng)
        assert dict(verdict.early) == early, seed
        assert sorted(slap.seat for slap in verdict.order) == sorted(slaps), seed
        if not slaps:
            assert verdict.choice == "nobody"
            continue
        best = min(slaps.values())
        tied = {seat for seat, at in slaps.items() if at - best <= referee.band.declared}
        assert set(verdict.first) == tied, seed
        for slap in verdict.order:
            assert slap.after_now_ms == pytest.approx((slaps[slap.seat] - NOW) * 1000, abs=0.001)
            assert slap.margin_ms == pytest.approx((slaps[slap.seat] - best) * 1000, abs=0.002)
        assert referee.state(END) is State.JUDGED
        assert Verdict.read(verdict.detail) == verdict


@pytest.mark.laws
def test_states_only_go_forward_while_real_hands_slap(games: int) -> None:
    order = list(State)
    for seed in range(games // 4):
        rng = random.Random(f"states-{seed}")
        referee = Referee(TIMING)
        referee.arm({0: GPIO, 1: GPIO}, ARMED)
        referee.go(NOW)
        edges = sorted(edge for hit in script(rng, 2) for edge in hit.edges() if hit.at >= NOW)
        seen = State.ARMED
        for at, seat, closed in edges:
            referee.post(seat, closed, at)
            state = referee.state(at + 0.001)
            assert order.index(state) >= order.index(seen)
            seen = state
        assert referee.state(END) is State.JUDGED
