"""A second opinion: judges an ark from the picture of its cabins alone, written apart from the rules it checks.

It reads the printed box itself and knows nothing of bit sets, of the order of play or of the table's own sums.
"""

import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import companion.games.ark

BOX: dict[str, Any] = tomllib.loads(
    (Path(companion.games.ark.__file__).parent / "box.toml").read_text(encoding="utf-8")
)
Picture = dict[str, list[str]]
"""The ids of the cards in each cabin by the cabin's id, empty cabins left out."""

PRICKLY = {"turtle", "hedgehog"}
STEADFAST = {"fox", "mosquito", "spider"}
DRIVERS = {"skunk", "mosquito", "spider"}


def features(card: str) -> dict[str, Any]:
    """What is printed on a card."""
    if card in BOX["animals"]:
        return {"animal": True, **BOX["animals"][card]}
    return {"animal": False, "nourishment": "none", "kind": "provision", **BOX["provisions"][card]}


FEATURES = {card: features(card) for group in ("animals", "provisions") for card in BOX[group] if card != "from"}


def weight(card: str) -> int:
    """The weight printed on a card."""
    return int(FEATURES[card]["weight"])


def hunts(card: str) -> bool:
    """Whether it eats other animals."""
    return FEATURES[card]["nourishment"] in {"carnivore", "omnivore"}


def lean(picture: Picture) -> int:
    """Starboard's weight less port's."""
    return sum(heft(tuple(cards)) * (1 if cabin[0] == "s" else -1) for cabin, cards in picture.items())


@cache
def heft(cards: tuple[str, ...]) -> int:
    """What these cards weigh together."""
    return sum(map(weight, cards))


@cache
def at_peace(cards: tuple[str, ...]) -> bool:
    """Whether these cards can be together in one cabin, leaving shyness aside."""
    if len(cards) > 3 or {"hot", "cold"} <= {FEATURES[card]["climate"] for card in cards}:
        return False
    stores = [card for card in cards if not FEATURES[card]["animal"]]
    if stores and any(FEATURES[card]["nourishment"] in {"herbivore", "omnivore"} for card in cards):
        return False
    animals = [card for card in cards if FEATURES[card]["animal"]]
    return all(pair_at_peace(one, other) for one, other in combinations(animals, 2))


def pair_at_peace(one: str, other: str) -> bool:
    """Whether neither of two animals eats the other."""
    light, heavy = sorted((one, other), key=weight)
    if weight(light) < weight(heavy):
        return not hunts(heavy) or light in PRICKLY
    if PRICKLY & {one, other}:
        # of equal weight: a turtle or a hedgehog is left alone, but a hedgehog itself eats what does not hunt
        return all(
            not hunts(pest) or hunts(prey) or prey in PRICKLY
            for pest, prey in ((one, other), (other, one))
            if pest in PRICKLY
        )
    return not hunts(light) and not hunts(heavy)


def frightened(card: str, cabin: str, picture: Picture) -> bool:
    """Whether a shy animal would meet a carnivore in this cabin, before, behind or across from it."""
    if FEATURES[card]["kind"] != "shy" or card in PRICKLY:
        return False
    side, row = cabin.split("-")
    across = "port" if side == "starboard" else "starboard"
    around = [cabin, f"{side}-{int(row) - 1}", f"{side}-{int(row) + 1}", f"{across}-{row}"]
    others = [other for near in around for other in picture.get(near, []) if other != card]
    return any(FEATURES[other]["nourishment"] == "carnivore" for other in others)


def allowed(picture: Picture, card: str, cabin: str) -> bool:
    """Whether an ark can look like this right after this card came into that cabin."""
    return abs(lean(picture)) <= 2 and at_peace(tuple(picture[cabin])) and not frightened(card, cabin, picture)


def can_be_driven_out(driver: str, victim: str) -> bool:
    """Whether one animal drives the other away."""
    if not FEATURES[victim]["animal"] or victim in STEADFAST or driver == victim:
        return False
    return {
        "skunk": True,
        "mosquito": FEATURES[victim]["weight"] == 2,
        "spider": FEATURES[victim]["kind"] == "shy",
    }[driver]


def legal_places(picture: Picture, card: str, opening: bool, besides: str | None = None) -> set[str]:
    """Every place for a card, found by trying each and looking at the ark afterwards."""
    before = lean(picture)
    places = set()
    for side, way in (("port", -1), ("starboard", 1)):
        cabins = [cabin for cabin in picture if cabin.startswith(side)]
        new = f"{side}-{len(cabins) + 1}"
        if opening:
            cabins.append(new)
        for cabin in cabins:
            if cabin == besides:
                continue
            held = picture.get(cabin, [])
            for victim in (None, *held) if card in DRIVERS else (None,):
                if victim is not None and not can_be_driven_out(card, victim):
                    continue
                rest = [other for other in held if other != victim]
                after = before + way * (weight(card) - (weight(victim) if victim else 0))
                if abs(after) > 2 or not at_peace((*rest, card)):
                    continue
                if not frightened(card, cabin, {**picture, cabin: [*rest, card]}):
                    places.add(f"instead-of-{victim}" if victim else cabin)
    return places
