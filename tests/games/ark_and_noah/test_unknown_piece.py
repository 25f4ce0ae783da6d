"""Animals that the box does not know: told once, in a few taps, kept for the next match, and undone by undo."""

from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from companion.core.data_folder import read_corrections
from companion.core.match import Match
from companion.core.session import Session
from companion.core.teach import OwnerBox
from companion.games.ark_and_noah import GAME, rules, scoring
from companion.games.ark_and_noah.pieces import KNOWN_BY_NAME, Species
from companion.games.ark_and_noah.real import RealArkAndNoahTable
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import (
    NAMES,
    NOAH,
    SEM,
    action,
    feed,
    give,
    lay,
    pieces_for,
    pitch,
    run,
    table_for,
    unseen_guesses,
)
from tests.games.ark_and_noah.strangers import Strangers, other_box


def at_a_real_table(players: int = 2, **options: str) -> Match:
    return Match(GAME, GAME.set_up(NAMES[:players], {"depth": "counts", **options}, deal="table"))


def give_answers(match: Match, *answers: str) -> list[str]:
    """Give these answers; return the `ask` of each question."""
    asks = []
    for answer in answers:
        assert match.question is not None
        asks.append(match.question.ask)
        match.answer(answer)
    return asks


def test_a_zebra_takes_the_place_of_an_animal_we_only_guessed() -> None:
    match = at_a_real_table()
    asks = give_answers(match, "another", "said-Zebra", "2", "5")
    assert asks == ["first_male", "another_name", "another_size", "another_points"], "as many as unknown figures"
    table = match.table
    assert isinstance(table, ArkAndNoahTable)
    (key,) = table.learned["species"]
    assert table.learned["species"][key] == {"name": "zebra", "size": 2, "points": 5}
    assert table.facts()["animals-0"] == "zebra-m"
    assert "zebra-f" not in match.question.list_ids(), "not the mate"  # type: ignore[union-attr]
    give_answers(match, "dog-f", "cat-m", "zebra-f", "seat-0")
    assert match.facts["animals-1"] == "cat-m zebra-f*"
    assert key not in table.known


def test_undo_takes_back_what_was_learned() -> None:
    match = at_a_real_table()
    give_answers(match, "another", "said-zebra", "2", "5")
    for _ in range(4):
        match.undo()
    assert match.table.learned == {}
    assert "zebra-m" not in match.question.list_ids()  # type: ignore[union-attr]
    give_answers(match, "another", "said-gnu", "3", "6")
    assert match.facts["animals-0"] == "gnu-m"


def test_corrections_are_in_the_box_of_the_next_match(tmp_path: Path) -> None:
    setup = GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table")
    session = Session(Match(GAME, setup), owner_box=OwnerBox(GAME, setup, tmp_path))
    for answer in ("another", "said-zebra", "2", "5"):
        assert session.answer(session.n, answer).unsaved is None
    corrections = read_corrections(tmp_path, GAME.id)
    pieces = pieces_for(2, corrections)
    assert (pieces.known["zebra"].size, pieces.known["zebra"].points) == (2, 5)
    assert not pieces.known["zebra"].figures_guessed
    assert not pieces.known["zebra"].name_guessed
    session.undo(session.n)
    assert read_corrections(tmp_path, GAME.id) == {}


def test_a_giraffe_with_two_players_was_not_taken_out_after_all() -> None:
    match = at_a_real_table()
    assert "giraffe-m" not in match.question.list_ids()  # type: ignore[union-attr]
    assert give_answers(match, "another", "giraffe", "3", "6")[1:] == ["another_name", "another_size", "another_points"]
    assert match.facts["animals-0"] == "giraffe-m"
    assert match.table.learned["species"]["giraffe"] == {"size": 3, "points": 6, "players": 2}


