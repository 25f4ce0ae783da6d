"""docs/trust.md speaks of tests that exist, tells every dependency, and its table is the one that `make trust` writes."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.trust import trust

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::([\w]+)`", PAGE)))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_every_test_that_the_page_names_exists(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    defined = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    assigned = {
        target.id
        for one in tree.body
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    assert name in defined | assigned
    assert name.lower().startswith("test")


def test_every_line_of_the_model_names_its_test() -> None:
    model = PAGE.partition("## What is accepted")[0]
    rows = [line for line in model.splitlines() if line.startswith("|") and not re.match(r"\|(-+\||.*held by)", line)]
    assert len(rows) > 20
    assert [line for line in rows if "`tests/" not in line] == []


def test_every_dependency_is_listed_with_its_purpose() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {"box": project["dependencies"], **project["optional-dependencies"]}
    named = {(_name(one), extra) for extra, needs in wanted.items() for one in needs if not one.startswith("arkside[")}
    table = PAGE.partition("## What we build upon")[2]
    listed = {
        tuple(row.strip("| ").split(" | ")[:2])
        for row in table.splitlines()
        if row.startswith("| ") and "library" not in row
    }
    assert {name for name, _ in listed} == {name for name, _ in named}
    assert listed <= named


def _name(requirement: str) -> str:
    return re.split(r"[<>=;\[ ]", requirement, maxsplit=1)[0]


def test_the_table_is_written_between_its_marks_from_what_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "trust.md"
    page.write_text(f"before\n{trust.BEGIN}\nyesterday\n{trust.END}\nafter\n")
    monkeypatch.setattr(trust, "PAGE", page)
    monkeypatch.setattr(trust, "KEPT", tmp_path)
    (tmp_path / "fuzz.json").write_text('{"fuzz": {"inputs": 7, "tracebacks": 0, "changed": 0}}')
    (tmp_path / "cli_calls.json").write_text('{"cli_calls": 404, "tracebacks": 3}')
    trust.write(trust.collect_figures())
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "7 thrown, 0 stack traces, 0 refusals" in text
    assert "404 made, 3 stack traces" in text
    assert "yesterday" not in text
    assert text.count("not measured yet") == len(trust.PARTS) - 2
    trust.write(trust.collect_figures())
    assert page.read_text() == text
    (tmp_path / "fuzz.json").unlink()
    trust.write(trust.collect_figures())
    assert page.read_text() == text, "what ran elsewhere stays on the page"


def test_the_page_shows_every_part_and_no_figure_that_nobody_promised() -> None:
    assert trust.SHOWN.keys() == trust.PARTS.keys()
    rows = [
        line for line in PAGE.partition(trust.BEGIN)[2].partition(trust.END)[0].splitlines() if line.startswith("| ")
    ]
    assert len(rows) == len(trust.PARTS) + 1
