"""Hands that share one screen: nobody sees the cards of somebody else, with bots and with phones at the table."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.device.rehearsal import Rehearsal
from companion.device.views.cue import CueView
from companion.device.views.pick import PickView
from companion.device.views.private import HandOverView, OnPhoneView, SecretView
from companion.device.views.waiting import BotView
from tests.device.hands import asked, begin_noah
from tests.device.paper import draw_checked, shows

VIRTUAL = "Cards on the screen"


def begin(device: Rehearsal, game: str, *who: str) -> Match:
    """A match with the companion's cards, from the first menu on; a bot sits where it says so."""
    device.pick("New match")
    device.pick(game)
    for name in who:
        if name == "bot":
            device.pick("A bot")
            device.pick("Medium")
        else:
            device.host.type(f"{name}\n")
    if device.view.title != "What are you playing with?":  # type: ignore[attr-defined]
        device.push()
    device.pick(VIRTUAL)
    while device.match is None:
        device.push()
    device.read_on()
    return device.match


def hand_words(device: Rehearsal, match: Match, seat: int) -> list[str]:
    """The cards of a seat as its own view would name them."""
    live = device.context.app.live
    assert live is not None
    voice = device.context.voice_of(live)
    return [voice.fact_value("cards", card, match.table) for card in match.table.secrets(seat)["cards"].split()]


def play_on(device: Rehearsal, match: Match, answers: int, look: Callable[[], None]) -> None:
    """Answer at random by hand; `look` sees every screen on the way."""
    bot = make_random_bot(Random(5))
    for _ in range(answers):
        device.read_on()
        if match.question is None:
            return
        look()
        while isinstance(device.view, HandOverView | SecretView):
            device.push()
            look()
        device.answer(str(bot(asked(match), match.table)))


@pytest.mark.parametrize("game", ["Noah", "Ark"])
def test_cards_are_on_the_screen_only_after_their_holder_has_asked_for_them(device: Rehearsal, game: str) -> None:
    match = begin(device, game, "Anna", "Ben", "Cleo")
    handed: list[int] = []

    def look() -> None:
        question = asked(match)
        if isinstance(device.view, HandOverView):
            assert device.view.seat == question.seat
            assert device.context.looking != question.seat
            assert shows(device.view, match.setup.seats[question.seat].name)
            handed.append(question.seat)
        elif question.seat >= 0:
            assert device.context.looking == question.seat

    play_on(device, match, 25, look)
    assert set(handed) == {0, 1, 2}
    assert all(one != two for one, two in pairwise(handed))


def test_a_screen_to_hand_over_names_no_card(device: Rehearsal) -> None:
    match = begin(device, "Noah", "Anna", "Ben")
    view = device.view
    assert isinstance(view, HandOverView)
    for card in hand_words(device, match, asked(match).seat):
        assert card.replace(" ", "") not in draw_checked(view).letters


def test_only_the_players_own_paddle_takes_it(device: Rehearsal) -> None:
    match = begin(device, "Noah", "Anna", "Ben")
    seat = asked(match).seat
    device.tap(f"paddle-{1 - seat}")
    assert isinstance(device.view, HandOverView)
    device.tap(f"paddle-{seat}")
    assert isinstance(device.view, PickView)


def test_after_a_pause_the_cards_are_hidden_again(device: Rehearsal) -> None:
    begin(device, "Noah", "Anna", "Ben")
    device.push()
    device.back()
    device.back()
    assert isinstance(device.view, HandOverView)


def test_the_holder_can_look_at_all_of_the_hand(device: Rehearsal) -> None:
    match = begin(device, "Noah", "Anna", "Ben")
    device.push()
    seat = asked(match).seat
    device.tap("dome")
    if isinstance(device.view, PickView):
        device.push()
    text = " ".join(device.view.lines)  # type: ignore[attr-defined]
    for card in hand_words(device, match, seat):
        assert card in text


def test_one_person_among_bots_has_nothing_to_hide(device: Rehearsal) -> None:
    match = begin(device, "Ark", "Anna", "bot", "bot")
    play_on(device, match, 8, lambda: None)
    assert not isinstance(device.view, HandOverView)


