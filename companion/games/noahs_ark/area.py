"""What one player has in front of them: cards won, cards played, and how they are counted."""

from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import MOST_KINDS, AnimalCard


class Area:
    """The place in front of a player."""

    __slots__ = ("hurt", "robbed", "spent", "turned", "wild", "won")

    def __init__(self) -> None:
        self.won: list[AnimalCard] = []
        self.spent: list[AnimalCard] = []
        """Single-use cards that were played and lie face down: they count, but nobody can take them."""
        self.wild: list[int] = []
        """The animals that wild cards stand for, chosen at the end."""
        self.turned: tuple[int, int] | None = None
        """Which animal counts as which other one, chosen at the end."""
        self.robbed: set[int] = set()
        """The seats this player has stolen a card from."""
        self.hurt: set[int] = set()
        """The seats this player has discarded a card of."""

    def copy(self) -> "Area":
        """The same cards again, to think about what could be."""
        copy = Area()
        copy.won, copy.spent, copy.wild, copy.turned = self.won[:], self.spent[:], self.wild[:], self.turned
        return copy

    def list_cards(self) -> list[AnimalCard]:
        """All animal cards, played ones too."""
        return self.won + self.spent

    def flip(self, card: AnimalCard) -> None:
        """A single-use card was played."""
        self.won.remove(card)
        self.spent.append(card)

    def sum_points(self) -> int:
        """The points on all cards."""
        return sum(card.points for card in self.list_cards())

    def count_animals(self) -> list[int]:
        """How many of each animal, after the replaced animal and the wild cards."""
        counts = [0] * len(ANIMALS)
        for card in self.list_cards():
            for animal, number in enumerate(card.tally):
                counts[animal] += number
        if self.turned is not None:
            one, other = self.turned
            counts[other] += counts[one]
            counts[one] = 0
        for animal in self.wild:
            counts[animal] += 1
        return counts

    def count_amounts(self) -> dict[str, int]:
        """How much there is of all that objectives count, but for objectives: those are not in the area."""
        animals, cards = self.count_animals(), self.list_cards()
        amounts = dict(zip(MOST_KINDS, animals, strict=False))
        amounts["animals"] = sum(animals)
        amounts["cards"] = len(cards)
        amounts["noa"] = sum([card.noa for card in cards])  # Noa is no animal (rulings.md 4.7 #11)
        return amounts
