"""A match in a real pseudo-terminal: typed, left, resumed, undone, played to the end."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from io import StringIO

import pytest
from rich.console import Console

from companion.core.registry import find_game
from companion.core.words import Say
from companion.terminal.printer import MatchPrinter

TIMEOUT = 30


def as_a_shell_does() -> None:
    """The pseudo-terminal is its own, and ctrl-c means something there even if these tests run where it does not."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The `arkside` command on a pseudo-terminal, as a person would use it."""

    def __init__(self, data, *words, width=100, height=50):
        self.master, slave = pty.openpty()
        environment = {
            **os.environ,
            "ARKSIDE_DATA": str(data),
            "COLUMNS": str(width),
            "LINES": str(height),
            "TERM": "xterm",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words], stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True, preexec_fn=as_a_shell_does,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def until(self, pattern):
        """Read until the pattern appears and return all that came before and with it."""
        while not (match := re.search(pattern, self.seen)):
            assert self.more(), f"ended before {pattern!r}; saw: {self.seen[-2000:]}"
        text, self.seen = self.seen[: match.end()], self.seen[match.end() :]
        return text

    def type(self, line):
        os.write(self.master, (line + "\n").encode())

    def more(self):
        """Read what there is, less the colours; returns whether there was anything before the end."""
        ready, _, _ = select.select([self.master], [], [], TIMEOUT)
        assert ready, f"nothing came any more; saw: {self.seen[-2000:]}"
        try:
            chunk = os.read(self.master, 65536)
        except OSError:  # how Linux tells that the other side is gone
            return False
        self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", chunk.decode(errors="replace"))
        return bool(chunk)

    def end(self):
        """Read to the end; returns exit code and the rest of the output."""
        while self.more():
            pass
        code = self.process.wait(TIMEOUT)
        os.close(self.master)
        return code, self.seen


PROMPT = r"q leave > "
PLAYERS = ("--players", "Anna,bot:greedy,bot:random")


