"""Odds: what everyone at the table can know decides them, and nothing else."""

from collections import Counter
from importlib import import_module
from random import Random

import pytest

from companion.core.bots import find_bot
from companion.core.errors import NoOdds, UnknownBot
from companion.core.game import Setup
from companion.core.match import Match
from companion.core.match_worlds import imagine_match
from companion.core.question import FREE_TEXT_PREFIX, FreeTextQuestion
from companion.core.registry import find_game
from companion.lab.odds import OddsCounter, estimate_chance
from tests.bench.people import seat_people
from tests.boxed import BOXED
from tests.lab.calibration import GAMES, by_chance, calibrated, error
from tests.laws import NAMES

USUAL = {name: options for name, (_, options, _) in GAMES.items()}
REAL = [
    ("noah", {}), ("ark", {}), ("noahs-ark", {}), ("noahs-ark", {"told": "before"}),
    ("noahs-ark", {"told": "end", "length": "short"}), ("noahs-ark", {"mode": "advanced"}),
    ("ark-and-noah", {"depth": "board"}), ("ark-and-noah", {"depth": "counts"}),
]  # fmt: skip


def played(name: str, seed: int, answers: int, options=None, deal="virtual", players: int = 3) -> Match:
    """A match after so many answers, by bots, or at a real table by people who tell the truth."""
    game = find_game(name)
    match = Match(game, game.set_up(NAMES[:players], USUAL[name] if options is None else options, seed, deal))
    rng = Random(seed)
    answer = find_bot(game, "greedy")(rng) if deal == "virtual" else seat_people(game, match.table, rng).answer
    while match.question is not None and len(match.answers) < answers:
        match.answer(answer(match.question, match.table))
    return match


def shares(match: Match, endings: int = 60, seed: int = 0, bot: str = "") -> list[float]:
    counting = OddsCounter(match, bot, seed)
    counting.imagine(endings)
    return [chance.share for chance in counting.odds.chances]


@pytest.mark.parametrize("name", BOXED)
def test_a_match_that_is_over_is_certain(name):
    match = played(name, 5, 10_000)
    odds = OddsCounter(match).odds
    assert [chance.share for chance in odds.chances] == [match.outcome.get_share(seat) for seat in range(3)]
    assert all(chance.least == chance.share == chance.most for chance in odds.chances)
    assert odds.endings == 0


@pytest.mark.parametrize("name", BOXED)
def test_a_match_about_to_end_is_nearly_certain(name):
    whole = played(name, 5, 10_000)
    match = played(name, 5, len(whole.answers) - 1)
    best = max(shares(match))
    assert best >= 0.6
    assert shares(match).index(best) in whole.outcome.winners


@pytest.mark.parametrize("name", BOXED)
def test_nobody_is_ahead_before_anything_has_happened(name):
    game = find_game(name)
    match = Match(game, game.set_up(NAMES[:4], USUAL[name], 1))
    endings = 60 if name == "ark-and-noah" else 240
    counter = OddsCounter(match, "random")
    counter.imagine(endings)
    assert sum(chance.share for chance in counter.odds.chances) == pytest.approx(1)
    assert all(chance.least < 0.36 and chance.most > 0.16 for chance in counter.odds.chances)


@pytest.mark.parametrize("name", ["noah", "ark"])
def test_hidden_cards_have_no_part_in_it(name, monkeypatch):
    """If somebody swapped a card that nobody has seen with one of the pile, the odds would be the very same."""
    matches = [played(name, seed, 10 + 4 * seed) for seed in range(6)]
    before = [shares(match, 30) for match in matches]
    swapped = swap_while_looked_at(name, monkeypatch)
    assert [shares(match, 30) for match in matches] == before
    assert len(swapped) > 20


