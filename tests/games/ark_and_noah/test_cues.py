"""What hands must do in Ark & Noah is said: nothing moves on the books that nobody was told to move."""

import re
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.core.bots import make_random_bot
from companion.core.cue import Cue
from companion.core.match import Match
from companion.core.question import TABLE, Play, Question
from companion.core.words import LANGUAGES
from companion.games.ark_and_noah import GAME, rules, scoring
from companion.games.ark_and_noah.ark import NOBODY, Corral, Into
from companion.games.ark_and_noah.hull import HullEdge
from companion.games.ark_and_noah.pieces import NORMAL_ACTIONS
from companion.games.ark_and_noah.table import ArkAndNoahTable
from companion.games.ark_and_noah.voice import COUNTED
from companion.games.ark_and_noah.voice_texts import CUES
from tests.games.ark_and_noah.stage import (
    CAM,
    NAMES,
    NOAH,
    SEM,
    action,
    ark_of,
    corral_at,
    feed,
    give,
    lay,
    run,
    score_depth,
    table_for,
    unseen_guesses,
)
from tests.laws import check_cues

EDITIONS = ("en", "fr")
"""They differ in their supplies alone, so that the matches take turns."""

LONGEST = 60
"""So many characters of a cue are read at a glance, with names as short as those of the box."""

LONGEST_SHARES = 72
"""Four shares of a corral take a little more."""


def explains(question: Question, answer: Any, table: ArkAndNoahTable) -> Iterable[str]:  # noqa: C901  # one case an ask
    """The facts that the answer itself changes."""
    seat = question.seat
    stock = f"stock-{seat}"
    match question.ask:
        case "choose" if not table.pieces.quick:
            # the worker goes there from where it stood: of those that still wait, the one furthest left
            stood = next(space for space, worker in enumerate(table.completed) if worker != NOBODY)
            return [f"action-{answer}", f"action-{NORMAL_ACTIONS[stood]}"]
        case "first_male" | "first_female":
            return [f"animals-{question.about.index}"]
        case "took" | "get":
            return [f"animals-{seat}"]
        case "another_name" | "another_sex" | "another_size" | "another_points":  # the last of them is when it is taken
            return [f"animals-{owner}" for owner in range(len(table.seats)) if seat in (owner, TABLE)]
        case "choose_two":
            stood = [NORMAL_ACTIONS[space] for space, worker in enumerate(table.completed) if worker == seat]
            return [f"action-{action}" for action in (*map(str, answer.actions), *stood)]
        case "corral_walls" | "corral_own" | "corral_rest" | "loads":
            return ["aboard"]
        case "award":
            return {"food": [stock, "supply"], "pitch": [stock, "supply"], "board": [stock]}.get(answer, [])
        case "swap_with":
            return [f"board-{question.about}", f"board-{answer}"]
        case "build" if answer != "done":
            return [f"board-{answer}" if isinstance(answer, HullEdge) else str(answer), stock]
        case "build_boards" if answer != "back":
            return [f"on-ark-{seat}", stock]
        case "build_pitch":
            return ["on-ark", stock]
        case "corral_boards" | "corral_pitch":  # the last of them is when the pair goes aboard
            return [f"animals-{seat}", "aboard"]
        case "load" | "last_food" | "last_pairs" if answer != "done":
            return loaded(answer, seat)
    return []


def loaded(answer: Any, seat: int) -> list[str]:
    """Food by a number or a corral, or the own tiles of a pair; what others give for it is cued."""
    if isinstance(answer, Into):
        return [answer.corral.id, f"animals-{seat}"]
    if isinstance(answer, Corral):
        return [answer.id, f"stock-{seat}"]
    return ["on-ark", f"stock-{seat}"] if isinstance(answer, int) else [f"animals-{seat}", "aboard"]


