"""Games of other people's packages: what is wrong with one is told in a line, and everything else goes on."""

import io
import json
import sqlite3
from contextlib import closing

import pytest

from companion.core.errors import BadPlugin, ContractBroken, GameMissing
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.match import Match
from companion.core.match_export import export_match, import_match
from companion.core.question import Question
from companion.core.registry import find_game, list_bad_plugins, list_game_ids
from companion.core.session import Session
from companion.core.sessions import Sessions
from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.views.reading import ReadingView
from companion.engine import Engine
from companion.games.noah import GAME
from tests.borders.command import arkside

OURS = ("ark", "ark-and-noah", "noah", "noahs-ark", "any")


def begin_match(folder, game="other"):
    """A match of that game with one answer, left there."""
    with Journal(folder) as journal:
        found = find_game(game)
        with Sessions(journal).start(found, found.set_up(["Anna", "Ben"], seed=7)) as session:
            session.answer(1, session.question.choices[0])
            return session.number


class TestShelf:
    def test_a_game_of_another_package_stands_beside_ours(self, packages):
        packages.install()
        assert list_game_ids() == (*OURS[:-1], "other", "any")
        assert find_game("other").title == "Another Noah"
        assert list_bad_plugins() == ()

    @pytest.mark.parametrize(("body", "entry", "why"), [
        ("contract = 2", "other", "others: 'other' is made for game contract 2, here it is 1; update one of them"),
        ("contract = 0", "other", "others: 'other' is made for game contract 0, here it is 1; update one of them"),
        ("", "another", "others: the entry is called 'another' and its game 'other'; call both the same"),
        ("id = 'Othér'", "Othér", "others: 'Othér' can't be the id of a game: lower-case letters, digits and hyphens only"),
        ("players = range(2, 9)", "other",
         "others: 'other' is for [2, 3, 4, 5, 6, 7, 8] players; there are 6 seats"),
        ("class Loud(NoahFace):\n    def tune(self, changes): return 'fanfare'\nface = Loud", "other",
         "others: 'other' does what no game may: tune 'fanfare'"),
        ("class Long(NoahFace):\n    def lights(self, table, question): return [Light(9, 9, 9)] * 16\nface = Long", "other",
         "others: 'other' does what no game may: 16 lights of 15"),
        ("class Odd(NoahFace):\n    def lights(self, table, question): return [Light(9, 9, 9, 'wild')]\nface = Odd", "other",
         "others: 'other' does what no game may: blink 'wild'"),
        ("def play(self, table): raise KeyError('x')", "other",
         "others: the game 'other' can't be loaded (KeyError: 'x')"),
    ])  # fmt: skip
    def test_an_unplayable_game_is_named_in_one_line(self, packages, body, entry, why):
        packages.install(body, entry)
        assert list_game_ids() == OURS
        assert [str(plugin) for plugin in list_bad_plugins()] == [why]
        with pytest.raises(BadPlugin):
            find_game(entry)
        assert Match(find_game("noah"), GAME.set_up(["Anna", "Ben"])).question is not None

    def test_a_game_that_cannot_be_imported_is_named_too(self, packages):
        packages.write("import no_such_library\n")
        assert [str(plugin) for plugin in list_bad_plugins()] == [
            "others: the game 'other' can't be loaded (ModuleNotFoundError: No module named 'no_such_library')"
        ]

    def test_an_entry_that_is_no_game_is_named_too(self, packages):
        packages.write("GAME = 'chess'\n")
        assert [str(plugin) for plugin in list_bad_plugins()] == ["others: the entry 'other' is str, not a Game"]

    def test_a_player_called_noah_never_replaces_noah(self, packages):
        packages.install("id = 'noah'", "noah")
        assert find_game("noah") is GAME
        assert [str(plugin) for plugin in list_bad_plugins()] == [
            "others: a game 'noah' is already here; this one is left out"
        ]

    def test_of_two_with_one_name_the_first_package_in_the_alphabet_stays(self, packages):
        packages.install("title = 'First'", package="a-game")
        packages.install("title = 'Second'", package="b-game")
        assert find_game("other").title == "First"
        assert [str(plugin) for plugin in list_bad_plugins()] == [
            "b-game: a game 'other' is already here; this one is left out"
        ]


