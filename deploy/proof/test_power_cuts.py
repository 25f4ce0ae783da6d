"""The power goes at twenty moments of an update: each time the box comes back whole, with its data, and can be updated.

Every process ends at once; what the kernel had not yet written to the card is not lost here, as it would be on a real one.
"""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.proof.machine import PATIENCE, Machine, machine
from deploy.proof.packages import build_variant, version_of
from deploy.proof.test_installed import DATA, active, answers, bring, page_answers

CUTS = 20
MARKER = "/var/cache/arkside/updating"
STATE = "dpkg-query -W -f '${db:Status-Abbrev}' arkside"


@pytest.fixture(scope="module")
def box(package: Path) -> Iterator[Machine]:
    """A box on which a match was begun."""
    with machine("trixie") as there:
        there.run(f"dpkg -i {there.put(package)}")
        there.wait("the service", lambda: active(there))
        play = f"arkside play noah --players Anna,Ben --seed 7 --data {DATA}"
        there.run(f"printf '1\\n1\\n1\\nq\\n' | runuser -u arkside -- {play}")
        yield there


def begin_update(box: Machine, file: str) -> "subprocess.Popen[bytes]":
    """Start an update and do not wait for it."""
    command = f"ARKSIDE_STEADY=2 /usr/lib/arkside/update --downgrade {file}"
    return subprocess.Popen(
        ["nsenter", "--target", str(box.leader), "--all", "--", "/bin/sh", "-c", command],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def is_replacing(box: Machine) -> bool:
    """Whether dpkg is about to replace files; looked up from outside, which costs the update no time."""
    return Path(f"{box.root}{MARKER}").exists()


@pytest.fixture(scope="module")
def files(box: Machine, package: Path) -> dict[str, str]:
    """Two packages that the box is updated to in turn, by version."""
    return {version_of(one): bring(box, one) for one in (package, build_variant(package, "1.1.0"))}


@pytest.fixture(scope="module")
def seconds(box: Machine, files: dict[str, str]) -> float:
    """Let a whole update run; how long its second half takes, in which files are replaced and tried out."""
    running = begin_update(box, files["1.1.0"])
    box.wait("the second half", lambda: is_replacing(box))
    began = time.monotonic()
    assert running.wait(2 * PATIENCE) == 0
    return time.monotonic() - began


@pytest.fixture(scope="module")
def matches(box: Machine, seconds: float) -> str:
    """The matches of the box before any power cut."""
    return answers(box)


@pytest.mark.parametrize("number", range(CUTS))
def test_a_power_cut_at_any_moment_leaves_a_box_that_plays_and_can_be_updated(
    box: Machine, files: dict[str, str], seconds: float, matches: str, number: int, figure: list[str]
) -> None:
    now = box.run("dpkg-query -W -f '${Version}' arkside")
    running = begin_update(box, files[next(version for version in files if version != now)])
    after = seconds * (number - 1) / (CUTS - 1)
    if number:  # the first cut comes before anything is replaced
        box.wait("the second half", lambda: is_replacing(box))
        time.sleep(after)
    else:
        time.sleep(1)
    box.cut_power()
    running.wait()
    status = subprocess.run(
        ["dpkg-query", "--admindir", f"{box.root}/var/lib/dpkg", "-W", "-f", "${db:Status-Abbrev}", "arkside"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    figure.append(f"{max(after, 0):.1f} s of {seconds:.1f} into replacing, found as {status.stdout.strip()}")
    box.boot()
    assert box.run(STATE).strip() == "ii"
    box.wait("the page", lambda: active(box) and page_answers(box))
    assert box.run("dpkg-query -W -f '${Version}' arkside") in files
    assert answers(box) == matches
    assert box.run("find / -xdev -name '*.dpkg-new' -o -xdev -name '*.dpkg-tmp'").strip() == ""
    assert box.run(f"ls {MARKER} 2>&1", check=False).strip().endswith("No such file or directory")
    assert box.run("dpkg --verify arkside").strip() == ""
    again = next(version for version in files if version != box.run("dpkg-query -W -f '${Version}' arkside"))
    assert begin_update(box, files[again]).wait(2 * PATIENCE) == 0
    assert box.run("dpkg-query -W -f '${Version}' arkside") == again
