"""The table of Noah's Ark: the deck, the objectives, the cards each player has won, and the race that is on."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from companion.core.cards import Card, VirtualDeal
from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.games.noahs_ark.area import Area
from companion.games.noahs_ark.deck import DealtDeck, Deck, RealDeck
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import AnimalCard, Objective, Pieces, Style
from companion.games.noahs_ark.runners import Dice, DrawnDice, Goal, RealDice

NO_WINNER = "nobody"
OPEN = "open"
CAME = "has-come"


def ids(cards: Iterable[Card]) -> str:
    """Cards as one line of facts."""
    return " ".join(card.id for card in cards)


def tally_names(tally: Sequence[int]) -> list[str]:
    """A number of each animal as a list of animals."""
    return [ANIMALS[animal] for animal, number in enumerate(tally) for _ in range(number)]


def when_told(options: Mapping[str, str]) -> str:
    """Older matches asked before each race. With powers to be told too, cards would take more than an answer each."""
    told = options.get("told", "before")
    if told != "auto":
        return told
    return "end" if options["mode"] == "advanced" else "after"


class NoahsArkTable(Table):
    """All that lies on the table; nothing is secret but the order of the deck."""

    def __init__(self, setup: Setup, pieces: Pieces) -> None:
        super().__init__(setup)
        self.others = setup.others
        self.pieces = pieces
        self.told = "before" if self.deal.virtual else when_told(self.options)
        """When people tell which card was raced for."""
        self.taken = [0 for _ in self.seats]
        """How many cards each seat has won that nobody told us."""
        self.deck, self.dice = self._equip()
        self.revealer: int | None = None
        self.areas = [Area() for _ in self.seats]
        self.discarded: list[AnimalCard] = []
        self.styles: list[Style] = []
        self.ark_came = False
        self.card: AnimalCard | None = None
        self.goal: Goal | None = None
        self.racing: tuple[int, ...] = ()
        self.winner: int | None = None
        """Whose hand won the last race."""
        self.objectives: list[Objective] = []
        self.objectives_left: list[Objective] = list(pieces.objectives)
        self.objectives_gone: list[Objective] = []
        self.worth = {objective: objective.points for objective in pieces.objectives}
        self.awarded: dict[Objective, int | None] = {}

    def _equip(self) -> tuple[Deck, Dice]:
        """Real cards go with real dice; only where the program deals can it also draw the races."""
        deal = self.deal
        if not isinstance(deal, VirtualDeal):
            return RealDeck(self.pieces, self.learn, "told" not in self.options), RealDice()
        drawn = self.options["race"] == "drawn"
        dice = DrawnDice(self.pieces.racing, deal.rng) if drawn else RealDice()
        return DealtDeck(self.pieces, deal.rng), dice

    def preparations(self) -> list[Cue]:
        """How the deck is stacked, where people stack it, and what everyone takes, where people roll."""
        pieces, steps = self.pieces, []
        if not self.deal.virtual:
            steps.append(Cue("animals", (pieces.plain_in_deck,)))
            if pieces.advanced_in_deck:
                steps.append(Cue("advanced", (pieces.advanced_in_deck,)))
            if pieces.advanced_in_deck and not pieces.pairs_allowed:
                steps.append(Cue("no_pairs"))
            steps.append(Cue("ark_among", (pieces.last_cards,)))
            if pieces.styles_in_deck:
                steps.append(Cue("styles", (pieces.styles_in_deck,)))
        if self.dice.by_hand:
            fewer, more = pieces.dice_without_pairs, pieces.dice_each
            sure = fewer == more or pieces.all_advanced
            steps.append(Cue("dice", (more,)) if sure else Cue("dice_with_pairs", (fewer, more)))
        return steps

    @property
    def style(self) -> Style:
        """How dice are turned now: by the FLICE card revealed last, or with the index finger."""
        return self.styles[-1] if self.styles else self.pieces.styles[0]

    def win(self, seat: int, card: AnimalCard, reason: str) -> None:
        """A card comes to a seat, with its points."""
        self.areas[seat].won.append(card)
        if card.points:
            self.ledger.add(seat, card.points, reason, card)

    def lose(self, seat: int, card: AnimalCard, reason: str) -> None:
        """A card leaves a seat, with its points."""
        self.areas[seat].won.remove(card)
        if card.points:
            self.ledger.add(seat, -card.points, reason, card)

    def add_objective(self, objective: Objective) -> None:
        """An objective comes to the table."""
        self.objectives_left.remove(objective)
        self.objectives.append(objective)

    def counts(self, objective: Objective) -> list[int]:
        """How much each seat has of what an objective counts."""
        if objective.counts == "objectives":
            return [list(self.awarded.values()).count(seat.index) for seat in self.seats]
        return [area.amounts()[objective.counts] for area in self.areas]

    def is_guess(self, card: AnimalCard | Objective) -> bool:
        """Whether a real card may show something else than we say."""
        if self.deal.virtual or not card.guessed:
            return False
        if isinstance(card, Objective):
            return card.counts not in self.learned.get("objectives", {})
        table, _, entry = card.entry.partition(".")
        return entry not in self.learned.get(table, {})

    def imagine(self, seat: int, rng: Random) -> None:
        """The deck is shuffled anew; the Ark stays among the last cards."""
        super().imagine(seat, rng)
        if isinstance(self.deck, DealtDeck):
            self.deck.shuffle_again(rng)
        elif isinstance(self.deck, RealDeck):
            self._imagine_real(self.deck, rng)

    def _imagine_real(self, real: RealDeck, rng: Random) -> None:
        """From now on the program deals; what was won and never told becomes one of the cards that it could be."""
        animals, styles = real.imagined(rng)
        for seat, number in enumerate(self.taken):
            for _ in range(number):
                self.win(seat, animals.pop(), "card")
        self.taken = [0 for _ in self.seats]
        self.told = "before"
        self.deck = DealtDeck(self.pieces, rng)
        if self.ark_came:
            self.deck.cards = []
        self.deck.restack(animals, styles, rng.random)

    def facts(self) -> Facts:
        """Deck, style, the card raced for, objectives, each player's cards and points."""
        facts: Facts = {"deck": str(len(self.deck)), "style": self.style.id}
        if self.pieces.guesses:
            facts["box"] = str(self.pieces.guesses)
        if self.revealer is not None:
            facts["reveals"] = f"seat-{self.revealer}"
        if self.ark_came:
            facts["ark"] = CAME
        if self.card is not None:
            facts["card"] = self.card.id
        facts |= self._race_now()
        for objective in self.objectives:
            facts[objective.id] = " ".join((str(self.worth[objective]), self._holder(objective)))
        for seat, area in enumerate(self.areas):
            name, held = ("taken", str(self.taken[seat])) if self.told == "end" else ("cards", ids(area.won))
            facts[f"{name}-{seat}"] = held
        for seat, area in enumerate(self.areas):
            facts |= self._played(seat, area)
        if self.discarded:
            facts["discarded"] = ids(self.discarded)
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def _race_now(self) -> Facts:
        """Who races and with how many dice; that all wait for the next card is no news."""
        facts: Facts = {}
        if self.goal is not None and self.goal.dice:
            facts["dice"] = str(self.goal.dice)
        if self.goal is not None and (self.goal.dice or len(self.racing) < len(self.seats)):
            facts["racing"] = " ".join(f"seat-{seat}" for seat in self.racing)
        return facts

    @staticmethod
    def _played(seat: int, area: Area) -> Facts:
        """What a player has done with single-use cards."""
        facts: Facts = {}
        if area.spent:
            facts[f"spent-{seat}"] = ids(area.spent)
        if area.wild:
            facts[f"wild-{seat}"] = " ".join(ANIMALS[animal] for animal in area.wild)
        if area.turned is not None:
            facts[f"turned-{seat}"] = " ".join(ANIMALS[animal] for animal in area.turned)
        return facts

    def _holder(self, objective: Objective) -> str:
        if objective not in self.awarded:
            return OPEN
        seat = self.awarded[objective]
        return NO_WINNER if seat is None else f"seat-{seat}"

    def secrets(self, seat: int) -> Facts:
        """Nothing is hidden from the others."""
        return {}

    def view(self, seat: int) -> dict[str, Any]:
        """The table for a program that plays this seat."""
        return {
            "deck": len(self.deck),
            "deck_size": self.pieces.size,
            "last_cards": self.pieces.last_cards + 1,
            "style": self.style.id,
            "reveals": self.revealer,
            "card": None if self.card is None else self.card.id,
            "dice": [] if self.goal is None else tally_names(self.goal.wanted),
            "racing": list(self.racing),
            "objectives": [
                {"id": objective.id, "points": self.worth[objective], "holder": self._holder(objective)}
                for objective in self.objectives
            ],
            "cards": [[card.id for card in area.won] for area in self.areas],
            "spent": [[card.id for card in area.spent] for area in self.areas],
            "discarded": [card.id for card in self.discarded],
            "animals": [dict(zip(ANIMALS, area.animals(), strict=True)) for area in self.areas],
            "last_race": self._last_race(),
        }

    def _last_race(self) -> dict[str, Any] | None:
        """How a drawn race ended; real ones are kept beside their answers."""
        if isinstance(self.dice, DrawnDice) and self.dice.finishes:
            return self.dice.finishes[-1]._asdict()
        return None