class TestClients:
    def test_the_box_starts_says_what_is_wrong_and_plays(self, packages, tmp_path):
        packages.install("contract = 7")
        with Rehearsal(tmp_path) as device:
            assert isinstance(device.view, ReadingView)
            assert "game contract 7" in " ".join(device.view.lines)
            device.push()
            device.pick("New match")
            device.pick("Noah")

    def test_the_engine_says_so_in_its_greeting_and_plays(self, packages):
        packages.install("contract = 7")
        hello = Engine().hello()
        assert hello["games"] == list(OURS)
        assert hello["left_out"] == ["others: 'other' is made for game contract 7, here it is 1; update one of them"]

    def test_the_terminal_says_so_where_it_lists_games(self, packages, capfd, tmp_path):
        packages.install("contract = 7")
        code, out, err = arkside(capfd, "boxes", "--data", str(tmp_path), "--lang", "fr")
        assert code == 0
        assert "Noah" in out
        assert err.startswith("arkside: others")
        assert err.count("\n") == 1


class TestMissing:
    """A match of a game that was uninstalled waits, is listed, and says so."""

    def test_history_lists_it(self, packages, capfd, tmp_path):
        packages.install()
        begin_match(tmp_path)
        packages.uninstall()
        code, out, err = arkside(capfd, "history", "--data", str(tmp_path), "--lang", "en")
        assert (code, err) == (0, "")
        assert "other  Anna, Ben; saved after 1 answer; its game isn't installed" in out
        _, out, _ = arkside(capfd, "history", "--json", "--data", str(tmp_path))
        assert (json.loads(out)[0]["installed"], json.loads(out)[0]["game_version"]) == (False, "3.1")

    def test_the_terminal_continues_another_match_and_refuses_this_one_by_name(
        self, packages, capfd, monkeypatch, tmp_path
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        packages.install()
        begin_match(tmp_path, "noah")
        begin_match(tmp_path)
        packages.uninstall()
        code, out, _ = arkside(capfd, "play", "--resume", "--data", str(tmp_path), "--lang", "en")
        assert (code, "Match 1 continues" in out) == (0, True)
        for words in (["play", "--resume", "2"], ["play", "other", "--resume"], ["replay", "2"]):
            code, _, err = arkside(capfd, *words, "--data", str(tmp_path), "--lang", "en")
            assert (code, err) == (2, "arkside: Match 2 waits: its game 'other' isn't installed\n")

    def test_the_box_continues_another_match_and_lists_this_one(self, packages, tmp_path):
        packages.install()
        begin_match(tmp_path, "noah")
        begin_match(tmp_path)
        packages.uninstall()
        with Rehearsal(tmp_path) as device:
            device.pick("Continue")
            assert device.match is not None
            assert device.match.game is GAME
        with Rehearsal(tmp_path) as device:
            device.pick("Matches")
            device.push()
            assert "Match 2 waits: its game 'other' isn't installed" in " ".join(device.view.facts)

    def test_it_continues_when_the_game_is_back(self, packages, tmp_path):
        packages.install()
        number = begin_match(tmp_path)
        packages.uninstall()
        with Journal(tmp_path) as journal:
            with pytest.raises(GameMissing):
                Sessions(journal).open(number)
            packages.install()
            with Sessions(journal).open(number) as session:
                assert session.n == 2


class TestVersions:
    def test_a_match_keeps_the_version_of_its_game_also_in_a_file(self, packages, tmp_path):
        packages.install(version="3.1")
        number = begin_match(tmp_path)
        with Journal(tmp_path) as journal:
            record = journal.load_record(number)
            assert record.game_version == "3.1"
            assert import_match(export_match(record), "x").game_version == "3.1"

    def test_a_game_may_say_its_version_itself(self, packages):
        packages.install("version = '2026b'")
        assert find_game("other").version == "2026b"

    def test_a_match_that_newer_rules_do_not_follow_names_the_version_that_wrote_it(self, packages, tmp_path):
        packages.install(version="3.1")
        number = begin_match(tmp_path)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as file:
            file.execute("UPDATE answers SET choice = 'dodo'")
        with Journal(tmp_path) as journal, pytest.raises(RuntimeError, match=r"\(other 3\.1\), can't be replayed"):
            Sessions(journal).open(number)

    def test_a_journal_from_before_opens(self, tmp_path):
        begin_match(tmp_path, "noah")
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as file:
            file.executescript(
                "ALTER TABLE matches DROP COLUMN house_rules; ALTER TABLE matches DROP COLUMN game_version;"
                " PRAGMA user_version=4"
            )
        with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
            assert session.n == 2
            assert journal.load_record(1).game_version == ""
            assert journal.load_record(1).setup.house_rules == ""


RAISES = "class Wrong({base}):\n    def {method}: raise IndexError('ouch')\n{kind} = Wrong"


class TestFallingBack:
    """A face or a voice that fails in the middle of a match: plain ones take its place."""

    def session(self, packages, body):
        packages.install(body)
        game = find_game("other")
        return Session(Match(game, game.set_up(["Anna", "Ben"], seed=7)))

    def test_words_that_fail_are_said_plainly(self, packages):
        session = self.session(packages, RAISES.format(base="NoahVoice", method="label(self, *about)", kind="voice"))
        voice = session.get_voice("en")
        first = session.question.choices[0]
        assert voice.prompt(session.question, session.match.table) == "Anna, load ferry 1", "what works stays"
        assert voice.label_text(first, session.question, session.match.table) == str(first)
        assert session.answer(1, first).label == str(first)

    def test_a_broken_voice_is_replaced_by_a_plain_one(self, packages):
        session = self.session(packages, "def voice(self, say): raise OSError")
        assert session.get_voice("fr").prompt(session.question, session.match.table) == "Anna: load"

    def test_half_a_picture_is_wiped_away(self, packages):
        body = """
            class Wrong(NoahFace):
                def picture(self, draw, table, question):
                    draw.rectangle((0, 0, 126, 62), fill=1)
                    raise IndexError
            face = Wrong
        """
        session, pencil, plain = self.session(packages, body), Pencil(), Pencil()
        session.face.picture(pencil, session.match.table, session.question)
        super(type(session.face), session.face).picture(plain, session.match.table, session.question)
        assert pencil.image.tobytes() == plain.image.tobytes()

    def test_the_box_shows_plainly_what_a_plug_in_breaks_late(self, packages):
        session = self.session(packages, "")
        session.face._own.lights = lambda table, question: [None] * 99
        session.face._own.tune = lambda changes: "fanfare"
        assert len(session.face.lights(session.match.table, session.question)) == 15
        assert session.face.tune([]) == ""

    def test_the_box_plays_on(self, packages, tmp_path):
        body = "\n".join((
            RAISES.format(base="NoahVoice", method="prompt(self, *about)", kind="voice"),
            RAISES.format(base="NoahFace", method="picture(self, *about)", kind="face"),
        ))  # fmt: skip
        packages.install(body)
        begin_match(tmp_path)
        with Rehearsal(tmp_path) as device:
            device.pick("Continue")
            device.answer(str(device.match.question.choices[0]))
            assert len(device.match.answers) == 2


class TestDebugging:
    @pytest.mark.parametrize(("asked", "why"), [
        (Question(0, "load", ("a",)), "'load' has 1 choice"), (Question(5, "load", ("a", "b")), "seat 5 of 2"),
        (Question(0, "load", ("a", "a")), "two choices 'a'"), (Question(0, "load", ("a", "b c")), "a choice 'b c'"),
        ("what?", "'what\\?' is no Question"),
    ])  # fmt: skip
    def test_a_question_that_cannot_be_asked_is_named(self, monkeypatch, asked, why):
        def play(table):
            yield asked

        monkeypatch.setattr("companion.core.contract_checks.DEBUGGING", True)
        monkeypatch.setattr(type(GAME), "play", lambda self, table: play(table))
        with pytest.raises(ContractBroken, match=why):
            Match(GAME, GAME.set_up(["Anna", "Ben"]))

    def test_winners_who_do_not_sit_there_are_named(self, monkeypatch):
        from companion.core.game import Outcome

        def play(table):
            yield Question(0, "load", ("a", "b"))
            return Outcome((3,), "most-points")

        monkeypatch.setattr("companion.core.contract_checks.DEBUGGING", True)
        monkeypatch.setattr(type(GAME), "play", lambda self, table: play(table))
        match = Match(GAME, GAME.set_up(["Anna", "Ben"]))
        with pytest.raises(ContractBroken, match=r"the winners are \(3,\) of 2 seats"):
            match.answer("a")
