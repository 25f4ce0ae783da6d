"""Bots by name, and the one that answers for the table."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.cards import random_bot
from companion.core.errors import N_, UnknownBot
from companion.core.game import Bot, Game
from companion.core.montecarlo import Budget, MonteCarlo
from companion.core.question import MakeBot, Question, Race, Slap

__all__ = [
    "EXTERNAL", "THINKING", "bot_among_people", "bot_named", "bots_of", "chance_of", "races_by_hand", "random_bot",
]  # fmt: skip

EXTERNAL = "exec:"
"""Prefix of the name of a bot that is another program; the rest is the command that starts it."""

THINKING = "montecarlo"

SECONDS_AMONG_PEOPLE = 1.0
"""Longest thinking time for one answer while people wait, on any machine."""


def chance_of(game: Game, rng: Random) -> Bot:
    """Return a bot that answers for the table: cards and dice at random, races by simulated reaction times."""
    by_lot = random_bot(rng)

    def answer(question: Question, table: Any) -> Any:
        if not isinstance(question, Race):
            return by_lot(question, table)
        after = {seat: game.slap_after(question, table, rng) for seat in question.seats}
        first = min(after, key=lambda seat: after[seat])
        return next(hand for hand in question.choices if isinstance(hand, Slap) and hand.seat == first)

    return answer


def races_by_hand(game: Game) -> bool:
    """Whether simulated races need reaction times: the game defines them and has no other way to simulate races."""
    return type(game).slap_after is not Game.slap_after and not game.simulated


def bots_of(game: Game) -> Mapping[str, MakeBot]:
    """Return the bots that can play this game, by name; the last is the best that answers quickly."""
    return {"random": random_bot, THINKING: _make_thinking_bot(game, ""), **game.bots()}


def _make_thinking_bot(game: Game, effort: str) -> MakeBot:
    """Return the maker of a Monte Carlo bot; `effort` is a number of games (`200`) or a time (`50ms`)."""
    budget = Budget.read(effort)
    return lambda rng: MonteCarlo(game, rng, budget)


def bot_named(game: Game, name: str, *, allow_programs: bool = False) -> MakeBot:
    """Return the maker of this bot; an unknown name is refused with the known ones.

    `exec:node bot.js` starts another program. Names also come from imported files, restored journals and engine lines,
    so only callers whose names were typed on this computer's own command line (simulations, tournaments) allow that.
    """
    if allow_programs and name.startswith(EXTERNAL):
        from companion.core.external import ExternalBot  # noqa: PLC0415 - few matches have one

        return lambda rng: ExternalBot(game, name[len(EXTERNAL) :])
    if name.startswith(f"{THINKING}:"):
        return _make_thinking_bot(game, name.partition(":")[2])
    known = bots_of(game)
    if name not in known:
        raise UnknownBot(
            N_("{game} has no bot {name!r}; known: {known}"), game=game.title, name=name[:60], known=", ".join(known)
        )
    return known[name]


def bot_among_people(game: Game, name: str) -> MakeBot:
    """Return the maker of this bot for a match with people: its thinking time is limited."""
    make = bot_named(game, name)

    def make_limited(rng: Random) -> Bot:
        bot = make(rng)
        if isinstance(bot, MonteCarlo):
            bot.budget = bot.budget.limit_seconds(SECONDS_AMONG_PEOPLE)
        return bot

    return make_limited
