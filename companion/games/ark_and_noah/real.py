"""Ark & Noah with real pieces: people draw the animals, and the companion asks what they drew.

The box may not know an animal. People enter it once, in a few taps, and from then on it is in the box. What
nobody has evidence for is replaced: another animal takes the place of one whose name was a guess.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, starmap
from typing import Any

from companion.core.game import Outcome, Setup
from companion.core.question import TABLE, FreeText, FreeTextQuestion, Play, Question
from companion.core.real_table import adapt
from companion.core.seat import Seat
from companion.core.unknown_piece import ANOTHER, UNNAMED, PieceFigure, ask_figures
from companion.games.ark_and_noah import rules
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.by_score import ByScore
from companion.games.ark_and_noah.depth import YES
from companion.games.ark_and_noah.hull import LARGEST_CORRAL
from companion.games.ark_and_noah.names import find_species_by_name
from companion.games.ark_and_noah.pieces import (
    FEMALE,
    LONGEST_NAME,
    MALE,
    MOST_POINTS,
    SEXES,
    WOOD,
    Action,
    ArkAndNoahPieces,
    Species,
    Tile,
    TwoActions,
    normalize_name,
)
from companion.games.ark_and_noah.table import DRAWN_TO_EXCHANGE, KEEP, SWAP, ArkAndNoahTable, Trade

EMPTY = "empty"
"""No tile was left to be taken, though by our books there was one."""


class Untaken:
    """Drawn tiles that nobody has taken yet: of each sex, and of either."""

    __slots__ = ("either", "of")

    def __init__(self, males: int, females: int, either: int) -> None:
        self.of = {MALE: males, FEMALE: females}
        self.either = either


class RealArkAndNoahTable(ArkAndNoahTable):
    """A table where people handle the pieces and enter what they did.

    Odds are counted at such a table in imagined worlds: from then on its `deal` is virtual, and the program draws.
    """

    # Class attributes, as in `ArkAndNoahTable`: most matches need none of them.

    learned_species: list[Species] | None = None
    """Animals of this match, if people entered others than the box has; `learned_known` has all."""
    learned_known: dict[str, Species] | None = None
    shown_keys: frozenset[str] = frozenset()
    """Entries of the animals seen on the table; no other animal replaces them."""
    said_empty = False
    """Whether people said that the bags are empty."""
    untaken: Untaken | None = None
    """Tiles that people drew to collect animals; None if the program drew."""

    @property
    def species(self) -> list[Species]:
        """Animals of this match, with what people entered."""
        return self.pieces.species if self.learned_species is None else self.learned_species

    @property
    def known(self) -> dict[str, Species]:
        """All animals by id."""
        return self.pieces.known if self.learned_known is None else self.learned_known

    def is_guess(self, species: Species) -> bool:
        """Whether this animal or its figures are a guess; an animal that was seen isn't."""
        is_learned = "name" in self.learned.get("species", {}).get(species.key, {})
        return species.figures_guessed or (species.name_guessed and not is_learned)

    def may_have_more_animals(self) -> bool:
        """Whether the bags may hold animals that we believe to be for more players, or small."""
        if self.deal.virtual or self.said_empty:
            return False
        return any(
            unused.players_guessed or (self.pieces.quick and unused.figures_guessed) for unused in self.list_unused()
        )

    # What hands must do

    def cue_preparations(self) -> None:
        """Tell people to sort the animals, fill the bags and hand out the colours."""
        pieces = self.pieces
        marked = any(least > pieces.players for least in pieces.all_species.values())
        if pieces.quick:
            self.cue("take_out_small" if marked else "take_out_only_small", pieces.players)
        elif marked:
            self.cue("take_out", pieces.players)
        self.cue("bags")
        self.cue("side")
        self.cue("colours", *self.seats)
        self.cue("characters")
        self.cue("markers")

    def cue_position(self) -> None:
        """Tell people what the table should look like after a round."""
        actions = self.pieces.actions
        workers = [
            (action, self.seats[seat]) for action, seat in zip(actions, self.completed, strict=True) if seat >= 0
        ]
        tiles = [(action, value) for action, value in zip(actions, self.bonus, strict=True) if value]
        if workers:
            self.cue("workers_lie", *chain.from_iterable(workers))
        if tiles:
            self.cue("tiles_lie", *chain.from_iterable(tiles))
        # nobody knows the gaps where places are not entered
        gaps = self.depth.count_open_outer_edges()
        if gaps is not None:
            self.cue("gaps" if gaps else "closed", gaps)
        if not self.pieces.quick:
            self.cue("first_in_flood", self.seats[rules.list_flood_order(self)[0]])

    # What people drew

    def draw_first(self, ask: str, could_be: list[Tile], seat: Seat) -> Play[Tile]:
        """Ask which of these tiles a player drew first."""
        if self.deal.virtual:
            return super().draw_first(ask, could_be, seat)
        return self.ask_tile(TABLE, ask, could_be, (could_be[0].sex,), seat)

    def draw_for_all(self, chooser: int, males: int, females: int, either: int) -> Play[None]:
        """Let people draw; all these tiles find a taker, so it is enough to ask who took what."""
        if self.deal.virtual:
            self.untaken = None
            return super().draw_for_all(chooser, males, females, either)
        if self.may_have_more_animals():
            # then our bags may be emptier than theirs, and what they draw isn't bounded by them
            males, females, either = self.pieces.drawn
        self.cue_draws(chooser, males, females, either)
        # where a bag may hold less than we think, the other one may have made up for it
        sure_males, sure_females = min(males, self.count_sure(MALE)), min(females, self.count_sure(FEMALE))
        self.untaken = Untaken(sure_males, sure_females, either + males - sure_males + females - sure_females)
        return ask_nothing()

    def cue_draws(self, chooser: int, males: int, females: int, either: int) -> None:
        """Tell the chooser how many tiles to draw."""
        if males + females + either:
            self.cue("draws", self.seats[chooser], males, females, either)

    def take_drawn(self, order: list[int]) -> Play[int]:
        """Ask which of the drawn tiles each player took."""
        return super().take_drawn(order) if self.untaken is None else self._ask_all_taken(order, self.untaken)

    def _ask_all_taken(self, order: list[int], untaken: Untaken) -> Play[int]:
        for turn, seat in enumerate(order):
            if not (yield from self._ask_taken(seat, untaken)):
                return turn
        return len(order)

    def _ask_taken(self, seat: int, untaken: Untaken) -> Play[bool]:
        sexes = [sex for sex in self.bags if untaken.of[sex] + untaken.either]
        could_be = sorted((tile for sex in sexes for tile in self.bags[sex]), key=lambda tile: tile.index)
        more = self.may_have_more_animals()
        if not could_be and not more:
            return False
        if len(could_be) == 1 and not more:
            self.cue("takes_last", self.seats[seat], could_be[0])
        # the bags may be emptier than we think, if we guessed an animal that is not in this game
        alternatives = () if any(map(self.count_sure, SEXES)) else (EMPTY,)
        tile = yield from self.ask_tile(seat, "took", could_be, sexes, other_choices=alternatives)
        if tile == EMPTY:
            self.empty_bags()
            return False
        if untaken.of[tile.sex]:
            untaken.of[tile.sex] -= 1
        else:
            untaken.either -= 1
        self.take_from_bag(seat, tile)
        return True

    def choose_exchange(self, seat: int, can_swap: bool) -> Play[Any]:
        """Ask what a player exchanged: what else they drew went back and is not entered."""
        return super().choose_exchange(seat, can_swap) if self.deal.virtual else self._ask_exchange(seat, can_swap)

    def _ask_exchange(self, seat: int, can_swap: bool) -> Play[Any]:
        could_be = sorted(chain.from_iterable(self.bags.values()), key=lambda tile: tile.index)
        drawn = DRAWN_TO_EXCHANGE if self.may_have_more_animals() else min(DRAWN_TO_EXCHANGE, len(could_be))
        self.cue("may_swap" if can_swap else "may_trade", self.seats[seat], drawn)
        given = yield Question(seat, "give", [KEEP, *([SWAP] if can_swap else ()), *self.list_tradable(seat)])
        if given in (KEEP, SWAP):
            return given
        if len(could_be) == 1 and not self.may_have_more_animals():
            self.cue("takes_last", self.seats[seat], could_be[0])
        taken = yield from self.ask_tile(seat, "get", could_be, about=given)
        self.cue("into_bag", given)
        return Trade(given, taken)

    def can_trade(self, seat: int) -> bool:
        """Whether a player has an animal to trade, and a bag may have one for it."""
        return super().can_trade(seat) or (self.may_have_more_animals() and bool(self.list_tradable(seat)))

    def count_sure(self, sex: str) -> int:
        """Count the tiles that are certainly in this bag; others may be of animals that were taken out before."""
        return sum(
            tile.mate not in self.bags[tile.mate.sex] or self.is_surely_used(tile.species) for tile in self.bags[sex]
        )

    def is_surely_used(self, species: Species) -> bool:
        """Whether there is certainly such an animal, and it was certainly not taken out before the game."""
        everything = self.pieces.players == len(self.pieces.characters)
        if not self.pieces.quick:
            return everything or not (species.name_guessed or species.players_guessed)
        # small animals are taken out of a quick game, so the size must be certain too
        guessed = species.name_guessed or species.figures_guessed
        return not guessed and (everything or not species.players_guessed)

    def empty_bags(self) -> None:
        """Take out of the match what we believed to be in the bags: there were fewer animals than we thought."""
        emptied = {tile.species for bag in self.bags.values() for tile in bag}
        self.learned_species = [species for species in self.species if species not in emptied]
        self.said_empty = True
        for bag in self.bags.values():
            bag.clear()

    # Animals that the box does not know as they are

    def ask_tile(
        self,
        seat: int,
        ask: str,
        could_be: Sequence[Tile],
        sexes: Iterable[str] = SEXES,
        about: Any = None,
        other_choices: Sequence[Any] = (),
    ) -> Play[Any]:
        """Ask which of these tiles it is, or for one of `other_choices`; a single possible tile is not asked for."""
        others = [ANOTHER] if self.list_places() else []
        choices: list[Any] = [*could_be, *others, *other_choices]
        tile = (yield Question(seat, ask, choices, about)) if len(choices) > 1 else choices[0]
        if tile in other_choices:
            return tile
        if str(tile) == ANOTHER:
            species = yield from self.ask_species(seat)
            sex = [sex for sex in sexes if species.tiles[SEXES.index(sex)] in self.bags[sex]]
            chosen_sex = sex[0] if len(sex) == 1 else (yield Question(seat, "another_sex", sex, species))
            tile = species.tiles[SEXES.index(chosen_sex)]
        self.shown_keys |= {tile.species.key}
        if tile.species.name_guessed and tile.species.name:  # there is such an animal, so its name was no guess
            self.learn(f"species.{tile.species.key}.name", tile.species.name)
        return tile

    def ask_species(self, seat: int) -> Play[Species]:
        """Ask for the name of another animal, and for what is printed on it as far as that is unknown."""
        unused = self.list_unused()
        while True:
            answer = yield FreeTextQuestion(seat, "another_name", (*unused, UNNAMED), longest=LONGEST_NAME)
            name, species = "", answer if isinstance(answer, Species) else None
            if isinstance(answer, FreeText):
                name, species = normalize_name(answer.text), find_species_by_name(answer.text, self.known.values())
            if species in unused:
                return self.bring_in((yield from self.ask_printed(seat, species)))
            if species is not None:
                self.cue("name_taken")
            elif isinstance(answer, FreeText) and not name:
                self.cue("not_a_name")
            else:
                break
        size, points = yield from ask_size_and_points(seat, None)
        guess = self.find_place(size, points)
        free = name and name not in self.known
        species = Species(
            name if free else guess.id, guess.index, size, points, guess.key, name_guessed=not name, name=name
        )
        self.replace(guess, species)
        return self.bring_in(species) if guess in unused else species

    def find_place(self, size: int, points: int) -> Species:
        """Find the animal that a new one replaces: the one we know least about, best one with the same figures.

        One that was entered without a name comes first if it shows just this, and last if it shows anything else: its
        figures are no guesses. One that lay on the table is replaced only if nothing else is left.
        """
        unused = self.list_unused()

        def rank(place: Species) -> tuple[bool, ...]:
            same = (place.size, place.points) == (size, points)
            return (
                place.key in self.shown_keys,
                bool(place.name) or not same,
                not place.name,
                not place.name_guessed,
                place in unused,
                place.size != size,
                place.points != points,
            )

        return min(self.list_places(), key=rank)

    def ask_printed(self, seat: int, species: Species) -> Play[Species]:
        """Ask for size and points of an animal known by name, if they were only guessed."""
        if not species.figures_guessed:
            return species
        size, points = yield from ask_size_and_points(seat, species)
        printed = Species(
            species.id,
            species.index,
            size,
            points,
            species.key,
            name_guessed=species.name_guessed,
            name=species.name,
            players_guessed=species.players_guessed,
        )
        self.replace(species, printed, same=True)
        return printed

    def list_places(self) -> list[Species]:
        """List animals that another one can replace, those we know least about first."""
        males, females = self.bags[MALE], self.bags[FEMALE]
        unused = self.list_unused()
        untouched = [pair for pair in self.species if pair.tiles[0] in males and pair.tiles[1] in females]
        return sorted(
            [*untouched, *unused],
            key=lambda place: (not place.name_guessed, not place.figures_guessed, place in unused),
        )

    def list_unused(self) -> list[Species]:
        """List animals that are not for this many players, as far as we know."""
        return [
            species
            for species in self.known.values()
            if species not in self.species and not (self.pieces.quick and species.small and not species.figures_guessed)
        ]

    def bring_in(self, species: Species) -> Species:
        """Put an animal into the bags that we took for one of more players."""
        self.learn(f"species.{species.key}.players", self.pieces.players)
        self.learned_species = [*self.species, species]
        for tile in species.tiles:
            self.bags[tile.sex].append(tile)
        return species

    def replace(self, guess: Species, species: Species, same: bool = False) -> None:
        """Learn the real figures of an animal; they replace the guess on all its tiles.

        It is the `same` animal with other figures, or another one that we had not thought of.
        """
        # an animal that is certainly in the box stays there, even if another one replaces it in this match
        if same or guess.name_guessed:
            self.learn(f"species.{species.key}.size", species.size)
            self.learn(f"species.{species.key}.points", species.points)
            if species.name and (species.name != guess.key or not guess.name):
                self.learn(f"species.{species.key}.name", species.name)
        self.learned_species = [species if known_species is guess else known_species for known_species in self.species]
        known = [species if known_species is guess else known_species for known_species in self.known.values()]
        self.learned_known = {pair.id: pair for pair in known}
        self.cue("learned", species, species.size, species.points)
        # its tiles may already be in a bag or in front of a player
        for was, now in zip(guess.tiles, species.tiles, strict=True):
            for place in (self.bags[was.sex], *self.tiles):
                if was in place:
                    place[place.index(was)] = now
        for seat, pairs in enumerate(self.pairs):
            if guess in pairs:
                del pairs[guess]
                pairs[species] = self.cost(seat, species)

    def list_pairs_to_correct(self, seat: int) -> Sequence[Species]:
        """Return pairs of a player whose figures are only guessed."""
        return self._list_guessed(self.list_pairs(seat))

    def _list_guessed(self, species: Iterable[Species]) -> list[Species]:
        return [] if self.deal.virtual else [guessed for guessed in dict.fromkeys(species) if guessed.figures_guessed]

    def correct_a_pair(self, seat: int) -> Play[None]:
        """Ask for the figures of a pair whose tiles show others than we thought."""
        pairs = self.list_pairs_to_correct(seat)
        species = pairs[0] if len(pairs) == 1 else (yield Question(seat, "another_pair", pairs))
        yield from self.ask_printed(seat, species)

    def check_animals_left(self) -> Play[None]:
        """Let people correct guesses before animals left behind cost their size."""
        while True:
            left = self._list_guessed(tile.species for tiles in self.tiles for tile in tiles)
            if not left:
                return
            answer = yield Question(TABLE, "left_figures", (YES, *left))
            if answer == YES:
                return
            yield from self.ask_printed(TABLE, answer)


