"""For tests of games, ours and anybody's: laws, golden playthroughs, and whether every text fits the small screens.

    # conftest.py
    pytest_plugins = ["companion.testing"]

    # test_my_game.py
    from companion.testing.game_laws import GameLaws
    from my_game import GAME

    class TestMyGame(GameLaws):
        game = GAME

`pytest --games 10000` plays more games, `pytest --regenerate` writes golden files anew.
"""

import pytest


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


def pytest_configure(config: pytest.Config) -> None:
    """The marks that our tests carry."""
    config.addinivalue_line("markers", "laws: properties over many random games; --games says how many")
    config.addinivalue_line("markers", "golden: compared with a file; --regenerate writes it anew")
