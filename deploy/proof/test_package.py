"""The package as a file: the same bytes twice, and nothing that Debian's own critic calls an error."""

import subprocess
from pathlib import Path

from deploy.proof.packages import bytes_of_two_builds


def test_two_builds_are_the_same_byte_for_byte(figure: list[str]) -> None:
    first, second = bytes_of_two_builds()
    figure.append(f"{len(first) / 1e6:.1f} MB")
    assert first == second


def test_lintian_finds_no_error(package: Path) -> None:
    done = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error", str(package)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
