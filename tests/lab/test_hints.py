"""Hints: the two best choices with their prices, from nothing but what the seat that is asked may know."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NoHint
from companion.core.hint import Hint, format_advice, word_hint
from companion.core.hint_search import find_hint
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.session import Session
from companion.games.noah.pieces import EITHER
from companion.testing.secrets import open_world
from tests.boxed import BOXED
from tests.lab.test_bot_secrets import ANOTHER_DEAL, OPTIONS, play_random_match, redeal_first
from tests.laws import NAMES

STRIDES = {"noahs-ark": 8, "ark-and-noah": 90, "ark": 12}
GAMES = 24


def describe_hint(session: Session) -> tuple[Hint, list[str]]:
    """Return the hint at the current question, as figures and in words."""
    hint, voice = find_hint(session.match, GAMES), session.get_voice("en")
    return hint, [format_advice(line, voice.say) for line in word_hint(hint, session.match, voice)]


@pytest.mark.parametrize("name", BOXED)
def test_a_hint_is_the_same_wherever_hidden_cards_lie(name):
    game, compared = find_game(name), 0
    for number, session in enumerate(play_random_match(game, 2)):
        if number % STRIDES.get(name, 20):
            continue
        assert session.question is not None
        hint = describe_hint(session)
        other = open_world(session.match, session.match.answers, "en")
        other.match.table.imagine(session.question.seat, Random(ANOTHER_DEAL))
        with pytest.MonkeyPatch.context() as monkeypatch:
            redeal_first(game, monkeypatch)
            assert describe_hint(other) == hint
        compared += 1
    assert compared > 1


def test_the_random_numbers_of_a_hint_do_not_come_from_the_deal(monkeypatch):
    """The seed of a match tells where every card lies."""
    game = find_game("ark-and-noah")
    seeds = []
    monkeypatch.setattr("companion.core.hint_search.Random", lambda seed: seeds.append(seed) or Random(1))
    for seed in (1, 2):
        match = Match(game, game.set_up(NAMES[:2], {"mode": "quick"}, seed))
        bot = make_random_bot(Random(1))
        while match.question.seat < 0:
            match.answer(bot(match.question, match.table))
        find_hint(match, 4)
    assert seeds[0] == seeds[1]


def test_the_best_choice_is_free_and_the_second_has_its_price():
    hint = find_hint(Match(find_game("noah"), find_game("noah").set_up(NAMES[:2], seed=7)), 60)
    best, second = hint.advice
    assert best.cost == 0.0
    assert 0.0 <= second.cost <= best.chance <= 1.0
    assert second.chance == pytest.approx(best.chance - second.cost, abs=0.002)
    assert Hint.from_json(hint.as_json()) == hint


def test_a_hint_finds_the_choice_that_wins_at_once():
    """Before the last departure of the last round a bad choice is clearly worse."""
    game = find_game("noah")
    costs = []
    for session in play_random_match(game, 3):
        if session.match.table.round == 3 and len(session.question.choices) > 4:
            costs.append(find_hint(session.match, 200).advice[1].cost)
        if len(costs) == 4:
            break
    assert max(costs) > 0.0


@pytest.mark.parametrize(("name", "deal"), [("noah", "table"), ("ark", "table")])
def test_there_is_no_hint_for_cards_that_nobody_showed_us(name, deal):
    game = find_game(name)
    match = Match(game, game.set_up(NAMES[:3], {}, 1, deal))
    bot = make_random_bot(Random(2))
    while match.question.seat < 0:
        match.answer(bot(match.question, match.table))
    with pytest.raises(NoHint, match="can't see your cards"):
        find_hint(match)


def test_there_is_no_hint_where_the_table_is_asked():
    game = find_game("noah")
    with pytest.raises(NoHint, match="nothing to decide"):
        find_hint(Match(game, game.set_up(NAMES[:2], {}, 1, "table")))


def test_a_real_table_without_hidden_hands_has_hints():
    game = find_game("ark-and-noah")
    match, bot = Match(game, game.set_up(NAMES[:2], {"depth": "board"}, 1, "table")), make_random_bot(Random(2))
    while match.question.seat < 0:
        match.answer(bot(match.question, match.table))
    assert len(find_hint(match, 8).advice) == 2


def test_the_log_notes_that_a_hint_was_used():
    game = find_game("noah")
    session = Session(Match(game, game.set_up(NAMES[:2], seed=7)))
    session.get_voice("en")
    session.note_hint()
    assert session.answer(1, session.question.choices[0]).lines["en"].hint
    assert not session.answer(2, session.question.choices[0]).lines["en"].hint
    assert [line.hint for line in session.list_log_lines("en")] == [True, False]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", BOXED)
def test_every_game_gives_reasons_in_its_own_words(name, language):
    game, reasons = find_game(name), set()
    voice = game.voice(game.say(language))
    options = {"mode": "normal"} if name == "ark-and-noah" else OPTIONS.get(name, {})
    match = Match(game, game.set_up(NAMES[:3], options, 2))
    bot = make_random_bot(Random(3))
    while (question := match.question) is not None:
        if question.seat >= 0:
            reasons |= {voice.explain_choice(choice, question, match.table) for choice in question.choices}
        match.answer(bot(question, match.table))
    assert len(reasons - {""}) > 2


def test_a_move_of_noah_is_explained_by_the_cards_that_fit_and_that_fill_the_ferry():
    explained = set()
    for session in play_random_match(find_game("noah"), 3):
        question, table = session.question, session.match.table
        if question.ask != "move_noah" or table.pair:
            continue
        for ferry in question.choices:
            load = table.loads[ferry.index]
            cards = (
                kind for kind in table.pieces.kinds.all if kind.sex != EITHER and kind.bits & table.pieces.kinds.cards
            )
            fitting = [kind for kind in cards if not load.objections(kind)]
            filling = sum(load.plus(kind).full for kind in fitting)
            reason = session.get_voice("en").explain_choice(ferry, question, table)
            assert reason.startswith(f"{len(fitting)} kind" if fitting else "the next player can't")
            assert ("none fills" in reason) == (bool(fitting) and not filling)
            assert not filling or f"{filling} fill" in reason
            explained.add(filling > 0)
    assert explained == {True, False}
