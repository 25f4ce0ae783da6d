"""Phones that slap: over the socket, in races against paddles and the pod, and what happens when one vanishes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from companion.app.race_words import describe_race_news
from companion.core.words import Say
from companion.device.views.race import CountdownView, NowView, VerdictView
from companion.phone import server
from drivers.pod_process import PodProcess
from drivers.referee import GPIO, PHONE, POD, TieBand
from tests.phone.clients import HERE_EVERY, Client, phone
from tests.phone.races import LONGEST, judged, lid, push, tell, to_the_race, until
from tests.phone.service import Box, emulated


@pytest.fixture
def page(service: Box) -> Iterator[ClientConnection]:
    with lid(service) as socket:
        yield socket


class Hand(Client):
    """A phone, and how the race stands for it."""

    def race(self, **wanted: Any) -> dict[str, Any]:
        """Look until the page shows this."""
        self.until(lambda state: state["race"] and all(state["race"][name] == wanted[name] for name in wanted))
        race: dict[str, Any] = self.state["race"]
        return race

    def touch(self, down: bool) -> None:
        self.tell("touch", down=down)


@contextmanager
def hand(service: Box, seat: int, silent: bool = False) -> Iterator[Hand]:
    """A phone that slaps for a seat."""
    with phone(service, seat) as client:
        client.__class__ = Hand
        assert isinstance(client, Hand)
        assert client.ask("slap", on=True)["ok"]
        with nullcontext() if silent else heartbeat(client):
            yield client


@contextmanager
def heartbeat(client: Client) -> Iterator[None]:
    """Say all the time that the phone is there, as the page does.

    Otherwise the box would take it for gone whenever a test waits, on a busy machine, longer than `RACING_SILENCE`.
    """
    stop = threading.Event()

    def beat() -> None:
        with suppress(ConnectionClosed):
            while not stop.wait(HERE_EVERY):
                client.tell("here")

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(LONGEST)
        assert not thread.is_alive()


class TestJoining:
    def test_a_seat_that_slaps_on_its_phone_does_so_until_it_wants_the_paddle_again(self, service: Box) -> None:
        track = service.app.track
        with phone(service, 2) as client:
            assert track.find_source(2) is GPIO
            client.ask("slap", on=True)
            assert (track.find_source(2), track.find_source(1)) == (PHONE, GPIO)
            client.ask("slap", on=False)
            assert track.find_source(2) is GPIO

    def test_leaving_the_seat_leaves_the_race(self, service: Box) -> None:
        with hand(service, 1) as client:
            client.ask("leave")
            assert service.app.track.find_source(1) is GPIO

    def test_a_spectator_slaps_for_nobody(self, service: Box) -> None:
        with phone(service) as client:
            client.ask("slap", on=True)
            assert {service.app.track.find_source(seat) for seat in range(5)} == {GPIO}

    def test_a_phone_that_falls_silent_is_gone(self, service: Box) -> None:
        with hand(service, 0, silent=True):
            assert service.until(lambda: service.app.track.find_source(0) is GPIO)


class TestRacing:
    def test_a_phone_wins_and_the_verdict_says_friendly(self, service: Box, page: ClientConnection) -> None:
        with hand(service, 0) as slapper:
            to_the_race(page, service)
            assert slapper.race(state="ready")["title"] == "Get ready"
            push(page, service, CountdownView)
            slapper.race(state="armed")
            assert slapper.race(state="now")["title"] == "NOW!"
            slapper.touch(True)
            state = slapper.race(state="verdict")
            slapper.touch(False)
            assert state["title"] == "● Player 1 was first"
            assert "On a phone, just for fun: ●" in state["lines"]
            verdict = judged(service)
        assert verdict.winner == 0
        assert verdict.friendly == (0,)
        assert verdict.band_ms == TieBand.between([PHONE, GPIO]).always * 1000

    def test_a_touch_before_now_is_a_false_start(self, service: Box, page: ClientConnection) -> None:
        with hand(service, 1) as slapper:
            to_the_race(page, service)
            push(page, service, CountdownView)
            slapper.race(state="armed")
            slapper.touch(True)
            slapper.touch(False)
            assert slapper.race(state="early")["title"] == "Too early!"

    def test_a_finger_that_stays_on_the_screen_holds_now_back(self, service: Box, page: ClientConnection) -> None:
        with hand(service, 1) as slapper:
            to_the_race(page, service)
            slapper.touch(True)
            view = push(page, service, CountdownView)
            assert isinstance(view, CountdownView)
            assert service.until(lambda: 1 in view.stage.problems)
            slapper.touch(False)
            assert service.until(lambda: not view.stage.problems)

    def test_a_phone_against_a_paddle_of_the_pod(self, tmp_path: Path) -> None:
        with PodProcess() as pod, emulated(tmp_path, pod=pod) as service, lid(service) as page:
            assert service.until(lambda: service.app.track.find_source(0) is POD, LONGEST)
            referee = service.app.track.referee
            referee.timing = referee.timing._replace(gather=LONGEST)  # a busy machine may be slow to send the touch
            with hand(service, 1) as slapper:
                to_the_race(page, service)
                push(page, service, CountdownView)
                slapper.race(state="now")
                tell(page, press="paddle-0")
                until(service, lambda view: isinstance(view, VerdictView))
                slapper.touch(True)
                verdict = judged(service)
            assert [slap.seat for slap in verdict.order] == [0, 1]
            assert verdict.friendly == (1,)
            assert verdict.band_ms == round(TieBand.between([PHONE, POD]).always * 1000, 3)

    def test_joining_during_a_race_means_the_paddle_until_the_next_race(
        self, service: Box, page: ClientConnection
    ) -> None:
        to_the_race(page, service)
        push(page, service, CountdownView)
        with hand(service, 1) as slapper:
            assert slapper.race(state="wait")["title"] == "You'll join in the next race"

    def test_seats_that_do_not_race_see_that_they_do_not(self, service: Box, page: ClientConnection) -> None:
        with hand(service, 4) as slapper:
            to_the_race(page, service)
            assert slapper.race(state="wait", title="You're not in this race")

    def test_where_all_slap_the_ark_phones_say_so(self, service: Box, page: ClientConnection) -> None:
        service.call(lambda: service.app.settings.change("slap", "ark"))
        with hand(service, 0) as slapper:
            to_the_race(page, service)
            assert slapper.race(state="wait", title="Everyone slaps the Ark")

    def test_a_phone_that_vanishes_leaves_its_seat_to_the_paddle(self, service: Box, page: ClientConnection) -> None:
        with hand(service, 0):
            to_the_race(page, service)
            push(page, service, CountdownView)
        view = service.host.view
        assert isinstance(view, CountdownView)
        assert service.until(lambda: tuple(view.stage.gone) == (0,))
        assert service.until(lambda: not view.stage.gone, LONGEST)
        assert describe_race_news(view.attempt, Say("en")) == "●: slap the paddle!"
        until(service, lambda view: isinstance(view, NowView))
        tell(page, press="paddle-0")
        verdict = judged(service)
        assert (verdict.winner, verdict.friendly) == (0, ())


def test_the_address_of_the_page_is_a_number_or_a_name_on_the_same_network() -> None:
    name = server.find_address_for_phones()
    assert name.endswith(".local") or name.count(".") == 3


def test_the_old_address_leads_to_the_page(service: Box) -> None:
    with urlopen(service.address + "slap", timeout=60) as answer:
        assert answer.url == service.address
