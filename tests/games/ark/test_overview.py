"""What people ask across the table: who may enter which cabin, and who would win if it ended now."""

from itertools import combinations_with_replacement, islice
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.overview import describe_entry, describe_standings
from companion.games.ark.pieces import BOTH, COLD, HOT, Cargo, list_clashes
from companion.games.ark.reasons import why_not_here
from companion.games.ark.table import ArkTable
from tests.games.ark.stage import NAMES, Stage
from tests.long import mark_long

CLIMATES = {"hot": HOT, "cold": COLD, "any climate": BOTH}


def entries(stage: Stage) -> dict[str, str]:
    """What is said of each cabin."""
    return dict(line.split(": ", 1) for line in describe_entry(stage.table, GAME.say("en")))


def test_a_cabin_shows_its_climate_its_space_and_whom_it_keeps_out() -> None:
    stage = Stage(port=["polar-bear", "bee"], starboard=["goat goat goat", "hedgehog"], lean=0)
    words = entries(stage)
    assert words["starboard 1"] == "full"
    assert words["port 1"] == "cold, room for 2, weight up to 2, no hunters, animals heavier than 2, no shy animals"
    assert words["port 3"] == "any climate, new: 1 disc, weight up to 2"


def test_a_hunter_may_join_a_hedgehog_if_it_is_heavier_and_lighter_than_the_others() -> None:
    stage = Stage(port=["hedgehog", "hedgehog elephant"], starboard=["cow", "horse"], lean=0)
    words = entries(stage)
    assert "hunters lighter" not in words["port 1"]
    assert "animals heavier than 1, hunters of 1" in words["port 1"]
    assert "hunters lighter than 3" in words["port 2"]
    assert "hunters of 1" in words["port 2"]


def test_a_hunter_as_light_as_a_hedgehog_may_join_it_unless_others_are_as_light() -> None:
    words = entries(Stage(port=["hedgehog cow", "hedgehog goat"], starboard=["cow", "horse"], lean=0))
    assert "hunters lighter than 2, animals heavier than 1, hunters of 1" in words["port 1"]
    assert "no hunters, animals heavier than 1, no provisions" in words["port 2"]


def welcome(card: Cargo, said: str) -> bool:
    """Whether a card may enter as far as these words say."""
    if said == "full":
        return False
    climate, _, *others = said.split(", ")
    may = CLIMATES[climate] in (BOTH, card.climate) or card.climate == BOTH
    beside_a_hedgehog = any(words.startswith("hunters of") for words in others)
    for words in others:
        number = int(words.split()[-1]) if words[-1].isdecimal() else 0
        may = (
            may
            and {
                "weight": card.weight <= number,
                "hunters lighter than": not card.eats or card.weight < number,
                "hunters of": True,  # said with the animals
                "animals heavier than": card.provision
                or card.weight > number
                or (beside_a_hedgehog and card.eats and card.weight == number),
                "no hunters": not card.eats,
                "no shy animals": not card.shy,
                "no provisions": not card.provision,
                "no plant eaters": not card.grazes,
            }[words.rstrip(" 0123456789").removesuffix(" up to")]
        )
    return may


def check_words(table: ArkTable) -> None:
    """What is said of every cabin holds for every card without an ability."""
    texts = [line.split(": ", 1)[1] for line in describe_entry(table, GAME.say("en"))]
    cabins = [cabin for cabins in table.sides for cabin in cabins]
    for cabin, words in zip(cabins, texts, strict=True):
        for card in table.pieces.kinds.all[:-1]:
            if not card.power:
                assert welcome(card, words) == (not why_not_here(card, cabin, table)), (card.id, words)


def test_the_summary_of_a_cabin_holds_for_every_card_without_an_ability() -> None:
    for seed in range(3):
        match, bot = Match(GAME, GAME.set_up(NAMES[:4], seed=seed)), make_random_bot(Random(seed))
        while match.question is not None:
            check_words(match.table)
            match.answer(bot(match.question, match.table))


@pytest.mark.parametrize("quarter", mark_long(range(4), quick=(0,)))
def test_the_same_of_any_two_cards_in_a_cabin(quarter: int) -> None:
    cards = [card for card in Stage().table.pieces.kinds.all[:-1] if card.unbothered or not card.power]
    for one, other in islice(combinations_with_replacement(cards, 2), quarter, None, 4):
        if not list_clashes(one, other):
            check_words(Stage(port=[f"{one} {other}"], lean=0).table)


def test_the_points_if_it_ended_now_are_shown_for_each_card_and_in_total() -> None:
    stage = Stage(discs=[4, 3, 5])
    heavy, useful = stage.table.halves[0], stage.table.halves[1]
    heavy[:], useful[:] = [4, 2, 0], [2, 2, 3]
    standings = dict(line.split(": ", 1) for line in describe_standings(stage.table, GAME.say("en")))
    assert standings["heavy"] == "● 10 ■ 6"
    assert standings["useful"] == "▲ 10 ● 4 ■ 4"
    assert standings["shy"] == "-"
    assert standings["total"] == "● 18 ■ 13 ▲ 15"
