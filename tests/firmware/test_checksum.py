"""How much of a spoiled line the checksum finds."""

import binascii
import random

from hypothesis import given
from hypothesis import strategies as st

from firmware.link import LONGEST, MessageReader, crc16, encode_message, parse_message

LINE = encode_message("edge", 1073741823, 65535, 255, 4, 1, 987654321012)[:-1]


def flip_bits(bits: list[int]) -> bytes:
    """The line with these bits flipped."""
    spoiled = bytearray(LINE)
    for bit in bits:
        spoiled[bit // 8] ^= 1 << bit % 8
    return bytes(spoiled)


@given(st.binary(max_size=LONGEST))
def test_the_checksum_is_that_of_the_standard_library(data: bytes) -> None:
    assert crc16(data) == binascii.crc_hqx(data, 0)


@given(st.lists(st.integers(0, len(LINE) * 8 - 1), min_size=1, max_size=3, unique=True))
def test_up_to_three_flipped_bits_are_always_found(bits: list[int]) -> None:
    assert parse_message(flip_bits(bits)) is None


def test_three_flipped_bits_are_found_in_a_hundred_thousand_tries() -> None:
    rng = random.Random(3)
    places = range(len(LINE) * 8)
    assert not [1 for _ in range(100_000) if parse_message(flip_bits(rng.sample(places, 3))) is not None]


@given(st.integers(0, len(LINE) - 2), st.binary(min_size=2, max_size=2))
def test_two_bytes_of_noise_are_always_found(at: int, noise: bytes) -> None:
    spoiled = LINE[:at] + noise + LINE[at + 2 :]
    assert spoiled == LINE or parse_message(spoiled) is None


@given(st.lists(st.binary(max_size=30).filter(lambda noise: b"\n" not in noise), max_size=5))
def test_good_frames_survive_any_noise_on_lines_of_its_own(noise: list[bytes]) -> None:
    reader = MessageReader()
    data = b"".join(one + b"\n" + LINE + b"\n" for one in noise)
    assert len(reader.feed(data)) == len(noise)
    assert reader.bad == len(noise)
