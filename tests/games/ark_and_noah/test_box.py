"""The box of Ark & Noah: what is certain holds, the rest is marked as reconstructed and can be corrected."""

from collections import Counter
from typing import Any

import pytest

from companion.core.errors import BoxError, SetupError
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.hull import walls
from companion.games.ark_and_noah.pieces import Species
from tests.games.ark_and_noah.stage import NAMES, ids, pieces_for

PLAYERS = (2, 3, 4)
EDITIONS = ("en", "fr")


def species_of(players: int, **options: str) -> dict[str, Species]:
    return {species.id: species for species in pieces_for(players, **options).species}


def test_there_are_26_species_of_one_male_and_one_female_each() -> None:
    tiles = [tile for species in pieces_for(4).species for tile in species.tiles]
    assert len(tiles) == 52
    assert Counter(tile.sex for tile in tiles) == {"m": 26, "f": 26}
    assert all(tile.mate.species is tile.species and tile.mate.sex != tile.sex for tile in tiles)


def test_every_size_exists_and_at_least_two_species_are_small() -> None:
    sizes = Counter(species.size for species in pieces_for(4).species)
    assert set(sizes) == {0, 1, 2, 3, 4}
    assert sizes[0] >= 2


@pytest.mark.parametrize(("id", "size"), [("dog", 1), ("lion", 3), ("elephant", 4), ("crow", 0)])
def test_the_sizes_the_rulebook_names_are_right(id: str, size: int) -> None:
    assert species_of(4)[id].size == size


@pytest.mark.parametrize(("id", "points"), [("lion", 6), ("elephant", 8), ("crow", 0)])
def test_the_points_the_rulebook_names_are_right(id: str, points: int) -> None:
    assert species_of(4)[id].points == points


def test_small_animals_are_worth_no_points() -> None:
    assert all(species.points == 0 for species in pieces_for(4).species if species.small)


def test_all_species_of_the_examples_are_played_with_four() -> None:
    named = {"dog", "giraffe", "dove", "crow", "tiger", "elephant", "rhinoceros", "lion"}
    assert named <= set(species_of(4))


def test_fewer_players_use_fewer_species_and_no_others() -> None:
    two, three, four = (set(species_of(players)) for players in PLAYERS)
    assert (len(two), len(three), len(four)) == (16, 21, 26)
    assert two < three < four
    assert {"koala", "elephant"} <= two
    assert "panda" in three


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_27_boards_a_colour_36_cubes_and_food_for_the_whole_ark(edition: str) -> None:
    pieces = pieces_for(4, edition=edition)
    assert pieces.boards * 4 == 108
    assert pieces.pitch == 36
    assert pieces.food >= 56 > len(pieces.hull.squares) == 48


def test_the_editions_differ_in_food_and_bonus_tiles_and_names_alone() -> None:
    english, french = (pieces_for(4, edition=edition) for edition in EDITIONS)
    assert (english.food, french.food) == (60, 56)
    assert (english.bonus_tiles, french.bonus_tiles) == (12, 8)
    assert english.characters == ("Noah", "Sem", "Cam", "Jafet")
    assert french.characters == ("Noé", "Sem", "Cham", "Japhet")
    assert ids(english.species) == ids(french.species)
    assert english.rounds == french.rounds == 10


@pytest.mark.parametrize("hull", ["rectangle", "tapered"])
def test_the_perimeter_of_a_corral_follows_from_its_squares(hull: str) -> None:
    shapes = pieces_for(4, hull=hull).hull.shapes
    boards = {size: {number for number, _ in found} for size, found in shapes.items()}
    assert boards == {1: {4}, 2: {6}, 3: {8}, 4: {8, 10}}


@pytest.mark.parametrize("hull", ["rectangle", "tapered"])
def test_the_corrals_of_both_examples_can_be_built(hull: str) -> None:
    shapes = pieces_for(4, hull=hull).hull.shapes
    assert (8, 2) in shapes[3], "lions: 8 boards, 2 cubes"
    assert (10, 3) in shapes[4], "elephants: 10 boards, 3 cubes"


@pytest.mark.parametrize("hull", ["rectangle", "tapered"])
def test_outer_edges_in_a_row_touch_one_pitch_space_more(hull: str) -> None:
    spaces = pieces_for(4, hull=hull).hull.spaces
    for start in range(len(spaces)):
        row = [spaces[(start + step) % len(spaces)].edges[1] for step in range(4)]
        for length in range(1, 5):
            touched = {space for edge in row[:length] for space in edge.spaces}
            assert len(touched) == length + 1


def test_eight_double_sided_bonus_tiles_are_always_enough() -> None:
    for players in PLAYERS:
        workers = 4 if players == 2 else players
        unworked = len(pieces_for(players).actions) - workers
        assert unworked == {2: 3, 3: 4, 4: 3}[players]
        for edition in EDITIONS:
            assert pieces_for(players, edition=edition).bonus_tiles >= 2 * unworked


@pytest.mark.parametrize(("players", "squares", "outer"), [(2, 24, 20), (3, 36, 26), (4, 48, 32)])
def test_a_rectangle_has_12_squares_a_part(players: int, squares: int, outer: int) -> None:
    hull = pieces_for(players).hull
    assert (len(hull.squares), len(hull.outer), len(hull.spaces)) == (squares, outer, outer)


