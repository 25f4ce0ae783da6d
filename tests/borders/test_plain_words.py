"""Names and prose stay plain: functions are named by verbs, class names are unique, and texts avoid our old voice."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "drivers", "firmware", "deploy", "hw-schematics")

IRREGULAR = re.compile(
    "asked|bought|bound|brought|built|caught|chosen|done|drawn|driven|fallen|felt|found|given|gone|grown|heard|held|"
    "hidden|kept|known|laid|left|lit|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|spoken|stolen|"
    "stood|struck|taken|taught|thought|thrown|told|torn|understood|won|worn|written"
)
"""Participles that do not end in -ed. Words that are verbs too, such as `read`, `set` or `put`, are fine as names."""

ENDS_IN_ED = frozenset({"feed", "led", "need", "proceed", "seed", "shed", "speed"})
"""Words that end in -ed and are no participles."""

ALLOWED_FUNCTIONS: dict[str, str] = {}
"""Functions named by a participle that may stay, each with the reason."""

ALLOWED_CLASSES: dict[str, str] = {}
"""Class names that may mean two things, each with the reason."""

OLD_NAMES = frozenset({"kept", "lot", "said", "told"})
"""Names that say nothing about what they hold; no parameter, variable or attribute of the product has them."""

OLD_VOICE = {
    r"\banew\b": "again",
    r"\bthe own\b": "your own",
    r"\bwho looks on\b": "spectators",
    r"\bso many\b": "a number",
    r"\bcannot be\b(?! \w+ed\b| \w+en\b| read| put| found| told| shown| sent| known| built| held| kept| drawn)": "is impossible",
    r"\blet the match rest\b": "save and leave",
    r"\bthat was told\b": "that was entered",
    r"\btell me\b": "enter it",
    r"\bthe device\b": "the box",
}
"""Markers of our old way of writing, and what to write instead."""

FRENCH_VOICE = {
    r"\bboîtiers?\b|\bl’appareil\b(?! photo)": "la boîte",
    r"(?<!{)\bbots?\b(?![:}])": "robot",
    r"\b(?!chez|assez|nez|avez|jouez)\w+ez\b": "tu; only a question to the whole table says vous (avez-vous, jouez-vous)",
}
"""One word for one thing in French, and one form of address."""

ALLOWED_TEXTS: dict[str, str] = {}
"""Texts with such a marker that may stay, each with the reason."""


def list_modules() -> Iterator[tuple[Path, ast.Module]]:
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if "node_modules" not in file.parts:
                yield file.relative_to(ROOT), ast.parse(file.read_text(encoding="utf-8"))


def is_participle(name: str) -> bool:
    """Whether a name is nothing but a past participle.

    >>> is_participle("told"), is_participle("_settled"), is_participle("feed"), is_participle("told_by_hand")
    (True, True, False, False)
    """
    word = name.strip("_")
    return IRREGULAR.fullmatch(word) is not None or (word.endswith("ed") and "_" not in word and word not in ENDS_IN_ED)


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any("property" in decorator or decorator.endswith(".setter") for decorator in decorators)


def find_bound_name(node: ast.AST) -> str:
    """Return the parameter, variable or attribute that a node binds; empty if it binds none."""
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.id if isinstance(node, ast.Name) else node.attr
    return ""


@pytest.fixture(scope="module")
def modules() -> list[tuple[Path, ast.Module]]:
    return list(list_modules())


def test_no_function_is_named_by_a_bare_participle(modules: list[tuple[Path, ast.Module]]) -> None:
    found = [
        f"{file}:{node.lineno} {node.name}"
        for file, tree in modules
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and is_participle(node.name)
        and not is_property(node)
        and node.name not in ALLOWED_FUNCTIONS
    ]
    assert not found, "name them by a verb and its object"


def test_no_variable_has_a_name_that_says_nothing(modules: list[tuple[Path, ast.Module]]) -> None:
    names = [
        f"{file}:{node.lineno} {find_bound_name(node)}"
        for file, tree in modules
        if file.parts[0] in ("companion", "drivers")
        for node in ast.walk(tree)
        if isinstance(node, ast.arg | ast.Name | ast.Attribute) and find_bound_name(node).strip("_") in OLD_NAMES
    ]
    assert not names, "name it by what it holds, such as `lines` or `answers`"


def test_no_class_name_means_two_things(modules: list[tuple[Path, ast.Module]]) -> None:
    places = defaultdict(list)
    for file, tree in modules:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(file))
    assert {name: files for name, files in places.items() if len(files) > 1 and name not in ALLOWED_CLASSES} == {}


def test_no_docstring_begins_with_a_riddle(modules: list[tuple[Path, ast.Module]]) -> None:
    found = []
    for file, tree in modules:
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                words = ast.get_docstring(node) or ""
                if re.match(r"(What|Whoever|Who|Whom)\b", words):
                    found.append(f"{file}: {words.splitlines()[0]}")
    assert not found, "say it as `Return …`, `Number of …` or `Whether …`"


def list_texts(field: str) -> Iterator[tuple[str, str]]:
    """Yield every text that people read, with its catalog: in English (`msgid`) or in French (`msgstr`)."""
    for catalog in sorted((ROOT / "companion").rglob("fr/LC_MESSAGES/*.po")):
        for block in catalog.read_text(encoding="utf-8").split("\n\n")[1:]:
            for match in re.finditer(rf'^{field}(?:_plural|\[\d\])? ((?:".*"\n?)+)', block, re.MULTILINE):
                text = "".join(ast.literal_eval(line) for line in match[1].strip().splitlines())
                if text:
                    yield catalog.name, text


@pytest.mark.parametrize(("field", "voice"), [("msgid", OLD_VOICE), ("msgstr", FRENCH_VOICE)])
def test_texts_for_people_avoid_our_old_voice(field: str, voice: dict[str, str]) -> None:
    texts = list(list_texts(field))
    assert len(texts) > 1000, "the catalogs were not read"
    found = [
        f"{catalog}: {text!r}: {marker} -> {better}"
        for catalog, text in texts
        for marker, better in voice.items()
        if re.search(marker, text, re.IGNORECASE) and text not in ALLOWED_TEXTS
    ]
    assert not found


@pytest.mark.parametrize(
    ("source", "is_found"),
    [("def told(): ...", True), ("def tell_score(): ...", False), ("async def _kept(): ...", True)],
)
def test_the_check_finds_what_it_is_for(source: str, is_found: bool) -> None:
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    assert is_participle(function.name) is is_found


@pytest.mark.parametrize(
    ("source", "is_found"),
    [("told = 1", True), ("def write(kept): ...", True), ("self._said = 1", True), ("line = happened.told", False)],
)
def test_the_check_of_names_finds_what_it_is_for(source: str, is_found: bool) -> None:
    names = {find_bound_name(node).strip("_") for node in ast.walk(ast.parse(source))}
    assert bool(names & OLD_NAMES) is is_found
