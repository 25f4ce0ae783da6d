"""The simulated board itself: time, contacts, and what stands between the libraries and the kernel."""

import errno
import os
import random
import subprocess
import sys
from itertools import pairwise
from types import ModuleType

import pytest
from gpiozero import Device

from drivers.clock import VirtualClock
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.silicon.failures import Failures
from drivers.silicon.i2c import I2cBus
from drivers.silicon.kernel import install_nodes
from drivers.silicon.pins import simulate_bounce
from drivers.silicon.ws2812 import SpiBus, Strip
from tests.drivers.frames import match_frames


def test_time_stands_still_until_it_is_advanced():
    with Board() as board:
        start = board.clock()
        board.press("dome")
        assert board.clock() == start
        board.advance(2.5)
        assert board.clock() == start + 2.5


def test_the_same_seed_bounces_the_same_way():
    def edges(seed: int) -> list[tuple[float, bool]]:
        found: list[tuple[float, bool]] = []
        with Board(seed=seed, bounce=0.09) as board:
            pin = board._pin(25)
            pin.function, pin.pull = "input", "up"
            listen = lambda ticks, state: found.append((ticks, state))  # noqa: E731
            pin.when_changed = listen
            board.press("dome")
            board.advance(0.2)
        return found

    assert edges(4) == edges(4)
    assert edges(4) != edges(5)


def test_bounce_starts_with_the_first_edge_and_ends_at_rest_within_its_time():
    rng = random.Random(1)
    longest = 0.0
    for closed in [True, False] * 300:
        edges = list(simulate_bounce(rng, closed, 0.09))
        assert edges[0] == (0.0, closed)
        assert edges[-1][1] == closed
        assert all(before[0] <= after[0] and before[1] != after[1] for before, after in pairwise(edges))
        longest = max(longest, edges[-1][0])
    assert 0.08 < longest <= 0.09


def test_a_contact_without_bounce_has_one_edge():
    assert list(simulate_bounce(random.Random(1), True, 0.0)) == [(0.0, True)]


def test_with_a_real_clock_only_what_is_due_happens():
    """Live, as the emulator uses it: the clock moves by itself and the host comes by."""
    now = [50.0]
    with Board(clock=lambda: now[0], bounce=0.0) as board, Panel(clock=board.clock) as panel:
        board.tap("back", hold=0.1)
        assert board.next_due == pytest.approx(50.1)
        now[0] = 50.05
        board.advance()
        panel.poll(now[0])
        assert panel.list_held_buttons() == ["back"]
        now[0] = 50.12
        board.advance()
        assert board.next_due is None
        panel.poll(now[0])
        now[0] = 50.4
        panel.poll(now[0])
        assert [(panel.events.get().what, panel.events.get().at)][0][1] == pytest.approx(50.1)
        assert panel.list_held_buttons() == []


def test_an_edge_served_late_keeps_the_time_it_was_due():
    now = [50.0]
    with Board(clock=lambda: now[0], bounce=0.0) as board, Panel(clock=board.clock) as panel:
        board.tap("back", hold=0.1)
        now[0] = 51.0
        board.advance()
        panel.poll(now[0])
        assert [panel.events.get().at for _ in range(2)] == [50.0, pytest.approx(50.1)]


def test_both_chips_can_be_wired():
    import tomllib

    from drivers.wiring import DEFAULT, Wiring

    entries = tomllib.loads(DEFAULT.read_text())
    entries["screen"]["table"]["chip"] = "sh1106"
    wiring = Wiring.parse(entries)
    image = next(match_frames(1, 1))
    with Board(wiring) as board, Panel(wiring, clock=board.clock) as panel:
        panel.question_screen.show(image)
        panel.table_screen.show(image)
        assert board.image("question").tobytes() == board.image("table").tobytes() == image.tobytes()


def test_leaving_the_board_gives_the_libraries_their_kernel_back():
    import Adafruit_PureIO.spi
    import smbus2.smbus2

    before = Device.pin_factory
    with Board():
        assert smbus2.smbus2.os is not os
    assert smbus2.smbus2.os is os
    assert Adafruit_PureIO.spi.os is os
    assert Device.pin_factory is before


def test_the_rest_of_the_process_keeps_its_own_files(tmp_path):
    with Board():
        handle = os.open(tmp_path / "file", os.O_CREAT | os.O_WRONLY)
        os.close(handle)
        with pytest.raises(FileNotFoundError):
            os.open("/dev/i2c-1", os.O_RDWR)


class Echo:
    """A node that answers with the request."""

    def on_open(self, handle: int) -> None:
        self.handle = handle

    def ioctl(self, handle: int, request: int, argument: object) -> int:
        return request


def library() -> ModuleType:
    """A library that opens nodes, as smbus2 does."""
    import fcntl

    module = ModuleType("library")
    module.os = os  # type: ignore[attr-defined]
    module.ioctl = fcntl.ioctl  # type: ignore[attr-defined]
    return module


