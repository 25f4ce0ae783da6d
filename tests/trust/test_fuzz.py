"""A few seconds of hostile input in every run of the tests; `make fuzz` throws a million."""

import logging
from collections.abc import Iterator

import pytest

from tests.trust.fuzz import fuzz
from tests.trust.targets import TARGETS

SHARE = {"engine": 6000, "phone": 1500, "import": 1200, "boxes": 500, "settings": 1500, "wiring": 700, "pod": 6000,
         "frames": 300, "cookies": 3000, "names": 1500, "copies": 60}  # fmt: skip


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def test_every_border_has_its_share() -> None:
    assert SHARE.keys() == TARGETS.keys()


@pytest.mark.parametrize("border", TARGETS)
def test_hostile_input_is_refused_by_name_and_changes_nothing(border: str) -> None:
    found = fuzz(SHARE[border], 19, border)
    assert found.stories == []
    assert found.thrown[border] == SHARE[border]
    assert 0 < found.taken[border] < SHARE[border], "some of it is good, or nothing would be proven about what is not"
