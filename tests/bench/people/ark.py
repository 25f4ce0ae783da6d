"""Truthful people who play Ark with real cards: they hold one deal, play it well, and tell whatever is asked."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from companion.core.game import Setup
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.ark import rules
from companion.games.ark.bots import greedy_bot
from companion.games.ark.pieces import KINDS, Cargo
from companion.games.ark.real import (
    AFTER_CARD,
    ALL_PASS,
    EVERYONE,
    INSTEAD_OF_CARD,
    NO_SCORE,
    NOBODY_ELSE,
    Bringing,
    CabinOpening,
    RealSupply,
)
from companion.games.ark.table import DONE, PASS, ArkTable, Cabin, Ousting
from tests.bench.people.base import People


class Deal(ArkTable):
    """The table as it really is, with every card known; it remembers where each card went."""

    def __init__(self, setup: Setup, table: ArkTable) -> None:
        super().__init__(setup, table.pieces)
        self.supply = self.make_supply()  # shuffled once more: so every seed goes on dealing what it always has
        self.went: list[tuple[Cargo, str]] = []
        self.turned: list[Cargo] = []
        """All cards that were turned up, rain too."""
        self.instead = False
        """Whether the last rain came instead of a card for a hand."""

    def fill_display(self) -> Iterable[Question]:
        """Turn up cards, and remember them."""
        before = len(self.display)
        super().fill_display()
        filled = len(self.display) == self.pieces.display
        self.turned += self.display[before:] if filled else [*self.display[before:], self.pieces.rain]
        self.instead = False
        return ()

    def draw_card(self, seat: int) -> bool:
        """Draw a card for a hand; rain is seen by all."""
        drawn = super().draw_card(seat)
        if not drawn:
            self.turned.append(self.pieces.rain)
            self.instead = True
        return drawn

    def stow(self, card: Cargo, cabin: Cabin) -> None:
        """Put a card into a cabin, and remember it."""
        self.went.append((card, cabin.id))
        super().stow(card, cabin)

    def oust(self, card: Cargo, ousting: Ousting) -> None:
        """Put a card in the place of another one, and remember it."""
        self.went.append((card, ousting.id))
        super().oust(card, ousting)


class ArkPeople(People):
    """Everybody at one table of Ark: the whole match is played at once, and told as it is asked for."""

    def __init__(self, table: ArkTable, rng: Random) -> None:
        seed = rng.getrandbits(32)
        setup = Setup("ark", table.seats, table.options, seed, "virtual", {})
        self.deal = Deal(setup, table)
        self.said: dict[str, list[tuple[int, int, Any]]] = {}
        """By what was asked, in which turn who answered what, in order."""
        self.turns = self.asked = 0
        self._play(greedy_bot(Random(seed)))

    def _play(self, bot: Callable[[Question, Any], Any]) -> None:
        play = rules.play(self.deal)
        question = next(play)
        self.starts = question.seat
        try:
            while True:
                choice = bot(question, self.deal)
                turn = len(self.said.get("turn", ()))
                self.said.setdefault(question.ask, []).append((turn, question.seat, choice))
                question = play.send(choice)
        except StopIteration:
            return

    def answer(self, question: Question, table: ArkTable) -> Any:
        """What really happened at this table, as an answer to what is asked."""
        tell: dict[str, Callable[[Question, ArkTable], Any]] = {
            "starter": lambda question, table: table.seats[self.starts],
            "starting": lambda question, table: self._went(len(table.starters))[0],
            "turned_up": self._turned_up,
            "turned_up_or_second": self._turned_up_or_second,
            "turn": self._turn,
            "where": self._where,
            "second": lambda question, table: self._brought(self._next("second", question.seat), question, table),
            "raise": lambda question, table: self._next("raise", question.seat),
            "pets": self._pets,
            "last_rain": lambda question, table: INSTEAD_OF_CARD if self.deal.instead else AFTER_CARD,
            "last_minute": self._last_minute,
            "pet_is": self._pet_is,
            "animals": lambda question, table: sum(not card.provision for card in self._hand(question.seat)),
        }
        return tell[question.ask](question, table)

    def _hand(self, seat: int) -> list[Cargo]:
        known = self.deal.hands[seat].get_known_cards()
        assert known is not None
        return known.held

    def _went(self, number: int) -> tuple[Cargo, str]:
        return self.deal.went[number]

    def _aboard(self, table: ArkTable) -> int:
        """How many cards have come aboard so far."""
        return sum(len(cabin.cards) for cabin in table.list_cabins()) + len(table.gone)

    def _next(self, ask: str, seat: int) -> Any:
        """The answer that comes next to this question; done if it was not even asked."""
        waiting = self.said.get(ask, [])
        if waiting and waiting[0][:2] == (self.asked, seat):
            return waiting.pop(0)[2]
        return DONE

    def _turn(self, question: Question, table: ArkTable) -> Any:
        self.turns += 1
        if self.said["turn"][0][1] != question.seat:
            return question.choices[0]  # the only thing to do, as the player can see
        self.asked += 1
        return self._brought(self.said["turn"].pop(0)[2], question, table)

    def _turned_up(self, question: Question, table: ArkTable) -> Any:
        return self.deal.turned.pop(0)

    def _turned_up_or_second(self, question: Question, table: ArkTable) -> Any:
        assert isinstance(question.about, Seat)
        second = self._next("second", question.about.index)
        return self._turned_up(question, table) if second is DONE else f"second-{second}"

    def _brought(self, card: Any, question: Question, table: ArkTable) -> Any:
        """A card along with its place, where these are told at once."""
        entered = [
            bringing for bringing in question.choices if isinstance(bringing, Bringing) and bringing.card is card
        ]
        if not entered:
            return card
        place = self._where(Question(question.seat, "where", [bringing.place for bringing in entered], card), table)
        return next(bringing for bringing in entered if str(bringing.place) == str(place))

    def _where(self, question: Question, table: ArkTable) -> Any:
        card, place = self._went(self._aboard(table))
        assert card is question.about
        openings = [
            opening for opening in question.choices if isinstance(opening, CabinOpening) and opening.cabin.id == place
        ]
        if not openings:
            return place
        taken = self._next("take", question.seat) if len(openings) > 1 else openings[0].card
        return next(opening for opening in openings if opening.card is taken)

    def _pets(self, question: Question, table: ArkTable) -> Any:
        owners = [seat for seat in question.choices if isinstance(seat, Seat)]
        keep = [seat for seat in owners if self.deal.pets[seat.index] is not None]
        if len(keep) == len(owners) > 1:
            return EVERYONE
        return keep[0] if keep else NOBODY_ELSE

    def _last_minute(self, question: Question, table: ArkTable) -> Any:
        answers = self.said.get("last_minute", [])
        mine = next((answer for answer in answers if answer[1] == question.seat), None)
        if mine is not None:
            answers.remove(mine)
        if mine is not None and mine[2] is not PASS:
            self.turns += 1
            return self._brought(mine[2], question, table)
        nobody = all(choice is PASS for _, _, choice in answers)
        return ALL_PASS if nobody and ALL_PASS in question.choices else PASS

    def _pet_is(self, question: Question, table: ArkTable) -> str:
        pet = self.deal.pets[question.seat]
        assert isinstance(pet, Cargo)
        return KINDS[pet.kind] if pet.kind >= 0 else NO_SCORE

    def played(self, table: ArkTable) -> int:
        """The turns until the last rain, and those after it: each animal brought at the last minute, and each pass."""
        return self.turns + (len(table.seats) if table.ledger.entries else 0)

    def sets_up(self, question: Question, table: ArkTable) -> bool:
        """The starting player, the four first cards and the three open ones."""
        supply = table.supply
        return question.ask in ("starter", "starting") or (isinstance(supply, RealSupply) and not supply.dry)
