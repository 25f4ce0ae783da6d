"""A witness of whole games: knows what is printed on cards, hears every answer, and counts for itself.

It uses none of the counting of the game: not its tallies, not its amounts, not its limits.
"""

from collections import Counter
from typing import Any

from companion.core.game import Outcome
from companion.core.question import NOBODY, Question, Race
from companion.games.noahs_ark.deck import DealtDeck, Use
from companion.games.noahs_ark.pieces import AnimalCard, Objective, Style
from companion.games.noahs_ark.real import RealDeck
from companion.games.noahs_ark.runners import RealDice
from companion.games.noahs_ark.table import NoahsArkTable

BASIC = "flice-index-finger"
SINGLE_USE = {"wild", "pick", "discard", "swap", "turn"}
AT_THE_END = {"wild", "turn"}
TAKING = {"pick", "discard"}
LAYING_OUT = {"objective", "objective_points", "drop_objective", "choose_objective"}
BEFORE_THE_ARK = {"reveal", "power", "slap", *TAKING, *LAYING_OUT}


class Witness:
    """Follows one game from the first question to the end."""

    def __init__(self) -> None:
        self.table: NoahsArkTable

    def _sit_down(self, table: NoahsArkTable) -> None:
        """Before the first card is turned up."""
        self.table = table
        self.players = len(table.seats)
        deck = table.deck
        self.stack = list(deck.cards) if isinstance(deck, DealtDeck) else []
        """Where the program deals: the whole deck, its top card last."""
        self.style = BASIC
        self.out: set[int] = set()
        self.claimant: int | None = None
        self.race: Race | None = None
        self.wild: list[list[str]] = [[] for _ in table.seats]
        self.turned: dict[int, tuple[str, str]] = {}
        self.duels: dict[Objective, int] = {}
        self.reveals: int | None = None
        self.use: Use | None = None
        self.robbed: list[set[int]] = [set() for _ in table.seats]
        self.hurt: list[set[int]] = [set() for _ in table.seats]
        self.six = False
        self._remember()

    def _remember(self) -> None:
        self.won = [list(area.won) for area in self.table.areas]
        self.spent = [list(area.spent) for area in self.table.areas]
        self.gone = list(self.table.discarded)

    # what is heard

    def hear(self, question: Question | None, answer: Any) -> None:
        """An answer, before it takes effect; with no question, how the game ended."""
        if question is None:
            self.check_end(answer)
        elif isinstance(question, Race):
            self._hear_slap(question, answer)
        elif question.ask == "claim":
            self._hear_verdict(str(answer))
        elif question.ask == "rain":
            self.reveals = answer.index
        elif question.ask == "wild":
            self.wild[question.seat].append(str(answer))
        elif question.ask == "turn" and str(answer) != "keep":
            one, _, other = str(answer).partition("-to-")
            self.turned[question.seat] = one, other
        elif isinstance(answer, Use):
            self.use = answer
        elif isinstance(answer, Style):
            self.style = answer.id

    def _hear_slap(self, race: Race, answer: Any) -> None:
        self.race = race
        self.claimant = None if answer is NOBODY else answer.seat
        if answer is NOBODY:
            self.out = set()
        assert answer is NOBODY or answer.seat not in self.out

    def _hear_verdict(self, verdict: str) -> None:
        assert self.race is not None
        assert self.claimant is not None
        if verdict == "wrong":
            self.out.add(self.claimant)
            self.out = set() if self.out >= set(self.runners()) else self.out
            return
        self.out = set()
        if self.race.ask == "duel":
            self.duels[self.race.about] = self.claimant
        elif self.race.ask == "slap":
            self.won[self.claimant].append(self.race.about)
            self.reveals = self.claimant

    def runners(self) -> list[int]:
        """Those who run in the race that is on: everybody, or the two who are tied."""
        assert self.race is not None
        if self.race.ask == "slap":
            return list(range(self.players))
        if self.race.ask == "duel":
            return leaders(self.count_for(self.race.about))
        return leaders(self.table.scores)

    # what is seen

    def look(self, question: Question | None, table: NoahsArkTable) -> None:
        """Everything that must hold between two answers."""
        if not hasattr(self, "table"):
            self._sit_down(table)
        self._follow_cards(question)
        self._check_places()
        self._check_points()
        self._check_deck()
        if self.stack:
            revealed = self.stack[len(table.deck) :]
            self.style = next((card.id for card in revealed if isinstance(card, Style)), BASIC)
        assert table.style.id == self.style, "the FLICE card turned up last is in force"
        self._check_objectives(question)
        if isinstance(question, Race):
            self._check_race(question)
        if isinstance(table.dice, RealDice):
            assert table.revealer == self.reveals, "who won the last card turns up the next one"
        self._remember()

    def _follow_cards(self, question: Question | None) -> None:
        """Cards change hands only by a race or by a single-use card, which is flipped over once and for all."""
        areas, use = self.table.areas, self.use
        asked = "" if question is None else question.ask
        flipped = []
        for seat, area in enumerate(areas):
            assert area.spent[: len(self.spent[seat])] == self.spent[seat], "what was played stays played"
            flipped += [(seat, card) for card in area.spent[len(self.spent[seat]) :]]
        for seat, card in flipped:
            assert card.power in SINGLE_USE
            if card.power in AT_THE_END:
                assert self.table.ark_came
                assert asked not in BEFORE_THE_ARK
            else:
                assert use is not None
                assert (use.seat, use.card) == (seat, card)
        kept = [{*area.won, *area.spent} for area in areas]
        lost = [(seat, card) for seat, cards in enumerate(self.won) for card in cards if card not in kept[seat]]
        assert len(lost) <= 1
        for seat, card in lost:
            assert use is not None
            self._check_taking(use, seat, card)
        if asked not in TAKING:
            assert use is None or use.card.power == "swap" or lost, "who plays a card that takes another, takes one"
            self.use = None

    def _check_taking(self, use: Use, owner: int, card: AnimalCard) -> None:
        """Only few points can be taken; nobody steals from and discards of the same one, unless they are two."""
        assert owner != use.seat
        assert card.points <= 1
        assert card not in self.spent[owner]
        if use.card.power == "pick":
            assert card in self.table.areas[use.seat].list_cards(), "a stolen wild card may be counted at once"
            self.robbed[use.seat].add(owner)
        else:
            assert use.card.power == "discard"
            assert self.table.discarded == [*self.gone, card]
            self.hurt[use.seat].add(owner)
        assert self.players == 2 or not self.robbed[use.seat] & self.hurt[use.seat]

    def _check_places(self) -> None:
        """Every card is somewhere, and nowhere else."""
        table, deck = self.table, self.table.deck
        out: list[Any] = [card for area in table.areas for card in area.won + area.spent] + table.discarded
        out += [table.card] if table.card is not None else []
        objectives = [*table.objectives, *table.objectives_left, *table.objectives_gone]
        assert sorted(objectives, key=id) == sorted(table.pieces.objectives, key=id)
        if isinstance(deck, DealtDeck):
            out += [*table.styles, *deck.cards, *([] if table.pieces.ark in deck.cards else [table.pieces.ark])]
            assert sorted(map(id, out)) == sorted(map(id, self.stack))
            return
        assert isinstance(deck, RealDeck)
        places = Counter(card.entry for card in [*out, *deck.unseen])
        assert max(places.values()) == 1, "a place in the box holds one card"
        turns = {card.entry for card in table.pieces.advanced if card.power == "turn"}
        told = {card.entry for card in [*table.pieces.animals, *table.pieces.eligible]}
        assert told - set(places) <= turns, "only what replaces an animal stays in the box, once one of them came"
        assert len(out) + len(table.styles) + len(deck) in (table.pieces.size, table.pieces.size - 1)

    def _check_points(self) -> None:
        """A score is what is printed on the own cards and on the own objectives, entry by entry in the ledger."""
        table = self.table
        for seat, area in enumerate(table.areas):
            printed = sum(card.points for card in area.won + area.spent)
            prizes = sum(table.worth[objective] for objective, winner in table.awarded.items() if winner == seat)
            entries = sum(entry.points for entry in table.ledger.entries if entry.seat == seat)
            assert table.scores[seat] == entries == printed + prizes

    def _check_deck(self) -> None:
        """No more advanced cards and FLICE cards come than were put in."""
        table, pieces = self.table, self.table.pieces
        taken = [card for area in table.areas for card in area.won + area.spent] + table.discarded
        powers = Counter(card.power for card in taken)
        assert len(taken) - powers["plain"] <= pieces.advanced_in_deck
        assert powers["turn"] <= 1
        assert self.players < 5 or not powers["pairs"]
        assert len(table.styles) <= pieces.styles_in_deck

    def _check_objectives(self, question: Question | None) -> None:
        """Three lie there; six from the moment that "most objectives" does, even if it is swapped away."""
        self.six = self.six or any(objective.counts == "objectives" for objective in self.table.objectives)
        if question is None or question.ask not in LAYING_OUT:
            assert len(self.table.objectives) == (6 if self.six else 3)

    def _check_race(self, race: Race) -> None:
        """Everybody or the two tied, less who was wrong; as many dice as animals, and enough of them."""
        self.race = race
        runners = self.runners()
        assert race.ask == "slap" or len(runners) == 2
        assert list(race.seats) == [seat for seat in runners if seat not in self.out]
        assert race.choices[-1] is NOBODY
        dice = len(race.about.shows) if race.ask == "slap" else 6
        assert self.table.goal is not None
        assert self.table.goal.dice == dice
        assert dice * len(runners) <= 16
        assert 2 <= dice <= (4 if self.table.pieces.pairs_allowed else 3) or race.ask != "slap"

    # the end

    def animals(self, seat: int) -> Counter[str]:
        """A player's animals as they count in the end."""
        area = self.table.areas[seat]
        animals = Counter(animal for card in area.won + area.spent for animal in card.shows)
        if seat in self.turned:
            one, other = self.turned[seat]
            animals[other] += animals.pop(one)
        animals.update(self.wild[seat])
        return animals

    def count_for(self, objective: Objective) -> list[int]:
        """How much everyone has of what an objective is about."""
        table, most = self.table, objective.counts
        cards = [area.won + area.spent for area in table.areas]
        if most == "cards":
            return list(map(len, cards))
        if most == "noa":
            return [sum("noa" in card.id.split("-") for card in own) for own in cards]
        if most == "objectives":
            winners = [winner for one, winner in table.awarded.items() if one is not objective]
            return [winners.count(seat) for seat in range(self.players)]
        if most == "animals":
            wild = [sum(card.power == "wild" for card in own) for own in cards]
            printed = [sum(len(card.shows) for card in own) for own in cards]
            return [sum(both) for both in zip(printed, wild, strict=True)]
        return [self.animals(seat)[most.removesuffix("s")] for seat in range(self.players)]

    def check_end(self, outcome: Outcome) -> None:
        """Every objective went where it belongs, and the most points win."""
        table, pieces = self.table, self.table.pieces
        assert set(table.awarded) == set(table.objectives)
        for objective, winner in table.awarded.items():
            tied = leaders(self.count_for(objective))
            if not max(self.count_for(objective)) or len(tied) > 2:
                assert winner is None
            else:
                assert winner in tied
                assert len(tied) == 1 or not self.duels or self.duels[objective] == winner
        if any(objective.counts == "objectives" for objective in table.awarded):
            assert list(table.awarded)[-1].counts == "objectives", "it is settled last"
        cards = sum(len(area.won) + len(area.spent) for area in table.areas) + len(table.discarded)
        before = pieces.size - pieces.styles_in_deck - 11
        unsure = self.players == 5 and isinstance(table.deck, RealDeck) and table.options["mode"] == "advanced"
        aside = max(0, pieces.advanced_in_deck - 5) if unsure else 0  # two more double pairs may have been put aside
        assert before - aside <= cards <= before + 10, "the Ark is one of the last eleven cards"
        best = leaders(table.scores)
        if outcome.why == "duel":
            assert len(best) == 2
            assert len(outcome.winners) == 1
            assert outcome.winners[0] in best
        else:
            assert list(outcome.winners) == best
            assert outcome.why == ("most-points" if len(best) == 1 else "shared")


def leaders(counts: list[int]) -> list[int]:
    """Those who have the most."""
    return [seat for seat, count in enumerate(counts) if count == max(counts)]
