"""The cards, read from the box and checked."""

from companion.core.box import Box
from companion.core.cards import Card, Kinds

OLIVE, RICH, STORM = "olive", "rich-olive", "storm"


class Pieces:
    """What is in the box."""

    def __init__(self, box: Box) -> None:
        copies = {
            OLIVE: box.whole("cards.olives", 10, 60),
            RICH: box.whole("cards.rich", 1, 20),
            STORM: box.whole("cards.storms", 1, 20),
        }
        self.kinds = Kinds([Card(id, index) for index, id in enumerate(copies)])
        self.deck = [card for card in self.kinds.all for _ in range(copies[card.id])]
        self.worth = dict(zip((OLIVE, RICH), box.wholes("cards.worth", 1, 9), strict=True))
        self.press = box.whole("game.press", 2, 9)
        self.oil = box.whole("game.oil", 1, 9)
        self.wager = box.whole("game.wager", 1, 9)
