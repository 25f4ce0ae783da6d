"""A match: answers, refusals, undo and redo."""

import pytest

from companion.core.errors import NotAChoice, NothingToAnswer
from companion.core.match import Match
from companion.core.registry import find_game
from tests.laws import NAMES

NOAH = find_game("noah")


def match(answers=()):
    return Match(NOAH, NOAH.set_up(NAMES[:3], {}, 11), answers)


@pytest.mark.parametrize("bad", ["", "unicorn-f", "1", "ferry-1", None, 3, object(), "LOAD", "x" * 10_000])
def test_a_wrong_choice_is_refused_with_the_allowed_ones_and_changes_nothing(bad):
    playing = match()
    before = playing.facts, playing.question, list(playing.answers)
    with pytest.raises(NotAChoice) as refused:
        playing.answer(bad)
    assert all(id in str(refused.value) for id in playing.question.list_ids())
    assert (playing.facts, playing.question, playing.answers) == before


def test_a_choice_can_be_given_as_itself_or_by_its_id():
    one, other = match(), match()
    one.answer(one.question.choices[0])
    other.answer(str(other.question.choices[0]))
    assert one.facts == other.facts
    assert one.answers == other.answers


def test_a_new_answer_forgets_undone_ones():
    playing = match()
    playing.answer(playing.question.choices[0])
    playing.undo()
    playing.answer(playing.question.choices[1])
    with pytest.raises(NothingToAnswer):
        playing.redo()


def test_there_is_nothing_to_undo_or_redo_at_the_start():
    playing = match()
    with pytest.raises(NothingToAnswer):
        playing.undo()
    with pytest.raises(NothingToAnswer):
        playing.redo()


def test_an_ended_match_takes_no_answer_but_can_be_undone():
    playing = match()
    while playing.question is not None:
        playing.answer(playing.question.choices[0])
    with pytest.raises(NothingToAnswer):
        playing.answer("cat-f")
    assert playing.outcome is not None
    playing.undo()
    assert playing.outcome is None
    assert playing.question is not None


def test_a_match_can_be_put_back_to_where_it_stood():
    playing = match()
    for _ in range(6):
        playing.answer(playing.question.choices[0])
    playing.undo()
    stood, before = playing.position, (playing.facts, repr(playing.question))
    playing.answer(playing.question.choices[-1])
    playing.restore(stood)
    assert (playing.facts, repr(playing.question)) == before
    assert playing.redo() == stood.undone[-1]


def test_a_match_replays_from_its_answers_alone():
    playing = match()
    for _ in range(40):
        playing.answer(playing.question.choices[-1])
    again = match(playing.answers)
    assert (again.facts, repr(again.question)) == (playing.facts, repr(playing.question))
