"""What the scripts that root runs share, function by function."""

import os
import subprocess

import pytest

from tests.deploy.root_scripts import SCRIPTS
from tests.deploy.test_requests import notes


def call(function, *words, **surroundings):
    """Call one function of words.sh in a shell and return its exit code."""
    script = f'. "{SCRIPTS}/words.sh"; {function} "$@"'
    shell = ["sh", "-c", script, f"{SCRIPTS}/test", *map(str, words)]
    return subprocess.run(shell, env=os.environ | surroundings, capture_output=True, check=False, timeout=60).returncode


def test_a_link_is_no_regular_file_wherever_it_leads(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / "pipe")
    found = {name: call("is_regular_file", tmp_path / name) for name in ("file", "link", "dangling", "pipe", ".", "no")}
    assert found == {"file": 0, "link": 1, "dangling": 1, "pipe": 1, ".": 1, "no": 1}


def test_a_copy_replaces_a_link_and_is_for_root_alone(tmp_path):
    (tmp_path / "file").write_text("new")
    (tmp_path / "treasure").write_text("precious")
    (tmp_path / "copy").symlink_to(tmp_path / "treasure")
    assert call("copy_in", tmp_path / "file", tmp_path / "copy") == 0
    assert (tmp_path / "treasure").read_text() == "precious"
    assert not (tmp_path / "copy").is_symlink()
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


def test_a_note_is_never_written_through_a_file_that_waits_for_it(tmp_path, monkeypatch):
    """The temporary name can't be guessed; even so, whatever has it already is neither followed nor overwritten."""
    monkeypatch.setattr(notes.secrets, "token_hex", lambda length: "guessed")
    (tmp_path / "treasure").write_text("precious")
    (tmp_path / ".told.guessed").symlink_to(tmp_path / "treasure")
    with pytest.raises(FileExistsError):
        notes.write_note(tmp_path, "told", "updated 1.0", os.getgid())
    assert (tmp_path / "treasure").read_text() == "precious"
