"""Statistics of all matches on the screens."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from companion.core.journal import Journal
from companion.core.statistics import Statistics, compute_statistics
from companion.core.words import Say
from companion.device.context import Context
from companion.device.view import BACK, Walk
from companion.device.views.pages import Bar, BarSheet, BarsView
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import CountingView

FEW = 300
"""Matches that are read at once; more would hold up taps and races, so a thread reads them."""

T = TypeVar("T")


def read_journal(context: Context, title: str, act: Callable[[Journal], T]) -> Walk[T | None]:
    """Return the statistics of the journal; None if nobody waited for them."""
    if context.app.journal.count_matches() <= FEW:
        return act(context.app.journal)
    future: Future[T] = context.app.reader.submit(act)
    counted = yield CountingView(context.say, title, future)
    if counted is BACK:
        future.cancel()
        return None
    return future.result()


def show_statistics(context: Context) -> Walk[None]:
    """Show the statistics of all matches, if there are any."""
    statistics = yield from read_journal(
        context, context.say("Statistics"), partial(compute_statistics, language=context.say.language)
    )
    if statistics is None:
        return
    if not statistics.matches:
        yield ReadingView(context.say("Statistics"), [context.say("No finished matches yet.")])
    else:
        yield BarsView([sheet for sheet in make_sheets(statistics, context.say) if sheet.bars])


def make_sheets(statistics: Statistics, say: Say) -> list[BarSheet]:
    """Return the pages: wins, runs, reaction times, games played and their length."""
    people, games = statistics.people, statistics.games
    runs = sorted((person for person in people if person.longest > 1), key=lambda person: -person.longest)
    hands = sorted(
        ((person.name, person.hands) for person in people if person.hands), key=lambda person: person[1].median_ms
    )
    lengths = [(game.title, game.minutes) for game in games if game.minutes is not None]
    longest_run = max((person.longest for person in runs), default=1)
    slowest = max((slaps.median_ms for _, slaps in hands), default=1.0) or 1.0
    longest = max((minutes for _, minutes in lengths), default=1.0) or 1.0
    averages = [(game.title, game.points) for game in games if game.points is not None]
    most_points = max((abs(points) for _, points in averages), default=1.0) or 1.0
    return [
        BarSheet(
            say("Matches won"),
            [Bar(person.name, person.won / person.played, f"{person.won}/{person.played}") for person in people],
        ),
        BarSheet(
            say("Won in a row"),
            [Bar(person.name, person.longest / longest_run, str(person.longest)) for person in runs],
        ),
        BarSheet(
            say("Reaction, ms"),
            [Bar(name, slaps.median_ms / slowest, f"{slaps.median_ms:.0f}") for name, slaps in hands],
        ),
        BarSheet(
            say("Matches per game"),
            [Bar(game.title, game.played / games[0].played, str(game.played)) for game in games],
        ),
        BarSheet(
            say("Average points"), [Bar(title, points / most_points, f"{points:.1f}") for title, points in averages]
        ),
        BarSheet(
            say("Minutes per match"), [Bar(title, minutes / longest, f"{minutes:.0f}") for title, minutes in lengths]
        ),
    ]
