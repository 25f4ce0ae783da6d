"""The report for those who help: it says what is needed and no name at all."""

import zipfile

from companion.commands import update
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.service import diagnostics
from companion.service.diagnostics import format_report
from tests.borders.command import arkside

NOAH = find_game("noah")


def play_match(folder):
    setup = NOAH.set_up(["Anna-Lena", "Ben", "Anna"], {}, 5)
    with Journal(folder) as journal, Sessions(journal).start(NOAH, setup):
        pass


def test_it_counts_matches_and_leaves_names_out(tmp_path, monkeypatch):
    play_match(tmp_path)
    monkeypatch.setattr(
        diagnostics, "_messages", lambda: iter(["  ben was slow, said Anna-Lena to Anna; benches stay"])
    )
    report = format_report(tmp_path)
    assert "matches 1, unfinished 1" in report
    assert "noah by" in report
    assert "  (name) was slow, said (name) to (name); benches stay" in report
    assert "Anna" not in report


def test_names_that_are_in_no_match_and_that_of_the_wifi_are_left_out_too(tmp_path, monkeypatch):
    play_match(tmp_path)
    with Journal(tmp_path) as journal:
        journal.remember_person("Cleo")
    (tmp_path / "phones.json").write_text('[{"name": "Zoé"}, {"name": ""}]', encoding="utf-8")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    (tmp_path / "told").write_text("wifi Familie Janssens")
    monkeypatch.setattr(diagnostics, "_messages", lambda: iter(["Cleo and Zoé"]))
    report = format_report(tmp_path)
    assert "(name) and (name)" in report
    assert "note told: wifi (name)" in report
    assert "Janssens" not in report


def test_a_box_without_data_or_with_a_damaged_journal_still_reports(tmp_path):
    assert "matches 0" in format_report(tmp_path)
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + b"rubbish" * 2000)
    assert "matches 0" in format_report(tmp_path)
    assert format_report(tmp_path / "nowhere").startswith("arkside ")


def test_the_command_prints_it_or_writes_it(tmp_path, capfd):
    play_match(tmp_path)
    code, out, _ = arkside(capfd, "diagnostics", "--data", str(tmp_path))
    assert code == 0
    assert "matches 1" in out
    file = tmp_path / "report.zip"
    assert arkside(capfd, "diagnostics", "--data", str(tmp_path), "--to", str(file))[0] == 0
    with zipfile.ZipFile(file) as archive:
        assert "matches 1" in archive.read("report.txt").decode()
    code, _, err = arkside(capfd, "diagnostics", "--data", str(tmp_path), "--to", "/proc/nowhere/x.zip")
    assert code == 1
    assert err.startswith("arkside: Can't write /proc/nowhere/x.zip")


def test_updates_are_refused_where_there_is_no_package(capfd):
    code, _, err = arkside(capfd, "update", "x.deb")
    assert code == 1
    assert "wasn't installed as a package" in err


def test_an_update_is_handed_to_the_tool_of_the_package(tmp_path, monkeypatch, capfd):
    tool, package = tmp_path / "tool", tmp_path / "arkside.deb"
    tool.write_text('#!/bin/sh\necho "installs $1"\nexit 3\n')
    tool.chmod(0o755)
    monkeypatch.setattr(update, "TOOL", tool)
    code, _, err = arkside(capfd, "update", str(package))
    assert (code, err) == (1, f"arkside: {package} isn't a file\n")
    package.touch()
    monkeypatch.setattr(update.os, "geteuid", lambda: 1000)
    code, _, err = arkside(capfd, "update", str(package))
    assert (code, err) == (1, f"arkside: Updates need root: sudo arkside update {package}\n")
    monkeypatch.setattr(update.os, "geteuid", lambda: 0)
    assert arkside(capfd, "update", str(package))[:2] == (3, f"installs {package}\n")


def journalctl(folder, monkeypatch, *lines):
    """A `journalctl` in the only folder where programs are looked for."""
    tool = folder / "journalctl"
    tool.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_the_last_messages_of_the_system_come_along(tmp_path, monkeypatch):
    journalctl(tmp_path, monkeypatch, "printf 'started\\nb\\377d letters\\n'")
    assert format_report(tmp_path).splitlines()[-3:] == ["messages", "  started", "  b\ufffdd letters"]
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert format_report(tmp_path).splitlines()[-2:] == ["messages", "  -"]


def test_a_system_that_does_not_answer_keeps_nobody_from_the_report(tmp_path, monkeypatch):
    journalctl(tmp_path, monkeypatch, "exec /bin/sleep 600")
    monkeypatch.setattr(diagnostics, "PATIENCE", 0.1)
    report = format_report(tmp_path)
    assert "matches 0" in report
    assert "timed out" in report.splitlines()[-1]
