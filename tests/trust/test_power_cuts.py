"""Power cuts at writes of whole matches, of settings, boxes and exports; disks that are full or only to be read."""

import os
import subprocess
from pathlib import Path

import pytest

from companion.core.data_folder import read_settings, save_settings
from companion.core.errors import ArksideError, JournalError
from companion.core.files import write_atomically, write_new
from companion.core.journal import Journal
from companion.core.registry import find_game, list_game_ids
from companion.core.sessions import Sessions
from companion.core.teach import write_corrections
from tests.trust.disk import Recorder, cuts, lay_out
from tests.trust.power_cuts import Verdict, play_recorded_match, reopen_after_cut, try_cuts

NOAH = find_game("noah")


@pytest.mark.parametrize("game", list_game_ids())
def test_after_a_power_cut_at_any_write_every_promise_is_kept(game: str, tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    every = 10 if game == "any" else 60  # its matches are short
    count = try_cuts(play_recorded_match(game, tmp_path / "first"), tmp_path / "then", every)
    assert count["tried"] > 20
    assert (count["unreadable"], count["lost"]) == (0, 0)


def test_a_journal_that_is_only_being_made_is_there_or_not(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    match = play_recorded_match("ark", tmp_path / "first")
    finished = next(n for n, op in enumerate(match.ops) if op.kind == "done")
    found = [reopen_after_cut(match, cut, tmp_path / "then") for cut in cuts(match.ops[:finished], {})]
    assert len(found) > 100
    assert set(found) == {Verdict()}


def test_the_disk_forgets_unsynced_writes(tmp_path: Path) -> None:
    """The seam itself: without a sync nothing is promised, and the recorder knows that."""
    recorder = Recorder(tmp_path)
    with recorder.watching():
        write_atomically(tmp_path / "safe", b"all of it")
    kinds = [op.kind for op in recorder.ops]
    assert kinds == ["create", "write", "sync", "rename", "sync-folder"]
    careless = [op for op in recorder.ops if not op.kind.startswith("sync")]
    assert list(cuts(careless, {}))[-1].image == {}
    assert list(cuts(recorder.ops, {}))[-1].image == {"safe": b"all of it"}


@pytest.mark.parametrize("what", ["settings", "box"])
def test_settings_and_boxes_are_the_old_ones_or_the_new_ones(tmp_path: Path, what: str) -> None:
    file = tmp_path / ("settings.toml" if what == "settings" else "boxes/ark.toml")
    versions = [{"language": "en"}, {"language": "fr", "sound": "off"}, {"language": "en", "brightness": "low"}]
    recorder, texts = Recorder(tmp_path), []
    with recorder.watching():
        for version in versions:
            save_settings(tmp_path, version) if what == "settings" else write_corrections(file, dict(version))
            recorder.done()
            texts.append(file.read_bytes())
    for cut in cuts(recorder.ops, {}):
        held = cut.image.get(str(file.relative_to(tmp_path)))
        allowed = [None, *texts][cut.promised : cut.promised + 2]
        assert held in allowed, cut


def test_an_export_is_whole_or_not_there_and_never_over_another(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    with recorder.watching():
        write_new(tmp_path / "friday.json", "all of it")
        recorder.done()
    for cut in cuts(recorder.ops, {}):
        assert cut.image.get("friday.json") in ([None, b"all of it"] if not cut.promised else [b"all of it"])
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "friday.json", "other")
    assert (tmp_path / "friday.json").read_text() == "all of it"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["friday.json"]


def test_only_a_file_is_ever_replaced(tmp_path: Path) -> None:
    (tmp_path / "device").symlink_to("/dev/null")
    with pytest.raises(OSError, match="Invalid argument"):
        write_atomically(tmp_path / "device", b"x")
    assert (tmp_path / "device").is_symlink()


def test_a_disk_that_is_full_refuses_the_answer_and_nothing_has_happened(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    with (
        recorder.watching(),
        Journal(tmp_path) as journal,
        Sessions(journal).start(NOAH, NOAH.set_up(["A", "B"])) as session,
    ):
        session.answer(1, session.question.choices[0])  # type: ignore[union-attr]
        asked = repr(session.question)
        recorder.room = 3
        with pytest.raises(JournalError, match="can't be used: the disk is full"):
            session.answer(2, session.question.choices[0])  # type: ignore[union-attr]
        assert (session.n, repr(session.question)) == (2, asked)
        recorder.room = float("inf")
        session.answer(2, session.question.choices[0])  # type: ignore[union-attr]
        assert len(journal.load_record(1).list_standing_choices()) == 2


def test_settings_on_a_full_disk_stay_as_they_were(tmp_path: Path) -> None:
    save_settings(tmp_path, {"language": "fr"})
    recorder = Recorder(tmp_path)
    with recorder.watching():
        recorder.room = 0
        with pytest.raises(ArksideError, match="can't be written: No space left"):
            save_settings(tmp_path, {"language": "en"})
    assert read_settings(tmp_path) == {"language": "fr"}
    assert [file.name for file in tmp_path.iterdir()] == ["settings.toml"]


def test_a_disk_that_can_only_be_read_is_named(tmp_path: Path) -> None:
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(tmp_path)], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        Journal(tmp_path).close()
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path)], check=True)
        with pytest.raises(JournalError, match="arkside.db can't be used: .*(read-only|can't be opened)"):
            Journal(tmp_path)
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_clock_that_jumps_back_costs_no_answer(tmp_path: Path) -> None:
    times = iter(["2026-01-01T18:00:00.000Z", "1999-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"] * 99)
    with Journal(tmp_path, now=lambda: next(times)) as journal:
        for _ in range(3):
            with (Sessions(journal).open(1) if journal.find_unfinished() else Sessions(journal).start(NOAH, NOAH.set_up(["A", "B"]))) as session:  # fmt: skip
                session.answer(session.n, session.question.choices[0])  # type: ignore[union-attr]
                assert all(session.measure_thinking(seat) >= 0 for seat in (0, 1))
        assert len(journal.load_record(1).list_standing_choices()) == 3


def test_the_state_after_a_cut_can_be_restored(tmp_path: Path) -> None:
    lay_out({"a/b": b"x"}, tmp_path)
    lay_out({"c": b"y"}, tmp_path)
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == ["c"]
