"""Mutation testing: a sample of small mistakes, and whether the tests of their own folder notice each.

`make mutants` takes an hour of one core; `--each 3` fewer of each group, `--only device` some groups. Mistakes written
down in hand_made.toml are always part of it, `--each 0` tries them alone. Survivors and the reasons for them are listed
in tests/trust/survivors.md; a test is better than a reason.
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
from functools import cache, partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, NamedTuple, Self

from tests.trust.mutate import Mutant, mutants_of, read_hand_made

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
KEPT = ROOT / "build" / "trust" / "judged.json"
HAND_MADE = Path(__file__).with_name("hand_made.toml")
PATIENCE = 4
"""So many times the work of the same tests without a mistake, and a mutant counts as noticed: it never ends."""
AT_LEAST = 20.0
"""Seconds of work that every mutant has."""
WAITING = 5
"""So many times as long it may wait for something that never comes."""
MEMORY = 3 << 30
GAMES = ("noah", "ark", "ark_and_noah", "noahs_ark")


class Group(NamedTuple):
    """Files that belong together, and the tests of their own folder, those that know them best first."""

    files: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def named(self) -> tuple[str, ...]:
        """The test files that know them best; all tests where none are named one by one."""
        return tuple(one for one in self.tests if one.endswith(".py")) or self.tests

    def rounds(self, quick: bool) -> tuple[tuple[str, ...], ...]:
        """Those tests first, and all of them only for a mistake that passes there; quick ones stop at the first round."""
        return (self.named,) if quick or self.named == self.tests else (self.named, self.tests)


def _find_files(*patterns: str) -> tuple[str, ...]:
    return tuple(sorted({str(file.relative_to(ROOT)) for pattern in patterns for file in ROOT.glob(pattern)}))


SCORING = {
    "noah": "deduced_tears", "ark": "scoring", "ark_and_noah": "ark", "noahs_ark": "scoring",
}  # fmt: skip
GROUPS = {
    **{f"rules of {game}": Group((f"companion/games/{game}/rules.py",), (f"tests/games/{game}",)) for game in GAMES},
    **{
        f"scoring of {game}": Group((f"companion/games/{game}/{file}.py",), (f"tests/games/{game}",))
        for game, file in SCORING.items()
    },
    "session": Group(
        ("companion/core/session.py", "companion/core/sessions.py", "companion/core/match.py"),
        ("tests/core/test_match.py", "tests/core/test_small_promises.py", "tests/core/test_telling.py",
         "tests/core/test_session.py", "tests/core/test_sessions.py", "tests/core"),
    ),
    "journal": Group(
        ("companion/core/journal.py", "companion/core/answer_store.py", "companion/core/match_export.py"),
        ("tests/core/test_small_promises.py", "tests/core/test_session.py", "tests/core/test_match_file.py",
         "tests/core/test_overview.py", "tests/core/test_journal.py", "tests/core/test_sessions.py", "tests/core"),
    ),
    "referee": Group(
        ("drivers/referee.py", "drivers/verdict.py", "drivers/contact.py", "drivers/debounce.py"),
        ("tests/drivers/test_contact.py", "tests/drivers/test_referee.py", "tests/drivers/test_dead_heats.py",
         "tests/drivers/test_false_starts.py", "tests/drivers/test_debounce.py", "tests/drivers/test_gpio_input.py",
         "tests/drivers"),
    ),
    "link": Group(
        ("drivers/pod_link.py", "drivers/pod_clock.py", "firmware/link.py", "firmware/outbox.py", "firmware/pod.py"),
        ("tests/drivers/test_pod_promises.py", "tests/drivers/test_pod_link.py", "tests/drivers/test_pod_clock.py",
         "tests/drivers/test_pod_faults.py", "tests/bench/test_link.py", "tests/firmware/portable/test_outbox.py",
         "tests/firmware/portable/test_loop.py", "tests/firmware", "tests/drivers"),
    ),
    **{
        f"device {room}".strip(): Group(
            _find_files(f"companion/device/{room}/*.py" if room else "companion/device/*.py"),
            (f"tests/device/test_{room or 'stage'}.py", "tests/device/test_starts.py", "tests/device/test_match.py",
             "tests/device/test_race.py", "tests/device"),
        )
        for room in ("", "views", "walks")
    },
}  # fmt: skip
SCRIPTS = "deploy/files/usr/lib/arkside"
GUARDS = {
    "gate": Group(
        ("companion/phone/gate.py", "companion/phone/guard.py", "companion/service/own_names.py",
         "companion/app/presence.py"),
        ("tests/phone/test_gate.py", "tests/phone/test_take_over.py", "tests/phone/test_who_may.py",
         "tests/phone/test_limits.py", "tests/phone/test_removed_phone.py"),
    ),
    "rights": Group(
        ("companion/phone/rights.py", "companion/app/requests.py"),
        ("tests/phone/test_answering_for_others.py", "tests/phone/test_gate.py", "tests/phone/test_who_may.py",
         "tests/phone/test_live.py"),
    ),
    "limits": Group(
        ("companion/phone/limits.py", "companion/phone/connections.py"),
        ("tests/phone/test_connections.py", "tests/phone/test_limits.py", "tests/phone/test_attacks.py"),
    ),
    "join code": Group(("companion/phone/join_code.py",), ("tests/phone/test_gate.py",)),
    "match lock": Group(("companion/core/match_lock.py",), ("tests/core/test_match_lock.py", "tests/core/test_sessions.py")),
    "untrusted readers": Group(("companion/core/untrusted.py",), ("tests/trust/test_gate.py",)),
    "copies": Group(
        ("companion/service/backups.py", "companion/core/journal_file.py"),
        ("tests/service/test_backups.py", "tests/core/test_journal.py"),
    ),
    "root's scripts": Group(
        (f"{SCRIPTS}/notes.py", f"{SCRIPTS}/signature.py"),
        ("tests/deploy/test_words_sh.py", "tests/deploy/test_requests.py", "tests/deploy/test_signature.py", "tests/deploy/test_exposure.py",
         "tests/deploy/test_updates.py", "tests/deploy/test_network.py"),
    ),
}  # fmt: skip
"""Code that keeps people out of what isn't theirs; its own tests must notice nine mistakes out of ten."""
GROUPS |= GUARDS


