"""Names in seconds: how many inputs it takes to seat people, known and new, and that nothing has to be said twice."""

from pathlib import Path
from random import Random

import pytest

from companion.core.seat import COLOURS
from companion.device.letters import COMPLETE, DONE, LetterPredictor, first_names
from companion.device.rehearsal import Rehearsal
from companion.device.views.name import NameView
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.device.views.seats import SeatsView
from tests.device.paper import WatchedPencil, shows

MOST_CLICKS = 45
MOST_INPUTS = 6


def labels(device: Rehearsal) -> list[str]:
    assert isinstance(device.view, PickView)
    return [row.label for row in device.view.rows]


def choose(device: Rehearsal, game: str) -> None:
    device.pick("New match")
    device.pick(game)
    device.pushes = device.clicks = device.taps = 0


def sign_for(view: NameView, name: str) -> str:
    """The sign that somebody picks next who wants to write this and looks at the screen."""
    written = len(view.name)
    rest = view.predictor.rest(view.name)
    if view.name.casefold() == name.casefold():
        return DONE
    whole = COMPLETE in view.ring and (view.name + rest).casefold() == name.casefold()
    return COMPLETE if whole else name[written].casefold()


def way(view: NameView, sign: str) -> int:
    """Clicks from the marked sign to this one, the shorter way round."""
    ahead = (view.ring.index(sign) - view.at) % len(view.ring)
    return ahead if ahead <= len(view.ring) // 2 else ahead - len(view.ring)


def spell(device: Rehearsal, name: str) -> None:
    view = device.view
    assert isinstance(view, NameView)
    while device.view is view:
        device.turn(way(view, sign_for(view, name)))
        device.push()


def clicks_for(name: str) -> int:
    view = NameView("Who?")
    clicks = 0
    while view.result is not name:
        steps = way(view, sign_for(view, name))
        clicks += abs(steps)
        view.turn(steps)
        view.push()
        if view.result == name:
            return clicks
    return clicks


