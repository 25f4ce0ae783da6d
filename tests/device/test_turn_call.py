"""Whose turn it is: the other screen calls them in large letters, once, and gives way to the table."""

from collections.abc import Callable

import pytest
from PIL import Image

from companion.core.seat import Seat
from companion.device.font import font
from companion.device.pencil import HEIGHT, PAGE, WIDTH, Pencil, blown_up
from companion.device.rehearsal import Rehearsal
from companion.device.turn_call import (
    ARROW,
    ARROW_LEFT,
    BESIDE,
    CALL_SECONDS,
    FRAME,
    SIZE,
    TURN_ROWS,
    WORDS,
    TurnCall,
    write_turn,
)
from companion.device.views.question import NumberQuestionView, QuestionView
from tests.device.hands import asked, begin_noah, sit_down

SamePicture = Callable[[Image.Image, str], None]

ACCENT = 4
"""Dots by which an accent on a capital rises above the two pages for the name."""


def push_until_somebody_is_asked(device: Rehearsal, not_seat: int = -1) -> int:
    """Take whatever is marked until another seat is asked; returns which."""
    for _ in range(99):
        seat = asked(device.match).seat  # type: ignore[arg-type]
        if seat not in (-1, not_seat) and isinstance(device.view, QuestionView | NumberQuestionView):
            return seat
        device.push()
    raise AssertionError("nobody is ever asked")


def table_words(device: Rehearsal) -> str:
    return " ".join(device.host.stage.words["table"].lines)


def name_of(device: Rehearsal, seat: int) -> str:
    assert device.match is not None
    return device.match.setup.seats[seat].name


def begin_ark_and_noah(device: Rehearsal) -> None:
    """From the first menu to a match of a game whose picture takes the whole screen."""
    sit_down(device, "Ark & Noah")
    while device.match is None:
        device.push()


@pytest.mark.golden
def test_the_next_player_is_called_for_a_moment_before_the_table_returns(
    device: Rehearsal, same_picture: SamePicture
) -> None:
    begin_ark_and_noah(device)
    seat = push_until_somebody_is_asked(device)
    assert name_of(device, seat) in table_words(device)
    same_picture(device.picture(), "turn-call")
    device.wait(CALL_SECONDS)
    assert name_of(device, seat) not in table_words(device)


@pytest.mark.golden
def test_a_picture_with_room_for_a_name_shows_it_all_the_time_with_an_arrow_for_a_moment(
    device: Rehearsal, same_picture: SamePicture
) -> None:
    begin_noah(device)
    seat = push_until_somebody_is_asked(device)
    assert table_words(device).endswith(f"{name_of(device, seat)} {ARROW}")
    same_picture(device.picture(), "turn-arrow")
    device.wait(CALL_SECONDS)
    assert table_words(device).endswith(name_of(device, seat))


@pytest.mark.parametrize("name", ["A", "Élodie", "Maximilian", "Marie-Antoinette", "Wilhelmine-Wanda"])
def test_a_name_below_the_table_is_whole_and_leaves_the_table_and_the_arrow_alone(name: str) -> None:
    pencil = Pencil()
    pencil.write(0, 0, "table")
    write_turn(pencil, Seat(0, name))
    assert pencil.collect_words().lines == ("table", Seat(0, name).signed)
    lit = pencil.image.crop((0, 16, 128, 64)).getbbox()
    assert lit is not None
    _, top, right, bottom = lit
    assert right <= ARROW_LEFT
    assert top + 16 >= TURN_ROWS - ACCENT
    assert bottom + 16 <= HEIGHT


def test_a_hand_on_the_dial_brings_the_table_at_once(device: Rehearsal) -> None:
    begin_ark_and_noah(device)
    seat = push_until_somebody_is_asked(device)
    device.turn(1)
    assert device.view.call is None
    assert name_of(device, seat) not in table_words(device)


def test_the_same_player_is_not_called_twice_and_the_next_one_is(device: Rehearsal) -> None:
    begin_noah(device)
    first = push_until_somebody_is_asked(device)
    device.back()
    device.back()
    assert asked(device.match).seat == first  # type: ignore[arg-type]
    assert device.view.call is None
    second = push_until_somebody_is_asked(device, not_seat=first)
    assert second != first
    assert device.view.call is not None
    assert name_of(device, second) in table_words(device)


def test_a_player_holding_the_box_is_not_called_again(device: Rehearsal) -> None:
    begin_noah(device, cards="Cards on the screen")
    device.look()
    assert isinstance(device.view, QuestionView)
    assert device.context.looking == asked(device.match).seat  # type: ignore[arg-type]
    assert device.view.call is None


def draw_call(name: str, lit: bool) -> Image.Image:
    """The call of somebody, over a picture that is dark or has every pixel lit."""
    pencil = Pencil()
    if lit:
        pencil.rectangle((0, 0, WIDTH, HEIGHT), fill=1)
    TurnCall(Seat(0, name), 0).draw(pencil)
    return pencil.image


@pytest.mark.parametrize("name", ["A", "Ben", "Player 1", "Player 3", "Élodie"])
def test_a_call_covers_no_more_of_the_table_than_its_letters_need(name: str) -> None:
    drawn = draw_call(name, lit=True)
    dark = [y for y in range(64) if not all(drawn.getpixel((x, y)) for x in range(128))]
    letters = blown_up(Seat(0, name).signed, WORDS, SIZE)
    assert dark == list(range(dark[0], dark[-1] + 1))
    assert dark[0] % PAGE == FRAME
    assert dark[-1] % PAGE == PAGE - 1 - FRAME
    assert letters.height <= len(dark) < letters.height + PAGE
    columns = [x for x in range(128) if not all(drawn.getpixel((x, y)) for y in range(64))]
    assert len(columns) <= letters.width + 2 * BESIDE


@pytest.mark.parametrize("name", ["A", "Ben", "Player 1", "Élodie"])
def test_the_called_name_is_at_least_twice_as_large_as_the_choices(name: str) -> None:
    letters = blown_up(Seat(0, name).signed, WORDS, SIZE)
    assert letters.height >= 2 * font(SIZE).glyph("H").height
    assert letters.width <= WORDS[2]


@pytest.mark.parametrize("name", ["Maximilian", "Marie-Antoinette"])
def test_a_name_that_needs_the_whole_screen_gets_it(name: str) -> None:
    assert draw_call(name, lit=True).crop((0, 0, WIDTH, HEIGHT)).tobytes() == (
        draw_call(name, lit=False).crop((0, 0, WIDTH, HEIGHT)).tobytes()
    )


def test_no_word_of_the_table_is_cut_by_a_call() -> None:
    pencil = Pencil()
    pencil.write(0, 0, "above")
    pencil.write(30, 14, "cut")
    pencil.write(0, 30, "below the plate", "large")
    TurnCall(Seat(0, "Ben"), 0).draw(pencil)
    assert " ".join(pencil.collect_words().lines) == f"above {Seat(0, 'Ben').signed}"
    untouched = Pencil()
    untouched.write(0, 0, "above")
    assert pencil.image.crop((0, 0, 128, 12)).tobytes() == untouched.image.crop((0, 0, 128, 12)).tobytes()
