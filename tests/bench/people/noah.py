"""People with the real cards of Noah: they do what they are told, and tell what is true."""

from random import Random
from typing import Any

from companion.core.cue import Cue
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.noah.bots import greedy_bot
from companion.games.noah.pieces import TAKE_BACK, Animal
from companion.games.noah.real import split_loading
from companion.games.noah.table import NoahTable
from tests.bench.people.base import People


class NoahPeople(People):
    """The cards of one deal after the other; hands follow the cues, so what nobody is asked they know all the same."""

    def __init__(self, table: NoahTable, rng: Random) -> None:
        self.rng = rng
        self.bot = greedy_bot(rng)
        self.pile: list[Animal] = []
        self.hands: list[list[Animal]] = [[] for _ in table.seats]
        self.aboard: dict[str, list[Animal]] = {}
        self.loads = 0

    def played(self, table: NoahTable) -> int:
        """How many animals were loaded."""
        return self.loads

    def answer(self, question: Question, table: NoahTable) -> Any:
        """What lies there, what fits, how many tears; where people are free they play as a bot would."""
        for cue in table.cues or ():
            self.obey(cue, table)
        answer = self._true(question, table)
        self._do(question, answer, table)
        return answer

    def obey(self, cue: Cue, table: NoahTable) -> None:
        """Do what hands must do and nobody was asked about."""
        if cue.kind in ("round", "solo_pile"):
            self.pile = self.rng.sample(table.pieces.deck, len(table.pieces.deck))
            self.aboard = {ferry.id: [] for ferry in table.ferries}
            if cue.kind == "solo_pile":
                self.draw(cue.about[0])
        elif cue.kind == "deal":
            self.hands = [[self.pile.pop() for _ in range(cue.about[0])] for _ in self.hands]
        elif cue.kind == "loads":
            seat, ferry, forced = cue.about
            self.load(seat.index, ferry.id, split_loading(forced)[0])
        elif cue.kind == "takes_back":
            self.take_back(cue.about[0].index, cue.about[1].id)
        elif cue.kind == "departs":
            self.aboard[cue.about[0].id] = []
        elif cue.kind in ("swaps", "swaps_with_any"):
            self.swap(
                cue.about[0], cue.about[1] if len(cue.about) > 1 else self.rng.choice(table.others[cue.about[0].index])
            )
        elif cue.kind == "gives":
            self.give(cue.about[0].index, cue.about[2].index, cue.about[1])
        elif cue.kind == "flees":
            self.flee(cue.about[1].card, cue.about[0].index)
        else:
            self.obey_alone(cue)

    def obey_alone(self, cue: Cue) -> None:
        """Do what only a player alone must do."""
        if cue.kind in ("draws", "draws_for_couple"):
            self.draw(cue.about[0])
        elif cue.kind == "thrown_away":
            del self.pile[-cue.about[0] :]
        elif cue.kind == "sent_back":
            self.pile.append(cue.about[1].card)

    def _true(self, question: Question, table: NoahTable) -> Any:
        if question.ask == "turned_up":
            return self.pile[-1]
        if question.ask == "tears":
            return sum(card.tears for card in self.hands[question.seat])
        if question.ask == "load":
            return self._fitting(question, table)
        if question.ask == "share_out":
            return self.rng.choice(question.choices)
        return self.bot(question, table)

    def _fitting(self, question: Question, table: NoahTable) -> Any:
        """What really is in the hand and fits; the best of it, and Noah goes where he may."""
        hand, seat = self.hands[question.seat], question.seat
        loads = [(choice, split_loading(choice)[0]) for choice in question.choices if choice is not TAKE_BACK]
        fitting = [(choice, animal) for choice, animal in loads if animal.card in hand]
        if not fitting:
            return TAKE_BACK
        best = self.bot(Question(seat, "load", list({animal: None for _, animal in fitting})), table)
        return self.rng.choice([choice for choice, animal in fitting if animal is best])

    def _do(self, question: Question, answer: Any, table: NoahTable) -> None:
        if question.ask == "turned_up":
            self.aboard[question.about.id].append(self.pile.pop())
        elif answer is TAKE_BACK:
            self.take_back(question.seat, table.noah.id)
        elif question.ask == "load":
            self.load(question.seat, table.noah.id, split_loading(answer)[0])
        elif question.ask == "share_out":
            for seat, number in answer.gets:
                self.give(question.seat, seat.index, number)
        elif question.ask == "flee_to":
            self.flee(question.about.card, answer.index)
        elif question.ask == "give_to":
            self.give(question.seat, answer.index, 1)

    def draw(self, number: int) -> None:
        """Draw cards in a game for one."""
        self.hands[0] += [self.pile.pop() for _ in range(number)]

    def load(self, seat: int, ferry: str, animal: Animal) -> None:
        """An animal goes aboard."""
        self.hands[seat].remove(animal.card)
        self.aboard[ferry].append(animal.card)
        self.loads += 1

    def take_back(self, seat: int, ferry: str) -> None:
        """All aboard comes into a hand."""
        self.hands[seat] += self.aboard[ferry]
        self.aboard[ferry] = []

    def flee(self, card: Animal, seat: int) -> None:
        """Take the first animal off the ferry of a crocodile into a hand."""
        scared = (aboard for aboard in self.aboard.values() if any(other.chases for other in aboard))
        next(aboard for aboard in scared if aboard[0] is card).remove(card)
        self.hands[seat].append(card)

    def swap(self, robber: Seat, victim: Seat) -> None:
        """The lion: a card drawn blindly, one given back."""
        seat, other = robber.index, victim.index
        drawn = self.rng.choice(self.hands[other])
        self.hands[other].remove(drawn)
        self.hands[seat].append(drawn)
        self.give(seat, other, 1)

    def give(self, seat: int, other: int, number: int) -> None:
        """What hurts most goes away."""
        for _ in range(number):
            card = max(self.hands[seat], key=lambda card: (card.tears + 0.1 * card.weight, self.rng.random()))
            self.hands[seat].remove(card)
            self.hands[other].append(card)
