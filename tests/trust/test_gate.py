"""The gate: foreign text and numbers are checked where they are read and escaped where they are shown."""

import json
from pathlib import Path
from time import monotonic

import pytest

from companion.app.errors import BadRequest
from companion.app.presence import FILE, Presence
from companion.app.requests import get_number, get_text
from companion.core import untrusted
from companion.core.journal import Journal
from companion.core.registry import list_game_ids
from companion.core.sessions import Sessions
from companion.core.untrusted import (
    DEEPEST,
    Quoted,
    Unreadable,
    Untrusted,
    parse_json,
    parse_toml,
    read_moment,
    read_text,
    sanitize,
)
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
            assert sanitize(text) == text

    def test_characters_that_move_hide_or_turn_others_are_spelled_out(self) -> None:
        assert sanitize("\x1b[2J") == "\\x1b[2J"
        assert sanitize("a\u202eb\u2066") == "a\\u202eb\\u2066"
        assert sanitize("\ud83d") == "\\ud83d"
        assert sanitize("a\x00\x9b\ufeff") == "a\\x00\\x9b\\ufeff"

    def test_marks_do_not_pile_up(self) -> None:
        assert len(sanitize(hostile.ZALGO)) <= 4

    def test_every_sentence_passes_here(self) -> None:
        say = Say("en")
        assert say("{name} waits", name="\x1b[2J") == "\\x1b[2J waits"
        assert say("{file} is there", file=Path("\u202ex")) == "\\u202ex is there"
        assert say("because {why}", why=ValueError("\x07")) == "because \\x07"


