"""The emulator's server: what it tells a page, what it takes from one, and what it refuses."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from PIL import Image
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.core.words import LANGUAGES, Say
from companion.device.emulator import PAGE, ScreenPictures, emulator_page, page_words, read_panel
from companion.device.views.name import NameView
from companion.device.words import load_words
from companion.phone.pages import PAGE as PHONE_PAGE
from companion.phone.server import PortTaken, find_address_for_phones, open_socket
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import Wiring
from tests.phone.service import Box, emulated


@pytest.fixture
def panel(service: Box) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{service.port}/panel") as socket:
        yield socket


def tell(panel: ClientConnection, message: object) -> None:
    panel.send(json.dumps(message))


def test_a_new_page_receives_the_whole_state(panel: ClientConnection, service: Box) -> None:
    state = json.loads(panel.recv(timeout=60))
    assert set(state) == {"question", "table", "lights", "lamps", "tone", "words", "typing"}
    assert len(state["lights"]) == 15
    assert set(state["lamps"]) == {"paddle-0", "paddle-1", "paddle-2", "paddle-3", "paddle-4", "dome"}


def test_afterwards_it_receives_only_changes(panel: ClientConnection) -> None:
    panel.recv(timeout=60)
    tell(panel, {"turn": 1})
    assert set(json.loads(panel.recv(timeout=60))) == {"question", "words"}


def test_a_page_receives_the_words_on_both_screens_and_the_marked_one(panel: ClientConnection) -> None:
    words = json.loads(panel.recv(timeout=60))["words"]
    assert words["question"]["lines"][:3] == ["Arkside", "New match", "Practice race"]
    assert words["question"]["marked"] == "New match"
    assert words["table"] == {"lines": ["Arkside"], "marked": ""}
    tell(panel, {"turn": 1})
    assert json.loads(panel.recv(timeout=60))["words"]["question"]["marked"] == "Practice race"


def test_a_page_that_pings_gets_an_answer(panel: ClientConnection) -> None:
    panel.recv(timeout=60)
    tell(panel, {"here": True})
    assert json.loads(panel.recv(timeout=60)) == {"here": True}


def test_a_button_released_at_once_was_pressed_anyway(panel: ClientConnection, service: Box) -> None:
    panel.recv(timeout=60)
    for _ in range(5):
        view = service.host.view
        tell(panel, {"press": "back", "release": "back"})
        assert service.until(lambda view=view: service.host.view is not view)  # type: ignore[misc]
        assert service.until(lambda: "back" not in service.host.panel.list_held_buttons())


def test_letters_reach_the_view_that_wants_them(panel: ClientConnection, service: Box) -> None:
    assert json.loads(panel.recv(timeout=60))["typing"] is False
    service.call(lambda: new_view(service))
    while "typing" not in (news := json.loads(panel.recv(timeout=60))):
        pass
    assert news["typing"] is True
    tell(panel, {"type": "zö"})
    tell(panel, {"type": "x" * 81})  # no keyboard sends that at once
    tell(panel, {"type": ["e"]})
    tell(panel, {"type": "\b" + "oé"})
    view = service.host.view
    assert isinstance(view, NameView)
    assert service.until(lambda: view.name == "Zoé")


def new_view(service: Box) -> None:
    """Let the device ask for a name."""
    service.host.view = NameView("Name of ●")
    service.host.redraw()


def test_two_pages_see_the_same(panel: ClientConnection, service: Box) -> None:
    panel.recv(timeout=60)
    with connect(f"ws://127.0.0.1:{service.port}/panel") as other:
        other.recv(timeout=60)
        tell(other, {"turn": 1})
        assert json.loads(panel.recv(timeout=60))["question"] == json.loads(other.recv(timeout=5))["question"]


def test_a_page_shows_what_the_chips_hold(panel: ClientConnection, service: Box) -> None:
    state = json.loads(panel.recv(timeout=60))
    assert state["question"] == read_panel(service.board, ScreenPictures())["question"]


@pytest.mark.parametrize(
    "nonsense",
    [
        [], 7, "press", None, {}, {"press": "nose"}, {"press": ["paddle-0"]}, {"turn": "1"}, {"turn": 10**9},
        {"turn": 0}, {"turn": 1.5}, {"push": 1}, {"release": {}}, {"type": 7}, {"type": ""}, {"here": 1},
    ],
)  # fmt: skip
def test_impossible_inputs_are_ignored(panel: ClientConnection, service: Box, nonsense: object) -> None:
    panel.recv(timeout=60)
    tell(panel, nonsense)
    tell(panel, {"turn": 1})
    assert "question" in json.loads(panel.recv(timeout=60))
    assert service.host.view.at == 1  # type: ignore[attr-defined]


def test_words_that_are_no_json_end_only_that_page(panel: ClientConnection, service: Box) -> None:
    panel.recv(timeout=60)
    panel.send("{")
    with pytest.raises(ConnectionClosed):
        list(panel)
    with connect(f"ws://127.0.0.1:{service.port}/panel") as other:
        assert other.recv(timeout=60)


def test_a_script_of_another_site_is_refused(service: Box) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{service.port}/panel", origin=Origin("http://example.com"))


def test_our_own_page_is_let_in(service: Box) -> None:
    origin = Origin(f"http://127.0.0.1:{service.port}")
    with connect(f"ws://127.0.0.1:{service.port}/panel", origin=origin) as panel:
        assert panel.recv(timeout=60)


def test_a_page_that_goes_away_is_forgotten(service: Box) -> None:
    with connect(f"ws://127.0.0.1:{service.port}/panel") as panel:
        panel.recv(timeout=60)
    with urlopen(service.address + "box", timeout=60) as answer:
        assert answer.status == 200


def test_every_file_of_the_page_is_served(service: Box) -> None:
    templates = {"emulator.html": "box", "page.html": ""}  # filled in with words, and served under another address
    for folder in (PAGE, PHONE_PAGE):
        for file in folder.rglob("*.*"):
            path = str(file.relative_to(folder))
            with urlopen(service.address + templates.get(path, path), timeout=60) as answer:
                assert answer.status == 200


def test_the_error_about_a_taken_port_says_what_to_do(service: Box) -> None:
    with pytest.raises(PortTaken, match="--port"):
        open_socket(service.port).listen()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_all_its_words(language: str) -> None:
    page = emulator_page(language)
    assert "{" not in page
    assert f'lang="{language}"' in page


def test_every_word_of_the_page_is_translated() -> None:
    english, french = page_words(Say("en")), page_words(load_words("fr"))
    assert [name for name in english if english[name] == french[name]] == []


@pytest.mark.parametrize("build", ["minimal", "race"])
def test_the_page_of_a_smaller_box_shows_what_it_has(build: str) -> None:
    wiring = Wiring.of_build(build)
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        panel.question_screen.show(Image.new("1", (128, 64), 1))
        panel.show_lights([(9, 8, 7)] * 15)
        picture = read_panel(board, ScreenPictures())
        assert picture["question"]["bits"] != picture["table"]["bits"]
        assert picture["lights"] == ([] if wiring.lights is None else [[9, 8, 7]] * 15)
        assert not any(picture["lamps"].values())


@pytest.mark.parametrize("pixels", [5, 30])
def test_a_bar_with_other_pixels_shows_the_same_zones(pixels: int, tmp_path: Path) -> None:
    own = tmp_path / "wiring.toml"
    own.write_text(f"[lights]\npixels = {pixels}\n")
    wiring = Wiring.load(own)
    zones = [(place // 3 + 1, 0, 0) for place in range(15)]
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        panel.show_lights(zones)
        assert len(board.pixels()) == pixels
        assert read_panel(board, ScreenPictures())["lights"] == [list(colour) for colour in zones]


def test_glasses_remember_only_while_nothing_was_written() -> None:
    with Board(seed=1) as board, Panel() as panel:
        pictures = ScreenPictures()

        def looked(name: str) -> object:
            seen = pictures.look(board, name)
            assert seen == ScreenPictures().look(board, name)  # as if looked at for the first time
            return seen["bits"]

        blank = looked("question")
        assert panel.question_screen is not None
        panel.question_screen.show(Image.new("1", (128, 64), 1))
        lit = looked("question")
        assert lit != blank
        board.break_part("question")
        assert looked("question") not in (lit, None)
        board.mend_part("question")
        looked("question")
        panel.question_screen.contrast(7)
        looked("question")


def test_phones_are_let_in_from_the_box(tmp_path: Path) -> None:
    with emulated(tmp_path / "data", everyone=False) as service:
        name = find_address_for_phones()
        with pytest.raises(URLError):
            urlopen(f"http://{name}:{service.port}/", timeout=60)
        assert "127.0.0.1" in service.app.invitation.address
        let_in = service.app.invitation.open_to_phones
        assert let_in is not None
        service.call(let_in)
        assert service.until(lambda: service.app.invitation.open_to_phones is None)
        assert service.app.invitation.address == f"http://{name}:{service.port}/"
        with urlopen(service.app.invitation.address, timeout=60) as answer:
            assert answer.status == 200
        with urlopen(f"http://127.0.0.1:{service.port}/box", timeout=60) as answer:
            assert answer.status == 200
