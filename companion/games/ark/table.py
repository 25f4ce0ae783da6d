"""The table of Ark: cabins, incline, figures on scoring cards, discs and hands."""

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from companion.core.cards import OpenHand, Pile, VirtualDeal, refill_hands, shuffle_unseen
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.question import Play, Question
from companion.games.ark.pieces import KINDS, ArkPieces, Cargo
from companion.games.ark.supply import CargoHand, DealtSupply
from companion.native import mypyc_attr

PORT: Final = 0
STARBOARD: Final = 1
SIDES: Final = ("port", "starboard")
DONE: Final = "done"
PASS: Final = "pass"  # noqa: S105 (an answer, no secret)
"""Answers for no second card, and for no more cards in the endgame."""
NOBODY_ASKED: Final[tuple[Question, ...]] = ()
"""Returned to `yield from` by steps that ask nobody; cheaper in simulations than a generator."""


class Cabin:
    """A cabin. The last one of each side is empty: there a new cabin can be opened."""

    __slots__ = ("cards", "dread", "hunters", "refuses", "row", "side")

    def __init__(self, side: int, row: int, dread: int = 0, refuses: int = 0) -> None:
        self.side = side
        self.row = row
        self.cards: list[Cargo] = []
        self.hunters = 0
        """Number of carnivores inside."""
        self.dread = dread
        """Number of carnivores next door and opposite."""
        self.refuses = refuses
        """The cards that may not enter: those that do not get along with all inside, the shy ones while there
        is dread, and everything once it is full. `reasons.why_not_here` says the same at leisure and in words;
        tests hold both equal, for every card and cabin of thousands of arks."""

    @property
    def id(self) -> str:
        """Id such as port-1, which is next to the bow."""
        return f"{SIDES[self.side]}-{self.row + 1}"

    @property
    def weight(self) -> int:
        """Total weight of the cards inside."""
        return sum(card.weight for card in self.cards)

    def __str__(self) -> str:
        return self.id


class Ousting:
    """The choice of driving out an animal and taking its place."""

    __slots__ = ("cabin", "id", "victim")

    def __init__(self, cabin: Cabin, victim: Cargo) -> None:
        self.cabin = cabin
        self.victim = victim
        self.id = f"instead-of-{victim.id}"

    def __str__(self) -> str:
        return self.id


