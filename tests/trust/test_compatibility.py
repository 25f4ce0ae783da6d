"""Journals and exports of every format so far open for ever; what today's rules play otherwise is shown as it was kept."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.core.errors import RulesChanged
from companion.core.journal import Journal
from companion.core.journal_file import FILE, MIGRATIONS
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.device.rehearsal import Rehearsal
from tests.borders.command import arkside

FIXTURES = Path(__file__).parent / "fixtures"
NOAH = find_game("noah")
WAITING = {4: 4, 5: 4}
POINTS = {1: (16, 0), 2: (16, 0), 3: (10, 5)}


def data(folder: Path, schema: int) -> Path:
    shutil.copy(FIXTURES / f"schema-{schema}.db", folder / FILE)
    return folder


def test_there_is_a_fixture_of_every_format() -> None:
    """Whoever adds a migration adds a journal and an export that this version wrote."""
    for schema in range(1, len(MIGRATIONS) + 1):
        with sqlite3.connect(f"file:{FIXTURES / f'schema-{schema}.db'}?mode=ro&immutable=1", uri=True) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (schema,)
        db.close()
        assert (FIXTURES / f"export-{schema}.json").exists()


@pytest.mark.parametrize("schema", range(1, len(MIGRATIONS) + 1))
def test_a_journal_of_every_format_opens_with_its_matches_and_points(tmp_path: Path, schema: int, capfd) -> None:
    with Journal(data(tmp_path, schema)) as journal:
        waiting, over = journal.list_readable_records()
    assert (waiting.ended, len(waiting.list_standing_choices())) == (None, WAITING.get(schema, 8))
    assert over.winners == (1,)
    assert over.scores == POINTS.get(schema, over.scores)
    code, out, err = arkside(capfd, "history", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    assert "won by Greedy" in out
    assert f"saved after {len(waiting.list_standing_choices())} answers" in out
    for number in ("1", "2"):
        code, out, err = arkside(capfd, "replay", number, "--data", str(tmp_path))
        assert (code, err) == (0, "")


@pytest.mark.parametrize("schema", range(1, len(MIGRATIONS) + 1))
def test_an_export_of_every_format_can_be_imported(tmp_path: Path, schema: int, capfd) -> None:
    file = FIXTURES / f"export-{schema}.json"
    assert arkside(capfd, "import", str(file), "--data", str(tmp_path))[0] == 0
    with Journal(tmp_path) as journal:
        (record,) = journal.list_readable_records()
    exported = json.loads(file.read_text())
    assert (list(record.winners), list(record.scores)) == (exported["winners"], exported["scores"])


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A match that waits, and that asks something else under today's rules."""
    with Journal(tmp_path) as journal, Sessions(journal).start(NOAH, NOAH.set_up(["Anna", "Ben"], {}, 3)) as session:
        for _ in range(30):
            session.answer(session.n, session.question.choices[0])
        journal._db.execute("UPDATE matches SET trail = trail + 1")
    return tmp_path


class TestOtherRules:
    def test_are_noticed_although_every_answer_is_a_choice(self, changed: Path) -> None:
        with Journal(changed) as journal, pytest.raises(RulesChanged, match="it asks something else"):
            Sessions(journal).open(1)

    def test_the_replay_shows_answers_points_and_table_as_saved(self, changed: Path, capfd) -> None:
        code, out, err = arkside(capfd, "replay", "1", "--data", str(changed))
        assert (code, err) == (0, "")
        with Journal(changed) as journal:
            record = journal.load_record(1)
        assert "Played by different rules" in out
        assert "The table after 30 answers:" in out
        for seat in record.setup.seats:
            assert f"{seat.name} {record.scores[seat.index]}" in out
        assert [line.partition(". ")[2] for line in out.splitlines()[:30]] == record.list_standing_choices()
        code, out, _ = arkside(capfd, "replay", "1", "--json", "--data", str(changed))
        replayed = json.loads(out)
        assert replayed["other_rules"] is True
        assert replayed["scores"] == list(record.scores)

    def test_the_box_shows_it_and_does_not_offer_to_continue(self, changed: Path) -> None:
        with Rehearsal(changed) as device:
            device.pick("Matches")
            device.push()
            assert "Played by different rules: you can only view it." in device.view.facts
            assert any("Anna" in line for line in device.view.facts)
            assert "Continue" not in [row.label for row in device.view.rows]

    def test_a_finished_import_keeps_the_result_of_its_file(self, changed: Path) -> None:
        with Journal(changed) as journal:
            tree = json.loads(export_match(journal.load_record(1)))
        tree["answers"][4]["choice"] = "unicorn-f"
        with pytest.raises(RulesChanged):
            import_match(json.dumps(tree), "x.json")
        tree |= {"ended": tree["began"], "winners": [1], "scores": [9, 3]}
        record = import_match(json.dumps(tree), "x.json")
        assert (record.winners, record.scores) == ((1,), (9, 3))
