"""What programs that learn see: everything that their seat sees, nothing else, in a fixed layout."""

import copy
import json
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from hashlib import blake2b
from random import Random
from typing import Any

import pytest

from companion.core.question import Question
from companion.core.registry import find_game
from companion.core.tensor_layout import name_player
from companion.lab.environments import LAYOUT_VERSION
from companion.lab.hashed_layout import ACTIONS, HashedLayout, hash_view
from companion.lab.learning_state import (
    EVENTS,
    FINGERPRINT_FIGURES,
    Layout,
    LearningState,
    count_information_figures,
)
from tests.boxed import BOXED
from tests.laws import NAMES

MATCHES = {"ark-and-noah": 1}
"""Matches for a law, where one is long."""


def begin(name: str, seed: int = 3, players: int | None = None, **options: str) -> LearningState:
    game = find_game(name)
    seats = NAMES[: players or max(3, game.players[0])]
    return LearningState(game, game.set_up(seats, {**game.simulated, **game.deciding, **options}, seed))


def name_information_figures(layout: Layout, players: int) -> list[str]:
    names = [*layout.list_names(), *(f"fingerprint/{part}" for part in range(FINGERPRINT_FIGURES))]
    for ago in range(1, EVENTS + 1):
        names += [f"answer-{ago}-ago/by={name_player(distance)}" for distance in range(players)]
        names.append(f"answer-{ago}-ago/action")
    return names


def walk(name: str, seeds: range, players: int | None = None, **options: str) -> Iterator[LearningState]:
    """Yield every position of some random matches."""
    for seed in seeds:
        state, rng = begin(name, seed, players, **options), Random(seed)
        while state.question is not None:
            yield state
            state.act(rng.choice(list(state.legal)))


def reduce_view(value: Any, derived: Mapping[str, str], path: str = "") -> Any:
    """Return a view without what its layout derives; the order of words counts only aboard a ferry."""
    if isinstance(value, dict):
        found = {key: (f"{path}.{key}".lstrip("."), one) for key, one in value.items()}
        return {
            key: reduce_view(one, derived, below)
            for key, (below, one) in found.items()
            if not any(fnmatchcase(below, pattern) for pattern in derived)
        }
    if isinstance(value, list):
        reduced = [reduce_view(one, derived, path) for one in value]
        if value and isinstance(value[0], dict) and "id" in value[0]:
            return sorted(reduced, key=lambda one: one["id"])
        return sorted(reduced) if value and isinstance(value[0], str) and not path.endswith("aboard") else reduced
    return value


@pytest.mark.parametrize("players", [pytest.param("fewest", marks=pytest.mark.long), "most"])
@pytest.mark.parametrize("name", BOXED)
def test_rows_differ_where_views_differ(name, players):
    """Law: the row is a function of the view and the question, and no two different ones share a row."""
    game = find_game(name)
    seats = game.usual_players if players == "fewest" else game.players[-1]
    known: dict[tuple[float, ...], str] = {}
    for state in walk(name, range(MATCHES.get(name, 4)), seats):
        for seat in {state.seat, (state.seat + 1) % seats}:
            view = reduce_view(state.table.view(seat), state.layout.derived)
            asked = state.question
            # seats are counted from the viewer, so that views of different seats may well share a row
            seen = json.dumps([seat, view, state.table.scores, asked.ask, asked.seat, str(asked.about)])
            row = (seat, *state.encode_observation(seat))
            if not (game.is_secret(asked) and asked.seat != seat):
                assert known.setdefault(row, seen) == seen


@pytest.mark.parametrize("name", BOXED)
def test_rows_are_equal_in_worlds_that_a_seat_cannot_tell_apart(name):
    """Law: what is dealt again behind a seat's back changes none of its figures and texts."""
    others_differ = 0
    for at, state in enumerate(walk(name, range(1))):
        if at % 12:
            continue
        seat, other = state.seat, (state.seat + 1) % 3
        world = copy.deepcopy(state)
        world.redeal(at)
        assert world.encode_observation(seat) == state.encode_observation(seat)
        assert world.encode_information(seat) == state.encode_information(seat)
        assert world.describe_information(seat) == state.describe_information(seat)
        assert list(world.legal) == list(state.legal)
        others_differ += world.encode_observation(other) != state.encode_observation(other)
    assert bool(others_differ) == find_game(name).hidden_hands


def test_a_card_given_in_secret_is_known_to_two_players_only():
    """Two matches that differ only in the card that one player gave another, face down."""
    for state in walk("noah", range(20)):
        if state.question.ask == "give" and state.question.about == 1 and len(state.legal) > 3:
            break
    giver, worlds = state.seat, []
    for action in list(state.legal)[:2]:
        world = copy.deepcopy(state)
        world.act(action)
        world.act(world.layout.numbers["player+2"])
        worlds.append(world)
    third, taker = (giver + 1) % 3, (giver + 2) % 3
    assert worlds[0].describe_information(third) == worlds[1].describe_information(third)
    assert worlds[0].encode_information(third) == worlds[1].encode_information(third)
    assert worlds[0].encode_information(giver) != worlds[1].encode_information(giver)
    assert worlds[0].encode_information(taker) != worlds[1].encode_information(taker)


