"""A card told on a phone: what we know of it and what people type are in the words of their language."""

from pathlib import Path

import pytest

from companion.core.errors import BoxError
from companion.core.registry import game_named
from companion.core.teach import Teaching, corrections_of
from companion.phone.teaching import answer, lesson_in_words


def test_a_card_of_words_is_shown_and_told_in_the_language_of_the_phone(tmp_path: Path) -> None:
    game = game_named("noahs-ark")
    teaching = Teaching(game, tmp_path)
    assert lesson_in_words(teaching, "fr")["lesson"]["known"] == "lion éléphant 0"
    answer(teaching, "aigle, singe, 3", "fr")
    assert corrections_of(game, tmp_path)["animals"]["card-01"]["shows"] == ["eagle", "monkey"]
    teaching.back()
    asked = lesson_in_words(teaching, "fr")["lesson"]
    assert (asked["known"], asked["value"], asked["told"]) == ("aigle singe 3", "aigle singe 3", True)
    answer(teaching, asked["value"], "fr")
    with pytest.raises(BoxError, match="'tigre' says nothing about this card"):
        answer(teaching, "aigle tigre 1", "fr")


def test_a_number_and_a_drawing_are_taken_as_they_are(tmp_path: Path) -> None:
    teaching = Teaching(game_named("ark-and-noah"), tmp_path)
    asked = lesson_in_words(teaching, "fr")["lesson"]
    assert asked["squares"]
    answer(teaching, asked["value"], "fr")
    assert teaching.progress[0] == 1
