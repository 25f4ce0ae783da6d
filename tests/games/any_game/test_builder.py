"""A kind of scoring made at the table, line by line, without a file: what can be made, and what is kept of it."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.any_game import GAME
from companion.games.any_game.builder import FormLine
from companion.games.any_game.template import LONGEST_TITLE, check_template
from tests.games.any_game.stage import NAMES, answer, start


def build(*answers: str) -> dict:
    """Make a kind of scoring with these answers and return what is kept."""
    match = start("own-kind", 3, *answers, "ready")
    (tree,) = match.table.learned["templates"].values()
    check_template(tree, "mine", "mine.toml")
    assert match.table.template.title == tree["title"]
    return tree


def test_plain_points_for_everybody_in_turn_are_made_with_one_tap():
    assert build() == {"title": "My scoring", "turns": "clockwise", "categories": {"points": {"title": "Points"}}}


def test_a_game_lends_its_name_and_is_played_by_its_own_kind_the_next_time():
    setup = GAME.set_up(NAMES[:3], deal="table")
    match = Match(GAME, setup, ["said-The Great Farmers of the", "own-kind", "line-wins", "fewest", "ready"])
    title = "The Great Farmers of"
    assert len(title) == LONGEST_TITLE
    assert match.table.learned == {
        "templates": {"the-great-fa": {
            "title": title, "turns": "clockwise", "categories": {"points": {"title": "Points"}}, "wins": "fewest",
        }},
        "games": {"the-great-farmers-of-the": {"title": "The Great Farmers of the", "kind": "the-great-fa"}},
    }  # fmt: skip
    again = Match(GAME, GAME.set_up(NAMES[:3], deal="table", corrections=match.table.learned))
    again.answer("game-the-great-farmers-of-the")
    assert again.table.fewest_win


@pytest.mark.parametrize(
    ("answers", "entry", "value"),
    [
        (["line-turns", "passing", "line-order", "as-passed"], "order", "as-passed"),
        (["line-clock", "bank", "minutes=5,increment=3", "bronstein", "sound"], "clock",
         {"kind": "bank", "seconds": 300, "increment": 3, "bonus": "bronstein", "at_zero": "sound"}),
        (["line-clock", "up"], "clock", {"kind": "up"}),
        (["line-clock", "sand", "minutes=0", "light"], "clock", {"kind": "sand", "seconds": 1, "at_zero": "light"}),
        (["line-end", "rounds=7", "line-end", "points=50"], "end", {"rounds": 7, "points": 50}),
        (["line-teams", "2"], "teams", 2),
        (["line-bid", "most=13"], "bid", {"title": "Bid", "most": 13}),
        (["line-phases", "said-Plan", "said-Act", "no-more"], "phases", ["Plan", "Act"]),
        (["line-round_names", "said-Day", "said-Night", "no-more"], "round_names", ["Day", "Night"]),
        (["line-turns", "buzzer", "line-worth", "right=2,wrong=1", "line-judge", "player", "line-opening", "at-once"],
         "buzzer", {"right": 2, "wrong": 1, "judge": "player", "start": "at-once"}),
        (["line-title", "said-Bee Keepers"], "title", "Bee Keepers"),
    ],
)  # fmt: skip
def test_every_line_of_the_form(answers, entry, value):
    assert build(*answers)[entry] == value


@pytest.mark.parametrize(
    ("answers", "formula", "points"),
    [
        (["each", "worth=-2"], "-2 each", -8), (["per", "worth=3,size=2"], "3 per 2", 6), (["square"], "square", 16),
        (["triangle"], "triangle", 10), (["list", "n1=1,n2=3,n4=9"], "0, 1, 3, 0, 9, 0, 0, 0", 9),
    ],
)  # fmt: skip
def test_every_formula_without_typing_one(answers, formula, points):
    tree = build("line-category", "said-Gold", *answers, "end", "line-categories.points", "remove")
    assert tree["categories"] == {"gold": {"title": "Gold", "points": formula, "when": "end"}}
    match = start("own-kind", 1, "line-category", "said-Gold", *answers, "any", "ready", "points-0", "gold=4")
    assert match.table.scores == [points]


def test_another_kind_is_copied_and_changed_and_stays_as_it_was():
    tree = build("line-copy", "farm", "line-title", "said-My farm", "line-categories.gold", "remove")
    assert (tree["title"], tree["phases"], list(tree["categories"])) == (
        "My farm", ["Plan", "Build"], ["fields", "grain", "animals", "empty"],
    )  # fmt: skip
    assert "gold" in start("farm", 3).table.pieces.trees["farm"]["categories"]


def test_a_clock_goes_when_turns_no_longer_need_one():
    tree = build("line-clock", "turn", "minutes=2", "pass", "line-turns", "free")
    assert "clock" not in tree


def test_undo_takes_back_one_line_and_what_it_stored():
    match = start("own-kind", 2, "line-wins", "nobody", "ready")
    for undone, wins in ((1, "nobody"), (2, None)):
        match.undo(undone)
        line = next(
            choice for choice in match.question.choices if isinstance(choice, FormLine) and choice.key == "wins"
        )
        assert (match.table.learned, line.form.get("wins")) == ({}, wins)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tapped_makes_a_kind_that_can_be_played_and_said(seed, language):
    match, bot = start("own-kind", 4), make_random_bot(Random(seed))
    voice = GAME.voice(GAME.say(language))
    for _ in range(60):
        question, table = match.question, match.table
        if question.ask == "first" or table.learned:
            break
        assert voice.prompt(question, table)
        assert all(voice.label(choice, question, table).text for choice in question.choices)
        match.answer(bot(question, table))
    if not match.table.learned:
        while match.question.ask != "form":
            match.answer(bot(match.question, match.table))
        answer(match, ["ready"])
    (tree,) = match.table.learned["templates"].values()
    check_template(tree, "mine", "mine.toml")
