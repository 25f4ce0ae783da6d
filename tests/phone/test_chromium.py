"""The emulator page in a real Chromium: a whole match by keyboard and mouse, and every dot as the chips hold it."""

import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.app.choice_rows import Group, list_ids_behind
from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.match import Match
from companion.device.views.cue import CueView
from companion.device.views.name import NameView
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView
from companion.device.views.private import HandOverView, SecretView
from tests.phone.axe import NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.service import Box, emulated

pytestmark = IN_CHROMIUM


@pytest.fixture(scope="module")
def tab(browser: tuple[Page, Callable[[], Page]]) -> Page:
    return browser[1]()


@pytest.fixture
def page(service: Box, tab: Page) -> Iterator[Page]:
    tab.open(service.address + "box")
    yield tab
    tab.leave()
    assert tab.errors == []


def turn(page: Page, service: Box, view: PickView | NumberView, at: int) -> None:
    """Turn with the arrow keys until the device has marked this row."""
    while view.at != at:
        before = view.at
        steps = at - before
        if isinstance(view, PickView) and abs(steps) > len(view.rows) // 2:
            steps -= len(view.rows) * (1 if steps > 0 else -1)
        page.press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert service.until(lambda before=before: view.at != before)  # type: ignore[misc]


def push(page: Page, service: Box) -> None:
    """Push the dial with the enter key and wait for the next view."""
    view = service.host.view
    assert service.until(lambda: "dial-push" not in service.host.panel.list_held_buttons())
    assert service.until(lambda: service.host.clock() >= service.host.ignores_pushes_until)
    page.press("Enter")
    assert service.until(lambda: service.host.view is not view)
    cue = service.host.view
    if isinstance(cue, CueView):  # goes on by itself too, so that a key might come too late for it
        service.call(lambda: cue.decide(None))
        service.call(service.host.redraw)
        assert service.until(lambda: service.host.view is not cue)
    if isinstance(service.host.view, HandOverView | SecretView):  # in the right hands
        push(page, service)


def pick(page: Page, service: Box, label: str) -> None:
    view = service.host.view
    assert isinstance(view, PickView)
    turn(page, service, view, [row.label for row in view.rows].index(label))
    push(page, service)


def answer(page: Page, service: Box, choice: str) -> None:
    """Answer the question of the game, through the groups if need be."""
    view = service.host.view
    if isinstance(view, NumberView):
        turn(page, service, view, [str(number) for number in view.numbers].index(choice))
        push(page, service)
        return
    assert isinstance(view, PickView)
    turn(page, service, view, next(at for at, row in enumerate(view.rows) if choice in list_ids_behind(row)))
    push(page, service)
    if isinstance(view.result, Group):
        answer(page, service, choice)


def shortest_match(match: Match) -> list[str]:
    """The answers of a quick random match, so that a real one does not take all day."""
    matches = []
    for seed in range(60):
        played, bot = Match(match.game, match.setup), make_random_bot(Random(seed))
        while played.question is not None:
            played.answer(bot(played.question, played.table))
        matches.append(played.answers)
    return min(matches, key=len)


def begin(page: Page, service: Box) -> Match:
    for label in ("New match", "Noah", "Player 1", "Player 2", "2 players: go", "Cards on the screen", "3 rounds"):
        pick(page, service, label)
    match = service.app.live.match
    assert match is not None
    return match


