"""Rule cards on phones in a real Chromium: before the question they concern, under the question mark, and looked up."""

import os
from pathlib import Path

import pytest

from companion.app.rule_cards import ON
from tests.phone.axe import NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import answer, go_on, start
from tests.phone.service import Service

pytestmark = IN_CHROMIUM

CARD = "document.querySelector('.card.rule h2')?.textContent"
NO_CARD = "document.querySelector('[data-n]') && !document.querySelector('.card.rule')"
FOUND = "[...document.querySelectorAll('#view-rules .rules summary strong')].map((one) => one.textContent)"


def tick(page: Page, key: str) -> None:
    page.value(f"document.querySelector('[data-key={key}]').click()")


def open_rules(page: Page, words: str) -> None:
    """Open the rules and look something up."""
    page.value("location.hash = 'rules'")
    page.until("document.querySelector('[data-key=look-up]')")
    page.click("[data-key='look-up']")
    page.value("document.querySelector('[data-key=look-up]').select()")
    page.type(words)


def test_the_host_explains_the_rules_to_everyone(table: list[Page], service: Service) -> None:
    anna, ben = table
    tick(anna, "cards-table")
    assert service.until(lambda: service.app.settings["rule_cards"] == ON)
    session = start(anna, service, "noah", "table")
    for page in table:
        page.until(f"{CARD} === 'Goal'")
    page = table[0]
    page.click("[data-key='got-it']")
    page.until(NO_CARD)
    assert ben.value(CARD) == "Goal", "each of them reads at their own pace"
    ben.click("[data-key='no-more-cards']")
    ben.until(NO_CARD)
    answer(anna, service, session, "seat-0")
    anna.until(f"{CARD} === 'The ferries'")
    ben.until("document.querySelector('#prompt')?.textContent.includes('ferry 1')")
    assert ben.value(CARD) is None, "turned off on this phone, and only there"


def test_one_person_has_the_rules_explained(table: list[Page], service: Service) -> None:
    anna, ben = table
    tick(ben, "cards-here")
    start(anna, service, "noah", "table")
    ben.until(f"{CARD} === 'Goal'")
    anna.until("document.querySelector('#prompt')")
    assert anna.value(CARD) is None


def test_a_card_that_was_read_stays_away_after_an_undo(table: list[Page], service: Service) -> None:
    anna, _ = table
    tick(anna, "cards-here")
    session = start(anna, service, "noah", "table")
    answer(anna, service, session, "seat-0")
    anna.until(f"{CARD} === 'The ferries'")
    anna.click("[data-key='got-it']")
    anna.until(NO_CARD)
    answer(anna, service, session, "cat-f")
    anna.until(f"{CARD} === 'Reading a card'")
    anna.click("[data-key='undo']")
    anna.until("document.querySelector('dialog[open]')")
    anna.click("dialog button")
    anna.until(f"!document.querySelector('dialog[open]') && document.querySelector('[data-n=\"2\"]') && !({CARD})")
    assert session.n == 2


def test_the_question_mark_lists_the_rules_of_the_question(table: list[Page], service: Service) -> None:
    anna = table[0]
    session = start(anna, service, "noah")
    assert session.question is not None
    page = table[session.question.seat]
    page.until("document.querySelector('[data-key=why]')")
    page.click("[data-key='why']")
    page.until("document.querySelectorAll('dialog .rules summary').length > 4")
    titles = page.value("[...document.querySelectorAll('dialog .rules strong')].map((one) => one.textContent)")
    assert {"Weight", "Males and females", "Moving Noah"} <= set(titles)
    page.click("dialog .row.end button")
    page.until("document.querySelector('[data-key=look-up]')")


def test_rules_are_looked_up_by_word(table: list[Page], service: Service) -> None:
    anna = table[0]
    start(anna, service, "noah")
    open_rules(anna, "mul")
    anna.until(f"{FOUND}[0] === 'Mule' && {FOUND}.length < 8")
    open_rules(anna, "xyz")
    anna.until("document.querySelector('#view-rules .note')?.textContent.includes('No rule')")
    anna.click("[data-key='language']")
    anna.until("document.documentElement.lang === 'fr'")
    open_rules(anna, "poids")
    anna.until(f"{FOUND}[0] === 'Poids'")


def test_a_race_waits_for_the_card_until_somebody_has_read_it(table: list[Page], service: Service) -> None:
    anna, ben = table
    tick(anna, "cards-table")
    assert service.until(lambda: service.app.settings["rule_cards"] == ON)
    session = start(anna, service, "noahs-ark", "table")
    while session.question is not None and session.question.ask != "unseen":
        go_on(service, session, session.question.list_ids()[0])
    ben.until(f"{CARD} === 'NOW!'")
    assert service.app.races.stage is None
    ben.click("[data-key='got-it']")
    assert service.until(lambda: service.app.races.stage is not None)


@NEEDS_AXE
def test_everybody_can_use_them_on_a_small_phone(table: list[Page], service: Service, tmp_path: Path) -> None:
    """Where ARKSIDE_PICTURES names a folder, pictures are left there."""
    folder = Path(os.environ.get("ARKSIDE_PICTURES", tmp_path))
    anna = table[0]
    anna.look(320, 740, "light")
    anna.picture(folder / "rules-lobby.png")
    tick(anna, "cards-table")
    assert service.until(lambda: service.app.settings["rule_cards"] == ON)
    start(anna, service, "noah", "table")
    anna.until(CARD)
    anna.picture(folder / "rules-card.png")
    assert faults(anna, None) == []
    open_rules(anna, "lion")
    anna.until(f"{FOUND}[0] === 'Lion'")
    anna.picture(folder / "rules-found.png")
    assert faults(anna, None) == []
    assert anna.value("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("width", [320, 1280])
def test_all_rules_fit_the_screen(table: list[Page], service: Service, width: int) -> None:
    anna = table[0]
    anna.look(width, 740, "dark")
    for game in ("ark", "ark-and-noah", "noah", "noahs-ark"):
        anna.value("location.hash = 'rules'")
        anna.until(f"document.querySelector('[data-key=rules-of-{game}]')")
        tick(anna, f"rules-of-{game}")
        anna.until("document.querySelectorAll('#view-rules .rules summary').length > 20")
        anna.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert anna.value("document.documentElement.scrollWidth") <= width, game
