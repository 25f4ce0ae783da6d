"""The whole panel: what is missing or breaks is named, the rest goes on, and it comes back."""

import errno
import logging
from itertools import islice

import pytest
from PIL import Image

from drivers.fault import Fault, FaultLog, classify_error
from drivers.panel import Panel
from drivers.part import DevicePart
from drivers.silicon.board import Board
from tests.drivers.conftest import BUTTONS, Table
from tests.drivers.frames import match_frames
from tests.long import mark_long

COLOURS = [(10 * pixel, 5, 60) for pixel in range(15)]
KINDS = [
    "i2c-open",
    "i2c-command",
    "i2c-data",
    "i2c-read",
    "spi-open",
    "spi-write",
    "pin-open",
    "pin-read",
    "pin-write",
    "pin-tone",
]


def play(table: Table) -> list[tuple[str, str]]:
    """A minute at the table, touching every part: pictures, colours, lamps, tunes, buttons, the dial."""
    panel, board = table.panel, table.board
    frames = match_frames(6, 40)
    heard: list[tuple[str, str]] = []
    for number, part in enumerate([*BUTTONS, "dial"] * 2):
        for screen in (panel.question_screen, panel.table_screen):
            screen.show(next(frames))
            screen.contrast(100 + number)
        panel.lights.show(COLOURS[number:])
        panel.lamp("dome").on() if number % 2 else panel.lamp("dome").off()
        panel.buzzer.play([(440 + number, 0.1), (880, 0.1)])
        board.tap(part)
        board.turn(1)
        table.wait(0.6, step=0.02)
        heard += [event for event in table.list_events() if event[1] != "released"]
    table.wait(4, step=0.02)
    panel.question_screen.show(next(frames))
    panel.lights.show(COLOURS)
    panel.lamp("dome").on()
    table.wait(0.1)
    return heard + [event for event in table.list_events() if event[1] != "released"]


def pushes(heard: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [event for event in heard if event[1] != "turned"]


@pytest.fixture(scope="module")
def quiet_run() -> tuple[list[tuple[str, str]], bytes, dict[str, int]]:
    """The same minute without trouble: events, last picture, and how many calls of each kind were made."""
    with Board(seed=1) as board, Panel(clock=board.clock) as panel:
        heard = play(Table(board, panel))
        return heard, board.image("question").tobytes(), dict(board.failures.calls)


def test_a_panel_with_everything_in_place_has_no_faults(table):
    assert table.panel.faults() == []
    names = [part.name for part in table.panel.parts()]
    assert len(names) == len(set(names)) == 19
    assert all(part.working for part in table.panel.parts())


def test_every_part_can_be_asked_for_by_its_name(table):
    for part in table.panel.parts():
        assert table.panel.part(part.name) is part
    with pytest.raises(ValueError, match="no part 'paddle-9'; there are question, table"):
        table.panel.part("paddle-9")


def test_a_minute_touching_every_part_hears_every_press(quiet_run):
    heard, _, calls = quiet_run
    assert [part for part, what in heard if what == "pressed"] == BUTTONS * 2
    assert heard.count(("dial", "pushed")) == 2
    assert heard.count(("dial", "turned")) >= 16
    assert sorted(calls) == sorted(KINDS)


MOMENTS = [(kind, sixth) for kind in KINDS for sixth in range(6)]
"""Kinds of calls, and after how many sixths of those of a minute one of them fails."""


@pytest.mark.parametrize(("kind", "sixth"), mark_long(MOMENTS, quick=[*MOMENTS[::7], *MOMENTS[3::7]]))
def test_one_failing_call_of_each_kind_at_many_moments_loses_no_press(kind, sixth, quiet_run):
    heard, picture, calls = quiet_run
    with Board(seed=1) as board:
        board.failures.arm(kind, after=calls[kind] * sixth // 6)
        with Panel(clock=board.clock) as panel:
            table = Table(board, panel)
            now = play(table)
            assert panel.faults() == []
            assert board.image("question").tobytes() == picture
            assert board.pixels() == COLOURS
            assert board.lamp("dome")
            assert len(pushes(now)) >= len(pushes(heard)) - lost_while_a_pin_was_closed(kind)


def lost_while_a_pin_was_closed(kind: str) -> int:
    """A press while the very pin is being opened again cannot be heard; any other must be."""
    return 1 if kind in ("pin-open", "pin-read") else 0


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "i2c-read"])  # not to be readable is no fault
@pytest.mark.parametrize("error", [errno.EIO, errno.ENODEV, errno.ETIMEDOUT, errno.EACCES])
def test_a_kind_of_call_that_always_fails_is_named_and_everything_comes_back(kind, error):
    with Board(seed=1) as board:
        board.failures.arm(kind, times=1_000_000, error=error)
        with Panel(clock=board.clock) as panel:
            table = Table(board, panel)
            for image in islice(match_frames(1, 9), 6):
                panel.question_screen.show(image)
                panel.lights.show(COLOURS)
                panel.lamp("dome").on()
                panel.buzzer.play([(440, 0.05)])
                table.wait(0.3, step=0.05)
            assert panel.faults()
            assert all(fault.wire for fault in panel.faults())
            board.failures.disarm()
            table.wait(31, step=0.5)
            assert panel.faults() == []
            assert board.image("question").tobytes() == image.tobytes()
            assert board.pixels() == COLOURS
            assert board.lamp("dome")


