"""Our speed beside that of others, in one run: `make peers`, or `python -m tests.bench.peers --json FILE`.

OpenSpiel, catanatron and Pgx are installed into an environment of their own, thrown away afterwards. All take turns, each in
a fresh process on one core. Each plays a few dozen games, or as many as last a tenth of a second, the very same ones over
and over, and the best time counts, of the processor: a busy machine can make it longer, never shorter, and nobody wins by
a few quick games. The games are not the same, so this is an indication and no race: what is counted is decisions of random
players a second. OpenSpiel's C++ loop is `evaluate_bots`, in which Python does nothing but start a
game. From Python it is driven twice: as its own example does it, by `random.choice`, and as quickly as we know how.

Two rows are there so that nobody fools himself: `limit` is our Noah written by hand in C++ for nothing but this
(`noah_limit.cpp`, needs g++), and `pgx` are toy games of a few cards, 1,024 tables at once, with their observations.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent.parent
COMPILED = ROOT / "build" / "compiled"
PACKAGES = ("open_spiel", "catanatron", "pgx")
SPIEL = ("crazy_eights(players=4)", "hearts", "connect_four", "tic_tac_toe")
PGX = ("leduc_holdem", "kuhn_poker")
OURS = ("noah", "ark", "ark-and-noah", "noahs-ark")
SECONDS = 1.0
MOMENT = 0.1
FEWEST = 24
TURNS = 5

Play = Callable[[], float]
"""Plays a game and returns how many decisions it had."""


def arkside(name: str) -> Callable[[], Play]:
    """One of our games with four random players."""
    sys.path[:0] = [os.environ["ARKSIDE"], str(ROOT)]  # the compiled tree has no tests
    from companion.core.registry import find_game
    from tests.bench.games import RandomGames

    game = find_game(name)
    run = RandomGames(game, game.set_up([f"P{n}" for n in range(4)], seed=1))

    def play() -> int:
        before = run.questions
        run.play()
        return run.questions - before

    def begin() -> Play:
        run.restart()
        return play

    return begin


def spiel_as_its_example(name: str) -> Callable[[], Play]:
    """A C++ game of OpenSpiel, driven from Python as its python/examples/example.py does."""
    import random

    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(actions, shares)[0]
            else:
                action = rng.choice(state.legal_actions(state.current_player()))
                decisions += 1
            state.apply_action(action)
        return decisions

    return lambda: partial(play, random.Random(1))


def spiel_in_python(name: str) -> Callable[[], Play]:
    """The same, driven from Python as quickly as we know how."""
    import random

    import pyspiel

    game = pyspiel.load_game(name)

    def play(draw: Callable[[], float]) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, left = state.chance_outcomes(), draw()
                for action, share in outcomes:
                    left -= share
                    if left < 0:
                        break
            else:
                actions = state.legal_actions()
                action = actions[int(draw() * len(actions))]
                decisions += 1
            state.apply_action(action)
        return decisions

    return lambda: partial(play, random.Random(1).random)


def spiel_in_cpp(name: str) -> Callable[[], Play]:
    """The same in OpenSpiel's own loop; how many decisions a game has is counted beforehand, over many."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]

    def play_one(seed: int):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return state

    counted = [sum(move.player >= 0 for move in play_one(seed).full_history()) for seed in range(2000)]
    decisions = sum(counted) / len(counted)

    def begin() -> Play:
        seeds = count()
        return lambda: play_one(next(seeds)) and decisions

    return begin


def catanatron(name: str) -> Callable[[], Play]:
    """Settlers with four random players."""
    import random

    from catanatron import Color, Game, RandomPlayer

    def play(seeds: Iterator[int]) -> int:
        seed = next(seeds)
        random.seed(seed)  # by it the players choose
        game, decisions = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=seed), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
        return decisions

    return lambda: partial(play, count())


def pgx(name: str) -> Callable[[], Play]:
    """A toy game of Pgx, many tables at once on one core; tables begin again by themselves."""
    os.environ.update(
        JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    )
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env, tables, steps = pgx.make(name), 1024, 50
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play_steps(key):
        def advance(carried, _):
            state, key = carried
            key, choose, chance = jax.random.split(key, 3)
            action = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            return (step(state, action, jax.random.split(chance, tables)), key), state.observation.sum()

        begin, key = jax.random.split(key)
        first = jax.vmap(env.init)(jax.random.split(begin, tables))
        (last, _), seen = jax.lax.scan(advance, (first, key), None, length=steps)
        return last.rewards.sum() + seen.sum()

    def begin() -> Play:
        seeds = count()

        def play() -> int:
            play_steps(jax.random.PRNGKey(next(seeds))).block_until_ready()
            return tables * steps

        return play

    return begin


