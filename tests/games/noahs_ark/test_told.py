"""When the card of a race is told: before it, after it, or only only at the end. The points are the same."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from companion.core.match import Match
from companion.core.question import Claim, Race
from companion.core.record import Answer, Record
from companion.core.replay import replay_record
from companion.core.timestamps import utc_now
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.pieces import AnimalCard
from companion.games.noahs_ark.table import NoahsArkTable
from tests.bench.people.noahs_ark import NoahsArkPeople
from tests.games.noahs_ark.stage import TOLD
from tests.laws import NAMES

BEGUN = ("most-lions", "most-noa", "most-cards", "seat-0")


def match_of(told: str, players: int = 3, *answers: str, **options: str) -> Match:
    options = {"length": "shortest", "told": told, **options}
    return Match(GAME, GAME.set_up(NAMES[:players], options, deal="table", corrections=TOLD), answers)


def asked(match: Match) -> str:
    return match.question.ask if match.question is not None else "over"


def test_people_race_first_and_tell_the_card_when_they_pick_it_up() -> None:
    match = match_of("after", 3, *BEGUN)
    assert isinstance(match.question, Race)
    assert (match.question.seats, match.question.alternatives) == ((0, 1, 2), ())
    match.answer("slap-2")
    assert isinstance(match.question, Claim)
    match.answer("right")
    assert (asked(match), str(match.question.about)) == ("won_card", "seat-2")
    match.answer("lion-snake-1")
    assert match.table.scores == [0, 0, 1]
    assert isinstance(match.question, Race)
    assert match.facts["reveals"] == "seat-2"


@pytest.mark.parametrize("told", ["after", "end"])
def test_no_card_is_pictured_before_anybody_has_entered_one(told: str) -> None:
    match = match_of(told, 3, *BEGUN)
    view = match.table.view(0)
    assert (view["card"], view["dice"]) == (None, [])
    match = match_of("before", 3, *BEGUN, "lion-snake-1")
    view = match.table.view(0)
    assert (view["card"], view["dice"]) == ("lion-snake-1", ["lion", "snake"])


def test_nothing_comes_between_a_wrong_claim_and_the_next_race() -> None:
    match = match_of("after", 3, *BEGUN, "slap-2", "wrong")
    assert isinstance(match.question, Race)
    assert match.question.seats == (0, 1)
    match.answer("nobody")
    assert isinstance(match.question, Race)
    assert match.question.seats == (0, 1, 2), "nobody was right: all roll again"


def test_a_card_that_nobody_races_for_is_entered_instead_of_a_race() -> None:
    match = match_of("after", 2, *BEGUN, flice="with")
    assert isinstance(match.question, Race)
    assert {str(alternative) for alternative in match.question.alternatives} >= {"flice-fist", "flice-thumb"}
    match.answer("flice-fist")
    assert match.facts["style"] == "flice-fist"
    assert isinstance(match.question, Race)
    match.answer("slap-0")
    match.answer("wrong")
    assert isinstance(match.question, Race)
    assert not match.question.alternatives, "the card lies there, so no other comes now"


def test_a_card_that_nobody_races_for_can_be_entered_after_nobody_slapped() -> None:
    match = match_of("after", 2, *BEGUN, "nobody", "nobody", flice="with")
    assert isinstance(match.question, Race)
    assert match.question.list_ids()[:3] == ["slap-0", "slap-1", "nobody"]
    assert {str(alternative) for alternative in match.question.alternatives} >= {"flice-fist", "flice-thumb"}
    match.answer("flice-fist")
    assert match.facts["style"] == "flice-fist"


def test_once_a_hand_came_down_no_other_card_can_come_even_if_nobody_slaps_then() -> None:
    match = match_of("after", 3, *BEGUN, "slap-2", "wrong", "nobody", flice="with")
    assert isinstance(match.question, Race)
    assert (match.question.seats, match.question.alternatives) == ((0, 1, 2), ())


@pytest.mark.parametrize("told", ["after", "end"])
def test_the_ark_comes_also_after_nobody_slapped(told: str) -> None:
    match = match_of(told, 2, *BEGUN)
    for card in ("lion-snake-1", "lion-eagle-1"):
        for answer in ("slap-0", "right", *((card,) if told == "after" else ())):
            match.answer(answer)
    for answer in ("nobody", "ark"):
        match.answer(answer)
    assert match.facts["ark"] == "has-come"


def test_matches_from_before_that_was_offered_still_open(tmp_path: Path) -> None:
    """Their checksum is of a race that offered nothing but hands after nobody had slapped."""
    match = match_of("after", 2, *BEGUN, "nobody", flice="with")
    first = (
        f"-1 unseen slap-0 slap-1 nobody {' '.join(map(str, match.question.alternatives))}" if match.question else ""
    )
    trail = crc32(first.encode(), match_of("after", 2, *BEGUN[:-1], flice="with").trail)
    before = crc32(b"-1 unseen slap-0 slap-1 nobody", trail)
    answers = tuple(Answer(answer, "", False, utc_now()) for answer in match.answers)
    old = Record(1, "old", "0.1", match.setup, utc_now(), None, (), (0, 0), answers, trail=before)
    opened = replay_record(old, tmp_path)
    opened.answer("flice-fist")
    assert opened.facts["style"] == "flice-fist"


def test_the_ark_ends_it_without_a_race() -> None:
    match = match_of("after", 2, *BEGUN)
    for card in ("lion-snake-1", "lion-eagle-1"):
        for answer in ("slap-0", "right", card):
            match.answer(answer)
    match.answer("ark")
    assert match.table.scores == [1 + 1 + 3 + 3, 0], "two cards, most lions, most cards; nobody has Noa"


def test_another_card_is_learned_after_the_race() -> None:
    match = match_of("after", 2, *BEGUN, "slap-1", "right", "other-card")
    for answer in ("lion", "lion", "monkey", "5", "noa"):
        match.answer(answer)
    assert match.table.scores == [0, 5]
    (entry,) = match.table.learned["animals"].values()
    assert entry == {"shows": ["lion", "lion", "monkey"], "points": 5, "noa": 1}
    match.undo()
    assert "animals" not in match.table.learned


def test_where_only_the_end_counts_a_race_is_all_there_is() -> None:
    match = match_of("end", 3, *BEGUN)
    for seat in (0, 0, 2):
        match.answer(f"slap-{seat}")
        match.answer("right")
    assert match.facts["taken-0"] == "2"
    match.answer("ark")
    for points in ("7", "4"):  # from whoever turned up the Ark around the table: Cleo, Anna; Ben has won no card
        assert asked(match) == "card_points"
        match.answer(points)
    for who in ("seat-2", "tied-0-2"):
        assert asked(match) == "who_has_most"
        match.answer(who)
    assert isinstance(match.question, Race), "two are tied, so they fight a duel"
    match.answer("slap-0")
    match.answer("right")
    assert match.table.scores == [4 + 3 + 3, 0, 7 + 3], "nobody needs to be asked who won most cards"
    assert match.outcome is not None
    assert match.outcome.winners == (0, 2)


def counted(*winners: int, players: int = 3, **options: str) -> Match:
    """A match whose cards are counted at the end; these seats win the first cards."""
    match = match_of("end", players, *BEGUN, **options)
    for seat in winners:
        match.answer(f"slap-{seat}")
        match.answer("right")
    return match


def ids(match: Match) -> list[str]:
    assert match.question is not None
    return match.question.list_ids()


class TestWhereCardsAreCountedAtTheEndOnlyWhatCanVaryIsAsked:
    def test_points_are_at_most_what_that_number_of_cards_can_show(self) -> None:
        match = counted(0, 2, 2)
        match.answer("ark")
        assert ids(match) == [str(points) for points in range(2 * 9 + 1)], "two cards of Cleo's, which are guesses"
        match.answer("3")
        assert ids(match) == [str(points) for points in range(9 + 1)]

    def test_of_an_entered_box_they_match_its_cards(self) -> None:
        shows = {f"card-{n:02}": {"shows": ["lion", "snake"], "points": 2 if n < 24 else 3} for n in range(1, 25)}
        setup = GAME.set_up(
            NAMES[:2], {"length": "shortest", "told": "end"}, deal="table", corrections=TOLD | {"animals": shows}
        )
        match = Match(GAME, setup, [*BEGUN, "slap-0", "right", "slap-0", "right", "ark"])
        assert ids(match) == ["4", "5"]

    def test_a_player_without_cards_cannot_have_the_most(self) -> None:
        match = counted(0, 2, 2)
        for answer in ("ark", "3", "4"):
            match.answer(answer)
        assert ids(match) == ["seat-0", "seat-2", "tied-0-2", "nobody"]

    def test_three_tied_are_nobody_only_if_three_can_be_tied(self) -> None:
        setup = GAME.set_up(NAMES[:3], {"length": "shortest", "told": "end"}, deal="table", corrections=TOLD)
        match = Match(GAME, setup, ["most-animals", "most-noa", "most-cards", "seat-0"])
        for answer in (*("slap-0", "right") * 2, *("slap-2", "right") * 2, "ark", "3", "4"):
            match.answer(answer)
        assert ids(match) == ["seat-0", "seat-2", "tied-0-2"], "two cards show at least four animals"

    def test_one_against_many_cards_cannot_show_more_animals(self) -> None:
        setup = GAME.set_up(NAMES[:2], {"length": "full", "told": "end"}, deal="table", corrections=TOLD)
        match = Match(GAME, setup, ["most-animals", "most-noa", "most-lions", "seat-0"])
        for seat in (*[0] * 13, 1):
            match.answer(f"slap-{seat}")
            match.answer("right")
        for answer in ("ark", "3", "4"):
            match.answer(answer)
        assert asked(match) == "who_has_most"
        assert str(match.question.about if match.question else "") == "most-noa"
        assert match.facts["most-animals"] == "3 seat-0"

    def test_a_card_that_may_have_been_stolen_unnoticed_keeps_all_possible(self) -> None:
        match = counted(*[1] * 11, mode="advanced", flice="without")
        match.answer("ark")
        match.answer("3")
        assert asked(match) == "card_points", "who won no card may have stolen one"
        assert ids(match)[0] == "0"
        assert len(ids(match)) > 2


class TestPowersWhereCardsAreCountedAtTheEnd:
    def test_everyone_with_a_card_can_play_one(self) -> None:
        match = counted(1, 2, mode="advanced", flice="without")
        assert [id for id in ids(match) if id.startswith("use")] == [
            "use-2-pick", "use-2-discard", "use-2-swap", "use-1-pick", "use-1-discard", "use-1-swap",
        ]  # fmt: skip

    def test_a_theft_is_asked_of_the_holder_and_moves_a_card(self) -> None:
        match = counted(0, 1, 2, mode="advanced", flice="without")
        match.answer("use-1-pick")
        assert match.question is not None
        assert (match.question.seat, asked(match), ids(match)) == (1, "pick_from", ["seat-0", "seat-2"])
        match.answer("seat-0")
        assert [match.facts[f"taken-{seat}"] for seat in range(3)] == ["0", "2", "1"]
        assert isinstance(match.question, Race), "then the race for the next card goes on"

    def test_the_picture_shows_how_many_cards_everyone_has(self) -> None:
        match = counted(0, 1, 1, mode="advanced", flice="without")
        assert match.table.view(0)["card_counts"] == [1, 2, 0]

    def test_a_discarded_card_is_gone(self) -> None:
        match = counted(0, 1, 2, mode="advanced", flice="without")
        for answer in ("use-1-discard", "seat-2"):
            match.answer(answer)
        assert [match.facts[f"taken-{seat}"] for seat in range(3)] == ["1", "1", "0"]

    def test_nobody_steals_and_discards_from_the_same_player(self) -> None:
        match = counted(0, 1, 1, 2, 2, mode="advanced", flice="without")
        for answer in ("use-1-pick", "seat-2", "slap-1", "right", "use-1-discard"):
            match.answer(answer)
        assert asked(match) != "discard_from", "only Anna's card is left to discard"
        assert match.facts["taken-0"] == "0"
        match.undo()
        match.answer("slap-0")
        match.answer("right")
        match.answer("use-2-discard")
        assert ids(match) == ["seat-0", "seat-1"]

    def test_the_reason_is_given(self) -> None:
        match = counted(0, 1, 1, 2, 2, 3, players=4, mode="advanced", flice="without")
        for answer in ("use-1-pick", "seat-2", "use-1-discard"):
            match.answer(answer)
        assert match.question is not None
        voice = GAME.voice(GAME.say("en"))
        assert voice.explain_missing_choices(match.question, match.table) == {
            "Cleo": ["you stole from Cleo, so you can't discard their cards"]
        }

    def test_between_two_both_are_allowed(self) -> None:
        match = counted(0, 0, 1, players=2, mode="advanced", flice="without")
        for answer in ("use-1-pick", "use-1-discard"):
            match.answer(answer)
        assert [match.facts[f"taken-{seat}"] for seat in range(2)] == ["0", "2"]

    def test_replacing_an_objective_is_asked_of_the_holder(self) -> None:
        match = counted(0, 1, mode="advanced", flice="without")
        match.answer("use-0-swap")
        assert match.question is not None
        assert (match.question.seat, asked(match)) == (0, "drop_objective"), "though Ben turns up the next card"

    def test_a_guess_may_be_a_card_that_replaces_an_objective(self) -> None:
        """The owner has entered some advanced cards, and none of them replaces an objective."""
        entered = {
            "swap-1": {"power": "pick", "shows": ["lion", "snake"], "points": 1},
            "wild-1": {"power": "wild", "shows": ["lion", "snake"], "points": 0},
        }
        corrections = TOLD | {"advanced": TOLD["advanced"] | entered}
        options = {"length": "shortest", "told": "end", "mode": "advanced"}
        setup = GAME.set_up(NAMES[:3], options, deal="table", corrections=corrections)
        match = Match(GAME, setup, [*BEGUN, "slap-0", "right"])
        assert not any(card.power == "swap" for card in match.table.pieces.eligible)  # type: ignore[attr-defined]
        assert "use-0-swap" in ids(match)

    def test_a_power_that_no_card_has_is_not_offered(self) -> None:
        entered = {
            name: {"power": "pick", "shows": ["lion", "snake"], "points": 1}
            for name in ("pairs-1", "wild-1", "wild-2", "pick-1", "pick-2", "discard-1", "swap-1")
        }
        corrections = TOLD | {"advanced": TOLD["advanced"] | entered}
        options = {"length": "shortest", "told": "end", "mode": "advanced", "flice": "without"}
        setup = GAME.set_up(NAMES[:3], options, deal="table", corrections=corrections)
        match = Match(GAME, setup, [*BEGUN, "slap-0", "right", "slap-1", "right"])
        assert [id for id in ids(match) if id.startswith("use")] == ["use-1-pick", "use-0-pick"]

    def test_it_can_be_undone(self) -> None:
        match = counted(0, 1, 2, mode="advanced", flice="without")
        before = dict(match.facts)
        for answer in ("use-1-pick", "seat-0"):
            match.answer(answer)
        match.undo()
        match.undo()
        assert match.facts == before


def retold(match: Match) -> list[str]:
    """The answers of a match told after each race, in the order of one that is told before it."""
    again, told, waiting = Match(match.game, match.setup), [], []
    for answer in match.answers:
        question = again.question
        assert question is not None
        if (
            isinstance(question, Race) and question.ask == "unseen" and answer not in map(str, question.alternatives)
        ) or (isinstance(question, Claim) and waiting):
            waiting.append(answer)
        else:
            if isinstance(question, Race) and question.ask == "unseen":
                waiting = []  # nobody slapped, because no card came that people race for
            told.append(answer)
        again.answer(answer)
        done = (
            waiting and waiting[-1] == "right" and not (asked(again) == "won_card" or asked(again).startswith("teach"))
        )
        if done:
            told += waiting
            waiting = []
    return told


@pytest.mark.laws
@pytest.mark.parametrize("mode", ["normal", "advanced"])
@pytest.mark.parametrize("players", range(2, 6))
def test_entered_before_or_after_the_race_it_is_the_same_match(players: int, mode: str, games: int) -> None:
    for seed in range(max(5, games // 25)):
        rng, match = Random(seed), match_of("after", players, mode=mode, tie="duel")
        while match.question is not None:
            match.answer(rng.choice(match.question.list_ids()))
        before = match_of("before", players, *retold(match), mode=mode, tie="duel")
        assert before.facts == match.facts
        assert before.outcome is not None
        assert match.outcome is not None
        assert before.outcome.winners == match.outcome.winners
        entries = [entry.as_json() for entry in match.table.ledger.entries]
        assert [entry.as_json() for entry in before.table.ledger.entries] == entries


def with_people(told: str, seed: int, **options: str) -> tuple[Match, NoahsArkPeople, Counter[str]]:
    match = match_of(told, 2 + seed % 4, **options)
    people = NoahsArkPeople(match.table, Random(seed))
    answers: Counter[str] = Counter()
    while (question := match.question) is not None:
        answer = people.answer(question, match.table)
        answers[
            "set-up"
            if people.sets_up(question, match.table)
            else "race"
            if people.by_hand(question, answer)
            else "dial"
        ] += 1
        match.answer(answer)
    return match, people, answers


@pytest.mark.parametrize("seed", range(8))
def test_counting_by_hand_gives_the_points_on_the_cards(seed: int) -> None:
    match, people, answers = with_people("end", seed, length="full")
    table: Any = match.table
    assert isinstance(table, NoahsArkTable)
    for seat, cards in enumerate(people.won):
        objectives = sum(table.worth[one] for one, holder in table.awarded.items() if holder == seat)
        assert table.scores[seat] == sum(card.points for card in cards) + objectives
    assert answers["dial"] <= people.played(table)


@pytest.mark.parametrize("seed", range(8))
def test_besides_the_slap_a_card_takes_one_answer(seed: int) -> None:
    match, people, answers = with_people("after", seed, length="full")
    assert answers["dial"] <= people.played(match.table)
    assert answers["race"] >= 2 * (people.played(match.table) - 1), "the slap and the verdict of the others"


# --- what is offered, against all decks there are -----------------------------------------------------

SMALL = {"game": {"last_cards": 2}}


def choices_of(cards: list[AnimalCard], number: int) -> set[tuple[str, ...]]:
    """Every so many of these cards, as sorted ids."""
    copies = Counter(card.id for card in cards)
    ways: set[tuple[str, ...]] = {()}
    for _ in range(number):
        ways = {tuple(sorted((*way, id))) for way in ways for id in copies if way.count(id) < copies[id]}
    return ways


def small_decks(pieces: Any) -> list[Counter[str]]:
    """What can be in the deck: which animal cards, of the advanced ones as many as were added, and one turn at most."""
    return [
        Counter((*plain, *advanced))
        for plain in choices_of(pieces.animals, pieces.plain_in_deck)
        for advanced in choices_of(pieces.eligible, pieces.advanced_in_deck)
        if sum(id.startswith("turn") for id in advanced) <= 1
    ]


def could_come(decks: list[Counter[str]], seen: Counter[str]) -> set[str]:
    """The cards that come next in some deck that agrees with what was seen."""
    found: set[str] = set()
    for held in decks:
        if seen <= held:
            found |= set(held - seen)
    return found


@pytest.mark.parametrize(("told", "advanced"), [("after", "two"), ("after", "three"), ("before", "two")])
def test_offers_are_exactly_what_some_deck_allows(told: str, advanced: str) -> None:
    known = {f"card-{n:02}": {"noa": 0} | {"points": n % 3} for n in range(1, 25)}
    corrections = {
        **TOLD, **SMALL, "length": {"shortest": 20},
        "animals": {name: {**entry, "shows": ["lion", "eagle"] if n % 2 else ["snake", "monkey"]} for n, (name, entry) in enumerate(known.items())},
        "advanced": {**TOLD["advanced"], **{name: {"shows": ["lion", "snake"]} for name in ("wild-1", "wild-2", "pick-1", "pick-2", "discard-1", "swap-1")}, "pairs-1": {"shows": ["lion", "lion", "eagle", "eagle"]}},
    }  # fmt: skip
    options = {"length": "shortest", "told": told, "mode": "advanced", "advanced": advanced, "flice": "without"}
    for seed in range(4):
        match = Match(GAME, GAME.set_up(NAMES[:2], options, deal="table", corrections=corrections))
        table, rng, seen = match.table, Random(seed), Counter[str]()
        assert isinstance(table, NoahsArkTable)
        decks = small_decks(table.pieces)
        while (question := match.question) is not None:
            table = match.table
            offered = [choice for choice in question.choices if isinstance(choice, AnimalCard)]
            if question.ask in ("reveal", "won_card") and offered:
                assert {card.id for card in offered} == could_come(decks, seen)
            answer = rng.choice(
                [choice for choice in question.choices if not isinstance(choice, Use)] or list(question.choices)
            )
            if isinstance(answer, AnimalCard) and question.ask in ("reveal", "won_card"):
                seen[answer.id] += 1
            match.answer(answer)
        assert seen


def test_where_only_the_end_counts_an_objective_is_replaced_by_cards_that_can_have_been_won() -> None:
    """Nobody tells who has which card: so there are as many as were won, and no more than were added to the deck."""
    begun = ("most-lions", "3", "most-noa", "3", "most-cards", "3", "seat-0")
    match = Match(GAME, GAME.set_up(NAMES[:3], {"mode": "advanced", "advanced": "one", "told": "end"}, 1, "table"))
    for answer in begun:
        match.answer(answer)
    assert match.question is not None
    assert not [id for id in match.question.list_ids() if id.startswith("use")], "nobody has won a card yet"
    for answer in ("slap-1", "right"):
        match.answer(answer)
    (use,) = [choice for choice in match.question.choices if str(choice).startswith("use")]
    text = GAME.voice(GAME.say("en")).label(use, match.question, match.table).text
    assert text == "play: replace an objective (Ben)"
    for answer in (use, "most-noa", "most-snakes", "4", "slap-1", "right"):
        match.answer(answer)
    assert not [id for id in match.question.list_ids() if id.startswith("use")], "there was only one such card"


@pytest.mark.parametrize(("told", "answers"), [("after", ("slap-2", "right")), ("end", ("slap-2",))])
def test_odds_that_begin_when_a_race_was_run_leave_it_to_the_one_who_won_it(
    told: str, answers: tuple[str, ...]
) -> None:
    """The card is still unknown, so it becomes one that it could be; nobody races for it a second time."""
    match = match_of(told, 3, *BEGUN, *answers)
    imagining = GAME.make_imagining(match)
    world = imagining.draw_world(Random(1))
    play, question, bot = world.play, world.question, imagining.make_table_bot(Random(2))
    asked_in_world = []
    while not any(area.won for area in world.table.areas):
        asked_in_world.append(question.ask)
        question = play.send("right" if isinstance(question, Claim) else bot(question, world.table))
    assert [len(area.won) for area in world.table.areas] == [0, 0, 1]
    assert asked_in_world == (["won_card"] if told == "after" else ["claim", "won_card"])
