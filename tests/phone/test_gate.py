"""The gate: codes and guesses, tokens that outlive a restart, who is host, and seats that nobody takes silently."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Send

from companion.app import presence
from companion.app.app import App
from companion.app.errors import NotAllowed, SeatTaken, TooManyPhones, UnknownParticipant
from companion.app.presence import ABSENCE, FILE, MOST, RETURN, Participant, Presence
from companion.app.requests import Asker, Requests
from companion.core.errors import N_, JournalError
from companion.core.words import Say
from companion.phone import limits
from companion.phone.gate import TOKEN, JoinGate, make_token, open_gate
from companion.phone.guard import Guard
from companion.phone.join_code import (
    ADDRESS_GUESSES,
    ADDRESS_JOINS,
    FORGET_SECONDS,
    LENGTH,
    LETTERS,
    MOST_ADDRESSES,
    TOTAL_GUESSES,
    WINDOW,
    JoinCode,
    JoinRate,
    LockedOut,
    TooManyJoins,
    WrongCode,
)
from companion.phone.limits import BURST
from companion.phone.words import describe_error, phone_say, words_with


class Clock:
    """Time that passes when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def gate_in(folder: Path, clock: Callable[[], float] = time.monotonic) -> JoinGate:
    return JoinGate(Presence(folder, clock), clock=clock)


@pytest.fixture
def gate(tmp_path: Path, clock: Clock) -> JoinGate:
    return gate_in(tmp_path, clock)


def scope(address: str = "192.168.1.7", token: str = "", path: str = "/") -> dict[str, Any]:
    headers = [(b"cookie", f"other=1; arkside={token}".encode())] if token else []
    return {"path": path, "client": (address, 5), "server": ("192.168.1.1", 8080), "headers": headers}


def phones(gate: JoinGate) -> list[Participant]:
    return list(gate.presence)


def joined(gate: JoinGate, address: str = "192.168.1.7") -> str:
    return gate.join(scope(address), gate.code.text)


