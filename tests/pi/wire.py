"""What went over the emulated I2C bus, byte by byte, shown by a simulated screen: `python -m tests.pi.wire TRACE`."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from drivers.silicon.ssd1306 import Ssd1306
from tests.pi.check import make_picture

SCREEN = 0x3C
LINE = re.compile(
    r"i2c_(?P<kind>event|send) (?P<what>\w+)\(addr:(?P<address>0x[0-9a-f]+)\)(?: data:(?P<data>0x[0-9a-f]+))?"
)


def read_transfers(trace: Path) -> Iterator[bytes]:
    """Yield what was written to the screen, one transfer at a time, from QEMU's own record of the bus."""
    transfer = bytearray()
    with trace.open(encoding="ascii", errors="replace") as lines:
        for found in filter(None, map(LINE.search, lines)):
            if int(found["address"], 16) != SCREEN:
                continue
            if found["kind"] == "send":
                transfer.append(int(found["data"], 16))
            elif transfer:
                yield bytes(transfer)
                transfer.clear()


def find_pictures(trace: Path, wanted: dict[str, Image.Image]) -> set[str]:
    """Return which of these pictures the screen showed at some moment."""
    screen, seen = Ssd1306(), set()
    for transfer in read_transfers(trace):
        screen.write(transfer)
        shown = screen.image().tobytes()
        seen |= {name for name, picture in wanted.items() if picture.tobytes() == shown}
    if screen.unknown:
        raise SystemExit(f"commands that no such screen knows: {screen.unknown}")
    return seen


def main(trace: Path) -> None:
    """Print what was seen; fail unless both pictures were."""
    wanted = {
        "the picture of the check": make_picture(),
        "the white frame of the self-test": Image.new("1", (128, 64), 1),
    }
    transfers = list(map(len, read_transfers(trace)))
    sys.stdout.write(f"{len(transfers)} transfers, {sum(transfers)} bytes, the longest {max(transfers, default=0)}\n")
    missing = set(wanted) - find_pictures(trace, wanted)
    if missing:
        raise SystemExit(f"never seen on the glass: {', '.join(sorted(missing))}")
    sys.stdout.write("both pictures arrived\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
