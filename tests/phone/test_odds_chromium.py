"""Odds on a phone, in a real Chromium: unfolded they are counted, folded nobody counts."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.lab import odds_worker
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import start
from tests.phone.service import Service, emulated

pytestmark = IN_CHROMIUM
CHANCES = "[...document.querySelectorAll('.chance strong')].map((one) => parseInt(one.textContent))"
FOLD = "document.querySelector('details.odds summary').click()"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(odds_worker, "MODULE", "tests.device.eager_odds")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text('odds = "phone"\n')
    with emulated(tmp_path / "data") as running:
        yield running


@pytest.fixture
def phones(table: list[Page]) -> list[Page]:
    """Anna and Ben, seated."""
    return table


def test_opened_odds_grow_surer(phones: list[Page], service: Service, tmp_path: Path) -> None:
    anna, ben = phones
    folder = Path(os.environ.get("ARKSIDE_PICTURES", tmp_path))
    session = start(anna, service, "noah", length="short")
    live = service.app.odds
    anna.value("location.hash = 'scores'")
    anna.until("document.querySelector('details.odds')")
    assert live.worker.pid is None
    anna.value(FOLD)
    anna.until("document.querySelectorAll('.chance').length === 2")
    assert service.until(lambda: live.odds is not None and not live.counting, 30)
    anna.until("document.querySelector('details.odds').textContent.includes('600')")
    shares = anna.value(CHANCES)
    assert 98 <= sum(shares) <= 102
    for scheme in ("light", "dark"):  # the browser's own bar had a black track beside a bright colour
        anna.look(360, 740, scheme)
        looks = anna.value(
            "[...document.querySelectorAll('.chance progress')].map((one) => [getComputedStyle(one).appearance, getComputedStyle(one).backgroundColor])"
        )
        assert set(map(tuple, looks)) == {("none", {"light": "rgb(228, 238, 244)", "dark": "rgb(34, 49, 61)"}[scheme])}
    assert shares == [round(100 * chance.share) for chance in live.odds.chances]
    for scheme in ("light", "dark"):
        anna.look(360, 740, scheme)
        anna.picture(folder / f"odds-360x740-{scheme}.png")
    # an answer asks anew, and the card stays unfolded
    before, number = live.version, session.n
    choice = session.question.list_ids()[0]
    service.call(lambda: session.answer(session.n, choice))
    assert service.until(lambda: session.n > number and live.version > before and not live.counting, 30)
    anna.until("document.querySelectorAll('.chance').length === 2")
    anna.value(FOLD)
    assert service.until(lambda: live.worker.pid is None)
    assert ben.value("document.querySelectorAll('.chance').length") == 0
    assert anna.errors == ben.errors == []


def test_a_phone_that_goes_away_looks_no_more(phones: list[Page], service: Service) -> None:
    start(phones[0], service, "noah", length="short")
    live = service.app.odds
    phones[1].value("location.hash = 'scores'")
    phones[1].until("document.querySelector('details.odds')")
    phones[1].value(FOLD)
    assert service.until(lambda: len(live.looking) == 1)
    phones[1].value("location.href = 'about:blank'")
    assert service.until(lambda: not live.looking and live.worker.pid is None)


def test_the_host_switches_them_off_for_everybody_and_french_has_them_too(phones: list[Page], service: Service) -> None:
    anna, ben = phones
    start(anna, service, "noah", length="short")
    ben.value("location.hash = 'scores'")
    ben.until("document.querySelector('details.odds')")
    ben.click("[data-key='language']")
    ben.until("document.querySelector('details.odds').textContent.includes('Pronostic')")
    ben.value(FOLD)
    ben.until("document.querySelector('.chance small')?.textContent.includes('entre')")
    anna.value("location.hash = 'settings'")
    anna.until("document.querySelector('[data-key=\"set-odds\"]')")
    anna.value("(() => { const one = document.querySelector('[data-key=\"set-odds\"]'); one.value = 'off';"
               " one.dispatchEvent(new Event('change')); })()")  # fmt: skip
    ben.until("!document.querySelector('details.odds')")
    assert service.until(lambda: service.app.odds.worker.pid is None)
