"""The pieces of Ark, and which cards can share a cabin."""

from collections import Counter
from collections.abc import Iterable

from companion.core.box import Box
from companion.core.cards import Card, Kinds
from companion.core.errors import N_, Phrase
from companion.core.words import normalize_spelling

HOT, COLD, BOTH = CLIMATES = ("hot", "cold", "both")
HERBIVORE, CARNIVORE, OMNIVORE, NONE = NOURISHMENTS = ("herbivore", "carnivore", "omnivore", "none")
HEAVY, USEFUL, SLOW, SHY, PROVISION = KINDS = ("heavy", "useful", "slow", "shy", "provision")
ANIMAL_KINDS = (HEAVY, USEFUL, SLOW, SHY, NONE)
POWERS = ("discs", "unbothered", "half", "raises", "drives-any", "drives-weight-2", "drives-shy")
NOURISHED = {
    "skunk": (HERBIVORE, OMNIVORE),
    "mosquito": (CARNIVORE, OMNIVORE),
    "spider": (CARNIVORE, OMNIVORE),
    "hedgehog": (CARNIVORE, OMNIVORE),
    "turtle": (HERBIVORE, NONE),
}
"""Diets that the rulebook leaves possible for some animals (rulings.md 2.3 #4)."""

KNOWN_BY_NAME = (
    "fox", "hedgehog", "mosquito", "bronto", "turtle", "skunk", "spider", "chimpanzee",
    "elephant", "polar-bear", "tiger", "dog", "tyranno", "grain",
)  # fmt: skip
"""Cards that are certainly in the game; of the others even the name is a guess."""

OTHER_CLIMATE, EATS, IS_EATEN, AFRAID = "other-climate", "eats", "is-eaten", "afraid"
"""Reasons why a card may not join another one."""
HEAVIEST = 4
LONGEST_NAME = 20
NAME, KIND, WEIGHT, CLIMATE, NOURISHMENT = FIGURES = ("name", "kind", "weight", "climate", "nourishment")
"""Features printed on a card, in the order in which they are asked."""


class Cargo(Card):
    """A card: an animal, provisions or rain."""

    __slots__ = (
        "alone", "carnivore", "climate", "driven", "drives", "eats", "entry", "grazes", "guesses", "kind", "name",
        "nourishment", "on_disc", "pet", "power", "provision", "repels", "shy", "take", "unbothered", "unnamed",
        "victims", "weight",
    )  # fmt: skip

    def __init__(self, index: int, id: str, climate: str, weight: int, nourishment: str, kind: str, power: str) -> None:
        super().__init__(id, index)
        self.power = power
        self.entry = f"{'provisions' if kind == PROVISION else 'animals'}.{id}"
        """Path of its entry in the box."""
        self.name = ""
        """Name the owner entered, if any."""
        self.unnamed = False
        """Whether its owner entered its features but no name, so that it needn't be the animal we had guessed."""
        self.guesses: frozenset[str] = frozenset()
        """Features that are only guesses."""
        self.pet = False
        self.take = Take(self)
        self.repels = 0
        """Bit set of cards that may not join a cabin with this one."""
        self.victims = 0
        """Bit set of cards this one can drive out."""
        self.set_figures(climate, weight, nourishment, kind)

    def set_figures(self, climate: str, weight: int, nourishment: str, kind: str) -> None:
        """Set the printed features, and everything that follows from them."""
        power = self.power
        self.climate = climate
        self.weight = weight
        self.nourishment = nourishment
        self.kind = KINDS.index(kind) if kind in KINDS else -1
        """Index of its scoring card, -1 for none."""
        self.provision = kind == PROVISION
        self.carnivore = nourishment == CARNIVORE
        self.eats = nourishment in (CARNIVORE, OMNIVORE)
        self.grazes = nourishment in (HERBIVORE, OMNIVORE)
        self.unbothered = power == "unbothered"
        self.shy = kind == SHY and not self.unbothered
        self.alone = kind in (SLOW, PROVISION)
        """Whether it must be the only card of a turn."""
        self.on_disc = power == "half"
        """Whether its figure stands on a disc and counts 1.5 (Bronto)."""
        self.drives = power.startswith("drives")
        self.driven = not self.provision and power not in ("discs", "drives-weight-2", "drives-shy")
        """Whether it can be driven out: fox, mosquito and spider can't."""

    @property
    def figures(self) -> tuple[str, int, str, str]:
        """Kind, weight, climate and nourishment, as written in the box."""
        return KINDS[self.kind] if self.kind >= 0 else NONE, self.weight, self.climate, self.nourishment

    def drives_out(self, other: "Cargo") -> bool:
        """Whether this animal can drive out the other one."""
        if not other.driven or other is self:
            return False
        return (
            self.power == "drives-any"
            or (self.power == "drives-weight-2" and other.weight == 2)
            or (self.power == "drives-shy" and other.kind == KINDS.index(SHY))
        )