def test_printed_figures_are_not_asked_for() -> None:
    corrected = {"species": {"lion": {"players": 3}}}
    setup = GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table", corrections=corrected)
    match = Match(GAME, setup)
    assert give_answers(match, "another", "lion") == ["first_male", "another_name"]
    assert match.facts["animals-0"] == "lion-m"
    assert match.table.learned["species"]["lion"] == {"players": 2}


def test_a_known_name_is_no_other_animal() -> None:
    match = at_a_real_table()
    give_answers(match, "dog-m", "cat-f", "another", "said-Cat")
    assert match.question is not None
    assert match.question.ask == "another_name", "asked again"
    assert [cue.kind for cue in match.cues] == ["name_taken"]


def test_without_a_written_name_only_figures_are_kept() -> None:
    match = at_a_real_table()
    give_answers(match, "another", "unnamed", "4", "9")
    (key,) = match.table.learned["species"]
    assert match.table.learned["species"][key] == {"size": 4, "points": 9}
    assert match.facts["animals-0"] == f"{key}-m"


def test_picking_a_guess_tells_that_there_is_such_an_animal_and_leaves_its_figures_a_guess() -> None:
    match = at_a_real_table()
    voice = GAME.voice(GAME.say("en"))
    question, table = match.question, match.table
    assert question is not None
    labels = {str(choice): voice.label_text(choice, question, table) for choice in question.choices}
    assert labels["elephant-m"] == "elephant ♂ (4)", "printed in the rulebook"
    assert labels["bear-m"] == "bear ♂ (3) ?"
    assert labels["another"] == "another animal…"
    give_answers(match, "bear-m")
    assert match.table.learned == {"species": {"bear": {"name": "bear"}}}


def test_how_much_is_guessed_is_said_before_the_first_question() -> None:
    session = Session(at_a_real_table())
    assert session.list_opening_lines("en")[0].text.startswith("I've guessed 23 of 26 animals")
    assert "animaux" in session.list_opening_lines("fr")[0].text


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_a_pair_with_other_figures_than_we_thought_is_put_right_when_it_is_loaded(depth: str) -> None:
    """We take bears for 3 squares and 6 points; here they want 1 and bring 3."""
    table = table_for(2, "table", depth=depth)
    if depth == "board":
        lay(table, NOAH, "b2-b1", "b2-b3", "b2-a2", "b2-c2")
        feed(table, table.depth.ark.corrals[0], 1)  # type: ignore[attr-defined]
        pitch(table, table.depth.ark.corrals[0])  # type: ignore[attr-defined]
    else:
        table.boards_on_ark, table.food_on_ark = [4, 0], 1
    table.food = [0, 0]
    give(table, NOAH, "bear-m")
    give(table, SEM, "bear-f")
    answers = ["another", "1", "3", "bear-into-b2"] if depth == "board" else ["another", "1", "3", "bear"]
    run(rules.resolve(table, action(table, "load"), NOAH, ()), *answers)
    assert table.scores == [3 + 4, 3]
    assert table.learned["species"]["bear"] == {"size": 1, "points": 3}


def test_animals_left_behind_can_be_put_right_before_they_cost_anything() -> None:
    table = table_for(2, "table")
    table.boards = table.pitch = table.food = [0, 0]
    give(table, NOAH, "bear-m", "elephant-m")
    run(scoring.score_at_the_end(table), "bear", "1", "2")
    assert table.scores == [-5, 0]


# what is offered is what is possible: brute force over every draw from small bags


def draws(males: list[str], females: list[str], players: int) -> Iterator[tuple[str, ...]]:
    """Every set of tiles that can lie on the table, by the rulebook and rulings.md 1.8 #11."""
    wanted = {2: (1, 1), 3: (1, 1), 4: (2, 2)}[players]
    first = min(len(males), wanted[0] + max(0, wanted[1] - len(females)))
    second = min(len(females), wanted[1] + max(0, wanted[0] - len(males)))
    for some, others in product(permutations(males, first), permutations(females, second)):
        drawn = (*some, *others)
        left = [tile for tile in (*males, *females) if tile not in drawn]
        if players == 3 and left:
            yield from ((*drawn, third) for third in left)
        else:
            yield drawn


