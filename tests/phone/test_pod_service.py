"""The running device with the real firmware on a pseudo-terminal: races in real time on the paddles of the pod."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from companion.device.views.race import CountdownView, HandView, NowView, VerdictView
from drivers.pod_process import PodProcess
from drivers.referee import POD
from tests.phone.races import LONGEST, judged, lid, push, tell, to_the_race, until
from tests.phone.service import Box, emulated


@pytest.fixture
def pod() -> Iterator[PodProcess]:
    with PodProcess() as process:
        yield process


@pytest.fixture
def service(tmp_path: Path, pod: PodProcess) -> Iterator[Box]:
    with emulated(tmp_path, pod=pod) as running:
        track = running.host.context.app.track
        assert running.until(lambda: track.find_source(0) is POD, LONGEST)
        yield running


@pytest.fixture
def page(service: Box) -> Iterator[ClientConnection]:
    with lid(service) as socket:
        yield socket


def test_a_paddle_of_the_pod_wins_by_a_margin(service: Box, page: ClientConnection) -> None:
    to_the_race(page, service)
    push(page, service, CountdownView)
    until(service, lambda view: isinstance(view, NowView))
    tell(page, press="paddle-1")
    until(service, lambda view: isinstance(view, VerdictView))
    tell(page, press="paddle-0")
    verdict = judged(service)
    assert [slap.seat for slap in verdict.order] == [1, 0]
    assert verdict.margin_ms is not None
    assert verdict.margin_ms > 0
    assert verdict.band_ms == 0.4
    assert not service.host.panel.paddles[1].closed, "the paddle on the lid was not touched"


def test_a_pod_unplugged_in_the_countdown_is_named_and_the_ark_takes_over(
    service: Box, page: ClientConnection, pod: PodProcess
) -> None:
    to_the_race(page, service)
    counting = push(page, service, CountdownView)
    pod.unplug()
    assert service.until(lambda: bool(counting.stage.gone), LONGEST)  # type: ignore[attr-defined]
    assert service.until(lambda: [fault.part for fault in service.app.faults] == ["pod"])
    push(page, service, CountdownView)
    until(service, lambda view: isinstance(view, NowView))
    tell(page, press="dome")
    until(service, lambda view: isinstance(view, HandView))


def test_a_pod_unplugged_after_now_sends_everybody_to_the_ark(
    service: Box, page: ClientConnection, pod: PodProcess
) -> None:
    to_the_race(page, service)
    push(page, service, CountdownView)
    view = until(service, lambda view: isinstance(view, NowView))
    assert isinstance(view, NowView)
    pod.unplug()
    assert service.until(lambda: view.attempt.by_ark, LONGEST)
    tell(page, press="dome")
    until(service, lambda view: isinstance(view, HandView))
