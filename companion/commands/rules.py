"""`arkside rules`: look up the rules of a game."""

import argparse

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, add_options_argument, find_folder, parse_options, print_json
from companion.core.errors import N_, SetupError
from companion.core.primer import TOPICS, RuleText, find_texts
from companion.core.registry import find_game, list_game_ids
from companion.core.words import Say

EXAMPLE = "arkside rules noah weight"


def add_arguments(parser: Parser) -> None:
    """Add the game and the words to look up."""
    say = parser.say
    parser.add_argument("game", nargs="?", metavar=say("GAME"), help=say("the game whose rules you want"))
    parser.add_argument("words", nargs="*", metavar=say("WORD"), help=say("print the rules with all these words"))
    parser.add_argument("--list", action="store_true", help=say("only list the titles"))
    add_options_argument(parser)
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print rules: those that were looked up, or all of a game."""
    from companion.app.rule_cards import list_rule_texts

    if not args.game:
        raise SetupError(N_("Which game? Choose from: {known}"), known=", ".join(list_game_ids()))
    game = find_game(args.game)
    say, words = game.say(args.say.language), " ".join(args.words)
    texts = list_rule_texts(game, find_folder(args), say, game.complete_options(parse_options(args)))
    matching = find_texts(texts, words) if words else texts
    if not matching:
        raise SetupError(N_("No rule of {game} mentions “{words}”"), game=game.title, words=words)
    if args.json:
        print_json([text._asdict() for text in matching])
    else:
        _show(matching, say, by_topic=not words, titles_only=args.list)
    return 0


def _show(texts: list[RuleText], say: Say, *, by_topic: bool, titles_only: bool) -> None:
    """Print rules: all of them topic by topic, those that were looked up with the best first."""
    from rich.console import Console

    from companion.terminal.printer import show_rules

    topics = {topic: say(name) for topic, name in TOPICS.items()} if by_topic else {}
    show_rules(texts, topics, Console(highlight=False), titles_only)
