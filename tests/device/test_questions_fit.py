"""Every question of every game, in every language: nothing runs off the screen and no choice is shortened."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from companion.core.bots import random_bot
from companion.core.game import Game
from companion.core.grammar import GRAMMARS
from companion.core.match import Match
from companion.core.shelf import game_ids, game_named
from companion.core.words import LANGUAGES
from companion.device.rehearsal import ids_behind
from companion.device.view import View
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import Group, common, grouped, views_of
from companion.device.views.reading import ReadingView
from tests.device.paper import WatchedPencil, read

CARDS = ("dove", "bison", "cat", "musk ox", "sheep", "hen")
WIDE_NAMES = ("Wilhelmine-Wanda", "Maximilian M. Mo", "Ö", "Ann", "WWWWWWWWWWWWWWWW")


def matches(game: Game) -> Iterator[Match]:
    """A few random matches that are as different as options, numbers of players and deals allow."""
    names = [option.name for option in game.options]
    fewest, most = game.players[0], game.players[-1]
    for players, at, deal in ((most, 0, "table"), (most, 1, "table"), (fewest, -1, "virtual")):
        each = [option.offered(deal) for option in game.options]
        values = [offered[at % len(offered)] for offered in each]
        yield Match(game, game.set_up(WIDE_NAMES[:players], dict(zip(names, values, strict=True)), players, deal))


class Reader:
    """Reads views; what it has read below the same title it need not read again."""

    def __init__(self) -> None:
        self.known: set[tuple[str, str]] = set()

    def check(self, view: View) -> None:
        """The view shows all of what it has to say, whichever row is marked."""
        if isinstance(view, NumberView):
            view.at = len(view.numbers) - 1
            read(view)
        elif isinstance(view, PickView):
            for at, row in enumerate(view.rows):
                if (view.title, row.label) not in self.known:
                    view.at = at
                    self._read(view, row)

    def _read(self, view: PickView, marked: Row) -> None:
        letters = read(view).letters
        assert "".join(view.title.split()) in letters, view.title
        assert "".join(marked.label.split()) in letters, f"{marked.label!r} below {view.title!r}"
        self.known |= {(view.title, row.label) for row in view.rows if "".join(row.label.split()) in letters}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_ids())
def test_every_question_of_random_matches_fits(name: str, language: str) -> None:
    game = game_named(name)
    voice = game.voice(game.say(language))
    reader = Reader()
    for match in matches(game):
        bot = random_bot(Random(7))
        while match.question is not None:
            for view in views_of(match, voice):
                reader.check(view)
            match.answer(bot(match.question, match.table))
        assert match.outcome is not None
        reader.check(PickView(voice.outcome(match.outcome, match.table), [Row("-", 0)]))
        facts = match.facts.items()
        read(ReadingView("-", [f"{voice.fact(k, match.table)}: {voice.value(k, v, match.table)}" for k, v in facts]))
        read(ReadingView("-", [voice.reason(entry) for entry in match.table.ledger.entries]))


@pytest.mark.parametrize("name", game_ids())
def test_every_picture_of_random_matches_fits(name: str) -> None:
    game = game_named(name)
    face = game.face()
    for match in matches(game):
        bot = random_bot(Random(8))
        while match.question is not None:
            face.picture(WatchedPencil(), match.table, match.question)
            assert len(face.lights(match.table, match.question)) == 15
            match.answer(bot(match.question, match.table))
        face.picture(WatchedPencil(), match.table, None)


@pytest.mark.parametrize("name", game_ids())
def test_no_choice_is_more_than_fifteen_clicks_away(name: str) -> None:
    """Turns of the dial and pushes to the farthest choice; numbers are counted by themselves."""
    game = game_named(name)
    voice = game.voice(game.say("en"))
    for match in matches(game):
        bot = random_bot(Random(9))
        while match.question is not None:
            first = views_of(match, voice)[0]
            if isinstance(first, PickView):
                assert clicks(first.rows) <= 15, match.question
            match.answer(bot(match.question, match.table))


def clicks(rows: Sequence[Row]) -> int:
    """To the farthest choice of a list: half its ring, a push, and the same inside a group."""
    inside = [clicks(row.result.rows) for row in rows if isinstance(row.result, Group)]
    return len(rows) // 2 + 1 + max(inside, default=0)


def test_a_long_list_without_families_becomes_chapters_in_the_order_of_the_alphabet() -> None:
    rows = [Row(f"{letter}{second}", f"{letter}{second}") for second in "zya" for letter in "qwertyuiop"]
    chapters = grouped(rows)
    assert chapters[0].label == "ea - iz"
    assert sorted(id for row in chapters for id in ids_behind(row)) == sorted(str(row.result) for row in rows)


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
