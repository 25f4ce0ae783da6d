"""A few seconds of hostile input in every run of the tests; `make fuzz` throws a million."""

import logging
from collections.abc import Iterator

import pytest

from tests.trust.fuzz import fuzz
from tests.trust.targets import TARGETS

SHARE = {"engine": 3000, "phone": 750, "import": 600, "boxes": 250, "settings": 750, "wiring": 350, "pod": 3000,
         "frames": 150, "cookies": 1500, "names": 750, "copies": 30}  # fmt: skip
"""Inputs at each border; `make fuzz` tries a million."""


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
