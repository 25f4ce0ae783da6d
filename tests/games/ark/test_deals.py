"""The rules of Ark read the same whoever deals: what a real table does differently is in `real.py` alone."""

import re

import pytest

from companion.games.ark import GAME
from companion.games.ark.real import RealArkTable
from companion.games.ark.table import ArkTable
from tests.laws import NAMES

RULES = ("rules.py", "scoring.py")
DEALS = re.compile(
    r"\b([Vv]irtual\w*|[Rr]eal\w*|[Tt]old|isinstance|hidden|ANOTHER|UNKNOWN|ALL_PASS|"
    r"(Shuffled|Dealt|Hidden|Open|ObservedArk|Table)(Deal|Pile|Hand|Supply|Table))\b"
)


@pytest.mark.parametrize("module", RULES)
def test_no_rule_asks_who_deals(module: str) -> None:
    text = (GAME.folder / module).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if DEALS.search(line)]
    assert lines == []


def test_the_table_that_the_program_deals_knows_no_real_cards() -> None:
    text = (GAME.folder / "table.py").read_text(encoding="utf-8")
    assert "ark.real" not in text
    assert "deal.virtual" not in text


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_a_table_is_real_where_people_deal(deal: str) -> None:
    setup = GAME.set_up(NAMES[:3], seed=1, deal=deal)
    table = GAME.new_table(setup, GAME.make_pieces(setup))
    assert isinstance(table, ArkTable)
    assert isinstance(table, RealArkTable) == table.real == (deal == "table")