class Take:
    """The choice of taking this face-up card."""

    __slots__ = ("card", "id")

    def __init__(self, card: Cargo) -> None:
        self.card = card
        self.id = f"take-{card.id}"

    def __str__(self) -> str:
        return self.id


def would_eat(eater: Cargo, other: Cargo) -> bool:
    """Whether one card would eat the other in the same cabin.

    A hunter must be lighter than every other animal; a grazer eats provisions. Nothing bigger or as big hunts a
    turtle or a hedgehog, and a hedgehog leaves a hunter of its own weight alone (rulings.md 2.4 #12).
    """
    if other.provision:
        return eater.grazes
    if not eater.eats or other.unbothered or eater.weight < other.weight:
        return False
    return not (eater.unbothered and other.eats and eater.weight == other.weight)


def can_share_climate(card: Cargo, other: Cargo) -> bool:
    """Whether two cards like the same climate; no preference goes with either."""
    return BOTH in (card.climate, other.climate) or card.climate == other.climate


def is_afraid(card: Cargo, other: Cargo) -> bool:
    """Whether a shy card avoids the other one, in its cabin and next to it."""
    return card.shy and other.carnivore


def list_clashes(newcomer: Cargo, resident: Cargo) -> list[str]:
    """List the reasons that keep a newcomer out of a resident's cabin."""
    clashes = []
    if not can_share_climate(newcomer, resident):
        clashes.append(OTHER_CLIMATE)
    if would_eat(newcomer, resident):
        clashes.append(EATS)
    if would_eat(resident, newcomer):
        clashes.append(IS_EATEN)
    if is_afraid(newcomer, resident):
        clashes.append(AFRAID)
    return clashes


def why_no_pet(card: Cargo, heaviest: int) -> list[Phrase]:
    """List the reasons why a card can't be a pet."""
    reasons = []
    if card.provision:
        reasons.append(Phrase(N_("provisions can't be pets")))
    elif card.weight > heaviest:
        reasons.append(Phrase(N_("{n} too heavy for a pet"), n=card.weight - heaviest))
    if card.power:
        reasons.append(Phrase(N_("animals with a special ability can't be pets")))
    return reasons


