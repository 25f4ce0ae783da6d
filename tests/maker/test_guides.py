"""The guides for makers: both say the same, every picture is there, every command exists, every message is real."""

import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from case.scene import SCENES
from drawings.box import box
from drawings.circuit import FUSED, GROUND, THREE_VOLTS
from PIL import Image

from companion.app.part_words import Finding, describe_finding, describe_test_step, list_parts_to_check
from companion.cli import COMMANDS
from companion.commands.parser import Parser
from companion.core.words import Say
from companion.device.host import map_wires
from companion.device.words import load_words
from drivers.fault import FaultKind
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import Wiring

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "hw-schematics"
GUIDES = {"en": FOLDER / "BUILD.md", "fr": FOLDER / "BUILD.fr.md"}
CARD_GUIDES = {"en": ROOT / "deploy" / "README.md", "fr": ROOT / "deploy" / "README.fr.md"}
PAGES = [
    *GUIDES.values(), *CARD_GUIDES.values(), FOLDER / "README.md", FOLDER / "case" / "README.md", ROOT / "README.md",
]  # fmt: skip
TWINS = {"BUILD.md", "BUILD.fr.md"}


def text(language: str) -> str:
    return GUIDES[language].read_text(encoding="utf-8")


def links(page: str) -> list[str]:
    """Everything a page points to, pictures included."""
    return re.findall(r"\]\(([^)#]+)\)", page)


