"""`make audit`: known vulnerabilities of every library in the package, where the network allows to ask, and what each is for."""

import json
import subprocess
import sys
from pathlib import Path

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


def known(told: str) -> list[str] | None:
    """Each known vulnerability in a line; None if nobody could be asked."""
    try:
        found = json.loads(told)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    return [
        f"{one['name']} {one['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for one in found
        for hole in one.get("vulns", ())
    ]


def main() -> int:
    """Ask, and print; 1 if there is something to mend."""
    print("\n".join(purposes()))
    try:
        asked = subprocess.run([sys.executable, *WORDS], capture_output=True, text=True, timeout=300, check=False)
        holes = known(asked.stdout)
    except subprocess.TimeoutExpired:
        holes = None
    if holes is None:
        print("\nKnown vulnerabilities: nobody could be asked from here; run `make audit` where there is a network")
        return 0
    print(f"\nKnown vulnerabilities of what we ship: {len(holes) or 'none'}", *holes, sep="\n")
    return int(bool(holes))


if __name__ == "__main__":
    sys.exit(main())
