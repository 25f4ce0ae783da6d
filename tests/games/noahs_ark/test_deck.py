"""The deck: how it is stacked, what a real one could hold next, and cards nobody has told us about."""

from collections import Counter

import pytest

from companion.core.match import Match
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.deck import DealtDeck
from companion.games.noahs_ark.pieces import AnimalCard, NoahsArkPieces, Style
from companion.games.noahs_ark.table import NoahsArkTable
from tests.games.noahs_ark.stage import TOLD, Stage
from tests.laws import NAMES

PIECES: dict[tuple[object, ...], NoahsArkPieces] = {}


def dealt(seed: int, players: int = 4, **options: str) -> list[str]:
    """The ids of a virtual deck, the top card first."""
    setup = GAME.set_up(NAMES[:players], options, seed)
    key = (players, *options.items())
    if key not in PIECES:
        PIECES[key] = GAME.make_pieces(setup)
    table = GAME.new_table(setup, PIECES[key])
    assert isinstance(table.deck, DealtDeck)
    return [card.id for card in reversed(table.deck.cards)]


STYLES = {
    "flice-index-finger",
    "flice-fist",
    "flice-knuckles",
    "flice-little-finger",
    "flice-thumb",
    "flice-other-hand",
}


def test_the_ark_lies_among_the_last_eleven_cards_and_anywhere_there() -> None:
    places = {dealt(seed).index("ark") + 1 for seed in range(300)}
    assert places == set(range(15, 26))


def test_flice_cards_lie_above_the_last_eleven() -> None:
    for seed in range(100):
        deck = dealt(seed, mode="advanced")
        assert len(deck) == 24 + 8 + 2 + 1
        styles = [place for place, id in enumerate(deck) if id in STYLES]
        assert len(styles) == 2
        assert max(styles) < len(deck) - 11 <= deck.index("ark")


def test_only_one_card_that_replaces_an_animal_is_in_a_deck() -> None:
    found = Counter(id for seed in range(100) for id in dealt(seed, mode="advanced") if id.startswith("turn"))
    assert sum(found.values()) == 100
    assert len(found) == 3


def test_five_players_never_meet_double_pairs() -> None:
    assert all("pairs-lion-eagle-3" not in dealt(seed, 5, mode="advanced") for seed in range(50))
    assert all("pairs-lion-eagle-3" in dealt(seed, 4, mode="advanced") for seed in range(50))


def test_a_shorter_game_leaves_other_cards_out_each_time() -> None:
    decks = [dealt(seed, length="shortest") for seed in range(20)]
    assert all(len(deck) == 13 and "ark" in deck[2:] for deck in decks)
    assert len({frozenset(deck) for deck in decks}) > 15


def test_the_same_seed_gives_the_same_deck() -> None:
    assert dealt(7, mode="advanced") == dealt(7, mode="advanced") != dealt(8, mode="advanced")


def test_a_real_deck_could_hold_any_card_not_seen_yet() -> None:
    stage = Stage(length="full")
    assert len(stage.ids()) == 25, "24 animal cards, or one nobody told us about"
    assert len(stage.won(0, "lion-snake-1").ids()) == 24


def test_the_ark_is_not_offered_before_it_can_come() -> None:
    stage = Stage()
    assert "ark" not in stage.ids()
    assert "ark" not in stage.won(0, "lion-snake-1").ids()
    assert "ark" in stage.won(0, "lion-eagle-1").ids()


def test_the_last_card_of_all_is_the_ark_and_needs_no_telling() -> None:
    stage = Stage(objectives=("lions", "snakes", "cards"))
    while stage.asked == "reveal":
        stage.won(0, stage.ids()[0])
    assert stage.asked == "over"
    assert len(stage.table.deck) == 0
    assert len(stage.cards(0)) == 12


def test_flice_cards_still_to_come_above_the_last_cards_are_the_only_choice_in_the_end() -> None:
    stage = Stage(flice="with").won(0, "lion-snake-1", "lion-eagle-1")
    assert set(stage.ids()) == STYLES
    stage.tell("flice-fist")
    assert set(stage.ids()) == STYLES - {"flice-fist"}


