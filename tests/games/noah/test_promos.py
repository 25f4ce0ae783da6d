"""Frogs, crocodiles and the roommates' ferry, as the Board Game Arena version plays them (rulings.md 3.5)."""

from collections import Counter
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.game import DEALS
from companion.core.match import Match
from companion.games.noah import GAME
from companion.games.noah.bots import greedy_bot
from companion.testing.laws import check_cues, check_undo_and_redo, play_checked
from tests.games.noah.stage import Stage
from tests.games.noah.test_cues import explains, tells
from tests.laws import NAMES

FROG = {"frog": "yes"}
CROCODILE = {"crocodile": "yes"}
ROOMMATES = {"roommates": "yes"}
ALL = FROG | CROCODILE | ROOMMATES


def count_deck(players, options):
    """Count the species of a deck."""
    setup = GAME.set_up(NAMES[:players], options)
    return Counter(card.species for card in GAME.make_pieces(setup).deck)


@pytest.mark.parametrize("players", range(2, 6))
def test_two_cards_take_the_place_of_two_others(players):
    usual, with_all = count_deck(players, {}), count_deck(players, ALL)
    assert usual.total() == with_all.total()
    assert usual - with_all == Counter(snail=2, mule=2)
    assert with_all - usual == Counter(frog=2, crocodile=2)


@pytest.mark.parametrize("options", [{}, FROG, CROCODILE, ROOMMATES, ALL])
def test_hands_are_told_which_promo_cards_to_put_in(options):
    cues = [cue.kind for cue in Match(GAME, GAME.set_up(NAMES[:2], options, deal="table")).cues]
    assert [kind for kind in cues if kind.endswith("_joins")] == [f"{promo}_joins" for promo in options]


class TestFrog:
    def test_it_may_weigh_what_the_ferry_lacks(self):
        stage = Stage(["frog-m cat-m", "lion-m"], {1: "elephant-m bear-m"}, options=FROG).answer("frog-m")
        assert stage.asked == (0, "grow")
        assert stage.question.about == 4
        stage.answer("fills", "ferry-4")
        assert (stage.aboard(1), stage.table.departures) == ("", 1)

    def test_or_keep_its_weight(self):
        stage = Stage(["frog-m cat-m", "lion-m"], {1: "elephant-m bear-m"}, options=FROG)
        stage.answer("frog-m", "light", "ferry-4")
        assert stage.table.loads[0].weight == 18

    @pytest.mark.parametrize("aboard", ["elephant-m", "elephant-m bear-m cat-m parrot-m", ""])
    def test_it_never_weighs_more_than_five_and_is_not_asked_where_nothing_can_vary(self, aboard):
        """Eleven, two and twenty-one are lacking; with two it could weigh two, with one it does anyway."""
        stage = Stage(["frog-m cat-m", "lion-m"], {1: aboard}, options=FROG).answer("frog-m")
        lacking = 21 - sum(animal.weight for animal in stage.table.aboard[0][:-1])
        assert (stage.asked == (0, "grow")) == (2 <= lacking <= 5)

    def test_with_a_hole_it_fills_a_ferry_of_thirteen(self):
        stage = Stage(["frog-m cat-m", "lion-m"], {1: "woodpecker-m elephant-m"}, options=FROG).answer("frog-m")
        assert stage.question.about == 3
        stage.answer("fills", "ferry-4")
        assert stage.table.departures == 1


class TestCrocodile:
    def test_the_first_animal_flees_to_an_opponent_and_two_tears_are_forgiven(self):
        hands = ["crocodile-m cat-m", "lion-m", "lion-f"]
        stage = Stage(hands, {1: "panda-f bear-m panda-f"}, options=CROCODILE)
        stage.table.ledger.add(0, 3, "round-1", "")
        stage.answer("crocodile-m")
        assert stage.asked == (0, "flee_to")
        stage.answer("seat-2")
        assert stage.hand(2) == "panda-f lion-f"
        assert stage.aboard(1) == "bear-m panda-f crocodile-m"
        assert stage.table.loads[0].weight == 7 + 4 + 6
        assert stage.table.scores[0] == 1

    def test_its_weight_counts_once_the_first_one_is_gone(self):
        stage = Stage(["crocodile-m cat-m", "lion-m"], {1: "elephant-m bear-m cat-m"}, options=CROCODILE)
        assert "crocodile-m" in stage.choices, "25 in all, but only 15 without the elephant"
        stage = Stage(["crocodile-m cat-m", "lion-m"], {1: "cat-m bear-m elephant-m"}, options=CROCODILE)
        assert "crocodile-m" not in stage.choices

    def test_a_hole_is_mended_if_the_woodpecker_flees(self):
        stage = Stage(["crocodile-m cat-m", "lion-m"], {1: "woodpecker-m elephant-m"}, options=CROCODILE)
        stage.answer("crocodile-m")
        assert (stage.table.loads[0].weight, stage.table.loads[0].limit) == (16, 21)

    def test_on_an_empty_ferry_nobody_flees_and_a_score_never_falls_below_nothing(self):
        stage = Stage(["crocodile-m cat-m", "lion-m"], options=CROCODILE).answer("crocodile-m")
        assert (stage.asked, stage.table.scores) == ((0, "move_noah"), [0, 0])

    def test_two_of_them_are_a_pair_only_if_the_first_one_stays(self):
        stage = Stage(["crocodile-f cat-m", "lion-m"], {1: "crocodile-m"}, options=CROCODILE).answer("crocodile-f")
        assert not stage.table.pair
        stage = Stage(["crocodile-f cat-m", "lion-m"], {1: "cat-f crocodile-m"}, options=CROCODILE)
        assert stage.choices == {"ferry-2", "ferry-5"}, "the only animal that fits is loaded at once"
        assert stage.table.pair

    def test_sexes_are_judged_before_and_after_somebody_flees(self):
        stage = Stage(["crocodile-f crocodile-m cat-m", "lion-m"], {1: "cat-f bear-m"}, options=CROCODILE)
        assert stage.asked == (0, "move_noah"), "a female must come next, and there is only one"
        assert stage.aboard(1) == "bear-m crocodile-f"
        assert stage.table.loads[0].wanted == "m"


