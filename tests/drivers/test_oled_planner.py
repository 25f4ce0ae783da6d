"""Which bytes are sent: all that changed, as cheaply as it can be found."""

import random
from itertools import pairwise

import pytest
from PIL import Image

from drivers.oled_chips import CHIPS
from drivers.oled_planner import (
    PAGES,
    WIDEST_GAP,
    WIDTH,
    PagePlanner,
    Transfer,
    find_changed_columns,
    find_runs,
    join_runs,
    split_into_pages,
)
from tests.drivers.frames import match_frames, random_frames

BLANK = [bytes(WIDTH)] * PAGES
WHOLE = PAGES * (2 + 3 + 2 + WIDTH)
"""Bytes for a picture that changes everywhere, which is what stock luma sends an SH1106 for any."""


def draw_dots(*dots: tuple[int, int]) -> list[bytes]:
    """Pages with single bytes set: (page, column)."""
    pages = [bytearray(WIDTH) for _ in range(PAGES)]
    for page, column in dots:
        pages[page][column] = 1
    return [bytes(page) for page in pages]


def costs(planner: PagePlanner, old: list[bytes], new: list[bytes]) -> int:
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


def test_nothing_changed_sends_nothing():
    assert PagePlanner().plan(BLANK, BLANK) == []


def test_one_byte_is_a_page_and_the_two_halves_of_a_column():
    assert PagePlanner().plan(BLANK, draw_dots((3, 40))) == [Transfer((0xB3, 0x08, 0x12), b"\x01")]


def test_a_glass_that_begins_at_the_third_column_moves_the_pointer_by_two():
    planner = CHIPS["sh1106"].make_planner()
    assert planner.plan(BLANK, draw_dots((3, 40))) == [Transfer((0xB3, 0x0A, 0x12), b"\x01")]


def test_a_page_that_is_set_already_is_not_set_again():
    planner = PagePlanner()
    planner.plan(BLANK, draw_dots((3, 40)))
    assert planner.plan(BLANK, draw_dots((3, 90))) == [Transfer((0x0A, 0x15), b"\x01")]


def test_the_pointer_is_used_where_it_stands():
    planner = PagePlanner()
    one, two = draw_dots((3, 40)), draw_dots((3, 40), (3, 41))
    planner.plan(BLANK, one)
    assert planner.plan(one, two) == [Transfer((), b"\x01")]


def test_a_new_page_sets_its_column_too_although_the_pointer_stands_in_it():
    planner = PagePlanner()
    one, two = draw_dots((3, 40)), draw_dots((3, 40), (4, 41))
    planner.plan(BLANK, one)
    assert planner.plan(one, two) == [Transfer((0xB4, 0x09, 0x12), b"\x01")]


def test_a_gap_that_is_no_dearer_than_a_new_start_is_bridged():
    near, far = (draw_dots((1, 10), (1, 11 + gap)) for gap in (WIDEST_GAP, WIDEST_GAP + 1))
    assert len(PagePlanner().plan(BLANK, near)) == 1
    assert len(PagePlanner().plan(BLANK, far)) == 2


@pytest.mark.parametrize("chip", CHIPS)
def test_no_picture_costs_more_than_stock_luma_sends_an_sh1106(chip):
    planner = CHIPS[chip].make_planner()
    assert costs(planner, BLANK, [b"\xff" * WIDTH] * PAGES) == WHOLE
    old = BLANK
    for image in random_frames(4, 300):
        new = split_into_pages(image)
        assert costs(planner, old, new) <= WHOLE
        old = new


def test_transfers_change_everything_that_differs_and_cost_no_more_than_a_stretch_for_each_page():
    glass = [bytearray(WIDTH) for _ in range(PAGES)]
    planner = PagePlanner()
    page = column = 0
    for image in [*random_frames(8, 400), *match_frames(8, 100)]:
        old, new = [bytes(page) for page in glass], split_into_pages(image)
        transfers = planner.plan(old, new)
        assert sum(transfer.cost for transfer in transfers) <= page_cost(old, new)
        for transfer in transfers:
            for command in transfer.commands:
                if command >= 0xB0:
                    page = command - 0xB0
                else:
                    column = column & 0x0F | (command & 0x0F) << 4 if command & 0x10 else column & 0xF0 | command
            glass[page][column : column + len(transfer.data)] = transfer.data
            column += len(transfer.data)
        assert [bytes(page) for page in glass] == new


def page_cost(old: list[bytes], new: list[bytes]) -> int:
    """One stretch for each page, from its first to its last change."""
    dirty = [find_changed_columns(before, after) for before, after in zip(old, new, strict=True)]
    return sum(7 + bits.bit_length() - ((bits & -bits).bit_length() - 1) for bits in dirty if bits)
