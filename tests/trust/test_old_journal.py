"""The figures of an old journal are measured at a small one; `make trust PART=old_journal` writes fifty thousand matches."""

from tests.trust.old_journal import measure
from tests.trust.trust import SHOWN


def test_every_figure_that_the_trust_page_shows_is_measured() -> None:
    found = measure(50)
    assert found["matches"] == 50
    assert found["longest_pause_ms"] > 0
    assert SHOWN["old_journal"][2].format_map(found).startswith("50 matches, in seconds of processor time: start ")
