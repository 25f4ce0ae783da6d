"""Rule cards on the box: before a question, under the Ark, in the menus, and turned on and off."""

from pathlib import Path

from companion.app.lobby import SeatDraft
from companion.core.registry import find_game
from companion.core.words import LANGUAGES
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.race import ReadyView
from companion.device.views.reading import ReadingView
from companion.device.views.rule_card import RuleCardView
from tests.device.hands import begin_noah, sit_down
from tests.device.paper import draw_checked, shows


def begin(device: Rehearsal, game: str = "noah", cards: str = "on") -> None:
    """Start a match of Anna and Ben with real pieces, and read its first cues."""
    app = device.context.app
    app.settings.change("rule_cards", cards)
    app.lobby.change(game, "table")
    app.lobby.start([SeatDraft("Anna"), SeatDraft("Ben")], seed=1)
    device.wait(0.1)
    device.read_cues()


def card(device: Rehearsal) -> str:
    """The title of the card on the screen."""
    assert isinstance(device.view, RuleCardView)
    return device.view.card.title


def test_a_card_comes_before_its_question_and_waits_to_be_read(device: Rehearsal) -> None:
    begin(device)
    assert card(device) == "Goal"
    device.wait(60)
    assert card(device) == "Goal"
    device.push()
    assert isinstance(device.view, PickView)
    assert "shortest" in device.view.title
    device.answer("seat-0")
    device.read_cues()
    assert card(device) == "The ferries", "before cards that applied to the last question, too"
    device.tap("paddle-1")
    assert "ferry 1" in device.view.title  # type: ignore[attr-defined]


def test_without_the_setting_there_are_none(device: Rehearsal) -> None:
    begin(device, cards="off")
    assert isinstance(device.view, PickView)


def test_the_dome_shows_the_whole_rule(device: Rehearsal) -> None:
    begin(device)
    device.tap("dome")
    assert isinstance(device.view, ReadingView)
    assert "Noah cries" in " ".join(device.view.lines)
    device.push()
    assert card(device) == "Goal"


def test_back_offers_to_have_no_more(device: Rehearsal) -> None:
    begin(device)
    device.back()
    device.pick("Go on")
    device.answer("seat-0")
    device.read_cues()
    device.back()
    device.pick("No more rule cards")
    assert device.context.app.settings["rule_cards"] == "off"
    device.answer("cat-f")
    device.read_cues()
    assert isinstance(device.view, PickView)


def test_an_answer_on_a_phone_takes_the_card_away(device: Rehearsal) -> None:
    begin(device)
    live = device.context.app.live
    assert live is not None
    live.answer(1, "seat-1")
    device.wait(0.1)
    device.read_cues()
    assert card(device) == "The ferries", "before cards that applied to the last question, too"


def test_an_undo_shows_no_card_again(device: Rehearsal) -> None:
    begin(device)
    device.push()
    device.answer("seat-0")
    device.read_cues()
    device.push()
    device.back()
    device.pick("Undo")
    device.push()
    assert isinstance(device.view, PickView)
    assert "shortest" in device.view.title


def test_a_race_begins_once_the_card_is_read(device: Rehearsal) -> None:
    begin(device, "noahs-ark")
    app = device.context.app
    live = app.live
    assert live is not None
    while live.question is not None and live.question.ask != "unseen":
        live.answer(live.n, live.question.choices[0])
    device.wait(0.1)
    assert app.races.stage is None
    device.read_cues()
    assert card(device) == "NOW!"
    device.push()
    device.wait(0.1)
    assert isinstance(device.view, ReadyView)


def test_they_are_turned_on_while_a_match_is_set_up(device: Rehearsal) -> None:
    sit_down(device, "Noah", cards="Explain the rules")
    assert isinstance(device.view, PickView)
    assert device.view.marked.value == "yes"
    assert device.context.app.settings["rule_cards"] == "on"
    device.pick("Our own cards and pieces")
    device.pick("3 rounds")
    device.pick("no, we remember")
    device.read_cues()
    assert card(device) == "Goal"


def test_the_ark_names_the_rules_of_a_question(device: Rehearsal) -> None:
    begin_noah(device)
    device.tap("dome")
    assert isinstance(device.view, ReadingView)
    assert "Goal: Get rid of" in " ".join(device.view.lines)


def test_rules_are_looked_up_in_the_first_menu(device: Rehearsal) -> None:
    device.pick("Rules")
    device.pick("Noah")
    device.pick("Special pieces")
    device.pick("Mule")
    assert isinstance(device.view, ReadingView)
    assert "Noah doesn't move" in " ".join(device.view.lines)
    device.push()
    device.pick("All the pieces")
    device.pick("Cat")
    assert isinstance(device.view, ReadingView)
    assert device.view.lines[0].startswith("Weight 2")
    device.push()
    device.back()
    device.back()
    assert isinstance(device.view, PickView)
    assert device.view.title == "Arkside"


def test_a_word_is_written_and_found(device: Rehearsal) -> None:
    device.pick("Rules")
    device.pick("Noah")
    device.pick("Look up a word")
    device.type("mul\n")
    assert isinstance(device.view, PickView)
    assert device.view.rows[0].label == "Mule"
    device.push()
    assert isinstance(device.view, ReadingView)
    device.push()
    device.back()
    device.pick("Look up a word")
    device.type("xyz\n")
    assert isinstance(device.view, ReadingView)
    assert device.view.lines == ["No rule mentions that."]


def test_and_in_the_menu_of_a_match(device: Rehearsal) -> None:
    begin_noah(device)
    device.back()
    device.pick("Rules")
    device.pick("Playing")
    device.pick("Weight")
    assert isinstance(device.view, ReadingView)


def test_every_card_is_drawn_whole(tmp_path: Path) -> None:
    for language in LANGUAGES:
        for game in map(find_game, ("ark", "ark-and-noah", "noah", "noahs-ark")):
            for text in game.primer.word_cards(game.say(language)):
                view = RuleCardView(text)
                draw_checked(view)
                assert shows(view, text.brief), text.brief
