"""Small promises of match and journal that no larger test would miss."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NotAChoice
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.sessions import Sessions

NOAH = find_game("noah")


@pytest.mark.parametrize("length", [59, 60, 61, 5000])
def test_a_refusal_quotes_at_most_sixty_letters(length: int) -> None:
    with pytest.raises(NotAChoice) as refused:
        Match(NOAH, NOAH.set_up(["Anna", "Ben"])).answer("ß" * length)
    assert str(refused.value).count("ß") == min(length, 60)


def test_people_are_named_once_those_who_play_most_often_first(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for names in (["Anna", "Ben"], ["Ben", "Cleo"], ["Ben", "Anna"]):
            Sessions(journal).start(NOAH, NOAH.set_up(names)).close()
        journal.remember_person("Dan")
        assert journal.list_people() == ["Ben", "Anna", "Cleo", "Dan"]
        assert journal.list_people(most=2) == ["Ben", "Anna"]


def test_the_last_players_are_known_after_a_match(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.load_last_seats() is None
        for names in (["Anna", "Ben"], ["Cleo", "Dan"]):
            Sessions(journal).start(NOAH, NOAH.set_up(names)).close()
        assert [seat.name for seat in journal.load_last_seats() or ()] == ["Cleo", "Dan"]


def test_an_export_spells_names_as_people_do(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        Sessions(journal).start(NOAH, NOAH.set_up(["Zoé", "Ægir"])).close()
        text = export_match(journal.load_record(1))
    assert '"Zoé"' in text
    assert '"Ægir"' in text


def test_a_match_that_is_over_has_an_end_even_if_its_file_forgot_it(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        with Sessions(journal).start(NOAH, NOAH.set_up(["Anna", "Ben"], {}, 3)) as session:
            bot = make_random_bot(Random(3))
            while session.question is not None:
                session.answer(session.n, bot(session.question, session.match.table))
        record = journal.load_record(1)
    assert import_match(export_match(record), "x").ended == record.ended
    tree = json.loads(export_match(record))
    tree["ended"] = None
    assert import_match(json.dumps(tree), "x").ended == record.began
