"""Looking at a match: scores with their reasons, what happened, how the table stands."""

from contextlib import suppress

from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.words import Say
from companion.device.desk import Desk
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.resume import table_lines
from drivers.referee import Verdict


def look_at_scores(desk: Desk) -> Walk[None]:
    """The points of everybody; a push on one shows where they come from."""
    match = desk.match
    assert match is not None
    at = 0
    while True:
        rows = [
            Row(f"{seat.symbol} {seat.name}", seat, str(score))
            for seat, score in zip(match.setup.seats, match.table.scores, strict=True)
        ]
        view = PickView(desk.say("Scores"), rows, at)
        seat = yield view
        at = view.at
        if seat is BACK:
            return
        reasons = [f"{entry.points}  {desk.voice.reason(entry)}" for entry in match.table.ledger.of(seat.index)]
        yield ReadingView(
            f"{seat.name}: {match.table.scores[seat.index]}", reasons or [desk.say("No points yet.")], seat.symbol
        )


def look_at_log(desk: Desk) -> Walk[None]:
    """Every answer so far, the newest in sight."""
    assert desk.match is not None
    lines = log_lines(desk, desk.match)
    yield ReadingView(desk.say("Log"), lines or [desk.say("Nothing has happened yet.")], last=True)


def log_lines(desk: Desk, match: Match) -> list[str]:
    """The answers in words; the match is replayed for it, since each belongs to its own table."""
    replayed = Match(match.game, match.setup)
    lines = []
    for number, (answer, detail) in enumerate(zip(match.answers, match.details, strict=True), 1):
        question = replayed.question
        assert question is not None
        choice = next(one for one in question.choices if str(one) == answer)
        who = "" if question.seat == TABLE else f"{match.setup.seats[question.seat].symbol} "
        said = desk.voice.choice(choice, question, replayed.table)
        lines.append(f"{number}. {who}{said}{measured(desk.say, detail)}")
        replayed.answer(choice)
    return lines


def measured(say: Say, detail: str) -> str:
    """How close a slap was and whether it was only among friends; nothing where nothing was measured."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):  # another program may have written it
        verdict = Verdict.read(detail)
        margin = [say("by {ms:.1f} ms", ms=verdict.margin_ms)] if verdict.margin_ms is not None else []
        friendly = [say("friendly")] if verdict.friendly else []
        return "".join(f" · {words}" for words in margin + friendly)
    return ""


def look_at_table(desk: Desk) -> Walk[None]:
    """The facts in words."""
    yield ReadingView(desk.say("Table"), table_lines(desk))
