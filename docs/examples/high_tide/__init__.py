"""High Tide: a complete game in one file. Each round the highest card wins as many points as the tide shows."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.core.box import Box
from companion.core.cards import Card, Kinds, OpenHand, ShuffledPile, redeal
from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.facts import Facts
from companion.core.game import Bot, Game, Outcome, Setup, Table, Voice
from companion.core.imagined_world import ImaginedWorld
from companion.core.label import Label
from companion.core.ledger import Entry
from companion.core.match import Match
from companion.core.match_worlds import FromLastTurn
from companion.core.question import MakeBot, Play, Question
from companion.core.seat import Seat
from companion.core.words import Say


# --8<-- [start:pieces]
class Pieces:
    """The printed cards, read from box.toml and checked while reading."""

    def __init__(self, box: Box) -> None:
        highest = box.whole("cards.highest", 2, 12)
        copies = box.whole("cards.copies", 1, 9)
        self.kinds = Kinds([Card(str(number + 1), number) for number in range(highest)])
        self.deck = [card for card in self.kinds.all for _ in range(copies)]
        self.hand = box.whole("game.hand", 1, 5)


# --8<-- [end:pieces]


# --8<-- [start:table]
class TideTable(Table):
    """The pile, the hands, the tide of this round and what was laid against it."""

    def __init__(self, setup: Setup, pieces: Pieces) -> None:
        super().__init__(setup)
        self.pieces = pieces
        # real or shuffled by the program: the rules never ask
        self.pile = self.deal.make_pile(pieces.kinds, pieces.deck)
        self.hands = [self.pile.make_hand() for _ in setup.seats]
        self.round = 0
        self.tide: Card | None = None
        self.laid: dict[int, Card] = {}
        self.gone: list[Card] = []
        """Cards of finished rounds, which everyone has seen."""

    def facts(self) -> Facts:
        """Return short lines that everyone may see: their difference is the log."""
        laid = {f"laid-{seat}": card.id for seat, card in self.laid.items()}
        held = {f"hand-{seat}": str(hand.size) for seat, hand in enumerate(self.hands)}
        return {"tide": self.tide.id if self.tide else "", **laid, **held}

    def secrets(self, seat: int) -> Facts:
        """Return what only this seat may see; at a real table the program can't know it, and seat -1 is a spectator."""
        known = self.hands[seat].get_known_cards() if seat >= 0 else None
        return {"cards": str(known)} if known is not None else {}

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table as JSON, for picture.js and for programs."""
        laid = {str(other): card.id for other, card in self.laid.items()}
        return {"round": self.round, "tide": self.tide and self.tide.id, "laid": laid, **self.secrets(seat)}

    def imagine(self, seat: int, rng: Random) -> None:
        """Shuffle everything this seat can't see, for bots that think ahead."""
        super().imagine(seat, rng)
        others = [hand for other, hand in enumerate(self.hands) if other != seat and isinstance(hand, OpenHand)]
        if isinstance(self.pile, ShuffledPile):
            redeal(others, self.pile.cards, rng)


# --8<-- [end:table]


# --8<-- [start:rules]
def play(table: TideTable) -> Play[Outcome]:
    """Play rounds until the hands are empty."""
    if table.round == 0:
        for hand in table.hands:
            table.pile.deal(hand, table.pieces.hand)
        table.cue("deal", table.pieces.hand)  # hands must do this, and nobody was asked
    while table.hands[0].size:
        yield from play_round(table)
    best = max(table.scores)
    winners = tuple(seat for seat, score in enumerate(table.scores) if score == best)
    return Outcome(winners, "most-points" if len(winners) == 1 else "shared")


def play_round(table: TideTable) -> Play[None]:
    """Turn up the tide, let everyone lay a card, pay the highest."""
    table.round += 1
    table.laid = {}
    table.tide = yield from table.pile.reveal("tide")  # asks the table only if the cards are real
    for seat, hand in enumerate(table.hands):
        fitting = hand.list_cards(hand.bits)  # a hidden hand offers every card it could hold
        card = fitting[0] if len(fitting) == 1 else (yield Question(seat, "lay", fitting))
        hand.remove(card)
        table.laid[seat] = card
    highest = max(card.index for card in table.laid.values())
    best = [seat for seat, card in table.laid.items() if card.index == highest]
    if len(best) == 1:
        table.ledger.add(best[0], table.tide.index + 1, "tide", table.tide)  # no point without a reason
        table.cue("wins", table.seats[best[0]])
    else:
        table.cue("tie")
    table.gone += [table.tide, *table.laid.values()]


# --8<-- [end:rules]


