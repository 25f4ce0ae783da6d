"""What every hand can do, whether the program dealt it or only its holder knows it.

Hands inherit nothing from it: they are known by what they can do, so a game may have its own kind.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from companion.core.cards import Card, Cards

C = TypeVar("C", bound="Card")


class Hand(Protocol[C]):
    """The cards one player holds: `size` of them, which can be played as `bits`, or could be.

    `bits` is 0 when the hand is empty, and only then.
    """

    @property
    def bits(self) -> int:
        """The set of what the cards can be played as."""

    @property
    def hidden(self) -> bool:
        """Whether only its holder knows what is in it."""

    @property
    def size(self) -> int:
        """How many cards there are."""

    def surely(self, wanted: int) -> bool:
        """Whether this hand certainly holds a card of the wanted kinds."""

    def could_hold(self, cards: Sequence[C]) -> bool:
        """Whether all of these cards are here, or could be: in some deal that agrees with everything told."""

    def those(self, wanted: int) -> list[C]:
        """The cards for these kinds, each once; all of them are, or could be, in this hand."""

    def take(self, card: C) -> None:
        """Remove a card that everyone sees."""

    def put(self, card: C) -> None:
        """Add a card that everyone has seen."""

    def known(self) -> "Cards[C] | None":
        """The cards, if all of the hand is known."""

    def unseen_choices(self) -> "tuple[C | None, ...]":
        """What its holder could pass on unseen by the table; None stands for a card only they know."""

    def slip(self, card: C | None, to: "Hand[C]") -> None:
        """Pass a card to another hand unseen by the table."""
