"""Which bytes are sent: all that changed, as cheaply as it can be found."""

import random
from itertools import pairwise

import pytest
from PIL import Image

from drivers.oled_chips import CHIPS
from drivers.oled_planners import (
    PAGES,
    PLACING,
    TRANSFER,
    WIDTH,
    Planner,
    Ssd1306Planner,
    Transfer,
    Window,
    _band_cost,
    cover_changes,
    find_changed_columns,
    find_runs,
    join_runs,
    split_into_pages,
)
from tests.drivers.frames import match_frames, random_frames

BLANK = [bytes(WIDTH)] * PAGES
Sh1106Planner = CHIPS["sh1106"].planner
STOCK = {Ssd1306Planner: 8 + 1026, Sh1106Planner: 8 * (5 + 130)}


def draw_dots(*dots: tuple[int, int]) -> list[bytes]:
    """Pages with single bytes set: (page, column)."""
    pages = [bytearray(WIDTH) for _ in range(PAGES)]
    for page, column in dots:
        pages[page][column] = 1
    return [bytes(page) for page in pages]


def costs(planner: Planner, old: list[bytes], new: list[bytes]) -> int:
    return sum(transfer.cost for transfer in planner.plan(old, new))


def test_a_picture_becomes_eight_pages_with_the_top_pixel_lowest():
    image = Image.new("1", (128, 64))
    image.putpixel((3, 0), 1)
    image.putpixel((5, 9), 1)
    image.putpixel((127, 63), 1)
    pages = split_into_pages(image)
    assert [len(page) for page in pages] == [128] * 8
    assert (pages[0][3], pages[1][5], pages[7][127]) == (1, 2, 0x80)
    assert sum(map(sum, pages)) == 1 + 2 + 0x80


def test_runs_are_the_stretches_of_set_bits():
    assert list(find_runs(0)) == []
    assert list(find_runs(0b1)) == [(0, 0)]
    assert list(find_runs(0b1110_0110)) == [(1, 2), (5, 7)]
    assert list(find_runs((1 << 128) - 1)) == [(0, 127)]
    assert list(find_runs(1 << 127)) == [(127, 127)]


def test_runs_of_random_bits_are_those_found_one_by_one():
    rng = random.Random(3)
    for _ in range(300):
        bits = rng.getrandbits(128) & rng.getrandbits(128)
        rebuilt = 0
        found = list(find_runs(bits))
        for first, last in found:
            rebuilt |= (1 << last + 1) - (1 << first)
        assert rebuilt == bits
        assert all(before[1] + 1 < after[0] for before, after in pairwise(found))


def test_stretches_join_over_small_gaps_only():
    assert join_runs(0b1001_0001, 2) == [(0, 0), (4, 7)]
    assert join_runs(0b1001_0001, 3) == [(0, 7)]


def test_changed_columns_are_bits():
    assert find_changed_columns(bytes(128), bytes(128)) == 0
    assert find_changed_columns(bytes(128), b"\x01" + bytes(126) + b"\x80") == 1 | 1 << 127


@pytest.mark.parametrize("planner", [Ssd1306Planner, Sh1106Planner])
def test_nothing_changed_sends_nothing(planner):
    assert planner().plan(BLANK, BLANK) == []


def test_one_byte_on_an_ssd1306_is_a_window_of_one():
    assert Ssd1306Planner().plan(BLANK, draw_dots((3, 40))) == [Transfer((0x21, 40, 40, 0x22, 3, 3), b"\x01")]


def test_registers_that_hold_already_are_not_set_again():
    planner = Ssd1306Planner()
    first = draw_dots((3, 40))
    planner.plan(BLANK, first)
    assert planner.plan(first, BLANK) == [Transfer((), b"\x00")]
    assert planner.plan(BLANK, draw_dots((3, 50))) == [Transfer((0x21, 50, 50), b"\x01")]
    assert planner.plan(BLANK, draw_dots((6, 50))) == [Transfer((0x22, 6, 6), b"\x01")]


