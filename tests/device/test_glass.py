"""Other glass: the maker says its size, the views choose their letters by it."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView, Row
from drivers.wiring import GLASSES, Wiring

SIZES = [("0.96", "ssd1306"), ("1.3", "sh1106"), ("1.54", "ssd1309"), ("2.42", "ssd1309")]


def wired(glass: str, chip: str) -> Wiring:
    wiring = Wiring.load()
    screens = {name: replace(screen, glass=glass, chip=chip) for name, screen in wiring.screens.items()}
    return replace(wiring, screens=screens)


@pytest.mark.parametrize(("glass", "chip"), SIZES)
def test_every_size_of_glass_shows_the_menu(tmp_path: Path, glass: str, chip: str) -> None:
    assert glass in GLASSES
    with Rehearsal(tmp_path, wiring=wired(glass, chip)) as device:
        assert device.panel.question_screen.fault is None
        drawn = Pencil(glass)
        device.view.draw(drawn)
        assert device.glass("question").tobytes() == drawn.image.tobytes()


@pytest.mark.parametrize(("glass", "font"), [("0.96", "text"), ("1.3", "small"), ("2.42", "small")])
def test_long_rows_wrap_on_small_glass_and_stay_on_one_line_on_large(glass: str, font: str) -> None:
    view = PickView("Which?", [Row("between a1 and a2, pitch", 1), Row("short", 2)])
    lines = view.lines(Pencil(glass))
    assert {line.words.font.name for line in lines} == {font}
    assert len(lines[0].words.lines) == (1 if font == "small" else 2)


@pytest.mark.parametrize("glass", GLASSES)
def test_one_weight_in_a_list(glass: str) -> None:
    rows = [Row("a", 0), Row("Wilhelmine-Wanda the Great of Wolfenstein", 1), Row("b", 2, "99")]
    assert len({line.words.font.name for line in PickView("Who?", rows).lines(Pencil(glass))}) == 1
