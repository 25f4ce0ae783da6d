"""Reading QEMU's record of the I2C bus."""

from pathlib import Path

import pytest
from PIL import Image

from drivers.screen import Screen
from drivers.silicon.board import Board
from tests.pi.check import make_picture
from tests.pi.wire import find_pictures, main, read_transfers

WHITE = Image.new("1", (128, 64), 1)


def record(folder: Path, *pictures: Image.Image) -> Path:
    """Return a record, in QEMU's words, of pictures that our driver showed."""
    lines: list[str] = []
    with Board() as board:
        write = board.screens["question"].write

        def note(payload: bytes) -> None:
            lines.append("i2c_event start(addr:0x3c)")
            lines.extend(f"i2c_send send(addr:0x3c) data:0x{byte:02x}" for byte in payload)
            lines.extend(["i2c_event finish(addr:0x3c)", "i2c_event start(addr:0x50)"])
            write(payload)

        board.screens["question"].write = note  # type: ignore[method-assign]
        with Screen("question", 0x3C, clock=board.clock) as screen:
            for picture in pictures:
                screen.show(picture)
    file = folder / "wire"
    file.write_text("\n".join(lines))
    return file


def test_the_bytes_on_the_wire_make_the_pictures_that_were_shown(tmp_path: Path) -> None:
    wanted = {"white": WHITE, "picture": make_picture()}
    assert find_pictures(record(tmp_path, make_picture()), wanted) == {"picture"}
    assert find_pictures(record(tmp_path, make_picture(), WHITE), wanted) == {"picture", "white"}


def test_other_addresses_and_empty_transfers_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "wire").write_text(
        "i2c_event start(addr:0x3c)\ni2c_event finish(addr:0x3c)\n"
        "i2c_send send(addr:0x50) data:0x11\ni2c_send send(addr:0x3c) data:0x22\ni2c_event finish(addr:0x3c)\n"
    )
    assert list(read_transfers(tmp_path / "wire")) == [b"\x22"]


def test_a_picture_that_never_came_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="never seen on the glass: the white frame"):
        main(record(tmp_path, make_picture()))
    main(record(tmp_path, make_picture(), WHITE))
    assert "both pictures arrived" in capsys.readouterr().out