class TestCode:
    def test_it_has_letters_that_nobody_confuses_and_is_new_each_time(self) -> None:
        codes = {JoinCode().text for _ in range(50)}
        assert len(codes) == 50
        assert all(len(code) == LENGTH and set(code) <= set(LETTERS) for code in codes)
        assert not set(LETTERS) & set("B8I1OQ0S5Z2G6") - {"G"}

    @pytest.mark.parametrize("written", [str.lower, lambda code: f" {code[:3]}-{code[3:]} "])
    def test_it_may_be_typed_as_people_type(self, written: Callable[[str], str], clock: Clock) -> None:
        code = JoinCode(clock)
        code.check(written(code.text), "a")

    @pytest.mark.parametrize("wrong", ["", "AAAAAA", "é" * 6, "A" * 10_000, "\0"])
    def test_anything_else_is_wrong(self, wrong: str, clock: Clock) -> None:
        code = JoinCode(clock)
        code.text = "CDEFGH"
        with pytest.raises(WrongCode):
            code.check(wrong, "a")

    @pytest.mark.parametrize("wrong", ["CDEFG", "CDEFGA", "ADEFGH", "CDEFGHA", "CDEFGH" * 2])
    def test_every_letter_counts_and_none_may_follow(self, wrong: str, clock: Clock) -> None:
        code = JoinCode(clock)
        code.text = "CDEFGH"
        with pytest.raises(WrongCode):
            code.check(wrong, "a")

    def test_it_is_saved_for_the_owner_alone_and_outlives_a_restart(self, tmp_path: Path, clock: Clock) -> None:
        file = tmp_path / "join-code"
        code = JoinCode(clock, file)
        assert file.stat().st_mode & 0o777 == 0o600
        assert JoinCode(clock, file).text == code.text
        code.renew()
        assert JoinCode(clock, file).text == code.text

    @pytest.mark.parametrize("damaged", ["", "A", "CDEFGHA", "cdefgh", "CDEFG0", "\xff" * 6])
    def test_a_damaged_file_is_replaced_by_a_new_code(self, damaged: str, tmp_path: Path, clock: Clock) -> None:
        file = tmp_path / "join-code"
        file.write_text(damaged, encoding="utf-8")
        code = JoinCode(clock, file)
        assert len(code.text) == LENGTH
        assert set(code.text) <= set(LETTERS)
        assert file.read_text(encoding="ascii") == f"{code.text}\n"

    def test_a_right_code_forgives_only_the_address_it_came_from(self, clock: Clock) -> None:
        code = JoinCode(clock)
        for address in ("anna", "mallory"):
            for _ in range(ADDRESS_GUESSES - 1):
                with pytest.raises(WrongCode):
                    code.check("no", address)
        code.check(code.text, "anna")
        with pytest.raises(WrongCode):
            code.check("no", "mallory")
        with pytest.raises(LockedOut):
            code.check(code.text, "mallory")
        for _ in range(ADDRESS_GUESSES):
            with pytest.raises(WrongCode):
                code.check("no", "anna")

    def test_an_address_may_be_wrong_a_few_times_and_then_waits_even_with_the_right_code(self, clock: Clock) -> None:
        code = JoinCode(clock)
        for _ in range(ADDRESS_GUESSES):
            with pytest.raises(WrongCode):
                code.check("no", "mallory")
        with pytest.raises(LockedOut) as refusal:
            code.check(code.text, "mallory")
        assert "60 s" in str(refusal.value)
        code.check(code.text, "anna")
        clock.now += WINDOW
        code.check(code.text, "mallory")

    def test_many_addresses_together_are_stopped_too(self, clock: Clock) -> None:
        code = JoinCode(clock)
        for number in range(TOTAL_GUESSES):
            with pytest.raises(WrongCode):
                code.check("no", f"mallory-{number}")
        with pytest.raises(LockedOut):
            code.check(code.text, "mallory-7")
        clock.now += WINDOW
        code.check(code.text, "mallory-7")

    def test_a_crowd_of_guessers_keeps_nobody_out_who_was_never_wrong(self, clock: Clock) -> None:
        code = JoinCode(clock)
        for number in range(10 * TOTAL_GUESSES):
            with pytest.raises(WrongCode):
                code.check("no", f"mallory-{number}")
        with pytest.raises(LockedOut):
            code.check("no", "mallory-7")  # each has one guess, and no second one
        code.check(code.text, "anna")
        with pytest.raises(WrongCode):
            code.check("no", "ben")
        with pytest.raises(LockedOut):
            code.check(code.text, "ben")

    def test_more_addresses_than_a_home_has_get_no_guess_of_their_own(self, clock: Clock) -> None:
        code = JoinCode(clock)
        for number in range(MOST_ADDRESSES):
            with pytest.raises(WrongCode):
                code.check("no", f"mallory-{number}")
        with pytest.raises(LockedOut):
            code.check(code.text, "mallory-again")
        clock.now += FORGET_SECONDS + 1
        with pytest.raises(WrongCode):
            code.check("no", "mallory-again")
        assert len(code._guesses) == 1

    def test_guessing_for_a_day_leaves_little_behind(self, clock: Clock) -> None:
        code = JoinCode(clock)
        guesses = 0
        for second in range(24 * 3600):
            clock.now += 1
            try:
                code.check("no", f"mallory-{second}")
            except WrongCode:
                guesses += 1
            except LockedOut:
                pass
        assert guesses <= 24 * 60 * TOTAL_GUESSES + TOTAL_GUESSES + MOST_ADDRESSES
        assert guesses / len(LETTERS) ** LENGTH < 0.0003
        assert len(code._guesses) <= MOST_ADDRESSES