def told_in_turn(table: ArkAndNoahTable, players: int) -> set[tuple[str, ...]]:
    """Everything that can be told about who took what: all answers tried, but no animal we never heard of."""
    found: set[tuple[str, ...]] = set()
    todo: list[list[str]] = [[]]
    bags = {sex: list(bag) for sex, bag in table.bags.items()}
    while todo:
        answers = todo.pop()
        for sex, bag in bags.items():
            table.bags[sex] = list(bag)
        table.tiles = [[] for _ in range(players)]
        table.holder = [-1] * len(table.holder)
        table.pairs = [{} for _ in range(players)]
        play = rules.resolve(table, action(table, "animals"), NOAH, tuple(range(1, players)))
        question = run(play, *answers)
        if question is None:
            found.add(tuple(str(tiles[0]) for tiles in table.tiles if tiles))
        else:
            todo += [[*answers, id] for id in question.list_ids() if id != "another"]
    return found


@pytest.mark.parametrize(
    ("players", "males", "females"),
    [(players, males, females) for players in (2, 3, 4) for males in range(4) for females in range(4)],
)
def test_exactly_the_possible_takes_can_be_entered(players: int, males: int, females: int) -> None:
    table = table_for(players, "table")
    for species in table.known.values():  # an owner has told what is in the box, so our books know the bags
        species.name_guessed = species.figures_guessed = species.players_guessed = False
    table.bags = {"m": table.bags["m"][:males], "f": table.bags["f"][2 : 2 + females]}
    drawn = draws(list(map(str, table.bags["m"])), list(map(str, table.bags["f"])), players)
    possible = {taken for tiles in drawn for taken in permutations(tiles)}
    assert told_in_turn(table, players) == possible


