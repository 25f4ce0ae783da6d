"""Every question of every game, in every language: nothing runs off the screen and no choice is shortened."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from companion.app.choice_rows import LONG_LIST, Group, common, grouped, ids_behind
from companion.core.grammar import GRAMMARS
from companion.core.match import Match
from companion.core.question import Question
from companion.core.registry import game_ids, game_named
from companion.core.words import LANGUAGES
from companion.device.views.pick import PickView, Row
from companion.games.noah.real import list_shares
from companion.testing.all_views import views_of
from companion.testing.fit import WIDE_NAMES, Reader, check_clicks, check_face_fits, check_texts_fit

CARDS = ("dove", "bison", "cat", "musk ox", "sheep", "hen")


@pytest.mark.laws
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_ids())
def test_every_question_of_random_matches_fits(name: str, language: str, games: int) -> None:
    check_texts_fit(game_named(name), language, range(max(3, games // 50)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_who_gets_the_cards_of_a_ferry_fits_however_wide_their_names(cards: int, players: int, language: str) -> None:
    noah, reader = game_named("noah"), Reader()
    match = Match(noah, noah.set_up(WIDE_NAMES[-players:], deal="table"))
    match._run.question = Question(0, "share_out", list_shares(match.table.others[0], cards), cards)
    for view in views_of(match, noah.voice(noah.say(language))):
        assert len(view.rows) <= LONG_LIST
        reader.check(view)


def test_a_long_row_below_a_long_title_is_written_smaller() -> None:
    view = PickView("Wilhelmine-Wanda, is an advanced card played?", [
        Row("no", 0), Row("play: replace an objective (WWWWWWWWWWWWWWWW)", 1),
    ])  # fmt: skip
    Reader().check(view)


def test_a_long_list_of_who_gets_what_is_opened_by_the_first_of_them() -> None:
    noah = game_named("noah")
    match = Match(noah, noah.set_up(["Anna", "Ben", "Chloé", "Dan", "Zoé"], deal="table"))
    match._run.question = Question(0, "share_out", list_shares(match.table.others[0], 4), 4)
    first, *others = views_of(match, noah.voice(noah.say("en")))
    assert [row.label for row in first.rows[:6]] == ["Ben ×4", "Chloé ×4", "Dan ×4", "Zoé ×4", "Ben ×3", "Ben ×2"]
    opened = next(view for view in others if view.title == "Ben ×2")
    assert [(row.label, str(row.result)) for row in opened.rows][::5] == [
        ("Chloé ×2", "share-2-2-0-0"),
        ("Dan ×1, Zoé ×1", "share-2-0-1-1"),
    ]


def test_who_leads_is_found_by_the_first_of_several() -> None:
    names = ["Anna", "Ben", "Cleo", "Dan"]
    sets = [" + ".join(some) for number in range(1, 5) for some in combinations(names, number)]
    assert tree(grouped([Row(label, f"seats-{label}") for label in sets])) == [
        *names,
        ("Anna +", ["Ben", "Cleo", "Dan", "Ben + Cleo", "Ben + Dan", "Cleo + Dan", "Ben + Cleo + Dan"]),
        ("Ben +", ["Cleo", "Dan", "Cleo + Dan"]),
        "Cleo + Dan",
    ]


def test_no_two_groups_have_one_name_and_a_long_one_is_opened_by_its_figures() -> None:
    pairs = [(f"{first} ×{n}, {second} ×{10 - n}", f"{first}{second}-{n}")
             for first, second in combinations(["Anna", "Ben", "Cleo"], 2) for n in range(1, 10)]  # fmt: skip
    found = tree(grouped([Row(label, id) for label, id in pairs]))
    assert [name for name, _ in found] == ["Anna", "Ben"]
    assert [name for name, _ in found[0][1]] == [f"Anna ×{n}" for n in range(1, 10)]
    assert found[0][1][1] == ("Anna ×2", ["Ben ×8", "Cleo ×8"])
    assert found[1][1][:2] == ["Ben ×1, Cleo ×9", "Ben ×2, Cleo ×8"]


def tree(rows: Sequence[Row]) -> list[Any]:
    """The words of all rows, with those behind them."""
    return [(row.label, tree(row.result.rows)) if isinstance(row.result, Group) else row.label for row in rows]


@pytest.mark.laws
@pytest.mark.parametrize("name", game_ids())
def test_every_picture_of_random_matches_fits(name: str, games: int) -> None:
    check_face_fits(game_named(name), seeds=range(max(3, games // 50)))


@pytest.mark.parametrize("name", game_ids())
def test_no_choice_is_more_than_fifteen_clicks_away(name: str) -> None:
    check_clicks(game_named(name))


def test_a_long_list_without_families_becomes_chapters_in_the_order_of_the_alphabet() -> None:
    rows = [Row(f"{letter}{second}", f"{letter}{second}") for second in "zya" for letter in "qwertyuiop"]
    chapters = grouped(rows)
    assert chapters[0].label == "ea - iz"
    assert sorted(id for row in chapters for id in ids_behind(row)) == sorted(str(row.result) for row in rows)


def test_figures_stand_in_their_order() -> None:
    rows = [Row(f"Anna ×{n}", f"anna{n}") for n in range(12, 0, -1)] + [Row(f"Ben ×{n}", f"ben{n}") for n in (10, 9, 1)]
    assert tree(grouped(rows))[0] == ("Anna", [f"Anna ×{n}" for n in range(1, 13)])
    assert tree(grouped(rows))[1] == ("Ben", [f"Ben ×{n}" for n in (1, 9, 10)])


def test_letters_with_accents_stand_where_a_dictionary_has_them() -> None:
    rows = [Row(label, label) for label in ("zèbre", "éléphant", "bœuf", "bison", *"fghijklmnop")]
    assert grouped(rows)[0].label == "bison - f"


def test_what_is_no_piece_to_look_for_stays_ahead_of_the_chapters() -> None:
    cards = [Row(f"card {letter} 2", f"{letter}-card") for letter in "qwertyuiopasdfghj"]
    takes = [Row(f"take {card}", f"take-{card}", ahead=True) for card in ("toad", "bee")]
    chapters = grouped([*takes, *cards, Row("no second card", "done", ahead=True)])
    assert [row.label for row in chapters[:4]] == ["take toad", "take bee", "no second card", "card a - card g"]
    assert all(isinstance(row.result, Group) for row in chapters[3:])


def test_a_chapter_is_named_without_figures_but_a_number_keeps_its_own() -> None:
    assert grouped([Row(f"cow {n}", f"{chr(n)}cow", "") for n in range(97, 117)])[0].label == "cow - cow"
    assert grouped([Row(f"a{n}", f"{chr(n)}cow", "") for n in range(100, 120)])[0].label == "a100 - a104"


def test_a_short_list_stays_as_the_game_ordered_it() -> None:
    rows = [Row(label, label) for label in "cab"]
    assert grouped(rows) == rows


def test_animals_of_both_sexes_go_straight_into_chapters_but_edges_stay_with_their_squares() -> None:
    animals = [Row(f"{name}bird {sex}", f"{name}-{sex}") for name in "qwertyuiopasdfgh" for sex in "mf"]
    chapters = grouped(animals)
    assert chapters[0].label == "abird f - ebird m"
    assert all(isinstance(row.result, Group) for row in chapters)
    assert not any(isinstance(row.result, Group) for chapter in chapters for row in chapter.result.rows)
    edges = [
        Row(f"{side} of {square}", f"{square}-{side}") for square in "abcdefghijklmnop" for side in ("east", "west")
    ]
    inner = [row.result for chapter in grouped(edges) for row in chapter.result.rows]
    assert all(isinstance(group, Group) for group in inner), "a square is opened first"


def test_the_places_of_a_card_share_a_row_in_a_long_list() -> None:
    places = [Row(f"{card} 2: port {n} ?", f"{card}-port-{n}", ahead=True) for card in CARDS for n in (1, 2, 3)]
    rows = grouped([Row("take toad 1", "take-toad", ahead=True), *places])
    assert [row.label for row in rows] == ["take toad 1", *(f"{card} 2 ?" for card in CARDS)]
    assert all(row.ahead for row in rows)
    assert len(grouped(places[:6])) == 6, "a short list stays as it is"


@pytest.mark.parametrize(("labels", "name"), [
    (("cat ♂ 2", "cat ♀ 2 ?"), "cat 2"),
    (("chasser le lion (tribord 1)", "chasser le cerf (tribord 2)"), "chasser"),
    (("chasser le lion (tribord 1)", "chasser le cerf (tribord 1)"), "chasser (tribord 1)"),
    (("renard ♂ contre loup ♂", "renard ♂ contre lion ♂"), "renard ♂"),
    (("entre b2 et b3", "entre b2 et c2"), "entre b2"),
    (("nourriture en a1 (0/2)", "nourriture en b1 (0/2)"), "nourriture (0/2)"),
    (("bâbord 1 (vide, 1 jeton)", "bâbord 7 (ours)"), "bâbord"),
    (("lion\u202f: couple (3)", "lion\u202f: seul (3)"), "lion"),
    (("un loup", "un ours"), "un loup"),
])  # fmt: skip
def test_a_group_is_called_by_words_that_stand_together(labels: tuple[str, ...], name: str) -> None:
    small = GRAMMARS["fr"].small
    assert common([Row(label, label) for label in labels], small) == name


def test_what_the_title_of_a_group_says_is_not_said_in_every_row_again() -> None:
    rows = [Row(f"mule 5\u202f: ♂ → {ferry}", f"mule-{ferry}") for ferry in (3, 4)]
    assert [row.label for row in Group("mule 5", rows).rows] == ["♂ → 3", "♂ → 4"]
    assert Group("cats", [Row("cat: a1", 1), Row("tiger: a1", 2)]).rows[0].label == "cat: a1"
