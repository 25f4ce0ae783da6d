"""The wiring file: what ships is sound, and what could not work is refused by name."""

import copy
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import (
    BUILDS,
    DEFAULT,
    FREE_PINS,
    HEADER_POSITIONS,
    RESERVED_PINS,
    Wiring,
    WiringError,
    describe_pin,
)


@pytest.fixture
def entries() -> dict[str, Any]:
    return tomllib.loads(DEFAULT.read_text(encoding="utf-8"))


def refusal(entries: dict[str, Any]) -> str:
    with pytest.raises(WiringError) as caught:
        Wiring.parse(copy.deepcopy(entries), "wiring.toml")
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("wiring.toml: ")
    return message


def test_the_wiring_that_ships_uses_no_pin_twice_and_no_reserved_one():
    wiring = Wiring.load()
    pins = [pin for entry, pin in wiring.pins()]
    assert len(pins) == len(set(pins)) == 20
    own = [pin for entry, pin in wiring.pins() if not entry.startswith(("i2c", "lights"))]
    assert not set(own) & set(RESERVED_PINS)


def test_the_two_screens_have_the_addresses_of_the_design():
    screens = Wiring.load().screens
    assert (screens["question"].address, screens["table"].address) == (0x3C, 0x3D)


def test_a_wire_is_named_as_people_count_it_on_the_header():
    assert describe_pin(17) == "GPIO17 (header pin 11)"
    assert Wiring.load().screens["table"].wire == "SDA GPIO2 (header pin 3), SCL GPIO3 (header pin 5), address 0x3D"


def test_the_header_has_28_gpios_each_at_its_own_place():
    assert sorted(HEADER_POSITIONS) == list(range(28))
    assert len(set(HEADER_POSITIONS.values())) == 28
    power_and_ground = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert set(HEADER_POSITIONS.values()) | power_and_ground == set(range(1, 41))


def test_a_pin_used_twice_names_both_entries(entries):
    entries["button"]["dome"]["pin"] = entries["button"]["back"]["pin"]
    message = refusal(entries)
    assert "button.back.pin is GPIO4, already taken by button.dome.pin" in message


def test_a_free_pin_is_offered_in_place_of_the_one_used_twice(entries):
    entries["button"]["dome"]["pin"] = 4
    assert "a free one: GPIO 25" in refusal(entries)


@pytest.mark.parametrize("pin", sorted(RESERVED_PINS))
def test_every_reserved_pin_is_refused_for_a_button(entries, pin):
    entries["button"]["paddle-2"]["pin"] = pin
    message = refusal(entries)
    assert f"button.paddle-2.pin is GPIO{pin}, reserved for {RESERVED_PINS[pin]}" in message
    assert "allowed: one of GPIO " + ", ".join(map(str, FREE_PINS)) in message


def test_the_buzzer_needs_a_pin_with_pwm(entries):
    entries["buzzer"]["pin"] = 17
    message = refusal(entries)
    assert "buzzer.pin is 17, which has no PWM; allowed: one of GPIO 12, 13, 18, 19" in message


def test_lights_over_spi_sit_on_mosi_only(entries):
    entries["lights"]["pin"] = 18
    assert "lights.pin is 18; allowed: one of 10" in refusal(entries)


def test_lights_over_pwm_may_also_sit_on_18_unless_it_is_taken(entries):
    entries["lights"].update(route="pwm", pin=18)
    assert "dial.a is GPIO18, already taken by lights.pin" in refusal(entries)
    entries["dial"]["a"] = 16
    entries["button"]["paddle-3"].pop("lamp")
    assert Wiring.parse(entries).lights.pin == 18


def test_two_screens_may_not_share_an_address(entries):
    entries["screen"]["table"]["address"] = 0x3C
    assert "screen.table.address is 0x3C, already taken by screen.question" in refusal(entries)


@pytest.mark.parametrize("name", ["dome", "Far", "far-off", "lamps", "thirteenchars"])
def test_a_screen_may_have_any_short_name_that_no_other_part_has(entries, name):
    entries["screen"][name] = {**entries["screen"]["table"], "address": 0x3E, "shows": "table"}
    assert f"screen.{name} isn't a name for a screen; allowed: a name of up to 12 lower-case letters" in refusal(
        entries
    )