def test_a_byte_each_in_far_corners_is_two_windows_not_a_whole_screen():
    assert len(Ssd1306Planner().plan(BLANK, draw_dots((0, 0), (7, 127)))) == 2


def test_neighbours_on_an_ssd1306_share_a_window():
    (transfer,) = Ssd1306Planner().plan(BLANK, draw_dots((2, 10), (2, 14), (3, 12)))
    assert transfer.commands == (0x21, 10, 14, 0x22, 2, 3)
    assert transfer.data == bytes([1, 0, 0, 0, 1, 0, 0, 1, 0, 0])


def test_a_tall_block_beside_a_far_word_is_not_stretched_over_it():
    block = [(page, column) for page in range(8) for column in range(6)]
    word = [(4, column) for column in range(60, 100)]
    assert costs(Ssd1306Planner(), BLANK, draw_dots(*block, *word)) == (8 + 2 + 48) + (8 + 2 + 40)


def test_one_byte_on_an_sh1106_is_a_page_and_a_column_moved_by_two():
    assert Sh1106Planner().plan(BLANK, draw_dots((3, 40))) == [Transfer((0xB3, 0x0A, 0x12), b"\x01")]


def test_the_sh1106_pointer_is_used_where_it_stands():
    planner = Sh1106Planner()
    one = draw_dots((3, 40))
    two = draw_dots((3, 40), (3, 41))
    planner.plan(BLANK, one)
    assert planner.plan(one, two) == [Transfer((), b"\x01")]


def test_the_sh1106_bridges_a_gap_that_is_cheaper_than_a_new_start():
    near, far = draw_dots((1, 10), (1, 14)), draw_dots((1, 10), (1, 60))
    assert len(Sh1106Planner().plan(BLANK, near)) == 1
    assert len(Sh1106Planner().plan(BLANK, far)) == 2


@pytest.mark.parametrize("planner", [Ssd1306Planner, Sh1106Planner])
def test_a_whole_new_picture_costs_what_stock_luma_sends(planner):
    full = [b"\xff" * WIDTH] * PAGES
    assert costs(planner(), BLANK, full) <= STOCK[planner]


def test_windows_cover_every_change_and_cost_no_more_than_simpler_ways():
    old = BLANK
    for image in [*random_frames(8, 400), *match_frames(8, 100)]:
        new = split_into_pages(image)
        dirty = [find_changed_columns(before, after) for before, after in zip(old, new, strict=True)]
        windows = cover_changes(dirty, 0, PAGES - 1, (1 << WIDTH) - 1)
        covered = [0] * PAGES
        for window in windows:
            for page in range(window.first_page, window.last_page + 1):
                covered[page] |= (1 << window.last + 1) - (1 << window.first)
        assert all(change & ~cover == 0 for change, cover in zip(dirty, covered, strict=True))
        if windows:
            assert costs(Ssd1306Planner(), old, new) <= min(box_cost(windows), page_cost(dirty))
        old = new


def box_cost(windows: list[Window]) -> int:
    """One window around everything."""
    pages = max(window.last_page for window in windows) - min(window.first_page for window in windows) + 1
    columns = max(window.last for window in windows) - min(window.first for window in windows) + 1
    return 10 + pages * columns


def page_cost(dirty: list[int]) -> int:
    """One window for each page, from its first to its last change."""
    return sum(10 + bits.bit_length() - ((bits & -bits).bit_length() - 1) for bits in dirty if bits)


@pytest.mark.parametrize("height", range(1, PAGES + 1))
def test_the_cost_of_a_band_is_the_sum_of_its_stretches(height: int) -> None:
    rng, gap = random.Random(height), (2 * TRANSFER + PLACING) // height
    for _ in range(300):
        bits = rng.getrandbits(WIDTH) & rng.getrandbits(WIDTH) & rng.getrandbits(WIDTH)
        each = [2 * TRANSFER + PLACING + height * (last - first + 1) for first, last in join_runs(bits, gap)]
        assert _band_cost(bits, height) == (PLACING + sum(each) if each else 0)
    assert _band_cost(0, height) == 0
