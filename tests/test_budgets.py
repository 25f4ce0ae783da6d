"""Figures that may not rot: each is counted, never timed, and compared with its budget in tests/budgets.toml."""

import ast
import sqlite3
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from graphlib import TopologicalSorter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import companion
from companion.core.bots import make_random_bot
from companion.core.game import Game
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.phone.pages import LATE_MODULES, PAGE, shorten_file
from tests.bench.dial_effort import dial_effort
from tests.bench.inputs import count_inputs
from tests.bench.people import PEOPLE
from tests.bench.slowest_answers import count_calls, start_real_match
from tests.bench.verdict import measure_verdicts
from tests.phone.entry import tap_effort

ROOT = Path(__file__).parents[1]
BUDGETS: dict[str, dict[str, float]] = tomllib.loads((ROOT / "tests/budgets.toml").read_text(encoding="utf-8"))
SLACK = 1.02
"""How far a budget may be from its figure. Whoever improves a figure by more writes the better budget down."""
SQLITE = "3.40"
"""Version whose steps were counted: another one may compile the same statement into more or fewer of them."""
SAVED_ANSWERS = 40
PYTHON = (3, 11)
"""Version whose calls were counted: another one may do without some of them."""
RESUMED_ANSWERS = 500
AT_TABLE = ("answers", "pushes", "taps")
"""What is counted of entering a real table's game, pushes with the dial and taps on a phone."""
TIMED_RACES = 20
RESUMED: dict[str, dict[str, str]] = {
    "noah": {"length": "long", "memory": "on"},
    "ark": {},
    "ark-and-noah": {},
    "noahs-ark": {},
}
"""Games whose resuming is counted, each as it costs most."""
ELSEWHERE = {"service_rss_mib", "oled_bytes_ratio", "oled_bytes_ratio_minimum"}
"""Figures that tests/device/test_bench.py compares with their budgets, because it measures them anyway."""


def count_page_bytes() -> int:
    """Return the size of what a phone is sent before its first view, uncompressed and without the words."""
    files = [file for file in PAGE.iterdir() if file.name not in {*LATE_MODULES, "result.css", "tv.css"}]
    short = sum(len(shorten_file(file, 0).encode()) for file in files if file.suffix in {".css", ".js"})
    return short + sum(file.stat().st_size for file in files if file.suffix == ".html")


def list_modules() -> dict[str, ast.Module]:
    """Return the syntax tree of every module of the companion, keyed by its dotted name."""
    folder = Path(companion.__file__).parent
    files = {".".join(file.relative_to(folder.parent).with_suffix("").parts): file for file in folder.rglob("*.py")}
    return {name.removesuffix(".__init__"): ast.parse(file.read_text(encoding="utf-8")) for name, file in files.items()}


def find_imports(module: ast.Module, known: Mapping[str, object]) -> set[str]:
    """Return the known modules that are imported as soon as this one is, in whatever block that stands."""
    found: set[str] = set()
    todo: list[ast.AST] = [module]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            todo += node.orelse
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in known}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in known else node.module for name in inside}
        else:
            todo += ast.iter_child_nodes(node)
    return found & known.keys()


def measure_import_depth(modules: Mapping[str, ast.Module]) -> int:
    """Return how many modules the longest chain of imports has."""
    imports = {name: find_imports(module, modules) - {name} for name, module in modules.items()}
    depth: dict[str, int] = {}
    for name in TopologicalSorter(imports).static_order():
        depth[name] = 1 + max((depth[imported] for imported in imports[name]), default=0)
    return max(depth.values())


def count_lines() -> int:
    """Return how many lines of Python the companion has."""
    files = Path(companion.__file__).parent.rglob("*.py")
    return sum(file.read_bytes().count(b"\n") for file in files)


def count_contracts() -> int:
    """Return how many contracts import-linter holds."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return len(settings["tool"]["importlinter"]["contracts"])


@cache
def count_verdicts() -> dict[str, float]:
    """Return the longest wait for a verdict in virtual time, and the most bytes until it is drawn."""
    return measure_verdicts(TIMED_RACES)


def count_resuming(game: Game, options: Mapping[str, str]) -> float:
    """Return how many functions are called for each answer when a real match is resumed, or an answer taken back."""
    match, bot = start_real_match(game, dict(options)), make_random_bot(Random(1))
    while match.question is not None and len(match.answers) < RESUMED_ANSWERS:
        match.answer(bot(match.question, match.table))
    return count_calls(lambda: Match(game, match.setup, match.answers)) / len(match.answers)


@cache
def count_at_table(game: str) -> dict[str, float]:
    """Return what people at a real table enter per turn, round or card, in one match of four."""
    by_dial, by_phone = (count_inputs(find_game(game), 4, {}, 1, effort, 1) for effort in (dial_effort, tap_effort))
    return {"answers": by_dial["answers"], "pushes": by_dial["pushes"], "taps": by_phone["pushes"]}


def count_saving(count: Callable[[sqlite3.Connection, list[str]], None]) -> float:
    """Return how much SQLite does, on average, for one answer of a match that is saved."""
    noah, rng, counted = find_game("noah"), Random(1), list[str]()
    with TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
        setup = noah.set_up(["Anna", "Ben", "Cleo"], {}, 5)
        with Sessions(journal).start(noah, setup) as session:
            count(journal._db, counted)
            for _ in range(SAVED_ANSWERS):
                assert session.question is not None
                session.answer(session.n, rng.choice(session.question.choices))
            figure = len(counted) / SAVED_ANSWERS
    return figure


def note_statements(database: sqlite3.Connection, counted: list[str]) -> None:
    """Note every statement that is run from now on."""
    database.set_trace_callback(counted.append)


def note_steps(database: sqlite3.Connection, counted: list[str]) -> None:
    """Note every instruction of SQLite's virtual machine from now on."""
    database.set_progress_handler(lambda: counted.append(""), 1)


