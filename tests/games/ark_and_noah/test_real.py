"""Rules that know no difference between real and virtual tables, and tables that make it."""

import ast
import re
from pathlib import Path
from random import Random

import pytest

from companion.core.question import TABLE
from companion.games.ark_and_noah import GAME, rules
from companion.games.ark_and_noah.by_counts import ByCounts
from companion.games.ark_and_noah.by_score import ByScore
from companion.games.ark_and_noah.real import RealArkAndNoahTable, ScoreOnlyTable
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import NOAH, SEM, action, list_questions, run, table_for

RULES = ("rules.py", "scoring.py", "on_board.py")
WORDS_OF_ONE_DEAL = re.compile(
    r"\b(real|virtual|virtualdeal|tabledeal|(\w+_)?told|imagined?|by_(counts|score))\b", re.IGNORECASE
)
KINDS_OF_TABLES = ("table", "deal", "depth", "bags", "pile")


def mentions_of_one_deal(source: str) -> list[str]:
    """Lines that speak of real or virtual tables, and `isinstance` of a table or of what makes the difference."""
    lines = [line.strip() for line in source.splitlines() if WORDS_OF_ONE_DEAL.search(line)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            asked = ast.unparse(node.args[0])
            if asked.rpartition(".")[2] in KINDS_OF_TABLES:
                lines.append(ast.unparse(node))
    return lines


@pytest.mark.parametrize("name", RULES)
def test_rules_speak_of_neither_real_nor_virtual_tables(name: str) -> None:
    assert mentions_of_one_deal(Path(GAME.folder, name).read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        "if table.deal.virtual: pass",
        "if not real: pass",
        "isinstance(table.deal, Kind)",
        "isinstance(table.depth, ByScore)",
        "'''What is told at the table.'''",
    ],
)
def test_rules_that_did_would_be_found(line: str) -> None:
    assert mentions_of_one_deal(line)


def test_neither_depth_without_places_is_the_other() -> None:
    assert not issubclass(ByScore, ByCounts)
    assert not issubclass(ByCounts, ByScore)


def test_every_deal_and_depth_has_its_table() -> None:
    offered = [(deal, depth) for deal in ("virtual", "table") for depth in GAME.list_option_values(deal)["depth"]]
    assert {(deal, depth): type(table_for(2, deal, depth=depth)) for deal, depth in offered} == {
        ("virtual", "board"): ArkAndNoahTable,
        ("virtual", "counts"): ArkAndNoahTable,
        ("table", "board"): RealArkAndNoahTable,
        ("table", "counts"): RealArkAndNoahTable,
        ("table", "score"): ScoreOnlyTable,
    }


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_in_an_imagined_world_the_program_draws(depth: str) -> None:
    table = table_for(2, "table", depth=depth)
    collect = action(table, "animals")
    run(rules.set_up(table), "koala-m", "dog-f", "cat-m", "pig-f", "seat-0")
    assert run(rules.resolve(table, collect, NOAH, (SEM,)), "lion-m").ask == "took"  # type: ignore[union-attr]
    table.imagine(TABLE, Random(5))
    (took,) = list_questions(rules.resolve(table, collect, NOAH, (SEM,)))
    assert (took.ask, len(took.choices)) == ("take", 2)
    questions = list_questions(rules.resolve(table, action(table, "exchange"), NOAH, ()), "point", "draw-0m-3f")
    assert [question.ask for question in questions] == ["award", "exchange", "trade"]


def test_tiles_drawn_before_a_world_was_imagined_are_still_taken() -> None:
    table = table_for(2, "table", depth="counts")
    play = rules.resolve(table, action(table, "animals"), NOAH, (SEM,))
    question = next(play)
    table.imagine(TABLE, Random(5))
    assert play.send(question.choices[0]).ask == "took"
