"""`arkside play`: play a game in this terminal, or continue a saved match."""

import argparse
import sys
from contextlib import closing

from rich.console import Console

from companion.app.app import App
from companion.app.lobby import SeatDraft
from companion.app.rule_cards import ON
from companion.commands.parser import Parser
from companion.commands.shared import add_options_argument, find_folder, open_journal, parse_options, warn_left_out
from companion.core.bots import list_bots
from companion.core.errors import N_, SetupError
from companion.core.game import DEALS, Game
from companion.core.journal import Journal
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.terminal.play import TerminalPlay

EXAMPLE = "arkside play noah --players Anna,Ben,bot:greedy"


def add_arguments(parser: Parser) -> None:
    """Add game, players and how to start."""
    say = parser.say
    parser.add_argument("game", nargs="?", metavar=say("GAME"), help=say("the game to play"))
    players = say("names separated by commas, or how many; bot:greedy adds a bot")
    parser.add_argument("--players", metavar=say("NAMES"), help=players)
    parser.add_argument(
        "--deal", choices=DEALS, default="virtual", help=say("cards on the screen, or your own on the table")
    )
    parser.add_argument("--seed", type=int, metavar="N", help=say("deal the same cards again"))
    parser.add_argument(
        "--resume", nargs="?", type=int, const=0, metavar="N", help=say("continue match N, or the latest one")
    )
    parser.add_argument("--first-game", action="store_true", help=say("explain each rule when it first matters"))
    parser.add_argument("--shuffle", action="store_true", help=say("let chance decide who sits where"))
    parser.add_argument("--house-rules", default="", metavar=say("TEXT"), help=say("write your own rules down"))
    add_options_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play until the match is over or the player leaves."""
    folder, language = find_folder(args), args.say.language
    with (
        open_journal(args) as journal,
        closing(App(folder, language, program="arkside play", journal=journal)) as app,
    ):
        session = _open_match(args, app)
        console = Console(highlight=False)
        first_game = args.first_game or app.settings["rule_cards"] == ON
        over = TerminalPlay(session, args.say, console, input, folder=folder, first_game=first_game).run()
        if not over:
            number = session.number
            sys.stdout.write(
                args.say("\nMatch {number} is saved. Carry on with: arkside play --resume {number}", number=number)
                + "\n"
            )
    return 0


def _open_match(args: argparse.Namespace, app: App) -> Session:
    """Continue a saved match, or start a new one."""
    journal = app.journal
    app.sessions.heal()
    if args.resume is not None:
        return _resume(args, app, args.resume or _find_newest(args, journal) or journal.find_unfinished())
    if args.players is None:
        waiting = _find_newest(args, journal)
        if waiting is not None and _confirm_resume(args, journal, waiting):
            return _resume(args, app, waiting)
    game = find_game(args.game or _find_only_game(args))
    names = _split_names(args, args.players if args.players is not None else _ask_players(args, game))
    app.lobby.change(game.id, args.deal, parse_options(args), shuffled=args.shuffle, house_rules=args.house_rules)
    return app.lobby.start([SeatDraft(name) for name in names], args.seed)


def _find_newest(args: argparse.Namespace, journal: Journal) -> int | None:
    """Return the latest unfinished match of the named game, or of any installed one."""
    return journal.find_unfinished(*([args.game] if args.game else list_game_ids()))


def _resume(args: argparse.Namespace, app: App, number: int | None) -> Session:
    if number is None:
        raise SetupError(N_("No saved match. Start one: arkside play noah"))
    session = app.lobby.open(number)
    sys.stdout.write(args.say("Match {number} continues. Check your table:", number=number) + "\n")
    return session


def _confirm_resume(args: argparse.Namespace, journal: Journal, number: int) -> bool:
    """Ask whether to continue the unfinished match; Enter means yes."""
    names = ", ".join(seat.name for seat in journal.load_record(number).setup.seats)
    answer = _read_line(args.say("Match {number} ({names}) is saved. Continue it? [Y/n] ", number=number, names=names))
    return bool(answer.strip().casefold()[:1] != args.say("n"))


def _ask_players(args: argparse.Namespace, game: Game) -> str:
    """Ask for names. Enter means one person against bots, or the fewest people for real cards."""
    fewest = game.usual_players
    names = [args.say("You"), *[f"bot:{list(list_bots(game))[-1]}"] * (fewest - 1)]
    if args.deal == "table" or not game.has_bots:
        names = _number_players(args, fewest)
    usual = ",".join(names)
    return _read_line(args.say("Who's playing? Names, separated by commas [{usual}] ", usual=usual)).strip() or usual


def _split_names(args: argparse.Namespace, text: str) -> list[str]:
    """Return the names in a list separated by commas; a number alone means that many players."""
    if text.isdecimal() and int(text[:3]) in range(1, 100):
        return _number_players(args, int(text[:3]))
    return text.split(",")


def _number_players(args: argparse.Namespace, count: int) -> list[str]:
    return [args.say("Player {n}", n=n) for n in range(1, count + 1)]


def _read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        return ""


def _find_only_game(args: argparse.Namespace) -> str:
    warn_left_out(args.say)
    if len(list_game_ids()) == 1:
        return list_game_ids()[0]
    raise SetupError(N_("Which game? Choose from: {known}"), known=", ".join(list_game_ids()))
