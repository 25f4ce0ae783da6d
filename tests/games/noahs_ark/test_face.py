"""Noah's Ark on the device: lights for the race, a picture of the dice, a tune for what happened."""

from random import Random

import pytest
from PIL import Image

from companion.core.face import BLINKS, DARK, LIGHTS
from companion.core.facts import list_changes
from companion.core.match import Match
from companion.device.pencil import Pencil
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.face import NoahsArkFace, light_for
from tests.games.noahs_ark.stage import Stage
from tests.laws import NAMES

FACE = NoahsArkFace()


def lights(stage: Stage) -> list[tuple[int, int, int, str]]:
    return list(FACE.lights(stage.table, stage.match.question))


def test_the_countdown_shrinks_and_now_is_green() -> None:
    lit = [sum(pixel != DARK for pixel in FACE.light_countdown(left, 5)) for left in (5, 4, 3, 2, 1)]
    assert lit == [15, 12, 9, 6, 3]
    now = FACE.light_countdown(0, 5)
    assert len(now) == LIGHTS
    assert {(pixel.red, pixel.green, pixel.blue) for pixel in now} == {(0, 255, 0)}


def test_while_the_race_is_on_those_who_run_have_their_lights_blinking() -> None:
    bar = lights(Stage(3).tell("lion-snake-1"))
    assert bar[:3] == [light_for(Stage(3).table.seats[0], "fast")] * 3
    assert bar[9:] == [DARK] * 6, "nobody sits on the last two places"


def test_players_sitting_out_are_dark() -> None:
    bar = lights(Stage(3).tell("lion-snake-1", "slap-1", "wrong"))
    assert bar[3:6] == [DARK] * 3
    assert DARK not in bar[:3] + bar[6:9]


def test_the_whole_bar_takes_the_colour_of_the_first_and_blinks_until_judged() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-1")
    assert {pixel[:3] for pixel in lights(stage)} == {(0, 60, 255)}
    assert {pixel[3] for pixel in lights(stage)} == {"double"}
    stage.tell("right")
    assert {pixel[:3] for pixel in lights(stage)} == {(0, 60, 255)}
    assert {pixel[3] for pixel in lights(stage)} == {"steady"}


def test_at_the_end_the_places_of_those_with_the_most_points_shine() -> None:
    stage = Stage(3, ("giraffes", "monkeys", "noa")).won(0, "lion-eagle-snake-2").won(1, "lion-snake-1").ark()
    bar = lights(stage)
    assert DARK not in bar[:3]
    assert bar[3:] == [DARK] * 12


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_whole_games_can_be_shown(deal: str) -> None:
    match = Match(GAME, GAME.set_up(NAMES, {"mode": "advanced"}, 2, deal))
    rng = Random(2)
    while match.question is not None:
        check(match)
        match.answer(rng.choice(match.question.list_ids()))
    check(match)


def check(match: Match) -> None:
    bar = FACE.lights(match.table, match.question)
    assert len(bar) == LIGHTS
    assert all(pixel.blink in BLINKS and 0 <= min(pixel[:3]) <= max(pixel[:3]) <= 255 for pixel in bar)
    assert picture(match).getbbox() is not None


def picture(match: Match) -> Image.Image:
    pencil = Pencil()
    FACE.picture(pencil, match.table, match.question)
    return pencil.image


def test_the_picture_shows_as_many_dice_as_the_card_has_animals() -> None:
    def widest(stage: Stage) -> int:
        box = picture(stage.match).crop((0, 0, 128, 19)).getbbox()
        return box[2] if box else 0

    assert widest(Stage().tell("lion-snake-1")) == 39
    assert widest(Stage().tell("lion-eagle-snake-2")) == 59
    duel = Stage(2, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    assert widest(duel) == 119


def test_different_animals_look_different() -> None:
    shown = {picture(Stage().tell(card).match).crop((0, 0, 40, 19)).tobytes() for card in ("lion-snake-1",
             "lion-eagle-1", "elephant-snake-1", "giraffe-monkey-1")}  # fmt: skip
    assert len(shown) == 4


def on_top(stage: Stage, place: int, width: int) -> Image.Image:
    """What an objective looks like between two races."""
    return picture(stage.match).crop((place * width, 0, (place + 1) * width, 19))


def test_between_races_the_objectives_are_shown_each_with_its_own_picture() -> None:
    kinds = ("lions", "elephants", "giraffes", "eagles", "snakes", "monkeys", "noa", "cards", "animals")
    icons = {
        on_top(Stage(objectives=(kind, *[other for other in kinds if other != kind][:2])), 0, 17).tobytes()
        for kind in kinds
    }
    assert len(icons) == len(kinds)


def test_six_objectives_find_room_too() -> None:
    six = Stage(objectives=("objectives", "lions", "eagles", "snakes", "monkeys", "noa"))
    assert all(on_top(six, place, 21).getbbox() for place in range(6))


def test_the_leader_of_an_objective_has_a_sign_beside_it_and_the_winner_a_full_one() -> None:
    three = ("lions", "giraffes", "noa")
    nobody = on_top(Stage(2, three), 0, 42)
    leading = on_top(Stage(2, three).won(0, "lion-snake-1"), 0, 42)
    tied = on_top(Stage(2, three).won(0, "lion-snake-1").won(1, "lion-eagle-1"), 0, 42)
    won = on_top(Stage(2, three).won(0, "lion-snake-1", "lion-eagle-1").ark(), 0, 42)
    assert nobody.tobytes() == tied.tobytes()
    assert sum(nobody.histogram()[1:]) < sum(leading.histogram()[1:]) < sum(won.histogram()[1:])


def test_ten_points_and_more_stay_beside_their_objective() -> None:
    ten = Stage(corrections={"objectives": {"lions": 10, "noa": 10, "cards": 10}})
    assert all(on_top(ten, place, 42).crop((30, 0, 42, 19)).getbbox() is None for place in range(3))


def test_the_bar_below_shrinks_with_the_deck() -> None:
    def lit(stage: Stage) -> int:
        return sum(picture(stage.match).crop((0, 55, 128, 64)).histogram()[1:])

    assert lit(Stage()) > lit(Stage().won(0, "lion-snake-1"))


def tune_of(stage: Stage, *answers: str) -> str:
    before = stage.match.facts
    stage.tell(*answers)
    return FACE.tune(list_changes(before, stage.match.facts))


def test_events_can_be_heard() -> None:
    assert tune_of(Stage().tell("lion-snake-1", "slap-1"), "right") == "good"
    assert tune_of(Stage(3).tell("lion-snake-1", "slap-1"), "wrong") == "bad"
    assert tune_of(Stage(flice="with"), "flice-thumb") == "round"
    assert tune_of(Stage(3).tell("lion-snake-1"), "slap-1") == ""
    duel = Stage(2, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    assert tune_of(duel.tell("slap-0"), "right") == "victory"


def test_the_game_has_this_face() -> None:
    assert isinstance(GAME.face(), NoahsArkFace)
