"""Options on the device: values in words on one row each, and what editions differ in, page by page."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.app.app import App
from companion.core.match import Match
from companion.core.registry import find_game, list_game_ids
from companion.core.words import LANGUAGES
from companion.device.context import Context
from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.views.pages import DifferencesView
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.device.walks.options import OptionView, make_option_page, make_option_view
from tests.device.hands import asked, sit_down
from tests.device.paper import draw_checked, shows

SamePicture = Callable[[Image.Image, str], None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", list_game_ids())
def test_every_value_stands_on_one_row_and_every_page_about_it_fits(id: str, language: str, tmp_path: Path) -> None:
    game = find_game(id)
    context = Context(App(tmp_path, language))
    for option in game.options:
        view = make_option_view(context, game, option)
        for at, row in enumerate(view.rows):
            assert len(view.lines(Pencil())[view.rows.index(row)].words.lines) == 1, row.label
            view.at = at
            assert shows(view, view.title), view.title
            assert shows(view, row.label), row.label
        page = make_option_page(context, game, option)
        draw_checked(page)
        for title, lines in page.pages if isinstance(page, DifferencesView) else ():
            assert all(shows(page, text) for text in (title, *lines)), title
            page.turn(1)
    context.app.close()


def to_the_edition(device: Rehearsal) -> None:
    """From the first menu to the question which edition it is."""
    sit_down(device, "Ark & Noah")
    device.pick("normal")


@pytest.mark.golden
def test_the_editions_are_compared_where_one_is_chosen(device: Rehearsal, same_picture: SamePicture) -> None:
    to_the_edition(device)
    same_picture(device.picture(), "option-edition")
    device.pick("What's the difference?")
    assert isinstance(device.view, DifferencesView)
    assert shows(device.view, "English: 60")
    device.turn(4)
    assert shows(device.view, "> at least 10, until the hull is closed")
    same_picture(device.picture(), "option-edition-differences")
    device.turn(99)
    assert shows(device.view, "Quick game")
    device.push()
    assert isinstance(device.view, OptionView)
    device.pick("French")
    device.pick("everyone's supplies")
    device.pick("as in your game")
    device.pick("one worker each")
    assert device.match is not None
    assert device.match.setup.options == {
        "mode": "normal",
        "edition": "fr",
        "depth": "counts",
        "hull": "own",
        "workers": "one",
    }


@pytest.mark.golden
def test_options_can_be_read_during_the_match(tmp_path: Path, same_picture: SamePicture) -> None:
    with Rehearsal(tmp_path) as device:
        to_the_edition(device)
        for label in ("French", "every piece", "tapered", "one worker each"):
            device.pick(label)
    with Rehearsal(tmp_path, "fr") as device:
        device.push()
        device.push()
        device.read_on()
        device.back()
        device.pick("Options")
        same_picture(device.picture(), "option-agreed-fr")
        device.pick("Édition : française")
        assert shows(device.view, "française : 56")
        same_picture(device.picture(), "option-agreed-edition-fr")
        device.back()
        device.pick("Arche : effilée")
        assert isinstance(device.view, ReadingView)
        device.back()
        device.back()
        assert isinstance(device.view, PickView)
        assert device.view.title == "Ark & Noah"


def test_the_ark_explains_an_option_and_leads_back_to_it(device: Rehearsal) -> None:
    sit_down(device, "Noah")
    device.turn(1)
    device.tap("dome")
    assert shows(device.view, "Length")
    device.push()
    assert isinstance(device.view, OptionView)
    assert device.view.marked.result == "long"


def begin_noahs_ark(device: Rehearsal) -> Match:
    """Two players with their own cards and the usual options."""
    sit_down(device, "Noah's Ark")
    for label in ("normal", "advanced game only", "all cards", "shared victory", "before each race"):
        device.pick(label)
    assert device.match is not None
    return device.match


def test_corrections_are_not_asked_for_again_in_the_next_match(device: Rehearsal) -> None:
    for asked_next in ("objective_points", "objective"):
        match = begin_noahs_ark(device)
        device.answer("most-lions")
        assert asked(match).ask == asked_next
        if asked_next == "objective_points":
            device.answer("4")
        device.back()
        device.pick("Save and leave")


def test_unsaved_corrections_are_reported_once_and_the_match_continues(device: Rehearsal, tmp_path: Path) -> None:
    match = begin_noahs_ark(device)
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "noahs-ark.toml").write_text("objectives = [", encoding="utf-8")
    device.answer("most-lions")
    device.answer("4")
    assert isinstance(device.view, ReadingView)
    assert shows(device.view, "Your corrections can't be saved")
    device.push()
    assert match.answers == ["most-lions", "4"]
    device.back()
    device.pick("Undo")
    device.push()
    assert shows(device.view, "Your corrections can't be saved"), "nor can it be taken out again"
