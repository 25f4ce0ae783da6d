"""The language of pod and host: lines of text with a checksum. One file for both ends, on MicroPython and CPython.

A line is `word field field*CRCC` and a newline. Text on purpose: it can be read in any terminal, and no frame ever
holds the byte 3 on which MicroPython stops a program, so the pod can always be reached for an update.
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
"""Every message there is, with the names of its fields. Both ends compare the digest of this list when they meet."""

TEXT = ("colours", "text")
"""Fields that are text; all others are whole numbers."""

LONGEST = 200
"""Bytes of a line; a longer one is noise."""

LONGEST_NUMBER = 16
"""Digits of a number: enough for 300 years in microseconds."""

SEQUENCE = 0x10000
"""Sequence numbers count modulo this."""

TICKS = 1 << 30
"""The pod's microseconds wrap here: MicroPython's ticks_us on a 32-bit chip."""


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return tuple(table)


_CRC = _crc_table()


def crc16(data: bytes) -> int:
    """CRC-16 with the CCITT polynomial, starting at 0 (XMODEM)."""
    crc = 0
    for byte in data:
        crc = ((crc << 8) & 0xFFFF) ^ _CRC[(crc >> 8) ^ byte]
    return crc


DIGEST = crc16(" | ".join(WORDS).encode())

_FIELDS = {line.split(" ")[0]: line.split(" ")[1:] for line in WORDS}


def frame(word: str, *values: object) -> bytes:
    """The line that says `word` with these values."""
    text = " ".join([word] + [str(value) for value in values]).encode()
    crc = crc16(text)
    # A nibble is the letter 0x40 + nibble: one flipped bit on the wire is one flipped bit of the checksum or no letter
    # at all, so the checksum finds every three flipped bits, as it would in binary.
    letters = bytes([0x40 | crc >> 12, 0x40 | crc >> 8 & 15, 0x40 | crc >> 4 & 15, 0x40 | crc & 15])
    return text + b"*" + letters + b"\n"


def message(line: bytes) -> tuple[str, list[int | str]] | None:
    """Word and values of a line without its newline, or None for anything that is not exactly a message."""
    if len(line) < 6 or line[-5] != 0x2A:
        return None
    crc = 0
    for byte in line[-4:]:
        if byte & 0xF0 != 0x40:
            return None
        crc = crc << 4 | byte & 15
    if crc16(line[:-5]) != crc:
        return None
    try:
        return _parsed(line[:-5].decode())
    except ValueError:  # UnicodeError is one, and so is a number that is none
        return None


def _parsed(text: str) -> tuple[str, list[int | str]] | None:
    word = text.split(" ", 1)[0]
    fields = _FIELDS.get(word)
    if fields is None:
        return None
    parts = text.split(" ", len(fields))
    if len(parts) != len(fields) + 1 or parts[0] != word:
        return None
    values: list[int | str] = []
    for name, part in zip(fields, parts[1:]):  # noqa: B905 - MicroPython's zip knows no strict
        if name not in TEXT and len(part) > LONGEST_NUMBER:
            return None
        values.append(part if name in TEXT else int(part))
    return word, values


class Reader:
    """Finds messages in bytes as they come, and counts the lines that are none."""

    def __init__(self) -> None:
        self.bad = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[str, list[int | str]]]:
        """The messages that these bytes complete."""
        if not data:
            return []
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > LONGEST:
            self._rest = b""
            self.bad += 1
        found = []
        for line in lines:
            told = message(line)
            if told is None:
                self.bad += 1
            else:
                found.append(told)
        return found


def ahead(one: int, other: int, modulus: int) -> int:
    """How far `one` is ahead of `other` on a counter that wraps at `modulus`; negative when behind."""
    half = modulus // 2
    return (one - other + half) % modulus - half
