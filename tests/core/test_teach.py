"""Teaching a box: one entry at a time, on disk at once, and checked when it is used."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.core.box import Tree, set_entry
from companion.core.data_folder import read_corrections
from companion.core.errors import BoxError, Phrase
from companion.core.lesson import translate_to_box, word_answer
from companion.core.registry import find_game, list_game_ids
from companion.core.teach import Lesson, Teaching, load_corrections, locate_corrections, write_corrections
from companion.core.words import Say
from companion.games.ark import GAME
from tests.lessons import teaching_at


def teaching(data: Path) -> Teaching:
    return Teaching(GAME, data)


def next_path(taught: Teaching) -> str:
    assert taught.lesson is not None
    return taught.lesson.path


def test_a_box_without_a_file_is_as_printed(tmp_path: Path) -> None:
    assert load_corrections(GAME, tmp_path) == {}
    assert not locate_corrections(GAME, tmp_path).exists()


def test_only_reconstructed_figures_are_asked(tmp_path: Path) -> None:
    asked = {lesson.path for lesson in teaching(tmp_path).lessons}
    assert "animals.elephant.climate" in asked
    assert "animals.elephant.weight" not in asked, "the rulebook says it"
    assert "animals.elephant.name" not in asked
    assert {"animals.bison.name", "animals.bison.weight", "provisions.grain.weight"} <= asked


def test_a_lesson_lists_possible_answers_and_our_guess(tmp_path: Path) -> None:
    lesson = teaching(tmp_path).lesson
    assert lesson is not None
    assert (lesson.path, lesson.list_choices(), lesson.guess) == (
        "animals.elephant.climate",
        ["hot", "cold", "both"],
        "hot",
    )
    assert str(lesson.prompt) == "Which climate does the elephant like? Yellow is hot, blue is cold."
    assert GAME.say("fr").phrase(lesson.label_value("hot")) == "chaud"


def test_an_answer_is_in_the_file_before_the_next_question(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.answer("cold")
    assert next_path(taught) == "animals.elephant.nourishment"
    written = tomllib.loads((tmp_path / "boxes" / "ark.toml").read_text(encoding="utf-8"))
    assert written == {"animals": {"elephant": {"climate": "cold"}}}


def test_numbers_are_written_as_numbers(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bronto.weight")
    taught.answer("3")
    assert load_corrections(GAME, tmp_path) == {"animals": {"bronto": {"weight": 3}}}


def test_an_owner_can_stop_and_continue_another_day(tmp_path: Path) -> None:
    first = teaching(tmp_path)
    first.answer("cold")
    first.answer("herbivore")
    again = teaching(tmp_path)
    assert next_path(again) == "animals.elephant.kind"
    assert again.progress == (2, len(again.lessons))


def test_an_impossible_figure_changes_nothing_and_is_refused_in_plain_words(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    with pytest.raises(BoxError) as refused:
        taught.answer("tepid")
    assert str(refused.value) == "'tepid' isn't possible. Choose: hot, cold, both"
    assert next_path(taught) == "animals.elephant.climate"
    assert not taught.file.exists()


def test_agreeing_writes_our_guess_as_the_owners_word(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.confirm_piece()
    guesses = {"climate": "hot", "nourishment": "herbivore", "kind": "heavy"}
    assert load_corrections(GAME, tmp_path) == {"animals": {"elephant": guesses}}
    box = GAME.open_box({}, load_corrections(GAME, tmp_path))
    assert box.provenance["animals.elephant.climate"] == "owner"
    assert "animals.elephant.climate" not in box.list_reconstructed()


def test_skipping_leaves_an_entry_for_later(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.skip_entry()
    taught.answer("none")
    assert next_path(teaching(tmp_path)) == "animals.elephant.climate"


def test_going_back_corrects_an_answer(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.answer("cold")
    taught.go_back()
    assert next_path(taught) == "animals.elephant.climate"
    assert taught.lesson is not None
    assert taught.find_entry(taught.lesson) == "cold"
    taught.answer("both")
    assert next_path(taught) == "animals.elephant.nourishment"
    assert load_corrections(GAME, tmp_path)["animals"]["elephant"]["climate"] == "both"


def test_agreeing_after_going_back_keeps_the_entered_figure(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    taught.answer("cold")
    taught.go_back()
    taught.confirm_piece()
    assert load_corrections(GAME, tmp_path)["animals"]["elephant"]["climate"] == "cold"
    assert next_path(taught) == "animals.bronto.climate"


def test_a_card_that_was_named_is_asked_about_by_that_name(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    taught.answer('  Wild "Urus"  ')
    assert str(taught.lesson.prompt) == 'Which climate does Wild "Urus" like? Yellow is hot, blue is cold.'  # type: ignore[union-attr]
    assert load_corrections(GAME, tmp_path)["animals"]["bison"]["name"] == 'Wild "Urus"'


def test_a_name_that_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    for wrong in ("", "   ", "a\x07b"):
        with pytest.raises(BoxError, match="Choose: any short text"):
            taught.answer(wrong)


def test_a_whole_box_can_be_entered_and_played(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    answers = 0
    while taught.lesson is not None:
        taught.confirm_piece()
        answers += 1
    assert taught.pieces_entered == (answers, answers)
    assert answers == 49
    assert taught.find_problem() is None
    with pytest.raises(BoxError, match="Everything about this game has been entered"):
        taught.answer("hot")
    setup = GAME.set_up(["Anna", "Ben", "Cleo"], corrections=load_corrections(GAME, tmp_path))
    assert GAME.make_pieces(setup).guesses == 0


def test_corrections_are_checked_when_a_match_is_set_up(tmp_path: Path) -> None:
    write_corrections(locate_corrections(GAME, tmp_path), {"animals": {"dog": {"weight": 7}}})
    with pytest.raises(BoxError) as refused:
        load_corrections(GAME, tmp_path)
    assert "boxes/ark.toml: animals.dog.weight is 7; allowed: a whole number from 0 to 4" in str(refused.value)


def test_an_unplayable_box_is_entered_without_losing_anything(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    while taught.lesson is not None:
        if taught.lesson.path.endswith(".weight"):
            taught.answer(4)
        else:
            taught.skip_entry()
    assert taught.file.exists()
    assert "too few cards" in str(taught.find_problem())


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = locate_corrections(GAME, tmp_path)
    file.parent.mkdir()
    file.write_text("animals = [", encoding="utf-8")
    with pytest.raises(BoxError, match=r"ark\.toml: not valid TOML"):
        teaching(tmp_path)


def test_comments_written_by_hand_are_kept(tmp_path: Path) -> None:
    by_hand = {
        "animals": {"from": "owner", "cow": {"weight": 3}, "dog": {"kind": "shy"}},
        "odd key": {"list": ["a", 'b"c', "é"], "flag": True},
    }
    file = locate_corrections(GAME, tmp_path)
    write_corrections(file, by_hand)
    assert tomllib.loads(file.read_text(encoding="utf-8")) == by_hand


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    teaching(tmp_path).answer("cold")
    assert [path.name for path in (tmp_path / "boxes").iterdir()] == ["ark.toml"]


def test_a_free_text_lesson_takes_any_short_text_and_a_choice_is_not_case_sensitive() -> None:
    name = Lesson("animals.x.name", Phrase("Name?"), (), "x")
    assert name.parse_answer(" a  b ") == "a b"
    weight = Lesson("animals.x.weight", Phrase("Weight?"), (0, 1), 0)
    assert (weight.parse_answer("1"), weight.parse_answer(1), weight.parse_answer("2")) == (1, 1, None)
    assert Lesson("a.b", Phrase("?"), ("hot",), "hot").parse_answer("HOT ") == "hot"


OURS = {"noahs-ark": ("length.", "race.", "styles."), "ark-and-noah": ("hull.rectangle.", "hull.tapered.")}
"""No box has printed how fast people race, how many cards a shorter game leaves out, or arks to choose from."""


@pytest.mark.parametrize("game", list_game_ids())
def test_whatever_a_game_has_printed_can_be_taught_and_agreed_with(game: str, tmp_path: Path) -> None:
    """Our own guesses must be allowed answers, the box stays playable with them, and no guess is left."""
    taught = Teaching(find_game(game), tmp_path)
    while taught.lesson is not None:
        assert Say("en").phrase(taught.lesson.prompt)
        taught.confirm_piece()
    entered, every = taught.progress
    assert entered == every
    assert taught.find_problem() is None
    assert Teaching(find_game(game), tmp_path).lesson is None, "all of it is in the file"
    left = taught.game.open_box(taught.options, taught.corrections).list_reconstructed()
    assert [path for path in left if not path.startswith(OURS.get(game, ("-",)))] == []


@pytest.mark.parametrize(
    ("line", "language"), [("hay, hot, 2, provisions", "en"), ("foin, provisions, chaud, 2", "fr")]
)
def test_provisions_of_another_name_are_taught_as_provisions(line: str, language: str, tmp_path: Path) -> None:
    taught = Teaching(GAME, tmp_path)
    taught.enter_line(line, GAME.say(language))
    name = line.split(",", maxsplit=1)[0]
    assert read_corrections(tmp_path, GAME.id) == {
        "provisions": {"apples": {"name": name, "climate": "hot", "weight": 2}}
    }


def test_a_new_name_never_joins_the_features_of_a_nameless_card(tmp_path: Path) -> None:
    """At the table somebody entered a card without a name; what is taught now contradicts it, so it is another one."""
    nameless = {"climate": "hot", "weight": 3, "nourishment": "herbivore", "kind": "shy"}
    write_corrections(tmp_path / "boxes" / "ark.toml", {"animals": {"mammoth": nameless}})
    taught = Teaching(GAME, tmp_path)
    taught.open_piece("animals.mammoth.name")
    assert EN.phrase(taught.piece[0].prompt) == "You entered shy animal 3 without a name. Which animal is it?"
    taught.enter_line("okapi, cold", EN)
    saved = read_corrections(tmp_path, GAME.id)["animals"]
    assert saved.pop("mammoth") == nameless
    assert list(saved.values()) == [{"name": "okapi", "climate": "cold"}]
    taught.open_piece("animals.mammoth.name")
    taught.enter_line("gnu, hot, 3", EN)
    assert read_corrections(tmp_path, GAME.id)["animals"]["mammoth"]["name"] == "gnu"


def test_an_answer_that_is_wrong_by_itself_is_refused_at_once(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    with pytest.raises(BoxError, match=r"isn't possible: a name needs 1 to \d+ letters"):
        taught.answer("x" * 99)
    assert next_path(taught) == "animals.bison.name"
    assert not taught.file.exists()


EN, FR = GAME.say("en"), GAME.say("fr")


def tell(taught: Teaching, *lines: str, say: Say = EN) -> None:
    for line in lines:
        taught.enter_line(line, say)


def animals(data: Path) -> dict[str, Any]:
    corrections: dict[str, Any] = load_corrections(GAME, data)["animals"]
    return corrections


def test_a_whole_card_is_one_line_and_first_letters_are_enough(tmp_path: Path) -> None:
    tell(teaching(tmp_path), "h o h")
    assert animals(tmp_path) == {"elephant": {"climate": "hot", "nourishment": "omnivore", "kind": "heavy"}}


def test_the_words_of_the_language_count_with_or_without_accents(tmp_path: Path) -> None:
    tell(teaching(tmp_path), "elephant, froid, carnivore", "Zèbre chaud 3 h timides", say=FR)
    assert animals(tmp_path) == {
        "elephant": {"climate": "cold", "nourishment": "carnivore"},
        "zebra": {"name": "zebra", "climate": "hot", "weight": 3, "nourishment": "herbivore", "kind": "shy"},
    }


def test_cards_are_entered_in_any_order_and_the_asked_one_waits(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    tell(taught, "polar bear h", "zebra c 1")
    assert animals(tmp_path) == {
        "polar-bear": {"nourishment": "herbivore"},
        "zebra": {"name": "zebra", "climate": "cold", "weight": 1},
    }
    assert next_path(taught) == "animals.elephant.climate"


def test_an_unknown_name_replaces_the_next_guess(tmp_path: Path) -> None:
    tell(teaching(tmp_path), "Snow hare, cold, 0, h, shy")
    assert animals(tmp_path) == {
        "mammoth": {"name": "Snow hare", "climate": "cold", "weight": 0, "nourishment": "herbivore", "kind": "shy"}
    }


def test_pushing_on_leaves_a_guess_a_guess(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    for _ in range(49):
        taught.go_to_next_piece()
    assert taught.piece == ()
    assert not taught.file.exists()
    assert taught.pieces_entered == (0, 49)


def test_a_letter_that_could_mean_two_things_is_asked_back(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="'s' could be slow, shy: write one letter more"):
        tell(teaching(tmp_path), "h h s")
    assert not locate_corrections(GAME, tmp_path).exists()


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    tell(taught, "Okapi h 3 h heavy")
    taught = teaching_at(GAME, tmp_path, "animals.bison.name")
    with pytest.raises(BoxError, match="'okapi' isn't possible: another card already has this name"):
        taught.answer("okapi")


def test_a_whole_unknown_box_takes_less_than_sixty_lines(tmp_path: Path) -> None:
    """Every card has another name and other figures than we guess, and they are told in the order they lie there."""
    taught, lines = teaching(tmp_path), 0
    for number in range(34):
        tell(taught, f"Beast{chr(97 + number // 26)}{chr(97 + number % 26)} b {number % 3} n useful")
        lines += 1
    while taught.piece:
        tell(taught, ", ".join(lesson.list_choices()[-1] for lesson in taught.piece if lesson.allowed))
        lines += 1
        assert lines <= 60
    assert teaching(tmp_path).pieces_entered[0] > 40


def test_comments_of_a_file_edited_by_hand_survive(tmp_path: Path) -> None:
    file = locate_corrections(GAME, tmp_path)
    file.parent.mkdir()
    file.write_text("# my box\n[animals.cow]\nweight = 3  # really\n", encoding="utf-8")
    tell(teaching(tmp_path), "zebra hot")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# my box\n[animals.cow]\nweight = 3  # really\n")
    assert tomllib.loads(text)["animals"]["zebra"] == {"name": "zebra", "climate": "hot"}


@pytest.mark.parametrize(("game", "most"), [("ark", 60), ("ark-and-noah", 40), ("noahs-ark", 50)])
def test_a_whole_unknown_box_takes_few_questions(tmp_path: Path, game: str, most: int) -> None:
    taught = Teaching(find_game(game), tmp_path)
    questions = 0
    while taught.piece:
        taught.confirm_piece()
        questions += 1
    assert 20 < questions <= most
    assert taught.progress[0] == taught.progress[1]
    assert taught.find_problem() is None


def test_values_against_the_rulebook_warn_and_are_played_with(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "animals.skunk.nourishment")
    assert not taught.doubts
    taught.answer("carnivore")
    assert [str(doubt) for doubt in taught.doubts.values()] == [
        "The skunk: the rulebook says herbivore or omnivore. Is that what's printed?"
    ]
    assert load_corrections(GAME, tmp_path)["animals"]["skunk"]["nourishment"] == "carnivore"
    assert taught.explain_problem() is None


def test_a_box_without_a_weight_or_a_shy_animal_warns(tmp_path: Path) -> None:
    corrections: Tree = {}
    for lesson in teaching(tmp_path).lessons:
        for figure, value in ((".kind", "useful"), (".weight", 2)):
            if lesson.path.endswith(figure):
                set_entry(corrections, lesson.path.split("."), value)
    write_corrections(locate_corrections(GAME, tmp_path), corrections)
    said = {str(doubt) for doubt in teaching(tmp_path).doubts.values()}
    assert "no animal weighs 4, but the rulebook says some do" in said
    assert "no animal is shy, but the rulebook says some are" in said


def test_an_unplayable_game_is_named_without_files_and_entries(tmp_path: Path) -> None:
    file = locate_corrections(GAME, tmp_path)
    write_corrections(file, {"game": {"start_lightest": 4, "start_heaviest": 3}})
    why = teaching(tmp_path).explain_problem()
    assert str(why) == "too few cards are light enough for the first four cabins"


def test_a_number_that_cannot_be_printed_is_refused_and_names_no_card(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    for line in ("77", "giraffe 77", "zebra 9"):
        with pytest.raises(BoxError, match="means nothing for this card; choose from: "):
            tell(taught, line)
    assert not load_corrections(GAME, tmp_path)


def test_an_entered_card_is_shown_as_it_was_understood(tmp_path: Path) -> None:
    taught = teaching(tmp_path)
    lessons = taught.enter_line("zebra h 2 h shy", EN)
    assert [taught.find_entry(lesson) for lesson in lessons] == ["zebra", "hot", 2, "herbivore", "shy"]
    assert taught.enter_line("Snow hare, cold", EN)[0].path == "animals.mammoth.name"


def test_a_card_is_entered_in_the_language_of_its_owner(tmp_path: Path) -> None:
    game = find_game("noahs-ark")
    taught, french = Teaching(game, tmp_path), game.say("fr")
    for line in ("lion aigle singe 3 noa", "Éléphant, girafe, 1", "l a si 2", "lion eagle monkey 0"):
        taught.enter_line(line, french)
    shown = [card["shows"] for card in load_corrections(game, tmp_path)["animals"].values()]
    assert shown == [["lion", "eagle", "monkey"], ["elephant", "giraffe"], *[["lion", "eagle", "monkey"]] * 2]
    with pytest.raises(BoxError, match="'s' could be serpent, singe: write one letter more"):
        taught.enter_line("l s 2", french)
    with pytest.raises(BoxError, match="'tigre' means nothing for this card"):
        taught.enter_line("lion tigre 2", french)


def test_a_power_of_several_words_is_one_word_of_the_box(tmp_path: Path) -> None:
    game = find_game("noahs-ark")
    taught, french = Teaching(game, tmp_path), game.say("fr")
    taught.open_piece(next(lesson.path for lesson in taught.lessons if lesson.path.startswith("advanced")))
    for line in ("double paire lion aigle", "joker girafe singe 1"):
        taught.enter_line(line, french)
    powers = [card["power"] for card in load_corrections(game, tmp_path)["advanced"].values()]
    assert powers == ["pairs", "wild"]


def test_an_animal_can_be_entered_while_the_ark_is_asked_for(tmp_path: Path) -> None:
    game = find_game("ark-and-noah")
    taught = Teaching(game, tmp_path)
    first = next_path(taught)
    assert taught.lessons[0].room is not None
    tell(taught, "dog 4", "zebra 2 5")
    species = load_corrections(game, tmp_path)["species"]
    assert species["dog"]["points"] == 4
    assert [
        (candidate["size"], candidate["points"]) for candidate in species.values() if candidate.get("name") == "zebra"
    ] == [(2, 5)]
    assert next_path(taught) == first, "the ark still waits"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_shown_card_can_be_typed_as_it_is_shown(tmp_path: Path, language: str) -> None:
    game = find_game("noahs-ark")
    say = game.say(language)
    lessons = [lesson for lesson in Teaching(game, tmp_path).lessons if lesson.vocabulary]
    assert len(lessons) > 30
    for lesson in lessons:
        assert translate_to_box(lesson, word_answer(lesson, lesson.guess, say), say) == lesson.guess
