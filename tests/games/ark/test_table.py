"""What the table of Ark tells: facts for all, secrets for one, and a view for a program."""

import json
from random import Random

from companion.core.bots import random_bot
from companion.core.cards import OpenHand
from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.table import ArkTable
from tests.games.ark.scenes import Scene
from tests.laws import NAMES


def test_the_facts_are_what_lies_on_the_table() -> None:
    scene = Scene(hands=("goat bee", "cow", ""), port=["dog cow", "apples"], starboard=["horse", "goat"], lean=-1)
    facts = scene.table.facts()
    assert {name: facts[name] for name in ("incline", "rain", "display", "port-1", "port-2", "hand-0", "discs")} == {
        "incline": "-1",
        "rain": "0",
        "display": "bee toad earthworm",
        "port-1": "dog cow 3",
        "port-2": "apples 1",
        "hand-0": "2",
        "discs": "4 4 4",
    }


def test_facts_show_neither_hands_nor_pets_nor_the_supply() -> None:
    scene = Scene(hands=("tyranno", "", ""))
    scene.table.pets[1] = scene.by_id["mouse"]
    told = " ".join(scene.table.facts().values())
    assert "tyranno" not in told
    assert "mouse" not in told


def test_scores_are_told_once_they_are_counted() -> None:
    scene = Scene()
    assert "score-0" not in scene.table.facts()
    scene.table.ledger.add(0, 4, "discs", 4)
    assert scene.table.facts()["score-0"] == "4"


def test_a_seat_sees_its_own_cards_only() -> None:
    scene = Scene(hands=("goat bee", "cow", ""))
    assert scene.table.secrets(0) == {"cards": "goat bee"}
    assert scene.table.secrets(1) == {"cards": "cow"}
    assert scene.table.secrets(-1) == {}


def test_at_a_real_table_the_program_has_no_secrets() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"))
    assert match.table.secrets(0) == {}


def test_the_view_of_a_seat_is_json_and_holds_no_other_hand() -> None:
    match, bot = Match(GAME, GAME.set_up(NAMES[:4], seed=6)), random_bot(Random(6))
    while match.question is not None:
        table = match.table
        assert isinstance(table, ArkTable)
        for seat in range(-1, 4):
            view = json.loads(json.dumps(table.view(seat)))
            assert view["incline"] == table.incline
            assert view["hands"] == [hand.size for hand in table.hands]
            if seat >= 0:
                hand = table.hands[seat]
                assert isinstance(hand, OpenHand)
                assert view["cards"] == [card.id for card in hand.held], "in the order they came, as they are asked for"
            else:
                assert "cards" not in view
        match.answer(bot(match.question, table))


def test_two_cards_driven_out_are_both_remembered() -> None:
    scene = Scene(port=["deer", "bison"], starboard=["goat", "rabbit"], hands=("spider", "skunk", ""), lean=0).turn()
    scene.answer("spider", "instead-of-deer", "skunk", "instead-of-goat")
    assert scene.table.facts()["gone"] == "deer goat"
    assert scene.table.view(0)["gone"] == ["deer", "goat"]
