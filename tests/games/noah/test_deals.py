"""The rules of Noah do not know who deals, and what they have asked stays as it was asked."""

import re
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.noah import GAME
from tests.laws import NAMES

RULES = ("rules.py", "scoring.py")
OF_A_DEAL = re.compile(r"\b(virtual|real\w*|told|isinstance|\w*(Shuffled|Deduced|Hidden|Open|Real|Virtual)\w*)\b", re.I)


@pytest.mark.parametrize("file", RULES)
def test_the_rules_do_not_know_who_deals(file: str) -> None:
    text = (GAME.folder / file).read_text(encoding="utf-8")
    assert [found.group() for found in OF_A_DEAL.finditer(text)] == []


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_a_question_stays_as_it_was_asked(deal: str) -> None:
    match, bot = Match(GAME, GAME.set_up(NAMES[:3], {}, 1, deal)), make_random_bot(Random(1))
    questions = []
    while match.question is not None:
        questions.append((match.question, repr(match.question)))
        match.answer(bot(match.question, match.table))
    assert [repr(question) for question, _ in questions] == [before for _, before in questions]
