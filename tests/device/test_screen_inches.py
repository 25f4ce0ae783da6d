"""Screens of other sizes: the maker says its size, the views choose their letters by it."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView, Row
from drivers.wiring import SCREEN_INCHES, Wiring

SIZES = [("0.96", "ssd1306"), ("1.3", "sh1106"), ("1.54", "ssd1309"), ("2.42", "ssd1309")]


def wired(inches: str, chip: str) -> Wiring:
    wiring = Wiring.load()
    screens = {name: replace(screen, inches=inches, chip=chip) for name, screen in wiring.screens.items()}
    return replace(wiring, screens=screens)


@pytest.mark.parametrize(("inches", "chip"), SIZES)
def test_every_size_of_screen_shows_the_menu(tmp_path: Path, inches: str, chip: str) -> None:
    assert inches in SCREEN_INCHES
    with Rehearsal(tmp_path, wiring=wired(inches, chip)) as device:
        assert device.panel.question_screen.fault is None
        drawn = Pencil(inches)
        device.view.draw(drawn)
        assert device.image("question").tobytes() == drawn.image.tobytes()


@pytest.mark.parametrize(("inches", "font"), [("0.96", "text"), ("1.3", "text"), ("1.54", "text"), ("2.42", "small")])
def test_long_rows_wrap_unless_small_letters_can_be_read_at_arms_length(inches: str, font: str) -> None:
    view = PickView("Which?", [Row("between a1 and a2, pitch", 1), Row("short", 2)])
    lines = view.lines(Pencil(inches))
    assert {line.words.font.name for line in lines} == {font}
    assert len(lines[0].words.lines) == (1 if font == "small" else 2)


@pytest.mark.parametrize("inches", SCREEN_INCHES)
def test_one_weight_in_a_list(inches: str) -> None:
    rows = [Row("a", 0), Row("Wilhelmine-Wanda the Great of Wolfenstein", 1), Row("b", 2, "99")]
    assert len({line.words.font.name for line in PickView("Who?", rows).lines(Pencil(inches))}) == 1
