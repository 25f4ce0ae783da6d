"""The law of odds: an imagined end of a match doesn't depend on the hidden cards of the real one."""

from random import Random

from companion.core.bots import make_random_bot
from companion.core.errors import NoOdds
from companion.core.game import Game, Setup
from companion.core.imagined_world import without_unknown_pieces
from companion.core.match import Match
from companion.core.match_worlds import imagine_match
from companion.core.playing import finish_play

WORLDS = 12
"""Worlds that are played to their end. If all end alike, chance has no part in them."""


def check_odds_do_not_peek(game: Game, setup: Setup) -> None:
    """Check that imagined worlds end in several ways if the cards decide how a match ends.

    Odds and thinking bots play on in such worlds. If a pile stays as it was shuffled, they know every card to come.
    """
    ends_by_seed = {_finish_match(game, setup, seed) for seed in range(WORLDS)}
    if len(ends_by_seed) == 1:
        return  # nothing is left to chance
    try:
        worlds = imagine_match(Match(game, setup))
    except NoOdds:
        return
    ends: set[str] = set()
    for number in range(WORLDS):
        world = worlds.draw_world(Random(number))
        bot = without_unknown_pieces(make_random_bot(Random(1)))
        answer = None if world.question is None else bot(world.question, world.table)
        finish_play(world.play, answer, world.table, [bot] * (len(setup.seats) + 1))
        ends.add(repr(world.table.facts()))
    assert len(ends) > 1, (
        f"{game.id}: {WORLDS} imagined matches end alike, although the cards decide: Table.imagine must shuffle again "
        "what nobody has seen"
    )


def _finish_match(game: Game, setup: Setup, seed: int) -> str:
    """Return how a match of this seed ends if a bot answers that is the same for all seeds."""
    other = Setup(setup.game, setup.seats, setup.options, seed, setup.deal, setup.corrections)
    match, bot = Match(game, other), make_random_bot(Random(1))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    return repr(match.facts)
