"""What holds in every game of Ark, whoever plays and however badly."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import Phrase
from companion.core.match import Match
from companion.core.question import Question
from companion.games.ark import GAME
from companion.games.ark.pieces import FIGURES, KINDS, Cargo
from companion.games.ark.real import UNKNOWN, Bringing, CabinOpening, RealHand, RealSupply
from companion.games.ark.table import ArkTable
from tests.games.ark.judge import Judge, Picture, Placement, placement, points, swapped
from tests.laws import (
    NAMES,
    check_undo_and_redo,
    play_checked,
    prefixes,
)

DEALS = ("virtual", "table")
JUDGE = Judge()


def picture_of(table: ArkTable) -> Picture:
    return {cabin.id: [card.id for card in cabin.cards] for cabin in table.list_cabins()}


def check_pieces(table: ArkTable) -> None:
    """Sixty cards, 22 discs and 17 figures a seat are somewhere."""
    aboard = [card for cabin in table.list_cabins() for card in cabin.cards]
    pieces = [*aboard, *table.gone, *table.display, *(pet for pet in table.pets if isinstance(pet, Cargo))]
    hands = sum(hand.size for hand in table.hands)
    unknown_pets = sum(pet is UNKNOWN for pet in table.pets)
    assert len(pieces) + hands + unknown_pets + len(table.supply) + table.rain == 60
    if not table.deal.virtual:
        real = [hand for hand in table.hands if isinstance(hand, RealHand)]
        unseen = table.supply.unseen  # type: ignore[attr-defined]
        face_down = unknown_pets - sum(hand.aside or hand.pet is not None for hand in real)
        assert unseen.size == sum(hand.dark for hand in real) + face_down + len(table.supply)
        assert all(hand.dark >= 0 and hand.size >= 0 for hand in real)
    raised = sum(map(sum, table.raised))
    assert sum(table.discs) + table.bank + raised == 22
    assert min(*table.discs, table.bank) >= 0
    for seat in range(len(table.seats)):
        placed = sum(table.count_plain_figures(kind, seat) + table.raised[kind][seat] for kind in range(len(KINDS)))
        assert placed + table.figures[seat] == 17
        assert min(table.count_plain_figures(kind, seat) for kind in range(len(KINDS))) >= 0


def check_every_card(table: ArkTable) -> None:
    """Where the program knows all cards, each of the sixty is in exactly one place."""
    aboard = [card for cabin in table.list_cabins() for card in cabin.cards]
    held = [card for hand in table.hands for card in hand.get_known_cards().held]  # type: ignore[union-attr]
    pets = [pet for pet in table.pets if isinstance(pet, Cargo)]
    rain = [table.pieces.rain] * table.rain
    somewhere = [*aboard, *held, *pets, *rain, *table.gone, *table.display, *table.supply.cards]  # type: ignore[attr-defined]
    assert Counter(somewhere) == Counter([*table.pieces.deck, *[table.pieces.rain] * 5])


def told_of(table: ArkTable) -> tuple[dict[str, Any], set[str]]:
    """What people say is printed on each card, and the cards in whose place one without their ability lies."""
    cards = [card for card in table.pieces.kinds.all if card is not table.pieces.rain]
    entered: dict[str, Any] = {"animals": {}, "provisions": {}}
    for card in cards:
        figures = dict(zip(FIGURES[1:], card.figures, strict=True))
        entered["provisions" if card.provision else "animals"][card.id] = figures
    return entered, {card.id for card in cards if not card.power}


class Watcher:
    """Looks at every question of a game and judges what happened since the last one."""

    def __init__(self, asks_why: bool) -> None:
        self.asks_why = asks_why
        self.before: Picture = {}
        self.gone: list[str] = []
        self.judge = JUDGE
        self.told: Any = None

    def look(self, question: Question | None, table: ArkTable) -> None:
        """Judge what was placed, and what can be placed next."""
        if question is not None and question.ask in ("starter", "starting", *FIGURES):
            return
        if isinstance(table.supply, RealSupply) and table.supply.rains + table.rain == 0:
            return  # the first open cards are told, and the rain is not in the supply yet
        picture = picture_of(table)
        if table.real and (told := told_of(table)) != self.told:  # a card was told that the judge does not know yet
            self.told = told
            self.judge = Judge(*told)
        if self.before:
            self.check_placement(picture, [card.id for card in table.gone])
        self.before = picture
        assert table.incline == self.judge.lean(picture)
        assert abs(table.incline) <= 2
        check_pieces(table)
        if table.deal.virtual and (self.asks_why or question is None):
            check_every_card(table)
        if question is not None:
            self.check_choices(question, table, picture)

    def check_placement(self, picture: Picture, gone: list[str]) -> None:
        """At most one card has come aboard, the ark as it looks now allows it, and only its victim has left."""
        came = placement(self.before, picture)
        if came is not None:
            assert self.judge.objection(came, picture) == "", f"{came} in {picture}"
        left = [came.victim] if came is not None and came.victim is not None else []
        assert gone == self.gone + left
        self.gone = gone

    def check_choices(self, question: Question, table: ArkTable, picture: Picture) -> None:
        """The choices are exactly the places, and the cards, that the second opinion finds."""
        seat, ids = question.seat, set(question.list_ids())
        first = None if table.first is None else table.first.id
        if question.ask == "where":
            places = {str(place.cabin if isinstance(place, CabinOpening) else place) for place in question.choices}
            assert places == self.judge.legal_places(picture, str(question.about), table.discs[seat] > 0, first)
        could_hold: set[str] = set()
        if question.ask in ("turn", "second", "last_minute"):
            discs = table.discs[seat] - (question.ask == "last_minute")
            could_hold = in_hand(table, seat)
            playable = {card for card in could_hold if self.judge.legal_places(picture, card, discs > 0, first)}
            if question.ask != "turn":
                playable = {card for card in playable if not self.judge.alone(card)}
            whole = [choice for choice in question.choices if not isinstance(choice, Bringing)]
            brought = places_told(question)
            assert {*map(str, whole), *brought} - {"done", "pass", "all-pass", "another"} == playable | {
                f"take-{c}" for c in table.display if question.ask == "turn"
            }
            for card, places in brought.items():
                assert places == self.judge.legal_places(picture, card, discs > 0, first)
                assert card not in ids
        if self.asks_why:
            why = GAME.why_not(table, question)
            assert not ids & set(why)
            assert all(why.values()), "what is refused has a reason"
            if question.ask == "where":
                check_reasons(self.judge, question, table, picture, why)
            elif question.ask in ("turn", "second", "last_minute"):
                brought = places_told(question)
                assert set(why) & could_hold == could_hold - ids - set(brought)
                assert all(any(id.startswith(f"{card}-") for card in brought) for id in set(why) - could_hold)


def places_told(question: Question) -> dict[str, set[str]]:
    """By card, the places that are told along with it."""
    places: dict[str, set[str]] = {}
    for choice in question.choices:
        if isinstance(choice, Bringing):
            place = choice.place.cabin if isinstance(choice.place, CabinOpening) else choice.place
            places.setdefault(choice.card.id, set()).add(str(place))
    return places


WORDS_FOR = {
    "full": "full",
    "too heavy": "too heavy",
    "too far": "too heavy",
    "is afraid of": "afraid",
    "likes it hot": "climate",
    "would eat": "eats",
    "no disc left": "disc",
    "first card": "first",
}


def check_reasons(
    judge: Judge, question: Question, table: ArkTable, picture: Picture, why: Mapping[str, Sequence[Phrase]]
) -> None:
    """Every place that is not offered is refused, for exactly the reasons that the second opinion finds."""
    card = str(question.about)
    for id, reasons in why.items():
        victim = id.removeprefix("instead-of-") if id.startswith("instead-of-") else None
        cabin = next(place for place, cards in picture.items() if victim in cards) if victim else id
        held = picture.get(cabin, [])
        after = {**picture, cabin: swapped(held, victim, card) if victim else [*held, card]}
        expected = judge.objections(Placement(card, cabin, victim, not held), after)
        if not held and not table.discs[question.seat]:
            expected.add("disc")
        if table.first is not None and table.first.id == cabin:
            expected.add("first")
        given = {word for reason in reasons for part, word in WORDS_FOR.items() if part in str(reason)}
        assert given == expected, f"{card} in {id}: {[str(reason) for reason in reasons]}"
    ends = {f"{side}-{sum(cabin.startswith(side) for cabin in picture) + 1}" for side in ("port", "starboard")}
    victims = {f"instead-of-{other}" for cards in picture.values() for other in cards}
    ids = {str(place.cabin if isinstance(place, CabinOpening) else place) for place in question.choices}
    assert {*picture, *ends} <= {*why, *ids}
    assert {*why, *ids} <= {*picture, *ends, *victims}


def in_hand(table: ArkTable, seat: int) -> set[str]:
    """What a seat holds, or at a real table could hold: what was seen of it, and whatever lies nowhere in sight."""
    hand = table.hands[seat]
    if not isinstance(hand, RealHand):
        return set(str(hand.get_known_cards()).split())
    ids = {card.id for card in hand.seen.held}
    if hand.maybe.size > 1 or hand.dark_pet:
        ids |= {card.id for card in hand.maybe.held}
    if not hand.may_be_unseen:
        return ids
    in_sight = [card.id for cabin in table.list_cabins() for card in cabin.cards]
    for other_hand in table.hands:
        assert isinstance(other_hand, RealHand)
        in_sight += [
            card.id
            for card in (*other_hand.seen.held, *other_hand.maybe.held, *([other_hand.pet] if other_hand.pet else []))
        ]
    in_sight += [card.id for card in (*table.display, *table.gone)]
    return ids | set(Counter(JUDGE.deck()) - Counter(in_sight))


def recount(table: ArkTable) -> list[int]:
    """The points of each seat, counted from the scoring cards once more."""
    facts = table.facts()
    return points({kind: [float(n) for n in facts[kind].split()] for kind in KINDS}, table.discs)


@pytest.mark.laws
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_random_game_keeps_the_laws(players: int, deal: str, games: int) -> None:
    setup = GAME.set_up(NAMES[:players], {"fresh": "yes"}, deal=deal)
    pieces = GAME.make_pieces(setup)
    for seed in range(games if deal == "virtual" else games // 4):
        setup.seed = seed
        table, questions = play_checked(GAME, setup, pieces, seed, Watcher(seed % 20 == 0).look)
        assert isinstance(table, ArkTable)
        assert table.scores == recount(table)
        assert table.rain == 5
        assert questions > 20


def test_the_number_of_ways_to_begin_is_known() -> None:
    """From this deal; a change of these numbers is a change of the rules or of the box."""
    setup = GAME.set_up(NAMES[:3], seed=2005)
    assert [sum(1 for _ in prefixes(GAME, setup, depth)) for depth in (1, 2, 3, 4)] == PERFT


PERFT = [5, 20, 77, 364]


@pytest.mark.parametrize(("players", "deal"), [(3, "virtual"), (5, "virtual"), (4, "table")])
def test_undo_and_redo_give_the_same_table(players: int, deal: str) -> None:
    check_undo_and_redo(GAME, GAME.set_up(NAMES[:players], seed=3, deal=deal), seed=5, most=60)


def test_a_journal_of_answers_gives_the_same_game_again() -> None:
    setup = GAME.set_up(NAMES[:4], seed=11)
    match, bot = Match(GAME, setup), make_random_bot(Random(4))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    again = Match(GAME, setup, match.answers)
    assert (again.facts, again.table.scores) == (match.facts, match.table.scores)
