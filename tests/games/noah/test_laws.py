"""What holds in every game of Noah, over thousands of random ones."""

from collections import Counter

import pytest

from companion.core.cards import ShuffledPile
from companion.games.noah import GAME
from companion.games.noah.deduced_cards import DeducedPile
from tests.laws import NAMES, check_undo_and_redo, play_checked, prefixes
from tests.long import mark_long

PLAYERS = range(2, 6)
WEIGHTS = dict(woodpecker=0, parrot=0, snail=1, cat=2, kangaroo=3, panda=4, lion=5, mule=6, bear=7, giraffe=8,
               rhinoceros=9, elephant=10)  # fmt: skip


def where_all_cards_are(table):
    """Every card on the table, wherever it lies; departed ones are the rest of the deck."""
    cards = Counter(animal.card.id for aboard in table.aboard for animal in aboard)
    for hand in table.hands:
        cards.update(card.id for card in hand.get_known_cards().held)
    assert isinstance(table.pile, ShuffledPile)
    cards.update(card.id for card in table.pile.cards)
    return cards


def check_ferry(aboard, load):
    """Both golden rules, worked out anew from the animals aboard."""
    weight = sum(WEIGHTS[animal.species] for animal in aboard)
    limit = 13 if any(animal.species == "woodpecker" for animal in aboard) else 21
    assert (weight, limit) == (load.weight, load.limit)
    assert weight <= limit
    sexes = "".join(animal.sex for animal in aboard)
    assert sexes in ("m" * len(sexes), "f" * len(sexes), ("mf" * 30)[: len(sexes)], ("fm" * 30)[: len(sexes)])


class Watch:
    """Looks at every question of a game and checks what must hold."""

    def __init__(self, players):
        self.players = players
        self.deck = None
        self.noah = None
        self.round = 0
        self.hands = 0

    def __call__(self, question, table):
        self.deck = self.deck or Counter(card.id for card in table.pieces.deck)
        for aboard, load in zip(table.aboard, table.loads, strict=True):
            check_ferry(aboard, load)
        cards = where_all_cards_are(table)
        assert cards <= self.deck
        missing = self.deck - cards
        assert (sum(missing.values()) == 0) == (table.departures == 0)
        assert 0 <= table.departures <= 4
        if question is None:
            assert table.departures == 4 or any(hand.size == 0 for hand in table.hands)
            return
        if question.ask == "move_noah":
            last = table.aboard[table.noah.index][-1]
            steps = {(int(id[-1]) - 1 - table.noah.index) % 5 for id in question.list_ids()}
            assert steps == ({2, 3} if last.sex == "m" else {1, 4})
        if question.ask == "load":
            hand = Counter(card.id for card in table.hands[question.seat].get_known_cards().held)
            assert all(hand[choice.card.id] for choice in question.choices)


@pytest.mark.laws
@pytest.mark.parametrize("players", PLAYERS)
def test_all_laws_hold_in_random_games(players, games):
    setup = GAME.set_up(NAMES[:players], {})
    pieces = GAME.make_pieces(setup)
    for setup.seed in range(games):
        table, _ = play_checked(GAME, setup, pieces, setup.seed, Watch(players))
        recount = [0] * players
        for entry in table.ledger.entries:
            tears = dict(woodpecker=2, parrot=2, snail=2, cat=1, kangaroo=1, panda=4, lion=1, mule=1)
            recount[entry.seat] += sum(tears.get(id.partition("-")[0], 0) for id in str(entry.about).split())
        assert recount == table.scores
        assert table.round == 3


@pytest.mark.laws
@pytest.mark.parametrize("players", PLAYERS)
def test_the_long_game_ends_when_somebody_reaches_26(players, games):
    setup = GAME.set_up(NAMES[:players], {"length": "long"})
    pieces = GAME.make_pieces(setup)
    for setup.seed in range(games // 4):
        table, _ = play_checked(GAME, setup, pieces, setup.seed, lambda question, table: None)
        assert max(table.scores) >= 26
        before_last = [0] * players
        for entry in table.ledger.entries:
            if entry.reason != f"round-{table.round}":
                before_last[entry.seat] += entry.points
        assert max(before_last) < 26


@pytest.mark.laws
@pytest.mark.parametrize("players", PLAYERS)
def test_hidden_hands_always_add_up_at_a_real_table(players, games):
    setup = GAME.set_up(NAMES[:players], {}, deal="table")
    pieces = GAME.make_pieces(setup)

    def look(question, table):
        if not table.hands:
            return
        assert isinstance(table.pile, DeducedPile)
        deductions = table.pile.deductions
        assert deductions.worlds, "some world is always possible"
        in_hands = sum(hand.size for hand in table.hands)
        if question is not None and question.ask != "turned_up":
            gone = sum(deductions.hidden.values()) - in_hands
            assert gone == len(table.pile), "all that does not lie open is in hands or in the pile"
        for hand in table.hands:
            assert bool(hand.bits) == bool(hand.size)

    for seed in range(games // (4 if players < 4 else 8)):  # many hands, many worlds: each match takes its time
        play_checked(GAME, setup, pieces, seed, look)


@pytest.mark.parametrize("players", mark_long(PLAYERS, quick=(2, 4)))
def test_undo_and_redo_give_the_same_facts_at_every_prefix(players):
    for deal, most in (("virtual", 120), ("table", 60)):  # real hands have to be deduced anew each time
        check_undo_and_redo(GAME, GAME.set_up(NAMES[:players], {}, players, deal), players, most)


@pytest.mark.parametrize(("depth", "count"), [(1, 9), (2, 18), (3, 118), (4, 256), (5, 1504)])
def test_perft_from_a_fixed_deal(depth, count):
    assert sum(1 for _ in prefixes(GAME, GAME.set_up(NAMES[:3], {}, 42), depth)) == count
