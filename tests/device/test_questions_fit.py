"""Every question of every game, in every language: nothing runs off the screen and no choice is shortened."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from companion.app.choice_rows import LONG_LIST, Group, group_rows, list_ids_behind, list_rows
from companion.core.label import Label
from companion.core.match import Match
from companion.core.question import Question
from companion.core.registry import find_game, list_game_ids
from companion.core.words import LANGUAGES
from companion.device.views.pick import PickView, Row
from companion.games.noah.real import list_shares
from companion.games.noah.voice import NoahVoice
from companion.testing.fit import WIDE_NAMES, ViewReader, check_clicks, check_face_fits, check_texts_fit, list_views

CARDS = ("dove", "bison", "cat", "musk ox", "sheep", "hen")


@pytest.mark.laws
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list_game_ids())
def test_every_question_of_random_matches_fits(name: str, language: str, games: int) -> None:
    check_texts_fit(find_game(name), language, range(max(2, games // 50)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_question_who_gets_a_card_fits_however_wide_the_names(cards: int, players: int, language: str) -> None:
    noah, reader = find_game("noah"), ViewReader()
    match = Match(noah, noah.set_up(WIDE_NAMES[-players:], deal="table"))
    match._run.question = Question(0, "share_out", list_shares(match.table.others[0], cards), cards)
    for view in list_views(match, noah.voice(noah.say(language))):
        assert len(view.rows) <= LONG_LIST
        reader.check(view)


def test_a_long_row_below_a_long_title_is_written_smaller() -> None:
    view = PickView("Wilhelmine-Wanda, is an advanced card played?", [
        Row("no", 0), Row("play: replace an objective (WWWWWWWWWWWWWWWW)", 1),
    ])  # fmt: skip
    ViewReader().check(view)


def test_a_long_list_of_who_gets_what_is_opened_by_the_first_of_them() -> None:
    noah = find_game("noah")
    match = Match(noah, noah.set_up(["Anna", "Ben", "Chloé", "Dan", "Zoé"], deal="table"))
    match._run.question = Question(0, "share_out", list_shares(match.table.others[0], 4), 4)
    first, *others = list_views(match, noah.voice(noah.say("en")))
    assert [row.label for row in first.rows[:6]] == ["Ben ×4", "Chloé ×4", "Dan ×4", "Zoé ×4", "Ben ×3", "Ben ×2"]
    opened = next(view for view in others if view.title == "Ben ×2")
    assert [(row.label, str(row.result)) for row in opened.rows][::5] == [
        ("Chloé ×2", "share-2-2-0-0"),
        ("Dan ×1, Zoé ×1", "share-2-0-1-1"),
    ]


def test_the_first_of_several_leaders_is_found() -> None:
    names = ["Anna", "Ben", "Cleo", "Dan"]
    sets = [some for number in range(1, 5) for some in combinations(names, number)]
    rows = [row_of_players(*some) for some in sets]
    assert tree(group_rows(rows)) == [
        *names,
        ("Anna +", ["Ben", "Cleo", "Dan", "Ben + Cleo", "Ben + Dan", "Cleo + Dan", "Ben + Cleo + Dan"]),
        ("Ben +", ["Cleo", "Dan", "Cleo + Dan"]),
        "Cleo + Dan",
    ]


def row_of_players(first: str, *others: str) -> Row:
    rest = " + ".join(others)
    return Row(f"{first} + {rest}", f"{first}{rest}", group=(f"{first} +",), short=rest) if rest else Row(first, first)


def row_of_shares(*shares: tuple[str, int]) -> Row:
    texts = [f"{name} ×{number}" for name, number in shares]
    return Row(", ".join(texts), " ".join(texts), group=(shares[0][0], texts[0]), short=", ".join(texts[1:]))


def test_the_finest_headings_that_fit_are_used_and_a_long_group_is_opened_by_the_next() -> None:
    pairs = [row_of_shares((first, n), (second, 10 - n))
             for first, second in combinations(["Anna", "Ben", "Cleo"], 2) for n in range(1, 10)]  # fmt: skip
    groups = tree(group_rows(pairs))
    assert [name for name, _ in groups] == ["Anna", "Ben"]
    assert [name for name, _ in groups[0][1]] == [f"Anna ×{n}" for n in range(1, 10)]
    assert groups[0][1][1] == ("Anna ×2", ["Ben ×8", "Cleo ×8"])
    assert groups[1][1][:2] == ["Ben ×1, Cleo ×9", "Ben ×2, Cleo ×8"]


def tree(rows: Sequence[Row]) -> list[Any]:
    """The words of all rows, with those behind them."""
    return [(row.label, tree(row.result.rows)) if isinstance(row.result, Group) else row.label for row in rows]


@pytest.mark.laws
@pytest.mark.parametrize("name", list_game_ids())
def test_every_picture_of_random_matches_fits(name: str, games: int) -> None:
    check_face_fits(find_game(name), seeds=range(max(2, games // 50)))


@pytest.mark.parametrize("name", list_game_ids())
def test_no_choice_is_more_than_fifteen_clicks_away(name: str) -> None:
    check_clicks(find_game(name))


def test_a_long_list_without_families_becomes_chapters_in_the_order_of_the_alphabet() -> None:
    rows = [Row(f"{letter}{second}", f"{letter}{second}") for second in "zya" for letter in "qwertyuiop"]
    chapters = group_rows(rows)
    assert chapters[0].label == "ea - iz"
    assert sorted(id for row in chapters for id in list_ids_behind(row)) == sorted(str(row.result) for row in rows)


def test_numbers_are_put_in_order_by_their_value() -> None:
    chapters = group_rows([Row(f"Anna ×{n}", f"anna{n}") for n in range(16, 0, -1)])
    assert [row.label for chapter in chapters for row in chapter.result.rows] == [f"Anna ×{n}" for n in range(1, 17)]


def test_letters_with_accents_stand_where_a_dictionary_has_them() -> None:
    rows = [Row(label, label) for label in ("zèbre", "éléphant", "bœuf", "bison", *"fghijklmnop")]
    assert group_rows(rows)[0].label == "bison - f"


def test_choices_that_are_no_pieces_stay_ahead_of_the_chapters() -> None:
    cards = [Row(f"card {letter} 2", f"{letter}-card", name=f"card {letter}") for letter in "qwertyuiopasdfghj"]
    takes = [Row(f"take {card}", f"take-{card}", pinned=True) for card in ("toad", "bee")]
    chapters = group_rows([*takes, *cards, Row("no second card", "done", pinned=True)])
    assert [row.label for row in chapters[:4]] == ["take toad", "take bee", "no second card", "card a - card g"]
    assert all(isinstance(row.result, Group) for row in chapters[3:])


def test_a_piece_that_is_not_in_the_list_is_entered_at_its_end() -> None:
    match = Match(find_game("ark"), find_game("ark").set_up(["Anna", "Ben", "Cleo"], seed=1, deal="table"), ["seat-0"])
    assert match.question is not None
    rows = group_rows(list_rows(match.question, match, match.game.voice(match.game.say("en"))))
    assert [row.label for row in rows if not isinstance(row.result, Group)] == ["Not in the list"]
    assert rows[-1].label == "Not in the list"


def test_a_chapter_is_named_by_the_names_of_its_first_and_last_row() -> None:
    cows = [Row(f"cow {letter} ♂ 3", f"{letter}-cow", name=f"cow {letter}") for letter in "abcdefghijklmnopq"]
    assert group_rows(cows)[0].label == "cow a - cow e"
    assert group_rows([row._replace(name="cow") for row in cows])[0].label == "cow"


def test_a_short_list_stays_as_the_game_ordered_it() -> None:
    rows = [Row(label, label) for label in "cab"]
    assert group_rows(rows) == rows


def test_too_many_headings_give_way_to_chapters_of_whole_rows() -> None:
    animals = [Row(f"{name}bird {sex}", f"{name}-{sex}", group=(f"{name}bird",), name=f"{name}bird")
               for name in "qwertyuiopasdfgh" for sex in "mf"]  # fmt: skip
    chapters = group_rows(animals)
    assert chapters[0].label == "abird - ebird"
    assert all(isinstance(row.result, Group) for row in chapters)
    assert not any(isinstance(row.result, Group) for chapter in chapters for row in chapter.result.rows)


def test_very_many_rows_are_chapters_of_headings() -> None:
    edges = [Row(f"{side} of {square}", f"{square}-{side}", group=(square,), name=square)
             for square in "abcdefghijklmnopq" for side in ("north", "east", "south", "west")]  # fmt: skip
    inner = [row.result for chapter in group_rows(edges) for row in chapter.result.rows]
    assert all(isinstance(group, Group) for group in inner), "a square is opened first"


def test_the_places_of_a_card_share_a_row_in_a_long_list() -> None:
    places = [Row(f"{card} 2: port {n}", f"{card}-port-{n}", "", True, (f"{card} 2",), f"port {n}")
              for card in CARDS for n in (1, 2, 3)]  # fmt: skip
    rows = group_rows([Row("take toad 1", "take-toad", pinned=True), *places])
    assert [row.label for row in rows] == ["take toad 1", *(f"{card} 2" for card in CARDS)]
    assert all(row.pinned for row in rows)
    assert [row.label for row in rows[1].result.rows] == ["port 1", "port 2", "port 3"]
    assert len(group_rows(places[:6])) == 6, "a short list stays as it is"


def test_a_heading_is_a_guess_only_if_all_below_it_are() -> None:
    game = find_game("noah")
    match = Match(game, game.set_up(["Anna", "Ben"], deal="table"))
    rows = list_rows(Question(0, "x", (1, 2, 3)), match, GuessingVoice(game.say("fr")))
    assert [row.group for row in rows] == [("cat",), ("cat",), ("dog\u202f?",)]
    assert [row.label for row in rows] == ["1", "2\u202f?", "3\u202f?"]


class GuessingVoice(NoahVoice):
    """Labels 1 and 2 as cats and 3 as a dog; only 1 is certain."""

    def label(self, choice: Any, question: Question, table: Any) -> Label:
        return Label(str(choice), ("dog" if choice == 3 else "cat",), guessed=choice > 1)


def test_headings_do_not_depend_on_how_labels_are_written() -> None:
    """A translator may write any sentence: commas, colons and signs in a text never make a group."""
    rows = [
        Row(f"{text} {n}", f"id{n}") for n, text in enumerate(["a: b", "a, b", "a + b", "a ×2", "a: c", "a, c"] * 2)
    ]
    assert group_rows(rows) == rows
