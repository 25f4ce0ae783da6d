"""Practice races from the first menu, and reaction times computed from the journal."""

from pathlib import Path

import pytest

from companion.core.statistics import list_reaction_times
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.race import NowView, ReadyView, VerdictView
from companion.device.views.reading import ReadingView
from tests.device.paper import shows
from tests.device.track import begin_race, count_down, now, race_again_after_a_dead_heat, slap, verdict


def begin_practice(device: Rehearsal, racers: int = 2) -> None:
    device.pick("Practice race")
    device.pick(f"{racers} racers")


def test_practice_is_a_race_without_a_match(device: Rehearsal) -> None:
    begin_practice(device)
    now(device)
    device.wait(0.2)
    slap(device, 1, 0, gap=0.005)
    assert verdict(device).winner == 1
    assert device.match is None
    assert device.context.app.journal.count_matches() == 0


def test_one_race_follows_the_other_until_somebody_goes_back(device: Rehearsal) -> None:
    begin_practice(device, 3)
    for first in (2, 0):
        now(device)
        slap(device, first)
        assert verdict(device).winner == first
        device.push()
        assert isinstance(device.view, ReadyView)
    device.back()
    assert isinstance(device.view, PickView)


def test_the_ark_explains_the_slap(device: Rehearsal) -> None:
    begin_practice(device)
    device.tap("dome")
    assert shows(device.view, "Wait for NOW!, then hit your paddle.")
    device.turn(5)
    assert shows(device.view, "Within 0.4 ms")


def test_broken_buttons_are_named(device: Rehearsal) -> None:
    device.board.break_part("paddle-0", "dead")
    device.board.break_part("dome", "dead")
    device.wait(1)
    begin_practice(device)
    assert shows(device.view, "The paddles and the Ark aren't working right now.")
    device.push()
    assert isinstance(device.view, PickView)


class TestReactionTimes:
    def test_nobody_has_any_before_the_first_race(self, device: Rehearsal) -> None:
        device.pick("Practice race")
        device.pick("Reaction times")
        assert shows(device.view, "Nobody has raced in a match yet.")

    def test_they_are_computed_from_the_journal(self, device: Rehearsal) -> None:
        begin_race(device, players=2)
        count_down(device)
        device.tap("paddle-1")
        device.wait_for_now()
        device.wait(0.4)
        slap(device, 0, 1, gap=0.1)
        order = verdict(device).order
        found = list_reaction_times(device.context.app.journal)
        assert list(found) == ["Player 1", "Player 2"]
        assert found["Player 1"].best_ms == found["Player 1"].median_ms == order[0].after_now_ms
        assert (found["Player 1"].first, found["Player 2"].first) == (1, 0)
        assert found["Player 2"].false_starts == 1

    def test_undone_answers_do_not_count(self, device: Rehearsal) -> None:
        begin_race(device, players=2)
        device.answer("slap-0")
        device.back()
        device.pick("Undo")
        assert list_reaction_times(device.context.app.journal) == {}

    def test_slaps_on_a_phone_do_not_count(self, device: Rehearsal) -> None:
        begin_race(device, players=2)
        phones, phone = device.context.app.track.phones, object()
        phones.join(0, phone, device.clock.now)
        now(device)
        phones.touch(phone, True, device.clock.now)
        device.wait(0.5)
        slap(device, 1)
        assert verdict(device).order[0].seat == 0
        assert list(list_reaction_times(device.context.app.journal)) == ["Player 2"]

    @pytest.mark.parametrize("detail", ["by hand", "[]", "{}", '{"first":[0]}', '{"heats":3}'])
    def test_details_that_another_program_wrote_are_left_out(self, device: Rehearsal, detail: str) -> None:
        begin_race(device, players=2)
        session = device.context.app.live
        assert session is not None
        session.answer(session.n, "slap-0", detail=detail)
        assert list_reaction_times(device.context.app.journal) == {}

    def test_dead_heats_count_for_all_who_were_in_them(self, device: Rehearsal) -> None:
        begin_race(device, players=2)
        race_again_after_a_dead_heat(device)
        found = list_reaction_times(device.context.app.journal)
        assert {name: one.slaps for name, one in found.items()} == {"Player 1": 2, "Player 2": 1}

    def test_they_can_be_read_on_the_box(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            begin_race(device, players=2)
            assert not isinstance(device.view, NowView)
            device.answer("slap-1")
            device.back()
            device.pick("Save and leave")
            device.pick("Practice race")
            device.pick("Reaction times")
            assert isinstance(device.view, ReadingView)
            assert not isinstance(device.view, VerdictView)
            assert shows(device.view, "first 1 of 1")
