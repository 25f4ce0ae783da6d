"""Noah's Ark with real cards: the questions for a real table, in place of those of the rules.

By the rules a card is turned up, raced for and won. People with real cards choose when they enter it: before the race,
as the rules ask; after it, when the winner picks it up; or never, and then they count their own cards at the end.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from companion.core.cards import Card, draw_several
from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Outcome, Setup, Table
from companion.core.question import TABLE, Claim, Play, Question, Race, RaceAgain, SlapChoice
from companion.core.real_table import adapt
from companion.core.seat import Seat
from companion.core.unknown_piece import PieceFigure, ask_figures
from companion.games.noahs_ark.deck import DealtDeck, Deck, Use, redraw_animals
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import (
    DISCARD,
    MOST_POINTS,
    OBJECTIVE_POINTS,
    PAIRS,
    PICK,
    PLAIN,
    SWAP,
    TURN,
    WILD,
    AnimalCard,
    NoahsArkPieces,
    Objective,
    Style,
)
from companion.games.noahs_ark.powers import BETWEEN, NO_CARDS, SPARED, is_spared
from companion.games.noahs_ark.race import run_race
from companion.games.noahs_ark.rules import fill_the_ark, prepare_table
from companion.games.noahs_ark.runners import RIGHT, UNSEEN, Dice, Goal, RealDice
from companion.games.noahs_ark.scoring import (
    award_objectives,
    decide_objective,
    decide_outcome,
    find_winner,
    sort_for_award,
)
from companion.games.noahs_ark.table import NoahsArkTable

SOME_CARD = (1, 1, 0, 0, 0, 0)
"""Stand-in for a card only people have seen, for the race times of bots and odds."""
LEAST_SHOWN, MOST_SHOWN_PLAIN, MOST_SHOWN = 2, 3, 4
"""Fewest animals on a card, and the most on one without and with double pairs."""
OTHER = "other-card"
"""Choice for a card not in the list; the id is fixed by existing journals."""
NO_MORE = "no-more"
NOA, NO_NOA = "noa", "no-noa"


def play(table: "RealNoahsArkTable") -> Play[Outcome]:
    """Play by the rules, without asking again for a race whose winner has just been entered."""
    return adapt(play_phases(table), table.answer_known_race)


def play_phases(table: "RealNoahsArkTable") -> Play[Outcome]:
    """Run the phases of the rules; players whose cards were not entered count them themselves."""
    yield from prepare_table(table)
    yield from fill_the_ark(table)
    if table.knows_cards:
        yield from award_objectives(table)
    else:
        yield from award_as_counted(table)
    return (yield from decide_outcome(table))


class RealNoahsArkTable(NoahsArkTable):
    """A table with real cards, of which the program knows only what people enter."""

    def __init__(self, setup: Setup, pieces: NoahsArkPieces) -> None:
        super().__init__(setup, pieces)
        self.told = resolve_told_option(self.options)
        """When people enter a card: before the race for it, after it, or at the end, which means never."""
        self.taken = [0 for _ in self.seats]
        """Number of cards each seat has won that were not entered."""
        self.raced: int | None = None
        """Seat that has already won the card that the rules will race for next."""
        self.played: Counter[str] = Counter()
        """Number of times each power was played, where cards are not entered."""

    def make_deck(self) -> Deck:
        """Return the real deck, of which nothing is known yet."""
        return RealDeck(self.pieces, self.learn, "told" not in self.options)

    def make_dice(self) -> Dice:
        """Return real dice: with real cards no race is drawn by lot."""
        return RealDice()

    @property
    def knows_cards(self) -> bool:
        """Whether cards are entered."""
        return self.told != "end"

    def count_cards(self, seat: int) -> int:
        """Count the cards of a seat, also those that were not entered."""
        return super().count_cards(seat) + self.taken[seat]

    def preparations(self) -> list[Cue]:
        """List how the deck is stacked, and what everyone takes."""
        pieces = self.pieces
        steps = [Cue("animals", (pieces.plain_in_deck,))]
        if pieces.advanced_in_deck:
            steps.append(Cue("advanced", (pieces.advanced_in_deck,)))
        if pieces.advanced_in_deck and not pieces.pairs_allowed:
            steps.append(Cue("no_pairs"))
        steps.append(Cue("ark_among", (pieces.last_cards,)))
        if pieces.styles_in_deck:
            steps.append(Cue("styles", (pieces.styles_in_deck,)))
        steps += super().preparations()
        if not self.knows_cards and any(count_power_cards(pieces, power) for power in BETWEEN):
            steps.append(Cue("powers"))
        return [*steps, Cue("objectives", (pieces.laid_out,))]

    def turn_up_objective(self) -> Play[Objective]:
        """Ask which objective was revealed; the last one is only cued."""
        left = list(self.objectives_left)
        objective = yield from self.deal.pick_one("objective", left)
        if len(left) == 1:
            self.cue("comes", objective)
        return objective

    def read_points(self, objective: Objective) -> Play[None]:
        """Ask once for the points on an objective if the box only guesses them."""
        # points that are certain need no question
        if objective.guessed and not self.deal.virtual:
            points = yield Question(TABLE, "objective_points", OBJECTIVE_POINTS, objective)
            self.worth[objective] = points
            self.learn(f"objectives.{objective.counts}", points)

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Ask which card was turned up, or let people race for it first."""
        deck = self.deck
        if not isinstance(deck, RealDeck) or self.told == "before":
            return deck.reveal(uses)
        return self._race_first(deck, uses)

    def _race_first(self, deck: "RealDeck", uses: Sequence[Use]) -> Play[Card | Use]:
        """Let people race for cards that only they see, until the rules need to know what came.

        That is a card that nobody races for, a power that is played, or a card that was won and entered.
        """
        while True:
            others = deck.list_other_choices(uses if self.knows_cards else list_counted_uses(self, deck))
            if deck.may_hold_animals():
                first = yield from race_for_unseen_card(self, others)
            else:  # nothing is left to race for, so only FLICE cards or the Ark can come
                first = (yield Question(TABLE, "reveal", others)) if len(others) > 1 else others[0]
            if isinstance(first, Use) and not self.knows_cards:
                self.played[first.card.power] += 1
                if first.card.power != SWAP:  # the rules need cards to take away, and here are only numbers of cards
                    yield from take_counted_card(self, first)
                    continue
            if not isinstance(first, int):
                return deck.remove(first)
            self.revealer = first
            if self.knows_cards:
                card = yield from deck.ask_card_won(self.seats[first])
                # the rules race for this card afterwards; that race is answered without asking
                self.raced = first
                return card
            deck.remove_unknown_card()
            # only the number of cards is known until players count them
            self.taken[first] += 1

    def answer_known_race(self, question: Question) -> Play[Any] | None:
        """Answer race and claim for a card that was entered after it had been won; ask anything else as it is."""
        winner = self.raced
        if winner is None:
            return None
        if isinstance(question, Race):
            return answer_at_once(SlapChoice(winner))
        # the claim follows the race, so the entered winner is used up here
        self.raced = None
        return answer_at_once(RIGHT)

    def flip(self, seat: int, card: AnimalCard) -> None:
        """Tell people to turn a played card over, and which one if the player has two different ones of that power."""
        if not self.knows_cards:
            self.cue("flips", self.seats[seat], card)
            return
        alike = {other.id for other in self.areas[seat].won if other.power == card.power}
        super().flip(seat, card)
        self.cue("flips" if len(alike) == 1 else "flips_this_one", self.seats[seat], card)

    def count_for(self, objective: Objective) -> list[int]:
        """Count what each seat has of an objective; the number of cards is known even if they were not entered."""
        if objective.counts == "cards":
            return [self.count_cards(seat.index) for seat in self.seats]
        return super().count_for(objective)

    def is_guess(self, card: AnimalCard | Objective) -> bool:
        """Whether a card may show something else than the box says."""
        if self.deal.virtual or not card.guessed:
            return False
        if isinstance(card, Objective):
            return card.counts not in self.learned.get("objectives", {})
        kind, _, entry = card.entry.partition(".")
        return entry not in self.learned.get(kind, {})

    def card_facts(self, seat: int) -> Facts:
        """Return the cards a seat has won, or their number if they are not entered."""
        return super().card_facts(seat) if self.knows_cards else {f"taken-{seat}": str(self.taken[seat])}

    def imagine(self, seat: int, rng: Random) -> None:
        """Deal from now on; every card that was won and not entered becomes one that it could be."""
        deck = self.deck
        if not isinstance(deck, RealDeck):
            super().imagine(seat, rng)
            return
        Table.imagine(self, seat, rng)  # the plain table would shuffle its own deck, and there is none yet
        animals, styles = deck.draw_unseen(rng)
        for winner, number in enumerate(self.taken):
            for _ in range(number):
                self.win(winner, animals.pop(), "card")
        self.taken = [0 for _ in self.seats]
        self.told = "before"
        # an imagined table deals for itself from here on
        dealt = self.deck = DealtDeck(self.pieces, rng)
        if self.ark_came:
            dealt.cards = []
        dealt.restack(animals, styles, rng.random)


