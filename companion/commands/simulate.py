"""`arkside simulate`: let bots play many games and count the results."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import (
    add_json_argument,
    add_options_argument,
    add_plan_arguments,
    find_folder,
    make_pool,
    parse_options,
    print_json,
    whole_number,
)
from companion.core.data_folder import read_corrections
from companion.core.errors import N_, SetupError
from companion.core.fallback import make_safe_voice
from companion.core.registry import find_game
from companion.core.words import Say
from companion.lab.decisions import DecisionFile
from companion.lab.experiment import make_plans, parse_variation, run_experiment
from companion.lab.experiment_words import format_experiment
from companion.lab.extremes import Extremes
from companion.lab.place_words import describe_places, name_place
from companion.lab.plan import make_plan
from companion.lab.progress import progress_bar
from companion.lab.results import check_file_name, check_table_name, check_writable, write_manifest
from companion.lab.simulate import simulate

USUAL_GAMES = 1000

EXAMPLE = "arkside simulate noah --players 4 --games 2000 --bots greedy,random --seed 1"


def add_arguments(parser: Parser) -> None:
    """Add what to simulate and where results go."""
    say = parser.say
    parser.add_argument(
        "--games", type=whole_number, metavar="N",
        help=say("number of games; {usual} if neither this nor --until is given", usual=USUAL_GAMES),
    )  # fmt: skip
    parser.add_argument(
        "--bots", default="random", metavar=say("NAMES"), help=say("one bot for all seats, or several in turn")
    )
    parser.add_argument(
        "--seated",
        action="store_true",
        help=say("keep each bot in its seat, instead of playing each deal in every seating"),
    )
    parser.add_argument(
        "--until", type=share, metavar=say("SHARE"),
        help=say("stop once all win rates are this precise, such as 0.01"),
    )  # fmt: skip
    parser.add_argument(
        "--out", action="append", default=[], metavar=say("FILE"),
        help=say("save every game as .jsonl (more games can be added later), .csv or .parquet"),
    )  # fmt: skip
    parser.add_argument(
        "--vary", metavar=say("NAME=VALUES"),
        help=say("compare variants on the same deals: a figure of the box, as hand=6..10, or values of an option"),
    )  # fmt: skip
    parser.add_argument(
        "--extremes", metavar=say("FOLDER"),
        help=say("write the longest, highest, closest and other unusual games, for arkside replay"),
    )  # fmt: skip
    parser.add_argument(
        "--decisions", metavar=say("FILE"),
        help=say("save every decision as .parquet or .csv; games are played twice for it"),
    )  # fmt: skip
    add_plan_arguments(parser)
    parser.add_argument("--report", metavar=say("FILE"), help=say("write a page with plots for your browser"))
    add_options_argument(parser)
    add_json_argument(parser)


def share(text: str) -> float:
    """Parse a share between 0 and 1, for argparse."""
    number = float(text)
    if not 0 < number < 1:
        raise ValueError(text)
    return number


def run(args: argparse.Namespace) -> int:
    """Play the games, then print or write the results."""
    if args.vary:
        return _run_experiment(args)
    game, say = find_game(args.game), args.say
    files = [check_file_name(name) for name in args.out]
    decisions = check_table_name(args.decisions) if args.decisions else None
    plan = make_plan(
        game, args.players or game.usual_players, args.bots.split(","), args.seed, parse_options(args),
        read_corrections(find_folder(args), game.id), seated=args.seated, watched=bool(args.report),
    )  # fmt: skip
    games = USUAL_GAMES if args.games is None and args.until is None else args.games
    pool = make_pool(args)
    if args.report:
        check_writable(Path(args.report))
    extremes = Extremes(plan) if args.extremes else None
    table = None if decisions is None else DecisionFile(decisions, plan)
    deals = None if games is None else plan.count_deals(games)
    with progress_bar(say("{game}: games played", game=game.title), deals) as played:
        seatings = len(plan.seatings)
        simulation = simulate(
            plan, games, pool, played=lambda games: played(games // seatings), until=args.until, files=files,
            listeners=[listener.add for listener in (extremes, table) if listener is not None],
        )  # fmt: skip
    if extremes is not None:
        extremes.write(Path(args.extremes))
    if table is not None and decisions is not None:
        table.close()
        write_manifest(decisions, plan, simulation.figures.games)
    if args.report:
        from companion.lab.report import write_report

        write_report(Path(args.report), simulation, say.language)
    if args.json:
        print_json(simulation.as_json())
    else:
        report = simulation.as_json()
        voice = make_safe_voice(game, say.language)
        sys.stdout.write(
            "\n".join([*_format_report(report, say), *voice.describe_counts(report.get("counted", {}))]) + "\n"
        )
    if simulation.fell_short:
        within = simulation.figures.within
        line = say("not as precise as asked for: ± {within:.1%}; play more games", within=within)
        sys.stderr.write(f"arkside: {line}\n")
    if simulation.interrupted and simulation.games is None:
        line = say("stopped after {games} games", games=simulation.figures.games)
        sys.stderr.write(f"arkside: {line}\n")
    elif simulation.interrupted:
        line = say("stopped after {games} of {wanted} games", games=simulation.figures.games, wanted=simulation.games)
        sys.stderr.write(f"arkside: {line}\n")
    return int(simulation.interrupted)


def _run_experiment(args: argparse.Namespace) -> int:
    """Compare variants on the same deals and print the differences."""
    game, say = find_game(args.game), args.say
    if args.out or args.report or args.until or args.extremes or args.decisions:
        raise SetupError(N_("--vary only prints: leave out --out, --report, --until, --extremes and --decisions"))
    variation = parse_variation(args.vary, game)
    plans = make_plans(
        game, variation, args.players or game.usual_players, args.bots.split(","), args.seed, parse_options(args),
        read_corrections(find_folder(args), game.id), seated=args.seated,
    )  # fmt: skip
    games = args.games or USUAL_GAMES
    with progress_bar(say("{game}: games played", game=game.title), games * len(plans)) as played:
        experiment = run_experiment(variation, plans, games, make_pool(args), played)
    if args.json:
        print_json(experiment.as_json())
    else:
        sys.stdout.write("\n".join(format_experiment(experiment, say)) + "\n")
    return 0


def _format_report(report: dict[str, Any], say: Say) -> list[str]:
    lines = [
        say(
            "{games} games in {seconds:.1f} s: {speed:,.0f} questions a second",
            games=report["games"], seconds=report["seconds"], speed=report["questions_per_second"],
        )
    ]  # fmt: skip
    if "wins_by_place" in report and len(report["by_bot"]) == 1:
        for place, (wins, within) in enumerate(
            zip(report["wins_by_place"], report["wins_by_place_within"], strict=True)
        ):
            who = name_place(place, say)
            lines.append(say("{who}: wins {wins:.1%} ± {within:.1%}", who=who, wins=wins, within=within))
        lines.append(describe_places(report, say))
    for seat, score in enumerate(report["scores"]):
        who = say("seat {n}", n=seat + 1) + ("" if report["paired"] else f" {report['bots'][seat]}")
        lines.append(_format_line(say, who, report["wins"][seat], report["wins_within"][seat], score))
    if len(report["by_bot"]) > 1:
        for bot in report["by_bot"]:
            who = say("{bot} (by chance {fair:.0%})", bot=bot["bot"], fair=bot["fair"])
            lines.append(_format_line(say, who, bot["wins"], bot["wins_within"], bot["scores"]))
    return lines


def _format_line(say: Say, who: str, wins: float, within: float, score: dict[str, Any]) -> str:
    return say(
        "{who}: wins {wins:.1%} ± {within:.1%}, points {mean:.1f} (quartiles {quartiles})",
        who=who, wins=wins, within=within, mean=score["mean"],
        quartiles=" ".join(say.format_number(q, "g") for q in score["quartiles"]),
    )  # fmt: skip
