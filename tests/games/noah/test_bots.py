"""The greedy bot plays decently and honestly."""

from random import Random

import pytest

from companion.core.bots import find_bot, make_random_bot
from companion.core.playing import play_out
from companion.games.noah import GAME
from companion.lab.plan import make_plan
from companion.lab.simulate import simulate
from tests.laws import NAMES


@pytest.mark.parametrize(("players", "games"), [(2, 1000), (4, 1000)])
def test_greedy_beats_random_clearly(players, games):
    result = simulate(make_plan(GAME, players, ["greedy", "random"], 7, {}, {}), games).figures.as_json()
    greedy = result["by_bot"][0]
    assert (greedy["bot"], greedy["fair"]) == ("greedy", 0.5)
    assert greedy["wins"] - greedy["wins_within"] > 0.72
    assert sum(result["wins"]) == pytest.approx(1)


def test_greedy_always_comes_to_an_end():
    """Two mules could be loaded and taken back for ever by someone who sees a pair as a gift."""
    setup = GAME.set_up(NAMES[:2], {})
    pieces = GAME.make_pieces(setup)
    most = 0
    for setup.seed in range(300):
        rng = Random(setup.seed)
        bots = [find_bot(GAME, "greedy")(rng)] * 2
        _, questions = play_out(GAME, GAME.new_table(setup, pieces), bots, make_random_bot(rng))
        most = max(most, questions)
    assert most < 3000


def test_greedy_does_not_look_at_the_hands_of_others():
    """Swap what the others hold for other cards: the same answer."""
    setup = GAME.set_up(NAMES[:3], {})
    pieces = GAME.make_pieces(setup)
    compared = 0
    for setup.seed in range(40):
        table, play_bot = GAME.new_table(setup, pieces), make_random_bot(Random(setup.seed))
        play = GAME.play(table)
        question = next(play)
        for _ in range(60):
            others = [hand for seat, hand in enumerate(table.hands) if seat != question.seat]
            before = find_bot(GAME, "greedy")(Random(1))(question, table)
            hands_before = [list(hand.held) for hand in others]
            pool = [*hands_before[0], *hands_before[1], *table.pile.cards]
            Random(compared).shuffle(pool)
            for hand, cards in zip(others, hands_before, strict=True):
                hand.held[:] = pool[: len(cards)]
                del pool[: len(cards)]
            assert find_bot(GAME, "greedy")(Random(1))(question, table) is before
            for hand, cards in zip(others, hands_before, strict=True):
                hand.held[:] = cards
            compared += 1
            try:
                question = play.send(play_bot(question, table))
            except StopIteration:
                break
    assert compared > 2000
