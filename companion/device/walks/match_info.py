"""Pages about a match: scores with their reasons, log, table, podium and rematch."""

from contextlib import suppress
from typing import Any

from companion.app.lobby import SeatDraft
from companion.app.odds import OFF
from companion.core.facts import FactChange
from companion.core.fallback import make_safe_voice
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.ranking import rank_players
from companion.core.session import Session
from companion.core.words import Say
from companion.device.context import Context
from companion.device.view import BACK, OPEN, Sign, Walk
from companion.device.views.odds import OddsView
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import PodiumView
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import ReviewView
from companion.device.walks.seating import seat_people
from drivers.referee import Verdict


def show_scores(context: Context, session: Session) -> Walk[None]:
    """Show everybody's points, the best first; a push on one shows their reasons."""
    match, voice = session.match, context.voice_of(session)
    at = 0
    while True:
        rows = [Row(place.seat.signed, place.seat, str(place.points)) for place in rank_players(session.match)]
        view = PickView(context.say("Scores"), rows, at)
        seat = yield view
        at = view.at
        if seat is BACK:
            return
        reasons = [f"{entry.points}  {voice.reason(entry)}" for entry in match.table.ledger.list_entries(seat.index)]
        total = context.fact_line(seat.name, str(match.table.scores[seat.index]))
        none = context.say("No {points} yet.", points=voice.name_points(2, match.table))
        yield ReadingView(total, reasons or [none], seat.symbol)


def show_odds(context: Context, session: Session) -> Walk[None]:
    """Show the odds from public knowledge, or why there are none."""
    if context.app.settings["odds"] == OFF:
        yield ReadingView(context.say("Odds"), [context.say("Odds are off. Turn them on under Settings, Odds.")])
        return
    view = OddsView(context, session)
    yield view
    if view.why is not None:
        yield ReadingView(context.say("Odds"), [context.voice_of(session).say.phrase(view.why)])


def show_log(context: Context, session: Session) -> Walk[None]:
    """Show every answer so far, scrolled to the newest."""
    lines = format_log(context, session)
    yield ReadingView(context.say("Log"), lines or [context.say("Nothing has happened yet.")], last=True)


def format_log(context: Context, session: Session) -> list[str]:
    """Return the answers in words, with measured times."""
    lines = []
    for line, detail in zip(session.list_log_lines(context.say.language), session.store.details, strict=True):
        symbol = "" if line.seat == TABLE else f"{session.seats[line.seat].symbol} "
        lines.append(f"{line.n}. {symbol}{line.label_for(TABLE)}{describe_margin(context.say, detail)}")
        if line.hint:
            lines[-1] += " · " + context.say("after a hint")
        lines += [f"> {cue.text}" for cue in line.cues]
    return lines


def describe_margin(say: Say, detail: str) -> str:
    """Describe the margin of a slap and whether it was friendly; empty if nothing was measured."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):  # another program may have written it
        verdict = Verdict.read(detail)
        margin = [say("by {ms:.1f} ms", ms=verdict.margin_ms)] if verdict.margin_ms is not None else []
        friendly = [say("friendly")] if verdict.friendly else []
        return "".join(f" · {words}" for words in margin + friendly)
    return ""


def show_table(context: Context, session: Session) -> Walk[None]:
    """Show the facts in words, or a list of pages if the game has more to look up."""
    facts = ReadingView(context.say("Table"), format_table(context, session.match))
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


def format_table(context: Context, match: Match) -> list[str]:
    """Return the facts of the table in words."""
    voice, table = make_safe_voice(match.game, context.say.language), match.table
    return [voice.describe_change(FactChange(name, None, value), table) for name, value in table.facts().items()]


def check_table(context: Context, match: Match) -> Walk[bool]:
    """Show the facts to compare with the real table; False if the user goes back instead."""
    done = yield ReadingView(context.say("Does the table look like this?"), format_table(context, match))
    return done is not BACK


LEAVE = Sign("LEAVE")
SAME, ROTATED, OTHERS = Sign("SAME"), Sign("ROTATED"), Sign("OTHERS")


def show_end(context: Context, session: Session) -> Walk[Any]:
    """Show the winner, then offer reasons, log, a rematch, or leaving."""
    say = context.say
    yield PodiumView(context, session)
    rows = [
        Row(say("Play again"), play_again),
        Row(say("Reasons"), show_scores),
        Row(say("Log"), show_log),
        Row(say("Review"), show_review),
        Row(say("Podium"), show_podium),
        Row(say("Leave"), LEAVE),
    ]
    at = 0
    while True:
        view = PickView(say("What now?"), rows, at)
        picked = yield view
        at = view.at
        if picked in (BACK, LEAVE):
            return picked
        yield from picked(context, session)


def show_review(context: Context, session: Session) -> Walk[None]:
    """Show the review of the match in a few lines; phones have the whole page."""
    session.seal()
    view = ReviewView(context, session)
    yield view
    if view.lines:
        yield ReadingView(context.say("Review"), view.lines)


def show_podium(context: Context, session: Session) -> Walk[None]:
    """Show the podium again."""
    yield PodiumView(context, session)


def play_again(context: Context, session: Session) -> Walk[None]:
    """Play again with the same options; seats as they were, moved on by one, or new ones."""
    say = context.say
    rows = [Row(say("Same seats"), SAME), Row(say("Change people or seats"), OTHERS)]
    if len(session.seats) > 1:
        rows.insert(1, Row(say("Everyone moves one seat"), ROTATED))
    picked = yield PickView(say("Play again"), rows)
    if picked is BACK:
        return
    people: list[SeatDraft] | None = [SeatDraft(seat.name, seat.bot, seat.colour) for seat in session.seats]
    if picked is ROTATED and people is not None:
        people = [*people[-1:], *people[:-1]]
    elif picked is OTHERS:
        people = yield from seat_people(context, session.game)
    if people is not None:
        context.app.lobby.rematch(people)
