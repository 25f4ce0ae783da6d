"""PettingZoo's and OpenSpiel's own tests over our games."""

import copy
from random import Random

import pytest

from companion.core.question import Question
from companion.core.registry import find_game, list_game_ids
from companion.lab.position import ACTIONS, LearningState, assign_slots, hash_view
from tests.laws import NAMES

GAMES = [(game, {"mode": "quick"} if game == "ark-and-noah" else {}) for game in list_game_ids()]


def position(name: str, seed: int = 3) -> LearningState:
    game = find_game(name)
    return LearningState(game, game.set_up(NAMES[: max(3, game.players[0])], {**game.simulated, **game.deciding}, seed))


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.filterwarnings("ignore")  # their tests warn about what they do not know, such as infinite bounds
class TestPettingZoo:
    def test_its_api_test(self, name, options, capsys):
        pytest.importorskip("pettingzoo")
        from pettingzoo.test import api_test

        from companion.lab.zoo import env

        api_test(env(name, **options), num_cycles=300)

    def test_its_seed_test(self, name, options):
        pytest.importorskip("pettingzoo")
        from pettingzoo.test import seed_test

        from companion.lab.zoo import env

        seed_test(lambda: env(name, **options), num_cycles=60)

    def test_its_render_test(self, name, options):
        pytest.importorskip("pettingzoo")
        from pettingzoo.test import render_test

        from companion.lab.zoo import env

        render_test(lambda render_mode=None: env(name, render_mode=render_mode, **options))


@pytest.mark.parametrize("name", list_game_ids())
def test_openspiels_random_simulation(name):
    pyspiel = pytest.importorskip("pyspiel")
    from companion.lab.spiel import SpielGame

    players = {"ark-and-noah": 2}.get(name, max(3, find_game(name).players[0]))
    game = SpielGame(name, {"players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", list_game_ids())
def test_a_copy_plays_on_as_the_original_does(name):
    rng = Random(1)
    original = position(name)
    for _ in range(20):
        if original.question is not None:
            original.act(rng.choice(sorted(original.legal)))
    twin = copy.deepcopy(original)
    while original.question is not None:
        assert twin.question is not None
        assert twin.question.list_ids() == original.question.list_ids()
        action = rng.choice(sorted(original.legal))
        original.act(action)
        twin.act(action)
    assert twin.rewards() == original.rewards()
    assert sum(original.rewards()) == pytest.approx(0)
    assert twin.table.facts() == original.table.facts()


def test_no_seat_sees_what_another_holds():
    """Two deals that differ only in other hands look the same to a seat."""
    one = position("noah")
    seat = one.seat
    other = copy.deepcopy(one)
    hands = [other.table.hands[n] for n in range(3) if n != seat]
    hands[0].held, hands[1].held = hands[1].held, hands[0].held
    assert other.encode_view(seat) == one.encode_view(seat)
    assert other.describe(seat) == one.describe(seat)
    assert other.encode_view((seat + 1) % 3) != one.encode_view((seat + 1) % 3)


def test_choices_keep_their_slots_and_never_share_one():
    many = [f"choice-{n}" for n in range(500)]
    found = assign_slots(Question(0, "ask", many))
    assert len(found) == 500
    assert all(0 <= slot < ACTIONS for slot in found)
    alone = {slot for choice in many for slot in assign_slots(Question(0, "ask", [choice]))}
    assert len(alone & set(found)) > 400


def test_figures_tell_numbers_words_and_places_apart():
    assert hash_view({"a": 2}) != hash_view({"a": 3})
    assert hash_view({"a": ["x", "y"]}) == hash_view({"a": ["y", "x"]})
    assert hash_view({"a": [1, 2]}) != hash_view({"a": [2, 1]})
    assert hash_view({"a": None}) == hash_view({})


def test_an_algorithm_of_openspiel_plays_our_game():
    pytest.importorskip("pyspiel")
    numpy = pytest.importorskip("numpy")
    from open_spiel.python.algorithms import mcts

    from companion.lab.spiel import SpielGame

    game = SpielGame("noah", {"players": 2})
    state = game.new_initial_state()
    state.apply_action(5)
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1)))
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