def resolve_told_option(options: Mapping[str, str]) -> str:
    """Return when cards are entered; matches from before that was an option entered them before each race."""
    when_entered = options.get("told", "before")
    if when_entered != "auto":
        return when_entered
    # with powers to be entered too, an advanced game would take more than one answer a card
    return "end" if options["mode"] == "advanced" else "after"


def answer_at_once(answer: Any) -> Play[Any]:
    """Answer a question of the rules without asking anybody."""
    return answer
    yield  # makes this a generator, as `adapt` expects


def count_power_cards(pieces: NoahsArkPieces, power: str) -> int:
    """Return the most cards with this power that the deck can hold; one that is only guessed may have any power."""
    several = [card for card in pieces.eligible if card.power != TURN]
    number = sum(card.power == power or card.guessed for card in several)
    return min(number, pieces.advanced_in_deck)


def list_counted_uses(table: RealNoahsArkTable, deck: "RealDeck") -> list[Use]:
    """List the powers that can be played between two reveals where nobody enters who has which card."""
    # each played card is one of the advanced ones that were won
    if table.played.total() >= min(deck.taken, table.pieces.advanced_in_deck):
        return []
    return [
        # only the power matters, as nobody enters the card
        Use(seat, AnimalCard("", 0, (), 0, power=power))
        for seat in table.seats_from_revealer()
        if table.taken[seat]
        for power in BETWEEN
        if table.played[power] < count_power_cards(table.pieces, power) and can_play_counted(table, seat, power)
    ]


