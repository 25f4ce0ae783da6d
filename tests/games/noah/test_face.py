"""Noah on the device: how full the ferries are on fifteen lights, Noah in front of one, a tune for what happened."""

import pytest
from PIL import Image

from companion.core.face import DARK, LIGHTS, ZONE, Light
from companion.core.facts import FactChange
from companion.device.pencil import Pencil
from companion.games.noah import GAME
from companion.games.noah.face import BAR_BOTTOM, BAR_TOP, DRILLED, LADEN
from tests.games.noah.stage import Stage

FACE = GAME.face()
HANDS = ["cat-m bear-f panda-m", "lion-m lion-f"]


def zones(stage: Stage) -> list[list[Light]]:
    lights = list(FACE.lights(stage.table, stage.question))
    assert len(lights) == LIGHTS
    return [lights[at : at + ZONE] for at in range(0, LIGHTS, ZONE)]


def ink(stage: Stage, left: int, right: int) -> int:
    """How many pixels are lit between two columns."""
    pencil = Pencil()
    FACE.picture(pencil, stage.table, stage.question)
    return sum(bool(dot) for dot in pencil.image.crop((left, 0, right, 64)).tobytes())


def test_the_ferry_with_noah_is_white_and_glimmers_even_when_empty() -> None:
    lights = zones(Stage(HANDS, {2: "elephant-m"}, noah=1))
    assert all(light != DARK and light.red == light.green == light.blue for light in lights[0])
    assert lights[2] == [DARK] * ZONE


def test_the_fuller_a_ferry_the_more_of_its_lights_shine() -> None:
    light, heavy = zones(Stage(HANDS, {2: "cat-m"})), zones(Stage(HANDS, {2: "elephant-m lion-m"}))
    assert sum(colour != DARK for colour in light[1]) < sum(colour != DARK for colour in heavy[1])
    assert heavy[1][0] == LADEN


def test_a_ferry_with_a_hole_warns() -> None:
    assert zones(Stage(HANDS, {2: "woodpecker-m bear-m"}))[1][0] == DRILLED


def test_noah_and_the_ferries_he_can_reach_are_drawn() -> None:
    nobody = Stage(HANDS, {1: "elephant-m"}, noah=2)
    assert ink(Stage(HANDS, {1: "elephant-m"}, noah=1), 0, 25) > ink(nobody, 0, 25)
    moving = Stage(HANDS, {}, noah=1).answer("cat-m")
    assert moving.question is not None
    assert moving.question.ask == "move_noah"
    reached = {ferry.index for ferry in moving.question.choices}
    here = moving.table.noah.index
    for index in set(range(5)) - {here}:
        asked, quiet = ink(moving, 25 * index, 25 * index + 25), Pencil()
        FACE.picture(quiet, moving.table, None)
        plain = sum(bool(dot) for dot in quiet.image.crop((25 * index, 0, 25 * index + 25, 64)).tobytes())
        assert (asked > plain) == (index in reached)


def draw_ferry(stage: Stage, number: int) -> Image.Image:
    """The column of a ferry, from its number to its hull."""
    pencil = Pencil()
    FACE.picture(pencil, stage.table, stage.question)
    return pencil.image.crop((25 * number - 24, 0, 25 * number + 1, 64))


def test_the_bar_of_a_ferry_with_a_hole_is_shorter_and_its_limit_stands_above() -> None:
    whole, drilled = (draw_ferry(Stage(HANDS, {2: f"{animal}-m"}), 2) for animal in ("parrot", "woodpecker"))
    side = 1  # column of the bar's left side
    heights = [
        sum(bool(ferry.getpixel((side, y))) for y in range(BAR_TOP, BAR_BOTTOM + 1)) for ferry in (whole, drilled)
    ]
    assert heights[0] == BAR_BOTTOM - BAR_TOP + 1
    limit = Pencil()
    limit.write(0, 0, "13", "small")
    above = limit.image.crop(limit.image.getbbox())
    assert heights[1] < heights[0] - above.height
    assert drilled.crop((1, BAR_TOP + 1, 1 + above.width, BAR_TOP + 1 + above.height)).tobytes() == above.tobytes()


@pytest.mark.parametrize(
    ("changes", "tune"),
    [
        ([FactChange("round", "1", "2"), FactChange("departures", "1", "0")], "round"),
        ([FactChange("departures", "0", "1"), FactChange("ferry-1", "", "cat-m")], "depart"),
        ([FactChange("departures", "3", "0")], ""),
        ([FactChange("ferry-2", "", "cat-m 2/21")], "load"),
        ([FactChange("hand-0", "3", "2")], ""),
    ],
)
def test_events_have_their_tunes(changes: list[FactChange], tune: str) -> None:
    assert FACE.tune(changes) == tune


def test_the_last_lines_are_the_tears_of_the_last_round() -> None:
    table = Stage(HANDS).table
    table.ledger.add(0, 3, "round-2")
    table.ledger.add(1, 2, "round-3")
    assert [entry.points for entry in FACE.list_final_entries(table)] == [2]
