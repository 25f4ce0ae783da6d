"""Why not? Every reason that keeps a card out of a cabin, all at once, in words."""

from companion.core.cards import Hand, HiddenHand
from companion.core.errors import N_, Phrase
from companion.core.question import Question
from companion.games.ark.names import cabin_name, the
from companion.games.ark.pieces import HOT, Cargo, eaten, share_climate
from companion.games.ark.table import ArkTable, Cabin


def refusals(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    """What is not among the choices, by id, with its reasons: cabins for a card, or cards that fit nowhere."""
    if question.ask == "where":
        return _cabins(table, question)
    if question.ask in ("turn", "second", "last_minute"):
        return _cards(table, question)
    if question.ask == "pet":
        return _pets(table, question)
    return {}


def why_not_here(card: Cargo, cabin: Cabin, table: ArkTable) -> list[Phrase]:
    """All that keeps a card out of a cabin, leaving aside who plays it; nothing if it may enter."""
    reasons = []
    if len(cabin.cards) >= table.pieces.cabin:
        reasons.append(Phrase(N_("full")))
    over = abs(table.leaning_after(card, cabin)) - table.pieces.incline
    if over > 0:
        reasons.append(Phrase(N_("too heavy by {n}: the ark would tip"), n=over))
    for resident in dict.fromkeys(cabin.cards):
        reasons += clashes(card, resident)
    if card.shy:
        reasons += [
            Phrase(N_("{shy} is shy of {hunter} in {cabin}"), shy=the(card), hunter=the(hunter), cabin=cabin_name(near))
            for near in (cabin, *table.neighbours(cabin))
            for hunter in near.cards
            if hunter.carnivore
        ]
    return reasons


def clashes(card: Cargo, resident: Cargo) -> list[Phrase]:
    """Why two cards cannot share a cabin."""
    reasons = []
    if not share_climate(card, resident):
        hot, cold = (card, resident) if card.climate == HOT else (resident, card)
        reasons.append(Phrase(N_("{one} needs it hot, {other} cold"), one=the(hot), other=the(cold)))
    for eater, food in ((card, resident), (resident, card)):
        if eaten(eater, food):
            reasons.append(Phrase(N_("{eater} would eat {food}"), eater=the(eater), food=the(food)))
    return reasons


def why_not_by(seat: int, card: Cargo, cabin: Cabin, table: ArkTable, discs: int = 1) -> list[Phrase]:
    """All that keeps a player from bringing a card into a cabin now, if a new one needs so many discs."""
    reasons = why_not_here(card, cabin, table)
    if not cabin.cards and table.discs[seat] < discs:
        reasons.append(Phrase(N_("no disc left to open a cabin")))
    if cabin is table.first:
        reasons.append(Phrase(N_("the first card of this turn is there")))
    return reasons


def _cabins(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    offered = set(question.ids())
    return {
        cabin.id: why_not_by(question.seat, question.about, cabin, table)
        for cabins in table.sides
        for cabin in cabins
        if cabin.id not in offered
    }


def _cards(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    offered = set(question.ids())
    held = _held(table.hands[question.seat]) & table.pieces.cargo
    cards = [card for card in table.pieces.kinds.those(held) if card.id not in offered]
    return {card.id: _why_no_card(card, table, question) for card in cards}


def _held(hand: Hand[Cargo]) -> int:
    """What is surely in a hand: of a hidden one only what everybody saw."""
    return hand.seen.bits if isinstance(hand, HiddenHand) else hand.bits


def _why_no_card(card: Cargo, table: ArkTable, question: Question) -> list[Phrase]:
    reasons = []
    if card.alone and question.ask == "second":
        reasons.append(Phrase(N_("slow animals and provisions are never the second card")))
    if card.alone and question.ask == "last_minute":
        reasons.append(Phrase(N_("slow animals and provisions come too late")))
    discs = 2 if question.ask == "last_minute" else 1
    cabins = [cabin for cabins in table.sides for cabin in cabins]
    nowhere = [(cabin, why_not_by(question.seat, card, cabin, table, discs)) for cabin in cabins]
    if all(why for _, why in nowhere):
        reasons += [
            Phrase(N_("{what}: {why}"), what=cabin_name(cabin), why=one) for cabin, why in nowhere for one in why
        ]
        if card.drives:
            reasons.append(Phrase(N_("it has nobody to drive out")))
    return reasons or [Phrase(N_("taken this turn, it waits for the next"))]


def _pets(table: ArkTable, question: Question) -> dict[str, list[Phrase]]:
    offered = set(question.ids())
    cards = table.pieces.kinds.those(_held(table.hands[question.seat]))
    return {card.id: why_no_pet(card, table.pieces.pet_heaviest) for card in cards if card.id not in offered}


def why_no_pet(card: Cargo, heaviest: int) -> list[Phrase]:
    """All that keeps a card from being a pet."""
    reasons = []
    if card.provision:
        reasons.append(Phrase(N_("provisions are no pets")))
    elif card.weight > heaviest:
        reasons.append(Phrase(N_("too heavy for a pet by {n}"), n=card.weight - heaviest))
    if card.power:
        reasons.append(Phrase(N_("an animal with special abilities is no pet")))
    return reasons
