"""A match: answers, refusals, undo and redo."""

import pytest

from companion.core.errors import NotAChoice, NothingToAnswer
from companion.core.match import Match
from companion.core.shelf import game_named
from tests.laws import NAMES

NOAH = game_named("noah")


def match(answers=(), keeper=None):
    return Match(NOAH, NOAH.set_up(NAMES[:3], {}, 11), answers, keeper)


class Slate:
    """A keeper that writes on a slate; it can be told to break."""

    def __init__(self):
        self.lines = []
        self.broken = False

    def _write(self, line):
        if self.broken:
            raise OSError("no more chalk")
        self.lines.append(line)

    def answered(self, choice, detail):
        self._write(("answered", choice, detail))

    def undone(self):
        self._write("undone")

    def redone(self):
        self._write("redone")

    def learned(self, about_the_box):
        return None

    def ended(self, winners, scores):
        self._write(("ended", winners, list(scores)))


@pytest.mark.parametrize("bad", ["", "unicorn-f", "1", "ferry-1", None, 3, object(), "LOAD", "x" * 10_000])
def test_what_is_not_a_choice_is_refused_with_what_was_allowed_and_changes_nothing(bad):
    playing = match()
    before = playing.facts, playing.question, list(playing.answers)
    with pytest.raises(NotAChoice) as refused:
        playing.answer(bad)
    assert all(id in str(refused.value) for id in playing.question.ids())
    assert (playing.facts, playing.question, playing.answers) == before


def test_a_choice_can_be_given_as_itself_or_by_its_id():
    one, other = match(), match()
    one.answer(one.question.choices[0])
    other.answer(str(other.question.choices[0]))
    assert one.facts == other.facts
    assert one.answers == other.answers


def test_a_new_answer_forgets_what_was_undone():
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


def test_everything_is_told_to_the_keeper_before_it_happens():
    slate = Slate()
    playing = match(keeper=slate)
    first = str(playing.question.choices[0])
    playing.answer(first, '{"margin": 3}')
    playing.undo()
    playing.redo()
    assert slate.lines == [("answered", first, '{"margin": 3}'), "undone", "redone"]


def test_the_end_is_told_to_the_keeper_but_not_again_on_replay():
    slate = Slate()
    playing = match(keeper=slate)
    while playing.question is not None:
        playing.answer(playing.question.choices[0])
    assert slate.lines[-1] == ("ended", playing.outcome.winners, playing.table.scores)
    count = len(slate.lines)
    playing.undo()
    playing.redo()
    assert slate.lines[count:] == ["undone", "redone", slate.lines[count - 1]]


@pytest.mark.parametrize("act", ["answer", "undo", "redo"])
def test_if_the_keeper_fails_the_match_stays_as_it_was(act):
    slate = Slate()
    playing = match(keeper=slate)
    playing.answer(playing.question.choices[0])
    playing.answer(playing.question.choices[0])
    playing.undo()
    slate.broken = True
    before = playing.facts, repr(playing.question), list(playing.answers)
    with pytest.raises(OSError, match="chalk"):
        playing.answer(playing.question.choices[0]) if act == "answer" else getattr(playing, act)()
    assert (playing.facts, repr(playing.question), playing.answers) == before


def test_a_match_replays_from_its_answers_alone():
    playing = match()
    for _ in range(40):
        playing.answer(playing.question.choices[-1])
    again = match(playing.answers)
    assert (again.facts, repr(again.question)) == (playing.facts, repr(playing.question))
