"""Ark in words: every question, choice, fact and reason, in English and French, and why not."""

import re
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NotAChoice
from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.names import CARDS
from companion.games.ark.voice import ABILITIES
from tests.games.ark.stage import Stage
from tests.laws import NAMES
from tests.long import LONG


def test_every_card_of_the_box_has_a_name() -> None:
    box = GAME.open_box({}, {})
    assert set(CARDS) == {*box.list_names("animals"), *box.list_names("provisions"), "rain"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("deal", "seeds"),
    [
        pytest.param("virtual", range(2), id="virtual"),
        pytest.param("virtual", range(2, 6), id="virtual-more", marks=LONG),
        pytest.param("table", range(1), id="table"),
        pytest.param("table", range(1, 6), id="table-more", marks=LONG),
    ],
)
def test_a_whole_match_can_be_entered(language: str, deal: str, seeds: range) -> None:
    voice = GAME.voice(GAME.say(language))
    asks = set()
    for seed in seeds:
        match, bot = Match(GAME, GAME.set_up(NAMES[:4], seed=seed, deal=deal)), make_random_bot(Random(seed))
        while match.question is not None:
            question, table = match.question, match.table
            asks.add(question.ask)
            words = [voice.prompt(question, table), *voice.help(question, table), *voice.board(table)]
            words += [
                line for what, why in voice.explain_missing_choices(question, table).items() for line in (what, *why)
            ]
            labels = [voice.label(choice, question, table).text for choice in question.choices]
            assert len(set(labels)) == len(labels), labels
            words += labels
            words += [voice.heading(table), *(voice.describe_seat(seat, table) for seat in table.seats)]
            secrets = table.secrets(question.seat)
            for name, value in (match.facts | secrets).items():
                words += [voice.fact_label(name, table), voice.fact_value(name, value, table)]
            assert not any(re.search(r"[{}]", text) for text in words)
            assert all(words[: 1 + len(labels)])
            match.answer(bot(question, table))
        assert match.outcome is not None
        assert voice.describe_outcome(match.outcome, match.table)
        assert all(voice.reason(entry) for entry in match.table.ledger.entries)
    assert {"turn", "where", "second", "last_minute"} <= asks


def test_all_reasons_are_given_at_once() -> None:
    stage = Stage(port=["tyranno dove grain", "cow"], starboard=["cow", "polar-bear"], lean=-2)
    assert stage.why("reindeer", "port-1") == [
        "full",
        "2 too heavy: the ark would tip over",
        "the tyranno likes it hot, the reindeer cold",
        "the tyranno would eat the reindeer",
        "the grain likes it hot, the reindeer cold",
        "the reindeer would eat the grain",
    ]


def test_a_shy_animal_names_every_carnivore_it_is_afraid_of() -> None:
    stage = Stage(port=["dog", "crocodile", "bison"], starboard=["bison", "tiger", "bison"], lean=0)
    assert stage.why("zebra", "port-2") == [
        "the crocodile would eat the zebra",
        "the zebra is afraid of the crocodile in port 2",
        "the zebra is afraid of the tiger in starboard 2",
        "the zebra is afraid of the dog in port 1",
    ]


def test_the_dog_would_eat_the_dove() -> None:
    stage = Stage(port=["dog", "cow"], starboard=["grain", "cow"], hands=("dove", "", ""), lean=0).turn().answer("dove")
    assert stage.question is not None
    why = {cabin: [str(r) for r in reasons] for cabin, reasons in GAME.why_not(stage.table, stage.question).items()}
    assert why == {
        "port-1": ["the dog would eat the dove", "the dove is afraid of the dog in port 1"],
        "port-2": ["the dove is afraid of the dog in port 1"],
        "starboard-1": ["the dove would eat the grain", "the dove is afraid of the dog in port 1"],
    }


def test_cards_that_fit_nowhere_are_refused_side_by_side_and_cabin_by_cabin() -> None:
    stage = Stage(port=["grain", "cow"], starboard=["bison", "horse"], hands=("mammoth bee", "", ""), lean=0).turn()
    why = GAME.why_not(stage.table, stage.question)  # type: ignore[arg-type]
    assert set(why) == {"mammoth"}
    lines = [str(reason) for reason in why["mammoth"]]
    assert lines == ["too heavy for either side: the ark would tip over"], "one sentence is enough"


