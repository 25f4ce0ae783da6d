"""Test helpers for games, ours and third-party: laws, golden playthroughs, and checks that texts fit the screens.

    # conftest.py
    pytest_plugins = ["companion.testing"]

    # test_my_game.py
    from companion.testing.game_laws import GameLaws
    from my_game import GAME

    class TestMyGame(GameLaws):
        game = GAME

`pytest --games 10000` plays more games, `pytest --regenerate` rewrites golden files.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of these tests."""
    parser.addoption("--regenerate", action="store_true", help="rewrite golden files instead of comparing")
    parser.addoption("--games", type=int, default=200, help="random games per set-up in tests of laws")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are rewritten."""
    return bool(request.config.getoption("--regenerate"))


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """Number of random games to play; `make laws` plays ten thousand."""
    return int(request.config.getoption("--games"))


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks of these tests."""
    config.addinivalue_line("markers", "laws: properties over many random games; --games says how many")
    config.addinivalue_line("markers", "golden: compared with a file; --regenerate rewrites it")
