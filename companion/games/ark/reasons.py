"""Reasons why a card may not be played, taken or put into a cabin."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.errors import N_, Phrase
from companion.core.question import Question
from companion.games.ark.names import SIDE_ALONE, cabin_name, with_article
from companion.games.ark.pieces import (
    AFRAID,
    EATS,
    HOT,
    OTHER_CLIMATE,
    ArkPieces,
    Cargo,
    is_afraid,
    list_clashes,
    why_no_pet,
)
from companion.games.ark.real import Bringing, CabinOpening, RealHand
from companion.games.ark.table import ArkTable, Cabin, Ousting


def list_refusals(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    """List everything that is not among the choices, by id, with all reasons."""
    if question.ask == "where":
        return _refuse_places(table, question.seat, question.about, question.choices)
    if question.ask in ("turn", "second", "last_minute"):
        return _refuse_cards(table, question)
    if question.ask == "pet":
        return _refuse_pets(table, question)
    if question.ask in ("starting", "turned_up", "turned_up_or_second"):
        return _refuse_turned_up(table, question)
    return {}


def why_not_here(card: Cargo, cabin: Cabin, table: ArkTable) -> list[Phrase]:
    """List the reasons that keep a card out of a cabin, independent of the player."""
    return (
        _why_full(cabin, table) + _why_tips(table.find_incline(card, cabin), table) + why_no_company(card, cabin, table)
    )


def _why_full(cabin: Cabin, table: ArkTable) -> list[Phrase]:
    return [Phrase(N_("full"))] if len(cabin.cards) >= table.pieces.cabin else []


def _why_tips(lean: int, table: ArkTable) -> list[Phrase]:
    over = abs(lean) - table.pieces.incline
    return [Phrase(N_("{n} too heavy: the ark would tip over"), n=over)] if over > 0 else []


def why_no_company(card: Cargo, cabin: Cabin, table: ArkTable, leaving: Cargo | None = None) -> list[Phrase]:
    """List conflicts of a card with the cards in and near a cabin, ignoring one that leaves."""
    reasons = [
        _describe_clash(clash, card, resident)
        for resident in dict.fromkeys(cabin.cards)
        if resident is not leaving
        for clash in list_clashes(card, resident)
        if clash != AFRAID
    ]
    return reasons + [
        Phrase(
            N_("{shy:the} is afraid of {hunter:the} in {cabin}"),
            shy=with_article(card),
            hunter=with_article(hunter),
            cabin=cabin_name(near),
        )
        for near in (cabin, *table.list_neighbours(cabin))
        for hunter in near.cards
        if is_afraid(card, hunter) and hunter is not leaving
    ]


def _describe_clash(clash: str, card: Cargo, resident: Cargo) -> Phrase:
    """Describe why two cards can't share a cabin."""
    if clash == OTHER_CLIMATE:
        hot, cold = (card, resident) if card.climate == HOT else (resident, card)
        return Phrase(N_("{one:the} likes it hot, {other:the} cold"), one=with_article(hot), other=with_article(cold))
    eater, food = (card, resident) if clash == EATS else (resident, card)
    return Phrase(N_("{eater:the} would eat {food:the}"), eater=with_article(eater), food=with_article(food))


def why_not_by(seat: int, card: Cargo, cabin: Cabin, table: ArkTable, discs: int = 1) -> list[Phrase]:
    """List the reasons that keep a player from bringing a card into a cabin; a new one costs `discs`."""
    reasons = why_not_here(card, cabin, table)
    if not cabin.cards:
        reasons += _why_no_disc(seat, table, discs)
    return reasons + _why_same_cabin(cabin, table)


def _why_no_disc(seat: int, table: ArkTable, discs: int) -> list[Phrase]:
    if table.discs[seat] >= discs:
        return []
    if discs > 1:
        return [Phrase(N_("in the endgame an animal in a new cabin costs {n} discs"), n=discs)]
    return [Phrase(N_("no disc left to open a cabin"))]


def _why_same_cabin(cabin: Cabin, table: ArkTable) -> list[Phrase]:
    return [Phrase(N_("your first card of this turn is there"))] if cabin is table.first else []


def why_not_instead(card: Cargo, ousting: Ousting, table: ArkTable) -> list[Phrase]:
    """List the reasons that keep an animal from driving out another."""
    cabin, victim = ousting.cabin, ousting.victim
    over = abs(table.find_incline(card, cabin, victim)) - table.pieces.incline
    reasons = [Phrase(N_("the ark would lean {n} too far"), n=over)] if over > 0 else []
    return reasons + why_no_company(card, cabin, table, victim) + _why_same_cabin(cabin, table)


def _refuse_places(
    table: ArkTable, seat: int, card: Cargo, choices: Sequence[Any], discs: int = 1
) -> dict[str, list[Phrase]]:
    """List the places not offered to a card, with all reasons."""
    offered = {str(place.cabin if isinstance(place, CabinOpening) else place) for place in choices}
    cabins = [cabin for cabins in table.sides for cabin in cabins]
    oustings = [Ousting(cabin, victim) for cabin in cabins for victim in cabin.cards if card.victims & victim.bits]
    refused = {str(cabin): why_not_by(seat, card, cabin, table, discs) for cabin in cabins}
    refused |= {str(ousting): why_not_instead(card, ousting, table) for ousting in oustings}
    return {place: reasons for place, reasons in refused.items() if place not in offered}


