"""One version, which stands in `companion/__init__.py` alone: everything else reads it or is compared with it here."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion import VERSION
from deploy.package import version

PROJECT = Path(__file__).parents[2]
NAMED = re.compile(r"arkside[_-](\d+\.\d+\.\d+)")
"""Files of a release as pages name them."""


def test_the_wheel_and_the_package_take_the_version_of_the_program():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "companion.VERSION"}
    assert version() == VERSION
    for name in ("control", "changelog"):
        assert "{version}" in (PROJECT / "deploy" / "debian" / name).read_text(encoding="utf-8")


def test_a_version_has_three_numbers():
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_the_changes_of_this_version_have_a_chapter():
    chapters = re.findall(r"^## (\S+)", (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert VERSION in chapters


def test_pages_name_files_of_this_version():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not in a checkout")
    wrong = {
        f"{name}: {found}"
        for name in listed.stdout.splitlines()
        if (PROJECT / name).exists()
        for found in NAMED.findall((PROJECT / name).read_text(encoding="utf-8"))
        if found != VERSION
    }
    assert not wrong