def can_play_counted(table: RealNoahsArkTable, seat: int, power: str) -> bool:
    """Whether a power would do anything: there is another objective, or a card to take away."""
    return bool(table.objectives_left if power == SWAP else list_counted_targets(table, seat, power))


def list_counted_targets(table: RealNoahsArkTable, seat: int, power: str) -> list[Seat]:
    """List the players whose cards may be taken away; only they see what those are worth."""
    return [other for other in table.others[seat] if not list_counted_objections(table, seat, power, other)]


def list_counted_objections(table: RealNoahsArkTable, seat: int, power: str, other: Seat) -> list[str]:
    """List the reasons against taking a player's card where cards are not entered."""
    objections = [] if table.taken[other.index] else [NO_CARDS]
    return objections + ([SPARED] if is_spared(table, seat, power, other.index) else [])


def take_counted_card(table: RealNoahsArkTable, use: Use) -> Play[None]:
    """Steal or discard a card that was never entered: only the number of everyone's cards changes."""
    seat, power = table.seats[use.seat], use.card.power
    table.flip(use.seat, use.card)
    targets = list_counted_targets(table, use.seat, power)
    if len(targets) > 1:
        other: Seat = yield Question(use.seat, f"{power}_from", targets)
    else:
        (other,) = targets
        table.cue(f"{power}s_from", seat, other)
    area = table.areas[use.seat]
    table.taken[other.index] -= 1
    if power == PICK:
        table.taken[use.seat] += 1
        area.robbed.add(other.index)
    else:
        area.hurt.add(other.index)
    if len(table.seats) > 2:
        table.cue("no_discard_too" if power == PICK else "no_pick_too", seat, other)