def spans(page: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", page)


def commands(page: str) -> list[str]:
    return [span for span in spans(page) if span.split()[0] in ("arkside", "make", "sudo", "pip", "i2cdetect")]


def shape(page: str) -> list[str]:
    """A guide without its words: headings, pictures, tables, lists and blocks in their order."""
    marks = ((r"#+ \S*", "#"), (r"!\[", "picture"), (r"\|", "row"), (r"- ", "-"), (r"\d\. ", "1."), (r"    ", "code"))
    found = []
    for line in page.splitlines():
        for pattern, name in marks:
            if re.match(pattern, line):
                found.append(
                    name + (re.sub(r".*?(\d+).*", r"\1", line) if name == "#" and re.search(r"\d", line) else "")
                )
                break
    return found


def test_both_guides_have_the_same_steps_pictures_tables_and_lists() -> None:
    english, french = text("en"), text("fr")
    assert re.findall(r"^## Step (\d+):", english, re.M) == [str(n) for n in range(1, 13)]
    assert re.findall(r"^## Étape (\d+)\s:", french, re.M) == [str(n) for n in range(1, 13)]
    assert shape(english) == shape(french)
    assert [link for link in links(english) if link not in TWINS] == [
        link.replace(".fr.md", ".md") for link in links(french) if link not in TWINS
    ]


def test_the_guides_for_the_card_have_the_same_steps_and_pictures() -> None:
    english, french = (CARD_GUIDES[language].read_text(encoding="utf-8") for language in ("en", "fr"))
    pictures = re.findall(r"!\[.+?\]\((pictures/.+?)\.png\)", english)
    assert len(pictures) > 10
    assert re.findall(r"!\[.+?\]\((pictures/.+?)\.fr\.png\)", french) == pictures
    # what only administrators need is in English, behind their table
    english = english.partition("**How the package is built.**")[0]
    assert shape(french)[: len(shape(english))] == shape(english)
    assert set(commands(english)) == set(commands(french.partition("**Signatures.**")[0]))


@pytest.mark.parametrize("language", CARD_GUIDES)
def test_the_guide_for_the_card_quotes_the_box(language: str) -> None:
    say = load_words(language)
    told = re.sub(r"[\u00a0\u202f]", " ", CARD_GUIDES[language].read_text(encoding="utf-8"))
    assert f"{say('This box')} → Wi-Fi" in told
    assert f"{say('This box')} → {say('Switch off')}" in told
    assert f"{say('This box')} → {say('Box status')}" in told
    assert say("New match") in told
    assert {say("Self-test"), say("Phones")} <= set(spans(told))


def test_the_french_guide_leads_to_french_lists() -> None:
    english = [link for link in links(text("fr")) if link.endswith(".md") and not link.endswith(".fr.md")]
    assert [link for link in english if link not in TWINS and (FOLDER / link).with_suffix(".fr.md").exists()] == []


@pytest.mark.parametrize("language", GUIDES)
def test_the_polarity_test_names_what_the_circuit_puts_on_each_plug(language: str) -> None:
    rows = re.findall(r"^\| [^|]*\((J\d+)[^|]*\) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", text(language), re.M)
    measured = {ref: [re.sub("none|aucun", "", cell) for cell in cells] for ref, *cells in rows}
    nets = (GROUND, FUSED, THREE_VOLTS)
    assert re.search(r"^\| .*\(`(.+?)`\) \| .*\(`(.+?)`\) \| .*\(`(.+?)`\) \|$", text(language), re.M).groups() == nets
    pads = {part.pins[0].net for part in box(Wiring.load()).components if part.ref.startswith("TP")}
    assert set(nets) <= pads  # their names are printed beside the pads
    plugs = {part.ref: part for part in box(Wiring.load()).components if part.footprint.startswith("XH")}
    for ref, cells in measured.items():
        assert cells == [" ".join(pin.name for pin in plugs[ref].pins if pin.net == net) for net in nets], ref
    alike = {ref: [pin.name for pin in part.pins] for ref, part in plugs.items()}
    assert all(any(alike[ref] == alike[named] for named in measured) for ref in plugs), "a plug is not in the table"


@pytest.mark.parametrize("language", GUIDES)
def test_the_guide_explains_the_address_the_fuse_and_how_to_switch_on_again(language: str) -> None:
    told = text(language)
    assert {"IIC ADDRESS SELECT", "0x78", "0x7A"} <= set(spans(told))
    assert f"`{load_words(language)('Switch off')}`" in told
    assert "eepflash.sh -w -t=24c32 -a=50" in told
    assert "TBD62003A" in told


def test_both_guides_name_the_same_commands() -> None:
    assert commands(text("en")) == commands(text("fr"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    found = [link for link in links(page.read_text(encoding="utf-8")) if "://" not in link]
    assert found
    assert [link for link in found if not (page.parent / link).exists()] == []


def test_every_command_of_the_program_is_understood_by_it() -> None:
    found = {span for language in GUIDES for span in commands(text(language)) if span.startswith("arkside ")}
    assert len(found) >= 8
    for span in sorted(found):
        _, *words = shlex.split(span)
        name = words[0]
        module = import_module(f"companion.commands.{COMMANDS[name][0]}")
        parser = Parser(Say("en"), name, "")
        module.add_arguments(parser)
        parser.parse_args(words[1:])  # leaves with an error if a word is unknown


def test_every_make_target_exists() -> None:
    targets = re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = {span.split()[1] for span in spans(pages) if re.match(r"make [a-z-]+", span)}
    assert {"case", "case-tools", "case-check"} <= named
    assert named <= set(targets)


@pytest.mark.parametrize("language", GUIDES)
def test_output_quoted_in_the_docs_is_exact(language: str) -> None:
    say = load_words(language)
    with Board() as board, Panel(clock=board.clock) as panel:
        wires = map_wires(panel)
    said = {
        f"{describe_test_step(say, part)} … {describe_finding(say, Finding(part, works, wires[part]))}"
        for parts in list_parts_to_check(wires)
        for part in parts
        for works in (True, False)
    }
    quoted = re.findall(r"^ {4,}(\S.*…\s.*)$", text(language), re.M)
    assert len(quoted) == 7
    assert {_plain(line) for line in quoted} <= {_plain(line) for line in said}


def _plain(line: str) -> str:
    return re.sub(r"[\u00a0\u202f]", " ", line)


@pytest.mark.parametrize("language", GUIDES)
def test_every_fault_is_explained_and_none_is_invented(language: str) -> None:
    known = set(get_args(FaultKind))
    told = text(language)[text(language).index("| `") :]
    assert known - set(spans(told)) == set()
    words = {span for span in spans(told) if re.fullmatch(r"(no|not)-[a-z]+", span)}
    assert words <= known


@pytest.mark.parametrize("language", GUIDES)
def test_every_mesh_to_print_is_there_and_every_mesh_of_ours_is_named(language: str) -> None:
    stl = {file.stem for file in (FOLDER / "case" / "stl").glob("*.stl")}
    table = text(language).split("](case/stl)")[1].split("\n\n")[0]
    named = set(spans(table))
    assert named <= stl
    sized = re.compile(r"-(0\.96|1\.3|1\.54|2\.42|24|30|60)$")
    assert {sized.sub("", name) for name in stl} == {sized.sub("", name) for name in named}


def test_pictures_are_small_and_not_empty() -> None:
    pictures = sorted((FOLDER / "case" / "pictures").glob("*.png"))
    assert {file.stem for file in pictures} == set(SCENES)
    for file in pictures:
        assert file.stat().st_size < 400_000
        with Image.open(file) as picture:
            assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 100


@pytest.mark.parametrize("guides", [GUIDES, CARD_GUIDES], ids=["build", "card"])
def test_a_french_guide_keeps_its_narrow_spaces(guides: dict[str, Path]) -> None:
    prose = re.sub(r"`[^`\n]*`|^    .*$|^\|[-:|]+$", "", guides["fr"].read_text(encoding="utf-8"), flags=re.M)
    assert re.findall(r".{12} [:;?!](?:\s|$)", prose) == []
