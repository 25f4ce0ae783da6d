"""Sets of cards: listed as a simple reading lists them, with a memory that does not grow for ever."""

from random import Random

import pytest

from companion.core.cards import Card, Kinds


@pytest.mark.parametrize("count", [1, 13, 26, 27, 39, 60])
def test_the_kinds_of_a_set_are_those_whose_bits_are_in_it(count):
    kinds, rng = Kinds([Card(f"card-{n}", n) for n in range(count)]), Random(count)
    for bits in [0, (1 << count) - 1, *(rng.getrandbits(count) for _ in range(300))]:
        assert kinds.those(bits) == tuple(kind for kind in kinds.all if bits >> kind.index & 1)


def test_what_is_remembered_of_sets_is_bounded():
    kinds, rng = Kinds([Card(f"card-{n}", n) for n in range(60)]), Random(1)
    for _ in range(20_000):
        kinds.those(rng.getrandbits(60))
    assert [len(part) for part in kinds.parts()] == [1 << 13] * 2
    small = Kinds([Card(f"card-{n}", n) for n in range(15)])
    assert [len(part) for part in small.parts()] == [1 << 13, 1 << 2], "no more than there can be"
