"""A hint on a phone, in a real Chromium: asked for with a button, shown below the choices, in both languages."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.lab import odds_worker
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import start
from tests.phone.service import Service, emulated

pytestmark = IN_CHROMIUM


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(odds_worker, "MODULE", "tests.device.eager_odds")
    (tmp_path / "data").mkdir()
    with emulated(tmp_path / "data") as running:
        yield running


def test_the_asked_player_gets_a_hint_and_the_other_has_no_button(
    table: list[Page], service: Service, tmp_path: Path
) -> None:
    folder = Path(os.environ.get("ARKSIDE_PICTURES", tmp_path))
    session = start(table[0], service, "noah", length="short")
    asked_page, other = table[session.question.seat], table[1 - session.question.seat]
    asked_page.until("document.querySelector('[data-key=hint]')")
    assert other.value("document.querySelector('[data-key=hint]')") is None
    asked_page.click("[data-key=hint]")
    asked_page.until("document.querySelectorAll('.hint li').length === 2")
    text = asked_page.value("document.querySelector('.hint').textContent")
    assert "%" in text
    assert "ferry" in text
    for scheme in ("light", "dark"):
        asked_page.look(360, 740, scheme)
        asked_page.picture(folder / f"hint-360x740-{scheme}.png")
    assert other.value("document.querySelector('.hint')") is None
    assert asked_page.errors == other.errors == []
