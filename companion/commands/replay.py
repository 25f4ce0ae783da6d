"""`arkside replay`: show a match of the journal, answer by answer."""

import argparse
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import journal_of, json_argument, print_json
from companion.core.facts import Change, difference
from companion.core.journal import replay
from companion.core.match import Match

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
    match = Match(whole.game, record.setup)
    steps = []
    for choice in record.standing():
        steps.append(_step(match, choice, args.say.language))
        if not args.json:
            sys.stdout.write(f"{len(match.answers)}. {steps[-1]['text']}\n")
    if args.json:
        print_json({"number": record.number, "game": record.setup.game, "steps": steps, "facts": match.facts})
    elif match.outcome is not None:
        sys.stdout.write(match.game.voice(match.game.say(args.say.language)).outcome(match.outcome, match.table) + "\n")
    return 0


def _step(match: Match, choice: str, language: str) -> dict[str, Any]:
    """Answer once more, and what that changed, for people and for programs."""
    voice = match.game.voice(match.game.say(language))
    question, before = match.question, match.facts
    assert question is not None
    prompt = voice.prompt(question, match.table)
    picked = next(one for one in question.choices if str(one) == choice)
    label = voice.choice(picked, question, match.table)
    match.answer(picked)
    changes = difference(before, match.facts)

    def told(change: Change) -> str:
        value = "-" if change.after is None else voice.value(change.name, change.after, match.table)
        return f"{voice.fact(change.name, match.table)}: {value}"

    return {
        "seat": question.seat if question.seat >= 0 else None,
        "ask": question.ask,
        "choice": choice,
        "changes": {change.name: change.after for change in changes},
        "text": f"{prompt} → {label}\n     " + "; ".join(map(told, changes)),
    }
