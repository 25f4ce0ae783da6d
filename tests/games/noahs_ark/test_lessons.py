"""Teaching the box of Noah's Ark: a card a line, and what objectives are worth."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import BoxError
from companion.core.teach import Teaching, load_corrections
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.pieces import NoahsArkPieces
from tests.lessons import teaching_at


def pieces(data: Path) -> NoahsArkPieces:
    unpacked = GAME.make_pieces(GAME.set_up(["Anna", "Ben"], corrections=load_corrections(GAME, data)))
    assert isinstance(unpacked, NoahsArkPieces)
    return unpacked


def test_there_is_a_lesson_for_every_card_and_every_objective_and_none_for_how_people_race(tmp_path: Path) -> None:
    paths = [lesson.path for lesson in Teaching(GAME, tmp_path).lessons]
    assert len(paths) == 24 + 10 + 10
    assert [path.partition(".")[0] for path in paths] == ["animals"] * 24 + ["objectives"] * 10 + ["advanced"] * 10


@pytest.mark.parametrize(
    ("path", "line", "id"),
    [
        ("animals.card-01", "lion snake 2", "lion-snake-2"),
        ("animals.card-01", " Monkey lion lion 5 NOA", "lion-lion-monkey-noa-5"),
        ("animals.card-01", "lion-snake-2", "lion-snake-2"),
        ("advanced.wild-1", "swap eagle eagle lion 0", "swap-lion-eagle-eagle-0"),
        ("advanced.wild-1", "pairs snake giraffe", "pairs-giraffe-snake-3"),
        ("advanced.turn-1", "lion eagle / snake snake 1", "turn-lion-eagle"),
    ],
)
def test_a_card_is_entered_in_one_line_and_is_in_the_next_deck(tmp_path: Path, path: str, line: str, id: str) -> None:
    taught = teaching_at(GAME, tmp_path, path)
    taught.answer(line)
    assert taught.find_problem() is None
    card = next(card for card in (*pieces(tmp_path).animals, *pieces(tmp_path).advanced) if card.entry == path)
    assert (card.id, card.guessed) == (id, False)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("animals.card-01", ""),
        ("animals.card-01", "lion"),
        ("animals.card-01", "lion snake"),
        ("animals.card-01", "lion snake 10"),
        ("animals.card-01", "lion cow 1"),
        ("animals.card-01", "lion snake eagle monkey 1"),
        ("animals.card-01", "wild lion snake 1"),
        ("animals.card-01", "lion snake ²"),
        ("advanced.wild-1", "lion snake 1"),
        ("advanced.wild-1", "pairs lion lion"),
        ("advanced.wild-1", "turn lion snake eagle eagle 1"),
        ("advanced.turn-1", "lion lion snake snake 1"),
        ("advanced.turn-1", "lion eagle 1"),
    ],
)
def test_an_invalid_card_is_refused_with_an_example(tmp_path: Path, path: str, line: str) -> None:
    taught = teaching_at(GAME, tmp_path, path)
    with pytest.raises(BoxError, match="isn't possible. Choose: .*, for example ") as refused:
        taught.answer(line)
    assert "\n" not in GAME.say("fr").phrase(refused.value)
    assert not taught.file.exists()


def test_an_entered_card_is_shown_as_it_was_entered(tmp_path: Path) -> None:
    for path, line in (
        ("animals.card-02", "lion eagle monkey 3 noa"),
        ("advanced.pairs-1", "pairs lion monkey"),
        ("advanced.pick-1", "discard snake snake 1"),
        ("advanced.turn-2", "giraffe lion eagle eagle 2"),
    ):
        taught = teaching_at(GAME, tmp_path, path)
        taught.answer(line)
        again = Teaching(GAME, tmp_path)
        assert again.find_entry(next(lesson for lesson in again.lessons if lesson.path == path)) == line


def test_our_guess_is_a_line_that_can_be_agreed_with(tmp_path: Path) -> None:
    guesses = {lesson.path: lesson.guess for lesson in Teaching(GAME, tmp_path).lessons}
    assert guesses["animals.card-16"] == "lion elephant eagle 3 noa"
    assert guesses["advanced.turn-1"] == "snake elephant snake elephant 1"
    assert guesses["objectives.cards"] == 4


def test_the_worth_of_an_objective_is_not_asked_at_the_table_any_more(tmp_path: Path) -> None:
    teaching_at(GAME, tmp_path, "objectives.lions").answer("7")
    lions = next(objective for objective in pieces(tmp_path).objectives if objective.counts == "lions")
    assert (lions.points, lions.guessed) == (7, False)
    with pytest.raises(BoxError, match="'11' isn't possible. Choose: 1 to 10"):
        teaching_at(GAME, tmp_path, "objectives.noa").answer("11")


@pytest.mark.parametrize(
    "odd",
    [
        "[animals]\ncard-99 = 3\n",
        "[animals.card-99]\npoints = 1\n",
        "[animals.card-01]\nshows = 3\n",
        "[advanced.wild-1]\npower = 3\n",
        "[advanced.turn-1]\nturns = 'lion'\n",
    ],
)
def test_something_odd_written_by_hand_does_no_harm(tmp_path: Path, odd: str) -> None:
    file = Teaching(GAME, tmp_path).file
    file.parent.mkdir()
    file.write_text(odd, encoding="utf-8")
    assert Teaching(GAME, tmp_path).find_problem() is not None


def doubted(**entries: Any) -> set[str]:
    """What an owner is asked to look at again, who told this."""
    return {str(doubt) for doubt in GAME.list_doubts(GAME.open_box({}, entries)).values()}


def test_our_own_box_leaves_no_doubt() -> None:
    assert doubted() == set()


def test_a_power_that_no_card_can_have_any_more_warns() -> None:
    advanced = GAME.open_box({}, {}).list_names("advanced")
    wild = {name: {"power": "wild", "shows": ["lion", "eagle"], "points": 1} for name in advanced if "turn" not in name}
    assert "no “swap an objective” card, but the rulebook has one" not in doubted()
    said = doubted(advanced=wild)
    assert len(said) == 4, "all but the wild card"
    *_, last = wild
    del wild[last]
    assert len(doubted(advanced=wild)) == 4, "one guess is not enough for four powers"


def test_cards_that_exchange_the_same_two_animals_warn() -> None:
    same = {"power": "turn", "turns": ["lion", "eagle"], "shows": ["lion", "snake"], "points": 1}
    turns = {f"turn-{n}": dict(same) for n in (1, 2)}
    assert doubted(advanced=turns) == {"two cards exchange eagle and lion, but in the rulebook all three differ"}
    turns["turn-3"] = {**same, "turns": ["giraffe", "monkey"]}
    assert "no card exchanges snake and elephant, but the rulebook has one" in doubted(advanced=turns)


def test_a_deck_without_noa_and_without_low_cards_warns() -> None:
    names = GAME.open_box({}, {}).list_names("animals")
    told = {name: {"shows": ["lion", "eagle"], "points": 2, "noa": 0} for name in names}
    assert doubted(animals=told) == {
        "no card shows Noa, but the rulebook has some",
        "no card has 0 or 1 point, but some powers need such cards",
    }
    told[names[0]]["points"] = 1
    assert len(doubted(animals=told)) == 1
    del told[names[1]]
    assert doubted(animals=told) == set(), "a card that is not told yet may show Noa"
