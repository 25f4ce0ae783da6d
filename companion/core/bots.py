"""Bots for every game, and how a match of bots is played to its end."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from math import floor
from random import Random
from typing import Any, Final

from companion.core.checks import rules_of
from companion.core.errors import N_, UnknownBot
from companion.core.game import Bot, Game, History, Outcome, Setup, Table
from companion.core.question import Play, Question, Race, Slap

EXTERNAL = "exec:"
"""What a bot is called that is another program; the rest of its name is the command that starts it."""

THINKING = "montecarlo"

ENDLESS: Final = 1 << 60
"""More questions than any match has; a compiled loop counts up to a number without making objects of it."""

Watch = Callable[[Question, Any], None]


def random_bot(rng: Random) -> Bot:
    """A bot that takes any choice."""
    random = rng.random

    def choose(question: Question, table: Any) -> Any:
        choices = question.choices
        return choices[floor(random() * len(choices))]

    return choose


def chance_of(game: Game, rng: Random) -> Bot:
    """What answers for the table: cards and dice by lot, and a race by whose hand is down first."""
    by_lot = random_bot(rng)

    def answer(question: Question, table: Any) -> Any:
        if not isinstance(question, Race):
            return by_lot(question, table)
        after = {seat: game.slap_after(question, table, rng) for seat in question.seats}
        first = min(after, key=lambda seat: after[seat])
        return next(hand for hand in question.choices if isinstance(hand, Slap) and hand.seat == first)

    return answer


def races_by_hand(game: Game) -> bool:
    """Whether simulated races need hands: a game that says how quick they are, and has no other way for simulations."""
    return type(game).slap_after is not Game.slap_after and not game.simulated


def bots_of(game: Game) -> Mapping[str, Callable[[Random], Bot]]:
    """All bots that can play this game, by name; the last one knows it best without thinking long."""
    return {"random": random_bot, THINKING: montecarlo(game, ""), **game.bots()}


def montecarlo(game: Game, effort: str) -> Callable[[Random], Bot]:
    """A bot that imagines how the match could end; `effort` is how often, or for how long: `200`, `50ms`."""
    from companion.core.montecarlo import Budget, MonteCarlo  # noqa: PLC0415 - it needs this module

    budget = Budget.read(effort)
    return lambda rng: MonteCarlo(game, rng, budget)


def bot_named(game: Game, name: str, *, allow_programs: bool = False) -> Callable[[Random], Bot]:
    """Return the maker of this bot; an unknown name is refused with the known ones.

    `exec:node bot.js` starts another program. Names also come from imported files, restored journals and engine lines,
    so only callers whose names were typed on this computer's own command line (simulations, tournaments) allow that.
    """
    if allow_programs and name.startswith(EXTERNAL):
        from companion.core.external import ExternalBot  # noqa: PLC0415 - few matches have one

        return lambda rng: ExternalBot(game, name[len(EXTERNAL) :])
    if name.startswith(f"{THINKING}:"):
        return montecarlo(game, name.partition(":")[2])
    known = bots_of(game)
    if name not in known:
        raise UnknownBot(
            N_("{game} has no bot {name!r}; known: {known}"), game=game.title, name=name[:60], known=", ".join(known)
        )
    return known[name]


def play_out(game: Game, table: Table, bots: Sequence[Bot], chance: Bot) -> tuple[Outcome, int]:
    """Play a fresh table to its end; returns the outcome and how many questions it took.

    `bots` answer for their seats, `chance` for the table.
    """
    return finish(rules_of(game, table), None, table, [*bots, chance])  # the table is seat -1, so it is the last


def finish(play: Play[Outcome], answer: Any, table: Table, everyone: Sequence[Bot]) -> tuple[Outcome, int]:
    """Give this answer, None to rules that have not begun, and play on to the end; also how many questions it took.

    The loop does nothing else: it is the innermost loop of every simulation.
    """
    send = play.send
    asked = 0
    try:
        question = send(answer)
        for asked in count(1):
            question = send(everyone[question.seat](question, table))
    except StopIteration as end:
        outcome: Outcome = end.value
    return outcome, asked


def play_recorded(
    game: Game, setup: Setup, table: Table, everyone: Sequence[Bot], watch: Watch | None = None
) -> tuple[Outcome, int]:
    """`play_out` for bots that think ahead: every choice is kept, so that they can play up to here in their minds.

    `watch` looks at every question before it is answered. `everyone` is all bots, and last who answers for the table.
    """
    table.history = History(setup)
    places = table.history.places
    play = rules_of(game, table)
    try:
        question = next(play)
        while True:
            if watch is not None:
                watch(question, table)
            choice = everyone[question.seat](question, table)
            places.append(question.place_of(choice))
            question = play.send(choice)
    except StopIteration as end:
        outcome: Outcome = end.value
    return outcome, len(places)


def play_at_random(game: Game, table: Table, rng: Random) -> tuple[Outcome, int]:
    """`play_out` with nobody but random bots, who need no call each: the fastest there is.

    Which choice it is tells the rest of a large number, much quicker than a fraction; none is likelier than another by
    more than a ten millionth.
    """
    draw = rng.getrandbits
    play = rules_of(game, table)
    send = play.send
    asked = 0
    try:
        choices = next(play).choices
        for asked in range(1, ENDLESS):
            choices = send(choices[draw(30) % len(choices)]).choices
    except StopIteration as end:
        outcome: Outcome = end.value
    return outcome, asked
