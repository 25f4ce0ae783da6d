"""Mutation testing: a sample of small mistakes, and whether the tests of their own folder notice each.

`make mutants` takes half an hour or more on two cores; `--made 20` fewer, `--only device` one group. What survives and
why is in tests/trust/survivors.md: whoever adds a survivor adds a reason, or better a test.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from tests.trust.mutate import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "companion",
    "drivers",
    "firmware",
    "hw-schematics/drawings",
    "hw-schematics/case",
    "tests",
    "deploy",
    "docs",
)
LONGEST = 300
"""Seconds of work after which a mutant counts as noticed: it never ends. Without any mistake all tests end long before."""
MEMORY = 3 << 30
GAMES = ("noah", "ark", "ark_and_noah", "noahs_ark")


class Group(NamedTuple):
    """Files that belong together, and the tests of their own folder, those that know them best first."""

    files: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def quick(self) -> "Group":
        """The same with the test files that are named one by one, where any are."""
        return self._replace(tests=tuple(one for one in self.tests if one.endswith(".py")) or self.tests)


def _found(*patterns: str) -> tuple[str, ...]:
    return tuple(sorted({str(file.relative_to(ROOT)) for pattern in patterns for file in ROOT.glob(pattern)}))


SCORING = {
    "noah": "deduced_tears", "ark": "scoring", "ark_and_noah": "ark", "noahs_ark": "most",
}  # fmt: skip
GROUPS = {
    **{f"rules of {game}": Group((f"companion/games/{game}/rules.py",), (f"tests/games/{game}",)) for game in GAMES},
    **{
        f"scoring of {game}": Group((f"companion/games/{game}/{file}.py",), (f"tests/games/{game}",))
        for game, file in SCORING.items()
    },
    "session": Group(
        ("companion/core/session.py", "companion/core/sessions.py", "companion/core/match.py"),
        ("tests/core/test_session.py", "tests/core/test_sessions.py", "tests/core/test_match.py", "tests/core"),
    ),
    "journal": Group(
        ("companion/core/journal.py", "companion/core/answer_store.py", "companion/core/match_file.py"),
        ("tests/core/test_journal.py", "tests/core/test_match_file.py", "tests/core"),
    ),
    "referee": Group(
        ("drivers/referee.py", "drivers/verdict.py", "drivers/contact.py", "drivers/debounce.py"),
        ("tests/drivers/test_referee.py", "tests/drivers/test_debounce.py", "tests/drivers/test_gpio_input.py",
         "tests/drivers"),
    ),
    "link": Group(
        ("drivers/pod_link.py", "drivers/pod_clock.py", "firmware/link.py", "firmware/outbox.py", "firmware/pod.py"),
        ("tests/drivers/test_pod_link.py", "tests/drivers/test_pod_clock.py", "tests/firmware", "tests/drivers"),
    ),
    "device": Group(
        _found("companion/device/*.py", "companion/device/views/*.py", "companion/device/walks/*.py"),
        ("tests/device",),
    ),
}  # fmt: skip


class Verdict(NamedTuple):
    """What became of a mutant; `noticed` is the test that failed, or how it ended."""

    mutant: Mutant
    noticed: str


def sample(made: int, seed: int, only: str = "") -> list[tuple[Mutant, Group]]:
    """So many mutants, the same number of each group, the same ones for the same seed."""
    groups = {name: group for name, group in GROUPS.items() if only in name}
    chosen: list[tuple[Mutant, Group]] = []
    for number, (name, group) in enumerate(groups.items()):
        share = made * (number + 1) // len(groups) - made * number // len(groups)
        every = [mutant for file in group.files for mutant in mutants_of(file, ROOT)]
        chosen += [(one, group) for one in Random(f"{seed} {name}").sample(every, min(share, len(every)))]
    return chosen


class Copy:
    """The project in a folder of its own, where mistakes do no harm."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"), symlinks=True)
        for file in ("pyproject.toml", "README.md", "Makefile", "CONTRIBUTING.md", "constraints.txt"):
            shutil.copy(ROOT / file, folder / file)

    def judge(self, mutant: Mutant, tests: Sequence[str]) -> Verdict:
        """Put the mistake in, run the tests until one fails, and take it out again."""
        file = self.folder / mutant.file
        text = file.read_text(encoding="utf-8")
        file.write_text(mutant.source(text), encoding="utf-8")
        try:
            return Verdict(mutant, self.noticed(tests))
        finally:
            file.write_text(text, encoding="utf-8")

    def noticed(self, tests: Sequence[str]) -> str:
        """The first test that fails, or how else it ended; empty if all pass."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        words = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider",
                 "--games", "20", *tests]  # fmt: skip
        done = subprocess.run(
            words, cwd=self.folder, env=environment, capture_output=True, text=True, preexec_fn=_bound, check=False
        )  # fmt: skip
        if done.returncode == 0:
            return ""
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0] if failed else f"pytest ended with {done.returncode}"


def _bound() -> None:
    """No mistake may eat up the memory, or work for ever."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def judged(chosen: Sequence[tuple[Mutant, Group]], workers: int) -> list[Verdict]:
    """What became of each, in their order."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(workers) as pool:
        free: SimpleQueue[Copy] = SimpleQueue()
        for number in range(workers):
            free.put(Copy(Path(place) / str(number)))

        first = free.get()
        for tests in dict.fromkeys(group.tests for _, group in chosen):
            assert not (failed := first.noticed(tests)), f"without any mistake: {failed}"
        free.put(first)

        def judge(one: tuple[Mutant, Group]) -> Verdict:
            copy = free.get()
            try:
                verdict = copy.judge(one[0], one[1].tests)
            finally:
                free.put(copy)
            print(("killed   " if verdict.noticed else "SURVIVED ") + str(one[0]), file=sys.stderr, flush=True)
            return verdict

        return list(pool.map(judge, chosen))


def main() -> None:
    """Judge a sample and print the figures; whoever survived is told on standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=int, default=130)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--only", default="", help="only groups with this in their name")
    parser.add_argument("--quick", action="store_true", help="only the test files that know them best: a lower bound")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    chosen = sample(asked.made, asked.seed, asked.only)
    if asked.quick:
        chosen = [(one, group.quick) for one, group in chosen]
    verdicts = judged(chosen, asked.workers)
    survivors = [str(one.mutant) for one in verdicts if not one.noticed]
    figures = {"made": len(verdicts), "killed": len(verdicts) - len(survivors), "seed": asked.seed}
    print(
        json.dumps({"mutants": figures, "survivors": survivors}, indent=None if asked.json else 1, ensure_ascii=False)
    )


if __name__ == "__main__":
    main()
