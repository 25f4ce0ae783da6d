"""Box, phones and terminal on one app: what happens on one of them happens on all, at the same moment."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from companion.app.app import App
from companion.app.errors import MatchOpen
from companion.app.events import Answered, MatchClosed, MatchOpened, Paused, Resumed
from companion.app.lobby import SeatDraft
from companion.core.errors import MatchPaused
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.question import QuestionView
from companion.phone.gate import TOKEN, JoinGate
from companion.phone.live import Live, PhoneSocket
from companion.terminal.play import PlayerLeft, TerminalPlay


class Phone:
    """A phone of the table, as far as its server knows it."""

    def __init__(self, live: Live, gate: JoinGate, seat: int) -> None:
        self.live = live
        scope: dict[str, Any] = {"client": (f"192.168.1.{seat + 7}", 1), "server": ("192.168.1.2", 80), "path": "/live"}
        scope[TOKEN] = gate.admit(scope)
        self.socket = PhoneSocket(scope, "en", gate.identify(scope))
        live.phones.add(self.socket)
        assert self.ask("seat", seat=seat)["ok"]

    def ask(self, do: str, **more: object) -> dict[str, Any]:
        """Make a request and return the reply."""
        self.live.handle_request(self.socket, {"do": do, "id": 1, **more})
        return dict(json.loads(self.socket.replies.pop()))

    def see(self) -> dict[str, Any]:
        """Return everything the page shows now."""
        seen = self.live.get_state(self.socket, self.live.gate.identify(self.socket.scope))
        return {name: json.loads(text) for name, text in seen.parts.items()}


class Table:
    """One app with a box, two phones and a terminal, in a match of Noah between Anna and Ben."""

    def __init__(self, device: Rehearsal) -> None:
        self.device = device
        self.app: App = device.app
        self.events: list[Any] = []
        self.app.listen(self.events.append)
        gate = JoinGate(self.app.presence)
        live = Live(self.app, gate)
        self.app.lobby.change("noah", "virtual")
        self.session = self.app.lobby.start([SeatDraft("Anna"), SeatDraft("Ben")], seed=7)
        self.phones = [Phone(live, gate, 0), Phone(live, gate, 1)]
        self.typed: list[str] = []
        self.console = Console(record=True, width=100, file=io.StringIO())
        self.terminal = TerminalPlay(self.session, Say("en"), self.console, lambda prompt: self.typed.pop(0))
        device.wait(10)

    def answer_on(self, phone: Phone) -> dict[str, Any]:
        assert self.session.question is not None
        return phone.ask("answer", n=self.session.n, choice=str(self.session.question.choices[0]))

    @property
    def asked(self) -> Phone:
        assert self.session.question is not None
        return self.phones[self.session.question.seat]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Rehearsal(tmp_path) as device:
        yield Table(device)


def test_a_match_started_anywhere_is_shown_everywhere(table: Table) -> None:
    assert any(isinstance(event, MatchOpened) for event in table.events)
    assert not isinstance(table.device.view, PickView) or isinstance(table.device.view, QuestionView)
    assert all(phone.see()["match"]["title"] == "Noah" for phone in table.phones)
    with pytest.raises(MatchOpen):
        table.app.lobby.start([SeatDraft("Cleo"), SeatDraft("Dan")])


def test_a_pause_on_a_phone_pauses_box_terminal_and_the_other_phone(table: Table) -> None:
    assert table.phones[0].ask("pause")["ok"]
    table.device.wait(0.5)
    assert any(isinstance(event, Paused) for event in table.events)
    assert table.answer_on(table.asked)["error"]["code"] == "paused"
    assert all(phone.see()["match"]["paused"] for phone in table.phones)
    assert "Save and leave" in [row.label for row in table.device.view.rows], "the box shows its pause menu"  # type: ignore[attr-defined]
    assert table.session.question is not None
    with pytest.raises(MatchPaused):
        table.session.answer(table.session.n, table.session.question.choices[0])
    table.typed = [""]
    table.terminal.play_turn(table.session.question)
    assert "Paused" in table.console.export_text()
    assert not table.session.paused, "Enter in the terminal goes on for everybody"
    table.device.wait(0.5)
    assert any(isinstance(event, Resumed) for event in table.events)
    assert not any(phone.see()["match"]["paused"] for phone in table.phones)
    assert table.answer_on(table.asked)["ok"]


def test_a_pause_on_the_box_pauses_phones_and_terminal(table: Table) -> None:
    table.device.back()
    assert table.session.paused
    assert table.answer_on(table.asked)["error"]["code"] == "paused"
    assert table.phones[1].ask("resume")["ok"]
    table.device.wait(0.5)
    labels = [row.label for row in getattr(table.device.view, "rows", [])]
    assert "Save and leave" not in labels, "the box leaves its pause menu when somebody goes on elsewhere"
    assert table.answer_on(table.asked)["ok"]


def test_a_pause_in_the_terminal_pauses_box_and_phones(table: Table) -> None:
    assert table.session.question is not None
    table.typed = ["", "p", "q"]  # the terminal is handed over first
    with pytest.raises(PlayerLeft):  # the terminal leaves; the pause stays
        table.terminal.play_turn(table.session.question)
    table.device.wait(0.5)
    assert table.session.paused
    assert table.phones[0].see()["match"]["paused"]
    assert "Save and leave" in [row.label for row in table.device.view.rows]  # type: ignore[attr-defined]


def test_an_answer_on_a_phone_reaches_box_terminal_and_the_other_phone(table: Table) -> None:
    before = table.session.n
    assert table.answer_on(table.asked)["ok"]
    assert any(isinstance(event, Answered) for event in table.events)
    table.device.wait(10)
    assert table.session.n > before
    assert all(phone.see()["question"]["n"] == table.session.n for phone in table.phones)


def test_go_on_puts_a_notice_away_for_everybody(table: Table) -> None:
    while table.app.notice is None or not table.app.notice.lines("en"):
        assert table.answer_on(table.asked)["ok"]
    assert table.phones[0].ask("go_on")["ok"]
    assert table.app.notice is None


def test_saving_and_leaving_on_a_phone_leads_the_box_back_to_its_menu(table: Table) -> None:
    table.app.lobby.close()
    table.device.wait(0.5)
    assert any(isinstance(event, MatchClosed) for event in table.events)
    assert table.app.live is None
    assert "New match" in [row.label for row in table.device.view.rows]  # type: ignore[attr-defined]
    assert all(phone.see()["table_state"] == "lobby" for phone in table.phones)
