"""How the page for phones looks in a real Chromium: for everybody, on every screen, quickly, and as pictures."""

import json
import os
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest

from companion.phone.pages import PAGE
from tests.phone.axe import COLOURS, NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import LOBBY, OVER, answer, seat_guest, sit, start
from tests.phone.service import Service

MOST_BYTES = 170_000

pytestmark = IN_CHROMIUM


VIEWS = ("play", "table", "scores", "log", "more", "rules", "history", "settings", "teach", "diagnostics")


@NEEDS_AXE
@pytest.mark.parametrize(("scheme", "rule"), [("light", None), ("dark", COLOURS)])
def test_axe_finds_no_serious_fault(table: list[Page], service: Service, scheme: str, rule: str | None) -> None:
    page = table[0]
    page.look(360, 740, scheme)
    faults_by_view = {"lobby": faults(page, rule)}
    session = start(page, service, "noah")
    for _ in range(4):
        assert session.question is not None
        answer(table[max(0, session.question.seat)], service, session, session.question.list_ids()[0])
    for view in VIEWS:
        page.value(f"location.hash = {view!r}")
        page.until("document.querySelector('main section')?.childElementCount")
        faults_by_view[view] = faults(page, rule)
    page.look(1280, 800, scheme)
    page.value("location.hash = 'play'")
    faults_by_view["wide"] = faults(page, rule)
    page.value("document.querySelector('[data-key=why]')?.click()")
    faults_by_view["dialog"] = faults(page, rule)
    assert {view: fault for view, fault in faults_by_view.items() if fault} == {}


def test_the_page_weighs_little_and_needs_two_round_trips(phones: list[Page], service: Service) -> None:
    page = phones[0]
    page.open(service.address, LOBBY)
    loaded = page.value(
        "[performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')]"
        ".map((one) => [one.name, one.encodedBodySize, one.initiatorType])"
    )
    assert sum(size for _, size, _ in loaded) < MOST_BYTES
    assert all(name.startswith(service.address) for name, _, _ in loaded)
    # whatever the first view needs is named in the page itself: nothing is found out by loading something else
    with urlopen(service.address, timeout=60) as answer:
        shell = answer.read().decode()
    for name, _, kind in loaded:
        if name.endswith((".js", ".css")):
            assert f'"{name.removeprefix(service.address.rstrip("/"))}"' in shell, kind


def test_style_sheets_mean_the_same_as_their_files(phones: list[Page], service: Service) -> None:
    phones[0].open(service.address, LOBBY)
    rules = "((sheet) => [...sheet.replaceSync(%s) ?? sheet.cssRules].map((one) => one.cssText.replaceAll(', ', ',')))(new CSSStyleSheet())"
    for file in PAGE.glob("*.css"):
        with urlopen(service.address + file.name, timeout=60) as answer:
            served = answer.read().decode()
        written = phones[0].value(rules % json.dumps(file.read_text(encoding="utf-8")))
        assert phones[0].value(rules % json.dumps(served)) == written
        assert len(written) > 9


@pytest.mark.parametrize("width", [320, 768, 1920])
def test_it_fits_every_screen(phones: list[Page], service: Service, width: int) -> None:
    page = phones[0]
    page.look(width, 800, "dark")
    sit(page, service, 0, "Annabella-Marie!")
    seat_guest(page, 1, "Ben")
    session = start(page, service, "noah")
    for view in ("play", "scores", "log", "more", "settings", "history"):
        page.value(f"location.hash = {view!r}")
        page.until("document.querySelector('main section')?.childElementCount")
        assert page.value("document.documentElement.scrollWidth") <= width, view
    page.value("location.hash = 'play'")
    page.until("document.querySelector('[data-choice], [data-key=stand-in]')")
    sizes = page.value("[...document.querySelectorAll('button[data-choice], #tabs a')].map((one) => one.getBoundingClientRect().height)")  # fmt: skip
    assert min(sizes) >= 44
    session.close()


def test_pictures_for_people_to_look_at(table: list[Page], service: Service, tmp_path: Path) -> None:
    """Where ARKSIDE_PICTURES names a folder, what the page looks like is left there."""
    folder = Path(os.environ.get("ARKSIDE_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    session = start(table[0], service, "noah")
    rng = Random(4)
    while session.question is not None and session.n < 24:
        answer(table[max(0, session.question.seat)], service, session, rng.choice(session.question.list_ids()))
    for scheme in ("light", "dark"):
        for width, height in ((360, 740), (1280, 800)):
            for view in ("play", "scores", "log"):
                table[0].look(width, height, scheme)
                table[0].value(f"location.hash = {view!r}")
                file = folder / f"{view}-{width}x{height}-{scheme}.png"
                table[0].picture(file)
                assert file.stat().st_size > 5000
    assert not table[0].value(f"!!{OVER}")
