"""Questions as a page asks them: kinds, groups, certain ones first, guesses marked, words of one's own."""

from random import Random

import pytest

from companion.app.choice_rows import list_rows
from companion.core.bots import make_random_bot
from companion.core.game import BY_LOT
from companion.core.match import Match
from companion.core.question import TABLE, Question, Race
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.phone.choices import classify_question, describe_answers, list_choices
from companion.testing.fit import make_match
from tests.core.test_telling import TellingGame
from tests.long import mark_long


def session_of(game: str, deal: str = "virtual", players: int = 3) -> Session:
    played = find_game(game)
    return Session(Match(played, played.set_up(["Anna", "Ben", "Cleo"][:players], seed=7, deal=deal)))


def test_a_race_a_row_of_numbers_and_everything_else() -> None:
    assert classify_question(Race("slap", (0, 1))) == "race"
    assert classify_question(Question(TABLE, "how_many", range(9))) == "number"
    assert classify_question(Question(TABLE, "how_many", (1, 2, 4, 8, 16, 32))) == "choices"


def test_pieces_that_our_box_does_not_know_are_entered_in_words() -> None:
    game = TellingGame()
    session = Session(Match(game, game.set_up(["Anna", "Ben"], deal="table")))
    voice = session.get_voice("en")
    assert session.question is not None
    first = describe_answers(session, session.question, voice)
    assert [(choice["id"], choice["guess"]) for choice in first["choices"]] == [
        ("cat", False), ("zebra", True), ("another", False),
    ]  # fmt: skip
    assert first["choices"][1]["label"] == "the zebra ?"
    session.answer(1, "another")
    named = describe_answers(session, session.question, voice)
    assert (classify_question(session.question), named["free"]) == ("text", 20)
    assert session.answer(2, "said-snow hare").label == "snow hare"


def test_a_long_list_has_the_words_and_the_certain_ones_first() -> None:
    session = session_of("ark", deal="table")
    voice = session.get_voice("en")
    while session.question is not None and session.question.ask != "turn":
        session.answer(session.n, session.question.list_ids()[0])
    assert session.question is not None
    choices = describe_answers(session, session.question, voice)["choices"]
    assert len(choices) > 20
    ahead = [choice["ahead"] for choice in choices]
    assert any(ahead)
    assert ahead == sorted(ahead, reverse=True)
    assert sorted(choice["id"] for choice in choices) == sorted(session.question.list_ids())


@pytest.mark.parametrize("seeds", mark_long([range(2), range(2, 8)], quick=[range(2)]), ids=["two", "six-more"])
@pytest.mark.parametrize("deal", ["table", "virtual"])
@pytest.mark.parametrize("name", list_game_ids())
def test_whatever_is_asked_can_be_tapped_under_words_of_its_own(name: str, deal: str, seeds: range) -> None:
    """However long the list is and whatever groups the device makes of it."""
    longest = 0
    for seed in seeds:
        game = find_game(name)
        session = Session(make_match(game, seed, [deal]))
        bot, voice = make_random_bot(Random(seed)), session.get_voice(("en", "fr")[seed % 2])
        while session.question is not None:
            choices = list_choices(session, session.question, voice)
            lots = [BY_LOT] if session.can_draw_lots else []
            assert sorted(choice["id"] for choice in choices) == sorted([*session.question.list_ids(), *lots])
            rows = list_rows(session.question, session.match, voice)
            assert {choice["id"]: choice["label"] for choice in choices} == {str(row.result): row.text for row in rows}
            labels = {(choice["group"], choice["short"] or choice["label"]) for choice in choices}
            assert len(labels) == len({row.label for row in rows})
            longest = max(longest, len(choices))
            session.answer(session.n, bot(session.question, session.match.table))
    assert longest > 4


def test_species_with_two_sexes_are_one_group() -> None:
    session = session_of("noah", deal="table", players=2)
    voice = session.get_voice("en")
    session.answer(1, "seat-0")
    assert session.question is not None
    choices = describe_answers(session, session.question, voice)["choices"]
    cats = {choice["group"] for choice in choices if choice["id"].startswith("cat-")}
    assert cats == {"cat 2"}


@pytest.mark.parametrize("highest", [8, 20, 45, 120])
def test_numbers_are_in_their_order_however_many(highest: int) -> None:
    session = session_of("ark-and-noah", deal="table")
    choices = list_choices(session, Question(0, "left_over", range(2, highest)), session.get_voice("en"))
    assert [choice["id"] for choice in choices] == [str(number) for number in range(2, highest)]


def test_a_seat_to_choose_comes_with_its_number() -> None:
    session = session_of("noah", deal="table", players=2)
    assert session.question is not None
    assert [
        choice["seat"] for choice in describe_answers(session, session.question, session.get_voice("en"))["choices"]
    ] == [
        0,
        1,
        None,
    ]