@mypyc_attr(allow_interpreted_subclasses=True)
class ArkTable(Table):
    """Everything on the table, with cards dealt by the program; see `RealArkTable` for real cards."""

    def __init__(self, setup: Setup, pieces: ArkPieces) -> None:
        super().__init__(setup)
        self.real = False
        """Whether the cards are real, so that their features may be guesses."""
        self.pieces = pieces
        seats = len(setup.seats)
        self.sides = ([Cabin(PORT, 0)], [Cabin(STARBOARD, 0)])
        self.incline = 0
        """Weight of starboard minus port; negative leans to port."""
        self.display: list[Cargo] = []
        self.supply: Pile[Cargo] = self.make_supply()
        self.hands: list[CargoHand] = [self.make_hand() for _ in setup.seats]
        self.rain = 0
        self.discs = [0] * seats
        self.bank = pieces.supply_discs + sum(pieces.discs)
        self.figures = [pieces.figures] * seats
        """Figures each player has not placed yet."""
        self.halves = [[0] * seats for _ in KINDS]
        """Value of the figures by scoring card and seat, in halves: 2 each, 3 on an orange disc."""
        self.raised = [[0] * seats for _ in KINDS]
        """Number of figures on an orange disc, by scoring card and seat."""
        self.pets: list[Cargo | str | None] = [None] * seats
        self.still_in: list[int] = []
        """Players still in the endgame, in turn order."""
        self.gone: list[Cargo] = []
        """Animals that were driven out."""
        self.first: Cabin | None = None
        """Cabin of this turn's first card; the second must go elsewhere."""
        self._sheets = [Question(seat, "", ()) for seat in range(seats)]
        self.starters: list[Cargo] = []
        """The four starting cards, which score for nobody."""

    def make_supply(self) -> Pile[Cargo]:
        """Return a shuffled supply without the rain."""
        assert isinstance(self.deal, VirtualDeal)
        return DealtSupply(self.deal, self.pieces)

    def make_hand(self) -> CargoHand:
        """Return an empty hand."""
        return OpenHand(self.pieces.kinds)

    def cue_preparation(self, kind: str, *about: Any) -> None:
        """Cue a step of the setup; nothing here, because the program deals."""

    def hand_out_discs(self, starter: int) -> None:
        """Hand out action discs; late positions get more."""
        # positions count clockwise from the starting player
        for position, discs in enumerate(self.pieces.discs):
            self.discs[(starter + position) % len(self.seats)] = discs
        self.bank = self.pieces.supply_discs

    def find_starter(self, wanted: int, cabin: Cabin) -> Play[Cargo]:
        """Draw a starting card; unsuitable cards go back into the supply."""
        supply = self.supply
        assert isinstance(supply, DealtSupply)
        return supply.starter(wanted)
        yield  # makes this a generator, as the rules expect

    def hide_rain(self) -> None:
        """Mix the rain into the lower half of the supply."""
        supply = self.supply
        assert isinstance(supply, DealtSupply)
        supply.hide_rain(self.pieces.rains)

    def fill_display(self) -> Iterable[Question]:
        """Turn up cards until enough are face up, or it rains."""
        supply, display = self.supply, self.display
        assert isinstance(supply, DealtSupply)
        cards, rain = supply.cards, supply.rain
        while (card := cards.pop()) is not rain:
            display.append(card)
            if len(display) == self.pieces.display:
                break
        return NOBODY_ASKED

    def draw_card(self, seat: int) -> bool:
        """Draw the top card into a hand; return False if it is rain."""
        supply = self.supply
        assert isinstance(supply, DealtSupply)
        card = supply.cards.pop()
        if card is supply.rain:
            return False
        self.hands[seat].add(card)
        return True

    def check_last_draw(self) -> Iterable[Question]:
        """Ask nothing: the program knows when the last rain came."""
        return NOBODY_ASKED

    # Simulations keep no question, so they fill in the same sheet every time: a new one costs a twentieth.

    def make_question(self, seat: int, ask: str, choices: tuple[Any, ...], about: Any = None) -> Question:
        """Return a question for a seat."""
        sheet = self._sheets[seat] if self.cues is None else Question(seat, "", ())
        sheet.ask = ask
        sheet.choices = choices
        sheet.about = about
        return sheet

    def ask_turn(self, seat: int) -> Question:
        """Ask to take a face-up card or play a card that fits; equal cards are one choice."""
        hand, sheet = self.hands[seat], self._sheets[seat] if self.cues is None else Question(seat, "", ())
        cards = hand.list_cards(self.find_fitting(hand.bits, self.discs[seat] > 0))
        # written out because a set per turn would slow simulations down
        one, two, three = self.display
        if one is two or two is three or one is three:
            sheet.choices = (*dict.fromkeys([one.take, two.take, three.take]), *cards)
        else:
            sheet.choices = (one.take, two.take, three.take, *cards)
        sheet.ask = "turn"
        sheet.about = None
        return sheet

    def ask_place(self, seat: int, card: Cargo, excluded: Cabin | None) -> Question:
        """Ask where a card goes."""
        sheet = self._sheets[seat] if self.cues is None else Question(seat, "", ())
        sheet.ask = "where"
        sheet.choices = tuple(self.list_places(card, self.discs[seat] > 0, excluded))
        sheet.about = card
        return sheet

    def ask_second(self, seat: int, quick: int) -> Question:
        """Ask for a second card, in another cabin than the first."""
        cards = self.find_fitting(quick, self.discs[seat] > 0, self.first)
        choices = (*self.hands[seat].list_cards(cards), DONE) if cards else (DONE,)
        return self.make_question(seat, "second", choices)

    def ask_last_card(self, seat: int) -> Question:
        """Ask for a card in the endgame."""
        cards = self.find_last_minute_cards(seat)
        choices = (*self.hands[seat].list_cards(cards), PASS) if cards else (PASS,)
        return self.make_question(seat, "last_minute", choices)

    # Simulations come by the next five too often to pay for a call where nobody listens.

    def announce_only_take(self, seat: int) -> Any:
        """Announce the only possible move: taking one of the open cards, which are all alike."""
        self.cue("only_take", self.seats[seat], self.display[0])
        return self.display[0].take

    def announce_only_place(self, where: Question) -> Any:
        """Return the only place of a card, with a cue."""
        if self.cues is not None:
            self.cue("only_place", where.about, where.choices[0])
        return where.choices[0]

    def find_last_minute_cards(self, seat: int) -> int:
        """Return the cards a player could add in the endgame; a new cabin needs a second disc."""
        return self.find_fitting(self.hands[seat].bits & self.pieces.quick, self.discs[seat] > 1)

    def announce_no_second(self, seat: int) -> str:
        """Answer that no second card fits, with a cue."""
        if self.cues is not None:
            self.cue("no_second", self.seats[seat])
        return DONE

    def announce_pass(self, seat: int) -> str:
        """Answer with a pass, because no card fits, with a cue."""
        if self.cues is not None:
            self.cue("must_pass", self.seats[seat])
        return PASS

    def announce_no_disc(self, seat: int) -> None:
        """Cue that a player can't pay for another card."""
        if self.cues is not None:
            self.cue("no_disc", self.seats[seat])

    def take_open(self, seat: int, card: Cargo) -> None:
        """Move a face-up card into a hand."""
        self.display.remove(card)
        self.hands[seat].add(card)

    def take_for_cabin(self, seat: int) -> Play[Cargo]:
        """Let a player take a face-up card for a new cabin."""
        cards = self.list_open_cards()
        card: Cargo = (
            (yield self.make_question(seat, "take", cards)) if len(cards) > 1 else self.announce_only_take(seat).card
        )
        self.take_open(seat, card)
        return card

    def stow(self, card: Cargo, cabin: Cabin) -> None:
        """Put a card into a cabin, opening a new one if needed, and move the incline."""
        cards = cabin.cards
        if not cards:
            self._add_empty_cabin(cabin.side)
        cards.append(card)
        # a full cabin refuses every card
        cabin.refuses |= card.repels if len(cards) < self.pieces.cabin else self.pieces.cargo
        self.incline += card.weight if cabin.side else -card.weight
        # only carnivores frighten shy animals; omnivores don't
        if card.carnivore:
            self._move_carnivores(cabin, 1)

    def oust(self, card: Cargo, ousting: Ousting) -> None:
        """Replace a card by another one; the victim leaves the game."""
        cabin, victim = ousting.cabin, ousting.victim
        # the ousted weight is missing on this side, so the ark leans away from it (rulings.md 2.4 #1)
        self.incline = self.find_incline(card, cabin, victim)
        cabin.cards[cabin.cards.index(victim)] = card
        self.gone.append(victim)
        self._update_refusals(cabin)
        if card.carnivore != victim.carnivore:
            self._move_carnivores(cabin, 1 if card.carnivore else -1)

    def find_repelled(self, cabin: Cabin, excluded: Cargo | None = None) -> int:
        """Return the cards that conflict with a cabin, ignoring one resident."""
        repelled = 0
        for card in cabin.cards:
            if card is not excluded:
                repelled |= card.repels
        return repelled

    def _add_empty_cabin(self, side: int) -> None:
        """Add an empty cabin at the end of a side."""
        cabins, across = self.sides[side], self.sides[1 - side]
        row = len(cabins)
        # the cabin opposite counts as a neighbour, diagonal ones do not
        dread = cabins[-1].hunters + (across[row].hunters if row < len(across) else 0)
        cabins.append(Cabin(side, row, dread, self.pieces.shy if dread else 0))

    def _move_carnivores(self, cabin: Cabin, carnivores: int) -> None:
        """Change the number of carnivores in a cabin, and what its neighbours refuse."""
        cabin.hunters += carnivores
        for near in self.list_neighbours(cabin):
            near.dread += carnivores
            # shy animals that are already inside stay when a carnivore arrives
            if carnivores > 0:
                near.refuses |= self.pieces.shy
            else:
                self._update_refusals(near)

    def _update_refusals(self, cabin: Cabin) -> None:
        """Recompute which cards may not enter a cabin."""
        cabin.refuses = self.find_repelled(cabin) | (self.pieces.shy if cabin.dread else 0)
        if len(cabin.cards) >= self.pieces.cabin:
            cabin.refuses = self.pieces.cargo

    def list_neighbours(self, cabin: Cabin) -> list[Cabin]:
        """List the cabins before, behind and opposite (same row; rulings.md 2.4 #9, #10)."""
        side, across, row = self.sides[cabin.side], self.sides[1 - cabin.side], cabin.row
        near = side[row + 1 : row + 2] + across[row : row + 1]
        if row:
            near.append(side[row - 1])
        return near

    def find_fitting(self, cards: int, opening: bool, excluded: Cabin | None = None) -> int:
        """Return the cards that fit somewhere; in a new cabin only if `opening`."""
        # sets of cards are bit sets: one lookup by incline replaces a test of every card
        tips_port, tips_starboard, possible = self.pieces.tipping[self.incline]
        ports, starboards = self.sides
        fitting = homeless = cards & possible
        if opening:
            homeless &= tips_port | ports[-1].refuses
            if homeless:
                homeless &= tips_starboard | starboards[-1].refuses
        if homeless:
            homeless = find_homeless(homeless, ports, excluded) | homeless & tips_port
            if homeless:
                fitting ^= find_homeless(homeless, starboards, excluded) | homeless & tips_starboard
        if fitting == cards:
            return fitting
        # a card that fits nowhere may still drive out another one
        drivers = (cards ^ fitting) & self.pieces.drivers
        return fitting | self.find_ousters(drivers, excluded) if drivers else fitting

    def find_ousters(self, drivers: int, excluded: Cabin | None) -> int:
        """Return those of these animals that can drive out another."""
        ousters = 0
        for card in self.pieces.driving:
            if drivers & card.bits and self.list_oustings(card, excluded):
                ousters |= card.bits
        return ousters

    def list_places(self, card: Cargo, opening: bool, excluded: Cabin | None = None) -> list[Any]:
        """List the cabins that take a card, and the animals it could drive out."""
        bit = card.bits
        places: list[Any] = []
        tips = self.pieces.tipping[self.incline]
        for side in (PORT, STARBOARD):
            if not tips[side] & bit:
                for cabin in self.sides[side]:
                    if not cabin.refuses & bit:
                        places.append(cabin)  # noqa: PERF401 - a comprehension takes a third longer
                if not opening and places and not places[-1].cards:
                    places.pop()
        if excluded is not None and excluded in places:
            places.remove(excluded)
        return places + self.list_oustings(card, excluded) if card.drives else places

    def list_oustings(self, card: Cargo, excluded: Cabin | None = None) -> list[Any]:
        """List the animals that a card can drive out and replace."""
        return [
            Ousting(cabin, victim)
            for cabins in self.sides
            for cabin in cabins
            if cabin is not excluded and not (card.shy and cabin.dread)
            for victim in cabin.cards
            if card.victims & victim.bits
            and abs(self.find_incline(card, cabin, victim)) <= self.pieces.incline
            and not self.find_repelled(cabin, victim) & card.bits
        ]

    def find_incline(self, card: Cargo, cabin: Cabin, victim: Cargo | None = None) -> int:
        """Return the incline with this card in that cabin, instead of a victim if given."""
        change = card.weight - (victim.weight if victim is not None else 0)
        return self.incline + (change if cabin.side else -change)

    def list_open_cards(self) -> tuple[Cargo, ...]:
        """List the face-up cards; equal ones are one choice."""
        display = self.display  # three cards, or two when a new cabin has already cost one
        alike = display[0] is display[1] or display[0] is display[-1] or display[-2] is display[-1]
        return tuple(dict.fromkeys(display) if alike else display)

    def add_figure(self, seat: int, kind: int, on_disc: bool = False) -> None:
        """Place a figure on a scoring card, for a Bronto on an orange disc."""
        if kind < 0:
            return
        left = self.figures[seat]
        if not left:  # rulings.md 2.4 #27
            self.cue("no_figure", self.seats[seat])
            return
        self.figures[seat] = left - 1
        self.halves[kind][seat] += 2
        if on_disc:
            if self.bank:
                self.cue("raises", self.seats[seat], KINDS[kind])
            self.raise_figure(seat, kind)

    def raise_figure(self, seat: int, kind: int) -> None:
        """Put a disc from the supply under a figure (rulings.md 2.4 #28); two such figures become three without."""
        if not self.bank:
            self.cue("no_discs")
            return
        self.bank -= 1
        self.halves[kind][seat] += 1
        self.raised[kind][seat] += 1
        # two figures at 1.5 equal three at 1, which frees the two discs for the supply
        if self.raised[kind][seat] == 2 and self.figures[seat]:
            self.raised[kind][seat] = 0
            self.figures[seat] -= 1
            self.bank += 2
            self.cue("exchanges", self.seats[seat], KINDS[kind])

    def count_plain_figures(self, kind: int, seat: int) -> int:
        """Count a player's figures on a scoring card without a disc."""
        return (self.halves[kind][seat] - 3 * self.raised[kind][seat]) // 2

    def list_possible_pets(self, seat: int) -> list[Any]:
        """List a player's cards that can be pets."""
        hand = self.hands[seat]
        return hand.list_cards(hand.bits & self.pieces.pets)

    def keep_pet(self, seat: int, pet: Cargo) -> None:
        """Put a card of a hand face down as a pet."""
        self.hands[seat].remove(pet)
        self.pets[seat] = pet

    def turn_up_pet(self, seat: int) -> Play[int]:
        """Reveal a pet; return the index of its scoring card, -1 for none."""
        pet = self.pets[seat]
        assert isinstance(pet, Cargo)
        if self.cues is not None:
            self.cue("pet", self.seats[seat], pet)
        return pet.kind
        yield  # makes this a generator, as the rules expect

    def count_animals(self, seat: int) -> Play[int]:
        """Count the animals in a hand."""
        hand = self.hands[seat].get_known_cards()
        assert hand is not None
        return sum(not card.provision for card in hand.held)
        yield  # makes this a generator, as the rules expect

    def list_cabins(self) -> list[Cabin]:
        """List all cabins that hold a card, port first."""
        return [cabin for cabins in self.sides for cabin in cabins if cabin.cards]

    def imagine(self, seat: int, rng: Random) -> None:
        """Redeal the supply and the hands and pets of the others; hide the rain where it could be."""
        super().imagine(seat, rng)
        supply = self.supply
        assert isinstance(supply, DealtSupply)
        dry = [card for card in supply.cards if card is not self.pieces.rain]
        rains = len(supply.cards) - len(dry)
        others = [hand for place, hand in enumerate(self.hands) if place != seat and isinstance(hand, OpenHand)]
        owners = [place for place, pet in enumerate(self.pets) if place != seat and isinstance(pet, Cargo)]
        pets = [pet for place in owners if isinstance(pet := self.pets[place], Cargo)]
        # rain can never be in a hand, so it stays out of the redeal
        dry = shuffle_unseen([*dry, *pets, *(card for hand in others for card in hand.held)], rng)
        # pets first: few cards can be one, and the hands might take them all
        for place in owners:
            self.pets[place] = dry.pop(next(at for at, card in enumerate(dry) if card.pet))
        refill_hands(others, dry)
        if self.rain == 0 and rains:
            first = supply.cards[::-1].index(self.pieces.rain)  # everyone knows how deep the first one is
            supply.cards[:] = dry
            supply.hide_rain_below(first, rains)
        else:
            for _ in range(rains):
                dry.insert(rng.randrange(len(dry) + 1), self.pieces.rain)
            supply.cards[:] = dry

    def facts(self) -> Facts:
        """Return incline, rain, face-up cards, cabins, figures, discs, hands, pets and points."""
        facts: Facts = {"incline": f"{self.incline:+d}" if self.incline else "0", "rain": str(self.rain)}
        facts["display"] = " ".join(card.id for card in self.display)
        facts["supply"] = str(len(self.supply))
        for cabin in self.list_cabins():
            facts[cabin.id] = " ".join([*(card.id for card in cabin.cards), str(cabin.weight)])
        for index, kind in enumerate(KINDS):
            facts[kind] = " ".join(f"{halves / 2:g}" for halves in self.halves[index])
        facts["discs"] = " ".join(map(str, self.discs))
        facts["bank"] = str(self.bank)
        for seat, hand in enumerate(self.hands):
            facts[f"hand-{seat}"] = str(hand.size)
        facts |= self.list_seen_cards()
        for seat, pet in enumerate(self.pets):
            if pet is not None:
                facts[f"pet-{seat}"] = "1"
        if self.gone:
            facts["gone"] = " ".join(card.id for card in self.gone)
        if self.pieces.guesses:
            facts["box"] = str(self.pieces.guesses)
        if self.ledger.entries:
            for seat, score in enumerate(self.scores):
                facts[f"score-{seat}"] = str(score)
        return facts

    def list_seen_cards(self) -> Facts:
        """Return cards known to be in a hand; none are tracked where the program deals."""
        return {}

    def secrets(self, seat: int) -> Facts:
        """Return hand and pet of a seat."""
        secrets: Facts = {}
        if seat >= 0:
            hand = self.hands[seat].get_known_cards()
            secrets["cards"] = " ".join(card.id for card in hand.held) if hand else ""  # as the choices list them
            if self.pets[seat] is not None:
                secrets["pet"] = str(self.pets[seat])
        return secrets

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table for a program that plays this seat."""
        return {
            "incline": self.incline,
            "tips": self.pieces.incline,
            "rain": self.rain,
            "rains": self.pieces.rains,
            "display": [card.id for card in self.display],
            "supply": len(self.supply),
            "cabins": [
                {"id": cabin.id, "cards": [card.id for card in cabin.cards], "weight": cabin.weight}
                for cabin in self.list_cabins()
            ],
            "features": {
                card.id: [card.weight, card.climate, card.nourishment]
                for card in [*self.display, *(card for cabin in self.list_cabins() for card in cabin.cards)]
            },
            "figures": {kind: [halves / 2 for halves in self.halves[index]] for index, kind in enumerate(KINDS)},
            "discs": list(self.discs),
            "bank": self.bank,
            "hands": [hand.size for hand in self.hands],
            "pets": [pet is not None for pet in self.pets],
            "gone": [card.id for card in self.gone],
            **{name: cards.split() for name, cards in self.secrets(seat).items()},
        }


def find_homeless(cards: int, cabins: list[Cabin], excluded: Cabin | None) -> int:
    """Return the cards that no open cabin takes; the last cabin of a side is not open yet."""
    for cabin in cabins[:-1]:
        if cabin is not excluded:
            cards &= cabin.refuses
            if not cards:
                break
    return cards