def test_real_cards_are_in_hands_already(device: Rehearsal) -> None:
    begin_noah(device)
    assert not isinstance(device.view, HandOverView)


def test_the_giraffe_shows_the_hand_it_looks_at_to_one_alone(tmp_path: Path) -> None:
    looks = 0
    with Rehearsal(tmp_path, seed=3) as device:
        match = begin(device, "Noah", "Anna", "Ben", "Cleo")

        def look() -> None:
            nonlocal looks
            peeked = match.table.peeked
            if isinstance(device.view, SecretView):
                looks += 1
                assert peeked is not None
                assert device.context.looking == asked(match).seat
                text = " ".join(device.view.lines)
                for card in hand_words(device, match, peeked.index):
                    assert card in text
            elif peeked is not None and not isinstance(device.view, HandOverView):
                assert looks

        play_on(device, match, 120, look)
    assert looks


def connect_phone(device: Rehearsal, seat: int) -> None:
    """Somebody has a phone of their own at that seat, with its page open."""
    presence = device.app.presence
    phone = presence.add(f"phone-{seat}")
    presence.sit(presence.viewer_of(phone), seat)
    presence.connect(phone.key)


def test_with_a_phone_at_that_seat_the_question_goes_there(device: Rehearsal) -> None:
    match = begin(device, "Noah", "Anna", "Ben")
    seat = asked(match).seat
    connect_phone(device, seat)
    device.back()
    device.back()
    assert isinstance(device.view, OnPhoneView)
    live = device.context.app.live
    assert live is not None
    live.answer(live.n, asked(match).choices[0], by=seat)
    device.wait(0.5)
    assert len(match.answers) == 1
    assert device.context.looking != seat or isinstance(device.view, CueView)


def test_a_question_on_a_phone_can_be_brought_back(device: Rehearsal) -> None:
    match = begin(device, "Noah", "Anna", "Ben")
    connect_phone(device, asked(match).seat)
    device.back()
    device.back()
    device.push()
    assert isinstance(device.view, PickView)


class TestBots:
    def test_two_people_play_ark_with_a_bot_to_the_end(self, device: Rehearsal) -> None:
        match = begin(device, "Ark", "Anna", "bot", "Ben")
        assert match.setup.seats[1].name == "Bot"
        play_on(device, match, 10_000, lambda: None)
        device.read_on()
        assert match.outcome is not None

    def test_a_bot_takes_its_time_and_says_what_it_did(self, device: Rehearsal) -> None:
        match = begin(device, "Ark", "Anna", "Ben", "bot")
        bot = make_random_bot(Random(1))
        while True:
            device.look()
            device._answer(str(bot(asked(match), match.table)))
            while isinstance(device.view, CueView):
                device.wait(0.1)
            if isinstance(device.view, BotView):
                break
        assert shows(device.view, "thinking …")
        began, answers = device.clock.now, len(match.answers)
        while len(match.answers) == answers:
            device.wait(0.1)
        assert device.clock.now - began >= 1.0
        assert isinstance(device.view, CueView)
        assert "Bot: " in device.view.page

    def test_a_card_that_a_bot_passes_stays_unseen(self, tmp_path: Path) -> None:
        given = 0
        with Rehearsal(tmp_path, seed=3) as device:
            match = begin(device, "Noah", "Anna", "bot")
            bot = make_random_bot(Random(2))
            for _ in range(400):
                view = device.view
                if match.question is None:
                    break
                if isinstance(view, CueView) and "a hidden card" in view.page:
                    given += 1
                if isinstance(view, CueView | BotView):
                    device.wait(0.3)
                else:
                    device._answer(str(bot(asked(match), match.table)))
        assert given


def test_a_bot_is_never_offered_real_cards_that_it_cannot_hold(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        device.pick("New match")
        device.pick("Noah")
        device.pick("Player 1")
        device.pick("A bot")
        device.pick("Medium")
        device.push()
        view = device.view
        labels = [row.label for row in view.rows]  # type: ignore[attr-defined]
        assert labels[0] == VIRTUAL
        assert "Our own cards and pieces" not in labels
        assert shows(view, "A bot can't hold real cards.")
