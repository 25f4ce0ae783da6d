"""A phone that the host removes: its open socket is closed and may ask for nothing more, whatever it had before."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from companion.app.app import App
from companion.phone.gate import JoinGate, open_gate
from companion.phone.live import Live, PhoneSocket
from companion.phone.rights import NOT_JOINED


class FakeSocket:
    """Remembers what a phone is sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed_with = 0

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed_with = code


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with closing(App(tmp_path, "en")) as opened:
        yield opened


def open_phone(gate: JoinGate, live: Live) -> PhoneSocket:
    scope: dict[str, Any] = {
        "path": "/live",
        "client": ("192.168.1.7", 5),
        "server": ("192.168.1.1", 80),
        "headers": [],
    }
    gate.join(scope, gate.code.text)
    phone = PhoneSocket(scope, "en", gate.identify(scope))
    live.phones.add(phone)
    return phone


def send_next(live: Live, phone: PhoneSocket) -> tuple[bool, FakeSocket]:
    socket = FakeSocket()
    stays = asyncio.run(asyncio.wait_for(live._send_next(cast(WebSocket, socket), phone), 60))
    return stays, socket


def test_a_removed_phone_receives_nothing_more(app: App) -> None:
    gate = open_gate(app)
    live = Live(app, gate)
    host, other = open_phone(gate, live), open_phone(gate, live)
    for phone in (host, other):
        stays, socket = send_next(live, phone)
        assert stays
        assert socket.sent
    app.presence.remove(list(app.presence)[1].id)
    stays, socket = send_next(live, other)
    assert not stays
    assert (socket.sent, socket.closed_with) == ([], NOT_JOINED)


def test_a_removed_phone_may_ask_for_nothing_more(app: App) -> None:
    gate = open_gate(app)
    live = Live(app, gate)
    open_phone(gate, live)
    other = open_phone(gate, live)
    app.presence.remove(list(app.presence)[1].id)
    live.handle_request(other, {"do": "name", "name": "Eve", "id": 1})
    assert '"not-allowed"' in other.replies[-1]


def test_rights_that_were_taken_away_are_gone_at_once(app: App) -> None:
    gate = open_gate(app)
    live = Live(app, gate)
    first, second = open_phone(gate, live), open_phone(gate, live)
    app.presence.sit(gate.identify(second.scope), 1)
    app.presence._make_host(list(app.presence)[1])
    live.handle_request(first, {"do": "remove", "phone": list(app.presence)[1].id, "id": 1})
    assert '"not-allowed"' in first.replies[-1]
