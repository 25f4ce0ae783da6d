"""The gate of coverage: floors in all and in every package, nothing rounded up, and the files named that pull down."""

from pathlib import Path

from tests.trust.covered import PACKAGES, Share, judge_coverage, package_of

ROOT = Path(__file__).parents[2]


def test_every_file_that_is_measured_belongs_to_a_package_with_a_floor() -> None:
    files = [file for name in ("companion", "drivers", "firmware") for file in (ROOT / name).rglob("*.py")]
    found = {package_of(str(file.relative_to(ROOT))) for file in files}
    assert found == set(PACKAGES)
    assert package_of("companion/core/journal.py") == "companion.core"
    assert package_of("companion/cli.py") == "companion"


def test_nearly_enough_is_not_enough() -> None:
    assert Share(9799, 10_000).percent == 97.99
    assert Share(979_999, 1_000_000).percent == 97.99
    figures, complaints = judge_coverage({"drivers/panel.py": Share(979_999, 1_000_000)})
    assert figures == {"all": 97.99, "drivers": 97.99}
    assert len(complaints) == 1
    assert complaints[0].startswith("coverage of all is 97.99 %, at least 98.0 is wanted")


def test_one_weak_package_is_named_with_its_worst_files_first() -> None:
    figures, complaints = judge_coverage({
        "companion/core/match.py": Share(100_000, 100_000), "companion/core/words.py": Share(0, 0),
        "companion/phone/page.py": Share(80, 100), "companion/phone/live.py": Share(50, 100),
    })  # fmt: skip
    assert figures["companion.phone"] == 65.0
    assert figures["companion.core"] == 100.0
    assert complaints == [
        "coverage of companion.phone is 65.0 %, at least 90.0 is wanted; most is missing in companion/phone/live.py 50.0,"
        " companion/phone/page.py 80.0"
    ]
    assert judge_coverage({"firmware/link.py": Share(98, 100)})[1] == []
