"""The two OLED controllers, byte by byte, as their data sheets tell."""

import pytest
from PIL import Image

from drivers.silicon.oled import Oled
from drivers.silicon.sh1106 import Sh1106
from drivers.silicon.ssd1306 import Ssd1306


def command(chip: Oled, *codes: int) -> None:
    chip.write(bytes([0x00, *codes]))


def data(chip: Oled, *values: int) -> None:
    chip.write(bytes([0x40, *values]))


def blank(chip: Oled) -> Oled:
    """Switched on, the right way up, nothing in the memory."""
    for page in chip.memory:
        page[:] = bytes(len(page))
    command(chip, 0xAF, 0xA1, 0xC8)
    if isinstance(chip, Ssd1306):
        command(chip, 0x8D, 0x14)
    return chip


def list_lit_pixels(image: Image.Image) -> set[tuple[int, int]]:
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


@pytest.fixture
def ssd() -> Ssd1306:
    chip = Ssd1306()
    blank(chip)
    return chip


@pytest.fixture
def sh() -> Sh1106:
    chip = Sh1106()
    blank(chip)
    return chip


@pytest.fixture(params=[Ssd1306, Sh1106])
def either(request) -> Oled:
    return blank(request.param())


def test_the_lowest_bit_of_a_byte_is_the_topmost_pixel(ssd):
    command(ssd, 0xB2, 0x05, 0x10)
    data(ssd, 0b1000_0001)
    assert list_lit_pixels(ssd.image()) == {(5, 16), (5, 23)}


def test_in_page_mode_the_column_comes_back_to_its_start_on_the_same_page(ssd):
    command(ssd, 0xB1, 0x0F, 0x17)
    data(ssd, 1, 2)
    assert ssd.memory[1][127] == 1
    assert ssd.memory[1][0] == 2


def test_in_horizontal_mode_a_window_is_filled_row_by_row_and_starts_over(ssd):
    command(ssd, 0x20, 0x00, 0x21, 10, 12, 0x22, 3, 4)
    data(ssd, 1, 2, 3, 4, 5, 6, 7)
    assert ssd.memory[3][10:13] == bytes([7, 2, 3])
    assert ssd.memory[4][10:13] == bytes([4, 5, 6])
    assert sum(map(bool, b"".join(ssd.memory))) == 6


def test_commands_of_another_addressing_mode_change_nothing(ssd):
    command(ssd, 0x21, 10, 12, 0x22, 3, 4)
    data(ssd, 1)
    assert ssd.memory[0][0] == 1
    command(ssd, 0x20, 0x00, 0x21, 10, 12, 0x22, 3, 4, 0xB7, 0x0F, 0x17)
    data(ssd, 2)
    assert ssd.memory[3][10] == 2


def test_in_vertical_mode_a_window_is_filled_column_by_column(ssd):
    command(ssd, 0x20, 0x01, 0x21, 10, 11, 0x22, 3, 5)
    data(ssd, 1, 2, 3, 4, 5, 6, 7)
    assert [ssd.memory[page][10] for page in (3, 4, 5)] == [7, 2, 3]
    assert [ssd.memory[page][11] for page in (3, 4, 5)] == [4, 5, 6]


def test_setting_only_the_columns_leaves_the_page_where_it_is(ssd):
    command(ssd, 0x20, 0x00, 0x21, 0, 1, 0x22, 5, 6)
    data(ssd, 1, 1, 1, 1)
    command(ssd, 0x21, 20, 21)
    data(ssd, 9, 9, 8, 8)
    assert ssd.memory[5][20:22] == bytes([9, 9])
    assert ssd.memory[6][20:22] == bytes([8, 8])


def test_the_sh1106_shows_the_middle_of_its_132_columns(sh):
    command(sh, 0xB0, 0x02, 0x10)
    data(sh, 1)
    command(sh, 0xB7, 0x01, 0x18)
    data(sh, 0x80)
    assert list_lit_pixels(sh.image()) == {(0, 0), (127, 63)}