def race_for_unseen_card(table: RealNoahsArkTable, others: Sequence[Card | Use]) -> Play[Any]:
    """Race for a card that only people see; return the winner's seat, or which of `others` came instead.

    Until a hand has come down it may turn out that the card is none to race for.
    """
    everyone = tuple(seat.index for seat in table.seats)
    racing = run_race(table, Goal(UNSEEN, SOME_CARD, None), everyone)
    question = next(racing)
    kind: type[Race] = Race
    while True:
        if isinstance(question, Claim):
            others = ()  # a hand came down, so it's an animal card
        elif others and isinstance(question, Race):
            question = kind(question.ask, question.seats, question.about, others)
            kind = RaceAgain
        answer = yield question
        # not only one of `others`: people may enter anyway that something else came
        if isinstance(answer, Card | Use):
            racing.close()
            table.goal = None
            table.racing = ()
            return answer
        try:
            question = racing.send(answer)
        except StopIteration as end:
            return end.value


def award_as_counted(table: RealNoahsArkTable) -> Play[None]:
    """Award the objectives by what everyone counts in front of them, with all wild and replaced animals."""
    if any(card.power in (WILD, TURN) or card.guessed for card in table.pieces.eligible):
        table.cue("decide_animals")
    for seat in table.seats_from_revealer():
        sums = list_possible_points(table, seat)
        points: int = (yield Question(seat, "card_points", sums)) if len(sums) > 1 else sums[0]
        if points:
            table.ledger.add(seat, points, "cards", "")
    for objective in sort_for_award(table):
        # objectives already awarded are known, and so are the cards of a game in which none changes hands
        known = objective.counts == "objectives" or (objective.counts == "cards" and has_certain_numbers(table))
        if table.knows_cards or known:
            winner = yield from find_winner(table, objective)
        else:
            winner = yield from ask_who_has_most(table, objective)
        table.award(objective, winner)


def has_certain_numbers(table: RealNoahsArkTable) -> bool:
    """Whether everyone surely has the cards they won: none can have been stolen or discarded without being entered."""
    return not any(count_power_cards(table.pieces, power) for power in (PICK, DISCARD))


def list_possible_points(table: RealNoahsArkTable, seat: int) -> range:
    """Return what the cards of a seat can add up to, by their number and by what the box knows of them."""
    pieces, number = table.pieces, table.taken[seat]
    cards = [*pieces.animals, *pieces.eligible]
    most = sum(sorted((MOST_POINTS if card.guessed else card.points for card in cards), reverse=True)[:number])
    if has_certain_numbers(table):
        least = sum(sorted(0 if card.guessed else card.points for card in cards)[:number])
        return range(least, most + 1)
    # thefts may not have been entered, and each can have brought a card of at most this many points
    thefts = count_power_cards(pieces, PICK) - table.played[PICK]
    return range(most + max(0, thefts) * pieces.taken_at_most + 1)


def ask_who_has_most(table: RealNoahsArkTable, objective: Objective) -> Play[int | None]:
    """Ask who has the most of what an objective counts; two who are tied fight a duel."""
    choices = list_possible_leaders(table, objective)
    most: Most = (yield Question(TABLE, "who_has_most", choices, objective)) if len(choices) > 1 else choices[0]
    if not most.seats:
        if len(choices) == 1:
            table.cue("nobody_has", objective)
        return None
    return (yield from decide_objective(table, objective, tuple(seat.index for seat in most.seats)))


class Most:
    """Leader of an objective: one seat, two tied seats, or nobody (none, or three tied)."""

    __slots__ = ("id", "seats")

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats
        self.id = "-".join(("tied", *(str(seat.index) for seat in seats))) if len(seats) > 1 else ""
        self.id = self.id or (str(seats[0]) if seats else "nobody")

    def __str__(self) -> str:
        return self.id


class Amount(NamedTuple):
    """Least and most that a seat can have of what an objective counts."""

    seat: Seat
    least: int
    most: int


