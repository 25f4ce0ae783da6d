"""Whatever is missing among the choices says why, to programs, in the terminal and on the device."""

import json
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NotAChoice
from companion.core.match import Match
from companion.core.question import Question
from companion.engine import Engine
from companion.games.ark_and_noah import GAME, rules
from companion.games.ark_and_noah.reasons import list_refusals
from companion.games.ark_and_noah.table import ArkAndNoahTable
from companion.terminal.typed import find_choice
from tests.games.ark_and_noah.stage import (
    CAM,
    NAMES,
    NOAH,
    SEM,
    action,
    corral_at,
    feed,
    give,
    lay,
    run,
    table_for,
)

ENGLISH, FRENCH = (GAME.voice(GAME.say(language)) for language in ("en", "fr"))


def said(table: ArkAndNoahTable, question: Question, id: str, language: str = "en") -> str:
    """The reasons against an answer in one line."""
    return "; ".join(map(GAME.say(language).phrase, GAME.explain_refusal(id, table, question)))


def asked(table: ArkAndNoahTable, id: str, *answers: str, seat: int = NOAH) -> Question:
    question = run(rules.resolve(table, action(table, id), seat, ()), *answers)
    assert question is not None
    return question


def test_an_action_that_is_taken_names_whose_worker_is_there() -> None:
    table = table_for(4)
    rules.place_workers(table, NOAH)
    question = run(rules.choose_actions(table), "wood")
    assert question is not None
    assert said(table, question, "wood") == "Noah's worker is there"
    assert said(table, question, "wood", "fr") == "Noah y a son ouvrier"
    assert list(list_refusals(table, question)) == ["wood"]


def test_an_award_the_supply_lacks_says_so() -> None:
    table = table_for(4)
    table.food_left = 0
    question = asked(table, "exchange")
    assert said(table, question, "food") == "the supply has none left"
    assert said(table, question, "board") == ""


def test_a_swap_needs_two_colours_on_the_ark_and_no_quick_game() -> None:
    for mode, reason in (
        ("normal", "the ark needs boards of two colours first"),
        ("quick", "you can't swap boards in a quick game"),
    ):
        table = table_for(4, "table", mode=mode)
        give(table, NOAH, "tiger-m")
        question = asked(table, "exchange", *(["point"] if mode == "normal" else []))
        assert said(table, question, "swap") == reason


def test_a_board_to_swap_with_has_another_colour() -> None:
    table = table_for(4)
    lay(table, NOAH, "a1-north", "b1-north")
    lay(table, SEM, "c1-north", "d1-north")
    question = asked(table, "exchange", "point", "a1-north")
    assert said(table, question, "b1-north") == "both boards have the same colour"
    assert said(table, question, "e1-north") == "there's no board"
    assert said(table, question, "c1-north") == ""


def test_a_trade_of_a_coupled_animal_says_so_however_it_is_named() -> None:
    table = table_for(4)
    give(table, NOAH, "dog-m", "tiger-m")
    give(table, SEM, "dog-f")
    question = asked(table, "exchange", "point", "draw-3m-0f")
    drawn = table.drawn[0]
    assert said(table, question, f"dog-m-for-{drawn}") == "its mate is already in play"
    assert said(table, question, "dog-m") == "its mate is already in play"
    assert said(table, question, f"tiger-m-for-{drawn}") == ""


def test_an_animal_that_cannot_have_been_drawn_says_where_it_is() -> None:
    table = table_for(2, "table")
    give(table, SEM, "koala-f")
    question = run(rules.set_up(table), "dog-m")
    assert question is not None
    assert said(table, question, "dog-f") == "it matches your male: put one back and draw again"
    assert said(table, question, "koala-f").startswith("it's in front of Sem; if not, undo")
    assert said(table, question, "rhinoceros-f").startswith("not used with this many players")
    give(table, SEM, "lion-m", "lion-f")
    table.embark(SEM, table.known["lion"])
    question = run(rules.resolve(table, action(table, "animals"), NOAH, (SEM,)), "cat-m")
    assert question is not None
    assert said(table, question, "pig-m") == "no more males were drawn"
    assert said(table, question, "lion-f") == "this pair is already on the ark"


