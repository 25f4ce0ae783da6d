"""A pet lies face down until the end: nobody but its owner is shown which card it is."""

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from companion.app.notice import Notice
from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.log import LogLine
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.session import SPECTATOR, MoveResult, Session
from companion.core.sessions import Sessions
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.device.walks.match_info import format_log
from companion.engine import Engine
from companion.games.ark import GAME
from companion.games.ark.pieces import Cargo
from companion.phone.match_log import MatchLog
from companion.terminal.play import TerminalPlay
from tests.borders.command import arkside
from tests.laws import NAMES

HIDDEN = "in secret"


def new_session(*names: str, seed: int = 2, with_bots: bool = False) -> Session:
    """A virtual match that is told in English."""
    session = Session(Match(GAME, GAME.set_up(names or NAMES[:3], seed=seed)), with_bots=with_bots)
    session.get_voice("en")
    return session


def answer_until(session: Session, stop: Callable[[], bool], seed: int = 3) -> None:
    """Answer at random until then, or to the end."""
    bot = make_random_bot(Random(seed))
    while session.question is not None and not stop():
        session.answer(session.n, bot(session.question, session.match.table))


def asks_for_pet(session: Session) -> Callable[[], bool]:
    """Whether somebody is asked for a pet and could choose among several."""
    return lambda: session.question is not None and session.question.ask == "pet" and len(session.question.choices) > 2


def all_but(seat: int, session: Session) -> list[int]:
    """Everybody who may not see the pet of this seat."""
    return [TABLE, SPECTATOR, *(other.index for other in session.seats if other.index != seat)]


def shown_to(viewer: int, session: Session, line: LogLine) -> dict[str, Any]:
    """Everything that a viewer is shown after an answer, as clients build it from session and voice."""
    voice, table, question = session.get_voice("en"), session.match.table, session.question
    own_sight = [] if viewer < 0 else [voice.fact_value(*secret, table) for secret in table.secrets(viewer).items()]
    return {
        "view": session.view(viewer),
        "prompt": "" if question is None else voice.prompt(question, table),
        "log": [line.prompt, line.label_for(viewer), line.changes, [str(cue) for cue in line.cues], line.points],
        "facts": [voice.fact_value(name, value, table) for name, value in session.facts.items()],
        "opening": session.list_opening_lines("en"),
        "board": [voice.heading(table), voice.board(table), voice.overview(table)],
        "secrets": own_sight,
    }


def names_that_say_which(session: Session) -> dict[Cargo, re.Pattern[str]]:
    """A pattern for each card that can be a pet, by id and by name; not where another card's name contains it."""
    say = GAME.say("en")
    cards = [card for card in session.match.table.pieces.kinds.all if card.pet]
    every_id = [card.id for card in session.match.table.pieces.kinds.all]
    unique = [card for card in cards if sum(bool(re.search(rf"\b{card.id}\b", id)) for id in every_id) == 1]
    return {card: re.compile(rf"\b({re.escape(card.id)}|{re.escape(say.noun(card.id))})\b") for card in unique}


