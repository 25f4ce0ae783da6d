"""Odds on screens and lights: counted by a process of their own, only while somebody looks, never in the way."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from companion.app.odds import LINGER, usual_odds
from companion.app.requests import Asker
from companion.core.face import LIGHTS
from companion.core.match import Match
from companion.core.registry import find_game
from companion.device.rehearsal import Rehearsal
from companion.device.stage import odds_lights, share_lights
from companion.device.views.odds import OddsView
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.lab import odds_worker
from companion.lab.odds import Chance, Odds
from companion.lab.odds_worker import OddsWorker
from tests.device.hands import begin_noah
from tests.device.paper import draw_checked, shows

CARDS = "Cards on the screen"


@pytest.fixture(autouse=True)
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_worker, "MODULE", "tests.device.eager_odds")


def hear(worker: OddsWorker, enough: bool = False) -> None:
    """Until it told something, or all."""
    until = time.monotonic() + 60
    while not worker.done:
        assert time.monotonic() < until
        if worker._connection is not None:
            wait([worker._connection], 5)
        if worker.poll() and not enough:
            return


def counted(device: Rehearsal) -> None:
    """Until the device has heard the first odds of this question."""
    device.host.step()
    hear(device.context.app.odds.worker)
    device.wait(0.3)


def began(device: Rehearsal, odds: str = "phone", players: int = 3) -> Match:
    device.context.app.settings.change("odds", odds)
    return begin_noah(device, players, CARDS)


def test_the_page_shows_everybodys_share_and_how_sure_it_is(device: Rehearsal) -> None:
    began(device)
    device.back()
    device.pick("Odds")
    assert isinstance(device.view, OddsView)
    assert "…" in draw_checked(device.view).letters
    counted(device)
    odds = device.context.app.odds.odds
    assert odds is not None
    assert sum(chance.share for chance in odds.chances) == pytest.approx(1)
    for seat, chance in enumerate(odds.chances):
        assert shows(device.view, f"Player {seat + 1}")
        assert shows(device.view, f"{100 * chance.share:.0f}%")
        assert shows(device.view, f"{100 * chance.least:.0f} to {100 * chance.most:.0f}%")


def test_nobody_counts_while_nobody_looks(device: Rehearsal) -> None:
    began(device)
    device.host.step()
    assert device.context.app.odds.worker.pid is None
    device.back()
    device.pick("Odds")
    counted(device)
    assert device.context.app.odds.worker.pid is not None
    device.push()
    device.host.step()
    assert isinstance(device.view, PickView)
    device.wait(2 * LINGER)
    assert device.context.app.odds.worker.pid is None


def test_looking_again_and_again_starts_no_process_again(device: Rehearsal) -> None:
    """Otherwise a phone could keep the box busy with starting processes."""
    began(device)
    odds, viewer = device.context.app.odds, Asker("en")
    odds.looking.add(viewer)
    device.host.step()
    pid = odds.worker.pid
    assert pid is not None
    for _ in range(5):
        odds.looking.discard(viewer)
        device.host.step()
        odds.looking.add(viewer)
        device.host.step()
    assert odds.worker.pid == pid


def test_if_odds_are_off_it_says_how_to_turn_them_on(device: Rehearsal) -> None:
    began(device, "off")
    device.back()
    device.pick("Odds")
    assert isinstance(device.view, ReadingView)
    assert shows(device.view, "Turn them on under Settings, Odds")
    assert device.context.app.odds.worker.pid is None


def test_a_table_that_enters_too_little_gets_the_reason(tmp_path: Path) -> None:
    with Rehearsal(tmp_path, "fr") as device:
        context = device.context
        context.app.settings.change("odds", "phone")
        game = find_game("ark-and-noah")
        session = context.app.sessions.start(game, game.set_up(["Anna", "Ben"], {}, 1, "table"))
        view = OddsView(context, session)
        context.app.odds.poll(context.app.sessions, "phone", 0.0)
        hear(context.app.odds.worker)
        context.app.odds.poll(context.app.sessions, "phone", 1.0)
        assert view.tick(1.0)
        assert view.why is not None
        assert "chaque pièce" in context.voice_of(session).say.phrase(view.why)


def test_the_lights_are_shared_out_as_the_victory_will_be(device: Rehearsal) -> None:
    match = began(device, "lights")
    usual = device.context.app.live
    assert usual is not None
    face = list(usual.face.lights(match.table, match.question))
    assert device.host.stage._lights == face
    counted(device)
    odds = device.context.app.odds.odds
    assert odds is not None
    assert device.host.stage._lights == odds_lights(usual, odds)
    assert len(device.host.stage._lights) == LIGHTS


@pytest.mark.parametrize(("shares", "lit"), [
    ([0.5, 0.5], [8, 7]), ([1.0, 0.0], [15, 0]), ([0.34, 0.33, 0.33], [5, 5, 5]), ([0.9, 0.05, 0.05], [13, 1, 1]),
])  # fmt: skip
def test_all_fifteen_lights_belong_to_somebody(shares: list[float], lit: list[int]) -> None:
    assert share_lights(shares, LIGHTS) == lit


def test_after_an_answer_the_odds_of_the_old_question_stay_until_there_are_new_ones(device: Rehearsal) -> None:
    match = began(device, "lights")
    counted(device)
    live = device.context.app.odds
    process = live.worker.pid
    assert process is not None
    os.kill(process, signal.SIGSTOP)  # whatever it would say next comes after we have looked
    os.waitpid(process, os.WUNTRACED)
    device.host.step()
    before = live.odds
    assert match.question is not None
    device.answer(str(match.question.choices[0]))
    assert live.odds is before
    assert live.counting
    os.kill(process, signal.SIGCONT)
    counted(device)
    assert live.odds is not before


def test_a_process_that_was_killed_comes_back(device: Rehearsal) -> None:
    match = began(device)
    worker = OddsWorker()
    try:
        worker.ask(match)
        hear(worker)
        assert worker.pid is not None
        killed = worker.pid
        os.kill(killed, signal.SIGKILL)
        hear(worker, enough=True)
        assert worker.odds is not None
        assert worker.odds.endings >= 600
        worker.ask(match)
        hear(worker)
        assert worker.pid != killed
    finally:
        worker.stop()


def test_odds_of_an_older_question_are_dropped(device: Rehearsal) -> None:
    match = began(device)
    worker = OddsWorker()
    try:
        for _ in range(4):
            assert match.question is not None
            match.answer(match.question.choices[0])
            worker.ask(match)
        hear(worker, enough=True)
        assert worker._serial == 4
        assert worker.odds is not None
        assert not worker._read_message({"serial": 3, "chances": [[1, 1, 1]], "endings": 9, "done": True})
        assert worker.odds.endings >= 600
    finally:
        worker.stop()


def test_it_runs_only_when_nothing_else_wants_to() -> None:
    program = (
        "import os; from companion.lab.odds_worker import lower_priority; lower_priority();"
        "print(os.nice(0), os.sched_getscheduler(0) == os.SCHED_IDLE)"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert finished.stdout == "19 True\n"


def test_an_answer_waits_for_nothing(device: Rehearsal) -> None:
    """With a process that hangs, whatever the device does takes as long as without one."""
    match = began(device, "lights")
    counted(device)
    pid = device.context.app.odds.worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        began_at = time.perf_counter()
        for _ in range(10):
            assert match.question is not None
            device.context.app.live.answer(len(match.answers) + 1, match.question.choices[0])  # type: ignore[union-attr]
            device.context.app.odds.poll(device.context.app.sessions, "lights", 0.0)
        spent = time.perf_counter() - began_at
    finally:
        os.kill(pid, signal.SIGCONT)
    assert spent < 30  # a wait for the other process would never end


def test_nothing_begins_while_people_race(device: Rehearsal) -> None:
    began(device, "lights")
    device.context.app.odds.stop()
    device.context.app.odds.poll(device.context.app.sessions, "lights", 0.0, racing=True)
    assert device.context.app.odds.worker.pid is None
    device.context.app.odds.poll(device.context.app.sessions, "lights", 0.0)
    assert device.context.app.odds.worker.pid is not None


def test_leaving_the_match_ends_the_process(device: Rehearsal) -> None:
    began(device, "lights")
    counted(device)
    device.back()
    device.pick("Save and leave")
    device.host.step()
    assert device.context.app.odds.worker.pid is None
    assert device.context.app.odds.odds is None


@pytest.mark.parametrize(
    ("memory", "cores", "odds"), [(512, 4, "off"), (1024, 4, "off"), (4096, 1, "off"), (4096, 4, "phone")]
)
def test_a_small_pi_counts_no_odds_unless_asked(
    monkeypatch: pytest.MonkeyPatch, memory: int, cores: int, odds: str
) -> None:
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": memory * 256}
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert usual_odds() == odds


@pytest.mark.parametrize("language", ["en", "fr"])
def test_five_seats_with_long_names_fit(tmp_path: Path, language: str) -> None:
    with Rehearsal(tmp_path, language) as device:
        context, game = device.context, find_game("noah")
        session = context.app.sessions.start(
            game, game.set_up(["Maximilian", "Élodie", "Ben", "Wolfgang-Am", "Zoé"], {}, 1)
        )
        context.app.odds.worker.odds = Odds(tuple(Chance(0.2, 0.163, 1.0) for _ in range(5)), 600)
        context.app.odds._about = session, session.moves
        view = OddsView(context, session)
        assert len(view.pages) == 2
        assert shows(view, "600")
        draw_checked(view)
        context.app.odds.worker.odds = None