def test_a_library_finds_the_simulated_node_and_no_real_one_of_its_family(tmp_path):
    module = library()
    with install_nodes(module, {"/dev/thing-1": Echo()}, "/dev/thing-"):
        assert module.os.path.exists("/dev/thing-1")
        assert not module.os.path.exists("/dev/thing-2")
        assert module.os.path.exists(str(tmp_path))
        handle = module.os.open("/dev/thing-1", os.O_RDWR)
        assert module.ioctl(handle, 42) == 42
        module.os.close(handle)
        with pytest.raises(FileNotFoundError):
            module.os.open("/dev/thing-2", os.O_RDWR)
        real = module.os.open(os.devnull, os.O_RDWR)
        with pytest.raises(OSError, match="ioctl"):
            module.ioctl(real, 0x5401, b"\0" * 64)
        module.os.close(real)
    assert module.os is os


def test_a_node_that_refuses_to_open_leaves_no_handle_behind():
    bus = I2cBus(1)
    bus.failures.arm("i2c-open", times=50)
    module = library()
    before = len(os.listdir("/proc/self/fd"))
    with install_nodes(module, {bus.path: bus}, "/dev/i2c-"):
        for _ in range(50):
            with pytest.raises(OSError, match="Input/output"):
                module.os.open(bus.path, os.O_RDWR)
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_i2c_bus_speaks_like_the_kernel():
    import smbus2

    bus = I2cBus(1)
    with bus.install(), smbus2.SMBus(1) as smbus:
        with pytest.raises(OSError, match="Remote I/O") as missing:
            smbus.write_i2c_block_data(0x50, 0, [1])
        assert missing.value.errno == errno.EREMOTEIO
        with pytest.raises(OSError, match="not supported") as unsupported:
            smbus.read_word_data(0x50, 0)
        assert unsupported.value.errno == errno.EOPNOTSUPP
        with pytest.raises(OSError, match="Inappropriate") as unknown:
            bus.ioctl(0, 0xFFFF, None)
        assert unknown.value.errno == errno.ENOTTY


def test_an_absent_chip_cannot_be_read():
    import smbus2

    with I2cBus(1).install(), smbus2.SMBus(1) as smbus, pytest.raises(OSError, match="Remote I/O"):
        smbus.read_byte(0x3C)


def test_a_chip_can_be_read_for_its_status():
    import smbus2

    from drivers.silicon.ssd1306 import Ssd1306

    bus = I2cBus(1)
    bus.chips[0x3C] = Ssd1306()
    with bus.install(), smbus2.SMBus(1) as smbus:
        message = smbus2.i2c_msg.read(0x3C, 2)
        smbus.i2c_rdwr(message)
        assert list(message) == [0x40, 0x40]
        assert smbus.read_byte(0x3C) == 0x40


def test_the_spi_bus_keeps_its_clock_and_mode():
    from Adafruit_PureIO.spi import SPI

    bus = SpiBus(Strip(1))
    with bus.install():
        spi = SPI("/dev/spidev0.0")
        spi.max_speed_hz = 123_456
        spi.mode = 3
        assert (spi.max_speed_hz, spi.mode) == (123_456, 3)
        with pytest.raises(OSError, match="Inappropriate"):
            bus.ioctl(spi.handle, 0xFFFF, b"")
        os.close(spi.handle)


def test_trouble_strikes_the_call_it_was_ordered_for():
    failures = Failures()
    failures.check("write")
    failures.arm("write", after=1, times=2, error=errno.ENXIO)
    outcomes = []
    for _ in range(5):
        try:
            failures.check("write")
        except OSError as error:
            outcomes.append(error.errno)
        else:
            outcomes.append(0)
    assert outcomes == [0, errno.ENXIO, errno.ENXIO, 0, 0]
    assert failures.calls["write"] == 6
    failures.arm("write")
    failures.disarm()
    failures.check("write")


def test_a_virtual_clock_moves_only_on_request():
    clock = VirtualClock(5.0)
    assert clock() == clock() == 5.0
    clock.advance(1.5)
    assert clock() == 6.5


LAZY = """
import sys
import drivers.panel
heavy = {"luma", "gpiozero", "neopixel", "neopixel_spi", "smbus2", "Adafruit_PureIO", "lgpio", "board"}
print(sorted(heavy & {name.split(".")[0] for name in sys.modules}))
"""

IMPORT_PATH = """
import sys
import fake_rpi
sys.modules["RPi"] = fake_rpi.RPi
sys.modules["RPi.GPIO"] = fake_rpi.RPi.GPIO
sys.modules["smbus"] = fake_rpi.smbus
fake_rpi.toggle_print(False)
import RPi.GPIO as GPIO
import smbus
GPIO.setmode(GPIO.BCM)
GPIO.setup(17, GPIO.IN)
bus = smbus.SMBus(1)
from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306
from gpiozero.pins.rpigpio import RPiGPIOFactory
device = ssd1306(i2c(bus=bus, address=0x3C))
device.persist = True
print("imported", GPIO.BCM == 11)
"""


def run(program: str) -> str:
    result = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()[-1]


def test_importing_the_drivers_costs_none_of_the_heavy_libraries():
    assert run(LAZY) == "[]"


def test_the_import_path_of_a_pi_is_there_with_fake_rpi():
    """fake-rpi stands in for RPi.GPIO and smbus at import; its edges never fire, so it simulates nothing here."""
    assert run(IMPORT_PATH) == "imported True"
