"""The pieces of Noah's Ark: animal cards, objectives, FLICE cards, the Ark."""

from collections.abc import Iterable, Mapping

from companion.core.box import Box
from companion.core.cards import Card
from companion.core.errors import N_, Phrase
from companion.games.noahs_ark.dice import ANIMALS, Racing

PAIRS, WILD, PICK, DISCARD, SWAP, TURN = POWERS = ("pairs", "wild", "pick", "discard", "swap", "turn")
"""Double pairs; wild card; pick a card; discard a card; replace an objective; replace an animal."""
PLAIN = "plain"
MOST_POINTS = 9
OBJECTIVE_POINTS = range(1, 11)
ADDED = {"all": 99, "seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2, "one": 1}
"""Number of advanced cards in the deck; the rulebook leaves it to the players."""


class AnimalCard(Card):
    """A card to race for. Its id says what it shows; `entry` is where the box has it."""

    __slots__ = ("entry", "guessed", "noa", "points", "power", "shows", "tally", "turns")

    def __init__(
        self,
        entry: str,
        index: int,
        shows: Iterable[str],
        points: int,
        noa: bool = False,
        power: str = PLAIN,
        turns: tuple[str, ...] = (),
        guessed: bool = False,
    ) -> None:
        self.shows = tuple(sorted(shows, key=ANIMALS.index))
        self.points = points
        self.noa = noa
        self.power = power
        self.turns = turns
        self.entry = entry
        self.guessed = guessed
        """Whether its print is only a guess."""
        self.tally = tuple(self.shows.count(animal) for animal in ANIMALS)
        super().__init__(self._id(), index)

    def _id(self) -> str:
        if self.power == TURN:
            return "-".join((TURN, *self.turns))
        named = tuple(dict.fromkeys(self.shows)) if self.power == PAIRS else self.shows
        prefix = () if self.power == PLAIN else (self.power,)
        return "-".join((*prefix, *named, *(("noa",) if self.noa else ()), str(self.points)))

    def as_entry(self) -> dict[str, object]:
        """Return this card as an entry of the owner's corrections."""
        entry: dict[str, object] = {"shows": list(self.shows)}
        if self.power == PLAIN:
            return {**entry, "points": self.points, "noa": int(self.noa)}
        if self.power != PAIRS:
            entry["points"] = self.points
        return {"power": self.power, **entry, **({"turns": list(self.turns)} if self.turns else {})}


class Style(Card):
    """A FLICE card: the part of the hand that turns dice. `effort` is in percent of the index finger."""

    __slots__ = ("effort",)

    def __init__(self, name: str, index: int, effort: int) -> None:
        super().__init__(f"flice-{name}", index)
        self.effort = effort


class Objective(Card):
    """An objective, won by having the most of something."""

    __slots__ = ("counts", "guessed", "points")

    def __init__(self, counts: str, index: int, points: int, guessed: bool) -> None:
        super().__init__(f"most-{counts}", index)
        self.counts = counts
        self.points = points
        self.guessed = guessed

    @property
    def animal(self) -> int | None:
        """Index of the animal it counts, or None."""
        return ANIMALS.index(self.counts[:-1]) if self.counts[:-1] in ANIMALS else None


MOST_KINDS = (*(f"{animal}s" for animal in ANIMALS), "noa", "cards", "objectives", "animals")
STYLES = ("index-finger", "fist", "knuckles", "little-finger", "thumb", "other-hand")


class NoahsArkPieces:
    """All pieces, and how many of each a match with these players and options uses."""

    def __init__(self, box: Box, options: Mapping[str, str], players: int) -> None:
        self._read_game(box)
        self.racing = Racing(box)
        self.ark = Card("ark", 0)
        self.styles = tuple(Style(name, at, box.whole(f"styles.{name}", 10, 1000)) for at, name in enumerate(STYLES))
        self.objectives = tuple(
            Objective(most, at, box.whole(f"objectives.{most}", 0, 20), _is_guess(box, f"objectives.{most}"))
            for at, most in enumerate(MOST_KINDS)
        )
        self.animals = [self._read_plain(box, at, name) for at, name in enumerate(box.list_names("animals"))]
        self.advanced = [self._read_advanced(box, at, name) for at, name in enumerate(box.list_names("advanced"))]
        self._compose_deck(box, options, players)
        printed: list[AnimalCard | Objective] = [*self.animals, *self.eligible, *self.objectives]
        self.guesses = sum(card.guessed for card in printed)
        """Number of cards of this match that are guesses."""

    def _read_game(self, box: Box) -> None:
        self.dice = box.whole("game.dice", 1, 99)
        self.last_cards = box.whole("game.last_cards", 1, 20)
        self.laid_out = box.whole("game.objectives", 1, len(MOST_KINDS))
        self.laid_out_more = box.whole("game.more_objectives", self.laid_out, len(MOST_KINDS))
        self.taken_at_most = box.whole("game.taken_at_most", 0, MOST_POINTS)
        self.pairs_points = box.whole("game.pairs_points", 0, MOST_POINTS)

    def _compose_deck(self, box: Box, options: Mapping[str, str], players: int) -> None:
        """Work out how many cards of each sort are in the deck."""
        advanced = options["mode"] == "advanced"
        flice = options["flice"] == "with" or (options["flice"] == "auto" and advanced)
        in_deck = box.whole("game.styles_in_deck", 0, len(STYLES))
        self.styles_in_deck = in_deck if flice else 0
        removed = {name: box.whole(f"length.{name}", 0, 24) for name in ("short", "shortest")}
        self.plain_in_deck = len(self.animals) - removed.get(options["length"], 0)
        most = box.whole("game.pairs_players", 2, 5)
        allowed = [card for card in self.advanced if card.power != PAIRS or players <= most]
        self.eligible = allowed if advanced else []
        """Advanced cards that can be in the deck, though only one that replaces an animal."""
        self.pairs_allowed = advanced and players <= most
        turns = sum(card.power == TURN for card in self.eligible)
        self.advanced_in_deck = min(ADDED[options["advanced"]], len(self.eligible) - max(0, turns - 1))
        self.advanced_fewer, self.advanced_more = self._count_uncertain(options)
        fewer, more = box.whole("game.dice_each", 1, 9), box.whole("game.dice_each_with_pairs", 1, 9)
        self.all_advanced = self.advanced_in_deck == len(self.eligible) - max(0, turns - 1)
        """Whether all eligible advanced cards are in the deck."""
        self.dice_without_pairs = fewer
        self.dice_each = more if any(card.power == PAIRS for card in self.eligible) else fewer
        self.size = self.plain_in_deck + self.advanced_in_deck + self.styles_in_deck + 1
        box.require(
            self.plain_in_deck + self.advanced_in_deck >= self.last_cards,
            "animals",
            Phrase(N_("the deck needs at least {need} animal cards"), need=self.last_cards),
        )
        box.require(
            players * self.dice_each <= self.dice and 2 * len(ANIMALS) <= self.dice,
            "game.dice",
            Phrase(N_("{dice} dice aren't enough for {players} players"), dice=self.dice, players=players),
        )

    def _count_uncertain(self, options: Mapping[str, str]) -> tuple[int, int]:
        """Return how many advanced cards fewer or more a real deck may hold: removed double pairs are guesses."""
        aside = [card for card in self.advanced if card.power == PAIRS and card not in self.eligible]
        if not self.eligible or not aside:
            return 0, 0
        several = [card for card in self.advanced if card.power != TURN]
        guesses = sum(card.guessed for card in several)
        sure = sum(not card.guessed for card in aside)
        others = len(POWERS) - 2  # each of the other powers is in the box, and so are double pairs
        most = min(sure + guesses, len(several) - others)
        size = [min(ADDED[options["advanced"]], len(several) - pairs + 1) for pairs in (most, max(1, sure))]
        return max(0, self.advanced_in_deck - size[0]), max(0, size[1] - self.advanced_in_deck)

    def _read_plain(self, box: Box, index: int, name: str) -> AnimalCard:
        entry = f"animals.{name}"
        shows = _read_shown_animals(box, entry, (2, 3))
        points = box.whole(f"{entry}.points", 0, MOST_POINTS)
        noa = box.has(f"{entry}.noa") and box.whole(f"{entry}.noa", 0, 1) == 1
        return AnimalCard(entry, index, shows, points, noa, guessed=_is_guess(box, f"{entry}.shows"))

    def _read_advanced(self, box: Box, index: int, name: str) -> AnimalCard:
        entry = f"advanced.{name}"
        power = box.text(f"{entry}.power", POWERS)
        shows = _read_shown_animals(box, entry, (4,) if power == PAIRS else (2, 3))
        turns: tuple[str, ...] = ()
        if power == PAIRS:
            pairs = all(shows.count(animal) == 2 for animal in shows)
            box.require(pairs, f"{entry}.shows", Phrase(N_("two animals, each twice")))
        if box.has(f"{entry}.turns"):
            turns = box.texts(f"{entry}.turns", ANIMALS)
        box.require(
            len(set(turns)) == (2 if power == TURN else 0),
            f"{entry}.turns",
            Phrase(N_("only a “replace an animal” card names two animals to exchange")),
        )
        points = box.whole(f"{entry}.points", 0, MOST_POINTS) if box.has(f"{entry}.points") else 0
        points = self.pairs_points if power == PAIRS else points
        return AnimalCard(entry, index, shows, points, False, power, turns, _is_guess(box, f"{entry}.shows"))


def _read_shown_animals(box: Box, entry: str, numbers: tuple[int, ...]) -> tuple[str, ...]:
    shows = box.texts(f"{entry}.shows", ANIMALS)
    allowed = ", ".join(map(str, numbers))
    box.require(
        len(shows) in numbers,
        f"{entry}.shows",
        Phrase(N_("number of animals shown must be one of: {allowed}"), allowed=allowed),
    )
    return shows


def _is_guess(box: Box, path: str) -> bool:
    return box.provenance[path] == "reconstructed"
