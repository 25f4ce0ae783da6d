"""Docs that cannot lie: what a comment or page cites is in the repository, and every ruling cited exists."""

import ast
import inspect
import re
import subprocess
from pathlib import Path

import pytest

from companion.core.face import Face
from companion.core.game import Game, Table, Voice

ROOT = Path(__file__).parents[2]
CITED = re.compile(r"\b([\w./-]*\w\.md)\b")
RULING = re.compile(r"rulings\.md((?:[ ,]+(?:and )?\d\.\d(?: #\d+(?:,? (?:and )?#\d+)*)?)+)")
SECTION = re.compile(r"(\d\.\d)((?:,? ?(?:and )?#\d+)*)")
NOT_OURS = {"own.md", "fr.md"}
"""Made for a maker's own wiring, and not kept; and the ending of French pages, which is no page."""
MADE_LATER = {"settings.toml", "/drawing.js", "/finger.js"}
"""Made by the program, or the address of a page."""


def list_tracked_files(*suffixes: str) -> list[Path]:
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not in a checkout")
    return [ROOT / name for name in listed.stdout.splitlines() if name.endswith(suffixes) and (ROOT / name).exists()]


def rulings() -> set[str]:
    """`1.8 #7` for each row of each table below its heading."""
    found, section = set(), ""
    for line in (ROOT / "docs/rulings.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"### (\d\.\d) ", line):
            section = heading[1]
            found.add(section)
        elif row := re.match(r"\| (\d+) \|", line):
            assert f"{section} #{row[1]}" not in found, f"ruling {section} #{row[1]} stands twice"
            found.add(f"{section} #{row[1]}")
    return found


def find_cited_rulings(text: str) -> set[str]:
    """
    >>> sorted(cited("as rulings.md 2.4 #9, #10 says, and rulings.md 1.7"))
    ['1.7', '2.4 #10', '2.4 #9']
    """
    found = set()
    for one in RULING.findall(text):
        for section, numbers in SECTION.findall(one):
            each = re.findall(r"#\d+", numbers)
            found |= {f"{section} {number}" for number in each} or {section}
    return found


def test_no_comment_cites_a_page_that_is_not_here():
    pages = {page.name for page in list_tracked_files(".md")} | NOT_OURS
    missing = [
        f"{file.relative_to(ROOT)}: {page}"
        for file in list_tracked_files(".py", ".toml", ".js", ".sh", ".po", "Makefile")
        for page in CITED.findall(file.read_text(encoding="utf-8"))
        if Path(page).name not in pages
    ]
    assert not missing


def test_every_ruling_that_is_cited_exists():
    known = rulings()
    wrong = {
        f"{file.relative_to(ROOT)}: {ruling}"
        for file in list_tracked_files(".py", ".toml", ".js", ".md")
        for ruling in find_cited_rulings(file.read_text(encoding="utf-8")) - known
    }
    assert not wrong
    assert len(known) > 80


def test_pages_link_to_what_is_there():
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in list_tracked_files(".md")
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken


def contract() -> dict[str, dict[str, str]]:
    """The methods that CONTRIBUTING.md names for each class of the contract, with their arguments."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("### The contract")[2].partition("\n## ")[0]
    found: dict[str, dict[str, str]] = {}
    for block in page.split("    class ")[1:]:
        name = block.partition(":")[0]
        found[name] = dict(
            re.findall(r"(?<![\w.\[{])(\w+)\(([^()]*)\)(?! \()", block.partition("frozenset()")[2] or block)
        )
    return found


@pytest.mark.parametrize("kind", [Game, Table, Voice, Face], ids=lambda kind: kind.__name__)
def test_the_contract_is_documented_with_its_real_signatures(kind):
    documented = contract()[kind.__name__]
    for name, arguments in documented.items():
        own = inspect.signature(getattr(kind, name)).parameters.values()
        assert arguments == ", ".join(
            f"*{one.name}" if one.kind is one.VAR_POSITIONAL else one.name for one in own if one.name != "self"
        )
    assert set(kind.__abstractmethods__) <= set(documented)


def test_every_file_that_a_page_names_is_there():
    files = {str(file.relative_to(ROOT)) for file in list_tracked_files("")}
    lost = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in list_tracked_files(".md")
        for name in re.findall(r"`([\w./-]+\.(?:py|js|toml))`", page.read_text(encoding="utf-8"))
        if not any(f"/{file}".endswith(f"/{name}") for file in files) and name not in MADE_LATER
    ]
    assert not lost


def test_no_docstring_fills_a_quota():
    empty = [
        f"{file.relative_to(ROOT)}: {node.name}"
        for package in ("companion", "drivers", "firmware")
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and len((ast.get_docstring(node) or "says nothing").split()) < 2
    ]
    assert not empty, "one word tells nobody anything"
