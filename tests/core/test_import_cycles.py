"""The modules of the core form layers: none of them needs, even later or only for its types, a module that needs it."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import companion.core

CORE = Path(companion.core.__file__).parent
PACKAGE = "companion.core"


def imports_of(source: str, modules: set[str]) -> set[str]:
    """The modules of the core that a source imports anywhere: at its top, inside functions and for type checkers."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        found |= {name.removeprefix(f"{PACKAGE}.").partition(".")[0] for name in names if name.startswith(PACKAGE)}
    return found & modules


def find_cycle(sources: dict[str, str]) -> list[str]:
    """The modules of one cycle; an empty list if there is none."""
    graph = {name: imports_of(source, set(sources)) for name, source in sources.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        return list(cycle.args[1])
    return []


def test_no_module_of_the_core_imports_itself_by_way_of_others() -> None:
    sources = {file.stem: file.read_text(encoding="utf-8") for file in CORE.glob("*.py") if file.stem != "__init__"}
    assert len(sources) > 40
    assert find_cycle(sources) == []


@pytest.mark.parametrize(
    "back",
    [
        "from companion.core.game import Game",
        "import companion.core.game",
        "from companion.core import game",
        "def late():\n    from companion.core.game import Game",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from companion.core.game import Game",
    ],
)
def test_an_import_that_comes_late_or_only_for_types_counts(back: str) -> None:
    assert set(find_cycle({"game": "from companion.core.table import Table", "table": back})) == {"game", "table"}
