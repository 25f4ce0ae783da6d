"""A program of somebody else: what docs/protocol.md says is enough to join, sit down and play a match."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app import bots
from companion.app import errors as app_errors
from companion.app.requests import ORDER, ROLES
from companion.core import errors as core_errors
from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.phone import join_code
from tests.phone.clients import phone
from tests.phone.service import Service, phones_only
from tests.programs import run_program

CLIENT = Path(__file__).parent / "third_party.mjs"
PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
NODE = shutil.which("node") or ""
WITH_NODE = pytest.mark.skipif(
    not NODE and not os.environ.get("CI"), reason="Node is not installed: apt-get install nodejs"
)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that answer at once: nobody has to follow."""
    monkeypatch.setattr(bots, "PACE", 0.0)


def start_with_bot(service: Service, game: str) -> None:
    """Seat a bot beside whoever came, and start."""

    def start() -> None:
        service.app.lobby.change(game=game, deal="virtual", names={1: "bot:greedy"})
        service.app.lobby.start()

    service.call(start)


def command(service: Service, code: str) -> list[str]:
    """The client of a stranger at the first seat; Node 20 wants to be asked for sockets."""
    return [NODE, "--experimental-websocket", "--no-warnings", str(CLIENT), service.address.rstrip("/"), code, "0"]


@WITH_NODE
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("game", ["noah", "noahs-ark"])
def test_a_stranger_plays_a_whole_match_in_forty_lines(tmp_path: Path, game: str) -> None:
    assert len(CLIENT.read_text(encoding="utf-8").splitlines()) <= 40
    with phones_only(tmp_path) as service:
        stranger = command(service, service.app.invitation.code)
        with run_program(stranger, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as client:
            assert service.until(lambda: service.app.presence.is_connected(0))
            start_with_bot(service, game)
            output, wrong = client.communicate(timeout=120)
        assert (client.returncode, wrong) == (0, "")
    with Journal(tmp_path) as journal:
        record = journal.load_record(1)
    assert record.winners
    assert record.setup.seats[0].name == "Node"
    assert output.split("[")[1] == f" {', '.join(map(str, record.scores))} ] {len(record.list_standing_choices())}\n"


@WITH_NODE
def test_a_wrong_code_is_reported(tmp_path: Path) -> None:
    with phones_only(tmp_path) as service:
        done = subprocess.run(command(service, "AAAAAA"), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "That's not the code of this table" in done.stderr


def section(title: str) -> str:
    """One chapter of the page."""
    match = re.search(rf"^#+ {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None
    return match[1]


def test_the_page_names_every_request_with_its_role() -> None:
    roles: dict[str, str] = {}
    role = ""
    for row in re.findall(r"^\| (\w*) ?\| (`.*?`) \|", section("What you can ask for"), re.MULTILINE):
        role = row[0] if row[0] in ORDER else role
        roles |= dict.fromkeys((do for do in re.findall(r"`(\w+)`", row[1]) if do != "do"), role)
    assert roles == ROLES


def test_the_page_names_every_part_of_the_state(tmp_path: Path) -> None:
    names = set(
        re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| ([^|]+) \|", section("What you are told"), re.MULTILINE)))
    )
    with phones_only(tmp_path) as service, phone(service, 0, "Anna") as anna:
        assert set(anna.state) <= names


def test_the_page_names_the_refusals_of_the_app_and_of_the_gate_and_none_that_is_not_there() -> None:
    names = set(
        re.findall(r"`([a-z-]+)`", "\n".join(re.findall(r"^\| ([^|]+) \|", section("Errors"), re.MULTILINE)))
    ) - {"code"}
    codes = [
        {one.code for one in vars(module).values() if isinstance(one, type) and issubclass(one, ArksideError)}
        for module in (app_errors, join_code, core_errors)
    ]
    assert codes[0] | codes[1] - {"error"} <= names | {ArksideError.code}
    assert names <= set().union(*codes)
