"""Seats and hosts whose phone is gone: whoever sits there gets them back, and no stranger gets what is in use."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.app.errors import NotAllowed, SeatTaken, UnknownParticipant
from companion.app.presence import (
    ABSENCE,
    DECLINED_SECONDS,
    HOST_ABSENCE,
    RELOAD_SECONDS,
    TAKE_OVER_SECONDS,
    Presence,
    Viewer,
)
from companion.core.seat import LONGEST_NAME
from companion.core.words import LANGUAGES
from companion.device.rehearsal import Rehearsal
from companion.device.views.take_over import UNREAD, TakeOverView
from tests.device.paper import draw_checked
from tests.phone.clients import Client, phone, two_at
from tests.phone.service import Service, phones_only
from tests.phone.strangers import MALLORY, ask


class Clock:
    """Time that passes when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Table:
    """Anna, the host, and Ben at their seats, and Cléo's phone, which has just joined."""

    def __init__(self, presence: Presence, clock: Clock) -> None:
        self.presence, self.clock = presence, clock
        for name in ("anna", "ben", "cleo"):
            presence.add(name)
            presence.connect(name)
        presence.sit(self.viewer("anna"), 0)
        presence.sit(self.viewer("ben"), 1)

    def viewer(self, name: str) -> Viewer:
        participant = self.presence.find(name)
        assert participant is not None
        return Viewer(participant.role, participant.seat, name)

    def id_of(self, name: str) -> str:
        participant = self.presence.find(name)
        assert participant is not None
        return participant.id

    def lose(self, *names: str) -> None:
        """Let phones go, and enough time pass that they are not just loading the page again."""
        for name in names:
            self.presence.disconnect(name)
        self.clock.now += RELOAD_SECONDS


@pytest.fixture
def table(tmp_path: Path) -> Table:
    clock = Clock()
    return Table(Presence(tmp_path, clock), clock)


class TestSeat:
    def test_a_seat_whose_phone_is_gone_is_asked_for_and_the_host_agrees(self, table: Table) -> None:
        table.lose("ben")
        assert not table.presence.sit(table.viewer("cleo"), 1)
        assert [(take_over.id, take_over.seat) for take_over in table.presence.take_overs] == [(table.id_of("cleo"), 1)]
        assert table.viewer("cleo").seat is None
        table.presence.agree(table.viewer("anna"), table.id_of("cleo"))
        assert (table.viewer("cleo").seat, table.viewer("ben").seat) == (1, None)
        assert table.presence.take_overs == []

    def test_nobody_gets_or_asks_for_the_seat_of_a_connected_phone(self, table: Table) -> None:
        table.clock.now += 10 * ABSENCE
        for name in ("cleo", "anna"):
            with pytest.raises(SeatTaken):
                table.presence.sit(table.viewer(name), 1)
        assert table.presence.take_overs == []

    def test_a_page_that_is_loaded_again_keeps_its_seat(self, table: Table) -> None:
        table.presence.disconnect("ben")
        with pytest.raises(SeatTaken, match="has just left"):
            table.presence.sit(table.viewer("cleo"), 1)

    def test_a_phone_that_comes_back_keeps_its_seat(self, table: Table) -> None:
        table.lose("ben")
        table.presence.sit(table.viewer("cleo"), 1)
        table.presence.connect("ben")
        assert table.presence.take_overs == []
        with pytest.raises(UnknownParticipant):
            table.presence.agree(table.viewer("anna"), table.id_of("cleo"))
        assert table.viewer("ben").seat == 1

    def test_nobody_makes_themselves_host_by_agreeing_to_their_own_request(self, table: Table) -> None:
        table.presence.has_box = True
        table.lose("anna")
        table.clock.now += HOST_ABSENCE
        assert not table.presence.ask_for_host(table.viewer("ben"))
        with pytest.raises(NotAllowed):
            table.presence.agree(table.viewer("ben"), table.id_of("ben"))
        assert table.viewer("ben").role == "seat"

    def test_only_the_host_agrees_about_seats(self, table: Table) -> None:
        table.lose("anna")
        table.presence.sit(table.viewer("cleo"), 0)
        for name in ("ben", "cleo"):
            with pytest.raises(NotAllowed):
                table.presence.agree(table.viewer(name), table.id_of("cleo"))
        with pytest.raises(NotAllowed):
            table.presence.decline(table.viewer("ben"), table.id_of("cleo"))

    def test_the_host_just_sits_down_where_a_phone_is_gone(self, table: Table) -> None:
        table.lose("ben")
        assert table.presence.sit(table.viewer("anna"), 1)
        assert (table.viewer("anna").seat, table.viewer("ben").seat) == (1, None)

    def test_during_a_match_no_time_is_long_enough_to_get_a_hand_without_asking(self, table: Table) -> None:
        table.presence.is_playing = lambda: True
        table.lose("ben")
        table.clock.now += 10 * ABSENCE
        assert not table.presence.sit(table.viewer("cleo"), 1)
        assert table.viewer("ben").seat == 1

    def test_a_declined_request_must_wait_before_the_next(self, table: Table) -> None:
        table.lose("ben")
        table.presence.sit(table.viewer("cleo"), 1)
        table.presence.decline(table.viewer("anna"), table.id_of("cleo"))
        with pytest.raises(NotAllowed):
            table.presence.sit(table.viewer("cleo"), 1)
        table.clock.now += DECLINED_SECONDS
        assert not table.presence.sit(table.viewer("cleo"), 1)

    def test_a_request_ends_when_it_is_withdrawn_its_phone_goes_or_nobody_cares(self, table: Table) -> None:
        table.lose("ben")
        for end in (
            lambda: table.presence.decline(table.viewer("cleo"), table.id_of("cleo")),
            lambda: table.presence.stand(table.viewer("cleo")),
            lambda: table.presence.disconnect("cleo"),
            lambda: setattr(table.clock, "now", table.clock.now + TAKE_OVER_SECONDS),
        ):
            table.presence.sit(table.viewer("cleo"), 1)
            assert table.presence.take_overs
            end()
            assert table.presence.take_overs == []

    def test_two_phones_that_ask_have_different_numbers(self, table: Table) -> None:
        table.lose("ben")
        for n in range(20):
            table.presence.add(f"phone-{n}")
            table.presence.connect(f"phone-{n}")
            assert not table.presence.sit(table.viewer(f"phone-{n}"), 1)
        numbers = [take_over.number for take_over in table.presence.take_overs]
        assert len(set(numbers)) == 20
        assert all(10 <= number < 100 for number in numbers)


