"""Rules compiled for another computer: the slow part is left to `make release`, here is what surrounds it."""

import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from deploy import compiled, package, release

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def no_compiler(monkeypatch):
    """A computer without any of the tools."""
    monkeypatch.setattr(compiled.shutil, "which", lambda tool: None)


def test_extensions_are_named_as_each_python_looks_for_them():
    if not EXTENSION_SUFFIXES[0].endswith("-linux-gnu.so"):
        pytest.skip("not on Linux with glibc")
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert compiled.suffix(package.own_architecture(), python) == EXTENSION_SUFFIXES[0]
    assert compiled.suffix("arm64", "3.13") == ".cpython-313-aarch64-linux-gnu.so"


def test_there_are_headers_for_every_python_of_the_package():
    assert set(compiled.SUITES) == set(package.PYTHONS)


def test_without_a_cross_compiler_one_line_says_what_to_install(no_compiler, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(package, "fetch", lambda arch, folder: [])
    assert package.main(["--arch", "arm64", "--compiled", "--into", str(tmp_path)]) == 1
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("package:")]
    assert "apt install gcc-aarch64-linux-gnu libc6-dev-arm64-cross mmdebstrap" in line
    assert list(tmp_path.iterdir()) == []


def test_a_release_without_a_cross_compiler_has_plain_rules_and_says_so(no_compiler, monkeypatch, tmp_path):
    calls = []
    bench = release.Bench(PROJECT, tmp_path, "1.0.0", {})
    monkeypatch.setattr(release.shutil, "which", lambda tool: "/usr/bin/dpkg-deb" if tool == "dpkg-deb" else None)
    monkeypatch.setattr(bench, "run", lambda *words: calls.append(words))
    release.build_packages(bench)
    assert len(calls) == 2
    assert not any("--compiled" in call for call in calls)
    assert bench.left_out[0].startswith("compiled rules in the package for arm64: ")


def test_the_compiler_gets_every_package_of_ours_that_the_rules_import(tmp_path):
    """One that is missing makes all its types unknown, and the rules are refused."""
    compiled.copy_sources(tmp_path / "source")
    read = [file.read_text(encoding="utf-8") for file in (tmp_path / "source/companion").rglob("*.py")]
    imported = {name for text in read for name in re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE)}
    ours = imported & {folder.name for folder in PROJECT.iterdir() if (folder / "__init__.py").exists()}
    assert {"companion", "drivers"} <= ours
    assert {name for name in ours if not (tmp_path / "source" / name).is_dir()} == set()


def test_the_rules_are_compiled_as_python_itself_is(monkeypatch, tmp_path):
    """Flags in the environment replace those of Python, without which its headers check themselves at every step."""
    monkeypatch.setattr(compiled, "check_tools", lambda arch: None)
    monkeypatch.setattr(compiled, "fetch_headers", lambda arch, python: tmp_path / "headers")
    seen = {}

    def compile_nothing(words, cwd, env, **_more):
        seen.update(env)
        assert (cwd / "companion/games/noah/rules.py").exists()
        made = Path(words[words.index("--build-lib") + 1], "companion", "compiled")
        made.mkdir(parents=True)
        (made / "sources.json").write_text("{}")
        return subprocess.CompletedProcess(words, 0, "", "")

    monkeypatch.setattr(compiled.subprocess, "run", compile_nothing)
    compiled.compile_rules("arm64", "3.13", tmp_path / "into")
    assert {"-DNDEBUG", "-fwrapv"} <= set(seen["CFLAGS"].split())
    assert seen["CC"] == "aarch64-linux-gnu-gcc"
    assert (tmp_path / "into" / "sources.json").exists()
