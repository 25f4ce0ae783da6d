"""From the first match of an evening to the last: what waits, the moment of the winner, a rematch, a power cut."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree

import pytest
from PIL import Image

from companion.app import reviews
from companion.app.app import App
from companion.core.face import make_seat_light
from companion.core.match import Match
from companion.core.ranking import rank_players
from companion.core.registry import find_game
from companion.core.session import Session
from companion.device.context import Context
from companion.device.rehearsal import Rehearsal
from companion.device.sounds import TUNES
from companion.device.views.pick import PickView
from companion.device.views.podium import STEP_SECONDS, PodiumView
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import ReviewView
from companion.device.walks.start import format_when
from companion.device.words import load_words
from tests.device.hands import answers_of, begin_noah, play
from tests.device.paper import WatchedPencil, draw_checked, shows
from tests.device.test_final_scoring import finished

SamePicture = Callable[[Image.Image, str], None]


def labels(device: Rehearsal) -> list[str]:
    assert isinstance(device.view, PickView)
    return [row.label for row in device.view.rows]


def rest(device: Rehearsal) -> None:
    device.back()
    device.pick("Save and leave")


@pytest.fixture(scope="module")
def nearly_over(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The data of a device on which a match of Noah lacks one answer, and that answer."""
    folder = tmp_path_factory.mktemp("nearly")
    with Rehearsal(folder) as device:
        match = begin_noah(device, players=3)
        *answers, last = answers_of(match, seed=3)
        play(device, answers)
    return folder, last


@pytest.fixture
def over(nearly_over: tuple[Path, str], tmp_path: Path) -> Iterator[Rehearsal]:
    """A device on which a match of Noah has just ended."""
    copytree(nearly_over[0], tmp_path, dirs_exist_ok=True)
    with Rehearsal(tmp_path) as device:
        device.read_on()
        device.push()  # the match that waits is the first row of the first menu
        assert isinstance(device.view, ReadingView)
        device.push()  # where it was left has been read
        play(device, [nearly_over[1]])
        device.read_on()
        yield device