def test_no_more_advanced_cards_are_offered_than_were_added() -> None:
    stage = Stage(mode="advanced", advanced="two", flice="without").won(0, "wild-giraffe-monkey-1")
    assert "pick-lion-snake-1" in stage.ids()
    assert "pick-lion-snake-1" not in stage.won(0, "discard-giraffe-snake-1").ids()


def test_once_a_card_that_replaces_an_animal_came_the_two_others_cannot() -> None:
    stage = Stage(mode="advanced", flice="without").won(0, "turn-lion-giraffe")
    assert not [id for id in stage.ids() if id.startswith("turn")]


def test_an_unseen_card_is_entered_once() -> None:
    stage = Stage().tell("other-card")
    assert stage.asked == "teach_animal"
    stage.tell("snake", "lion", "lion")
    assert stage.asked == "teach_points"
    stage.tell("4")
    assert stage.asked == "teach_noa"
    stage.tell("noa")
    assert stage.match.facts["card"] == "lion-lion-snake-noa-4"
    assert stage.match.facts["dice"] == "3"
    assert stage.tell("slap-1", "right").scores == [0, 4]


def test_an_entered_card_replaces_the_guess_most_like_it() -> None:
    stage = Stage(length="full").tell("other-card", "lion", "snake", "no-more", "3", "no-noa", "slap-0", "right")
    assert stage.table.learned["animals"] == {"card-04": {"shows": ["lion", "snake"], "points": 3, "noa": 0}}
    assert "lion-snake-1" not in stage.ids()
    assert len(stage.ids()) == 24, "there are 24 animal cards, not 25"


def test_a_guess_that_was_right_is_learned_as_well() -> None:
    stage = Stage().won(0, "lion-snake-1")
    assert stage.table.learned["animals"] == {"card-04": {"shows": ["lion", "snake"], "points": 1, "noa": 0}}


def test_telling_a_card_that_was_on_offer_is_no_harm() -> None:
    stage = Stage(length="full").tell("other-card", "snake", "lion", "no-more", "1", "no-noa", "slap-0", "right")
    assert stage.cards(0) == ["lion-snake-1"]
    assert len(stage.ids()) == 24


def test_learned_figures_are_corrections_and_are_not_asked_again() -> None:
    first = Stage(length="full")
    first.tell("other-card", "eagle", "eagle", "eagle", "5", "no-noa", "slap-0", "right")
    while first.asked == "reveal" and "other-card" in first.ids():
        first.won(0, first.ids()[0])
    again = Stage(length="full", corrections=first.table.learned)
    assert "eagle-eagle-eagle-5" in again.ids()
    assert again.won(1, "eagle-eagle-eagle-5").table.learned == {}


def test_a_box_that_was_learned_to_the_last_card_asks_for_no_other_card() -> None:
    first = Stage(length="full", objectives=("noa", "lions", "eagles"))
    while first.asked == "reveal":
        first.won(0, first.ids()[0])
    assert len(first.table.learned["animals"]) == 24
    assert "other-card" not in Stage(length="full", corrections=first.table.learned).ids()


def test_undo_removes_learned_figures() -> None:
    stage = Stage().won(0, "lion-snake-1")
    for _ in range(3):
        stage.match.undo()
    assert stage.table.learned == {}


def teach(*answers: str) -> Stage:
    return Stage(mode="advanced", flice="without", corrections={"advanced": {}}).tell("other-card", *answers)


def test_an_advanced_card_is_entered_by_its_power() -> None:
    stage = teach()
    assert stage.asked == "teach_power"
    assert stage.ids() == ["plain", "pairs", "wild", "pick", "discard", "swap", "turn"]
    stage.tell("wild", "lion", "lion", "no-more", "0", "slap-0", "right")
    assert stage.cards(0) == ["wild-lion-lion-0"]
    assert stage.table.learned["advanced"] == {"wild-1": {"power": "wild", "shows": ["lion", "lion"], "points": 0}}


