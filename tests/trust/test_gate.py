"""The gate: foreign text and numbers are checked where they are read and escaped where they are shown."""

import json
from pathlib import Path

import pytest

from companion.core.foreign import (
    DEEPEST,
    Entries,
    Quoted,
    Unreadable,
    moment,
    parsed_json,
    parsed_toml,
    read_text,
    shown,
)
from companion.core.journal import Journal
from companion.core.sessions import Sessions
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from drivers.verdict import Verdict
from tests.borders.command import arkside
from tests.trust import hostile


class TestShown:
    def test_letters_of_all_peoples_stay(self) -> None:
        for text in ("Élodie", "שירין", "شيرين", "漢字", "👨‍👩‍👧", "Zoé\u202f?", "Nguyễn", "a\nb\tc"):
            assert shown(text) == text

    def test_what_moves_hides_or_turns_is_spelled_out(self) -> None:
        assert shown("\x1b[2J") == "\\x1b[2J"
        assert shown("a\u202eb\u2066") == "a\\u202eb\\u2066"
        assert shown("\ud83d") == "\\ud83d"
        assert shown("a\x00\x9b\ufeff") == "a\\x00\\x9b\\ufeff"

    def test_marks_do_not_pile_up(self) -> None:
        assert len(shown(hostile.ZALGO)) <= 4

    def test_every_sentence_passes_here(self) -> None:
        say = Say("en")
        assert say("{name} waits", name="\x1b[2J") == "\\x1b[2J waits"
        assert say("{file} is there", file=Path("\u202ex")) == "\\u202ex is there"
        assert say("because {why}", why=ValueError("\x07")) == "because \\x07"


class TestReaders:
    def test_numbers_have_bounds(self) -> None:
        entries = Entries({"n": 7, "big": 10**40, "flag": True, "text": "7", "part": 7.0})
        assert entries.whole("n", 0, 9) == 7
        for key in ("big", "flag", "text", "part", "missing"):
            with pytest.raises(Unreadable):
                entries.whole(key, 0, 9)

    def test_texts_have_bounds_and_whole_letters(self) -> None:
        entries = Entries({"long": "x" * 5000, "half": "\ud83d", "n": 1, "fine": "Zoé"}, "seats[0].")
        assert entries.text("fine") == "Zoé"
        for key in ("long", "half", "n", "missing"):
            with pytest.raises(Unreadable) as refused:
                entries.text(key)
            assert refused.value.entry == f"seats[0].{key}"

    @pytest.mark.parametrize("text", [hostile.HUGE, "[" * 100_000, "{", "\ud83d"])
    def test_what_is_no_json_is_refused(self, text: str) -> None:
        with pytest.raises(Unreadable):
            parsed_json(text)

    @pytest.mark.parametrize("text", [f"a = {hostile.HUGE}", "a = " + "[" * 5000, "a." * (DEEPEST + 9) + "b = 1", "a"])
    def test_what_is_no_toml_is_refused(self, text: str) -> None:
        with pytest.raises(Unreadable):
            parsed_toml(text)

    def test_a_file_without_end_is_not_read_to_its_end(self) -> None:
        with pytest.raises(Unreadable, match="MB"):
            read_text(Path("/dev/zero"))

    def test_what_is_no_time_is_the_beginning_of_all_times(self) -> None:
        assert moment("2026-01-01T18:00:00Z") == "2026-01-01T18:00:00Z"
        for odd in ("", "x", "0001-01-01T00:00:00+14:00", "9999-12-31", None, 7):
            assert moment(odd) == "1970-01-01T00:00:00.000Z"

    def test_a_quote_is_short_whatever_it_quotes(self) -> None:
        assert repr(Quoted(int("f" * 9000, 16))) == "int"
        assert len(repr(Quoted("x" * 9999))) < 100

    @pytest.mark.parametrize("detail", [
        "null", "{", "[" * 9999, '{"first":[0]}',
        '{"first":[0],"order":[{"seat":0,"after_now_ms":"soon","margin_ms":0}],"early":{},"out":[],"band_ms":1,"friendly":[]}',
        '{"first":[0],"order":[{"seat":0,"after_now_ms":NaN,"margin_ms":0}],"early":{},"out":[],"band_ms":1,"friendly":[]}',
        '{"first":[9],"order":[],"early":{},"out":[],"band_ms":1,"friendly":[]}',
    ])  # fmt: skip
    def test_margins_that_are_no_numbers_are_no_verdict(self, detail: str) -> None:
        with pytest.raises(ValueError, match="not a|Expecting|JSON"):
            Verdict.read(detail)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good") / "data"
    hostile.played(folder)
    return folder


@pytest.mark.parametrize("row", hostile.ODD_ROWS)
def test_an_odd_row_keeps_the_device_from_nothing(good: Path, tmp_path: Path, row: str) -> None:
    hostile.odd(tmp_path / "data", good, hostile.ODD_ROWS[row])
    with Rehearsal(tmp_path / "data") as device:
        for path in (("Statistics",), ("Practice race", "Reaction times"), ("Matches",)):
            while not (isinstance(device.view, PickView) and device.view.title == "Arkside"):
                device.back()
            for label in path:
                if isinstance(device.view, PickView) and label in [entry.label for entry in device.view.rows]:
                    device.pick(label)
            said = " ".join(device.view.lines) if isinstance(device.view, ReadingView) else ""
            assert "went wrong inside" not in said


def test_the_history_says_how_many_matches_it_cannot_read(
    good: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hostile.odd(tmp_path / "data", good, f"{hostile.ODD_ROWS['seats are no JSON']} WHERE number = 2")
    code, out, err = arkside(capfd, "history", "--data", str(tmp_path / "data"), "--lang", "en")
    assert (code, err) == (0, "arkside: 1 match cannot be read\n")
    assert len(out.splitlines()) == 3


def test_a_forged_export_never_becomes_more_than_a_match(good: Path, tmp_path: Path) -> None:
    from companion.core.errors import ArksideError
    from companion.core.match_file import imported

    taken = 0
    with Journal(tmp_path) as journal:
        for text in hostile.forged(good).values():
            try:
                record = imported(text, "x.json")
            except ArksideError:
                continue
            if journal.number_of(record.uid) is None:
                taken += 1
                assert json.dumps(journal.record(journal.write(record)).scores)
        assert len(journal.readable()) == taken
        assert Sessions(journal) is not None
