"""Noah's Ark in a person's words."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.errors import N_
from companion.core.game import Outcome, Voice
from companion.core.ledger import Entry
from companion.core.question import Question, Race, Slap
from companion.core.seat import Seat
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import AnimalCard, Objective
from companion.games.noahs_ark.powers import Target, Turn
from companion.games.noahs_ark.table import ArkTable

ANIMAL_NAMES = (N_("lion"), N_("elephant"), N_("giraffe"), N_("eagle"), N_("snake"), N_("monkey"))
"""The names in the box, so that they are found for translation."""

PROMPTS = {
    "objective": N_("Which objective was turned up?"),
    "objective_points": N_("How many points is “{what}” worth?"),
    "rain": N_("Who walked in the rain last? They turn up the first card"),
    "reveal": N_("{reveals} turns up a card: which one?"),
    "teach_power": N_("A new card! What can it do?"),
    "teach_turns": N_("Which two animals does it exchange? ({n} of 2)"),
    "teach_pairs": N_("Which two pairs does it show? ({n} of 2)"),
    "teach_animal": N_("Which animals does it show? ({n})"),
    "teach_points": N_("How many points does it show?"),
    "teach_noa": N_("Is Noa on it?"),
    "slap": N_("{what}: {n} dice each. NOW!"),
    "duel": N_("Duel for “{what}”: all six animals. NOW!"),
    "final_duel": N_("Duel for the victory: all six animals. NOW!"),
    "claim": N_("{other} was first. Are the dice right?"),
    "power": N_("{name}, play a card before the next one is turned up?"),
    "pick": N_("{name}, which card do you steal?"),
    "discard": N_("{name}, which card must go?"),
    "drop_objective": N_("{name}, which objective goes?"),
    "choose_objective": N_("{name}, which objective comes instead of “{what}”?"),
    "wild": N_("{name}, which animal is your wild card?"),
    "turn": N_("{name}, replace an animal on all your cards?"),
}
POWER_NAMES = {
    "plain": N_("nothing special"),
    "pairs": N_("double pairs"),
    "wild": N_("wild card"),
    "pick": N_("pick a card"),
    "discard": N_("discard a card"),
    "swap": N_("replace an objective"),
    "turn": N_("replace an animal"),
}
OBJECTIVE_NAMES = {
    "most-lions": N_("most lions"),
    "most-elephants": N_("most elephants"),
    "most-giraffes": N_("most giraffes"),
    "most-eagles": N_("most eagles"),
    "most-snakes": N_("most snakes"),
    "most-monkeys": N_("most monkeys"),
    "most-noa": N_("most Noa cards"),
    "most-cards": N_("most animal cards"),
    "most-objectives": N_("most objectives"),
    "most-animals": N_("most animals in all"),
}
STYLE_NAMES = {
    "index-finger": N_("index finger"),
    "fist": N_("underside of the fist"),
    "knuckles": N_("knuckles"),
    "little-finger": N_("little finger"),
    "thumb": N_("thumb"),
    "other-hand": N_("the other hand"),
}
WORDS = {
    "right": N_("right"),
    "wrong": N_("wrong: the others roll again"),
    "keep": N_("not now"),
    "other-card": N_("another card: tell me"),
    "no-more": N_("no third animal"),
    "noa": N_("Noa"),
    "no-noa": N_("no Noa"),
    "ark": N_("the Ark"),
    "nobody": N_("nobody"),
    "open": N_("open"),
}
FACTS = {
    "deck": N_("Deck"),
    "style": N_("FLICE"),
    "reveals": N_("Turns up the next card"),
    "card": N_("Card"),
    "dice": N_("Dice each"),
    "racing": N_("In the race"),
    "discarded": N_("Discarded"),
}
SEAT_FACTS = {
    "cards": N_("{name}'s cards"),
    "spent": N_("{name}'s played cards"),
    "wild": N_("{name}'s wild card"),
    "turned": N_("{name} counts"),
    "score": N_("{name}'s points"),
}
REASONS = {
    "card": N_("won: {what}"),
    "picked": N_("stolen: {what}"),
    "stolen": N_("lost to a thief: {what}"),
    "discarded": N_("had to go: {what}"),
    "objective": N_("objective: {what}"),
}

HELPS = {
    "objective": N_("Three objectives lie on the table; with “most objectives” among them, six in all."),
    "claim": N_("The others compare the dice with the card. After a wrong claim the race goes on without that player."),
    "pick": N_("Only cards that show at most 1 point; a card without a number counts as 0."),
    "discard": N_("Only cards that show at most 1 point; a card without a number counts as 0."),
    "choose_objective": N_("Any objective that was not on the table yet."),
    "wild": N_("It is one more animal; those printed on the card stay."),
    "turn": N_("It changes all your cards, one way only, or you leave it."),
}


class ArkVoice(Voice):
    """Prompts, labels and reasons of Noah's Ark."""

    def prompt(self, question: Question, table: ArkTable) -> str:
        """The question as one sentence."""
        about = question.about
        return self.say(
            PROMPTS[question.ask],
            name=table.seats[question.seat].name if question.seat >= 0 else "",
            reveals=table.seats[table.revealer].name if table.revealer is not None else "",
            other=about.name if isinstance(about, Seat) else "",
            what=self.name(about.id) if isinstance(about, AnimalCard | Objective) else "",
            n=table.goal.dice if table.goal is not None else about,
        )

    def choice(self, choice: Any, question: Question, table: ArkTable) -> str:
        """One choice in a few letters."""
        if isinstance(choice, Seat):
            return choice.name
        if isinstance(choice, Slap):
            return self.say("nobody") if choice.seat < 0 else table.seats[choice.seat].name
        if isinstance(choice, Objective):
            return self.say("{objective} ({points})", objective=self.name(choice.id), points=table.worth[choice])
        if question.ask == "teach_power":
            return self.say(POWER_NAMES[choice])
        return self._power(choice, table) or self.name(str(choice))

    def _power(self, choice: Any, table: ArkTable) -> str:
        """What a player can do with an advanced card; nothing if the choice is of another kind."""
        if isinstance(choice, Use):
            power = self.say(POWER_NAMES[choice.card.power])
            return self.say("{name}: {power}", name=table.seats[choice.seat].name, power=power)
        if isinstance(choice, Target):
            owner = table.seats[choice.owner].name
            return self.say("{card} of {name}", card=self.name(choice.card.id), name=owner)
        if isinstance(choice, Turn):
            one, other = self.say(ANIMALS[choice.one]), self.say(ANIMALS[choice.other])
            return self.say("{one} becomes {other}", one=one, other=other)
        return ""

    def name(self, id: str) -> str:
        """A card, an objective, a style or a single word by its id."""
        for names in (WORDS, OBJECTIVE_NAMES, STYLE_NAMES):
            if id in names:
                return self.say(names[id])
        return self._card(id)

    def _card(self, id: str) -> str:
        """What a card shows: its power, its animals, Noa, its points."""
        first, *rest = id.split("-")
        if first == "turn":
            one, other = map(self.say, rest)
            return self.say("replace: {one} or {other}", one=one, other=other)
        parts = [*rest] if first in POWER_NAMES else [first, *rest]
        points = parts.pop() if parts[-1].isdigit() else ""
        shown = ", ".join(self.say(WORDS.get(part, part)) for part in parts)
        line = f"{shown} · {points}" if shown and points else shown or points
        if first in POWER_NAMES:
            return self.say("{power}: {shown}", power=self.say(POWER_NAMES[first]), shown=line)
        return line

    def fact(self, name: str, table: ArkTable) -> str:
        """What a line of facts is about."""
        if name in FACTS:
            return self.say(FACTS[name])
        if name in OBJECTIVE_NAMES:
            return self.name(name)
        first, _, seat = name.partition("-")
        who = table.seats[int(seat)].name
        return self.say(SEAT_FACTS[first], name=who)

    def value(self, name: str, value: str, table: ArkTable) -> str:
        """What a line of facts says."""
        if name == "deck":
            return self.say.plural("{n} card", "{n} cards", int(value))
        if name in OBJECTIVE_NAMES:
            points, holder = value.split()
            return f"{points} · {self._who(holder, table)}"
        if name in ("racing", "reveals"):
            return ", ".join(self._who(seat, table) for seat in value.split())
        if name.startswith("turned"):
            one, other = map(self.say, value.split())
            return self.say("{one} as {other}", one=one, other=other)
        if name.startswith(("score", "dice")):
            return value
        return " / ".join(map(self.name, value.split())) or self.say("none")

    def _who(self, id: str, table: ArkTable) -> str:
        first, _, number = id.partition("-")
        return table.seats[int(number)].name if first == "seat" else self.name(id)

    def reason(self, entry: Entry) -> str:
        """A card won, stolen or lost, or an objective."""
        return self.say(REASONS[entry.reason], what=self.name(str(entry.about)))

    def outcome(self, outcome: Outcome, table: ArkTable) -> str:
        """Who won, and why."""
        names = [table.seats[seat].name for seat in outcome.winners]
        points = table.scores[outcome.winners[0]]
        if outcome.why == "shared":
            return self.say.plural(
                "{names} share the victory with {n} point each",
                "{names} share the victory with {n} points each",
                points,
                names=", ".join(names),
            )
        if outcome.why == "duel":
            return self.say.plural(
                "{name} wins the last duel, with {n} point",
                "{name} wins the last duel, with {n} points",
                points,
                name=names[0],
            )
        return self.say.plural("{name} wins with {n} point", "{name} wins with {n} points", points, name=names[0])

    def help(self, question: Question, table: ArkTable) -> list[str]:
        """Why these choices and no others."""
        if isinstance(question, Race):
            return self._help_racing(question, table)
        if question.ask == "reveal":
            return self._help_revealing(table)
        if question.ask == "rain":
            return [self.say("Everyone takes {n} dice; the Ark goes where all can reach it.", n=table.pieces.dice_each)]
        return [self.say(HELPS[question.ask])] if question.ask in HELPS else []

    def _help_racing(self, race: Race, table: ArkTable) -> list[str]:
        lines = [
            self.say(
                "Roll once, then turn the dice one face at a time ({style}). All right? Slap the Ark!",
                style=self.name(table.style.id),
            )
        ]
        out = [seat.name for seat in table.seats if seat.index not in race.seats]
        if out and race.ask == "slap":
            lines.append(self.say("Sitting out after a wrong claim: {names}.", names=", ".join(out)))
        if race.ask != "slap":
            lines.append(self.say("Only the two who are tied race, with six dice each."))
        return lines

    def _help_revealing(self, table: ArkTable) -> list[str]:
        if len(table.deck) > table.pieces.last_cards + 1:
            return [
                self.say("The Ark is among the last {n} cards, so it cannot come yet.", n=table.pieces.last_cards + 1)
            ]
        return [self.say("From here on every card can be the Ark, which ends the game.")]

    def counted(self, figures: Mapping[str, Any]) -> list[str]:
        """What simulated races were like; nothing if there were none."""
        if not figures.get("races"):
            return []
        say = self.say
        lines = [
            say(
                "races: {n:.1f} a game, the first hand after {seconds} s; wrong claims {wrong:.1%}",
                n=figures["races_per_game"], seconds=in_seconds(figures["first_after_ms"]),
                wrong=figures["wrong_claims"],
            )
        ]  # fmt: skip
        if figures["margin_ms"]:
            lines.append(
                say(
                    "margins: {seconds} s; closer than {ms:g} ms, a dead heat: {ties:.2%}",
                    seconds=in_seconds(figures["margin_ms"]), ms=figures["dead_heat_ms"], ties=figures["dead_heats"],
                )
            )  # fmt: skip
        for seat, one in enumerate(figures["seats"], 1):
            if one["time_ms"]:
                seconds = in_seconds(one["time_ms"])
                lines.append(
                    say("seat {seat}: first in {first:.1%} of races, time {seconds} s",
                        seat=seat, first=one["first"], seconds=seconds)
                )  # fmt: skip
        if len(figures["styles"]) > 1:
            for style, one in figures["styles"].items():
                seconds = in_seconds(one["first_after_ms"])
                lines.append(say("{style}: first hand after {seconds} s", style=self.name(style), seconds=seconds))
        return lines


def in_seconds(quartiles: Sequence[float]) -> str:
    """The middle with its quarters, as in 1.89 (1.69-2.12)."""
    low, middle, high = (milliseconds / 1000 for milliseconds in quartiles)
    return f"{middle:.2f} ({low:.2f}-{high:.2f})"