def tells(cue: Cue) -> Iterable[str]:
    """The facts of which a cue tells."""
    about = [str(item) for item in cue.about]
    seats = [item.removeprefix("seat-") for item in about if item.startswith("seat-")]
    match cue.kind:
        case "begins" | "round" | "extra_round":
            return ["round"]
        case "flood" | "no_board_left":
            return ["flood"]
        case "workers":
            return [f"action-{id}" for id in NORMAL_ACTIONS[: len(seats)]]
        case "bonus_tiles":
            return [f"action-{id}" for id in about[::2]]
        case "done":
            return [f"action-{about[1]}"]
        case "takes" | "takes_up_to" | "takes_nothing":  # the worker moves up as well
            took = [f"stock-{seat}" for seat, number in zip(seats, about[2::2], strict=True) if number != "0"]
            return [f"action-{about[0]}", *took, *(["supply"] if took and about[0] != "wood" else ())]
        case "takes_last" | "couple" | "alone" | "gives":
            return [f"animals-{seat}" for seat in seats]
        case "swaps":
            return [f"board-{edge}" for edge in about]
        case "closes":
            return [about[0]]
        case "stray":
            return [f"stock-{seats[0]}", f"board-{about[1]}"]
        case "back" | "added":
            return [f"stock-{seats[0]}", f"on-ark-{seats[0]}"]
    return []


ALWAYS = {
    "normal": {
        *("ark", "start", "workers", "begins", "round", "bonus", "bonus_tiles", "done", "takes", "draws", "couple"),
        *("may_trade", "into_bag", "passes", "last_loading", "majority", "loses"),
    },
    "quick": {"ark", "start", "begins", "round", "takes", "draws", "couple", "may_trade", "into_bag", "passes", "pays"},
}
"""What is heard in a few matches of any size."""

TOLD_ONLY = {"couple", "may_trade", "into_bag", "passes"}
"""What nobody hears who does not tell who has which animal."""


@pytest.mark.laws
@pytest.mark.parametrize(
    ("players", "mode", "depth"), list(product(GAME.players, ("normal", "quick"), ("board", "counts", "score")))
)
def test_every_change_at_a_real_table_is_explained(players: int, mode: str, depth: str, games: int) -> None:
    heard = set()
    for seed in range(max(2, games // 100)):
        options = {"mode": mode, "edition": EDITIONS[seed % 2], "depth": depth}
        setup = GAME.set_up(NAMES[:players], options, seed, "table")
        heard |= check_cues(GAME, setup, seed, explains, tells)
    assert heard >= (ALWAYS[mode] - TOLD_ONLY if depth == "score" else ALWAYS[mode])
    assert ("closes" in heard) == (depth == "board"), "only where places are told it is known that a corral closed"


@pytest.mark.parametrize(
    ("mode", "depth"),
    [("normal", "board"), ("normal", "counts"), ("quick", "board"), ("normal", "score"), ("quick", "score")],
)
def test_cues_are_short_and_well_printed(mode: str, depth: str) -> None:
    match = Match(GAME, GAME.set_up(NAMES, {"mode": mode, "depth": depth}, 3, "table"))
    bot = make_random_bot(Random(3))
    while match.question is not None:
        for language in LANGUAGES:
            for line in said(match.table, language):
                assert len(line) <= (LONGEST_SHARES if " + " in line else LONGEST), line
                assert not set(line) & set("{}" if language == "en" else "{}'"), line
                assert language == "en" or not re.search(r"(?<!\u202f)[:;?!]", line), line
        match.answer(bot(match.question, match.table))


def test_every_cue_of_the_rules_has_words() -> None:
    cued = {
        kind
        for file in GAME.folder.glob("*.py")
        for call in re.findall(r"\.cue\(([^,)]*)", file.read_text())
        for kind in re.findall(r'"(\w+)"', call)
    }
    variants = {kind for kind in CUES if kind.endswith("_quick")} | {"own_couple", "pays_for_corral"}
    assert cued == set(CUES) - variants | set(COUNTED) | {"colours"}, "every game words colours alike"


def said(table: ArkAndNoahTable, language: str = "en") -> list[str]:
    voice = GAME.voice(GAME.say(language))
    return [voice.cue(cue, table) for cue in table.cues or ()]


def heard_in(table: ArkAndNoahTable, play: Play[Any], *answers: str) -> list[str]:
    """What is said at the table while these answers are given."""
    table.cues = []
    run(play, *answers)
    return said(table)


def resolving(table: ArkAndNoahTable, id: str, *others: int) -> Play[None]:
    """Noah has chosen that action."""
    yield from rules.resolve(table, action(table, id), NOAH, others or (SEM,))
    rules.end_action(table)


def test_the_table_is_laid_out_and_workers_take_their_places() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, deal="table"))
    assert said(match.table) == [
        "Put the ark together: bow and stern",
        "Take out the animals marked for more than 2 players",
        "Put males in the black bag, females in the white one",
        "Put the action board normal side up",
        "Colours: Noah red, Sem blue",
        "Choose a character tile each: Noah, Sem, Cam, Jafet",
        "Put the scoring markers on the first space of the track",
        "Everyone takes boards: 3, pitch: 2, food: 2",
    ]
    for answer in ("dog-m", "cat-f", "cat-m", "lion-f"):
        match.answer(answer)
    match.answer("seat-1")
    assert said(match.table) == [
        "Workers on top spaces, left to right: Sem, Noah, Noah, Sem",
        "Round 1: put the round marker on its first space",
    ]


