"""The audit tells what it found, and says so when it could not look."""

import json
import subprocess

import pytest

from tests.trust import audit

SAFE = {"name": "rich", "version": "3", "vulns": []}
HOLES = {"name": "pillow", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}, {"id": "CVE-2", "fix_versions": []}]}  # fmt: skip
SKIPPED = {"name": "segno", "skip_reason": "Dependency not found"}


def describe(*libraries: dict[str, object]) -> list[str]:
    return audit.describe_findings(audit.read_findings(json.dumps({"dependencies": libraries})))


def test_every_vulnerability_is_a_line_with_the_version_that_mends_it() -> None:
    assert describe(HOLES, SAFE) == [
        "Known vulnerabilities of the 2 libraries that were checked: 2",
        "pillow 1: CVE-1, mended in 2",
        "pillow 1: CVE-2, mended in no version yet",
    ]
    assert describe(SAFE) == ["Known vulnerabilities of the 1 libraries that were checked: none"]


NOTHING = ["Known vulnerabilities: nothing could be checked; run `make audit` where there is a network"]


@pytest.mark.parametrize("output", ["", "no network", "[]", "{}"])
def test_without_an_answer_nothing_is_claimed(output: str) -> None:
    assert audit.describe_findings(audit.read_findings(output)) == NOTHING


def test_libraries_that_were_all_skipped_are_not_called_safe() -> None:
    assert describe(SKIPPED, SKIPPED) == NOTHING


def test_some_that_were_skipped_are_named() -> None:
    assert describe(SAFE, SKIPPED)[1:] == ["1 could not be checked:", "segno: Dependency not found"]


@pytest.mark.parametrize(
    ("libraries", "code"), [([SAFE], 0), ([HOLES, SKIPPED], 1), ([SAFE, SKIPPED], 2), ([SKIPPED], 2)]
)
def test_it_succeeds_only_if_everything_was_checked_and_safe(
    libraries: list[dict[str, object]], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.CompletedProcess((), 0, json.dumps({"dependencies": libraries}), "")
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: done)
    assert audit.main([]) == code


def test_the_figures_say_how_much_could_be_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = subprocess.CompletedProcess((), 0, json.dumps({"dependencies": [SAFE, SKIPPED]}), "")
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: done)
    assert audit.main(["--json"]) == 0
    report = json.loads(capsys.readouterr().out)["audit"]
    assert (report["checked"], report["holes"]) == (1, 0)
    assert report["libraries"] > 20


def test_it_lists_what_every_library_is_for() -> None:
    lines = audit.purposes()
    assert "luma.oled | box | the two screens" in lines
    assert len(lines) > 25