@pytest.mark.laws
@pytest.mark.parametrize("depth", ["counts", "board"])
@pytest.mark.parametrize("mode", ["normal", "quick"])
@pytest.mark.parametrize("players", GAME.players)
def test_a_match_in_which_every_animal_is_unknown_comes_to_the_right_score(
    players: int, mode: str, depth: str, games: int
) -> None:
    for seed in range(max(2, games // 50)):
        strangers = Strangers(seed, players, mode=mode, depth=depth)
        list(strangers.answers())
        assert strangers.known.question is None
        assert strangers.learning.table.scores == strangers.known.table.scores
        for id in strangers.told:
            told, real = strangers.table.known[id], strangers.species(id)
            assert (told.size, told.points) == (real.size, real.points)


def test_a_dove_that_is_not_small_can_be_entered_in_a_quick_game() -> None:
    match = at_a_real_table(4, mode="quick")
    assert "dove-m" not in match.question.list_ids()  # type: ignore[union-attr]
    give_answers(match, "another", "dove", "2", "4")
    assert match.facts["animals-0"] == "dove-m"


def test_bags_that_are_empty_before_we_think_so_end_the_taking() -> None:
    table = table_for(2, "table", depth="counts", mode="quick")
    guessed = next(species for species in table.species if species.name_guessed)
    table.bags = {"m": [guessed.tiles[0]], "f": [guessed.tiles[1]]}
    play = rules.resolve(table, action(table, "animals"), NOAH, (SEM,))
    question = run(play)
    assert question is not None
    assert question.list_ids()[-1] == "empty"
    assert run(rules.resolve(table, action(table, "animals"), NOAH, (SEM,)), "empty") is None
    assert table.bags == {"m": [], "f": []}


def test_an_unforeseen_animal_finds_a_place_even_after_all_guesses_are_entered() -> None:
    match = at_a_real_table(4)
    table = match.table
    assert isinstance(table, RealArkAndNoahTable)
    for number, guess in enumerate(unseen_guesses(table)):
        table.replace(guess, Species(f"beast{chr(97 + number)}", guess.index, 2, 4, guess.key))
    learned = dict(table.learned["species"])
    assert not unseen_guesses(table)
    give_answers(match, "another", "said-okapi", "2", "5")
    assert match.facts["animals-0"] == "okapi-m"
    assert table.learned["species"] == learned, "and what is certainly in the box stays there"


NAMELESS = ("another", "unnamed", "3", "5")


def list_labels(match: Match, language: str = "en") -> list[str]:
    """What stands in the list of choices."""
    assert match.question is not None
    voice = GAME.voice(GAME.say(language))
    return [voice.label_text(choice, match.question, match.table) for choice in match.question.choices]


def test_an_animal_without_a_name_does_not_own_the_name_we_had_guessed() -> None:
    match = at_a_real_table()
    give_answers(match, *NAMELESS)
    (key,) = match.table.learned["species"]
    again = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table", corrections=match.table.learned))
    assert not any(label.startswith(key) for label in list_labels(again))
    assert any(label.startswith("unnamed") for label in list_labels(again))
    assert any(label.startswith("sans nom") for label in list_labels(again, "fr"))
    asks = give_answers(again, "another", f"said-{key}", "2", "4")
    assert asks[1:] == ["another_name", "another_size", "another_points"], "all of it is asked for"
    learned = again.table.learned["species"]
    assert [(place != key, entry) for place, entry in learned.items()] == [
        (True, {"name": key, "size": 2, "points": 4}),
    ]
    both = {"species": {**match.table.learned["species"], **learned}}
    known = pieces_for(2, both).known
    assert (known[key].size, known[key].points) == (2, 4)
    assert [(species.size, species.points) for species in known.values() if not species.name] == [(3, 5)]


def test_the_real_animal_of_a_guessed_name_can_turn_up_in_the_same_match() -> None:
    match = at_a_real_table()
    give_answers(match, *NAMELESS)
    (key,) = match.table.learned["species"]
    give_answers(match, "another", f"said-{key}", "2", "4")
    assert f"{key}-m" in match.facts["animals-0"].split(), "the nameless one keeps its id"
    said = GAME.voice(GAME.say("en")).fact_value("animals-0", match.facts["animals-0"], match.table)
    assert sorted(name[:4] for name in said.split(", ")) == [f"{key} ♀"[:4], "unna"]
    pieces_for(2, match.table.learned)


def test_a_name_for_an_animal_that_shows_what_a_nameless_one_shows_is_its_name() -> None:
    match = at_a_real_table()
    give_answers(match, *NAMELESS)
    (key,) = match.table.learned["species"]
    again = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table", corrections=match.table.learned))
    give_answers(again, "another", "said-zebra", "3", "5")
    assert again.table.learned["species"][key]["name"] == "zebra"


def test_an_animal_without_a_name_never_gives_its_figures_to_one_that_is_certain() -> None:
    told = {
        key: {"name": key, "size": species.size, "points": species.points, "players": 2}
        for key, species in pieces_for(4).known.items()
        if key not in KNOWN_BY_NAME
    }
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table", corrections={"species": told}))
    give_answers(match, *NAMELESS)
    assert not match.table.learned.get("species")


def test_an_animal_seen_and_traded_back_keeps_its_place() -> None:
    match = at_a_real_table(depth="board")
    assert isinstance(match.table, ArkAndNoahTable)
    give_answers(match, "bear-m", "cat-f", "dog-m", "koala-f", "seat-0", "exchange", "wood", "food", "build")
    give_answers(match, "point", "bear-m", "wolf-m", "done", "done", "animals", "wood", "pitch", "food")
    give_answers(match, "another", "said-zebra", "3", "6", "m")
    assert {"bear", "zebra"} <= {species.id for species in match.table.species}


def test_a_name_is_understood_in_every_language() -> None:
    match = at_a_real_table()
    give_answers(match, "another", "said-Girafe")
    assert match.question is not None
    assert (match.question.ask, str(match.question.about)) == ("another_size", "giraffe")


@pytest.mark.parametrize("name", ["said-123", "said-!?", "said-food"])
def test_an_invalid_name_is_refused_in_words(name: str) -> None:
    match = at_a_real_table()
    give_answers(match, "another", name)
    assert [cue.kind for cue in match.cues] == ["not_a_name"]


def take_out(table: ArkAndNoahTable, *species: str) -> None:
    """Leave only these animals in the bags."""
    for sex, bag in table.bags.items():
        table.bags[sex] = [tile for tile in bag if tile.species.id in species]


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_the_bags_can_be_empty_though_we_guessed_the_lion_to_be_in_them(depth: str) -> None:
    """With how many players lion and crow are used is our guess, whatever the book prints on them."""
    table = table_for(2, "table", depth=depth, mode="quick")
    take_out(table, "lion")
    question = run(rules.resolve(table, action(table, "animals"), NOAH, (1,)))
    assert question is not None
    assert "empty" in question.list_ids()


def test_with_three_players_all_may_have_drawn_males() -> None:
    table = table_for(3, "table", depth="counts")
    lion = table.known["lion"].tiles
    table.bags = {"m": [*table.bags["m"][:6], lion[0]], "f": [lion[1]]}
    males = [tile.id for tile in table.bags["m"]]
    question = run(rules.resolve(table, action(table, "animals"), NOAH, (1, 2)), males[0], males[1])
    assert question is not None
    assert males[2] in question.list_ids()


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_a_box_with_more_animals_than_we_guess_still_has_some_when_our_bags_are_empty(depth: str) -> None:
    table = table_for(4, "table", depth=depth, mode="quick")
    take_out(table)
    play = rules.resolve(table, action(table, "animals"), NOAH, (1, 2, 3))
    question = run(play)
    assert question is not None
    assert question.list_ids() == ["another", "empty"]
    take_out(table)
    play = rules.resolve(table, action(table, "animals"), NOAH, (1, 2, 3))
    assert run(play, "another", "unnamed", "3", "6", "m", "mouse-f", "empty") is None
    assert len(table.tiles[0]) == 1
    take_out(table)
    assert run(rules.resolve(table, action(table, "animals"), NOAH, (1, 2, 3))) is None, "people said so once"


def test_an_animal_can_be_traded_though_our_bags_are_empty() -> None:
    table = table_for(2, "table", depth="counts")
    table.take_from_bag(0, table.bags["m"][0])
    take_out(table)
    assert table.can_trade(0)


@pytest.mark.laws
@pytest.mark.parametrize("players", GAME.players)
def test_learning_over_many_evenings_never_mixes_the_figures_of_animals(
    players: int, tmp_path: Path, games: int
) -> None:
    """Sometimes an animal is named and sometimes it is not; the points come out right, and so does the box."""
    for seed in range(max(1, games // 200)):
        data, box = tmp_path / str(seed), other_box(Random(seed))
        true = pieces_for(4, box).known
        for evening in range(3):
            rng = Random(100 * seed + evening)
            unnamed = [one for one in true if one not in KNOWN_BY_NAME and rng.random() < 0.4]
            learned = read_corrections(data, GAME.id)
            strangers = Strangers(100 * seed + evening, players, box, learned, unnamed, depth="board")
            owner_box = OwnerBox(GAME, strangers.learning.setup, data)
            for _ in strangers.answers():
                assert owner_box.save_learned(strangers.learning.table.learned) is None
            assert strangers.learning.table.scores == strangers.known.table.scores
            for one in pieces_for(4, read_corrections(data, GAME.id)).known.values():
                if one.name in true and not one.figures_guessed:
                    assert (one.size, one.points) == (true[one.name].size, true[one.name].points), one.name
