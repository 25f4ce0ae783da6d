"""Chance: every order is as likely as any other, and a seed means the same cards everywhere."""

from collections import Counter
from itertools import permutations
from random import Random

from companion.core.cards import draw_one, draw_several, shuffle


def test_a_seed_means_these_cards_on_every_python():
    cards = list("abcdefgh")
    shuffle(cards, Random(7).random)
    assert "".join(cards) == "feghadbc"
    assert draw_several("abcdefgh", 3, Random(7).random) == cards[5:]


def test_every_order_is_equally_likely():
    rng, seen = Random(1), Counter()
    for _ in range(24_000):
        cards = list("abcd")
        shuffle(cards, rng.random)
        seen["".join(cards)] += 1
    assert set(seen) == set(map("".join, permutations("abcd")))
    assert all(850 < times < 1150 for times in seen.values())  # 1,000 each; five times the spread


def test_cards_that_will_be_drawn_are_any_of_all():
    rng, seen = Random(2), Counter()
    for _ in range(20_000):
        cards = list("abcde")
        shuffle(cards, rng.random, 2)
        assert sorted(cards) == list("abcde")
        seen["".join(cards[-2:])] += 1
    assert len(seen) == 20
    assert all(850 < times < 1150 for times in seen.values())


def test_a_lot_is_any_of_the_choices():
    rng = Random(3)
    assert {draw_one("abc", rng.random) for _ in range(100)} == set("abc")
