"""What hands must do in Noah is said: nothing moves on the books that nobody was told to move."""

from random import Random

import pytest

from companion.core.match import Match
from companion.core.words import LANGUAGES
from companion.games.noah import GAME
from companion.games.noah.pieces import TAKE_BACK
from tests.games.noah.stage import Stage
from tests.laws import NAMES, check_cues

LAID_OUT = ("cat-m", "bear-f", "panda-m", "lion-f", "mule-m")


def explains(question, answer, table):
    """The facts that the answer itself changes."""
    seat = question.seat
    match question.ask:
        case "load":
            moves = ["noah"] if getattr(answer, "goal", None) else []
            return [table.noah.id, f"hand-{seat}", "seen-*", *moves]
        case "move_noah":
            return ["noah"]
        case "turned_up" | "snail_fell":
            return [question.about.id]
        case "give_to":
            return [f"hand-{seat}", f"hand-{answer.index}", "seen-*"]
        case "roommates_at" | "new_ferry":
            return ["roommates"]
        case "grow":
            return ["ferry-*"]
        case "flee_to":
            return [f"hand-{answer.index}", "ferry-*", "seen-*"]
        case "share_out":
            return [f"hand-{seat}", *(f"hand-{other.index}" for other, _ in answer.gets), "seen-*"]
    return []


def tells(cue):
    """The facts of which a cue tells."""
    about = [str(item) for item in cue.about]
    seats = [item.removeprefix("seat-") for item in about if item.startswith("seat-")]
    hands = [f"{what}-{seat}" for seat in seats for what in ("hand", "seen")]
    match cue.kind:
        case "round":
            return ["round", "ferry-*", "departures", "hand-*", "seen-*", "roommates"]
        case "deal":
            return ["hand-*"]
        case "departs":
            return [about[0], "departures", "roommates"]
        case "loads" | "takes_back":
            return [about[1], *hands]
        case "flees":
            return [*hands, "ferry-*"]
        case "forgiven":
            return [f"score-{seat}" for seat in seats]
        case "roommates_come":
            return ["roommates"]
        case "gives" | "swaps":
            return [*hands, "seen-*"]
        case "swaps_with_any":
            return ["seen-*"]
    return []


@pytest.mark.laws
@pytest.mark.parametrize("players", range(2, 6))
def test_every_change_at_a_real_table_is_explained(players, games):
    heard = set()
    for seed in range(max(2, games // 20)):
        setup = GAME.set_up(NAMES[:players], {"memory": ("off", "on")[seed % 2]}, seed, "table")
        heard |= check_cues(GAME, setup, seed, explains, tells)
    assert {"round", "departs", "drills", "stays", "pair", "begins", "looks"} <= heard
    assert {"tears", "ferries_back"} <= heard
    assert {"tokens", "ring", "first_ferry", "all_cards" if players == 5 else "left_out"} <= heard
    assert {"swaps"} <= heard or {"swaps_with_any"} <= heard
    assert ("gives" in heard) == (players == 2)


def said(match, language="en"):
    voice = GAME.voice(GAME.say(language))
    return [voice.cue(cue, match.table) for cue in match.cues]


def test_a_departure_with_two_players_says_who_gives_what():
    stage = Stage(["elephant-m cat-m panda-f bear-f", "lion-m"], {1: "bear-m panda-m"}, departures=1)
    stage.table.cues = []
    stage.answer("elephant-m", "ferry-3")
    assert [str(cue) for cue in stage.table.cues] == ["departs ferry-1 1", "gives seat-0 2 seat-1"]
    voice = GAME.voice(GAME.say("en"))
    assert [voice.cue(cue, stage.table) for cue in stage.table.cues] == [
        "ferry 1 is full and leaves; an empty one takes its place",
        "Anna gives Ben 2 cards face down",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_begins_with_what_to_lay_out(language):
    match = Match(GAME, GAME.set_up(NAMES[:2], {}, deal="table"), ["seat-1"])
    (line,) = said(match, language)
    assert "1" in line
    for answer in LAID_OUT:
        match.answer(answer)
    (line,) = said(match, language)
    assert "8" in line


def test_a_mule_keeps_noah_and_a_pair_plays_again():
    answers = ["seat-0", "mule-m", "bear-f", "panda-m", "lion-f", "cat-m", "mule-f"]
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, deal="table"), answers)
    assert said(match) == ["mule ♀: Noah stays at ferry 1", "A pair: Anna plays again"]
    assert match.question.seat == 0


def test_a_woodpecker_tells_the_new_limit():
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, deal="table"), ["seat-0", *LAID_OUT, "woodpecker-f-2"])
    assert said(match) == ["A hole in ferry 1: it now carries at most 13"]


