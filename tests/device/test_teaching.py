"""Teaching a box with the dial: any piece, a few pushes each, every answer kept at once."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.core.data_folder import read_corrections
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView

SamePicture = Callable[[Image.Image, str], None]


def at_box(device: Rehearsal, title: str) -> None:
    device.pick("Teach a game")
    device.pick(title)


def first_piece(device: Rehearsal, title: str) -> None:
    at_box(device, title)
    device.pick("One by one")


def rows(device: Rehearsal) -> dict[str, str]:
    assert isinstance(device.view, PickView)
    return {row.label: row.value for row in device.view.rows}


def test_a_figure_is_entered_with_two_pushes_and_the_others_stay_guesses(device: Rehearsal, tmp_path: Path) -> None:
    first_piece(device, "Ark")
    assert rows(device)["Climate"] == "hot ?"
    device.pick("Climate")
    device.pick("cold")
    assert rows(device)["Climate"] == "cold"
    assert rows(device)["Eats"].endswith("?")
    assert read_corrections(tmp_path, "ark") == {"animals": {"elephant": {"climate": "cold"}}}


def test_pushing_on_leaves_a_guess_a_guess_and_only_yes_confirms_it(device: Rehearsal, tmp_path: Path) -> None:
    first_piece(device, "Ark")
    device.pick("Next one")
    assert read_corrections(tmp_path, "ark") == {}
    device.pick("Yes, that's right")
    corrections = read_corrections(tmp_path, "ark")["animals"]
    assert len(corrections) == 1
    device.back()
    assert isinstance(device.view, PickView)
    assert device.view.title == "Ark: 1/49 entered"


def test_a_name_is_written_letter_by_letter(device: Rehearsal, tmp_path: Path) -> None:
    at_box(device, "Ark & Noah")
    device.pick("bear - dog")
    device.pick("cat ?")
    device.pick("Name")
    device.host.type("ox\n")
    assert read_corrections(tmp_path, "ark-and-noah")["species"]["cat"]["name"].casefold() == "ox"


def test_a_card_is_put_together_from_words(device: Rehearsal, tmp_path: Path) -> None:
    first_piece(device, "Noah's Ark")
    device.turn(1)
    device.push()
    for word in ("eagle", "snake", "3", "Done"):
        device.pick(word)
    (card,) = read_corrections(tmp_path, "noahs-ark")["animals"].values()
    assert (card["shows"], card["points"]) == (["eagle", "snake"], 3)


def test_an_impossible_card_is_refused_in_words(device: Rehearsal, tmp_path: Path) -> None:
    first_piece(device, "Noah's Ark")
    device.turn(1)
    device.push()
    device.pick("eagle")
    device.pick("Done")
    assert isinstance(device.view, ReadingView)
    assert read_corrections(tmp_path, "noahs-ark") == {}
    device.push()
    assert isinstance(device.view, PickView)


def test_a_value_against_the_rulebook_warns_and_is_accepted(device: Rehearsal, tmp_path: Path) -> None:
    at_box(device, "Ark")
    assert isinstance(device.view, PickView)
    chapter = next(row.label for row in device.view.rows if row.label.partition(" - ")[2] >= "skunk" > row.label[:5])
    device.pick(chapter)
    device.pick("skunk ?")
    device.pick("Eats")
    device.pick("carnivore")
    assert isinstance(device.view, ReadingView)
    assert " ".join(device.view.lines) == "The skunk: the rulebook says herbivore or omnivore. Is that what's printed?"
    assert read_corrections(tmp_path, "ark")["animals"]["skunk"]["nourishment"] == "carnivore"


@pytest.mark.golden
def test_it_looks_like_this_in_french(tmp_path: Path, same_picture: SamePicture) -> None:
    with Rehearsal(tmp_path, "fr") as device:
        device.pick("Décrire un jeu")
        same_picture(device.picture(), "teach-boxes-fr")
        device.pick("Ark & Noah")
        same_picture(device.picture(), "teach-box-fr")
        device.pick("L’un après l’autre")
        device.pick("Suivant")
        same_picture(device.picture(), "teach-piece-fr")
