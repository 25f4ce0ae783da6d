"""`arkside bench`: how fast this machine plays, how fair the slap is, how the device feels, what people must tell."""

import argparse
import sys
from collections.abc import Callable
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import json_argument, print_json, whole_number
from companion.core.errors import N_
from companion.core.game import Game
from companion.core.registry import game_ids, game_named
from companion.lab.bench import bench_games

EXAMPLE = "arkside bench games --game noah"
SLAPS = 100_000
RACES = 100
PRESSES = 100_000
PRESSES_A_PERIOD = 1000
LINE_BY_LINE = ("games", "sim", "inputs")
"""Benches that take a while and tell each figure as they find it."""
BUILDS = {"interpreted": N_("interpreted"), "compiled": N_("compiled")}
PER = {"turn": N_("turn"), "round": N_("round"), "card": N_("card")}
TAPS = 500


def arguments(parser: Parser) -> None:
    """What can be measured."""
    say = parser.say
    parser.add_argument(
        "what",
        nargs="?",
        choices=tuple(BENCHES),
        default="games",
        help=say(
            "questions a second, simulations on all cores, the fairness of the slap, hurried presses, the pod's link, "
            "the device, the phones, or how much a real table has to tell"
        ),
    )
    parser.add_argument("--game", metavar=say("GAME"), help=say("only this game"))
    parser.add_argument(
        "--size", "--games", type=whole_number, metavar="N", help=say("how many slaps, presses, taps or matches")
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say("the same seed measures the same slaps"))
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print figures, or one JSON document."""
    figures = BENCHES[args.what](args)
    if args.json:
        print_json({"bench": args.what, **figures})
    elif args.what not in LINE_BY_LINE:
        sys.stdout.write("".join(f"{name}: {value}\n" for name, value in figures.items()))
    return 0


def _games(args: argparse.Namespace) -> dict[str, Any]:
    """Each game with each number of players; a line at a time, because it takes a while."""
    figures: list[dict[str, Any]] = []

    def said(figure: dict[str, Any]) -> None:
        figures.append(figure)
        if not args.json:
            line = args.say(
                "{game}, {players} players: {best:,} questions a second (best of {repeats}; median {median:,})",
                game=" ".join([figure["game"], *(f"{name}={value}" for name, value in figure["options"].items())]),
                players=figure["players"],
                repeats=figure["repeats"],
                best=figure["questions_per_second"],
                median=figure["median_questions_per_second"],
            )
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    bench_games(_asked_for(args), said)
    return {"figures": figures}


def _sim(args: argparse.Namespace) -> dict[str, Any]:
    """Whole simulations, a line for each game, build and number of cores."""
    from companion.lab.sim_bench import bench_sim

    figures: list[dict[str, Any]] = []

    def said(figure: dict[str, Any]) -> None:
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

    bench_sim(_asked_for(args), said, args.size)
    return {"figures": figures}


def _asked_for(args: argparse.Namespace) -> list[Game]:
    return [game_named(name) for name in ([args.game] if args.game else game_ids())]


def _inputs(args: argparse.Namespace) -> dict[str, Any]:
    """What truthful people at real tables have to tell, a line for each way to play."""
    from companion.device.dial_effort import dial_effort
    from companion.lab.inputs import MATCHES, bench_inputs

    figures: list[dict[str, Any]] = []

    def said(figure: dict[str, Any]) -> None:
        figures.append(figure)
        per = PER[figure["per"]]
        if not args.json:
            line = args.say(
                "{game}, {players} players, per {per}: {answers:.2f} answers, {pushes:.2f} pushes, {clicks:.1f} clicks",
                game=" ".join([figure["game"], *(f"{name}={value}" for name, value in figure["options"].items())]),
                players=figure["players"],
                per=args.say(per),
                answers=figure["answers"],
                pushes=figure["pushes"],
                clicks=figure["clicks"],
            )
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    bench_inputs(_asked_for(args), args.seed, dial_effort, said, args.size or MATCHES)
    return {"figures": figures}


def _slap(args: argparse.Namespace) -> dict[str, Any]:
    from companion.commands.race_bench import edge_to_verdict
    from companion.lab.slap_bench import slap

    return {**slap(args.size or SLAPS, args.seed), **edge_to_verdict(RACES, args.seed)}


def _press(args: argparse.Namespace) -> dict[str, Any]:
    from companion.lab.press_bench import press

    return press(args.size or PRESSES_A_PERIOD, args.seed)


def _link(args: argparse.Namespace) -> dict[str, Any]:
    from companion.lab.link_bench import link

    return link(args.size or PRESSES, args.seed)


def _device(args: argparse.Namespace) -> dict[str, Any]:
    from companion.device.bench import bench_device

    return dict(bench_device())


def _phone(args: argparse.Namespace) -> dict[str, Any]:
    from companion.commands.phone_bench import bench_phone

    return bench_phone(args.size or TAPS, args.seed)


BENCHES: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "games": _games,
    "sim": _sim,
    "slap": _slap,
    "press": _press,
    "link": _link,
    "device": _device,
    "inputs": _inputs,
    "phone": _phone,
}