def test_a_side_that_would_tip_is_named_once_and_each_cabin_of_the_other_side_has_one_reason() -> None:
    ark = {"port": ["grain", "tyranno"], "starboard": ["bison", "horse"]}
    stage = Stage(**ark, hands=("mammoth bee", "", ""), discs=[0, 4, 4], lean=2).turn()  # type: ignore[arg-type]
    lines = [str(reason) for reason in GAME.why_not(stage.table, stage.question)["mammoth"]]  # type: ignore[arg-type]
    assert lines == [
        "starboard: 4 too heavy: the ark would tip over",
        "no disc left to open a cabin",
        "port 1: the grain likes it hot, the mammoth cold",
        "port 2: the tyranno likes it hot, the mammoth cold",
    ]


def test_a_slow_animal_that_is_too_late_needs_no_other_reason() -> None:
    stage = Stage(port=["goat", "dog"], hands=("snail cat", "", ""), discs=[1, 4, 4], lean=0).endgame()
    assert told_why(stage, "snail") == ["too late for slow animals and provisions"]


def test_lateness_is_a_reason_only_for_a_skunk_that_could_drive_somebody_out() -> None:
    full = "bee bee bee"
    ark = {"port": [full, "goat bee bee"], "starboard": [full, full]}
    stage = Stage(**ark, hands=("cat skunk", "", ""), discs=[3, 4, 4], lean=0).endgame()  # type: ignore[arg-type]
    why = GAME.why_not(stage.table, stage.question)  # type: ignore[arg-type]
    assert [str(reason) for reason in why["skunk"]] == ["too late for slow animals and provisions"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_refusal_is_a_page_long(language: str) -> None:
    voice = GAME.voice(GAME.say(language))
    longest = 0
    for seed in range(3):
        match, bot = Match(GAME, GAME.set_up(NAMES[:5], seed=seed, deal="table")), make_random_bot(Random(seed))
        while match.question is not None:
            refused = voice.explain_missing_choices(match.question, match.table)
            longest = max([longest, *(len("; ".join(reasons)) for reasons in refused.values())])
            match.answer(bot(match.question, match.table))
    assert longest < 1100


def test_a_cabin_refuses_without_a_disc_and_for_the_first_card() -> None:
    stage = Stage(hands=("goat bee", "", ""), discs=[0, 4, 4]).turn().answer("goat", "port-2", "bee")
    assert stage.question is not None
    why = {
        cabin: [str(reason) for reason in reasons]
        for cabin, reasons in GAME.why_not(stage.table, stage.question).items()
    }
    assert why == {
        "port-2": ["your first card of this turn is there"],
        "port-3": ["no disc left to open a cabin"],
        "starboard-3": ["no disc left to open a cabin"],
    }


def test_a_slow_animal_is_refused_as_second_card_and_at_the_end() -> None:
    stage = Stage(hands=("goat bee snail", "", "")).turn().answer("goat", "port-2")
    assert stage.question is not None
    why = GAME.why_not(stage.table, stage.question)
    assert [str(reason) for reason in why["snail"]] == ["slow animals and provisions can't be the second card"]
    late = Stage(hands=("goat snail", "", "")).endgame()
    assert late.question is not None
    assert [str(reason) for reason in GAME.why_not(late.table, late.question)["snail"]] == [
        "too late for slow animals and provisions"
    ]


def told_why(stage: Stage, card: str) -> list[str]:
    assert stage.question is not None
    return [str(reason) for reason in GAME.why_not(stage.table, stage.question)[card]]


def test_a_driver_that_fits_nowhere_has_nobody_to_drive_out() -> None:
    full = "bison bison bison"
    stage = Stage(port=[full, full], starboard=[full, full], hands=("spider", "", ""), lean=0, discs=[0, 4, 4]).turn()
    assert told_why(stage, "spider") == [
        "no disc left to open a cabin",
        "full cabins: 4",
        "there's no animal it can drive out",
    ]


def test_in_the_endgame_a_new_cabin_is_refused_without_a_second_disc() -> None:
    full = "bison bison bison"
    stage = Stage(port=[full, "bee"], starboard=[full, full], hands=("bee cat", "", ""), lean=0, discs=[1, 4, 4])
    assert told_why(stage.endgame(), "cat") == [
        "in the endgame an animal in a new cabin costs 2 discs",
        "full cabins: 3",
        "port 2: the cat would eat the bee",
    ]


def test_the_player_learns_why_a_victim_stays() -> None:
    stage = Stage(port=["elephant", "goat grain"], starboard=["bison", "dog cow"], hands=("skunk", "", ""), lean=1)
    stage.turn().answer("skunk")
    assert told_why(stage, "instead-of-elephant") == ["the ark would lean 1 too far"]
    assert told_why(stage, "instead-of-goat") == ["the skunk would eat the grain"]
    assert told_why(stage, "instead-of-cow") == ["the skunk would eat the dog", "the dog would eat the skunk"]


def test_at_a_real_table_every_card_that_a_hand_could_hold_is_refused_with_reasons() -> None:
    start = ["seat-0", "goat", "cow", "zebra", "fox", "toad", "snail", "dove"]
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"), start)
    assert match.question is not None
    assert match.facts["incline"] == "+2"
    why = GAME.why_not(match.table, match.question)
    assert {"tiger", "antelope"} <= set(why), "they are afraid of the fox, and starboard is heavy already"
    match.answer("bison")
    match.answer("port-1")
    assert match.facts["incline"] == "-1"
    why = GAME.why_not(match.table, match.question)
    assert [str(reason) for reason in why["mammoth"]] == ["too heavy for either side: the ark would tip over"]
    assert {"python", "grain"} <= set(why), "and the slow ones come too late in this turn"


def test_refused_kinds_are_named() -> None:
    stage = Stage(hands=("hippopotamus", "", ""), lean=-1).turn().answer("hippopotamus")
    assert stage.question is not None
    refused = GAME.voice(GAME.say("en")).explain_missing_choices(stage.question, stage.table)
    too_heavy = ["2 too heavy: the ark would tip over"]
    assert refused == {"port 1": too_heavy, "port 2": too_heavy, "port 3": too_heavy}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "port-1: the dog would eat the goat. Allowed: port-2, port-3"),
        ("fr", "port-1\u202f: le chien mangerait la chèvre. Au choix\u202f: port-2, port-3"),
    ],
)
def test_a_refused_request_is_answered_with_the_reason(language: str, told: str) -> None:
    answers = ["seat-0", "dog", "cow", "zebra", "antelope", "toad", "snail", "dove", "goat"]
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"), answers)
    with pytest.raises(NotAChoice) as refused:
        match.answer("port-1")
    assert GAME.say(language).phrase(refused.value).startswith(told)
    assert len(match.answers) == len(answers), "and nothing has changed"