@pytest.mark.laws
def test_views_of_others_do_not_depend_on_which_card_becomes_the_pet(games: int) -> None:
    compared = 0
    for seed in range(max(5, games // 10)):
        session = new_session(*NAMES[: 3 + seed % 3], seed=seed)
        answer_until(session, asks_for_pet(session), seed)
        if session.question is None:
            continue
        owner, pets = session.question.seat, session.question.choices[:-1]
        views = []
        for pet in pets:
            session.answer(session.n, str(pet))
            line = session.list_log_lines("en")[-1]
            views.append([shown_to(viewer, session, line) for viewer in all_but(owner, session)])
            assert line.label_for(owner) == line.label
            session.undo(session.n)
        assert all(view == views[0] for view in views)
        compared += 1
    assert compared > 3


@pytest.mark.laws
def test_nobody_reads_which_card_the_pet_of_somebody_else_is_before_the_end(games: int) -> None:
    checked = 0
    for seed in range(max(3, games // 20)):
        session = new_session(*NAMES[: 3 + seed % 3], seed=seed)
        patterns, bot = names_that_say_which(session), make_random_bot(Random(seed))
        while session.question is not None:
            happened = session.answer(session.n, bot(session.question, session.match.table))
            pets = [(seat, pet) for seat, pet in enumerate(session.match.table.pets) if pet in patterns]
            if session.question is None or not pets:
                continue
            line = happened.lines["en"]
            for viewer in (TABLE, SPECTATOR, *range(len(session.seats))):
                text = json.dumps(shown_to(viewer, session, line), default=str)
                for seat, pet in pets:
                    assert isinstance(pet, Cargo)
                    if seat != viewer:
                        assert not patterns[pet].search(text), f"{viewer} reads that {seat} has {pet}, seed {seed}"
                        checked += 1
    assert checked > 100


def pets_of_bots(session: Session) -> Iterator[MoveResult]:
    """Let the only person answer at random, and yield each pet that a bot has just put down."""
    bot = make_random_bot(Random(1))
    while session.question is not None:
        asked = session.question.ask
        happened = session.let_bot_answer()
        if happened is None:
            session.answer(session.n, bot(session.question, session.match.table))
        elif asked == "pet":
            yield happened


class TestClients:
    def test_only_the_owner_sees_the_choices(self) -> None:
        session = new_session()
        answer_until(session, asks_for_pet(session))
        assert session.question is not None
        for viewer in all_but(session.question.seat, session):
            assert "choices" not in session.view(viewer)["question"]
            assert "why" not in session.view(viewer)
        assert "choices" in session.view(session.question.seat)["question"]

    def test_the_terminal_does_not_print_what_a_bot_chose(self) -> None:
        written = io.StringIO()
        session = Session(Match(GAME, GAME.set_up(["Anna", "bot:greedy", "bot:greedy"], seed=3)))
        terminal = TerminalPlay(session, Say("en"), Console(file=written, width=200), lambda prompt: "1")
        hidden = 0
        while session.question is not None:
            secret = session.question.ask == "pet" and session.question.seat > 0
            written.truncate(0)
            terminal.play_turn(session.question)
            if secret:
                hidden += 1
                assert f": {HIDDEN}" in written.getvalue()
        assert hidden

    def test_a_shared_terminal_is_wiped(self) -> None:
        wiped = []
        session = new_session()
        answer_until(session, asks_for_pet(session))
        terminal = TerminalPlay(session, Say("en"), Console(file=io.StringIO()), lambda prompt: "1")
        terminal.printer.console.clear = lambda home=True: wiped.append(home)  # type: ignore[method-assign]
        assert session.question is not None
        terminal.answer(session.question.choices[0])
        assert wiped

    def test_phones_of_others_read_in_their_log_that_it_is_secret(self) -> None:
        session = new_session()
        log = MatchLog(session)
        session.add_listener(log.handle_event)
        assert log.get_entries("en") == []
        answer_until(session, asks_for_pet(session))
        assert session.question is not None
        owner, chosen = session.question.seat, session.question.choices[0]
        label = session.get_voice("en").label(chosen, session.question, session.match.table).text
        session.answer(session.n, chosen)
        assert json.loads(log.list_lines("en", owner)[-1])["label"] == label
        for viewer in all_but(owner, session):
            assert json.loads(log.list_lines("en", viewer)[-1])["label"] == HIDDEN

    def test_the_notice_of_a_bots_answer_tells_no_more_than_that(self) -> None:
        session = new_session("Anna", "bot:random:Bo", "bot:random:Cy", with_bots=True)
        lines = [Notice(session, happened).bot_lines("en") for happened in pets_of_bots(session)]
        assert lines
        assert all(line.endswith(f": {HIDDEN}") for (line,) in lines)

    def test_the_log_of_the_box_and_a_replay_keep_it_while_the_match_continues(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        with Journal(tmp_path) as journal, Sessions(journal).start(GAME, GAME.set_up(NAMES[:3], seed=2)) as session:
            answer_until(session, asks_for_pet(session))
            assert session.question is not None
            session.answer(session.n, session.question.choices[0])
        with Rehearsal(tmp_path) as device:
            device.pick("Continue")
            live = device.app.live
            assert live is not None
            assert any(HIDDEN in line for line in format_log(device.context, live))
        _, out, _ = arkside(capfd, "replay", "1", "--data", str(tmp_path), "--lang", "en")
        assert f"→ {HIDDEN}" in out
        _, out, _ = arkside(capfd, "replay", "1", "--json", "--data", str(tmp_path), "--lang", "en")
        assert [step["choice"] for step in json.loads(out)["steps"] if step["ask"] == "pet"] == [None]

    def test_no_cue_tells_a_program_that_it_is_next(self) -> None:
        session = new_session()
        engine = Engine(session)
        answer_until(session, asks_for_pet(session))
        assert session.question is not None
        owner, chosen = session.question.seat, str(session.question.choices[0])
        answer = engine.respond(json.dumps({"do": "answer", "choice": chosen}).encode())
        assert session.question.seat != owner
        assert not re.search(rf"\b{chosen}\b", json.dumps(answer))

    def test_everybody_reads_it_when_pets_are_turned_up(self) -> None:
        session = new_session()
        answer_until(session, lambda: False)
        pets = [(str(seat), str(pet)) for seat, pet in zip(session.seats, session.match.table.pets, strict=True) if pet]
        turned_up = [cue for cue in session.view(SPECTATOR)["cues"] if cue[0] == "pet"]
        assert turned_up == [["pet", *pet] for pet in pets] != []


def test_a_real_table_hides_nothing_more_than_before() -> None:
    session = Session(Match(GAME, GAME.set_up(NAMES[:3], seed=1, deal="table")))
    bot = make_random_bot(Random(1))
    while session.question is not None:
        assert not GAME.is_secret(session.question)
        session.answer(session.n, bot(session.question, session.match.table))
