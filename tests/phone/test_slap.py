"""Phones that slap: over the socket, in races against paddles and the pod, and what happens when one vanishes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from companion.phone.slap import PAGE, SILENCE, filled, slap_words
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.core.words import LANGUAGES, Say
from companion.device.views.race import CountdownView, NowView, VerdictView
from companion.phone import server
from companion.phone.words import phone_say
from drivers.pod_desk import DeskPod
from drivers.referee import GPIO, PHONE, POD, TieBand
from tests.phone.races import LONGEST, judged, lid, push, tell, to_the_race, until
from tests.phone.service import Service, emulated


@pytest.fixture
def page(service: Service) -> Iterator[ClientConnection]:
    with lid(service) as socket:
        yield socket


class Phone:
    """A phone with the page open, and what the page shows."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    def tell(self, **message: object) -> None:
        tell(self.socket, **message)

    def until(self, **wanted: Any) -> dict[str, Any]:
        """Look until the page shows this; meanwhile it says that it is there, as it does in a browser."""
        while not all(self.state.get(name) == value for name, value in wanted.items()):
            self.tell(here=True)
            with suppress(TimeoutError):
                self.state = json.loads(self.socket.recv(timeout=1))
        return self.state


@contextmanager
def phone(service: Service, seat: int | None = None) -> Iterator[Phone]:
    """A phone at a seat, if one is named."""
    with connect(f"ws://127.0.0.1:{service.port}/slap/hand", max_queue=None) as socket:
        hand = Phone(socket)
        if seat is not None:
            hand.tell(join=seat)
            hand.until(mine=seat)
        yield hand


class TestJoining:
    def test_a_new_page_is_asked_whose_it_is(self, service: Service) -> None:
        with phone(service) as hand:
            state = hand.until(state="choose")
        assert state["title"] == "Who are you?"
        assert [seat["symbol"] for seat in state["seats"]] == ["●", "■", "▲", "◆", "★"]
        assert {seat["taken"] for seat in state["seats"]} == {False}

    def test_a_seat_that_joined_races_on_its_phone_until_it_leaves(self, service: Service) -> None:
        course = service.host.desk.course
        with phone(service, 2) as hand:
            assert course.source(2) is PHONE
            assert course.source(1) is GPIO
            hand.tell(leave=True)
            hand.until(mine=None)
            assert course.source(2) is GPIO

    def test_the_other_phones_see_who_sits_where(self, service: Service) -> None:
        with phone(service) as other, phone(service, 3):
            taken = [{**seat, "taken": seat["index"] == 3} for seat in other.until(state="choose")["seats"]]
            other.until(seats=taken)

    def test_who_joins_a_seat_takes_it_over(self, service: Service) -> None:
        with phone(service, 1) as old, phone(service, 1):
            assert old.until(mine=None)["state"] == "choose"

    def test_a_phone_sits_on_one_seat_only(self, service: Service) -> None:
        with phone(service, 1) as hand:
            hand.tell(join=4)
            hand.until(mine=4)
            assert service.host.desk.course.source(1) is GPIO

    @pytest.mark.parametrize(
        "nonsense", [[], 7, None, {"join": 5}, {"join": True}, {"join": "1"}, {"touch": 1}, {"leave": 1}]
    )
    def test_what_no_page_says_is_ignored(self, service: Service, nonsense: object) -> None:
        with phone(service) as hand:
            hand.socket.send(json.dumps(nonsense))
            hand.tell(join=0)
            assert hand.until(mine=0)["state"] == "wait"

    def test_words_that_are_no_json_end_only_that_page(self, service: Service) -> None:
        with phone(service, 0) as hand:
            hand.socket.send("{")
            with pytest.raises(ConnectionClosed):
                hand.until(state="never")
        assert service.until(lambda: service.host.desk.course.source(0) is GPIO)

    def test_a_script_of_another_site_is_refused(self, service: Service) -> None:
        with pytest.raises(InvalidStatus):
            connect(f"ws://127.0.0.1:{service.port}/slap/hand", origin=Origin("http://example.com"))

    def test_a_phone_that_falls_silent_is_gone(self, service: Service) -> None:
        with phone(service, 0):
            assert service.until(lambda: service.host.desk.course.source(0) is GPIO, SILENCE + 2)


