"""Looking at a match: scores with their reasons, what happened, how the table stands."""

from contextlib import suppress

from companion.core.question import TABLE
from companion.core.session import Session
from companion.core.words import Say
from companion.device.desk import Desk
from companion.device.view import BACK, OPEN, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import ranking
from companion.device.views.reading import ReadingView
from companion.device.walks.resume import table_lines
from drivers.referee import Verdict


def look_at_scores(desk: Desk, session: Session) -> Walk[None]:
    """The points of everybody, the best first; a push on one shows where they come from."""
    match, voice = session.match, desk.voice_of(session)
    at = 0
    while True:
        rows = [Row(f"{one.seat.symbol} {one.seat.name}", one.seat, str(one.points)) for one in ranking(session)]
        view = PickView(desk.say("Scores"), rows, at)
        seat = yield view
        at = view.at
        if seat is BACK:
            return
        reasons = [f"{entry.points}  {voice.reason(entry)}" for entry in match.table.ledger.of(seat.index)]
        total = desk.say("{fact}: {value}", fact=seat.name, value=match.table.scores[seat.index])
        yield ReadingView(total, reasons or [desk.say("No points yet.")], seat.symbol)


def look_at_log(desk: Desk, session: Session) -> Walk[None]:
    """Every answer so far, the newest in sight."""
    lines = log_lines(desk, session)
    yield ReadingView(desk.say("Log"), lines or [desk.say("Nothing has happened yet.")], last=True)


def log_lines(desk: Desk, session: Session) -> list[str]:
    """The answers in words, with what was measured along with them."""
    lines = []
    for line, detail in zip(session.log(desk.say.language), session.book.details, strict=True):
        who = "" if line.seat == TABLE else f"{session.seats[line.seat].symbol} "
        lines.append(f"{line.n}. {who}{line.label_for(TABLE)}{measured(desk.say, detail)}")
        lines += [f"> {cue}" for cue in line.cues]
    return lines


def measured(say: Say, detail: str) -> str:
    """How close a slap was and whether it was only among friends; nothing where nothing was measured."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):  # another program may have written it
        verdict = Verdict.read(detail)
        margin = [say("by {ms:.1f} ms", ms=verdict.margin_ms)] if verdict.margin_ms is not None else []
        friendly = [say("friendly")] if verdict.friendly else []
        return "".join(f" · {words}" for words in margin + friendly)
    return ""


def look_at_table(desk: Desk, session: Session) -> Walk[None]:
    """The facts in words; where a game has more to look up, a list of pages."""
    facts = ReadingView(desk.say("Table"), table_lines(desk, session))
    pages = desk.voice_of(session).overview(session.match.table)
    if not pages:
        yield facts
        return
    at = 0
    while True:
        rows = [Row(desk.say("What lies where"), facts)]
        rows += [Row(title, ReadingView(title, lines)) for title, lines in pages.items()]
        view = PickView(desk.say("Table"), rows, at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        picked.result = OPEN
        yield picked
