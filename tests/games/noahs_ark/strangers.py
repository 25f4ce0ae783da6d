"""People with a box in which every card is another one than we guess: they tell each card when it is picked up."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.lessons import read_entry
from companion.games.noahs_ark.pieces import MOST_KINDS, PAIRS, PLAIN, TURN, AnimalCard
from tests.games.strangers import TwoBooks
from tests.laws import NAMES

POWERS = (PAIRS, "wild", "pick", "discard", "swap")


def other_box(rng: Random) -> dict[str, Any]:
    """A box with as many cards of each sort as ours, no two alike, and none of them like one of ours."""
    box = GAME.open_box({}, {})
    ours = GAME.make_pieces(GAME.set_up(NAMES[:2], {"mode": "advanced"}))
    used = {card.id for card in (*ours.animals, *ours.advanced)}
    powers = [*POWERS, rng.choice(POWERS), rng.choice(POWERS)]
    rng.shuffle(powers)
    told: dict[str, Any] = {"animals": {}, "advanced": {}, "objectives": {}}
    for group in ("animals", "advanced"):
        for name in box.list_names(group):
            replaces = read_entry(box, f"{group}.{name}").get("power") == TURN
            card = _unlike(used, PLAIN if group == "animals" else TURN if replaces else powers.pop(), rng)
            used.add(card.id)
            told[group][name] = card.as_entry()
    for most in MOST_KINDS:
        told["objectives"][most] = rng.randint(1, 10)
    return told


def _unlike(used: set[str], power: str, rng: Random) -> AnimalCard:
    """Any card of this power that is none of these."""
    while True:
        two = tuple(rng.sample(ANIMALS, 2))
        shows = 2 * two if power == PAIRS else tuple(rng.choices(ANIMALS, k=rng.choice((2, 3))))
        points = 3 if power == PAIRS else rng.randint(0, 9)
        noa = power == PLAIN and rng.random() < 0.3
        card = AnimalCard("", 0, shows, points, noa, power, two if power == TURN else ())
        if card.id not in used or power == PAIRS:
            return card


class Strangers(TwoBooks):
    """Each card is told when it is picked up."""

    def __init__(self, seed: int, players: int, **options: str) -> None:
        rng = Random(seed)
        super().__init__(GAME, NAMES[:players], options, other_box(rng), rng)
        self.shown: list[AnimalCard] = []
        """The cards that were told."""

    def answers(self) -> Iterator[str]:
        """What they tell, answer by answer, until the match is over."""
        while self.learning.question is not None:
            if self.learning.question.ask == "won_card" and self.asked()[0] != "won_card":
                yield from self.name(self.people.won[self.learning.question.about.index][-1])  # no other was left
                continue
            if self.known.table.ark_came and not self.learning.table.ark_came:  # type: ignore[attr-defined]
                yield self.say("ark")  # only books that do not know how many cards there were had to ask
                continue
            assert self.known.question is not None
            answer = self.known.find_choice(self.people.answer(self.known.question, self.known.table)).choice
            yield from self.name(answer) if isinstance(answer, AnimalCard) else [self.say(str(answer))]
            self.known.answer(answer)
            while self.learning.question is not None and self.learning.question.ask == "objective_points":
                yield self.say(str(self.known.table.worth[self._objective(self.learning.question.about.counts)]))  # type: ignore[attr-defined]

    def _objective(self, counts: str) -> Any:
        return next(objective for objective in self.known.table.pieces.objectives if objective.counts == counts)  # type: ignore[attr-defined]

    def name(self, card: AnimalCard) -> Iterator[str]:
        """What is printed on a card, figure by figure; a power that only one card can have is not asked for."""
        self.shown.append(card)
        third = card.shows[2] if len(card.shows) > 2 else "no-more"
        faces = [card.shows[0], card.shows[-1]] if card.power == PAIRS else [*card.shows[:2], third]
        told = {"teach_power": [card.power], "teach_turns": [*card.turns], "teach_pairs": faces, "teach_animal": faces}
        told |= {"teach_points": [str(card.points)], "teach_noa": ["noa" if card.noa else "no-noa"]}
        yield self.say("other-card")
        while self.learning.question is not None and self.learning.question.ask in told:
            yield self.say(told[self.learning.question.ask].pop(0))