def test_a_third_screen_must_say_what_it_shows(entries):
    entries["screen"]["far"] = {**entries["screen"]["table"], "address": 0x3E}
    assert "screen.far.shows is missing; allowed: one of question, table" in refusal(entries)
    entries["screen"]["far"]["shows"] = "table"
    assert Wiring.parse(entries).screens["far"].shows == "table"


def test_the_second_bus_takes_two_pins(entries):
    entries["screen"]["far"] = {**entries["screen"]["table"], "bus": 3, "shows": "table"}
    assert "is GPIO23, already taken by i2c-3.sda" in refusal(entries)
    del entries["button"]["paddle-3"], entries["button"]["paddle-4"]
    assert Wiring.parse(entries).screens["far"].wire.startswith("SDA GPIO23 (header pin 16), SCL GPIO24")


def test_a_screen_sits_on_a_bus_with_i2c(entries):
    entries["screen"]["table"]["bus"] = 7
    assert "screen.table.bus is 7; allowed: one of 1, 3" in refusal(entries)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"screen": {"table": {"chip": "st7789"}}}, "screen.table.chip is 'st7789'; allowed: one of ssd1306, sh1106"),
        ({"screen": {"question": {"address": 0x80}}}, "screen.question.address is 128; allowed: a whole number from 8"),
        ({"lights": {"limit_milliamps": -1}}, "lights.limit_milliamps is -1; allowed: a whole number from 1"),
        ({"lights": {"pixels": True}}, "lights.pixels is True; allowed: a whole number"),
        ({"lights": {"route": "dma"}}, "lights.route is 'dma'; allowed: one of spi, pwm"),
        ({"lights": {"colour": "red"}}, "lights.colour isn't known; allowed: one of pixels"),
        ({"lights": 15}, "lights is 15; allowed: a table with pixels"),
        ({"screen": {"table": {"glass": 1.3}}}, "screen.table.glass is 1.3; allowed: one of 0.96, 1.3"),
        ({"dial": {"connector": "usb"}}, "dial.connector is 'usb'; allowed: one of jst-xh, pin-header"),
        ({"button": {"back": {"colour": "pink"}}}, "button.back.colour is 'pink'; allowed: one of red, blue"),
        ({"pod": {"milliamps": 100}}, "pod.usb_millimetres is missing"),
        ({"fan": {"pin": 4}}, "fan isn't known; allowed: one of supply, screen"),
        ({"button": {"paddle-5": {"pin": 4}}}, "button.paddle-5 isn't known"),
        ({"dial": {"a": "18"}}, "dial.a is '18', which isn't a GPIO of the header"),
        ({"dial": {"a": 40}}, "dial.a is 40, which isn't a GPIO of the header"),
        ({"press": {"quiet_milliseconds": 0}}, "press.quiet_milliseconds is 0; allowed: a whole number from 1"),
    ],
)  # fmt: skip
def test_impossible_values_are_named_with_the_allowed_ones(entries, change, words):
    assert words in refusal(merge_change(entries, change))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("screen", "screen is missing; allowed: a table with question, table"),
        ("screen.table.glass", "screen.table.glass is missing; allowed: one of 0.96, 1.3"),
        ("button.dome.millimetres", "button.dome.millimetres is missing; allowed: one of 24, 30, 60, 100"),
        ("button.dome.milliamps", "button.dome.milliamps is missing; allowed: a whole number from 1"),
        ("button.back.pin", "button.back.pin is missing; allowed: one of GPIO"),
        ("dial", "dial is missing; allowed: a table with a, b, push"),
        ("supply", "supply is missing; allowed: a table with milliamps, pi_milliamps"),
        ("dial.push", "dial.push is missing"),
        ("lights.pixels", "lights.pixels is missing; allowed: a whole number"),
        ("press", "press is missing"),
    ],
)
def test_missing_parts_are_named(entries, path, words):
    *tables, key = path.split(".")
    table = entries
    for name in tables:
        table = table[name]
    del table[key]
    assert words in refusal(entries)


