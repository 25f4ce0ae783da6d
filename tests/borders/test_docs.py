"""Docs that cannot lie: what a comment or page cites is in the repository, and every ruling cited exists."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CITED = re.compile(r"\b([\w./-]*\w\.md)\b")
RULING = re.compile(r"rulings\.md((?:[ ,]+(?:and )?\d\.\d(?: #\d+(?:,? (?:and )?#\d+)*)?)+)")
SECTION = re.compile(r"(\d\.\d)((?:,? ?(?:and )?#\d+)*)")
NOT_OURS = {"own.md"}
"""Made for a maker's own wiring, and not kept."""


def tracked(*suffixes: str) -> list[Path]:
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


def cited(text: str) -> set[str]:
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
    pages = {page.name for page in tracked(".md")} | NOT_OURS
    missing = [
        f"{file.relative_to(ROOT)}: {page}"
        for file in tracked(".py", ".toml", ".js", ".sh", ".po", "Makefile")
        for page in CITED.findall(file.read_text(encoding="utf-8"))
        if Path(page).name not in pages
    ]
    assert not missing


def test_every_ruling_that_is_cited_exists():
    known = rulings()
    wrong = {
        f"{file.relative_to(ROOT)}: {ruling}"
        for file in tracked(".py", ".toml", ".js", ".md")
        for ruling in cited(file.read_text(encoding="utf-8")) - known
    }
    assert not wrong
    assert len(known) > 80


def test_pages_link_to_what_is_there():
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in tracked(".md")
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken
