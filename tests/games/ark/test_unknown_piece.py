"""A box of Ark that nobody has written down: whatever lies on the table can be told, and the match goes on with it."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.bots import make_random_bot
from companion.core.data_folder import read_corrections
from companion.core.errors import NotAChoice
from companion.core.match import Match
from companion.core.question import FreeTextQuestion
from companion.core.teach import OwnerBox
from companion.games.ark import GAME
from companion.games.ark.pieces import KNOWN_BY_NAME
from companion.games.ark.table import ArkTable
from tests.games.ark.stage import told_box
from tests.games.ark.strangers import NAMINGS, Naming, Strangers
from tests.laws import NAMES
from tests.long import mark_long

START = ("seat-0", "goat", "cow", "zebra", "fox", "toad", "snail")
OKAPI = ("another", "said-Okapi", "shy", "3", "hot", "herbivore")


def at_table(*answers: str, corrections: dict[str, Any] | None = None) -> Match:
    return Match(GAME, GAME.set_up(NAMES[:3], deal="table", corrections=corrections), answers)


def card(match: Match, id: str) -> Any:
    assert isinstance(match.table, ArkTable)
    return next(card for card in match.table.pieces.kinds.all if card.id == id)


def shown(match: Match, language: str = "en") -> list[str]:
    """What stands in the list of choices."""
    assert match.question is not None
    voice = GAME.voice(GAME.say(language))
    return [voice.label_text(choice, match.question, match.table) for choice in match.question.choices]


def test_an_unknown_card_takes_one_answer_per_unknown_figure() -> None:
    match = at_table(*START, *OKAPI)
    assert match.facts["display"] == "toad snail moose", "it takes the place of the guess most like it"
    assert match.table.learned == {
        "animals": {
            "moose": {"name": "Okapi", "kind": "shy", "weight": 3, "climate": "hot", "nourishment": "herbivore"}
        }
    }
    assert "take Okapi 3" in shown(match), "and is no guess any more"


def test_corrected_figures_decide_which_animals_go_together() -> None:
    match = at_table(*START, "another", "said-Okapi", "shy", "1", "cold", "carnivore")
    taken = next(id for id in match.facts["display"].split()[2:])
    told = card(match, taken)
    assert (told.weight, told.climate, told.carnivore, told.shy) == (1, "cold", True, True)
    assert told.repels & card(match, "tiger").bits, "the tiger is as heavy or heavier, and needs it hot"
    assert card(match, "fox").repels & told.bits


def test_the_name_of_a_card_we_have_asks_only_for_what_is_guessed() -> None:
    match = at_table(*START, "another", "elephant")
    assert match.question is not None
    assert match.question.ask == "kind"
    match.answer("heavy")
    assert match.question.ask == "climate", "the book says that it weighs 3"


@pytest.mark.parametrize("words", ["éléphant", "Elephant", " ELEPHANT "])
def test_a_name_is_understood_in_every_language(words: str) -> None:
    match = at_table(*START, "another", f"said-{words}")
    assert match.question is not None
    assert str(match.question.about) == "elephant"


def test_a_card_on_the_table_cannot_be_entered_again() -> None:
    match = at_table(*START, "another", "said-goat")
    assert [str(cue) for cue in match.cues] == ["told_before goat"]
    assert isinstance(match.question, FreeTextQuestion)


def test_a_card_without_a_name_goes_by_its_kind_and_keeps_its_mark() -> None:
    match = at_table(*START, "another", "unnamed", "shy", "3", "hot", "herbivore")
    assert "take shy animal 3 ?" in shown(match)
    assert any("timide 3\u202f?" in row for row in shown(match, "fr"))
    assert "name" not in match.table.learned["animals"]["moose"]


def test_provisions_have_no_nourishment() -> None:
    match = at_table(*START, "another", "said-Hay", "provision", "3", "cold")
    assert match.facts["display"] == "toad snail apples"
    assert match.table.learned == {"provisions": {"apples": {"name": "Hay", "weight": 3, "climate": "cold"}}}


def test_a_starting_card_is_light_and_no_third_of_its_kind() -> None:
    match = at_table("seat-0", "goat", "cow", "another", "unnamed")
    assert match.question is not None
    assert match.question.list_ids() == ["heavy", "slow", "shy", "none", "provision"]
    match.answer("slow")
    assert match.question.list_ids() == ["1", "2"]
    match.answer("1")
    match.answer("cold")
    match.answer("none")
    assert match.facts["starboard-2"].split()[1] == "1"


def test_a_card_from_a_hidden_hand_is_entered_and_goes_aboard() -> None:
    match = at_table(*START, "dove", "another", "said-Okapi", "useful", "0", "both", "none")
    assert match.question is not None
    assert (match.question.ask, match.question.seat) == ("where", 0)
    match.answer("port-1")
    assert match.facts["useful"] == "1 0 0"


def test_an_entered_card_that_fits_nowhere_stays_in_the_hand() -> None:
    told = ("another", "said-Okapi", "heavy", "4", "hot", "carnivore")
    match = at_table(*START, "dove", "bison", "port-1", "done", *told)
    assert [cue.kind for cue in match.cues] == ["fits_nowhere"]
    assert match.question is not None
    assert (match.question.ask, match.question.seat) == ("turn", 1)
    (okapi,) = match.facts["seen-1"].split()
    assert [str(why) for why in GAME.why_not(match.table, match.question)[okapi]] == [
        "too heavy for either side: the ark would tip over"
    ]


def test_undo_takes_it_back_and_no_replay_remembers_it() -> None:
    match = at_table(*START, *OKAPI)
    again = Match(GAME, match.setup, match.answers)
    assert (again.facts, again.table.learned) == (match.facts, match.table.learned)
    match.undo()
    assert match.table.learned == {}
    moose = card(match, "moose")
    assert (moose.name, moose.climate) == ("", "cold"), "the guess is as it was"
    match.redo()
    assert match.facts == again.facts
    fresh = Match(GAME, match.setup)
    assert card(fresh, "moose").name == ""


def test_learned_figures_are_corrections_that_make_a_playable_box() -> None:
    learned = at_table(*START, *OKAPI).table.learned
    match = at_table(*START, "moose", corrections=learned)
    assert "take Okapi 3" in shown(match)
    assert not match.cues[0].kind.startswith("guess")


def test_where_nothing_is_guessed_no_other_card_is_offered_and_nothing_is_marked() -> None:
    match = at_table(*START, corrections=told_box())
    assert "another" not in (match.question.list_ids() if match.question else [])
    assert not any("?" in row for row in shown(match))
    with pytest.raises(NotAChoice):
        match.answer("another")
    assert GAME.count_guesses(GAME.open_box({}, told_box())) is None


def test_guesses_are_marked_and_printed_figures_are_not() -> None:
    rows = shown(at_table(*START[:5]))
    assert "rhinoceros 3 ?" in rows
    assert "elephant 3" in rows
    assert "tiger 2 ?" in rows, "its weight is a guess"


def test_how_much_is_guessed_is_said_at_the_start() -> None:
    guesswork = GAME.count_guesses(GAME.open_box({}, {}))
    assert guesswork is not None
    assert (guesswork.guessed, guesswork.of) == (46, 49), "of elephant, polar bear and skunk the book tells the weight"


@pytest.mark.laws
@pytest.mark.parametrize("names", [True, False], ids=["any name", "no name"])
def test_every_card_of_a_box_can_turn_out_to_be_another_one(names: bool, games: int) -> None:
    """Whoever tells another card wherever they can still comes to an end, also if they name none of them."""
    for seed in range(max(3, games // 40)):
        match, bot = at_table(), make_random_bot(Random(seed))
        while match.question is not None:
            ids = match.question.list_ids()
            told = "another" in ids and match.question.ask not in ("second", "last_minute")
            unnamed = "unnamed" in ids and not names
            match.answer("another" if told else "unnamed" if unnamed else bot(match.question, match.table))
        assert match.outcome is not None
        assert len(match.table.learned["animals"]) > 20, "some turned out to be provisions, known in this match only"
        GAME.set_up(NAMES[:3], deal="table", corrections=match.table.learned)


@pytest.mark.laws
@pytest.mark.parametrize("options", [{}, {"fresh": "no"}], ids=["fresh", "not fresh"])
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("naming", NAMINGS, ids=lambda naming: naming.__name__)
def test_a_match_in_which_every_card_is_unknown_comes_to_the_right_score(
    naming: Naming, players: int, options: dict[str, str], games: int
) -> None:
    for seed in range(max(1, games // 60)):
        strangers = Strangers(seed, players, options, naming)
        answers = list(strangers.answers())
        assert strangers.known.question is None
        assert strangers.learning.table.scores == strangers.people.deal.scores
        assert answers.count("another") + answers.count("second-another") == len(strangers.called)
        for theirs, ours in strangers.called.items():
            assert card(strangers.learning, ours).figures == card(strangers.known, theirs).figures


@pytest.mark.parametrize("seeds", mark_long([range(4), range(4, 12)], quick=[range(4)]), ids=["some", "more"])
def test_the_learned_box_matches_the_pieces_on_the_table(seeds: range) -> None:
    """Those that stand in for a card of which several nameless ones could be the real one are asked for again."""
    stood_in = 0
    for seed in seeds:
        strangers = Strangers(seed)
        list(strangers.answers())
        learned = Match(GAME, GAME.set_up(NAMES[:3], deal="table", corrections=strangers.learning.table.learned))
        assert isinstance(learned.table, ArkTable)
        shown = Counter(card(strangers.known, theirs).figures for theirs in strangers.called)
        lost = shown - Counter(card.figures for card in learned.table.pieces.kinds.all)
        instead = [name for name in KNOWN_BY_NAME if card(strangers.learning, name).unnamed]
        assert lost.total() <= len(instead)
        for name in set(KNOWN_BY_NAME) - {"grain"}:  # what is kept under a name is what shows that animal
            if not card(learned, name).guesses:
                assert card(learned, name).figures == card(strangers.known, name).figures, (seed, name)
        stood_in += bool(instead)
    assert stood_in >= 1, "the case was there"


def test_a_card_that_stands_in_for_one_with_an_ability_has_none() -> None:
    match = at_table("seat-0")
    while isinstance(match.table, ArkTable) and any(
        "name" in card.guesses for card in match.table.list_unentered_guesses()
    ):
        assert match.question is not None
        ids = match.question.list_ids()
        match.answer(next(id for id in ("another", "unnamed", ids[0]) if id in ids))
    assert match.question is not None
    before = {card.id for card in match.table.list_unentered_guesses()}  # type: ignore[attr-defined]
    for _ in range(20):
        ids = match.question.list_ids()
        match.answer(next(id for id in ("another", "unnamed", ids[0]) if id in ids))
    assert isinstance(match.table, ArkTable)
    cards = [card(match, id) for id in before - {card.id for card in match.table.list_unentered_guesses()}]
    assert cards
    assert all(entered.unnamed and not entered.power for entered in cards if not entered.provision)


NAMELESS_MOOSE = ("another", "unnamed", "shy", "3", "hot", "herbivore")
"""A card without a name, kept in the place where we had guessed a moose."""


def test_a_nameless_card_does_not_own_the_name_we_had_guessed() -> None:
    learned = at_table(*START, *NAMELESS_MOOSE).table.learned
    match = at_table(*START, "another", "said-moose", corrections=learned)
    assert match.question is not None
    assert match.question.ask == "kind", "this is another card, and all of it is asked for"
    for answer in ("shy", "2", "cold", "omnivore"):
        match.answer(answer)
    ((place, entry),) = match.table.learned["animals"].items()
    assert place != "moose"
    assert entry == {"name": "moose", "kind": "shy", "weight": 2, "climate": "cold", "nourishment": "omnivore"}


def test_a_nameless_card_goes_by_its_kind_in_later_matches_too() -> None:
    learned = at_table(*START, *NAMELESS_MOOSE).table.learned
    rows = shown(at_table(*START, corrections=learned))
    assert "shy animal 3 ?" in rows
    assert not any(row.startswith("moose") for row in rows)


def test_the_real_animal_of_a_guessed_name_conflicts_with_nothing() -> None:
    """In one and the same match: a nameless card took its place, and then it turns up itself."""
    match = at_table(*START, *NAMELESS_MOOSE, "take-toad", "another", "said-moose", "useful", "1", "cold", "omnivore")
    GAME.set_up(NAMES[:3], deal="table", corrections=match.table.learned)
    named = {key: entry for key, entry in match.table.learned["animals"].items() if entry.get("name") == "moose"}
    assert len(named) == 1
    assert "moose" not in named


def test_a_name_is_never_kept_with_the_features_of_a_nameless_card() -> None:
    learned = at_table(*START, *NAMELESS_MOOSE).table.learned
    match = at_table(*START, "another", "said-okapi", "shy", "3", "cold", "omnivore", corrections=learned)
    (place,) = match.table.learned["animals"]
    assert place != "moose", "a guess gives way first"
    assert match.table.learned["animals"][place] == {
        "name": "okapi", "kind": "shy", "weight": 3, "climate": "cold", "nourishment": "omnivore"
    }  # fmt: skip


def test_a_name_for_a_card_that_shows_what_a_nameless_one_shows_is_its_name() -> None:
    learned = at_table(*START, *NAMELESS_MOOSE).table.learned
    match = at_table(*START, "another", "said-okapi", "shy", "3", "hot", "herbivore", corrections=learned)
    assert match.table.learned["animals"]["moose"]["name"] == "okapi"
    assert "take okapi 3" in shown(match)


def test_if_only_nameless_cards_are_left_one_is_overwritten_as_a_whole() -> None:
    figures = told_box()
    del figures["animals"]["moose"]["name"]
    match = at_table(*START, "another", "said-okapi", "shy", "1", "hot", "omnivore", corrections=figures)
    assert match.table.learned["animals"] == {
        "moose": {"name": "okapi", "kind": "shy", "weight": 1, "climate": "hot", "nourishment": "omnivore"}
    }


def test_a_card_of_which_all_is_known_can_be_typed_as_well() -> None:
    zebra = {"name": "zebra", "weight": 2, "climate": "hot", "nourishment": "herbivore", "kind": "shy"}
    learned = {"animals": {"zebra": zebra}}
    match = at_table("seat-0", "another", "said-zebra", corrections=learned)
    assert match.facts["port-1"].split() == ["zebra", "2"]
    assert not match.cues


def test_a_card_that_is_too_heavy_to_start_is_said_to_be_so() -> None:
    match = at_table("seat-0", "another", "said-elephant")
    assert [str(cue) for cue in match.cues] == ["cannot_start elephant 1 2"]
    cues = GAME.voice(GAME.say("en")).cue(match.cues[0], match.table)
    assert cues == "The elephant can't start the game: weight 1 to 2 only, and at most two of a kind"


def test_two_nameless_cards_have_different_labels_wherever_they_are_offered() -> None:
    heavy = ("another", "unnamed", "heavy", "3", "hot", "herbivore")
    light = ("another", "unnamed", "heavy", "1", "cold", "herbivore")
    match = at_table(*START[:6], *heavy, *light, "bee")
    for language in ("en", "fr"):
        assert len(set(shown(match, language))) == len(match.question.choices if match.question else ())


def test_nameless_cards_of_one_kind_and_weight_differ_in_their_other_figures() -> None:
    hot = ("another", "unnamed", "heavy", "1", "hot", "herbivore")
    cold = ("another", "unnamed", "heavy", "1", "cold", "omnivore")
    match = at_table(*START[:6], *hot, *cold)
    assert {"take heavy animal 1 (hot, herbivore) ?", "take heavy animal 1 (cold, omnivore) ?"} <= set(shown(match))


WHEAT = ("another", "said-wheat", "provision", "2", "hot")
APPLES = ("another", "said-apples", "provision", "1", "cold")


def test_both_sorts_of_provisions_are_kept_under_the_names_people_give_them() -> None:
    learned = at_table(*START, *WHEAT, "take-toad", *APPLES).table.learned
    assert sorted(entry["name"] for entry in learned["provisions"].values()) == ["apples", "wheat"]
    match = at_table(*START, corrections=learned)
    assert {"wheat 2", "apples 1"} <= set(shown(match))
    match.answer("another")
    match.answer("said-apples")
    assert match.facts["display"].split()[2] in learned["provisions"], "nothing is asked for"


def test_provisions_without_names_are_not_taken_for_the_grain() -> None:
    hot, cold = ("another", "unnamed", "provision", "2", "hot"), ("another", "unnamed", "provision", "1", "cold")
    match = at_table(*START, *hot, "take-toad", *cold)
    assert {"take provisions 2 ?", "take provisions 1 ?"} <= set(shown(match))
    learned = match.table.learned
    assert list(learned["provisions"]) == ["apples"]
    again = at_table(*START, "another", "said-grain", corrections=learned)
    assert again.question is not None
    assert again.question.ask == "weight"


def test_a_third_sort_of_provisions_can_be_entered_for_this_match() -> None:
    hay = ("another", "said-hay", "provision", "3", "hot")
    match = at_table(*START, *WHEAT, "take-toad", *APPLES, "take-snail", *hay)
    assert "take hay 3" in shown(match)
    taken = match.facts["display"].split()[-1]
    assert card(match, taken).provision
    assert "hay" not in str(match.table.learned)
    GAME.set_up(NAMES[:3], deal="table", corrections=match.table.learned)
    for answer in ("take-" + taken, *hay):
        match.answer(answer)
    assert "take hay 3" in shown(match), "and there may be more of them"


@pytest.mark.laws
def test_learning_over_many_evenings_never_mixes_the_figures_of_cards(tmp_path: Path, games: int) -> None:
    """Sometimes a card is named and sometimes it is not; it goes by what was entered, and the points come out right."""
    for seed in range(max(1, games // 100)):
        data = tmp_path / str(seed)
        for evening in range(4):
            rng = Random(10 * seed + evening)
            names = {kind.id: rng.choice(("unnamed", f"said-our {kind.id}")) for kind in all_cards()}
            learned = read_corrections(data, GAME.id)
            strangers = Strangers(
                10 * seed + evening,
                naming=lambda kind, names=names: f"said-{kind.id}" if kind.power else names[kind.id],  # type: ignore[misc]
                learned=learned,
            )
            box = OwnerBox(GAME, strangers.learning.setup, data)
            for _ in strangers.answers():
                assert box.save_learned(strangers.learning.table.learned) is None
            assert strangers.learning.table.scores == strangers.people.deal.scores
            for theirs, ours in strangers.called.items():
                assert card(strangers.learning, ours).figures == card(strangers.known, theirs).figures
            for kind in all_cards(read_corrections(data, GAME.id)):
                if kind.name.startswith("our "):
                    assert kind.figures == card(strangers.known, kind.name.removeprefix("our ")).figures, kind.name


def all_cards(corrections: dict[str, Any] | None = None) -> list[Any]:
    """Every card of a box but the rain."""
    table = at_table(corrections=corrections).table
    assert isinstance(table, ArkTable)
    return [kind for kind in table.pieces.kinds.all if kind.id != "rain"]
