"""A device built differently: --wiring, `wiring.toml` in the data folder, and mistakes in them."""

import json
from dataclasses import replace

import pytest

from companion.device.rehearsal import Rehearsal
from drivers.wiring import Wiring
from tests.borders.command import arkside

TWICE = "[button.back]\npin = 17\n"


def parts_asked_for(capfd, *words: str) -> list[str]:
    code, out, err = arkside(capfd, "selftest", "--emulate", "--json", "--seconds", "1", "--lang", "en", *words)
    assert (code, err) == (0, "")
    return [finding["part"] for finding in json.loads(out)["selftest"]]


def test_the_self_test_of_a_small_box_asks_only_for_its_parts(capfd):
    assert parts_asked_for(capfd, "--wiring", "minimal") == ["question", "dial", "dial-push", "back"]


def test_a_wiring_in_the_data_folder_is_found_by_itself(capfd, tmp_path):
    (tmp_path / "wiring.toml").write_text("buzzer = false\n[button]\npaddle-4 = false\ndome = false\n")
    parts = parts_asked_for(capfd, "--data", str(tmp_path))
    assert parts[:4] == ["question", "table", "lights", "lamps"]
    assert "paddle-3" in parts
    assert not {"paddle-4", "dome", "buzzer"} & set(parts)


@pytest.mark.parametrize("command", ["run", "selftest"])
def test_a_pin_used_twice_is_one_line(capfd, tmp_path, command):
    (tmp_path / "wiring.toml").write_text(TWICE)
    code, out, err = arkside(capfd, command, "--emulate", "--data", str(tmp_path), "--lang", "en")
    assert (code, out) == (1, "")
    words = "wiring.toml: button.back.pin is GPIO17, already taken by button.paddle-0.pin; allowed: a free one: GPIO 4"
    assert err == f"arkside: {words}\n"


def test_the_line_is_said_in_french_down_to_its_parts(capfd, tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text("[dial]\na = 2\n")
    code, _, err = arkside(capfd, "selftest", "--wiring", str(own), "--lang", "fr")
    assert code == 1
    assert "dial.a est GPIO2, broche réservée pour le bus I2C (SDA)" in err
    assert err.count("\n") == 1


def test_a_wiring_that_is_not_there_is_one_line(capfd, tmp_path):
    code, _, err = arkside(capfd, "run", "--emulate", "--wiring", str(tmp_path / "none.toml"), "--lang", "en")
    assert code == 1
    assert err == f"arkside: {tmp_path / 'none.toml'} can't be read: No such file or directory\n"


BROKEN = {
    "no TOML": "[button\n",
    "not text": b"\xff\xfe\x00",
    "a part that is a number": "dial = 3\n",
    "an unknown part": "[toaster]\npin = 4\n",
    "a chip that nobody makes": '[screen.table]\nchip = "ssd9999"\n',
    "too patient": "[press]\nquiet_milliseconds = 9000\n",
}


@pytest.mark.parametrize("command", ["run", "selftest"])
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_wiring_is_one_line_that_names_the_file(capfd, tmp_path, command, what):
    own, text = tmp_path / "mine.toml", BROKEN[what]
    own.write_bytes(text if isinstance(text, bytes) else text.encode())
    code, out, err = arkside(capfd, command, "--emulate", "--wiring", str(own), "--lang", "fr")
    assert (code, out) == (1, "")
    assert err.startswith("arkside: mine.toml\u202f: ")
    assert err.count("\n") == 1


def test_a_folder_is_no_wiring(capfd, tmp_path):
    code, _, err = arkside(capfd, "selftest", "--emulate", "--wiring", str(tmp_path), "--lang", "en")
    assert (code, err) == (1, f"arkside: {tmp_path} can't be read: Is a directory\n")


OPTIONAL = {
    "one screen": "[screen]\ntable = false\n", "the other screen": "[screen]\nquestion = false\n", "no buzzer": "buzzer = false\n",
    "four paddles": "[button]\npaddle-4 = false\n", "no dome": "[button]\ndome = false\n", "no back": "[button]\nback = false\n",
    "8 pixels": "[lights]\npixels = 8\n", "no lights": "lights = false\n",
}  # fmt: skip


@pytest.mark.parametrize("what", OPTIONAL)
def test_every_part_but_a_screen_and_the_dial_is_optional(tmp_path, what):
    file = tmp_path / "mine.toml"
    file.write_text(OPTIONAL[what])
    with Rehearsal(tmp_path, wiring=Wiring.load(file)) as device:
        begin_on(device)


def test_so_are_all_lamps(tmp_path):
    wiring = Wiring.load()
    buttons = {part: replace(button, lamp=None) for part, button in wiring.buttons.items()}
    with Rehearsal(tmp_path, wiring=replace(wiring, buttons=buttons)) as device:
        begin_on(device)


def begin_on(device: Rehearsal) -> None:
    """A match begins, and every screen that is there shows something."""
    for _ in range(4):
        device.push()
    device.wait(3)
    assert device.panel.faults() == []
    assert all(device.board.image(name).getbbox() for name in device.board.screens)


@pytest.mark.parametrize("build", ["minimal", "race"])
def test_a_match_begins_on_every_build(tmp_path, build):
    with Rehearsal(tmp_path, wiring=Wiring.of_build(build)) as device:
        begin_on(device)
