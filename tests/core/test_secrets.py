"""What is answered unseen stays unseen in every client, and no bot holds real cards."""

import io
import json
from random import Random

import pytest
from rich.console import Console

from companion.core.bots import make_random_bot
from companion.core.errors import SetupError
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_export import export_match, import_match
from companion.core.question import TABLE
from companion.core.registry import find_game
from companion.core.session import SPECTATOR, Session
from companion.core.sessions import Sessions
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.device.views.fact import FactView
from companion.device.views.private import HandOverView
from companion.device.walks.match_info import format_log
from companion.games.noah import GAME
from companion.terminal.play import TerminalPlay
from tests.borders.command import arkside

UNSEEN = "a hidden card"


def up_to(session, ask):
    """Play at random until that is asked."""
    bot = make_random_bot(Random(3))
    while session.question.ask != ask:
        session.answer(session.n, bot(session.question, session.match.table))


def giving(*names, seed=2):
    """A match in which somebody is about to give a card away."""
    session = Session(Match(GAME, GAME.set_up(names, seed=seed)), with_bots=False)
    session.get_voice("en")
    up_to(session, "give")
    return session


class TestUnseen:
    def test_only_the_giver_reads_which_card_it_was(self):
        session = giving("Anna", "Ben", "Cleo")
        giver, n = session.question.seat, session.n
        happened = session.answer(n, session.question.choices[0])
        line = session.list_log_lines("en")[n - 1]
        assert line.label_for(giver) == happened.label != UNSEEN
        for eyes in {0, 1, 2, TABLE, SPECTATOR} - {giver}:
            assert line.label_for(eyes) == UNSEEN

    def test_only_the_giver_sees_the_choices(self):
        session = giving("Anna", "Ben", "Cleo")
        giver = session.question.seat
        for eyes in {0, 1, 2, TABLE, SPECTATOR} - {giver}:
            assert "choices" not in session.view(eyes)["question"]
            assert "why" not in session.view(eyes)

    def test_a_person_among_bots_does_not_see_what_bots_pass_to_each_other(self):
        written = io.StringIO()
        names = ["Anna", "bot:random:Bo", "bot:random:Cy"]
        session = Session(Match(GAME, GAME.set_up(names, seed=2)))
        terminal = TerminalPlay(session, Say("en"), Console(file=written, width=200), lambda prompt: "1")
        while not (session.question.ask == "give" and session.question.seat > 0):
            terminal.play_turn(session.question)
        written.truncate(0)
        terminal.play_turn(session.question)
        assert UNSEEN in written.getvalue()

    def test_people_who_share_a_terminal_find_it_wiped(self):
        wiped = []
        session = giving("Anna", "Ben", "Cleo")
        terminal = TerminalPlay(session, Say("en"), Console(file=io.StringIO()), lambda prompt: "1")
        terminal.printer.console.clear = lambda: wiped.append(True)
        terminal.answer(session.question.choices[0])
        assert wiped

    def test_the_replay_of_an_unfinished_match_keeps_them(self, tmp_path, capfd):
        with (
            Journal(tmp_path) as journal,
            Sessions(journal).start(GAME, GAME.set_up(["Anna", "Ben", "Cleo"], seed=2)) as one,
        ):
            up_to(one, "give")
            one.answer(one.n, one.question.choices[0])
        _, out, _ = arkside(capfd, "replay", "1", "--data", str(tmp_path), "--lang", "en")
        assert f"→ {UNSEEN}" in out
        _, out, _ = arkside(capfd, "replay", "1", "--json", "--data", str(tmp_path), "--lang", "en")
        slipped = [step for step in json.loads(out)["steps"] if step["ask"] == "give"]
        assert [step["choice"] for step in slipped] == [None]

    def test_the_log_of_the_box_keeps_them(self, tmp_path):
        with (
            Journal(tmp_path) as journal,
            Sessions(journal).start(GAME, GAME.set_up(["Anna", "Ben", "Cleo"], seed=2)) as one,
        ):
            up_to(one, "give")
            one.answer(one.n, one.question.choices[0])
        with Rehearsal(tmp_path) as device:
            device.pick("Continue")
            assert any(UNSEEN in line for line in format_log(device.context, device.context.app.live))


class TestMarked:
    """A question that a game marks is secret with real pieces too, where nobody has cards to hide."""

    @pytest.fixture
    def session(self, packages):
        packages.install("secret = frozenset({'move_noah'})")
        game = find_game("other")
        session = Session(Match(game, game.set_up(["Anna", "Ben"], deal="table")))
        up_to(session, "move_noah")
        return session

    def test_others_see_neither_choices_nor_answer(self, session):
        asked = session.question.seat
        assert "choices" not in session.view(1 - asked)["question"]
        assert "choices" in session.view(asked)["question"]
        session.answer(session.n, session.question.choices[0])
        assert session.list_log_lines("en")[-1].label_for(1 - asked) == "a hidden card"

    def test_the_box_is_handed_over_for_it(self, packages, tmp_path):
        packages.install("secret = frozenset({'move_noah'})")
        game = find_game("other")
        with (
            Journal(tmp_path) as journal,
            Sessions(journal).start(game, game.set_up(["Anna", "Ben"], {}, 1, "table")) as one,
        ):
            up_to(one, "move_noah")
        with Rehearsal(tmp_path) as device:
            device.pick("Continue")
            device.push()
            device.read_on()
            assert isinstance(device.view, HandOverView)


class TestBotsAndRealCards:
    """A bot can't hold real cards: said in one line, everywhere."""

    WHY = "A bot can't hold real cards. Play with cards on the screen, or without bots."

    def test_the_terminal(self, capfd, tmp_path):
        words = ["play", "noah", "--players", "Anna,bot:greedy", "--deal", "table", "--data", str(tmp_path)]
        assert arkside(capfd, *words, "--lang", "en") == (2, "", f"arkside: {self.WHY}\n")

    def test_the_box_shows_it(self, tmp_path):
        with Rehearsal(tmp_path) as device:
            for words in ("New match", "Noah", "Player 1", "A bot", "Medium", "2 players: go"):
                device.pick(words)
            view = device.view
            assert isinstance(view, FactView), "said before anything else is asked, so that nothing is lost"
            assert view.facts == ["A bot can't hold real cards."]
            assert "Our own cards and pieces" not in [row.label for row in view.rows]

    def test_a_match_of_a_file_continues_and_people_answer_for_the_bot(self, tmp_path):
        with Journal(tmp_path) as journal:
            setup = GAME.set_up(["Anna", "Ben"], deal="table")
            with Sessions(journal).start(GAME, setup) as session:
                text = export_match(journal.load_record(session.number)).replace(
                    '"name": "Ben",\n   "bot": ""', '"name": "Ben",\n   "bot": "greedy"'
                )
            record = import_match(text, "file")
            assert [seat.bot for seat in record.setup.seats] == ["", "greedy"]
            with Sessions(journal).open(journal.write_match(record._replace(uid="2"))) as session:
                assert session.bots == {}

    def test_the_rules_refuse_it_for_everybody_else(self):
        with pytest.raises(SetupError, match="can't hold real cards"):
            GAME.set_up(["Anna", "bot:random"], deal="table")
