"""A bot for Noah that likes heavy animals, measured against one that plays anything."""

from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Bot
from companion.core.match import Match
from companion.core.question import Question
from companion.core.registry import find_game


def make_heavy(rng: Random) -> Bot:
    """Make a bot; everything random in it comes from `rng`, so that a seed repeats the game."""

    def choose(question: Question, table: Any) -> Any:
        animals = [choice for choice in question.choices if hasattr(choice, "weight")]
        return max(animals, key=lambda animal: animal.weight) if animals else rng.choice(question.choices)

    return choose


def play(seed: int) -> float:
    """Play one match and return the heavy bot's share of the victory."""
    game, rng = find_game("noah"), Random(seed)
    match = Match(game, game.set_up(["Heavy", "Random"], seed=seed))
    bots = [make_heavy(rng), make_random_bot(rng)]
    while match.question is not None:
        match.answer(bots[match.question.seat](match.question, match.table))
    assert match.outcome is not None
    return match.outcome.get_share(0)


if __name__ == "__main__":
    games = 200
    print(f"heavy wins {sum(map(play, range(games))) / games:.0%} of {games} games")
