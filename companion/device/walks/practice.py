"""Practice: races without a match, and everybody's reaction times in real ones."""

from companion.core.seat import make_seats
from companion.core.statistics import list_reaction_times
from companion.device.context import Context
from companion.device.view import BACK, HELP, Sign, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.race import show_race
from companion.device.walks.statistics import read_journal

TIMES = Sign("TIMES")
TAPS = Sign("TAPS")
MOST = 5


def show_practice(context: Context) -> Walk[None]:
    """Race again and again, as many as want to, or look at the times of matches."""
    at, taps = 0, False
    while True:
        view = _menu(context, at, taps)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        if picked is TIMES:
            yield from show_times(context)
        elif picked is TAPS:
            taps = not taps
        else:
            yield from run_practice_races(context, picked, taps)


def _menu(context: Context, at: int, taps: bool) -> PickView:
    say = context.say
    rows = [Row(say("{n} racers", n=n), n) for n in range(2, MOST + 1)]
    switch = Row(say("Ready taps"), TAPS, say("on") if taps else say("off"))
    return PickView(say("Practice race"), [*rows, switch, Row(say("Reaction times"), TIMES)], at)


def run_practice_races(context: Context, racers: int, taps: bool = False) -> Walk[None]:
    """Run one race after the other until the user goes back; nothing is saved."""
    say, races = context.say, context.app.races
    seats = make_seats([say("Player {n}", n=n + 1) for n in range(racers)])
    if not context.app.track.can_race(seats):
        yield ReadingView(say("Practice race"), [say("The paddles and the Ark aren't working right now.")])
        return
    races.practise(seats, taps)
    try:
        while (yield from show_race(context, say("Practice: be first after NOW!"))) is HELP:
            yield make_explanation(context)
    finally:
        races.cancel()


def make_explanation(context: Context) -> View:
    """Return the page that explains the practice race."""
    say = context.say
    band = round(context.app.track.referee.band.always * 1000, 1)
    return ReadingView(
        say("Practice race"),
        [
            say("Wait for NOW!, then hit your paddle. The first touch counts, however the button bounces."),
            say("Too early? Your paddle is locked for ¼ s."),
            say("Within {ms} ms it's a dead heat: race again.", ms=band),
        ],
    )


def show_times(context: Context) -> Walk[None]:
    """Show the times of everybody who raced in a match."""
    say = context.say
    times = yield from read_journal(context, say("Reaction times"), list_reaction_times)
    if times is None:
        return
    lines = [
        say("{name}: {median:.2f} s, best {best:.2f} s, first {first} of {slaps}",
            name=name, median=slaps.median_ms / 1000, best=slaps.best_ms / 1000, first=slaps.first, slaps=slaps.slaps)
        for name, slaps in times.items()
    ]  # fmt: skip
    yield ReadingView(say("Reaction times"), lines or [say("Nobody has raced in a match yet.")])