def test_a_quick_game_leaves_things_in_the_box_and_has_no_workers() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"mode": "quick", "depth": "counts"}, deal="table"))
    assert said(match.table, "fr")[-1] == "Ni nourriture, ni poix, ni petits animaux\u202f; planches\u202f: 3"
    for answer in ("dog-m", "cat-f", "sheep-m", "lion-f", "seat-0"):
        match.answer(answer)
    match.answer("wood")
    assert said(match.table) == ["Wood: Noah 4, Sem 2"]


def test_when_all_have_chosen_the_bonus_tiles_rise_and_what_nobody_is_asked_about_is_said() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {"depth": "counts"}, deal="table"))
    for answer in ("dog-m", "cat-f", "fox-m", "lion-f", "pig-m", "koala-f", "seat-0", "pitch", "wood", "food"):
        match.answer(answer)
    assert said(match.table) == [
        "Put bonus tiles: Animals +1, Exchange +1, Build +1, Load +1",
        "Pitch: Noah 3, Cam 1, Sem 1; the worker moves up",
        "Food: Cam 3, Noah 1, Sem 1; the worker moves up",
        "Wood: Sem 4, Noah 2, Cam 2; the worker moves up",
        "Workers: ● Pitch, ▲ Food, ■ Wood",
        "Bonus tiles: Animals +1, Exchange +1, Build +1, Load +1",
        "If the flood came now, Noah would load first",
        "Round 2: move the round marker one space",
    ]
    match.answer("animals")
    assert said(match.table) == ["Noah scores 1: take the bonus tile off Animals"]


def test_a_supply_runs_out_in_turn_order() -> None:
    table = table_for(4)
    table.pitch_left = 4
    assert heard_in(table, resolving(table, "pitch", 1, 2, 3)) == [
        "That's the last pitch in the supply",
        "Pitch: Noah 3, Sem 1, Cam 0, Jafet 0; the worker moves up",
    ]
    assert heard_in(table, resolving(table, "pitch", 1, 2, 3)) == ["Pitch: nothing left to take; the worker moves up"]


def test_taking_the_last_board_of_the_supply_is_announced() -> None:
    table = table_for(2)
    table.boards_left[SEM] = 1
    assert heard_in(table, resolving(table, "wood")) == [
        "Sem has no boards left in the supply",
        "Wood: Noah 4, Sem 1; the worker moves up",
    ]


def test_mates_are_turned_over_wherever_they_lie() -> None:
    table = table_for(2, "table")
    give(table, SEM, "dog-f", "cat-f")
    assert heard_in(table, resolving(table, "animals"), "dog-m") == [
        "Noah draws 1 male, 1 female",
        "dog: Noah and Sem turn their tiles over",
    ]
    table.cues = []
    give(table, SEM, "cat-m")
    assert said(table) == ["cat: Sem turns both tiles over"]


