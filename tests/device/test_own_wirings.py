"""Devices that makers built differently: whatever is not there is not needed, and what cannot be is one line."""

import json

import pytest

from companion.core.question import Race
from companion.device.rehearsal import Rehearsal
from companion.device.views.question import QuestionView
from companion.device.views.race import ReadyView
from drivers.wiring import Wiring
from tests.borders.command import arkside

PADDLES = [f"paddle-{seat}" for seat in range(5)]
LAMPS = "".join(f"[button.{part}]\nlamp = false\n" for part in (*PADDLES, "dome"))
OWN = {
    "one OLED": ("[screen]\ntable = false\n", {"table"}),
    "the other OLED": ("[screen]\nquestion = false\n", {"question"}),
    "four paddles": ("[button]\npaddle-4 = false\n", {"paddle-4"}),
    "no buzzer": ("buzzer = false\n", {"buzzer"}),
    "8 pixels": ("[lights]\npixels = 8\n", set()),
    "no lights": ("lights = false\n", {"lights"}),
    "no lamps": (LAMPS, {"lamps"}),
    "no back, no dome": ("[button]\nback = false\ndome = false\n", {"back", "dome"}),
    "nearly nothing": (
        "lights = false\nbuzzer = false\n[screen]\ntable = false\n[button]\n"
        + "".join(f"{part} = false\n" for part in (*PADDLES, "dome", "back")),
        {"table", "lights", "lamps", "buzzer", "dome", "back", *PADDLES},
    ),
}


@pytest.fixture(params=OWN.values(), ids=OWN)
def own(request, tmp_path):
    """A data folder with a wiring of its own, and what that device lacks."""
    text, lacks = request.param
    (tmp_path / "wiring.toml").write_text(text)
    return tmp_path, lacks


def test_a_match_is_played_on_it(own):
    folder, _ = own
    with Rehearsal(folder, wiring=Wiring.load(folder / "wiring.toml")) as device:
        for words in (
            "New match",
            "Noah",
            "Player 1",
            "Player 2",
            "2 players: go",
            "Our own cards and pieces",
            "3 rounds",
        ):
            device.pick(words)
        device.pick("no, we remember")
        device.answer("seat-0")
        for _ in range(6):
            device.answer(str(device.match.question.choices[0]))
        assert len(device.match.answers) == 7
        device.read_on()
        assert isinstance(device.view, QuestionView)
        assert device.panel.faults() == []
        screens = [name for name in ("question", "table") if name in device.panel.wiring.screens]
        assert all(device.board.image(name).getbbox() for name in screens)
        if device.panel.wiring.lights is not None:
            assert any(any(light) for light in device.board.pixels())


def test_a_race_of_four_is_run_or_entered_on_it(own):
    folder, lacks = own
    with Rehearsal(folder, wiring=Wiring.load(folder / "wiring.toml")) as device:
        device.pick("New match")
        device.pick("Noah's Ark")
        for n in range(1, 5):
            device.pick(f"Player {n}")
        device.pick("4 players: go")
        device.pick("Our own cards and pieces")
        while device.match is None:
            device.push()
        while not isinstance(device.match.question, Race):
            device.answer(str(device.match.question.choices[0]))
        device.read_on()
        paddles = not set(PADDLES[:4]) & lacks
        assert isinstance(device.view, ReadyView if paddles else QuestionView), (
            "hands race on paddles, else people tell"
        )
        device.answer("slap-2")
        assert device.match.answers[-1] == "slap-2"
        assert device.panel.faults() == []


def test_the_self_test_asks_for_what_is_there(own, capfd):
    folder, lacks = own
    code, out, err = arkside(
        capfd, "selftest", "--emulate", "--json", "--seconds", "0.2", "--lang", "en", "--data", str(folder)
    )
    assert (code, err) == (0, "")
    parts = {finding["part"] for finding in json.loads(out)["selftest"]}
    assert not parts & lacks
    assert {"dial", "dial-push"} <= parts


@pytest.mark.parametrize(("text", "why"), [
    ("screen = false\n", "wiring.toml: screen is missing; allowed: a table with question, table"),
    ("dial = false\n", "wiring.toml: dial is missing; allowed: a table with a, b, push"),
    ("[lights]\npixels = 0\n", "wiring.toml: lights.pixels is 0; allowed: a whole number from 1 to 400"),
    ("[screen.third]\nchip = 'ssd1306'\n", "wiring.toml: screen.third.bus is missing; allowed: one of 1, 3"),
])  # fmt: skip
def test_an_impossible_value_gets_one_line(tmp_path, capfd, text, why):
    (tmp_path / "wiring.toml").write_text(text)
    code, out, err = arkside(capfd, "run", "--emulate", "--data", str(tmp_path), "--lang", "en")
    assert (code, out) == (1, "")
    assert err.startswith(f"arkside: {why}")
    assert err.count("\n") == 1