FIGURES: dict[str, Callable[[], float]] = {
    "phone_page_bytes": count_page_bytes,
    "companion_import_depth": lambda: measure_import_depth(list_modules()),
    "companion_lines": count_lines,
    "sqlite_statements_per_answer": lambda: count_saving(note_statements),
    "sqlite_steps_per_answer": lambda: count_saving(note_steps),
    "verdict_wait_ms": lambda: count_verdicts()["verdict_wait_ms"],
    "verdict_bytes": lambda: count_verdicts()["verdict_bytes"],
    "import_contracts": count_contracts,
    **{
        f"{game.replace('-', '_')}_calls_per_resumed_answer": partial(count_resuming, find_game(game), options)
        for game, options in RESUMED.items()
    },
    **{
        f"{game.replace('-', '_')}_{figure}": partial(lambda game, figure: count_at_table(game)[figure], game, figure)
        for game in PEOPLE
        for figure in AT_TABLE
    },
}
MEASURED_TOGETHER = [
    ("verdict_wait_ms", "verdict_bytes"),
    *(tuple(f"{game.replace('-', '_')}_{figure}" for figure in AT_TABLE) for game in PEOPLE),
]
"""Figures of one measurement: one test each, or every core would measure them again."""


def find_objections(figure: float, budget: float, at_least: bool = False, slack: float = SLACK) -> Iterator[str]:
    """Yield what is wrong with a figure or with its budget."""
    if (figure < budget) if at_least else (figure > budget):
        yield f"{figure:g} is beyond the budget of {budget:g}: mend it, or change tests/budgets.toml and say why"
    if (figure > budget * slack) if at_least else (figure < budget / slack):
        yield f"{figure:g} is better than the budget of {budget:g}: write it into tests/budgets.toml"


def test_every_figure_has_one_budget() -> None:
    assert sorted([*BUDGETS["at_most"], *BUDGETS["at_least"]]) == sorted([*FIGURES, *ELSEWHERE])


@pytest.mark.parametrize("names", MEASURED_TOGETHER, ids="-".join)
def test_figures_of_one_measurement_keep_to_their_budgets(names: tuple[str, ...]) -> None:
    assert {name: list(find_objections(FIGURES[name](), BUDGETS["at_most"][name])) for name in names} == {
        name: [] for name in names
    }


@pytest.mark.parametrize("name", sorted(FIGURES.keys() - {name for names in MEASURED_TOGETHER for name in names}))
def test_the_figure_keeps_to_its_budget(name: str) -> None:
    if name == "sqlite_steps_per_answer" and not sqlite3.sqlite_version.startswith(f"{SQLITE}."):
        pytest.skip(f"steps were counted with SQLite {SQLITE}, this is {sqlite3.sqlite_version}")
    if name.endswith("_calls_per_resumed_answer") and sys.version_info[:2] != PYTHON:
        pytest.skip(f"calls were counted with Python {PYTHON[0]}.{PYTHON[1]}")
    at_least = name in BUDGETS["at_least"]
    budget = BUDGETS["at_least" if at_least else "at_most"][name]
    assert list(find_objections(FIGURES[name](), budget, at_least)) == []


@pytest.mark.parametrize(
    ("figure", "budget", "at_least", "words"),
    [
        (101, 100, False, ["beyond"]),
        (100, 100, False, []),
        (99, 100, False, []),
        (97, 100, False, ["better"]),
        (8, 9, True, ["beyond"]),
        (9, 9, True, []),
        (10, 9, True, ["better"]),
    ],
)
def test_a_budget_is_neither_exceeded_nor_loose(figure: int, budget: int, at_least: bool, words: list[str]) -> None:
    objections = list(find_objections(figure, budget, at_least))
    assert [word for word in ("beyond", "better") if any(word in objection for objection in objections)] == words


def test_only_imports_that_happen_at_once_deepen_the_chain() -> None:
    sources = {
        "a": "from b import c",
        "b": "",
        "b.c": "class Late:\n    import d",
        "d": "def later():\n    import e",
        "e": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import f\nelse:\n    import g",
        "f": "",
        "g": "",
    }
    modules = {name: ast.parse(source) for name, source in sources.items()}
    assert find_imports(modules["a"], modules) == {"b.c"}
    assert find_imports(modules["e"], modules) == {"g"}
    assert measure_import_depth(modules) == 3
