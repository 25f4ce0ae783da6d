"""Real tables on the device, from the first menu to the final score, with people who only tell what is true."""

from pathlib import Path
from random import Random

import pytest

from companion.app.races import OBJECTING
from companion.core.data_folder import read_corrections
from companion.core.words import LANGUAGES
from companion.device.rehearsal import Rehearsal
from companion.device.views.race import ClaimView, ReadyView
from companion.phone.race_view import describe_race
from tests.bench.people import seat_people
from tests.device.hands import asked, begin_noah, sit_down
from tests.device.paper import WatchedPencil
from tests.games.ark_and_noah.strangers import Strangers as ArkAndNoahStrangers
from tests.games.noahs_ark.strangers import Strangers as NoahsArkStrangers

UNKNOWN = [
    # who wins it, what it shows, its points, whether Noa is on it: no card of our box is like one of these
    (0, ("lion", "lion", "eagle"), 4, "no-noa"),
    (1, ("snake", "snake", "monkey"), 5, "noa"),
    (0, ("giraffe", "giraffe", "no-more"), 6, "no-noa"),
    (0, ("lion", "elephant", "elephant"), 7, "noa"),
    (1, ("monkey", "monkey", "monkey"), 8, "noa"),
]


def begin_noahs_ark(device: Rehearsal, told: str, players: int = 2) -> None:
    sit_down(device, "Noah's Ark", players)
    for row in ("normal", "advanced game only", "half the cards", "shared victory", told):
        device.pick(row)


def lay_objectives(device: Rehearsal, *objectives: tuple[str, int]) -> None:
    for objective, points in objectives:
        device.answer(objective)
        device.answer(str(points))
    device.answer("seat-0")


