"""A whole match of Noah with dial, buttons and paddles on simulated silicon, in virtual time."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.registry import find_game
from companion.core.seat import SYMBOLS, Seat
from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.turn_call import write_turn
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import QuestionView, add_shortcuts, ask
from companion.device.views.reading import ReadingView
from tests.bench.people import seat_people
from tests.device.hands import answers_of, asked, begin_noah, play

SamePicture = Callable[[Image.Image, str], None]


@pytest.mark.golden
def test_a_whole_match_is_played_by_hand_and_looks_like_this(
    device: Rehearsal, tmp_path: Path, same_picture: SamePicture
) -> None:
    same_picture(device.picture(), "match-01-start")
    match = begin_noah(device, players=3)
    times = {"": 0}
    for answer in answers_of(match, seed=3):
        ask = asked(match).ask
        times[ask] = times.get(ask, 0) + 1
        if times[ask] == 1 or (ask == "load" and times[ask] in (5, 12)):
            same_picture(device.picture(), f"match-{ask.replace('_', '-')}-{times[ask]}")
        device.answer(answer)
    assert match.outcome is not None
    device.read_on()
    same_picture(device.picture(), "match-over")
    device.push()
    device.pick("Reasons")
    same_picture(device.picture(), "match-scores")
    device.push()
    same_picture(device.picture(), "match-reasons")
    with Journal(tmp_path) as journal:
        assert journal.load_record(1).list_standing_choices() == match.answers
        assert journal.load_record(1).ended is not None


def test_the_glass_shows_what_was_drawn_at_every_question_of_a_match(device: Rehearsal) -> None:
    match = begin_noah(device, cards="Cards on the screen")
    for answer in answers_of(match, seed=1):
        device.answer(answer)
        left, right = Pencil(), Pencil()
        device.view.draw(left)
        if not device.view.second_screen(right):
            match.game.face().picture(right, match.table, match.question)
            if match.question is not None and match.question.seat != TABLE:
                write_turn(right, match.setup.seats[match.question.seat])
        assert device.image("question").tobytes() == left.image.tobytes()
        assert device.image("table").tobytes() == right.image.tobytes()
    assert match.question is None
    assert device.board.screens["question"].unknown == []


def test_a_paddle_answers_for_the_player_who_sits_there(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    assert asked(match).ask == "shortest"
    device.tap("paddle-2")
    assert match.answers == ["seat-2"]


def test_up_to_five_answers_have_a_paddle_each_that_shows_beside_them(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    people = seat_people(match.game, match.table, Random(2))
    while not 1 < len(asked(match).choices) < 6 or any(isinstance(choice, Seat) for choice in asked(match).choices):
        device.answer(str(people.answer(asked(match), match.table)))
    view = device.view
    assert isinstance(view, QuestionView)
    assert [row.value for row in view.rows] == list(SYMBOLS[: len(view.rows)])
    device.board.tap("paddle-1")
    device.wait(0.1)
    assert device.view is view, "it was meant for what was on the screen before"
    device.wait(0.6)
    chosen = str(view.rows[1].result)
    device.tap("paddle-1")
    assert match.answers[-1] == chosen


def test_where_paddles_turn_pages_or_answers_are_many_they_answer_nothing() -> None:
    rows = [Row(str(number), number) for number in range(6)]
    assert add_shortcuts(rows, 5) == []
    assert add_shortcuts(rows[:2], 0) == []
    assert [row.paddle for row in add_shortcuts(rows[:3], 5)] == [0, 1, 2]
    assert add_shortcuts([rows[0], rows[1]._replace(paddle=3)], 5) == []


def test_a_paddle_without_a_player_answers_nothing(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    device.tap("paddle-4")
    assert match.answers == []


def test_a_species_is_picked_first_and_then_its_sex(device: Rehearsal) -> None:
    match = begin_noah(device)
    device.tap("paddle-0")
    device.read_on()
    assert asked(match).ask == "turned_up"
    assert len(asked(match).choices) > 20
    view = device.view
    assert isinstance(view, QuestionView)
    assert len(view.rows) == 12
    device.pick("cat 2")
    assert isinstance(device.view, PickView)
    assert [row.label for row in device.view.rows] == ["♂", "♀"]
    device.pick("♀")
    assert match.answers[-1] == "cat-f"


def test_back_from_a_group_returns_to_the_same_row(device: Rehearsal) -> None:
    begin_noah(device)
    device.tap("paddle-0")
    device.pick("cat 2")
    device.back()
    assert isinstance(device.view, QuestionView)
    assert device.view.marked.label == "cat 2"


def test_tears_are_set_as_a_number() -> None:
    match = match_that_asks("tears", choices=8)
    view = next(ask(asked(match), match, match.game.voice(match.game.say("en"))))
    assert isinstance(view, NumberView)
    view.turn(3)
    view.push()
    assert view.result == asked(match).choices[3]


def match_that_asks(what: str, choices: int) -> Match:
    """Some match at such a question, with at least so many choices."""
    game = find_game("noah")
    for seed in range(100):
        match, bot = Match(game, game.set_up(["Anna", "Ben", "Cleo"], deal="table")), make_random_bot(Random(seed))
        while match.question is not None:
            if match.question.ask == what and len(match.question.choices) >= choices:
                return match
            match.answer(bot(match.question, match.table))
    raise AssertionError(what)


def test_the_ark_explains_the_question_and_a_push_returns_to_it(device: Rehearsal) -> None:
    match = begin_noah(device)
    answers = answers_of(match, seed=3)
    while asked(match).ask != "load":
        device.answer(answers[len(match.answers)])
    device.tap("dome")
    assert isinstance(device.view, PickView)
    assert device.view.rows[0].label == "Rules and cards", "the others say why an animal is not there"
    device.pick("Rules and cards")
    assert isinstance(device.view, ReadingView)
    assert "its limit is" in " ".join(device.view.lines)
    device.push()
    device.back()
    assert isinstance(device.view, QuestionView)


def test_a_match_survives_the_power_cut_and_continues_after_a_look_at_the_table(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        match = begin_noah(device)
        answers = answers_of(match, seed=4)
        play(device, answers[:20])
    with Rehearsal(tmp_path) as device:
        device.pick("Continue")
        assert isinstance(device.view, ReadingView)
        assert any("Noah" in line for line in device.view.lines)
        device.push()
        assert device.match is not None
        assert device.match.answers == answers[:20]
        play(device, answers[20:])
        assert device.match.outcome is not None