def test_a_whole_match_is_played_through_the_page(
    page: Page, service: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # waiting for the guard against early pushes would take most of a minute; tests of the device hold it
    monkeypatch.setattr("companion.device.host.IGNORES_PUSHES", 0.0)
    match = begin(page, service)
    answers = shortest_match(match)
    for choice in answers:
        answer(page, service, choice)
    assert match.outcome is not None
    with Journal(tmp_path) as journal:
        assert journal.load_record(1).list_standing_choices() == answers
    check_dots(page, service)


def check_dots(page: Page, service: Box) -> None:
    """Every dot of both canvases is lit exactly where the chip's memory says so."""
    assert service.until(lambda: not service.host._changed)  # lights come first: the picture may be on its way
    for name in ("question", "table"):
        glass = service.board.image(name)
        page.until(f"atob(document.querySelector('#{name}').dataset.bits) === atob({encoded(glass)!r})")
        lit = page.value(
            f"(() => {{ const c = document.querySelector('#{name}'), w = c.width, n = w / 128;"
            " const d = c.getContext('2d').getImageData(0, 0, w, c.height).data, m = n >> 1;"
            " const out = []; for (let y = 0; y < 64; y++) for (let x = 0; x < 128; x++)"
            " out.push(d[((y * n + m) * w + x * n + m) * 4] > 60 ? 1 : 0); return out.join(''); })()"
        )
        drawn = Image.frombytes("L", (128, 64), bytes(255 * int(dot) for dot in lit)).convert("1")
        assert drawn.tobytes() == glass.tobytes()


def encoded(image: Image.Image) -> str:
    from base64 import b64encode

    assert len(b64decode(b64encode(image.tobytes()))) == 1024
    return b64encode(image.tobytes()).decode()


def test_the_dots_of_the_first_menu(page: Page, service: Box) -> None:
    check_dots(page, service)


def test_dots_that_touch_have_no_dark_gap_that_keeps_a_camera_from_reading_a_code(page: Page) -> None:
    pairs = page.value(
        "(() => { const c = document.querySelector('#question'), w = c.width, n = w / 128, bright = (x, y) => d[(y * w + x) * 4];"
        " const d = c.getContext('2d').getImageData(0, 0, w, c.height).data, m = n >> 1, out = [];"
        " for (let y = 0; y < 64; y++) for (let x = 0; x < 127; x++) { const [here, next] = [x, x + 1].map((at) => bright(at * n + m, y * n + m));"
        " if (Math.min(here, next) > 60) out.push(bright(x * n + n - 1, y * n + m) / here); } return out; })()"
    )
    assert len(pairs) > 50
    assert min(pairs) > 0.75


def test_paddles_answer_by_mouse_and_show_their_lamps(page: Page, service: Box) -> None:
    for label in (
        "New match",
        "Noah",
        "Player 1",
        "Player 2",
        "2 players: go",
        "Our own cards and pieces",
        "3 rounds",
        "no, we remember",
    ):
        pick(page, service, label)
    page.click("[data-part='paddle-1']")
    match = service.app.live.match
    assert match is not None
    assert service.until(lambda: match.answers == ["seat-1"])


def test_the_lamp_of_the_seat_at_turn_lights_up_on_the_page(page: Page, service: Box) -> None:
    begin(page, service)
    page.until("document.querySelectorAll('.paddle.lit').length === 1", 3000)
    page.until("document.querySelector('#dome').classList.contains('lit')", 3000)


def test_a_button_is_down_as_long_as_the_mouse_is(page: Page, service: Box) -> None:
    page.click("[data-part='paddle-2']", down_only=True)
    assert service.until(lambda: "paddle-2" in service.host.panel.list_held_buttons())
    page.release_mouse()
    assert service.until(lambda: "paddle-2" not in service.host.panel.list_held_buttons())


def test_the_dial_turns_and_pushes_by_mouse(page: Page, service: Box) -> None:
    view = service.host.view
    assert isinstance(view, PickView)
    page.click("[data-turn='1']")
    assert service.until(lambda: view.at == 1)
    page.click("#dial")
    assert service.until(lambda: service.host.view is not view)


def test_escape_goes_back_and_space_is_the_ark(page: Page, service: Box) -> None:
    match = begin(page, service)
    assert match.question is not None
    view = service.host.view
    page.press(" ")
    assert service.until(lambda: service.host.view is not view)
    explained = service.host.view
    page.press("Escape")
    assert service.until(lambda: service.host.view is not explained)


def test_the_lights_on_the_page_are_the_colours_on_the_wire(page: Page, service: Box) -> None:
    begin(page, service)
    colours = [",".join(map(str, colour)) for colour in service.board.pixels()]
    page.until(
        f"[...document.querySelectorAll('#lights i')].map((i) => i.dataset.rgb).join(' ') === {' '.join(colours)!r}"
    )


def test_the_page_speaks_french(tmp_path: Path, tab: Page) -> None:
    with emulated(tmp_path / "data", "fr") as service:
        tab.open(service.address + "box")
        assert tab.value("document.documentElement.lang") == "fr"
        assert "palettes" in tab.value("document.querySelector('.keys').textContent")
        assert tab.value("document.querySelector('#link').textContent") == "connecté"
        tab.leave()


def test_nothing_is_loaded_from_elsewhere(page: Page, service: Box) -> None:
    loaded = page.value("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert loaded
    assert all(name.startswith((service.address, "data:")) for name in loaded)


SIZES = [(360, 740, 1), (360, 740, 3), (740, 360, 1), (740, 360, 2.625), (1280, 900, 1), (1920, 1080, 1)]


@pytest.mark.parametrize(("width", "height", "ratio"), SIZES)
def test_the_page_fits_with_whole_dots(page: Page, service: Box, width: int, height: int, ratio: float) -> None:
    page.resize(width, height, ratio)
    page.until(f"innerWidth === {width} && {WHOLE_DOTS} && document.documentElement.scrollWidth <= {width}")
    assert page.value("document.documentElement.scrollHeight") <= height  # nothing to scroll at all
    check_dots(page, service)
    page.resize(1280, 900)


WHOLE_DOTS = (
    "['question', 'table'].every((id) => { const c = document.getElementById(id), b = c.getBoundingClientRect();"
    " return c.width % 128 === 0 && c.height * 2 === c.width && Math.abs(b.width * devicePixelRatio - c.width) < 0.1"
    " && b.width >= 250; })"
)
"""Each canvas is shown as large as it is, and holds the same number of pixels for every dot."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(20):
        page.press("Tab")
        if page.value(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"Tab never comes to {selector}")


@pytest.mark.parametrize("key", ["Enter", " "])
def test_enter_and_space_act_on_what_has_the_focus(page: Page, service: Box, key: str) -> None:
    view = service.host.view
    assert isinstance(view, PickView)
    tab_to(page, "[data-turn='1']")
    page.press(key)
    assert service.until(lambda: view.at == 1)
    tab_to(page, "[data-part=back]")
    page.press(key)
    assert service.until(lambda: service.host.view is not view)  # back from the first menu: it is shown anew
    assert isinstance(service.host.view, PickView)
    assert service.host.view.at == 0


def test_a_click_takes_no_focus_so_enter_pushes_the_dial(page: Page, service: Box) -> None:
    view = service.host.view
    assert isinstance(view, PickView)
    page.click("[data-turn='1']")
    assert service.until(lambda: view.at == 1)
    page.press("Enter")
    assert service.until(lambda: service.host.view is not view)
    assert view.at == 1


def test_names_are_typed_on_the_page(page: Page, service: Box) -> None:
    assert page.value("document.querySelector('#writing').hidden")
    for label in ("New match", "Noah", "New name"):
        pick(page, service, label)
    view = service.host.view
    assert isinstance(view, NameView)
    page.until("!document.querySelector('#writing').hidden")
    page.press("z")  # the field takes the first letter and keeps the focus
    assert page.value("document.activeElement.id") == "letters"
    page.type("oë")
    assert service.until(lambda: view.name == "Zoë")
    page.value("document.querySelector('#letters').value = 'zoé'; 0")
    page.value("document.querySelector('#letters').dispatchEvent(new InputEvent('input')); 0")
    assert service.until(lambda: view.name == "Zoé")  # as a keyboard that corrects a letter does
    page.until("document.querySelector('#question-words').textContent.includes('Zoé')")
    page.press("Enter")
    assert service.until(lambda: service.host.view is not view)
    page.until("document.querySelector('#letters').value === ''")
    page.until("document.querySelector('#table-words').textContent.includes('Zoé')")


def test_the_screens_in_words_follow_the_dial(page: Page, service: Box) -> None:
    expression = "[...document.querySelectorAll('#question-words p')].map((line) => line.textContent)"
    page.until(f"{expression}.at(-1) === 'Selected: New match'")
    page.value("window.first = document.querySelector('#question-words p'); 0")
    page.press("ArrowRight")
    page.until(f"{expression}.at(-1) === 'Selected: Practice race'")
    assert page.value("window.first === document.querySelector('#question-words p')")  # nothing else is said again
    assert page.value("document.querySelector('#question-words').getAttribute('aria-live')") == "polite"


def test_tones_are_heard_by_those_who_ask(page: Page, service: Box) -> None:
    heard = "document.querySelector('#sound').dataset.hertz"
    assert page.value("document.querySelector('#sound').getAttribute('aria-pressed')") == "false"
    page.value(f"window.tones = []; new MutationObserver(() => tones.push({heard})).observe({SOUND}); 0")
    pick(page, service, "Settings")
    assert not page.value("tones.some((hertz) => hertz > 0)")
    page.click("#sound")
    for _ in range(20):  # a tone is over in a moment, and a busy computer may miss one
        page.press("Enter")
        if page.soon("tones.some((hertz) => hertz > 0)"):
            break
    assert page.value("tones.some((hertz) => hertz > 0)")
    page.click("#sound")
    page.until(f"!{heard}")


SOUND = "document.querySelector('#sound'), { attributeFilter: ['data-hertz'] }"


def test_a_lost_box_is_announced_and_its_screens_go_dim(tmp_path: Path, tab: Page) -> None:
    expression = "document.querySelector('#link').textContent"
    dim = "Number(getComputedStyle(document.querySelector('.screens')).opacity) < 0.5"
    with emulated(tmp_path / "data") as service:
        tab.open(service.address + "box")
        assert tab.value(expression) == "connected"
        assert not tab.value(dim)
    tab.until(f"{expression}.includes('answering') && {dim}")
    with emulated(tmp_path / "data", port=service.port):
        tab.until(f"{expression} === 'connected' && !({dim})")
        tab.leave()
    tab.errors.clear()  # that it could not connect meanwhile


def test_a_hanging_box_counts_as_lost_too(page: Page, service: Box) -> None:
    again = threading.Event()
    service.call(again.wait)
    try:
        page.until("document.body.classList.contains('lost')")
    finally:
        again.set()
    page.until("!document.body.classList.contains('lost')")


@NEEDS_AXE
def test_axe_finds_no_serious_fault(page: Page, service: Box) -> None:
    faults_by_view = {"menu": faults(page)}
    for label in ("New match", "Noah", "New name"):
        pick(page, service, label)
    page.until("!document.querySelector('#writing').hidden")
    faults_by_view["name"] = faults(page)
    page.value("document.body.classList.add('lost'); 0")
    faults_by_view["lost"] = faults(page)
    page.resize(360, 740)
    faults_by_view["phone"] = faults(page)
    page.resize(1280, 900)
    assert {view: fault for view, fault in faults_by_view.items() if fault} == {}
