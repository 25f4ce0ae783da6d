"""A second opinion: judges an ark from the picture of its cabins alone, written apart from the rules it checks.

It reads the printed box itself and knows nothing of bit sets, of the order of play or of the table's own sums.
"""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import companion.games.ark

BOX: dict[str, Any] = tomllib.loads(
    (Path(companion.games.ark.__file__).parent / "box.toml").read_text(encoding="utf-8")
)
Picture = dict[str, list[str]]
"""The ids of the cards in each cabin by the cabin's id, empty cabins left out."""

PRICKLY = {"turtle", "hedgehog"}
STEADFAST = {"fox", "mosquito", "spider"}
DRIVERS = {"skunk", "mosquito", "spider"}
SPECIAL = PRICKLY | STEADFAST | DRIVERS | {"bronto", "chimpanzee"}


class Placement(NamedTuple):
    """What happened between two pictures: a card came into a cabin, maybe in the place of another one."""

    card: str
    cabin: str
    victim: str | None
    opened: bool


class Judge:
    """Knows what is printed on the cards of one box, the shipped one or an owner's.

    `plain` are cards in whose place another one lies, which has none of their abilities.
    """

    def __init__(self, corrections: Mapping[str, Any] | None = None, plain: Collection[str] = ()) -> None:
        self.prickly, self.steadfast, self.drivers, self.special = (
            group - set(plain) for group in (PRICKLY, STEADFAST, DRIVERS, SPECIAL)
        )
        self.features: dict[str, dict[str, Any]] = {}
        told = corrections or {}
        # a card entered as provisions may lie in the place of one of our animals
        entered = {card: (group, figures) for group, cards in told.items() for card, figures in cards.items()}
        for group in ("animals", "provisions"):
            for card, printed in BOX[group].items():
                if card != "from":
                    actual, figures = entered.get(card, (group, {}))
                    usual = {"animal": actual == "animals", "nourishment": "none", "kind": "provision"}
                    self.features[card] = {**usual, **printed, **figures}
        self._peace: dict[tuple[str, ...], bool] = {}
        self._heft: dict[tuple[str, ...], int] = {}

    def deck(self) -> list[str]:
        """Every card but the rain, as often as it is there."""
        return [card for card, printed in self.features.items() for _ in range(printed.get("copies", 1))]

    def weight(self, card: str) -> int:
        """The weight printed on a card."""
        return int(self.features[card]["weight"])

    def kind(self, card: str) -> str:
        """The scoring card it belongs to, or none."""
        return str(self.features[card]["kind"])

    def hunts(self, card: str) -> bool:
        """Whether it eats other animals."""
        return self.features[card]["nourishment"] in {"carnivore", "omnivore"}

    def alone(self, card: str) -> bool:
        """Whether it is the only card of its turn."""
        return self.kind(card) in {"slow", "provision"}

    def may_be_pet(self, card: str) -> bool:
        """An animal up to weight 2 without an exclamation mark."""
        return self.features[card]["animal"] and self.weight(card) <= 2 and card not in self.special

    def lean(self, picture: Picture) -> int:
        """Starboard's weight less port's."""
        return sum(self.heft(cards) * (1 if cabin[0] == "s" else -1) for cabin, cards in picture.items())

    def heft(self, cards: Sequence[str]) -> int:
        """What these cards weigh together."""
        key = tuple(cards)
        if key not in self._heft:
            self._heft[key] = sum(map(self.weight, cards))
        return self._heft[key]

    def at_peace(self, cards: Sequence[str]) -> bool:
        """Whether these cards can be together in one cabin, leaving shyness aside."""
        key = tuple(cards)
        if key not in self._peace:
            self._peace[key] = self._find_peace(key)
        return self._peace[key]

    def _find_peace(self, cards: tuple[str, ...]) -> bool:
        printed = [self.features[card] for card in cards]
        if len(cards) > 3 or {"hot", "cold"} <= {animal["climate"] for animal in printed}:
            return False
        return all(self.nobody_eats(animal, other) for animal, other in combinations(cards, 2))

    def pair_at_peace(self, one: str, other: str) -> bool:
        """Whether neither of two animals eats the other."""
        light, heavy = sorted((one, other), key=self.weight)
        if self.weight(light) < self.weight(heavy):
            return not self.hunts(heavy) or light in self.prickly
        if self.prickly & {one, other}:
            # of equal weight: a turtle or a hedgehog is left alone, but a hedgehog itself eats what does not hunt
            return all(
                not self.hunts(pest) or self.hunts(prey) or prey in self.prickly
                for pest, prey in ((one, other), (other, one))
                if pest in self.prickly
            )
        return not self.hunts(light) and not self.hunts(heavy)

    def frightened(self, card: str, cabin: str, picture: Picture) -> bool:
        """Whether a shy animal would meet a carnivore in this cabin, before, behind or across from it."""
        if self.kind(card) != "shy" or card in self.prickly:
            return False
        side, row = cabin.split("-")
        across = "port" if side == "starboard" else "starboard"
        around = [cabin, f"{side}-{int(row) - 1}", f"{side}-{int(row) + 1}", f"{across}-{row}"]
        others = [other for near in around for other in picture.get(near, []) if other != card]
        return any(self.features[other]["nourishment"] == "carnivore" for other in others)

    def can_be_driven_out(self, driver: str, victim: str) -> bool:
        """Whether one animal drives the other away."""
        if not self.features[victim]["animal"] or victim in self.steadfast or driver == victim:
            return False
        if driver not in self.drivers:
            return False
        fears = {"skunk": True, "mosquito": self.weight(victim) == 2, "spider": self.kind(victim) == "shy"}
        return fears[driver]

    def objection(self, came: Placement, after: Picture) -> str:
        """What is wrong with an ark that looks like this after a card came; nothing if all is well."""
        if not self.at_peace(after[came.cabin]):
            return "no peace in the cabin"
        if abs(self.lean(after)) > 2:
            return "the ark tips"
        if self.frightened(came.card, came.cabin, after):
            return "a shy animal near a carnivore"
        if came.victim is not None and not self.can_be_driven_out(came.card, came.victim):
            return "nobody drives that one out"
        return ""

    def objections(self, came: Placement, after: Picture) -> set[str]:
        """Everything that is wrong at once, in the first words of what people are told."""
        cards, printed = after[came.cabin], self.features[came.card]
        others = [card for card in cards if card != came.card] + [came.card] * (cards.count(came.card) - 1)
        wrong = {"too heavy"} if abs(self.lean(after)) > 2 else set()
        if len(cards) > 3:
            wrong.add("full")
        if self.frightened(came.card, came.cabin, after):
            wrong.add("afraid")
        for other in others:
            if {printed["climate"], self.features[other]["climate"]} == {"hot", "cold"}:
                wrong.add("climate")
            if not self.nobody_eats(came.card, other):
                wrong.add("eats")
        return wrong

    def nobody_eats(self, one: str, other: str) -> bool:
        """Whether neither of two cards eats the other, whatever climate they like."""
        both = {one: self.features[one], other: self.features[other]}
        if all(printed["animal"] for printed in both.values()):
            return self.pair_at_peace(one, other)
        foods = {printed["nourishment"] for printed in both.values() if printed["animal"]}
        return not foods & {"herbivore", "omnivore"}

    def legal_places(self, picture: Picture, card: str, opening: bool, besides: str | None = None) -> set[str]:
        """Every place for a card, found by trying each and looking at the ark afterwards."""
        places = set()
        for side in ("port", "starboard"):
            cabins = [cabin for cabin in picture if cabin.startswith(side)]
            if opening:
                cabins.append(f"{side}-{len(cabins) + 1}")
            for cabin in cabins:
                if cabin == besides:
                    continue
                held = picture.get(cabin, [])
                tries = {cabin: (None, [*held, card])}
                if card in self.drivers:
                    tries |= {f"instead-of-{victim}": (victim, swapped(held, victim, card)) for victim in held}
                for place, (victim, cards) in tries.items():
                    came = Placement(card, cabin, victim, opened=not held)
                    if not self.objection(came, {**picture, cabin: cards}):
                        places.add(place)
        return places


