"""Squares that are set with the dial, one by one."""

from pathlib import Path

from companion.core.data_folder import read_corrections
from companion.core.words import Say
from companion.device.rehearsal import Rehearsal
from companion.device.views.grid import GridView, Room
from companion.device.views.reading import ReadingView
from tests.device.test_teaching import at_box, rows


def view_of(*drawn: str) -> GridView:
    return GridView("Bow", drawn, Room(6, 5), Say("en"))


def go_to(view: GridView, column: int, row: int) -> None:
    view.turn(row * view.room.columns + column + 1 - view.at)


def test_a_push_at_the_end_answers_with_what_is_drawn() -> None:
    view = view_of("..##", "####", "####", "..##")
    view.push()
    assert view.result == "..## #### #### ..##"


def test_squares_are_set_and_taken_away() -> None:
    view = view_of("##", "##")
    go_to(view, 2, 0)
    view.push()
    go_to(view, 0, 1)
    view.push()
    view.turn(-view.at)
    view.push()
    assert view.result == "### .#."


def test_the_space_around_the_squares_is_not_entered() -> None:
    assert view_of("...", ".##").format_squares() == ["##"]


def test_the_dial_goes_around() -> None:
    view = view_of("#")
    view.turn(-1)
    assert view.place == (5, 4)
    view.turn(2)
    assert view.place == (0, 0)


def test_the_ark_is_taught_with_the_dial_and_a_map(device: Rehearsal, tmp_path: Path) -> None:
    at_box(device, "Ark & Noah")
    device.pick("The board")
    device.pick("Bow ?")
    assert rows(device)["Bow"] == "12 squares ?"
    device.pick("Bow")
    view = device.view
    assert isinstance(view, GridView)
    start = sorted(view.squares)
    assert len(start) == 12
    for place in ((0, 0), (3, 1)):
        device.turn((place[1] * view.room.columns + place[0] + 1) - view.at)
        device.push()
    device.turn(-view.at)
    device.push()
    assert isinstance(device.view, ReadingView)
    assert "36 cubes" in device.view.lines[-1], "hardly can be: it warns, and is kept"
    device.push()
    assert rows(device)["Bow"] == "12 squares"
    assert read_corrections(tmp_path, "ark-and-noah")["hull"]["own"]["bow"].split() == [".##.", "####", "###.", "###."]


def test_a_part_with_a_square_too_few_is_refused_in_words(device: Rehearsal, tmp_path: Path) -> None:
    at_box(device, "Ark & Noah")
    device.pick("The board")
    device.pick("Stern ?")
    device.pick("Stern")
    device.turn(1)
    device.push()
    device.turn(-1)
    device.push()
    assert isinstance(device.view, ReadingView)
    assert read_corrections(tmp_path, "ark-and-noah") == {}