class TestRacing:
    def test_a_phone_wins_and_the_verdict_says_friendly(self, service: Service, page: ClientConnection) -> None:
        with phone(service, 0) as hand:
            to_the_race(page, service)
            assert hand.until(state="ready")["title"] == "Get ready"
            push(page, service, CountdownView)
            hand.until(state="armed")
            assert hand.until(state="now")["title"] == "NOW!"
            hand.tell(touch=True)
            state = hand.until(state="verdict")
            hand.tell(touch=False)
            assert state["title"] == "● Player 1 was first, friendly"
            assert "Friendly, on a phone: ●" in state["lines"]
            verdict = judged(service)
        assert verdict.winner == 0
        assert verdict.friendly == (0,)
        assert verdict.band_ms == TieBand.between([PHONE, GPIO]).always * 1000

    def test_a_touch_before_now_is_a_false_start(self, service: Service, page: ClientConnection) -> None:
        with phone(service, 1) as hand:
            to_the_race(page, service)
            push(page, service, CountdownView)
            hand.until(state="armed")
            hand.tell(touch=True)
            hand.tell(touch=False)
            assert hand.until(state="early")["title"] == "Too early!"

    def test_a_finger_that_stays_on_the_screen_holds_now_back(self, service: Service, page: ClientConnection) -> None:
        with phone(service, 1) as hand:
            to_the_race(page, service)
            hand.tell(touch=True)
            view = push(page, service, CountdownView)
            assert isinstance(view, CountdownView)
            assert service.until(lambda: 1 in view.trouble)
            hand.tell(touch=False)
            assert service.until(lambda: not view.trouble)

    def test_a_phone_against_a_paddle_of_the_pod(self, tmp_path: Path) -> None:
        with DeskPod() as pod, emulated(tmp_path, pod=pod) as service, lid(service) as page:
            assert service.until(lambda: service.host.desk.course.source(0) is POD, LONGEST)
            with phone(service, 1) as hand:
                to_the_race(page, service)
                push(page, service, CountdownView)
                hand.until(state="now")
                tell(page, press="paddle-0")
                until(service, lambda view: isinstance(view, VerdictView))
                hand.tell(touch=True)
                verdict = judged(service)
            assert [slap.seat for slap in verdict.order] == [0, 1]
            assert verdict.friendly == (1,)
            assert verdict.band_ms == round(TieBand.between([PHONE, POD]).always * 1000, 3)

    def test_who_joins_in_the_middle_races_on_the_paddle_until_the_next_race(
        self, service: Service, page: ClientConnection
    ) -> None:
        to_the_race(page, service)
        push(page, service, CountdownView)
        with phone(service, 1) as hand:
            assert hand.until(state="wait")["title"] == "You are in from the next race on"

    def test_seats_that_do_not_race_are_told_so(self, service: Service, page: ClientConnection) -> None:
        with phone(service, 4) as hand:
            to_the_race(page, service)
            assert hand.until(state="wait", title="This race is not yours")

    def test_where_all_slap_the_ark_phones_say_so(self, service: Service, page: ClientConnection) -> None:
        service.host.desk.settings["slap"] = "ark"
        with phone(service, 0) as hand:
            to_the_race(page, service)
            assert hand.until(state="wait", title="Everybody slaps the Ark")

    def test_a_phone_that_vanishes_leaves_its_seat_to_the_paddle(
        self, service: Service, page: ClientConnection
    ) -> None:
        with phone(service, 0):
            to_the_race(page, service)
            push(page, service, CountdownView)
        view = service.host.view
        assert isinstance(view, CountdownView)
        assert service.until(lambda: tuple(view.gone) == (0,))
        assert service.until(lambda: not view.gone, LONGEST)
        assert view.heat.news == "●: slap the paddle!"
        until(service, lambda view: isinstance(view, NowView))
        tell(page, press="paddle-0")
        verdict = judged(service)
        assert (verdict.winner, verdict.friendly) == (0, ())


class TestPage:
    @pytest.mark.parametrize("path", ["slap", "slap.js", "slap.css"])
    def test_it_is_served_with_all_it_needs(self, service: Service, path: str) -> None:
        with urlopen(service.address + path) as answer:
            assert answer.status == 200

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_has_all_its_words(self, language: str) -> None:
        page = filled((PAGE / "slap.html").read_text(encoding="utf-8"), language, slap_words(phone_say(language)))
        assert "{" not in page
        assert f'lang="{language}"' in page

    def test_every_word_is_translated(self) -> None:
        english, french = slap_words(Say("en")), slap_words(phone_say("fr"))
        assert [name for name in english if english[name] == french[name]] == []

    def test_its_address_is_a_number_or_a_name_on_the_same_network(self) -> None:
        name = server.name_for_phones()
        assert name.endswith(".local") or name.count(".") == 3
