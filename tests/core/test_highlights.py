"""Highlights of a match, and its result for other programs: BG Stats and spreadsheets."""

import csv
import io
import json
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from companion.core.bots import make_random_bot
from companion.core.fallback import FallbackVoice, make_safe_voice
from companion.core.highlights import NO_TIMES, MatchTimes, collect_highlights, count_lead_changes, measure_match
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.play_export import CREATE_PLAY, FORMULA_SIGNS, make_play, make_play_file, make_play_link, write_csv
from companion.core.record import Record
from companion.core.registry import find_game, list_game_ids
from companion.core.seat import LONGEST_NAME
from companion.core.sessions import Sessions
from companion.core.words import LANGUAGES
from companion.phone.records import describe_result
from tests.borders.command import arkside

NAMES = ("Anna", "Ben", "Cléo")
EVENING = "2026-11-18T18:00:00.000Z"


def play(game: str, seed: int = 3) -> Match:
    """Return a match that was played at random to its end."""
    box = find_game(game)
    match, bot = Match(box, box.set_up(NAMES, box.simulated, seed)), make_random_bot(Random(seed))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    return match


def record_match(folder: Path, game: str = "noah", names: tuple[str, ...] = NAMES) -> tuple[Journal, Record]:
    """Play a match at random into a journal and return both."""
    journal, box, bot = Journal(folder, now=lambda: EVENING), find_game(game), make_random_bot(Random(3))
    seconds = count(step=10.0)
    with Sessions(journal, "test", lambda: next(seconds)).start(
        box, box.set_up(names, box.simulated, seed=3)
    ) as session:
        while session.question is not None:
            session.answer(session.n, str(bot(session.question, session.match.table)))
        number = session.number
    return journal, journal.load_record(number)


class TestHighlights:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("game", list_game_ids())
    def test_every_game_has_something_to_tell_about_people_at_the_table(self, game: str, language: str) -> None:
        match = play(game)
        found = collect_highlights(match, make_safe_voice(match.game, language), NO_TIMES, [match.table.scores])
        assert 1 <= len(found) <= 4
        assert all(one.icon and one.text for one in found)
        assert any(name in one.text for one in found for name in NAMES)

    def test_noah_tells_who_sent_the_ferries(self) -> None:
        match = play("noah")
        first = match.game.voice(match.game.say("en")).list_highlights(match.table)[0].text
        assert first.startswith(f"{len(match.table.departed)} ferries left full")

    def test_a_game_that_names_none_tells_the_most_points_at_once(self) -> None:
        match = play("ark")
        best = max(entry.points for entry in match.table.ledger.entries)
        (only,) = FallbackVoice(match.game.say("en")).list_highlights(match.table)
        assert f"{best} points at once" in only.text

    def test_the_fastest_slap_and_the_quickest_mind_come_from_the_clock(self) -> None:
        match = play("ark")
        voice = FallbackVoice(match.game.say("en"))
        times = MatchTimes(600.0, {0: [9.0] * 5, 1: [4.0] * 5, 2: [8.0] * 5}, {0: [0.4, 0.31], 2: [0.35]})
        texts = [one.text for one in collect_highlights(match, voice, times, [match.table.scores])]
        assert "Fastest slap: Anna, 0.31 s" in texts
        assert "Quickest mind: Ben, 4 s a turn" in texts

    def test_nobody_is_praised_for_answers_that_were_entered_in_a_row(self) -> None:
        match = play("ark")
        times = MatchTimes(3.0, dict.fromkeys(range(3), [0.1] * 5), {})
        texts = [one.text for one in collect_highlights(match, FallbackVoice(match.game.say("en")), times, [])]
        assert not any("Quickest" in text for text in texts)

    def test_only_another_sole_leader_changes_the_lead(self) -> None:
        assert count_lead_changes([(0, 0), (1, 0), (1, 1), (2, 1)], fewest_win=False) == 0
        assert count_lead_changes([(1, 0), (1, 2), (3, 2)], fewest_win=False) == 2
        assert count_lead_changes([(1, 0), (1, 2)], fewest_win=True) == 1

    def test_times_are_those_of_the_record(self, tmp_path: Path) -> None:
        journal, record = record_match(tmp_path)
        with journal:
            match = Match(find_game("noah"), record.setup, record.list_standing_choices())
            times = measure_match(record, match)
        answers = [answer for answer in record.answers if not answer.undone]
        assert sum(map(len, times.thinking.values())) == len(answers)
        assert times.seconds == pytest.approx(sum(map(sum, times.thinking.values())))
        assert times.seconds > 60


