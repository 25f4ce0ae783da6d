"""Sets of cards: listed as a simple reading lists them, with a memory that does not grow for ever."""

from random import Random

import pytest

from companion.core.cards import Card, Kinds, OpenHand, RealPile


@pytest.mark.parametrize("count", [1, 13, 26, 27, 39, 60])
def test_the_kinds_of_a_set_are_those_whose_bits_are_in_it(count):
    kinds, rng = Kinds([Card(f"card-{n}", n) for n in range(count)]), Random(count)
    for bits in [0, (1 << count) - 1, *(rng.getrandbits(count) for _ in range(300))]:
        assert kinds.list_kinds(bits) == tuple(kind for kind in kinds.all if bits >> kind.index & 1)


def test_the_cache_of_sets_is_bounded():
    kinds, rng = Kinds([Card(f"card-{n}", n) for n in range(60)]), Random(1)
    before = [len(kinds._first), len(kinds._second)]
    for _ in range(20_000):
        kinds.list_kinds(rng.getrandbits(60))
    assert [len(kinds._first), len(kinds._second)] == before == [1 << 13] * 2
    assert sum(known is not None for known in kinds._first) > 1000, "it was put to the test"


def test_a_hidden_hand_says_which_cards_could_be_there_together():
    kinds = Kinds([Card(id, at) for at, id in enumerate(("ant", "bee", "cow"))])
    ant, bee, cow = kinds.all
    pile = RealPile(kinds, [ant, ant, bee, cow])
    hand = pile.make_hand()
    pile.deal(hand, 2)
    assert hand.can_hold([ant, ant])
    assert hand.can_hold([ant, cow])
    assert not hand.can_hold([bee, bee]), "there is one bee"
    assert not hand.can_hold([ant, bee, cow]), "there are two cards"
    hand.remove(bee)
    assert not hand.can_hold([bee]), "it has been shown"
    hand.add(bee)
    assert hand.can_hold([bee, cow])
    assert not hand.can_hold([ant, cow])


def test_a_dealt_hand_knows_its_cards():
    kinds = Kinds([Card(id, at) for at, id in enumerate(("ant", "bee"))])
    ant, bee = kinds.all
    hand = OpenHand(kinds)
    hand.add_all([ant, ant])
    assert hand.can_hold([ant, ant])
    assert not hand.can_hold([ant, bee])


def test_a_hidden_hand_counts_seen_and_possible_cards():
    kinds = Kinds([Card(id, at) for at, id in enumerate(("ant", "bee", "cow"))])
    ant, bee, cow = kinds.all
    pile = RealPile(kinds, [ant, bee, cow])
    hand, other = pile.make_hand(), pile.make_hand()
    hand.add(cow)
    pile.unseen.remove(cow)
    assert (hand.size, hand.list_cards(hand.bits)) == (1, [cow])
    pile.deal(hand, 1)
    assert hand.list_cards(hand.bits) == [ant, bee, cow]
    hand.pass_unseen(*hand.list_unseen_choices(), other)
    assert (hand.size, other.size) == (1, 1)
    assert hand.get_known_cards() is None, "the cow may have been passed on"