def bound_amount(table: RealNoahsArkTable, objective: Objective, seat: Seat) -> Amount:
    """Return how much a seat can have of an objective, by the number of its cards."""
    number = table.taken[seat.index]
    if not has_certain_numbers(table):
        return Amount(seat, 0, sum(table.taken) * (MOST_SHOWN + 1))
    if objective.counts == "noa":
        return Amount(seat, 0, number)
    # a wild card is one animal more than it shows
    most_shown = MOST_SHOWN + 1 if table.pieces.eligible else MOST_SHOWN_PLAIN
    return Amount(seat, LEAST_SHOWN * number if objective.counts == "animals" else 0, most_shown * number)


def list_possible_leaders(table: RealNoahsArkTable, objective: Objective) -> list[Most]:
    """List everyone who can lead alone, every two who can be tied, and nobody if that's possible."""
    amounts = [bound_amount(table, objective, seat) for seat in table.seats]
    leaders = [
        Most(*(amount.seat for amount in leading))
        for size in (1, 2)
        for leading in combinations(amounts, size)
        if can_lead(leading, [amount for amount in amounts if amount not in leading])
    ]
    nobody_has_any = not any(amount.least for amount in amounts)
    three_tied = any(
        can_lead(leading, [amount for amount in amounts if amount not in leading], shared=True)
        for leading in combinations(amounts, 3)
    )
    return [*leaders, Most()] if nobody_has_any or three_tied else leaders


def can_lead(leading: Sequence[Amount], others: Sequence[Amount], shared: bool = False) -> bool:
    """Whether these can have equally many, at least one, and more than the others; if `shared`, not fewer."""
    reached = min(amount.most for amount in leading)
    enough = reached >= max(1, *(amount.least for amount in leading))
    return enough and all(amount.least < reached + shared for amount in others)