@pytest.mark.parametrize(("players", "squares", "outer"), [(2, 24, 24), (3, 36, 30), (4, 48, 36)])
def test_a_tapered_ark_has_as_many_pitch_spaces_as_there_are_cubes(players: int, squares: int, outer: int) -> None:
    hull = pieces_for(players, hull="tapered").hull
    assert (len(hull.squares), len(hull.outer), len(hull.spaces)) == (squares, outer, outer)


def test_a_quick_game_has_five_actions_eight_rounds_and_no_small_animals() -> None:
    pieces = pieces_for(4, mode="quick")
    assert ids(pieces.actions) == ["animals", "exchange", "wood", "build", "load"]
    assert pieces.rounds == 8
    assert not any(species.small for species in pieces.species)


def test_a_normal_game_has_seven_actions_from_pitch_to_load() -> None:
    assert ids(pieces_for(3).actions) == ["pitch", "animals", "food", "exchange", "wood", "build", "load"]


def test_unknown_figures_are_marked_as_reconstructed() -> None:
    box = GAME.open_box({"edition": "en"}, {})
    guessed = set(box.list_reconstructed())
    assert {"species.dog.points", "species.tiger.size", "hull.rectangle.bow"} <= guessed
    certain = {"species.dog.size", "species.lion.points", "species.crow.points", "pieces.boards", "normal.rounds"}
    assert not certain & guessed
    assert box.provenance["species.koala.players"] == "source"


def corrected(**corrections: Any) -> Any:
    return pieces_for(4, corrections=corrections)


def test_the_owner_can_teach_a_species() -> None:
    pieces = corrected(species={"tiger": {"size": 4, "points": 9}})
    tiger = next(species for species in pieces.species if species.id == "tiger")
    assert (tiger.size, tiger.points) == (4, 9)


def test_the_owner_can_give_a_species_another_name() -> None:
    pieces = corrected(species={"squirrel": {"name": "frog"}})
    names = ids(pieces.species)
    assert "frog" in names
    assert "squirrel" not in names
    assert len(names) == 26
    assert "frog-m" in pieces.tiles


@pytest.mark.parametrize("name", ["lion", "done", "Frog", "polar bear", "polar-bear", "x" * 16, ""])
def test_a_name_that_would_confuse_is_refused(name: str) -> None:
    with pytest.raises(BoxError, match=r"species\.squirrel\.name: every species needs its own name"):
        corrected(species={"squirrel": {"name": name}})


def test_the_owner_can_teach_the_squares_of_the_ark() -> None:
    bow = "..#\n.##\n###\n###\n.##\n..#"
    middle = "##\n" * 6
    stern = "#..\n##.\n###\n###\n##.\n#.."
    pieces = corrected(hull={"rectangle": {"bow": bow, "middle": middle, "stern": stern}})
    assert len(pieces.hull.squares) == 48
    assert len(pieces.hull.outer) == len(pieces.hull.spaces) == 2 * (10 + 6)
    assert all(len(walls([square])) == 4 for square in pieces.hull.squares)


@pytest.mark.parametrize(
    ("corrections", "said"),
    [
        ({"species": {"dog": {"size": 5}}}, "species.dog.size is 5; allowed: a whole number from 0 to 4"),
        ({"species": {"crow": {"points": 2}}}, "species.crow.points: a small animal has no points"),
        ({"species": {"dog": {"weight": 5}}}, "unknown entry species.dog.weight"),
        ({"hull": {"rectangle": {"bow": "###\n###"}}}, "12 squares"),
        ({"hull": {"tapered": {"bow": "#####\n#####\n##"}}}, "as many rows"),
        ({"hull": {"rectangle": {"bow": "####\n#..#\n#..#\n####"}}}, "hang together, without a hole"),
        ({"hull": {"rectangle": {"bow": "xxx\nxxx\nxxx\nxxx"}}}, "12 squares"),
        ({"hull": {"squares_a_part": 99}}, "hull.squares_a_part is 99"),
        ({"pieces": {"characters": ["Ham"]}}, "allowed: Noah"),
    ],
)
def test_an_impossible_box_is_refused_by_name(corrections: dict[str, Any], said: str) -> None:
    with pytest.raises(BoxError, match=r"boxes/ark-and-noah\.toml") as refused:
        pieces_for(4, corrections=corrections)
    assert said in str(refused.value)


def test_too_few_species_for_the_players_are_refused() -> None:
    rare = {species.id: {"players": 4} for species in pieces_for(4).species[:21]}
    with pytest.raises(BoxError, match="too few for 3 players"):
        pieces_for(3, corrections={"species": rare})


def test_only_two_to_four_can_play() -> None:
    for names in (NAMES[:1], (*NAMES, "Ham")):
        with pytest.raises(SetupError, match="2 to 4 players"):
            GAME.set_up(names)


def test_a_table_of_origins_can_name_single_figures(tmp_path: Any) -> None:
    from companion.core.box import Box

    file = tmp_path / "box.toml"
    file.write_text('[dog]\nfrom = { size = "rulebook", others = "reconstructed" }\nsize = 1\npoints = 2\n')
    assert Box(file).provenance == {"dog.size": "rulebook", "dog.points": "reconstructed"}
    file.write_text('[dog]\nfrom = { size = "hearsay" }\nsize = 1\n')
    with pytest.raises(BoxError, match="hearsay"):
        Box(file)
    file.write_text('[dog]\nfrom = { size = "rulebook" }\nsize = 1\npoints = 2\n')
    with pytest.raises(BoxError, match=r"dog\.points doesn't say where it comes from"):
        Box(file)
