"""A hint on phone, box and terminal: only who asks sees it, and everybody's log notes it."""

import json
import time
from collections.abc import Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.lab import odds_worker
from companion.terminal import play as terminal_play
from tests.borders.test_equal_clients import Phone, Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(odds_worker, "MODULE", "tests.device.eager_odds")
    with Rehearsal(tmp_path) as device:
        yield Table(device)


def wait_for_hint(table: Table) -> None:
    """Step the app until the process has answered."""
    worker, until = table.app.hints.worker, time.monotonic() + 60
    while not worker.done:
        assert time.monotonic() < until
        if worker._connection is not None:
            wait([worker._connection], 5)
        table.device.wait(0.2)


def read_hint(phone: Phone) -> Any:
    """Return the hint that a phone shows."""
    live = phone.live
    live._find_own_news(phone.socket, live.gate.identify(phone.socket.scope))
    return json.loads(phone.socket.own_sent["hint"])


def test_a_phone_is_shown_the_hint_it_asked_for_and_no_other_phone_is(table: Table) -> None:
    asked, other = table.asked, next(phone for phone in table.phones if phone is not table.asked)
    assert asked.ask("hint", n=table.session.n) == {"re": 1, "ok": True}
    assert read_hint(asked)["lines"] == []
    wait_for_hint(table)
    best, second = read_hint(asked)["lines"]
    assert best["cost"] == 0
    assert best["choice"] in table.session.question.list_ids()
    assert best["chance"] >= second["chance"]
    assert best["why"]
    assert read_hint(other) is None
    table.app.hints.worker._request = b"nothing is asked of the process again"
    assert asked.ask("hint", n=table.session.n)["ok"]
    assert table.app.hints.worker._request == b"nothing is asked of the process again"
    assert read_hint(asked)["lines"][0] == best
    assert asked.ask("answer", n=table.session.n, choice=best["choice"])["ok"]
    table.device.wait(0.2)
    assert read_hint(asked) is None, "the match has moved on"
    assert [json.loads(line)["hint"] for line in table.phones[0].live.match_state.list_log("en", 1)] == [True]


def test_only_whose_turn_it_is_may_ask_and_only_about_this_question(table: Table) -> None:
    other = next(phone for phone in table.phones if phone is not table.asked)
    assert other.ask("hint", n=table.session.n)["error"]["code"] == "not-allowed"
    assert table.asked.ask("hint", n=table.session.n + 1)["error"]["code"] == "stale-question"
    assert table.app.hints.worker.pid is None


def test_the_box_hands_a_hint_to_the_player_and_the_log_notes_it(table: Table) -> None:
    device = table.device
    device.back()
    view = device.view
    assert isinstance(view, PickView)
    device.turn([row.label for row in view.rows].index("Hint") - view.at)
    device.push()
    device.push()  # the box is in the player's hands
    wait_for_hint(table)
    device.wait(0.2)
    text = " ".join(device.view.lines)  # type: ignore[attr-defined]
    assert "ferry" in text
    assert "%" in text
    device.push()
    assert table.session.paused
    device.back()
    assert table.answer_on(table.asked)["ok"]
    assert table.session.list_log_lines("en")[0].hint


def test_the_terminal_prints_a_hint_and_its_log_notes_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal_play, "HINT_SECONDS", 0.01)
    table.typed = ["", "h", "1"]
    table.terminal.play_turn(table.session.question)
    assert "costs" in (printed := table.console.export_text()) or "%" in printed
    table.terminal.print_log()
    assert "after a hint" in table.console.export_text()