class TestInputs:
    @pytest.mark.parametrize("names", [
        ("Anna", "Ben", "Cleo"), ("Léa", "Tom", "Mia"), ("Zoé", "Élodie", "Jérôme"), ("Anaïs", "Noé", "Hélène"),
        ("Loïc", "Gaël", "Béatrice"), ("Jürgen", "Käthe", "Sören"), ("Kwame", "Ann", "Bo"),
    ])  # fmt: skip
    def test_three_new_names_take_few_clicks(self, device: Rehearsal, names: tuple[str, ...]) -> None:
        choose(device, "Noah")
        for name in names:
            device.pick("New name")
            spell(device, name)
        assert isinstance(device.view, SeatsView)
        assert device.view.names == list(names)
        assert device.clicks <= MOST_CLICKS

    def test_any_three_names_of_the_list_take_few_clicks(self) -> None:
        rng = Random(7)
        names = [name.title() for name in first_names() if "'" not in name]
        costs = {name: clicks_for(name) for name in rng.sample(names, 150)}
        worst = max(sum(costs[name] for name in rng.sample(list(costs), 3)) for _ in range(300))
        assert worst <= MOST_CLICKS
        assert sum(costs.values()) / len(costs) < MOST_CLICKS / 6

    def test_three_known_names_take_six_inputs_at_most(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            for hour, name in enumerate(("Anna", "Ben", "Cleo"), 18):
                device.context.app.journal.now = f"2026-01-01T{hour}:00:00Z".__str__  # nobody gives two names at once
                device.context.app.journal.remember_person(name)
            choose(device, "Noah")
            device.pick("Cleo")
            device.pick("Ben")
            device.pick("Anna")
            device.pick("3 players: go")
            assert isinstance(device.view, PickView)
            assert device.view.title == "What are you playing with?"
            assert device.pushes + device.clicks <= MOST_INPUTS

    def test_the_same_people_as_last_time_take_one(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            for name in ("Anna", "Ben", "Cleo"):
                device.context.app.journal.remember_person(name)
            device.pick("New match")
            device.pick("Noah")
            for name in (
                "Anna",
                "Ben",
                "Cleo",
                "3 players: go",
                "Our own cards and pieces",
                "3 rounds",
                "no, we remember",
            ):
                device.pick(name)
            device.back()
            device.pick("Save and leave")
            choose(device, "Ark")
            assert labels(device)[0] == "Anna, Ben, Cleo"
            device.push()
            assert device.view.title == "What are you playing with?"  # type: ignore[attr-defined]

    def test_people_for_another_number_of_players_are_not_offered_together(self, device: Rehearsal) -> None:
        device.context.app.journal.begin_match(game().set_up(["Anna", "Ben"]))
        choose(device, "Ark")
        assert labels(device)[0] in ("Anna", "Ben")


def game():  # type: ignore[no-untyped-def]
    from companion.core.registry import find_game

    return find_game("noah")


class TestKept:
    def test_a_name_is_remembered_although_the_match_never_began(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            choose(device, "Noah")
            device.pick("New name")
            spell(device, "Zoé")
        with Rehearsal(tmp_path) as device:
            choose(device, "Noah")
            assert labels(device)[0] == "Zoé"

    def test_a_name_that_is_taken_is_said_and_can_be_changed(self, device: Rehearsal) -> None:
        choose(device, "Noah")
        device.pick("New name")
        spell(device, "Ann")
        device.pick("New name")
        spell(device, "Ann")
        assert isinstance(device.view, NameView)
        assert shows(device.view, "Ann is already playing")
        device.host.type("e\n")
        assert isinstance(device.view, SeatsView)
        assert device.view.names == ["Ann", "Anne"]

    def test_names_are_renamed_and_removed(self, device: Rehearsal) -> None:
        device.context.app.journal.begin_match(game().set_up(["Bne", "Anna"]))
        choose(device, "Noah")
        device.pick("Fix names")
        device.pick("Bne")
        device.pick("Rename")
        device.host.type("\b\ben\n")
        assert sorted(labels(device)) == ["Anna", "Ben"]
        device.pick("Anna")
        device.pick("Remove")
        assert labels(device) == ["Ben"]
        device.back()
        assert "Anna" not in labels(device)

    def test_nobody_gets_the_name_of_another_player(self, device: Rehearsal) -> None:
        device.context.app.journal.begin_match(game().set_up(["Ben", "Anna"]))
        choose(device, "Noah")
        device.pick("Fix names")
        device.pick("Ben")
        device.pick("Rename")
        device.host.type("\b\b\banna\n")
        assert isinstance(device.view, ReadingView)
        device.push()
        assert sorted(labels(device)) == ["Anna", "Ben"]


class TestTyping:
    def test_a_name_typed_into_the_list_seats_somebody(self, device: Rehearsal) -> None:
        choose(device, "Noah")
        device.host.type("Élodie\n")
        device.wait(0.1)
        device.host.type("B")
        device.host.type("o\n")
        assert isinstance(device.view, SeatsView)
        assert device.view.names == ["Élodie", "Bo"]

    def test_the_seats_stay_in_sight_while_somebody_types(self, device: Rehearsal) -> None:
        choose(device, "Noah")
        device.host.type("Anna\n")
        device.pick("New name")
        device.host.type("Be")
        pencil = WatchedPencil()
        assert device.view.second_screen(pencil)
        assert {"Anna", "Be", "●", "■"} <= set(pencil.lines)

    def test_typing_means_nothing_elsewhere(self, device: Rehearsal) -> None:
        before = device.view
        device.host.type("hello\n")
        assert device.view is before


class TestSeats:
    def test_a_colour_is_chosen_and_nobody_gets_it_twice(self, device: Rehearsal) -> None:
        choose(device, "Noah")
        device.pick("Another colour")
        device.pick("white")
        assert device.view.title == "Who plays white?"  # type: ignore[attr-defined]
        device.pick("Player 1")
        device.pick("Another colour")
        assert "white" not in labels(device)
        device.back()
        for number in range(2, 6):
            device.pick(f"Player {number}")
        device.pick("Our own cards and pieces")
        device.pick("3 rounds")
        device.pick("no, we remember")
        assert device.match is not None
        colours = [seat.colour for seat in device.match.setup.seats]
        assert colours[:2] == ["white", "blue"]
        assert len(set(colours)) == len(colours) == 5
        assert set(colours) <= set(COLOURS)

    def test_bots_sit_at_any_seat_and_are_called_bots(self, device: Rehearsal) -> None:
        choose(device, "Ark")
        device.pick("A bot")
        device.pick("Medium")
        device.pick("Player 2")
        device.pick("A bot")
        device.pick("Easy")
        device.pick("3 players: go")
        device.pick("Cards on the screen")
        while isinstance(device.view, PickView) and device.match is None:
            device.push()
        assert device.match is not None
        seats = device.match.setup.seats
        assert [(seat.name, seat.bot) for seat in seats] == [("Bot", "greedy"), ("Player 2", ""), ("Bot 2", "easy")]


def test_foresight_without_any_words_still_offers_every_letter() -> None:
    signs = LetterPredictor({}).next("a")
    assert set("abcdefghijklmnopqrstuvwxyzéèç") <= set(signs)