def test_the_board_shows_the_ark_row_by_row_with_every_feature_of_the_cards() -> None:
    stage = Stage(port=["seal", "cow sheep", "grain"], starboard=["fox", "bison"], display="toad fox cat", lean=0)
    stage.table.add_figure(1, 0)
    stage.table.raise_figure(1, 0)
    lines = GAME.voice(GAME.say("en")).board(stage.table)
    assert lines[:6] == [
        "Face-up cards: toad 0 (slow), fox 1❄C! (shy),",
        "               cat 0C (useful), supply: 25 cards",
        "   Port                          Starboard",
        " 1 ❄ 2 seal 2❄C                │ ❄ 1 fox 1❄C!",
        " 2 ❄ 3 cow 2H, sheep 1❄H       │   3 bison 3H",
        " 3 ☀ 2 grain 2☀                │",
    ]
    assert ["■", "Ben", "1.5*"] in [line.split()[:3] for line in lines], "Ben leads among the heavy"
    assert any("Our guesses" in line for line in lines)


def test_the_board_speaks_french_to_the_last_sign() -> None:
    lines = GAME.voice(GAME.say("fr")).board(Stage().table)
    assert "☀ chaud  ❄ froid  C carnivore  O omnivore  H herbivore" in lines
    assert "! pouvoir spécial" in lines
    assert "Jetons en réserve\u202f: 10" in lines


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_board_fits_a_narrow_terminal(language: str) -> None:
    voice = GAME.voice(GAME.say(language))
    for deal in ("virtual", "table"):
        match, bot = Match(GAME, GAME.set_up(NAMES[:5], seed=4, deal=deal)), make_random_bot(Random(4))
        while match.question is not None:
            board = voice.board(match.table)
            figures = [line for line in board if line[:1] in "●■▲◆★"]
            assert len(figures) == 5
            assert max(map(len, board)) <= 60, max(board, key=len)
            match.answer(bot(match.question, match.table))