def test_in_numbers_too_an_impossible_pair_or_count_says_why() -> None:
    table = table_for(2, "table", depth="counts")
    question = asked(table, "build")
    assert said(table, question, "5") == "you only have 3"
    table.boards[NOAH] = 12
    question = asked(table, "build")
    assert said(table, question, "9") == "8 at most right now"
    table.boards_on_ark, table.food = [8, 8], [3, 0]
    give(table, NOAH, "lion-m", "lion-f", "dog-m")
    question = asked(table, "load")
    assert said(table, question, "dog") == "its mate isn't in play"
    assert said(table, question, "lion").startswith("no corral can be ready for it")
    assert said(table, question, "cat") == "you have neither half of this pair"
    table.boards_on_ark = [0, 8]
    question = Question(NOAH, "load", ("done",), 8)
    assert said(table, question, "lion") == "you have no board on the ark"
    assert said(table, Question(NOAH, "load", ("done",), 5), "lion").startswith(
        "loading points: it costs 6, you have 5"
    )


def test_the_match_refuses_with_the_reasons_and_stays_as_it_was() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], seed=1))
    match.answer("build")
    facts = match.facts
    with pytest.raises(NotAChoice) as caught:
        match.answer("build")
    first = match.table.seats[match.table.current[5]].name
    assert str(caught.value).startswith(f"build: {first}'s worker is there. Allowed: pitch, animals")
    assert match.facts == facts
    with pytest.raises(NotAChoice, match=r"'zebra' isn't a choice now; allowed: pitch, animals"):
        match.answer("zebra")


def test_a_long_list_of_choices_is_not_recited() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], seed=1))
    for answer in ("build", "wood", "pitch", "food"):
        match.answer(answer)
    assert match.question is not None
    with pytest.raises(NotAChoice) as caught:
        match.answer("zebra")
    assert len(str(caught.value)) < 400
    assert f"… ({len(match.question.choices)})" in str(caught.value)


def test_programs_get_every_reason_with_the_question() -> None:
    engine = Engine()
    engine.respond(b'{"do":"new","game":"ark-and-noah","seats":["A","B"],"seed":1}')
    for choice in ("build", "wood", "pitch", "food"):
        state = engine.respond(json.dumps({"do": "answer", "choice": choice}).encode())
    assert state is not None
    assert state["question"]["ask"] == "build"
    assert "a1-north" not in state["why"]
    state = engine.respond(b'{"do":"answer","choice":"a1-north"}')
    assert state is not None
    name = "AB"[state["question"]["seat"]]
    assert state["why"]["a1-north"] == [f"{name} already has a board there"]
    assert state["why"]["pitch-1"] == ["one of the two boards next to it is missing"]
    error = engine.respond(b'{"do":"answer","choice":"a1-north"}')
    assert error is not None
    assert error["error"]["code"] == "not-a-choice"
    assert error["error"]["message"].startswith(f"a1-north: {name} already has a board there. Allowed: a1-b1")


