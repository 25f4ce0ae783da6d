"""A whole match of Ark from a script, with real cards: the incline on the wire of the lights, the ship on the glass."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from companion.core.data_folder import read_corrections
from companion.core.game import Outcome
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.games.ark.pieces import Cargo
from companion.games.ark.table import PORT, STARBOARD
from tests.device.scripts import played
from tests.games.ark.strangers import Strangers

SamePicture = Callable[[Image.Image, str], None]
Pixels = list[tuple[int, int, int]]

DARK = (0, 0, 0)
UPRIGHT, LEANING, AT_THE_LIMIT = (0, 64, 24), (88, 52, 0), (102, 0, 0)
"""What comes over the wire at medium brightness."""
COLOURS = {-2: AT_THE_LIMIT, -1: LEANING, 0: UPRIGHT, 1: LEANING, 2: AT_THE_LIMIT}
NAMES = {-2: "two-to-port", -1: "one-to-port", 0: "upright", 1: "one-to-starboard", 2: "two-to-starboard"}
PORT_END, STARBOARD_END = {0, 1, 2}, {12, 13, 14}
A_BLINK = (0.05,) * 10
"""Half a second in small steps: a fast light is once on and once off."""
A_BLINK_LATER = (0.25, 0.05)
"""Two looks are enough where no light should blink: a fast one would be different."""


class Moment(NamedTuple):
    """What lay on the table after a line of the script, and what the lights showed for half a second."""

    line: str
    ask: str
    lean: int
    tips: set[int]
    shown: list[Pixels]
    picture: Image.Image

    @property
    def zone(self) -> set[int]:
        """The three lights that stand for the incline."""
        return set(range(3 * (self.lean + 2), 3 * (self.lean + 2) + 3))

    @property
    def warned(self) -> set[int]:
        """The ends at which a light has been both on and off."""
        return {place for place in range(15) if len({pixels[place] for pixels in self.shown}) > 1}

    @property
    def lit(self) -> set[int]:
        """The lights that have been on."""
        return {place for place in range(15) if any(pixels[place] != DARK for pixels in self.shown)}


class Evening(NamedTuple):
    """The match as it was seen, and how much the hands had to do."""

    moments: list[Moment]
    outcome: Outcome
    scores: list[int]
    hands: Rehearsal

    @property
    def played(self) -> list[Moment]:
        """All of it before the end, which has lights of its own."""
        return [moment for moment in self.moments if moment.ask]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The script, played once."""
    folder = tmp_path_factory.mktemp("ark")
    with Rehearsal(folder) as hands:
        moments = list(watched(hands, folder / "frames"))
        match = hands.match
        assert match is not None
        assert match.outcome is not None
        return Evening(moments, match.outcome, match.table.scores, hands)


def watched(hands: Rehearsal, frames: Path) -> Iterator[Moment]:
    """Every moment of the script at which a match lies on the table."""
    for line in played("ark.txt", hands, frames):
        match = hands.match
        if match is not None:
            question = match.question
            ask = question.ask if question is not None else ""
            card = question.about if question is not None and ask == "where" else None
            pictures = []
            for seconds in A_BLINK if card else A_BLINK_LATER:
                pictures.append(list(hands.board.pixels()))
                hands.wait(seconds)
            yield Moment(line, ask, lean(match.table), would_tip(match.table, card), pictures, hands.picture())


def lean(table: Any) -> int:
    """Starboard's weight less port's, summed up card by card."""
    weights: list[int] = [sum(card.weight for cabin in side for card in cabin.cards) for side in table.sides]
    return weights[STARBOARD] - weights[PORT]


def would_tip(table: Any, card: Cargo | None) -> set[int]:
    """The lights at the ends where this card would be too heavy."""
    ends: set[int] = set()
    if card is not None:
        ends |= PORT_END if lean(table) - card.weight < -2 else set()
        ends |= STARBOARD_END if lean(table) + card.weight > 2 else set()
    return ends


def test_the_match_is_played_to_its_end(evening: Evening) -> None:
    assert evening.scores == [28, 34, 41]
    assert evening.outcome.winners == (2,)


