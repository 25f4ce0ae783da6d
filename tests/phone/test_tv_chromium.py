"""The page for a television, in a real Chromium: large, for everybody, and with nothing to tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phone.axe import NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.clients import phone, two_at
from tests.phone.fingers import go_on, seat_guest, sit, start
from tests.phone.service import Service, phones_only

pytestmark = IN_CHROMIUM
TV = "document.querySelector('.tv-main')"
CONNECTED = "document.querySelector('.link:not(.lost)')"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with phones_only(tmp_path) as running:
        yield running


@pytest.fixture
def screen(phones: list[Page], service: Service) -> Page:
    phones[0].look(1920, 1080, "dark")
    return phones[0]


def join(screen: Page, service: Service) -> None:
    """Join as a screen that holds no seat; whoever joined before is host."""
    screen.open(f"{service.address}j/{service.gate.code.text}", CONNECTED)


def test_a_large_screen_that_watches_shows_turn_table_scores_and_code(screen: Page, service: Service) -> None:
    with two_at(service, "noah", length="short"):
        join(screen, service)
        screen.until(f"{TV} && document.querySelector('.picture *')")
        text = screen.value("document.body.innerText")
        session = service.app.live
        assert session is not None
        assert session.question is not None
        prompt = session.get_voice("en").prompt(session.question, session.match.table)
        for shown in (prompt, "Anna", "Ben", service.gate.code.text, "fewest tears win"):
            assert shown in text
        assert screen.value("document.querySelectorAll('main button, #tabs a').length") == 0
        assert screen.value("document.documentElement.scrollHeight <= innerHeight")
        assert screen.value("parseFloat(getComputedStyle(document.querySelector('.tv-turn h2')).fontSize)") >= 36
        assert screen.errors == []
        screen.leave()


@pytest.mark.parametrize(("game", "least"), [("ark-and-noah", 4), ("noah", 0)])
def test_the_latest_answers_fill_the_room_below_the_picture_and_none_is_cut(
    screen: Page, service: Service, game: str, least: int
) -> None:
    with two_at(service, game, "table"):
        join(screen, service)
        session = service.app.live
        assert session is not None
        while session.n < 12:
            assert session.question is not None
            go_on(service, session, session.question.list_ids()[-1])
        screen.until(f"{TV} && document.querySelector('.picture *')")
        screen.until("document.querySelectorAll('.tv-log li').length === 11")
        boxes = screen.value(
            "[...document.querySelectorAll('.tv-log li')].map((one) => one.getBoundingClientRect())"
            ".filter((one) => one.left < innerWidth).map((one) => one.bottom)"
        )
        assert len(boxes) >= least, "with all numbers, the picture of Ark & Noah is a narrow row"
        room = screen.value("document.querySelector('.tv-log').getBoundingClientRect().bottom + 1")
        assert all(bottom < room for bottom in boxes)
        assert screen.value("document.documentElement.scrollHeight <= innerHeight")
        screen.leave()


def test_anybody_may_join_there(screen: Page, service: Service) -> None:
    with two_at(service, "noah", length="short"):
        join(screen, service)
        screen.until(TV)
        screen.click("[data-key='leave-tv']")
        screen.until(f"!{TV} && document.querySelector('#tabs a')")
        screen.value("location.hash = 'more'")
        screen.until("document.querySelector('[data-key=tv]')")
        screen.leave()


def test_the_short_address_leads_there_even_before_a_match_and_survives_joining(screen: Page, service: Service) -> None:
    with phone(service, 0, "Anna"):
        screen.open(f"{service.address}tv", "document.querySelector('input[name=code]')")
        screen.value(f"document.querySelector('input[name=code]').value = {service.gate.code.text!r}")
        screen.click("form button.main")
        screen.until("document.querySelector('.tv-lobby') && document.querySelector('.qr')")
        assert "Anna" in screen.value("document.querySelector('.tv-scores').textContent")
        screen.leave()


def test_a_race_fills_the_screen_once_everybody_is_ready(screen: Page, service: Service) -> None:
    with two_at(service, "noahs-ark", length="shortest") as (anna, ben):
        join(screen, service)
        for phone in (anna, ben):
            assert phone.ask("slap", on=True)["ok"]
        session = service.app.live
        assert session is not None
        while (
            session.question is not None and anna.until(lambda state: state["question"])["question"]["kind"] != "race"
        ):
            question = anna.state["question"]
            (anna if question["mine"] else ben).ask("answer", n=question["n"], choice=question["choices"][0]["id"])
        screen.until("document.querySelector('.tv-race.above-table') && document.querySelector('.picture *')")
        lines = screen.value("[...document.querySelectorAll('.tv-race p')].map((line) => line.textContent)")
        assert len(lines) == len(set(lines)), lines
        for phone in (anna, ben):  # ready
            phone.tell("touch", down=True)
            phone.tell("touch", down=False)
        screen.until("document.querySelector('.tv-race:not(.above-table)')")
        assert screen.value("document.querySelector('.tv-race').offsetHeight / innerHeight") > 0.8
        assert screen.value("document.querySelectorAll('main button').length") == 0
        screen.leave()


@NEEDS_AXE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_there(screen: Page, service: Service, scheme: str) -> None:
    with two_at(service, "noah", length="short"):
        screen.look(1920, 1080, scheme)
        join(screen, service)
        screen.until(f"{TV} && document.querySelector('.picture *')")
        assert faults(screen) == []
        screen.leave()


def test_a_player_who_puts_it_on_the_television_shows_nobody_their_cards(screen: Page, service: Service) -> None:
    join(screen, service)
    sit(screen, service, 0, "Anna")
    seat_guest(screen, 1, "Ben")
    session = start(screen, service, "noah", length="short")
    while session.question is not None and session.question.seat != 0:
        go_on(service, session, session.question.list_ids()[0])
    screen.value("location.hash = 'table'")
    screen.until("document.querySelector('.picture *') && document.body.innerText.includes('Your cards')")
    screen.value("location.hash = 'tv'")
    screen.until(
        f"{TV} && document.querySelector('.tv-main .picture *') && !document.body.innerText.includes('Your cards')"
    )
    assert screen.value("document.querySelector('.tv-log')") is None, (
        "a player's own log may say what others may not read"
    )
    assert screen.value("document.querySelectorAll('[data-choice]').length") == 0
    screen.leave()
