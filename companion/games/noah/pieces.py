"""The pieces of Noah, read from its box, and the two golden rules."""

from collections.abc import Collection
from typing import Final, NamedTuple

from companion.core.box import Box
from companion.core.cards import Card, Kinds
from companion.core.errors import N_, Phrase
from companion.core.question import Question

MALE: Final = "m"
FEMALE: Final = "f"
EITHER: Final = "either"
POWERS = ("drills", "swaps", "stays", "looks", "grows", "chases")
TAKE_BACK: Final = "take-back"
"""Id of picking up the ferry, if nothing fits."""
NOTHING_FITS: Final = (TAKE_BACK,)
LIGHT: Final = "light"
FILLS: Final = "fills"
"""Whether a frog keeps its weight or weighs as much as the ferry lacks."""
ANY_WEIGHT: Final = 99
MIDDLE: Final = "middle"
"""Place of the roommates' ferry while it waits with the others."""
ROOMMATES: Final = "roommates"
PLAIN: Final = "plain"
"""Which of the waiting ferries takes the place of one that left."""
PROMOS: Final = ("frog", "crocodile")
"""Species of the promo cards, which are also the names of their options."""
MARKS = {"for_all": 2, "from_4": 4, "from_5": 5}
"""Fewest players that cards with a mark are for."""
NEXT = {MALE: N_("a male must come next"), FEMALE: N_("a female must come next")}


class Animal(Card):
    """A card, or one of the two sides of the hermaphrodite snail."""

    __slots__ = (
        "asks", "card", "chases", "drills", "grows", "looks", "male", "power", "sex", "species", "stays", "swaps",
        "tears", "weight",
    )  # fmt: skip

    def __init__(self, index: int, species: str, sex: str, weight: int, tears: int, power: str) -> None:
        super().__init__(species if sex == EITHER else f"{species}-{sex}", index)
        self.species = species
        """Animals of one species share this very text."""
        self.sex = sex
        self.male = sex == MALE
        self.weight = weight
        self.tears = tears
        self.card = self
        self.power = power
        self.drills = power == "drills"
        self.swaps = power == "swaps"
        self.stays = power == "stays"
        self.looks = power == "looks"
        self.grows = power == "grows"
        self.chases = power == "chases"
        self.asks = self.swaps or self.looks or self.grows or self.chases
        """Whether using its power may ask its player something."""


class Ferry:
    """A place on the ring, with the places Noah can reach from it."""

    __slots__ = ("across", "beside", "id", "index")

    def __init__(self, index: int) -> None:
        self.index = index
        self.id = f"ferry-{index + 1}"
        self.beside: list[Question] = []
        """The question where to go after a female, for each seat: to a neighbour."""
        self.across: list[Question] = []
        """The same after a male: to a ferry across."""

    def __str__(self) -> str:
        return self.id


class LoadState(NamedTuple):
    """Figures of a ferry that decide what it takes next."""

    weight: int
    limit: int
    last: str = EITHER
    """Sex of the last animal."""
    wanted: str = EITHER
    """Sex of the next one."""
    without_first: tuple[int, int] | None = None
    """Weight and limit once a crocodile has chased the first animal away; None if nobody is aboard, or without
    crocodiles."""
    roommates: frozenset[str] | None = None
    """Species aboard the roommates' ferry; None on any other."""


class Load:
    """Everything about a ferry that matters to the two golden rules, and the kinds it takes next.

    Loads that are alike are one object: there are a few hundred, each worked out when first met.
    """

    __slots__ = ("_pieces", "after", "full", "last", "limit", "roommates", "state", "takes", "wanted", "weight")

    def __init__(self, pieces: "NoahPieces", state: LoadState) -> None:
        self._pieces = pieces
        self.state = state
        # simulations read these often, and an attribute is quicker than a field of a tuple
        self.weight, self.limit, self.last, self.wanted, _, self.roommates = state
        # a real ferry may be overloaded against the rules; it leaves like a full one (rulings.md 3.6 #1)
        self.full = self.weight >= self.limit
        # simulations add animals all the time, so every step is worked out only once
        self.after: list[Load | None] = [None] * len(pieces.kinds.all)
        """Loads with one more animal, by its index; None until `plus` needs it."""
        self.takes = pieces.kinds.find_bits(lambda animal: animal.sex != EITHER and not self.objections(animal))

    def objections(self, animal: Animal) -> list[Phrase]:
        """Return all reasons against loading this animal, by the two golden rules; empty if it fits."""
        reasons = []
        weight, limit = self.weight, self.limit
        if animal.chases and self.state.without_first is not None:
            weight, limit = self.state.without_first
        over = weight + animal.weight - limit
        if over > 0:
            reasons.append(Phrase(N_("too heavy by {n}"), n=over))
        elif animal.drills and self.weight + animal.weight > self._pieces.drilled_limit:
            reasons.append(Phrase(N_("the ferry is too heavy for a hole")))
        if self.wanted not in (EITHER, animal.sex) and animal.sex != EITHER:
            reasons.append(Phrase(NEXT[self.wanted]))
        if self.roommates is not None and animal.species in self.roommates:
            reasons.append(Phrase(N_("roommates never share with their own species")))
        return reasons

    def plus(self, animal: Animal) -> "Load":
        """Return the load once this animal is aboard."""
        after = self.after[animal.index]
        if after is None:
            limit = self._pieces.drilled_limit if animal.drills else self.limit
            # all of one sex or strictly alternating: both mean that the next is like the one before the last
            roommates = None if self.roommates is None else self.roommates | {animal.species}
            after = self._pieces.load(
                LoadState(
                    self.weight + animal.weight, limit, animal.sex, self.last, self._drop_first(animal), roommates
                )
            )
            self.after[animal.index] = after
        return after

    def _drop_first(self, animal: Animal) -> tuple[int, int] | None:
        """Return weight and limit with this animal aboard but without the first one."""
        if not self._pieces.has_chasers:
            return None
        if self.state.without_first is None:
            return 0, self._pieces.limit
        weight, limit = self.state.without_first
        return weight + animal.weight, self._pieces.drilled_limit if animal.drills else limit

    def fill(self) -> "Load":
        """Return the load if the last animal weighs as much as is missing."""
        return self._pieces.load(self.state._replace(weight=self.limit))


