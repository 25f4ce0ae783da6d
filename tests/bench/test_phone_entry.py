"""The bench of entry on a phone in a small size; `python -m tests.bench.phone_entry` runs the full one."""

import json

import pytest

from tests.bench.phone_entry import main
from tests.phone.browser import IN_CHROMIUM

pytestmark = IN_CHROMIUM


def test_inputs_per_turn_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--game", "noah", "--size", "14", "--json"])
    (figures,) = json.loads(capsys.readouterr().out)["figures"]
    assert (figures["game"], figures["per"]) == ("noah", "turn")
    assert 1 <= figures["taps_per_answer"] <= 2
    assert figures["taps_of_usual_turn"] <= 2
    assert figures["scrolls_per_answer"] == 0
    assert 0.3 < figures["screens_360"] <= 1
    assert figures["too_high"]["360"] == {}
