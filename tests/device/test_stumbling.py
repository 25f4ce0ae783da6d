"""Mistakes of ours: one client or one view that fails stops nobody else."""

import pytest

from companion.app.events import SettingChanged
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView


def fail(*given: object) -> None:
    raise KeyError("a mistake")


@pytest.mark.parametrize("move", ["turn", "tick"])
def test_a_view_that_fails_is_explained_in_one_sentence_and_leads_back_to_the_menu(
    device: Rehearsal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, move: str
) -> None:
    monkeypatch.setattr(device.view, move, fail)
    device.turn(1)
    assert isinstance(device.view, ReadingView)
    assert " ".join(device.view.lines) == "Something went wrong (KeyError). Every answer so far is saved."
    assert "a mistake" in caplog.text
    device.push()
    assert isinstance(device.view, PickView)


def test_a_failing_client_gets_no_more_events_and_the_others_do(
    device: Rehearsal, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[object] = []
    device.app.listen(fail)
    leave = device.app.listen(heard.append)
    event = SettingChanged("sound")
    device.app._publish(event)
    device.app._publish(event)
    assert heard == [event, event]
    assert caplog.text.count("a client failed and gets no more events") == 1
    leave()
    leave()  # a client may be gone already
    device.app._publish(event)
    assert len(heard) == 2
