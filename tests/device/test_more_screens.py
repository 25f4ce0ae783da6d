"""A third screen is an entry in a maker's wiring and what it should show; everything else follows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.part_words import describe_test_step, list_parts_to_check, name_part
from companion.device import last_screen
from companion.device.emulator import ScreenPictures, describe_screens, read_panel
from companion.device.host import map_wires
from companion.device.rehearsal import Rehearsal
from companion.device.words import load_words
from drivers.silicon.board import Board
from drivers.wiring import Wiring

THIRD = """
build = "race"

[screen.far]
chip = "sh1107"
address = 0x3C
bus = 3
glass = "0.96"
shows = "{shows}"
milliamps = 30
connector = "jst-xh"
cable_millimetres = 600
"""


def wired(folder: Path, shows: str = "table") -> Wiring:
    file = folder / "mine.toml"
    file.write_text(THIRD.format(shows=shows), encoding="utf-8")
    return Wiring.load(file)


@pytest.fixture(params=["question", "table"])
def shows(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(tmp_path: Path, shows: str) -> Iterator[Rehearsal]:
    with Rehearsal(tmp_path, wiring=wired(tmp_path, shows)) as rehearsal:
        yield rehearsal


def begin(device: Rehearsal) -> None:
    for _ in range(4):
        device.push()
    device.wait(3)


def test_it_shows_what_the_wiring_says(device: Rehearsal, shows: str) -> None:
    begin(device)
    assert device.panel.faults() == []
    assert device.image("question").tobytes() != device.image("table").tobytes()
    assert device.image("far").tobytes() == device.image(shows).tobytes()


def test_the_question_moves_only_if_no_screen_for_questions_works(device: Rehearsal, shows: str) -> None:
    begin(device)
    device.board.break_part("question")
    device.wait(20)
    table, far = (device.image(name).tobytes() for name in ("table", "far"))
    device.turn(1)
    assert device.image("far").tobytes() != far
    assert (device.image("table").tobytes() != table) == (shows == "table")


def test_it_sleeps_and_wakes_with_the_others_and_is_missed_when_pulled_off(device: Rehearsal) -> None:
    screen = device.panel.part("far")
    device.wait(float(device.context.app.settings["sleep"]) * 60 + 5)
    assert screen.asleep
    device.turn(1)
    assert not screen.asleep
    device.board.break_part("far")
    device.wait(12)
    assert [fault.part for fault in device.panel.faults()] == ["far"]


def test_the_self_test_asks_about_it_by_its_name(device: Rehearsal) -> None:
    parts, moved = list_parts_to_check(map_wires(device.panel))
    assert parts[:3] == ["far", "question", "table"]
    assert "far" not in moved
    for language, prompt in (("en", "Does the screen far show a frame?"), ("fr", "L’écran far affiche-t-il un cadre")):
        assert describe_test_step(load_words(language), "far").startswith(prompt)
    assert name_part(load_words("en"), "far") == "screen far"


def test_the_page_with_the_lid_shows_it_too(device: Rehearsal) -> None:
    begin(device)
    panel = read_panel(device.board, ScreenPictures())
    assert set(panel) >= {"question", "table", "far"}
    assert describe_screens(device.host)["words"]["far"]["lines"]


def test_it_keeps_the_last_picture(tmp_path: Path, shows: str) -> None:
    with Board(wiring := wired(tmp_path, shows)) as board:
        last_screen.main(tmp_path, wiring)
        assert board.image("far").getbbox() is not None
        assert board.image("far").tobytes() == board.image(shows).tobytes()
