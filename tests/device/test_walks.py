"""Menus and ways: from the first menu to every view and back, by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.app.part_words import INPUTS, Finding, describe_finding, list_parts_to_check
from companion.core.data_folder import read_settings
from companion.core.errors import N_, ArksideError
from companion.core.words import LANGUAGES
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.rehearsal import NotThere, Rehearsal
from companion.device.views.check import SeeView, WireView
from companion.device.views.code import CodeView
from companion.device.views.fact import FactView
from companion.device.views.name import NameView
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.device.views.seats import SeatsView
from companion.device.walks.phones import make_join_view
from companion.device.words import load_words
from tests.device.hands import answers_of, begin_noah, play, sit_down
from tests.device.paper import draw_checked, shows

SamePicture = Callable[[Image.Image, str], None]


def title(device: Rehearsal) -> str:
    view = device.view
    assert isinstance(view, PickView | ReadingView)
    return view.title


def labels(device: Rehearsal) -> list[str]:
    assert isinstance(device.view, PickView)
    return [row.label for row in device.view.rows]


class TestStart:
    def test_without_a_match_there_is_nothing_to_continue(self, device: Rehearsal) -> None:
        assert "Continue" not in labels(device)

    def test_the_menu_keeps_its_place_after_a_look_elsewhere(self, device: Rehearsal) -> None:
        device.pick("About")
        device.back()
        assert isinstance(device.view, PickView)
        assert device.view.marked.label == "About"

    def test_back_in_the_first_menu_stays_there(self, device: Rehearsal) -> None:
        device.back()
        assert title(device) == "Arkside"

    @pytest.mark.golden
    def test_phones_find_the_address_as_a_code(self, tmp_path: Path, same_picture: SamePicture) -> None:
        with Rehearsal(tmp_path, address="http://192.168.1.20:8080/") as device:
            device.pick("Phones")
            assert isinstance(device.view, CodeView)
            assert shows(device.view, "http://192.168.1.20:8080/")
            same_picture(device.picture(), "walk-phones")

    def test_they_find_it_in_the_menu_of_a_match_too(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path, address="http://192.168.1.20:8080/") as device:
            device.context.app.invitation.code = "K7MP3W"
            begin_noah(device)
            device.back()
            device.pick("Phones")
            assert isinstance(device.view, CodeView)
            assert shows(device.view, "K7MP3W")

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_the_join_code_is_shown_and_in_the_picture_for_cameras(self, tmp_path: Path, language: str) -> None:
        with Rehearsal(tmp_path, language, address="http://192.168.178.120:8080/") as device:
            device.context.app.invitation.code = "K7MP3W"
            view = make_join_view(device.context)
            assert isinstance(view, CodeView)
            assert view.address == "HTTP://192.168.178.120:8080/J/K7MP3W"
            assert shows(view, "K7MP3W")
            pencil = Pencil()
            assert view.second_screen(pencil)
            lit = pencil.image.getbbox()
            assert lit is not None
            assert lit[3] - lit[1] >= 58  # two pixels a dot: one would be too fine for a camera

    def test_without_a_page_that_is_said(self, device: Rehearsal) -> None:
        device.pick("Phones")
        assert isinstance(device.view, ReadingView)


class TestSeats:
    @pytest.mark.golden
    def test_a_name_is_written_with_the_dial(self, device: Rehearsal, same_picture: SamePicture) -> None:
        device.pick("New match")
        device.pick("Noah")
        device.pick("New name")
        spell(device, "zoé")
        same_picture(device.picture(), "walk-name")
        spell(device, "✓")
        assert isinstance(device.view, SeatsView)
        assert device.view.names == ["Zoé"]
        same_picture(device.picture(), "walk-seats")

    def test_people_who_played_before_are_remembered(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            device.pick("New match")
            device.pick("Noah")
            device.pick("New name")
            spell(device, "zoé✓")
            device.pick("Player 2")
            device.push()
            device.pick("Our own cards and pieces")
            device.pick("3 rounds")
            device.pick("no, we remember")
        with Rehearsal(tmp_path) as device:
            device.pick("New match")
            device.pick("Noah")
            assert labels(device)[:2] == ["Zoé, Player 2", "Zoé"]
            device.pick("Zoé")
            assert "Zoé" not in labels(device)

    def test_one_player_alone_cannot_begin(self, device: Rehearsal) -> None:
        device.pick("New match")
        device.pick("Ark")
        device.pick("Player 1")
        with pytest.raises(NotThere):
            device.pick("1 player: go")

    def test_five_players_fill_the_table(self, device: Rehearsal) -> None:
        match = begin_noah(device, players=5)
        assert len(match.setup.seats) == 5

    def test_back_unseats_the_last_and_then_leaves(self, device: Rehearsal) -> None:
        device.pick("New match")
        device.pick("Noah")
        device.pick("Player 1")
        device.back()
        assert isinstance(device.view, SeatsView)
        assert list(device.view.names) == []
        device.back()
        assert title(device) == "Which game?"
        device.back()
        assert title(device) == "Arkside"


class TestTerms:
    def test_back_from_an_option_asks_for_the_cards_again(self, device: Rehearsal) -> None:
        device.pick("New match")
        device.pick("Noah")
        device.pick("Player 1")
        device.pick("Player 2")
        device.push()
        device.pick("Cards on the screen")
        device.back()
        assert title(device) == "What are you playing with?"
        device.back()
        assert title(device) == "Which game?"

    def test_options_that_few_people_need_are_beside_the_cards(self, device: Rehearsal) -> None:
        device.pick("New match")
        device.pick("Noah")
        device.pick("Player 1")
        device.pick("Player 2")
        device.push()
        device.pick("Frogs")
        device.pick("yes, for two snails")
        device.pick("Crocodiles")
        device.back()
        device.pick("Cards on the screen")
        device.pick("3 rounds")
        assert device.match.setup.options["frog"] == "yes"
        assert device.match.setup.options["crocodile"] == "no"

    def test_options_are_agreed_on(self, device: Rehearsal) -> None:
        match = begin_noah(device)
        promos = dict.fromkeys(("frog", "crocodile", "roommates"), "no")
        assert match.setup.options == {"length": "short", "memory": "off", **promos}
        assert match.setup.deal == "table"


class TestPause:
    @pytest.mark.golden
    def test_taking_back_shows_what_to_put_back(self, device: Rehearsal, same_picture: SamePicture) -> None:
        match = begin_noah(device)
        play(device, answers_of(match, seed=4)[:14])
        before = list(match.answers)
        device.back()
        same_picture(device.picture(), "walk-pause")
        device.pick("Undo")
        assert match.answers == before[:-1]
        same_picture(device.picture(), "walk-undo")
        device.push()
        device.back()
        device.pick("Redo")
        assert match.answers == before

    def test_nothing_can_be_taken_back_before_the_first_answer(self, device: Rehearsal) -> None:
        begin_noah(device)
        device.back()
        assert "Undo" not in labels(device)

    @pytest.mark.golden
    def test_the_log_shows_the_newest_answers(self, device: Rehearsal, same_picture: SamePicture) -> None:
        match = begin_noah(device)
        play(device, answers_of(match, seed=4)[:14])
        device.back()
        device.pick("Log")
        assert isinstance(device.view, ReadingView)
        assert any(line.startswith("14. ") for line in draw_checked(device.view).lines)
        same_picture(device.picture(), "walk-log")

    def test_an_empty_log_says_so(self, device: Rehearsal) -> None:
        begin_noah(device)
        device.back()
        device.pick("Log")
        assert shows(device.view, "Nothing has happened yet.")

    def test_the_table_can_be_read(self, device: Rehearsal) -> None:
        begin_noah(device)
        device.back()
        device.pick("Table")
        assert shows(device.view, "Round:")

    def test_a_game_with_more_to_look_up_has_a_list_to_return_to(self, device: Rehearsal) -> None:
        sit_down(device, "Ark", 3, "Cards on the screen")
        while not device.context.app.live:
            device.push()
        device.look()
        device.back()
        device.pick("Table")
        assert labels(device) == ["What's on the table", "Who may enter", "If the game ended now"]
        device.pick("Who may enter")
        assert device.view.title == "Who may enter"
        device.back()
        device.pick("What's on the table")
        assert device.view.title == "Table"
        device.back()
        assert labels(device)[0] == "What's on the table"
        device.back()
        assert "Scores" in labels(device)

    def test_somebody_without_points_has_no_reasons(self, device: Rehearsal) -> None:
        begin_noah(device)
        device.back()
        device.pick("Scores")
        device.push()
        assert shows(device.view, "No tears yet.")
        device.back()
        device.back()
        assert "Scores" in labels(device)

    def test_leaving_keeps_the_match_for_later(self, device: Rehearsal) -> None:
        match = begin_noah(device)
        play(device, answers_of(match, seed=4)[:3])
        device.back()
        device.pick("Save and leave")
        assert "Continue" in labels(device)
        device.pick("Continue")
        device.push()
        assert device.match is not None
        assert device.match.answers == match.answers

    def test_not_even_looking_at_the_table_leaves_it_as_it_was(self, device: Rehearsal) -> None:
        begin_noah(device)
        device.back()
        device.pick("Save and leave")
        device.pick("Continue")
        device.back()
        assert device.match is None
        assert "Continue" in labels(device)


class TestSettings:
    def test_the_language_changes_at_once_and_for_good(self, device: Rehearsal, tmp_path: Path) -> None:
        device.pick("Settings")
        device.pick("Language")
        assert title(device) == "Réglages"
        assert read_settings(tmp_path)["language"] == "fr"

    def test_the_language_of_a_running_match_changes_too(self, device: Rehearsal) -> None:
        begin_noah(device)
        device.back()
        device.pick("Settings")
        device.pick("Language")
        assert device.context.voice_of(device.context.app.live).say.language == "fr"

    def test_brightness_reaches_the_glass(self, device: Rehearsal) -> None:
        before = device.board.screens["question"].contrast
        device.pick("Settings")
        device.pick("Brightness")
        assert device.board.screens["question"].contrast > before

    def test_sound_off_is_silence(self, device: Rehearsal) -> None:
        device.pick("Settings")
        device.pick("Volume")
        device.pick("Volume")
        assert device.context.app.settings.volume == "off"
        device.back()
        assert not heard_while(device, device.push)

    def test_sound_on_is_heard(self, device: Rehearsal) -> None:
        device.pick("Settings")
        assert heard_while(device, device.push)

    @pytest.mark.golden
    def test_settings_look_like_this_in_french(self, tmp_path: Path, same_picture: SamePicture) -> None:
        with Rehearsal(tmp_path, "fr") as device:
            same_picture(device.picture(), "walk-start-fr")
            device.pick("Réglages")
            same_picture(device.picture(), "walk-settings-fr")


class TestSelfTest:
    def test_every_part_is_asked_for_and_found(self, device: Rehearsal) -> None:
        device.pick("Self-test")
        for part in parts_of(device):
            move(device, part)
        assert shows(device.view, "Every part works.")
        device.push()
        assert "Self-test" in labels(device)

    def test_lights_and_lamps_shine_only_while_they_are_asked_for(self, device: Rehearsal) -> None:
        device.pick("Self-test")
        lit, lamps = [], []
        for part in parts_of(device):
            device.wait(0.1)
            if all(sum(colour) > 0 for colour in device.board.pixels()):
                lit.append(part)
            if all(device.board.lamp(f"paddle-{seat}") for seat in range(5)):
                lamps.append(part)
            move(device, part)
        assert (lit, lamps) == (["lights"], ["lamps"])

    def test_a_frame_shows_every_edge_of_both_screens(self, device: Rehearsal) -> None:
        device.pick("Self-test")
        assert isinstance(device.view, SeeView)
        for name in ("question", "table"):
            image = device.image(name)
            edges = [(x, y) for x in range(WIDTH) for y in (0, HEIGHT - 1)]
            edges += [(x, y) for y in range(HEIGHT) for x in (0, WIDTH - 1)]
            assert all(image.getpixel(at) for at in edges), name

    def test_the_buzzer_is_heard_although_the_sound_is_off(self, device: Rehearsal) -> None:
        device.app.settings.change("volume", "off")
        device.pick("Self-test")
        while device.app.self_test.part != "lamps":
            device.push()
        assert heard_while(device, device.push)

    def test_a_dark_lamp_is_found_by_asking_for_each(self, device: Rehearsal) -> None:
        device.pick("Self-test")
        while device.app.self_test.part != "lamps":
            device.push()
        device.back()
        assert device.app.self_test.part == "paddle-0-lamp"
        device.wait(0.1)
        assert [seat for seat in range(5) if device.board.lamp(f"paddle-{seat}")] == [0]
        device.push()
        device.back()
        assert [finding.part for finding in device.app.self_test.failures] == ["paddle-1-lamp"]

    @pytest.mark.golden
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_silent_paddle_is_named_with_a_picture_of_its_wire(
        self, tmp_path: Path, same_picture: SamePicture, language: str
    ) -> None:
        with Rehearsal(tmp_path, language) as device:
            device.pick(load_words(language)("Self-test"))
            for part in parts_of(device):
                if part == "paddle-0":
                    same_picture(device.picture(), f"walk-selftest-{language}")
                move(device, "dome" if part == "paddle-2" else part)
            same_picture(device.picture(), f"walk-selftest-wire-{language}")
            text = " ".join(draw_checked(device.view).lines)
            assert "GPIO22" in text
            assert "15" in text
            device.push()
            assert device.app.self_test is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wires_of_every_part_fit_the_screen(device: Rehearsal, language: str) -> None:
    say, app = load_words(language), device.app
    for part, wire in app.wires.items():
        if part != "lamps":  # each has its own
            description = describe_finding(say, Finding(part, False, wire))
            words = draw_checked(WireView(description, app.header_pins[part])).lines
            assert "".join(description.split()) in "".join("".join(words).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_fits_the_screen_in_every_language(tmp_path: Path, language: str) -> None:
    say = load_words(language)
    with Rehearsal(tmp_path, language) as device:
        for row in list(labels(device)):
            device.pick(row)
            draw_checked(device.view)
            if row != say("Self-test"):
                device.back()
                continue
            for part in parts_of(device):
                draw_checked(device.view)
                if part != "dome":
                    move(device, part)
                else:
                    device.tap("back")
            draw_checked(device.view)
            device.push()


def spell(device: Rehearsal, signs: str) -> None:
    """Write on the name view by turning and pushing."""
    for sign in signs:
        view = device.view
        assert isinstance(view, NameView)
        ahead = (view.ring.index(sign) - view.at) % len(view.ring)
        device.turn(ahead if ahead <= len(view.ring) // 2 else ahead - len(view.ring))
        device.push()


def parts_of(device: Rehearsal) -> list[str]:
    """All parts that the self-test asks for, in its order."""
    parts, moved = list_parts_to_check(device.app.wires)
    return [*parts, *moved]


def move(device: Rehearsal, part: str) -> None:
    """Do what the self-test wants: move a part, or say that it shines or sounds."""
    if part == "dial":
        device.turn(1)
    elif part in INPUTS and part != "dial-push":
        device.tap(part)
    else:
        device.push()


def heard_while(device: Rehearsal, move: Callable[[], None]) -> bool:
    """Whether the buzzer is asked for a tune during a move."""
    tunes: list[object] = []
    device.panel.buzzer.play = tunes.append  # type: ignore[method-assign,assignment]
    move()
    return bool(tunes)


class TestPhonesThatMayNotYet:
    """After a plain `arkside run` on a laptop only this computer opens the page: the code would lead nowhere."""

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_it_says_how_to_let_them_in_and_does_so(self, tmp_path: Path, language: str) -> None:
        with Rehearsal(tmp_path, language, address="http://127.0.0.1:8080/") as device:

            def let_in() -> None:
                device.context.app.invitation.open_to_phones, device.context.app.invitation.address = (
                    None,
                    "http://192.168.178.120:8080/",
                )

            device.context.app.invitation.open_to_phones = let_in
            device.pick(device.context.say("Phones"))
            assert isinstance(device.view, FactView)
            assert "arkside run --phones" in " ".join(device.view.facts)
            device.pick(device.context.say("Not now"))
            assert device.context.app.invitation.open_to_phones is let_in
            device.pick(device.context.say("Phones"))
            device.pick(device.context.say("Let phones in"))
            assert isinstance(device.view, CodeView)
            assert device.view.address == "http://192.168.178.120:8080/"

    def test_failures_are_reported(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path, address="http://127.0.0.1:8080/") as device:

            def refuse() -> None:
                raise ArksideError(N_("Port {port} cannot be used"), port=8080)

            device.context.app.invitation.open_to_phones = refuse
            device.pick("Phones")
            device.pick("Let phones in")
            assert isinstance(device.view, ReadingView)
            assert "8080" in " ".join(device.view.lines)


def test_to_play_alone_is_not_the_row_that_waits_for_a_push(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        for label in ("New match", "Noah", "Player 1"):
            device.pick(label)
        view = device.view
        assert isinstance(view, PickView)
        assert [row.label for row in view.rows].index("1 player: go") == len(view.rows) - 1
        device.pick("Player 2")
        view = device.view
        assert isinstance(view, PickView)
        assert view.rows[view.at].label == "2 players: go"
