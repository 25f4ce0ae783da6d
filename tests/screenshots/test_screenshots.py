"""Taking screenshots: what is wrong on a view is found, and all of them are on sheets."""

from pathlib import Path

import pytest
from PIL import Image

from tests.phone.browser import IN_CHROMIUM, browsers
from tests.screenshots.__main__ import main
from tests.screenshots.camera import FIND_DEFECTS, PHONE, TV, Shot
from tests.screenshots.sheets import group_shots, write_index, write_sheets

DRAW = """(() => {
  document.body.innerHTML = '<main><p>long enough to be cut off</p><button>ok</button></main>';
  Object.assign(document.querySelector('p').style, %s);
})()"""


def make_shots(folder: Path, count: int) -> list[Shot]:
    shots = []
    for number in range(count):
        for screen in (PHONE, TV):
            file = folder / f"{number}-{screen.name}.png"
            Image.new("RGB", (screen.width // 4, screen.height // 4)).save(file)
            shots.append(Shot(file, f"view {number}", screen, "light", "en"))
    return shots


def test_sheets_hold_one_size_each_and_the_index_lists_them(tmp_path: Path) -> None:
    shots = make_shots(tmp_path, 20)
    sheets = write_sheets(shots, tmp_path)
    assert [file.stem for file in sheets] == [
        "sheet-phone-light-en-1", "sheet-phone-light-en-2",
        "sheet-tv-light-en-1", "sheet-tv-light-en-2", "sheet-tv-light-en-3", "sheet-tv-light-en-4",
    ]  # fmt: skip
    text = write_index(sheets, {"0-tv.png": ["tiny: <b>"]}, tmp_path).read_text(encoding="utf-8")
    assert all(file.name in text for file in sheets)
    assert "tiny: &lt;b&gt;" in text


def test_views_stay_in_the_order_in_which_they_were_taken(tmp_path: Path) -> None:
    (phone, *_) = group_shots(make_shots(tmp_path, 12)).values()
    assert [shot.view for shot in phone] == [f"view {number}" for number in range(12)]


class TestInChromium:
    pytestmark = IN_CHROMIUM

    def test_text_that_nobody_can_read_is_found(self, tmp_path: Path) -> None:
        with browsers(tmp_path) as (page, _):
            page.look(700, 740, "light")
            page.value(DRAW % "{ width: '3em', overflow: 'hidden', whiteSpace: 'nowrap' }")
            found = page.value(FIND_DEFECTS)
            assert [one.partition(":")[0] for one in found] == ["cut off", "hard to hit"]
            page.value(DRAW % "{ fontSize: '7px', width: '900px' }")
            found = page.value(FIND_DEFECTS)
            assert [one.partition(":")[0] for one in found] == ["wider than the screen", "tiny", "hard to hit"]

    def test_a_part_is_taken_and_nothing_is_wrong_with_it(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "shots"
        wanted = ["--languages", "fr", "--screens", "phone", "--schemes", "light", "--folder", str(folder)]
        assert main(["join", *wanted]) == 0
        taken = sorted(file.stem for file in folder.glob("[!s]*.png"))
        assert taken == [f"{view}-phone-light-fr" for view in ("join", "join-wrong-link", "lobby-first", "lobby-guest")]
        assert "4 screenshots, 0 with defects" in capsys.readouterr().out
