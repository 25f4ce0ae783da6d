"""The documentation site, without building it: pages, languages, pictures, examples and the commands it shows.

`make docs` builds it strictly and checks every link; this needs nothing but the sources.
"""

import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from companion import VERSION
from companion.cli import COMMANDS
from companion.commands.parser import Parser
from companion.core.registry import find_game
from companion.core.words import Say

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITES = {"en": (ROOT / "mkdocs.yml", DOCS), "fr": (ROOT / "mkdocs.fr.yml", DOCS / "fr")}
EXAMPLES = DOCS / "examples"
SCRIPTS = sorted(file.name for file in EXAMPLES.glob("*.py") if not file.name.startswith(("test_", "conftest")))
PAGES = sorted(
    file for file in [ROOT / "README.md", *DOCS.rglob("*.md")] if file.name not in ("trust.md", "rulings.md")
)
LARGEST_PICTURE = 60_000


def nav_of(language: str) -> list[str]:
    """Return the pages that the navigation of a site names, in order."""
    text = SITES[language][0].read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return re.findall(r"([\w./-]+\.md)$", text, re.MULTILINE)


def commands_of(page: Path) -> list[str]:
    """Return every call of `arkside` that a page shows, in blocks and in the middle of a sentence."""
    text = page.read_text(encoding="utf-8")
    shown = re.findall(r"^(?:\$| {4}) ?(?:\.venv/bin/)?(arkside .+)$", text, re.MULTILINE)
    shown += re.findall(r"`(?:\.venv/bin/)?(arkside [^`]+)`", text)
    return [command.partition("  #")[0].strip() for command in shown if "…" not in command]


def load(file: Path) -> ModuleType:
    """Import a file that is in no package."""
    spec = spec_from_file_location(f"site_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", SITES)
def test_every_page_in_the_navigation_exists(language: str) -> None:
    folder = SITES[language][1]
    pages = [page for page in nav_of(language) if not page.startswith(("api/", "rules/"))]
    assert len(pages) > 10
    assert [page for page in pages if not (folder / page).exists() and not (ROOT / page).exists()] == []


@pytest.mark.parametrize("language", SITES)
def test_no_page_is_missing_from_the_navigation(language: str) -> None:
    folder = SITES[language][1]
    apart = (DOCS / "fr", DOCS / "site", EXAMPLES) if language == "en" else ()
    pages = {file for file in folder.rglob("*.md") if not any(file.is_relative_to(one) for one in apart)}
    named = {folder / page for page in nav_of(language)}
    # those directly in docs are added to "How it works" by themselves
    assert pages - named <= set(DOCS.glob("*.md"))


def test_players_find_the_same_pages_in_both_languages() -> None:
    english, french = ({file.name for file in (folder / "play").glob("*.md")} for _, folder in SITES.values())
    assert english == french
    assert {"noah.md", "ark.md", "ark-and-noah.md", "noahs-ark.md"} <= english


@pytest.mark.parametrize("page", sorted(file.name for file in (DOCS / "play").glob("*.md")))
def test_both_languages_have_the_same_shape(page: str) -> None:
    english, french = ((folder / "play" / page).read_text(encoding="utf-8") for _, folder in SITES.values())
    marks = r"^(#+|\d\.|    -|-|\||<figure|</div>|\*\*)"
    assert re.findall(marks, english, re.MULTILINE) == re.findall(marks, french, re.MULTILINE)
    pictures = r"\.\./pictures/([\w-]+\.webp)"
    assert re.findall(pictures, english) == re.findall(pictures, french)


def test_french_pages_say_tu_and_keep_their_narrow_spaces() -> None:
    for page in (DOCS / "fr").rglob("*.md"):
        prose = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert re.findall(r".{0,20} [:;?!](?:[\s,.»)]|$)", prose) == [], page.name
        assert not re.search(r"\b(veuillez|votre boîte|le boîtier|l’appareil)\b", prose, re.IGNORECASE), page.name


