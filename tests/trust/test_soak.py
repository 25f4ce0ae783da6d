"""An evening of play in virtual time, with faults; `make soak` plays a whole day, and looks at the memory too."""

import logging

from tests.trust.soak import soak


def test_nothing_grows_and_nothing_is_written_while_nobody_plays() -> None:
    logging.disable()
    try:
        figures = soak(1.6)
    finally:
        logging.disable(logging.NOTSET)
    assert figures["matches"] >= 3
    assert figures["faults"] > 0
    names = ("threads_growth", "files_growth", "queues_growth", "idle_writes")
    assert {name: figures[name] for name in names if figures[name] > 0} == {}
