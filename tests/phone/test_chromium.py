"""The emulator page in a real Chromium: a whole match by keyboard and mouse, and every dot as the chips hold it."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.core.bots import random_bot
from companion.core.journal import Journal
from companion.core.match import Match
from companion.device.rehearsal import ids_behind
from companion.device.views.cue import CueView
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView
from companion.device.views.question import Group
from tests.phone.browser import Page, browse, chromium
from tests.phone.service import Service, emulated

pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed: apt-get install chromium"),
    pytest.mark.xdist_group("chromium"),
]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with emulated(tmp_path / "data") as running:
        yield running


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browse(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture
def page(service: Service, browser: Page) -> Iterator[Page]:
    browser.open(service.address + "box")
    yield browser
    browser.leave()
    assert browser.errors == []


def turn(page: Page, service: Service, view: PickView | NumberView, at: int) -> None:
    """Turn with the arrow keys until the device has marked this row."""
    while view.at != at:
        before = view.at
        steps = at - before
        if isinstance(view, PickView) and abs(steps) > len(view.rows) // 2:
            steps -= len(view.rows) * (1 if steps > 0 else -1)
        page.press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert service.until(lambda before=before: view.at != before)  # type: ignore[misc]


def push(page: Page, service: Service) -> None:
    """Push the dial with the enter key and wait for the next view."""
    view = service.host.view
    assert service.until(lambda: "dial-push" not in service.host.panel.held())
    page.press("Enter")
    assert service.until(lambda: service.host.view is not view)
    if isinstance(service.host.view, CueView):  # what hands must do: read, and on
        for _ in service.host.view.pages[1:]:
            assert service.until(lambda: "dial-push" not in service.host.panel.held())
            page.press("Enter")
        push(page, service)


def pick(page: Page, service: Service, label: str) -> None:
    view = service.host.view
    assert isinstance(view, PickView)
    turn(page, service, view, [row.label for row in view.rows].index(label))
    push(page, service)


def answer(page: Page, service: Service, choice: str) -> None:
    """Answer the question of the game, through the groups if need be."""
    view = service.host.view
    if isinstance(view, NumberView):
        turn(page, service, view, [str(number) for number in view.numbers].index(choice))
        push(page, service)
        return
    assert isinstance(view, PickView)
    turn(page, service, view, next(at for at, row in enumerate(view.rows) if choice in ids_behind(row)))
    push(page, service)
    if isinstance(view.result, Group):
        answer(page, service, choice)


def shortest_match(match: Match) -> list[str]:
    """The answers of a quick random match, so that a real one does not take all day."""
    found = []
    for seed in range(60):
        played, bot = Match(match.game, match.setup), random_bot(Random(seed))
        while played.question is not None:
            played.answer(bot(played.question, played.table))
        found.append(played.answers)
    return min(found, key=len)


def begin(page: Page, service: Service) -> Match:
    for label in ("New match", "Noah", "Player 1", "Player 2", "2 players: go", "cards of the companion", "short"):
        pick(page, service, label)
    match = service.host.desk.sessions.live.match
    assert match is not None
    return match


def test_a_whole_match_is_played_through_the_page(page: Page, service: Service, tmp_path: Path) -> None:
    match = begin(page, service)
    answers = shortest_match(match)
    for choice in answers:
        answer(page, service, choice)
    assert match.outcome is not None
    with Journal(tmp_path / "data") as journal:
        assert journal.record(1).standing() == answers
    check_dots(page, service)


def check_dots(page: Page, service: Service) -> None:
    """Every dot of both canvases is lit exactly where the chip's memory says so."""
    assert service.until(lambda: not service.host._changed)  # lights come first: the picture may be on its way
    for name in ("question", "table"):
        glass = service.board.glass(name)
        page.until(f"atob(document.querySelector('#{name}').dataset.bits) === atob({encoded(glass)!r})")
        lit = page.value(
            f"(() => {{ const d = document.querySelector('#{name}').getContext('2d').getImageData(0, 0, 640, 320).data;"
            " const out = []; for (let y = 0; y < 64; y++) for (let x = 0; x < 128; x++)"
            " out.push(d[((y * 5 + 2) * 640 + x * 5 + 2) * 4] > 60 ? 1 : 0); return out.join(''); })()"
        )
        drawn = Image.frombytes("L", (128, 64), bytes(255 * int(dot) for dot in lit)).convert("1")
        assert drawn.tobytes() == glass.tobytes()


def encoded(image: Image.Image) -> str:
    from base64 import b64encode

    assert len(b64decode(b64encode(image.tobytes()))) == 1024
    return b64encode(image.tobytes()).decode()


def test_the_dots_of_the_first_menu(page: Page, service: Service) -> None:
    check_dots(page, service)


def test_paddles_answer_by_mouse_and_show_their_lamps(page: Page, service: Service) -> None:
    for label in ("New match", "Noah", "Player 1", "Player 2", "2 players: go", "the real cards here", "short"):
        pick(page, service, label)
    page.click("[data-part='paddle-1']")
    match = service.host.desk.sessions.live.match
    assert match is not None
    assert service.until(lambda: match.answers == ["seat-1"])


def test_the_lamp_of_the_seat_at_turn_lights_up_on_the_page(page: Page, service: Service) -> None:
    begin(page, service)
    page.until("document.querySelectorAll('.paddle.lit').length === 1", 3000)
    page.until("document.querySelector('#dome').classList.contains('lit')", 3000)


def test_a_button_is_down_as_long_as_the_mouse_is(page: Page, service: Service) -> None:
    page.click("[data-part='paddle-2']", down_only=True)
    assert service.until(lambda: "paddle-2" in service.host.panel.held())
    page.release_mouse()
    assert service.until(lambda: "paddle-2" not in service.host.panel.held())


def test_the_dial_turns_and_pushes_by_mouse(page: Page, service: Service) -> None:
    view = service.host.view
    assert isinstance(view, PickView)
    page.click("[data-turn='1']")
    assert service.until(lambda: view.at == 1)
    page.click("#dial")
    assert service.until(lambda: service.host.view is not view)


def test_escape_goes_back_and_space_is_the_ark(page: Page, service: Service) -> None:
    match = begin(page, service)
    assert match.question is not None
    view = service.host.view
    page.press(" ")
    assert service.until(lambda: service.host.view is not view)
    explained = service.host.view
    page.press("Escape")
    assert service.until(lambda: service.host.view is not explained)


def test_the_lights_on_the_page_are_the_colours_on_the_wire(page: Page, service: Service) -> None:
    begin(page, service)
    colours = [",".join(map(str, colour)) for colour in service.board.pixels()]
    page.until(
        f"[...document.querySelectorAll('#lights i')].map((i) => i.dataset.rgb).join(' ') === {' '.join(colours)!r}"
    )


def test_the_page_speaks_french(tmp_path: Path, browser: Page) -> None:
    with emulated(tmp_path / "data", "fr") as service:
        browser.open(service.address + "box")
        assert browser.value("document.documentElement.lang") == "fr"
        assert "palettes" in browser.value("document.querySelector('footer').textContent")
        assert browser.value("document.querySelector('#link').textContent") == "connecté"
        browser.leave()


def test_nothing_is_loaded_from_elsewhere(page: Page, service: Service) -> None:
    loaded = page.value("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert loaded
    assert all(name.startswith((service.address, "data:")) for name in loaded)


def test_the_page_fits_a_phone(page: Page, service: Service) -> None:
    page.resize(390, 844)
    assert page.value("document.documentElement.scrollWidth") <= 390
    page.resize(1280, 900)
