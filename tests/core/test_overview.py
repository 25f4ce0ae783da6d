"""Many matches at once: who plays, what waits, and what is taken away, without reading every answer."""

import sqlite3

import pytest

from companion.core.errors import OpenElsewhere, SetupError, UnknownMatch
from companion.core.journal import Journal
from companion.core.journal_file import FILE, MIGRATIONS
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.seat import COLOURS, SHAPES, Seat, make_seats
from companion.core.sessions import Sessions
from companion.core.untrusted import Untrusted

NOAH = find_game("noah")


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path) as journal:
        yield journal


def begin_match(journal, *names, colours=()):
    return journal.begin_match(NOAH.set_up(names, colours=colours))


class TestPeople:
    def test_those_who_play_most_often_come_first(self, journal):
        for _ in range(3):
            begin_match(journal, "Ben", "Zoé")
        begin_match(journal, "Anna", "Ben", "bot:greedy")
        assert journal.list_people() == ["Ben", "Zoé", "Anna"]
        assert journal.list_people(most=1) == ["Ben"]

    def test_a_name_is_known_the_moment_it_is_given(self, journal, tmp_path):
        journal.remember_person("Élodie")
        with Journal(tmp_path) as again:
            assert again.list_people() == ["Élodie"]

    def test_capitals_in_a_name_do_not_matter(self, journal):
        journal.remember_person("ÉLODIE")
        begin_match(journal, "Élodie", "Ben")
        assert sorted(journal.list_people()) == ["Ben", "Élodie"]

    def test_a_name_can_be_forgotten_and_its_matches_stay(self, journal):
        number = begin_match(journal, "Anna", "Ben")
        journal.forget_person("anna")
        assert journal.list_people() == ["Ben"]
        assert journal.load_record(number).setup.seats[0].name == "Anna"

    def test_a_new_name_holds_in_old_matches_too(self, journal):
        number = begin_match(journal, "Bne", "Anna")
        journal.rename_person("Bne", "Ben")
        assert sorted(journal.list_people()) == ["Anna", "Ben"]
        assert [seat.name for seat in journal.load_record(number).setup.seats] == ["Ben", "Anna"]

    def test_two_people_who_played_together_never_get_one_name(self, journal):
        number = begin_match(journal, "Bne", "Ben")
        journal.rename_person("Bne", "Ben")
        assert [seat.name for seat in journal.load_record(number).setup.seats] == ["Bne", "Ben"]

    def test_a_journal_from_before_knows_its_people(self, tmp_path):
        with Journal(tmp_path) as journal:
            begin_match(journal, "Anna", "Ben")
            begin_match(journal, "Ben", "bot:random")
        db = sqlite3.connect(tmp_path / FILE)
        db.executescript(
            "DROP TABLE people; DROP INDEX matches_that_wait; ALTER TABLE matches DROP COLUMN trail;"
            " ALTER TABLE matches DROP COLUMN seen; ALTER TABLE matches DROP COLUMN chance;"
            " ALTER TABLE matches DROP COLUMN game_version; ALTER TABLE matches DROP COLUMN house_rules;"
            " PRAGMA user_version=2"
        )
        db.execute("INSERT INTO matches SELECT 9, 'x', version, game, '[{', options, deal, seed, corrections, began,"
                   " ended, winners, scores, moves FROM matches WHERE number = 1")  # fmt: skip
        db.commit()
        db.close()
        assert len(MIGRATIONS) == 6
        with Journal(tmp_path) as journal:
            assert journal.list_people() == ["Ben", "Anna"]


class TestMatches:
    def test_a_summary_has_game_people_and_progress(self, journal):
        with Sessions(journal).start(NOAH, NOAH.set_up(["Anna", "Ben"])) as session:
            session.answer(1, session.question.choices[0])
            session.answer(2, session.question.choices[0])
            session.undo(3)
        (summary,) = journal.list_summaries(journal.list_waiting(9))
        assert (summary.game, summary.names, summary.answers) == ("noah", ("Anna", "Ben"), 1)
        assert summary.last >= summary.began

    def test_an_unreadable_match_is_in_the_list_too(self, journal):
        number = begin_match(journal, "Anna", "Ben")
        journal._db.execute("UPDATE matches SET seats = 'nobody'")
        assert journal.list_summaries([number])[0].names == ()

    def test_a_deleted_match_is_gone_with_its_answers(self, journal):
        sessions = Sessions(journal)
        with sessions.start(NOAH, NOAH.set_up(["Anna", "Ben"])) as session:
            session.answer(1, session.question.choices[0])
        sessions.remove(session.number)
        with pytest.raises(UnknownMatch):
            journal.load_record(session.number)
        assert journal._db.execute("SELECT count(*) FROM answers").fetchone() == (0,)

    def test_a_match_open_in_another_program_is_not_deleted(self, journal, tmp_path):
        with Journal(tmp_path) as other, Sessions(other, "elsewhere").start(NOAH, NOAH.set_up(["Anna", "Ben"])) as live:
            with pytest.raises(OpenElsewhere):
                Sessions(journal).remove(live.number)
            assert journal.load_record(live.number)

    def test_a_match_ended_early_waits_no_more_and_nobody_won(self, journal):
        number = begin_match(journal, "Anna", "Ben")
        journal.end_early(number, [3, 5])
        assert journal.list_waiting(9) == []
        record = journal.load_record(number)
        assert (record.winners, record.scores) == ((), (3, 5))


class TestColours:
    def test_a_colour_is_chosen_and_the_shape_stays_that_of_the_place(self, journal):
        number = begin_match(journal, "Anna", "Ben", colours=["white", ""])
        seats = journal.load_record(number).setup.seats
        assert [seat.colour for seat in seats] == ["white", "blue"]
        assert tuple(seat.shape for seat in seats) == SHAPES[:2]

    def test_a_seat_of_an_old_journal_has_the_colour_of_its_place(self):
        assert Seat.from_json(2, Untrusted({"name": "Anna", "bot": ""})).colour == COLOURS[2]
        assert Seat.from_json(2, Untrusted({"name": "Anna", "bot": "", "colour": "pink"})).colour == COLOURS[2]

    @pytest.mark.parametrize("colours", [["blue", "blue"], ["blue", ""], ["pink", "red"]])
    def test_two_seats_of_one_colour_are_refused(self, colours):
        with pytest.raises(SetupError, match="colour of its own"):
            make_seats(["Anna", "Ben"], colours)

    def test_colours_travel_with_a_match(self, journal):
        number = begin_match(journal, "Anna", "Ben", colours=["white", "red"])
        text = export_match(journal.load_record(number))
        assert [seat.colour for seat in import_match(text, "file").setup.seats] == ["white", "red"]