def test_a_match_is_left_and_resumed_at_the_same_question(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", *PLAYERS, "--seed", "4")
    first = playing.until(PROMPT)
    assert "Anna, load ferry 1" in first
    assert "round 1" in first
    playing.type("1")
    shown = playing.until(PROMPT)
    assert "where does Noah go?" in shown
    playing.type("q")
    code, rest = playing.end()
    assert code == 0
    assert "Match 1 is saved. Carry on with: arkside play --resume 1" in rest

    again = Terminal(tmp_path, "play")
    again.until(r"Match 1 \(Anna, Greedy, Random\) is saved. Continue it\? \[Y/n\] ")
    again.type("")
    resumed = again.until(PROMPT)
    assert resumed.split("round 1")[1] == shown.split("round 1")[1]
    again.type("q")
    assert again.end()[0] == 0


def test_undo_help_scores_and_nonsense(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", *PLAYERS, "--seed", "4")
    first = playing.until(PROMPT)
    playing.type("unicorn")
    assert "'unicorn' isn't possible now; type 1-8" in playing.until(PROMPT)
    playing.type("99")
    assert "'99' isn't possible now" in playing.until(PROMPT)
    playing.type("?")
    assert "its limit is 21." in playing.until(PROMPT)
    playing.type("u")
    assert "There's nothing to undo yet" in playing.until(PROMPT)
    playing.type("s")
    assert "● Anna" in playing.until(PROMPT)
    playing.type("1")
    playing.until(PROMPT)
    playing.type("u")
    undone = playing.until(PROMPT)
    assert "Undone. Put this back on the table:" in undone
    assert undone.split("round 1")[1] == first.split("round 1")[1]
    playing.type("r")
    assert "where does Noah go?" in playing.until(PROMPT)
    playing.type("q")
    assert "Traceback" not in playing.end()[1]


def test_options_and_differences_of_editions_are_a_letter_away(tmp_path):
    playing = Terminal(tmp_path, "play", "ark-and-noah", "--players", "Anna,bot:greedy", "--option", "edition=fr")
    playing.until(PROMPT)
    playing.type("o")
    shown = playing.until(PROMPT)
    assert re.search(r"Edition +French +--option edition=en: English", shown)
    assert re.search(r"Food tiles +60 +56", shown)
    playing.type("q")
    assert playing.end()[0] == 0


def test_figures_entered_at_the_table_are_not_asked_in_the_next_match(tmp_path):
    for points, typed in (("Which objective was turned up", "4"), ("How many points is", "")):
        playing = Terminal(tmp_path, "play", "noahs-ark", "--players", "Anna,Ben", "--deal", "table")
        playing.until(PROMPT)
        playing.type("most-lions")
        shown = playing.until(PROMPT)
        assert ("How many points is" in shown) == bool(typed)
        if typed:
            playing.type(typed)
            playing.until(PROMPT)
        playing.type("q")
        assert playing.end()[0] == 0


def test_a_whole_match_is_played_to_its_end(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", "--players", "Anna,bot:greedy", "--seed", "8")
    for _ in range(400):
        text = playing.until(PROMPT + r"|wins with the fewest tears: \d+|share the victory")
        if not text.endswith("> "):
            break
        playing.type("1")
    assert playing.end()[0] == 0
    history = subprocess.run(
        [sys.executable, "-m", "companion", "history", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"noah  Anna \d+, Greedy \d+; won by ", history.stdout)


def test_several_people_at_one_terminal_do_not_see_each_others_cards(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", "--players", "Anna,Ben", "--seed", "3")
    first = playing.until(r"Hand over to (Anna|Ben), then press Enter ")
    assert "Your cards" not in first
    playing.type("")
    assert "Your cards" in playing.until(PROMPT)
    playing.type("q")
    assert playing.end()[0] == 0


def test_ctrl_c_and_the_end_of_input_leave_the_match_waiting(tmp_path):
    for key in (b"\x03", b"\x04"):
        playing = Terminal(tmp_path, "play", "noah", *PLAYERS, "--seed", "4")
        playing.until(PROMPT)
        # an interpreter about to wait for a line may miss one ctrl-c, though it is echoed; a person presses it again
        for _ in range(TIMEOUT):
            os.write(playing.master, key)
            while select.select([playing.master], [], [], 1)[0] and playing.more():
                pass
            if "waits for you" in playing.seen:
                break
        playing.until("is saved")
        code, rest = playing.end()
        assert code == 0
        assert "Traceback" not in rest


@pytest.mark.parametrize("width", [60, 80, 120])
def test_in_french_everything_is_french(tmp_path, width):
    playing = Terminal(
        tmp_path, "play", "noah", "--players", "Zoé,bot:greedy", "--seed", "4", "--lang", "fr", width=width
    )
    text = playing.until(r"q quitter\s*> ")
    assert "Zoé, charge le bac 1" in text
    assert "Tes cartes\u202f: " in text
    playing.type("q")
    assert "La partie 1 est enregistrée" in playing.end()[1]


def test_a_newcomer_only_presses_enter(tmp_path):
    playing = Terminal(tmp_path, "play", "noah")
    playing.until(r"Who's playing\? Names, separated by commas \[You,bot:greedy\] ")
    playing.type("")
    assert "You, " in playing.until(PROMPT)
    playing.type("q")
    assert playing.end()[0] == 0


def test_a_newcomer_with_real_cards_is_not_seated_beside_a_bot_that_cannot_hold_them(tmp_path):
    playing = Terminal(tmp_path, "play", "ark", "--deal", "table")
    playing.until(r"Who's playing\? Names, separated by commas \[Player 1,Player 2,Player 3\] ")
    playing.type("")
    assert "Colours: Player 1 red, Player 2 blue, Player 3 green" in playing.until(PROMPT)
    playing.type("t")
    assert "If the game ended now" in playing.until(PROMPT)
    playing.type("q")
    assert playing.end()[0] == 0


def test_a_game_without_pages_shows_its_facts(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", "--players", "Anna,Ben", "--deal", "table")
    playing.until(PROMPT)
    playing.type("t")
    assert "  ferry 1: empty · 0/21" in playing.until(PROMPT)
    playing.type("2")
    playing.until(PROMPT)
    playing.type("u")
    assert "Undone" in playing.until(PROMPT)
    playing.type("q")
    assert playing.end()[0] == 0


def test_a_real_table_is_asked_for_its_cards(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", "--players", "Anna,Ben", "--deal", "table")
    assert "Who is the shortest?" in playing.until(PROMPT)
    playing.type("Ben")
    assert "Which animal is on ferry 1?" in playing.until(PROMPT)
    playing.type("cat ♀")
    assert "Which animal is on ferry 2?" in playing.until(PROMPT)
    playing.type("q")
    assert playing.end()[0] == 0


def test_a_played_match_can_be_replayed_exported_and_imported(tmp_path):
    playing = Terminal(tmp_path, "play", "noah", *PLAYERS, "--seed", "4")
    for _ in range(3):
        playing.until(PROMPT)
        playing.type("1")
    playing.until(PROMPT)
    playing.type("q")
    playing.end()

    def call(*words):
        return subprocess.run([sys.executable, "-m", "companion", *words], capture_output=True, text=True, check=False)

    here = ("--data", str(tmp_path))
    replayed = call("replay", "1", *here).stdout
    assert replayed.startswith("1. Anna, load ferry 1 → ")
    file = tmp_path / "friday.json"
    assert call("export", "1", "--secrets", "--to", str(file), *here).returncode == 0
    again = call("export", "1", "--secrets", "--to", str(file), *here)
    assert (again.returncode, again.stderr) == (1, f"arkside: {file} already exists; choose another name\n")
    assert "is already in the journal, as match 1" in call("import", str(file), *here).stderr
    there = ("--data", str(tmp_path / "other"))
    assert call("import", str(file), *there).stdout == "Imported as match 1\n"
    assert call("replay", "1", *there).stdout == replayed


def test_an_owner_teaches_a_box_and_continues_another_day(tmp_path):
    asks = r"q leave > "
    teaching = Terminal(tmp_path, "boxes", "teach", "ark")
    first = teaching.until(asks)
    assert re.search(r"\n?0/49 elephant", first)
    teaching.type("hot, really")
    assert "'really' means nothing for this card; choose from: hot, cold" in teaching.until(asks).replace("\r\n", " ")
    teaching.type("h o h")
    assert "1/49 bronto" in teaching.until(asks)
    teaching.type("Snow hare c 0 h shy")
    teaching.until(asks)
    teaching.type("")
    second = teaching.until(asks)
    assert "2/49 tyranno" in second
    teaching.type("q")
    code, rest = teaching.end()
    assert code == 0
    assert "entered, saved in" in rest
    assert (tmp_path / "boxes" / "ark.toml").exists()

    again = Terminal(tmp_path, "boxes", "teach", "ark")
    resumed = again.until(asks)
    assert "2/49 bronto" in resumed, "pushing on has left it a guess"
    again.type("q")
    assert again.end()[0] == 0


def test_no_line_begins_with_a_mark_that_belongs_to_the_word_before():
    say, console = Say("fr"), Console(file=StringIO(), width=20)
    screen = MatchPrinter(console, find_game("noah").voice(say), say)
    screen.print_lines(["La table est-elle là\u202f?", "  Qui est le plus petit\u202f? Ben\u202f!"])
    lines = console.file.getvalue().split("\n")
    assert lines[:-1] == ["La table est-elle", "là\u202f?", "  Qui est le plus", "  petit\u202f? Ben\u202f!"]
