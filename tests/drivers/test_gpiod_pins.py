"""gpiozero's own devices on our pins, on gpiod, on a chip that starts where gpiod calls its C library.

What a real kernel does with the same code is shown by `make kernel`.
"""

import errno
import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("gpiod")

from gpiozero import (
    LED,
    PWMLED,
    Button,
    Device,
    DeviceClosed,
    PinInvalidFunction,
    PinSetInput,
    RotaryEncoder,
    TonalBuzzer,
)
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
)
from gpiozero.pins import local

from drivers import gpiod_pins
from drivers.fault import classify_error
from drivers.gpio_input import close_device, is_hearing_edges, load_gpiozero, open_contact
from drivers.gpiod_pins import GpiodFactory
from drivers.pwm import KernelPwm
from drivers.silicon.gpiochip import PATH, GpioChip

PATIENCE = 10.0


@pytest.fixture
def chip(monkeypatch) -> Iterator[GpioChip]:
    """A Pi 4 with nothing on its header."""
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC03115)
    chip = GpioChip()
    with chip.install():
        yield chip
    gc.collect()  # a device that dies while gpiozero reserves pins for another one waits for itself for ever
    local.LocalPiFactory._reservations.clear()  # what a test left open


@pytest.fixture
def pins(chip) -> Iterator[GpiodFactory]:
    factory = GpiodFactory(PATH, consumer="arkside")
    yield factory
    factory.close()


