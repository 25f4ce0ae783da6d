"""The registry of installed games, found by entry point: ours, and those of other packages that keep the contract.

A plug-in that is broken, misnamed or has another game's name is left out and reported in one line
(`list_bad_plugins`).
"""

import logging
import re
from collections.abc import Generator, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any

from companion.core.contract_checks import OutOfTime, find_question_fault, find_table_fault, limit_processor_time
from companion.core.errors import N_, BadPlugin, UnknownGame
from companion.core.facts import Facts, list_changes
from companion.core.fallback import find_lights_fault, find_tune_fault
from companion.core.game import CONTRACT, Game
from companion.core.match import Match
from companion.core.seat import COLOURS

GROUP = "arkside.games"
OUR_PACKAGE = "arkside"
"""The package whose games come first: no plug-in replaces them."""
ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
ANY_GAME = "any"
"""Id of the game used for all games Arkside doesn't know."""
TRIAL_QUESTIONS = 40
"""Questions that a game must get through when it is loaded; milliseconds, and most mistakes show in the first round."""
TRIAL_SECONDS = 10
"""Processor time after which a game on trial counts as hanging."""

Complaint = tuple[str, dict[str, Any]]

log = logging.getLogger(__name__)


def list_game_ids() -> tuple[str, ...]:
    """Return the ids of all games that can be played here, the one for everything else last."""
    return tuple(sorted({*_find_our_games(), *_find_other_games()[0]}, key=lambda name: (name == ANY_GAME, name)))


@cache
def find_game(name: str) -> Game:
    """Return the game of that id. The error names the known games, or what is wrong with a plug-in."""
    ours = _find_our_games()
    if name in ours:
        return _load(ours[name])
    others, wrong = _find_other_games()
    if name in others:
        return others[name]
    if name in wrong:
        raise wrong[name]
    for game in (*map(_load, ours.values()), *others.values()):
        if name in game.also_called:
            return game
    raise UnknownGame(N_("There's no game {name!r}; known: {known}"), name=name, known=", ".join(list_game_ids()))


def is_installed(name: str) -> bool:
    """Whether a game is installed, so that its saved matches can be opened."""
    return name in list_game_ids()


def find_title(name: str, language: str = "en") -> str:
    """Return the title of a game in a language; its id if it isn't installed."""
    return find_game(name).translate_title(language) if is_installed(name) else name


def list_bad_plugins() -> tuple[BadPlugin, ...]:
    """Return the error of each plug-in that can't be played."""
    return tuple(_find_other_games()[1].values())


@cache
def _find_our_games() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if _name_package(point) == OUR_PACKAGE}


@cache
def _find_other_games() -> tuple[dict[str, Game], dict[str, BadPlugin]]:
    """Return the games of other packages by entry point, and the faults of unplayable ones."""
    games: dict[str, Game] = {}
    wrong: dict[str, BadPlugin] = {}
    for package, point in sorted((_name_package(point), point) for point in entry_points(group=GROUP)):
        if package == OUR_PACKAGE:
            continue
        if point.name in games or point.name in _find_our_games():
            message = N_("{package}: a game {name!r} is already here; this one is left out")
            wrong[f"{package}:{point.name}"] = BadPlugin(message, package=package, name=point.name)
            continue
        try:
            games[point.name] = check_plugin(_load(point), point.name, package)
        except BadPlugin as why:
            wrong[point.name] = why
        except Exception as why:  # a plug-in may do anything when it's imported; the other games stay playable
            log.debug("%s", package, exc_info=why)
            message = N_("{package}: the game {name!r} can't be loaded ({why})")
            reason = f"{type(why).__name__}: {why}".strip(": ")
            wrong[point.name] = BadPlugin(message, package=package, name=point.name, why=reason)
    return games, wrong


@cache
def _load(point: EntryPoint) -> Game:
    game: Game = point.load()
    if isinstance(game, Game) and not game.version and point.dist is not None:
        game.version = point.dist.version
    return game


def _name_package(point: EntryPoint) -> str:
    """Return the package of an entry point, or its module if no package declares it."""
    return point.dist.name if point.dist is not None else point.module


def check_plugin(game: Any, name: str, package: str) -> Game:
    """Return the game if it keeps the contract and its first turns can be shown on the box."""
    for message, values in list_complaints(game, name):
        raise BadPlugin(message, package=package, name=name, **values)
    assert isinstance(game, Game)
    return game


def list_complaints(game: Any, name: str) -> Iterator[Complaint]:
    """Yield the faults of a game with this entry name, the most basic first."""
    if not isinstance(game, Game):
        yield N_("{package}: the entry {name!r} is {kind}, not a Game"), {"kind": type(game).__name__}
        return
    if game.contract != CONTRACT:
        message = N_("{package}: {name!r} is made for game contract {theirs}, here it is {ours}; update one of them")
        yield message, {"theirs": game.contract, "ours": CONTRACT}
    if game.id != name:
        yield N_("{package}: the entry is called {name!r} and its game {id!r}; call both the same"), {"id": game.id}
    if not ID.fullmatch(name):
        yield N_("{package}: {name!r} can't be the id of a game: lower-case letters, digits and hyphens only"), {}
    if not game.players or not set(game.players) <= set(range(1, len(COLOURS) + 1)):
        message = N_("{package}: {name!r} is for {players} players; there are {most} seats")
        yield message, {"players": list(game.players), "most": len(COLOURS)}
    for fault in run_trial(game):
        yield N_("{package}: {name!r} does what no game may: {what}"), {"what": fault}


def run_trial(game: Game) -> Iterator[str]:
    """Play the first turns of a random match and yield what breaks the contract."""
    faults: list[str] = []
    try:
        with limit_processor_time(TRIAL_SECONDS):
            for fault in _play_trial(game):
                faults.append(fault)  # noqa: PERF402 (those found before an error are kept)
    except OutOfTime:
        faults.append(f"its first turns take more than {TRIAL_SECONDS} s of processor time")
    except Exception:
        if not faults:
            raise
    yield from faults


def _play_trial(game: Game) -> Iterator[str]:
    names = [f"Player {n + 1}" for n in range(game.players[0])]
    setup = game.set_up(names)
    rules = game.play(game.new_table(setup, game.make_pieces(setup)))
    if not isinstance(rules, Generator):
        yield f"play() returns {type(rules).__name__}, not a generator of questions"
        return
    match, rng, face = Match(game, setup), Random(0), game.face()
    if match.question is None:
        yield "its rules ask nothing"
    before: Facts = {}
    for _ in range(TRIAL_QUESTIONS):
        changes, before = list_changes(before, match.facts), match.facts
        faults = [find_lights_fault(face.lights(match.table, match.question)), find_tune_fault(face.tune(changes))]
        faults.append(find_table_fault(match.table))
        if match.question is not None:
            faults.append(find_question_fault(match.question, len(names)))
        yield from filter(None, faults)
        if match.question is None:
            return
        match.answer(rng.choice(match.question.choices))
