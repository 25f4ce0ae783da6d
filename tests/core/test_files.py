"""Files that appear whole or not at all, also on disks that know fewer tricks."""

import os
from pathlib import Path

import pytest

from companion.core.files import place_new_file


@pytest.fixture(params=["a disk with links", "a disk without"])
def made(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is ready, on either kind of disk."""

    def no_links(*_: object) -> None:
        raise PermissionError

    if request.param == "a disk without":
        monkeypatch.setattr(os, "link", no_links)
    file = tmp_path / "made"
    file.write_text("new")
    return file


def test_a_finished_file_takes_its_name(made: Path) -> None:
    place_new_file(made, made.with_name("wanted"))
    assert made.with_name("wanted").read_text() == "new"
    assert not made.exists()


def test_an_existing_file_stays(made: Path) -> None:
    wanted = made.with_name("wanted")
    wanted.write_text("old")
    with pytest.raises(FileExistsError):
        place_new_file(made, wanted)
    assert wanted.read_text() == "old"