def test_a_third_copy_of_a_power_replaces_another_advanced_card() -> None:
    stage = teach("discard", "lion", "lion", "no-more", "1", "slap-0", "right")
    assert "discard-giraffe-snake-1" not in stage.ids(), "it was most like the one we had guessed"
    stage.tell("other-card", "discard", "eagle", "snake", "no-more", "1", "slap-0", "right")
    assert stage.cards(0) == ["discard-lion-lion-1", "discard-eagle-snake-1"]


def test_double_pairs_is_entered_by_its_two_animals() -> None:
    stage = teach("pairs", "snake")
    assert "snake" not in stage.ids()
    stage.tell("giraffe", "slap-0", "right")
    assert stage.cards(0) == ["pairs-giraffe-snake-3"]
    assert stage.scores == [3, 0]


def test_a_card_that_replaces_an_animal_is_entered_by_its_two_animals() -> None:
    stage = teach("turn", "eagle", "lion", "monkey", "monkey", "no-more", "2", "slap-0", "right")
    assert stage.cards(0) == ["turn-eagle-lion"]
    (entry,) = stage.table.learned["advanced"].values()
    assert entry == {"power": "turn", "shows": ["monkey", "monkey"], "points": 2, "turns": ["eagle", "lion"]}


@pytest.mark.parametrize("answers", [("wild", "lion", "lion", "no-more", "0"), ("pairs", "snake", "giraffe"),
                                     ("turn", "eagle", "lion", "monkey", "monkey", "no-more", "2")])  # fmt: skip
def test_learned_advanced_cards_fit_the_box(answers: tuple[str, ...]) -> None:
    stage = teach(*answers, "slap-0", "right")
    again = Stage(mode="advanced", corrections=stage.table.learned)
    assert stage.cards(0)[0] in again.ids()


def test_the_two_animals_a_card_exchanges_can_be_entered_in_either_order() -> None:
    stage = teach("turn", "elephant", "snake", "lion", "giraffe", "no-more", "1", "slap-0", "right")
    (place,) = stage.table.learned["advanced"]
    assert place == "turn-1", "it is the card we knew to swap these two, whatever else it shows"


def test_a_card_of_nine_points_can_be_entered() -> None:
    stage = Stage().tell("other-card", "lion", "snake", "no-more")
    assert stage.ids() == [str(points) for points in range(10)]


def test_five_players_cannot_tell_of_double_pairs() -> None:
    stage = Stage(5, mode="advanced", flice="without").tell("other-card")
    assert "pairs" not in stage.ids()


def test_every_sort_of_card_is_its_own_class() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"mode": "advanced"}, 3, corrections=TOLD))
    table = match.table
    assert isinstance(table, NoahsArkTable)
    assert isinstance(table.deck, DealtDeck)
    kinds = Counter(type(card).__name__ for card in table.deck.cards)
    assert kinds == {AnimalCard.__name__: 32 - (table.card is not None), Style.__name__: 2, "Card": 1}


def test_a_guessed_card_that_replaces_an_animal_is_asked_for_what_its_name_does_not_tell() -> None:
    stage = Stage(mode="advanced", flice="without", corrections={"advanced": {}}).tell("turn-snake-elephant")
    assert stage.asked == "teach_animal"
    assert "advanced" not in stage.table.learned, "our guess is not kept as told"
    stage.tell("lion", "eagle", "monkey", "2", "slap-0", "right")
    assert stage.scores == [2, 0]
    assert stage.table.areas[0].won[0].shows == ("lion", "eagle", "monkey")
    entry = {"power": "turn", "shows": ["lion", "eagle", "monkey"], "points": 2, "turns": ["snake", "elephant"]}
    assert stage.table.learned["advanced"] == {"turn-1": entry}


def test_a_match_from_before_is_replayed_as_it_was_asked() -> None:
    setup = Stage(mode="advanced", flice="without", corrections={"advanced": {}}).match.setup
    setup.options = {name: value for name, value in setup.options.items() if name != "told"}
    begun = ["most-lions", "most-noa", "most-cards", "seat-0", "turn-snake-elephant", "slap-0", "right", "other-card"]
    match = Match(GAME, setup, begun)
    assert match.question is not None
    assert match.question.ask == "teach_power"