class RealDeck(Deck):
    """A deck of real cards: people enter what was turned up.

    What the box only guesses may be wrong, so another card can be entered. It replaces the guess that is most like it,
    and `learn` keeps it as a correction of the box.
    """

    def __init__(self, pieces: NoahsArkPieces, learn: Callable[[str, Any], None], as_before: bool = False) -> None:
        self.pieces = pieces
        self.learn = learn
        self.as_before = as_before
        """Whether this match began when less was asked about cards that replace an animal."""
        self.taken = 0
        """Number of cards that left the deck without being entered."""
        self.unseen: list[AnimalCard] = [*pieces.animals, *pieces.eligible]
        self.unseen_styles: list[Style] = list(pieces.styles)
        self.plain = pieces.plain_in_deck
        self.advanced = pieces.advanced_in_deck
        self.fewer, self.more = pieces.advanced_fewer, pieces.advanced_more
        """Possible error in the number of advanced cards: how many double pairs were removed is a guess."""
        self.aside = [card for card in pieces.advanced if card.power == PAIRS and card.guessed and self.more]
        """Guessed double pairs that were removed; one may really be another card in the deck."""
        self.styles = pieces.styles_in_deck
        self.left = pieces.size

    def __len__(self) -> int:
        return self.left

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Ask which card was turned up; a single-use card played before it is one of the answers."""
        choices: list[Any] = self.list_animal_choices()
        others = self.list_other_choices(uses)
        at = len(choices) - (OTHER in choices)
        cards = [choice for choice in others if isinstance(choice, Card)]
        choices = [*choices[:at], *cards, *choices[at:], *(choice for choice in others if not isinstance(choice, Card))]
        turned = (yield Question(TABLE, "reveal", choices)) if len(choices) > 1 else choices[0]
        return self.remove((yield from self.complete_card(turned)))

    def list_other_choices(self, uses: Sequence[Use]) -> list[Card | Use]:
        """List the cards nobody races for: FLICE cards or the Ark, and single-use cards."""
        choices: list[Card | Use] = [*self.unseen_styles] if self.styles else []
        # the Ark is below all FLICE cards, among the last cards
        if not self.styles and self.left - self.fewer <= self.pieces.last_cards + 1:
            choices.append(self.pieces.ark)
        return [*choices, *uses]

    def draw_unseen(self, rng: Random) -> tuple[list[AnimalCard], list[Style]]:
        """Draw what may be in this deck, and in front of those who took cards that were not entered."""
        animals = redraw_animals(self.unseen, self.plain, self.advanced, rng.random)
        return animals, draw_several(self.unseen_styles, self.styles, rng.random)

    def remove(self, turned: Any) -> Card | Use:
        """Remove the card turned up, unless it's a single-use card of a player."""
        if isinstance(turned, Card):
            self.take_out(turned)
        assert isinstance(turned, Card | Use)
        return turned

    def ask_card_won(self, seat: Seat) -> Play[AnimalCard]:
        """Ask which card the winner of a race picked up."""
        choices = self.list_animal_choices()
        picked = (yield Question(TABLE, "won_card", choices, seat)) if len(choices) > 1 else choices[0]
        card: AnimalCard = yield from self.complete_card(picked)
        self.take_out(card)
        return card

    def list_animal_choices(self) -> list[Any]:
        """List the animal cards that could come next, each once, and "another card" where some are guesses."""
        animals = self.list_possible_animals()
        choices: dict[str, AnimalCard] = {}
        for card in animals:
            # of cards that look alike the certain one is meant: a guess keeps a place for a card nobody entered yet
            if card not in self.aside and (card.id not in choices or choices[card.id].guessed):
                choices[card.id] = card
        return [*choices.values(), *([OTHER] if any(card.guessed for card in animals) else [])]

    def complete_card(self, picked: Any) -> Play[Any]:
        """Return the picked card; ask for anything its name doesn't say."""
        if picked == OTHER:
            return (yield from self.teach())
        if isinstance(picked, AnimalCard) and picked.power == TURN and picked.guessed and not self.as_before:
            return (yield from self.teach_turn(picked.turns))
        return picked

    def may_hold_animals(self) -> bool:
        """Whether an animal card may come next."""
        return bool(self.list_possible_animals()) and self.plain + self.advanced + self.more > self.taken

    def remove_unknown_card(self) -> None:
        """Remove an animal card that nobody will enter."""
        if self.plain + self.advanced == self.taken:
            self._find_one_more()
        self.left -= 1
        self.taken += 1

    def list_possible_animals(self) -> list[AnimalCard]:
        """List the animal cards that could come next: none if only FLICE cards are left above the last cards."""
        # above the last cards only FLICE cards remain, so the next card is one
        if self.left + self.more - (self.pieces.last_cards + 1) == self.styles > 0:
            return []
        advanced = self.advanced + self.more
        possible = [card for card in self.unseen if (self.plain if card.power == PLAIN else advanced)]
        return possible + self.aside if advanced else possible

    def take_out(self, card: Card) -> None:
        """Note that this card is no longer in the deck."""
        self.left -= 1
        if isinstance(card, Style):
            self.styles -= 1
            self.unseen_styles.remove(card)
        elif isinstance(card, AnimalCard):
            self._take_out_animal(card)

    def expect_card(self, card: AnimalCard | Style) -> None:
        """Let a card come that can't be in the deck any more by our count."""
        if isinstance(card, Style):
            if card not in self.unseen_styles:
                self.unseen_styles.append(card)
            if not self.styles:
                self.styles += 1
                self.left += 1
            return
        self.unseen.append(card)
        if card.power == PLAIN and not self.plain:
            self.plain += 1
            self.left += 1
        elif card.power != PLAIN and not self.advanced + self.more:
            self.advanced += 1
            self.left += 1

    def _take_out_animal(self, card: AnimalCard) -> None:
        self.unseen.remove(card)
        if card.power == PLAIN:
            self.plain -= 1
        else:
            if not self.advanced:
                self._find_one_more()
            self.advanced -= 1
        # only one card that replaces an animal is in the deck
        if card.power == TURN:
            self.unseen = [other for other in self.unseen if other.power != TURN]
        if card.guessed:
            for figure, value in card.as_entry().items():
                self.learn(f"{card.entry}.{figure}", value)

    def _find_one_more(self) -> None:
        """Note that the deck holds one advanced card more than we thought."""
        self.more -= 1
        self.advanced += 1
        self.left += 1

    def teach(self) -> Play[AnimalCard]:
        """Ask what a card outside the list shows: it must be one of the guessed cards."""
        (power,) = yield from ask_figures(TABLE, [PieceFigure("teach_power", self.list_guessed_powers())])
        if power == PAIRS:
            twice = 2 * (yield from ask_two_animals("teach_pairs"))
            return self.replace_guess(AnimalCard("", 0, twice, self.pieces.pairs_points, power=PAIRS))
        if power == TURN:
            return (yield from self.teach_turn((yield from ask_two_animals("teach_turns"))))
        shows, points = yield from ask_faces()
        (noa,) = yield from ask_figures(
            TABLE, [PieceFigure("teach_noa", (NOA, NO_NOA) if power == PLAIN else (NO_NOA,))]
        )
        return self.replace_guess(AnimalCard("", 0, shows, points, noa == NOA, power))

    def teach_turn(self, turns: tuple[str, ...]) -> Play[AnimalCard]:
        """Ask for the dice and the points of a card that replaces an animal: its name says neither."""
        shows, points = yield from ask_faces()
        return self.replace_guess(AnimalCard("", 0, shows, points, False, TURN, turns))

    def list_guessed_powers(self) -> list[str]:
        """List the powers that a guessed card could have."""
        guesses = [card.power for card in self.list_possible_animals() if card.guessed]
        powers = [PLAIN] if PLAIN in guesses else []
        if any(power not in (PLAIN, TURN) for power in guesses):
            powers += [PAIRS] if self.pieces.pairs_allowed else []
            powers += [WILD, PICK, DISCARD, SWAP]
        return powers + ([TURN] if TURN in guesses else [])

    def replace_guess(self, entered: AnimalCard) -> AnimalCard:
        """Replace the guess most like the card that was entered; a card we knew is just that card."""
        for card in self.unseen:
            if card.id == entered.id and not card.guessed:
                return card
        guesses = [card for card in self.unseen if card.guessed and sort_of(card) == sort_of(entered)]
        if not guesses:
            # a card thought to be a removed double pair turns out to be this one
            self.unseen.append(self.aside[-1])
            guesses = [self.aside.pop()]
        guess = max(guesses, key=lambda card: rank_likeness(card, entered))
        card = AnimalCard(
            guess.entry, guess.index, entered.shows, entered.points, entered.noa, entered.power, entered.turns,
            guessed=True,
        )  # fmt: skip
        self.unseen[self.unseen.index(guess)] = card
        return card


