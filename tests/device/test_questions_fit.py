"""Every question of every game, in every language: nothing runs off the screen and no choice is shortened."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from companion.core.bots import random_bot
from companion.core.game import Game
from companion.core.match import Match
from companion.core.shelf import game_ids, game_named
from companion.core.words import LANGUAGES
from companion.device.view import View
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView
from companion.device.views.question import Group, views_of
from companion.device.views.reading import ReadingView
from tests.device.paper import WatchedPencil, read, shows

WIDE_NAMES = ("Wilhelmine-Wanda", "Maximilian M. Mo", "Ö", "Ann", "WWWWWWWWWWWWWWWW")


def matches(game: Game) -> Iterator[Match]:
    """One random match for every number of players, option and deal."""
    settings = [dict(zip([o.name for o in game.options], v, strict=True)) for v in product(*(o.values for o in game.options))]
    for players, options, deal in product(game.players, settings, ("table", "virtual")):
        yield Match(game, game.set_up(WIDE_NAMES[:players], options, seed=players, deal=deal))


def check(view: View) -> None:
    """The view shows all of what it has to say, whichever row is marked."""
    if isinstance(view, PickView):
        for at, row in enumerate(view.rows):
            view.at = at
            assert shows(view, row.label), f"{row.label!r} below {view.title!r}"
        assert shows(view, view.title), view.title
    else:
        if isinstance(view, NumberView):
            view.at = len(view.numbers) - 1
        read(view)


def key(view: View) -> object:
    return (type(view), view.title, tuple(row.label for row in view.rows)) if isinstance(view, PickView) else view


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_ids())
def test_every_question_of_random_matches_fits(name: str, language: str) -> None:
    game = game_named(name)
    voice = game.voice(game.say(language))
    seen: set[object] = set()
    for match in matches(game):
        bot = random_bot(Random(7))
        while match.question is not None:
            for view in views_of(match, voice):
                if key(view) not in seen:
                    seen.add(key(view))
                    check(view)
            match.answer(bot(match.question, match.table))
        assert match.outcome is not None
        check(PickView(voice.outcome(match.outcome, match.table), views_of_nothing()))
        read(ReadingView("-", [f"{voice.fact(k, match.table)}: {voice.value(k, v, match.table)}" for k, v in match.facts.items()]))


def views_of_nothing() -> list[object]:
    from companion.device.views.pick import Row

    return [Row("-", 0)]


@pytest.mark.parametrize("name", game_ids())
def test_every_picture_of_random_matches_fits(name: str) -> None:
    game = game_named(name)
    face = game.face()
    for match in matches(game):
        bot = random_bot(Random(8))
        while match.question is not None:
            face.picture(WatchedPencil(), match.table, match.question)
            assert len(face.lights(match.table, match.question)) == 15
            match.answer(bot(match.question, match.table))
        face.picture(WatchedPencil(), match.table, None)


@pytest.mark.parametrize("name", game_ids())
def test_no_list_asks_for_more_than_fifteen_clicks(name: str) -> None:
    """Turns of the dial and pushes to reach the farthest choice; numbers are counted by themselves."""
    game = game_named(name)
    voice = game.voice(game.say("en"))
    for match in matches(game):
        bot = random_bot(Random(9))
        while match.question is not None:
            first = views_of(match, voice)[0]
            if isinstance(first, PickView):
                inner = max([len(row.result.rows) // 2 + 1 for row in first.rows if isinstance(row.result, Group)], default=0)
                assert len(first.rows) // 2 + 1 + inner <= 15, (match.question, len(first.rows))
            match.answer(bot(match.question, match.table))
