"""Questions laid out for one screen: every layout of every real table can be drawn, and nothing in it moves."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.cards import Card
from companion.core.game import Game
from companion.core.layout import NO_VALUE, Axis, Control, Layout, Value, find_layout_fault, read_icons
from companion.core.match import Match
from companion.core.question import Question
from companion.core.registry import find_game
from companion.games.ark_and_noah.depth import KnownCorral
from companion.games.noahs_ark.pieces import Style
from tests.bench.people import PEOPLE, seat_people
from tests.laws import set_up_by_seed

WAYS = [
    ("noah", {}),
    ("ark", {}),
    ("ark-and-noah", {}),
    ("ark-and-noah", {"mode": "quick"}),
    ("noahs-ark", {}),
    ("noahs-ark", {"told": "before"}),
]


NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eve"]


def play_layouts(
    game: str, options: dict[str, str], language: str = "en", players: int = 3
) -> Iterator[tuple[Match, Question, Layout]]:
    """Play a real table and give every question that has a layout."""
    box = find_game(game)
    match = Match(box, box.set_up(NAMES[:players], options, 3, "table"))
    people, voice = seat_people(box, match.table, Random(3)), box.voice(box.say(language))
    while match.question is not None:
        layout = voice.layout(match.question, match.table)
        if layout is not None:
            yield match, match.question, layout
        match.answer(people.answer(match.question, match.table))


@pytest.mark.parametrize(("game", "options"), WAYS)
def test_every_layout_can_be_drawn(game: str, options: dict[str, str]) -> None:
    seen = 0
    for _, question, layout in play_layouts(game, options):
        assert find_layout_fault(layout, question) == ""
        assert layout.points
        assert all(value.text for axis in layout.axes if axis.control != Control.TOGGLE for value in axis.values)
        seen += 1
    assert seen > 5


def check_layouts_at_random(game: Game, seed: int) -> int:
    """Check the layouts of a real table where people answer at random; return how many there were."""
    setup = set_up_by_seed(game, seed, ("table",))
    match, bot, voice = Match(game, setup), make_random_bot(Random(seed)), game.voice(game.say("en"))
    drawn = 0
    while (question := match.question) is not None:
        layout = voice.layout(question, match.table)
        if layout is not None:
            fault = find_layout_fault(layout, question)
            assert not fault, (
                f"{fault}: {question.ask}, {dict(setup.options)}, seed {seed}, answer {len(match.answers)}"
            )
            drawn += 1
        match.answer(bot(question, match.table))
    return drawn


@pytest.mark.laws
@pytest.mark.parametrize("name", ["noah", "ark", "noahs-ark", "ark-and-noah"])
def test_every_layout_can_be_drawn_whatever_people_answer(name: str, games: int) -> None:
    game = find_game(name)
    assert sum(check_layouts_at_random(game, seed) for seed in range(max(3, games // 10))) > 3


def test_pairs_of_one_size_with_different_points_have_their_own_rows() -> None:
    assert check_layouts_at_random(find_game("ark-and-noah"), 27)


@pytest.mark.parametrize(
    ("game", "options", "players", "ask"),
    [
        ("ark-and-noah", {"depth": "board"}, 3, "took"),
        ("ark-and-noah", {}, 2, "choose_two"),
        ("noah", {}, 5, "share_out"),
    ],
)
def test_rarer_questions_have_a_layout_too(game: str, options: dict[str, str], players: int, ask: str) -> None:
    for _, question, layout in play_layouts(game, options, players=players):
        assert find_layout_fault(layout, question) == ""
        if question.ask == ask:
            return
    raise AssertionError(f"{ask} has no layout")


@pytest.mark.parametrize(("game", "options"), WAYS)
def test_a_layout_takes_nothing_from_the_choices(game: str, options: dict[str, str]) -> None:
    """Whatever has no place in a layout is a word such as “not in the list”, never a piece."""
    for _, question, layout in play_layouts(game, options):
        beside = [choice for choice in question.choices if str(choice) not in layout.points]
        assert all(isinstance(other, str | Style | Card | KnownCorral) for other in beside), (question.ask, beside)
        assert len(beside) < max(4, len(question.choices) / 2), (question.ask, [str(other) for other in beside])


def test_animals_of_noah_stay_where_they_are() -> None:
    grids = {
        (question.ask, *(tuple((value.text, value.note) for value in axis.values) for axis in layout.axes[:2]))
        for _, question, layout in play_layouts("noah", {})
        if question.ask in ("load", "turned_up")
    }
    assert len(grids) == 2  # one for what is turned up, one for what is loaded


def test_an_animal_that_cannot_be_loaded_says_why() -> None:
    explained = 0
    for _, question, layout in play_layouts("noah", {}):
        if question.ask == "load":
            taken = {point[:2] for point in layout.points.values()}
            cells = {(row, column) for row in range(12) for column in range(2)}
            assert set(layout.reasons) == cells - taken
            assert all(reasons for reasons in layout.reasons.values())
            explained += len(layout.reasons)
    assert explained > 50


def test_noah_goes_to_the_ferry_of_the_choice() -> None:
    _, question, layout = next(one for one in play_layouts("noah", {}) if one[1].ask == "load")
    for id, point in layout.points.items():
        if point[2] != NO_VALUE:
            assert id.endswith(f"-{layout.axes[2].values[point[2]].text}")
    here = [value.text for value in layout.axes[2].values if value.tone == "here"]
    assert here == ["1"]
    assert question.seat >= 0


def test_faults_of_a_layout_are_named() -> None:
    question = Question(0, "load", ("cat", "dog"))
    axis = Axis(Control.TILES, (Value("cat"), Value("dog")))
    assert find_layout_fault(Layout((axis,), {"cat": (0,), "dog": (1,)}), question) == ""
    assert find_layout_fault(Layout((axis,), {"cow": (0,)}), question) == "not a choice: cow"
    assert find_layout_fault(Layout((axis,), {"cat": (0,), "dog": (0,)}), question) == "two choices at one point"
    assert find_layout_fault(Layout((axis,), {"cat": (2,)}), question) == "cat is outside: (2,)"
    short = axis._replace(plan=((0, 0),), columns=("port",))
    assert find_layout_fault(Layout((short,), {"cat": (0,)}), question) == "the plan of tiles doesn't fit its values"


def test_every_place_aboard_is_on_the_plan_where_it_is() -> None:
    seen = 0
    for match, question, layout in play_layouts("ark", {}):
        axis = next((candidate for candidate in layout.axes if candidate.plan), None)
        if axis is None:
            continue
        at = layout.axes.index(axis)
        for id, point in layout.points.items():
            if point[at] != NO_VALUE and "instead-of" not in id:
                side, row = id[id.index(("port-", "starboard-")["starboard-" in id]) :].split("-")[:2]
                assert axis.plan[point[at]] == (int(row) - 1, ("port", "starboard").index(side))
        cabins = [cabin for side in match.table.sides for cabin in side]  # type: ignore[attr-defined]
        assert set(axis.plan) == {(cabin.row, cabin.side) for cabin in cabins}, "those that are full, too"
        if question.ask == "where":
            shut = [index for index in range(len(cabins)) if not any(p[0] == index for p in layout.points.values())]
            assert all(layout.reasons[index,] for index in shut), "it says why the others are closed"
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("game", sorted(PEOPLE))
def test_every_emoji_is_one_sign_for_a_piece_of_the_game(game: str) -> None:
    icons = read_icons(find_game(game).folder)
    assert icons
    assert all(icon and not icon.isascii() for icon in icons.values())