class NoahPieces:
    """All pieces that a match with this many players uses, with the promo cards it is played with."""

    def __init__(self, box: Box, players: int, promos: Collection[str] = (), cards_for: int = 0) -> None:
        around = box.whole("ferries.around", 3, 9)
        self.in_the_middle = box.whole("ferries.in_all", around, 99) - around
        self.limit = box.whole("ferries.limit", 1, 99)
        self.drilled_limit = box.whole("ferries.drilled_limit", 1, self.limit)
        self.hand = box.whole("game.hand", 1, 20)
        self.rounds = box.whole("game.rounds", 1, 20)
        self.long_goal = box.whole("game.long_goal", 1, 999)
        self.deck: list[Animal] = []
        cards_for = cards_for or players  # alone, the level decides
        self.left_out = [least for least in MARKS.values() if least > cards_for]
        """Marks of the cards to leave out: 4 on those for four and more."""
        self.snail: Animal | None = None
        self.sides: tuple[Animal, ...] = ()
        animals: list[Animal] = []
        for species in box.list_names("species"):
            self._unpack(box, f"species.{species}.", species, cards_for, animals, self.drilled_limit)
        for species in PROMOS:
            self._unpack_promo(box, species, cards_for, animals, species in promos)
        self.has_chasers = any(animal.chases for animal in animals)
        self.promos = tuple(promos)
        self.has_roommates = ROOMMATES in promos
        self.heaviest_frog = box.whole("promo.frog.most", 1, ANY_WEIGHT)
        self.forgiven = box.whole("promo.crocodile.forgiven", 0, 9)
        self.kinds = Kinds(animals)
        self._check(box, around + self.hand * players, players)
        self.ferries = _make_ring(around, players)
        self._loads: dict[LoadState, Load] = {}
        self.nothing = self.load(LoadState(0, self.limit))
        self.nothing_of_roommates = self.load(LoadState(0, self.limit, roommates=frozenset()))

    def load(self, state: LoadState) -> Load:
        """Return the load of this state, which all ferries share."""
        if state not in self._loads:
            self._loads[state] = Load(self, state)
        return self._loads[state]

    def _unpack_promo(self, box: Box, species: str, players: int, animals: list[Animal], is_used: bool) -> None:
        """Read the promo cards of a species. If they are used, put them in place of the cards they replace."""
        entry, kinds, cards = f"promo.{species}.", len(animals), len(self.deck)
        self._unpack(box, entry, species, players, animals, self.drilled_limit if is_used else ANY_WEIGHT)
        replaced = box.text(entry + "instead_of", box.list_names("species"))
        sexes = box.texts(entry + "replaces", (MALE, FEMALE, EITHER))
        if not is_used:
            del animals[kinds:], self.deck[cards:]
            return
        for sex in sexes:
            copy = next((card for card in self.deck if (card.species, card.sex) == (replaced, sex)), None)
            if copy is not None:
                self.deck.remove(copy)

    def _unpack(self, box: Box, entry: str, species: str, players: int, animals: list[Animal], heaviest: int) -> None:
        weight = box.whole(entry + "weight", 0, heaviest)
        tears = box.whole(entry + "tears", 0, 9)
        power = box.text(entry + "power", POWERS) if box.has(entry + "power") else ""
        kinds: dict[str, Animal] = {}

        def kind(sex: str) -> Animal:
            if sex not in kinds:
                kinds[sex] = Animal(len(animals), species, sex, weight, tears, power)
                animals.append(kinds[sex])
            return kinds[sex]

        for marked, least in MARKS.items():
            if box.has(entry + marked):
                copies = [kind(sex) for sex in box.texts(entry + marked, (MALE, FEMALE, EITHER))]
                self.deck += copies if players >= least else []
        if EITHER in kinds:
            box.require(
                self.snail is None and len(kinds) == 1,
                entry + "for_all",
                Phrase(N_("only one species can have both sexes, and then on all its cards")),
            )
            self.snail = kinds[EITHER]
            self.sides = kind(MALE), kind(FEMALE)
            for side in self.sides:
                side.card = self.snail
                self.snail.bits |= side.bits

    def _check(self, box: Box, need: int, players: int) -> None:
        box.require(
            len(self.deck) >= need,
            "species",
            Phrase(
                N_("{cards} cards are too few: {players} players need {need}"),
                cards=len(self.deck),
                players=players,
                need=need,
            ),
        )


def _make_ring(around: int, players: int) -> tuple[Ferry, ...]:
    """Return the places on the ring, with the questions where Noah goes."""
    ferries = tuple(Ferry(index) for index in range(around))
    for ferry in ferries:
        # questions never change, so they are made once for each place and seat
        for moves, step in ((ferry.beside, 1), (ferry.across, 2)):
            reached = sorted({(ferry.index - step) % around, (ferry.index + step) % around})
            moves += [Question(seat, "move_noah", [ferries[index] for index in reached]) for seat in range(players)]
    return ferries
