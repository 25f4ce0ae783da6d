"""What the smaller commands print and keep when all goes well, and the one line when it does not."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.lab import progress, sim_bench
from tests.borders.command import arkside

NOAH = find_game("noah")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("ARKSIDE_DATA", str(tmp_path))
    return tmp_path


def play_match(data: Path, answers: int = 10**9, seed: int = 3) -> list[int]:
    """A match of Anna and Ben in the journal, to its end or to that many answers; its scores."""
    with Journal(data) as journal, Sessions(journal).start(NOAH, NOAH.set_up(["Anna", "Ben"], {}, seed)) as session:
        bot = make_random_bot(Random(seed))
        while session.question is not None and session.n <= answers:
            session.answer(session.n, bot(session.question, session.match.table))
        return list(session.match.table.scores)


class TestPlay:
    def test_a_number_instead_of_names_seats_that_many_players(self, capfd, data, monkeypatch):
        monkeypatch.setattr("builtins.input", lambda prompt: "q")
        code, out, _ = arkside(capfd, "play", "noah", "--players", "3")
        assert (code, "Match 1 is saved" in out) == (0, True)
        with Journal(data) as journal:
            seats = journal.load_record(1).setup.seats
        assert [seat.name for seat in seats] == ["Player 1", "Player 2", "Player 3"]


class TestHistory:
    def test_there_is_nothing_to_list_yet(self, capfd):
        assert arkside(capfd, "history") == (
            0, "No matches yet. Start one: arkside play noah\n", "",
        )  # fmt: skip

    def test_a_finished_match_shows_points_and_an_unfinished_one_its_progress(self, capfd, data):
        scores = play_match(data)
        play_match(data, answers=4)
        code, out, err = arkside(capfd, "history")
        newest, oldest = out.splitlines()
        assert (code, err) == (0, "")
        assert newest.startswith("   2  ")
        assert newest.endswith("  noah  Anna, Ben; saved after 4 answers")
        winner = "Anna" if scores[0] < scores[1] else "Ben"
        assert oldest.endswith(f"  noah  Anna {scores[0]}, Ben {scores[1]}; won by {winner}")

    def test_the_same_for_programs(self, capfd, data):
        scores = play_match(data)
        (match,) = json.loads(arkside(capfd, "history", "--json")[1])
        assert (match["number"], match["seats"], match["scores"]) == (1, ["Anna", "Ben"], scores)
        assert match["installed"] is True
        assert match["ended"]

    def test_unreadable_matches_are_counted_and_the_others_listed(self, capfd, data):
        play_match(data, answers=1)
        play_match(data, answers=2)
        with Journal(data) as journal:
            journal._db.execute("UPDATE matches SET seats = 'nobody' WHERE number = 1")
            journal._db.commit()
        code, out, err = arkside(capfd, "history")
        assert (code, err) == (0, "arkside: 1 match can't be read\n")
        assert [line[:4] for line in out.splitlines()] == ["   2"]

    def test_figures_of_all_of_them(self, capfd, data):
        play_match(data)
        play_match(data, answers=3)
        code, out, _ = arkside(capfd, "history", "--stats")
        assert code == 0
        assert out.startswith("1 finished match\n1 unfinished match\n")
        assert "Matches won" in out
        figures = json.loads(arkside(capfd, "history", "--stats", "--json")[1])
        assert (figures["matches"], figures["waiting"]) == (1, 1)


class TestReplay:
    def test_every_answer_and_what_it_changed_and_at_last_who_won(self, capfd, data):
        play_match(data)
        code, out, _ = arkside(capfd, "replay", "1")
        lines = out.splitlines()
        assert code == 0
        assert lines[0].startswith("1. ")
        assert "Anna" in lines[-1] or "Ben" in lines[-1]
        replayed = json.loads(arkside(capfd, "replay", "1", "--json")[1])
        numbered = [line for line in lines if line.partition(". ")[0].isdigit()]
        assert len(replayed["steps"]) == len(numbered)
        assert replayed["facts"]["score-0"]

    def test_a_file_in_the_text_notation_is_replayed_as_the_journal_is(self, capfd, data, tmp_path):
        play_match(data)
        from_journal = arkside(capfd, "replay", "1")[1]
        file = tmp_path / "game.ark"
        assert arkside(capfd, "export", "1", "--notation", "--to", str(file))[0] == 0
        assert arkside(capfd, "replay", str(file)) == (0, from_journal, "")
        file.write_text(file.read_text().replace("load=", "lift=", 1))
        code, _, err = arkside(capfd, "replay", str(file))
        assert code == 1
        assert "the match says" in err
        assert (
            arkside(capfd, "replay", "nowhere.ark")[2] == "arkside: Can't read nowhere.ark: No such file or directory\n"
        )

    def test_a_match_of_other_rules_is_shown_as_it_was_saved(self, capfd, data):
        play_match(data, answers=5)
        with Journal(data) as journal:
            journal._db.execute("UPDATE answers SET choice = 'something of old' WHERE serial = 2")
            journal._db.commit()
        code, out, _ = arkside(capfd, "replay", "1")
        assert code == 0
        assert "\n2. something of old\n" in out
        replayed = json.loads(arkside(capfd, "replay", "1", "--json")[1])
        assert replayed["other_rules"] is True
        assert replayed["steps"][1] == {"choice": "something of old"}
        assert replayed["facts"], "how the table looked when it was left"


class TestExport:
    def test_a_match_is_exported_to_terminal_or_file_and_imported_elsewhere(self, capfd, data, tmp_path):
        play_match(data, answers=5)
        text = arkside(capfd, "export", "1", "--secrets")[1]
        file = tmp_path / "friday.json"
        assert arkside(capfd, "export", "1", "--secrets", "--to", str(file)) == (0, "", "")
        assert file.read_text(encoding="utf-8") == text
        elsewhere = str(tmp_path / "elsewhere")
        assert arkside(capfd, "import", str(file), "--data", elsewhere) == (0, "Imported as match 1\n", "")
        again = arkside(capfd, "import", str(file), "--data", elsewhere)
        assert again == (1, "", f"arkside: {file} is already in the journal, as match 1\n")

    def test_an_unfinished_match_keeps_its_cards_secret(self, capfd, data):
        play_match(data, answers=5)
        for form in ((), ("--notation",)):
            code, out, error = arkside(capfd, "export", "1", *form)
            assert (code, out) == (1, "")
            assert "Match 1 isn't over yet, so its cards stay secret; add --secrets" in error

    def test_never_over_a_file_that_is_there_nor_where_nothing_can_be(self, capfd, data, tmp_path):
        play_match(data, answers=1)
        (tmp_path / "there").write_text("mine")
        result = arkside(capfd, "export", "1", "--secrets", "--to", str(tmp_path / "there"))
        assert result == (1, "", f"arkside: {tmp_path}/there already exists; choose another name\n")
        assert (tmp_path / "there").read_text() == "mine"
        result = arkside(capfd, "export", "1", "--secrets", "--to", str(tmp_path / "no folder" / "x"))
        assert result == (1, "", f"arkside: Can't write {tmp_path}/no folder/x: No such file or directory\n")

    def test_a_file_that_is_not_there_is_named(self, capfd, tmp_path):
        result = arkside(capfd, "import", str(tmp_path / "nothing"))
        assert result == (1, "", f"arkside: Can't read {tmp_path}/nothing: No such file or directory\n")


class TestTournament:
    def test_every_bot_is_rated_and_every_pairing_listed(self, capfd):
        words = ("tournament", "noah", "--bots", "random,greedy", "--games", "20", "--workers", "1")
        code, out, err = arkside(capfd, *words)
        assert (code, err) == (0, "")
        *ratings, pairing = out.splitlines()
        assert {line.partition(":")[0] for line in ratings} == {"random", "greedy"}
        assert all(" Elo (" in line for line in ratings)
        assert pairing.endswith(" of 20 games")
        tournament = json.loads(arkside(capfd, *words, "--json")[1])
        assert [row["games"] for row in tournament["pairings"]] == [20]


class TestSimulate:
    def test_a_page_with_plots_is_written_beside_the_figures(self, capfd, tmp_path):
        page = tmp_path / "page.html"
        words = ("simulate", "noah", "--games", "6", "--bots", "greedy,random", "--workers", "1", "--report", str(page))
        code, out, _ = arkside(capfd, *words)
        assert code == 0
        assert "<svg" in page.read_text(encoding="utf-8")
        assert "\ngreedy (by chance 50%): wins " in out
        assert "\nrandom (by chance 50%): wins " in out


class TestWords:
    def test_a_language_is_begun_and_its_texts_wait(self, capfd, tmp_path):
        folder = tmp_path / "my_game"
        folder.mkdir()
        (folder / "voice.py").write_text('def told(say):\n    return say("How many olives?")\n')
        code, out, err = arkside(capfd, "words", str(folder), "--new", "de")
        assert (code, err) == (0, "")
        assert out == "my_game de: 1 texts, 1 to translate\n"
        (catalog,) = folder.rglob("*.po")
        catalog.write_text(catalog.read_text().replace('msgstr ""\n', 'msgstr "Wie viele Oliven?"\n').replace(
            'msgid ""\nmsgstr "Wie viele Oliven?"\n', 'msgid ""\nmsgstr ""\n'))  # fmt: skip
        assert arkside(capfd, "words", str(folder))[1] == "my_game de: 1 texts, 0 to translate\n"

    @pytest.mark.parametrize(("words", "told"), [
        (("--new", "klingon"), "'klingon' isn't a language; use a code such as de or pt_BR"),
        ((), "{folder} has no languages yet; start one with --new de"),
    ])  # fmt: skip
    def test_a_folder_without_texts_is_refused(self, capfd, tmp_path, words, told):
        (tmp_path / "voice.py").write_text("")
        code, _, err = arkside(capfd, "words", str(tmp_path), *words)
        assert (code, err) == (2, f"arkside: {told.format(folder=tmp_path)}\n")

    def test_a_folder_without_a_program_is_no_package(self, capfd, tmp_path):
        code, _, err = arkside(capfd, "words", str(tmp_path))
        refusal = f"arkside: {tmp_path} isn't a package: it has no Python files\n"
        assert (code, err) == (2, refusal)

    def test_a_missing_library_is_named(self, capfd, tmp_path, monkeypatch):
        monkeypatch.setitem(sys.modules, "babel", None)
        code, _, err = arkside(capfd, "words", str(tmp_path))
        assert (code, err) == (1, "arkside: `arkside words` needs Babel: pip install arkside[words]\n")


class TestSimulationsMeasured:
    def test_a_line_for_each_number_of_cores(self, capfd, monkeypatch):
        monkeypatch.setattr(sim_bench, "REPEATS", 1)
        monkeypatch.setattr(sim_bench, "count_cores", lambda: 1)
        code, out, _ = arkside(capfd, "bench", "sim", "--game", "noah", "--size", "2")
        assert code == 0
        assert out.startswith("noah, 5 players, interpreted, 1 core: ")
        assert out.endswith(" games a second\n")

    def test_how_many_games_make_a_measurement_is_found_out_first(self, monkeypatch):
        asked = []

        def simulated(game, build, workers, games):
            asked.append(games)
            return {"games_per_second": 1000.0, "questions_per_second": 10.0 * len(asked)}

        monkeypatch.setattr(sim_bench, "run_simulation", simulated)
        found = sim_bench.measure_game(NOAH, sim_bench.INTERPRETED, 1, None)
        assert asked == [sim_bench.PROBE_GAMES, *[1500] * sim_bench.REPEATS]
        assert found["questions_per_second"] == 10 * len(asked), "the best of them"


class TestProgress:
    @pytest.mark.parametrize("long", [True, False])
    def test_a_progress_bar_is_for_terminals_and_long_runs(self, capfd, monkeypatch, long):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(progress, "PATIENCE", -1.0 if long else 3600.0)
        with progress.progress_bar("Noah: games played", 10) as step:
            step(4)
            step(10)
        assert ("Noah: games played" in capfd.readouterr().err) is long
