"""Who starts, who sits where, and what else was agreed on: the same on box, phones and terminal."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.app.app import App
from companion.app.choice_rows import list_rows
from companion.app.lobby import SeatDraft
from companion.core.errors import NotAChoice
from companion.core.game import BY_LOT
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.device.rehearsal import Rehearsal
from companion.phone.played import describe_played_match
from tests.borders.command import arkside

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with Rehearsal(tmp_path) as device:
        yield device.app


def ask_who_starts(id: str) -> Session:
    """Return a match with real pieces at the question who starts."""
    game, rng = find_game(id), Random(3)
    session = Session(Match(game, game.set_up(NAMES, seed=5, deal="table")))
    while not session.can_draw_lots:
        assert session.question is not None
        session.answer(session.n, rng.choice(session.question.choices))
    return session


@pytest.mark.parametrize("id", [id for id in list_game_ids() if find_game(id).starter_asks])
def test_chance_can_decide_who_starts(id: str) -> None:
    session = ask_who_starts(id)
    question = session.question
    assert question is not None
    voice = session.get_voice("en")
    assert list_rows(question, session.match, voice)[-1].label == "draw lots"
    session.answer(session.n, BY_LOT)
    assert session.match.answers[-1] in ("seat-0", "seat-1", "seat-2"), "the journal keeps whom the lot chose"


def test_every_player_may_be_drawn() -> None:
    drawn = set()
    session = ask_who_starts("noah")
    for seed in range(30):
        session.rng.seed(seed)
        session.answer(session.n, BY_LOT)
        drawn.add(session.match.answers[-1])
        session.undo(session.n)
    assert drawn == {"seat-0", "seat-1", "seat-2"}


def test_nothing_else_is_left_to_chance() -> None:
    session = ask_who_starts("noah")
    session.answer(session.n, BY_LOT)
    with pytest.raises(NotAChoice):
        session.answer(session.n, BY_LOT)


def test_chance_decides_who_sits_where(app: App) -> None:
    orders = set()
    app.lobby.change("noah", "table", shuffled=True)
    for _ in range(12):
        session = app.lobby.start([SeatDraft(name) for name in NAMES])
        orders.add(tuple(seat.name for seat in session.seats))
        app.lobby.close()
    assert len(orders) > 1
    assert all(sorted(order) == NAMES for order in orders)


def test_house_rules_stay_with_the_match(app: App) -> None:
    app.lobby.change("noah", "virtual", house_rules="  lions may\tswap twice  ")
    session = app.lobby.start([SeatDraft("bot:greedy:Anna"), SeatDraft("bot:greedy:Ben")], seed=4)
    assert session.match.setup.house_rules == "lions may swap twice"
    while session.question is not None:
        session.answer(session.n, session.question.choices[0])
    number = session.number
    app.lobby.rematch()
    assert app.live is not None
    assert app.live.match.setup.house_rules == "lions may swap twice"
    record = app.journal.load_record(number)
    assert record.setup.house_rules == "lions may swap twice"
    assert app.journal.list_headings()[-1].house_rules == "lions may swap twice"
    exported = export_match(record)
    assert json.loads(exported)["house_rules"] == "lions may swap twice"
    assert import_match(exported, "match.json").setup.house_rules == "lions may swap twice"
    review = describe_played_match(app.journal, number, "fr")
    assert review["facts"][0]["label"] == "Règles maison"
    assert review["facts"][0]["value"] == "lions may swap twice"


def test_an_exported_match_without_house_rules_is_still_read(app: App) -> None:
    app.lobby.change("noah", "virtual")
    session = app.lobby.start([SeatDraft("Anna"), SeatDraft("Ben")], seed=4)
    tree = json.loads(export_match(app.journal.load_record(session.number)))
    del tree["house_rules"]
    assert import_match(json.dumps(tree), "match.json").setup.house_rules == ""


def test_the_box_sets_both_before_the_match(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        device.pick("New match")
        device.pick("Noah")
        for name in ("Player 1", "Player 2"):
            device.pick(name)
        device.push()
        device.pick("Shuffle the seats")
        assert device.app.lobby.draft.shuffled
        device.pick("House rules")
        device.type("Be kind\r")  # the dial starts every word with a capital
        assert device.app.lobby.draft.house_rules == "Be Kind"


def test_the_terminal_names_both_on_its_command_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "q")
    data = ("--data", str(tmp_path))
    code, _, error = arkside(
        capfd, "play", "noah", "--players", "Anna,Ben", "--shuffle", "--house-rules", "be kind", *data
    )
    assert code == 0, error
    with Journal(tmp_path) as journal:
        assert journal.load_record(1).setup.house_rules == "be kind"
    assert "house rules: be kind" in arkside(capfd, "history", *data)[1]