def test_an_information_state_remembers_what_an_observation_has_forgotten():
    """A hand that was looked at is out of sight after the turn, but not forgotten."""
    for state in walk("noah", range(30)):
        if state.question.ask == "look_at":
            break
    looker, worlds = state.seat, []
    for distance in (1, 2):
        world = copy.deepcopy(state)
        world.act(world.layout.numbers[f"player+{distance}"])
        while world.table.peeked is not None:
            world.act(next(iter(world.legal)))
        worlds.append(world)
    assert worlds[0].encode_observation(looker) == worlds[1].encode_observation(looker)
    assert worlds[0].encode_information(looker) != worlds[1].encode_information(looker)
    assert worlds[0].describe_information(looker) != worlds[1].describe_information(looker)


@pytest.mark.parametrize("name", BOXED)
def test_a_fingerprint_does_not_depend_on_when_it_is_asked_for(name):
    often, rng = begin(name), Random(1)
    seldom = begin(name)
    for _ in range(25):
        if often.question is None:
            break
        seat = often.seat
        often.find_fingerprint(seat)
        action = rng.choice(list(often.legal))
        often.act(action)
        seldom.act(action)
    assert often.find_fingerprint(0) == seldom.find_fingerprint(0)
    assert copy.deepcopy(often).find_fingerprint(1) == seldom.find_fingerprint(1)


@pytest.mark.parametrize("name", BOXED)
def test_every_figure_and_action_has_a_name_of_its_own(name):
    state = begin(name)
    names = name_information_figures(state.layout, 3)
    assert len(names) == len(set(names)) == count_information_figures(state.layout, 3)
    assert len(state.encode_information(0)) == len(names)
    assert len(set(state.layout.actions)) == len(state.layout.actions)


def test_the_same_table_looks_the_same_from_every_seat():
    """Seats are counted from the viewer: whose turn it is looks the same to each player when it's theirs."""
    state = begin("noah")
    names = state.layout.list_names()
    mine = state.encode_observation(state.seat)
    assert mine[names.index("asked=player+0")] == 1.0
    next_seat = (state.seat + 1) % 3
    assert state.encode_observation(next_seat)[names.index("asked=player+2")] == 1.0


def test_the_order_aboard_is_kept():
    state = begin("noah")
    before = state.encode_observation(0)
    aboard = state.table.aboard[0]
    aboard.append(state.table.pieces.kinds.all[5])
    one_way = state.encode_observation(0)
    aboard.reverse()
    assert len({tuple(row) for row in (before, one_way, state.encode_observation(0))}) == 3


def test_an_ark_with_many_cabins_still_has_a_row():
    state = begin("ark")
    view = state.table.view(0)
    card = view["cabins"][0]["cards"][0]
    view["cabins"].append({"id": "port-40", "cards": [card], "weight": 1})
    row = state.layout.encode(view, [0, 0, 0], None, False, 0)
    assert row[state.layout.list_names().index(f"cabins/port-16/cards={card}")] == 1.0


def test_without_every_piece_in_its_place_views_are_hashed():
    state = begin("ark-and-noah", depth="counts")
    assert isinstance(state.layout, HashedLayout)
    assert len(state.encode_observation(0)) == state.layout.size == len(state.layout.list_names())
    assert state.legal


def test_hashed_choices_keep_their_slots_and_never_share_one():
    many = [f"choice-{n}" for n in range(500)]
    layout = HashedLayout()
    found = layout.number_choices(Question(0, "ask", many))
    assert len(found) == 500
    assert all(0 <= slot < ACTIONS for slot in found)
    alone = {slot for choice in many for slot in layout.number_choices(Question(0, "ask", [choice]))}
    assert len(alone & set(found)) > 400


def test_hashed_figures_tell_numbers_words_and_places_apart():
    assert hash_view({"a": 2}) != hash_view({"a": 3})
    assert hash_view({"a": ["x", "y"]}) == hash_view({"a": ["y", "x"]})
    assert hash_view({"a": [1, 2]}) != hash_view({"a": [2, 1]})
    assert hash_view({"a": None}) == hash_view({})


SIGNATURES = {
    "ark": "a246b7d00b9b",
    "ark-and-noah": "8ce2efa40c84",
    "noah": "59f09f19507b",
    "noahs-ark": "e1f18145b840",
}
"""Checksums of the names of all figures and actions with three players, at `LAYOUT_VERSION` 1."""


@pytest.mark.parametrize("name", SIGNATURES)
def test_layouts_change_only_with_their_version(name):
    """What was learned from one layout goes wrong with another: raise LAYOUT_VERSION and write the new checksums."""
    layout = begin(name).layout
    names = [*name_information_figures(layout, 3), "|", *layout.actions]
    assert (LAYOUT_VERSION, blake2b("\n".join(names).encode(), digest_size=6).hexdigest()) == (1, SIGNATURES[name])