def test_the_sh1106_pointer_stops_at_the_end_of_its_memory(sh):
    command(sh, 0xB0, 0x02, 0x18)
    data(sh, 1, 2, 3, 4)
    assert sh.memory[0][130:] == bytes([1, 2])
    assert not any(sh.memory[1])


def test_the_sh1106_knows_no_windows(sh):
    command(sh, 0x22)
    assert sh.unknown == [(0x22,)]


def test_a_control_byte_with_the_continuation_bit_covers_one_byte(ssd):
    ssd.write(bytes([0x80, 0xB4, 0x80, 0x03, 0x80, 0x10, 0x40, 0xFF, 0x01]))
    assert ssd.memory[4][3:5] == bytes([0xFF, 0x01])


def test_a_command_may_be_spread_over_two_transfers(either):
    command(either, 0x81)
    command(either, 0x42)
    assert either.contrast == 0x42
    assert either.unknown == []


def test_a_switched_off_display_is_dark_and_keeps_its_memory(either):
    command(either, 0xB0, 0x02, 0x10)
    data(either, 0xFF)
    before = either.image().tobytes()
    command(either, 0xAE)
    assert either.image().getbbox() is None
    assert either.read(1) == b"\x40"
    command(either, 0xAF)
    assert either.image().tobytes() == before
    assert either.read(1) == b"\x00"


def test_without_the_charge_pump_the_glass_of_an_ssd1306_stays_dark(ssd):
    command(ssd, 0xA5)
    assert ssd.image().getbbox() == (0, 0, 128, 64)
    command(ssd, 0x8D, 0x10)
    assert ssd.image().getbbox() is None


def test_inverse_shows_the_dark_pixels(either):
    command(either, 0xB0, 0x02, 0x10)
    data(either, 0x01)
    normal = list_lit_pixels(either.image())
    command(either, 0xA7)
    assert len(normal) == 1
    assert len(list_lit_pixels(either.image())) == 128 * 64 - 1
    assert not normal & list_lit_pixels(either.image())


def test_all_on_ignores_the_memory_until_resumed(either):
    command(either, 0xA5)
    assert len(list_lit_pixels(either.image())) == 128 * 64
    command(either, 0xA4)
    assert list_lit_pixels(either.image()) == set()


def test_remapping_turns_the_picture(ssd):
    command(ssd, 0xB0, 0x00, 0x10)
    data(ssd, 0x01)
    assert list_lit_pixels(ssd.image()) == {(0, 0)}
    command(ssd, 0xA0)
    assert list_lit_pixels(ssd.image()) == {(127, 0)}
    command(ssd, 0xC0)
    assert list_lit_pixels(ssd.image()) == {(127, 63)}


def test_the_start_line_rolls_the_picture(either):
    command(either, 0xB0, 0x02, 0x10)
    data(either, 0x04)
    column = 2 - either.FIRST_COLUMN
    command(either, 0x40 | 2)
    assert list_lit_pixels(either.image()) == {(column, 0)}
    command(either, 0x40 | 3)
    assert list_lit_pixels(either.image()) == {(column, 63)}


def test_the_display_offset_rolls_it_too(either):
    command(either, 0xB0, 0x02, 0x10)
    data(either, 0x04)
    command(either, 0xD3, 1)
    assert list_lit_pixels(either.image()) == {(2 - either.FIRST_COLUMN, 1)}


def test_registers_without_a_visible_effect_are_taken_with_their_arguments(either):
    command(either, 0xD5, 0x80, 0xD9, 0xF1, 0xDA, 0x12, 0xDB, 0x40, 0xA8, 0x3F, 0xE3)
    assert either.unknown == []
    assert either.multiplex == 63


def test_an_unknown_command_is_remembered(either):
    command(either, 0xFE)
    assert either.unknown == [(0xFE,)]


def test_the_pump_of_the_sh1106_has_its_own_command(sh):
    command(sh, 0x32, 0xAD, 0x8A)
    assert not sh.pump
    command(sh, 0xAD, 0x8B)
    assert sh.pump
    assert sh.unknown == []


def test_after_a_power_cut_the_memory_holds_noise_and_the_display_is_off(either):
    either.power_up()
    assert not either.on
    assert any(either.memory[0])
