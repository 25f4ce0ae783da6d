"""Ark on the device: the incline on fifteen lights, the ship and the majorities on the screen."""

from random import Random

import pytest
from PIL import Image

from companion.core.bots import make_random_bot
from companion.core.face import DARK, LIGHTS, Light
from companion.core.facts import FactChange, list_changes
from companion.core.match import Match
from companion.device.pencil import Pencil
from companion.games.ark import GAME
from companion.games.ark.face import WARNING, tipping
from companion.games.ark.pieces import KINDS
from companion.games.ark.table import PORT, STARBOARD
from tests.games.ark.stage import Stage
from tests.laws import NAMES

FACE = GAME.face()


def lit(lights: list[Light]) -> list[int]:
    return [place for place, light in enumerate(lights) if light != DARK]


def drawn(stage: Stage, page: int = 0) -> Image.Image:
    pencil, face = Pencil(), GAME.face()
    face.page = page
    face.picture(pencil, stage.table, stage.question)
    return pencil.image


@pytest.mark.parametrize("lean", [-2, -1, 0, 1, 2])
def test_three_lights_show_how_the_ark_leans_port_on_the_left(lean: int) -> None:
    lights = list(FACE.lights(Stage(lean=lean).table, None))
    assert len(lights) == LIGHTS
    assert lit(lights) == [3 * (lean + 2), 3 * (lean + 2) + 1, 3 * (lean + 2) + 2]


def test_the_farther_it_leans_the_more_it_alarms() -> None:
    colours = {lean: FACE.lights(Stage(lean=lean).table, None)[3 * (lean + 2)] for lean in (-2, -1, 0, 1, 2)}
    assert colours[-2] == colours[2]
    assert colours[-1] == colours[1]
    assert len({colours[0], colours[1], colours[2]}) == 3


@pytest.mark.parametrize(("lean", "side", "zone"), [(-1, PORT, 0), (1, STARBOARD, 12)])
def test_the_end_where_the_card_would_tip_it_blinks(lean: int, side: int, zone: int) -> None:
    stage = Stage(hands=("cow", "", ""), lean=lean).turn()
    assert tipping(stage.table, stage.question) == []
    stage.answer("cow")
    assert tipping(stage.table, stage.question) == [side]
    assert list(FACE.lights(stage.table, stage.question))[zone : zone + 3] == [WARNING] * 3


def test_nothing_blinks_for_a_card_that_is_light_enough() -> None:
    stage = Stage(hands=("goat", "", "")).turn().answer("goat")
    assert all(light.blink == "steady" for light in FACE.lights(stage.table, stage.question))


def test_both_sides_of_the_ark_are_on_the_screen() -> None:
    few, port = drawn(Stage(lean=0)), drawn(Stage(port=["cow"] * 4, lean=0))
    starboard = drawn(Stage(starboard=["cow"] * 4, lean=0))
    left, right = (0, 9, 60, 64), (68, 9, 128, 64)
    assert port.crop(left).tobytes() != few.crop(left).tobytes()
    assert starboard.crop(right).tobytes() != few.crop(right).tobytes()


@pytest.mark.parametrize("other", ["goat", "camel", "reindeer", "dog"])
def test_weight_climate_and_hunters_of_a_cabin_look_different(other: str) -> None:
    cow = drawn(Stage(port=["cow", "bison"], lean=0))
    assert drawn(Stage(port=[other, "bison"], lean=0)).tobytes() != cow.tobytes()


def test_cabins_that_can_be_chosen_stand_out() -> None:
    stage = Stage(hands=("goat", "", "")).turn()
    before = drawn(stage).tobytes()
    assert drawn(stage.answer("goat")).tobytes() != before


def test_majorities_are_on_a_page_of_their_own() -> None:
    plain = drawn(Stage(), page=1)
    for kind in range(len(KINDS)):
        stage = Stage()
        stage.table.add_figure(2, kind)
        assert drawn(stage, page=1).tobytes() != plain.tobytes()
    assert drawn(Stage(discs=[9, 4, 4]), page=1).tobytes() != plain.tobytes()


@pytest.mark.parametrize("players", [3, 5])
def test_each_rain_card_is_a_drop_on_the_screen(players: int) -> None:
    stage = Stage(hands=("",) * players)
    pictures = set()
    for rain in range(6):
        stage.table.rain = rain
        pictures.add(drawn(stage).tobytes())
    assert len(pictures) == 6, "every rain card is seen"


def test_everything_of_a_long_game_fits_on_the_screen() -> None:
    for players in (3, 5):
        match, bot = Match(GAME, GAME.set_up(NAMES[:players], seed=8)), make_random_bot(Random(8))
        while match.question is not None:
            pencil = Pencil()
            FACE.picture(pencil, match.table, match.question)
            box = pencil.image.getbbox()
            assert box is not None
            assert box[2] <= 127
            assert box[3] <= 63
            match.answer(bot(match.question, match.table))


def test_a_placement_rain_and_a_drive_out_have_their_tunes() -> None:
    stage = Stage(hands=("goat", "", ""))
    before = stage.table.facts()
    stage.turn().answer("goat", "port-1")
    assert FACE.tune(list_changes(before, stage.table.facts())) == "load"
    assert FACE.tune([FactChange("rain", "1", "2"), FactChange("port-1", None, "dog 1")]) == "rain"
    assert FACE.tune([FactChange("gone", None, "cow"), FactChange("port-1", "cow 2", "skunk 1")]) == "bad"
    assert FACE.tune([FactChange("hand-0", "1", "2")]) == ""