class TestReaders:
    def test_numbers_have_bounds(self) -> None:
        tree = Untrusted({"n": 7, "big": 10**40, "flag": True, "text": "7", "part": 7.0})
        assert tree["n"].whole(0, 9) == 7
        assert (tree["n"].number(), tree["part"].number(), tree["flag"].flag()) == (7.0, 7.0, True)
        for key in ("big", "flag", "text", "part", "missing"):
            with pytest.raises(Unreadable) as refused:
                tree[key].whole(0, 9)
            assert refused.value.entry == key
        for key in ("flag", "text", "missing"):
            with pytest.raises(Unreadable, match=key):
                tree[key].number()

    def test_texts_have_bounds_and_whole_letters(self) -> None:
        tree = Untrusted({"seats": [{"long": "x" * 5000, "half": "\ud83d", "n": 1, "fine": "Zoé", "bell": "\a"}]})
        (seat,) = tree["seats"].each()
        assert seat["fine"].text(printable=True) == "Zoé"
        for key in ("long", "half", "n", "missing"):
            with pytest.raises(Unreadable) as refused:
                seat[key].text()
            assert refused.value.entry == f"seats[0].{key}"
        assert seat["bell"].text() == "\a"
        with pytest.raises(Unreadable, match="bell"):
            seat["bell"].text(printable=True)

    def test_values_of_the_wrong_type_are_named(self) -> None:
        tree = Untrusted(
            {"options": {"length": ["long"]}, "deal": "neither", "seats": {}, "half \ud83d": {"\ud83d": 1}}
        )
        for read, entry in (
            (tree["options"]["length"].text, "options.length"),
            (tree["options"]["length"]["deep"].flag, "options.length.deep"),
            (tree["seats"].each, "seats"),
            (tree["deal"].entries, "deal"),
            (tree["half \ud83d"].entries, "half \\ud83d.\\ud83d"),
        ):
            with pytest.raises(Unreadable) as refused:
                read()
            assert refused.value.entry == entry
        assert "deal" in tree
        assert "deal" not in tree["deal"]

    @pytest.mark.parametrize(
        "deep", ["[" * 60 + "]" * 60, '{"a":' * 60 + "1" + "}" * 60, '[{"a":' * 30 + "1" + "}]" * 30]
    )
    def test_deeply_nested_data_are_refused(self, deep: str) -> None:
        with pytest.raises(Unreadable, match="nested too deeply"):
            parse_json(deep)
        with pytest.raises(Unreadable, match="nested too deeply"):
            Untrusted({"corrections": {"a": json.loads(deep)}})["corrections"].tree()

    @pytest.mark.parametrize(
        "text", [hostile.HUGE, "[" * 100_000, "{", "\ud83d", '"\\ud83d"', '"\\uD83D"', '["\\udE00"]']
    )
    def test_invalid_json_is_refused(self, text: str) -> None:
        with pytest.raises(Unreadable):
            parse_json(text)

    @pytest.mark.parametrize("text", [f"a = {hostile.HUGE}", "a = " + "[" * 5000, "a." * (DEEPEST + 9) + "b = 1", "a"])
    def test_invalid_toml_is_refused(self, text: str) -> None:
        with pytest.raises(Unreadable):
            parse_toml(text)

    def test_a_file_without_end_is_not_read_to_its_end(self) -> None:
        with pytest.raises(Unreadable, match="MB"):
            read_text(Path("/dev/zero"))

    def test_the_longest_and_deepest_that_is_allowed_is_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(untrusted, "LONGEST_FILE", 10)
        (tmp_path / "fits").write_text("x" * 10)
        (tmp_path / "longer").write_text("x" * 11)
        assert read_text(tmp_path / "fits") == "x" * 10
        with pytest.raises(Unreadable):
            read_text(tmp_path / "longer")
        assert DEEPEST == 40
        parse_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))
        with pytest.raises(Unreadable):
            parse_json("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2))

    def test_an_invalid_time_is_the_epoch(self) -> None:
        assert read_moment("2026-01-01T18:00:00Z") == "2026-01-01T18:00:00Z"
        for odd in ("", "x", "0001-01-01T00:00:00+14:00", "9999-12-31", None, 7):
            assert read_moment(odd) == "1970-01-01T00:00:00.000Z"

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
    hostile.play_matches(folder)
    return folder


@pytest.mark.parametrize("row", hostile.ODD_ROWS)
def test_an_odd_row_does_not_stop_the_box(good: Path, tmp_path: Path, row: str) -> None:
    hostile.odd(tmp_path / "data", good, hostile.ODD_ROWS[row])
    with Rehearsal(tmp_path / "data") as device:
        for path in (("Statistics",), ("Practice race", "Reaction times"), ("Matches",)):
            while not (isinstance(device.view, PickView) and device.view.title == "Arkside"):
                device.back()
            for label in path:
                if isinstance(device.view, PickView) and label in [entry.label for entry in device.view.rows]:
                    device.pick(label)
            said = " ".join(device.view.lines) if isinstance(device.view, ReadingView) else ""
            assert "went wrong" not in said


def test_the_history_says_how_many_matches_it_cannot_read(
    good: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hostile.odd(tmp_path / "data", good, f"{hostile.ODD_ROWS['seats are no JSON']} WHERE number = 2")
    code, out, err = arkside(capfd, "history", "--data", str(tmp_path / "data"), "--lang", "en")
    assert (code, err) == (0, "arkside: 1 match can't be read\n")
    assert len(out.splitlines()) == len(list_game_ids()) - 1


def test_a_forged_export_never_becomes_more_than_a_match(good: Path, tmp_path: Path) -> None:
    from companion.core.errors import ArksideError
    from companion.core.match_export import import_match

    taken = 0
    with Journal(tmp_path) as journal:
        for text in hostile.forge_exports(good).values():
            try:
                record = import_match(text, "x.json")
            except ArksideError:
                continue
            if journal.find_number(record.uid) is None:
                taken += 1
                assert json.dumps(journal.load_record(journal.write_match(record)).scores)
        assert len(journal.list_readable_records()) == taken
        assert Sessions(journal) is not None


PHONE = {"hash": "a", "id": "b", "name": "Anna", "seat": 0, "host": True}


@pytest.mark.parametrize(
    "entry",
    [
        "phone", None, [], {}, {**PHONE, "hash": 1}, {**PHONE, "name": "\ud800"}, {**PHONE, "name": "\x1b[2J"},
        {**PHONE, "seat": 6}, {**PHONE, "seat": -1}, {**PHONE, "seat": True}, {**PHONE, "host": 1},
        {**PHONE, "name": json.loads("[" * 60 + "]" * 60)},
    ],
)  # fmt: skip
def test_a_file_of_phones_that_is_not_ours_is_left_out(
    tmp_path: Path, entry: object, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text(json.dumps([PHONE, entry]), encoding="utf-8")
    assert list(Presence(tmp_path, monotonic)) == []
    assert "cannot be read" in caplog.text
    (tmp_path / FILE).write_text(json.dumps([PHONE, {**PHONE, "hash": "c", "seat": None}]), encoding="utf-8")
    assert [phone.seat for phone in Presence(tmp_path, monotonic)] == [0, None]


@pytest.mark.parametrize("value", ["\ud800", "x" * 201, 7, None, ["a"], True])
def test_a_text_in_a_message_of_a_phone_is_short_and_of_whole_letters(value: object) -> None:
    with pytest.raises(BadRequest):
        get_text({"name": value}, "name")
    with pytest.raises(BadRequest):
        get_text({}, "name")
    assert get_text({"name": "Zoé"}, "name") == "Zoé"


@pytest.mark.parametrize("value", [10**40, -(10**40), True, 1.0, "1", None])
def test_a_number_in_a_message_of_a_phone_is_whole_and_not_huge(value: object) -> None:
    with pytest.raises(BadRequest):
        get_number({"n": value}, "n")
    assert get_number({"n": -7}, "n") == -7
