"""Every byte on the wire for a few pictures, kept in a file: a reviewer sees what a change costs."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from drivers.oled_planner import PAGES, WIDTH, PagePlanner, find_runs
from drivers.screen import Screen
from drivers.silicon.i2c import I2cBus
from drivers.silicon.oled import Oled
from drivers.silicon.sh1106 import Sh1106
from drivers.silicon.sh1107 import Sh1107
from drivers.silicon.ssd1306 import Ssd1306
from tests.drivers.frames import match_frames
from tests.laws import compare_with_golden

CHIPS: dict[str, type[Oled]] = {"ssd1306": Ssd1306, "sh1106": Sh1106, "sh1107": Sh1107}
GOLDEN = Path(__file__).with_name("golden")


class Tapped:
    """A chip with a second ear on its wire."""

    def __init__(self, chip: Oled) -> None:
        self.chip = chip
        self.transfers: list[bytes] = []

    def write(self, payload: bytes) -> None:
        self.transfers.append(payload)
        self.chip.write(payload)

    def read(self, count: int) -> bytes:
        return self.chip.read(count)


def record_wire(name: str) -> Iterator[str]:
    """Yield the bytes on the wire from switching on to switching off."""
    bus = I2cBus(1)
    tapped = bus.chips[0x3C] = Tapped(CHIPS[name]())
    with bus.install():
        with Screen("question", 0x3C, name) as screen:
            yield from describe_bytes("on", tapped)
            for number, image in enumerate(islice(match_frames(5, 9), 6)):
                screen.show(image)
                yield from describe_bytes(f"picture {number}", tapped)
            screen.contrast(1)
            yield from describe_bytes("dim", tapped)
            screen.sleep()
            yield from describe_bytes("sleep", tapped)
            screen.wake()
            yield from describe_bytes("wake", tapped)
        yield from describe_bytes("off", tapped)


def describe_bytes(moment: str, tapped: Tapped) -> Iterator[str]:
    yield f"{moment}: {sum(1 + len(payload) for payload in tapped.transfers)} bytes"
    for payload in tapped.transfers:
        kind = "data" if payload[0] == 0x40 else "command"
        blank = len(payload) > 100 and not any(payload[1:])
        yield f"  {kind} " + (f"00 x {len(payload) - 1}" if blank else payload[1:].hex(" "))
    tapped.transfers.clear()


@pytest.mark.golden
@pytest.mark.parametrize("chip", CHIPS)
def test_the_bytes_on_the_wire_are_those_of_the_golden_file(chip, regenerate):
    compare_with_golden("\n".join(record_wire(chip)) + "\n", GOLDEN / f"{chip}.txt", regenerate)


dots = st.lists(st.tuples(st.integers(0, WIDTH - 1), st.integers(0, 63)), max_size=40)


@pytest.mark.parametrize("name", CHIPS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(pictures=st.lists(dots, min_size=1, max_size=5))
def test_any_dots_in_any_order_end_up_on_the_glass(name, pictures):
    bus = I2cBus(1)
    chip = bus.chips[0x3C] = CHIPS[name]()
    with bus.install(), Screen("question", 0x3C, name) as screen:
        for picture in pictures:
            image = Image.new("1", (128, 64))
            for dot in picture:
                image.putpixel(dot, 1)
            screen.show(image)
            assert chip.image().tobytes() == image.tobytes()


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(changed=st.lists(st.tuples(st.integers(0, PAGES - 1), st.integers(0, WIDTH - 1)), max_size=12))
def test_the_bytes_on_the_wire_are_the_fewest_that_an_exhaustive_search_finds(changed):
    blank = [bytes(WIDTH)] * PAGES
    drawn = [bytes((page, column) in changed for column in range(WIDTH)) for page in range(PAGES)]
    runs = [list(find_runs(sum(1 << column for at, column in set(changed) if at == page))) for page in range(PAGES)]
    best = sum(7 + min(map(cost, splits(each))) for each in runs if each)
    assert sum(transfer.cost for transfer in PagePlanner().plan(blank, drawn)) == best


def cost(stretches: list[list[tuple[int, int]]]) -> int:
    """Bytes for the stretches of a page, beyond the start of the first: each further one begins with a column."""
    return 6 * (len(stretches) - 1) + sum(runs[-1][1] - runs[0][0] + 1 for runs in stretches)


def splits(runs: list[tuple[int, int]]) -> Iterator[list[list[tuple[int, int]]]]:
    """All ways to put neighbouring runs into groups."""
    if not runs:
        yield []
    for size in range(1, len(runs) + 1):
        for rest in splits(runs[size:]):
            yield [runs[:size], *rest]
