"""Texts of Ark: prompts, labels, cues, facts and help."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.game import Outcome, Voice
from companion.core.label import HeldPiece, Highlight, Label, Weight, label_seat
from companion.core.layout import Layout
from companion.core.ledger import Entry, find_leader
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.unknown_piece import ANOTHER
from companion.core.unknown_piece import SHARED_WORDS as WORDS_OF_ALL_GAMES
from companion.games.ark.board import (
    describe_card,
    format_hand_card,
    format_legend,
    format_majorities,
    format_ship,
    wrap_parts,
)
from companion.games.ark.hints import explain_choice
from companion.games.ark.layouts import CARD_QUESTIONS, ICONS, layout_cards, layout_places
from companion.games.ark.names import (
    CLIMATE_NAMES,
    FOOD_NAMES,
    KIND_NAMES,
    ONE_OF_KIND,
    SIDE_ALONE,
    SIDE_NAMES,
    cabin_name,
    kind_of,
    name_by_id,
    name_card,
    with_article,
)
from companion.games.ark.overview import describe_entry, describe_standings
from companion.games.ark.pieces import CLIMATE, KIND, KINDS, NAME, NONE, NOURISHMENT, WEIGHT, Cargo, Take
from companion.games.ark.real import NOBODY_ELSE, Bringing, CabinOpening, Second
from companion.games.ark.reasons import list_refusals, list_seen_places
from companion.games.ark.table import SIDES, ArkTable, Cabin, Ousting

PROMPTS = {
    "starter": N_("Who goes first?"),
    "starting": N_("Which card is in {side} cabin {row}?"),
    "turned_up": N_("Which card was turned up?"),
    "turned_up_after": N_("{other} draws a card. Which card was turned up next?"),
    "turned_up_or_second": N_("{other}, a second card? If not, which card was turned up?"),
    "name": N_("Which animal is on the card?"),
    "kind": N_("Which kind is {card:the}?"),
    "weight": N_("How heavy is {card:the}?"),
    "climate": N_("Which climate does {card:the} like? Yellow is hot, blue is cold."),
    "nourishment": N_("What does {card:the} eat?"),
    "turn": N_("{name}, take a face-up card or play a card"),
    "second": N_("{name}, will you play a second card?"),
    "where": N_("{name}, where does {card:the} go?"),
    "take": N_("{name}, which face-up card do you take for your new cabin?"),
    "raise": N_("{name}, which of your figures gets the disc?"),
    "pet": N_("{name}, will you keep a pet?"),
    "pets": N_("Who puts a pet face down?"),
    "last_minute": N_("{name}, pay a disc for one more animal?"),
    "last_rain": N_("Did the last rain come before or after {other}'s own card?"),
    "pet_is": N_("{name}, turn over your pet. Which kind is it?"),
    "animals": N_("It's a tie! {name}, how many animals are in your hand?"),
}
WORDS = {
    "done": N_("no second card"),
    "pass": N_("pass"),
    "no-pet": N_("no pet"),
    "everyone": N_("everyone"),
    "nobody": N_("nobody"),
    "nobody-else": N_("nobody else"),
    "all-pass": N_("everyone else passes too"),
    ANOTHER: N_("Not in the list"),
    "nothing": N_("it doesn't count"),
    "instead-of-card": N_("before"),
    "after-card": N_("after"),
}
CUES = {
    "lay_out": N_("Lay out the bow card and the {n} scoring cards. Everyone takes {last} figures of their colour."),
    "shuffle": N_("Set the {n} rain cards aside and shuffle the rest"),
    "first_cards": N_("First four cards: only weight {n} to {last}, at most {most} of a kind"),
    "deal": N_("Shuffle again, deal everyone {n} cards, turn up {last}"),
    "hide_rain": N_(
        "Halve the deck. Lower half ({n} cards): shuffle in {last} rain cards, put one on top, then the other half"
    ),
    "guess": N_("We guessed: {about} Right? If not, change it"),
    "told_before": N_("{card:The} has been entered already: it's somewhere else"),
    "cannot_start": N_("{card:The} can't start the game: weight {n} to {last} only, and at most two of a kind"),
    "early_rain": N_("Rain so early? If it really came {n} cards before the middle, just play on. If not, undo"),
    "fits_nowhere": N_("{card:The} doesn't fit anywhere now and stays in hand"),
    "no_second_card": N_("{card:The} can't be the second card and stays in hand"),
    "rain": N_("Rain {n} of {last}: set it aside and draw again"),
    "last_rain": N_("The last rain! The turn ends and nobody draws any more"),
    "no_pet": N_("No pet for {seat}"),
    "only_take": N_("{seat} can only take {card:the}"),
    "only_place": N_("Only choice for {card:the}: {place}"),
    "no_second": N_("{seat} has no second card to play"),
    "pays": N_("{seat} gives {other} a disc for the new cabin"),
    "driven_out": N_("Out of the game: {card:the}"),
    "also_scores": N_("One more figure for {seat}: {kind}"),
    "raises": N_("{seat} puts a disc under a figure ({kind}): it counts 1.5"),
    "exchanges": N_("{seat} swaps two figures on discs for three without ({kind})"),
    "no_discs": N_("The supply has no discs left"),
    "no_figure": N_("{seat} has no figures left to place"),
    "endgame": N_("Endgame: each animal costs a disc. {seat} goes first"),
    "no_disc": N_("{seat} has no discs left and passes"),
    "must_pass": N_("{seat} can't add anything and passes"),
    "all_passed": N_("Everyone has passed: time to score"),
    "pet": N_("{seat} turns over their pet: {card:the}"),
    "pets": N_("Pets: each may put a light animal (0-2) face down, no ability"),
}
"""Cues by kind; those that need plural forms are worded in `ArkVoice.cue`."""
NUMBERS = ("n", "last", "most")
"""Placeholders for the numbers of a cue, in order."""
YELLOW_DISC = (N_("Yellow disc: in the middle"), N_("Yellow disc: {n} to starboard"), N_("Yellow disc: {n} to port"))
"""Texts for the incline, indexed by its sign."""
FACTS = {
    "incline": N_("Incline"),
    "rain": N_("Rain"),
    "display": N_("Face-up cards"),
    "supply": N_("Supply"),
    "discs": N_("Discs"),
    "bank": N_("Spare discs"),
    "gone": N_("Driven out"),
    "box": N_("Our guesses"),
    "cards": N_("Your cards"),
    "pet": N_("Your pet"),
}
OF_A_SEAT = {
    "hand": N_("{name}'s hand"),
    "seen": N_("{name} must be holding"),
    "pet": N_("{name}'s pet"),
    "score": N_("{name}'s points"),
}
REASONS = {
    "first": N_("most: {kind}"),
    "second": N_("second most: {kind}"),
    "further": N_("aboard: {kind}"),
    "discs": N_("action discs"),
}
ABILITIES = {
    "discs": N_("When you bring it aboard, take 2 discs from the supply. No animal can drive it out."),
    "unbothered": N_("Carnivores and omnivores of its weight or heavier leave it alone: they can share a cabin."),
    "half": N_("When you bring it aboard, put its figure on a disc: it counts 1.5."),
    "raises": N_("When you bring it aboard, put a disc under one of your figures (not on provisions): it counts 1.5."),
    "drives-any": N_("It can drive out any animal except fox, spider and mosquito. You score both."),
    "drives-weight-2": N_("It can drive out an animal of weight 2. You score both. No animal can drive it out."),
    "drives-shy": N_("It can drive out a shy animal. You score both. No animal can drive it out."),
}
ANSWERS = {
    "raise": KIND_NAMES,
    "kind": KIND_NAMES,
    "climate": CLIMATE_NAMES,
    "nourishment": FOOD_NAMES,
    "pet_is": KIND_NAMES | WORDS,
    "name": WORDS_OF_ALL_GAMES,
}
"""Answer texts of questions about features of a card; other questions use WORDS."""
HELP = {
    "starting": N_(
        "A card of another weight, or the third of its kind? Put it face down under the deck and draw again."
    ),
    "name": N_("Type its name, or pick the card we got wrong. You can also leave the name out."),
    "kind": N_("The kind tells which scoring card your figure goes on."),
    "second": N_("Your two cards go into different cabins, and each must be allowed on its own."),
    "take": N_("For a new cabin, give your right neighbour a disc and take a face-up card."),
    "last_minute": N_("Each animal costs a disc, two in a new cabin. No slow animals, no provisions, no drawing."),
    "pet": N_("A pet weighs 0 to 2 and has no special ability. It scores at the end."),
    "pets": N_("A pet weighs 0 to 2 and has no special ability. It scores at the end."),
    "pet_is": N_("Provisions, or a pet that is too heavy or has a special ability, don't count."),
    "raise": N_("A figure on a disc counts 1.5. Two of them on one card become three without discs."),
    "animals": N_("Whoever holds the fewest animals wins the tie. Provisions don't count."),
    "last_rain": N_("The last rain ends the turn at once. No more cards are drawn."),
}


WEIGHTS = {
    "guess": Weight.GOOD_TO_KNOW,
    "told_before": Weight.GOOD_TO_KNOW,
    "cannot_start": Weight.GOOD_TO_KNOW,
    "early_rain": Weight.GOOD_TO_KNOW,
    "first_cards": Weight.GOOD_TO_KNOW,
    "no_pet": Weight.GOOD_TO_KNOW,
    "no_second": Weight.GOOD_TO_KNOW,
    "no_discs": Weight.GOOD_TO_KNOW,
    "no_figure": Weight.GOOD_TO_KNOW,
    "no_disc": Weight.GOOD_TO_KNOW,
    "must_pass": Weight.GOOD_TO_KNOW,
    "all_passed": Weight.STATUS,
}
"""Cues that ask nobody to move a piece."""

MORE_ON_THE_BOARD = ("bank", "seen", "pet", "gone", "box", "score")
"""Facts that the board in lines does not show elsewhere."""


class ArkVoice(Voice):
    """Prompts, labels and reasons of Ark."""

    cue_weights = WEIGHTS
    facts_of_seats = frozenset(OF_A_SEAT)

    def prompt(self, question: Question, table: ArkTable) -> str:
        """Return the question as one sentence."""
        about, ask = question.about, question.ask
        if ask == "turned_up" and about is not None:
            ask = "turned_up_after"
        return self.say(
            PROMPTS[ask],
            name=table.seats[question.seat].name if question.seat >= 0 else "",
            other=about.name if isinstance(about, Seat) else "",
            card=self._name_subject(question),
            side=self.say(SIDE_ALONE[about.side]) if isinstance(about, Cabin) else "",
            row=about.row + 1 if isinstance(about, Cabin) else 0,
        )

    def _name_subject(self, question: Question) -> str:
        """Name the card a question is about, or the one being entered."""
        if isinstance(question.about, Cargo):
            return self.say.phrase(with_article(question.about))
        return str(question.about or self.say("this card"))

    def label(self, choice: Any, question: Question, table: ArkTable) -> Label:
        """Describe one choice."""
        if isinstance(choice, Cargo):
            return self._label_card(choice, question, table)
        if isinstance(choice, Take):
            card = self.label(choice.card, question, table)
            return card._replace(text=self.say("take {card}", card=card.text), pinned=True)
        if isinstance(choice, Second):
            card = self.label(choice.card, question, table)
            return card._replace(text=self.say("second card: {card}", card=card.text), pinned=False)
        if isinstance(choice, Bringing):
            return self._label_bringing(choice, table)
        if isinstance(choice, Cabin | Ousting | CabinOpening):
            return self._label_place(choice, table)
        if isinstance(choice, Seat):
            return label_seat(choice)
        words = ANSWERS.get(question.ask, WORDS)
        if choice == NOBODY_ELSE and all(pet is None for pet in table.pets):
            choice = "nobody"
        return Label(self.say(words[choice]) if choice in words else str(choice), pinned=isinstance(choice, str))

    def layout(self, question: Question, table: ArkTable) -> Layout | None:
        """Lay out the cards of a real table as tiles, and the cabins of any as a plan of the ark."""
        if table.real and question.ask in CARD_QUESTIONS:
            return layout_cards(question, table, self)
        return layout_places(question, table, self) if question.ask == "where" else None

    def _label_card(self, card: Cargo, question: Question, table: ArkTable) -> Label:
        """Label a card; cards seen in this hand are pinned to the top, and so is rain once it is expected."""
        seen = question.seat >= 0 and question.ask != "name" and table.hands[question.seat].must_hold(card.bits)
        pinned = seen or (card is table.pieces.rain and question.choices[0] is card)
        return Label(
            self._card(card, table),
            name=self.say.phrase(name_card(card)),
            guessed=is_guess(card, table),
            pinned=pinned,
            icon=ICONS.get(card.id, ""),
        )

    def _label_bringing(self, brought: Bringing, table: ArkTable) -> Label:
        """Label a card with its place, grouped under the card."""
        place = brought.place
        if isinstance(place, CabinOpening):
            cabin, card = self.say.phrase(cabin_name(place.cabin)), self._name_taken(place.card, table)
            where = self.say("{cabin}, takes {card}", cabin=cabin, card=card)
        else:
            where = self.describe_place(place, table)
        card = self._card(brought.card, table)
        return Label(
            self.say("{what}: {why}", what=card, why=where),
            (card,),
            where,
            card,
            None,
            is_guess(brought.card, table),
            True,
        )

    def _label_place(self, place: Cabin | Ousting | CabinOpening, table: ArkTable) -> Label:
        """Label a place, grouped by side or as an animal to drive out."""
        if isinstance(place, Ousting):
            return Label(self.describe_place(place, table), (self.say("drive out"),))
        side = self.say(SIDE_ALONE[(place.cabin if isinstance(place, CabinOpening) else place).side])
        return Label(
            self.describe_place(place, table),
            (side,),
            guessed=isinstance(place, CabinOpening) and is_guess(place.card, table),
        )

    def cue(self, cue: Cue, table: ArkTable) -> str:
        """Word a cue."""
        numbers = [item for item in cue.about if isinstance(item, int)]
        seats = [item.name for item in cue.about if isinstance(item, Seat)]
        n = numbers[0] if numbers else 0
        match cue.kind:
            case "leans":
                return self.say(YELLOW_DISC[(n > 0) - (n < 0)], n=abs(n))
            case "stowed":
                disc = [self.say(YELLOW_DISC[(n > 0) - (n < 0)], n=abs(n))] if numbers else []
                kinds = [self.say(KIND_NAMES[item]) for item in cue.about if item in KINDS]
                return " · ".join(
                    [*disc, *(self.say("{seat}'s figure on “{kind}”", seat=seats[0], kind=kind) for kind in kinds)]
                )
            case "discs":
                names = ", ".join(seats) or self.say("everyone")
                return self.say("Action discs: {n} for {names}", n=n, names=names)
            case "gains":
                return self.say.plural(
                    "{seat} takes a disc from the supply", "{seat} takes {n} discs from the supply", n, seat=seats[0]
                )
            case "colours":
                return self.list_colours(table.seats)
            case "guess":
                return self.say(CUES[cue.kind], about=self.describe_card(cue.about[0], True))
        values: dict[str, Any] = {"seat": seats[0] if seats else "", "other": seats[-1] if seats else ""}
        values |= zip(NUMBERS, numbers, strict=False)
        return self.say(CUES[cue.kind], **values, **self._pieces(cue, table))

    def _pieces(self, cue: Cue, table: ArkTable) -> dict[str, str]:
        """Name the card, the place and the scoring card of a cue."""
        words = {}
        for item in cue.about:
            if isinstance(item, Cargo):
                words["card"] = self.say.phrase(with_article(item))
            elif isinstance(item, Cabin):  # what was in it then is forgotten
                words["place"] = self.say.phrase(cabin_name(item))
            elif isinstance(item, Ousting | CabinOpening):
                words["place"] = self.describe_place(item, table)
            elif item in KINDS:
                words["kind"] = self.say(KIND_NAMES[item])
        return words

    def _card(self, card: Cargo, table: ArkTable) -> str:
        name = self.say.phrase(name_card(card))
        if card is table.pieces.rain:
            return name
        text = self.say("{card} {weight}", card=name, weight=card.weight)
        if not has_nameless_twin(card, table):
            return text
        features = [CLIMATE_NAMES[card.climate]]
        features += [] if card.provision else [FOOD_NAMES[card.nourishment]]
        return f"{text} ({', '.join(map(self.say, features))})"

    def _name_taken(self, card: Cargo, table: ArkTable) -> str:
        """Name a face-up card after a place; without a name, its features tell it apart."""
        return self._card(card, table) if card.unnamed else self.say.phrase(name_card(card))

    def describe_place(self, place: Cabin | Ousting | CabinOpening, table: ArkTable) -> str:
        """Name a place with its cards, or with the card taken for it."""
        if isinstance(place, CabinOpening):
            cabin, card = self.say.phrase(cabin_name(place.cabin)), self._name_taken(place.card, table)
            return self.say("{cabin} (new), takes {card}", cabin=cabin, card=card)
        if isinstance(place, Ousting):
            animal, cabin = self.say.phrase(with_article(place.victim)), self.say.phrase(cabin_name(place.cabin))
            return self.say("drive out {animal:the} ({cabin})", animal=animal, cabin=cabin)
        name = self.say.phrase(cabin_name(place))
        if not place.cards:
            return self.say("{cabin} (new, 1 disc)", cabin=name)
        return f"{name} ({', '.join(self.say.phrase(name_card(card)) for card in place.cards)})"

    def fact_label(self, name: str, table: ArkTable) -> str:
        """Name a fact."""
        if name in KINDS:
            return self.say(KIND_NAMES[name]).capitalize()
        if name in FACTS:
            return self.say(FACTS[name])
        first, _, second = name.partition("-")
        if first in SIDES:
            return self.say(SIDE_NAMES[SIDES.index(first)], row=second).capitalize()
        return self.say(OF_A_SEAT[first], name=table.seats[int(second)].name)

    def fact_value(self, name: str, value: str, table: ArkTable) -> str:
        """Word the value of a fact."""
        first = name.partition("-")[0]
        if first in SIDES:
            *cards, weight = value.split()
            return self.say("{cards} · weight {weight}", cards=self._names(cards, table), weight=weight)
        if name in KINDS or name == "discs":
            amounts = zip(table.seats, value.split(), strict=True)
            return " · ".join(f"{seat.symbol} {self.say.format_number(float(amount), 'g')}" for seat, amount in amounts)
        if name in ("cards", "pet"):
            by_id = {card.id: card for card in table.pieces.kinds.all}
            return ", ".join(format_hand_card(by_id[id], self.say, table.real) for id in value.split())
        if first in ("display", "seen", "gone"):
            return self._names(value.split(), table)
        return self._number(first, int(value), table)

    def list_pieces(self, name: str, value: str, table: ArkTable) -> list[HeldPiece]:
        """Return the cards of a hand, or a pet."""
        by_id = {card.id: card for card in table.pieces.kinds.all}
        held = [by_id[id] for id in value.split()] if name in ("cards", "pet") else []
        return [
            HeldPiece(
                self.say.phrase(name_card(card)),
                ICONS.get(card.id, ""),
                str(card.weight),
                describe_card(card, self.say),
                card.climate,
            )
            for card in held
        ]

    def _number(self, name: str, n: int, table: ArkTable) -> str:
        if name in ("hand", "supply"):
            return self.say.plural("{n} card", "{n} cards", n)
        if name == "incline":
            return self.describe_incline(n)
        if name == "rain":
            return self.say("{n} of {all}", n=n, all=table.pieces.rains)
        if name == "pet":
            return self.say("face down")
        if name == "box":
            return self.say("{n} figures; to correct them: arkside boxes teach ark", n=n)
        return str(n)

    def _names(self, ids: list[str], table: ArkTable) -> str:
        by_id = {card.id: self.name_listed_card(card, table) for card in table.pieces.kinds.all}
        return ", ".join(by_id.get(id) or self.say.phrase(name_by_id(id)) for id in ids)

    def name_listed_card(self, card: Cargo, table: ArkTable) -> str:
        """Name a card in a list, marking a guessed name."""
        name = self.say.phrase(name_card(card))
        return self.mark_guess(name) if table.real and NAME in card.guesses else name

    def describe_incline(self, lean: int) -> str:
        """Describe the incline."""
        if not lean:
            return self.say("level")
        return self.say("{n} to starboard", n=lean) if lean > 0 else self.say("{n} to port", n=-lean)

    def reason(self, entry: Entry) -> str:
        """Word the reason for points."""
        kind = str(entry.about)
        return self.say(REASONS[entry.reason], kind=self.say(KIND_NAMES[kind]) if kind in KIND_NAMES else "")

    def describe_outcome(self, outcome: Outcome, table: ArkTable) -> str:
        """Say who won and why; a tie goes to the fewest animals in hand."""
        if outcome.why != "fewest-animals":
            return super().describe_outcome(outcome, table)
        names = self.say.join_names(table.seats[seat].name for seat in outcome.winners)
        points = table.scores[outcome.winners[0]]
        return self.say("{names} wins with {n} points and the fewest animals in hand", names=names, n=points)

    def help(self, question: Question, table: ArkTable) -> list[str]:
        """Return the rule, the incline, and a description of the cards in sight."""
        lines = []
        if question.ask in HELP:
            lines.append(self.say(HELP[question.ask]))
        if question.ask in ("turn", "second", "where", "last_minute"):
            lines.append(self.say("Incline: {incline}.", incline=self.describe_incline(table.incline)))
        if question.ask == "where":
            lines.append(self.describe_card(question.about, table.real))
        return lines + [self.describe_card(card, table.real) for card in self._in_sight(question, table)]

    def _in_sight(self, question: Question, table: ArkTable) -> list[Cargo]:
        """List the choices that are certainly there: face-up cards, and known cards in hand."""
        cards = [choice.card if isinstance(choice, Take | Bringing) else choice for choice in question.choices]
        hand = table.hands[question.seat] if question.seat >= 0 and table.hands else None
        return [
            card
            for card in dict.fromkeys(cards)
            if isinstance(card, Cargo) and (card in table.display or (hand is not None and hand.must_hold(card.bits)))
        ]

    def board(self, table: ArkTable) -> list[str]:
        """Return face-up cards, ark, figures and remaining facts as lines."""
        lines = []
        if table.display:
            shown = [format_hand_card(card, self.say, table.real) for card in table.display]
            supply = self.say.plural("{n} card", "{n} cards", len(table.supply))
            head = self.say("Face-up cards: {cards}", cards="")
            lines += wrap_parts(head, [*shown, self.say("supply: {supply}", supply=supply)])
        lines += [*format_ship(table, self.say), *format_legend(self.say), *format_majorities(table, self.say)]
        facts = {name: value for name, value in table.facts().items() if name.partition("-")[0] in MORE_ON_THE_BOARD}
        for name, value in facts.items():
            line = self.say("{what}: {why}", what=self.fact_label(name, table), why=self.fact_value(name, value, table))
            lines += wrap_parts("", line.split(" "), " ")
        return lines

    def overview(self, table: ArkTable) -> dict[str, list[str]]:
        """Return what may enter each cabin, and the points if the game ended now."""
        return {
            self.say("Who may enter"): describe_entry(table, self.say),
            self.say("If the game ended now"): describe_standings(table, self.say),
        }

    def picture_words(self, table: ArkTable) -> Mapping[str, str]:
        """Return the texts of the picture: cards, kinds, sides and facts."""
        cards = {card.id: self.say.phrase(name_card(card)) for card in table.pieces.kinds.all}
        kinds = {kind: self.say(KIND_NAMES[kind]) for kind in KINDS}
        sides = {side: self.say(name) for side, name in zip(SIDES, SIDE_ALONE, strict=True)}
        climates = {f"climate-{climate}": self.say(name) for climate, name in CLIMATE_NAMES.items()}
        diets = {f"diet-{food}": self.say(name) for food, name in FOOD_NAMES.items() if food != NONE}
        facts = {f"fact-{name}": self.say(FACTS[name]) for name in ("rain", "supply", "display", "discs", "cards")}
        return cards | kinds | sides | climates | diets | facts | {"incline": self.describe_incline(table.incline)}

    def list_highlights(self, table: ArkTable) -> list[Highlight]:
        """Return who had the most majorities, and the most points at once."""
        leader = find_leader(Counter(entry.seat for entry in table.ledger.entries if entry.reason == "first"))
        best = super().list_highlights(table)
        if leader is None:
            return best
        name = table.seats[leader[0]].name
        text = self.say.plural("{name} had {n} majority", "{name} had {n} majorities", leader[1], name=name)
        return [Highlight("👑", text), *best]

    def heading(self, table: ArkTable) -> str:
        """Return the rain so far and the incline."""
        rain = self.say("Rain {n} of {all}", n=table.rain, all=table.pieces.rains) if table.rain else ""
        rain = rain or self.say("No rain yet")
        return self.say("{rain} · ark: {incline}", rain=rain, incline=self.describe_incline(table.incline))

    def describe_seat(self, seat: Seat, table: ArkTable) -> str:
        """Describe a player by their discs, and at the end by their points."""
        if table.ledger.entries:
            return super().describe_seat(seat, table)
        discs = self.say.plural("{n} disc", "{n} discs", table.discs[seat.index])
        return f"{seat.name} · {discs}"

    def describe_card(self, card: Cargo, real: bool = False) -> str:
        """Describe all features of a card in a line, marking guesses at a real table."""
        kind = kind_of(card)
        features = [
            (WEIGHT, self.say("weight {weight}", weight=card.weight)),
            (CLIMATE, self.say(CLIMATE_NAMES[card.climate])),
            (KIND, self.say(ONE_OF_KIND[kind])),
        ]
        if not card.provision:
            features.append((NOURISHMENT, self.say(FOOD_NAMES[card.nourishment])))
        guesses = card.guesses if real else ()
        words = [self.mark_guess(what) if figure in guesses else what for figure, what in features]
        name = self.say.phrase(name_card(card))
        name = self.mark_guess(name) if NAME in guesses else name
        line = self.say("{what}: {why}", what=name, why=", ".join(words)) + "."
        return f"{line} {self.say(ABILITIES[card.power])}" if card.power else line

    def list_pieces_elsewhere(self, question: Question, table: ArkTable) -> dict[str, list[str]]:
        """Return cards that everyone has seen, with where they are."""
        if question.ask not in ("turn", "second", "last_minute"):
            return {}
        return {self.say.phrase(name_card(card)): [self.say.phrase(why)] for card, why in list_seen_places(table)}

    def explain_choice(self, choice: Any, question: Question, table: ArkTable) -> str:
        """Say in a few words what speaks for a choice."""
        return explain_choice(choice, question, table, self.say)

    def explain_missing_choices(self, question: Question, table: ArkTable) -> dict[str, list[str]]:
        """Return everything that is refused, by name, with all reasons."""
        cards = {card.id: self.name_listed_card(card, table) for card in table.pieces.kinds.all}
        places: dict[str, str] = {}
        for cabin in (cabin for cabins in table.sides for cabin in cabins):
            places[str(cabin)] = self.say.phrase(cabin_name(cabin))
            places |= {
                str(ousting): self.describe_place(ousting, table)
                for ousting in (Ousting(cabin, card) for card in cabin.cards)
            }
        names = cards | places
        for card in {choice.card for choice in question.choices if isinstance(choice, Bringing)}:
            for id, place in places.items():
                names[f"{card.id}-{id}"] = self.say("{what}: {why}", what=self._card(card, table), why=place)
        refused = list_refusals(table, question)
        return {names[id]: [self.say.phrase(reason) for reason in reasons] for id, reasons in refused.items()}


def is_guess(card: Cargo, table: ArkTable) -> bool:
    """Whether nobody has confirmed the name or weight of a real card. Cards that we deal are never guesses."""
    return table.real and bool(card.guesses & {NAME, WEIGHT})


def has_nameless_twin(card: Cargo, table: ArkTable) -> bool:
    """Whether another nameless card has the same kind and weight as this one."""
    return card.unnamed and any(
        other.unnamed and other is not card and other.figures[:2] == card.figures[:2]
        for other in table.pieces.kinds.all
    )