class TestTheEnd:
    @pytest.mark.parametrize("game", ["noah", "ark", "ark-and-noah", "noahs-ark"])
    def test_the_best_come_first(self, game: str) -> None:
        session = Session(finished(game, 3))
        places = rank_players(session.match)
        assert session.match.outcome is not None
        first = {place.seat.index for place in places if place.rank == 1}
        assert first == set(session.match.outcome.winners)
        points = [place.points for place in places]
        assert points == sorted(points, reverse=game != "noah")
        assert [place.rank for place in places] == sorted(place.rank for place in places)

    def test_equal_points_share_a_place_and_the_next_one_is_left_out(self) -> None:
        session = Session(Match(find_game("ark"), find_game("ark").set_up(["Anna", "Ben", "Cleo", "Dan"])))
        for seat, points in enumerate((5, 9, 5, 1)):
            session.match.table.ledger.add(seat, points, "heavy")
        assert [(place.rank, place.seat.name) for place in rank_players(session.match)] == [
            (1, "Ben"), (2, "Anna"), (2, "Cleo"), (4, "Dan"),
        ]  # fmt: skip

    def test_the_winner_is_named_and_everybody_is_in_the_ranking(self, over: Rehearsal) -> None:
        view = over.view
        assert isinstance(view, PodiumView)
        assert shows(view, view.first[0].seat.name)
        pencil = WatchedPencil()
        assert view.second_screen(pencil)
        for place in view.places:
            assert f"{place.seat.symbol} {place.seat.name}" in pencil.lines
            assert str(place.points) in pencil.lines

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_long_names_fit(self, tmp_path: Path, players: int) -> None:
        game = find_game("noah")
        names = [f"Wwwwwwwwwwwwww {n}"[:16] for n in range(players)]
        match = Match(game, game.set_up(names, seed=1))
        context = Context(App(tmp_path, "en"))
        draw_checked(PodiumView(context, Session(match)))
        context.app.close()

    def test_the_winners_colours_run_over_the_lights_and_then_stop(self, over: Rehearsal) -> None:
        view = over.view
        assert isinstance(view, PodiumView)
        colours = {tuple(map(bool, make_seat_light(place.seat)[:3])) for place in view.first}
        seen = set()
        for _ in range(6):
            pixels = over.board.pixels()
            lit = tuple(any(pixel) for pixel in pixels)
            seen.add(lit)
            assert {tuple(map(bool, pixel)) for pixel in pixels if any(pixel)} <= colours
            over.wait(STEP_SECONDS)
        assert len(seen) >= 4
        over.wait(15)
        assert all(any(pixel) for pixel in over.board.pixels())

    def test_a_game_that_nobody_won_has_no_cup_and_no_colours(self, tmp_path: Path) -> None:
        match = Match(find_game("noah"), find_game("noah").set_up(["Anna"], seed=1, deal="table"))
        match.answer("cat-m-3")
        match.answer("cat-m-1")
        match.answer("take-back" if "take-back" in match.question.list_ids() else "cat-f-2")  # type: ignore[union-attr]
        context = Context(App(tmp_path, "en"))
        while match.question is not None:
            match.answer(match.question.list_ids()[-1])
        view = PodiumView(context, Session(match))
        assert match.outcome is not None
        assert match.outcome.winners == ()
        assert view.lights() is None
        assert "Nothing fits any more, so Anna loses." in view.words
        context.app.close()

    def test_there_is_a_tune(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            match = begin_noah(device)
            answers = answers_of(match, seed=3)
            play(device, answers[:-1])
            played: list[object] = []
            device.panel.buzzer.play = played.append  # type: ignore[method-assign,assignment]
            device.answer(answers[-1])
            device.wait(20)
        assert TUNES["victory"] in played

    def test_then_come_reasons_log_and_rematch(self, over: Rehearsal) -> None:
        over.push()
        assert labels(over) == ["Play again", "Reasons", "Log", "Review", "Podium", "Leave"]
        over.pick("Reasons")
        points = [int(row.value) for row in over.view.rows]  # type: ignore[attr-defined]
        assert points == sorted(points)
        over.back()
        over.pick("Podium")
        assert isinstance(over.view, PodiumView)

    def test_the_review_is_waited_for_and_read(
        self, over: Rehearsal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written = tmp_path / "review.txt"
        found: dict[str, Path] = {}
        written.write_text("Turning point 7\n", encoding="utf-8")
        monkeypatch.setattr(over.app.reviews, "find", lambda number, language, short: found.get("page"))
        over.push()
        over.pick("Review")
        assert isinstance(over.view, ReviewView)
        found["page"] = written
        over.wait(2)
        assert isinstance(over.view, ReadingView)
        assert over.view.lines == ["Turning point 7"]

    def test_a_small_box_says_where_reviews_are_made(self, over: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reviews, "is_small_machine", lambda: True)
        over.push()
        over.pick("Review")
        over.wait(2)
        assert isinstance(over.view, ReadingView)
        assert "arkside review 1" in " ".join(over.view.lines)


class TestRematch:
    def begun(self, over: Rehearsal, how: str) -> Match:
        before = over.match
        over.push()
        over.pick("Play again")
        over.pick(how)
        over.read_on()
        assert over.match is not None
        assert over.match is not before
        return over.match

    def test_the_same_people_on_the_same_seats(self, over: Rehearsal) -> None:
        setup = self.begun(over, "Same seats").setup
        assert [seat.name for seat in setup.seats] == ["Player 1", "Player 2", "Player 3"]
        promos = dict.fromkeys(("frog", "crocodile", "roommates"), "no")
        assert (setup.options, setup.deal) == ({"length": "short", "memory": "off", **promos}, "table")

    def test_everybody_one_seat_on_with_their_colours(self, over: Rehearsal) -> None:
        setup = self.begun(over, "Everyone moves one seat").setup
        assert [(seat.name, seat.colour) for seat in setup.seats] == [
            ("Player 3", "green"), ("Player 1", "red"), ("Player 2", "blue"),
        ]  # fmt: skip

    def test_other_people(self, over: Rehearsal) -> None:
        over.push()
        over.pick("Play again")
        over.pick("Change people or seats")
        over.host.type("Zoé\n")
        over.host.type("Ben\n")
        over.pick("2 players: go")
        assert over.match is not None
        assert [seat.name for seat in over.match.setup.seats] == ["Zoé", "Ben"]

    def test_a_rematch_can_have_a_rematch(self, over: Rehearsal) -> None:
        match = self.begun(over, "Same seats")
        play(over, answers_of(match, seed=5))
        over.read_on()
        self.begun(over, "Same seats")
        assert over.context.app.journal.count_matches() == 3


class TestMatches:
    @pytest.fixture
    def two(self, device: Rehearsal) -> Rehearsal:
        for seed, answers in ((4, 5), (5, 2)):
            match = begin_noah(device, players=seed - 2)
            play(device, answers_of(match, seed)[:answers])
            rest(device)
        return device

    def test_the_list_names_game_people_and_time(self, two: Rehearsal) -> None:
        two.pick("Matches")
        assert labels(two) == ["Noah · Player 1, Player 2, Player 3", "Noah · Player 1, Player 2"]
        assert all(row.value for row in two.view.rows)  # type: ignore[attr-defined]

    def test_any_of_them_can_be_continued(self, two: Rehearsal) -> None:
        two.pick("Matches")
        two.pick("Noah · Player 1, Player 2")
        pencil = WatchedPencil()
        two.view.second_screen(pencil)
        assert "5 answers" in pencil.lines
        two.pick("Continue")
        two.push()
        assert two.match is not None
        assert len(two.match.answers) == 5

    def test_a_saved_match_can_be_ended_early_with_the_points_so_far(self, two: Rehearsal) -> None:
        two.pick("Matches")
        two.push()
        two.pick("End now")
        two.pick("End now")
        assert isinstance(two.view, PodiumView)
        assert shows(two.view, "Ended early")
        two.push()
        assert labels(two) == ["Noah · Player 1, Player 2"]

    def test_a_match_can_be_ended_from_its_menu(self, device: Rehearsal) -> None:
        match = begin_noah(device)
        play(device, answers_of(match, seed=4)[:5])
        device.back()
        device.pick("End now")
        device.push()
        assert "End now" in labels(device)
        device.pick("End now")
        device.pick("End now")
        device.push()
        assert labels(device)[0] == "New match"
        assert device.context.app.journal.list_readable_records()[0].ended is not None

    def test_deleting_is_asked_about_first(self, two: Rehearsal) -> None:
        two.pick("Matches")
        two.push()
        two.pick("Delete")
        assert labels(two) == ["Cancel", "Delete"]
        two.pick("Delete")
        assert two.context.app.journal.count_matches() == 1

    def test_the_companions_cards_need_no_look_at_the_table(self, device: Rehearsal) -> None:
        begin_noah(device, cards="Cards on the screen")
        rest(device)
        device.pick("Continue")
        assert device.match is not None

    @pytest.mark.parametrize(("at", "said"), [("2020-11-03T12:00:00Z", "3 Nov"), ("rubbish", "")])
    def test_days_are_said_in_words(self, at: str, said: str) -> None:
        assert format_when(load_words("en"), at) == said


CUT = """
import os, signal, sys
from pathlib import Path
from companion.device.rehearsal import Rehearsal
from tests.device.hands import answers_of, begin_noah, play
with Rehearsal(Path(sys.argv[1])) as device:
    match = begin_noah(device, cards="Cards on the screen")
    play(device, answers_of(match, seed=4)[:7])
    print(*match.answers, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_killed_in_the_middle_it_starts_again_and_continues(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CUT, str(tmp_path)], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parents[2], env={**os.environ, "PYTHONPATH": "."})  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    with Rehearsal(tmp_path) as device:
        device.pick("Continue")
        assert device.match is not None
        assert device.match.answers == done.stdout.split()
        play(device, answers_of(device.match, seed=9))
        assert device.match.outcome is not None


@pytest.mark.golden
@pytest.mark.parametrize(("game", "players"), [("ark", 5), ("noah", 2), ("ark-and-noah", 4), ("noahs-ark", 3)])
def test_podiums_look_like_this(device: Rehearsal, same_picture: SamePicture, game: str, players: int) -> None:
    made = find_game(game)
    match = Match(made, made.set_up(["Anna", "Ben", "Élodie", "Dan", "Maximilian"][:players], seed=2))
    if game != "ark-and-noah":
        match = finished_match(match)
    device.context.app.sessions.live = session = Session(match)
    device.host.view = PodiumView(device.context, session)
    device.host.redraw()
    device.wait(1)
    same_picture(device.picture(), f"podium-{game}")


def finished_match(match: Match) -> Match:
    for answer in answers_of(match, seed=2):
        match.answer(answer)
    return match