class TestBgStats:
    @pytest.fixture
    def record(self, tmp_path: Path) -> Record:
        journal, record = record_match(tmp_path)
        journal.close()
        return record

    def test_the_fewest_tears_win_in_noah(self, record: Record) -> None:
        play: dict[str, Any] = make_play(record)
        assert play["game"]["highestWins"] is False
        best = min(range(3), key=lambda seat: record.scores[seat])
        winners = [one for one in play["players"] if one["winner"]]
        assert [one["rank"] for one in winners] == [1] * len(winners)
        assert NAMES[best] in [one["name"] for one in winners]
        assert [int(one["score"]) for one in play["players"]] == list(record.scores)

    def test_the_link_has_all_that_its_apps_insist_on(self, record: Record) -> None:
        link = make_play_link(record)
        assert link.startswith(CREATE_PLAY)
        assert len(link) < 8000
        data = json.loads(unquote(link.removeprefix(CREATE_PLAY)))
        assert data == make_play(record)
        datetime.strptime(data["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        assert data["playDate"][:10] == "2026-11-18"
        assert data["durationMin"] > 0
        assert data["game"]["bggId"] == 116858, "a number, since a text crashes one of its apps"
        for player in data["players"]:
            assert {type(player["winner"]), type(player["startPlayer"])} == {bool}

    def test_the_first_player_is_marked_in_link_and_file(self, record: Record) -> None:
        match = Match(find_game("noah"), record.setup, record.list_standing_choices())
        marks = [seat.index == match.table.first_player for seat in record.setup.seats]
        assert sum(marks) == 1
        assert [player["startPlayer"] for player in make_play(record)["players"]] == marks
        (play,) = json.loads(make_play_file(record))["plays"]
        assert [player["startPlayer"] for player in play["playerScores"]] == marks

    def test_nobody_is_marked_first_in_a_match_that_cannot_be_replayed(self, record: Record) -> None:
        foreign = record._replace(trail=0, scores=(99, 99, 99))
        assert not any(player["startPlayer"] for player in make_play(foreign)["players"])

    def test_the_file_refers_only_to_what_is_in_it_and_is_the_same_each_time(self, record: Record) -> None:
        whole = json.loads(make_play_file(record))
        (play,), (game,) = whole["plays"], whole["games"]
        assert play["gameRefId"] == game["id"]
        assert game["bggId"] == 116858
        assert [one["playerRefId"] for one in play["playerScores"]] == [one["id"] for one in whole["players"]]
        assert [one["name"] for one in whole["players"]] == list(NAMES)
        assert all(isinstance(one["score"], str) for one in play["playerScores"])
        assert make_play_file(record) == make_play_file(record)

    def test_a_link_too_long_for_a_qr_code_is_still_a_link(self, tmp_path: Path) -> None:
        names = tuple(chr(0x1F600) * (LONGEST_NAME - 2) + str(seat) for seat in range(5))
        journal, record = record_match(tmp_path, names=names)
        with journal:
            assert describe_result(journal, record.number)["bgstats_qr"] is not None
            seats = [seat.as_json() | {"name": chr(0x1F600) * LONGEST_NAME} for seat in record.setup.seats]
            longest = json.dumps([*seats, seats[0]])
            journal._db.execute("UPDATE matches SET seats = ?, scores = '[1,1,1,1,1,1]'", (longest,))
            result = describe_result(journal, record.number)
        assert result["bgstats_qr"] is None
        assert result["bgstats"].startswith(CREATE_PLAY)


class TestTable:
    def test_everybody_of_every_finished_match_is_a_row(self, tmp_path: Path) -> None:
        journal, record = record_match(tmp_path, names=("Anna", "=HYPERLINK(1)", "Cléo, Ben"))
        with journal:
            noah = find_game("noah")
            with Sessions(journal, "test").start(noah, noah.set_up(NAMES[:2], seed=1)):
                pass
            rows = list(csv.DictReader(io.StringIO(write_csv(journal.iterate_headings(oldest_first=True)))))
        assert [row["player"] for row in rows] == ["Anna", "'=HYPERLINK(1)", "Cléo, Ben"]
        assert [int(row["points"]) for row in rows] == list(record.scores)
        assert [row["won"] for row in rows] == [str(int(seat in record.winners)) for seat in range(3)]
        assert {row["game"] for row in rows} == {"noah"}

    def test_nothing_of_a_restored_journal_is_a_formula_or_a_command(self, tmp_path: Path) -> None:
        journal, _ = record_match(tmp_path)
        with journal:
            seats = [{"name": name, "bot": "=1+1"} for name in ("\uff1d1+1", "@SUM(1)", "\x1b[2J")]
            journal._db.execute("UPDATE matches SET game = '+cmd', seats = ?", (json.dumps(seats),))
            text = write_csv(journal.iterate_headings())
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert [cell for cell in cells if cell.startswith(FORMULA_SIGNS)] == []
        assert "\x1b" not in text

    def test_the_command_prints_it(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        record_match(tmp_path)[0].close()
        code, out, err = arkside(capfd, "history", "--csv", "--data", str(tmp_path))
        assert (code, err) == (0, "")
        assert out.splitlines()[0].startswith("match,game,title")
        assert len(out.splitlines()) == 4