# --8<-- [start:voice]
PROMPTS = {"tide": N_("Which tide card was turned up?"), "lay": N_("{name}, which card do you lay?")}
CUES = {"deal": N_("Deal {n} cards to everyone"), "wins": N_("{name} wins the round"), "tie": N_("A tie: nobody wins")}
FACTS = {"tide": N_("Tide"), "laid": N_("{name} laid"), "hand": N_("{name}'s hand"), "cards": N_("Your cards")}


class TideVoice(Voice):
    """Every word of the game. `self.say` translates; `make words` collects."""

    def prompt(self, question: Question, table: TideTable) -> str:
        """Return the question as one sentence."""
        name = table.seats[question.seat].name if question.seat >= 0 else ""
        return self.say(PROMPTS[question.ask], name=name)

    def label(self, choice: Card, question: Question, table: TideTable) -> Label:
        """Return one choice, short enough for a line of a small screen."""
        return Label(choice.id)

    def fact_label(self, name: str, table: TideTable) -> str:
        """Return the label of one fact."""
        kind, _, seat = name.partition("-")
        return self.say(FACTS[kind], name=table.seats[int(seat)].name if seat else "")

    def fact_value(self, name: str, value: str, table: TideTable) -> str:
        """Return what one fact says."""
        return value or self.say("nothing")

    def reason(self, entry: Entry) -> str:
        """Return why points were given."""
        return self.say("highest card")

    def cue(self, cue: Cue, table: TideTable) -> str:
        """Return what hands must do."""
        names = [one.name for one in cue.about if isinstance(one, Seat)]
        numbers = [one for one in cue.about if isinstance(one, int)]
        return self.say(CUES[cue.kind], name=names[0] if names else "", n=numbers[0] if numbers else 0)

    def help(self, question: Question, table: TideTable) -> list[str]:
        """Return the rules that matter for this question."""
        return [self.say("The highest card wins the tide; if two are equal, nobody does.")]


# --8<-- [end:voice]


# --8<-- [start:bot]
def make_thrifty(rng: Random) -> Bot:
    """Make a bot that plays high when the tide is high, and saves its good cards otherwise."""

    def choose(question: Question, table: TideTable) -> Any:
        cards = sorted(question.choices, key=lambda card: card.index)
        if question.ask != "lay" or table.tide is None:
            return rng.choice(cards)
        return cards[-1] if 2 * (table.tide.index + 1) > len(table.pieces.kinds.all) else cards[0]

    return choose


# --8<-- [end:bot]


# --8<-- [start:imagining]
class TideImagining(FromLastTurn):
    """Worlds that agree with everything everyone saw; they begin where this round began."""

    table: TideTable

    def note_question(self, question: Question) -> None:
        """Note what everyone knows. This is called at every question of the match so far."""
        self.finished = self.table.round - 1
        self.scores = self.table.scores[:]
        self.gone = self.table.gone[:]

    def draw_world(self, rng: Random) -> ImaginedWorld:
        """Deal one possible world: every card that nobody has seen can be in any hand."""
        table = TideTable(self.make_virtual_setup(rng), self.table.pieces)
        unseen = list((Counter(table.pieces.deck) - Counter(self.gone)).elements())
        table.pile = ShuffledPile(table.pieces.kinds, unseen, rng)
        table.round = self.finished
        table.gone = self.gone[:]
        table.ledger.carry_over(self.scores)
        for hand in table.hands if self.finished else ():  # before the first round, the rules deal
            table.pile.deal(hand, table.pieces.hand - self.finished)
        return ImaginedWorld(table, play(table), None)


# --8<-- [end:imagining]


# --8<-- [start:game]
class HighTide(Game):
    """Everything tied together."""

    contract = 1
    id = "high-tide"
    title = "High Tide"
    players = range(2, 5)
    hidden_hands = True
    folder = Path(__file__).parent

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> Pieces:
        """Return the pieces for a match."""
        return Pieces(box)

    def new_table(self, setup: Setup, pieces: Pieces) -> TideTable:
        """Return the table before anything has happened."""
        return TideTable(setup, pieces)

    def play(self, table: TideTable) -> Play[Outcome]:
        """Return the rules in motion."""
        return play(table)

    def bots(self) -> Mapping[str, MakeBot]:
        """Return the bots that know this game; the last one is offered first."""
        return {"thrifty": make_thrifty}

    def voice(self, say: Say) -> TideVoice:
        """Return the game's words in one language."""
        return TideVoice(say)

    def make_imagining(self, match: Match) -> TideImagining:
        """Return the worlds this match could be in, for the odds."""
        return TideImagining(match, TideTable(match.setup, self.make_pieces(match.setup)))


GAME = HighTide()
# --8<-- [end:game]