class Heard:
    """Records the calls of a handler from any thread; waits for as many as a test expects."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []
        self._more = threading.Condition()

    def tell(self, *what: object) -> None:
        with self._more:
            self.told.append(what)
            self._more.notify_all()

    def wait(self, count: int) -> list[tuple[object, ...]]:
        with self._more:
            assert self._more.wait_for(lambda: len(self.told) >= count, PATIENCE), self.told
            return self.told


def contact(pins: GpiodFactory, pin: int, edge: Callable[[float, bool], None]) -> object:
    """A contact of ours on these pins."""
    Device.pin_factory = pins
    try:
        return open_contact(pin, edge)
    finally:
        Device.pin_factory = None


def test_edges_come_with_the_time_that_the_kernel_gave_them(chip, pins):
    heard = Heard()
    device = contact(pins, 17, heard.tell)  # gpiozero holds handlers weakly
    heard.wait(1)  # its level at the start
    heard.told.clear()
    chip.short(17, True, at=1000.25)
    chip.short(17, False, at=1000.5)
    assert heard.wait(2) == [(1000.25, True), (1000.5, False)]
    assert not device.is_active


def test_edges_of_two_pins_are_reported_in_the_order_of_their_stamps(chip, pins):
    heard, busy, go_on = Heard(), threading.Event(), threading.Event()

    def slow(at: float, closed: bool) -> None:
        busy.set()
        go_on.wait(PATIENCE)

    go_on.set()
    device = contact(pins, 4, slow)
    first = contact(pins, 17, lambda at, closed: heard.tell("first", at))
    second = contact(pins, 27, lambda at, closed: heard.tell("second", at))
    heard.told.clear()
    busy.clear()
    go_on.clear()
    chip.short(4, True)
    assert busy.wait(PATIENCE)  # the thread is held up, and edges gather meanwhile
    chip.short(27, True, at=3.0)
    chip.short(17, True, at=2.0)
    chip.short(27, False, at=4.0)
    go_on.set()
    assert heard.wait(3) == [("first", 2.0), ("second", 3.0), ("second", 4.0)]
    assert (device.is_active, first.is_active, second.is_active) == (True, True, False)


def test_an_edge_that_comes_while_another_pin_is_read_keeps_its_place_in_time(chip, pins):
    heard = Heard()
    devices = [contact(pins, pin, lambda at, closed: heard.tell(at)) for pin in (17, 27)]
    pins.collect()  # their levels at the start
    line = chip.requests[17]
    read = line.read_edge_events

    def slowly(most):
        found = read(most)
        line.read_edge_events = read
        chip.short(17, False, at=3.0)  # too late for this look at 17, in time for the one at 27 that follows
        chip.short(27, False, at=4.0)
        return found

    with pins._delivery_lock:
        heard.told.clear()
        line.read_edge_events = slowly
        chip.short(17, True, at=1.0)
        chip.short(27, True, at=2.0)
    assert heard.wait(4) == [(1.0,), (2.0,), (3.0,), (4.0,)]
    assert not any(part.is_active for part in devices)


def test_edges_waiting_in_the_kernel_can_be_fetched_at_once(chip, pins):
    heard = Heard()
    first = contact(pins, 17, lambda at, closed: heard.tell("first", at))
    second = contact(pins, 27, lambda at, closed: heard.tell("second", at))
    pins.collect()  # their levels at the start
    with pins._delivery_lock:  # as if the thread that brings edges were kept from its turn
        heard.told.clear()
        chip.short(27, True, at=3.0)
        chip.short(17, True, at=2.0)
        assert heard.told == []
    pins.collect()
    assert sorted(heard.told) == [("first", 2.0), ("second", 3.0)], "all of it, by the time the call is back"
    pins.collect()
    assert len(heard.told) == 2, "and once only"
    assert first.is_active
    assert second.is_active
    close_device(first)
    close_device(second)


def test_lost_edges_are_counted_before_the_next_edge_is_reported(chip):
    pins = GpiodFactory(PATH, buffer=8)
    busy, go_on, heard = threading.Event(), threading.Event(), Heard()
    go_on.set()

    def slow(at: float, closed: bool) -> None:
        busy.set()
        go_on.wait(PATIENCE)

    device = contact(pins, 4, slow)
    flickering = contact(pins, 17, lambda at, closed: heard.tell(at, flickering.pin.lost) if at else None)
    busy.clear()
    go_on.clear()
    heard.told.clear()
    chip.short(4, True)
    assert busy.wait(PATIENCE)
    for number in range(1, 21):
        chip.short(17, number % 2 == 1, at=number)
    go_on.set()
    assert heard.wait(8) == [(number, 12) for number in range(13, 21)]
    assert flickering.pin.lost == 12
    assert device.pin.lost == 0
    chip.short(17, True, at=99)
    assert heard.wait(9)[-1] == (99, 12)
    pins.close()


def test_a_reopened_pin_has_lost_nothing(chip, pins):
    for _ in range(3):
        button, heard = Button(17, pin_factory=pins), Heard()
        button.when_pressed = heard.tell
        chip.short(17, True)
        heard.wait(1)
        chip.short(17, False)
        assert button.pin.lost == 0
        button.close()


def test_a_handler_that_raises_is_logged_and_the_others_still_hear(chip, pins, caplog):
    heard = Heard()
    broken, other = Button(17, pin_factory=pins), Button(27, pin_factory=pins)
    broken.when_pressed = lambda: 1 / 0
    other.when_pressed = heard.tell
    with caplog.at_level(logging.ERROR):
        chip.short(17, True)
        chip.short(27, True)
        heard.wait(1)
    assert "GPIO17: the handler of its edges failed" in caplog.text
    assert pins.hearing


def test_a_handler_may_close_its_own_button(chip, pins):
    heard = Heard()
    button = Button(17, pin_factory=pins)

    def close() -> None:
        button.close()
        heard.tell("closed")

    button.when_pressed = close
    chip.short(17, True)
    heard.wait(1)
    assert chip.lines[17].consumer is None


def test_a_chip_that_goes_away_ends_the_edges_of_its_pins_and_nothing_else(chip, pins, caplog):
    heard = Heard()
    button = Button(17, pin_factory=pins)
    button.when_pressed = heard.tell
    chip.broken = True
    with caplog.at_level(logging.WARNING):
        chip.short(17, True)
        while "no edges any more" not in caplog.text:
            assert pins.hearing
    with pytest.raises(OSError, match="No such device"):
        _ = button.is_pressed
    close_device(button)
    assert chip.lines[17].consumer is None
    chip.broken = False
    button = Button(17, pin_factory=pins)
    assert button.is_pressed


def test_a_line_that_another_program_has_is_named_with_it(chip, pins):
    chip.lines[17].consumer = "robot"
    with pytest.raises(OSError, match="GPIO17 is in use by robot") as caught:
        Button(17, pin_factory=pins)
    assert (caught.value.errno, caught.value.owner) == (errno.EBUSY, "robot")
    assert classify_error(caught.value) == "busy"


def test_the_kernel_knows_who_uses_a_line(chip, pins):
    with LED(5, pin_factory=pins):
        assert chip.lines[5].consumer == "arkside"
    assert chip.lines[5].consumer is None


def test_an_output_is_driven_and_stays_low_when_it_is_given_back(chip, pins):
    led = LED(5, pin_factory=pins, initial_value=True)
    assert chip.lines[5].level
    led.off()
    assert not chip.lines[5].level
    led.on()
    assert led.is_lit
    led.close()  # gpiozero itself leaves it lit
    assert not chip.lines[5].level


def test_a_dial_turns_on_these_pins(chip, pins):
    dial, heard = RotaryEncoder(18, 19, max_steps=0, pin_factory=pins), Heard()
    dial.when_rotated = heard.tell
    for _ in range(3):
        for pin, closed in ((18, True), (19, True), (18, False), (19, False)):
            chip.short(pin, closed)
    heard.wait(3)
    assert dial.steps == 3


def test_a_tone_moves_the_pin_and_ends_low(chip, pins):
    levels, moved = [], threading.Event()
    buzzer = TonalBuzzer(13, octaves=3, pin_factory=pins)
    line = chip.requests[13]
    write = line.set_values

    def note_values(values):
        write(values)
        levels.append(chip.lines[13].level)
        if len(levels) > 20:
            moved.set()

    line.set_values = note_values
    buzzer.play(440.0)
    assert moved.wait(PATIENCE)
    assert buzzer.tone.frequency == 440
    buzzer.stop()
    assert {*levels} == {True, False}
    assert not chip.lines[13].level
    buzzer.play(880.0)
    buzzer.close()
    assert not chip.lines[13].level
    assert "tone" not in {thread.name for thread in threading.enumerate()}


def test_a_dimmed_light_that_is_full_or_dark_needs_no_thread(chip, pins):
    with PWMLED(5, pin_factory=pins) as led:
        led.value = 1
        assert chip.lines[5].level
        led.value = 0.5
        assert led.value == 0.5
        led.value = 0
        assert not chip.lines[5].level
        assert "tone" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("state", [1.1, -0.1])
def test_a_dimmed_light_refuses_a_state_that_is_no_share(chip, pins, state):
    pin = pins.pin("GPIO5")
    pin.function = "output"
    pin.frequency = 100
    with pytest.raises(PinInvalidState):
        pin.state = state
    pin.state = 0.5
    assert pin.state == 0.5
    pin.frequency = None


def test_a_pin_with_the_kernels_pwm_is_never_taken_as_a_line(chip, pins, tmp_path, monkeypatch):
    channel = tmp_path / "pwm1"
    channel.mkdir()
    for name in ("period", "duty_cycle", "enable"):
        (channel / name).write_text("0")
    monkeypatch.setattr(gpiod_pins, "find_kernel_pwm", lambda pin: KernelPwm(tmp_path, 1))
    with TonalBuzzer(13, octaves=3, pin_factory=pins) as buzzer:
        buzzer.play(440.0)
        assert [int((channel / name).read_text()) for name in ("period", "enable")] == [2_272_727, 1]
        assert chip.lines[13].consumer is None
        assert buzzer.pwm_device.pin.function == "output"
        buzzer.stop()
        buzzer.pwm_device.off()
        assert int((channel / "duty_cycle").read_text()) == 0
        buzzer.pwm_device.pin.state = 1
        assert (channel / "duty_cycle").read_text() == (channel / "period").read_text()
    assert [int((channel / name).read_text()) for name in ("duty_cycle", "enable")] == [0, 0]


def test_impossible_requests_to_a_pin_raise_the_errors_of_gpiozero(chip, pins):
    pin = pins.pin("GPIO17")
    pin.function = "input"
    for error, change in (
        (PinInvalidFunction, ("function", "clock")),
        (PinSetInput, ("state", 1)),
        (PinInvalidPull, ("pull", "sideways")),
        (PinInvalidBounce, ("bounce", -1)),
        (PinInvalidEdges, ("edges", "round")),
        (PinPWMFixedValue, ("frequency", 100)),
    ):
        with pytest.raises(error):
            setattr(pin, *change)
    pin.function = "output"
    with pytest.raises(PinFixedPull):
        pin.pull = "up"
    pin.close()


def test_a_pin_remembers_how_it_was_set(chip, pins):
    pin = pins.pin("GPIO17")
    assert pin.function == "input"
    pin.function = "input"
    pin.pull, pin.bounce, pin.edges = "down", 0.01, "rising"
    assert (pin.pull, pin.bounce, pin.edges, pin.state) == ("down", 0.01, "rising", False)
    pin.close()
    with pytest.raises(DeviceClosed, match="GPIO17 is closed"):
        _ = pin.state


def test_our_own_parts_take_these_pins_where_gpiod_is_installed(chip, monkeypatch):
    monkeypatch.setattr(gpiod_pins, "find_header_chip", lambda: PATH)
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    load_gpiozero()
    assert type(Device.pin_factory) is GpiodFactory
    assert is_hearing_edges()
    Device.pin_factory.close()


def test_gpiozero_finds_them_by_name():
    found = subprocess.run(
        [sys.executable, "-c", "from gpiozero import LED; LED(17)"],
        env={**os.environ, "GPIOZERO_PIN_FACTORY": "gpiod"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert "there is no GPIO chip of a Raspberry Pi" in found.stderr or Path(PATH).exists()


def test_a_forbidden_chip_is_called_not_allowed(chip):
    chip.forbidden = True
    with pytest.raises(PermissionError) as caught:
        GpiodFactory(PATH)
    assert classify_error(caught.value) == "not-allowed"


def test_a_computer_without_the_chips_of_a_pi_has_no_bus(chip, monkeypatch):
    chip.label = "INT34C5:00"
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter([Path(PATH)]))
    with pytest.raises(FileNotFoundError, match="no GPIO chip of a Raspberry Pi") as caught:
        GpiodFactory()
    assert classify_error(caught.value) == "no-bus"
    chip.label = "pinctrl-rp1"
    GpiodFactory().close()
