"""Twenty real kills of the real service under play; `make kills` makes five hundred."""

from tests.trust.kills import MADE, figures


def test_no_answer_that_was_shown_is_lost_when_the_service_is_killed() -> None:
    count = figures(MADE[False])["kills"]
    assert count["answers"] > 20, "people have played"
    assert (count["made"], count["lost"], count["unreadable"]) == (20, 0, 0)
