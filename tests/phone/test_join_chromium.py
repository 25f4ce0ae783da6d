"""Joining in a real Chromium, as a phone that is not this computer: nothing without the code, everything with it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.presence import Viewer
from companion.app.requests import Asker
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.service import Service, emulated

pytestmark = IN_CHROMIUM
ASKED = "document.querySelector('input[name=code]')"
INSIDE = "document.querySelector('#tabs a')"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with emulated(tmp_path / "data", home=False) as running:
        yield running


@pytest.fixture
def page(phones: list[Page]) -> Page:
    return phones[0]


def enter(page: Page, code: str) -> None:
    page.value(f"{ASKED}.value = {code!r}")
    page.click("form button.main")


def test_a_guest_sees_the_question_for_the_code_and_nothing_else(page: Page, service: Service) -> None:
    page.open(service.address, ASKED)
    first = json.loads(page.value("document.getElementById('first').textContent"))
    assert set(first) == {"languages", "words", "you"}
    assert page.value("document.cookie") == ""
    assert page.value("fetch('/matches.json').then((answer) => answer.status)") == 403
    text = page.value(
        "new Promise((done) => { const socket = new WebSocket(`ws://${location.host}/live`); const heard = [];"
        " socket.onmessage = (event) => heard.push(event.data); socket.onclose = (event) => done([event.code, heard.length]); })"
    )
    assert text == [4401, 0]


def test_the_code_that_is_typed_lets_a_phone_in(page: Page, service: Service) -> None:
    page.open(service.address, ASKED)
    enter(page, "AAAAAA")
    page.until("document.querySelector('[role=alert].trouble').textContent")
    assert (
        page.value("document.querySelector('[role=alert].trouble').textContent") == "That's not the code of this table"
    )
    enter(page, service.gate.code.text.lower())
    page.until(INSIDE)
    assert "arkside" not in page.value("document.cookie")  # no script can read it
    assert [phone.role for phone in service.gate.presence] == ["host"]


def test_the_address_of_the_qr_is_enough(page: Page, service: Service) -> None:
    page.open(service.app.invitation.link(), INSIDE)
    assert page.value("location.pathname") == "/"
    assert [error for error in page.errors if "Security" in error] == []


def test_a_phone_that_is_removed_is_asked_for_the_new_code(page: Page, service: Service) -> None:
    page.open(f"{service.address}j/{service.gate.code.text}", INSIDE)
    page.until("document.querySelector('.link:not(.lost)')")
    assert service.until(lambda: bool(list(service.gate.presence)))
    old = service.gate.code.text
    away = {"do": "remove", "phone": next(iter(service.gate.presence)).id}
    service.call(lambda: service.pages.live.requests.take(Asker("en"), Viewer("host", None, ""), away))
    page.until(ASKED)
    assert service.gate.code.text != old


def test_after_a_restart_of_the_box_a_phone_is_in_at_once(page: Page, tmp_path: Path) -> None:
    with emulated(tmp_path / "data", home=False) as before:
        page.open(f"{before.address}j/{before.gate.code.text}", INSIDE)
        assert before.until(lambda: bool(list(before.gate.presence)))
    with emulated(tmp_path / "data", home=False) as after:  # another port, but cookies do not care
        page.open(after.address, INSIDE)
        assert [phone.role for phone in after.gate.presence] == ["host"]


def test_no_page_of_another_site_can_frame_it(page: Page, service: Service) -> None:
    page.open(f"{service.address}j/{service.gate.code.text}", INSIDE)
    page.value(
        "new Promise((done) => { const frame = document.createElement('iframe'); frame.src = '/'; frame.onload = done;"
        " frame.onerror = done; document.body.append(frame); setTimeout(done, 2000); })"
    )
    assert any("frame-ancestors" in error or "frame" in error.lower() for error in page.errors)
