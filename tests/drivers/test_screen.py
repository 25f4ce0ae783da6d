"""A screen over real luma on a simulated chip: the glass shows what was drawn, for few bytes."""

import errno
import gc
from collections.abc import Iterator

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, sh1107, ssd1306
from PIL import Image, ImageDraw

from drivers.clock import VirtualClock
from drivers.screen import Screen
from drivers.silicon.board import Board
from drivers.silicon.i2c import I2cBus
from drivers.silicon.oled import Oled
from drivers.silicon.sh1106 import Sh1106
from drivers.silicon.sh1107 import Sh1107
from drivers.silicon.ssd1306 import Ssd1306
from tests.drivers.frames import match_frames, random_frames

CHIPS = {"ssd1306": (Ssd1306, ssd1306), "sh1106": (Sh1106, sh1106), "sh1107": (Sh1107, sh1107)}
OURS, STOCK = 0x3C, 0x3D
STOCK_BYTES = {"ssd1306": 1034, "sh1106": 1080, "sh1107": 1136}
MOST_BYTES = {"ssd1306": 1080, "sh1106": 1080, "sh1107": 1136}
"""Bytes for noise all over the glass. Its pages cost an SSD1306 46 more than the one window of stock luma."""


class Bench:
    """Our screen and a stock luma device of the same chip, side by side on one bus."""

    def __init__(self, bus: I2cBus, chip: str) -> None:
        self.bus = bus
        silicon, luma = CHIPS[chip]
        bus.chips = {OURS: silicon(), STOCK: silicon()}
        self.clock = VirtualClock()
        self.screen = Screen("question", OURS, chip, clock=self.clock)
        self.stock = luma(i2c(port=1, address=STOCK))
        self.stock.persist = True

    @property
    def chip(self) -> Oled:
        """The silicon below our screen."""
        chip = self.bus.chips[OURS]
        assert isinstance(chip, Oled)
        return chip

    def count_bytes(self, address: int) -> int:
        return self.bus.bytes_sent.get(address, 0)

    def bytes_for(self, image: Image.Image) -> tuple[int, int]:
        """Show a picture on both; how many bytes did each send?"""
        before = self.count_bytes(OURS), self.count_bytes(STOCK)
        self.screen.show(image)
        # luma knows the SH1107 as it is sold, taller than wide
        upright = self.stock.size == (64, 128)
        self.stock.display(image.transpose(Image.Transpose.ROTATE_270) if upright else image)
        return self.count_bytes(OURS) - before[0], self.count_bytes(STOCK) - before[1]

    def tend_for(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.clock.advance(0.05)
            self.screen.poll(self.clock())

    def shows(self, image: Image.Image) -> bool:
        return self.chip.image().tobytes() == image.tobytes()


@pytest.fixture(params=list(CHIPS))
def bench(request) -> Iterator[Bench]:
    bus = I2cBus(1)
    with bus.install():
        bench = Bench(bus, request.param)
        yield bench
        bench.screen.close()
        bench.stock.cleanup()


def word(text: str) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((4, 20), text, fill=1)
    return image


def test_stock_luma_sends_as_many_bytes_for_every_frame(bench):
    assert {bench.bytes_for(image)[1] for image in random_frames(3, 40)} == {STOCK_BYTES[bench.screen.chip]}


def test_two_thousand_random_frames_are_shown_exactly_for_few_bytes(bench):
    for image in random_frames(21, 2000):
        before = bench.count_bytes(OURS), bench.screen.bytes_sent
        bench.screen.show(image)
        ours = bench.count_bytes(OURS) - before[0]
        assert bench.shows(image)
        assert ours <= MOST_BYTES[bench.screen.chip]
        assert ours == bench.screen.bytes_sent - before[1]


def test_the_frames_of_a_match_cost_less_than_a_fifth_of_stock(bench):
    total_ours = total_stock = 0
    for image in match_frames(4, 60):
        ours, stock = bench.bytes_for(image)
        assert bench.shows(image)
        assert ours <= stock
        total_ours += ours
        total_stock += stock
    assert total_ours / total_stock < 0.20


def test_the_memory_is_what_stock_luma_makes_of_the_same_picture(bench):
    bench.bytes_for(word("alike"))
    assert bench.chip.memory == bench.bus.chips[STOCK].memory


def test_the_same_picture_again_sends_nothing(bench):
    bench.screen.show(word("Noah"))
    assert bench.bytes_for(word("Noah"))[0] == 0


def test_luma_sends_nothing_the_ssd1306_does_not_know():
    bus = I2cBus(1)
    chip = bus.chips[OURS] = Ssd1306()
    with bus.install(), Screen("question", OURS) as screen:
        screen.show(word("Noah"))
        assert chip.unknown == []


def test_the_first_picture_after_power_up_is_whole_although_the_memory_held_noise(bench):
    assert bench.chip.image().getbbox() is None
    bench.screen.show(word("first"))
    assert bench.shows(word("first"))


def test_a_picture_of_another_size_or_mode_is_a_mistake_of_the_caller(bench):
    with pytest.raises(ValueError, match='mode "1"'):
        bench.screen.show(Image.new("1", (64, 64)))
    with pytest.raises(ValueError, match="128x64"):
        bench.screen.show(Image.new("L", (128, 64)))


def test_the_caller_may_draw_on_its_picture_after_showing_it(bench):
    image = word("kept")
    bench.screen.show(image)
    ImageDraw.Draw(image).rectangle((0, 0, 127, 63), fill=1)
    bench.screen.shift(0, 1)
    bench.screen.shift(0, 0)
    assert bench.shows(word("kept"))


def test_contrast_reaches_the_chip_once(bench):
    bench.screen.contrast(10)
    before = bench.count_bytes(OURS)
    bench.screen.contrast(10)
    assert bench.chip.contrast == 10
    assert bench.count_bytes(OURS) == before
    with pytest.raises(ValueError, match="0 to 255"):
        bench.screen.contrast(256)


def test_a_sleeping_screen_is_dark_and_wakes_with_the_newest_picture(bench):
    bench.screen.show(word("before"))
    bench.screen.sleep()
    assert bench.screen.asleep
    assert bench.chip.image().getbbox() is None
    bench.screen.show(word("meanwhile"))
    assert bench.chip.image().getbbox() is None
    bench.screen.wake()
    assert not bench.screen.asleep
    assert bench.shows(word("meanwhile"))


def test_falling_asleep_twice_is_said_once(bench):
    bench.screen.sleep()
    before = bench.count_bytes(OURS)
    bench.screen.sleep()
    bench.screen.wake()
    bench.screen.wake()
    assert bench.count_bytes(OURS) - before == 3


def test_shifting_moves_the_picture_and_later_ones(bench):
    bench.screen.show(word("move"))
    bench.screen.shift(2, 1)
    moved = Image.new("1", (128, 64))
    moved.paste(word("move"), (2, 1))
    assert bench.shows(moved)
    bench.screen.show(word("again"))
    moved = Image.new("1", (128, 64))
    moved.paste(word("again"), (2, 1))
    assert bench.shows(moved)


def test_pixels_moved_beyond_the_edge_do_not_wrap_around(bench):
    bench.screen.shift(1, 2)
    bench.screen.show(Image.new("1", (128, 64), 1))
    moved = Image.new("1", (128, 64))
    moved.paste(1, (1, 2, 128, 64))
    assert bench.shows(moved)


@pytest.mark.parametrize("bench", ["ssd1306", "sh1106"], indirect=True)
def test_a_line_of_text_costs_no_more_after_it_was_moved_down(bench):
    line = Image.new("1", (128, 64))
    line.paste(1, (10, 8, 60, 16))
    bench.screen.show(line)
    bench.screen.show(Image.new("1", (128, 64)))
    before = bench.count_bytes(OURS)
    bench.screen.show(line)
    cost = bench.count_bytes(OURS) - before
    bench.screen.show(Image.new("1", (128, 64)))
    bench.screen.shift(0, 1)
    before = bench.count_bytes(OURS)
    bench.screen.show(line)
    assert bench.count_bytes(OURS) - before <= cost + 8, "a whole picture was sent in between"
    assert bench.chip.image().getbbox() == (10, 9, 60, 17)


def test_an_unplugged_screen_names_its_wires_and_its_address(bench):
    bench.bus.unplugged.add(OURS)
    bench.screen.show(word("lost"))
    fault = bench.screen.fault
    assert (fault.part, fault.what) == ("question", "no-answer")
    assert "SDA GPIO2 (header pin 3)" in fault.wire
    assert "0x3C" in fault.wire


def test_a_screen_that_comes_back_shows_the_newest_picture_although_its_memory_is_noise(bench):
    bench.screen.show(word("before"))
    bench.screen.contrast(33)
    bench.bus.unplugged.add(OURS)
    bench.screen.show(word("newest"))
    bench.tend_for(3)
    assert bench.screen.fault is not None
    bench.chip.power_up()
    bench.bus.unplugged.clear()
    bench.tend_for(5)
    assert bench.screen.fault is None
    assert bench.shows(word("newest"))
    assert bench.chip.contrast == 33


def test_a_screen_that_comes_back_shows_its_picture_where_it_was_moved_to(bench):
    bench.screen.show(word("moved"))
    bench.screen.shift(1, 1)
    before = bench.chip.image().tobytes()
    bench.bus.unplugged.add(OURS)
    bench.tend_for(3)
    bench.chip.power_up()
    bench.bus.unplugged.clear()
    bench.tend_for(5)
    assert bench.chip.image().tobytes() == before


def test_a_screen_that_comes_back_asleep_stays_dark(bench):
    bench.screen.sleep()
    bench.bus.unplugged.add(OURS)
    bench.screen.show(word("dark"))
    bench.chip.power_up()
    bench.bus.unplugged.clear()
    bench.tend_for(1)
    assert bench.screen.fault is None
    assert not bench.chip.on
    bench.screen.wake()
    assert bench.shows(word("dark"))


@pytest.mark.parametrize("error", [errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT, errno.ENXIO])
@pytest.mark.parametrize("kind", ["i2c-command", "i2c-data"])
def test_a_transfer_that_breaks_off_at_any_point_is_repaired(bench, kind, error):
    bench.screen.show(word("before"))
    for after in range(4):
        bench.bus.failures.arm(kind, after=after, error=error)
        for image in match_frames(after, 2):
            bench.screen.show(image)
        bench.tend_for(1)
        bench.bus.failures.disarm()
        assert bench.screen.fault is None
        assert bench.shows(image)


def test_a_fault_while_coming_back_only_delays_it(bench):
    bench.bus.failures.arm("i2c-data", times=3)
    bench.screen.show(word("late"))
    bench.tend_for(2)
    assert bench.screen.fault is None
    assert bench.shows(word("late"))


def test_waits_between_attempts_grow_up_to_half_a_minute(bench):
    bench.bus.unplugged.add(OURS)
    bench.screen.show(word("lost"))
    attempts = []
    for _ in range(2400):
        calls = bench.bus.failures.calls["i2c-open"]
        bench.clock.advance(0.1)
        bench.screen.poll(bench.clock())
        if bench.bus.failures.calls["i2c-open"] > calls:
            attempts.append(bench.clock())
    assert 10 <= len(attempts) <= 18
    assert attempts[-1] - attempts[-2] == pytest.approx(30, abs=0.2)


def test_a_missing_bus_and_a_missing_screen_are_different_faults():
    with I2cBus(0).install():
        screen = Screen("table", 0x3D)
    assert screen.fault is not None
    assert screen.fault.what == "no-bus"
    with I2cBus(1).install():
        screen = Screen("table", 0x3D)
    assert screen.fault is not None
    assert screen.fault.what == "no-answer"


def test_a_bus_we_may_not_open_says_so():
    bus = I2cBus(1)
    bus.failures.arm("i2c-open", error=errno.EACCES)
    with bus.install():
        screen = Screen("table", 0x3D)
    assert screen.fault is not None
    assert screen.fault.what == "not-allowed"


def test_closing_leaves_the_glass_dark_and_may_be_done_twice(bench):
    bench.screen.show(word("bye"))
    bench.screen.close()
    assert not bench.chip.on
    before = bench.count_bytes(OURS)
    bench.screen.close()
    bench.screen.show(word("ignored"))
    bench.tend_for(1)
    assert bench.count_bytes(OURS) == before
    assert not bench.screen.working


def test_a_screen_pulled_and_put_back_between_two_pictures_is_noticed(bench):
    bench.screen.show(word("still"))
    bench.chip.power_up()
    bench.tend_for(3)
    assert bench.screen.fault is None
    assert bench.shows(word("still"))


def test_a_screen_pulled_while_nothing_changes_is_a_fault_within_seconds(bench):
    bench.screen.show(word("still"))
    bench.bus.unplugged.add(OURS)
    bench.tend_for(2.1)
    assert bench.screen.fault is not None
    assert bench.screen.fault.what == "no-answer"


def test_a_sleeping_screen_is_not_taken_for_one_without_power(bench):
    bench.screen.show(word("sleeping"))
    bench.screen.sleep()
    opened = bench.bus.failures.calls["i2c-open"]
    bench.tend_for(10)
    assert bench.bus.failures.calls["i2c-open"] == opened


def test_a_module_that_cannot_be_read_is_only_asked_for_a_sign_of_life(bench, monkeypatch):
    """With its read line cut it answers all ones; it must not be started anew over and over."""
    monkeypatch.setattr(type(bench.chip), "read", lambda chip, count: b"\xff" * count)
    with Screen("question", OURS, bench.screen.chip, clock=bench.clock) as screen:
        screen.show(word("mute"))
        opened = bench.bus.failures.calls["i2c-open"]
        for _ in range(100):
            bench.clock.advance(0.1)
            screen.poll(bench.clock())
        assert bench.bus.failures.calls["i2c-open"] == opened
        assert bench.shows(word("mute"))
        bench.bus.unplugged.add(OURS)
        bench.clock.advance(3)
        screen.poll(bench.clock())
        assert screen.fault is not None


def test_refreshing_sends_the_whole_picture_and_mends_a_garbled_one(bench):
    bench.screen.show(word("mended"))
    bench.chip.memory[3][50] ^= 0xFF
    before = bench.count_bytes(OURS)
    bench.screen.refresh()
    assert bench.shows(word("mended"))
    mode = 4 if bench.screen.chip == "ssd1306" else 0
    assert bench.count_bytes(OURS) - before <= MOST_BYTES[bench.screen.chip] + mode


def test_probing_changes_nothing_on_the_glass(bench):
    bench.screen.show(word("still"))
    assert bench.screen.probe()
    assert bench.shows(word("still"))
    bench.bus.unplugged.add(OURS)
    assert not bench.screen.probe()


@pytest.mark.parametrize(
    ("driver", "silicon"), [("ssd1306", Sh1106), ("sh1106", Ssd1306), ("sh1107", Sh1106), ("sh1106", Sh1107)]
)
def test_the_wrong_chip_in_the_wiring_shows_a_wrong_picture(driver, silicon):
    """The comparison above can fail: it is the chip that decides what is seen."""
    bus = I2cBus(1)
    chip = bus.chips[OURS] = silicon()
    with bus.install(), Screen("question", OURS, driver) as screen:
        screen.show(word("garbled"))
        assert chip.image().tobytes() != word("garbled").tobytes()


def test_a_screen_that_comes_and_goes_leaves_nothing_behind() -> None:
    """luma would keep every device it ever made until the program ends."""

    def devices() -> int:
        gc.collect()
        return sum(isinstance(one, ssd1306) for one in gc.get_objects())

    with Board() as board:
        before = devices()
        for _ in range(20):
            with Screen("question", 0x3C, clock=board.clock):
                pass
        assert devices() <= before + 1, "the last one may still be looked at"