def test_every_card_of_noahs_ark_is_unknown_and_learned_on_the_way(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        begin_noahs_ark(device, "after each race")
        lay_objectives(device, ("most-lions", 2), ("most-noa", 9), ("most-cards", 1))
        for seat, shows, points, noa in UNKNOWN:
            for answer in (f"slap-{seat}", "right", "other-card", *shows, str(points), noa):
                device.answer(answer)
        device.answer("ark")
        match = device.match
        assert match is not None
        assert match.outcome is not None
        anna, ben = 4 + 6 + 7 + 2 + 1, 5 + 8 + 9  # Anna: three lions and three cards; Ben: two cards with Noa
        assert (match.table.scores, match.outcome.winners) == ([anna, ben], (1,))
    learned = read_corrections(tmp_path, "noahs-ark")
    assert len(learned["animals"]) == len(UNKNOWN)
    assert learned["objectives"] == {"lions": 2, "noa": 9, "cards": 1}


def test_an_unknown_deck_of_noahs_ark_is_entered_on_the_box(tmp_path: Path) -> None:
    """Every card that comes is unknown, with all its powers, and the score is that of books that know the box."""
    options = {
        "mode": "advanced",
        "flice": "auto",
        "advanced": "all",
        "length": "full",
        "tie": "shared",
        "told": "after",
    }
    strangers = NoahsArkStrangers(3, 2, **options)
    answers = list(strangers.answers())
    with Rehearsal(tmp_path) as device:
        sit_down(device, "Noah's Ark")
        for row in ("advanced", "advanced game only", "all", "all cards", "shared victory", "after each race"):
            device.pick(row)
        for answer in answers:
            device.answer(answer)
        match = device.match
        assert match is not None
        assert match.answers == answers
        assert match.table.scores == strangers.known.table.scores
    assert answers.count("other-card") == len(strangers.shown) > 20
    assert read_corrections(tmp_path, "noahs-ark") == match.table.learned


def test_an_unknown_box_of_ark_and_noah_is_entered_on_the_box(tmp_path: Path) -> None:
    """Every animal that comes is unknown; its name is written, its figures are told, and the score is right."""
    strangers = ArkAndNoahStrangers(2, 2, mode="quick", edition="en", depth="counts", hull="own")
    answers = list(strangers.answers())
    with Rehearsal(tmp_path) as device:
        sit_down(device, "Ark & Noah")
        for row in ("quick", "English", "everyone's supplies", "as in your game"):
            device.pick(row)
        for answer in answers:
            if answer.startswith("said-"):
                device.look()
                device.pick("write it")
                device.host.type(answer.removeprefix("said-") + "\n")
            else:
                device.answer(answer)
        match = device.match
        assert match is not None
        assert [words.lower() for words in match.answers] == answers, "names are written with a capital"
        assert match.table.scores == strangers.known.table.scores
    species = {tile.rpartition("-")[0] for tile in answers if tile.endswith(("-m", "-f"))}
    assert strangers.told >= {words for words in species if words.startswith("beast")}
    assert len(strangers.told) > 4


def test_with_paddles_alone_the_dial_tells_the_card_and_nothing_else(device: Rehearsal) -> None:
    begin_noahs_ark(device, "after each race")
    lay_objectives(device, ("most-lions", 2), ("most-noa", 9), ("most-cards", 1))
    device.pushes = device.clicks = 0
    assert isinstance(device.view, ReadyView)
    device.answer("slap-1")
    assert isinstance(device.view, ClaimView)
    device.answer("wrong")
    assert device.match is not None
    assert device.match.answers[-2:] == ["slap-1", "wrong"], "a paddle of somebody else said so"
    device.answer("slap-0")
    device.answer("right")
    assert (device.pushes, device.clicks) == (0, 0)
    assert asked(device.match).ask == "won_card"


class TestAClaim:
    """The first player was first; what the paddles of the others mean from then on."""

    def claim(self, device: Rehearsal, after: float) -> ClaimView:
        """The first player's claim, so many seconds after their hand came down."""
        begin_noahs_ark(device, "after each race", players=3)
        lay_objectives(device, ("most-lions", 2), ("most-noa", 9), ("most-cards", 1))
        device.ready()
        device.wait_for_now()
        device.tap("paddle-0")
        device.wait(after)
        assert isinstance(device.view, ClaimView)
        return device.view

    def answers(self, device: Rehearsal) -> list[str]:
        assert device.match is not None
        return device.match.answers[-2:]

    @pytest.mark.parametrize("after", [0.9, 1.9, 3.0, 4.3])
    def test_a_slow_racer_who_slaps_once_is_not_objecting(self, device: Rehearsal, after: float) -> None:
        self.claim(device, after)
        device.tap("paddle-1")
        device.wait(4)
        assert self.answers(device) == ["slap-0", "right"]

    @pytest.mark.parametrize("after", [0.9, 1.9])
    def test_a_hand_that_rebounds_is_one_slap(self, device: Rehearsal, after: float) -> None:
        self.claim(device, after)
        for _ in range(2):
            device.board.tap("paddle-1", hold=0.04)
            device.wait(0.1)
        device.wait(4)
        assert self.answers(device) == ["slap-0", "right"]

    def test_every_racer_may_be_slow_once(self, device: Rehearsal) -> None:
        self.claim(device, 1.9)
        device.tap("paddle-1")
        device.wait(0.5)
        device.tap("paddle-2")
        device.wait(4)
        assert self.answers(device) == ["slap-0", "right"]

    @pytest.mark.parametrize("between", [0.25, 1.0, 2.6])
    def test_two_taps_of_a_paddle_object(self, device: Rehearsal, between: float) -> None:
        self.claim(device, 1.9)
        device.tap("paddle-1")
        device.wait(between)
        device.tap("paddle-1")
        device.wait(0.2)
        assert self.answers(device) == ["slap-0", "wrong"]

    def test_slow_racers_have_the_full_time_to_check_the_dice(self, device: Rehearsal) -> None:
        view = self.claim(device, 4.3)
        device.tap("paddle-1")
        device.wait(2.5)
        assert device.view is view
        device.tap("paddle-1")
        device.wait(0.2)
        assert self.answers(device) == ["slap-0", "wrong"]

    def test_nobody_objects_to_themselves(self, device: Rehearsal) -> None:
        self.claim(device, 1.9)
        for _ in range(3):
            device.tap("paddle-0")
            device.wait(0.3)
        device.wait(4)
        assert self.answers(device) == ["slap-0", "right"]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_both_screens_and_phones_say_how_to_object(self, device: Rehearsal, language: str) -> None:
        view = self.claim(device, 1.2)
        device.context.app.settings.change("language", language)
        say = device.context.say
        race = describe_race(device.app, None, None, language)
        assert race is not None
        assert say("Check the dice!") in race["lines"], "while hands are still on their way"
        assert view.lamps() == {}
        device.wait(0.6)
        line = say("Wrong? Tap twice ({n:.0f} s)", n=OBJECTING)
        assert is_on_both_screens(view, line)
        race = describe_race(device.app, None, None, language)
        assert race is not None
        assert say("Wrong? Say so here, or tap your paddle twice ({n:.0f} s)", n=OBJECTING) in race["lines"]
        device.tap("paddle-1")
        device.wait(0.1)
        line = say("{who}: tap again if it's wrong", who="■")
        assert is_on_both_screens(view, line)
        assert view.lamps() == {1: "fast", 2: "slow"}


def is_on_both_screens(view: ClaimView, text: str) -> bool:
    left, right = WatchedPencil(), WatchedPencil()
    view.draw(left)
    view.second_screen(right)
    return all("".join(text.split()) in pencil.letters for pencil in (left, right))


def test_alternatives_to_a_race_are_a_push_away(device: Rehearsal) -> None:
    begin_noahs_ark(device, "only at the end")
    lay_objectives(device, ("most-lions", 2), ("most-noa", 9), ("most-cards", 1))
    for seat in (0, 1):
        device.answer(f"slap-{seat}")
        device.answer("right")
    device.push()
    device.back()
    assert isinstance(device.view, ReadyView), "back leads to the race again"
    device.answer("ark")
    for answer in ("3", "2", "seat-0", "nobody", "slap-1", "right"):  # they won a card each: tied
        device.answer(answer)
    match = device.match
    assert match is not None
    assert match.outcome is not None
    assert match.table.scores == [2 + 2, 3 + 1], "the second player turned up the Ark, so they told their points first"


def test_a_whole_match_of_noah_with_people_who_hold_the_cards(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    people = seat_people(match.game, match.table, Random(4))
    assert people is not None
    tears: dict[tuple[int, str], int] = {}
    while (question := match.question) is not None:
        answer = people.answer(question, match.table)
        if question.ask == "tears":
            tears[question.seat, f"round-{match.table.round}"] = answer  # type: ignore[attr-defined]
        device.answer(str(answer))
    assert match.outcome is not None
    shed = {(entry.seat, entry.reason): entry.points for entry in match.table.ledger.entries}
    assert tears
    assert all(shed.get(one, 0) == number for one, number in tears.items())
    assert sum(shed.values()) == sum(match.table.scores)
    assert len(match.answers) <= 1.9 * people.played(match.table)
