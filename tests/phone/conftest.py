"""The emulated device with its page, for every test of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phone.service import Service, emulated


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with emulated(tmp_path) as running:
        yield running