def swap_while_looked_at(name, monkeypatch) -> list[str]:
    """Whenever it is taken down what everyone knows, two hidden cards have changed places."""
    module = import_module(f"companion.games.{name}.imagining")
    snapshot = module.NoahSnapshot if name == "noah" else module.ArkKnowledge
    look, swapped = snapshot.__init__, []

    def known(self, table, *more):
        pile = table.pile if name == "noah" else table.supply
        hand = max(table.hands, key=lambda hand: len(hand.held) - len(getattr(hand, "seen", ())))
        rain = getattr(table.pieces, "rain", None)
        seen = [*getattr(hand, "seen", ()), *getattr(hand, "maybe", ())]
        one = next((at for at, card in enumerate(hand.held) if card not in seen), None)
        other = next((at for at, card in enumerate(pile.cards) if card is not rain), None)
        if one is None or other is None:
            look(self, table, *more)
            return
        cards, held, pile.cards, hand.held = pile.cards, hand.held, pile.cards[:], hand.held[:]
        hand.held[one], pile.cards[other] = pile.cards[other], hand.held[one]
        hand.held.reverse()
        swapped.append(f"{hand.held} {pile.cards}")
        look(self, table, *more)
        pile.cards, hand.held = cards, held

    monkeypatch.setattr(snapshot, "__init__", known)
    return swapped


def test_the_deck_of_noahs_ark_says_nothing_of_its_order_or_of_cards_left_in_the_box(monkeypatch):
    match = played("noahs-ark", 2, 9, {"length": "shortest", "mode": "advanced", "advanced": "two"})
    before = shares(match, 40)
    deal_anew = type(match.table).imagine
    swapped = []

    def swap_and_deal_anew(table, seat, rng):
        drawn = set(table.deck.all) - set(table.deck.cards)
        deck = table.deck
        unseen = [card for card in table.pieces.animals if card not in drawn]
        spare = next(card for card in unseen if card not in deck.cards)
        plain = next(card for card in deck.cards if card in unseen)
        deck.cards[deck.cards.index(plain)] = deck.all[deck.all.index(plain)] = spare
        swapped.append(spare)
        deal_anew(table, seat, rng)

    monkeypatch.setattr(type(match.table), "imagine", swap_and_deal_anew)
    assert shares(match, 40) == before
    assert len(swapped) == 40


def test_another_seed_of_the_bags_is_another_future_but_not_other_odds():
    """Where nothing is hidden, what the program would draw next has no part in it."""
    match = played("ark-and-noah", 4, 30, {"mode": "quick"}, players=2)
    worlds = [imagine_match(match).draw_world(Random(seed)) for seed in (1, 1, 2)]
    drawn = [world.table.deal.rng.random() for world in worlds]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize(("name", "options"), REAL)
def test_a_real_table_has_odds_at_every_question(name, options):
    """Until the very end, wherever people are asked for something that only they know."""
    whole = played(name, 3, 10_000, options, "table")
    asks = set()
    match = Match(whole.game, whole.setup)
    for n, answer in enumerate(whole.answers):
        if match.question.ask not in asks or n % 17 == 0:
            asks.add(match.question.ask)
            assert sum(shares(match, 2)) == pytest.approx(1), match.question.ask
        match.answer(answer)
    assert len(asks) > 2


def test_public_knowledge_holds_in_every_world_of_noah():
    """A ferry that was taken back is in that hand, and what nobody could load is not."""
    looked = 0
    for seed in range(12):
        whole = played("noah", seed, 60, {}, "table")
        imagining = imagine_match(whole)
        known = imagining._known
        for turn in range(10 if known.seat is not None else 0):  # between two rounds nobody holds anything
            table = imagining.draw_world(Random(turn)).table
            for seat, hand in enumerate(table.hands):
                held = Counter(card.index for card in hand.held)
                assert any(
                    Counter(holds[seat].known) <= held and len(hand.held) == len(holds[seat].known + holds[seat].dark)
                    for holds in known.holds
                )
                looked += bool(known.holds[0][seat].known)
            cards = [*table.pile.cards, *(card for hand in table.hands for card in hand.held)]
            assert Counter(card.index for card in cards) == +known.hidden
    assert looked > 20


def test_a_virtual_and_a_real_table_know_alike():
    """The program's own cards are deduced as real ones are: sizes, and never a card too many."""
    for name in ("noah", "ark"):
        match = played(name, 8, 30)
        for turn in range(5):
            world = imagine_match(match).draw_world(Random(turn))
            table, pile = world.table, world.table.pile if name == "noah" else world.table.supply
            rest = [*pile.cards, *(card for hand in table.hands for card in hand.held)]
            open_cards = (
                [animal.card for aboard in table.aboard for animal in aboard]
                if name == "noah"
                else [*table.display, *table.gone, *(card for cabin in table.list_cabins() for card in cabin.cards)]
            )
            pets = [pet for pet in getattr(table, "pets", ()) if pet is not None]
            rains = [table.pieces.rain] * (table.pieces.rains - table.rain) if name == "ark" else []
            there = Counter(map(str, [*rest, *open_cards, *pets]))
            if name == "ark" or not table.departed:
                assert there == Counter(map(str, [*table.pieces.deck, *rains]))