class TestRoommates:
    def test_no_species_comes_twice(self):
        stage = Stage(["cat-m cat-f bear-m", "lion-m"], {1: "cat-m"}, options=ROOMMATES, roommates=1)
        assert stage.choices == {"bear-m"} or not stage.choices & {"cat-m", "cat-f"}
        stage = Stage(["cat-m cat-f bear-m", "lion-m"], {1: "cat-m"}, options=ROOMMATES, roommates=2)
        assert {"cat-m", "cat-f"} <= stage.choices

    def test_the_ferry_leaves_with_its_rule(self):
        stage = Stage(["panda-m cat-m", "lion-m"], {1: "elephant-m bear-m"}, options=ROOMMATES, roommates=1).answer(
            "panda-m", "ferry-4"
        )
        assert stage.table.facts()["roommates"] == ""
        assert stage.table.loads[0].roommates is None

    def test_the_last_ferry_of_the_middle_is_theirs_if_no_other_was(self):
        stage = Stage(
            ["panda-m cat-m parrot-m parrot-f snail", "lion-m"],
            {1: "elephant-m bear-m"},
            departures=2,
            options=ROOMMATES,
            roommates=0,
        ).answer("panda-m", "ferry-4")
        assert stage.table.facts()["roommates"] == "ferry-1"

    def test_at_a_real_table_people_say_where_it_is(self):
        match = Match(GAME, GAME.set_up(NAMES[:2], ROOMMATES, 1, "table"))
        match.answer("seat-0")
        assert match.question.ask == "roommates_at"
        assert match.question.list_ids() == ["ferry-1", "ferry-2", "ferry-3", "ferry-4", "ferry-5", "middle"]
        match.answer("middle")
        assert match.facts["roommates"] == "middle"


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("players", [2, 4])
def test_random_games_with_all_of_them_keep_the_laws(players, deal):
    setup = GAME.set_up(NAMES[:players], ALL, deal=deal)
    pieces = GAME.make_pieces(setup)
    for setup.seed in range(3):
        table, _ = play_checked(GAME, setup, pieces, setup.seed, lambda question, table: None)
        assert min(table.scores) >= 0
    check_undo_and_redo(GAME, setup, 1, 40)


def test_every_change_at_a_real_table_is_explained():
    heard = set()
    for seed in range(6):
        heard |= check_cues(GAME, GAME.set_up(NAMES[: 2 + seed % 3], ALL, seed, "table"), seed, explains, tells)
    assert {"flees", "forgiven", "roommates_come"} <= heard


def test_a_bot_plays_with_them_and_everything_has_words():
    bots = [greedy_bot(Random(1)), make_random_bot(Random(2))]
    match = Match(GAME, GAME.set_up(NAMES[:2], ALL, 4))
    voices = [GAME.voice(GAME.say(language)) for language in ("en", "fr")]
    asks = set()
    while match.question is not None:
        question = match.question
        asks.add(question.ask)
        for voice in voices:
            words = [voice.prompt(question, match.table), *voice.help(question, match.table)]
            words += [voice.label(choice, question, match.table).text for choice in question.choices]
            words += [fact.value for fact in voice.facts(match.facts, match.table)]
            assert all("{" not in word for word in words)
        match.answer(bots[max(question.seat, 0)](question, match.table))
    assert match.outcome is not None
    assert all(voices[0].reason(entry) for entry in match.table.ledger.entries)
    assert voices[0].list_highlights(match.table)


def test_a_match_from_before_is_played_without_them():
    setup = GAME.set_up(NAMES[:2], {}, 5)
    setup.options = {"length": "short", "memory": "off"}
    match = Match(GAME, setup)
    assert "roommates" not in match.facts
    assert not {"frog", "crocodile"} & {card.species for card in match.table.pieces.deck}