class ArkPieces:
    """All pieces that a match of this many players uses."""

    def __init__(self, box: Box, players: int) -> None:
        self._box = box
        self._players = players
        self.rains = box.whole("game.rain", 1, 9)
        self.pet_rain = box.whole("game.pet_rain", 1, self.rains)
        self.hand = box.whole("game.hand", 0, 5)
        self.display = box.whole("game.display", 3, 3)
        self.cabin = box.whole("game.cabin", 1, 5)
        self.incline = box.whole("game.incline", HEAVIEST // 2, 7)
        self.figures = box.whole("game.figures", 1, 99)
        self.second_kind = box.whole("game.second_kind", 1, 4)
        self.fox_discs = box.whole("game.fox_discs", 0, 9)
        self.points = (
            box.whole("scoring.first", 0, 99),
            box.whole("scoring.second", 0, 99),
            box.whole("scoring.further", 0, 99),
        )
        self.discs = _read_discs(box, players)
        self.supply_discs = box.whole("game.discs", sum(self.discs), 99) - sum(self.discs)
        self.deck: list[Cargo] = []
        cards = _read_animals(box, self.deck) + _read_provisions(box, self.deck)
        self.rain = Cargo(len(cards), "rain", BOTH, 0, NONE, NONE, "")
        self.kinds = Kinds([*cards, self.rain])
        self.lightest = box.whole("game.start_lightest", 0, HEAVIEST)
        self.heaviest = box.whole("game.start_heaviest", 0, HEAVIEST)
        self.pet_heaviest = box.whole("game.pet_heaviest", 0, HEAVIEST)
        self.index_cards()
        self._check(box)
        _check_names(box, cards)

    @property
    def guesses(self) -> int:
        """Number of features that are only guesses."""
        return sum(len(card.guesses - {NAME}) for card in self.kinds.all)

    def copy_for_table(self) -> "ArkPieces":
        """Return a copy for one real table, so that features entered there don't change other matches."""
        return ArkPieces(self._box, self._players)

    def index_cards(self, changed: Cargo | None = None) -> None:
        """Compute the sets of cards that rules look up, from the current features of all cards, or of a changed one."""
        where, cards = self.kinds.find_bits, self.kinds.all[:-1]
        for card in cards:
            card.pet = not why_no_pet(card, self.pet_heaviest)
            for other in cards if changed in (None, card) else (changed,):
                bit = 1 << other.index
                card.repels = card.repels | bit if list_clashes(other, card) else card.repels & ~bit
                card.victims = card.victims | bit if card.drives_out(other) else card.victims & ~bit
        self.cargo = where(lambda card: card is not self.rain)
        self.shy = where(lambda card: card.shy)
        self.quick = where(lambda card: card is not self.rain and not card.alone)
        self.driving = [card for card in cards if card.drives]
        self.drivers = where(lambda card: card.drives)
        self.pets = where(lambda card: card.pet)
        self.starters = [card for card in self.deck if self.lightest <= card.weight <= self.heaviest]
        self.light = where(lambda card: card in self.starters)
        """Bit set of cards allowed in the first four cabins."""
        self.of_kind = [where(lambda card, kind=kind: card.kind == kind) for kind in range(len(KINDS))]  # type: ignore[misc]
        self.tipping = self._list_tipping_cards()

    def _list_tipping_cards(self) -> list[tuple[int, int, int]]:
        """List, by incline, the cards that would tip port, those that would tip starboard, and those that can be added.

        Python counts negative places from the end, so the incline itself is the place.
        """
        tipping = [(0, 0, 0)] * (2 * self.incline + 1)
        for lean in range(-self.incline, self.incline + 1):
            port = self.kinds.find_bits(lambda card, lean=lean: lean - card.weight < -self.incline)  # type: ignore[misc]
            starboard = self.kinds.find_bits(lambda card, lean=lean: lean + card.weight > self.incline)  # type: ignore[misc]
            tipping[lean] = port, starboard, self.cargo & ~(port & starboard)
        return tipping

    def _check(self, box: Box) -> None:
        kinds = Counter(card.kind for card in self.starters)
        enough = sum(min(cards, self.second_kind) if kind >= 0 else cards for kind, cards in kinds.items())
        box.require(
            enough >= 4,
            "game.start_heaviest",
            Phrase(N_("too few cards are light enough for the first four cabins")),
        )


def _read_discs(box: Box, players: int) -> tuple[int, ...]:
    """Read the action discs of each position, from the starting player on."""
    of_three, front, behind = (box.whole(f"discs.{name}", 0, 9) for name in ("of_three", "in_front", "behind"))
    return (of_three,) * 3 if players == 3 else (front,) * 3 + (behind,) * (players - 3)


def _read_animals(box: Box, deck: list[Cargo]) -> list[Cargo]:
    animals: list[Cargo] = []
    for name in box.list_names("animals"):
        entry = f"animals.{name}."
        animal = Cargo(
            len(animals),
            name,
            box.text(entry + "climate", CLIMATES),
            box.whole(entry + "weight", 0, HEAVIEST),
            box.text(entry + "nourishment", NOURISHMENTS),
            box.text(entry + "kind", ANIMAL_KINDS),
            box.text(entry + "power", POWERS) if box.has(entry + "power") else "",
        )
        _read_provenance(box, animal)
        animals.append(animal)
    deck += animals
    return animals


def _read_provisions(box: Box, deck: list[Cargo]) -> list[Cargo]:
    provisions: list[Cargo] = []
    for name in box.list_names("provisions"):
        entry = f"provisions.{name}."
        climate, weight = box.text(entry + "climate", CLIMATES), box.whole(entry + "weight", 0, HEAVIEST)
        provision = Cargo(len(deck) + len(provisions), name, climate, weight, NONE, PROVISION, "")
        _read_provenance(box, provision)
        provisions.append(provision)
    deck += [card for card in provisions for _ in range(box.whole(f"provisions.{card.id}.copies", 1, 9))]
    return provisions


def _read_provenance(box: Box, card: Cargo) -> None:
    """Read the owner's name of a card, and which features are guesses."""
    entry = card.entry
    named = box.has(f"{entry}.name")
    if named:
        name = box.text(f"{entry}.name")
        short = 0 < len(name) <= LONGEST_NAME and name.isprintable()
        box.require(short, f"{entry}.name", Phrase(N_("a name needs 1 to {most} letters"), most=LONGEST_NAME))
        card.name = "" if name == card.id else name  # our own word for it, which every language has
    guesses = {figure for figure in FIGURES if box.provenance.get(f"{entry}.{figure}") == "reconstructed"}
    name_guessed = not named and card.id not in KNOWN_BY_NAME
    card.guesses = frozenset(guesses | {NAME} if name_guessed else guesses)
    # the owner entered the features without a name, so the name is still ours
    card.unnamed = name_guessed and not guesses


def _check_names(box: Box, cards: list[Cargo]) -> None:
    """Require that no two cards have the same name. A card without a name doesn't occupy the one we had guessed."""
    known = {
        normalize_spelling(card.id.replace("-", " ")): card for card in cards if not card.name and not card.unnamed
    }
    for card in cards:
        if card.name:
            other = known.setdefault(normalize_spelling(card.name), card)
            box.require(other is card, f"{card.entry}.name", Phrase(N_("another card already has this name")))


def list_guesses(cards: Iterable[Cargo]) -> list[Cargo]:
    """List the cards whose name or weight is a guess, which texts mark."""
    return [card for card in cards if card.guesses & {NAME, WEIGHT}]
