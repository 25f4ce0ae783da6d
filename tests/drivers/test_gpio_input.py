"""The layer on gpiozero: edges with their times, pins given back, and the manners of lgpio."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from gpiozero import LED, GPIOPinInUse, RotaryEncoder

from drivers.gpio_input import close_device, open_contact
from drivers.panel import Panel
from drivers.silicon.board import Board

# lgpio does this the moment it is imported: a FIFO in the working directory, or in LG_WD after moving there.
LGPIO_MANNERS = """
import os
if os.environ.get("LG_WD"):
    os.chdir(os.environ["LG_WD"])
os.mkfifo(".lgd-nfy0")
"""
IMPORTER = """
import os, sys
from drivers.gpio_input import import_lgpio_safely
before = os.getcwd()
import_lgpio_safely()
assert "lgpio" in sys.modules
assert os.getcwd() == before
assert "LG_WD" not in os.environ or os.environ["LG_WD"] == os.environ.get("WANTED")
"""


def import_tamed(tmp_path: Path, **environment: str) -> Path:
    """Import lgpio's manners in a process of its own; returns its working directory."""
    library, here, scratch = (tmp_path / name for name in ("library", "here", "scratch"))
    for folder in (library, here, scratch):
        folder.mkdir()
    (library / "lgpio.py").write_text(LGPIO_MANNERS)
    search = os.pathsep.join([str(library), str(Path(__file__).parents[2])])
    settings = {**os.environ, "PYTHONPATH": search, "TMPDIR": str(scratch), **environment}
    run = subprocess.run(
        [sys.executable, "-c", IMPORTER], check=False, cwd=here, env=settings, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return here


def test_lgpio_neither_litters_nor_moves_the_working_directory(tmp_path):
    here = import_tamed(tmp_path)
    assert list(here.iterdir()) == []
    assert list((tmp_path / "scratch").iterdir()) == []


def test_a_fifo_of_another_user_in_the_shared_folder_harms_nobody(tmp_path):
    (tmp_path / "shared").mkdir()
    os.mkfifo(tmp_path / "shared" / ".lgd-nfy0")
    import_tamed(tmp_path, TMPDIR=str(tmp_path / "shared"))


def test_every_edge_comes_with_the_time_of_its_pin():
    edges: list[tuple[float, bool]] = []
    with Board(bounce=0.0) as board:
        contact = open_contact(25, lambda at, closed: edges.append((at, closed)))
        edges.clear()
        start = board.clock()
        board.press("dome")
        board.advance(0.25)
        board.release("dome")
        assert edges == [(start, True), (start + 0.25, False)]
        contact.close()


def test_an_exception_in_a_handler_stays_there():
    def explode(at: float, closed: bool) -> None:
        raise RuntimeError("a mistake in the host")

    with Board(bounce=0.0) as board:
        contact = open_contact(25, explode)
        board.press("dome")
        assert contact.is_active
        contact.close()


def test_a_pin_is_given_back_even_if_it_fails_while_being_switched_off():
    with Board() as board:
        buzzer = Panel(clock=board.clock).buzzer
        buzzer.play([(440, 5)])
        board.failures.arm("pin-tone", times=100)
        buzzer.close()
        board.failures.disarm()
        LED(13).close()


def test_both_pins_of_the_dial_are_given_back():
    with Board():
        encoder = RotaryEncoder(18, 19)
        with pytest.raises(GPIOPinInUse):
            LED(19)
        close_device(encoder)
        LED(18).close()
        LED(19).close()


def test_edges_from_many_threads_are_all_heard():
    """A library's thread writes while the host reads: nothing is lost between them."""
    with Board(bounce=0.0) as board, Panel(clock=board.clock) as panel:
        stop = threading.Event()
        heard = [0]

        def host() -> None:
            while not stop.is_set():
                panel.poll(board.clock())
                while not panel.events.empty():
                    heard[0] += panel.events.get().what == "pressed"

        reader = threading.Thread(target=host)
        reader.start()
        for _ in range(300):
            for part in ("paddle-0", "paddle-1", "paddle-2"):
                board.press(part)
            board.advance(0.15)
            for part in ("paddle-0", "paddle-1", "paddle-2"):
                board.release(part)
            board.advance(0.15)
        stop.set()
        reader.join()
        panel.poll(board.clock())
        while not panel.events.empty():
            heard[0] += panel.events.get().what == "pressed"
        assert heard[0] == 900