def test_without_any_hardware_everything_is_a_fault_and_nothing_raises(monkeypatch):
    """On a computer that is no Pi, without the simulated board."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with Panel() as panel:
        assert {fault.part for fault in panel.faults()} == {part.name for part in panel.parts()}
        panel.question_screen.show(Image.new("1", (128, 64)))
        panel.lights.show(COLOURS)
        panel.lamp("paddle-0").on()
        panel.buzzer.play([(440, 0.1)])
        panel.poll()
        assert panel.events.empty()


@pytest.mark.parametrize("part", ["question", "table"])
def test_one_screen_missing_leaves_the_other(part):
    other = {"question": "table", "table": "question"}[part]
    image = next(match_frames(2, 1))
    with Board() as board:
        board.break_part(part)
        with Panel(clock=board.clock) as panel:
            assert [fault.part for fault in panel.faults()] == [part]
            panel.question_screen.show(image)
            panel.table_screen.show(image)
            assert board.image(other).tobytes() == image.tobytes()
            assert board.image(part).getbbox() is None
            board.mend_part(part)
            Table(board, panel).wait(2)
            assert panel.faults() == []
            assert board.image(part).tobytes() == image.tobytes()


def test_a_bus_that_hangs_takes_both_screens_and_gives_both_back(table):
    image = next(match_frames(2, 1))
    table.board.break_part("question", "bus")
    table.panel.question_screen.show(image)
    table.panel.table_screen.show(image)
    assert [fault.part for fault in table.panel.faults()] == ["question", "table"]
    table.board.mend_part("question")
    table.wait(2)
    assert table.panel.faults() == []
    assert table.board.image("table").tobytes() == image.tobytes()


def test_an_unplugged_strip_goes_unnoticed_and_is_right_soon_after(table):
    table.board.break_part("lights")
    table.panel.lights.show(COLOURS)
    assert table.panel.faults() == []
    assert table.board.pixels() == [(0, 0, 0)] * 15
    table.board.mend_part("lights")
    table.wait(2.1, step=0.1)
    assert table.board.pixels() == COLOURS


def test_events_of_several_parts_come_in_the_order_in_which_they_happened(table):
    for part in ("back", "paddle-4", "dome", "paddle-0"):
        table.board.press(part)
        table.board.advance(0.003)
    table.board.turn(1)
    table.wait(0.05, step=0.05)
    assert [event.part for event in table.events()] == ["back", "paddle-4", "dome", "paddle-0", "dial"]


def test_poll_asks_to_be_called_soon_after_an_edge_and_rarely_when_idle(table):
    now = table.board.clock()
    assert table.panel.poll(now) == pytest.approx(now + 0.25)
    table.board.bounce = 0.0
    table.board.press("dome")
    assert table.panel.poll(table.board.clock()) == pytest.approx(now + 100e-6)


def test_poll_without_a_time_takes_that_of_its_clock(table):
    assert table.panel.poll() == pytest.approx(table.board.clock() + 0.25)


def test_closing_twice_is_closing_once():
    with Board() as board:
        panel = Panel(clock=board.clock)
        panel.close()
        calls = dict(board.failures.calls)
        panel.close()
        panel.poll(board.clock())
        assert dict(board.failures.calls) == calls
        assert panel.faults() == []


def test_a_panel_can_be_opened_again_after_it_was_closed():
    with Board() as board:
        for _ in range(3):
            with Panel(clock=board.clock) as panel:
                assert panel.faults() == []


def test_a_fault_reads_as_one_line():
    fault = Fault("table", "no-answer", "SDA GPIO2 (header pin 3)", "Remote I/O error")
    assert str(fault) == "table: no-answer, check SDA GPIO2 (header pin 3) (Remote I/O error)"
    assert str(Fault("dome", "stuck", "GPIO25")) == "dome: stuck, check GPIO25"


def test_the_cause_of_an_error_is_found_behind_the_error_of_a_library():
    try:
        try:
            raise OSError(errno.EACCES, "Permission denied")
        except OSError:
            raise RuntimeError("wrapped by a library") from None
    except RuntimeError as error:
        assert classify_error(error) == "not-allowed"
    assert classify_error(ImportError("no module")) == "no-library"
    assert classify_error(RuntimeError("who knows")) == "failed"
    assert classify_error(OSError(errno.EBUSY, "busy")) == "busy"
    assert classify_error(OSError(errno.ENOSPC, "full")) == "failed"


class Fickle(DevicePart):
    """A part whose trouble is over between two looks, as that of a contact is on a clock that runs."""

    def __init__(self) -> None:
        super().__init__("fickle", "no wire")
        self.looks = 0

    @property
    def fault(self) -> Fault | None:
        self.looks += 1
        return Fault("fickle", "flickering", "no wire") if self.looks % 2 else None

    def _open(self) -> None: ...

    def _shut(self) -> None: ...


def test_a_fault_that_is_gone_at_the_second_look_never_leaves_a_hole_in_the_list(table):
    table.panel._parts += (Fickle(),)
    assert [fault.what for fault in table.panel.faults()] == ["flickering"]
    assert table.panel.faults() == []


def test_faults_are_written_down_when_they_come_and_when_they_go(table, caplog):
    with caplog.at_level(logging.INFO, "drivers"):
        table.board.break_part("lights", "bus")
        table.panel.lights.show([(1, 2, 3)])
        table.wait(1)
        table.board.mend_part("lights")
        table.wait(4)
    assert caplog.messages == [
        "lights: no-answer, check data GPIO10 (header pin 19) (Input/output error)",
        "lights: works again",
    ]


def test_a_part_that_cannot_make_up_its_mind_does_not_fill_the_journal(caplog):
    log, fault = FaultLog(), Fault("dome", "flickering", "GPIO25")
    with caplog.at_level(logging.INFO, "drivers"):
        for second in range(24 * 3600):
            log.update([fault] if second % 2 else [], float(second))
    assert 20 < len(caplog.messages) < 50
    assert set(caplog.messages) == {"dome: flickering, check GPIO25", "dome: works again"}


def test_lgpio_that_may_not_open_the_chip_is_not_allowed_and_without_one_has_no_bus(tmp_path, monkeypatch):
    error = type("error", (Exception,), {"__module__": "lgpio"})
    monkeypatch.setattr("drivers.fault.DEVICES", tmp_path)
    assert classify_error(error("can not open gpiochip")) == "no-bus"
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("drivers.fault.os.access", lambda path, mode: False)
    assert classify_error(error("can not open gpiochip")) == "not-allowed"
    assert classify_error(error("GPIO busy")) == "busy"
    assert classify_error(error("bad frequency")) == "failed"
