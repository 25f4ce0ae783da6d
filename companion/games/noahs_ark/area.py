"""One player's area: cards won, cards played, and how they count."""

from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import MOST_KINDS, AnimalCard


class Area:
    """The cards in front of a player."""

    __slots__ = ("hurt", "robbed", "spent", "turned", "wild", "won")

    def __init__(self) -> None:
        self.won: list[AnimalCard] = []
        self.spent: list[AnimalCard] = []
        """Played single-use cards, face down: they count, but nobody can take them."""
        self.wild: list[int] = []
        """Animals chosen for wild cards at the end."""
        self.turned: tuple[int, int] | None = None
        """Animal that counts as another one, chosen at the end."""
        self.robbed: set[int] = set()
        """Seats this player has stolen from."""
        self.hurt: set[int] = set()
        """Seats whose card this player has discarded."""

    def copy(self) -> "Area":
        """Return a copy for bots to try things out."""
        copy = Area()
        copy.won, copy.spent, copy.wild, copy.turned = self.won[:], self.spent[:], self.wild[:], self.turned
        return copy

    def list_cards(self) -> list[AnimalCard]:
        """List all animal cards, including played ones."""
        return self.won + self.spent

    def flip(self, card: AnimalCard) -> None:
        """Turn a played single-use card face down."""
        self.won.remove(card)
        self.spent.append(card)

    def sum_points(self) -> int:
        """Add up the points on all cards."""
        return sum(card.points for card in self.list_cards())

    def count_animals(self) -> list[int]:
        """Count each animal, including replaced animals and wild cards."""
        counts = [0] * len(ANIMALS)
        for card in self.list_cards():
            for animal, number in enumerate(card.tally):
                counts[animal] += number
        if self.turned is not None:
            replaced, replacement = self.turned
            counts[replacement] += counts[replaced]
            counts[replaced] = 0
        for animal in self.wild:
            counts[animal] += 1
        return counts

    def count_amounts(self) -> dict[str, int]:
        """Count everything that objectives ask for, except objectives won, which are not in the area."""
        animals, cards = self.count_animals(), self.list_cards()
        amounts = dict(zip(MOST_KINDS, animals, strict=False))
        amounts["animals"] = sum(animals)
        amounts["cards"] = len(cards)
        amounts["noa"] = sum([card.noa for card in cards])  # Noa is no animal (rulings.md 4.7 #11)
        return amounts
