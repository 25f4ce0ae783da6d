"""The registry of installed games, found by entry point: ours, and those of anybody's packages that keep the contract.

A plug-in that is broken, called differently than its game, or named like a game that stands here already is told in one
line (`left_out`), and everything else goes on.
"""

import logging
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from companion.core.errors import N_, BadPlugin, UnknownGame
from companion.core.game import Game
from companion.core.plugin import checked

GROUP = "arkside.games"
OURS = "arkside"
"""The package whose games come first: nobody else's takes their place."""

log = logging.getLogger(__name__)


def game_ids() -> tuple[str, ...]:
    """The ids of all games that can be played here."""
    return tuple(sorted({*_ours(), *_others()[0]}))


@cache
def game_named(name: str) -> Game:
    """The game of that id; an unknown one is refused with the known ones, a broken plug-in with what is wrong."""
    ours = _ours()
    if name in ours:
        return _loaded(ours[name])
    others, wrong = _others()
    if name in others:
        return others[name]
    if name in wrong:
        raise wrong[name]
    for game in (*map(_loaded, ours.values()), *others.values()):
        if name in game.also_called:
            return game
    raise UnknownGame(N_("There is no game {name!r}; known: {known}"), name=name, known=", ".join(game_ids()))


def is_installed(name: str) -> bool:
    """Whether a match of that game can be played here; if not, it waits."""
    return name in game_ids()


def title_of(name: str) -> str:
    """What a game is called; its id where it is not installed."""
    return game_named(name).title if is_installed(name) else name


def left_out() -> tuple[BadPlugin, ...]:
    """What is wrong with each plug-in that cannot be played, one line each."""
    return tuple(_others()[1].values())


@cache
def _ours() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if _package(point) == OURS}


@cache
def _others() -> tuple[dict[str, Game], dict[str, BadPlugin]]:
    """The games of other packages, and what is wrong with those that cannot be played, by entry."""
    games: dict[str, Game] = {}
    wrong: dict[str, BadPlugin] = {}
    for point in _foreign():
        package = _package(point)
        if point.name in games or point.name in _ours():
            message = N_("{package}: a game {name!r} is here already; this one is left out")
            wrong[f"{package}:{point.name}"] = BadPlugin(message, package=package, name=point.name)
            continue
        try:
            games[point.name] = checked(_loaded(point), point.name, package)
        except BadPlugin as why:
            wrong[point.name] = why
        except Exception as why:  # whatever somebody else's code does when it is imported, the others are played
            log.debug("%s", package, exc_info=why)
            message = N_("{package}: the game {name!r} cannot be loaded ({why})")
            said = f"{type(why).__name__}: {why}".strip(": ")
            wrong[point.name] = BadPlugin(message, package=package, name=point.name, why=said)
    return games, wrong


def _foreign() -> Iterator[EntryPoint]:
    points = (point for point in entry_points(group=GROUP) if _package(point) != OURS)
    return iter(sorted(points, key=lambda point: (_package(point), point.name)))


@cache
def _loaded(point: EntryPoint) -> Game:
    game: Game = point.load()
    if isinstance(game, Game) and not game.version and point.dist is not None:
        game.version = point.dist.version
    return game


def _package(point: EntryPoint) -> str:
    """The package that brings an entry; one that nobody answers for is named by its module."""
    return point.dist.name if point.dist is not None else point.module
