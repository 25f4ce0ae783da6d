"""Questions of a real table of Ark, laid out for one screen: every card is a tile that keeps its place."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.layout import NO_VALUE, Axis, Control, Layout, Value, read_icons
from companion.core.question import Question
from companion.core.unknown_piece import ANOTHER
from companion.core.words import normalize_spelling
from companion.games.ark.names import SIDE_ALONE, name_card, with_article
from companion.games.ark.pieces import CLIMATE, Cargo, Take
from companion.games.ark.real import Bringing, CabinOpening, Second
from companion.games.ark.reasons import list_refusals, list_seen_places
from companion.games.ark.table import ArkTable, Cabin, Ousting

if TYPE_CHECKING:
    from companion.games.ark.voice import ArkVoice

ICONS = read_icons(Path(__file__).parent)
"""Emoji of the pieces by id."""

CARD_QUESTIONS = frozenset({"starting", "turned_up", "turned_up_or_second", "turn", "second", "last_minute"})
"""Questions whose choices are mostly cards."""
COLOURED_CLIMATES = ("hot", "cold")


def layout_cards(question: Question, table: ArkTable, voice: "ArkVoice") -> Layout:
    """Lay out cards in alphabetical order, with the face-up cards before them and a sheet with places behind them."""
    cards = sort_cards(table, voice, question.ask.startswith("turned_up"))
    if question.ask == "turned_up_or_second":
        return _layout_next_card(question, table, voice, cards)
    takes = [choice for choice in question.choices if isinstance(choice, Take)]
    brought = [choice for choice in question.choices if isinstance(choice, Bringing)]
    plan = Plan(table, (choice.place for choice in brought)) if brought else None
    numbers = {card.id: at for at, card in enumerate(cards)}
    points: dict[str, tuple[int, ...]] = {str(take): (at, NO_VALUE, NO_VALUE) for at, take in enumerate(takes)}
    for choice in question.choices:
        if choice == ANOTHER:
            points[str(choice)] = (NO_VALUE, len(cards), NO_VALUE)
        elif isinstance(choice, Bringing) and plan is not None:
            points[str(choice)] = (NO_VALUE, numbers[choice.card.id], plan.find(choice.place))
        elif isinstance(choice, Cargo) and choice.id in numbers:
            points[str(choice)] = (NO_VALUE, numbers[choice.id], NO_VALUE)
    titles = (voice.say("Take"), voice.say("Play")) if takes else ("", "")
    axes = (
        Axis(Control.TILES, _make_tiles([take.card for take in takes], table, voice), titles[0]),
        Axis(Control.TILES, (*_make_tiles(cards, table, voice), _make_other_tile(voice)), titles[1]),
        plan.make_axis(Control.SHEET, voice) if plan is not None else Axis(Control.SHEET, ()),
    )
    reasons = {(NO_VALUE, at): why for at, why in _explain_cards(question, table, voice, cards).items()}
    return Layout(axes, points, {place: why for place, why in reasons.items() if place not in _cut(points)})


def layout_places(question: Question, table: ArkTable, voice: "ArkVoice") -> Layout:
    """Lay out where a card goes as a plan of the ark, with a sheet for the card taken for a new cabin."""
    places = [choice.cabin if isinstance(choice, CabinOpening) else choice for choice in question.choices]
    plan, refused = Plan(table, places), list_refusals(table, question)
    takes: dict[str, Cargo] = {}
    points: dict[str, tuple[int, ...]] = {}
    for choice, place in zip(question.choices, places, strict=True):
        if isinstance(choice, CabinOpening):
            takes.setdefault(choice.card.id, choice.card)
        sheet = list(takes).index(choice.card.id) if isinstance(choice, CabinOpening) else NO_VALUE
        points[str(choice)] = (plan.find(place), sheet)
    reasons: dict[tuple[int, ...], list[str]] = {
        (at,): [voice.say.phrase(why) for why in refused[str(place)]]
        for at, place in enumerate(plan.places)
        if str(place) in refused
    }
    cards = tuple(Value(voice.say.phrase(name_card(card)), ICONS.get(id, "")) for id, card in takes.items())
    axes = plan.make_axis(Control.TILES, voice), Axis(Control.SHEET, cards, voice.say("Take which card?"))
    return Layout(axes, points, reasons)


class Plan:
    """All cabins where they are aboard, and with them what else can be done there."""

    def __init__(self, table: ArkTable, places: Iterable[Cabin | Ousting | CabinOpening]) -> None:
        cabins = [cabin for side in table.sides for cabin in side]
        self.places = list({str(place): place for place in (*cabins, *places)}.values())
        self._numbers = {str(place): at for at, place in enumerate(self.places)}

    def find(self, place: Cabin | Ousting | CabinOpening) -> int:
        """Return the number of a place among all of them."""
        return self._numbers[str(place)]

    def make_axis(self, control: Control, voice: "ArkVoice") -> Axis:
        """Return all places as values, with their row from the bow and their side."""
        cabins = [place if isinstance(place, Cabin) else place.cabin for place in self.places]
        return Axis(
            control,
            tuple(_name_spot(place, voice) for place in self.places),
            voice.say("where?"),
            plan=tuple((cabin.row, cabin.side) for cabin in cabins),
            columns=tuple(voice.say(side) for side in SIDE_ALONE),
        )


def _name_spot(place: Cabin | Ousting | CabinOpening, voice: "ArkVoice") -> Value:
    """Return a place as its spot on the plan, which shows side and row."""
    say = voice.say
    if isinstance(place, Ousting):
        victim = place.victim
        return Value(say("drive out {animal:the}", animal=say.phrase(with_article(victim))), ICONS.get(victim.id, ""))
    if isinstance(place, CabinOpening):
        return Value(say("new, takes {card}", card=say.phrase(name_card(place.card))), ICONS.get(place.card.id, ""))
    if not place.cards:
        return Value(say("new, 1 disc"))
    climates = {card.climate for card in place.cards if CLIMATE not in card.guesses}
    return Value(
        ", ".join(say.phrase(name_card(card)) for card in place.cards),
        "".join(ICONS.get(card.id, "") for card in place.cards),
        str(place.weight),
        next((climate for climate in COLOURED_CLIMATES if climate in climates), ""),
    )


def _layout_next_card(question: Question, table: ArkTable, voice: "ArkVoice", cards: Sequence[Cargo]) -> Layout:
    """Lay out the cards twice: the one turned up, which ends the turn, or a second card."""
    numbers = {card.id: at for at, card in enumerate(cards)}
    points: dict[str, tuple[int, ...]] = {}
    for choice in question.choices:
        card, tab = (choice.card, 1) if isinstance(choice, Second) else (choice, 0)
        points[str(choice)] = (tab, numbers[card.id] if isinstance(card, Cargo) else len(cards))
    meanings = Value(voice.say("Turned up")), Value(voice.say("Second card"))
    explained = _explain_cards(question, table, voice, cards)
    return Layout(
        (
            Axis(Control.TABS, meanings),
            Axis(Control.TILES, (*_make_tiles(cards, table, voice), _make_other_tile(voice))),
        ),
        points,
        {(tab, at): why for tab in range(2) for at, why in explained.items() if (tab, at) not in _cut(points)},
    )


def sort_cards(table: ArkTable, voice: "ArkVoice", with_rain: bool) -> list[Cargo]:
    """Return all cards in alphabetical order, the rain first where it can come."""
    rain = table.pieces.rain
    cards = [card for card in table.pieces.kinds.all if card is not rain]
    cards.sort(key=lambda card: normalize_spelling(voice.say.phrase(name_card(card))))
    return [rain, *cards] if with_rain else cards


def _cut(points: Mapping[str, tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {point[:2] for point in points.values()}


def _make_tiles(cards: Sequence[Cargo], table: ArkTable, voice: "ArkVoice") -> tuple[Value, ...]:
    return tuple(
        Value(
            voice.say.phrase(name_card(card)),
            ICONS.get(card.id, ""),
            "" if card is table.pieces.rain else str(card.weight),
            card.climate if card.climate in COLOURED_CLIMATES and CLIMATE not in card.guesses else "",
        )
        for card in cards
    )


def _make_other_tile(voice: "ArkVoice") -> Value:
    """Return the tile for a card that has none, always the last one."""
    return Value(voice.say("Not in the list"), "❔")


def _explain_cards(
    question: Question, table: ArkTable, voice: "ArkVoice", cards: Sequence[Cargo]
) -> dict[int, list[str]]:
    """Return why cards can't be chosen: what the rules refuse, or where everyone has seen them."""
    refused = list_refusals(table, question)
    elsewhere = {card.id: why for card, why in list_seen_places(table)}
    explained = {}
    for at, card in enumerate(cards):
        if card.id in refused:
            explained[at] = [voice.say.phrase(why) for why in refused[card.id]]
        elif card.id in elsewhere:
            explained[at] = [voice.say.phrase(elsewhere[card.id])]
    return explained