def test_your_own_cards_are_shown_with_all_their_features() -> None:
    stage = Stage(hands=("skunk bee", "", ""))
    voice = GAME.voice(GAME.say("en"))
    assert voice.fact_value("cards", stage.table.secrets(0)["cards"], stage.table) == "skunk 1O! (slow), bee 0 (useful)"


def test_the_help_describes_the_cards_in_sight_and_no_others() -> None:
    match = Match(
        GAME, GAME.set_up(NAMES[:3], deal="table"), ["seat-0", "goat", "cow", "zebra", "fox", "toad", "bee", "cat"]
    )
    assert match.question is not None
    lines = GAME.voice(GAME.say("en")).help(match.question, match.table)
    assert "bee ?: weight 0 ?, any climate ?, useful animal ?, eats nothing aboard ?." in lines, "all of it is a guess"
    assert not any(line.startswith("horse:") for line in lines)


def test_options_are_asked_in_french_too() -> None:
    (fresh,) = GAME.options
    say = GAME.say("fr")
    assert [say(words) for words in fresh.words.values()] == ["jouable tout de suite", "au tour suivant"]
    assert say(fresh.about) != fresh.about


def test_a_card_that_must_wait_says_so() -> None:
    stage = Stage(hands=("goat cat", "", ""), display="bee dove snail", options={"fresh": "no"}, port=["dove", "cow"])
    stage.turn().answer("goat", "port-3", "bee")
    assert stage.question is not None
    why = GAME.why_not(stage.table, stage.question)
    assert [str(reason) for reason in why["bee"]] == ["you took it this turn: play it next turn"]


def test_pets_are_refused_with_reasons() -> None:
    hands = ("cow fox grain bison bronto", "", "")
    stage = Stage(supply="rain cow mouse rain", hands=hands, display="toad snail dove")
    stage.table.rain = 1
    stage.turn().answer("take-toad")
    assert stage.question is not None
    why = {card: [str(r) for r in reasons] for card, reasons in GAME.why_not(stage.table, stage.question).items()}
    assert why == {
        "fox": ["animals with a special ability can't be pets"],
        "grain": ["provisions can't be pets"],
        "bison": ["1 too heavy for a pet"],
        "bronto": ["2 too heavy for a pet", "animals with a special ability can't be pets"],
    }


def test_the_reasons_are_given_in_french_too() -> None:
    stage = Stage(port=["dog", "cow"], starboard=["bison", "cow"], hands=("goat", "", ""), lean=0).turn().answer("goat")
    assert stage.question is not None
    refused = GAME.voice(GAME.say("fr")).explain_missing_choices(stage.question, stage.table)
    assert refused["bâbord 1"] == ["le chien mangerait la chèvre"]


def test_the_help_tells_what_a_card_can_do() -> None:
    stage = Stage(hands=("skunk", "", "")).turn().answer("skunk")
    assert stage.question is not None
    lines = GAME.voice(GAME.say("en")).help(stage.question, stage.table)
    assert any(ABILITIES["drives-any"] in line for line in lines)


def test_a_card_is_called_what_its_owner_calls_it() -> None:
    corrections = {"animals": {"moose": {"name": "elk {1}"}}}
    stage = Stage(hands=("moose", "", ""), corrections=corrections, lean=1).turn().answer("moose")
    assert stage.question is not None
    voice = GAME.voice(GAME.say("en"))
    assert voice.prompt(stage.question, stage.table) == "Anna, where does elk {1} go?"
