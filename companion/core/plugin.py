"""What a game of another package must be before it is registered: the contract, and a few turns on trial."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.checks import wrong_lights, wrong_question, wrong_tune
from companion.core.errors import N_, BadPlugin
from companion.core.facts import Facts, difference
from companion.core.game import CONTRACT, Game
from companion.core.match import Match
from companion.core.seat import COLOURS

ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
TRIAL = 40
"""Questions that a game must get through when it is loaded; milliseconds, and most mistakes show in the first round."""

Complaint = tuple[str, dict[str, Any]]


def checked(game: Any, name: str, package: str) -> Game:
    """The game, if it keeps the contract and its first turns show nothing that the device could not."""
    for message, values in complaints(game, name):
        raise BadPlugin(message, package=package, name=name, **values)
    assert isinstance(game, Game)
    return game


def complaints(game: Any, name: str) -> Iterator[Complaint]:
    """What is wrong with a game whose entry has this name, the plainest thing first."""
    if not isinstance(game, Game):
        yield N_("{package}: the entry {name!r} is {kind}, not a Game"), {"kind": type(game).__name__}
        return
    if game.contract != CONTRACT:
        message = N_("{package}: {name!r} is made for game contract {theirs}, here it is {ours}; update one of them")
        yield message, {"theirs": game.contract, "ours": CONTRACT}
    if game.id != name:
        yield N_("{package}: the entry is called {name!r} and its game {id!r}; call both the same"), {"id": game.id}
    if not ID.fullmatch(name):
        yield N_("{package}: {name!r} is no id for a game: small letters, digits and hyphens only"), {}
    if not game.players or not set(game.players) <= set(range(1, len(COLOURS) + 1)):
        message = N_("{package}: {name!r} is for {players} players; there are {most} seats")
        yield message, {"players": list(game.players), "most": len(COLOURS)}
    for what in on_trial(game):
        yield N_("{package}: {name!r} does what no game may: {what}"), {"what": what}


def on_trial(game: Game) -> Iterator[str]:
    """What the first turns of a random match do that no game may."""
    names = [f"Player {n + 1}" for n in range(game.players[0])]
    match, rng, face = Match(game, game.set_up(names)), Random(0), game.face()
    before: Facts = {}
    for _ in range(TRIAL):
        changes, before = difference(before, match.facts), match.facts
        found = [wrong_lights(face.lights(match.table, match.question)), wrong_tune(face.tune(changes))]
        if match.question is not None:
            found.append(wrong_question(match.question, len(names)))
        yield from filter(None, found)
        if match.question is None:
            return
        match.answer(rng.choice(match.question.choices))
