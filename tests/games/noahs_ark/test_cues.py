"""What hands must do in Noah's Ark is said: nothing moves on the books that nobody was told to move."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.core.cue import Cue
from companion.core.match import Match
from companion.core.question import Question
from companion.core.words import LANGUAGES
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.deck import KEEP
from companion.games.noahs_ark.pieces import AnimalCard, Style
from companion.games.noahs_ark.runners import RIGHT
from companion.games.noahs_ark.voice import CUES
from tests.games.noahs_ark.stage import TOLD, Stage
from tests.games.noahs_ark.test_laws import options_of
from tests.laws import NAMES, check_cues

RACE = ["dice", "racing"]
PICK, DISCARD, SWAP = "pick-lion-snake-1", "discard-giraffe-snake-1", "swap-eagle-monkey-1"
WILD, OTHER_WILD = "wild-giraffe-monkey-1", "wild-elephant-snake-1"
PLAIN = ("lion-eagle-1", "lion-snake-1", "lion-monkey-0", "giraffe-snake-1", "eagle-monkey-1")
NOT_ANIMALS = ("noa", "cards", "animals")
"""Objectives that do not care which animal a wild card is."""


def explains(question: Question, answer: Any, table: Any) -> list[str]:
    """The facts that the answer itself changes."""
    match question.ask:
        case "objective":
            return [answer.id]
        case "objective_points":
            return [question.about.id]
        case "rain":
            return ["reveals", "racing"]
        case "reveal" | "unseen":
            return [*turned_up(answer, table), *RACE]
        case "won_card":
            return ["deck", f"cards-{question.about.index}", *RACE]
        case "teach_pairs" | "teach_points" | "teach_noa":
            return ["deck", "card", "cards-*", *RACE]
        case "who_has_most":
            return [question.about.id]
        case "claim":
            return claimed(question.about.index, table) if answer == RIGHT else []
    return played(question, answer, table)


def played(question: Question, answer: Any, table: Any) -> list[str]:
    """What a player does with a single-use card."""
    seat = question.seat
    match question.ask:
        case "pick":
            return [f"cards-{seat}", f"cards-{answer.owner}"]
        case "discard":
            return [f"cards-{answer.owner}", "discarded"]
        case "pick_from":
            return [f"taken-{seat}", f"taken-{answer.index}"]
        case "discard_from":
            return [f"taken-{answer.index}"]
        case "drop_objective":
            return [answer.id] if len(table.objectives_left) == 1 else []
        case "choose_objective":
            return [question.about.id, answer.id]
        case "wild":
            # counting ends the game, so nobody needs to be told to turn the card over
            return [f"cards-{seat}", f"spent-{seat}", f"wild-{seat}"]
        case "turn":
            return [] if answer == KEEP else [f"cards-{seat}", f"spent-{seat}", f"turned-{seat}"]
    return []


def turned_up(answer: Any, table: Any) -> list[str]:
    """A real card leaves the deck, and an animal card is raced for."""
    if isinstance(answer, AnimalCard):
        return ["deck", "card", *RACE]
    return ["deck"] if isinstance(answer, Style) or answer is table.pieces.ark else []


def claimed(seat: int, table: Any) -> list[str]:
    """The winner of a race takes what it was about, and turns up the next card."""
    taken = ["deck", f"taken-{seat}", "reveals"]
    prizes = {
        "slap": ["card", f"cards-{seat}", "reveals"],
        "unseen": taken,
        "duel": [str(table.goal.prize)],
        "final_duel": [],
    }
    return [*prizes[table.goal.ask], *RACE]


def tells(cue: Cue) -> list[str]:
    """The facts of which a cue tells."""
    about = [str(item) for item in cue.about]
    seats = [item.removeprefix("seat-") for item in about if item.startswith("seat-")]
    match cue.kind:
        case "style" | "ark":
            return [cue.kind]
        case "ark_last":
            return ["ark", "deck"]
        case "sits_out" | "rolls_alone" | "all_again" | "both_again":
            return ["racing"]
        case "duel":
            return RACE
        case "comes" | "nobody_has":
            return about
        case "tied":
            return about[:1]
        case "takes":
            return about[1:]
    return tells_of_powers(cue.kind, seats)


def tells_of_powers(kind: str, seats: list[str]) -> list[str]:
    """The facts of which the cue of a single-use card tells."""
    match kind:
        case "picks_from":
            return [f"taken-{seat}" for seat in seats]
        case "discards_from":
            return [f"taken-{seats[1]}"]
        case "flips" | "flips_this_one":
            return [f"cards-{seats[0]}", f"spent-{seats[0]}"]
        case "only_steals":
            return [f"cards-{seat}" for seat in seats]
        case "only_discards":
            return [f"cards-{seats[1]}", "discarded"]
        case "wild":
            return [f"{what}-{seats[0]}" for what in ("cards", "spent", "wild")]
    return []


@pytest.mark.laws
@pytest.mark.parametrize("mode", ["normal", "advanced"])
@pytest.mark.parametrize("players", GAME.players)
def test_every_change_at_a_real_table_is_explained(players: int, mode: str, games: int) -> None:
    rng, heard = Random(f"{players}{mode}"), set()
    for seed in range(max(6, games // 20)):
        told = ("before", "after", "end")[seed % 3]
        setup = GAME.set_up(NAMES[:players], {**options_of(mode, "real", rng), "told": told}, seed, "table")
        heard |= check_cues(GAME, setup, seed, explains, tells)
    assert heard & {"dice", "dice_with_pairs"}
    always = {"animals", "ark_among", "rolls_alone", "ark", "takes", "style", "more_objectives"}
    assert heard >= always | ({"flips", "advanced"} if mode == "advanced" else set())
    assert ("sits_out" in heard) == (players > 2)
    assert heard <= {*CUES, "wild"}


def said(match: Match, language: str = "en") -> list[str]:
    voice = GAME.voice(GAME.say(language))
    return [voice.cue(cue, match.table) for cue in match.cues]


def advanced(players: int = 2, objectives: tuple[str, ...] = ("noa", "monkeys", "elephants")) -> Stage:
    return Stage(players, objectives, mode="advanced", flice="without", advanced="four")


def beginning(players: int, **options: str) -> Match:
    return Match(GAME, GAME.set_up(NAMES[:players], options, deal="table", corrections=TOLD))


def robbed_of_the_only_card() -> Stage:
    return advanced().won(0, "lion-eagle-1").won(1, PICK).tell("use-1-pick")


def discarded_the_only_card() -> Stage:
    return advanced(3).won(0, "lion-elephant-0").won(1, DISCARD).tell("use-1-discard")


def swapped_for_most_objectives() -> Stage:
    return advanced().won(0, SWAP).tell("use-0-swap", "most-noa", "most-objectives")


def wild_cards_nobody_asks_about(*cards: str) -> Stage:
    stage = advanced(objectives=NOT_ANIMALS).won(0, *cards)
    return stage.won(0, *PLAIN[: 6 - len(cards)]).ark()


def nothing_to_replace() -> Stage:
    return advanced(objectives=("noa", "lions", "cards")).won(0, "turn-snake-elephant", *PLAIN[:5]).ark()


def counted(*answers: str, players: int = 3) -> Stage:
    """An advanced game whose cards are counted at the end: everyone but Anna has won a card."""
    stage = Stage(players, ("noa", "monkeys", "elephants"), mode="advanced", flice="without", told="end")
    for seat in range(1, players):
        stage.tell(f"slap-{seat}", "right")
    return stage.tell(*answers)


def every_card_but_the_ark() -> Stage:
    stage = Stage(objectives=("noa", "monkeys", "elephants"))
    while stage.asked == "reveal":
        stage.won(len(stage.table.deck) % 2, stage.ids()[0])
    return stage


SCENES: dict[str, tuple[Callable[[], Stage], list[str]]] = {
    "a FLICE card is for everyone": (
        lambda: Stage(flice="with").tell("flice-thumb"),
        ["From now on, turn your dice with: thumb"],
    ),
    "a wrong claim sits out": (
        lambda: Stage(3).tell("lion-snake-1", "slap-1", "wrong"),
        ["Ben sits out. The others roll again"],
    ),
    "the last one left is not given the card": (
        lambda: Stage(3).tell("lion-snake-1", "slap-1", "wrong", "slap-0", "wrong"),
        ["Anna sits out. Cleo rolls alone and must get it right"],
    ),
    "nobody was right": (
        lambda: Stage(3).tell("lion-snake-1", "slap-1", "wrong", "slap-0", "wrong", "slap-2", "wrong"),
        ["Nobody got it. Everyone rolls again"],
    ),
    "nobody slapped": (
        lambda: Stage(2).tell("lion-snake-1", "nobody"),
        ["Nobody got it. Anna and Ben roll again"],
    ),
    "nobody won a duel": (
        lambda: Stage(3, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(2, "lion-eagle-1").ark().tell(
            "nobody"
        ),
        ["Nobody got it. Anna and Cleo roll again"],
    ),
    "a power is used once, and only one card can be stolen": (
        robbed_of_the_only_card,
        ["Ben turns “pick a card” face down. It still counts", "Ben can only steal “lion, eagle (1)” from Anna"],
    ),
    "only one card can go": (
        discarded_the_only_card,
        [
            "Ben turns “discard a card” face down. It still counts",
            "Ben can only discard “lion, elephant (0)” from Anna",
        ],
    ),
    "one of two different cards of a power is turned over": (
        lambda: advanced().won(0, *PLAIN[:2]).won(1, PICK, "pick-elephant-eagle-1").tell("use-1-pick"),
        ["Ben turns over the “pick a card” with elephant, eagle (1)"],
    ),
    "where cards are counted at the end, only one has a card to steal": (
        lambda: counted("use-1-pick"),
        [
            "Ben turns “pick a card” face down. It still counts",
            "Ben steals a card worth 0 or 1 point from Cleo",
            "Ben can't discard a card of Cleo's any more",
        ],
    ),
    "and only one has a card to discard": (
        lambda: counted("use-1-discard"),
        [
            "Ben turns “discard a card” face down. It still counts",
            "Ben discards a card of Cleo's worth 0 or 1 point",
            "Ben can't steal a card from Cleo any more",
        ],
    ),
    "animals are chosen before they are counted": (
        lambda: counted(*("slap-1", "right") * 9, "ark"),
        ["The Ark! Time to award the objectives", "Before you count: choose wild cards and replaced animals"],
    ),
    "most objectives comes later": (
        swapped_for_most_objectives,
        ["With “most objectives” you play with 6 objectives"],
    ),
    "the objectives are awarded": (
        lambda: Stage(3, ("lions", "giraffes", "noa")).won(0, "lion-snake-1", "lion-eagle-1").ark(),
        [
            "The Ark! Time to award the objectives",
            "Anna takes “most lions”",
            "“most giraffes”: nobody has any, so nobody gets it",
            "“most Noa cards”: nobody has any, so nobody gets it",
        ],
    ),
    "three are tied": (
        lambda: Stage(3, ("cards", "giraffes", "noa"))
        .won(0, "lion-snake-1").won(1, "lion-eagle-1").won(2, "elephant-giraffe-0").ark(),
        [
            "The Ark! Time to award the objectives",
            "“most animal cards”: 3 are tied, so nobody gets it",
            "Cleo takes “most giraffes”",
            "“most Noa cards”: nobody has any, so nobody gets it",
        ],
    ),
    "two are tied": (
        lambda: Stage(3, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(2, "lion-eagle-1").ark(),
        [
            "The Ark! Time to award the objectives",
            "Duel! Anna, Cleo: 6 dice each, the Ark between you",
        ],
    ),
    "a duel for the victory": (
        lambda: Stage(3, ("giraffes", "monkeys", "noa"), tie="duel")
        .won(0, "lion-snake-1").won(2, "lion-eagle-1").ark(),
        [
            "The Ark! Time to award the objectives",
            "“most giraffes”: nobody has any, so nobody gets it",
            "“most monkeys”: nobody has any, so nobody gets it",
            "“most Noa cards”: nobody has any, so nobody gets it",
            "Duel! Anna, Cleo: 6 dice each, the Ark between you",
        ],
    ),
    "a wild card that could be anything": (
        lambda: wild_cards_nobody_asks_about(WILD),
        [
            "The Ark! Time to award the objectives",
            "The wild card is one more animal for Anna",
            "“most Noa cards”: nobody has any, so nobody gets it",
            "Anna takes “most animal cards”",
            "Anna takes “most animals in total”",
        ],
    ),
    "two of them": (
        lambda: wild_cards_nobody_asks_about(WILD, OTHER_WILD),
        [
            "The Ark! Time to award the objectives",
            "2 wild cards are 2 more animals for Anna",
            "“most Noa cards”: nobody has any, so nobody gets it",
            "Anna takes “most animal cards”",
            "Anna takes “most animals in total”",
        ],
    ),
    "no animal worth replacing": (
        nothing_to_replace,
        [
            "The Ark! Time to award the objectives",
            "“replace an animal” would change nothing for Anna",
            "“most Noa cards”: nobody has any, so nobody gets it",
            "Anna takes “most lions”",
            "Anna takes “most animal cards”",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("scene", SCENES)
def test_points_announced_at_each_moment(scene: str) -> None:
    arrange, lines = SCENES[scene]
    assert said(arrange().match) == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cue_there_is_was_heard_and_is_short(language: str) -> None:
    matches = [arrange().match for arrange, _ in SCENES.values()]
    matches += [
        beginning(5, mode="advanced"),
        beginning(4, mode="advanced", advanced="one"),
        every_card_but_the_ark().match,
        Match(GAME, GAME.set_up(NAMES[:2])),
    ]
    assert {cue.kind for match in matches for cue in match.cues} == {*CUES, "wild"}
    lines = [line for match in matches for line in said(match, language)]
    assert max(map(len, lines)) <= 63, max(lines, key=len)


def test_before_the_first_question_a_cue_says_how_to_stack_the_deck() -> None:
    assert said(beginning(5, mode="advanced", length="short")) == [
        "Shuffle 18 animal cards (those without water)",
        "Add 7 with water, at most one of them “replace an animal”",
        "Leave “double pairs” out",
        "Shuffle the Ark card into the bottom 10",
        "Shuffle 2 FLICE cards into the cards above those",
        "Everyone takes 3 dice. Put the Ark within everyone's reach",
        "Play powers between races: enter one instead of the next race",
        "Shuffle the objectives, reveal 3 and read them aloud",
    ]
    assert "Play powers between races: enter one instead of the next race" not in said(beginning(5, told="end"))


def test_four_dice_are_only_for_double_pairs_if_those_may_stay_in_the_box() -> None:
    some = said(beginning(3, mode="advanced", advanced="one"))
    assert "Everyone takes 3 dice (4 for double pairs). Ark in reach" in some
    assert "Everyone takes 4 dice. Put the Ark within everyone's reach" in said(beginning(3, mode="advanced"))


def test_where_the_program_deals_it_says_its_objectives_and_the_dice_to_take() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], seed=2))
    names = [GAME.voice(GAME.say("en")).name(objective.id) for objective in match.table.objectives]  # type: ignore[attr-defined]
    dice = "Everyone takes 3 dice. Put the Ark within everyone's reach"
    assert said(match) == [dice, *(f"New objective: “{name}”" for name in names)]


def test_no_cue_asks_for_dice_if_nobody_rolls() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {"race": "drawn"}, 1), ["seat-0"])
    assert match.outcome is not None
    assert not {cue.kind for cue in match.cues} & {"dice", "sits_out", "rolls_alone", "duel"}


def test_a_single_remaining_ark_is_announced_instead_of_asked_for() -> None:
    stage = every_card_but_the_ark()
    assert said(stage.match)[0] == "Only the Ark is left. Time to award the objectives"
    assert len(stage.table.deck) == 0


def test_the_last_objective_is_announced_instead_of_asked_for() -> None:
    shows = {"shows": ["eagle", "monkey"], "points": 1, "power": "swap"}
    swaps = dict.fromkeys(("wild-1", "wild-2", "pick-1", "pick-2", "discard-1"), shows)
    objectives = ("objectives", "lions", "eagles", "snakes", "monkeys", "noa")
    stage = Stage(2, objectives, {"advanced": swaps}, mode="advanced", flice="without", advanced="six")
    left = ["giraffes", "elephants", "cards"]
    for most, gone in zip(left, objectives[1:], strict=False):
        stage.won(0, SWAP).tell("use-0-swap", f"most-{gone}", f"most-{most}")
    stage.won(0, SWAP).tell("use-0-swap", "most-monkeys")
    assert said(stage.match) == ["New objective: “most animals in total”"]
    assert stage.asked == "reveal"


def test_answers_and_routine_steps_are_no_cues() -> None:
    stage = Stage(3).tell("lion-snake-1")
    assert said(stage.match) == [], "nothing comes between a card and its race"
    assert said(stage.tell("slap-1").match) == []
    assert said(stage.tell("right").match) == [], "the next question says that Ben goes on"


def test_a_won_duel_is_no_cue() -> None:
    stage = Stage(3, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(2, "lion-eagle-1").ark()
    assert "Cleo takes “most lions”" not in said(stage.tell("slap-2", "right").match)
    assert stage.awarded("lions") == 2
