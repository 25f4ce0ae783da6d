"""A card told on a phone: what we know of it and what people type are in the words of their language."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from companion.core import teach
from companion.core.errors import BoxError
from companion.core.registry import find_game
from companion.core.teach import Teaching, load_corrections
from companion.phone.teaching import describe_teaching
from companion.phone.words import words_with


def test_a_card_of_words_is_shown_and_entered_in_the_language_of_the_phone(tmp_path: Path) -> None:
    game = find_game("noahs-ark")
    teaching, words = Teaching(game, tmp_path), words_with("fr", game)
    assert describe_teaching(teaching, "fr", tmp_path)["lesson"]["known"] == "lion éléphant 0"
    teaching.answer_in_words("aigle, singe, 3", words)
    assert load_corrections(game, tmp_path)["animals"]["card-01"]["shows"] == ["eagle", "monkey"]
    teaching.go_back()
    lesson = describe_teaching(teaching, "fr", tmp_path)["lesson"]
    assert (lesson["known"], lesson["value"], lesson["told"]) == ("aigle singe 3", "aigle singe 3", True)
    teaching.answer_in_words(lesson["value"], words)
    with pytest.raises(BoxError, match="'tigre' means nothing for this card"):
        teaching.answer_in_words("aigle tigre 1", words)


def test_a_number_and_a_drawing_are_taken_as_they_are(tmp_path: Path) -> None:
    game = find_game("ark-and-noah")
    teaching = Teaching(game, tmp_path)
    lesson = describe_teaching(teaching, "fr", tmp_path)["lesson"]
    assert lesson["squares"]
    teaching.answer_in_words(lesson["value"], words_with("fr", game))
    assert teaching.progress[0] == 1


class TestCards:
    def test_a_whole_card_is_on_one_screen_and_confirmed_at_once(self, tmp_path: Path) -> None:
        teaching = Teaching(find_game("ark"), tmp_path)
        card = describe_teaching(teaching, "en", tmp_path)["card"]
        figures = [entry["figure"] for entry in card["entries"]]
        assert figures == ["Climate", "Eats", "Kind"]
        teaching.confirm_piece()
        after = describe_teaching(teaching, "en", tmp_path)
        assert after["cards_told"] == 1
        assert after["card"]["path"] != card["path"]

    def test_differences_are_corrected_and_the_card_stays(self, tmp_path: Path) -> None:
        game = find_game("ark")
        teaching, words = Teaching(game, tmp_path), words_with("fr", game)
        card = describe_teaching(teaching, "fr", tmp_path)["card"]
        climate = card["entries"][0]
        other = next(value for value, _ in climate["choices"] if value != climate["value"])
        teaching.set_in_words(climate["path"], other, words)
        after = describe_teaching(teaching, "fr", tmp_path)["card"]
        assert after["path"] == card["path"]
        assert next(entry["value"] for entry in after["entries"] if entry["path"] == climate["path"]) == other

    def test_any_card_is_opened_from_the_list(self, tmp_path: Path) -> None:
        teaching = Teaching(find_game("noahs-ark"), tmp_path)
        last = describe_teaching(teaching, "en", tmp_path)["pieces"][-1]
        teaching.open_piece(last["path"])
        assert describe_teaching(teaching, "en", tmp_path)["card"]["name"] == last["name"]
        with pytest.raises(BoxError, match="no entry 'animals.unicorn'"):
            teaching.open_piece("animals.unicorn")


class TestSharing:
    def test_another_owner_takes_over_the_file_and_keeps_their_own_entries(self, tmp_path: Path) -> None:
        game = find_game("ark")
        giver, taker = Teaching(game, tmp_path / "giver"), Teaching(game, tmp_path / "taker")
        giver.confirm_piece()
        taker.open_piece(taker.pieces[3][0].path)
        taker.confirm_piece()
        taker.import_corrections(giver.file.read_text(encoding="utf-8"))
        assert taker.pieces_entered[0] == 2
        assert load_corrections(game, tmp_path / "taker") == taker.corrections

    @pytest.mark.parametrize("text", ["no = TOML = at all", "[animals.unicorn]\nweight = 99\n", "x = 1"])
    def test_a_file_of_something_else_changes_nothing(self, tmp_path: Path, text: str) -> None:
        teaching = Teaching(find_game("ark"), tmp_path)
        with pytest.raises(BoxError):
            teaching.import_corrections(text)
        assert not teaching.file.exists()

    def test_files_one_after_another_do_not_grow_forever(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(teach, "MOST_ENTRIES", 2)
        teaching = Teaching(find_game("any"), tmp_path)
        for kind, taken in (("a", True), ("b", False), ("a", True)):
            with nullcontext() if taken else pytest.raises(BoxError, match="more than any game has"):
                teaching.import_corrections(
                    f"[templates.{kind}]\ntitle='x'\n[templates.{kind}.categories.a]\ntitle='x'\n"
                )
        assert list(teaching.corrections["templates"]) == ["a"]

    def test_there_is_a_qr_code_once_something_was_entered(self, tmp_path: Path) -> None:
        teaching = Teaching(find_game("ark"), tmp_path)
        assert describe_teaching(teaching, "en", tmp_path, "http://10.0.0.1/")["qr"] is None
        teaching.confirm_piece()
        assert describe_teaching(teaching, "en", tmp_path, "http://10.0.0.1/")["qr"]
        assert describe_teaching(teaching, "en", tmp_path)["qr"] is None
