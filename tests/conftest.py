"""What all tests share."""

import os

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)  # a busy machine may take its time over any one example
settings.load_profile("patient")

os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many random games, and whether to write golden files anew."""
    parser.addoption("--regenerate", action="store_true", help="write golden files anew instead of comparing")
    parser.addoption("--games", type=int, default=200, help="random games a set-up in tests of laws")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are written anew."""
    return bool(request.config.getoption("--regenerate"))


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """How many random games to play; `make laws` plays ten thousand."""
    return int(request.config.getoption("--games"))