class TestHost:
    def test_a_host_who_is_gone_is_replaced_when_another_player_agrees(self, table: Table) -> None:
        table.presence.disconnect("anna")
        table.clock.now += HOST_ABSENCE - 1
        with pytest.raises(NotAllowed):
            table.presence.ask_for_host(table.viewer("cleo"))
        table.clock.now += 1
        assert not table.presence.ask_for_host(table.viewer("cleo"))
        with pytest.raises(NotAllowed):
            table.presence.agree(table.viewer("cleo"), table.id_of("cleo"))
        table.presence.agree(table.viewer("ben"), table.id_of("cleo"))
        assert [table.viewer(name).role for name in ("anna", "ben", "cleo")] == ["seat", "seat", "host"]

    def test_the_only_player_left_needs_nobody(self, table: Table) -> None:
        table.presence.disconnect("anna")
        table.clock.now += HOST_ABSENCE
        assert table.presence.ask_for_host(table.viewer("ben"))
        assert table.viewer("ben").role == "host"

    def test_a_spectator_alone_never_agrees_with_itself(self, table: Table) -> None:
        table.lose("anna", "ben")
        table.clock.now += HOST_ABSENCE
        assert not table.presence.ask_for_host(table.viewer("cleo"))
        with pytest.raises(NotAllowed):
            table.presence.agree(table.viewer("cleo"), table.id_of("cleo"))

    def test_a_host_who_is_here_stays_host(self, table: Table) -> None:
        table.clock.now += 10 * ABSENCE
        with pytest.raises(NotAllowed):
            table.presence.ask_for_host(table.viewer("ben"))
        assert table.viewer("anna").role == "host"

    def test_beside_a_box_no_time_replaces_a_host_during_a_match(self, table: Table) -> None:
        table.presence.is_playing, table.presence.has_box = (lambda: True), True
        table.lose("anna")
        table.clock.now += 10 * ABSENCE
        participant = table.presence.find("cleo")
        assert participant is not None
        assert table.presence.viewer_of(participant).role == "spectator"
        table.presence.has_box = False
        assert table.presence.viewer_of(participant).role == "host"


def join(device: Rehearsal, *names: str) -> None:
    """Let phones join the app of a box; the first is host and sits at the first seat, the second at the next."""
    presence = device.app.presence
    for seat, name in enumerate(names):
        presence.add(name)
        presence.connect(name)
        participant = presence.find(name)
        assert participant is not None
        if seat < 2:
            presence.sit(presence.viewer_of(participant), seat)


def viewer_at(device: Rehearsal, name: str) -> Viewer:
    participant = device.app.presence.find(name)
    assert participant is not None
    return Viewer(participant.role, participant.seat, name)


