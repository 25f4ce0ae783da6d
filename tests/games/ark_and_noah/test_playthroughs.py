"""Whole matches of Ark & Noah as text: a reviewer sees in the difference how the rules changed."""

import re
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from companion.games.ark_and_noah import GAME
from tests.games.ark_and_noah.stage import NAMES
from tests.laws import compare_with_golden, playthrough

FOLDER = Path(__file__).parent / "playthroughs"
MODES = ("normal", "quick")
SHOWN = 12
"""Longer lists of choices are cut: the first ones, their number and a fingerprint of all."""


def shortened(text: str) -> str:
    """The playthrough with long lists of choices cut."""
    return "\n".join(map(_shortened_line, text.split("\n")))


def _shortened_line(line: str) -> str:
    match = re.match(r"(\d+\. .*?: )(.*)( -> \S+)$", line)
    choices = match[2].split() if match else []
    if match is None or len(choices) <= SHOWN:
        return line
    mark = sha256(match[2].encode()).hexdigest()[:8]
    return f"{match[1]}{' '.join(choices[:3])} … {len(choices)} choices #{mark}{match[3]}"


@pytest.mark.golden
@pytest.mark.parametrize(("players", "mode", "edition"), list(product(GAME.players, MODES, ("en", "fr"))))
def test_golden_playthroughs_on_the_board(players: int, mode: str, edition: str, regenerate: bool) -> None:
    text = playthrough(GAME, GAME.set_up(NAMES[:players], {"mode": mode, "edition": edition}, 7), 7)
    compare_with_golden(shortened(text), FOLDER / f"board-{players}-{mode}-{edition}.txt", regenerate)


@pytest.mark.golden
@pytest.mark.parametrize(("players", "mode", "depth"), list(product(GAME.players, MODES, ("counts", "score"))))
def test_golden_playthroughs_of_a_real_table(players: int, mode: str, depth: str, regenerate: bool) -> None:
    text = playthrough(GAME, GAME.set_up(NAMES[:players], {"mode": mode, "depth": depth}, 7, "table"), 7)
    compare_with_golden(shortened(text), FOLDER / f"{depth}-{players}-{mode}.txt", regenerate)
