"""The self-test on the box itself: every part in turn, then the wires of those that failed."""

from companion.app.part_words import describe_finding, describe_test_step
from companion.app.self_test import SelfTest
from companion.device.context import Context
from companion.device.view import Walk, run_until
from companion.device.views.check import CheckView, SeeView, WireView
from companion.device.views.reading import ReadingView


def start_self_test(context: Context) -> Walk[None]:
    """Begin the self-test; the first walk then shows it, as it shows one that a phone began."""
    context.app.start_self_test()
    yield from ()


def show_self_test(context: Context, test: SelfTest) -> Walk[None]:
    """Show the test until all parts are tested and its results are read, or until a phone ends it."""
    app = context.app
    while app.self_test is test and test.part is not None:
        yield from run_until(lambda: app.self_test is not test, show_step(context, test))
    yield from run_until(lambda: app.self_test is not test, show_results(context, test))
    if app.self_test is test:
        app.end_self_test()


def show_step(context: Context, test: SelfTest) -> Walk[None]:
    """Show the part that is tested now."""
    say = context.say
    title, text = say("Self-test {n}/{all}", n=test.number, all=test.count), describe_test_step(say, test.part or "")
    if test.part == "buzzer":
        context.play("round")
    if test.is_moved_part:
        yield CheckView(test, title, text, say("Nothing happens? Use any other part."))
    else:
        yield SeeView(test, title, text, say("push: yes · back: no"))


def show_results(context: Context, test: SelfTest) -> Walk[None]:
    """Show the wire of each part that failed, or that all is well."""
    say = context.say
    if not test.failures:
        yield ReadingView(say("Self-test"), [say("Every part works.")])
    for finding in test.failures:
        pins = context.app.header_pins.get(finding.part, ())
        yield WireView(describe_finding(say, finding), pins)
