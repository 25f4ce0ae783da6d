"""`arkside replay`: show a match of the journal, answer by answer."""

import argparse
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import journal_of, json_argument, print_json
from companion.core.journal import replay
from companion.core.session import Happened, retold
from companion.core.words import Say

EXAMPLE = "arkside replay 3"


def arguments(parser: Parser) -> None:
    """Which match."""
    parser.add_argument(
        "number", type=int, metavar="N", help=parser.say("the number of the match; see arkside history")
    )
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Replay the answers and print what each one changed."""
    with journal_of(args) as journal:
        record = journal.record(args.number)
        whole = replay(record, journal.file)
    language = args.say.language
    steps = []
    for happened in retold(whole.game, record.setup, record.standing(), language):
        steps.append(_step(happened, language))
        if not args.json:
            sys.stdout.write(f"{happened.n}. {steps[-1]['text']}\n")
    if args.json:
        print_json({"number": record.number, "game": record.setup.game, "steps": steps, "facts": whole.facts})
    elif whole.outcome is not None:
        voice = whole.game.voice(whole.game.say(language))
        sys.stdout.write(voice.outcome(whole.outcome, whole.table) + "\n")
    return 0


def _step(happened: Happened, language: str) -> dict[str, Any]:
    """One answer and what came of it, for people and for programs."""
    line = happened.told[language]
    changes = Say(language).one_by_one(line.changes)
    text = [f"{line.prompt} → {line.label}", f"     {changes}", *[f"     ☞ {cue}" for cue in line.cues]]
    return {
        "seat": happened.seat if happened.seat >= 0 else None,
        "ask": happened.ask,
        "choice": happened.choice,
        "changes": {change.name: change.after for change in happened.changes},
        "cues": [cue.ids for cue in happened.cues],
        "text": "\n".join(text),
    }
