"""One machine of each Debian for all tests, which use it one after the other as its owners would."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.proof.machine import Machine, machine
from deploy.proof.packages import build_package

FIGURES: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--suites", default="trixie,bookworm", help="the Debians to try")
    parser.addoption("--package", help="a package that is built already")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "suite" in metafunc.fixturenames:
        metafunc.parametrize("suite", metafunc.config.getoption("--suites").split(","), scope="module")


@pytest.fixture(scope="session")
def package(request: pytest.FixtureRequest) -> Path:
    """The package of this commit, or the one named."""
    named = request.config.getoption("--package")
    return Path(named).resolve() if named else build_package()


@pytest.fixture(scope="module")
def box(suite: str, package: Path) -> Iterator[Machine]:
    """A fresh computer, before anything is installed."""
    with machine(suite) as host:
        yield host


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Measured things, told at the end."""
    lines: list[str] = []
    yield lines
    FIGURES.extend(f"{request.node.name}: {line}" for line in lines)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in FIGURES:
        terminalreporter.write_line(line)
