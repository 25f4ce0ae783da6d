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
from companion.device.views.pick import PickView, Row
from companion.device.views.question import Group, views_of
from companion.device.views.reading import ReadingView
from tests.device.paper import WatchedPencil, read

WIDE_NAMES = ("Wilhelmine-Wanda", "Maximilian M. Mo", "Ö", "Ann", "WWWWWWWWWWWWWWWW")


def matches(game: Game) -> Iterator[Match]:
    """One random match for the fewest and the most players, every option and deal."""
    settings = [
        dict(zip([o.name for o in game.options], v, strict=True)) for v in product(*(o.values for o in game.options))
    ]
    most_and_fewest = (game.players[0], game.players[-1])
    for players, options, deal in product(most_and_fewest, settings, ("table", "virtual")):
        yield Match(game, game.set_up(WIDE_NAMES[:players], options, seed=players, deal=deal))


class Reader:
    """Reads views; what it has read below the same title it need not read again."""

    def __init__(self) -> None:
        self.known: set[tuple[str, str]] = set()

    def check(self, view: View) -> None:
        """The view shows all of what it has to say, whichever row is marked."""
        if isinstance(view, NumberView):
            view.at = len(view.numbers) - 1
            read(view)
        elif isinstance(view, PickView):
            for at, row in enumerate(view.rows):
                if (view.title, row.label) not in self.known:
                    view.at = at
                    self._read(view, row)

    def _read(self, view: PickView, marked: Row) -> None:
        letters = read(view).letters
        assert view.title.replace(" ", "") in letters, view.title
        assert marked.label.replace(" ", "") in letters, f"{marked.label!r} below {view.title!r}"
        self.known |= {(view.title, row.label) for row in view.rows if row.label.replace(" ", "") in letters}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_ids())
def test_every_question_of_random_matches_fits(name: str, language: str) -> None:
    game = game_named(name)
    voice = game.voice(game.say(language))
    reader = Reader()
    for match in matches(game):
        bot = random_bot(Random(7))
        while match.question is not None:
            for view in views_of(match, voice):
                reader.check(view)
            match.answer(bot(match.question, match.table))
        assert match.outcome is not None
        reader.check(PickView(voice.outcome(match.outcome, match.table), [Row("-", 0)]))
        facts = match.facts.items()
        read(ReadingView("-", [f"{voice.fact(k, match.table)}: {voice.value(k, v, match.table)}" for k, v in facts]))
        read(ReadingView("-", [voice.reason(entry) for entry in match.table.ledger.entries]))


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
                inner = max(
                    [len(row.result.rows) // 2 + 1 for row in first.rows if isinstance(row.result, Group)], default=0
                )
                assert len(first.rows) // 2 + 1 + inner <= 15, (match.question, len(first.rows))
            match.answer(bot(match.question, match.table))
