"""A box of Noah's Ark that nobody has written down: every card is told when it comes, and the match goes on with it."""

from collections import Counter

import pytest

from companion.core.match import Match
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.pieces import AnimalCard
from tests.games.noahs_ark.stage import TOLD
from tests.games.noahs_ark.strangers import Strangers
from tests.laws import NAMES


@pytest.mark.laws
@pytest.mark.parametrize("length", ["full", "shortest"])
@pytest.mark.parametrize("told", ["before", "after"])
@pytest.mark.parametrize("mode", ["normal", "advanced"])
@pytest.mark.parametrize("players", GAME.players)
def test_a_match_in_which_every_card_is_unknown_comes_to_the_right_score(
    players: int, mode: str, told: str, length: str, games: int
) -> None:
    for seed in range(max(3, games // 40)):
        strangers = Strangers(seed, players, mode=mode, told=told, length=length)
        answers = list(strangers.answers())
        assert strangers.known.outcome is not None
        assert strangers.learning.outcome is not None
        assert strangers.learning.table.scores == strangers.known.table.scores
        assert strangers.learning.outcome.winners == strangers.known.outcome.winners
        assert answers.count("other-card") == len(strangers.shown)


@pytest.mark.parametrize("seed", range(4))
def test_the_box_that_was_learned_has_the_cards_that_lay_on_the_table(seed: int) -> None:
    strangers = Strangers(seed, 4, mode="advanced", told="after")
    list(strangers.answers())
    learned = GAME.make_pieces(
        GAME.set_up(NAMES[:4], {"mode": "advanced"}, deal="table", corrections=strangers.learning.table.learned)
    )
    kept: list[AnimalCard] = [*learned.animals, *learned.advanced]
    assert Counter(card.id for card in strangers.shown) == Counter(card.id for card in kept if not card.guessed)


@pytest.mark.parametrize("seed", [46, *range(20, 26)])
def test_with_five_the_ark_comes_as_early_as_pairs_were_put_aside(seed: int) -> None:
    """Nobody knows how many double pairs there are: the deck of five may be smaller than we guess."""
    strangers = Strangers(seed, 5, mode="advanced", told="after")
    list(strangers.answers())
    assert strangers.learning.table.scores == strangers.known.table.scores


class TestABoxThatIsHalfEntered:
    """A card that the owner entered looks like one of our guesses, which stands for another card."""

    TWIN = "lion-giraffe-1"
    """Our guess for the second card."""

    def race(self, *answers: str) -> Match:
        corrections = {**TOLD, "animals": {"card-01": {"shows": ["lion", "giraffe"], "points": 1, "noa": 0}}}
        setup = GAME.set_up(NAMES[:2], {"told": "after"}, deal="table", corrections=corrections)
        begun = ("most-lions", "most-noa", "most-cards", "seat-0", "slap-0", "right")
        return Match(GAME, setup, [*begun, *answers])

    def test_the_card_that_was_entered_is_taken_and_not_the_guess(self) -> None:
        match = self.race(self.TWIN)
        assert "animals" not in match.table.learned, "nothing was learned, because that card was known"

    def test_every_guess_still_stands_for_a_card_that_nobody_has_entered(self) -> None:
        match = self.race(self.TWIN)
        entered = [("other-card", "lion", "lion", "lion", str(points), "no-noa") for points in range(3, 10)]
        entered += [("other-card", "snake", "snake", "snake", str(points), "no-noa") for points in range(3, 10)]
        entered += [("other-card", "eagle", "eagle", "eagle", str(points), "no-noa") for points in range(3, 10)]
        for answers in (*entered, ("other-card", "lion", "eagle", "eagle", "8", "noa")):
            for answer in ("slap-0", "right", *answers):
                match.answer(answer)
        assert len(match.table.learned["animals"]) == 22
        match.answer("slap-0")
        match.answer("right")
        assert match.question is not None
        assert match.question.ask == "won_card", "the last animal card is a guess too"
        match.answer("other-card")
        assert match.question.ask == "teach_animal"
