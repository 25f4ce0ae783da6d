"""What hands must do in Ark is said: nothing moves on the books that nobody was told to move."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from companion.core.cue import Cue
from companion.core.match import Match
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.ark import GAME
from companion.games.ark.names import kind_of
from companion.games.ark.pieces import KINDS, Cargo, Take
from companion.games.ark.real import Bringing, CabinOpening, Second
from companion.games.ark.scoring import score_points
from companion.games.ark.table import ArkTable, Cabin, Ousting
from tests.games.ark.stage import Stage, told_box
from tests.laws import NAMES, check_cues

START = ["seat-0", "goat", "cow", "zebra", "fox", "toad", "snail", "dove"]
"""The starting player, four starting cards, three open ones."""


def explains(question: Question, answer: Any, table: ArkTable) -> Iterable[str]:
    """The facts that the answer itself changes."""
    seat, about = question.seat, question.about
    hand = [f"hand-{seat}", f"seen-{seat}"]
    match question.ask:
        case "starting":
            return [str(about), "incline", "supply"]
        case "name" | "kind" | "weight" | "climate" | "nourishment":  # the card goes where it was told from
            paid = ["discs", "bank"] if table.rain == table.pieces.rains else []  # for a last-minute animal
            ark = ["port-*", "starboard-*", "incline", *KINDS]
            return ["box", "display", "supply", "hand-?", "seen-?", *ark, *paid]
        case "turned_up" | "turned_up_or_second":
            if isinstance(answer, Second):
                second = [kind_of(answer.card)] if isinstance(answer.card, Cargo) else []
                return [*second, f"hand-{about.index}", f"seen-{about.index}"]
            return ["display", "supply"] if answer is not table.pieces.rain else []
        case "turn" | "second" | "last_minute":
            played = isinstance(answer, Cargo | Bringing)
            paid = ["discs", "bank"] if question.ask == "last_minute" and played else []
            taken = ["display", "supply"] if isinstance(answer, Take) else []
            figure = [kind_of(answer)] if isinstance(answer, Cargo) else brought(answer, seat)
            return [*paid, *taken, *figure, *(hand if paid or taken or figure else [])]
        case "where":
            return brought(Bringing(about, answer), seat)
        case "take":
            return ["display", *hand]
        case "raise":
            return [answer, "bank"]
        case "pets":
            who = "?" if answer == "everyone" else answer.index if isinstance(answer, Seat) else "nobody"
            return [f"pet-{who}", f"hand-{who}", f"seen-{who}"]
        case "last_rain":
            return [f"hand-{about.index}", "supply"] if answer == "instead-of-card" else []
        case "pet_is":  # once the last pet is told the points are counted, also of those who have none
            return [answer, "score-?"]
    return []


def brought(answer: Any, seat: int) -> list[str]:
    """A card weighs what is printed on it; who drives out is told how far the ark leans."""
    if not isinstance(answer, Bringing):
        return []
    place = answer.place
    return [
        kind_of(answer.card),
        f"hand-{seat}",
        f"seen-{seat}",
        *(["display", place.cabin.id, "incline"] if isinstance(place, CabinOpening) else []),
        *(["incline", place.id] if isinstance(place, Cabin) else [str(place.cabin)]),
    ]


TOLD = {
    "discs": ["discs", "bank"],
    "deal": ["hand-?", "supply"],
    "hide_rain": ["supply"],
    "rain": ["rain", "supply"],
    "last_rain": ["rain", "supply"],
    "leans": ["incline"],
    "pays": ["discs"],
    "gains": ["discs", "bank"],
    "driven_out": ["gone"],
    "exchanges": ["bank"],
    "all_passed": ["score-?"],
}


def tells(cue: Cue) -> Iterable[str]:
    """The facts of which a cue tells."""
    match cue.kind, *cue.about:
        case "only_place", _, Ousting() as ousting:
            return [ousting.cabin.id]
        case "only_place", _, CabinOpening() as opening:
            return ["incline", opening.cabin.id, "display", "hand-?", "seen-?"]
        case "only_place", _, cabin:
            return ["incline", cabin.id]
        case "only_take", seat, _:
            return ["display", f"hand-{seat.index}", f"seen-{seat.index}"]
        case "also_scores", _, kind:
            return [kind]
        case "raises", _, kind:
            return [kind, "bank"]
    return TOLD.get(cue.kind, [])


OFTEN = {"shuffle", "discs", "first_cards", "leans", "deal", "hide_rain", "rain", "last_rain", "pays", "only_place"}
AT_THE_END = {"endgame", "must_pass", "all_passed"}


@pytest.mark.laws
@pytest.mark.parametrize("fresh", ["yes", "no"])
@pytest.mark.parametrize("players", GAME.players)
def test_every_change_at_a_real_table_is_explained(players: int, fresh: str, games: int) -> None:
    heard = set()
    for seed in range(max(10, games // 20)):
        setup = GAME.set_up(NAMES[:players], {"fresh": fresh}, seed, "table")
        heard |= check_cues(GAME, setup, seed, explains, tells)
    assert OFTEN | AT_THE_END | {"driven_out", "also_scores", "guess"} <= heard


@pytest.mark.laws
def test_every_change_is_explained_where_figures_and_discs_are_scarce(games: int) -> None:
    heard = set()
    for seed in range(max(10, games // 10)):
        corrections = {"game": {"figures": 3, "discs": 13}}
        setup = GAME.set_up(NAMES[:3], {}, seed, "table", corrections)
        heard |= check_cues(GAME, setup, seed, explains, tells)
    assert {"no_figure", "no_discs", "gains", "raises"} <= heard


def said(match: Match, language: str = "en") -> list[str]:
    voice = GAME.voice(GAME.say(language))
    return [voice.cue(cue, match.table) for cue in match.cues]


def real(*answers: str, players: int = 3) -> Match:
    return Match(GAME, GAME.set_up(NAMES[:players], deal="table", corrections=told_box()), answers)


def heard_in(stage: Stage, *answers: str, language: str = "en") -> list[str]:
    """What is said after these answers, all of it."""
    stage.table.cues = []
    stage.answer(*answers)
    voice = GAME.voice(GAME.say(language))
    return [voice.cue(cue, stage.table) for cue in stage.table.cues]


def test_the_ark_is_prepared_step_by_step() -> None:
    assert said(real()) == [
        "Lay out the bow card and the 5 scoring cards. Everyone takes 17 figures of their colour.",
        "Colours: Anna red, Ben blue, Cleo green",
        "Set the 5 rain cards aside and shuffle the rest",
    ]
    assert said(real("seat-1")) == [
        "Action discs: 4 for everyone",
        "Turn up four cards: weight 1 to 2, at most 2 of a kind. Others go under the deck",
    ]
    assert said(real(*START[:5])) == ["Yellow disc: 2 to starboard", "Shuffle again, deal everyone 2 cards, turn up 3"]
    assert said(real(*START)) == [
        "Halve the deck. Lower half (21 cards): shuffle in 4 rain cards, put one on top, then the other half"
    ]


def test_latecomers_of_the_first_round_get_a_cue_to_take_more_discs() -> None:
    assert said(real("seat-3", players=5))[:2] == [
        "Action discs: 3 for Anna, Dan, Eve",
        "Action discs: 4 for Ben, Cleo",
    ]
    assert said(real("seat-0", players=4), "fr")[1] == "Jetons d’action\u202f: 4 pour Dan"


def test_where_the_program_deals_hands_have_nothing_to_prepare() -> None:
    assert said(Match(GAME, GAME.set_up(NAMES[:4], seed=1))) == []


def test_answers_are_no_cues() -> None:
    assert said(real(*START, "take-snail")) == []
    assert said(real(*START, "take-snail", "bison")) == []
    assert said(real(*START, "horse", "port-2", "done")) == []


def test_a_new_cabin_says_who_gives_whom_a_disc() -> None:
    assert said(real(*START, "horse", "port-3-take-dove"))[1:] == ["Anna gives Cleo a disc for the new cabin"]
    assert said(real(*START, "horse", "port-3-take-dove"), "fr")[1:] == [
        "Anna donne un jeton à Cleo pour la nouvelle cabine"
    ]


def test_a_card_that_comes_aboard_says_where_its_figure_and_the_yellow_disc_go() -> None:
    match = real(*START, "horse", "port-3-take-dove")
    assert said(match)[0] == "Yellow disc: in the middle · Anna's figure on “useful”"
    assert said(match, "fr")[0] == "Jeton jaune\u202f: au milieu · figurine d’Anna sur «\u202futiles\u202f»"
    weightless = real(*START, "bee", "port-1")
    assert said(weightless)[0] == "Anna's figure on “useful”", "the disc stays where it is"
    assert "stowed" not in [cue.kind for cue in real(*START[:6]).cues], "nobody scores the first four cards"


def test_rain_is_counted_and_the_last_one_begins_the_endgame_with_the_left_neighbour() -> None:
    cards = ["bison", "cat", "bee", "koala", "sloth", "pig", "camel", "seal", "sheep"]
    takes = [word for was, card in pairwise(["snail", *cards]) for word in (f"take-{was}", card)]
    rains = [*START, *takes, "take-toad", "rain", "rain", "nobody-else", "rain", "rain"]
    assert said(real(*rains[: len(START) + len(takes) + 2])) == ["Rain 1 of 5: set it aside and draw again"]
    assert said(real(*rains, "rain")) == ["The last rain! The turn ends and nobody draws any more"]
    assert said(real(*rains, "rain", "after-card")) == ["Endgame: each animal costs a disc. Ben goes first"]
    assert said(real(*rains, "rain", "after-card", "all-pass")) == ["Everyone has passed: time to score"]


def test_rain_that_nobody_was_asked_about_is_announced() -> None:
    stage = Stage(supply="rain cow rain mouse rain", display="toad snail dove").turn()
    stage.table.rain = 2
    assert heard_in(stage, "take-toad") == [
        "Rain 3 of 5: set it aside and draw again",
        "Rain 4 of 5: set it aside and draw again",
    ]


def test_a_card_with_one_place_says_which() -> None:
    full = "bee bee bee"
    stage = Stage(port=[full, full], starboard=[full, "cow"], hands=("goat", "", ""), discs=[0, 4, 4], lean=0).turn()
    assert heard_in(stage, "goat") == ["Only choice for the goat: starboard 2"]


def test_driving_out_says_who_leaves_what_it_counts_and_how_the_ark_leans() -> None:
    stage = Stage(port=["elephant", "cow"], starboard=["bison", "cow"], hands=("skunk", "", ""), lean=0).turn()
    assert heard_in(stage, "skunk", "instead-of-elephant") == [
        "Out of the game: the elephant",
        "Yellow disc: 2 to starboard",
        "One more figure for Anna: heavy",
    ]


def test_driving_out_the_same_weight_leaves_the_yellow_disc_alone() -> None:
    stage = Stage(port=["goat", "cow"], starboard=["bison", "cow"], hands=("skunk", "", ""), lean=0).turn()
    assert heard_in(stage, "skunk", "instead-of-goat") == [
        "Out of the game: the goat",
        "One more figure for Anna: useful",
    ]


def test_a_victim_that_is_the_only_choice_is_named() -> None:
    full = "bee bee bee"
    ark = {"port": ["goat bee bee", full], "starboard": [full, full]}
    corrections = {"animals": {"bee": {"weight": 4}}}
    stage = Stage(**ark, hands=("skunk", "", ""), discs=[0, 4, 4], lean=0, corrections=corrections).turn()  # type: ignore[arg-type]
    assert heard_in(stage, "skunk", language="fr") == [
        "Un seul choix pour la mouffette\u202f: chasser la chèvre (bâbord 1)",
        "Hors du jeu\u202f: la chèvre",
        "Une figurine de plus pour Anna\u202f: utiles",
    ]


def test_the_fox_brings_two_discs_or_what_the_supply_still_has() -> None:
    for bank, lines in (
        (5, ["Anna takes 2 discs from the supply"]),
        (1, ["Anna takes a disc from the supply", "The supply has no discs left"]),
        (0, ["The supply has no discs left"]),
    ):
        stage = Stage(hands=("fox", "", ""), port=["bison", "bison"], starboard=["bison", "bison"]).turn()
        stage.table.bank = bank
        assert heard_in(stage, "fox", "port-1") == lines


def test_a_bronto_stands_on_a_disc_and_two_such_figures_become_three() -> None:
    stage = Stage(port=["bee", "bee"], starboard=["bee", "bee"], hands=("bronto", "", ""), lean=2).turn()
    stage.table.add_figure(0, 0, on_disc=True)
    assert heard_in(stage, "bronto", "port-1") == [
        "Anna puts a disc under a figure (heavy): it counts 1.5",
        "Anna swaps two figures on discs for three without (heavy)",
    ]


def test_a_player_who_has_placed_all_figures_learns_it() -> None:
    stage = Stage(hands=("goat", "", "")).turn()
    stage.table.figures[0] = 0
    assert heard_in(stage, "goat", "port-1") == ["Anna has no figures left to place"]


def test_a_player_who_cannot_continue_in_the_endgame_passes_and_learns_why() -> None:
    stage = Stage(hands=("goat", "grain", "bee"), discs=[0, 4, 4])
    stage.table.cues = []
    stage.endgame()
    voice = GAME.voice(GAME.say("en"))
    assert [voice.cue(cue, stage.table) for cue in stage.table.cues] == [
        "Endgame: each animal costs a disc. Anna goes first",
        "Anna has no discs left and passes",
        "Ben can't add anything and passes",
    ]
    assert stage.asked == (2, "last_minute")


def test_a_pet_comes_to_light_only_when_the_points_are_counted() -> None:
    stage = Stage(supply="rain cow mouse rain", hands=("cow", "fox", "grain"), display="toad snail dove")
    stage.table.rain = 1
    stage.turn()
    assert heard_in(stage, "take-toad") == ["Rain 2 of 5: set it aside and draw again"]
    assert heard_in(stage, "cow") == ["No pet for Ben", "No pet for Cleo"]
    stage.start(score_points)
    voice = GAME.voice(GAME.say("fr"))
    assert [voice.cue(cue, stage.table) for cue in stage.table.cues or ()][-1] == (
        "Anna retourne son animal de compagnie\u202f: la vache"
    )


def test_two_open_cards_that_are_alike_leave_no_choice() -> None:
    stage = Stage(hands=("goat cat", "", ""), display="grain grain bee").turn()
    pays = "Anna gives Cleo a disc for the new cabin"
    assert heard_in(stage, "goat", "port-3", "bee", "cat", "starboard-3") == [
        pays,
        pays,
        "Anna can only take the grain",
    ]


def test_a_second_card_that_fits_nowhere_is_announced_instead_of_asked_for() -> None:
    full = "bee bee bee"
    stage = Stage(port=[full, "cow"], starboard=[full, full], hands=("goat sheep", "", ""), discs=[0, 4, 4], lean=0)
    assert "Anna has no second card to play" in heard_in(stage.turn(), "goat")
