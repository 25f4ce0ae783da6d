"""Hands for races in real time: over the socket of the emulator's page, at a device that runs."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from websockets.sync.client import ClientConnection, connect

from companion.app.races import VerdictStage
from companion.device.view import View
from companion.device.views.race import ReadyView
from drivers.referee import Verdict
from tests.phone.service import Box

LONGEST = 60.0


@contextmanager
def lid(service: Box) -> Iterator[ClientConnection]:
    """The emulator's page, which nobody looks at here."""
    with connect(f"ws://127.0.0.1:{service.port}/panel", max_queue=None) as socket:
        yield socket


def tell(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def push(page: ClientConnection, service: Box, kind: type[View]) -> View:
    """Push the dial; a view of that kind must come."""
    before = service.host.view
    assert service.until(lambda: "dial-push" not in service.host.panel.list_held_buttons())
    assert service.until(lambda: service.host.clock() >= service.host.ignores_pushes_until)
    tell(page, push=True)
    assert service.until(lambda: service.host.view is not before)
    assert isinstance(service.host.view, kind), service.host.view
    return service.host.view


def until(service: Box, there: Callable[[View], bool]) -> View:
    """Wait for a view."""
    assert service.until(lambda: there(service.host.view), LONGEST)
    return service.host.view


def to_the_race(page: ClientConnection, service: Box) -> ReadyView:
    """Practice with two racers."""
    view = service.host.view
    tell(page, turn=1)
    assert service.until(lambda: view.at == 1)  # type: ignore[attr-defined]
    push(page, service, View)
    ready = push(page, service, ReadyView)
    assert isinstance(ready, ReadyView)
    return ready


def judged(service: Box) -> Verdict:
    """The verdict, once nobody is waited for any more."""
    verdicts: list[Verdict] = []

    def is_judged() -> bool:
        stage = service.app.races.stage
        if isinstance(stage, VerdictStage) and not stage.gathering:
            verdicts.append(stage.verdict)
        return bool(verdicts)

    assert service.until(is_judged, LONGEST)
    return verdicts[0]
