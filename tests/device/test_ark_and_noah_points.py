"""A whole match of Ark & Noah from a script, of which only points are told, with a box whose points we guessed wrong."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from companion.core.data_folder import read_corrections
from companion.device.rehearsal import Rehearsal
from companion.games.ark_and_noah import GAME
from tests.device.scripts import played

SamePicture = Callable[[Image.Image, str], None]

MOST_ANSWERS_A_ROUND = 9
FRAMES = (
    *("built-else", "loaded-else", "loads", "corral-own", "corral-rest", "another-points", "corral-walls"),
    *("loaded-rest", "hull-led", "left-over"),
)


class Evening(NamedTuple):
    """What was seen of the match, and what was told in each round."""

    pictures: dict[str, Image.Image]
    told: Counter[int]
    table: Any
    taps: int
    kept: dict[str, Any]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The script, played once."""
    folder: Path = tmp_path_factory.mktemp("points")
    pictures: dict[str, Image.Image] = {}
    told: Counter[int] = Counter()
    with Rehearsal(folder) as hands:
        round_before = 0
        for line in played("ark-and-noah-score.txt", hands, folder / "frames"):
            if line.startswith("frame "):
                pictures[line.removeprefix("frame ")] = hands.picture()
            if line.startswith("answer "):
                told[round_before] += 1
            if hands.match is not None:
                table: Any = hands.match.table
                round_before = table.round
        assert hands.match is not None
        assert hands.match.outcome is not None
        return Evening(
            pictures, told, hands.match.table, hands.taps, read_corrections(hands.context.app.folder, GAME.id)
        )


def test_the_scores_are_those_of_the_real_ark(evening: Evening) -> None:
    assert evening.table.scores == [67, 60, 61, 52]
    assert evening.table.round == 10
    assert evening.taps == 0, "with the dial alone"


def test_set_up_and_rounds_take_few_answers_even_while_points_are_learned(evening: Evening) -> None:
    assert evening.told[0] == 1
    assert sum(evening.told[number] for number in range(1, 11)) / 10 <= MOST_ANSWERS_A_ROUND + 1


def test_every_size_had_other_points_than_we_thought_and_the_box_knows_them_now(evening: Evening) -> None:
    assert evening.kept == {"points": {"size_1": 3, "size_2": 5, "size_3": 7, "size_4": 9}}


@pytest.mark.golden
@pytest.mark.parametrize("frame", FRAMES)
def test_the_questions_look_like_this(evening: Evening, same_picture: SamePicture, frame: str) -> None:
    same_picture(evening.pictures[frame], f"ark-and-noah-points-{frame}")
