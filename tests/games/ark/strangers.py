"""People with a box in which every card is another one than we guess: they tell each card when they first show it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from companion.core.seat import Seat
from companion.games.ark import GAME
from companion.games.ark.pieces import KNOWN_BY_NAME, Cargo
from companion.games.ark.real import Bringing, RealSupply
from companion.games.ark.table import ArkTable
from tests.games.ark.stage import told_box
from tests.games.strangers import TwoBooks


def other_box() -> dict[str, Any]:
    """A box with as many cards as ours, in which no card shows what we guess, as far as the book leaves it open."""
    figures = told_box()
    printed = {path: origin for path, origin in GAME.open_box({}, {}).provenance.items() if origin == "reconstructed"}
    turned = {"hot": "cold", "cold": "both", "both": "hot"}
    for path in printed:
        group, card, figure = path.split(".")
        value = figures[group][card][figure]
        if figure == "climate":
            figures[group][card][figure] = turned[value]
        elif figure == "weight":
            figures[group][card][figure] = {0: 1, 1: 2, 2: 1, 3: 0, 4: 3}[value]
        elif figure == "kind":
            figures[group][card][figure] = {"heavy": "shy", "shy": "useful", "useful": "heavy", "slow": "slow"}.get(
                value, value
            )
    figures["provisions"]["apples"]["climate"] = "hot"
    figures["provisions"]["grain"]["climate"] = "cold"
    return figures


Naming = Callable[[Cargo], str]
"""What somebody answers who is asked for the name of a card."""
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


def only_abilities(card: Cargo) -> str:
    """They name the cards with an ability, which matters, and no other."""
    return card.id if card.power else "unnamed"


def only_the_known(card: Cargo) -> str:
    """They pick a name from the list where it is theirs, and write none."""
    return card.id if card.id in KNOWN_BY_NAME else "unnamed"


def in_their_own_words(card: Cargo) -> str:
    """They write every name themselves, in words that nobody has foreseen."""
    return card.id if card.power else f"said-our {card.id}"


def now_and_then(card: Cargo) -> str:
    """They write a name now and then."""
    return (in_their_own_words, only_abilities, only_the_known)[len(card.id) % 3](card)


NAMINGS: tuple[Naming, ...] = (only_abilities, only_the_known, in_their_own_words, now_and_then)
"""How people name cards whose books must come out right."""


class Strangers(TwoBooks):
    """Each card is told when it is first shown, with as much of a name as they care for."""

    def __init__(
        self,
        seed: int,
        players: int = 3,
        options: Mapping[str, str] = NO_OPTIONS,
        naming: Naming = only_abilities,
        learned: dict[str, Any] | None = None,
    ) -> None:
        names = [f"Player {n}" for n in range(1, players + 1)]
        super().__init__(GAME, names, options, other_box(), Random(seed), learned)
        self.naming = naming
        self.called: dict[str, str] = {}
        """What each card of theirs is in the books that learn."""

    def answers(self) -> Iterator[str]:
        """What they tell, answer by answer, until the match is over."""
        while self.learning.question is not None:
            question = self.learning.question
            mine = self.known.question
            if mine is None or self.asked() != (question.ask, question.seat):
                yield self.say({"second": "done", "last_minute": "pass"}[question.ask])
                continue
            answer = self.known.find_choice(self.people.answer(mine, self.known.table)).choice
            if isinstance(answer, Bringing):
                place = self.translated(answer.place).replace("-take-", "-")
                yield self.say(f"{self.called[answer.card.id]}-{place}")
            elif isinstance(answer, Cargo) and answer.id != "rain":
                yield from self.name(answer, "another")
            elif str(answer).startswith("second-"):
                yield from self.name(answer.card, "second-another", "second-")
            else:
                yield self.say(self.translated(answer))
            self.known.answer(answer)

    def name(self, card: Cargo, another: str, before: str = "") -> Iterator[str]:
        """A card they have shown before goes by what the books call it; a new one is told, figure by figure."""
        if card.id in self.called:
            yield self.say(before + self.called[card.id])
            return
        unseen = self.unseen()
        assert self.learning.question is not None
        listed = self.find_listed(card)
        if listed:
            self.called[card.id] = listed
            yield self.say(before + listed)
            return
        yield self.say(another)
        yield self.say(self.naming(card))
        kind, weight, climate, food = card.figures
        answers = {"kind": kind, "weight": str(weight), "climate": climate, "nourishment": food}
        while self.learning.question is not None and self.learning.question.ask in answers:
            yield self.say(answers[self.learning.question.ask])
        (revealed,) = (unseen - self.unseen()).elements()
        self.called[card.id] = revealed

    def find_listed(self, card: Cargo) -> str:
        """The card that the list has under their own name for it, or anything like it if all cards are certain."""
        assert isinstance(self.learning.table, ArkTable)
        assert self.learning.question is not None
        left = [kind for kind in self.learning.table.pieces.kinds.all if self.unseen()[kind.id]]
        own = [kind.id for kind in left if kind.name == f"our {card.id}"]
        if own or any(str(choice).endswith("another") for choice in self.learning.question.choices):
            return own[0] if own else ""
        return min(kind.id for kind in left if kind.figures == card.figures)

    def unseen(self) -> Counter[str]:
        """The cards that nobody has shown to the books that learn."""
        assert isinstance(self.learning.table, ArkTable)
        assert isinstance(self.learning.table.supply, RealSupply)
        return Counter(card.id for card in self.learning.table.supply.unseen.held if card.id != "rain")

    def translated(self, answer: Any) -> str:
        """The same answer in the words of the books that learn."""
        if isinstance(answer, Seat):
            return str(answer)
        text = str(answer)
        for before in ("instead-of-", "take-"):
            head, mark, card = text.rpartition(before)
            if mark:
                return head + mark + self.called.get(card, card)
        return text
