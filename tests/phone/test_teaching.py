"""A card told on a phone: what we know of it and what people type are in the words of their language."""

from pathlib import Path

import pytest

from companion.core.errors import BoxError
from companion.core.registry import find_game
from companion.core.teach import Teaching, load_corrections
from companion.phone.teaching import describe_teaching
from companion.phone.words import words_with


def test_a_card_of_words_is_shown_and_told_in_the_language_of_the_phone(tmp_path: Path) -> None:
    game = find_game("noahs-ark")
    teaching, words = Teaching(game, tmp_path), words_with("fr", game)
    assert describe_teaching(teaching, "fr")["lesson"]["known"] == "lion éléphant 0"
    teaching.answer_in_words("aigle, singe, 3", words)
    assert load_corrections(game, tmp_path)["animals"]["card-01"]["shows"] == ["eagle", "monkey"]
    teaching.go_back()
    asked = describe_teaching(teaching, "fr")["lesson"]
    assert (asked["known"], asked["value"], asked["told"]) == ("aigle singe 3", "aigle singe 3", True)
    teaching.answer_in_words(asked["value"], words)
    with pytest.raises(BoxError, match="'tigre' says nothing about this card"):
        teaching.answer_in_words("aigle tigre 1", words)


def test_a_number_and_a_drawing_are_taken_as_they_are(tmp_path: Path) -> None:
    game = find_game("ark-and-noah")
    teaching = Teaching(game, tmp_path)
    asked = describe_teaching(teaching, "fr")["lesson"]
    assert asked["squares"]
    teaching.answer_in_words(asked["value"], words_with("fr", game))
    assert teaching.progress[0] == 1
