"""Protocol between pod and host: lines of text with a checksum. Both ends run this file, on MicroPython and CPython.

A line is `word field field*CRCC` and a newline. It is text on purpose: it can be read in any terminal, and it never
contains byte 3 (Ctrl-C), on which MicroPython stops a program.
"""

VERSION = 1

WORDS = (
    # host to pod
    "who",
    "words",
    "ack stream seq",
    "sync n",
    "lamp n seat level",
    "ring n colours",
    "report",
    "halt n",
    # pod to host
    "hello version digest stream boot oldest seats pixels",
    "word index count text",
    "edge stream seq boot seat closed us",
    "clock n stream boot us",
    "done n",
    "health waiting dropped bad uptime_ms",
)
"""All messages with the names of their fields. Both ends compare the digest of this list when they connect."""

TEXT = ("colours", "text")
"""Names of text fields; all other fields are whole numbers."""

LONGEST = 200
"""Longest line in bytes; anything longer is noise."""

LONGEST_NUMBER = 16
"""Most digits of a number: enough for 300 years in microseconds, and no huge integer can be sent to exhaust memory."""

SEQUENCE = 0x10000
"""Modulus of sequence numbers."""

TICKS = 1 << 30
"""Modulus of the pod's microseconds: MicroPython's ticks_us on a 32-bit chip."""


def _build_crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return tuple(table)


# Looked up byte by byte: going through all bits of every message would slow down the Pico's loop.
_CRC = _build_crc_table()


def crc16(data: bytes) -> int:
    """Return the CRC-16 with the CCITT polynomial, starting at 0 (XMODEM)."""
    crc = 0
    for byte in data:
        crc = ((crc << 8) & 0xFFFF) ^ _CRC[(crc >> 8) ^ byte]
    return crc


DIGEST = crc16(" | ".join(WORDS).encode())

_FIELDS = {line.split(" ")[0]: line.split(" ")[1:] for line in WORDS}


def encode_message(word: str, *values: object) -> bytes:
    """Return a message as a line for the wire."""
    text = " ".join([word] + [str(value) for value in values]).encode()
    crc = crc16(text)
    # Each nibble becomes the letter 0x40 + nibble. One flipped bit on the wire then is one flipped bit of the checksum
    # or an invalid letter, so the checksum detects any three flipped bits, as it would in binary.
    letters = bytes([0x40 | crc >> 12, 0x40 | crc >> 8 & 15, 0x40 | crc >> 4 & 15, 0x40 | crc & 15])
    return text + b"*" + letters + b"\n"


def parse_message(line: bytes) -> tuple[str, list[int | str]] | None:
    """Return word and values of a line without its newline, or None if it is not exactly a message."""
    if len(line) < 6 or line[-5] != 0x2A:  # the star before the checksum
        return None
    crc = 0
    for byte in line[-4:]:
        if byte & 0xF0 != 0x40:
            return None
        crc = crc << 4 | byte & 15
    if crc16(line[:-5]) != crc:
        return None
    try:
        return _parse_fields(line[:-5].decode())
    except ValueError:  # covers UnicodeError and int() of something that is not a number
        return None


def _parse_fields(text: str) -> tuple[str, list[int | str]] | None:
    word = text.split(" ", 1)[0]
    fields = _FIELDS.get(word)
    if fields is None:
        return None
    # At most one split per field: a text field comes last and may contain spaces.
    parts = text.split(" ", len(fields))
    if len(parts) != len(fields) + 1 or parts[0] != word:
        return None
    values: list[int | str] = []
    for name, part in zip(fields, parts[1:]):  # noqa: B905 - MicroPython's zip knows no strict
        if name not in TEXT and len(part) > LONGEST_NUMBER:
            return None
        values.append(part if name in TEXT else int(part))
    return word, values


class MessageReader:
    """Finds messages in a stream of bytes, and counts the lines that are not messages."""

    def __init__(self) -> None:
        self.bad = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[str, list[int | str]]]:
        """Return the messages that these bytes complete."""
        if not data:
            return []
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > LONGEST:  # noise without newlines must not fill the Pico's memory
            self._rest = b""
            self.bad += 1
        messages = []
        for line in lines:
            parsed = parse_message(line)
            if parsed is None:
                self.bad += 1
            else:
                messages.append(parsed)
        return messages


def subtract_wrapped(one: int, other: int, modulus: int) -> int:
    """Return how far `one` is ahead of `other` on a counter that wraps at `modulus`; negative when behind."""
    half = modulus // 2
    return (one - other + half) % modulus - half
