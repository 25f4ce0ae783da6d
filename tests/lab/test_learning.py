"""PettingZoo's and OpenSpiel's own tests and algorithms over our games, and many tables at once."""

import copy
import pickle
import subprocess
import sys
from random import Random

import pytest

from companion.core.errors import SetupError, UnknownGame
from companion.core.registry import find_game, list_game_ids
from companion.lab.environments import find_environment, list_environments
from companion.lab.learning_state import LearningState
from tests.boxed import BOXED
from tests.laws import NAMES

GAMES = [(game, {"mode": "quick"} if game == "ark-and-noah" else {}) for game in list_game_ids()]


def position(name: str, seed: int = 3, **options: str) -> LearningState:
    game = find_game(name)
    seats = NAMES[: max(3, game.players[0])]
    return LearningState(game, game.set_up(seats, {**game.simulated, **game.deciding, **options}, seed))


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

    def test_a_table_is_rendered_as_text_picture_and_pixels(self, name, options):
        pytest.importorskip("pettingzoo")
        pytest.importorskip("matplotlib")
        from companion.lab.zoo import env

        pictures = {}
        for mode in ("ansi", "svg", "rgb_array"):
            table = env(name, render_mode=mode, **options)
            table.reset(seed=1)
            pictures[mode] = table.render()
        first = pictures["ansi"].splitlines()[0]
        assert pictures["svg"].startswith("<svg ")
        assert first.split()[0] in pictures["svg"]
        height, width, colours = pictures["rgb_array"].shape
        assert colours == 3
        assert f'viewBox="0 0 {width} {height}"' in pictures["svg"]
        assert pictures["rgb_array"].min() < 100, "there is ink"


def test_environments_have_ids_with_a_version():
    assert list_environments()["arkside/NoahsArk-v1"] == "noahs-ark"
    assert find_environment("arkside/Noah-v1") is find_environment("noah")
    with pytest.raises(UnknownGame, match="known: arkside/"):
        find_environment("arkside/Noah-v99")


def play_spiel(name: str, parameters: dict[str, object] | None = None, actions: int = 0):
    """Return an OpenSpiel state after some actions, and its game."""
    from companion.lab.spiel import SpielGame

    game = SpielGame(name, {"players": max(2, find_game(name).players[0]), **(parameters or {})})
    state, rng = game.new_initial_state(), Random(1)
    state.apply_action(5)
    for _ in range(actions):
        state.apply_action(rng.choice(state.legal_actions()))
    return game, state


@pytest.mark.parametrize("name", BOXED)
def test_openspiels_random_simulation(name):
    pyspiel = pytest.importorskip("pyspiel")
    options = {"mode": "quick"} if name == "ark-and-noah" else {}
    game, _ = play_spiel(name, options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", BOXED)
def test_openspiels_ismcts_plays_on(name):
    pytest.importorskip("pyspiel")
    numpy = pytest.importorskip("numpy")
    from open_spiel.python.algorithms import ismcts, mcts

    from companion.lab.spiel import make_resampler

    options = {"mode": "quick"} if name == "ark-and-noah" else {}
    game, state = play_spiel(name, options, actions=0 if name == "noahs-ark" else 60)
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    for resampler in (None, make_resampler(7)):
        bot = ismcts.ISMCTSBot(
            game, evaluator, 1.4, 4, random_state=numpy.random.RandomState(1), allow_inconsistent_action_sets=True
        )
        if resampler is not None:
            bot.set_resampler(resampler)
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", BOXED)
def test_openspiels_outcome_sampling_mccfr_learns(name):
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    options = {"mode": "quick"} if name == "ark-and-noah" else {}
    game, _ = play_spiel(name, options)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver._infostates, "it met information states"


def test_a_resampled_state_differs_only_where_its_player_cannot_look():
    pytest.importorskip("pyspiel")
    _, state = play_spiel("noah", actions=10)
    player = state.current_player()
    draw = Random(3).random
    worlds = [state.resample_from_infostate(player, draw) for _ in range(5)]
    assert {world.information_state_string(player) for world in worlds} == {state.information_state_string(player)}
    assert len({world.information_state_string(1 - player) for world in worlds}) > 1
    assert state.information_state_tensor(player) == worlds[0].information_state_tensor(player)


def test_an_observer_of_public_information_sees_no_hand():
    pyspiel = pytest.importorskip("pyspiel")
    game, state = play_spiel("noah", actions=10)
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    observer = game.make_py_observer(kind)
    assert "cards:" not in observer.string_from(state, 0)
    observer.set_from(state, 0)
    hand = [at for at, name in enumerate(game.layout.list_names()) if name.startswith("cards=")]
    assert not observer.tensor[hand].any()
    assert observer.tensor.any()


def test_openspiel_games_take_options_and_refuse_unknown_ones():
    pytest.importorskip("pyspiel")
    game, _ = play_spiel("noah", {"length": "long"})
    assert game.setup.options["length"] == "long"
    with pytest.raises(SetupError, match="can't be 'endless'"):
        play_spiel("noah", {"length": "endless"})
    with pytest.raises(SetupError, match="no option 'speed'"):
        play_spiel("noah", {"speed": "fast"})


LOADED = """
import pyspiel
from companion.lab.spiel import register_games
register_games()
register_games()
game = pyspiel.load_game("arkside_noah(players=3,length=long)")
assert game.num_players() == 3
assert game.setup.options["length"] == "long"
pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
print("whole")
"""


def test_registered_games_are_loaded_by_name_saved_and_leave_cleanly():
    """In a process of its own, because a registration can't be undone."""
    pytest.importorskip("pyspiel")
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=280, check=False)
    assert (ran.returncode, ran.stdout.splitlines()[-1:]) == (0, ["whole"]), ran.stderr