class ScoreOnlyTable(RealArkAndNoahTable):
    """A real table in `score` depth, where nobody enters who has which animal."""

    def __init__(self, setup: Setup, pieces: ArkAndNoahPieces) -> None:
        self.books = ByScore(pieces)
        super().__init__(setup, pieces, self.books)

    def draw_first_animals(self) -> Play[None]:
        """Tell people to draw."""
        self.cue("first_animals")
        self.cue("couples")
        return ask_nothing()

    def list_workers(self) -> Iterable[tuple[int, int]]:
        """List both workers of a player one after the other, as `BothWorkers` asks for them together."""
        workers = [(space, seat) for space, seat in enumerate(self.completed) if seat != NOBODY]
        order = [seat for _, seat in workers]
        if len(order) > len(self.seats):
            self.cue("placing", *rules.list_seats(self, order))
        return sorted(workers, key=lambda worker: order.index(worker[1]))

    def draw_for_all(self, chooser: int, males: int, females: int, either: int) -> Play[None]:
        """Tell people to draw."""
        self.cue_draws(chooser, *self.pieces.drawn)
        return ask_nothing()

    def take_drawn(self, order: list[int]) -> Play[int]:
        """Tell people who takes when, and count the tiles; which ones they are makes no difference yet."""
        self.cue("take_in_turn", *rules.list_seats(self, order))
        self.cue("couples")
        if self.books.take_animals(order) < len(order):
            self.cue("bags_run_low")
        return len(order)
        yield  # makes this a generator, as the rules expect

    def can_trade(self, seat: int) -> bool:
        """Assume so: only the people see what a player has."""
        return True

    def choose_exchange(self, seat: int, can_swap: bool) -> Play[Any]:
        """Tell people to exchange. Boards may be swapped afterwards, and we allow for both."""
        self.cue("exchanges" if can_swap or self.pieces.quick else "exchanges_animals", self.seats[seat])
        if not self.pieces.quick:
            self.cue("no_couples")
        if can_swap:
            self.cue("two_colours")
        return SWAP
        yield  # makes this a generator, as the rules expect

    def cue_taken(self, action: Action, takers: Sequence[tuple[int, int, int]]) -> None:
        """Announce who takes how much; of boards that came back to the supply unseen, people know more than we do."""
        if action.id == WOOD and any(taken < due for _, due, taken in takers):
            shares = chain.from_iterable((self.seats[seat], due) for seat, due, _ in takers)
            self.cue("takes_up_to", action, *shares)
            if not self.pieces.quick:
                self.cue("done", self.seats[takers[0][0]], action)
        else:
            super().cue_taken(action, takers)

    def cue_last_loading(self, order: list[int]) -> None:
        """Announce both steps of the last loading, which people do without being asked."""
        super().cue_last_loading(order)
        self.cue("flood_food")
        self.cue("flood_pairs")
        self.cue("flood_needs")


