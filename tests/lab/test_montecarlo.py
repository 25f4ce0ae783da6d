"""The bot that thinks ahead sees nothing it may not see, and is worth its time."""

from random import Random

import pytest

from companion.core.bots import find_bot, find_bot_for_people, make_random_bot
from companion.core.errors import UnknownBot
from companion.core.game import Game, History, Outcome
from companion.core.match import Match
from companion.core.montecarlo import MonteCarlo, ThinkingBudget
from companion.core.playing import play_recorded
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.lab.plan import make_plan
from companion.lab.simulate import simulate
from tests.laws import NAMES
from tests.long import mark_long

OPTIONS = {"ark-and-noah": {"mode": "quick"}, "noahs-ark": {"mode": "advanced", "race": "drawn"}}


def in_the_middle(game: Game, seed: int, steps: int):
    """A table with a seat that is asked, after some random answers."""
    setup = game.set_up(NAMES[: max(3, game.players[0])], OPTIONS.get(game.id, {}), seed)
    table = game.new_table(setup, game.make_pieces(setup))
    table.history = History(setup)
    play, rng = game.play(table), Random(seed)
    question = next(play)
    for _ in range(steps):
        choice = rng.choice(list(question.choices))
        table.history.places.append(question.find_place(choice))
        try:
            question = play.send(choice)
        except StopIteration:
            return None
    return (table, question) if question.seat >= 0 and len(question.choices) > 1 else None


@pytest.mark.parametrize("name", list_game_ids())
def test_a_seats_view_stays_when_the_rest_is_imagined(name):
    game, looked = find_game(name), 0
    for seed in range(60):
        middle = in_the_middle(game, seed, 5 + seed % 40)
        if middle is None:
            continue
        table, question = middle
        facts, secrets, view = table.facts(), table.secrets(question.seat), table.view(question.seat)
        table.imagine(question.seat, Random(seed))
        assert (table.facts(), table.secrets(question.seat), table.view(question.seat)) == (facts, secrets, view)
        looked += 1
    assert looked > 5


@pytest.mark.parametrize("name", ["noah", "ark"])
def test_hidden_cards_are_dealt_again_and_no_card_is_lost(name):
    game, changed = find_game(name), 0
    for seed in range(30):
        middle = in_the_middle(game, seed, 8)
        if middle is None:
            continue
        table, question = middle
        others = [hand for seat, hand in enumerate(table.hands) if seat != question.seat]
        pile = table.pile.cards if name == "noah" else table.supply.cards
        before = sorted(str(card) for hand in others for card in hand.held) + [str(card) for card in pile]
        held = [str(hand) for hand in others]
        table.imagine(question.seat, Random(seed + 1))
        after = sorted(str(card) for hand in others for card in hand.held) + [str(card) for card in pile]
        assert sorted(after) == sorted(before)
        assert all(hand.bits == game_bits(hand) for hand in others)
        changed += [str(hand) for hand in others] != held
    assert changed > 10


def game_bits(hand) -> int:
    bits = 0
    for card in hand.held:
        bits |= card.bits
    return bits


def test_rain_stays_where_it_could_be():
    """The first rain lies as deep as everyone knows; the others are anywhere below it."""
    game = find_game("ark")
    for seed in range(30):
        middle = in_the_middle(game, seed, 3)
        if middle is None:
            continue
        table, question = middle
        rain = table.pieces.rain
        first = table.supply.cards[::-1].index(rain)
        table.imagine(question.seat, Random(seed))
        assert table.supply.cards[::-1].index(rain) == first
        assert table.supply.cards.count(rain) == table.pieces.rains


def test_the_ark_stays_among_the_last_cards():
    game = find_game("noahs-ark")
    places = set()
    for seed in range(40):
        setup = game.set_up(NAMES[:3], OPTIONS["noahs-ark"], 5)
        table = game.new_table(setup, game.make_pieces(setup))
        table.imagine(0, Random(seed))
        place = table.deck.cards.index(table.pieces.ark)
        assert place <= table.pieces.last_cards
        places.add(place)
    assert len(places) > 3


def test_another_chance_means_another_future():
    """A bot that knew what is drawn next would be a cheat."""
    game, futures = find_game("ark-and-noah"), set()
    for seed in range(8):
        table, _ = in_the_middle(game, 1, 6)
        table.imagine(0, Random(seed))
        futures.add(table.deal.rng.random())
    assert len(futures) == 8


def test_it_answers_the_same_whatever_the_others_hold():
    game, compared = find_game("noah"), 0
    for seed in range(12):
        answers = []
        for other in (0, 1):
            table, question = in_the_middle(game, seed, 11) or (None, None)
            if table is None:
                break
            if other:
                table.imagine(question.seat, Random(99))
            # the bot plays up to here in its mind from the seed, so it is the imagining itself that must hide the hands
            bot = MonteCarlo(game, Random(4), ThinkingBudget(12))
            answers.append(str(bot(question, table)))
        if answers:
            compared += 1
            assert answers[0] == answers[1]
    assert compared > 3


@pytest.mark.parametrize("name", list_game_ids())
def test_it_plays_a_whole_game(name):
    game = find_game(name)
    setup = game.set_up(NAMES[: max(3, game.players[0])], OPTIONS.get(name, {}), 2)
    table, rng = game.new_table(setup, game.make_pieces(setup)), Random(1)
    bots = [find_bot(game, "montecarlo:2")(rng), *(make_random_bot(rng) for _ in setup.seats[1:])]
    outcome, questions = play_recorded(game, setup, table, [*bots, make_random_bot(rng)])
    assert outcome.winners
    assert questions == len(table.history.places)


