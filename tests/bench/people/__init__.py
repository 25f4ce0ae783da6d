"""Truthful people for each game of the box, who answer whatever a real table is asked."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.game import Game
from tests.bench.people.ark import ArkPeople
from tests.bench.people.ark_and_noah import people_at
from tests.bench.people.base import People
from tests.bench.people.noah import NoahPeople
from tests.bench.people.noahs_ark import NoahsArkPeople

PEOPLE: dict[str, Callable[[Any, Random], People]] = {
    "ark": ArkPeople,
    "ark-and-noah": people_at,
    "noah": NoahPeople,
    "noahs-ark": NoahsArkPeople,
}
"""Who plays each game, by its id; each is made for a fresh real table."""


def seat_people(game: Game, table: Any, rng: Random) -> Any:
    """Return truthful people for this fresh real table."""
    return PEOPLE[game.id](table, rng)
