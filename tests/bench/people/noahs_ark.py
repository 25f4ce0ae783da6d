"""People with the real cards of Noah's Ark: they race, judge, and tell what was turned up."""

from random import Random
from typing import Any

from companion.core.question import Claim, Question, Race
from companion.games.noahs_ark.bots import greedy_bot
from companion.games.noahs_ark.deck import DealtDeck, Use
from companion.games.noahs_ark.pieces import AnimalCard
from companion.games.noahs_ark.real import Most
from companion.games.noahs_ark.table import NoahsArkTable
from tests.bench.people.base import People


class NoahsArkPeople(People):
    """They own one deck, whose cards the box knows; who has won what they see in front of them."""

    per = "card"

    def __init__(self, table: NoahsArkTable, rng: Random) -> None:
        self.rng = rng
        self.bot = greedy_bot(rng)
        self.deck = DealtDeck(table.pieces, rng).cards
        self.size = len(self.deck)
        self.won: list[list[AnimalCard]] = [[] for _ in table.seats]

    def played(self, table: NoahsArkTable) -> int:
        """How many cards were turned up."""
        return self.size - len(self.deck)

    def sets_up(self, question: Question, table: NoahsArkTable) -> bool:
        """Which objectives lie there and who begins."""
        return table.revealer is None

    def answer(self, question: Question, table: NoahsArkTable) -> Any:
        """What lies on top of the deck, or what they have won; races and powers as bots have them."""
        if question.ask == "reveal" or isinstance(question, Race):
            return self._turned_up(question, table)
        if isinstance(question, Claim):
            return self._judged(question, table)
        if question.ask == "won_card":
            return self.won[question.about.index][-1].id
        if question.ask == "card_points":
            return sum(card.points for card in self.won[question.seat])
        if question.ask == "who_has_most":
            return self._most(question, table)
        return self.bot(question, table)

    def _turned_up(self, question: Question, table: NoahsArkTable) -> Any:
        """A power first, if it pays; else the next card, or the race for it."""
        uses = [choice for choice in question.choices if isinstance(choice, Use)]
        for use in uses if table.knows_cards else ():
            if self.bot(Question(use.seat, "power", [use, "keep"]), table) is use:
                return use
        besides = isinstance(question, Race) and question.alternatives
        if isinstance(question, Race) and (not besides or isinstance(self.deck[-1], AnimalCard)):
            return self.bot(Race(question.ask, table.racing), table)
        return self.deck.pop().id

    def _judged(self, question: Question, table: NoahsArkTable) -> Any:
        """Whoever was right takes the card."""
        verdict = self.bot(question, table)
        unseen = table.goal is not None and table.goal.ask == "unseen"
        if str(verdict) == "right" and unseen:
            card = self.deck.pop()
            assert isinstance(card, AnimalCard)
            self.won[question.about.index].append(card)
        return verdict

    def _most(self, question: Question, table: NoahsArkTable) -> Any:
        counts = [sum(self._count(card, question.about.counts) for card in cards) for cards in self.won]
        best = max(counts)
        leading = [seat for seat in table.seats if counts[seat.index] == best]
        return str(Most(*leading) if best and len(leading) <= 2 else Most())

    @staticmethod
    def _count(card: AnimalCard, counts: str) -> int:
        if counts == "noa":
            return int(card.noa)
        if counts == "cards":
            return 1
        return len(card.shows) if counts == "animals" else card.shows.count(counts[:-1])
