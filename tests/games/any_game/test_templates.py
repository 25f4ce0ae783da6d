"""Kinds of scoring as files: those that ship, and every mistake in one clear line."""

import pytest

from companion.core.errors import BoxError
from companion.core.words import LANGUAGES
from companion.games.any_game import GAME, names
from companion.games.any_game.template import FOLDER, MOMENTS, SHIPPED, TURNS, WINS

GOOD = {"title": "Mine", "categories": {"gold": {"title": "Gold"}}}


def read(template):
    """Read one template as an owner's file holds it."""
    corrections = {"templates": {"mine": template}}
    return next(entry for entry in GAME.make_pieces(GAME.set_up(["Anna"], corrections=corrections)).templates if entry.id == "mine")  # fmt: skip


def shipped():
    """Return the shipped templates by id."""
    return {
        template.id: template for template in GAME.make_pieces(GAME.set_up(["Anna", "Ben", "Cleo", "Dan"])).templates
    }


def test_every_shipped_file_is_offered_and_all_modes_are_there():
    assert sorted(SHIPPED) == sorted(file.stem for file in FOLDER.glob("*.toml"))
    assert list(shipped()) == list(SHIPPED)
    assert {one.turns for one in shipped().values()} == set(TURNS)
    assert {one.wins for one in shipped().values()} == set(WINS)
    assert {one.moment for kind in shipped().values() for one in kind.categories} == set(MOMENTS)


def test_every_word_of_a_shipped_template_is_marked_for_translation():
    for template in shipped().values():
        assert template.title in names.TITLES
        assert {category.title for category in template.categories} <= set(names.CATEGORIES)
        assert set(template.phases) <= set(names.PHASES)
        assert set(template.round_names) <= set(names.ROUNDS)
    for language in LANGUAGES:
        voice = GAME.voice(GAME.say(language))
        assert all(len(voice.say(word)) <= 20 for word in (*names.TITLES, *names.CATEGORIES, *names.PHASES))


def test_a_template_says_only_what_differs_from_the_usual():
    mine = read(GOOD)
    assert (mine.turns, mine.wins, mine.players, mine.phases, mine.last_round) == (
        "clockwise",
        "most",
        range(1, 7),
        (),
        0,
    )
    assert (mine.categories[0].formula(4), mine.categories[0].moment) == (4, "any")


def test_kinds_for_another_number_of_players_are_not_offered():
    assert "tricks" not in [template.id for template in GAME.make_pieces(GAME.set_up(["Anna"])).templates]


def change(path, value):
    """Return the good template with one entry changed, added or, with None, left out."""
    whole = {**GOOD, "categories": {"gold": dict(GOOD["categories"]["gold"])}}
    *tables, key = path.split(".")
    tree = whole
    for name in tables:
        tree = tree.setdefault(name, {})
    tree[key] = value
    if value is None:
        del tree[key]
    return whole


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("title", None, "the entry templates.mine.title is missing"),
        ("title", "x" * 21, "templates.mine.title is 'xxxxxxxxxxxxxxxxxxxxx'; allowed: a text of 1 to 20 letters"),
        ("title", 7, "templates.mine.title is 7; allowed: a text of 1 to 20 letters"),
        ("turns", "random", "templates.mine.turns is 'random'; allowed: clockwise, passing, together, free, buzzer"),
        ("wins", "best", "templates.mine.wins is 'best'; allowed: most, fewest, together, nobody"),
        ("players", [4, 2], "templates.mine.players: the fewest and the most players, such as [2, 4]"),
        ("players", [1, 9], "templates.mine.players is 9; allowed: a list of whole numbers from 1 to 6"),
        ("phases", "Plan", "templates.mine.phases is 'Plan'; allowed: a list of texts"),
        ("phases", [], "templates.mine.phases: 1 to 6 entries"),
        ("round_names", ["Spring"] * 13, "templates.mine.round_names: 1 to 12 entries"),
        ("teams", 4, "templates.mine.teams is 4; allowed: a whole number from 2 to 3"),
        ("order", "random", "templates.mine.order is 'random'; allowed: same, rotate, passing, as-passed, last, lots, ask"),
        ("buzzer.judge", "dog", "templates.mine.buzzer.judge is 'dog'; allowed: table, player"),
        ("buzzer.start", "soon", "templates.mine.buzzer.start is 'soon'; allowed: called, at-once"),
        ("end.rounds", 0, "templates.mine.end.rounds is 0; allowed: a whole number from 1 to 99"),
        ("end.round", 3, "unknown entry templates.mine.end.round"),
        ("colour", "red", "unknown entry templates.mine.colour; known here:"),
        ("categories", None, "the entry templates.mine.categories is missing"),
        ("categories", {}, "templates.mine.categories: 1 to 8 entries"),
        ("categories.gold.points", "lots", "templates.mine.categories.gold.points: a formula such as: 1 each, 3 per pair"),
        ("categories.gold.when", "later", "templates.mine.categories.gold.when is 'later'; allowed: any, round, end"),
        ("categories.gold.least", 1, "templates.mine.categories.gold.least is 1; allowed: a whole number from -999 to 0"),
        ("categories.Big Gold", {"title": "Gold"}, "templates.mine.categories.Big Gold: an id has 1 to 12 lower-case letters"),
    ],
)  # fmt: skip
def test_each_mistake_is_one_clear_line(path, value, message):
    with pytest.raises(BoxError) as error:
        read(change(path, value))
    line = str(error.value)
    assert message in line
    assert "\n" not in line
    assert line.startswith("boxes/any.toml: ")


@pytest.mark.parametrize("turns", ["together", "free", "buzzer"])
def test_a_clock_without_turns_one_after_the_other_is_refused(turns):
    wanted = r"templates\.mine\.clock: only turns one after the other have a clock: clockwise, passing$"
    with pytest.raises(BoxError, match=wanted):
        read({**GOOD, "turns": turns, "clock": {"kind": "up"}})
    assert not read({**GOOD, "turns": turns, "clock": {"kind": "none"}}).clock.time


def test_a_remembered_game_whose_kind_is_gone_is_named():
    with pytest.raises(BoxError, match=r"games\.chess\.kind is 'mine'; allowed: points, turns"):
        GAME.make_pieces(GAME.set_up(["Anna"], corrections={"games": {"chess": {"title": "Chess", "kind": "mine"}}}))
