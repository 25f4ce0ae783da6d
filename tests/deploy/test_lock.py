"""The lock files of developers: every library that is installed is there, in the version of the constraints, with hashes."""

import json
import re
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from deploy.lock import LOCKS, format_entry, is_covered, main, read_lock

PROJECT = Path(__file__).parents[2]


def spell(name):
    """A library's name, spelled as all spellings are."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_pins():
    return dict(line.split("==") for line in (PROJECT / "constraints.txt").read_text().split())


def list_needed(name, extras, seen):
    """Add every library that an installed one needs here, and those that these need."""
    for line in distribution(name).requires or ():
        requirement = Requirement(line)
        wanted = requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)
        )
        key = (spell(requirement.name), *sorted(requirement.extras))
        if wanted and key not in seen:
            seen.add(key)
            list_needed(requirement.name, requirement.extras, seen)
    return seen


@pytest.mark.parametrize("name", LOCKS)
def test_every_library_has_the_version_of_the_constraints_and_hashes(name):
    pins = {spell(library): version for library, version in read_pins().items()}
    for entry, hashes in read_lock(PROJECT / name).items():
        library, version = entry.split("==")
        assert pins[spell(library)] == version
        assert hashes
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), entry


@pytest.mark.parametrize(("name", "extras"), [("requirements.txt", ()), ("requirements-dev.txt", ("dev",))])
def test_everything_that_is_needed_is_locked(name, extras):
    """Installed without looking at dependencies, one that is missing would be noticed only when it is imported."""
    locked = {spell(entry.split("==")[0]) for entry in read_lock(PROJECT / name)}
    needed = {key[0] for key in list_needed("arkside", extras, set())} - {"arkside"}
    assert needed - locked == set()
    assert "setuptools" in locked, "the project itself is built with it"


def test_a_player_installs_nothing_that_a_developer_does_not_have():
    run, dev = (read_lock(PROJECT / name) for name in LOCKS)
    assert run.items() <= dev.items()


@pytest.mark.parametrize(
    ("computer", "covered"),
    [
        (("Linux", "x86_64", (3, 11)), True), (("Linux", "aarch64", (3, 13)), True),
        (("Linux", "x86_64", (3, 12)), False), (("Linux", "armv7l", (3, 11)), False), (("Darwin", "arm64", (3, 13)), False),
    ],
)  # fmt: skip
def test_only_some_computers_are_covered(computer, covered):
    assert is_covered(*computer) == covered


@pytest.mark.parametrize(("system", "code"), [("Linux", 0), ("Plan9", 1)])
def test_make_asks_whether_this_computer_is_covered(system, code, monkeypatch):
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("sys.version_info", (3, 11, 7))
    assert main(["--covers"]) == code


def test_an_entry_is_what_pip_reads(tmp_path):
    (tmp_path / "a.whl").write_bytes(b"")
    text = format_entry("segno==1.6", [tmp_path / "a.whl"])
    assert text.startswith("segno==1.6 \\\n    --hash=sha256:e3b0c442")
    (tmp_path / "lock.txt").write_text(f"# written\n{text}")
    ((library, hashes),) = read_lock(tmp_path / "lock.txt").items()
    assert (library, len(hashes)) == ("segno==1.6", 1)


def test_make_installs_with_hashes():
    text = (PROJECT / "Makefile").read_text()
    for lock in LOCKS:
        assert f"$(call install,{lock}" in text
    assert "--require-hashes --no-deps -r $(1)" in text
    assert "npm ci" in text


@pytest.mark.parametrize("folder", ["tests/firmware", "tests/phone"])
def test_npm_packages_have_hashes_and_name_no_address(folder):
    locked = json.loads((PROJECT / folder / "package-lock.json").read_text())["packages"]
    libraries = {name: package for name, package in locked.items() if name}
    assert libraries
    for name, package in libraries.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
