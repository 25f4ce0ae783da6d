"""Bots in a race on the device: their times are drawn from the game's own model, and one judge sees all hands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.race_track import BOT
from companion.core.question import Race
from companion.core.session import Session
from companion.core.statistics import list_reaction_times
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.race import NowView, ReadyView, VerdictView
from tests.device.paper import shows
from tests.device.track import count_down, last_detail, slap, to_the_race

HUMAN = 1
BOTS = {0, 2}
LATE = 40.0
"""Seconds after which every bot has slapped."""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Rehearsal]:
    with Rehearsal(tmp_path, seed=4) as opened:
        opened.pick("New match")
        opened.pick("Noah's Ark")
        for who in ("A bot", "Player 2", "A bot"):
            opened.pick(who)
            if who == "A bot":
                opened.pick("Medium")
        opened.pick("3 players: go")
        opened.pick("Cards on the screen")
        while isinstance(opened.view, PickView) and opened.match is None:
            opened.push()
        assert opened.match is not None
        to_the_race(opened, opened.match)
        yield opened


def session_of(device: Rehearsal) -> Session:
    session = device.context.app.live
    assert session is not None
    return session


def now(device: Rehearsal) -> NowView:
    count_down(device)
    device.wait_for_now()
    assert isinstance(device.view, NowView)
    return device.view


def test_only_people_tap_ready_and_bots_never_do(device: Rehearsal) -> None:
    view = device.view
    assert isinstance(view, ReadyView)
    assert view.stage.missing == [HUMAN]
    assert set(view.lamps()) == {HUMAN}
    assert all(device.context.app.track.find_source(seat) is BOT for seat in BOTS)


def test_a_seat_of_a_bot_needs_a_button_again_once_the_race_is_over(device: Rehearsal) -> None:
    races, track = device.context.app.races, device.context.app.track
    races.cancel()
    assert all(track.find_source(seat) is not BOT for seat in BOTS)


def test_a_quick_hand_is_first_and_the_bots_come_behind_at_their_own_times(device: Rehearsal) -> None:
    now(device)
    device.wait(0.3)
    slap(device, HUMAN)
    device.wait(2.5)
    assert isinstance(device.view, VerdictView)
    assert shows(device.view, "Bots, random times: ● ▲")
    assert last_detail(device).winner == HUMAN


def test_waiting_players_see_a_bot_win(device: Rehearsal) -> None:
    began = device.clock.now
    now(device)
    device.wait(LATE)
    record = device.context.app.journal.load_record(1)
    slapped = next(answer for answer in record.answers if answer.detail)
    assert slapped.choice in {f"slap-{seat}" for seat in BOTS}
    assert device.clock.now - began > 0.9  # no bot is quicker than its dice can roll


def test_bots_take_as_long_as_the_game_says(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(device)
    times = iter([2.0, 1.5])
    monkeypatch.setattr(type(session.game), "draw_slap_delay", lambda *of: next(times))
    now(device)
    device.wait(1.6)
    slap(device, HUMAN)
    device.wait(0.4)
    detail = last_detail(device)
    assert [(timed.seat, round(timed.after_now_ms, 1)) for timed in detail.order if timed.seat in BOTS] == [
        (2, 1500.0), (0, 2000.0),
    ]  # fmt: skip
    assert [timed.seat for timed in detail.order] == [2, HUMAN, 0]


def test_the_level_of_a_bot_is_its_pace(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(device)
    monkeypatch.setattr(type(session.game), "draw_slap_delay", lambda *of: 0.5)
    session.seats[0].bot, session.seats[2].bot = "easy", "hard:50ms"
    now(device)
    device.wait(0.9)
    slap(device, HUMAN)
    device.wait(0.4)
    detail = last_detail(device)
    assert [(timed.seat, round(timed.after_now_ms, 1)) for timed in detail.order if timed.seat in BOTS] == [
        (2, 425.0), (0, 750.0),
    ]  # fmt: skip


def test_giving_up_does_not_wait_for_the_bots(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(session_of(device).game), "draw_slap_delay", lambda *of: 20.0)
    view = now(device)
    assert shows(view, "push the dial: give up")
    device.push()
    device.wait(3.0)
    assert not isinstance(device.view, NowView)


def test_slaps_of_bots_are_nobodys_reaction_times(device: Rehearsal) -> None:
    now(device)
    device.wait(0.3)
    slap(device, HUMAN)
    device.wait(LATE)
    assert list(list_reaction_times(device.context.app.journal)) == ["Player 2"]


def test_where_all_slap_the_ark_the_bots_still_race(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    device.context.app.settings.change("slap", "ark")
    monkeypatch.setattr(type(session_of(device).game), "draw_slap_delay", lambda *of: 1.0)
    count_down(device)
    device.wait_for_now()
    device.wait(0.4)
    device.tap("dome")
    device.wait(2.5)
    assert last_detail(device).winner == HUMAN  # the only person, so nobody is asked whose hand it was
    assert not isinstance(session_of(device).question, Race)
