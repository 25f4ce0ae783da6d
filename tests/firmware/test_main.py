"""main.py, which runs on the Pico alone, against stand-ins for the modules that exist only there."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from firmware.link import MessageReader, encode_message
from firmware.outbox import SIZE
from firmware.wiring import BUTTONS, LAMPS, PIXELS, RING

SOURCE = Path(__file__).parents[2] / "firmware" / "main.py"
FALLING, RISING = 4, 8


class Stop(Exception):
    """The power is cut."""


class Pin:
    """A pin with a pull-up and an interrupt."""

    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, FALLING, RISING
    made: dict[int, "Pin"] = {}  # noqa: RUF012

    def __init__(self, number: int, mode: int | None = None, pull: int | None = None) -> None:
        self.number, self.mode, self.pull, self.level = number, mode, pull, 1
        Pin.made[number] = self

    def value(self) -> int:
        return self.level

    def irq(self, handler: Any, trigger: int, hard: bool = False) -> Any:
        assert trigger == FALLING | RISING
        assert hard, "a soft interrupt waits for the garbage collector"
        self.handler = handler
        self.flags = 0
        return SimpleNamespace(flags=lambda: self.flags)

    def interrupt(self, flags: int, level: int) -> None:
        self.flags, self.level = flags, level
        self.handler(self)


class Pico:
    """Everything around the program: time, serial line, memory, and when the power is cut."""

    def __init__(self) -> None:
        self.now = 0
        self.script: list[Any] = []
        self.incoming = b""
        self.written = b""
        self.memory = bytearray(SIZE + 4)
        self.duty: dict[int, int] = {}
        self.pixels: list[int] = []
        self.fed = 0
        self.bootsel = 0
        self.resets = 0
        self.heap = 0x20010000

    def sleep_us(self, us: int) -> None:
        self.now += us
        if not self.script:
            raise Stop
        self.script.pop(0)()

    def reset(self) -> None:
        self.resets += 1
        raise Stop

    def feed(self) -> None:
        self.fed += 1

    def read(self, count: int) -> bytes:
        assert count == 1, "more than one byte would block"
        byte, self.incoming = self.incoming[:1], self.incoming[1:]
        return byte

    def write(self, data: bytes) -> None:
        self.written += data

    def run(self) -> None:
        """Switch on; runs main.py until the script ends."""
        code = compile(SOURCE.read_text(), str(SOURCE), "exec")
        try:
            exec(code, {"__name__": "__main__"})
        except Stop:
            return

    def list_messages(self, word: str) -> list[list[int | str]]:
        return [values for said, values in MessageReader().feed(self.written) if said == word]


def module(name: str, **contents: Any) -> ModuleType:
    made = ModuleType(name)
    made.__dict__.update(contents)
    return made


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pico]:
    pico = Pico()
    Pin.made.clear()

    def pwm(pin: Pin, freq: int, duty_u16: int) -> Any:
        pico.duty[pin.number] = duty_u16
        return SimpleNamespace(duty_u16=lambda duty: pico.duty.__setitem__(pin.number, duty))

    def state_machine(index: int, program: Any, freq: int, sideset_base: Pin) -> Any:
        assert (freq, sideset_base.number) == (8_000_000, RING)
        return SimpleNamespace(active=lambda on: None, put=lambda word, shift: pico.pixels.append(word << shift))

    def bytearray_at(address: int, size: int) -> bytearray:
        assert address == 0x2002C000
        assert size == len(pico.memory) == SIZE + 4
        return pico.memory

    poll = SimpleNamespace(register=lambda *what: None, poll=lambda ms: [1] if pico.incoming else [])
    modules = [
        module(
            "machine",
            Pin=Pin,
            PWM=pwm,
            WDT=lambda timeout: SimpleNamespace(feed=pico.feed),
            disable_irq=lambda: 1,
            enable_irq=lambda token: None,
            reset=pico.reset,
        ),
        module("micropython", alloc_emergency_exception_buf=lambda size: None),
        module(
            "rp2",
            PIO=SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0),
            asm_pio=lambda **options: lambda program: program,
            StateMachine=state_machine,
            bootsel_button=lambda: pico.bootsel,
        ),
        module("uctypes", bytearray_at=bytearray_at, addressof=lambda block: pico.heap),
        module("gc", collect=lambda: None, mem_free=lambda: 190_000),
        module("select", poll=lambda: poll, POLLIN=1),
        module(
            "sys",
            stdin=SimpleNamespace(buffer=SimpleNamespace(read=pico.read)),
            stdout=SimpleNamespace(buffer=SimpleNamespace(write=pico.write)),
        ),
        module("time", ticks_us=lambda: pico.now, sleep_us=pico.sleep_us, sleep_ms=lambda ms: None),
    ]
    with monkeypatch.context() as patch:
        for one in modules:
            patch.setitem(sys.modules, one.__name__, one)
        yield pico
    assert sys.modules["time"] is time


def nothing() -> None:
    """A pass in which nothing happens."""


def test_buttons_have_pull_ups_and_every_pin_one_purpose(pico: Pico) -> None:
    pico.run()
    assert all((Pin.made[number].mode, Pin.made[number].pull) == (Pin.IN, Pin.PULL_UP) for number in BUTTONS)
    used = (*BUTTONS, *LAMPS, RING)
    assert len(set(used)) == len(used) == len(Pin.made)


def test_a_closing_contact_is_stamped_in_the_interrupt(pico: Pico) -> None:
    pico.script = [nothing, lambda: Pin.made[BUTTONS[3]].interrupt(FALLING, level=0), nothing]
    pico.run()
    assert [values[3:] for values in pico.list_messages("edge")] == [[3, 1, 400]]


def test_a_contact_that_is_open_again_when_the_handler_looks_is_still_an_edge(pico: Pico) -> None:
    pico.script = [lambda: Pin.made[BUTTONS[0]].interrupt(FALLING | RISING, level=1), nothing]
    pico.run()
    assert [values[3:5] for values in pico.list_messages("edge")] == [[0, 1], [0, 0]]


def test_a_bounce_that_ends_closed_is_not_reported_as_open(pico: Pico) -> None:
    pico.script = [lambda: Pin.made[BUTTONS[0]].interrupt(RISING | FALLING, level=0), nothing]
    pico.run()
    assert [values[3:5] for values in pico.list_messages("edge")] == [[0, 1]]


def test_lamps_and_ring_follow_the_host(pico: Pico) -> None:
    pico.incoming = encode_message("lamp", 1, 2, 255) + encode_message("ring", 2, "112233" * PIXELS)
    pico.script = [nothing]
    pico.run()
    assert pico.duty[LAMPS[2]] == 65535
    assert pico.duty[LAMPS[1]] == 0
    assert pico.pixels == [0x22113300] * PIXELS, "green first, and left in the word"


def test_the_watchdog_is_fed_in_every_pass(pico: Pico) -> None:
    pico.script = [nothing] * 9
    pico.run()
    assert pico.fed == 10


def test_waiting_edges_survive_a_reset(pico: Pico) -> None:
    pico.script = [lambda: Pin.made[BUTTONS[1]].interrupt(FALLING, level=0)]
    pico.run()
    pico.written = b""
    pico.script = [nothing]
    pico.run()
    assert [values[1:5] for values in pico.list_messages("edge")] == [[0, 0, 1, 1]]
    assert pico.list_messages("hello")[0][3] == 1, "a new boot of the same stream"


def test_a_heap_at_another_address_is_left_alone(pico: Pico) -> None:
    pico.heap = 0x2002D000
    pico.memory[:] = b"?" * len(pico.memory)
    pico.script = [lambda: Pin.made[BUTTONS[1]].interrupt(FALLING, level=0), nothing]
    pico.run()
    assert pico.memory == b"?" * len(pico.memory), "it belongs to somebody else"
    assert len(pico.list_messages("edge")) == 1, "the pod works all the same"


def test_halt_restarts_the_pico_once_without_the_program(pico: Pico) -> None:
    pico.incoming = encode_message("halt", 1)
    pico.run()
    assert pico.resets == 1
    pico.written = b""
    pico.run()
    assert pico.written == b"", "the host can install now"
    pico.run()
    assert pico.list_messages("hello"), "and after the next reset the program is back"


def test_the_button_on_the_pico_keeps_the_program_away(pico: Pico) -> None:
    pico.bootsel = 1
    pico.run()
    assert pico.written == b""
