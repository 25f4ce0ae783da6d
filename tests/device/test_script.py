"""Scenarios from a file, and the commands that use the device."""

import json
from pathlib import Path

import pytest
from PIL import Image

from companion.cli import main
from companion.core.journal import Journal
from companion.core.words import LANGUAGES
from companion.device.computer import is_a_pi
from companion.device.rehearsal import Rehearsal, RehearsalScript, ScriptError
from tests.device.scripts import FOLDER
from tests.device.track import leave_at_a_duel

SCENARIO = """
# from the first menu into a match
frame start
pick New match
pick Noah
pick Player 1
pick Player 2
push                    # two players are enough
pick Our own cards and pieces
pick 3 rounds
pick no, we remember
frame shortest
tap paddle-1
answer cat-f
frame ferry-2
break table
wait 6
frame fault
mend table
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "scenario.txt"
    file.write_text(SCENARIO, encoding="utf-8")
    return file


def test_a_script_writes_its_frames(scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = tmp_path / "frames"
    assert main(["run", "--script", str(scenario), "--frames", str(frames)]) == 0
    names = [file.name for file in sorted(frames.iterdir())]
    assert names == ["001-start.png", "002-shortest.png", "003-ferry-2.png", "004-fault.png"]
    assert capsys.readouterr().out.splitlines() == [str(frames / name) for name in names]
    with Image.open(frames / "001-start.png") as picture:
        assert picture.size == (4 * 260, 4 * 64)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["evening", "names", "menus", "bots-race"])
def test_an_evening_can_be_played_in_every_language(name: str, language: str, tmp_path: Path) -> None:
    """Names, hands that are handed over, bots that play and race, a pause, an early end, everything in the menus."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    with Rehearsal(tmp_path / "data", language) as device:
        assert RehearsalScript(text, name).play(device, tmp_path / "frames")


def test_a_script_plays_alike_every_time(scenario: Path, tmp_path: Path) -> None:
    for run in ("one", "two"):
        main(["run", "--script", str(scenario), "--frames", str(tmp_path / run)])
    for name in ("001-start.png", "002-shortest.png", "003-ferry-2.png", "004-fault.png"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_duel_can_be_scripted_on_the_data_of_a_match(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        first, second = leave_at_a_duel(journal).seats
    file = tmp_path / "duel.txt"
    lines = ["pick Continue", "frame duel", f"answer slap-{second}", "answer wrong", f"answer slap-{first}"]
    file.write_text("\n".join(lines), encoding="utf-8")
    frames = tmp_path / "frames"
    assert main(["run", "--script", str(file), "--data", str(tmp_path), "--frames", str(frames)]) == 0
    assert [frame.name for frame in frames.iterdir()] == ["001-duel.png"]
    with Journal(tmp_path) as journal:
        assert journal.load_record(1).list_standing_choices()[-3:] == [f"slap-{second}", "wrong", f"slap-{first}"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("jump", "Unknown word 'jump'. Use one of: turn, push"),
        ("turn left", "line 1"),
        ("tap nose", "Unknown word 'nose'. Use one of: paddle-0"),
        ("pick Nothing of that name", "isn't on the screen. You can pick: New match"),
        ("answer cat-f", "isn't on the screen"),
        ("now", "No race is about to begin"),
        ("press nose", "Unknown word 'nose'"),
        ("tap paddle-0 nose", "Unknown word 'nose'"),
        ("wait long", "line 1"),
        ("break", "line 1"),
        ("break lights gently", "Unknown word 'gently'. Use one of: unplugged"),
        ("mend nose", "Unknown word 'nose'"),
    ],
)
def test_a_line_that_fails_is_named(device: Rehearsal, tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(ScriptError, match="line 1") as refused:
        RehearsalScript(line, "some.txt").play(device, tmp_path)
    assert why in str(refused.value)
    assert str(refused.value).startswith("some.txt, line 1")


def test_inputs_are_counted_from_each_line_that_reports_them(device: Rehearsal, tmp_path: Path) -> None:
    reports: list[str] = []
    RehearsalScript("turn 2\npush\ninputs in\ntap back\nturn -1\ninputs out").play(device, tmp_path, reports.append)
    assert reports == ["in: 1 pushes and 2 clicks of the dial", "out: 0 pushes and 1 clicks of the dial"]


def test_a_missing_script_is_one_line_of_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--script", str(tmp_path / "none.txt")]) != 0
    assert len(capsys.readouterr().err.splitlines()) == 1


class TestSelfTest:
    def test_all_parts_of_the_simulated_box_work(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["selftest", "--emulate"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "simulated" in lines.pop(0)
        assert len(lines) == 14
        assert "Press paddle 3 ▲ … paddle 3: ok" in lines

    def test_it_reports_to_programs(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["selftest", "--emulate", "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["simulated"] is True
        assert all(finding["works"] and finding["wire"] for finding in report["selftest"])

    def test_it_speaks_french(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["selftest", "--emulate", "--lang", "fr"])
        assert "Appuie sur la palette 3 ▲ … palette 3\u202f: ok" in capsys.readouterr().out

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # gpiozero closing a dead pin
    @pytest.mark.parametrize("part", ["paddle-2", "dome", "back", "dial", "dial-push"])
    def test_a_part_that_does_not_answer_is_named_with_its_wire(self, part: str) -> None:
        findings = findings_with(part)
        assert [one for one, works in findings.items() if not works] == [part]

    @pytest.mark.parametrize(("part", "how"), [("table", "unplugged"), ("lights", "bus")])
    def test_a_screen_or_strip_that_is_gone_is_named(self, part: str, how: str) -> None:
        assert not findings_with(part, how)[part]


def findings_with(part: str = "", how: str = "dead") -> dict[str, bool]:
    """Run the test by hand on a board with one broken part."""
    from companion.commands.selftest import move_part
    from companion.device.selftest import TerminalSelfTest
    from drivers.panel import Panel
    from drivers.silicon.board import Board

    with Board() as board, Panel(clock=board.clock) as panel:
        if part:
            board.break_part(part, how)  # type: ignore[arg-type]
        test = TerminalSelfTest(panel, board.clock, board.advance, 1.0, lambda name: move_part(board, name))
        return {finding.part: finding.works for finding in test.run()}


class TestComputer:
    def test_a_pi_says_so_itself(self, tmp_path: Path) -> None:
        model = tmp_path / "model"
        model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
        assert is_a_pi(model)

    def test_another_board_is_none(self, tmp_path: Path) -> None:
        model = tmp_path / "model"
        model.write_bytes(b"Some Other Board\0")
        assert not is_a_pi(model)
        assert not is_a_pi(tmp_path / "nothing here")
