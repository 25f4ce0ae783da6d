"""Teaching a box: one entry at a time, on disk at once, and checked when it is used."""

import tomllib
from pathlib import Path

import pytest

from companion.core.errors import BoxError, Phrase
from companion.core.shelf import game_ids, game_named
from companion.core.teach import Lesson, Teaching, corrections_file, corrections_of, write_corrections
from companion.core.words import Say
from companion.games.ark import GAME
from tests.lessons import teaching_at


def teaching(data: Path) -> Teaching:
    return Teaching(GAME, data)


def next_path(taught: Teaching) -> str:
    assert taught.lesson is not None
    return taught.lesson.path


def test_a_box_without_a_file_is_as_printed(tmp_path: Path) -> None:
    assert corrections_of(GAME, tmp_path) == {}
    assert not corrections_file(GAME, tmp_path).exists()


def test_only_what_is_reconstructed_is_asked(tmp_path: Path) -> None:
    asked = {lesson.path for lesson in teaching(tmp_path).lessons}
    assert "animals.elephant.climate" in asked
    assert "animals.elephant.weight" not in asked, "the rulebook says it"
    assert "animals.elephant.name" not in asked
    assert {"animals.bison.name", "animals.bison.weight", "provisions.grain.weight"} <= asked


def test_a_lesson_says_what_to_answer_and_what_we_guess(tmp_path: Path) -> None:
    lesson = teaching(tmp_path).lesson
    assert lesson is not None
    assert (lesson.path, lesson.choices(), lesson.guess) == ("animals.elephant.climate", ["hot", "cold", "both"], "hot")
    assert str(lesson.prompt) == "elephant: which climate? Yellow is hot, blue is cold"
    assert GAME.say("fr").error(lesson.label("hot")) == "chaud"


