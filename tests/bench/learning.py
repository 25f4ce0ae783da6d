"""Size and speed of each game for programs that learn: `python -m tests.bench.learning`.

Sizes come from random games: decisions a game, branching, the size of the game tree (Knuth's estimate: the mean product
of all branching factors, here its logarithm), and how many different information states were met. Speeds are steps a
second of processor time with random actions: PettingZoo's loop over one table, and a batch of tables.
"""

import math
import time
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from companion.core.game import Game
from companion.core.registry import list_game_ids
from companion.lab.batch import BatchEnv
from companion.lab.environments import name_environment
from companion.lab.learning_state import LearningState, make_layout, replace_seed
from companion.lab.zoo import env
from tests.bench.command import add_game, list_games, make_parser, print_figures

TABLES = 128
GAMES = 30
STEPS = 4000
OPTIONS = {"ark-and-noah": {"mode": "quick"}}
"""Options with which a game is measured, besides those with which there is something to decide."""


def measure_size(game: Game, options: Mapping[str, str], games: int) -> dict[str, Any]:
    """Play random games with the fewest players and count."""
    names = [f"seat {n + 1}" for n in range(game.usual_players)]
    setup = game.set_up(names, {**game.simulated, **game.deciding, **options})
    pieces = game.make_pieces(setup)
    layout = make_layout(game, setup, pieces)
    rng, branching, trees, met = Random(1), [], [], set()
    for seed in range(games):
        state, tree = LearningState(game, replace_seed(setup, seed), pieces, layout), 0.0
        while state.question is not None:
            legal = list(state.legal)
            branching.append(len(legal))
            tree += math.log10(len(legal))
            met.add(state.find_fingerprint(state.seat))
            state.act(rng.choice(legal))
        trees.append(tree)
    largest = max(trees)
    return {
        "players": game.usual_players,
        "figures": layout.size,
        "actions": len(layout.actions),
        "decisions_a_game": round(len(branching) / games, 1),
        "branching_mean": round(sum(branching) / len(branching), 2),
        "branching_most": max(branching),
        "log10_game_tree": round(largest + math.log10(sum(10 ** (tree - largest) for tree in trees) / games), 1),
        "information_states_met": len(met),
        "share_met_once": round(len(met) / len(branching), 4),
    }


def measure_batch(name: str, options: Mapping[str, str], steps: int) -> int:
    """Return steps a second of a batch."""
    batch, rng = BatchEnv(name, TABLES, **options), np.random.default_rng(1)
    step = batch.reset(seed=1)
    began = time.process_time()
    for _ in range(max(1, steps // TABLES)):
        step = batch.step((step.masks * rng.random(step.masks.shape, np.float32)).argmax(axis=1))
    return round(max(1, steps // TABLES) * TABLES / (time.process_time() - began))


def measure_loop(name: str, options: Mapping[str, str], steps: int) -> int:
    """Return steps a second of PettingZoo's loop."""
    table = env(name, **options)
    table.reset(seed=1)
    began, done = time.process_time(), 0
    while done < steps:
        seen, _, over, _, _ = table.last()
        if over:
            table.reset()
            continue
        table.step(table.action_space(table.agent_selection).sample(seen["action_mask"]))
        done += 1
    return round(steps / (time.process_time() - began))


def measure(game: Game, games: int, steps: int) -> dict[str, Any]:
    """Return all figures of a game."""
    options = OPTIONS.get(game.id, {})
    return {
        "environment": name_environment(game),
        **measure_size(game, options, games),
        "loop_steps_a_second": measure_loop(game.id, options, steps),
        "batch_steps_a_second": measure_batch(game.id, options, steps),
    }


def main(arguments: list[str] | None = None) -> None:
    """Print the figures of each game."""
    parser = make_parser("learning", __doc__)
    add_game(parser, list_game_ids())
    parser.add_argument("--games", type=int, default=GAMES, help="random games for the sizes")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps for the speeds")
    args = parser.parse_args(arguments)
    for game in list_games(args):
        print_figures("learning", measure(game, args.games, args.steps), args.json)


if __name__ == "__main__":
    main()