class TestTokens:
    def test_a_phone_is_known_by_its_cookie_alone(self, gate: JoinGate) -> None:
        token = joined(gate)
        assert gate.identify(scope("10.0.0.9", token)).role == "host"
        assert gate.identify(scope()).role == "guest"
        assert gate.identify(scope(token=token[:-1])).role == "guest"

    def test_a_token_that_a_stranger_chose_is_not_taken(self, gate: JoinGate) -> None:
        chosen = "x" * 32
        token = gate.join(scope(token=chosen), gate.code.text)
        assert token != chosen
        assert gate.identify(scope(token=chosen)).role == "guest"
        assert gate.identify(scope(token=token)).role == "host"

    def test_tokens_are_long_and_never_the_same(self) -> None:
        tokens = {make_token() for _ in range(500)}
        assert len(tokens) == 500
        assert min(map(len, tokens)) >= 32

    @pytest.mark.parametrize("name", ["arkside2", "Arkside", "xarkside", ""])
    def test_a_cookie_of_another_name_is_not_read(self, gate: JoinGate, name: str) -> None:
        cookie = f"{name}={joined(gate)}".encode()
        assert gate.identify(scope() | {"headers": [(b"cookie", cookie)]}).role == "guest"

    def test_our_cookie_is_found_among_odd_ones_and_in_quotes(self, gate: JoinGate) -> None:
        token = joined(gate)
        for cookie in (f'pref={{"a":1}}; x[y]=1; arkside={token}', f'arkside="{token}"; expires=1'):
            assert gate.identify(scope() | {"headers": [(b"cookie", cookie.encode())]}).role == "host"

    @pytest.mark.parametrize("seat", [0, 3, 5])
    def test_it_outlives_a_restart_with_seat_and_name_though_the_file_does_not_hold_it(
        self, gate: JoinGate, tmp_path: Path, clock: Clock, seat: int
    ) -> None:
        token = joined(gate)
        gate.presence.sit(gate.identify(scope(token=token)), seat)
        gate.presence.rename(gate.identify(scope(token=token)), "Zoé")
        gate.presence.flush()
        again = gate_in(tmp_path, clock)
        assert again.code.text != gate.code.text
        who = again.identify(scope(token=token))
        assert (who.role, who.seat) == ("host", seat)
        assert [place.name for place in phones(again)] == ["Zoé"]
        text = (tmp_path / FILE).read_text()
        assert token not in text
        assert (tmp_path / FILE).stat().st_mode & 0o077 == 0

    def test_many_changes_at_once_are_written_as_the_last_of_them(self, gate: JoinGate, tmp_path: Path) -> None:
        who = gate.identify(scope(token=joined(gate)))
        for number in range(200):
            gate.presence.rename(who, f"Anna {number}")
        gate.presence.flush()
        assert json.loads((tmp_path / FILE).read_text())[0]["name"] == "Anna 199"

    def test_a_phone_that_changes_all_the_time_does_not_wear_out_the_card(
        self, gate: JoinGate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        who = gate.identify(scope(token=joined(gate)))
        gate.presence.flush()
        written: list[str] = []
        monkeypatch.setattr(presence, "write_atomically", lambda file, text, mode: written.append(text))
        gate.presence._writes.extend([presence.NEVER] * presence.WRITES)
        monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: 0.0))
        for number in range(presence.WRITES):
            gate.presence.rename(who, f"Anna {number}")
            gate.presence._writer.submit(lambda: None).result()
        for number in range(500):
            gate.presence.rename(who, f"Ben {number}")
        assert len(written) == presence.WRITES
        gate.presence.flush()
        assert len(written) == presence.WRITES + 1
        assert "Ben 499" in written[-1]

    @pytest.mark.parametrize("broken", ["", "{", "7", "[7]", '[{"hash": 1}]', json.dumps([{"hash": "x", "id": "y", "name": "", "seat": 9, "host": True}])])  # fmt: skip
    def test_a_broken_file_only_makes_phones_join_again(self, tmp_path: Path, broken: str) -> None:
        (tmp_path / FILE).write_text(broken)
        gate = gate_in(tmp_path)
        assert phones(gate) == []
        assert gate.identify(scope(token=joined(gate))).role == "host"

    def test_a_folder_that_cannot_be_written_does_not_keep_phones_out(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        gate = gate_in(tmp_path / "file" / "below")
        assert gate.identify(scope(token=joined(gate))).role == "host"
        gate.presence.flush()

    def test_a_phone_that_joins_again_stays_who_it_is(self, gate: JoinGate) -> None:
        token = joined(gate)
        gate.presence.sit(gate.identify(scope(token=token)), 1)
        assert gate.join(scope(token=token), gate.code.text) == token
        assert len(phones(gate)) == 1

    def test_of_too_many_phones_the_spectator_away_longest_is_forgotten(self, gate: JoinGate, clock: Clock) -> None:
        joined(gate, "192.168.2.1")
        spectator = joined(gate, "192.168.2.2")
        for n in range(MOST - 1):
            clock.now += 1
            latest = joined(gate, f"192.168.3.{n}")
        assert len(phones(gate)) == MOST
        assert gate.identify(scope(token=spectator)).role == "guest"
        assert gate.identify(scope(token=latest)).role != "guest"

    def test_host_and_players_are_never_forgotten_however_many_join(self, gate: JoinGate, clock: Clock) -> None:
        host, player = joined(gate, "192.168.2.1"), joined(gate, "192.168.2.2")
        gate.presence.sit(gate.identify(scope(token=player)), 1)
        for n in range(2 * MOST):
            clock.now += 1
            attacker = joined(gate, f"192.168.3.{n}")
        assert gate.identify(scope(token=attacker)).role == "spectator"
        assert not gate.presence.sit(gate.identify(scope(token=attacker)), 1)
        assert gate.identify(scope(token=host)).role == "host"
        assert gate.identify(scope(token=player)).seat == 1

    def test_connected_phones_are_never_forgotten_and_keep_their_seat(self, gate: JoinGate, clock: Clock) -> None:
        tokens = [joined(gate, f"192.168.2.{n}") for n in range(MOST)]
        for token in tokens:
            gate.presence.connect(gate.identify(scope(token=token)).key)
        gate.presence.sit(gate.identify(scope(token=tokens[1])), 1)
        clock.now += ABSENCE + 1
        with pytest.raises(TooManyPhones):
            joined(gate, "192.168.3.1")
        assert gate.admit_at_home(scope("127.0.0.1")) == ""
        with pytest.raises(SeatTaken):
            gate.presence.sit(gate.identify(scope(token=tokens[2])), 1)
        assert all(gate.identify(scope(token=token)).role != "guest" for token in tokens)
        gate.presence.disconnect(gate.identify(scope(token=tokens[5])).key)
        latest = joined(gate, "192.168.3.1")
        assert gate.identify(scope(token=latest)).role == "spectator"
        assert gate.identify(scope(token=tokens[5])).role == "guest"

    def test_room_for_a_new_phone_comes_when_the_oldest_of_that_minute_is_over(self, clock: Clock) -> None:
        rate = JoinRate(clock)
        for second in range(ADDRESS_JOINS):
            clock.now = float(second)
            rate.check("10.0.0.7")
        for now, joins in ((59.5, False), (60.5, True), (60.6, False), (61.0, True)):
            clock.now = now
            with nullcontext() if joins else pytest.raises(TooManyJoins):
                rate.check("10.0.0.7")

    def test_one_address_brings_only_so_many_new_phones_a_minute(self, gate: JoinGate, clock: Clock) -> None:
        mine = joined(gate)
        for _ in range(ADDRESS_JOINS - 1):
            joined(gate)
        with pytest.raises(TooManyJoins):
            joined(gate)
        assert gate.join(scope(token=mine), gate.code.text) == mine
        assert joined(gate, "192.168.1.8")
        clock.now += WINDOW
        assert joined(gate)

    @pytest.mark.parametrize("cookie", [b"arkside", b"arkside=", b"=;=", b"\xff\xfe", b'arkside="a;b"'])
    def test_unknown_cookies_are_guests(self, gate: JoinGate, cookie: bytes) -> None:
        joined(gate)
        assert gate.identify(scope() | {"headers": [(b"cookie", cookie)]}).role == "guest"


class TestHost:
    def test_the_first_phone_is_host_and_the_others_look_on_until_they_sit(self, gate: JoinGate) -> None:
        first, second = joined(gate), joined(gate)
        assert gate.identify(scope(token=first)).role == "host"
        assert gate.identify(scope(token=second)).role == "spectator"
        gate.presence.sit(gate.identify(scope(token=second)), 0)
        assert gate.identify(scope(token=second)).role == "seat"

    def test_this_computer_has_the_rights_of_a_host_without_a_code(self, gate: JoinGate) -> None:
        joined(gate)
        for address in ("127.0.0.1", "::1", "192.168.1.1"):
            assert gate.identify(scope(address)).role == "host"
        token = gate.admit(scope("127.0.0.1"))
        assert gate.identify(scope("127.0.0.1", token)).role == "host"
        assert gate.identify(scope("127.0.0.1", token)).key

    def test_this_computer_has_no_rights_where_it_is_not_trusted(self, tmp_path: Path, clock: Clock) -> None:
        gate = JoinGate(Presence(tmp_path, clock), clock=clock, home=False)
        for address in ("127.0.0.1", "::1", "192.168.1.1"):
            assert gate.identify(scope(address)).role == "guest"
            assert not gate.may_open(scope(address, path="/box"))
        assert not gate.is_at_home({"path": "/"})

    def test_the_emulated_box_is_for_this_computer_and_for_the_host_if_it_is_asked_for(
        self, tmp_path: Path, clock: Clock
    ) -> None:
        for panel in (False, True):
            gate = JoinGate(Presence(tmp_path / str(panel), clock), clock=clock, panel=panel)
            host, other = joined(gate), joined(gate)
            assert gate.may_open(scope(token=host, path="/panel")) == panel
            assert not gate.may_open(scope(token=other, path="/panel"))
            assert gate.may_open(scope("127.0.0.1", path="/box"))

    def test_a_host_who_stays_away_is_replaced_by_somebody_present(self, gate: JoinGate, clock: Clock) -> None:
        first, second = joined(gate), joined(gate)
        clock.now += ABSENCE - 1
        assert gate.identify(scope(token=second)).role == "spectator"
        clock.now += 1
        assert gate.identify(scope(token=second)).role == "host"
        assert gate.identify(scope(token=first)).role == "spectator"

    def test_after_a_restart_the_host_has_a_moment_to_come_back(
        self, gate: JoinGate, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second = joined(gate), joined(gate)
        gate.presence.flush()
        again = gate_in(tmp_path, clock)
        assert again.identify(scope(token=second)).role == "spectator"
        assert again.identify(scope(token=first)).role == "host"
        monkeypatch.setattr(presence, "boot_id", lambda: "another evening")
        days_later = gate_in(tmp_path, clock)
        clock.now += RETURN
        assert days_later.identify(scope(token=second)).role == "host"

    def test_a_crash_gives_a_host_whose_screen_is_off_no_less_time_than_any_absence(
        self, gate: JoinGate, clock: Clock, tmp_path: Path
    ) -> None:
        first, second = joined(gate), joined(gate)
        gate.presence.flush()
        again = gate_in(tmp_path, clock)
        clock.now += ABSENCE - 1
        assert again.identify(scope(token=second)).role == "spectator"
        assert again.identify(scope(token=first)).role == "host"

    def test_the_host_removes_a_phone_and_the_code_it_knew_is_worth_nothing(self, tmp_path: Path) -> None:
        with closing(App(tmp_path, "en")) as app:
            gate = open_gate(app)
            first, second, code = joined(gate), joined(gate), gate.code.text
            requests, host = Requests(app, words_with), gate.identify(scope(token=first))
            requests.take(Asker("en"), host, {"do": "remove", "phone": phones(gate)[1].id})
            assert gate.identify(scope(token=second)).role == "guest"
            assert code not in (gate.code.text, app.invitation.code)
            with pytest.raises(WrongCode):
                gate.join(scope(token=second), code)
            with pytest.raises(UnknownParticipant):
                requests.take(Asker("en"), host, {"do": "remove", "phone": "nobody"})

    def test_the_names_by_which_others_know_a_phone_open_nothing(self, gate: JoinGate) -> None:
        token = joined(gate)
        (phone,) = phones(gate)
        assert token not in (phone.id, phone.key, phone.name)
        for known in (phone.id, phone.key):
            assert gate.identify(scope(token=known)).role == "guest"


class TestSeats:
    def test_the_host_who_asks_to_be_host_is_host_already(self, gate: JoinGate) -> None:
        token = joined(gate)
        assert gate.presence.ask_for_host(gate.identify(scope(token=token))) is True

    def test_nobody_takes_a_seat_that_another_phone_holds(self, gate: JoinGate) -> None:
        first, second = joined(gate), joined(gate)
        gate.presence.sit(gate.identify(scope(token=first)), 2)
        with pytest.raises(SeatTaken):
            gate.presence.sit(gate.identify(scope(token=second)), 2)
        assert gate.identify(scope(token=first)).seat == 2
        gate.presence.stand(gate.identify(scope(token=first)))
        gate.presence.sit(gate.identify(scope(token=second)), 2)
        assert gate.identify(scope(token=second)).looks_as == 2

    def test_a_seat_whose_phone_is_long_gone_is_free(self, gate: JoinGate, clock: Clock) -> None:
        first, second = joined(gate), joined(gate)
        gate.presence.sit(gate.identify(scope(token=first)), 2)
        clock.now += ABSENCE
        gate.presence.sit(gate.identify(scope(token=second)), 2)
        assert gate.identify(scope(token=first)).seat is None

    def test_a_phone_has_one_seat(self, gate: JoinGate) -> None:
        token = joined(gate)
        for seat in (0, 4):
            gate.presence.sit(gate.identify(scope(token=token)), seat)
        assert [place.seat for place in phones(gate)] == [4]

    def test_the_host_moves_phones_and_the_previous_player_becomes_a_spectator(self, gate: JoinGate) -> None:
        first, second = joined(gate), joined(gate)
        gate.presence.sit(gate.identify(scope(token=first)), 0)
        gate.presence.sit(gate.identify(scope(token=second)), 1)
        one, two = phones(gate)
        gate.presence.move(two.id, 0)
        assert [place.seat for place in phones(gate)] == [None, 0]
        gate.presence.move(two.id, None)
        assert [place.seat for place in phones(gate)] == [None, None]
        assert one.id != two.id

    @pytest.mark.parametrize("seat", [-1, 6, True, "1", None, 1.0])
    def test_seats_that_are_none_are_refused(self, gate: JoinGate, seat: Any) -> None:
        who = gate.identify(scope(token=joined(gate)))
        with pytest.raises(NotAllowed):
            gate.presence.sit(who, seat)

    def test_guests_neither_sit_nor_have_a_name(self, gate: JoinGate) -> None:
        for do in (
            lambda who: gate.presence.sit(who, 0),
            gate.presence.stand,
            lambda who: gate.presence.rename(who, "Eve"),
        ):
            with pytest.raises(NotAllowed):
                do(gate.identify(scope()))

    def test_names_are_cut_to_what_can_be_shown(self, gate: JoinGate) -> None:
        who = gate.identify(scope(token=joined(gate)))
        gate.presence.rename(who, "  An\nna\0" + "a" * 90)
        assert phones(gate)[0].name == "Annaaaaaaaaaaaaa"

    def test_listeners_hear_every_change(self, tmp_path: Path, clock: Clock) -> None:
        heard: list[int] = []
        presence = Presence(tmp_path, clock, lambda: heard.append(1))
        gate = JoinGate(presence, clock=clock, renewed=lambda code: heard.append(1))
        who = gate.identify(scope(token=joined(gate)))
        before = len(heard)
        gate.presence.sit(who, 0)
        gate.presence.rename(who, "Anna")
        gate.presence.stand(who)
        gate.renew()
        assert (before > 0, len(heard) - before) == (True, 4)


def test_every_socket_is_paced(gate: JoinGate, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def receive() -> Message:
        return {"type": "websocket.receive", "text": "{}"}

    async def send(message: Message) -> None:
        raise AssertionError("the app of this test answers nothing")

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        for _ in range(2 * BURST):
            await receive()

    monkeypatch.setattr(limits.asyncio, "sleep", sleep)
    socket = scope(token=joined(gate), path="/live") | {"type": "websocket"}
    socket["headers"].append((b"host", b"192.168.1.1:8080"))
    asyncio.run(Guard(app, gate)(socket, receive, send))
    assert waited


def test_a_request_with_two_names_of_hosts_is_for_nobody(gate: JoinGate) -> None:
    async def app(*about: Any) -> None:
        raise AssertionError("nothing gets here")

    guard, host = Guard(app, gate), (b"host", b"192.168.1.1:8080")
    assert guard._is_for_us(scope(), Headers(raw=[host]))
    assert not guard._is_for_us(scope(), Headers(raw=[host, host]))
    assert not guard._is_for_us(scope(), Headers(raw=[host, (b"host", b"evil.example")]))
    assert not guard._is_for_us(scope() | {"server": None}, Headers(raw=[host]))


def test_a_request_without_a_token_is_that_of_a_guest(gate: JoinGate) -> None:
    assert gate.identify(scope() | {TOKEN: ""}).role == "guest"


@pytest.mark.parametrize(
    "error",
    [LockedOut("Too many wrong codes. Try again in {n} s", n=3), WrongCode("That's not the code of this table")],
)
def test_refusals_are_said_in_french(error: LockedOut | WrongCode) -> None:
    assert phone_say("fr").phrase(error) != Say("en").phrase(error)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_phones_see_the_name_of_a_file_and_not_its_path(language: str) -> None:
    error = JournalError(N_("{file} can't be used: {why}"), file=Path("/var/lib/arkside/arkside.db"), why="full")
    description = describe_error(language, None, error)
    assert "arkside.db" in description
    assert "/var" not in description
