"""The rulebook of Noah and rulings.md 3.4, sentence by sentence."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.games.noah import GAME
from companion.games.noah.rules import is_over, lay_out, starter_after
from companion.games.noah.scoring import outcome, shed_tears
from tests.games.noah.stage import Stage, animal
from tests.laws import NAMES


def drain(play):
    """Run a part of the rules that asks nothing in a virtual match."""
    with pytest.raises(StopIteration) as end:
        next(play)
    return end.value.value


def table_for(players, **options):
    setup = GAME.set_up(NAMES[:players], options, seed=3)
    return GAME.new_table(setup, GAME.make_pieces(setup))


# --- set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards", "weight", "tears"), [
    (2, 31, 121, 38), (3, 31, 121, 38), (4, 39, 149, 52), (5, 47, 171, 70),
])  # fmt: skip
def test_the_deck_depends_on_the_number_of_players(players, cards, weight, tears):
    deck = table_for(players).pieces.deck
    assert (len(deck), sum(a.weight for a in deck), sum(a.tears for a in deck)) == (cards, weight, tears)


def test_the_full_deck_has_21_males_21_females_and_5_snails():
    sexes = [card.sex for card in table_for(5).pieces.deck]
    assert (sexes.count("m"), sexes.count("f"), sexes.count("either")) == (21, 21, 5)


@pytest.mark.parametrize(("players", "left"), [(2, 10), (3, 2), (4, 2), (5, 2)])
def test_five_ferries_with_an_animal_each_and_eight_cards_a_hand(players, left):
    table = table_for(players)
    drain(lay_out(table))
    assert [len(aboard) for aboard in table.aboard] == [1] * 5
    assert [hand.size for hand in table.hands] == [8] * players
    assert len(table.pile) == left


def test_a_snail_turned_up_lies_as_it_falls_either_way():
    fallen = set()
    for seed in range(200):
        setup = GAME.set_up(NAMES[:3], {}, seed)
        table = GAME.new_table(setup, GAME.make_pieces(setup))
        drain(lay_out(table))
        fallen |= {a.id for aboard in table.aboard for a in aboard if a.species == "snail"}
    assert fallen == {"snail-m", "snail-f"}


# --- golden rule 1: sexes ---------------------------------------------------------------------------


def test_the_second_animal_may_be_of_either_sex():
    assert Stage(["cat-m cat-f bear-m bear-f", "lion-m"], {1: "panda-m"}).choices == {
        "cat-m",
        "cat-f",
        "bear-m",
        "bear-f",
    }


@pytest.mark.parametrize(("aboard", "wanted"), [
    ("panda-m cat-m", "m"), ("panda-f cat-f", "f"), ("panda-m cat-f", "m"), ("panda-f cat-m", "f"),
    ("panda-m cat-f kangaroo-m", "f"), ("panda-m cat-m kangaroo-m", "m"),
])  # fmt: skip
def test_from_the_third_on_one_sex_only_or_strictly_alternating(aboard, wanted):
    stage = Stage(["parrot-m parrot-f bear-m bear-f", "lion-m"], {1: aboard})
    assert stage.choices == {f"parrot-{wanted}", f"bear-{wanted}"}


# --- golden rule 2: weight --------------------------------------------------------------------------


def test_a_ferry_never_carries_more_than_21():
    stage = Stage(["cat-m mule-m bear-m", "lion-f"], {1: "elephant-m panda-m"})
    assert stage.choices == {"cat-m", "mule-m", "bear-m"}
    stage = Stage(["cat-m mule-m bear-m", "lion-f"], {1: "elephant-m lion-m"})
    assert stage.choices == {"cat-m", "mule-m"}


def test_a_woodpecker_lowers_the_limit_to_13():
    stage = Stage(["cat-m lion-m panda-m", "lion-f"], {1: "rhinoceros-m woodpecker-m"})
    assert stage.choices == {"cat-m", "panda-m"}


def test_the_limit_stays_13_while_a_woodpecker_lies_there():
    stage = Stage(["kangaroo-m cat-m parrot-m", "bear-f"], {1: "giraffe-m woodpecker-m kangaroo-m parrot-m"})
    assert stage.choices == {"cat-m", "parrot-m"}


def test_a_woodpecker_cannot_go_where_more_than_13_lie():
    stage = Stage(["woodpecker-m cat-m parrot-m", "lion-f"], {1: "elephant-m panda-m"})
    assert stage.choices == {"cat-m", "parrot-m"}


def test_a_woodpecker_on_exactly_13_makes_the_ferry_leave():
    stage = Stage(["woodpecker-m cat-m cat-f", "lion-f"], {1: "rhinoceros-m panda-m"}).answer("woodpecker-m", "ferry-3")
    assert stage.table.departures == 1
    assert stage.aboard(1) == ""


def test_reaching_13_with_a_woodpecker_aboard_makes_the_ferry_leave():
    stage = Stage(["panda-m cat-m cat-f", "lion-f"], {1: "rhinoceros-m woodpecker-m"}).answer("panda-m", "ferry-3")
    assert stage.table.departures == 1


def test_a_new_ferry_has_the_full_limit_again():
    stage = Stage(["panda-m cat-m cat-f", "lion-f"], {1: "rhinoceros-m woodpecker-m"}).answer("panda-m", "ferry-3")
    assert (stage.table.loads[0].weight, stage.table.loads[0].limit) == (0, 21)


# --- taking back ------------------------------------------------------------------------------------


def test_who_can_load_must_load():
    stage = Stage(["cat-m elephant-f", "lion-f"], {1: "bear-m bear-m"})
    assert "take-back" not in stage.choices


def test_if_nothing_fits_all_animals_come_back_and_any_card_begins():
    stage = Stage(["elephant-m rhinoceros-f", "lion-f"], {1: "bear-m mule-m cat-m"})
    assert stage.hand(0) == "cat-m mule-m bear-m rhinoceros-f elephant-m"
    assert stage.choices == {"elephant-m", "rhinoceros-f", "bear-m", "mule-m", "cat-m"}
    stage.answer("bear-m")
    assert stage.aboard(1) == "bear-m"
    assert stage.asked == (0, "move_noah")


def test_no_pair_is_made_with_an_animal_taken_back():
    stage = Stage(["elephant-m rhinoceros-f", "lion-f cat-f"], {1: "bear-m mule-m cat-m"}).answer("cat-m", "ferry-3")
    assert stage.asked == (1, "load")


def test_the_first_animal_after_taking_back_moves_noah_by_its_sex():
    stage = Stage(["elephant-m rhinoceros-f", "lion-f"], {1: "bear-m mule-m cat-m"}).answer("rhinoceros-f")
    assert stage.choices == {"ferry-2", "ferry-5"}


def test_taking_back_after_a_woodpecker_frees_the_ferry_of_its_hole():
    stage = Stage(["elephant-m rhinoceros-f", "lion-f"], {1: "bear-m woodpecker-m cat-m"})
    assert stage.table.loads[0].limit == 21


def test_a_snail_taken_back_can_be_laid_either_way_again():
    stage = Stage(["elephant-f rhinoceros-f", "lion-f"], {1: "bear-m snail-m cat-m mule-m"})
    assert {"snail-m", "snail-f"} <= stage.choices


# --- moving Noah ------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(1, 6))
def test_a_male_sends_noah_across_and_a_female_to_a_neighbour(start):
    def ring(step):
        return {f"ferry-{(start - 1 + step) % 5 + 1}", f"ferry-{(start - 1 - step) % 5 + 1}"}

    hand = "cat-m cat-f"
    assert Stage([hand, "lion-f"], {start: "bear-m"}, noah=start).answer("cat-m").choices == ring(2)
    assert Stage([hand, "lion-f"], {start: "bear-m"}, noah=start).answer("cat-f").choices == ring(1)


def test_the_next_player_loads_where_noah_is():
    stage = Stage(["cat-m cat-f", "lion-f lion-m"], {1: "bear-m", 4: "panda-f"}).answer("cat-m", "ferry-4", "lion-f")
    assert stage.aboard(4) == "panda-f lion-f"


def test_a_mule_leaves_noah_where_he_is():
    stage = Stage(["mule-m cat-f", "cat-m panda-m"], {1: "bear-m"}).answer("mule-m")
    assert stage.asked == (1, "load")
    assert stage.table.noah.id == "ferry-1"


def test_a_mule_that_fills_a_ferry_leaves_noah_at_the_new_one():
    stage = Stage(["mule-m cat-f cat-m", "lion-f"], {1: "elephant-m lion-m"}).answer("mule-m", "cat-f")
    assert stage.table.noah.id == "ferry-1"
    assert (stage.aboard(1), stage.hand(1)) == ("", "cat-f lion-f")


# --- pairs ------------------------------------------------------------------------------------------


def test_a_pair_moves_noah_and_plays_again():
    stage = Stage(["cat-m panda-f parrot-m", "lion-f"], {1: "cat-f", 3: "bear-m"}).answer("cat-m", "ferry-3")
    assert stage.asked == (0, "load")


def test_a_pair_may_be_of_one_sex():
    stage = Stage(["cat-m panda-f parrot-m", "lion-f"], {1: "cat-m", 3: "bear-m"}).answer("cat-m", "ferry-3")
    assert stage.asked == (0, "load")


def test_a_pair_counts_only_with_the_last_animal():
    stage = Stage(["cat-m panda-f parrot-m", "lion-f lion-m"], {1: "cat-m bear-m", 3: "bear-f"}).answer(
        "cat-m", "ferry-3"
    )
    assert stage.asked == (1, "load")


def test_pairs_can_be_chained():
    stage = Stage(["cat-m bear-f panda-f parrot-m", "lion-f"], {1: "cat-f", 3: "bear-m"})
    stage.answer("cat-m", "ferry-3", "bear-f", "ferry-2")
    assert stage.asked == (0, "load")


def test_two_snails_are_a_pair():
    stage = Stage(["snail panda-f parrot-m", "lion-f"], {1: "snail-f", 3: "bear-m"}).answer("snail-m", "ferry-3")
    assert stage.asked == (0, "load")


def test_a_pair_of_mules_plays_again_on_the_same_ferry():
    stage = Stage(["mule-m panda-f cat-f", "lion-f"], {1: "mule-f"}).answer("mule-m")
    assert stage.asked == (0, "load")
    assert stage.table.noah.id == "ferry-1"


def test_the_last_card_forms_a_pair_and_the_round_is_over():
    stage = Stage(["cat-m", "lion-f"], {1: "cat-f"})
    assert stage.asked is None  # a single card is not asked for, and where Noah goes then changes nothing
    assert (stage.aboard(1), stage.table.noah.id) == ("cat-f cat-m", "ferry-1")


# --- departures -------------------------------------------------------------------------------------


def test_noah_moves_before_the_full_ferry_leaves():
    stage = Stage(["panda-m cat-m cat-f", "lion-m"], {1: "elephant-m bear-m"}).answer("panda-m")
    assert stage.asked == (0, "move_noah")
    assert stage.aboard(1) == "elephant-m bear-m panda-m"
    stage.answer("ferry-4")
    assert stage.aboard(1) == ""


@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_number_of_gifts_is_that_of_the_departures_in_this_round(before):
    hand = "panda-m cat-m cat-f parrot-m parrot-f bear-f mule-f"
    stage = Stage([hand, "lion-m", "lion-f"], {1: "elephant-m bear-m"}, departures=before)
    stage.answer("panda-m", "ferry-4")
    for _ in range(before + 1):
        assert stage.asked == (0, "give")
        stage.answer(sorted(stage.choices)[0], "seat-1")
    assert stage.asked == (1, "load")
    assert stage.table.hands[1].size == 1 + before + 1


def test_gifts_can_be_split_between_opponents():
    hand = "panda-m cat-m cat-f parrot-m parrot-f"
    stage = Stage([hand, "lion-m", "lion-f"], {1: "elephant-m bear-m"}, departures=1)
    stage.answer("panda-m", "ferry-4", "cat-m", "seat-1", "cat-f", "seat-2")
    assert (stage.hand(0), stage.hand(1), stage.hand(2)) == ("parrot-m parrot-f", "cat-m lion-m", "cat-f lion-f")


def test_nobody_gives_more_than_they_hold_and_an_emptied_hand_ends_the_round():
    stage = Stage(["panda-m cat-m", "lion-m", "lion-f"], {1: "elephant-m bear-m"}, departures=2)
    stage.answer("panda-m", "ferry-4", "seat-2")
    assert stage.question is None
    assert (stage.hand(0), stage.hand(2)) == ("", "cat-m lion-f")


def test_with_two_players_nobody_is_asked_who_gets_the_gift():
    stage = Stage(["panda-m cat-m cat-f", "lion-m"], {1: "elephant-m bear-m"}).answer("panda-m", "ferry-4", "cat-m")
    assert stage.hand(1) == "cat-m lion-m"
    assert stage.asked == (1, "load")


def test_the_fourth_departure_gives_four_and_ends_the_round():
    hand = "panda-m cat-m cat-f parrot-m parrot-f bear-f"
    stage = Stage([hand, "lion-m"], {1: "elephant-m bear-m"}, departures=3).answer("panda-m")
    stage.answer("cat-m", "cat-f", "parrot-m", "parrot-f")
    assert stage.question is None, "and nobody is asked where Noah goes"
    assert (stage.hand(0), stage.table.hands[1].size) == ("bear-f", 5)


def test_a_pair_that_fills_a_ferry_gives_and_then_plays_again():
    hand = "bear-m cat-m cat-f parrot-m"
    stage = Stage([hand, "lion-m"], {1: "bear-m bear-m", 3: "panda-f"}).answer("bear-m", "ferry-3", "cat-m")
    assert stage.asked == (0, "load")


# --- powers -----------------------------------------------------------------------------------------


def test_a_snail_as_first_or_second_animal_is_of_either_sex():
    assert {"snail-m", "snail-f"} <= Stage(["snail cat-m", "lion-m"]).choices
    assert {"snail-m", "snail-f"} <= Stage(["snail cat-m", "lion-m"], {1: "bear-m"}).choices


def test_a_snail_as_third_animal_has_its_sex_forced():
    assert Stage(["snail cat-m", "lion-m"], {1: "bear-m panda-f"}).choices == {"snail-m", "cat-m"}


def test_a_snail_moves_noah_by_the_sex_chosen():
    assert Stage(["snail cat-m", "lion-m"], {1: "bear-m"}).answer("snail-f").choices == {"ferry-2", "ferry-5"}


def test_a_lion_takes_a_card_and_gives_one_back():
    stage = Stage(["lion-m cat-m", "bear-f", "panda-f panda-m"], {1: "bear-m"}).answer("lion-m")
    assert stage.asked == (0, "take_from")
    stage.answer("seat-1")
    assert stage.choices == {"cat-m", "bear-f"}
    stage.answer("cat-m")
    assert (stage.hand(0), stage.hand(1)) == ("bear-f", "cat-m")
    assert stage.asked == (0, "move_noah")


def test_the_card_just_taken_may_be_given_back():
    stage = Stage(["lion-m cat-m", "bear-f", "panda-f panda-m"], {1: "bear-m"}).answer("lion-m", "seat-1", "bear-f")
    assert (stage.hand(0), stage.hand(1)) == ("cat-m", "bear-f")


def test_the_lion_draws_blindly():
    drawn = set()
    for _ in range(60):
        stage = Stage(["lion-m cat-m", "bear-f giraffe-f rhinoceros-f", "panda-f"], {1: "bear-m"})
        stage.table.deal.rng.seed(len(drawn) * 1000 + _)
        stage.answer("lion-m", "seat-1")
        drawn |= stage.choices - {"cat-m"}
    assert drawn == {"bear-f", "giraffe-f", "rhinoceros-f"}


def test_a_lion_as_last_card_changes_no_hand_and_ends_the_round():
    stage = Stage(["lion-m", "bear-f", "panda-f"], {1: "bear-m"})
    assert stage.asked is None
    assert [stage.hand(seat) for seat in range(3)] == ["", "bear-f", "panda-f"]


def test_a_giraffe_shows_one_hand_until_noah_moves():
    stage = Stage(["giraffe-m cat-m", "bear-f", "panda-f panda-m"], {1: "bear-m"}).answer("giraffe-m")
    assert stage.asked == (0, "look_at")
    stage.answer("seat-2")
    assert stage.table.secrets(0)["cards-2"] == "panda-m panda-f"
    stage.answer("ferry-3")
    assert "cards-2" not in stage.table.secrets(1)


@pytest.mark.parametrize("players", [2, 3])
def test_a_giraffe_that_sends_off_the_last_ferry_looks_while_the_gifts_are_chosen(players):
    hands = ["giraffe-m cat-m panda-f", "bear-f", "lion-m"][:players]
    stage = Stage(hands, {1: "rhinoceros-m panda-m"}, departures=3).answer("giraffe-m")
    if players > 2:
        stage.answer("seat-1")
    assert stage.asked == (0, "give"), "Noah moves nowhere, as the round ends"
    assert stage.table.secrets(0)["cards-1"] == "bear-f"
    assert "cards-1" not in stage.table.secrets(2 if players > 2 else 1)


def test_a_giraffe_as_last_card_ends_the_round():
    assert Stage(["giraffe-m", "bear-f", "panda-f"], {1: "bear-m"}).asked is None


# --- end of round and game --------------------------------------------------------------------------


def test_every_card_left_costs_its_tears():
    stage = Stage(["panda-m panda-f elephant-m", "cat-m woodpecker-f", ""])
    drain(shed_tears(stage.table))
    assert stage.table.scores == [8, 3, 0]
    assert [(e.points, e.reason, str(e.about)) for e in stage.table.ledger.entries] == [
        (8, "round-3", "panda-m panda-f elephant-m"), (3, "round-3", "woodpecker-f cat-m"),
    ]  # fmt: skip


@pytest.mark.parametrize(("species", "tears"), [
    ("woodpecker-m", 2), ("parrot-m", 2), ("snail", 2), ("cat-m", 1), ("kangaroo-m", 1), ("panda-m", 4), ("lion-m", 1),
    ("mule-m", 1), ("bear-m", 0), ("giraffe-m", 0), ("rhinoceros-m", 0), ("elephant-m", 0),
])  # fmt: skip
def test_the_tears_of_each_species(species, tears):
    assert animal(table_for(5), species).tears == tears


@pytest.mark.parametrize(("scores", "starts"), [([3, 9, 4], 1), ([9, 3, 9], 0), ([2, 2, 2], 0)])
def test_whoever_has_the_most_tears_begins_and_of_several_the_shortest(scores, starts):
    table = table_for(3)
    for seat, score in enumerate(scores):
        table.ledger.add(seat, score, "test")
    assert drain(starter_after(table, table.seats[0])).index == starts


def test_if_the_shortest_is_not_among_the_tied_a_lot_is_drawn_between_them():
    starts = set()
    table = table_for(3)
    for seat, score in enumerate([1, 5, 5]):
        table.ledger.add(seat, score, "test")
    for _ in range(50):
        starts.add(drain(starter_after(table, table.seats[0])).index)
    assert starts == {1, 2}


def test_the_short_game_has_three_rounds():
    table = table_for(3)
    over = []
    for table.round in (1, 2, 3):
        over.append(is_over(table))
    assert over == [False, False, True]


@pytest.mark.parametrize(("most", "over"), [(25, False), (26, True), (31, True)])
def test_the_long_game_ends_at_26_tears(most, over):
    table = table_for(3, length="long")
    table.round = 9
    table.ledger.add(2, most, "test")
    assert is_over(table) is over


def test_scores_above_26_keep_their_true_number():
    table = table_for(2, length="long")
    table.ledger.add(0, 40, "test")
    assert table.facts()["score-0"] == "40"


@pytest.mark.parametrize(
    ("scores", "winners", "why"), [([4, 2, 9], (1,), "fewest-tears"), ([2, 7, 2], (0, 2), "shared")]
)
def test_the_fewest_tears_win_and_a_tie_is_shared(scores, winners, why):
    table = table_for(3)
    for seat, score in enumerate(scores):
        table.ledger.add(seat, score, "test")
    assert (outcome(table).winners, outcome(table).why) == (winners, why)


def test_noah_stays_where_he_was_between_rounds():
    setup = GAME.set_up(NAMES[:3], {}, seed=2)
    table = GAME.new_table(setup, GAME.make_pieces(setup))
    play, bot, places = GAME.play(table), make_random_bot(Random(2)), {}
    question = next(play)
    while table.round < 2:
        places[table.round] = str(table.noah)
        answer = bot(question, table)
        if question.ask == "move_noah":
            places["moved"] = str(answer)
        question = play.send(answer)
    assert str(table.noah) == places["moved"]