def test_a_file_that_is_not_there_or_not_toml_is_one_line(tmp_path: Path):
    with pytest.raises(WiringError, match="can't be read"):
        Wiring.load(tmp_path / "none.toml")
    broken = tmp_path / "wiring.toml"
    broken.write_text("[screen\n")
    with pytest.raises(WiringError, match=r"^wiring\.toml isn.t a TOML file: "):
        Wiring.load(broken)


def test_a_button_may_do_without_a_lamp(entries):
    del entries["button"]["dome"]["lamp"]
    wiring = Wiring.parse(entries)
    assert wiring.buttons["dome"].lamp is None
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        assert panel.faults() == []
        assert not board.lamp("dome")
        with pytest.raises(ValueError, match="has no lamp"):
            panel.lamp("dome")


def merge_change(entries: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    for key, value in change.items():
        if isinstance(value, dict) and key in entries:
            merge_change(entries[key], value)
        else:
            entries[key] = value
    return entries


@pytest.mark.parametrize("build", BUILDS)
def test_every_build_opens_exactly_its_pins_without_a_fault(build):
    wiring = Wiring.of_build(build)
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        assert panel.faults() == []
        opened = {int(info.name.removeprefix("GPIO")) for info, users in board.pins._reservations.items() if users}
        assert opened == {pin for entry, pin in wiring.pins() if not entry.startswith(("i2c", "lights"))}


def test_the_minimal_build_is_a_screen_a_dial_and_a_way_back():
    wiring = Wiring.of_build("minimal")
    assert [entry for entry, pin in wiring.pins()] == [
        "i2c-1.sda", "i2c-1.scl", "button.back.pin", "dial.a", "dial.b", "dial.push",
    ]  # fmt: skip


def test_missing_parts_do_nothing_and_are_no_faults():
    wiring = Wiring.of_build("minimal")
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        panel.table_screen.show(Image.new("1", (128, 64), 1))
        panel.show_lights([(9, 9, 9)] * 15)
        panel.light_lamp("paddle-2", True)
        panel.buzzer.play([(440, 0.1)])
        for part in ("paddle-2", "dome", "back"):
            board.tap(part)
        board.advance(0.5)
        panel.poll(board.clock())
        assert panel.faults() == []
        assert panel.list_held_buttons() == []
        assert [panel.events.get().part for _ in range(panel.events.qsize())] == ["back", "back"]
        assert [part.name for part in panel.parts()] == ["question", "back", "dial", "dial-push"]


def test_an_own_wiring_overrides_ours(tmp_path: Path):
    own = tmp_path / "wiring.toml"
    own.write_text('[screen.table]\nchip = "sh1106"\n[button]\ndome = false\n[button.back]\npin = 25\n')
    wiring = Wiring.load(own)
    assert wiring.screens["table"] == replace(Wiring.load().screens["table"], chip="sh1106")
    assert "dome" not in wiring.buttons
    assert wiring.buttons["back"].pin == 25
    assert wiring.lights == Wiring.load().lights


def test_an_own_wiring_may_override_another_build(tmp_path: Path):
    own = tmp_path / "wiring.toml"
    own.write_text('build = "minimal"\n[dial]\na = 5\n')
    assert Wiring.load(own) == replace(Wiring.of_build("minimal"), dial=replace(Wiring.load().dial, a=5))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('build = "huge"', "own.toml: build is 'huge'; allowed: one of minimal, table, race"),
        ("[button.back]\npin = 17", "own.toml: button.back.pin is GPIO17, already taken by button.paddle-0.pin"),
        ("screen = false", "own.toml: screen is missing"),
        ("[screen]\nquestion = false\ntable = false", "own.toml: screen is empty; allowed: at least one of question"),
        ("dial = false", "own.toml: dial is missing"),
        ("fan = false", "own.toml: fan isn't known"),
        ("[button]\npaddle-7 = false", "own.toml: button.paddle-7 isn't known"),
        ("[dial\n", "own.toml isn't a TOML file"),
    ],
)
def test_a_mistake_in_an_own_wiring_is_one_line(tmp_path: Path, text, words):
    own = tmp_path / "own.toml"
    own.write_text(text)
    with pytest.raises(WiringError) as caught:
        Wiring.load(own)
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)