def test_a_giraffe_looks_and_a_lion_between_two_swaps():
    three = Match(GAME, GAME.set_up(NAMES[:3], {}, deal="table"), ["seat-0", *LAID_OUT, "giraffe-f"])
    assert said(three) == ["Anna: look at one player's hand"]
    three = Match(GAME, GAME.set_up(NAMES[:3], {}, deal="table"), ["seat-0", *LAID_OUT, "lion-m"])
    assert said(three) == ["Anna: take a random card from anyone, then give one back"]
    two = Match(GAME, GAME.set_up(NAMES[:2], {}, deal="table"), ["seat-0", *LAID_OUT, "lion-m"])
    assert said(two) == ["Anna takes a random card from Ben and gives one back"]


def test_answers_are_no_cues():
    answers = ["seat-0", "mule-m", "bear-f", "panda-m", "lion-f", "cat-m", "mule-f", TAKE_BACK]
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, deal="table"), answers)
    assert said(match) == []


@pytest.mark.parametrize(
    ("players", "marks"),
    [(2, "cards marked 4+ and 5+"), (3, "cards marked 4+ and 5+"), (4, "cards marked 5+"), (5, "all the animal")],
)
def test_before_the_first_question_people_hear_what_to_lay_where(players, marks):
    match = Match(GAME, GAME.set_up(NAMES[:players], {}, deal="table"))
    first, *rest = said(match)
    assert marks in first
    assert rest == [
        "Put the score tokens on 0",
        "Put 5 ferries in a ring around the board, 3 in the middle",
        "Put Noah at any ferry: that's ferry 1. Number the others clockwise",
    ]
    voice = GAME.voice(GAME.say("en"))
    assert voice.help(match.question, match.table) == [f"{line}." for line in said(match)], "and again on demand"
    assert Match(GAME, GAME.set_up(NAMES[:players], {})).cues[0].kind == "dealt", "where the program deals, nobody lays"


def play_to_the_second_round(seed):
    match, rng = Match(GAME, GAME.set_up(NAMES[:3], {}, seed, "table")), Random(seed)
    while match.table.round < 2:
        departures = match.table.departures
        match.answer(rng.choice(match.question.list_ids()))
    return match, departures


@pytest.mark.parametrize("seed", range(6))
def test_a_new_round_says_where_tokens_ferries_and_noah_go(seed):
    match, departures = play_to_the_second_round(seed)
    names = {score: seat.name for seat, score in zip(match.table.seats, match.table.scores, strict=True) if score}
    tokens, *others = [cue for cue in match.cues if cue.kind in ("tears", "begins", "ferries_back", "round")]
    voice = GAME.voice(GAME.say("en"))
    for score, name in names.items():
        assert f"{name} +{score}" in voice.cue(tokens, match.table)
    starts, *back, fresh = (voice.cue(cue, match.table) for cue in others)
    assert starts.endswith(f"Noah stays at ferry {match.table.noah.index + 1}")
    assert back == ["Put the departed ferries back: 5 in the ring, 3 in the middle"] * bool(departures)
    assert fresh.startswith("Round 2: clear the ferries")
