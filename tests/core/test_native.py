"""What was compiled is used only while it is what the sources say."""

import hashlib
import json
from abc import ABCMeta
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from companion.native import PLAIN, SOURCES, Build, complete_abstract_classes

NAME = "companion.core.cards"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build of one module, as `setup.py` leaves it."""
    monkeypatch.delenv(PLAIN, raising=False)
    source = tmp_path / "companion" / "core" / "cards.py"
    source.parent.mkdir(parents=True)
    source.write_text("kinds = 3\n")
    compiled = tmp_path / "companion" / "compiled"
    compiled.mkdir()
    (compiled / f"{NAME}{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    note = {"core/cards.py": hashlib.sha256(source.read_bytes()).hexdigest()}
    (compiled / SOURCES).write_text(json.dumps(note))
    return compiled


def test_a_module_that_was_compiled_is_found_there(folder: Path) -> None:
    spec = Build(folder).find_spec(NAME)
    assert spec is not None
    assert spec.origin == str(folder / f"{NAME}{EXTENSION_SUFFIXES[0]}")
    assert Build(folder).find_spec("companion.core.match") is None


def test_an_edited_source_is_named_and_nothing_compiled_is_used(folder: Path) -> None:
    (folder.parent / "core" / "cards.py").write_text("kinds = 4\n")
    build = Build(folder)
    assert (build.used, build.edited) == (False, "companion/core/cards.py")
    assert build.find_spec(NAME) is None


def test_a_source_that_is_gone_counts_as_edited(folder: Path) -> None:
    (folder.parent / "core" / "cards.py").unlink()
    assert Build(folder).edited == "companion/core/cards.py"


def test_plain_python_can_be_forced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN, "1")
    assert not Build(folder).used


def test_without_compiled_modules_nothing_is_mentioned(tmp_path: Path) -> None:
    build = Build(tmp_path / "compiled")
    assert (build.used, build.edited) == (False, "")


def test_classes_that_mypyc_left_without_caches_are_recognised():
    """Compiled classes share the caches of their base: a No to one of them would be a No to all."""

    base = ABCMeta("Base", (), {})
    one, other = ABCMeta("One", (base,), {}), ABCMeta("Other", (base,), {})
    below = ABCMeta("Below", (other,), {})
    for compiled in (one, other, below):
        type.__delattr__(compiled, "_abc_impl")
    complete_abstract_classes([one, other, below, base, "no class"])
    assert not isinstance(below(), one)
    assert isinstance(below(), other)
    assert not isinstance(one(), other)
