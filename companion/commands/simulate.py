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
from companion.core.fallback import make_safe_voice
from companion.core.registry import find_game
from companion.core.words import Say
from companion.lab.plan import make_plan
from companion.lab.progress import progress_bar
from companion.lab.results import check_file_name
from companion.lab.simulate import simulate

EXAMPLE = "arkside simulate noah --players 4 --games 2000 --bots greedy,random --seed 1"


def add_arguments(parser: Parser) -> None:
    """Add what to simulate and where results go."""
    say = parser.say
    parser.add_argument("--games", type=whole_number, default=1000, metavar="N", help=say("number of games"))
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
    game, say = find_game(args.game), args.say
    files = [check_file_name(name) for name in args.out]
    plan = make_plan(
        game, args.players or game.players[0], args.bots.split(","), args.seed, parse_options(args),
        read_corrections(find_folder(args), game.id), seated=args.seated, watched=bool(args.report),
    )  # fmt: skip
    pool = make_pool(args)
    with progress_bar(say("{game}: games played", game=game.title), plan.count_deals(args.games)) as played:
        seatings = len(plan.seatings)
        simulation = simulate(
            plan, args.games, pool, played=lambda games: played(games // seatings), until=args.until, files=files
        )
    if args.report:
        from companion.lab.report import write_report

        write_report(Path(args.report), simulation, say.language)
    if args.json:
        print_json(simulation.as_json())
    else:
        found = simulation.as_json()
        voice = make_safe_voice(game, say.language)
        sys.stdout.write(
            "\n".join([*_format_report(found, say), *voice.describe_counts(found.get("counted", {}))]) + "\n"
        )
    if simulation.interrupted:
        line = say("stopped after {games} of {wanted} games", games=simulation.figures.games, wanted=simulation.games)
        sys.stderr.write(f"arkside: {line}\n")
    return int(simulation.interrupted)


def _format_report(found: dict[str, Any], say: Say) -> list[str]:
    lines = [
        say(
            "{games} games in {seconds:.1f} s: {speed:,.0f} questions a second",
            games=found["games"], seconds=found["seconds"], speed=found["questions_per_second"],
        )
    ]  # fmt: skip
    for seat, score in enumerate(found["scores"]):
        who = say("seat {n}", n=seat + 1) + ("" if found["paired"] else f" {found['bots'][seat]}")
        lines.append(_format_line(say, who, found["wins"][seat], found["wins_within"][seat], score))
    if len(found["by_bot"]) > 1:
        for one in found["by_bot"]:
            who = say("{bot} (by chance {fair:.0%})", bot=one["bot"], fair=one["fair"])
            lines.append(_format_line(say, who, one["wins"], one["wins_within"], one["scores"]))
    return lines


def _format_line(say: Say, who: str, wins: float, within: float, score: dict[str, Any]) -> str:
    return say(
        "{who}: wins {wins:.1%} ± {within:.1%}, points {mean:.1f} (quartiles {quartiles})",
        who=who, wins=wins, within=within, mean=score["mean"],
        quartiles=" ".join(say.format_number(q, "g") for q in score["quartiles"]),
    )  # fmt: skip
