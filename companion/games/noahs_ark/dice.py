"""The dice, and a model of how fast people turn them, for races drawn by chance.

A player's time from NOW! to the slap is

    roll + turns x turn x effort x a + slap x b

`turns` is exact: a roll of as many dice as the card shows animals is drawn, dice that fit stay, and each other one is
turned face by face to an animal still missing: one turn to any of the four faces beside the top, two to the
one across, matched so that the sum is least. `roll`, `turn` and `slap` are times from the box, `effort` is that of the
FLICE card in force, and `a` and `b` are log-normal with median 1, so that times are never negative and now and then
somebody fumbles. A slap is wrong with the probability `slips`. All players are equally fast.
"""

from bisect import bisect
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement, permutations
from math import exp, factorial, prod
from random import Random
from statistics import NormalDist

from companion.core.box import Box
from companion.core.errors import N_, Phrase

ANIMALS = ("lion", "elephant", "giraffe", "eagle", "snake", "monkey")
"""The six faces of a die."""

AnimalCounts = tuple[int, ...]
"""Number of each animal, in the order of ANIMALS."""

STEPS = 4096
"""Number of steps in the table of random factors."""


@cache
def make_factors(percent: int) -> tuple[float, ...]:
    """Return log-normal factors around 1, tabulated because drawing from a table is faster."""
    normal = NormalDist(0, 1)
    return tuple(exp(percent / 100 * normal.inv_cdf((step + 0.5) / STEPS)) for step in range(STEPS))


class Racing:
    """Model of how fast people race, from the figures in the box."""

    def __init__(self, box: Box) -> None:
        self.roll_ms = box.whole("race.roll_ms", 0, 60_000)
        self.turn_ms = box.whole("race.turn_ms", 1, 60_000)
        self.fumbles = make_factors(box.whole("race.turn_spread", 0, 100))
        self.slap_ms = box.whole("race.slap_ms", 1, 60_000)
        self.reactions = make_factors(box.whole("race.slap_spread", 0, 100))
        self.slips = box.whole("race.slips", 0, 50) / 100
        faces = box.texts("race.opposite", ANIMALS)
        once = sorted(faces) == sorted(ANIMALS)
        box.require(once, "race.opposite", Phrase(N_("name each of the six animals once")))
        across = [ANIMALS.index(face) for face in faces]
        self.opposite = {face: across[at ^ 1] for at, face in enumerate(across)}
        """Opposite face of each face of a die."""
        self._up_to: dict[AnimalCounts, list[float]] = {}

    def draw_finish_ms(self, wanted: AnimalCounts, effort: int, rng: Random) -> float:
        """Draw one player's time from NOW! to the slap."""
        random = rng.random
        turning = self.draw_turns(wanted, rng) * self.turn_ms * effort / 100 * self.fumbles[int(random() * STEPS)]
        return self.roll_ms + turning + self.slap_ms * self.reactions[int(random() * STEPS)]

    def draw_turns(self, wanted: AnimalCounts, rng: Random) -> int:
        """Draw the number of turns needed after a roll."""
        if wanted not in self._up_to:
            self._up_to[wanted] = list(accumulate(self.turn_odds(wanted)))[:-1]
        return bisect(self._up_to[wanted], rng.random())

    def turn_odds(self, wanted: AnimalCounts) -> list[float]:
        """Return the probability of needing 0, 1, 2, … turns."""
        number = sum(wanted)
        ways_by_turns = [0] * (2 * number + 1)
        for rolled in combinations_with_replacement(range(len(ANIMALS)), number):
            ways = factorial(number) // prod(factorial(rolled.count(face)) for face in set(rolled))
            ways_by_turns[self.count_turns(rolled, wanted)] += ways
        while not ways_by_turns[-1]:
            ways_by_turns.pop()
        return [ways / len(ANIMALS) ** number for ways in ways_by_turns]

    def count_turns(self, rolled: Sequence[int], wanted: AnimalCounts) -> int:
        """Count the fewest turns from a roll to the wanted animals."""
        missing, wrong = list(wanted), []
        for face in rolled:
            if missing[face]:
                missing[face] -= 1
            else:
                wrong.append(face)
        needed = [animal for animal, number in enumerate(missing) for _ in range(number)]
        return len(wrong) + self._count_fewest_across(wrong, needed)

    def _count_fewest_across(self, wrong: list[int], needed: list[int]) -> int:
        """Count the fewest dice that must go to the opposite face, which takes one more turn."""
        fewest = len(wrong)
        for order in permutations(needed):
            across = sum(self.opposite[face] == animal for face, animal in zip(wrong, order, strict=True))
            fewest = min(fewest, across)
            if not fewest:
                break
        return fewest
