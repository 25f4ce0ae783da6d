"""Bots by name, and the one that answers for the table."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.cards import make_random_bot
from companion.core.errors import N_, UnknownBot
from companion.core.game import Bot, Game
from companion.core.montecarlo import HardBot, MonteCarlo, ThinkingBudget
from companion.core.question import MakeBot, Question, Race, SlapChoice

__all__ = [
    "PROGRAM_PREFIX", "find_bot", "find_bot_for_people", "is_thinking", "list_bots", "make_random_bot",
    "make_table_bot", "needs_hands",
]  # fmt: skip

PROGRAM_PREFIX = "exec:"
"""Prefix of the name of a bot that is another program; the rest is the command that starts it."""

THINKING_BOTS: dict[str, type[MonteCarlo]] = {"montecarlo": MonteCarlo, "hard": HardBot}
"""Bots that think ahead, which takes them much longer than others."""

HARD_GAMES = 160
"""Imagined games for one answer of the level Hard, unless another number or a time is asked for."""

EASY_MISTAKES = 0.4
"""Share of random choices of the level Easy."""

SECONDS_AMONG_PEOPLE = 1.0
"""Longest thinking time for one answer while people wait, on any machine."""


def make_table_bot(game: Game, rng: Random) -> Bot:
    """Return a bot that answers for the table: cards and dice at random, races by simulated reaction times."""
    by_lot = make_random_bot(rng)

    def answer(question: Question, table: Any) -> Any:
        if not isinstance(question, Race):
            return by_lot(question, table)
        after = {seat: game.draw_slap_delay(question, table, rng) for seat in question.seats}
        first = min(after, key=lambda seat: after[seat])
        return next(hand for hand in question.choices if isinstance(hand, SlapChoice) and hand.seat == first)

    return answer


def needs_hands(game: Game) -> bool:
    """Whether simulated races need reaction times: the game defines them and has no other way to simulate races."""
    return type(game).draw_slap_delay is not Game.draw_slap_delay and not game.simulated


def list_bots(game: Game) -> Mapping[str, MakeBot]:
    """Return the bots that can play this game, by name; the last is the best that answers quickly."""
    thinking = {name: _make_thinking_bot(game, name) for name in THINKING_BOTS}
    return {"random": make_random_bot, **thinking, "easy": _make_easy_bot(game), **game.bots()}


def is_thinking(name: str) -> bool:
    """Whether a bot of this name thinks ahead."""
    return name.partition(":")[0] in THINKING_BOTS


def _make_thinking_bot(game: Game, name: str) -> MakeBot:
    """Return the maker of a thinking bot; after a colon, a number of games (`200`) or a time (`50ms`)."""
    kind, _, effort = name.partition(":")
    budget = ThinkingBudget.parse(effort)
    if kind == "hard" and not effort:
        budget = ThinkingBudget(HARD_GAMES)
    return lambda rng: THINKING_BOTS[kind](game, rng, budget)


def _make_easy_bot(game: Game) -> MakeBot:
    """Return the maker of the bot of the level Easy: the game's own bot with many random choices."""

    def make(rng: Random) -> Bot:
        own, by_lot = game.choose_best_bot()(rng), make_random_bot(rng)

        def choose(question: Question, table: Any) -> Any:
            bot = by_lot if rng.random() < EASY_MISTAKES else own
            return bot(question, table)

        return choose

    return make


def find_bot(game: Game, name: str, *, allow_programs: bool = False) -> MakeBot:
    """Return the maker of this bot; an unknown name is refused with the known ones.

    `exec:node bot.js` starts another program. Names also come from imported files, restored journals and engine lines,
    so only callers whose names were typed on this computer's own command line (simulations, tournaments) allow that.
    """
    if allow_programs and name.startswith(PROGRAM_PREFIX):
        from companion.core.external import ExternalBot  # noqa: PLC0415 - few matches have one

        return lambda rng: ExternalBot(game, name[len(PROGRAM_PREFIX) :])
    if is_thinking(name):
        return _make_thinking_bot(game, name)
    known = list_bots(game)
    if name not in known:
        raise UnknownBot(
            N_("{game} has no bot {name!r}; known: {known}"), game=game.title, name=name[:60], known=", ".join(known)
        )
    return known[name]


def find_bot_for_people(game: Game, name: str) -> MakeBot:
    """Return the maker of this bot for a match with people: its thinking time is limited."""
    make = find_bot(game, name)

    def make_limited(rng: Random) -> Bot:
        bot = make(rng)
        if isinstance(bot, MonteCarlo):
            bot.budget = bot.budget.limit_seconds(SECONDS_AMONG_PEOPLE)
        return bot

    return make_limited
