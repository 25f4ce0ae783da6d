"""Any game on the box: paddles end turns, the dial enters several numbers, and lights show who is next."""

from unittest.mock import Mock

from companion.app.scoring_kinds import list_kinds
from companion.core.face import DARK, make_seat_light
from companion.device.rehearsal import Rehearsal
from companion.device.views.code import CodeView
from companion.games.any_game import GAME
from companion.games.any_game.face import NEXT
from tests.device.paper import shows
from tests.games.any_game.stage import answer, start


def begin(device: Rehearsal, *answers: str, players: int = 3) -> None:
    """Seat people at the box and answer with the dial up to the first turn."""
    device.pick("New match")
    device.pick("Any game")
    for seat in range(players):
        device.pick(f"Player {seat + 1}")
    device.pick(f"{players} players: go")
    assert device.match is not None, "nobody is asked for cards or options"
    for choice in answers:
        device.pick(choice)


def test_a_paddle_ends_only_the_turn_of_its_own_seat(device: Rehearsal) -> None:
    begin(device, "without a name", "Turns and points", "■ Player 2")
    device.tap("paddle-0")
    assert device.match.question.seat == 1
    device.tap("paddle-1")
    assert device.match.question.seat == 2


def test_each_paddle_says_that_its_player_is_done(device: Rehearsal) -> None:
    begin(device, "without a name", "All at once", players=2)
    device.tap("paddle-1")
    assert device.match.table.ready == {1}
    device.tap("paddle-0")
    assert device.match.question.ask == "round_points"


def test_several_numbers_are_set_one_by_one_and_sent_together(device: Rehearsal) -> None:
    begin(device, "without a name", "Several categories", "Farm and goods", "● Player 1", "■ Player 2: points")
    assert shows(device.view, "What does Player 2 get?")
    device.pick("Fields")
    device.turn(3)
    device.push()
    device.answer("gold=-2")
    assert device.match.answers[-1] == "fields=3,gold=-2"
    assert device.match.table.scores == [0, 0, 0]
    assert [entry.points for entry in device.match.table.ledger.entries] == [2, -2]


def test_back_leads_from_a_number_to_the_list_and_from_there_to_the_pause(device: Rehearsal) -> None:
    begin(device, "without a name", "Turns and points", "● Player 1", "■ Player 2: points")
    device.pick("Points")
    device.turn(5)
    device.back()
    assert device.view.rows[1].value == "0"
    device.back()
    assert device.app.match.paused


def test_lights_show_whose_turn_it_is_who_is_next_and_who_passed() -> None:
    match = start("passing", 3, "seat-0", "done", "pass")
    lights = GAME.face().lights(match.table, match.question)
    cleo, anna, ben = (make_seat_light(match.setup.seats[seat]) for seat in (2, 0, 1))
    assert lights[6]._replace(blink="steady") == cleo
    assert lights[6].blink != "steady"
    assert lights[0] == anna.dim(NEXT)
    assert lights[3] == DARK
    assert ben != DARK


def test_the_screen_says_who_passed_until_all_count_their_points() -> None:
    face, match = GAME.face(), start("passing", 3, "seat-0", "pass", "pass")
    face.say = GAME.say("en")

    def list_notes() -> list[str]:
        draw = Mock()
        face.picture(draw, match.table, match.question)
        return [call.args[1] for call in draw.centre.call_args_list if call.args[1].isalpha()]

    assert list_notes() == ["passed", "passed"]
    answer(match, ["more", "game-over"])
    assert list_notes() == []


def test_kinds_of_scoring_are_shown_as_a_code_and_deleted_at_the_box(device: Rehearsal) -> None:
    begin(device, "without a name", "make your own …", "Ready: use it")
    device.app.lobby.close()
    device.wait(0.1)
    device.app.invitation.address = "http://arkside.local/"
    device.pick("Teach a game")
    device.pick("Any game")
    device.pick("My scoring")
    device.pick("Show as a code")
    assert isinstance(device.view, CodeView)
    assert device.view.address == "http://arkside.local/kinds/my-scoring.toml"
    device.push()
    device.pick("My scoring")
    device.pick("Delete")
    device.pick("Delete")
    device.wait(0.05)
    assert not any(kind.own for kind in list_kinds(device.app.folder))
