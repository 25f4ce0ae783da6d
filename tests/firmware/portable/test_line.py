"""The language of the link. These tests run on CPython and on MicroPython, so they use nothing but assert."""

from firmware.link import DIGEST, LONGEST, WORDS, MessageReader, crc16, encode_message, parse_message, subtract_wrapped

EDGE = encode_message("edge", 123456, 65535, 3, 4, 1, 987654321012)


def test_the_checksum_is_the_one_everybody_calls_xmodem():
    assert crc16(b"123456789") == 0x31C3
    assert crc16(b"") == 0


def test_a_frame_is_a_line_that_people_can_read():
    assert encode_message("lamp", 1, 2, 255) == b"lamp 1 2 255*ALGA\n"
    assert encode_message("who")[:4] == b"who*"


def test_every_message_comes_back_as_it_was_said():
    for line in WORDS:
        word, fields = line.split(" ")[0], line.split(" ")[1:]
        values = [field if field in ("colours", "text") else 1000 + n for n, field in enumerate(fields)]
        assert parse_message(encode_message(word, *values)[:-1]) == (word, values)


def test_the_last_text_may_hold_spaces():
    assert parse_message(encode_message("word", 1, 2, "sync n and more")[:-1]) == ("word", [1, 2, "sync n and more"])


def test_no_frame_holds_the_byte_that_stops_a_program():
    for line in WORDS:
        word, fields = line.split(" ")[0], line.split(" ")[1:]
        assert b"\x03" not in encode_message(word, *range(len(fields)))


def test_frames_are_found_however_the_bytes_arrive():
    data = EDGE + encode_message("who") + EDGE
    for size in (1, 2, 3, 7, 50, len(data)):
        reader = MessageReader()
        found = []
        for start in range(0, len(data), size):
            found += reader.feed(data[start : start + size])
        assert [word for word, _ in found] == ["edge", "who", "edge"]
        assert reader.bad == 0


def test_noise_between_frames_costs_only_itself():
    reader = MessageReader()
    found = reader.feed(b"Traceback: oh\n" + EDGE + b"\xff\xfe*AAAA\n" + encode_message("who"))
    assert [word for word, _ in found] == ["edge", "who"]
    assert reader.bad == 2


def test_every_single_flipped_bit_is_found():
    line = EDGE[:-1]
    for at in range(len(line)):
        for bit in range(8):
            spoiled = bytearray(line)
            spoiled[at] ^= 1 << bit
            assert parse_message(bytes(spoiled)) is None, (at, bit)


def test_every_two_flipped_bits_are_found():
    line = encode_message("ack", 5, 77)[:-1]
    bits = [(at, bit) for at in range(len(line)) for bit in range(8)]
    for one in range(len(bits)):
        for other in range(one):
            spoiled = bytearray(line)
            spoiled[bits[one][0]] ^= 1 << bits[one][1]
            spoiled[bits[other][0]] ^= 1 << bits[other][1]
            assert parse_message(bytes(spoiled)) is None, (bits[one], bits[other])


def test_a_frame_that_lost_its_end_is_found():
    for length in range(len(EDGE) - 1):
        assert parse_message(EDGE[:length]) is None


def test_two_frames_that_lost_the_newline_between_them_are_nothing():
    reader = MessageReader()
    assert reader.feed(EDGE[:-1] + EDGE) == []
    assert reader.bad == 1


def test_a_line_that_never_ends_is_given_up():
    reader = MessageReader()
    for _ in range(10):
        assert reader.feed(b"x" * LONGEST) == []
    assert reader.bad > 0
    reader.feed(b"\n")
    assert len(reader.feed(EDGE)) == 1


def test_words_that_nobody_declared_and_fields_that_are_missing_are_no_messages():
    for wrong in (
        encode_message("dance"),
        encode_message("ack", 1),
        encode_message("ack", 1, "two"),
        encode_message("who", "else"),
        encode_message("sync", 10**16),
    ):
        assert parse_message(wrong[:-1]) is None


def test_the_digest_tells_one_dictionary_from_another():
    assert crc16(" | ".join(WORDS).encode()) == DIGEST
    assert crc16(" | ".join(WORDS[:-1]).encode()) != DIGEST


def test_counters_that_wrap_are_compared_the_short_way_round():
    assert subtract_wrapped(5, 3, 0x10000) == 2
    assert subtract_wrapped(3, 5, 0x10000) == -2
    assert subtract_wrapped(1, 0xFFFF, 0x10000) == 2
    assert subtract_wrapped(0xFFFF, 1, 0x10000) == -2
