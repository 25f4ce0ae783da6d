"""What the table of Ark tells: facts for all, secrets for one, and a view for a program."""

import json
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.cards import OpenHand
from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.pieces import ArkPieces
from companion.games.ark.table import ArkTable
from tests.games.ark.stage import Stage
from tests.laws import NAMES


def words_of(value: Any) -> set[str]:
    """Every text in a tree of JSON, keys included."""
    if isinstance(value, dict):
        return {word for pair in value.items() for element in pair for word in words_of(element)}
    if isinstance(value, list):
        return {word for element in value for word in words_of(element)}
    return {value} if isinstance(value, str) else set()


def test_the_facts_are_what_lies_on_the_table() -> None:
    stage = Stage(hands=("goat bee", "cow", ""), port=["dog cow", "apples"], starboard=["horse", "goat"], lean=-1)
    facts = stage.table.facts()
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
    stage = Stage(hands=("tyranno", "", ""))
    stage.table.pets[1] = stage.by_id["mouse"]
    facts = " ".join(stage.table.facts().values())
    assert "tyranno" not in facts
    assert "mouse" not in facts


def test_scores_are_announced_once_they_are_counted() -> None:
    stage = Stage()
    assert "score-0" not in stage.table.facts()
    stage.table.ledger.add(0, 4, "discs", 4)
    assert stage.table.facts()["score-0"] == "4"


def test_a_seat_sees_its_own_cards_only() -> None:
    stage = Stage(hands=("goat bee", "cow", ""))
    assert stage.table.secrets(0) == {"cards": "goat bee"}
    assert stage.table.secrets(1) == {"cards": "cow"}
    assert stage.table.secrets(-1) == {}


def test_at_a_real_table_the_program_has_no_secrets() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"))
    assert match.table.secrets(0) == {}


def test_the_view_of_a_seat_is_json_and_holds_no_other_hand() -> None:
    match, bot = Match(GAME, GAME.set_up(NAMES[:4], seed=6)), make_random_bot(Random(6))
    while match.question is not None:
        table = match.table
        assert isinstance(table, ArkTable)
        public = {card.id for card in [*table.display, *table.gone]}
        public |= {card.id for cabin in table.list_cabins() for card in cabin.cards}
        for seat in range(-1, 4):
            view = json.loads(json.dumps(table.view(seat)))
            own = set(view.get("cards", ())) | set(view.get("pet", ()))
            hidden = {
                card.id
                for other, hand in enumerate(table.hands)
                if other != seat
                for card in hand.list_cards(hand.bits)
            }
            assert not words_of(view) & (hidden - public - own), "no card of another hand"
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
    stage = Stage(port=["deer", "bison"], starboard=["goat", "rabbit"], hands=("spider", "skunk", ""), lean=0).turn()
    stage.answer("spider", "instead-of-deer", "skunk", "instead-of-goat")
    assert stage.table.facts()["gone"] == "deer goat"
    assert stage.table.view(0)["gone"] == ["deer", "goat"]


def test_a_card_with_other_features_changes_the_same_sets_as_all_cards_indexed_again() -> None:
    pieces, again = (GAME.make_pieces(GAME.set_up(NAMES[:3])) for _ in range(2))
    rng = Random(1)
    for _ in range(40):
        at, figures = rng.randrange(len(pieces.deck)), rng.choice(pieces.deck).figures
        for each in (pieces, again):
            kind, weight, climate, food = figures
            each.deck[at].set_figures(climate, weight, food, kind)
        pieces.index_cards(pieces.deck[at])
        again.index_cards()
        assert list_relations(pieces) == list_relations(again)


def list_relations(pieces: ArkPieces) -> list[tuple[int, int]]:
    """Return what each card keeps out of its cabin and drives out of others."""
    return [(card.repels, card.victims) for card in pieces.kinds.all]
