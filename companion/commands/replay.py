"""`arkside replay`: show a match from the journal, answer by answer."""

import argparse
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, open_journal, print_json
from companion.core.errors import RulesChanged
from companion.core.fallback import make_safe_voice
from companion.core.question import TABLE
from companion.core.record import Record
from companion.core.replay import describe_record, replay_record
from companion.core.session import MoveResult, replay_answers
from companion.core.untrusted import sanitize
from companion.core.words import Say

EXAMPLE = "arkside replay 3"


def add_arguments(parser: Parser) -> None:
    """Add the match and the format."""
    parser.add_argument("number", type=int, metavar="N", help=parser.say("number of the match (see arkside history)"))
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Replay the answers and print what each one changed."""
    with open_journal(args) as journal:
        record = journal.load_record(args.number)
        try:
            whole = replay_record(record, journal.file)
        except RulesChanged:
            return _print_as_kept(args, record)
    language = args.say.language
    steps = []
    for happened in replay_answers(whole.game, record.setup, record.list_standing_choices(), language):
        steps.append(_describe_step(happened, language, over=whole.outcome is not None))
        if not args.json:
            sys.stdout.write(f"{happened.n}. {steps[-1]['text']}\n")
    if args.json:
        print_json({"number": record.number, "game": record.setup.game, "steps": steps, "facts": whole.facts})
    elif whole.outcome is not None:
        voice = make_safe_voice(whole.game, language)
        sys.stdout.write(voice.describe_outcome(whole.outcome, whole.table) + "\n")
    return 0


def _print_as_kept(args: argparse.Namespace, record: Record) -> int:
    """Print the answers as stored; other rules can't replay them."""
    if args.json:
        facts = {} if record.seen is None else record.seen.facts
        steps = [{"choice": choice} for choice in record.list_standing_choices()]
        kept = {"scores": record.scores, "winners": record.winners, "facts": facts}
        print_json({"number": record.number, "game": record.setup.game, "other_rules": True, "steps": steps, **kept})
        return 0
    answers = [f"{n}. {sanitize(choice)}" for n, choice in enumerate(record.list_standing_choices(), 1)]
    sys.stdout.write("".join(f"{line}\n" for line in [*answers, *describe_record(record, args.say)]))
    return 0


def _describe_step(happened: MoveResult, language: str, over: bool) -> dict[str, Any]:
    """Return one answer and its effects as text and data. During a match, secrets stay hidden."""
    line = happened.told[language]
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