def test_if_only_points_are_entered_there_are_no_odds_and_it_says_so():
    match = played("ark-and-noah", 1, 10, {}, "table")
    with pytest.raises(NoOdds, match="every piece, or everyone's supplies"):
        OddsCounter(match)


@pytest.mark.parametrize("bot", ["montecarlo", "hard", "exec:true", "clever"])
def test_only_quick_bots_play_on(bot):
    with pytest.raises(UnknownBot, match="random, easy, greedy"):
        OddsCounter(played("noah", 1, 3), bot)


def test_the_same_seed_imagines_the_same_endings_and_the_match_is_left_alone():
    match = played("noah", 1, 30)
    facts, question = match.facts, match.question
    assert shares(match, 20, 7) == shares(match, 20, 7) != shares(match, 20, 8)
    assert (match.facts, match.question) == (facts, question)


@pytest.mark.parametrize(("name", "options"), [
    ("ark", {}), ("ark-and-noah", {"depth": "board"}), ("ark-and-noah", {"depth": "counts"}),
    ("noahs-ark", {}), ("noahs-ark", {"told": "before", "mode": "advanced"}),
])  # fmt: skip
def test_odds_play_with_pieces_that_people_entered(name, options):
    """Also while somebody is still describing one."""
    game = find_game(name)
    match, rng, told = Match(game, game.set_up(NAMES[:3], options, 1, "table")), Random(3), 0
    while match.question is not None and len(match.answers) < 48:
        question = match.question
        if told and len(match.answers) % 3 == 0:
            assert sum(shares(match, 2)) == pytest.approx(1), question.ask
        unknown = next((choice for choice in question.choices if str(choice) in ("another", "other-card")), None)
        if unknown is not None and told < 2:
            told += 1
            match.answer(unknown)
        elif isinstance(question, FreeTextQuestion):
            match.answer(f"{FREE_TEXT_PREFIX}wombat {told}")
        else:
            match.answer(rng.choice([choice for choice in question.choices if choice is not unknown]))
    assert told == 2
    assert match.table.learned


def test_intervals_hold_the_share_and_never_leave_the_scale():
    for won, of in [(0, 30), (30, 30), (1, 600), (15, 30), (0.5, 3)]:
        chance = estimate_chance(won, of, 3)
        assert 0 <= chance.least <= chance.share <= chance.most <= 1
    assert estimate_chance(30, 30, 3).least == pytest.approx(0.886, abs=0.002)
    assert estimate_chance(0, 0, 4) == (0.25, 0, 1)


def test_setups_of_old_matches_are_taken_as_they_are():
    """A match from before an option existed is imagined by the rules it began with."""
    game = find_game("noahs-ark")
    setup = game.set_up(NAMES[:3], {}, 1, "table")
    options = {name: value for name, value in setup.options.items() if name != "told"}
    match = Match(game, Setup(setup.game, setup.seats, options, 1, "table", {}))
    people = seat_people(game, match.table, Random(1))
    for _ in range(12):
        match.answer(people.answer(match.question, match.table))
    assert sum(shares(match, 5)) == pytest.approx(1)


def test_odds_keep_what_they_promise():
    """`make calibration` looks at 2,000 positions of every game; this is a glance at the two that are quick."""
    for name in ("noah", "ark"):
        calibration = calibrated(name, 30, 16)
        assert calibration["ece"] < calibration["by_chance"] + 0.08


def test_the_calibration_error_is_what_it_says():
    from tests.lab.calibration import Seen

    right = [Seen(0.7, float(n < 7)) for n in range(10)] + [Seen(0.3, float(n < 3)) for n in range(10)]
    assert error(right) == pytest.approx(0)
    assert error([Seen(0.9, 0.0)] * 10) == pytest.approx(0.9)
    assert by_chance([Seen(1.0, 1.0), Seen(0.0, 0.0)] * 5, 2, Random(1)) == 0