def test_an_answer_is_in_the_file_before_the_next_question(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.answer("cold")
    assert next_path(taught) == "animals.elephant.nourishment"
    written = tomllib.loads((tmp_path / "boxes" / "ark.toml").read_text(encoding="utf-8"))
    assert written == {"animals": {"elephant": {"climate": "cold"}}}


def test_numbers_are_written_as_numbers(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bronto.weight")
    taught.answer("3")
    assert corrections_of(GAME, tmp_path) == {"animals": {"bronto": {"weight": 3}}}


def test_an_owner_can_stop_and_go_on_another_day(tmp_path: Path) -> None:
    first = teaching(tmp_path)
    first.answer("cold")
    first.answer("herbivore")
    again = teaching(tmp_path)
    assert next_path(again) == "animals.elephant.kind"
    assert again.progress == (2, len(again.lessons))


def test_what_is_not_allowed_changes_nothing_and_names_file_entry_and_values(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    with pytest.raises(BoxError) as refused:
        taught.answer("tepid")
    message = str(refused.value)
    assert str(tmp_path / "boxes" / "ark.toml") in message
    assert "animals.elephant.climate is 'tepid'; allowed: hot, cold, both" in message
    assert next_path(taught) == "animals.elephant.climate"
    assert not taught.file.exists()


def test_agreeing_writes_our_guess_as_the_owners_word(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.agree()
    assert corrections_of(GAME, tmp_path) == {"animals": {"elephant": {"climate": "hot"}}}
    box = GAME.box({}, corrections_of(GAME, tmp_path))
    assert box.provenance["animals.elephant.climate"] == "owner"
    assert "animals.elephant.climate" not in box.reconstructed()


def test_skipping_leaves_an_entry_for_later(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.skip()
    taught.answer("none")
    assert next_path(teaching(tmp_path)) == "animals.elephant.climate"


def test_going_back_corrects_an_answer(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.answer("cold")
    taught.back()
    assert next_path(taught) == "animals.elephant.climate"
    assert taught.lesson is not None
    assert taught.told(taught.lesson) == "cold"
    taught.answer("both")
    assert next_path(taught) == "animals.elephant.nourishment"
    assert corrections_of(GAME, tmp_path)["animals"]["elephant"]["climate"] == "both"


def test_agreeing_after_going_back_keeps_what_was_told(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.answer("cold")
    taught.back()
    taught.agree()
    assert corrections_of(GAME, tmp_path)["animals"]["elephant"]["climate"] == "cold"


def test_a_card_that_was_named_is_asked_about_by_that_name(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    taught.answer('  Wild "Urus"  ')
    assert str(taught.lesson.prompt) == 'Wild "Urus": which climate? Yellow is hot, blue is cold'  # type: ignore[union-attr]
    assert corrections_of(GAME, tmp_path)["animals"]["bison"]["name"] == 'Wild "Urus"'


def test_a_name_that_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    for wrong in ("", "   ", "a\x07b"):
        with pytest.raises(BoxError, match="allowed: any short text"):
            taught.answer(wrong)


def test_a_whole_box_can_be_told_and_played(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    answers = 0
    while taught.lesson is not None:
        taught.agree()
        answers += 1
    assert taught.progress == (answers, answers)
    assert taught.problem() is None
    with pytest.raises(BoxError, match="everything in this box has been told"):
        taught.answer("hot")
    setup = GAME.set_up(["Anna", "Ben", "Cleo"], corrections=corrections_of(GAME, tmp_path))
    assert GAME.pieces(setup).guesses == 0


def test_corrections_are_checked_when_a_match_is_set_up(tmp_path: Path) -> None:
    write_corrections(corrections_file(GAME, tmp_path), {"animals": {"dog": {"weight": 7}}})
    with pytest.raises(BoxError) as refused:
        corrections_of(GAME, tmp_path)
    assert "boxes/ark.toml: animals.dog.weight is 7; allowed: a whole number from 0 to 4" in str(refused.value)


def test_a_box_that_cannot_be_played_yet_is_told_without_losing_anything(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    while taught.lesson is not None:
        if taught.lesson.path.endswith(".weight"):
            taught.answer(4)
        else:
            taught.skip()
    assert taught.file.exists()
    assert "too few cards" in str(taught.problem())


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = corrections_file(GAME, tmp_path)
    file.parent.mkdir()
    file.write_text("animals = [", encoding="utf-8")
    with pytest.raises(BoxError, match=r"ark\.toml: not valid TOML"):
        teaching(tmp_path)


def test_what_was_written_by_hand_is_kept(tmp_path: Path) -> None:
    by_hand = {
        "animals": {"from": "owner", "cow": {"weight": 3}, "dog": {"kind": "shy"}},
        "odd key": {"list": ["a", 'b"c', "é"], "flag": True},
    }
    file = corrections_file(GAME, tmp_path)
    write_corrections(file, by_hand)
    assert tomllib.loads(file.read_text(encoding="utf-8")) == by_hand


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    teaching(tmp_path).answer("cold")
    assert [path.name for path in (tmp_path / "boxes").iterdir()] == ["ark.toml"]


def test_a_free_text_lesson_takes_any_short_text_and_a_choice_is_not_case_sensitive() -> None:
    name = Lesson("animals.x.name", Phrase("Name?"), (), "x")
    assert name.read(" a  b ") == "a b"
    weight = Lesson("animals.x.weight", Phrase("Weight?"), (0, 1), 0)
    assert (weight.read("1"), weight.read(1), weight.read("2")) == (1, 1, None)
    assert Lesson("a.b", Phrase("?"), ("hot",), "hot").read("HOT ") == "hot"


OURS = {"noahs-ark": ("length.", "race.", "styles."), "ark-and-noah": ("hull.rectangle.", "hull.tapered.")}
"""No box has printed how fast people race, how many cards a shorter game leaves out, or arks to choose from."""


@pytest.mark.parametrize("game", game_ids())
def test_whatever_a_game_has_printed_can_be_taught_and_agreed_with(game: str, tmp_path: Path) -> None:
    """Our own guesses must be allowed answers, the box stays playable with them, and no guess is left."""
    taught = Teaching(game_named(game), tmp_path)
    every = len(taught.lessons)
    while taught.lesson is not None:
        assert Say("en").error(taught.lesson.prompt)
        taught.agree()
    assert taught.progress == (every, every)
    assert taught.problem() is None
    assert Teaching(game_named(game), tmp_path).lesson is None, "all of it is in the file"
    left = taught.game.box(taught.options, taught.corrections).reconstructed()
    assert [path for path in left if not path.startswith(OURS.get(game, ("-",)))] == []


def test_an_answer_that_is_wrong_by_itself_is_refused_at_once(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    with pytest.raises(BoxError, match=r"animals\.bison\.name: a name has 1 to \d+ letters"):
        taught.answer("x" * 99)
    assert next_path(taught) == "animals.bison.name"
    assert not taught.file.exists()