def _refuse_cards(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    offered = set(question.list_ids())
    brought: dict[Cargo, list[Any]] = {}
    for choice in question.choices:
        if isinstance(choice, Bringing):
            brought.setdefault(choice.card, []).append(choice.place)
    in_hand = table.hands[question.seat].bits & table.pieces.cargo
    cards = [card for card in table.pieces.kinds.list_kinds(in_hand) if card.id not in offered and card not in brought]
    refused = {card.id: why_no_card(card, table, question) for card in cards}
    discs = 2 if question.ask == "last_minute" else 1
    for card, places in brought.items():
        for place, reasons in _refuse_places(table, question.seat, card, places, discs).items():
            refused[f"{card.id}-{place}"] = reasons
    return refused


def why_no_card(card: Cargo, table: ArkTable, question: Question) -> list[Phrase]:
    """Explain why a card can't be played; a rule about the card itself comes first."""
    if card.alone and question.ask == "second":
        return [Phrase(N_("slow animals and provisions can't be the second card"))]
    if card.alone and question.ask == "last_minute":
        return [Phrase(N_("too late for slow animals and provisions"))]
    return _why_nowhere(card, table, question) or [Phrase(N_("you took it this turn: play it next turn"))]


def _why_nowhere(card: Cargo, table: ArkTable, question: Question) -> list[Phrase]:
    """List why no cabin takes a card, one reason each; what holds for a whole side is said once."""
    discs = 2 if question.ask == "last_minute" else 1
    sides = [(cabins, _why_tips(table.find_incline(card, cabins[-1]), table)) for cabins in table.sides]
    if any(not why_not_by(question.seat, card, cabin, table, discs) for cabins, _ in sides for cabin in cabins):
        return []
    if table.list_oustings(card, table.first):
        return []
    nobody = [Phrase(N_("there's no animal it can drive out"))] if card.drives else []
    if all(tips for _, tips in sides):
        return [Phrase(N_("too heavy for either side: the ark would tip over")), *nobody]
    reasons = [
        Phrase(N_("{what}: {why}"), what=Phrase(SIDE_ALONE[cabins[-1].side]), why=why)
        for cabins, tips in sides
        for why in tips
    ]
    reasons += _why_no_disc(question.seat, table, discs)
    steady = [cabin for cabins, tips in sides if not tips for cabin in cabins]
    with_room = [cabin for cabin in steady if not _why_full(cabin, table)]
    if len(with_room) < len(steady):
        reasons.append(Phrase(N_("full cabins: {n}"), n=len(steady) - len(with_room)))
    for cabin in with_room:
        reasons_here = why_no_company(card, cabin, table) + _why_same_cabin(cabin, table)
        reasons += [Phrase(N_("{what}: {why}"), what=cabin_name(cabin), why=why) for why in reasons_here[:1]]
    return reasons + nobody


def _refuse_turned_up(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    """List the cards that can't have been turned up, with the reason."""
    offered = set(question.list_ids())
    refusals = {card.id: [why] for card, why in list_seen_places(table) if card.id not in offered}
    if question.ask == "starting":
        pieces = table.pieces
        for card in pieces.kinds.all[:-1]:
            if card.id not in offered and card.id not in refusals:
                refusals[card.id] = [_why_no_start(card, pieces)]
    return refusals


def _why_no_start(card: Cargo, pieces: ArkPieces) -> Phrase:
    if not pieces.lightest <= card.weight <= pieces.heaviest:
        return Phrase(N_("the first four cards weigh {least} to {most}"), least=pieces.lightest, most=pieces.heaviest)
    return Phrase(N_("already {n} of its kind"), n=pieces.second_kind)


def list_seen_places(table: ArkTable) -> Iterator[tuple[Cargo, Phrase]]:
    """List the cards that everyone has seen, with where they are."""
    for cabin in table.list_cabins():
        for card in cabin.cards:
            yield card, Phrase(N_("it's in {cabin}"), cabin=cabin_name(cabin))
    for card in table.display:
        yield card, Phrase(N_("it's face up on the table"))
    for card in table.gone:
        yield card, Phrase(N_("it was driven out"))
    for seat, hand in zip(table.seats, table.hands, strict=True):
        for card in (*hand.seen.held, *hand.maybe.held) if isinstance(hand, RealHand) else ():
            yield card, Phrase(N_("{name} took it"), name=seat.name)


def _refuse_pets(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    offered = set(question.list_ids())
    cards = table.pieces.kinds.list_kinds(table.hands[question.seat].bits & table.pieces.cargo)
    return {card.id: why_no_pet(card, table.pieces.pet_heaviest) for card in cards if card.id not in offered}
