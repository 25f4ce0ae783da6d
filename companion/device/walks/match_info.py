"""Looking at a match: scores with their reasons, what happened, how the table stands."""

from contextlib import suppress

from companion.app.odds import OFF
from companion.core.question import TABLE
from companion.core.ranking import rank_players
from companion.core.session import Session
from companion.core.words import Say
from companion.device.context import Context
from companion.device.view import BACK, OPEN, Walk
from companion.device.views.odds import OddsView
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.resume import table_lines
from drivers.referee import Verdict


def look_at_scores(context: Context, session: Session) -> Walk[None]:
    """The points of everybody, the best first; a push on one shows where they come from."""
    match, voice = session.match, context.voice_of(session)
    at = 0
    while True:
        rows = [Row(one.seat.signed, one.seat, str(one.points)) for one in rank_players(session.match)]
        view = PickView(context.say("Scores"), rows, at)
        seat = yield view
        at = view.at
        if seat is BACK:
            return
        reasons = [f"{entry.points}  {voice.reason(entry)}" for entry in match.table.ledger.of(seat.index)]
        total = context.say("{fact}: {value}", fact=seat.name, value=match.table.scores[seat.index])
        yield ReadingView(total, reasons or [context.say("No points yet.")], seat.symbol)


def look_at_odds(context: Context, session: Session) -> Walk[None]:
    """Who is likely to win, by what everyone at the table knows; or why nobody can say."""
    if context.app.settings["odds"] == OFF:
        yield ReadingView(context.say("Odds"), [context.say("Odds are off. Turn them on under Settings, Odds.")])
        return
    view = OddsView(context, session)
    yield view
    if view.why is not None:
        yield ReadingView(context.say("Odds"), [context.voice_of(session).say.phrase(view.why)])


def look_at_log(context: Context, session: Session) -> Walk[None]:
    """Every answer so far, the newest in sight."""
    lines = log_lines(context, session)
    yield ReadingView(context.say("Log"), lines or [context.say("Nothing has happened yet.")], last=True)


def log_lines(context: Context, session: Session) -> list[str]:
    """The answers in words, with what was measured along with them."""
    lines = []
    for line, detail in zip(session.log(context.say.language), session.store.details, strict=True):
        who = "" if line.seat == TABLE else f"{session.seats[line.seat].symbol} "
        lines.append(f"{line.n}. {who}{line.label_for(TABLE)}{measured(context.say, detail)}")
        lines += [f"> {cue.text}" for cue in line.cues]
    return lines


def measured(say: Say, detail: str) -> str:
    """How close a slap was and whether it was only among friends; nothing where nothing was measured."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):  # another program may have written it
        verdict = Verdict.read(detail)
        margin = [say("by {ms:.1f} ms", ms=verdict.margin_ms)] if verdict.margin_ms is not None else []
        friendly = [say("friendly")] if verdict.friendly else []
        return "".join(f" · {words}" for words in margin + friendly)
    return ""


def look_at_table(context: Context, session: Session) -> Walk[None]:
    """The facts in words; where a game has more to look up, a list of pages."""
    facts = ReadingView(context.say("Table"), table_lines(context, session.match))
    pages = context.voice_of(session).overview(session.match.table)
    if not pages:
        yield facts
        return
    at = 0
    while True:
        rows = [Row(context.say("What's on the table"), facts)]
        rows += [Row(title, ReadingView(title, lines)) for title, lines in pages.items()]
        view = PickView(context.say("Table"), rows, at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        picked.result = OPEN
        yield picked
