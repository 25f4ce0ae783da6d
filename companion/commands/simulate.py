"""`arkside simulate`: let bots play many games and count."""

import argparse
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import folder_of, json_argument, options_argument, options_of, print_json, whole_number
from companion.core.home import corrections
from companion.core.shelf import game_named
from companion.core.words import Say
from companion.lab.progress import progress_bar
from companion.lab.simulate import simulate

EXAMPLE = "arkside simulate noah --players 4 --games 2000 --bots greedy,random --seed 1"


def arguments(parser: Parser) -> None:
    """What can be simulated."""
    say = parser.say
    parser.add_argument("game", metavar=say("GAME"), help=say("the game to play"))
    parser.add_argument("--players", type=whole_number, metavar="N", help=say("how many seats"))
    parser.add_argument("--games", type=whole_number, default=1000, metavar="N", help=say("how many games"))
    parser.add_argument(
        "--bots", default="random", metavar=say("NAMES"), help=say("one bot for all seats, or several in turn")
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=say("the same seed plays the same games"))
    options_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play, count, print."""
    game = game_named(args.game)
    with progress_bar(args.say("{game}: games played", game=game.title), args.games) as played:
        result = simulate(
            game,
            args.players or game.players[0],
            args.games,
            args.bots.split(","),
            args.seed,
            options_of(args),
            corrections(folder_of(args), game.id),
            played,
        )
    if args.json:
        print_json(result)
    else:
        voice = game.voice(game.say(args.say.language))
        sys.stdout.write(_report(result, args.say, voice.counted(result.get("counted", {}))))
    return 0


def _report(result: dict[str, Any], say: Say, counted: list[str]) -> str:
    lines = [
        say(
            "{games} games in {seconds:.1f} s: {speed:,.0f} questions a second",
            games=result["games"], seconds=result["seconds"], speed=result["questions_per_second"],
        )
    ]  # fmt: skip
    for seat, (bot, wins, score) in enumerate(zip(result["bots"], result["wins"], result["scores"], strict=True), 1):
        lines.append(
            say(
                "seat {seat} {bot}: wins {wins:.1%}, points {mean:.1f} (quartiles {quartiles})",
                seat=seat, bot=bot, wins=wins, mean=score["mean"],
                quartiles=" ".join(f"{q:g}" for q in score["quartiles"]),
            )
        )  # fmt: skip
    return "\n".join([*lines, *counted]) + "\n"