@pytest.mark.parametrize("folder", ["pictures", "fr/pictures"])
def test_pictures_are_small_and_all_are_shown(folder: str) -> None:
    pictures = sorted((DOCS / folder).iterdir())
    pages = "".join(page.read_text(encoding="utf-8") for page in (DOCS / folder).parent.rglob("*.md"))
    assert [file.name for file in pictures if file.stat().st_size > LARGEST_PICTURE] == []
    assert [file.name for file in pictures if file.name not in pages] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_on_a_page_is_understood(page: Path) -> None:
    for command in commands_of(page):
        _, *words = shlex.split(command)
        if words[0] not in COMMANDS:
            assert words[0].startswith("--"), command
            continue
        parser = Parser(Say("en"), words[0], "")
        import_module(f"companion.commands.{COMMANDS[words[0]][0]}").add_arguments(parser)
        parser.parse_args(words[1:])  # leaves with an error if a word is unknown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_target_on_a_page_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = re.findall(r"(?:`|^\$ |^    )make ([a-z][a-z0-9-]*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) <= targets


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_example_runs(name: str, tmp_path: Path) -> None:
    surroundings = {**os.environ, "ARKSIDE_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, name], cwd=EXAMPLES, env=surroundings, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_example_game_keeps_all_laws() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", "."]
    done = subprocess.run(
        [*command, "--games", "20", "test_high_tide.py"], cwd=EXAMPLES, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_picture_of_the_example_uses_tools_that_exist() -> None:
    picture = (EXAMPLES / "high_tide" / "picture.js").read_text(encoding="utf-8")
    tools = (ROOT / "companion/phone/page/drawing.js").read_text(encoding="utf-8")
    imported = re.search(r"import \{(.*?)\} from \"/drawing\.js\"", picture)
    assert imported is not None
    for tool in imported[1].split(","):
        assert re.search(rf"export (?:const|function) {tool.strip()}\b|export \{{[^}}]*\b{tool.strip()}\b", tools)


def test_every_example_is_shown_on_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    shown = set(re.findall(r'--8<-- "docs/examples/([\w./]+)', pages))
    assert {*SCRIPTS, "test_high_tide.py", "high_tide/picture.js", "high_tide/__init__.py"} <= shown


def test_every_part_of_an_example_that_a_page_shows_is_there() -> None:
    for page in DOCS.rglob("*.md"):
        for file, part in re.findall(r'--8<-- "([\w./-]+)(?::([a-z]\w*))?', page.read_text(encoding="utf-8")):
            text = (ROOT / file).read_text(encoding="utf-8")
            assert not part or f"[start:{part}]" in text, f"{page.name}: {file}:{part}"


def test_the_citation_names_this_version() -> None:
    assert f"version: {VERSION}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def write(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("language", SITES)
def test_the_site_has_the_rules_of_every_game(language: str) -> None:
    write_rules_page = load(DOCS / "site" / "rules_page.py").write_rules_page
    pages = [page for page in nav_of(language) if page.startswith("rules/")]
    assert sorted(Path(page).stem for page in pages) == ["ark", "ark-and-noah", "noah", "noahs-ark"]
    for page in pages:
        game = find_game(Path(page).stem)
        text = write_rules_page(game.id, language)
        for card in game.primer.word_cards(game.say(language)):
            assert f"### {card.title}\n\n**{card.brief}**\n\n{card.text}\n" in text


def test_the_link_check_finds_what_is_broken(tmp_path: Path) -> None:
    check_site = load(DOCS / "site" / "check_links.py").check_site
    site = write(
        tmp_path, a='<h1 id="top">A</h1><a href="b.html#there">b</a>', b='<p id="there"><a href="a.html#top">a</a>'
    )
    assert check_site(site) == []
    write(site, c='<a href="gone.html">c</a><a href="b.html#nowhere">b</a><img src="https://example.org/x.png">')
    assert check_site(site) == [
        "c.html: loads https://example.org/x.png from the network",
        "c.html: gone.html is not there",
        "c.html: b.html#nowhere has no such anchor",
    ]


def test_the_commands_of_the_readme_run_one_after_the_other(tmp_path: Path) -> None:
    """Somebody who names two players, types `1` and leaves gets through all of them.

    Left out are `arkside run`, which doesn't end, and `arkside review`, because no match is played to its end here.
    """
    surroundings = {**os.environ, "ARKSIDE_DATA": str(tmp_path)}
    tried = [one for one in commands_of(ROOT / "README.md") if not one.startswith(("arkside run", "arkside review"))]
    assert len(tried) >= 9
    for command in tried:
        words = [sys.executable, "-m", "companion", *shlex.split(command)[1:]]
        done = subprocess.run(
            words, cwd=ROOT, env=surroundings, input="Anna, Ben\n1\n", capture_output=True, text=True, check=False
        )
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), f"{command}: {done.stderr}"
        assert done.stdout, command
