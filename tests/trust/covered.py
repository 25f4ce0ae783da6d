"""The gate of coverage: what share of all branches and lines the tests went through, in all and in every package.

`make test` measures, this judges: it fails below the floors and names the files that pull a package down.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import coverage

FLOOR = 98.0
"""Per cent, of everything."""
PACKAGE_FLOOR = 90.0
PACKAGES = (
    "companion.commands", "companion.core", "companion.device", "companion.games", "companion.lab", "companion.phone",
    "companion.service", "companion.terminal", "companion", "drivers", "firmware",
)  # fmt: skip
WORST = 8
REPORT = "build/coverage/report.json"


class Share(NamedTuple):
    """What was gone through, of how much."""

    seen: int
    all: int

    def __add__(self, other: object) -> "Share":
        return Share(self.seen + other.seen, self.all + other.all) if isinstance(other, Share) else NotImplemented

    @property
    def percent(self) -> float:
        """Per cent, cut off and not rounded: 97.99 is not 98."""
        return int(10_000 * self.seen / self.all) / 100 if self.all else 100.0


def files() -> dict[str, Share]:
    """Every file with its lines and branches, as measured."""
    measured = coverage.Coverage()
    measured.load()
    measured.json_report(outfile=REPORT)
    report = json.loads(Path(REPORT).read_text(encoding="utf-8"))
    return {name: _share(one["summary"]) for name, one in report["files"].items()}


def _share(summary: dict[str, int]) -> Share:
    return Share(
        summary["covered_lines"] + summary["covered_branches"], summary["num_statements"] + summary["num_branches"]
    )


def package_of(file: str) -> str:
    """The package a file belongs to, for its floor."""
    dotted = file.removesuffix(".py").replace("/", ".")
    return next(package for package in PACKAGES if f"{dotted}.".startswith(f"{package}."))


def judge_coverage(found: dict[str, Share]) -> tuple[dict[str, float], list[str]]:
    """The figures, and every floor that is not reached."""
    shares: dict[str, Share] = defaultdict(lambda: Share(0, 0))
    for file, share in found.items():
        shares["all"] += share
        shares[package_of(file)] += share
    complaints = []
    for name, share in sorted(shares.items()):
        floor = FLOOR if name == "all" else PACKAGE_FLOOR
        if share.percent < floor:
            inside = {file: one for file, one in found.items() if name in ("all", package_of(file))}
            worst = sorted(inside, key=lambda file: inside[file].seen - inside[file].all)[:WORST]
            holes = ", ".join(f"{file} {inside[file].percent}" for file in worst)
            complaints.append(
                f"coverage of {name} is {share.percent} %, at least {floor} is wanted; most is missing in {holes}"
            )
    return {name: share.percent for name, share in sorted(shares.items())}, complaints


def main() -> int:
    """Print the figures; fail below a floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.parse_args()
    figures, complaints = judge_coverage(files())
    print(json.dumps({"coverage": figures}))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        print("(of the tests in tests/followed.txt; `make coverage` looks at all, and chooses anew)", file=sys.stderr)
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main())
