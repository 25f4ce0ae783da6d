"""`make trust`: measures what docs/trust.md promises, prints it as one JSON object and writes the table of that page anew.

Each part takes its own time, mutants and coverage the longest; `make trust PART=fuzz` runs one. What ran last is kept in
build/trust/, and the table is made of that, or left as it was: nobody types a figure.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "trust"
PAGE = ROOT / "docs" / "trust.md"
BEGIN, END = "<!-- figures, written by make trust -->", "<!-- end of figures -->"
PARTS: dict[str, tuple[str, ...]] = {
    "power_cuts": ("-m", "tests.trust.power_cuts", "--json", "--all"),
    "kills": ("-m", "tests.trust.kills", "--json", "--all"),
    "old_journal": ("-m", "tests.trust.old_journal", "--json"),
    "cli_calls": ("-m", "tests.trust.cli_calls", "--json", "--all"),
    "fuzz": ("-m", "tests.trust.fuzz", "--json"),
    "soak": ("-m", "tests.trust.soak", "--json"),
    "mutants": ("-m", "tests.trust.mutants", "--json", "--part", "mutants"),
    "guards": ("-m", "tests.trust.mutants", "--json", "--part", "guards"),
    "coverage": ("-m", "tests.trust.covered", "--json"),
    "audit": ("-m", "tests.trust.audit", "--json"),
}
"""What is run for each part; coverage is judged from what the last `make test` measured."""
SHOWN: dict[str, tuple[str, str, str]] = {
    "power_cuts": ("the card fails, tears or forgets the n-th write, for every n of a match of each game", "make trust PART=power_cuts",
                   "{tried} tried, {unreadable} unreadable, {lost} shown answers lost"),
    "kills": ("`kill -9` of the running service under play", "make trust PART=kills",
              "{made} made under {phones} phones, {unreadable} unreadable, {lost} shown answers lost, {changed} changed seats, names or roles"),
    "old_journal": ("years of use", "make trust PART=old_journal",
                    "{matches} matches, in seconds of processor time: start {start_s}, menu {menu_s}, `history` {history_s},"
                    " statistics {statistics_s}, diagnostics {diagnostics_s}; longest pause of the loop meanwhile {longest_pause_ms} ms"),
    "cli_calls": ("calls of the command line that nobody should make", "make trust PART=cli_calls", "{cli_calls} made, {tracebacks} stack traces"),
    "fuzz": ("hostile inputs at engine, phone, frames, cookies, names, import, copies, boxes, settings, wiring and pod", "make fuzz",
             "{inputs} thrown, {tracebacks} stack traces, {changed} refusals that changed something"),
    "soak": ("play in virtual time, with faults that come and go", "make soak",
             "{hours} hours, {matches} matches, {rss_growth_mib} MiB more memory, {idle_writes} writes while idle"),
    "mutants": ("small mistakes put into rules, scoring, session, journal, referee, link and device", "make mutants",
                "{made} made of {possible} possible in {where}: {least}{killed} noticed by the tests of their own folder"),
    "guards": ("small mistakes put into gate, rights, limits, join code, match lock, readers of untrusted data, copies and root's scripts",
               "make mutants", "{made} made of {possible} possible in {where}: {least}{killed} noticed by their own tests"),
    "coverage": ("lines and branches that the tests go through", "make test", "{all} %"),
    "audit": ("known vulnerabilities of the libraries in the package", "make audit",
              "{checked} of {libraries} libraries could be checked, {holes} vulnerabilities known"),
}  # fmt: skip


def run(part: str) -> int:
    """Run a part and keep what it found; 0 if it found nothing wrong."""
    done = subprocess.run([sys.executable, *PARTS[part]], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    try:
        report = json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        print(f"{part}: no figures came back", file=sys.stderr)
        return 1
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / f"{part}.json").write_text(json.dumps(report) + "\n", encoding="utf-8")
    return done.returncode


def collect_figures() -> dict[str, Any]:
    """The figures of all parts that ran, in the order of the table."""
    figures: dict[str, Any] = {}
    for part in PARTS:
        file = KEPT / f"{part}.json"
        if file.exists():
            report = json.loads(file.read_text(encoding="utf-8"))
            figures |= report if part in report else {part: report}
    return figures


def row(part: str, figures: dict[str, Any], before: str) -> str:
    """One line of the table; a part that has not run here keeps the line that the page had before."""
    promise, command, words = SHOWN[part]
    found = figures.get(part)
    if found is None:
        old = next((line for line in before.splitlines() if line.startswith(f"| {promise} |")), None)
        return old or f"| {promise} | not measured yet | `{command}` |"
    result = words.format_map({**figures, **found} if isinstance(found, dict) else figures)
    return f"| {promise} | {result} | `{command}` |"


def write(figures: dict[str, Any]) -> None:
    """Put the table between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    lines = [
        "",
        "| what is tried | what came of it | command |",
        "|---|---|---|",
        *(row(part, figures, old) for part in SHOWN),
        "",
    ]
    PAGE.write_text(before + BEGIN + "\n".join(lines) + END + after, encoding="utf-8")


def main() -> int:
    """Run the parts wanted, print all figures there are, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="only these; all if none is named")
    parser.add_argument("--kept", action="store_true", help="run nothing, only write the table of what ran before")
    asked = parser.parse_args()
    wrong = sum([run(part) for part in asked.parts or PARTS] if not asked.kept else [])
    figures = collect_figures()
    write(figures)
    print(json.dumps(figures))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
