"""Imagined worlds of a match of Noah's Ark: another deck, and races drawn from a model of people.

With real cards the rules may be waiting for what only people know: who was first, and which card it was.
"""

from random import Random
from typing import Any

from companion.core.game import Bot
from companion.core.match_worlds import ReplayedMatch
from companion.core.question import Question, Race
from companion.games.noahs_ark.deck import DealtDeck
from companion.games.noahs_ark.pieces import AnimalCard
from companion.games.noahs_ark.table import NoahsArkTable

COUNTED = frozenset({"card_points", "who_has_most", "pick_from", "discard_from"})
"""Questions asked if cards were not entered; nothing can be imagined card by card then."""


class NoahsArkImagining(ReplayedMatch):
    """Imagined worlds: cards won are public, only the deck and cards not entered are hidden."""

    def is_unsound(self, question: Question) -> bool:
        """Whether no world fits: while a card is being described, nobody knows what it shows."""
        return question.ask in COUNTED or question.ask.startswith("teach_")

    def make_table_bot(self, rng: Random) -> Bot:
        """Return a bot that answers for the table: the top card of the imagined deck, and race winners."""
        own = super().make_table_bot(rng)

        def choose(question: Question, table: NoahsArkTable) -> Any:
            if isinstance(question, Race) and question.alternatives:
                return self._answer_race(question, table, own)
            if question.ask in ("won_card", "reveal") and isinstance(table.deck, DealtDeck):
                return self._take_top(question, table.deck, animal=question.ask == "won_card")
            return own(question, table)

        return choose

    @staticmethod
    def _answer_race(race: Race, table: NoahsArkTable, own: Bot) -> Any:
        """Race for the next card, or answer with it if nobody races for it."""
        assert isinstance(table.deck, DealtDeck)
        if isinstance(table.deck.cards[-1], AnimalCard):
            return own(Race(race.ask, race.seats, race.about), table)
        return NoahsArkImagining._take_top(race, table.deck, animal=False)

    @staticmethod
    def _take_top(question: Question, deck: DealtDeck, animal: bool) -> Any:
        """Remove and return the next card, or the next animal card."""
        card = next(card for card in reversed(deck.cards) if not animal or isinstance(card, AnimalCard))
        deck.cards.remove(card)
        return next(choice for choice in question.choices if str(choice) == card.id)
