"""The audit tells what it found, and says so when it could not look."""

import json

import pytest

from tests.trust import audit


def test_every_vulnerability_is_a_line_with_the_version_that_mends_it() -> None:
    told = {"dependencies": [
        {"name": "pillow", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}, {"id": "CVE-2", "fix_versions": []}]},
        {"name": "rich", "version": "3", "vulns": []},
    ]}  # fmt: skip
    assert audit.known(json.dumps(told)) == [
        "pillow 1: CVE-1, mended in 2",
        "pillow 1: CVE-2, mended in no version yet",
    ]


@pytest.mark.parametrize("told", ["", "no network", "[]", "{}"])
def test_without_an_answer_nothing_is_claimed(told: str) -> None:
    assert audit.known(told) is None


def test_it_lists_what_every_library_is_for() -> None:
    lines = audit.purposes()
    assert "luma.oled | box | the two screens" in lines
    assert len(lines) > 25