def sort_of(card: AnimalCard) -> str:
    """Return a card's sort: cards of one sort can replace each other in the list of the box."""
    return card.power if card.power in (PLAIN, TURN) else "advanced"


def rank_likeness(guess: AnimalCard, entered: AnimalCard) -> tuple[bool, bool, bool, int]:
    """Rank a guess by how much it is like the card that was entered; the greater, the more alike."""
    shared = sum(map(min, guess.tally, entered.tally))
    same_two = set(guess.turns) == set(entered.turns)  # the two animals may be named in either order
    return guess.id == entered.id, same_two, guess.power == entered.power, 2 * shared - len(guess.shows)


def ask_two_animals(ask: str) -> Play[tuple[str, str]]:
    """Ask for two different animals."""
    first = yield Question(TABLE, ask, ANIMALS, 1)
    second = yield Question(TABLE, ask, [animal for animal in ANIMALS if animal != first], 2)
    return first, second


def ask_faces() -> Play[tuple[tuple[str, ...], int]]:
    """Ask for the two or three animals on a card, and its points."""
    first = yield Question(TABLE, "teach_animal", ANIMALS, 1)
    second = yield Question(TABLE, "teach_animal", ANIMALS, 2)
    third = yield Question(TABLE, "teach_animal", (*ANIMALS, NO_MORE), 3)
    (points,) = yield from ask_figures(TABLE, [PieceFigure("teach_points", range(MOST_POINTS + 1))])
    return ((first, second) if third == NO_MORE else (first, second, third)), points
