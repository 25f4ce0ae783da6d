"""The self-test on the device itself: every part in turn, then what to look after."""

from companion.app.part_words import INPUTS, Finding, describe_finding, describe_test_step, list_parts_to_check
from companion.device.context import Context
from companion.device.view import Walk
from companion.device.views.check import CheckView, SeeView
from companion.device.views.reading import ReadingView


def check_parts(context: Context) -> Walk[None]:
    """Walk through all parts; the report names the wires of the silent ones."""
    findings = []
    seen, moved = list_parts_to_check(context.app.wires)
    parts = [*seen, *moved]
    for number, part in enumerate(parts, 1):
        works = yield _view(context, part, number, len(parts))
        findings.append(Finding(part, works, context.app.wires[part]))
    silent = [finding for finding in findings if not finding.works]
    lines = [describe_finding(context.say, finding) for finding in silent] or [context.say("Every part works.")]
    yield ReadingView(context.say("Self-test"), lines)


def _view(context: Context, part: str, number: int, all_parts: int) -> CheckView:
    say = context.say
    title = say("Self-test {n}/{all}", n=number, all=all_parts)
    if part not in INPUTS:
        if part == "buzzer":
            context.play("round")
        return SeeView(title, describe_test_step(say, part), say("push: yes · back: no"), part)
    return CheckView(title, describe_test_step(say, part), say("Nothing happens? Use any other part."), part)
