"""The rules read like the rulebook: whose cards are on the table is a matter of `real.py` and of the table alone."""

import re
from pathlib import Path

import pytest

from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.real import RealNoahsArkTable
from companion.games.noahs_ark.table import NoahsArkTable
from tests.laws import NAMES

RULES = ("rules.py", "race.py", "powers.py", "scoring.py")
EITHER_DEAL = re.compile(
    r"\b(virtual|real|deal|told(_when)?|unseen|enter(ed)?|besides)\b|(Real|Virtual|Dealt|Shuffled|Drawn)[A-Z]"
    r"|isinstance\([^)]*(Deck|Deal|Dice|Pile|Table)\b|\bknows_cards\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", RULES)
def test_no_rule_asks_whose_cards_these_are(name: str) -> None:
    lines = (Path(GAME.folder) / name).read_text().splitlines()
    assert [line for line in lines if EITHER_DEAL.search(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "if not table.deal.virtual:",
        "if isinstance(deck, RealDeck):",
        'if table.told_when == "end":',
        "if isinstance(table.deck, DealtDeck):",
        "if table.real:",
        "if not table.knows_cards:",
    ],
)
def test_such_a_line_would_be_found(line: str) -> None:
    assert EITHER_DEAL.search(line)


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_only_real_cards_have_a_table_that_asks_people(deal: str) -> None:
    setup = GAME.set_up(NAMES[:3], {}, 1, deal)
    table = GAME.new_table(setup, GAME.make_pieces(setup))
    assert type(table) is (RealNoahsArkTable if deal == "table" else NoahsArkTable)
