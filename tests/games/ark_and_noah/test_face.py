"""What the device shows of Ark & Noah."""

from random import Random

import pytest
from PIL import Image, ImageChops

from companion.core.bots import make_random_bot
from companion.core.face import BLINKS, DARK, LIGHTS
from companion.core.facts import FactChange
from companion.core.match import Match
from companion.core.question import Question
from companion.device.pencil import Pencil
from companion.games.ark_and_noah import GAME, rules
from companion.games.ark_and_noah.face import BONUS, RAIN
from tests.games.ark_and_noah.stage import NAMES, NOAH, SEM, action, table_for

FACE = GAME.face()


def drawn(table: rules.ArkAndNoahTable, question: Question | None = None) -> Image.Image:
    pencil = Pencil()
    FACE.picture(pencil, table, question)
    return pencil.image


def test_each_action_has_a_light_for_its_bonus_tile_and_one_for_its_worker() -> None:
    table = table_for(4)
    table.bonus = [0, 1, 2, 3, 4, 0, 0]
    table.current = [NOAH, -1, -1, -1, -1, -1, SEM]
    lights = FACE.lights(table, None)
    assert len(lights) == LIGHTS
    assert [light[:3] for light in lights[2:10:2]] == [light[:3] for light in BONUS[1:]]
    assert len({lights[place].blink for place in (4, 6, 8)}) == 3, "not by colour alone"
    assert lights[0] == lights[10] == lights[12] == DARK
    assert lights[1][:3] == (255, 0, 0)
    assert lights[13][:3] == (0, 60, 255)
    assert lights[3] == lights[5] == DARK


def test_the_action_being_carried_out_blinks() -> None:
    table = table_for(4)
    table.action, table.chooser = action(table, "wood"), SEM
    lights = FACE.lights(table, None)
    assert lights[9].blink == "slow"


def test_the_last_light_fills_with_rain() -> None:
    table = table_for(2)
    assert FACE.lights(table, None)[-1] == DARK
    table.round = 5
    assert FACE.lights(table, None)[-1].blue == RAIN.blue // 2
    table.round = 10
    assert FACE.lights(table, None)[-1] == RAIN
    table.round = 12
    assert FACE.lights(table, None)[-1].blink == "fast"


@pytest.mark.parametrize(("mode", "players"), [("normal", 2), ("normal", 4), ("quick", 3)])
def test_lights_and_picture_can_be_shown_at_every_question(mode: str, players: int) -> None:
    match = Match(GAME, GAME.set_up(NAMES[:players], {"mode": mode}, 6))
    bot = make_random_bot(Random(6))
    while match.question is not None:
        lights = FACE.lights(match.table, match.question)
        assert len(lights) == LIGHTS
        assert all(light.blink in BLINKS and min(light[:3]) >= 0 and max(light[:3]) <= 255 for light in lights)
        if len(match.answers) % 20 == 0:
            assert drawn(match.table, match.question).getbbox() is not None
        match.answer(bot(match.question, match.table))


def test_the_picture_shows_the_round_the_workers_and_the_bonus_tiles() -> None:
    table = table_for(3)
    before = drawn(table)
    table.round = 3
    rounds = drawn(table)
    assert rounds.crop((0, 0, 128, 12)).tobytes() != before.crop((0, 0, 128, 12)).tobytes()
    table.bonus[2] = 4
    bonus = drawn(table)
    column = (36, 13, 54, 48)
    assert bonus.crop(column).tobytes() != rounds.crop(column).tobytes()
    table.current[2] = SEM
    worker = drawn(table)
    assert worker.crop(column).tobytes() != bonus.crop(column).tobytes()
    table.ledger.add(SEM, 40, "test")
    scores = (0, 49, 128, 64)
    assert drawn(table).crop(scores).tobytes() != worker.crop(scores).tobytes()


def test_each_seat_has_a_shape_of_its_own() -> None:
    table = table_for(4)
    column = (0, 13, 18, 30)
    shapes = set()
    for seat in range(4):
        table.completed[0] = seat
        shapes.add(drawn(table).crop(column).tobytes())
    assert len(shapes) == 4


@pytest.mark.parametrize("score", [-12, 0, 7, 128, 240])
def test_every_score_fits_into_its_column(score: int) -> None:
    table = table_for(4)
    table.ledger.add(NOAH, score, "test")
    beside = table_for(4)
    right = (31, 49, 128, 64)
    assert drawn(table).crop(right).tobytes() == drawn(beside).crop(right).tobytes()


def test_the_score_of_the_asked_seat_is_in_letters_of_the_screen_whose_8_is_no_colon() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, 1))
    match.table.ledger.add(NOAH, 8, "test")
    digit = (13, 52, 20, 60)
    inverted = drawn(match.table, Question(NOAH, "choose", ("pitch", "wood"))).crop(digit).convert("L")
    letters = Pencil()
    letters.write(13, 51, "8", "strong")
    assert ImageChops.invert(inverted).tobytes() == letters.image.crop(digit).convert("L").tobytes()


def test_the_asked_seat_is_framed() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {}, 1))
    assert drawn(match.table, match.question).tobytes() != drawn(match.table).tobytes()


def test_rain_is_heard_at_each_round_and_a_call_when_pairs_embark() -> None:
    assert FACE.tune([FactChange("score-0", "1", "3"), FactChange("round", "1", "2")]) == "rain"
    assert FACE.tune([FactChange("score-0", "1", "3"), FactChange("aboard", "", "lion")]) == "load"
    assert FACE.tune([FactChange("corral-b2", None, "squares-2 food-0")]) == "load"
    assert FACE.tune([FactChange("score-1", "1", "2")]) == "good"
    built = FactChange("board-a1-north", None, "seat-0")
    assert FACE.tune([built, FactChange("score-0", "1", "2")]) == "", "a point for each board is no news"
