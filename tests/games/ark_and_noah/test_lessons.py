"""Teaching the box of Ark & Noah: the squares of the ark first, then animal by animal."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import BoxError
from companion.core.teach import Teaching, load_corrections
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.pieces import ArkAndNoahPieces
from tests.lessons import teaching_at

BOW = "..## #### #### ..##"


def asked(taught: Teaching) -> str:
    assert taught.lesson is not None
    return taught.lesson.path


def pieces(data: Path, players: int = 4) -> ArkAndNoahPieces:
    """What a match has that nobody chose other options for."""
    names = ["Noah", "Sem", "Cam", "Jafet"][:players]
    unpacked = GAME.make_pieces(GAME.set_up(names, corrections=load_corrections(GAME, data)))
    assert isinstance(unpacked, ArkAndNoahPieces)
    return unpacked


def test_the_ark_is_asked_for_first_and_then_the_animals_we_know_by_name(tmp_path: Path) -> None:
    paths = [lesson.path for lesson in Teaching(GAME, tmp_path).lessons]
    assert paths[:3] == ["hull.own.bow", "hull.own.middle", "hull.own.stern"]
    assert paths.index("species.koala.size") < paths.index("species.cat.name") < paths.index("species.cat.size")


def test_figures_of_the_rulebook_are_not_asked(tmp_path: Path) -> None:
    paths = {lesson.path for lesson in Teaching(GAME, tmp_path).lessons}
    assert not paths & {"species.lion.size", "species.lion.points", "species.dog.size", "species.koala.players"}
    assert {"species.lion.players", "species.dog.points", "species.koala.size"} <= paths
    assert "species.lion.name" not in paths


def test_a_part_of_the_ark_is_entered_row_by_row(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "hull.own.bow")
    taught.answer(BOW)
    taught.answer("### ### ### ###")
    taught.answer("##.. #### #### ##..")
    assert taught.find_problem() is None
    assert load_corrections(GAME, tmp_path)["hull"]["own"]["bow"] == "..##\n####\n####\n..##"
    assert len(pieces(tmp_path).hull.outer) == 36, "the next match is played on it"
    assert taught.find_entry(taught.lessons[0]) == BOW


@pytest.mark.parametrize("wrong", ["", "4 x 3", "### ### ###", "..## ####", "xxx xxx xxx xxx", ".### ### ### ### #"])
def test_an_invalid_part_of_an_ark_is_refused_in_one_line(tmp_path: Path, wrong: str) -> None:
    taught = teaching_at(GAME, tmp_path, "hull.own.bow")
    with pytest.raises(BoxError) as refused:
        taught.answer(wrong)
    assert "isn't possible" in str(refused.value), "in words, not by file and entry"
    assert "\n" not in GAME.say("en").phrase(refused.value)
    assert asked(taught) == "hull.own.bow"
    assert not taught.file.exists()


def test_an_ark_with_more_rows_cannot_be_played_until_all_parts_have_them(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "hull.own.bow")
    taught.answer("..# .## ### ### .## ..#")
    assert "hull.own.middle: every part of the ark needs as many rows" in str(taught.find_problem())
    taught.answer("## ## ## ## ## ##")
    taught.answer("#.. ##. ### ### ##. #..")
    assert taught.find_problem() is None


def test_points_follow_the_size_until_they_are_entered(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "species.tiger.size")
    taught.answer("4")
    assert taught.lesson is not None
    assert (asked(taught), taught.lesson.guess) == ("species.tiger.points", 8)
    tiger = next(species for species in pieces(tmp_path).species if species.id == "tiger")
    assert (tiger.size, tiger.points) == (4, 8)


def test_an_animal_that_turns_out_small_has_no_points_and_the_box_stays_playable(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "species.tiger.size")
    taught.answer(0)
    assert asked(taught) == "species.tiger.players"
    assert taught.find_problem() is None
    assert "tiger" in [species.id for species in pieces(tmp_path).species if species.small]


def test_an_animal_that_turns_out_big_is_asked_for_its_points(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "species.dove.size")
    taught.answer(1)
    assert asked(taught) == "species.dove.points"


def test_an_animal_is_asked_about_by_the_name_its_owner_gave_it(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "species.cat.name")
    with pytest.raises(BoxError, match="every species needs its own name, up to 15 lower-case letters"):
        taught.answer("lion")
    taught.answer("frog")
    assert taught.lesson is not None
    assert str(taught.lesson.prompt).startswith("frog: how many squares")
    assert (
        GAME.say("fr").phrase(teaching_at(GAME, tmp_path, "species.bear.size").lessons[4].prompt).startswith("colombe")
    )


def test_animals_can_be_entered_in_any_order(tmp_path: Path) -> None:
    """Whoever holds the rabbit when we ask whether there is a cat says so, and is asked for the cat later."""
    taught = teaching_at(GAME, tmp_path, "species.cat.name")
    taught.answer("rabbit")
    assert taught.find_problem() is None
    assert len({species.id for species in pieces(tmp_path).species} & {"cat", "rabbit"}) == 2
    later = teaching_at(GAME, tmp_path, "species.rabbit.name")
    assert later.lesson is not None
    assert later.lesson.guess == "cat"
    later.answer("fox")
    last = teaching_at(GAME, tmp_path, "species.fox.name")
    assert last.lesson is not None
    assert last.lesson.guess == "cat"
    last.confirm_piece()
    names = [species.id for species in pieces(tmp_path).species]
    assert len(names) == len(set(names)) == 26
    assert GAME.open_box({}, last.corrections).provenance["species.fox.name"] == "owner"


def test_an_owner_who_added_something_odd_by_hand_gets_one_line(tmp_path: Path) -> None:
    file = Teaching(GAME, tmp_path).file
    file.parent.mkdir()
    file.write_text("[species.frog]\nname = 'frog'\n", encoding="utf-8")
    with pytest.raises(BoxError, match=r"species\.frog\.size"):
        Teaching(GAME, tmp_path)


def test_a_whole_animal_is_entered_in_one_line(tmp_path: Path) -> None:
    say = GAME.say("fr")
    taught = teaching_at(GAME, tmp_path, "species.cat.name")
    taught.enter_line("zèbre 3 6 3", say)
    entered = load_corrections(GAME, tmp_path)["species"]["cat"]
    assert entered == {"name": "zèbre", "size": 3, "points": 6, "players": 3}
    taught.enter_line("colombe 0", say)
    assert load_corrections(GAME, tmp_path)["species"]["dove"]["size"] == 0


def test_points_of_a_small_animal_are_refused_in_words(tmp_path: Path) -> None:
    taught = teaching_at(GAME, tmp_path, "species.cat.name")
    with pytest.raises(BoxError, match="a small animal has no points"):
        taught.enter_line("frog 0 4", GAME.say("en"))


def doubted(**entries: Any) -> set[str]:
    """What an owner is asked to look at again, who told this."""
    return {str(doubt) for doubt in GAME.list_doubts(GAME.open_box({}, entries)).values()}


def test_our_own_box_leaves_no_doubt() -> None:
    assert doubted() == set()


def test_a_box_without_a_size_or_with_one_small_animal_warns() -> None:
    names = GAME.open_box({}, {}).list_names("species")
    some = {name: {"size": 2, "points": 4} for name in names if name not in ("crow", "lion", "elephant", "dog")}
    assert doubted(species=some) == {"fewer than two small animals, but the rulebook has at least two"}
    del some["dove"]
    assert doubted(species=some) == set(), "the dove may be small"


def test_more_animals_for_three_than_there_are_warn() -> None:
    names = GAME.open_box({}, {}).list_names("species")
    assert "22 animals for three players, but other owners count 21" in doubted(
        species={name: {"players": 3} for name in names[:21]}
    )
    assert "6 animals only for four players, but other owners count 5" in doubted(
        species={name: {"players": 4} for name in names[:6]}
    )


def test_an_animal_that_people_have_played_with_warns() -> None:
    assert doubted(species={"koala": {"players": 3}}) == {"koala: others use it with 2 players. Please check your tile"}


def test_an_ark_with_more_pitch_spaces_than_cubes_warns_and_is_played_with() -> None:
    parts = dict.fromkeys(("bow", "middle", "stern"), "####\n####\n####")
    assert doubted(hull={"own": parts}) == {"this ark has 38 pitch spaces, but there are only 36 cubes"}
    assert GAME.set_up(["Anna", "Ben"], {"hull": "own"}, deal="table", corrections={"hull": {"own": parts}})
