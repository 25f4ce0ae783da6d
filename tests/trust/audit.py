"""`make audit`: known vulnerabilities of every library in the package, where the network allows to ask, and what each is for."""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "deploy" / "requirements.txt"
WORDS = ("-m", "pip_audit", "--requirement", str(SHIPPED), "--disable-pip", "--require-hashes", "--format", "json",
         "--progress-spinner", "off", "--timeout", "10")  # fmt: skip


def purposes() -> list[str]:
    """What every library is for, as docs/trust.md tells it."""
    table = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8").partition("## What we build upon")[2]
    return [
        line.strip("| ") for line in table.splitlines() if line.startswith("| ") and not line.startswith("| library")
    ]


class Findings(NamedTuple):
    """Answer of pip-audit."""

    holes: list[str]
    """Known vulnerabilities, a line each."""
    skipped: list[str]
    """Libraries that could not be checked, with the reason."""
    checked: int


def read_findings(output: str) -> Findings:
    """Return what pip-audit found. It skips libraries that it can't look up, all of them when it is offline."""
    try:
        libraries = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Findings([], [], 0)
    skipped = [f"{library['name']}: {library['skip_reason']}" for library in libraries if "skip_reason" in library]
    holes = [
        f"{library['name']} {library['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for library in libraries
        for hole in library.get("vulns", ())
    ]
    return Findings(holes, skipped, len(libraries) - len(skipped))


def describe_findings(found: Findings) -> list[str]:
    """Return the findings as lines to print. Silence about a library never means that it is safe."""
    if not found.checked:
        return ["Known vulnerabilities: nothing could be checked; run `make audit` where there is a network"]
    heading = f"Known vulnerabilities of the {found.checked} libraries that were checked: {len(found.holes) or 'none'}"
    lines = [heading, *found.holes]
    if found.skipped:
        lines += [f"{len(found.skipped)} could not be checked:", *found.skipped]
    return lines


def count_findings(found: Findings) -> dict[str, dict[str, int]]:
    """Return the figures for the trust page."""
    libraries = len(re.findall(r"^[\w.-]+==", SHIPPED.read_text(encoding="utf-8"), re.MULTILINE))
    return {"audit": {"libraries": libraries, "checked": found.checked, "holes": len(found.holes)}}


def find_vulnerabilities() -> Findings:
    """Return what pip-audit finds; nothing if it doesn't answer."""
    try:
        finished = subprocess.run([sys.executable, *WORDS], capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return Findings([], [], 0)
    return read_findings(finished.stdout)


def main(words: Sequence[str] | None = None) -> int:
    """Ask, and print; 1 if there is something to mend, 2 if not everything could be checked.

    The figures for the trust page say themselves how much could be checked.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="only the figures, in one line")
    asked = parser.parse_args(words)
    found = find_vulnerabilities()
    if asked.json:
        print(json.dumps(count_findings(found)))
        return int(bool(found.holes))
    print("\n".join(purposes()), end="\n\n")
    print("\n".join(describe_findings(found)))
    return 1 if found.holes else 2 if found.skipped or not found.checked else 0


if __name__ == "__main__":
    sys.exit(main())
