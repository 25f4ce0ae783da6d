"""Ark & Noah typed into a real pseudo-terminal: the drawn ark, numbers that mean themselves, refusals with reasons."""

from tests.borders.test_terminal import PROMPT, Terminal


def test_the_ark_is_drawn_and_a_refused_edge_says_why(tmp_path):
    playing = Terminal(tmp_path, "play", "ark-and-noah", "--players", "Anna,Ben", "--seed", "3")
    playing.until(PROMPT)
    for choice in ("build", "wood", "pitch", "food"):
        playing.type(choice)
        playing.until(PROMPT)
    playing.type("a1-north")
    shown = playing.until(PROMPT)
    assert "Hand over" not in shown, "nothing is hidden in this game"
    assert "Round 1 of at least 10" in shown
    assert "·─●──·" in shown or "·─■──·" in shown
    playing.type("a1-north")
    assert " already has a board there" in playing.until(PROMPT)
    playing.type("?")
    output = playing.until(PROMPT)
    assert "One point for each board and each cube." in output
    assert "one of the two boards next to it is missing" in output
    playing.type("q")
    assert "Traceback" not in playing.end()[1]


def test_where_numbers_are_asked_for_four_means_four(tmp_path):
    words = ("--players", "Anna,Ben", "--deal", "table", "--option", "depth=counts", "--lang", "fr")
    playing = Terminal(tmp_path, "play", "ark-and-noah", *words)
    for answer in ("dog-m", "cat-f", "cat-m", "dog-f", "seat-0", "wood", "build", "pitch", "food"):
        playing.until(r"q quitter > ")
        playing.type(answer)
    asked = playing.until(r"q quitter > ")
    assert "combien de planches" in asked
    playing.type("9")
    assert "9\u202f: tu n’en as que " in playing.until(r"q quitter > ")
    playing.type("2")
    assert "Ben\u202f: 2" in playing.until(r"q quitter > ")
    playing.type("q")
    assert "Traceback" not in playing.end()[1]


def test_an_unknown_animal_is_entered_by_its_name(tmp_path):
    words = ("--players", "Anna,Ben", "--deal", "table", "--option", "depth=counts", "--lang", "fr")
    playing = Terminal(tmp_path, "play", "ark-and-noah", *words)
    playing.until(r"q quitter > ")
    playing.type("zèbre")
    how = playing.until(r"q quitter > ")
    assert "tape" in how
    assert "+ zèbre" in how
    playing.type("+ zèbre")
    asked = playing.until(r"q quitter > ")
    assert "cases" in asked, "the name is told, and its size is asked"
    playing.type("q")
    assert "Traceback" not in playing.end()[1]
