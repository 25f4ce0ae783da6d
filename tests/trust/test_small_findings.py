"""Small holes that an attacker once found, each closed for good."""

import json
from pathlib import Path

import pytest

from companion.app import presence as presence_module
from companion.app.presence import FILE, Presence
from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.core.tally import Bars
from companion.core.words import Say
from companion.lab.plots import render_svg


def test_phones_that_could_not_be_saved_are_saved_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: Path, text: str, mode: int) -> None:
        raise OSError("the disk is full")

    phones = Presence(tmp_path, lambda: 0.0)
    with monkeypatch.context() as full_disk:
        full_disk.setattr(presence_module, "write_atomically", fail)
        phones.add("a")
        phones.flush()
    assert not (tmp_path / FILE).exists()
    phones.save()  # nothing has changed since, but nothing was written either
    phones.flush()
    assert [one["hash"] for one in json.loads((tmp_path / FILE).read_text())] == ["a"]


def test_an_export_cannot_turn_a_terminal_around(tmp_path: Path) -> None:
    game = find_game("noah")
    with Journal(tmp_path) as journal, Sessions(journal).start(game, game.set_up(["Anna", "Ben"], seed=1)) as session:
        journal._db.execute("UPDATE matches SET options = json_set(options, '$.length', 'a\u202eb')")
        text = export_match(journal.load_record(session.number))
    assert "\u202e" not in text
    assert text.isascii()


def test_a_format_without_end_is_quoted_in_a_few_letters() -> None:
    with pytest.raises(ArksideError) as refused:
        import_match(json.dumps({"arkside-match": "x" * 10_000}), "hostile.json")
    assert len(str(refused.value)) < 200


def test_a_bot_whose_name_holds_a_backslash_is_drawn() -> None:
    pytest.importorskip("matplotlib", reason="plots are part of arkside[lab]")
    name = r"exec:evil\d\1"
    assert r"evil\d\1" in render_svg(Bars("Wins", "games", (name, "random"), (3.0, 1.0)), Say("en"))
