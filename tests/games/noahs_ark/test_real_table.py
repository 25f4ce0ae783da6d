"""The same cards and the same hands lead to the same table, whoever handles them."""

from random import Random

import pytest

from companion.core.facts import Facts
from companion.core.match import Match
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.deck import KEEP, DealtDeck
from companion.games.noahs_ark.pieces import MOST_KINDS
from companion.games.noahs_ark.table import NoahsArkTable
from tests.games.noahs_ark.stage import TOLD, Stage
from tests.laws import NAMES


class Recording:
    """A virtual match played at random, with all a real table would have to tell."""

    def __init__(self, players: int, options: dict[str, str], seed: int) -> None:
        setup = GAME.set_up(NAMES[:players], {"told": "before", **options}, seed, corrections=TOLD)
        pieces = GAME.make_pieces(setup)
        table = GAME.new_table(setup, pieces)
        assert isinstance(table.deck, DealtDeck)
        self.deck = {left: card.id for left, card in enumerate(table.deck.cards, 1)}
        """Each card by how many were left when it was still on top."""
        self.match = Match(GAME, setup)
        self.told: list[tuple[str, int, str]] = []
        rng = Random(seed)
        self.objectives = [objective.id for objective in self.table.objectives]
        while self.match.question is not None:
            question, left = self.match.question, len(self.table.deck)
            answer = rng.choice(question.list_ids())
            laid = len(self.table.objectives_left)
            self.match.answer(answer)
            if answer != KEEP or question.ask != "power":
                self.told.append((question.ask, left, answer))
            if question.ask == "choose_objective":
                new = [objective.id for objective in self.table.objectives]
                more = laid - 1 - len(self.table.objectives_left)
                self.told += [("objective", left, id) for id in new[len(new) - more :] if more]

    @property
    def table(self) -> NoahsArkTable:
        table = self.match.table
        assert isinstance(table, NoahsArkTable)
        return table

    def retell(self) -> Match:
        """Play it again with real cards, telling what lay there."""
        setup = self.match.setup
        names = [seat.name for seat in setup.seats]
        match = Match(GAME, GAME.set_up(names, setup.options, 0, "table", TOLD))
        told = iter([*(("objective", 0, id) for id in self.objectives), *self.told])
        following = next(told)
        while match.question is not None:
            left = len(match.table.deck)  # type: ignore[attr-defined]
            if match.question.ask == "reveal" and following[:2] != ("power", left):
                match.answer(self.deck[left])
            else:
                asked = "power" if match.question.ask == "reveal" else match.question.ask
                assert following[0] == asked
                match.answer(following[2])
                following = next(told, ("", 0, ""))
        return match


def comparable(facts: Facts) -> Facts:
    return dict(sorted(facts.items()))


@pytest.mark.parametrize("mode", ["normal", "advanced"])
@pytest.mark.parametrize("players", range(2, 6))
def test_real_and_virtual_cards_reach_the_same_table(players: int, mode: str) -> None:
    for seed in range(15):
        recording = Recording(players, {"mode": mode, "tie": "duel"}, seed)
        again = recording.retell()
        assert comparable(again.facts) == comparable(recording.match.facts)
        assert again.outcome is not None
        assert recording.match.outcome is not None
        assert again.outcome.winners == recording.match.outcome.winners
        ledger = [entry.as_json() for entry in recording.table.ledger.entries]
        assert [entry.as_json() for entry in again.table.ledger.entries] == ledger


def test_a_real_table_is_never_asked_for_what_it_has_entered() -> None:
    recording = Recording(3, {"mode": "advanced"}, 3)
    match = recording.retell()
    assert len(match.answers) < len(recording.match.answers) + len(recording.deck) + len(MOST_KINDS)


def test_a_round_takes_three_answers_and_one_of_them_is_the_slap() -> None:
    stage = Stage(4, length="full")
    before = len(stage.match.answers)
    stage.won(2, "lion-snake-1")
    assert (len(stage.match.answers) - before, stage.asked) == (3, "reveal")


def test_a_whole_normal_game_without_wrong_claims_asks_nothing_but_cards_hands_and_verdicts() -> None:
    stage = Stage(2, ("giraffes", "monkeys", "noa"))
    begun = len(stage.match.answers)
    stage.won(0, "lion-snake-1").won(1, "lion-eagle-1", "lion-elephant-0").ark()
    assert stage.asked == "over"
    assert len(stage.match.answers) - begun == 3 * 3 + 1
