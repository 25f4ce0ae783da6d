"""Export and import: a match travels as JSON and is replayed before it is believed."""

import json
import random

import pytest

from companion.core.errors import ArksideError, ExportError
from companion.core.journal import Journal
from companion.core.match_export import export_match, import_match
from companion.core.record import Answer
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from tests.laws import NAMES

NOAH = find_game("noah")


@pytest.fixture
def record(tmp_path):
    with Journal(tmp_path) as journal:
        setup = NOAH.set_up(["Zoé", "bot:greedy", "Ben"], {"length": "long"}, 3)
        session = Sessions(journal).start(NOAH, setup)
        rng = random.Random(1)
        for _ in range(30):
            session.answer(session.n, rng.choice(session.question.choices))
        session.undo(session.n)
        session.close()
        return journal.load_record(session.number)


def test_an_exported_match_can_be_imported_unchanged(record):
    again = import_match(export_match(record), "friday.json")
    assert again._replace(number=record.number, setup=record.setup, moves=record.moves) == record
    for part in ("game", "options", "seed", "chance", "deal", "corrections"):
        assert getattr(again.setup, part) == getattr(record.setup, part)
    assert [(s.name, s.bot) for s in again.setup.seats] == [(s.name, s.bot) for s in record.setup.seats]


def test_an_imported_match_has_the_same_rows_and_continues(record, tmp_path):
    (tmp_path / "other").mkdir()
    with Journal(tmp_path / "other") as journal:
        number = journal.write_match(import_match(export_match(record), "friday.json"))
        rows = journal.run_query(f"SELECT serial, choice FROM answers WHERE match = {number} ORDER BY serial")
        assert rows == [(serial, answer.choice) for serial, answer in enumerate(record.answers, 1)]
        with Sessions(journal).open(number) as session:
            choice = str(session.question.choices[0])
            session.answer(session.n, choice)
        assert journal.load_record(number).list_standing_choices() == [*record.list_standing_choices(), choice]
        serials = journal.run_query(f"SELECT serial FROM answers WHERE match = {number} ORDER BY serial")
        assert serials == [(serial,) for serial in range(1, len(record.answers) + 2)]


def test_a_finished_match_is_recounted_on_import(tmp_path):
    with Journal(tmp_path) as journal:
        session = Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:2], {}, 3))
        match = session.match
        while match.question is not None:
            session.answer(session.n, match.question.choices[0])
        session.close()
        tree = json.loads(export_match(journal.load_record(session.number)))
    tree["scores"], tree["winners"] = [0, 99], [1]
    again = import_match(json.dumps(tree), "x")
    assert (list(again.scores), again.winners) == (match.table.scores, match.outcome.winners)


def broken(record, **changes):
    tree = json.loads(export_match(record))
    for path, value in changes.items():
        if value is ...:
            del tree[path]
        else:
            tree[path] = value
    return json.dumps(tree)


@pytest.mark.parametrize(("text", "says"), [
    ("", "x.json isn't JSON"),
    ("[" * 100_000, "x.json isn't JSON"),
    ("[]", "x.json isn't an exported match: it has no 'arkside-match'"),
    ('{"arkside-match": 2}', "x.json has format 2, this Arkside reads 1: update Arkside"),
    ('{"arkside-match": 1}', "x.json: game is missing or not of type str"),
    ('{"arkside-match": 1, "game": "chess"}', "There's no game 'chess'"),
])  # fmt: skip
def test_a_file_without_a_match_is_refused(text, says):
    with pytest.raises(ArksideError) as refused:
        import_match(text, "x.json")
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    "entry", ["uid", "version", "seats", "options", "deal", "seed", "corrections", "began", "answers"]
)
def test_each_entry_is_checked_by_name(record, entry):
    for value in (..., None, 3.5):
        with pytest.raises(ExportError, match=f"x.json: {entry} is missing or not of type"):
            import_match(broken(record, **{entry: value}), "x.json")


def test_a_match_from_before_the_shuffle_changed_is_refused(record):
    with pytest.raises(ArksideError, match="its cards were dealt in a way this version of Arkside doesn't know"):
        import_match(broken(record, chance=...), "x.json")


def test_answers_the_rules_do_not_follow_are_refused(record):
    tree = json.loads(export_match(record))
    tree["answers"][4]["choice"] = "unicorn-f"
    with pytest.raises(ArksideError, match="can't be replayed: 'unicorn-f' isn't a choice"):
        import_match(json.dumps(tree), "x.json")
    tree["answers"][4] = "cat-f"
    with pytest.raises(ExportError, match=r"answers\[4\].choice is missing"):
        import_match(json.dumps(tree), "x.json")


@pytest.mark.parametrize("spoil", [
    lambda tree, half: tree.update(corrections={half: {}}),
    lambda tree, half: tree.update(seen={"answers": 3, "facts": {half: "x"}}),
    lambda tree, half: tree["seats"][0].update(colour=half),
    lambda tree, half: tree["answers"][0].update(detail=half),
    lambda tree, half: tree.update({half: 1}),
])  # fmt: skip
def test_half_a_letter_anywhere_is_refused_as_such(record, spoil):
    """Half of a pair can be said in JSON, but never be written down again: the journal would blame the disk."""
    tree = json.loads(export_match(record))
    spoil(tree, "\ud800")
    with pytest.raises(ExportError) as refused:
        import_match(json.dumps(tree), "x.json")
    assert str(refused.value) == "x.json contains broken characters: export the match again"


def test_deeply_nested_corrections_are_refused_as_such(record):
    tree = json.loads(export_match(record))
    for _ in range(60):
        tree["corrections"] = {"a": tree["corrections"]}
    with pytest.raises(ExportError) as refused:
        import_match(json.dumps(tree), "x.json")
    assert str(refused.value) == "x.json can't be read: nested too deeply"


@pytest.mark.parametrize(("entry", "most"), [("uid", 64), ("version", 40), ("game_version", 40)])
def test_texts_have_bounds(record, entry, most):
    tree = json.loads(export_match(record))
    assert getattr(import_match(json.dumps(tree | {entry: "x" * most}), "x.json"), entry) == "x" * most
    with pytest.raises(ExportError) as refused:
        import_match(json.dumps(tree | {entry: "x" * (most + 1)}), "x.json")
    assert str(refused.value) == f"x.json: {entry} is missing or not of type str ({most})"


def test_a_finished_match_of_other_rules_is_imported_with_its_points_or_refused(record):
    tree = json.loads(export_match(record))
    tree["answers"][4]["choice"] = "unicorn-f"
    tree |= {"ended": tree["began"], "winners": [1], "scores": [9, 3, 5]}
    assert import_match(json.dumps(tree), "x.json").scores == (9, 3, 5)
    with pytest.raises(ExportError, match="x.json: scores is missing or not of type list"):
        import_match(json.dumps(tree | {"scores": []}), "x.json")


def test_bidirectional_characters_are_escaped_and_restored(record):
    odd = Answer("cat\u202e-f", "\x9b\U000e0041", False, record.began)
    text = export_match(record._replace(answers=(odd,)))
    assert text.replace("\n", "").isprintable()
    (answer,) = json.loads(text)["answers"]
    assert (answer["choice"], answer["detail"]) == (odd.choice, odd.detail)


def test_an_endless_format_is_quoted_in_short():
    with pytest.raises(ExportError) as refused:
        import_match(json.dumps({"arkside-match": "9" * 10_000}), "x.json")
    assert len(str(refused.value)) < 250
