"""Start a match of any game and lead it to a question."""

from collections.abc import Sequence
from typing import Any

from companion.core.match import Match
from companion.games.any_game import GAME

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")


def start(kind: str, players: int = 2, *answers: str, corrections: dict[str, Any] | None = None) -> Match:
    """Start an unnamed game of this kind, answer, and return the match."""
    setup = GAME.set_up(NAMES[:players], seed=1, deal="table", corrections=corrections)
    return answer(Match(GAME, setup, ["unnamed", kind]), answers)


def start_own(template: dict[str, Any], players: int = 2, *answers: str) -> Match:
    """Start a game with a kind of scoring of one's own."""
    return start("mine", players, *answers, corrections={"templates": {"mine": template}})


def answer(match: Match, answers: Sequence[str]) -> Match:
    """Give these answers one after the other."""
    for answer in answers:
        match.answer(answer)
    return match
