"""What is not among the choices, in words: people read names there, never ids."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.missing_choices import explain_missing_choices, list_missing_choices
from companion.core.question import Question
from companion.core.registry import find_game
from tests.boxed import BOXED

NAMES = ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize("deal", ["table", "virtual"])
@pytest.mark.parametrize("id", BOXED)
def test_whatever_is_refused_has_a_name(id: str, deal: str) -> None:
    game = find_game(id)
    voice = game.voice(game.say("fr"))
    match = Match(game, game.set_up(NAMES, seed=4, deal=deal))
    bot, told = make_random_bot(Random(4)), 0
    while match.question is not None:
        question: Question = match.question
        in_words = explain_missing_choices(game, voice, question, match.table)
        ids = {choice for choice in list_missing_choices(game, match.table, question) if "-" in choice}
        assert not ids & set(in_words)
        assert all(in_words.values())
        told += len(in_words)
        match.answer(bot(question, match.table))
    assert told or id == "noahs-ark"  # whose cards are refused only where powers are played, or cards told beforehand
