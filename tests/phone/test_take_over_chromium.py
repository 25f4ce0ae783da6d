"""Taking over a seat in a real Chromium: a new phone asks, the host's phone is asked, and the seat changes hands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.presence import HOST_ABSENCE
from tests.phone.axe import NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.clients import phone
from tests.phone.service import Service, phones_only

pytestmark = IN_CHROMIUM
CONNECTED = "document.querySelector('.link:not(.lost)') && document.querySelector('.seats')"
ASKS = "document.querySelector('.asks')"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with phones_only(tmp_path) as running:
        yield running


def join(page: Page, service: Service) -> None:
    page.open(f"{service.address}j/{service.gate.code.text}", CONNECTED)


def age(service: Service, seat: int) -> None:
    """Pretend that the phone of a seat has been gone for a while."""
    assert service.until(lambda: not service.app.presence.is_connected(seat))
    service.app.presence.holders()[seat].seen -= HOST_ABSENCE


@NEEDS_AXE
def test_the_host_reads_the_number_of_the_new_phone_and_agrees(phones: list[Page], service: Service) -> None:
    host, new = phones
    join(host, service)
    host.click("[data-seat='0']")
    with phone(service, 1, "Ben"):
        pass
    age(service, 1)
    join(new, service)
    new.until("document.querySelector('[data-seat=\"1\"]')?.textContent.includes('ask for it')")
    new.click("[data-seat='1']")
    new.until(ASKS)
    host.until(ASKS)
    (take_over,) = service.app.presence.take_overs
    for page in phones:
        assert str(take_over.number) in page.value(f"{ASKS}.textContent")
        assert faults(page) == []
    host.click("[data-key='agree']")
    new.until("document.querySelector('[data-seat=\"1\"][aria-pressed=true]')")
    for page in phones:
        page.until(f"!{ASKS}")
        page.leave()


def test_the_only_player_left_becomes_host_with_one_tap(phones: list[Page], service: Service) -> None:
    page = phones[0]
    with phone(service, 0, "Anna"):
        join(page, service)
        page.click("[data-seat='1']")
        page.until("document.querySelector('[data-seat=\"1\"][aria-pressed=true]')")
        assert page.value("document.querySelector('[data-key=become-host]')") is None
    age(service, 0)
    page.until("document.querySelector('[data-key=become-host]')")
    page.click("[data-key='become-host']")
    page.until("document.querySelector('[data-key=start]')")
    page.leave()
