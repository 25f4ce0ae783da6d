"""A bot named in a file, a journal or an engine line never starts a program: only the lab's command line may."""

import json

import pytest

from companion.core.bots import find_bot
from companion.core.errors import UnknownBot
from companion.core.journal import Journal
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.engine import Engine
from companion.lab.plan import make_plan

NOAH = find_game("noah")


@pytest.fixture
def evil(tmp_path):
    """The name of a bot that is a program, and the file that exists once the program has run."""
    ran = tmp_path / "ran"
    return f"exec:touch {ran}", ran


@pytest.fixture
def journal(tmp_path):
    """A journal with one match of Anna against a bot."""
    with Journal(tmp_path) as journal:
        Sessions(journal).start(NOAH, NOAH.set_up(["Anna", "bot:greedy"], {}, 3)).close()
        yield journal


def test_an_imported_match_cannot_name_a_program(journal, evil):
    bot, ran = evil
    tree = json.loads(export_match(journal.load_record(1)))
    tree["seats"][1]["bot"] = bot
    with pytest.raises(UnknownBot, match="has no bot"):
        import_match(json.dumps(tree), "evil.json")
    assert not ran.exists()


def test_a_journal_from_a_restored_copy_cannot_start_a_program(journal, evil):
    bot, ran = evil
    seats = json.dumps([{"name": "Anna", "bot": ""}, {"name": "Ben", "bot": bot}])
    with journal._db:
        journal._db.execute("UPDATE matches SET seats = ? WHERE number = 1", (seats,))
    sessions = Sessions(journal)
    with pytest.raises(UnknownBot, match="has no bot"):
        sessions.open(1)
    assert sessions.live is None
    assert not ran.exists()


def test_an_engine_line_cannot_start_a_program(evil):
    bot, ran = evil
    engine = Engine()
    engine.respond(json.dumps({"do": "new", "game": "noah", "seats": ["Anna", "Ben"]}).encode())
    answer = engine.respond(json.dumps({"do": "finish", "bot": bot}).encode())
    assert answer["error"]["code"] == UnknownBot.code
    assert not ran.exists()


def test_the_labs_command_line_may_name_a_program(evil):
    bot, _ = evil
    assert make_plan(NOAH, 2, [bot, "greedy"], 1, {}, {}).bots == (bot, "greedy")
    with pytest.raises(UnknownBot):
        find_bot(NOAH, bot)