def test_with_three_players_the_third_animal_is_of_either_sex_while_both_bags_have_some() -> None:
    table = table_for(3, "table")
    assert rules.count_to_draw(table) == (1, 1, 1)
    del table.bags["m"][1:]
    assert rules.count_to_draw(table) == (1, 2, 0)
    table.bags["m"].clear()
    assert rules.count_to_draw(table) == (0, 3, 0)
    del table.bags["f"][2:]
    assert rules.count_to_draw(table) == (0, 2, 0)
    females = table_for(3, "table")
    del females.bags["f"][1:]
    assert rules.count_to_draw(females) == (2, 1, 0)


def test_the_last_animal_is_not_asked_for_and_then_the_bags_are_empty() -> None:
    table = table_for(4, "table")
    del table.bags["m"][1:], table.bags["f"][1:]
    assert not unseen_guesses(table), "there is nothing left that could be another animal"
    assert heard_in(table, resolving(table, "animals", 1, 2, 3), "crow-m") == [
        "Noah draws 1 male, 1 female",
        "Sem takes the last one: crow ♀",
        "crow: Sem and Noah turn their tiles over",
        "The bags are empty: no animal for Cam, Jafet",
    ]
    assert heard_in(table, resolving(table, "animals", 1)) == ["The bags are empty: no animal for Noah, Sem"]


def test_where_the_program_draws_the_last_one_takes_what_the_others_left() -> None:
    table = table_for(2)
    table.cues = []
    play = resolving(table, "animals")
    question = next(play)
    other = str(question.choices[1])
    assert heard_in_rest(table, play, question) == [["takes_last", "seat-1", other]]


def heard_in_rest(table: ArkAndNoahTable, play: Play[None], question: Question) -> list[list[str]]:
    """What is cued once the first choice is taken and the action is over."""
    with pytest.raises(StopIteration):
        play.send(question.choices[0])
    return [cue.ids for cue in table.cues or () if cue.kind != "couple"]


def test_an_exchange_says_what_to_draw_and_what_goes_back() -> None:
    table = table_for(2, "table")
    give(table, NOAH, "lion-m", "dog-m")
    give(table, SEM, "dog-f")
    assert heard_in(table, resolving(table, "exchange"), "point") == ["Noah draws 3 tiles and may trade one"]
    assert heard_in(table, resolving(table, "exchange"), "point", "lion-m", "cat-m") == [
        "Noah draws 3 tiles and may trade one",
        "Put lion ♂ and the other tiles back into the bags",
    ]


def test_in_a_quick_game_the_mate_of_a_traded_animal_is_alone_again() -> None:
    table = table_for(2, "table", mode="quick")
    give(table, NOAH, "dog-m")
    give(table, SEM, "dog-f")
    assert heard_in(table, resolving(table, "exchange"), "dog-m", "lion-m")[1:] == [
        "Put dog ♂ and the other tiles back into the bags",
        "dog ♀ is alone again: Sem turns the tile back",
    ]


def test_without_animals_to_trade_boards_are_swapped_if_there_are_two_colours() -> None:
    table = table_for(2, "table")
    assert heard_in(table, resolving(table, "exchange"), "point") == ["Noah has nothing to exchange"]
    lay(table, NOAH, "a1-north")
    lay(table, SEM, "b1-north")
    assert heard_in(table, resolving(table, "exchange"), "point", "a1-north") == [
        "Noah has no animal to trade: swap two boards",
        "The boards north of a1 and north of b1 change places",
    ]


def test_an_empty_supply_leaves_only_the_point() -> None:
    table = table_for(2, "table")
    table.food_left = table.pitch_left = table.boards_left[NOAH] = 0
    assert heard_in(table, rules.take_award(table, NOAH)) == ["Nothing left to take: Noah scores 1 point"]


def test_a_corral_closes_and_the_board_inside_goes_back() -> None:
    table = table_for(2, "table")
    lay(table, NOAH, "b2-a2", "b3-a3", "b2-b1", "c2-c1", "c2-d2", "c3-d3", "c3-c4")
    lay(table, SEM, "b2-c2")
    assert heard_in(table, resolving(table, "build"), "b3-b4") == [
        "The corral at b2 is closed: 4 squares",
        "The board between b2 and c2 goes back to the supply (Sem)",
    ]