class TestBox:
    def ask_for_seat(self, device: Rehearsal) -> None:
        join(device, "anna", "ben", "cleo")
        device.app.presence.disconnect("ben")
        device.wait(RELOAD_SECONDS)
        assert not device.app.presence.sit(viewer_at(device, "cleo"), 1)
        device.wait(UNREAD / 2)
        assert isinstance(device.view, TakeOverView)

    def test_the_seats_own_paddle_agrees_and_no_other_button(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            menu = device.view
            self.ask_for_seat(device)
            device.wait(UNREAD)
            for part in ("paddle-0", "paddle-2", "dome"):
                device.tap(part)
            device.push()
            assert viewer_at(device, "cleo").seat is None
            device.tap("paddle-1")
            assert viewer_at(device, "cleo").seat == 1
            assert device.view is menu

    def test_a_press_meant_for_the_view_before_agrees_to_nothing(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            self.ask_for_seat(device)
            device.tap("paddle-1")
            assert viewer_at(device, "cleo").seat is None

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_can_be_read_with_the_longest_name(self, tmp_path: Path, language: str) -> None:
        with Rehearsal(tmp_path, language) as device:
            self.ask_for_seat(device)
            ben = device.app.presence.holders()[1]
            ben.name = "W" * LONGEST_NAME
            (request,) = device.app.presence.take_overs
            for take_over in (request, request._replace(seat=None), request._replace(seat=5)):
                draw_checked(TakeOverView(device.app, device.context.say, take_over))

    def test_back_says_no(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            menu = device.view
            self.ask_for_seat(device)
            device.wait(UNREAD)
            device.tap("back")
            assert device.view is menu
            assert device.app.presence.take_overs == []
            assert viewer_at(device, "ben").seat == 1

    def test_the_box_goes_back_to_its_view_when_the_phone_returns(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            menu = device.view
            self.ask_for_seat(device)
            device.app.presence.connect("ben")
            device.wait(0.1)
            assert device.view is menu

    def test_a_push_of_the_dial_makes_a_host(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            join(device, "anna", "ben")
            device.app.presence.disconnect("anna")
            device.wait(HOST_ABSENCE)
            assert not device.app.presence.ask_for_host(viewer_at(device, "ben"))
            device.wait(2 * UNREAD)
            assert isinstance(device.view, TakeOverView)
            device.push()
            assert viewer_at(device, "ben").role == "host"


class TestStranger:
    """Somebody in the same Wi-Fi who wants a hand of cards that isn't theirs."""

    def secrets_seen(self, client: Client) -> str:
        client.ask("here")
        return json.dumps([message.get("secrets") for message in client.messages if message.get("secrets")])

    def test_without_the_code_there_is_nothing_to_see_or_to_take(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah"):
            page = ask(service.port, "/", address=MALLORY)
            assert "set-cookie" not in page.headers
            assert '"take_overs"' not in page.text
            assert service.gate.code.text not in page.text
            for path in ("/matches.json", "/matches/1/played.json", "/matches.csv"):
                assert ask(service.port, path, address=MALLORY).status == 403

    def test_with_the_code_the_seats_of_connected_phones_stay_theirs(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, ben), phone(service) as mallory:
            for seat in (0, 1):
                assert mallory.ask("seat", seat=seat)["error"]["code"] == "seat-taken"
            assert mallory.ask("host")["error"]["code"] == "not-allowed"
            assert mallory.ask("agree", phone=mallory.state["you"]["id"])["error"]["code"] == "not-allowed"
            assert self.secrets_seen(mallory) == "[]"
            assert anna.state["secrets"]
            assert ben.ask("here")["ok"]

    def test_a_sleeping_phone_keeps_its_hand_until_somebody_agrees_to_the_take_over(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, ben), phone(service) as mallory:
            ben.socket.close()
            assert service.until(lambda: not service.app.presence.is_connected(1))
            age(service, 1)
            assert mallory.ask("seat", seat=1)["waiting"]
            requests = anna.until(lambda state: state["take_overs"])["take_overs"]
            assert [take_over["seat"] for take_over in requests] == [1]
            for do in ("agree", "decline"):
                assert "secrets" not in json.dumps(mallory.ask(do, phone=requests[0]["id"]))
            assert self.secrets_seen(mallory) == "[]"
            assert service.app.presence.holders()[1].name == "Ben"

    def test_a_new_phone_that_the_host_agrees_to_sees_the_hand_and_is_called_like_the_seat(
        self, tmp_path: Path
    ) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, ben), phone(service) as new:
            ben.socket.close()
            assert service.until(lambda: not service.app.presence.is_connected(1))
            age(service, 1)
            assert new.ask("seat", seat=1)["waiting"]
            requests: list[dict[str, Any]] = anna.until(lambda state: state["take_overs"])["take_overs"]
            assert anna.ask("agree", phone=requests[0]["id"])["ok"]
            state = new.until(lambda state: state["you"]["seat"] == 1 and state["secrets"])
            assert state["you"]["name"] == "Ben"


def age(service: Service, seat: int) -> None:
    """Pretend that the phone of a seat has been gone for a while."""
    service.app.presence.holders()[seat].seen -= RELOAD_SECONDS
