"""Any game on a phone in a real Chromium: one large button for a turn, and points of all categories on one screen."""

from collections.abc import Callable

import pytest

from tests.phone.axe import COLOURS, NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import go_on, seat_guest, sit
from tests.phone.service import Service

pytestmark = IN_CHROMIUM

BOTTOM = "Math.max(...[...document.querySelectorAll('.ask button')].map((one) => one.getBoundingClientRect().bottom))"
SETTLED = "!('settling' in document.querySelector('#main').dataset)"
ROOM = "innerHeight - document.querySelector('#tabs').offsetHeight"


def test_a_turn_and_its_points_are_entered_without_scrolling(phones: list[Page], service: Service) -> None:
    page = phones[0]
    sit(page, service, 0, "Anna")
    page.click("[data-game='any']")
    page.until("document.querySelector('[data-game=any][aria-checked=true]')")
    for seat, name in enumerate(("Ben", "Cleo", "Dan", "Eve", "Finn"), 1):
        seat_guest(page, seat, name)
    assert page.value("document.querySelector('[data-key=\"deal-table\"]')") is None, "there are no cards to deal"
    page.click("[data-key='start']")
    assert service.until(lambda: service.app.live is not None)
    session = service.app.live
    assert session is not None
    for choice in ("unnamed", "farm", "seat-0"):
        go_on(service, session, choice)

    def wait_for_question() -> None:
        page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
        assert page.value(BOTTOM) <= page.value(ROOM)
        assert page.value("document.documentElement.scrollWidth") <= 360

    wait_for_question()
    assert page.value("document.querySelector('[data-choice=done]').getBoundingClientRect().width") > 300
    page.click("[data-choice='points-1']")
    assert service.until(lambda: session.question is not None and session.question.ask == "points")
    wait_for_question()
    for key in ("more_of_it-0", "more_of_it-0", "more_of_it-4", "less-4", "less-4"):
        page.click(f"[data-key='{key}']")
    page.click("[data-key='send']")
    assert service.until(lambda: session.match.answers[-1] == "fields=2,gold=-1")
    wait_for_question()
    page.click("[data-choice='done']")
    assert service.until(lambda: session.question is not None and session.question.seat == 1)


@NEEDS_AXE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_fields_for_points_are_for_everybody(phones: list[Page], service: Service, scheme: str) -> None:
    page = phones[0]
    sit(page, service, 0, "Anna")
    page.click("[data-game='any']")
    page.until("document.querySelector('[data-game=any][aria-checked=true]')")
    page.click("[data-key='start']")
    assert service.until(lambda: service.app.live is not None)
    session = service.app.live
    assert session is not None
    page.look(360, 740, scheme)
    for choice in ("unnamed", "chess-clock", "points-0"):
        page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
        assert faults(page, COLOURS) == []
        go_on(service, session, choice)
    page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
    assert faults(page, COLOURS) == []


def test_three_phones_bid_at_once_and_see_all_bids_together(
    phones: list[Page], browser: tuple[Page, Callable[[], Page]], service: Service
) -> None:
    pages = [*phones, browser[1]()]
    pages[2].look(360, 740, "light")
    for seat, (page, name) in enumerate(zip(pages, ("Anna", "Ben", "Cleo"), strict=True)):
        sit(page, service, seat, name)
    pages[0].click("[data-game='any']")
    pages[0].until("document.querySelector('[data-game=any][aria-checked=true]')")
    pages[0].click("[data-key='start']")
    assert service.until(lambda: service.app.live is not None)
    session = service.app.live
    assert session is not None
    for choice in ("unnamed", "tricks"):
        go_on(service, session, choice)
    n = session.n
    for page in pages:
        page.until(f'document.querySelector(\'.ask.mine[data-n="{n}"] [data-choice="13"]\') && {SETTLED}')
    for page, bid in zip(pages, ("3", "0", "13"), strict=True):  # nobody waits for the others' answers
        page.click(f"[data-choice='{bid}']")
    assert service.until(lambda: session.n == n + 3)
    assert session.match.table.bids == {0: 3, 1: 0, 2: 13}
    for page in pages:
        page.until("document.querySelector('.news')?.textContent.includes('Cleo bids 13')")
        assert page.errors == []