def build_limit(folder: Path) -> Path | None:
    """Compile the hand-written limit; None without a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = folder / "noah_limit"
    source = Path(__file__).with_name("noah_limit.cpp")
    subprocess.run([compiler, "-std=c++20", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def run_limit(program: Path, seconds: float, seed: int = 1) -> dict[str, float]:
    """One turn of the limit: about that many seconds."""
    games = max(1000, round(100_000 * seconds))
    ran = subprocess.run([program, str(games), str(seed)], check=True, capture_output=True, text=True)
    report = json.loads(ran.stdout)
    return {"decisions": report["decisions"] / report["seconds"], "games": games / report["seconds"]}


KINDS = {
    "arkside": arkside,
    "compiled": arkside,
    "spiel": spiel_in_python,
    "spiel-eg": spiel_as_its_example,
    "spiel-c++": spiel_in_cpp,
    "catanatron": catanatron,
    "pgx": pgx,
}


def worker(kind: str, name: str, seconds: float) -> None:
    """Play for so long, and say how fast; what is worked out when first met is not counted."""
    begin = KINDS[kind](name)
    games = games_of_a_moment(begin)
    best, end = moment(begin(), games), time.process_time() + seconds
    while time.process_time() < end:
        best = max(best, moment(begin(), games), key=lambda result: result["decisions"])
    print(json.dumps(best))


def games_of_a_moment(begin: Callable[[], Play]) -> int:
    """How many games last that long, but enough of them that a few long ones make no difference."""
    play, games, end = begin(), 0, time.process_time() + 2 * MOMENT
    while time.process_time() < end:
        play()
        games += 1
    return max(FEWEST, games // 2)


def moment(play: Play, games: int) -> dict[str, float]:
    """Decisions and games a second, over so many games."""
    began = time.process_time()
    decisions = sum(play() for _ in range(games))
    took = time.process_time() - began
    return {"decisions": decisions / took, "games": games / took}


def peers(folder: Path) -> Path:
    """A Python with the others in it."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES], check=True)
    return python


def run(python: Path, kind: str, name: str, seconds: float) -> dict[str, float]:
    """One turn of one competitor."""
    tree = COMPILED if kind == "compiled" else ROOT
    environment = {**os.environ, "ARKSIDE": str(tree), "ARKSIDE_PLAIN": "" if kind == "compiled" else "1"}
    command = [python, __file__, "--worker", kind, name, str(seconds)]
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(ran.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    args = parser.parse_args()
    kinds = [(kind, name) for kind in ("spiel-c++", "spiel", "spiel-eg") for name in SPIEL] + [("catanatron", "catan")]
    kinds += [("pgx", name) for name in PGX]
    kinds += [
        (kind, name) for kind in ("compiled", "arkside") if kind == "arkside" or COMPILED.exists() for name in OURS
    ]
    turns: dict[tuple[str, str], list[dict[str, float]]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        theirs = peers(Path(folder))
        limit = build_limit(Path(folder))
        if limit is not None:
            turns["limit", "noah"] = []
        for _ in range(args.turns):
            if limit is not None:
                turns["limit", "noah"].append(run_limit(limit, args.seconds))
            for kind, name in kinds:
                python = Path(sys.executable) if kind in ("arkside", "compiled") else theirs
                turns[kind, name].append(run(python, kind, name, args.seconds))
    table = [
        {
            "who": kind,
            "game": name,
            "decisions_per_second": round(max(turn["decisions"] for turn in rounds)),
            "median": round(median(turn["decisions"] for turn in rounds)),
            "games_per_second": round(max(turn["games"] for turn in rounds)),
        }
        for (kind, name), rounds in turns.items()
    ]
    for row in table:
        print(
            "{who:<11} {game:<24} {decisions_per_second:>10,} (median {median:>10,})  {games_per_second:>8,} games/s".format(
                **row
            )
        )
    if args.json:
        args.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], sys.argv[3], float(sys.argv[4]))
    else:
        main()