def test_it_sits_at_a_table_with_people():
    game = find_game("noah")
    session = Session(Match(game, game.set_up(["Anna", "bot:montecarlo:2"], seed=3)))
    for _ in range(12):
        if session.let_bot_answer() is None:
            session.answer(session.n, session.question.choices[0])
    assert session.n == 13


def test_even_a_little_thinking_beats_chance():
    """`make strengths` compares all bots of all games; it takes minutes."""
    figures = simulate(make_plan(find_game("noah"), 2, ["montecarlo:4", "random"], 3, {}, {}), 10).figures.as_json()
    best = next(bot for bot in figures["by_bot"] if bot["bot"] == "montecarlo:4")
    assert best["wins"] >= 0.7


@pytest.mark.parametrize("effort", ["0", "x", "12s", "-3", "9999999"])
def test_an_impossible_effort_is_refused(effort):
    with pytest.raises(UnknownBot, match="hard:200"):
        find_bot(find_game("noah"), f"montecarlo:{effort}")


class CountedGames:
    """A clock that imagined games move on, and nothing else."""

    def __init__(self, monkeypatch, seconds: float) -> None:
        self.games, self.places, play = 0, set(), MonteCarlo._play_imagined

        def imagined(bot, seed, seat, so_far, place):
            self.games += 1
            self.places.add(place)
            return play(bot, seed, seat, so_far, place)

        monkeypatch.setattr(MonteCarlo, "_play_imagined", imagined)
        self.seconds = seconds

    def __call__(self) -> float:
        return self.games * self.seconds


@pytest.mark.parametrize("name", mark_long(list_game_ids(), quick=("noah", "ark")))
@pytest.mark.parametrize(("effort", "slow", "most"), [("64", 0.0, 64), ("100ms", 0.002, 50), ("30ms", 0.5, 1)])
def test_it_stops_when_its_games_or_its_time_are_used_up(name, effort, slow, most, monkeypatch):
    game = find_game(name)
    middle = [middle for seed in range(40) if (middle := in_the_middle(game, seed, 12)) is not None]
    clock = CountedGames(monkeypatch, slow)
    for table, question in middle[:2]:
        clock.games = 0
        bot = MonteCarlo(game, Random(1), ThinkingBudget.parse(effort), clock)
        assert bot(question, table) in list(question.choices)
        assert most / 2 <= clock.games <= most


def test_half_of_the_time_left_goes_to_the_better_half(monkeypatch):
    """With a budget in time too, the worse choices are given up on the way."""
    game = find_game("ark-and-noah")
    table, question = next(
        middle
        for seed in range(40)
        if (middle := in_the_middle(game, seed, 12)) is not None and len(middle[1].choices) > 8
    )
    clock = CountedGames(monkeypatch, 0.001)
    bot = MonteCarlo(game, Random(1), ThinkingBudget.parse("90ms"), clock)
    tried, better_half = [], MonteCarlo._keep_better_half
    monkeypatch.setattr(
        MonteCarlo,
        "_keep_better_half",
        staticmethod(lambda some: tried.append((clock.games, len(some))) or better_half(some)),
    )
    bot(question, table)
    assert tried == [(30, 8), (60, 4)]


def test_among_people_it_thinks_for_a_second_at_most():
    """However slow the machine and however much somebody asked for."""
    game = find_game("noah")
    session = Session(Match(game, game.set_up(["Anna", "bot:montecarlo"], seed=3)))
    assert session.bots[1].budget.seconds == 1.0
    for name, seconds in (("montecarlo:900", 1.0), ("montecarlo:50ms", 0.05)):
        assert find_bot_for_people(game, name)(Random(1)).budget.seconds == seconds
    assert MonteCarlo(game, Random(1)).budget.seconds == float("inf")  # simulations depend on no clock


def test_the_choice_of_the_games_bot_is_tried_first_and_its_worst_ones_never(monkeypatch):
    game = find_game("ark-and-noah")
    table, question = next(
        middle
        for seed in range(40)
        if (middle := in_the_middle(game, seed, 12)) is not None and len(middle[1].choices) > 8
    )
    last = len(question.choices)
    monkeypatch.setattr(type(game), "bots", lambda self: {"last": lambda rng: lambda asked, table: asked.choices[-1]})
    tried = set()
    monkeypatch.setattr(MonteCarlo, "_play_imagined", lambda bot, seed, seat, so_far, place: tried.add(place) or 0.0)
    chosen = MonteCarlo(game, Random(1), ThinkingBudget(64))(question, table)
    assert tried == set(range(last - 8, last))
    assert chosen is question.choices[-1]  # as nothing is better


def test_a_lead_in_points_counts_if_victories_are_equal():
    few, many = (MonteCarlo(find_game(name), Random(1)) for name in ("noah", "ark"))
    both = Outcome((0, 1), "shared")
    assert few._worth(both, [3, 9], 0) > few._worth(both, [8, 9], 0)  # tears are bad
    assert many._worth(both, [9, 3], 0) > many._worth(both, [9, 8], 0)
    assert many._worth(Outcome((0,), "most-points"), [9, 8], 0) > many._worth(Outcome((1,), "most-points"), [9, 30], 0)


def test_a_bot_with_little_time_still_answers():
    table, question = in_the_middle(find_game("noah"), 3, 10)
    bot = MonteCarlo(find_game("noah"), Random(1), ThinkingBudget.parse("1ms"))
    assert bot(question, table) in list(question.choices)
