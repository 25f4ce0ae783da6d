"""The self-test on the host's phone: the box shows the same step, and either of them can answer it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.app import App
from companion.app.errors import NoBox
from companion.app.part_words import INPUTS
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.device.views.check import CheckView, SeeView
from companion.device.views.pick import PickView
from companion.phone.gate import JoinGate
from companion.phone.live import Live
from companion.phone.self_test import describe_self_test, draw_header
from companion.phone.words import phone_say
from drivers.fault import Fault
from tests.borders.test_equal_clients import Phone


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Rehearsal]:
    with Rehearsal(tmp_path) as device:
        yield device


@pytest.fixture
def phones(device: Rehearsal) -> list[Phone]:
    """The phone of the host, and another one."""
    gate = JoinGate(device.app.presence)
    live = Live(device.app, gate)
    return [Phone(live, gate, seat) for seat in (0, 1)]


def step(phone: Phone) -> Any:
    return phone.see()["self_test"]


def press(phone: Phone, device: Rehearsal, act: str) -> dict[str, Any]:
    """Tap one of the buttons that the page offers; the box notices it."""
    assert act in [offered for offered, _ in step(phone)["acts"]]
    reply = phone.ask("self_test", act=act, part=step(phone)["part"])
    device.wait(0.2)
    return reply


def test_a_test_begun_on_the_phone_is_on_the_box_and_goes_on_with_a_tap_on_either(
    device: Rehearsal, phones: list[Phone]
) -> None:
    host = phones[0]
    press(host, device, "start")
    assert isinstance(device.view, SeeView)
    assert step(host)["lines"] == ["1/14", "Does the left screen show a frame?"]
    press(host, device, "yes")
    assert step(host)["part"] == "table"
    device.push()
    assert step(host)["part"] == "lights"


def test_pressed_parts_are_heard_and_silent_ones_named_with_their_pins(device: Rehearsal, phones: list[Phone]) -> None:
    host = phones[0]
    press(host, device, "start")
    while step(host)["part"] not in INPUTS:
        press(host, device, "yes")
    assert type(device.view) is CheckView
    assert [act for act, _ in step(host)["acts"]] == ["stop", "no"]  # only the paddle itself can say yes
    device.tap("paddle-0")
    assert step(host)["part"] == "paddle-1"
    press(host, device, "no")
    assert step(host)["failed"] == [
        {"text": "paddle 2: no signal, check GPIO27 (header pin 13) and ground", "header": draw_header([13])}
    ]
    while step(host)["part"] is not None:
        press(host, device, "no")
    assert [act for act, _ in step(host)["acts"]] == ["start", "stop"]
    assert len(step(host)["failed"]) == 8
    press(host, device, "stop")
    assert device.app.self_test is None
    assert isinstance(device.view, PickView)


def test_a_screen_that_is_known_to_be_silent_is_not_asked_about(device: Rehearsal, phones: list[Phone]) -> None:
    device.board.break_part("question")
    device.wait(12)
    press(phones[0], device, "start")
    assert step(phones[0])["part"] == "table"
    assert step(phones[0])["failed"][0]["header"] == draw_header([3, 5])
    device.app.set_faults([Fault("table", "no-answer", "SDA")])  # it is pulled off while people look at it
    assert step(phones[0])["part"] == "lights"


def test_without_any_screen_the_lamps_can_still_be_tested_by_phone(device: Rehearsal, phones: list[Phone]) -> None:
    for screen in ("question", "table"):
        device.board.break_part(screen)
    device.wait(12)
    press(phones[0], device, "start")
    press(phones[0], device, "yes")
    assert step(phones[0])["part"] == "lamps"
    lit = {device.board.lamp("paddle-3")}
    for _ in range(10):  # otherwise the lamps of a box without screens blink
        device.wait(0.1)
        lit.add(device.board.lamp("paddle-3"))
    assert lit == {True}


def test_a_sleeping_box_wakes_up_for_it(device: Rehearsal, phones: list[Phone]) -> None:
    device.wait(float(device.app.settings["sleep"]) * 60 + 5)
    assert device.panel.part("question").asleep
    press(phones[0], device, "start")
    assert not device.panel.part("question").asleep


@pytest.mark.parametrize("part", ["table", None, 7])
def test_a_late_tap_answers_nothing(device: Rehearsal, phones: list[Phone], part: object) -> None:
    press(phones[0], device, "start")
    assert phones[0].ask("self_test", act="yes", part=part)["error"]["code"] == "stale-question"
    assert phones[0].ask("self_test", act="perhaps", part="question")["error"]["code"] == "bad-request"
    assert step(phones[0])["part"] == "question"


def test_only_the_host_may_test_and_only_between_matches(device: Rehearsal, phones: list[Phone]) -> None:
    assert phones[1].ask("self_test", act="start")["error"]["code"] == "not-allowed"
    press(phones[0], device, "start")
    device.app.lobby.change("noah", "virtual")
    device.app.lobby.start(seed=7)
    assert device.app.self_test is None  # the match needs the screens
    assert phones[0].ask("self_test", act="start")["error"]["code"] == "match-open"


def test_phones_alone_have_nothing_to_test(tmp_path: Path) -> None:
    app = App(tmp_path, "en")
    try:
        assert describe_self_test(app, Say("en")) is None
        with pytest.raises(NoBox):
            app.start_self_test()
    finally:
        app.close()


def test_a_french_page_asks_in_french(device: Rehearsal) -> None:
    device.app.start_self_test()
    described = describe_self_test(device.app, phone_say("fr"))
    assert described is not None
    assert described["lines"][1].startswith("L’écran de gauche")
    assert [label for _, label in described["acts"]] == ["Fermer", "Non", "Oui"]


def test_the_picture_marks_the_pins_where_they_are_on_the_header() -> None:
    corners = re.findall(r"M([\d.]+) ([\d.]+)h1.6", draw_header([1, 2, 40]))
    assert corners == [("0.2", "2.2"), ("0.2", "0.2"), ("38.2", "0.2")]
    assert draw_header([]) == ""  # a part of the pod has no pin there
