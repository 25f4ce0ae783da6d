"""The two editions side by side: everything in which they differ, from the boxes where it is a figure."""

import pytest

from companion.core.box import Box
from companion.core.game import OptionDifference
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.editions import PRINTED
from tests.games.ark_and_noah.stage import pieces_for

EDITION = next(option for option in GAME.options if option.name == "edition")


def differences(language: str = "en") -> dict[str, OptionDifference]:
    return {difference.what: difference for difference in GAME.list_differences(EDITION, GAME.say(language))}


def test_figures_and_names_are_those_of_the_boxes() -> None:
    editions = differences()
    assert editions["Food tiles"].each == ("60", "56")
    assert editions["Bonus tiles"].each == ("12", "8")
    assert editions["Characters"].each == ("Noah, Sem, Cam, Jafet", "Noé, Sem, Cham, Japhet")


def test_every_figure_the_overlay_changes_is_listed() -> None:
    english, french = (GAME.open_box({"edition": edition}, {}) for edition in EDITION.values)
    changed = {path for path in english.provenance if english.get_value(path) != french.get_value(path)}
    assert changed == set(PRINTED)


def test_a_figure_that_both_share_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    value = Box.get_value
    monkeypatch.setattr(Box, "get_value", lambda box, path: 60 if path == "pieces.food" else value(box, path))
    assert "Food tiles" not in differences()


@pytest.mark.parametrize(
    ("what", "played"),
    [
        ("Two workers each", "with 2 players; with 3 if you choose so"),
        ("Where a board goes", "any empty edge"),
        ("Length, normal game", "at least 10, until the hull is closed"),
        ("Turning coupled tiles over", "from the set-up on"),
        ("Points for corrals, end and final scoring", "as in English"),
        ("Pitch a corral needs", "same thing"),
        ("Quick game: tiles go into the corral", "they do"),
    ],
)
def test_if_the_rulebooks_differ_the_list_says_what_we_play(what: str, played: str) -> None:
    assert differences()[what].played == played


def test_the_rounds_are_those_of_the_box() -> None:
    assert differences()["Length, normal game"].each == ("at least 10 rounds", "10 rounds")
    assert pieces_for(3, edition="fr").rounds == 10


def test_no_other_option_has_so_much_to_say() -> None:
    others = [option for option in GAME.options if option is not EDITION]
    assert [GAME.list_differences(option, GAME.say("en")) for option in others] == [()] * len(others)


def test_corrections_are_entered_in_french_too() -> None:
    assert differences("fr")["Deux ouvriers chacun"].each == ("à 2 joueurs", "à 2 ou 3")