def test_people_find_every_refused_place_by_its_name() -> None:
    table = table_for(4)
    lay(table, SEM, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3", "a1-north")
    refused = ENGLISH.explain_missing_choices(asked(table, "build"), table)
    assert refused["between b2 and b3"] == ["that's inside a finished corral"]
    assert refused["north of a1"] == ["Sem already has a board there"]
    assert refused["pitch a1-b1 north"] == refused["pitch a1 north-west"]
    assert refused["pitch a1-b1 north"] == ["one of the two boards next to it is missing"]
    assert "north of b1" not in refused
    french = FRENCH.explain_missing_choices(asked(table, "build"), table)
    assert french["entre b2 et b3"] == ["c’est à l’intérieur d’un enclos terminé"]


def test_each_animal_tells_what_the_corrals_of_its_size_lack() -> None:
    table = table_for(4)
    lay(table, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3")
    lay(table, SEM, "e1-north", "e1-d1", "e1-f1", "e1-e2")
    feed(table, corral_at(table, "b2"), 1)
    give(table, NOAH, "lion-m", "lion-f", "pig-m", "pig-f", "dog-m", "dog-f", "cat-m", "crow-m", "crow-f")
    refused = ENGLISH.explain_missing_choices(asked(table, "load"), table)
    assert refused["lion"] == ["no finished corral has size 3"]
    assert refused["pig, corral b2"] == ["squares still without food: 1"]
    assert refused["dog, corral e1"] == [
        "squares still without food: 1",
        "pitch spaces still empty: 2",
        "none of its boards is yours",
    ]
    assert refused["cat"] == ["its mate isn't in play"]
    assert refused["corral e1"] == ["none of its boards is yours"], "why no food goes there"
    assert refused["crow, corral b2"] == ["squares still without food: 1"]
    assert "corral b2" not in refused, "there food may go"


def test_in_the_flood_only_what_still_counts_is_a_reason() -> None:
    table = table_for(4)
    lay(table, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3")
    give(table, CAM, "pig-m", "pig-f", "lion-m")
    refused = ENGLISH.explain_missing_choices(Question(CAM, "last_pairs", ("x", "done")), table)
    assert refused == {"pig, corral b2": ["squares still without food: 2"], "lion": ["its mate isn't in play"]}


@pytest.mark.parametrize("mode", ["normal", "quick"])
@pytest.mark.parametrize("depth", ["board", "counts"])
@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_in_whole_matches_every_refusal_can_be_said_in_both_languages(mode: str, depth: str, deal: str) -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {"mode": mode, "depth": depth}, 6, deal))
    bot = make_random_bot(Random(6))
    asks = set()
    while match.question is not None:
        table = match.table
        assert isinstance(table, ArkAndNoahTable)
        refusals = GAME.why_not(table, match.question)
        if refusals:
            asks.add(match.question.ask)
        offered = set(match.question.list_ids())
        for id, reasons in refusals.items():
            assert id not in offered
            assert reasons
        for voice in (ENGLISH, FRENCH):
            for what, why in voice.explain_missing_choices(match.question, table).items():
                assert what
                assert why
                assert not any("{" in text for text in (what, *why))
        match.answer(bot(match.question, table))
    assert "load" in asks
    assert mode == "quick" or "choose" in asks


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("chien", "dog-m"),
        ("elephant", "elephant-m"),
        ("chien ♀", "chien ♀\u202f: c’est une femelle\u202f; saisis d’abord le mâle"),
        ("girafe", "girafe\u202f: pas en jeu à ce nombre de joueurs"),
    ],
)
def test_the_figures_on_a_tile_can_be_typed_in_french(typed: str, answer: str) -> None:
    say = GAME.say("fr")
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table"))
    try:
        heard = str(find_choice(typed, match, GAME.voice(say)))
    except NotAChoice as why:
        heard = say.phrase(why)
    assert " ".join(heard.split()).startswith(" ".join(answer.split()))


def test_a_male_just_drawn_and_the_other_sex_say_so() -> None:
    table = table_for(2, "table")
    question = run(rules.set_up(table))
    assert question is not None
    assert said(table, question, "lion-f") == "that's a female; enter the male first"
    question = run(rules.set_up(table), "lion-m")
    assert question is not None
    assert said(table, question, "lion-m").startswith("it's in front of Noah; if not, undo")
    assert said(table, question, "bear-m") == "that's a male; now enter the female"


def test_an_edge_may_be_named_from_either_side_and_a_corral_by_each_of_its_squares() -> None:
    table = table_for(2, "table")
    question = asked(table, "build")
    assert said(table, question, "b1-a1") == "it's called a1-b1 here"
    lay(table, NOAH, "b2-b1", "b2-a2", "b2-b3", "c2-c1", "c2-c3", "c2-d2")
    question = asked(table, "load")
    assert said(table, question, "corral-c2") == "it's called corral-b2 here"
