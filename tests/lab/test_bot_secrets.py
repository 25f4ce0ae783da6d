"""Bots and hints are honest: in worlds that a seat cannot tell apart they say the same, given the same random numbers."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.core import montecarlo, seat_worlds
from companion.core.bots import find_bot, make_random_bot
from companion.core.game import Game
from companion.core.hint_search import find_hint
from companion.core.match import Match
from companion.core.playing import retrace
from companion.core.question import Question
from companion.core.registry import find_game
from companion.core.session import Session
from companion.testing.secrets import (
    can_tell_apart,
    find_common_answer,
    list_secret_alternatives,
    look_alike,
    open_world,
    show_match,
)
from tests.boxed import BOXED
from tests.laws import NAMES

OPTIONS = {"ark-and-noah": {"mode": "quick"}, "noahs-ark": {"mode": "advanced", "race": "drawn"}}
BOTS = ("easy", "greedy", "montecarlo:4", "hard:4")
STRIDES = {"noahs-ark": 4, "ark-and-noah": 32}
"""One question in this many is compared; where 8 would be too few or too slow."""
HINT_GAMES = 12
ANOTHER_DEAL = 99
"""Seed of the redeal that makes the second world."""


def play_random_match(game: Game, seed: int) -> Iterator[Session]:
    """Yield a session at each question of a random match in which a seat has something to choose."""
    session = show_match(Match(game, game.set_up(NAMES[:3], OPTIONS.get(game.id, {}), seed)), "en")
    bot = make_random_bot(Random(seed))
    while (question := session.question) is not None:
        if question.seat >= 0 and len(question.choices) > 1:
            yield session
        session.answer(session.n, bot(question, session.match.table))


def choose(session: Session, name: str) -> str:
    """Return the id of a bot's choice at the current question."""
    question = session.question
    assert isinstance(question, Question)
    return str(find_bot(session.game, name)(Random(4))(question, session.match.table))


def redeal_first(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make imagined games start from a world whose hidden cards lie elsewhere than in the real match."""
    tables, new_table = [], type(game).new_table

    def note_table(game, setup, pieces):
        tables.append(new_table(game, setup, pieces))
        return tables[-1]

    def retrace_another_deal(play, steps):
        question = retrace(play, steps)
        tables[-1].imagine(question.seat, Random(ANOTHER_DEAL))
        return question

    monkeypatch.setattr(type(game), "new_table", note_table)
    for module in (montecarlo, seat_worlds):
        monkeypatch.setattr(module, "retrace", retrace_another_deal)


@pytest.mark.parametrize("name", BOXED)
def test_a_bot_chooses_the_same_wherever_hidden_cards_lie(name):
    game, compared = find_game(name), 0
    for seed in range(3):
        for number, session in enumerate(play_random_match(game, seed)):
            if number % STRIDES.get(name, 8) != seed:
                continue
            assert session.question is not None
            seat = session.question.seat
            chosen = [choose(session, bot) for bot in BOTS]
            other = open_world(session.match, session.match.answers, "en")
            other.match.table.imagine(seat, Random(ANOTHER_DEAL))
            with pytest.MonkeyPatch.context() as monkeypatch:
                redeal_first(game, monkeypatch)
                assert [choose(other, bot) for bot in BOTS] == chosen, session.question
            compared += 1
    assert compared >= 8


@pytest.mark.parametrize("name", ["noah", "ark"])
def test_bots_and_hints_say_the_same_whatever_others_did_in_secret(name):
    """A pet under a table card, or a card given face down, changes nothing for those who didn't see it."""
    game, rng, compared = find_game(name), Random(5), 0
    for seed in range(12):
        for session in play_random_match(game, seed):
            question = session.question
            assert question is not None
            if name == "ark" and question.ask != "pet":
                continue
            for other in list_secret_alternatives(session.match, question, question.choices[0], rng):
                compared += compare_after(session, str(question.choices[0]), str(other))
        if compared > 12:
            break
    assert compared > 3


def compare_after(session: Session, answer: str, other: str) -> int:
    """Follow two secret answers until somebody else chooses, compare their bots there, and count comparisons."""
    before = session.question
    assert before is not None
    worlds = [open_world(session.match, [*session.match.answers, choice], "en") for choice in (answer, other)]
    bot = make_random_bot(Random(1))
    for _ in range(6):
        if not look_alike(worlds):
            return 0
        question = worlds[0].question
        if (
            question is not None
            and question.seat not in (before.seat, -1)
            and not can_tell_apart(worlds, question.seat)
        ):
            for name in BOTS:
                first, second = (choose(world, name) for world in worlds)
                assert first == second, f"{before}: {answer} or {other}; {question}"
            first, second = (find_hint(world.match, HINT_GAMES) for world in worlds)
            assert first == second, f"{before}: {answer} or {other}; hint for {question}"
            return 1
        common = find_common_answer(worlds, bot)
        if common is None:
            return 0
        for world in worlds:
            world.answer(world.n, common)
    return 0
