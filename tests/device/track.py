"""Hands for races: a match of Noah's Ark that is brought to a slap, and moments that matter in it."""

from random import Random

from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.question import Race
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.device.rehearsal import Rehearsal
from companion.device.views.race import CountdownView, NowView, ReadyView, VerdictView
from drivers.referee import POD, Verdict
from tests.device.hands import sit_down
from tests.device.podium import Podium

FINISHED = 2.5
"""Seconds after which nobody is waited for any more."""


def begin_race(device: Rehearsal, players: int = 3) -> Match:
    """From the first menu to the first slap, with the cards of the companion."""
    sit_down(device, "Noah's Ark", players, "Cards on the screen")
    while device.match is None:
        device.push()
    match = device.match
    to_the_race(device, match)
    return match


def to_the_race(device: Rehearsal, match: Match) -> None:
    """Answer whatever comes before the next slap."""
    while not isinstance(match.question, Race):
        assert match.question is not None
        device.answer(match.question.list_ids()[0])


def count_down(device: Rehearsal, pod: Podium | None = None) -> CountdownView:
    """Everybody is ready; those who race on the pod tap there."""
    device.wait(0.05)
    view, track = device.view, device.context.app.track
    if isinstance(view, ReadyView) and view.stage.taps:
        for place in view.attempt.friendly:
            phone = track.phones.paddles[place].joined
            track.phones.touch(phone, True, device.clock.now)
            device.wait(0.05)
            track.phones.touch(phone, False, device.clock.now)
        if pod is not None and pod.seats:
            pod.slap(device, *(place for place in view.stage.missing if track.find_source(place) is POD))
        device.wait(0.1)
    if device.view is view:
        device.ready()
    assert isinstance(device.view, CountdownView)
    return device.view


def now(device: Rehearsal, pod: Podium | None = None) -> NowView:
    """Everybody is ready, and it is NOW!"""
    count_down(device, pod)
    device.wait_for_now()
    assert isinstance(device.view, NowView)
    return device.view


def slap(device: Rehearsal, *places: int, gap: float = 0.0, hold: float = 0.08) -> None:
    """These hands come down one after the other, and all go up again."""
    for place in places:
        device.board.tap(f"paddle-{place}", hold + gap * len(places))
        device.wait(gap)


def verdict(device: Rehearsal, wait: float = FINISHED) -> Verdict:
    """What the screen says a little later."""
    device.wait(wait)
    assert isinstance(device.view, VerdictView)
    return device.view.stage.verdict


def race_again_after_a_dead_heat(device: Rehearsal) -> None:
    """Two hands at the very same moment; then these two race again, and the first of them wins."""
    now(device)
    device.tap("paddle-0", "paddle-1")
    verdict(device)
    device.push()
    device.wait_for_now()
    slap(device, 0)
    verdict(device)


def last_detail(device: Rehearsal) -> Verdict:
    """What the journal keeps beside the last answer."""
    return Verdict.read(device.context.app.journal.load_record(1).answers[-1].detail)


def leave_at_a_duel(journal: Journal) -> Race:
    """A match of three that was left when two of them were tied for an objective."""
    game = find_game("noahs-ark")
    for seed in range(50):
        bot = make_random_bot(Random(seed))
        match = Match(game, game.set_up(["Anna", "Ben", "Cleo"], seed=seed))
        while match.question is not None and match.question.ask != "duel":
            match.answer(bot(match.question, match.table))
        if isinstance(match.question, Race):
            with Sessions(journal).start(game, match.setup) as session:
                for answer in match.answers:
                    session.answer(session.n, answer)
            return match.question
    raise AssertionError("no duel in fifty matches")
