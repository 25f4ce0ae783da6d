"""Texts of Noah's Ark: prompts, labels, cues, facts and help."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.game import Outcome, Voice
from companion.core.label import Highlight, Label, Weight, label_seat
from companion.core.layout import Layout
from companion.core.ledger import Entry, find_leader
from companion.core.question import Question, Race, SlapChoice
from companion.core.seat import Seat
from companion.core.words import Say
from companion.games.noahs_ark.board import format_areas, format_standings
from companion.games.noahs_ark.deck import KEEP, Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.hints import explain_choice
from companion.games.noahs_ark.layouts import layout_card
from companion.games.noahs_ark.names import OBJECTIVE_NAMES, POWER_NAMES, STYLE_NAMES
from companion.games.noahs_ark.pieces import DISCARD, PICK, SWAP, AnimalCard, Objective, Style
from companion.games.noahs_ark.powers import AnimalSwap, Target
from companion.games.noahs_ark.real import NOA, OTHER, Most
from companion.games.noahs_ark.reasons import list_refusals
from companion.games.noahs_ark.runners import RIGHT, UNSEEN
from companion.games.noahs_ark.table import NoahsArkTable

PROMPTS = {
    "objective": N_("Which objective was revealed?"),
    "objective_points": N_("How many points is “{what}” worth?"),
    "rain": N_("Who last walked in the rain? They reveal the first card."),
    "reveal": N_("{reveals} reveals a card. Which one?"),
    "teach_power": N_("A new card! What's its power?"),
    "teach_turns": N_("Which two animals does it exchange? ({n} of 2)"),
    "teach_pairs": N_("Which two pairs does it show? ({n} of 2)"),
    "teach_animal": N_("Which animals does it show? (animal {n})"),
    "teach_points": N_("How many points is it worth?"),
    "teach_noa": N_("Is Noa on it?"),
    "slap": N_("{what}: {n} dice{flice}. Who is first?"),
    "unseen": N_("{reveals} reveals a card{flice}. Take a die for each animal on it, then NOW!"),
    "won_card": N_("Which card did {other} win?"),
    "card_points": N_("{name}, how many points are on your cards?"),
    "who_has_most": N_("{what}: who has them?"),
    "duel": N_("Duel for “{what}”: all six animals{flice}. Who is first?"),
    "final_duel": N_("Duel for the victory: all six animals{flice}. Who is first?"),
    "claim": N_("{other} was first! Are the dice right?"),
    "power": N_("{name}, play a power before the next card is revealed?"),
    "pick": N_("{name}, which card do you steal?"),
    "discard": N_("{name}, which card do you discard?"),
    "pick_from": N_("{name}, who do you steal a card from?"),
    "discard_from": N_("{name}, whose card do you discard?"),
    "drop_objective": N_("{name}, which objective do you remove?"),
    "choose_objective": N_("{name}, which objective replaces “{what}”?"),
    "wild": N_("{name}, which animal is your wild card?"),
    "turn": N_("{name}, replace an animal on all your cards?"),
}
ROLL_AGAIN = N_("Take the same dice again{flice}. Roll at NOW!")
CUES = {
    "animals": N_("Shuffle {n} animal cards (those without water)"),
    "advanced": N_("Add {n} with water, at most one of them “replace an animal”"),
    "no_pairs": N_("Leave “double pairs” out"),
    "ark_among": N_("Shuffle the Ark card into the bottom {n}"),
    "styles": N_("Shuffle {n} FLICE cards into the cards above those"),
    "dice": N_("Everyone takes {n} dice. Put the Ark within everyone's reach"),
    "dice_with_pairs": N_("Everyone takes {n} dice ({most} for double pairs). Ark in reach"),
    "powers": N_("Play powers between races: enter one instead of the next race"),
    "objectives": N_("Shuffle the objectives, reveal {n} and read them aloud"),
    "more_objectives": N_("With “{what}” you play with {n} objectives"),
    "comes": N_("New objective: “{what}”"),
    "style": N_("From now on, turn your dice with: {what}"),
    "sits_out": N_("{seat} sits out. The others roll again"),
    "rolls_alone": N_("{seat} sits out. {other} rolls alone and must get it right"),
    "both_again": N_("Nobody got it. {seat} and {other} roll again"),
    "all_again": N_("Nobody got it. Everyone rolls again"),
    "flips": N_("{seat} turns “{power}” face down. It still counts"),
    "flips_this_one": N_("{seat} turns over the “{power}” with {shown}"),
    "picks_from": N_("{seat} steals a card worth 0 or 1 point from {other}"),
    "discards_from": N_("{seat} discards a card of {other}'s worth 0 or 1 point"),
    "no_discard_too": N_("{seat} can't discard a card of {other}'s any more"),
    "no_pick_too": N_("{seat} can't steal a card from {other} any more"),
    "only_steals": N_("{seat} can only steal “{what}” from {other}"),
    "only_discards": N_("{seat} can only discard “{what}” from {other}"),
    "turns_nothing": N_("“{power}” would change nothing for {seat}"),
    "ark": N_("The Ark! Time to award the objectives"),
    "ark_last": N_("Only the Ark is left. Time to award the objectives"),
    "decide_animals": N_("Before you count: choose wild cards and replaced animals"),
    "takes": N_("{seat} takes “{what}”"),
    "nobody_has": N_("“{what}”: nobody has any, so nobody gets it"),
    "tied": N_("“{what}”: {n} are tied, so nobody gets it"),
    "duel": N_("Duel! {seat}, {other}: {n} dice each, the Ark between you"),
}
"""Cues by kind; the one that needs plural forms is worded in `NoahsArkVoice.cue`."""
WORDS = {
    "right": N_("right"),
    "wrong": N_("wrong: the others roll again"),
    "keep": N_("not now"),
    "other-card": N_("Not in the list"),
    "no-more": N_("no third animal"),
    "noa": N_("Noa"),
    "ark": N_("the Ark"),
    "nobody": N_("nobody"),
    "open": N_("open"),
    "has-come": N_("revealed"),
}
FACTS = {
    "deck": N_("Deck"),
    "style": N_("FLICE"),
    "reveals": N_("Reveals the next card"),
    "card": N_("Card"),
    "dice": N_("Dice each"),
    "racing": N_("In the race"),
    "discarded": N_("Discarded"),
    "box": N_("Our guesses"),
    "ark": N_("The Ark"),
}
SEAT_FACTS = {
    "cards": N_("{name}'s cards"),
    "spent": N_("{name}'s played cards"),
    "wild": N_("{name}'s wild card"),
    "turned": N_("{name} counts"),
    "score": N_("{name}'s points"),
    "taken": N_("{name}'s cards"),
}
REASONS = {
    "card": N_("won: {what}"),
    "picked": N_("stolen: {what}"),
    "stolen": N_("stolen from you: {what}"),
    "discarded": N_("discarded: {what}"),
    "objective": N_("objective: {what}"),
    "cards": N_("on the cards"),
}

HELPS = {
    "objective": N_("Reveal three objectives. If “most objectives” is one of them, you play with six."),
    "objective_points": N_("It's printed on the card. We only have a guess, so we ask once."),
    "won_card": N_("The winner takes the card. Enter what it shows."),
    "card_points": N_("Add up the numbers in the top left corners of all your cards. Objectives come later."),
    "who_has_most": N_("Include wild and replaced animals. Two players tied: a duel. Three or more: nobody gets it."),
    "claim": N_("The others compare the dice with the card. If they're wrong, the race goes on without that player."),
    "power": N_("You can use a power once. Then turn the card over: it still counts at the end."),
    "pick": N_("Only cards worth 0 or 1 point. A card without a number is worth 0."),
    "discard": N_("Only cards worth 0 or 1 point. A card without a number is worth 0."),
    "pick_from": N_("Take a card worth 0 or 1 point that isn't face down. You decide which one."),
    "discard_from": N_("Take away a card worth 0 or 1 point that isn't face down. You decide which one."),
    "drop_objective": N_("Nobody can win it any more. You choose the one that replaces it."),
    "choose_objective": N_("Any objective that hasn't been on the table yet."),
    "wild": N_("It adds one animal to those printed on the card."),
    "turn": N_("It changes all your cards, in one direction only. You can also leave it."),
    "teach_power": N_("Cards with a power have water at the bottom."),
    "teach_turns": N_("All of one animal will count as the other. You decide at the end which way round."),
    "teach_animal": N_("Enter the animals in any order, one that appears twice two times. Noa comes later."),
    "teach_points": N_("The number in the top left corner, or 0 if there is none."),
}
POWER_HELPS = {
    PICK: N_("pick a card: steal a card worth 0 or 1 point from another player."),
    DISCARD: N_("discard a card: remove another player's card worth 0 or 1 point."),
    SWAP: N_("replace an objective: swap one for another of your choice."),
}
OPTION_VALUES = (
    N_("normal"), N_("advanced"), N_("auto"), N_("with"), N_("without"), N_("full"), N_("short"), N_("shortest"),
    N_("shared"), N_("duel"), N_("real"), N_("drawn"), N_("all"), N_("seven"), N_("six"), N_("five"), N_("four"),
    N_("three"), N_("two"), N_("one"), N_("after"), N_("before"), N_("end"),
)  # fmt: skip
"""Values of the options, listed so that they are collected for translation."""


WEIGHTS = {
    "no_pairs": Weight.GOOD_TO_KNOW,
    "powers": Weight.GOOD_TO_KNOW,
    "no_discard_too": Weight.GOOD_TO_KNOW,
    "no_pick_too": Weight.GOOD_TO_KNOW,
    "more_objectives": Weight.GOOD_TO_KNOW,
    "turns_nothing": Weight.GOOD_TO_KNOW,
    "ark_last": Weight.GOOD_TO_KNOW,
    "nobody_has": Weight.GOOD_TO_KNOW,
    "tied": Weight.GOOD_TO_KNOW,
    "wild": Weight.GOOD_TO_KNOW,
}
"""Cues that ask nobody to move a piece."""


class CardParts(NamedTuple):
    """An animal card in words: the whole, and split for long lists grouped by animal or power."""

    text: str
    first: str = ""
    rest: str = ""


class NoahsArkVoice(Voice):
    """Prompts, labels and reasons of Noah's Ark."""

    cue_weights = WEIGHTS
    facts_of_seats = frozenset(SEAT_FACTS)

    def prompt(self, question: Question, table: NoahsArkTable) -> str:
        """Return the question as one sentence."""
        about = question.about
        return self.say(
            ROLL_AGAIN if question.ask == UNSEEN and table.rolls_again else PROMPTS[question.ask],
            name=table.seats[question.seat].name if question.seat >= 0 else "",
            reveals=table.seats[table.revealer].name if table.revealer is not None else "",
            other=about.name if isinstance(about, Seat) else "",
            what=self.name(about.id) if isinstance(about, AnimalCard | Objective) else "",
            n=table.goal.dice if table.goal is not None else about,
            flice=self._flice(question, table),
        )

    def _flice(self, question: Question, table: NoahsArkTable) -> str:
        """Return how dice are turned, if FLICE cards can change it."""
        if not table.pieces.styles_in_deck:
            return ""
        style = self.name(table.style.id)
        return f" ({style})" if question.ask == UNSEEN else f", {style}"

    def label(self, choice: Any, question: Question, table: NoahsArkTable) -> Label:
        """Describe one choice."""
        if isinstance(choice, Seat):
            return label_seat(choice)
        if isinstance(choice, SlapChoice):
            return Label(self.say("nobody")) if choice.seat < 0 else label_seat(table.seats[choice.seat])
        if isinstance(choice, Most):
            return self._label_most(choice)
        if isinstance(choice, AnimalCard):
            return self._label_card(choice, table)
        if isinstance(choice, Objective):
            text = self.say("{objective} ({points})", objective=self.name(choice.id), points=table.worth[choice])
            return Label(text, name=self.name(choice.id), guessed=table.is_guess(choice))
        if isinstance(choice, Style):
            style = self.name(choice.id)
            return Label(self.say("FLICE: {style}", style=style), (self.say("FLICE"),), style)
        if isinstance(choice, Use | Target | AnimalSwap):
            return self._label_power(choice, question, table)
        if question.ask == "teach_power":
            return Label(self.say(POWER_NAMES[choice]), pinned=True)
        if question.ask == "teach_noa":
            return Label(self.say("yes") if choice == NOA else self.say("no"), pinned=True)
        if choice == KEEP and question.ask == "turn":
            return Label(self.say("leave it"), pinned=True)
        is_word = isinstance(choice, str)
        return Label(self.name(str(choice)), pinned=is_word, large=choice == RIGHT, last=choice == OTHER)

    def layout(self, question: Question, table: NoahsArkTable) -> Layout | None:
        """Lay out the card that was turned up or won at a real table."""
        return layout_card(question, table, self) if question.ask in ("reveal", "won_card") else None

    def _label_most(self, most: Most) -> Label:
        """Label who has the most."""
        if not most.seats:
            return Label(self.say("nobody, or three or more tied"))
        if len(most.seats) == 1:
            return label_seat(most.seats[0])
        one, other = (seat.signed for seat in most.seats)
        tied = self.say("tied: {one}, {other}", one=one, other=other)
        return Label(tied, (self.say("tied"),), f"{one}, {other}")

    def _label_card(self, card: AnimalCard, table: NoahsArkTable) -> Label:
        """Label a card, grouped under its power or first animal."""
        parts = self._parts(card.id)
        return Label(parts.text, (parts.first,) if parts.rest else (), parts.rest, guessed=table.is_guess(card))

    def _label_power(self, choice: Use | Target | AnimalSwap, question: Question, table: NoahsArkTable) -> Label:
        """Label the use of an advanced card."""
        if isinstance(choice, Use):
            power = self.say(POWER_NAMES[choice.card.power])
            if question.ask == "power":
                return Label(power)
            return Label(self._name_power(choice, table), (self.say("play"), table.seats[choice.seat].name), power)
        if isinstance(choice, Target):
            owner = table.seats[choice.owner].name
            return Label(self._name_power(choice, table), (owner,), self.name(choice.card.id))
        return Label(self._name_power(choice, table), (self.say(ANIMALS[choice.one]),))

    def _name_power(self, choice: Use | Target | AnimalSwap, table: NoahsArkTable) -> str:
        """Name the use of an advanced card in full."""
        if isinstance(choice, Use):
            power = self.say(POWER_NAMES[choice.card.power])
            return self.say("play: {power} ({name})", name=table.seats[choice.seat].name, power=power)
        if isinstance(choice, Target):
            owner = table.seats[choice.owner].name
            return self.say("{name}: {card}", card=self.name(choice.card.id), name=owner)
        one, other = self.say(ANIMALS[choice.one]), self.say(ANIMALS[choice.other])
        return self.say("{one} becomes {other}", one=one, other=other)

    def cue(self, cue: Cue, table: NoahsArkTable) -> str:
        """Word a cue."""
        seats = [item.name for item in cue.about if isinstance(item, Seat)]
        pieces = [item for item in cue.about if isinstance(item, AnimalCard | Objective | Style)]
        numbers = [item for item in cue.about if isinstance(item, int)]
        number = numbers[0] if numbers else 0
        if cue.kind == "wild":
            return self.say.plural(
                "The wild card is one more animal for {seat}",
                "{n} wild cards are {n} more animals for {seat}",
                number,
                seat=seats[0],
            )
        return self.say(
            CUES[cue.kind],
            seat=seats[0] if seats else "",
            other=seats[-1] if seats else "",
            what=self.name(pieces[0].id) if pieces else "",
            power=self._power_of(pieces),
            shown=self._parts(pieces[0].id).rest if cue.kind == "flips_this_one" else "",
            n=number,
            most=numbers[-1] if numbers else 0,
        )

    def _power_of(self, pieces: Sequence[AnimalCard | Objective | Style]) -> str:
        """Name the power of the card in a cue, if any."""
        return next((self.say(POWER_NAMES[piece.power]) for piece in pieces if isinstance(piece, AnimalCard)), "")

    def name(self, id: str) -> str:
        """Name a card, objective, style, animal, number or word by its id."""
        for names in (WORDS, OBJECTIVE_NAMES, STYLE_NAMES):
            if id in names:
                return self.say(names[id])
        if id in ANIMALS or id.isdigit():
            return self.say(id)
        return self._card(id)

    def _card(self, id: str, worth: bool = True) -> str:
        """Name what a card shows: its power, its animals, Noa and, unless they are said already, its points."""
        return self._parts(id, worth).text

    def _parts(self, id: str, worth: bool = True) -> CardParts:
        """Name what a card shows, in two parts where long lists can be opened by the first."""
        first, *rest = id.split("-")
        if first == "turn":
            one, other = map(self.say, rest)
            either = self.say("{one} or {other}", one=one, other=other)
            return CardParts(self.say("replace: {one} or {other}", one=one, other=other), self.say("replace"), either)
        if first in POWER_NAMES:
            power, shown = self.say(POWER_NAMES[first]), self._list_shown(rest, worth)
            return CardParts(self.say("{power}: {shown}", power=power, shown=shown), power, shown)
        shown = self._list_shown([first, *rest], worth)
        has_more = len(rest) > 1
        return CardParts(shown, self.say(WORDS.get(first, first)), self._list_shown(rest, worth) if has_more else "")

    def _list_shown(self, parts: Sequence[str], worth: bool) -> str:
        """Name animals and Noa, with the points, which are the last part, in brackets."""
        *animals, points = parts
        names = ", ".join(self.say(WORDS.get(part, part)) for part in animals)
        return f"{names} ({points})" if worth else names

    def fact_label(self, name: str, table: NoahsArkTable) -> str:
        """Name a fact."""
        if name in FACTS:
            return self.say(FACTS[name])
        if name in OBJECTIVE_NAMES:
            return self.name(name)
        first, _, seat = name.partition("-")
        who = table.seats[int(seat)].name
        return self.say(SEAT_FACTS[first], name=who)

    def fact_value(self, name: str, value: str, table: NoahsArkTable) -> str:
        """Word the value of a fact."""
        if name in ("deck", "box"):
            return self.say.plural("{n} card", "{n} cards", int(value))
        if name in OBJECTIVE_NAMES:
            points, holder = value.split()
            return f"{points} · {self._name_holder(holder, table)}"
        if name in ("racing", "reveals"):
            return ", ".join(self._name_holder(seat, table) for seat in value.split())
        if name.startswith("turned"):
            one, other = map(self.say, value.split())
            return self.say("{one} as {other}", one=one, other=other)
        if name.startswith(("score", "dice", "taken")):
            return value
        return " / ".join(map(self.name, value.split())) or self.say("none")

    def _name_holder(self, id: str, table: NoahsArkTable) -> str:
        first, _, number = id.partition("-")
        return table.seats[int(number)].name if first == "seat" else self.name(id)

    def picture_words(self, table: NoahsArkTable) -> Mapping[str, str]:
        """Return the texts of the picture: animals, objectives, style and card."""
        names = {animal: self.say(animal) for animal in ANIMALS}
        names |= {objective.id: self.name(objective.id) for objective in table.objectives}
        names |= {"style": self.name(table.style.id), "cards": self.say("cards"), "noa": self.say("Noa")}
        if table.card is not None:
            names["card"] = self._card(table.card.id)
        return names

    def list_highlights(self, table: NoahsArkTable) -> list[Highlight]:
        """Return who won the most cards and the most objectives."""
        highlights = []
        for reason, icon in (("card", "🎴"), ("objective", "🏅")):
            leader = find_leader(Counter(entry.seat for entry in table.ledger.entries if entry.reason == reason))
            if leader is not None:
                highlights.append(Highlight(icon, self._describe_haul(reason, *leader, table)))
        return highlights

    def _describe_haul(self, reason: str, seat: int, n: int, table: NoahsArkTable) -> str:
        name = table.seats[seat].name
        if reason == "card":
            return self.say.plural("{name} won {n} card", "{name} won {n} cards", n, name=name)
        return self.say.plural("{name} met {n} objective", "{name} met {n} objectives", n, name=name)

    def heading(self, table: NoahsArkTable) -> str:
        """Return the cards left, whether the Ark may be next, and the style."""
        parts = [self.say.plural("{n} card left", "{n} cards left", len(table.deck))]
        if table.ark_came:
            parts = [self.say("the Ark was revealed")]
        elif len(table.deck) <= table.pieces.last_cards + 1:
            parts.append(self.say("the Ark may be next"))
        if table.pieces.styles_in_deck:
            parts.append(self.say("FLICE: {style}", style=self.name(table.style.id)))
        return " · ".join(parts)

    def board(self, table: NoahsArkTable) -> list[str]:
        """Return a line per objective and a line per player."""
        return [*format_standings(table, self.say, self.name), *format_areas(table, self.say, self.name)]

    def reason(self, entry: Entry) -> str:
        """Word the reason for points: a card won, stolen or lost, or an objective."""
        about = str(entry.about)
        if not about:
            return self.say(REASONS[entry.reason])
        what = self.name(about) if about in OBJECTIVE_NAMES else self._card(about, worth=False)
        return self.say(REASONS[entry.reason], what=what)

    def describe_outcome(self, outcome: Outcome, table: NoahsArkTable) -> str:
        """Say who won and why."""
        if outcome.why != "duel":
            return super().describe_outcome(outcome, table)
        (winner,) = outcome.winners
        return self.say.plural(
            "{name} wins the last duel, with {n} point",
            "{name} wins the last duel, with {n} points",
            table.scores[winner],
            name=table.seats[winner].name,
        )

    def help(self, question: Question, table: NoahsArkTable) -> list[str]:
        """Return the rules relevant to this question."""
        if isinstance(question, Race):
            return self._help_racing(question, table)
        if question.ask == "reveal":
            lines = self._help_revealing(table)
        elif question.ask == "rain":
            lines = self._help_setting_up(table)
        else:
            lines = [self.say(HELPS[question.ask])] if question.ask in HELPS else []
        if question.ask == "objective" and not table.objectives:
            lines += self._help_setting_up(table)
        if question.ask == "power":
            lines += [self.say(POWER_HELPS[use.card.power]) for use in question.choices if isinstance(use, Use)]
        refused = self.explain_missing_choices(question, table).items()
        return lines + [self.say("{what}: {why}", what=what, why=", ".join(why)) for what, why in refused]

    def explain_choice(self, choice: Any, question: Question, table: NoahsArkTable) -> str:
        """Say in a few words what speaks for a choice."""
        return explain_choice(choice, question, table, self.say)

    def explain_missing_choices(self, question: Question, table: NoahsArkTable) -> dict[str, list[str]]:
        """Return cards that can't be revealed, taken or played now, with all reasons."""
        cards = {(seat.index, card) for seat in table.seats for card in table.areas[seat.index].list_cards()}
        things: list[Target | Use] = [Target(seat, card) for seat, card in cards]
        things += [Use(seat, card) for seat, card in cards]
        names = {thing.id: self._name_power(thing, table) for thing in things}
        names |= {str(seat): seat.name for seat in table.seats}
        return {
            names.get(id) or self.name(id): list(map(self.say.phrase, reasons))
            for id, reasons in list_refusals(table, question).items()
        }

    def _help_setting_up(self, table: NoahsArkTable) -> list[str]:
        """Repeat the setup cues."""
        return [f"{self.cue(step, table)}." for step in table.preparations()]

    def _help_racing(self, race: Race, table: NoahsArkTable) -> list[str]:
        lines = [
            self.say(
                "Roll once, then turn the dice one face at a time ({style}). Got it? Slap the Ark!",
                style=self.name(table.style.id),
            )
        ]
        out = [seat.name for seat in table.seats if seat.index not in race.seats]
        if out and race.ask in ("slap", UNSEEN):
            lines.append(self.say("Sitting out after a wrong claim: {names}.", names=", ".join(out)))
        if race.alternatives:
            lines.append(
                self.say(
                    "Not an animal card, or someone plays a power? Enter that instead (on the box: with the dial)."
                )
            )
            powers = dict.fromkeys(use.card.power for use in race.alternatives if isinstance(use, Use))
            lines += [self.say(POWER_HELPS[power]) for power in powers]
        if race.ask not in ("slap", UNSEEN):
            lines.append(self.say("Only the two tied players race, with six dice each."))
        return lines

    def _help_revealing(self, table: NoahsArkTable) -> list[str]:
        if len(table.deck) > table.pieces.last_cards + 1:
            return [
                self.say("The Ark is among the last {n} cards, so it can't come yet.", n=table.pieces.last_cards + 1)
            ]
        return [self.say("Any card can be the Ark now, and it ends the game.")]

    def describe_counts(self, figures: Mapping[str, Any]) -> list[str]:
        """Describe simulated races, if there were any."""
        if not figures.get("races"):
            return []
        say = self.say
        lines = [
            say(
                "races: {n:.1f} per game, first hand after {seconds} s; wrong claims {wrong:.1%}",
                n=figures["races_per_game"], seconds=format_seconds(figures["first_after_ms"], say),
                wrong=figures["wrong_claims"],
            )
        ]  # fmt: skip
        if figures["margin_ms"]:
            lines.append(
                say(
                    "margins: {seconds} s; dead heats (closer than {ms:g} ms): {ties:.2%}",
                    seconds=format_seconds(figures["margin_ms"], say), ms=figures["dead_heat_ms"],
                    ties=figures["dead_heats"],
                )
            )  # fmt: skip
        for seat, times in enumerate(figures["seats"], 1):
            if times["time_ms"]:
                seconds = format_seconds(times["time_ms"], say)
                lines.append(
                    say("seat {seat}: first in {first:.1%} of races, time {seconds} s",
                        seat=seat, first=times["first"], seconds=seconds)
                )  # fmt: skip
        if len(figures["styles"]) > 1:
            for style, times in figures["styles"].items():
                seconds = format_seconds(times["first_after_ms"], say)
                lines.append(say("{style}: first hand after {seconds} s", style=self.name(style), seconds=seconds))
        return lines


def format_seconds(quartiles: Sequence[float], say: Say) -> str:
    """Format median and quartiles in seconds, such as 1.89 (1.69-2.12)."""
    low, middle, high = (say.format_number(milliseconds / 1000, ".2f") for milliseconds in quartiles)
    return f"{middle} ({low}-{high})"
