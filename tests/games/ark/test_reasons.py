"""What fits, as the table keeps it for speed, and what nothing speaks against are the same, card by card."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.reasons import why_not_by, why_not_here, why_not_instead
from companion.games.ark.table import ArkTable, Cabin, Ousting
from tests.laws import NAMES


@pytest.mark.laws
@pytest.mark.parametrize("players", [3, 4, 5])
def test_animals_fit_exactly_if_there_is_no_objection(players: int, games: int) -> None:
    looked_at = 0
    for seed in range(max(2, games // 50)):
        match = Match(GAME, GAME.set_up(NAMES[:players], seed=seed))
        bot = make_random_bot(Random(seed))
        while match.question is not None:
            assert isinstance(match.table, ArkTable)
            if match.question.ask in ("turn", "second", "last_minute"):
                looked_at += compare_everywhere(match.table, match.question.seat)
            match.answer(bot(match.question, match.table))
    assert looked_at > 10_000


def compare_everywhere(table: ArkTable, seat: int) -> int:
    """Every card beside every cabin of this ark, and beside everyone it could drive out; returns how many that were."""
    cabins = [cabin for side in table.sides for cabin in side]
    cards = [card for card in table.pieces.kinds.all if card is not table.pieces.rain]
    opening, first, compared = table.discs[seat] > 0, table.first, 0
    for card in cards:
        places = table.list_places(card, opening, first)
        fitting = {place for place in places if isinstance(place, Cabin)}
        assert fitting == {cabin for cabin in cabins if not why_not_by(seat, card, cabin, table)}, card
        assert bool(places) == bool(table.find_fitting(card.bits, opening, first) & card.bits), card
        tipping = table.pieces.tipping[table.incline]
        for cabin in cabins:
            refused = (cabin.refuses | tipping[cabin.side]) & card.bits
            assert bool(refused) == bool(why_not_here(card, cabin, table)), (card, cabin)
        victims = [Ousting(cabin, victim) for cabin in cabins for victim in cabin.cards if card.victims & victim.bits]
        ousted = {place.id for place in places if isinstance(place, Ousting)}
        assert ousted == {victim.id for victim in victims if not why_not_instead(card, victim, table)}, card
        compared += len(cabins) + len(victims)
    return compared
