"""The emulated device with its page, and browsers in people's hands, for every test of this folder."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.phone.browser import Page, browsers
from tests.phone.fingers import sit
from tests.phone.service import Service, emulated


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with emulated(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Callable[[], Page]]]:
    with browsers(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="session")
def reused_phones(browser: tuple[Page, Callable[[], Page]]) -> list[Page]:
    """Two phones for all tests of this process: to open a new one costs Chromium more than most tests do."""
    return [browser[1](), browser[1]()]


@pytest.fixture
def phones(reused_phones: list[Page]) -> Iterator[list[Page]]:
    """Two phones with cookies of their own."""
    for page in reused_phones:
        page.look(360, 740, "light")
    yield reused_phones
    for page in reused_phones:
        page.reset()


@pytest.fixture
def table(phones: list[Page], service: Service) -> list[Page]:
    """Anna and Ben, seated."""
    sit(phones[0], service, 0, "Anna")
    sit(phones[1], service, 1, "Ben")
    return phones
