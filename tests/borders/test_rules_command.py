"""`arkside rules` and rule cards in the terminal: printed, listed, found by word, and shown in a first game."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.session import Session
from companion.core.words import Say
from companion.terminal.play import TerminalPlay
from tests.borders.command import arkside
from tests.boxed import BOXED


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARKSIDE_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


class TestCommand:
    def test_a_word_finds_its_rules(self, capfd):
        code, out, _ = arkside(capfd, "rules", "noah", "weight", "--lang", "en")
        assert code == 0
        assert out.startswith("  Weight\n    Add up the weights")
        assert "Cat" not in out, "nobody who looks up weights wants every animal"

    def test_it_speaks_french(self, capfd):
        code, out, _ = arkside(capfd, "rules", "noah", "poids", "--lang", "fr")
        assert (code, out.splitlines()[0]) == (0, "  Poids")

    @pytest.mark.parametrize("game", BOXED)
    def test_a_game_alone_prints_all_rules_below_their_topics(self, capfd, game):
        code, out, _ = arkside(capfd, "rules", game, "--lang", "en")
        assert code == 0
        say = find_game(game).say("en")
        printed = " ".join(out.split())
        for card in find_game(game).primer.word_cards(say):
            assert " ".join(card.text.split()) in printed
        assert [line for line in out.splitlines() if not line.startswith(" ")] == [
            "Set-up", "Playing", "Special pieces", "End and scoring", "All the pieces",
        ]  # fmt: skip
        assert max(map(len, out.splitlines())) <= 80

    def test_a_list_has_titles_only(self, capfd):
        code, out, _ = arkside(capfd, "rules", "noah", "--list", "--lang", "en")
        assert code == 0
        assert "  Mule\n" in out
        assert "Noah doesn't move" not in out

    def test_programs_read_json(self, capfd):
        code, out, _ = arkside(capfd, "rules", "noah", "mule", "--json", "--lang", "en")
        report = json.loads(out)
        assert (code, report[0]["id"], report[0]["topic"]) == (0, "mule", "powers")

    def test_an_owners_correction_is_shown(self, capfd, data):
        (data / "boxes").mkdir()
        (data / "boxes" / "noah.toml").write_text("[species.cat]\nweight = 3\n", encoding="utf-8")
        _, out, _ = arkside(capfd, "rules", "noah", "cat", "--lang", "en")
        assert "Weight 3, 1 tear." in out

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (["noah", "submarine"], "No rule of Noah mentions “submarine”"),
            ([], "Which game? Choose from: ark, ark-and-noah, noah, noahs-ark, any"),
            (["chess"], "There's no game 'chess'"),
        ],
    )
    def test_anything_not_found_gets_one_line(self, capfd, words, why):
        code, out, err = arkside(capfd, "rules", *words, "--lang", "en")
        assert (code, out) == (2, "")
        assert why in err
        assert err.count("\n") == 1


def play_terminal(typed: list[str], *, first_game: bool, language: str = "en") -> str:
    """Type these lines into a match of Noah with real cards and return what was printed."""
    game = find_game("noah")
    session = Session(Match(game, game.set_up(["Anna", "Ben"], {}, 1, "table")))
    printed, lines = StringIO(), iter(typed)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    console = Console(file=printed, width=100, force_terminal=False)
    TerminalPlay(session, Say(language), console, read, first_game=first_game).run()
    return printed.getvalue()


class TestTerminal:
    def test_a_first_game_explains_each_rule_once_before_its_question(self):
        printed = play_terminal(["Anna", "cat f"], first_game=True)
        assert printed.index("Goal\n") < printed.index("Who is the shortest?")
        assert printed.index("Who is the shortest?") < printed.index("The ferries\n") < printed.index("Which animal is")
        assert "Reading a card" in printed
        assert printed.count("Noah cries for every animal") == 1

    def test_other_games_explain_nothing(self):
        assert "Noah cries" not in play_terminal(["Anna", "cat f"], first_game=False)

    def test_it_can_be_turned_off_and_on(self):
        printed = play_terminal(["f", "Anna", "f", "cat f"], first_game=True)
        assert "Rule cards are off." in printed
        assert "The ferries\n" not in printed
        assert "Rule cards are on." in printed
        assert "Reading a card" in printed

    def test_asking_again_does_not_explain_again(self):
        assert play_terminal(["", "s", ""], first_game=True).count("Noah cries") == 1

    def test_the_question_mark_names_the_rules_of_the_question(self):
        printed = play_terminal(["?"], first_game=False)
        assert "Goal: Get rid of your animals!" in printed

    def test_a_word_after_the_question_mark_is_looked_up(self):
        printed = play_terminal(["? mule", "?submarine"], first_game=False)
        assert "Mule: After a mule" in printed
        assert "No rule mentions “submarine”." in printed
        assert "Âne :" in play_terminal(["? ane"], first_game=False, language="fr").replace(
            "\N{NARROW NO-BREAK SPACE}", " "
        )