class BothWorkers:
    """Asks a player with two workers for both actions at once; the rules ask for one after the other."""

    def __init__(self, table: ScoreOnlyTable) -> None:
        self.table = table
        self.second: Action | None = None
        """Action of the second worker, until the rules ask for it."""

    def ask(self, question: Question) -> Play[Action] | None:
        """Ask for both actions at the first worker, and for none at the second."""
        if question.ask != "choose":
            return None
        if self.second is not None:
            return self._answer_second(self.second)
        return self._ask_both(question) if self.table.completed.count(question.seat) == 2 else None

    def _ask_both(self, question: Question) -> Play[Action]:
        pairs = starmap(TwoActions, combinations(question.choices, 2))
        both: TwoActions = yield Question(question.seat, "choose_two", pairs)
        first, self.second = both.actions
        return first

    def _answer_second(self, action: Action) -> Play[Action]:
        self.second = None
        return action
        yield  # makes this a generator, as `adapt` expects


def play(table: ArkAndNoahTable) -> Play[Outcome]:
    """Run the rules, asking as few questions as the table needs."""
    # adapting slows every question down, so a table where nothing is merged does without
    return adapt(rules.play(table), BothWorkers(table).ask) if isinstance(table, ScoreOnlyTable) else rules.play(table)


def ask_size_and_points(seat: int, guess: Species | None) -> Play[tuple[int, int]]:
    """Ask for the size of a corral, our guess first, then for the points in its corner; small animals have none."""
    sizes = [*range(LARGEST_CORRAL + 1)]
    if guess is not None:
        sizes.sort(key=lambda size: size != guess.size)
    (size,) = yield from ask_figures(seat, (PieceFigure("another_size", sizes),), guess)
    values = range(MOST_POINTS + 1) if size else range(1)
    (points,) = yield from ask_figures(seat, (PieceFigure("another_points", values),), guess)
    return size, points


def ask_nothing() -> Play[None]:
    """Return a play that asks nothing."""
    return
    yield
