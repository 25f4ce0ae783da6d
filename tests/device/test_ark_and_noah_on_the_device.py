"""A whole match of Ark & Noah from a script, told in numbers with the dial alone, down to the wires."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from companion.device.rehearsal import Rehearsal
from companion.device.views.reading import ReadingView
from tests.device.scripts import played

SamePicture = Callable[[Image.Image, str], None]
Pixels = list[tuple[int, int, int]]

DARK = (0, 0, 0)
BONUS = {0: DARK, 1: (0, 36, 0), 2: (48, 60, 0), 3: (88, 44, 0), 4: (102, 0, 24)}
"""What comes over the wire at medium brightness, by the value of the tile."""
FLASHES = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3}
"""How often a tile lights up anew in a second and a half; +1 shines all the time."""
ACTIONS = 7
AFTER_THE_ROUNDS = ("hull_closed", "last_food", "last_pairs", "outer_majority", "left_figures")
LOOKS, EVERY = 30, 0.05
MOST_INPUTS_A_ROUND = 17
MOST_CLICKS_A_ROUND = 23
INPUTS_A_ROUND_ON_AVERAGE = 11.3
"""Whoever loaded food before a pair is asked once more, because food may follow the pair as well."""


class Moment(NamedTuple):
    """What lay on the table after a line of the script, what was seen, and what the hands had done by then."""

    line: str
    ask: str
    round: int
    bonus: list[int]
    scores: list[int]
    shown: list[Pixels]
    picture: Image.Image
    read: list[str]
    pushes: int
    clicks: int


class Evening(NamedTuple):
    """The match as it was seen."""

    moments: list[Moment]
    hands: Rehearsal

    def frame(self, name: str) -> Moment:
        """The moment of that name in the script."""
        (moment,) = [moment for moment in self.moments if moment.line == f"frame {name}"]
        return moment


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The script, played once."""
    folder = tmp_path_factory.mktemp("ark-and-noah")
    with Rehearsal(folder) as hands:
        moments = list(watched(hands, folder / "frames"))
        assert hands.match is not None
        assert hands.match.outcome is not None
        return Evening(moments, hands)


def watched(hands: Rehearsal, frames: Path) -> Iterator[Moment]:
    """Every moment of the script at which a match lies on the table."""
    for line in played("ark-and-noah.txt", hands, frames):
        match = hands.match
        if match is not None:
            ask = match.question.ask if match.question is not None else ""
            table: Any = match.table
            view = hands.view
            yield Moment(
                line=line,
                ask=ask,
                round=table.round,
                bonus=list(table.bonus),
                scores=list(table.scores),
                shown=looks(hands, LOOKS if ask == "choose" else 1),
                picture=hands.picture(),
                read=view.lines if isinstance(view, ReadingView) else [],
                pushes=hands.pushes,
                clicks=hands.clicks,
            )


def looks(hands: Rehearsal, number: int) -> list[Pixels]:
    """The lights again and again."""
    pictures = []
    for _ in range(number):
        pictures.append(list(hands.board.pixels()))
        hands.wait(EVERY)
    return pictures


def flashes(colours: list[tuple[int, int, int]]) -> int:
    """How often a light comes on; the looks go round in a circle."""
    return sum(before == DARK != after for before, after in pairwise([colours[-1], *colours]))


def test_the_match_is_played_to_its_end_with_the_dial_alone(evening: Evening) -> None:
    assert evening.moments[-1].scores == [52, 57, 47]
    assert evening.moments[-1].round == 10
    assert evening.hands.taps == 0


def test_a_round_takes_few_inputs(evening: Evening) -> None:
    pushes, clicks = [], []
    for number in range(1, 11):
        of_round = [
            (before, after)
            for before, after in pairwise(evening.moments)
            if before.round == number and before.ask and before.ask not in AFTER_THE_ROUNDS
        ]
        pushes.append(of_round[-1][1].pushes - of_round[0][0].pushes)
        clicks.append(of_round[-1][1].clicks - of_round[0][0].clicks)
    assert max(pushes) <= MOST_INPUTS_A_ROUND
    assert max(clicks) <= MOST_CLICKS_A_ROUND
    assert sum(pushes) / 10 <= INPUTS_A_ROUND_ON_AVERAGE


def test_every_bonus_tile_shines_in_its_colour_above_its_action(evening: Evening) -> None:
    values = set()
    for moment in evening.moments:
        for action, value in enumerate(moment.bonus if moment.ask else ()):
            colours = {pixels[2 * action] for pixels in moment.shown}
            assert colours <= {BONUS[value], DARK}, moment.line
            if len(moment.shown) == LOOKS:
                assert BONUS[value] in colours, moment.line
                values.add(value)
    assert values == {0, 1, 2, 3, 4}


def test_bonus_tiles_differ_in_rhythm_too(evening: Evening) -> None:
    for moment in evening.moments:
        if len(moment.shown) == LOOKS:
            for action, value in enumerate(moment.bonus):
                counted = flashes([pixels[2 * action] for pixels in moment.shown])
                assert counted == FLASHES[value], f"{moment.line}: +{value}"


def test_the_reasons_of_everyone_add_up_to_their_points(evening: Evening) -> None:
    for seat in range(3):
        moment = evening.frame(f"reasons-{seat + 1}")
        points = [int(line.split()[0]) for line in moment.read if re.match(r"-?\d+  ", line)]
        assert sum(points) == moment.scores[seat]


def test_the_final_scoring_shows_its_reasons(evening: Evening) -> None:
    lines = [" ".join(evening.frame(f"reasons-{seat}").read) for seat in (1, 2, 3)]
    assert "-4 food left over: 4 -4 left behind: hippopotamus ♀" in lines[0].replace("  ", " ")
    assert "most boards on the outer edges" not in lines[0]
    assert all("5 most boards on the outer edges" in line.replace("  ", " ") for line in lines[1:])


@pytest.mark.golden
@pytest.mark.parametrize(
    "frame", ["build", "all-bonus-tiles", "load", "corral", "unfolding-first", "unfolding", "over", "last-reasons-1"]
)
def test_the_action_board_looks_like_this(evening: Evening, same_picture: SamePicture, frame: str) -> None:
    same_picture(evening.frame(frame).picture, f"ark-and-noah-{frame}")