def test_in_numbers_a_board_that_came_back_can_have_one_owner_only() -> None:
    table = table_for(2, "table", depth="counts")
    table.boards[NOAH], table.boards_on_ark[SEM] = 1, 12
    assert heard_in(table, resolving(table, "build"), "back", "1") == ["A board goes back to the supply (Sem)"]
    assert (table.boards_on_ark[NOAH], table.boards_on_ark[SEM]) == (1, 11)


def test_in_numbers_a_count_that_follows_from_what_came_back_is_not_asked_for() -> None:
    table = table_for(2, "table", depth="counts")
    table.boards[NOAH], table.boards_on_ark[SEM] = 8, 1
    assert heard_in(table, resolving(table, "build"), "back", "seat-1", *["back"] * 7)[:3] == [
        "Noah has added 8 boards",
        "A board goes back to the supply (Sem)",
        "A board goes back to the supply (Noah)",
    ]


def test_a_player_who_can_do_nothing_is_skipped_with_a_cue() -> None:
    table = table_for(3, "table")
    table.boards[NOAH] = table.pitch[NOAH] = table.boards[SEM] = 0
    assert heard_in(table, resolving(table, "build", SEM, CAM)) == ["Build: nothing to do for Noah, Sem"]
    assert heard_in(table, resolving(table, "load", SEM, CAM)) == ["Load: nothing to do for Noah, Sem, Cam"]


def test_a_pair_pays_everyone_and_the_other_half_comes_from_its_holder() -> None:
    table = table_for(2, "table")
    lay(table, NOAH, "b2-a2", "b2-b1", "b2-b3")
    lay(table, SEM, "b2-c2")
    feed(table, corral_at(table, "b2"), 1)
    give(table, NOAH, "dog-m")
    give(table, SEM, "dog-f")
    assert heard_in(table, resolving(table, "load"), "dog-into-b2")[:2] == [
        "Points for dog: Noah 5, Sem 3",
        "Sem gives dog ♀ for the pair",
    ]


def round_after(table: ArkAndNoahTable, rounds: int) -> list[str]:
    """What is said between that round and the next, or the flood."""
    table.round = rounds
    table.cues = []
    if not ended(rules.flood_comes(table)):
        rules.begin_round(table)
    return said(table)


def ended(play: Play[bool]) -> bool:
    """What a step of the rules comes to that asks nothing."""
    with pytest.raises(StopIteration) as end:
        next(play)
    return bool(end.value.value)


def test_the_round_marker_waits_for_the_hull_and_then_the_flood_comes() -> None:
    table = table_for(2, "table")
    rules.place_workers(table, NOAH)
    table.ledger.add(NOAH, 3, "boards")
    lies = ["Workers: ● Pitch, ■ Animals, ■ Food, ● Exchange"]
    flood = ["20 outer edges are still open", "If the flood came now, Sem would load first"]
    assert round_after(table, 9) == [*lies, *flood, "Round 10: move the round marker one space"]
    assert round_after(table, 10) == [*lies, *flood, "Round 11: the hull has a gap, so the round marker stays"]
    lay(table, NOAH, *(edge.id for edge in ark_of(table).hull.outer))
    assert round_after(table, 11) == ["Every outer edge has a board: the flood comes"]


@pytest.mark.parametrize("depth", ["board", "counts"])
def test_the_end_by_lack_of_boards_is_announced(depth: str) -> None:
    table = table_for(2, "table", depth=depth)
    table.boards, table.boards_left = [0, 0], [0, 0]
    assert round_after(table, 10) == ["No boards left to build with: the flood comes"]
    assert said(table, "fr") == ["Plus aucune planche pour construire\u202f: le déluge arrive"]