class Verdict(NamedTuple):
    """What became of a mutant; `noticed` is the test that failed, or how it ended."""

    mutant: Mutant
    group: str
    noticed: str


def sample(each: int, seed: int, only: str = "") -> list[tuple[Mutant, str]]:
    """Return `each` mutants of every group, the same for the same seed, and all that were written by hand.

    `only` limits it to one group, or to those whose name contains it.
    """
    chosen: list[tuple[Mutant, str]] = []
    for name in GROUPS:
        if only == name or (only not in GROUPS and only in name):
            generated = _generate(GROUPS[name])
            some = Random(f"{seed} {name}").sample(generated, min(each, len(generated)))
            chosen += [(mutant, name) for mutant in (*_list_hand_made().get(name, ()), *some)]
    return chosen


def possible(group: str) -> list[Mutant]:
    """Return every mistake that could be put into a group."""
    return [*_list_hand_made().get(group, ()), *_generate(GROUPS[group])]


@cache
def _generate(group: Group) -> tuple[Mutant, ...]:
    return tuple(mutant for file in group.files for mutant in mutants_of(file, ROOT))


@cache
def _list_hand_made() -> dict[str, list[Mutant]]:
    return read_hand_made(HAND_MADE, ROOT)


def count_by_file(verdicts: Sequence[Verdict]) -> dict[str, dict[str, int]]:
    """Return how many mistakes were made in each file and how many of them were noticed."""
    files: dict[str, dict[str, int]] = {}
    for verdict in verdicts:
        counts = files.setdefault(verdict.mutant.file, {"made": 0, "killed": 0})
        counts["made"] += 1
        counts["killed"] += bool(verdict.noticed)
    return files


class Copy:
    """The project in a folder of its own, where mistakes do no harm."""

    def __init__(self, folder: Path, limits: dict[Sequence[str], float] | None = None) -> None:
        self.folder = folder
        self._limits = {} if limits is None else limits
        """How many seconds tests may work once there is a mistake; known once they have passed without one."""

    @classmethod
    def of_the_project(cls, folder: Path) -> Self:
        """All that tests need, nothing of it compiled."""
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"), symlinks=True)
        for file in ("pyproject.toml", "README.md", "Makefile", "CONTRIBUTING.md", "constraints.txt"):
            shutil.copy(ROOT / file, folder / file)
        return cls(folder)

    def again(self, folder: Path) -> "Copy":
        """One more, with everything that is compiled in this one."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Copy(folder, self._limits)

    def passes(self, tests: Sequence[str]) -> None:
        """Make sure that tests pass without any mistake, and note how much work that is."""
        before = _work()
        assert not (failed := self.noticed(tests, compiling=True)), f"without any mistake: {failed}"
        self._limits[tests] = AT_LEAST + PATIENCE * (_work() - before)

    def judge(self, mutant: Mutant, group: str, rounds: Sequence[Sequence[str]]) -> Verdict:
        """Put the mistake in, run the tests round by round until one fails, and take it out again."""
        file = self.folder / mutant.file
        text = file.read_text(encoding="utf-8")
        file.write_text(mutant.source(text), encoding="utf-8")
        try:
            return Verdict(mutant, group, next(filter(None, map(self.noticed, rounds)), ""))
        finally:
            file.write_text(text, encoding="utf-8")

    def noticed(self, tests: Sequence[str], compiling: bool = False) -> str:
        """The first test that fails, or how else it ended; empty if all pass.

        Only what has no mistake in it is compiled for all that come after.
        """
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "" if compiling else "1"}
        words = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider",
                 "--games", "20", *tests]  # fmt: skip
        most = self._limits.get(tests)
        try:
            done = subprocess.run(
                words, cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
                preexec_fn=partial(_limit_resources, most), timeout=most and WAITING * most,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "it waits for ever"
        if done.returncode == 0:
            return ""
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0] if failed else f"pytest ended with {done.returncode}"


def _limit_resources(most: float | None) -> None:
    """No mistake may eat up the memory, or work for ever."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    if most is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(most), int(most)))


