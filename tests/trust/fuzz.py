"""Fuzzing: hostile input at every border, from a seed. Nothing may end in a stack trace, nothing refused may change anything.

`make fuzz` throws a million inputs (about a quarter of an hour on one core); `--inputs` and `--seed` say how many and which,
`--only phone` at which border.
"""

import argparse
import json
import logging
import resource
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.trust.targets import TARGETS

BATCH = 2000
"""Inputs thrown at one border before it is built anew."""
SHOWN = 12


class Figures(NamedTuple):
    """What came of it; `stories` tells the first of whatever went wrong."""

    thrown: Counter[str]
    taken: Counter[str]
    tracebacks: int
    changed: int
    growth_mib: float
    stories: list[str]


def fuzz(inputs: int, seed: int, only: str = "") -> Figures:
    """Throw so many inputs, each border's share of them."""
    thrown, taken, stories = Counter[str](), Counter[str](), list[str]()
    tracebacks = changed = 0
    shares = {name: share for name, (_, share) in TARGETS.items() if only in name}
    settled: int | None = None
    for name, share in shares.items():
        wanted = max(1, inputs * share // sum(shares.values()))
        for batch in range(0, wanted, BATCH):
            bad, moved = throw_at(name, min(BATCH, wanted - batch), f"{seed} {name} {batch}", taken, stories)
            tracebacks, changed = tracebacks + bad, changed + moved
            settled = settled or (memory() if batch else None)
        thrown[name] += wanted
    return Figures(thrown, taken, tracebacks, changed, (memory() - (settled or memory())) / 1024, stories)


def throw_at(name: str, inputs: int, seed: str, taken: Counter[str], stories: list[str]) -> tuple[int, int]:
    """Throw at one border; how often something else than a refusal flew out, and how often a refusal changed something."""
    bad = changed = 0
    with tempfile.TemporaryDirectory() as folder:
        target = TARGETS[name][0](Path(folder) / "data", Random(seed))
        for number in range(inputs):
            target.prepare()
            before = target.state()
            try:
                accepted = target.throw()
            except Exception:
                bad += 1
                stories.append(f"{name}, seed {seed!r}, input {number}:\n{traceback.format_exc(limit=-6)}")
                continue
            taken[name] += accepted
            if not accepted and target.state() != before:
                changed += 1
                stories.append(f"{name}, seed {seed!r}, input {number}: refused, and yet changed something")
        target.close()
    return bad, changed


def memory() -> int:
    """The most that was held so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> int:
    """Throw, print the figures, and fail if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    logging.disable()
    found = fuzz(asked.inputs, asked.seed, asked.only)
    for story in found.stories[:SHOWN]:
        print(story, file=sys.stderr)
    figures = {
        "inputs": found.thrown.total(), "tracebacks": found.tracebacks, "changed": found.changed,
        "growth_mib": round(found.growth_mib, 1), "at": dict(found.thrown), "taken": dict(found.taken),
    }  # fmt: skip
    print(json.dumps({"fuzz": figures}))
    return int(bool(found.tracebacks or found.changed))


if __name__ == "__main__":
    sys.exit(main())
