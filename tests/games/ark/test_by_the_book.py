"""Whole games, question by question, beside a second and simpler telling of the book."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.core.errors import BoxError
from companion.core.match import Match
from companion.core.question import Question
from companion.games.ark import GAME
from companion.games.ark.supply import DealtSupply
from companion.games.ark.table import ArkTable
from tests.games.ark.by_the_book import KINDS, Asked, Book
from tests.games.ark.judge import Judge, Picture
from tests.laws import NAMES

ENOUGH = 12
"""Games that show every part of the rules, however few are asked for."""

CLIMATES, FOODS = ("hot", "cold", "both"), ("herbivore", "carnivore", "omnivore", "none")
NOT_IN_THE_BOOK = {"box", *(f"score-{seat}" for seat in range(5))}
KNOWN_FOODS = {
    "skunk": ("herbivore", "omnivore"),
    "turtle": ("herbivore", "none"),
    **dict.fromkeys(("mosquito", "spider", "hedgehog"), ("carnivore", "omnivore")),
}


def table_of(match: Match) -> ArkTable:
    assert isinstance(match.table, ArkTable)
    return match.table


def book_of(match: Match, judge: Judge) -> Book:
    """The same game as it lies after the set-up."""
    table, question = table_of(match), match.question
    assert question is not None
    assert isinstance(table.supply, DealtSupply)
    ark: Picture = {cabin.id: [card.id for card in cabin.cards] for cabin in table.list_cabins()}
    hands = [str(hand).split() for hand in table.hands]
    supply = [card.id for card in table.supply.cards]
    fresh = match.setup.options["fresh"] == "yes"
    return Book(judge, ark, hands, [card.id for card in table.display], supply, question.seat, fresh)


def same_question(question: Question | None, asked: Asked | None) -> bool:
    if question is None or asked is None:
        return question is asked
    return (question.seat, question.ask, set(question.list_ids())) == (asked.seat, asked.ask, asked.choices)


def compare(match: Match, judge: Judge, bot: Random) -> Counter[str]:
    """Play a match and the book side by side; returns what was asked, and what else came to pass."""
    book = book_of(match, judge)
    happened: Counter[str] = Counter()
    telling = book.play()
    expected: Asked | None = next(telling)
    while True:
        question, facts = match.question, match.facts
        assert same_question(question, expected), f"{question} but the book asks {expected}"
        assert book.facts() == {name: value for name, value in facts.items() if name not in NOT_IN_THE_BOOK}
        for seat, hand in enumerate(table_of(match).hands):
            assert sorted(str(hand).split()) == sorted(book.hands[seat])
        if question is None:
            break
        answer = bot.choice(question.list_ids())
        happened[question.ask] += 1
        happened[answer if answer in ("done", "pass", "no-pet") else answer.partition("-")[0]] += 1
        match.answer(answer)
        try:
            expected = telling.send(answer)
        except StopIteration:
            expected = None
    assert match.outcome is not None
    assert match.table.scores == book.points()
    assert match.outcome.winners == book.winners
    happened[match.outcome.why] += 1
    return happened


@pytest.mark.laws
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("fresh", ["yes", "no"])
def test_the_rules_ask_what_the_book_asks(players: int, fresh: str, games: int) -> None:
    judge, happened = Judge(), Counter[str]()
    for seed in range(max(games // 5, ENOUGH)):
        match = Match(GAME, GAME.set_up(NAMES[:players], {"fresh": fresh}, seed=seed))
        happened += compare(match, judge, Random(seed))
    every = {"turn", "second", "where", "take", "raise", "pet", "last_minute", "instead", "pass", "done", "no-pet"}
    assert every <= set(happened), "these games show every part of the rules"


def some_box(rng: Random) -> dict[str, Any]:
    """Corrections of every card at random, as an owner might tell them of a quite different box."""
    shipped = Judge().features
    animals = {
        card: {
            "climate": rng.choice(CLIMATES),
            "weight": rng.choice((0, 1, 2, 2, 3, 4)),
            "nourishment": rng.choice(KNOWN_FOODS.get(card, FOODS)),
            "kind": rng.choice((*KINDS[:4], "none")),
        }
        for card, printed in shipped.items()
        if printed["animal"]
    }
    stores = {
        card: {"climate": rng.choice(CLIMATES), "weight": rng.choice((0, 1, 2))}
        for card, printed in shipped.items()
        if not printed["animal"]
    }
    return {"animals": animals, "provisions": stores}


@pytest.mark.laws
def test_the_rules_ask_what_the_book_asks_whatever_is_printed_on_the_cards(games: int) -> None:
    """Shy turtles, slow spiders, a heavy fox: an owner's box may hold them all."""
    boxes, played = max(games // 4, ENOUGH), 0
    for seed in range(boxes):
        rng = Random(seed)
        corrections = some_box(rng)
        try:
            match = Match(GAME, GAME.set_up(NAMES[: 3 + seed % 3], seed=seed, corrections=corrections))
        except BoxError:
            continue  # too few light cards to begin with
        compare(match, Judge(corrections), rng)
        played += 1
    assert played > 0.9 * boxes


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_set_up_is_that_of_the_book(players: int) -> None:
    """Every card is somewhere, nobody has scored, and the discs go round from whoever starts."""
    for seed in range(50):
        match = Match(GAME, GAME.set_up(NAMES[:players], seed=seed))
        book = book_of(match, Judge())
        everything = [
            *(card for cards in book.ark.values() for card in cards),
            *(card for hand in book.hands for card in hand),
            *book.display,
            *book.supply,
        ]
        assert Counter(everything) == Counter([*Judge().deck(), *["rain"] * 5])
        assert set(book.ark) == {"port-1", "port-2", "starboard-1", "starboard-2"}
        assert book.facts() == {name: value for name, value in match.facts.items() if name != "box"}