@pytest.mark.parametrize("name", BOXED)
def test_a_copy_plays_on_as_the_original_does(name):
    rng = Random(1)
    original = position(name)
    for _ in range(20):
        if original.question is not None:
            original.act(rng.choice(sorted(original.legal)))
    if original.question is not None:
        original.redeal(9)
    twin, thawed = copy.deepcopy(original), pickle.loads(pickle.dumps(original))
    while original.question is not None:
        assert twin.question is not None
        assert twin.question.list_ids() == original.question.list_ids()
        action = rng.choice(sorted(original.legal))
        for state in (original, twin, thawed):
            state.act(action)
    assert twin.rewards() == original.rewards() == thawed.rewards()
    assert sum(original.rewards()) == pytest.approx(0)
    assert twin.table.facts() == original.table.facts() == thawed.table.facts()


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_batch_plays_what_single_tables_play(name, options):
    """Every table of a batch is a match like any other: same questions, same rows, same rewards."""
    numpy = pytest.importorskip("numpy")
    from companion.lab.batch import BatchEnv

    batch, rng, done = BatchEnv(name, 3, **options), Random(5), 0
    step = batch.reset(seed=7)
    twins = [copy.deepcopy(state) for state in batch.states]
    for _ in range(60):
        for table, twin in enumerate(twins):
            assert step.seats[table] == twin.seat
            assert numpy.array_equal(step.observations[table], numpy.float32(twin.encode_observation(twin.seat)))
            assert set(numpy.flatnonzero(step.masks[table])) == set(twin.legal)
        actions = [rng.choice(sorted(twin.legal)) for twin in twins]
        for twin, action in zip(twins, actions, strict=True):
            twin.act(action)
        step = batch.step(numpy.array(actions))
        for table, twin in enumerate(twins):
            assert step.done[table] == (twin.question is None)
            assert list(step.rewards[table]) == twin.rewards()
            if twin.question is None:
                twins[table] = copy.deepcopy(batch.states[table])
                done += 1
    if name == "noahs-ark":
        assert done, "matches that ended were replaced"


def test_a_batch_refuses_an_illegal_action_and_moves_nothing():
    numpy = pytest.importorskip("numpy")
    from companion.lab.batch import BatchEnv

    batch = BatchEnv("noah", 2)
    step = batch.reset(seed=7)
    legal = step.masks.argmax(axis=1)
    illegal = numpy.flatnonzero(~step.masks[1])[0]
    with pytest.raises(ValueError, match=f"action {illegal} is not legal at table 1"):
        batch.step(numpy.array([legal[0], illegal]))
    assert [len(state.steps) for state in batch.states] == [0, 0]


def test_the_same_seed_deals_a_batch_the_same_cards():
    numpy = pytest.importorskip("numpy")
    from companion.lab.batch import BatchEnv

    rows = [BatchEnv("noah", 2).reset(seed=seed).observations for seed in (7, 7, 8)]
    assert numpy.array_equal(rows[0], rows[1])
    assert not numpy.array_equal(rows[0], rows[2])
