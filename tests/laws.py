"""The laws by the name that our own tests know, and set-ups for them; the laws are installed with the program."""

from collections.abc import Sequence
from random import Random

from companion.core.game import DEALS, Game, Setup
from companion.testing.laws import *  # noqa: F403
from companion.testing.laws import NAMES


def set_up_by_seed(game: Game, seed: int, deals: Sequence[str] = DEALS) -> Setup:
    """Set up a match with options, players and deal drawn from the seed."""
    rng = Random(seed)
    deal = rng.choice(deals)
    options = {option.name: rng.choice(option.list_values(deal)) for option in game.options}
    return game.set_up(NAMES[: rng.choice(game.players)], options, seed, deal)
