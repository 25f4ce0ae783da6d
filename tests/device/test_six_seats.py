"""Six people at a box with five paddles: seating, lights, screens, a race and the ranking."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app.part_words import PADDLE_COUNT, PADDLES
from companion.app.race_track import DOME
from companion.core.data_folder import read_settings
from companion.core.errors import SettingsError
from companion.core.face import DARK, LIGHTS, FallbackFace, make_seat_light
from companion.core.question import Question, Race
from companion.core.registry import list_bad_plugins
from companion.core.seat import PLACES, make_seats
from companion.device.font import font
from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.stage import LAMP_PLACES, LAMPS
from companion.device.views.race import HandView, ReadyView
from companion.device.views.seats import SeatsView
from drivers import wiring
from drivers.referee import GPIO, PHONE
from tests.device.paper import shows
from tests.device.track import count_down, last_detail, now, slap
from tests.plugins import Packages
from tests.six_hands import install_six_hands

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"]
BIDS = ("low", "high", "low", "high", "low", "high")


@pytest.fixture
def device(tmp_path: Path, packages: Packages) -> Iterator[Rehearsal]:
    """The device with a game for six beside ours."""
    install_six_hands(packages)
    assert [str(plugin) for plugin in list_bad_plugins()] == []
    with Rehearsal(tmp_path) as rehearsal:
        yield rehearsal


def seat_six(device: Rehearsal) -> None:
    """Seat six people; the match begins."""
    device.pick("New match")
    device.pick("Six Hands")
    for number in range(1, 7):
        device.pick(f"Player {number}")
    while device.match is None:
        device.push()


def begin_race_of_six(device: Rehearsal) -> None:
    """Seat six people and let them bid, up to the race."""
    seat_six(device)
    for bid in BIDS:
        device.answer(bid)
    assert device.match is not None
    assert isinstance(device.match.question, Race)


class TestTable:
    def test_every_place_differs_from_all_others_in_each_mark(self) -> None:
        for mark in (
            "colour",
            "name",
            "symbol",
            "shape",
            "path",
            "light",
            "rhythm",
            "beats",
            "on_light",
            "on_dark",
            "dash",
        ):
            assert len({getattr(place, mark) for place in PLACES}) == len(PLACES), mark

    @pytest.mark.parametrize("size", ["small", "text", "strong", "large"])
    def test_every_symbol_has_a_glyph_of_its_own(self, size: str) -> None:
        assert all(font(size).has(place.symbol) for place in PLACES)
        drawn = {font(size).line(place.symbol).image.tobytes() for place in PLACES}  # type: ignore[union-attr]
        assert len(drawn) == len(PLACES)

    def test_the_lid_has_as_many_paddles_as_the_wiring(self) -> None:
        assert len(PADDLES) == PADDLE_COUNT == wiring.PADDLES

    def test_no_lamp_of_a_seat_is_that_of_the_dome(self) -> None:
        assert DOME not in range(len(PLACES))
        assert dict(zip(LAMPS, LAMP_PLACES, strict=True))["dome"] == DOME


class TestSettings:
    def test_an_older_file_with_five_colours_still_loads(self, tmp_path: Path) -> None:
        (tmp_path / "settings.toml").write_text('colours = "white red green yellow blue"\n', encoding="utf-8")
        with Rehearsal(tmp_path) as device:
            assert device.context.app.settings.problem is None
            colours = device.context.app.settings.seat_colours
        assert colours == ("white", "red", "green", "yellow", "blue", "purple")

    @pytest.mark.parametrize("colours", ["red red", "red pink", ""])
    def test_impossible_colours_are_refused(self, tmp_path: Path, colours: str) -> None:
        (tmp_path / "settings.toml").write_text(f'colours = "{colours}"\n', encoding="utf-8")
        with pytest.raises(SettingsError):
            read_settings(tmp_path)


class TestSeating:
    def test_the_sixth_place_appears_once_it_is_filled(self, device: Rehearsal) -> None:
        device.pick("New match")
        device.pick("Six Hands")
        for number in range(1, 6):
            assert isinstance(device.view, SeatsView)
            pencil = Pencil()
            device.view.second_screen(pencil)
            assert PLACES[5].symbol not in pencil.collect_words().lines
            device.pick(f"Player {number}")
        assert isinstance(device.view, SeatsView)
        pencil = Pencil()
        device.view.second_screen(pencil)
        assert pencil.collect_words().lines[-1] == PLACES[5].symbol
        assert [line.split()[0] for line in pencil.collect_words().lines] == [place.symbol for place in PLACES]

    def test_before_a_match_the_bar_has_a_zone_for_each_paddle_and_narrower_ones_for_six(
        self, device: Rehearsal
    ) -> None:
        assert [colour != (0, 0, 0) for colour in device.board.pixels()] == [True] * LIGHTS
        device.pick("New match")
        device.pick("Six Hands")
        for number in range(1, 6):
            device.pick(f"Player {number}")
        device.wait(PLACES[5].beats[0] / 2)
        lit = device.host.stage._lights
        assert [light.blink for light in lit[10:12]] == [PLACES[5].rhythm] * 2
        assert lit[12:] == [DARK] * 3


class TestPlainFace:
    def table(self, players: int) -> SimpleNamespace:
        return SimpleNamespace(seats=make_seats(NAMES[:players]), scores=list(range(players)))

    @pytest.mark.parametrize(("players", "width"), [(1, 3), (2, 3), (5, 3), (6, 2)])
    def test_the_bar_shares_its_lights(self, players: int, width: int) -> None:
        table = self.table(players)
        lights = FallbackFace().lights(table, Question(players - 1, "bid", ("low", "high")))
        last = make_seat_light(table.seats[-1], PLACES[players - 1].rhythm)
        assert len(lights) == LIGHTS
        assert list(lights[(players - 1) * width :]) == [last] * width + [DARK] * (LIGHTS - players * width)

    def test_six_lines_fit_the_picture(self) -> None:
        pencil = Pencil()
        FallbackFace().picture(pencil, self.table(6), Question(5, "bid", ("low", "high")))
        assert pencil.collect_words().lines == tuple(
            f"{place.symbol} {name} {score}" for score, (place, name) in enumerate(zip(PLACES, NAMES, strict=True))
        )
        marked = pencil.image.crop((0, 50, 127, 64)).getbbox()
        assert marked == (0, 1, 127, 11), "the marked line holds its letters, and nothing is cut off below"


class TestRace:
    def test_without_a_sixth_paddle_all_slap_the_dome_and_the_sixth_hand_is_named(self, device: Rehearsal) -> None:
        begin_race_of_six(device)
        assert isinstance(device.view, ReadyView)
        assert shows(device.view, f"{PLACES[5].symbol} has no paddle: use the Ark")
        assert device.view.attempt.hands == [DOME]
        now(device)
        device.tap("dome")
        device.wait(0.2)
        assert isinstance(device.view, HandView)
        device.pick(f"{PLACES[5].symbol} Player 6")
        device.push()
        assert device.match is not None
        assert device.match.answers[-1] == "slap-5"
        assert device.match.outcome is not None
        assert device.match.outcome.winners == (5,)

    def test_five_paddles_and_a_phone_race_for_six_seats(self, device: Rehearsal) -> None:
        begin_race_of_six(device)
        track = device.context.app.track
        track.phones.join(5, "phone", device.clock.now)
        device.wait(1)
        assert [track.find_source(seat) for seat in range(6)] == [GPIO] * 5 + [PHONE]
        assert not track.has_paddle(5)
        count_down(device)
        device.wait_for_now()
        device.wait(0.3)
        track.phones.touch("phone", True, device.clock.now)
        device.wait(0.3)
        slap(device, 0, 1, 2, 3, 4, gap=0.02)
        device.wait(0.5)
        assert device.match is not None
        assert device.match.answers[-1] == "slap-5"
        result = last_detail(device)
        assert result.first == (5,)
        assert [timed.seat for timed in result.order] == [5, 0, 1, 2, 3, 4]

    def test_the_turn_of_the_sixth_seat_lights_no_other_lamp(self, device: Rehearsal) -> None:
        seat_six(device)
        for bid in BIDS[:5]:
            device.answer(bid)
        dome = set()
        for _ in range(20):
            device.wait(0.1)
            dome.add(device.board.lamp("dome"))
            assert not any(device.board.lamp(part) for part in PADDLES)
        assert dome == {True}, "the Ark shines steadily, because it can explain"