def swapped(cards: Sequence[str], victim: str, driver: str) -> list[str]:
    """The cabin after a driver took the place of its victim."""
    at = cards.index(victim)
    return [*cards[:at], driver, *cards[at + 1 :]]


def placement(before: Picture, after: Picture) -> Placement | None:
    """The one card that came between two pictures, if any; everything else lies where it lay."""
    changed = [cabin for cabin in {**before, **after} if before.get(cabin) != after.get(cabin)]
    if not changed:
        return None
    assert len(changed) == 1, f"more than one card moved: {changed}"
    (cabin,) = changed
    old, new = before.get(cabin, []), after[cabin]
    if len(new) == len(old) + 1:
        assert new[:-1] == old
        if not old:
            side, row = cabin.split("-")
            assert int(row) == 1 or f"{side}-{int(row) - 1}" in before, "a new cabin is next to the last"
        return Placement(new[-1], cabin, None, not old)
    assert len(new) == len(old), "nobody leaves without being driven out"
    ((victim, driver),) = [(gone, came) for gone, came in zip(old, new, strict=True) if gone != came]
    return Placement(driver, cabin, victim, False)


def points(figures: Mapping[str, Sequence[float]], discs: Sequence[int]) -> list[int]:
    """What each seat has in the end, from the figures on each scoring card and the discs, place by place."""
    totals = list(discs)
    for counts in figures.values():
        for seat, mine in enumerate(counts):
            if mine:
                ahead = sum(other > mine for other in counts)
                tied = sum(other == mine for other in counts)
                prizes = [(10, 6, 2, 2, 2)[place] for place in range(ahead, ahead + tied)]
                totals[seat] += (sum(prizes) + tied - 1) // tied
    return totals