@pytest.mark.parametrize("incline", [-2, -1, 0, 1, 2])
def test_the_lights_show_every_incline_whenever_the_ark_leans_so(evening: Evening, incline: int) -> None:
    moments = [moment for moment in evening.played if moment.lean == incline and not moment.tips]
    assert moments
    for moment in moments:
        assert moment.lit == moment.zone, moment.line
        assert {pixels[place] for pixels in moment.shown for place in moment.zone} == {COLOURS[incline]}, moment.line
    table_tells = [moment for moment in evening.moments if moment.line == f"frame {NAMES[incline]}"]
    assert [moment.lean for moment in table_tells] == [incline]


def test_the_lights_follow_each_placement_at_once(evening: Evening) -> None:
    leans = [moment.lean for moment in evening.moments]
    changes = sum(before != after for before, after in pairwise(leans))
    assert changes >= 30
    assert all(moment.zone <= moment.lit for moment in evening.played)


@pytest.mark.parametrize("end", [PORT_END, STARBOARD_END])
def test_the_end_blinks_where_the_card_in_hand_would_tip_the_ark(evening: Evening, end: set[int]) -> None:
    moments = [moment for moment in evening.moments if end <= moment.tips]
    assert moments
    for moment in moments:
        assert {pixels[place] for pixels in moment.shown for place in end} == {AT_THE_LIMIT, DARK}, moment.line


def test_nothing_blinks_without_need(evening: Evening) -> None:
    for moment in evening.played:
        assert moment.warned == moment.tips, moment.line
        assert moment.lit == moment.zone | moment.tips, moment.line


def test_few_inputs_are_needed_for_a_turn(evening: Evening) -> None:
    turns = sum(moment.ask == "turn" and moment.line.startswith("answer") for moment in evening.moments)
    hands = evening.hands
    print(f"\nArk: {turns} turns, {hands.pushes / turns:.1f} pushes and {hands.clicks / turns:.1f} clicks a turn")
    assert turns >= 30
    assert hands.taps == 0
    assert hands.pushes <= 6 * turns


@pytest.mark.golden
def test_the_dome_tells_why_not_for_each_thing_that_is_missing(tmp_path: Path, same_picture: SamePicture) -> None:
    with Rehearsal(tmp_path) as device:
        for label in (
            "New match",
            "Ark",
            "Player 1",
            "Player 2",
            "Player 3",
            "3 players: go",
            "Our own cards and pieces",
            "may be played",
        ):
            device.pick(label)
        for card in ("seat-1", "antelope", "grain", "pig", "tiger", "fox", "toad", "rhinoceros"):
            device.answer(card)
        for choice in ("chimpanzee", "port-1", "ostrich"):
            device.answer(choice)
        question_view = device.view
        device.tap("dome")
        same_picture(device.picture(), "ark-why-not")
        device.pick("port 1")
        assert isinstance(device.view, ReadingView)
        assert " ".join(device.view.lines) == (
            "1 too heavy: the ark would tip over the ostrich is afraid of the tiger in port 2 "
            "your first card of this turn is there"
        )
        device.push()
        device.pick("Rules and cards")
        assert isinstance(device.view, ReadingView)
        assert "Incline: 1 to port." in device.view.lines
        device.back()
        device.back()
        assert isinstance(device.view, PickView)
        assert isinstance(question_view, PickView)
        assert device.view.title == question_view.title


@pytest.mark.golden
@pytest.mark.parametrize("frame", ["would-tip", "two-to-starboard", "over", "reasons"])
def test_the_ark_looks_like_this(evening: Evening, same_picture: SamePicture, frame: str) -> None:
    (moment,) = [moment for moment in evening.moments if moment.line == f"frame {frame}"]
    same_picture(moment.picture, f"ark-{frame}")


def test_a_box_of_which_every_card_is_unknown_is_learned_on_the_way_to_the_right_score(tmp_path: Path) -> None:
    strangers = Strangers(4)
    answers = list(strangers.answers())
    with Rehearsal(tmp_path) as hands:
        for _ in played("ark-unknown.txt", hands, tmp_path / "frames"):
            pass
        match = hands.match
        assert match is not None
        assert match.answers == answers
        assert match.table.scores == strangers.people.deal.scores
    corrections = read_corrections(tmp_path, "ark")
    assert corrections == match.table.learned, "and the next match knows them all"
    assert len(corrections["animals"]) >= 30
