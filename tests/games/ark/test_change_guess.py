"""A guess about a card that has just been entered is changed in place: nobody has to undo and look for another way."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from companion.app.lobby import SeatDraft
from companion.core.errors import NothingToAnswer
from companion.core.match import Match
from companion.core.session import Session
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.games.ark import GAME
from companion.terminal.play import TerminalPlay
from tests.laws import NAMES

START = ("seat-0", "goat", "cow", "zebra", "fox")
FIGURES = ("shy", "4", "cold", "omnivore")


def turn_up_toad() -> Session:
    """Return a match in which a toad was turned up, about which everything is guessed."""
    session = Session(Match(GAME, GAME.set_up(NAMES[:3], deal="table"), START))
    session.get_voice("en")
    session.answer(session.n, "toad")
    return session


def test_the_guess_is_announced_and_can_be_changed() -> None:
    session = turn_up_toad()
    assert session.guess is not None
    session.change_guess(session.n)
    assert session.question is not None
    assert (session.question.ask, str(session.question.about)) == ("kind", "toad")
    for figure in FIGURES:
        session.answer(session.n, figure)
    assert session.match.facts["display"] == "toad"
    learned = session.match.table.learned["animals"]["toad"]
    assert (learned["kind"], learned["weight"], learned["climate"], learned["nourishment"]) == (
        "shy", 4, "cold", "omnivore",
    )  # fmt: skip
    assert session.guess is None


def test_undo_brings_the_first_entry_back_step_by_step() -> None:
    session = turn_up_toad()
    session.change_guess(session.n)
    session.undo(session.n)
    session.undo(session.n)
    assert session.question is not None
    assert session.question.ask == "turned_up"
    assert session.match.answers == list(START)


def test_a_card_from_a_hand_is_changed_before_it_has_a_place() -> None:
    session = turn_up_toad()
    for answer in ("snail", "lion"):
        session.answer(session.n, answer)
    assert session.question is not None
    assert session.question.ask == "turn"
    guessed = next(
        str(choice)
        for choice in session.question.choices
        if getattr(choice, "guesses", ()) and "weight" in choice.guesses and not str(choice).startswith("take")
    )
    session.answer(session.n, guessed)
    assert session.question.ask == "where"
    session.change_guess(session.n)
    assert session.question.ask == "kind"


def test_where_nothing_was_guessed_there_is_nothing_to_change() -> None:
    session = Session(Match(GAME, GAME.set_up(NAMES[:3], deal="table")))
    session.answer(1, "seat-0")
    assert session.guess is None
    with pytest.raises(NothingToAnswer):
        session.change_guess(session.n)


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Rehearsal]:
    with Rehearsal(tmp_path) as rehearsal:
        yield rehearsal


def test_the_box_changes_it_under_the_dome(device: Rehearsal) -> None:
    device.app.lobby.change("ark", "table")
    session = device.app.lobby.start([SeatDraft(name) for name in NAMES[:3]], seed=7)
    for answer in (*START, "toad"):
        session.answer(session.n, answer)
    while device.app.notice is not None:
        device.app.go_on()
    device.wait(1)
    device.tap("dome")
    device.pick("Change our guess")
    assert session.question is not None
    assert session.question.ask == "kind"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_terminal_changes_it_with_a_sign(language: str) -> None:
    session = Session(Match(GAME, GAME.set_up(NAMES[:3], deal="table"), START))
    paper = Console(record=True, width=100, file=io.StringIO())
    typed = ["toad", "!"]
    terminal = TerminalPlay(session, Say(language), paper, lambda prompt: typed.pop(0))
    for _ in range(2):
        assert session.question is not None
        terminal.play_turn(session.question)
    assert session.question is not None
    assert session.question.ask == "kind"
    assert "!" in paper.export_text()