def _work() -> float:
    """Seconds that everything we started, and that has ended, has worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def judge_mutants(chosen: Sequence[tuple[Mutant, str]], workers: int, quick: bool = False) -> list[Verdict]:
    """What became of each, in their order."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(workers) as pool:
        free: SimpleQueue[Copy] = SimpleQueue()
        first = Copy.of_the_project(Path(place) / "0")
        for tests in dict.fromkeys(one for _, name in chosen for one in GROUPS[name].rounds(quick)):
            first.passes(tests)
        for copy in (first, *(first.again(Path(place) / str(number)) for number in range(1, workers))):
            free.put(copy)

        def judge(one: tuple[Mutant, str]) -> Verdict:
            copy = free.get()
            try:
                verdict = copy.judge(*one, GROUPS[one[1]].rounds(quick))
            finally:
                free.put(copy)
            line = f"killed   {one[0]} ({verdict.noticed})" if verdict.noticed else f"SURVIVED {one[0]}"
            print(line, file=sys.stderr, flush=True)
            return verdict

        return list(pool.map(judge, chosen))


def merge_figures(verdicts: Sequence[Verdict], seed: int, quick: bool = False) -> dict[str, Any]:
    """Return the figures of these groups together with those of groups judged before; quick ones are a lower bound."""
    before: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    groups = {name: group for part in before.values() for name, group in part["groups"].items()}
    for name in dict.fromkeys(one.group for one in verdicts):
        own = [one for one in verdicts if one.group == name]
        survivors = [str(one.mutant) for one in own if not one.noticed]
        groups[name] = {
            "made": len(own), "killed": len(own) - len(survivors), "possible": len(possible(name)), "survivors": survivors,
            "quick": quick, "files": count_by_file(own),
        }  # fmt: skip
    found = {part: sum_up(groups, names) for part, names in list_parts().items() if not groups.keys().isdisjoint(names)}
    return {part: {**figures, "seed": seed} for part, figures in found.items()}


def list_parts() -> dict[str, list[str]]:
    """Return the groups of each part of the trust page."""
    return {"mutants": [name for name in GROUPS if name not in GUARDS], "guards": list(GUARDS)}


def sum_up(groups: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the totals of those groups that were judged, and the groups themselves."""
    judged = {name: groups[name] for name in names if name in groups}
    totals = {count: sum(group[count] for group in judged.values()) for count in ("made", "killed", "possible")}
    return {
        **totals,
        "least": "at least " if any(group["quick"] for group in judged.values()) else "",
        "where": "all of it" if len(judged) == len(names) else ", ".join(judged),
        "groups": judged,
    }


def main() -> None:
    """Judge a sample and print the figures; what became of each is told on standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=10, help="so many mistakes in each group")
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument(
        "--only", default="", help="only groups with this in their name; those judged before keep their figures"
    )
    parser.add_argument("--part", choices=list_parts(), help="only the groups of this part of the trust page")
    parser.add_argument("--quick", action="store_true", help="only the test files that know them best: a lower bound")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="in one line")
    asked = parser.parse_args()
    chosen = sample(asked.each, asked.seed, asked.only)
    if asked.part:
        chosen = [one for one in chosen if one[1] in list_parts()[asked.part]]
    figures = merge_figures(judge_mutants(chosen, asked.workers, asked.quick), asked.seed, asked.quick)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(figures) + "\n", encoding="utf-8")
    if asked.part:
        figures = {asked.part: figures[asked.part]}
    print(json.dumps(figures, indent=None if asked.json else 1, ensure_ascii=False))


if __name__ == "__main__":
    main()
