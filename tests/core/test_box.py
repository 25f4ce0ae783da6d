"""Boxes: figures with their origin, corrections by the owner, and errors that name file, entry and allowed values."""

import pytest

from companion.core.box import PROVENANCES, Box
from companion.core.data_folder import read_corrections
from companion.core.errors import BoxError
from companion.core.registry import find_game, list_game_ids

NOAH = find_game("noah")


def box_of(tmp_path, text):
    file = tmp_path / "box.toml"
    file.write_text(text, encoding="utf-8")
    return Box(file)


def get_refusal(tmp_path, text, read=lambda box: box.refuse_unread()):
    with pytest.raises(BoxError) as why:
        read(box_of(tmp_path, text))
    return str(why.value).replace(str(tmp_path / "box.toml"), "FILE")


GOOD = 'from = "rulebook"\n[cat]\nweight = 2\nkind = "shy"\nsexes = ["m", "f"]\n[dog]\nfrom = "source"\nweight = 4\n'


def test_figures_carry_the_origin_of_their_table_or_the_nearest_above(tmp_path):
    box = box_of(tmp_path, GOOD)
    assert box.provenance == {
        "cat.weight": "rulebook", "cat.kind": "rulebook", "cat.sexes": "rulebook", "dog.weight": "source",
    }  # fmt: skip


def test_every_entry_is_checked(tmp_path):
    box = box_of(tmp_path, GOOD)
    assert box.whole("cat.weight", 0, 4) == 2
    assert box.text("cat.kind", ("shy", "slow")) == "shy"
    assert box.texts("cat.sexes", ("m", "f")) == ("m", "f")
    assert box.list_names("cat") == ["weight", "kind", "sexes"]
    assert box.has("dog.weight")
    assert not box.has("dog.kind")
    assert not box.has("dog.weight.grams")


@pytest.mark.parametrize(("read", "says"), [
    (lambda box: box.whole("cat.weight", 3, 9), "FILE: cat.weight is 2; allowed: a whole number from 3 to 9"),
    (lambda box: box.whole("cat.kind", 0, 9), "FILE: cat.kind is 'shy'; allowed: a whole number from 0 to 9"),
    (lambda box: box.text("cat.kind", ("slow", "heavy")), "FILE: cat.kind is 'shy'; allowed: slow, heavy"),
    (lambda box: box.text("cat.weight"), "FILE: cat.weight is 2; allowed: a text"),
    (lambda box: box.texts("cat.sexes", ("m",)), "FILE: cat.sexes is 'f'; allowed: m"),
    (lambda box: box.texts("cat.kind", ("m",)), "FILE: cat.kind is 'shy'; allowed: a list of: m"),
    (lambda box: box.whole("bear.weight", 0, 9), "FILE: the entry bear.weight is missing"),
    (lambda box: box.list_names("cat.weight"), "FILE: cat.weight is 2; allowed: a table of entries"),
])  # fmt: skip
def test_an_impossible_value_is_refused_by_file_entry_and_allowed_values(tmp_path, read, says):
    assert get_refusal(tmp_path, GOOD, read) == says


def test_a_figure_without_origin_is_refused(tmp_path):
    assert get_refusal(tmp_path, "[cat]\nweight = 2\n") == (
        "FILE: cat.weight doesn't say where it comes from: add from = one of rulebook, source, reconstructed, owner"
    )


def test_an_unknown_origin_is_refused(tmp_path):
    says = get_refusal(tmp_path, '[cat]\nfrom = "hearsay"\nweight = 2\n')
    assert says == "FILE: cat.from is 'hearsay'; allowed: rulebook, source, reconstructed, owner"


def test_a_typo_is_found(tmp_path):
    def read(box):
        box.whole("cat.weight", 0, 9)
        box.refuse_unread()

    text = 'from = "source"\n[cat]\nweight = 2\nwieght = 3\n'
    assert get_refusal(tmp_path, text, read) == "FILE: unknown entry cat.wieght; known here: weight"


def test_a_file_that_is_not_toml_is_named(tmp_path):
    assert get_refusal(tmp_path, "cat weighs 2").startswith("FILE: not valid TOML:")


def test_the_owner_corrects_single_figures(tmp_path):
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "noah.toml").write_text("[species.panda]\ntears = 3\n", encoding="utf-8")
    fixed = read_corrections(tmp_path, "noah")
    box = NOAH.open_box({}, fixed)
    assert (box.get_value("species.panda.tears"), box.provenance["species.panda.tears"]) == (3, "owner")
    assert box.provenance["species.panda.weight"] == "source"
    setup = NOAH.set_up(["Anna", "Ben"], corrections=fixed)
    assert {card.tears for card in NOAH.make_pieces(setup).deck if card.species == "panda"} == {3}


@pytest.mark.parametrize(("fixed", "says"), [
    ({"species": {"panda": {"tears": "many"}}},
     "boxes/noah.toml: species.panda.tears is 'many'; allowed: a whole number from 0 to 9"),
    ({"species": {"panda": {"taers": 3}}}, "boxes/noah.toml: unknown entry species.panda.taers; known here: tears"),
    ({"species": {"panda": 4}}, "boxes/noah.toml: species.panda is 4; allowed: a table of entries"),
    ({"ferries": {"limit": {"weight": 3}}},
     "boxes/noah.toml: ferries.limit is {'weight': 3}; allowed: a single value, not a table"),
    ({"species": {"unicorn": {"weight": 4}}}, "boxes/noah.toml: the entry species.unicorn.tears is missing"),
    ({"game": {"hand": 14}}, "31 cards are too few: 2 players need 33"),
    ({"species": {"cat": {"for_all": ["either"]}}}, "only one species can have both sexes, and then on all its cards"),
])  # fmt: skip
def test_an_impossible_correction_is_refused_by_name(fixed, says):
    with pytest.raises(BoxError) as why:
        NOAH.make_pieces(NOAH.set_up(["Anna", "Ben"], corrections=fixed))
    assert str(why.value).endswith(says)


def test_a_match_keeps_the_box_it_was_begun_with():
    setup = NOAH.set_up(["Anna", "Ben"], corrections={"game": {"hand": 5}})
    assert NOAH.make_pieces(setup).hand == 5
    assert setup.corrections == {"game": {"hand": 5}}


@pytest.mark.parametrize("game", list_game_ids())
def test_every_figure_of_every_box_has_an_origin_and_is_used(game):
    played = find_game(game)
    options = played.complete_options({})
    box = played.open_box(options, {})
    assert set(box.provenance.values()) <= set(PROVENANCES)
    for players in played.players:
        played.make_pieces(played.set_up([str(n) for n in range(players)], options))


def test_nothing_in_the_box_of_noah_is_reconstructed():
    assert NOAH.open_box({}, {}).list_reconstructed() == []


@pytest.mark.parametrize("wrong", ["7", "[1, 12]", "[1, true]", "['x']"])
def test_a_list_of_whole_numbers_is_checked_one_by_one(tmp_path, wrong):
    file = tmp_path / "box.toml"
    file.write_text(f"[cards]\nfrom = 'rulebook'\ngood = [1, 2]\nwrong = {wrong}\n")
    box = Box(file)
    assert box.wholes("cards.good", 1, 9) == (1, 2)
    with pytest.raises(BoxError, match=r"cards\.wrong.*a list of whole numbers from 1 to 9"):
        box.wholes("cards.wrong", 1, 9)