def test_the_last_loading_goes_from_the_fewest_points_to_the_most() -> None:
    table = table_for(3, "table")
    rules.place_workers(table, NOAH)
    table.ledger.add(NOAH, 3, "boards")
    give(table, CAM, "dog-m", "dog-f")
    assert heard_in(table, rules.load_last_minute(table)) == [
        "Last loading, without scoring: Sem, Cam, Noah",
        "Sem has no room for food",
        "Cam has no room for food",
        "Noah has no room for food",
        "Cam has no corral for a pair",
    ]


def test_the_final_scoring_says_who_gains_and_who_loses() -> None:
    table = table_for(2, "table")
    lay(table, SEM, "a1-north")
    give(table, NOAH, "elephant-m")
    assert heard_in(table, scoring.score_at_the_end(table)) == [
        "Most outer boards, 5 points: Sem",
        "Noah loses 11 for what's left over",
        "Sem loses 7 for what's left over",
    ]


def test_answers_are_no_cues() -> None:
    table = table_for(2, "table")
    assert heard_in(table, resolving(table, "build"), "a1-north", "b1-north") == []


def score_table(players: int = 3, **options: str) -> ArkAndNoahTable:
    """A real table where only points are entered."""
    return table_for(players, "table", depth="score", **options)


def test_by_points_everybody_hears_when_to_take_an_animal_and_to_turn_couples_over() -> None:
    table = score_table()
    assert heard_in(table, resolving(table, "animals", CAM, SEM)) == [
        "Noah draws 1 male, 1 female, then 1 of either",
        "One animal each, in this order: Noah, Cam, Sem",
        "Turn over both tiles of a couple, even across players",
    ]
    assert [cue.kind for cue in Match(GAME, GAME.set_up(NAMES[:3], deal="table")).cues][-2:] == [
        "first_animals",
        "couples",
    ]


def test_by_points_an_exchange_says_what_may_not_be_exchanged() -> None:
    table = score_table()
    assert heard_in(table, resolving(table, "exchange"), "point") == [
        "Noah draws 3 from any bags and may trade one",
        "Animals whose mate is in play can't be traded",
    ]
    table.boards_on_ark[:2] = 3, 2
    assert heard_in(table, resolving(table, "exchange"), "point") == [
        "Noah swaps two boards or draws 3 from any bags to trade one",
        "Animals whose mate is in play can't be traded",
        "All yours are coupled? Then swap boards, of two colours",
    ]


def test_by_points_a_quick_game_says_who_builds_how_much() -> None:
    table = score_table(mode="quick")
    said = ["Build on empty edges, up to: Noah 8, Sem 5, Cam 5"]
    assert heard_in(table, resolving(table, "build", SEM, CAM)) == said
    # nobody enters what was built, so some may have boards left though our books have none
    assert heard_in(table, resolving(table, "build", SEM, CAM)) == said


def test_by_points_the_flood_is_entered_step_by_step() -> None:
    table = score_table()
    rules.place_workers(table, SEM)
    assert heard_in(table, rules.load_last_minute(table)) == [
        "Last loading, without scoring: Sem, Cam, Noah",
        "First food, into any corral",
        "Then pairs, in the same order; boards of any colour",
        "Pairs still need the right size, food and pitch",
    ]


def test_boards_that_may_have_come_back_are_not_denied_to_anybody() -> None:
    """By our count Noah's supply has one board left, but walls inside corrals may have gone back to it."""
    table = score_table()
    table.boards_on_ark[:] = 12, 6, 6
    table.boards_left[NOAH] = 1
    assert heard_in(table, resolving(table, "wood", SEM, CAM)) == [
        "Wood, as many as there are: Noah 4, Sem 2, Cam 2",
        "Wood is done: Noah moves the worker up",
    ]


def test_bags_that_we_only_believe_to_be_empty_are_not_called_empty() -> None:
    table = score_table()
    score_depth(table).in_bags = 1
    heard = heard_in(table, resolving(table, "animals", SEM, CAM))
    assert heard[-1] == "If the bags run out, take in order as long as they last"
    assert score_depth(table).animals == [3, 3, 3], "a tile too few would rule out pairs that people have"
