"""Ark once more, slow and simple: what the book says, with names and lists, to be compared with the real rules.

It shares no code with the game. It is told how the cards lie after the set-up and then says who must be asked what.
"""

from collections.abc import Generator
from typing import Any, NamedTuple

from tests.games.ark.judge import Judge, Picture, points, swapped

KINDS = ("heavy", "useful", "slow", "shy", "provision")
LAST_RAIN, PET_RAIN = 5, 2


class Asked(NamedTuple):
    """Who is asked what, and what can be answered."""

    seat: int
    ask: str
    choices: frozenset[str]


Telling = Generator[Asked, str, Any]


class FifthRain(Exception):
    """The normal game is over at once."""


class Book:
    """The whole game in plain sight; cards are drawn from the end of the supply."""

    def __init__(
        self,
        judge: Judge,
        ark: Picture,
        hands: list[list[str]],
        display: list[str],
        supply: list[str],
        start: int,
        fresh: bool = True,
    ) -> None:
        self.judge, self.ark, self.hands, self.display, self.supply = judge, ark, hands, display, supply
        self.start, self.fresh, self.seats = start, fresh, len(hands)
        self.rain = 0
        self.discs = [0] * self.seats
        for position in range(self.seats):
            self.discs[(start + position) % self.seats] = 4 if self.seats == 3 or position > 2 else 3
        self.bank = 22 - sum(self.discs)
        self.plain = [dict.fromkeys(KINDS, 0) for _ in hands]
        self.raised = [dict.fromkeys(KINDS, 0) for _ in hands]
        self.pets: list[str | None] = [None] * self.seats
        self.gone: list[str] = []
        self.winners: tuple[int, ...] = ()

    def play(self) -> Telling:
        """Turns, the endgame, and the winners."""
        seat = self.start
        try:
            while True:
                yield from self.turn(seat)
                seat = self.left_of(seat)
        except FifthRain:
            pass
        yield from self.endgame(self.left_of(seat))
        for owner, pet in enumerate(self.pets):
            if pet is not None:
                self.score_figure(owner, self.judge.kind(pet))
        self.winners = self.best()

    def left_of(self, seat: int) -> int:
        """Clockwise."""
        return (seat + 1) % self.seats

    def right_of(self, seat: int) -> int:
        """Against the clock."""
        return (seat - 1) % self.seats

    def make_question(self, seat: int, ask: str, choices: set[str]) -> Telling:
        """Ask, unless there is nothing to decide."""
        if len(choices) == 1:
            return next(iter(choices))
        return (yield Asked(seat, ask, frozenset(choices)))

    def turn(self, seat: int) -> Telling:
        """Take, or play one or two."""
        takes = {f"take-{card}" for card in self.display}
        answer = yield from self.make_question(seat, "turn", takes | self.playable(seat))
        if answer.startswith("take-"):
            card = answer.removeprefix("take-")
            self.display.remove(card)
            self.hands[seat].append(card)
            self.hands[seat].append((yield from self.draw(seat)))
        else:
            yield from self.play_one_or_two(seat, answer)
        while len(self.display) < 3:
            self.display.append((yield from self.draw(seat)))

    def playable(self, seat: int, discs: int = 1, besides: str | None = None) -> set[str]:
        """What of a hand can go somewhere, if a new cabin needs so many discs."""
        opening = self.discs[seat] >= discs
        return {card for card in self.hands[seat] if self.judge.legal_places(self.ark, card, opening, besides)}

    def draw(self, seat: int) -> Telling:
        """The next card that is not rain."""
        while (card := self.supply.pop()) == "rain":
            self.rain += 1
            if self.rain == PET_RAIN:
                yield from self.choose_pets(seat)
            if self.rain == LAST_RAIN:
                raise FifthRain
        return card

    def choose_pets(self, first: int) -> Telling:
        """Everyone with a fitting animal may put one aside."""
        for step in range(self.seats):
            seat = (first + step) % self.seats
            could_be = {card for card in self.hands[seat] if self.judge.may_be_pet(card)}
            pet = yield from self.make_question(seat, "pet", could_be | {"no-pet"})
            if pet != "no-pet":
                self.hands[seat].remove(pet)
                self.pets[seat] = pet

    def play_one_or_two(self, seat: int, card: str) -> Telling:
        """The second goes elsewhere, and neither is slow or provisions."""
        cabin, taken = yield from self.bring(seat, card)
        if self.judge.alone(card):
            return
        second = {card for card in self.playable(seat, besides=cabin) if not self.judge.alone(card)}
        if taken is not None and not self.fresh:
            second.discard(taken)
        answer = yield from self.make_question(seat, "second", second | {"done"})
        if answer != "done":
            yield from self.bring(seat, answer, cabin)

    def bring(self, seat: int, card: str, besides: str | None = None, drawing: bool = True) -> Telling:
        """Put a card aboard and do all that follows; returns the cabin and the open card taken for it."""
        places = self.judge.legal_places(self.ark, card, self.discs[seat] > 0, besides)
        place = yield from self.make_question(seat, "where", places)
        self.hands[seat].remove(card)
        if place.startswith("instead-of-"):
            victim = place.removeprefix("instead-of-")
            (cabin,) = [cabin for cabin, cards in self.ark.items() if victim in cards]
            self.ark[cabin] = swapped(self.ark[cabin], victim, card)
            self.gone.append(victim)
            yield from self.score_points(seat, card)
            yield from self.score_points(seat, victim)
            return cabin, None
        opened = place not in self.ark
        self.ark[place] = [*self.ark.get(place, []), card]
        yield from self.score_points(seat, card)
        if not opened:
            return place, None
        self.discs[seat] -= 1
        self.discs[self.right_of(seat)] += 1
        if not drawing:
            return place, None
        taken = yield from self.make_question(seat, "take", set(self.display))
        self.display.remove(taken)
        self.hands[seat].append(taken)
        return place, taken

    def score_points(self, seat: int, card: str) -> Telling:
        """The figure for a card, and what fox, Bronto and chimpanzee bring."""
        placed = self.score_figure(seat, self.judge.kind(card))
        if card == "fox":
            discs = min(2, self.bank)
            self.bank -= discs
            self.discs[seat] += discs
        if card == "bronto" and placed and self.bank:
            self.put_on_disc(seat, self.judge.kind(card))
        if card == "chimpanzee" and self.bank:
            standing = {kind for kind in KINDS[:4] if self.plain[seat][kind]}
            if standing:
                self.put_on_disc(seat, (yield from self.make_question(seat, "raise", standing)))

    def score_figure(self, seat: int, kind: str) -> bool:
        """One more on a scoring card, while there are some left of the seventeen."""
        if kind not in KINDS or not self.left(seat):
            return False
        self.plain[seat][kind] += 1
        return True

    def left(self, seat: int) -> int:
        """The figures in front of a player."""
        return 17 - sum(self.plain[seat].values()) - sum(self.raised[seat].values())

    def put_on_disc(self, seat: int, kind: str) -> None:
        """One and a half; twice that is three."""
        self.bank -= 1
        self.plain[seat][kind] -= 1
        self.raised[seat][kind] += 1
        if self.raised[seat][kind] == 2 and self.left(seat):
            self.raised[seat][kind] = 0
            self.plain[seat][kind] += 3
            self.bank += 2

    def endgame(self, seat: int) -> Telling:
        """Pass or pay."""
        passed: set[int] = set()
        while len(passed) < self.seats:
            if seat not in passed:
                could = {card for card in self.playable(seat, discs=2) if not self.judge.alone(card)}
                answer = "pass"
                if self.discs[seat]:
                    answer = yield from self.make_question(seat, "last_minute", could | {"pass"})
                if answer == "pass":
                    passed.add(seat)
                else:
                    self.discs[seat] -= 1
                    self.bank += 1
                    yield from self.bring(seat, answer, drawing=False)
            seat = self.left_of(seat)

    def figures(self, kind: str) -> list[float]:
        """What each seat has on a scoring card."""
        return [self.plain[seat][kind] + 1.5 * self.raised[seat][kind] for seat in range(self.seats)]

    def points(self) -> list[int]:
        """Majorities and discs."""
        return points({kind: self.figures(kind) for kind in KINDS}, self.discs)

    def best(self) -> tuple[int, ...]:
        """The most points; then the fewest animals in hand."""
        total = self.points()
        animals = [sum(self.judge.features[card]["animal"] for card in hand) for hand in self.hands]
        best = min((-total[seat], animals[seat]) for seat in range(self.seats))
        return tuple(seat for seat in range(self.seats) if (-total[seat], animals[seat]) == best)

    def facts(self) -> dict[str, str]:
        """What lies on the table, in the words of the game's own facts."""
        lean = self.judge.lean(self.ark)
        facts = {
            "incline": f"{lean:+d}" if lean else "0",
            "rain": str(self.rain),
            "display": " ".join(self.display),
            "supply": str(len(self.supply)),
            "discs": " ".join(map(str, self.discs)),
            "bank": str(self.bank),
            "gone": " ".join(self.gone),
        }
        for cabin, cards in self.ark.items():
            facts[cabin] = " ".join([*cards, str(self.judge.heft(cards))])
        for kind in KINDS:
            facts[kind] = " ".join(f"{figures:g}" for figures in self.figures(kind))
        for seat, hand in enumerate(self.hands):
            facts[f"hand-{seat}"] = str(len(hand))
            facts[f"pet-{seat}"] = "1" if self.pets[seat] else ""
        return {name: value for name, value in facts.items() if value}
