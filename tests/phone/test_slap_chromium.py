"""The page for slaps in a real Chromium of the size of a phone: a seat, a finger, a verdict."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from companion.device.views.race import CountdownView, NowView
from drivers.referee import GPIO, PHONE
from tests.phone.browser import Page, browse, chromium
from tests.phone.races import judged, lid, push, to_the_race
from tests.phone.service import Service, emulated

pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed: apt-get install chromium"),
    pytest.mark.xdist_group("chromium"),
]
CHOOSING = "document.querySelectorAll('#seats button').length === 5"


def state_is(word: str) -> str:
    return f"document.body?.dataset.state === {word!r}"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browse(tmp_path_factory.mktemp("profile")) as tab:
        tab.resize(390, 780)
        yield tab


@pytest.fixture(params=["en"])
def service(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Service]:
    with emulated(tmp_path / "data", request.param) as running:
        yield running


@pytest.fixture
def page(service: Service) -> Iterator[ClientConnection]:
    with lid(service) as socket:
        yield socket


@pytest.fixture
def phone(service: Service, browser: Page) -> Iterator[Page]:
    browser.open(service.address + "slap", CHOOSING)
    yield browser
    browser.value("sessionStorage.clear()")
    browser.leave()
    assert browser.errors == []


def test_a_finger_on_the_screen_wins_a_race(phone: Page, service: Service, page: ClientConnection) -> None:
    phone.touch("[data-seat='1']")
    phone.lift()
    phone.until(state_is("wait"))
    assert service.host.desk.course.source(1) is PHONE
    to_the_race(page, service)
    phone.until(state_is("ready"))
    push(page, service, CountdownView)
    phone.until(state_is("armed"))
    phone.until(state_is("now"))
    assert isinstance(service.host.view, NowView)
    phone.touch("#slap")
    phone.until("document.querySelector('#slap').classList.contains('down')")
    phone.until(state_is("verdict"))
    phone.lift()
    phone.until("!document.querySelector('#slap').classList.contains('down')")
    assert "friendly" in phone.value("document.querySelector('#title').textContent")
    verdict = judged(service)
    assert (verdict.winner, verdict.friendly) == (1, (1,))


def test_the_button_is_as_large_as_a_hand(phone: Page, service: Service, page: ClientConnection) -> None:
    phone.click("[data-seat='0']")
    to_the_race(page, service)
    phone.until(state_is("ready"))
    width, height = phone.value(
        "(() => { const b = document.querySelector('#slap').getBoundingClientRect(); return [b.width, b.height]; })()"
    )
    assert width > 300
    assert height > 350
    assert phone.value("document.documentElement.scrollHeight <= innerHeight")


def test_a_page_that_is_loaded_again_keeps_its_seat(phone: Page, service: Service) -> None:
    phone.click("[data-seat='2']")
    phone.until(state_is("wait"))
    phone.leave()
    assert service.until(lambda: service.host.desk.course.source(2) is GPIO)
    phone.open(service.address + "slap", state_is("wait"))
    assert service.host.desk.course.source(2) is PHONE


def test_a_seat_can_be_changed(phone: Page, service: Service) -> None:
    phone.click("[data-seat='2']")
    phone.until(state_is("wait"))
    phone.click("#mine")
    phone.until(CHOOSING)
    assert service.until(lambda: service.host.desk.course.source(2) is GPIO)


@pytest.mark.parametrize("service", ["fr"], indirect=True)
def test_it_speaks_the_language_of_the_device(phone: Page) -> None:
    assert phone.value("document.querySelector('#title').textContent") == "Qui es-tu ?"
