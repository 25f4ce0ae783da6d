"""`arkside bench`: benchmarks of simulation speed, fairness of the slap, buttons and the box."""

import argparse
import sys
from collections.abc import Callable
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, print_json, whole_number
from companion.core.errors import N_
from companion.core.registry import find_game, list_game_ids

EXAMPLE = "arkside bench sim --game noah"
SLAPS = 100_000
RACES = 100
PRESSES_A_PERIOD = 1000
BUILDS = {"interpreted": N_("interpreted"), "compiled": N_("compiled")}


def add_arguments(parser: Parser) -> None:
    """Add the benchmark to run and its size."""
    say = parser.say
    parser.add_argument(
        "what",
        nargs="?",
        choices=tuple(BENCHES),
        default="sim",
        help=say("what to measure: simulation speed, fairness of the slap, quick presses, or the box"),
    )
    parser.add_argument("--game", metavar=say("GAME"), help=say("only this game"))
    parser.add_argument(
        "--size", "--games", type=whole_number, metavar="N", help=say("number of games, slaps or presses")
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say("the same seed measures the same slaps"))
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print figures, or one JSON document."""
    figures = BENCHES[args.what](args)
    if args.json:
        print_json({"bench": args.what, **figures})
    elif args.what != "sim":  # `sim` prints each figure as soon as it is measured
        sys.stdout.write("".join(f"{name}: {value}\n" for name, value in figures.items()))
    return 0


def _bench_sim(args: argparse.Namespace) -> dict[str, Any]:
    """Measure simulations for each game, build and number of cores."""
    from companion.lab.sim_bench import bench_sim

    figures: list[dict[str, Any]] = []

    def report_figure(figure: dict[str, Any]) -> None:
        figures.append(figure)
        build = BUILDS[figure["build"]]
        if not args.json:
            line = args.say.plural(
                "{game}, {players} players, {build}, {n} core: {questions:,} questions, {games:,} games a second",
                "{game}, {players} players, {build}, {n} cores: {questions:,} questions, {games:,} games a second",
                figure["workers"],
                game=figure["game"],
                players=figure["players"],
                build=args.say(build),
                questions=figure["questions_per_second"],
                games=round(figure["games_per_second"]),
            )
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    games = [find_game(name) for name in ([args.game] if args.game else list_game_ids())]
    bench_sim(games, report_figure, args.size)
    return {"figures": figures}


def _bench_slap(args: argparse.Namespace) -> dict[str, Any]:
    from companion.commands.race_bench import bench_edge_to_verdict
    from companion.lab.slap_bench import bench_slap

    return {**bench_slap(args.size or SLAPS, args.seed), **bench_edge_to_verdict(RACES, args.seed)}


def _bench_presses(args: argparse.Namespace) -> dict[str, Any]:
    from companion.lab.press_bench import bench_presses

    return bench_presses(args.size or PRESSES_A_PERIOD, args.seed)


def _bench_device(args: argparse.Namespace) -> dict[str, Any]:
    from companion.device.bench import bench_device

    return dict(bench_device())


BENCHES: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "sim": _bench_sim,
    "slap": _bench_slap,
    "press": _bench_presses,
    "device": _bench_device,
}
