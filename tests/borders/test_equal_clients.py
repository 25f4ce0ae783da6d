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


def test_phones_share_the_ticks_on_what_is_to_do(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        app, gate = device.app, JoinGate(device.app.presence)
        live = Live(app, gate)
        app.lobby.change("noah", "table")
        session = app.lobby.start([SeatDraft("Anna"), SeatDraft("Ben")], seed=7)
        anna, ben = Phone(live, gate, 0), Phone(live, gate, 1)
        steps = [at for at, cue in enumerate(anna.see()["cues"]) if cue["weight"] == "do-now"]
        assert len(steps) >= 3
        assert anna.ask("tick", n=1, line=steps[1], on=True)["ok"]
        assert [at for at, cue in enumerate(ben.see()["cues"]) if cue["done"]] == [steps[1]]
        assert ben.ask("tick", n=1, line=steps[1], on=False)["ok"]
        assert not any(cue["done"] for cue in anna.see()["cues"])
        assert ben.ask("tick", n=1, line=99, on=True)["error"]["code"] == "stale-question"
        assert ben.ask("tick", n=1, line=steps[0], on=True)["ok"]
        session.answer(1, "seat-0")
        assert not any(cue["done"] for cue in anna.see()["cues"]), "the next list starts without ticks"
        assert ben.ask("tick", n=1, line=steps[0], on=True)["error"]["code"] == "stale-question"


class RealTable:
    """A real table of Noah, on box, phone and terminal, where Noah's ferry has a male elephant aboard."""

    def __init__(self, device: Rehearsal) -> None:
        self.device = device
        self.app: App = device.app
        gate = JoinGate(self.app.presence)
        self.app.lobby.change("noah", "table")
        self.session = self.app.lobby.start([SeatDraft("Anna"), SeatDraft("Ben")], seed=7)
        self.phone = Phone(Live(self.app, gate), gate, 0)
        for answer in ("seat-0", "elephant-m", "cat-f", "bear-m", "panda-f", "kangaroo-m"):
            self.session.answer(self.session.n, answer)
        while self.app.notice is not None:
            self.app.go_on()
        device.wait(1)

    def list_log(self) -> str:
        """Return the last answer as the log has it."""
        return self.session.list_log_lines("en")[-1].label


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[RealTable]:
    with Rehearsal(tmp_path) as device:
        yield RealTable(device)


PLAYED_ANYWAY = "elephant ♂ 10 (played anyway)"


def test_a_phone_enters_what_was_played_anyway(real_table: RealTable) -> None:
    choices = {choice["id"]: choice for choice in real_table.phone.ask("anyway")["choices"]}
    doubt = choices["anyway-elephant-m"]
    assert (doubt["label"], doubt["why"]) == ("elephant ♂ 10", "it can't be in this hand")
    assert real_table.phone.ask("answer", n=real_table.session.n, choice=doubt["id"])["ok"]
    assert real_table.list_log() == PLAYED_ANYWAY


def test_the_box_enters_what_was_played_anyway(real_table: RealTable) -> None:
    device = real_table.device
    device.tap("dome")
    device.pick("We played it anyway …")
    device.pick("elephant ♂ 10")
    assert "it can't be in this hand" in device.view.lines  # type: ignore[attr-defined]
    device.push()
    device.pick("Enter it anyway")
    assert real_table.list_log() == PLAYED_ANYWAY


def test_the_box_cancels_what_was_not_played_after_all(real_table: RealTable) -> None:
    device, n = real_table.device, real_table.session.n
    device.tap("dome")
    device.pick("We played it anyway …")
    device.pick("elephant ♂ 10")
    device.push()
    device.pick("Cancel")
    assert real_table.session.n == n


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("fr", "o")])
def test_the_terminal_enters_what_was_played_anyway(real_table: RealTable, language: str, yes: str) -> None:
    typed, paper = ["elephant-m", yes], Console(record=True, width=100, file=io.StringIO())
    terminal = TerminalPlay(real_table.session, Say(language), paper, lambda prompt: typed.pop(0))
    assert real_table.session.question is not None
    terminal.play_turn(real_table.session.question)
    assert not typed
    assert real_table.list_log() == PLAYED_ANYWAY


def test_the_terminal_takes_another_answer_instead(real_table: RealTable) -> None:
    typed, paper = ["elephant m", "cat m"], Console(record=True, width=100, file=io.StringIO())
    terminal = TerminalPlay(real_table.session, Say("en"), paper, lambda prompt: typed.pop(0) if typed else "q")
    assert real_table.session.question is not None
    with pytest.raises(PlayerLeft):  # two ferries fit "cat m", so it's asked again
        terminal.play_turn(real_table.session.question)
    assert "it can't be in this hand" in paper.export_text()
    assert not typed
