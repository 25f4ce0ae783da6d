"""Real kills of the real service under play; `make kills` makes two hundred with five phones."""

import pytest

from tests.trust.kills import figures


@pytest.mark.parametrize(("kills", "phones"), [(10, 1), (6, 3)])
def test_no_answer_that_was_shown_is_lost_when_the_service_is_killed(kills: int, phones: int) -> None:
    count = figures(kills, phones)["kills"]
    assert count["answers"] > kills, "people have played"
    assert (count["made"], count["lost"], count["unreadable"], count["changed"]) == (kills, 0, 0, 0)
