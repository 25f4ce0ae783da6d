"""Noah in words."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.game import Outcome, Voice
from companion.core.label import (
    SEX_SIGNS,
    HandPiece,
    Highlight,
    Label,
    Weight,
    label_seat,
    label_shares,
    list_sex_words,
)
from companion.core.layout import Layout
from companion.core.ledger import Entry, find_leader
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.words import Say
from companion.games.noah.board import draw_ring
from companion.games.noah.hints import explain_choice
from companion.games.noah.layouts import FEW_SHARES, ICONS, layout_animals, layout_shares
from companion.games.noah.pieces import (
    EITHER,
    FILLS,
    LIGHT,
    MALE,
    MIDDLE,
    PLAIN,
    ROOMMATES,
    TAKE_BACK,
    Animal,
    Ferry,
)
from companion.games.noah.real import Loading, Share, TokenMove, split_loading
from companion.games.noah.reasons import MOVES, list_refusals, why_not_loaded
from companion.games.noah.solo import NOBODY, PileOrder, PutBack
from companion.games.noah.table import NoahTable

PROMPTS = {
    "shortest": N_("Who is the shortest? They start."),
    "shortest_tied": N_("A tie for the most tears: who is the shortest?"),
    "turned_up": N_("Which animal is on {ferry}?"),
    "snail_fell": N_("Which way up is the snail on {ferry}?"),
    "load": N_("{name}, load {ferry}"),
    "move_noah": N_("{name}, where does Noah go?"),
    "take_from": N_("{name}, who do you take a card from?"),
    "give_back": N_("{name}, which card do you give back to {other}?"),
    "look_at": N_("{name}, whose hand do you look at?"),
    "give": N_("{name}, which animal do you give away? ({n} left to give)"),
    "give_to": N_("{name}, who gets a card? ({n} left to give)"),
    "share_out": N_("{name}, who gets the {n} cards?"),
    "tears": N_("{name}, how many tears are on your cards?"),
    "grow": N_("{name}, does the frog fill {ferry}?"),
    "flee_to": N_("{name}, who does {animal} flee to?"),
    "roommates_at": N_("Where is the roommates' ferry?"),
    "new_ferry": N_("Is the new {ferry} the roommates' one?"),
    "send_back": N_("{name}, who goes back on the pile?"),
    "sort_pile": N_("{name}, in which order do they go back?"),
}
SPECIAL_CHOICES = {
    LIGHT: N_("no, it weighs 1"),
    MIDDLE: N_("in the middle"),
    ROOMMATES: N_("yes, the roommates"),
    PLAIN: N_("no, another one"),
    NOBODY: N_("nobody"),
}
PROMO_HELP = {
    "grow": N_("A frog weighs 1. If the ferry lacks 2 to 5, it may count that much, and the ferry leaves."),
    "flee_to": N_("The crocodile chases away whoever came aboard first. That card goes into a hand."),
    "roommates_at": N_("It's the promo card among the eight ferries, mixed with the others."),
    "new_ferry": N_("Look at the card that took the place of the ferry that left."),
}
SOLO_HELP = {
    "send_back": N_("The lion may send an animal from any ferry back on top of the pile, if the sexes still fit."),
    "sort_pile": N_("The giraffe sees the next cards of the pile. The first one you name is drawn first."),
}
OUTCOMES = {
    "all-aboard": N_("{name} wins: every animal of the pile is aboard"),
    "nothing-fits": N_("Nothing fits any more, so {name} loses. Left behind: {n}"),
    "no-ferry": N_("Noah has no ferry to go to, so {name} loses. Left behind: {n}"),
}
"""How a game for one ends."""
CUES = {
    "all_cards": N_("Play with all the animal cards"),
    "left_out": N_("Leave out the cards marked {marks}"),
    "frog_joins": N_("Put in the two frogs instead of two snails"),
    "crocodile_joins": N_("Put in the two crocodiles instead of a male and a female mule"),
    "roommates_joins": N_("Put in the roommates' ferry instead of another one"),
    "tokens": N_("Put the score tokens on 0"),
    "ring": N_("Put {number} ferries in a ring around the board, {more} in the middle"),
    "first_ferry": N_("Put Noah at any ferry: that's {ferry}. Number the others clockwise"),
    "ferries_back": N_("Put the departed ferries back: {number} in the ring, {more} in the middle"),
    "first_round": N_("Round {number}: shuffle all cards, put one on each ferry"),
    "round": N_("Round {number}: clear the ferries, shuffle all cards, put one on each ferry"),
    "deal": N_("Deal everyone {number} cards and put the rest aside"),
    "dealt": N_("Round {number}: the cards are dealt"),
    "begins": N_("{seat} starts the round. Noah stays at {ferry}"),
    "loads": N_("{seat} can only load {animal}"),
    "loads_by_our_count": N_("{seat} can only load {animal}. If not, change it"),
    "takes_back": N_("Nothing fits: {seat} picks up all of {ferry}"),
    "takes_back_by_our_count": N_("Nothing fits: {seat} picks up all of {ferry}. If not, change it"),
    "drills": N_("A hole in {ferry}: it now carries at most {number}"),
    "stays": N_("{animal}: Noah stays at {ferry}"),
    "swaps": N_("{seat} takes a random card from {other} and gives one back"),
    "swaps_with_any": N_("{seat}: take a random card from anyone, then give one back"),
    "looks": N_("{seat}: look at one player's hand"),
    "no_ferry_left": N_("No ferries left in the middle: the round is over"),
    "out_of_cards": N_("{seat} has no cards left: the round is over"),
    "pair": N_("A pair: {seat} plays again"),
    "flees": N_("{animal} flees into {seat}'s hand"),
    "forgiven": N_("Crocodile: {seat} moves the score token back {number}"),
    "roommates_come": N_("{ferry} is now that of the roommates"),
    "solo_pile": N_("Shuffle all animals into a pile and take {number}. The ferries stay empty"),
    "sent_back": N_("{animal} leaves {ferry} and goes on top of the pile"),
    "draws": N_("Draw a card from the pile"),
    "noah_goes": N_("Noah can only go to {ferry}"),
}
"""Texts of cues; those that depend on a number are in `NoahVoice.cue`."""
FACTS = {
    "round": N_("Round"),
    "noah": N_("Noah"),
    "departures": N_("Ferries gone"),
    "cards": N_("Your cards"),
    "roommates": N_("Roommates' ferry"),
    "pile": N_("Pile"),
}


WEIGHTS = {
    "all_cards": Weight.GOOD_TO_KNOW,
    "dealt": Weight.STATUS,
    "begins": Weight.GOOD_TO_KNOW,
    "drills": Weight.GOOD_TO_KNOW,
    "stays": Weight.GOOD_TO_KNOW,
    "draws": Weight.GOOD_TO_KNOW,
    "no_ferry_left": Weight.GOOD_TO_KNOW,
    "out_of_cards": Weight.GOOD_TO_KNOW,
    "pair": Weight.GOOD_TO_KNOW,
}
"""Cues that ask nobody to move a piece."""


LEFT_BEHIND = {"hand": N_("left in your hand"), "pile": N_("left in the pile")}
"""Reasons for points of a game for one."""


def is_alone(table: NoahTable) -> bool:
    """Whether this is a game for one."""
    return len(table.seats) == 1


class NoahVoice(Voice):
    """Prompts, labels and reasons of Noah."""

    cue_weights = WEIGHTS
    facts_of_seats = frozenset({"hand", "seen", "cards", "score"})

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self._names: dict[str, str] = {}

    def prompt(self, question: Question, table: NoahTable) -> str:
        """Return the question as one sentence."""
        about, ask = question.about, question.ask
        if ask == "shortest" and table.round:
            ask = "shortest_tied"
        ferry = about if isinstance(about, Ferry) else table.noah
        return self.say(
            PROMPTS[ask],
            name=table.seats[question.seat].name if question.seat >= 0 else "",
            ferry=self.name(ferry.id),
            other=about.name if isinstance(about, Seat) else "",
            animal=self.name(about.id) if isinstance(about, Animal) else "",
            n=about,
        )

    def label(self, choice: Any, question: Question, table: NoahTable) -> Label:
        """Describe one choice."""
        if choice == TAKE_BACK:
            lost = self.say("nothing fits: the game is lost")
            return Label(lost if is_alone(table) else self.say("nothing fits: pick up the ferry"), pinned=True)
        if isinstance(choice, Loading):
            return self._label_loading(choice, table)
        if isinstance(choice, Animal):
            return self._label_animal(choice)
        if isinstance(choice, PutBack | PileOrder):
            return self._label_pile(choice, table)
        if choice == FILLS:
            return Label(self.say("yes, it counts {n}", n=question.about))
        if choice in SPECIAL_CHOICES:
            return Label(self.say(SPECIAL_CHOICES[choice]))
        if isinstance(choice, Ferry):
            load = table.loads[choice.index]
            ferry = self.name(choice.id)
            if question.ask == "roommates_at":
                return Label(ferry)
            return Label(self.say("{ferry} ({weight}/{limit})", ferry=ferry, weight=load.weight, limit=load.limit))
        if isinstance(choice, Share):
            return label_shares(choice.gets)
        if isinstance(choice, Seat):
            return label_seat(choice)
        return Label(str(choice), pinned=isinstance(choice, str))

    def layout(self, question: Question, table: NoahTable) -> Layout | None:
        """Lay out the animals of a real table by species and sex, with the ferries that Noah can go to."""
        if question.ask in ("load", "turned_up") and not table.deal.virtual:
            return layout_animals(question, table, self)
        if question.ask == "share_out" and len(question.choices) > FEW_SHARES:
            return layout_shares(question)
        return None

    def _label_animal(self, animal: Animal) -> Label:
        """Label an animal of a hand, filed under its species."""
        species = self.say.noun(animal.species)
        text = self.say("{animal} {weight}", animal=self.name(animal.id), weight=animal.weight)
        heading, icon = self._with_weight(species, animal), ICONS.get(animal.species, "")
        return Label(text, (heading,), SEX_SIGNS.get(animal.sex, ""), species, icon=icon)

    def _label_loading(self, loading: Loading, table: NoahTable) -> Label:
        """Label an animal and where Noah goes, filed under its species."""
        animal, load = loading.animal, table.loads[loading.goal.index]
        species = self.say.noun(animal.species)
        heading = self._with_weight(species, animal)
        move = self.say(
            "{sex}→{ferry} ({load})", sex=SEX_SIGNS[animal.sex], ferry=loading.goal.index + 1, load=load.weight
        )
        return Label(self.say("{fact}: {value}", fact=heading, value=move), (heading,), move, species)

    def _label_pile(self, back: PutBack | PileOrder, table: NoahTable) -> Label:
        """Label an order, or an animal aboard, filed under its ferry; one of several alike says its place."""
        if isinstance(back, PileOrder):
            return Label(", ".join(self.name(card.id) for card in back.cards))
        ferry, name = self.name(back.ferry.id), self.name(back.animal.id)
        if table.aboard[back.ferry.index].count(back.animal) > 1:
            name = self.say("{animal} (card {n})", animal=name, n=back.place + 1)
        return Label(self.say("{fact}: {value}", fact=ferry, value=name), (ferry,), name)

    def _with_weight(self, name: str, animal: Animal) -> str:
        return self.say("{animal} {weight}", animal=name, weight=animal.weight)

    def list_typed_signs(self) -> Mapping[str, str]:
        """Return words for the sexes."""
        return list_sex_words(self.say)

    def describe_hidden_answer(self, question: Question, table: NoahTable) -> str:
        """Describe a card that moves from hand to hand unseen, or the order of the pile."""
        if question.ask == "sort_pile":
            return self.say("an order of their own")
        return self.say("a hidden card")

    def cue(self, cue: Cue, table: NoahTable) -> str:
        """Return what people have to do."""
        seats = [item.name for item in cue.about if isinstance(item, Seat)]
        numbers = [item for item in cue.about if isinstance(item, int)]
        number = numbers[0] if numbers else 0
        values = {
            "seat": seats[0] if seats else "",
            "other": seats[-1] if seats else "",
            "number": number,
            "more": numbers[-1] if numbers else 0,
            "marks": self.say.join_names(f"{least}+" for least in numbers) if numbers else "",
            **{
                type(item).__name__.lower(): self.name(item.id)
                for item in cue.about
                if isinstance(item, Ferry | Animal)
            },
        }
        if cue.kind == "gives":
            return self.say.plural(
                "{seat} gives {other} a card face down", "{seat} gives {other} {n} cards face down", number, **values
            )
        if cue.kind == "draws_for_couple":
            return self.say.plural("A couple: draw the last card", "A couple of both sexes: draw {n} cards", number)
        if cue.kind == "looks_ahead":
            return self.say.plural(
                "Look at the last card of the pile and put it back",
                "Look at the next {n} cards of the pile and put them back in any order", number,
            )  # fmt: skip
        if cue.kind == "thrown_away":
            return self.say.plural(
                "The top card of the pile is out of the game, unseen",
                "The top {n} cards of the pile are out of the game, unseen", number,
            )  # fmt: skip
        if cue.kind == "tears":
            moves = ", ".join(f"{move.seat.name} +{move.tears}" for move in cue.about if isinstance(move, TokenMove))
            return self.say("Move the score tokens: {moves}", moves=moves)
        if cue.kind == "departs":
            left = self.say("{ferry} is full and leaves; an empty one takes its place", **values)
            if number < 0 and is_alone(table):
                return self.say("{ferry} is full and leaves. Its place stays empty", **values)
            return left if number >= 0 else self.say("{ferry} is full and leaves", **values)
        kind = cue.kind
        if kind == "round" and number == 1:
            kind = "first_round"
        elif kind in ("loads", "takes_back") and not table.deal.virtual:
            kind += "_by_our_count"
        return self.say(CUES[kind], **values)

    def picture_words(self, table: NoahTable) -> Mapping[str, str]:
        """Return names for the picture, by id."""
        names: dict[str, str] = {animal.species: self.say.noun(animal.species) for animal in table.pieces.deck}
        names |= {ferry.id: self.name(ferry.id) for ferry in table.ferries}
        return names | {"noah": self.say("Noah"), "hand": self.say("Your cards")}

    def name(self, id: str) -> str:
        """Return the name of an animal or ferry. Cached, as every answer names the whole table again."""
        if id not in self._names:
            self._names[id] = self._make_name(id)
        return self._names[id]

    def _make_name(self, id: str) -> str:
        first, _, second = id.partition("-")
        if first == "ferry":
            return self.say("ferry {number}", number=second)
        noun = self.say.noun(first)
        return noun.add_sign(SEX_SIGNS[second]) if second else noun

    def fact_label(self, name: str, table: NoahTable) -> str:
        """Return the subject of a fact."""
        first, _, second = name.partition("-")
        if first == "ferry":
            return self.name(name)
        if not second:
            return self.say(FACTS[first])
        who = table.seats[int(second)].name
        if first == "hand":
            return self.say("{name}'s hand", name=who)
        if first == "seen":
            return self.say("{name} certainly has", name=who)
        if first == "cards":
            return self.say("{name}'s cards", name=who)
        return self.say("{name}'s tears", name=who)

    def fact_value(self, name: str, value: str, table: NoahTable) -> str:
        """Return the value of a fact."""
        if name == "roommates":
            return self.say("in the middle") if value == MIDDLE else self.name(value) if value else self.say("gone")
        if name == "noah":
            return self.name(value)
        if name == "round" and value == "0":
            return self.say("setting up")
        if name == "pile":
            return self.say.plural("{n} card", "{n} cards", int(value))
        if name.startswith("ferry") and int(name.partition("-")[2]) - 1 in table.gaps:
            return self.say("gone")
        if name.startswith("hand"):
            return self.say.plural("{n} card", "{n} cards", int(value))
        *animals, last = value.split() or [""]
        if name.startswith("ferry"):
            return " · ".join([", ".join(map(self.name, animals)) or self.say("empty"), last])
        if name.startswith(("seen", "cards")):
            return ", ".join(map(self.name, value.split()))
        return value

    def list_pieces(self, name: str, value: str, table: NoahTable) -> list[HandPiece]:
        """Return the cards of a hand."""
        by_id = {animal.id: animal for animal in table.pieces.kinds.all}
        held = [by_id[id] for id in value.split()] if name.startswith("cards") else []
        return [
            HandPiece(self.name(card.id), ICONS.get(card.species, ""), str(card.weight), tone=card.sex) for card in held
        ]

    def list_highlights(self, table: NoahTable) -> list[Highlight]:
        """Return who sent ferries off, who shed no tears in a round, and the saddest round."""
        say, highlights = self.say, []
        if table.departed:
            ferries = say.plural("{n} ferry left full", "{n} ferries left full", len(table.departed))
            leader = find_leader(Counter(departure.seat for departure in table.departed))
            if leader is not None and not is_alone(table):
                name = table.seats[leader[0]].name
                ferries = say("{ferries} – {name} sent {n}", ferries=ferries, name=name, n=leader[1])
            highlights.append(Highlight("⛴️", ferries))
        if is_alone(table):
            return highlights
        tears = {
            (int(entry.reason.partition("-")[2]), entry.seat): entry.points
            for entry in table.ledger.entries
            if entry.points > 0  # a crocodile takes some away
        }
        dry = Counter(
            seat.index for n in range(1, table.round + 1) for seat in table.seats if not tears.get((n, seat.index))
        )
        leader = find_leader(dry)
        if leader is not None:
            text = say.plural(
                "{name}: {n} round without a tear", "{name}: {n} rounds without a tear", leader[1],
                name=table.seats[leader[0]].name,
            )  # fmt: skip
            highlights.append(Highlight("🌈", text))
        (n, seat), worst = max(tears.items(), key=lambda pair: pair[1], default=((0, 0), 0))
        if worst:
            text = say.plural(
                "Round {round}: {n} tear for {name}", "Round {round}: {n} tears for {name}", worst,
                round=n, name=table.seats[seat].name,
            )  # fmt: skip
            highlights.append(Highlight("😢", text))
        return highlights

    def heading(self, table: NoahTable) -> str:
        """Return the round, alone the cards left in the pile, and how many ferries have left, if any."""
        if not table.round:
            return self.say("setting up")
        if is_alone(table):
            parts = [self.say.plural("{n} card in the pile", "{n} cards in the pile", len(table.pile))]
        else:
            parts = [self.say("round {n}", n=table.round)]
        if table.departures:
            parts.append(self.say.plural("{n} ferry gone", "{n} ferries gone", table.departures))
        return " · ".join(parts)

    def board(self, table: NoahTable) -> list[str]:
        """Return a line for each ferry."""
        return draw_ring(table, self.say, self.name)

    def describe_seat(self, seat: Seat, table: NoahTable) -> str:
        """Return name, cards in hand and tears."""
        size = table.hands[seat.index].size if table.hands else 0
        cards = self.say.plural("{n} card", "{n} cards", size)
        if is_alone(table):
            return f"{seat.name} ({cards})"
        tears = self.say.plural("{n} tear", "{n} tears", table.scores[seat.index])
        return f"{seat.name} ({cards}, {tears})"

    def reason(self, entry: Entry) -> str:
        """Return the round, and the animals left in the hand if they are known."""
        if entry.reason == "crocodile":
            return self.say.noun("crocodile")
        if entry.reason in LEFT_BEHIND:
            return self.say(LEFT_BEHIND[entry.reason])
        round_ = self.say("round {n}", n=entry.reason.partition("-")[2])
        animals = str(entry.about).split()
        if not animals:
            return round_
        return self.say("{fact}: {value}", fact=round_, value=", ".join(map(self.name, animals)))

    def name_points(self, n: int, table: NoahTable) -> str:
        """Name tears, alone the animals left behind."""
        if is_alone(table):
            return self.say.plural("animal left behind", "animals left behind", n)
        return self.say.plural("tear", "tears", n)

    def describe_outcome(self, outcome: Outcome, table: NoahTable) -> str:
        """Return who won, and why."""
        if outcome.why in OUTCOMES:
            return self.say(OUTCOMES[outcome.why], name=table.seats[0].name, n=table.scores[0])
        names = [table.seats[seat].name for seat in outcome.winners]
        tears = table.scores[outcome.winners[0]]
        if outcome.why == "shared":
            return self.say.plural(
                "{names} share the victory with {n} tear each",
                "{names} share the victory with {n} tears each",
                tears,
                names=self.say.join_names(names),
            )
        return self.say("{name} wins with the fewest tears: {n}", name=names[0], n=tears)

    def help(self, question: Question, table: NoahTable) -> list[str]:
        """Explain the choices."""
        if question.ask == "load":
            return self._help_loading(question, table)
        if question.ask == "move_noah":
            animal = table.aboard[table.noah.index][-1]
            return [self._describe_move(animal.sex == MALE)]
        if question.ask in ("shortest", "turned_up") and table.round <= 1:
            return [f"{self.cue(step, table)}." for step in table.preparations()]
        if question.ask in ("give", "give_to", "share_out"):
            return [
                self.say.plural(
                    "The first ferry of this round leaves: give one animal to anyone you like.",
                    "{n} ferries have left this round: give {n} animals to anyone you like.",
                    table.departures,
                )
            ]
        if question.ask == "tears":
            return [self.say("Add up the tears on all cards left in your hand.")]
        if question.ask in PROMO_HELP:
            return [self.say(PROMO_HELP[question.ask])]
        if question.ask in SOLO_HELP:
            return [self.say(SOLO_HELP[question.ask])]
        return []

    def _help_loading(self, question: Question, table: NoahTable) -> list[str]:
        load = table.loads[table.noah.index]
        lines = [
            self.say(
                "{ferry} carries {weight}; its limit is {limit}.",
                ferry=self.name(table.noah.id),
                weight=load.weight,
                limit=load.limit,
            )
        ]
        if table.deal.virtual:
            lines += [
                self.say("{fact}: {value}", fact=name, value=self.say.join_phrases(why))
                for name, why in self._explain_hand(question.seat, table).items()
            ]
        if any(isinstance(choice, Loading) for choice in question.choices):
            lines += [self._describe_move(True), self._describe_move(False)]
        if is_alone(table) and not any(table.aboard):
            lines += [f"{self.cue(step, table)}." for step in table.preparations()]
        if TAKE_BACK in question.choices and is_alone(table):
            lines.append(self.say("If none of your animals fits, the game is over."))
        elif TAKE_BACK in question.choices:
            lines.append(self.say("If none of your animals fits, pick up the whole ferry."))
        return lines

    def _describe_move(self, male: bool) -> str:
        words = self.say(MOVES[male])
        return f"{words[0].upper()}{words[1:]}."

    def _explain_hand(self, seat: int, table: NoahTable) -> dict[str, list[str]]:
        """Return the animals of a known hand that do not fit, with all reasons."""
        hand, load = table.hands[seat].get_known_cards(), table.loads[table.noah.index]
        against = {animal: load.objections(animal) for animal in (hand.list_kinds() if hand is not None else ())}
        return {
            self.name(animal.id): [self.say.phrase(why) for why in reasons]
            for animal, reasons in against.items()
            if reasons
        }

    def explain_choice(self, choice: Any, question: Question, table: NoahTable) -> str:
        """Say in a few words what speaks for a choice."""
        return explain_choice(choice, question, table, self.say)

    def explain_missing_choices(self, question: Question, table: NoahTable) -> dict[str, list[str]]:
        """Return everything that can't be chosen: ferries out of reach and animals that don't fit."""
        if question.ask != "load":
            return {
                self.name(id): list(map(self.say.phrase, why)) for id, why in list_refusals(table, question).items()
            }
        if table.deal.virtual:
            return self._explain_hand(question.seat, table)
        offered = {split_loading(choice)[0] for choice in question.choices if choice != TAKE_BACK}
        missing = [card for card in table.pieces.kinds.all if card.sex != EITHER and card not in offered]
        return {
            self.name(animal.id): [self.say.phrase(why) for why in why_not_loaded(table, question.seat, animal)]
            for animal in missing
        }
