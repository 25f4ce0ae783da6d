"""`arkside replay`: show a match from the journal or from a file in the text notation, answer by answer."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, open_journal_for_reading, print_json
from companion.core.errors import N_, RulesChanged
from companion.core.fallback import make_safe_voice
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.record import Record
from companion.core.replay import describe_record, replay_record
from companion.core.session import MoveResult, replay_answers
from companion.core.untrusted import Unreadable, read_text, sanitize
from companion.core.words import Say

EXAMPLE = "arkside replay 3"
SUFFIX = ".ark"


def add_arguments(parser: Parser) -> None:
    """Add the match and the format."""
    parser.add_argument(
        "match", type=number_or_file, metavar=parser.say("N or FILE"),
        help=parser.say("number of the match (see arkside history), or a file in the text notation (.ark)"),
    )  # fmt: skip
    add_json_argument(parser)


def number_or_file(text: str) -> int | Path:
    """Parse the number of a match or the name of a file in the text notation, for argparse."""
    return Path(text) if text.endswith(SUFFIX) else int(text)


def run(args: argparse.Namespace) -> int:
    """Replay the answers and print what each one changed."""
    if isinstance(args.match, Path):
        return _print_steps(args, _read_file(args.match), 0)
    with open_journal_for_reading(args) as journal:
        record = journal.load_record(args.match)
        try:
            match = replay_record(record, journal.file)
        except RulesChanged:
            return _print_as_kept(args, record)
    return _print_steps(args, match, record.number)


def _read_file(file: Path) -> Match:
    """Return the match in a file of the text notation."""
    from companion.lab.notation import NotationError, read_notation  # loaded late, because few need it

    try:
        text = read_text(file)
    except Unreadable as why:
        raise NotationError(N_("Can't read {file}: {why}"), file=file, why=why.why) from None
    return read_notation(text, str(file))


def _print_steps(args: argparse.Namespace, match: Match, number: int) -> int:
    """Print a match that the rules reproduce; number 0 is one that isn't in the journal."""
    language = args.say.language
    steps = []
    if match.setup.house_rules and not args.json:
        sys.stdout.write(args.say("House rules: {words}", words=match.setup.house_rules) + "\n")
    for happened in replay_answers(match.game, match.setup, match.answers, language):
        steps.append(_describe_step(happened, language, over=match.outcome is not None))
        if not args.json:
            sys.stdout.write(f"{happened.n}. {steps[-1]['text']}\n")
    if args.json:
        print_json({"number": number, "game": match.setup.game, "steps": steps, "facts": match.facts,
                    "house_rules": match.setup.house_rules})  # fmt: skip
    elif match.outcome is not None:
        voice = make_safe_voice(match.game, language)
        sys.stdout.write(voice.describe_outcome(match.outcome, match.table) + "\n")
    return 0


def _print_as_kept(args: argparse.Namespace, record: Record) -> int:
    """Print the answers as stored; other rules can't replay them."""
    if args.json:
        facts = {} if record.seen is None else record.seen.facts
        steps = [{"choice": choice} for choice in record.list_standing_choices()]
        result = {"scores": record.scores, "winners": record.winners, "facts": facts}
        print_json({"number": record.number, "game": record.setup.game, "other_rules": True, "steps": steps, **result})
        return 0
    answers = [f"{n}. {sanitize(choice)}" for n, choice in enumerate(record.list_standing_choices(), 1)]
    sys.stdout.write("".join(f"{line}\n" for line in [*answers, *describe_record(record, args.say)]))
    return 0


def _describe_step(happened: MoveResult, language: str, over: bool) -> dict[str, Any]:
    """Return one answer and its effects as text and data. During a match, secrets stay hidden."""
    line = happened.lines[language]
    label = line.label if over else line.label_for(TABLE)
    changes = Say(language).join_phrases(line.changes)
    text = [f"{line.prompt} → {label}", f"     {changes}", *[f"     ☞ {cue.text}" for cue in line.cues]]
    return {
        "seat": happened.seat if happened.seat >= 0 else None,
        "ask": happened.ask,
        "choice": happened.choice if label == line.label else None,
        "changes": {change.name: change.after for change in happened.changes},
        "cues": [cue.ids for cue in happened.cues],
        "text": "\n".join(text),
    }
