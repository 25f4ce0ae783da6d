"""Rights of a client beyond its own seat: standing in, answering for others, and changes that only a host may make."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.app.app import App
from companion.app.errors import BadRequest, NotAllowed
from companion.app.presence import Viewer
from companion.app.requests import Asker, Reply, Requests
from companion.core.errors import ArksideError
from companion.core.question import TABLE
from companion.core.seat import BOT
from companion.core.session import SPECTATOR, Session
from companion.phone.gate import open_gate
from companion.phone.live import Live, PhoneSocket
from companion.phone.words import words_with


class Table:
    """Anna is host and sits on seat 0, Ben has no phone, Cleo's phone only watches."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.requests = Requests(app, words_with)
        self.anna, self.cleo = Asker("en"), Asker("en")
        for key in ("anna", "cleo"):
            app.presence.add(key)
            app.presence.connect(key)
        app.presence.sit(self.viewer("anna"), 0)

    def viewer(self, key: str) -> Viewer:
        participant = self.app.presence.find(key)
        assert participant is not None
        return Viewer(participant.role, participant.seat, key)

    def ask(self, key: str, do: str, **more: Any) -> Reply:
        return self.requests.take(getattr(self, key), self.viewer(key), {"do": do, **more})

    def start(self, deal: str = "virtual") -> Session:
        """Start a match and go on until Ben is asked."""
        self.app.lobby.change("noah", deal, names={0: "Anna", 1: "Ben"})
        session = self.app.lobby.start(seed=1)
        while session.question is not None and session.question.seat != 1:
            session.answer(session.n, session.question.list_ids()[0])
        return session

    def answer(self, key: str, session: Session) -> None:
        assert session.question is not None
        self.ask(key, "answer", n=session.n, choice=session.question.list_ids()[0])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(App(tmp_path, "en")) as app:
        yield Table(app)


def test_nobody_answers_secret_questions_of_others_without_standing_in(table: Table) -> None:
    session = table.start()
    with pytest.raises(ArksideError):
        table.answer("anna", session)


def test_standing_in_ends_with_the_answer(table: Table) -> None:
    session = table.start()
    table.ask("anna", "stand_in", seat=1)
    n = session.n
    table.answer("anna", session)
    assert session.n == n + 1
    assert table.anna.stands_in is None


def test_standing_in_ends_when_another_seat_is_asked(table: Table) -> None:
    session = table.start()
    live = Live(table.app, open_gate(table.app))
    phone = PhoneSocket({}, "en", table.viewer("anna"))
    phone.stands_in = 1
    assert live.find_viewing_seat(phone, phone.viewer) == 1
    while session.question is not None and session.question.seat == 1:
        session.answer(session.n, session.question.list_ids()[0])
    assert live.find_viewing_seat(phone, phone.viewer) == 0
    assert phone.stands_in is None


def test_nobody_stands_in_for_a_seat_that_has_a_phone(table: Table) -> None:
    session = table.start()
    table.app.presence.sit(table.viewer("cleo"), 1)
    with pytest.raises(NotAllowed):
        table.ask("anna", "stand_in", seat=1)
    table.anna.stands_in = 1  # as if they had stood in before the phone came
    with pytest.raises(ArksideError):
        table.answer("anna", session)


def test_nobody_stands_in_for_a_seat_that_is_not_asked(table: Table) -> None:
    table.start()
    for seat in (0, 2):
        with pytest.raises(NotAllowed):
            table.ask("anna", "stand_in", seat=seat)


def test_a_spectator_answers_for_nobody_even_with_cards_on_the_table(table: Table) -> None:
    table.start("table")
    seat = 1
    assert table.requests.may_answer_for(table.anna, table.viewer("anna"), seat)
    assert not table.requests.may_answer_for(table.cleo, table.viewer("cleo"), seat)


def test_a_host_without_a_seat_acts_for_the_table_and_a_spectator_for_nobody(table: Table) -> None:
    table.start("table")
    table.app.presence.stand(table.viewer("anna"))
    question = table.app.match.question
    assert question is not None
    choice = question.list_ids()[0]
    assert table.requests._find_seat(table.anna, table.viewer("anna"), choice) == TABLE
    assert table.requests._find_seat(table.cleo, table.viewer("cleo"), choice) == SPECTATOR


def test_a_phone_that_leaves_its_seat_races_for_it_no_more(table: Table) -> None:
    table.start("table")
    table.ask("anna", "slap", on=True)
    assert table.app.track.phones.find_seat(table.anna) == 0
    table.ask("anna", "leave")
    assert table.app.track.phones.find_seat(table.anna) is None


def test_players_continue_only_the_match_that_was_left_last(table: Table) -> None:
    first = table.start().number
    table.app.lobby.close()
    last = table.start().number
    table.app.lobby.close()
    with pytest.raises(NotAllowed):
        table.ask("anna", "continue", number=first)
    assert table.ask("anna", "continue", number=last) == {"number": last}


def test_a_refused_start_leaves_the_draft_as_it_was(table: Table) -> None:
    before = table.app.lobby.draft
    with pytest.raises(ArksideError):
        table.ask("anna", "start", agreed={"game": "noah", "names": {"4": "Zoé", "5": f"{BOT}nobody-knows"}})
    assert table.app.lobby.draft == before


@pytest.mark.parametrize("name", [f"{BOT}random", "", " ", "x" * 40, "a\x1bb"])
def test_a_person_cannot_be_named_like_a_bot_or_like_nothing(table: Table, name: str) -> None:
    with pytest.raises(BadRequest):
        table.ask("cleo", "name", name=name)


def test_a_setting_takes_only_its_own_values(table: Table) -> None:
    for name, value in (("volume", "deafening"), ("colour-of-the-sky", "blue")):
        with pytest.raises(BadRequest):
            table.ask("anna", "settings", name=name, value=value)
