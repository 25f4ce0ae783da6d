"""Rule cards of Ark."""

from collections.abc import Callable, Iterator

from companion.core.box import Box
from companion.core.errors import N_
from companion.core.primer import Primer, RuleCard, RuleText
from companion.core.words import Say
from companion.games.ark.names import name_card
from companion.games.ark.pieces import ArkPieces
from companion.games.ark.table import ArkTable
from companion.games.ark.voice import ArkVoice

FEWEST_PLAYERS = 3
LAYING_OUT = ("starter", "starting")
"""Questions while the table is laid out."""


def is_visible(*ids: str) -> Callable[[ArkTable], bool]:
    """Return whether one of these cards is face up, aboard or driven out."""

    def look(table: ArkTable) -> bool:
        aboard = (card for cabins in table.sides for cabin in cabins for card in cabin.cards)
        return any(card.id in ids for cards in (table.display, aboard, table.gone) for card in cards)

    return look


def is_in_play(*ids: str) -> Callable[[ArkTable], bool]:
    """Return whether one of these cards is visible and was or may yet be played, which no starting card is."""
    look = is_visible(*ids)
    return lambda table: look(table) and all(card.id not in ids for card in table.starters)


def has_rained(times: int) -> Callable[[ArkTable], bool]:
    """Return whether at least this many rain cards have come."""
    return lambda table: table.rain >= times


CARDS = (
    RuleCard(
        "goal",
        "setup",
        N_("Goal"),
        N_("Bring animals aboard and have the most figures of each kind."),
        N_(
            "Every card you bring aboard earns you a figure on the scoring card of its kind: heavy, useful, slow, "
            "shy or provisions. In the end the players with the most figures on each of the five cards score. "
            "Action discs you still have are points too."
        ),
        asks=("starter", "starting", "turn"),
        covers=("C8",),
    ),
    RuleCard(
        "first-cabins",
        "setup",
        N_("The first four cards"),
        N_("Four cards of weight 1 or 2, no three of a kind: two cabins on each side."),
        N_(
            "Take out the rain cards and shuffle. Turn up cards for the first four cabins: one on the first side, "
            "two on the other, then one on the first again. Only weight 1 or 2 counts, and no third card of the "
            "same kind; others go under the deck."
        ),
        asks=("starting",),
        covers=("S6", "S7", "S8", "S9"),
    ),
    RuleCard(
        "card-signs",
        "setup",
        N_("Reading a card"),
        N_("Weight, kind and food. Yellow likes it hot, blue cold, both: anything."),
        N_(
            "A card shows its weight from 0 to 4, the climate by its background (yellow for hot, blue for cold, "
            "both colours for no preference), what the animal eats, and its kind. Some animals and all provisions "
            "have no food sign. An exclamation mark means a special ability."
        ),
        asks=("starting", "turn"),
        covers=("C5", "C6", "C7"),
    ),
    RuleCard(
        "first-incline",
        "setup",
        N_("The ark leans"),
        N_("Yellow disc on the bow: how much heavier one side is than the other."),
        N_(
            "Add up the weights on each side of the first four cards. The yellow disc goes on the bow, as many "
            "spaces towards the heavier side as it is heavier. Two and two against one and one: two spaces."
        ),
        asks=("starting", "turned_up"),
        covers=("S10",),
    ),
    RuleCard(
        "lay-out",
        "setup",
        N_("Laying out"),
        N_("Five scoring cards lie aside: your figures go there, one card for each kind."),
        N_(
            "Put the bow card on the table with room on both sides: cabins will grow from it. Lay the five scoring "
            "cards aside. Everyone takes the 17 figures of a colour. There may be spare wooden pieces in the box; "
            "you don't need them."
        ),
        asks=LAYING_OUT,
        covers=("C1", "C2", "C4", "S1", "S5"),
    ),
    RuleCard(
        "discs",
        "setup",
        N_("Action discs"),
        N_("They pay for new cabins, and each one left at the end is a point."),
        N_(
            "Agree who starts. Each player takes three orange discs; those who play fourth and fifth take four. "
            "With three players everybody takes four. The rest is the supply, also for discs that go under figures "
            "as half points."
        ),
        asks=LAYING_OUT,
        covers=("C3", "S2", "S3", "S4"),
    ),
    RuleCard(
        "deal",
        "setup",
        N_("Hands and face-up cards"),
        N_("Shuffle again. Two secret cards each, three face up on the table."),
        N_(
            "Shuffle all remaining cards, also those that were put under the deck, still without rain. Deal two "
            "cards to each player, to be kept secret, and lay three face up beside the supply."
        ),
        asks=("turned_up",),
        covers=("S11", "S12"),
    ),
    RuleCard(
        "rain-deck",
        "setup",
        N_("Hiding the rain"),
        N_("Rain is in the lower half of the deck only, one card right on top of it."),
        N_(
            "Split the deck in two halves. Shuffle four rain cards into one of them and lay the fifth on top of it. "
            "Put the other half above. So the first rain comes halfway through, and the others any time after that."
        ),
        asks=("turned_up",),
        covers=("S13",),
    ),
    RuleCard(
        "turn",
        "turn",
        N_("Your turn"),
        N_("Take cards or play cards. Never both in one turn."),
        N_(
            "The starting player begins, then it goes clockwise. On your turn you either take two cards, or play "
            "one or two cards from your hand. You must do one of these, and you can't mix them."
        ),
        asks=("turn",),
        covers=("P1", "P2"),
    ),
    RuleCard(
        "take",
        "turn",
        N_("Taking cards"),
        N_("Take one face-up card and the top card of the supply, then refill to 3."),
        N_(
            "First take one of the three face-up cards, then the top card of the supply; both go into your hand. At "
            "the end turn up a new card, so that three lie there again."
        ),
        asks=("turn",),
        covers=("P3", "P4"),
    ),
    RuleCard(
        "play",
        "turn",
        N_("Playing cards"),
        N_("Play one or two cards. Each joins a cabin or opens a new one."),
        N_(
            "Lay a card into an existing cabin, or open a new cabin with it. Cabins lie in rows of two, one to port "
            "and one to starboard, and each holds three cards."
        ),
        asks=("turn", "where"),
        covers=("P7", "P9", "P10"),
    ),
    RuleCard(
        "climate",
        "turn",
        N_("Climate"),
        N_("Hot and cold never share a cabin. Two-coloured cards go with both."),
        N_(
            "Yellow animals like it hot, blue ones cold: they can't be in one cabin. Cards with both colours don't "
            "mind and may join either."
        ),
        asks=("turn", "where"),
        covers=("P11",),
    ),
    RuleCard(
        "balance",
        "turn",
        N_("Balance"),
        N_("The sides may differ by 2 at most. Move the yellow disc with every card."),
        N_(
            "As soon as you lay a card, move the yellow disc towards that side by the weight of the card. It can't "
            "go past the last space, two away from the middle. At the limit, only weight 0 may still go to the "
            "heavy side."
        ),
        asks=("turn", "where"),
        covers=("P12", "P13", "P14"),
    ),
    RuleCard(
        "hunters",
        "turn",
        N_("Carnivores"),
        N_("A carnivore must be lighter than every other animal in its cabin."),
        N_(
            "Meat eaters only get along with heavier animals; the same weight isn't enough. So a cabin holds one "
            "carnivore or omnivore at most."
        ),
        asks=("turn", "where"),
        covers=("P15", "P16"),
    ),
    RuleCard(
        "plants",
        "turn",
        N_("Herbivores and provisions"),
        N_("Plant eaters can't share with provisions. Omnivores must keep both rules."),
        N_(
            "Herbivores would eat the provisions, so they never share a cabin. Omnivores eat everything: no "
            "provisions beside them, and every other animal must be heavier. A dog, being a carnivore, may well sit "
            "beside provisions."
        ),
        asks=("turn", "where"),
        covers=("P17", "P18", "P19"),
    ),
    RuleCard(
        "shy",
        "turn",
        N_("Shy animals"),
        N_("No carnivore in their cabin, next to it or opposite."),
        N_(
            "A shy animal doesn't enter a cabin with a carnivore inside, nor one next to it or across from it. "
            "Diagonal is fine, and omnivores don't scare it. Once aboard it stays, even if carnivores come later."
        ),
        asks=("turn", "where"),
        covers=("P20", "P21", "P22"),
    ),
    RuleCard(
        "figures",
        "turn",
        N_("Figures"),
        N_("For each card you play, put one of your figures on the card of its kind."),
        N_(
            "After laying a card, place one of your figures on the scoring card with the same sign. Say weight and "
            "kind aloud, so that your neighbour on the right can move the yellow disc for you."
        ),
        asks=("turn", "second"),
        covers=("P23",),
    ),
    RuleCard(
        "alone",
        "turn",
        N_("Slow animals, provisions"),
        N_("They are played alone: no second card in that turn, and never second."),
        N_(
            "If you play a slow animal or provisions, that's your whole turn. You can't add them as a second card "
            "either."
        ),
        asks=("turn", "second"),
        covers=("P8",),
    ),
    RuleCard(
        "two-cards",
        "turn",
        N_("A second card"),
        N_("It goes into another cabin, and each card must be legal by itself."),
        N_(
            "Two cards in one turn go into different cabins. The first one must keep all rules before the second is "
            "played: you can't tip the ark and set it right again."
        ),
        asks=("second", "turned_up_or_second", "turn"),
        covers=("P25",),
    ),
    RuleCard(
        "new-cabin",
        "turn",
        N_("A new cabin"),
        N_("Behind the last cabin of either side. Give your right neighbour a disc."),
        N_(
            "Lay the card behind the last cabin to port or to starboard: there are always exactly two such places. "
            "It costs an action disc, which goes to the neighbour on your right. Without a disc you can't open a "
            "cabin."
        ),
        asks=("turn", "where"),
        covers=("N1", "N2", "N3"),
    ),
    RuleCard(
        "new-cabin-card",
        "turn",
        N_("A card for a new cabin"),
        N_("Whoever opens a cabin takes a face-up card at once."),
        N_(
            "Right after opening a cabin you take one of the face-up cards. They are only refilled at the end of "
            "your turn, so after a second new cabin you choose from the two that are left. Whether you may play "
            "that card at once is an option of the match."
        ),
        asks=("take", "turn"),
        covers=("N4", "N5", "N6"),
    ),
    RuleCard(
        "special",
        "powers",
        N_("Special abilities"),
        N_("Cards with ! do something extra when you play them."),
        N_(
            "Eight animals have an exclamation mark: fox, hedgehog, mosquito, bronto, turtle, skunk, spider and "
            "chimpanzee. You may use the ability when you play the card. Look the animal up by its name."
        ),
        asks=("turn",),
        covers=("P24",),
    ),
    RuleCard(
        "rain",
        "turn",
        N_("Rain"),
        N_("Lay it aside and draw again. The second brings pets, the fifth the end."),
        N_(
            "Whoever draws rain leaves it open beside the deck and draws once more, until another card comes. At "
            "the second rain everyone may choose a pet. The fifth starts the endgame, and from then on nobody "
            "draws."
        ),
        when=has_rained(1),
        covers=("P5", "P6"),
    ),
    RuleCard(
        "pets",
        "turn",
        N_("Pets"),
        N_("At the second rain: one hand card, face down. Weight 0 to 2, without !"),
        N_(
            "At the second rain each player may lay one card from their hand face down: their pet. It must be an "
            "animal of weight 0, 1 or 2 and without a special ability, never provisions. It's turned up and scored "
            "at the end."
        ),
        asks=("pet", "pets"),
        when=has_rained(1),
        covers=("T1", "T2", "T3"),
    ),
    RuleCard(
        "fox",
        "powers",
        N_("Fox"),
        N_("Played it? Take two discs from the supply."),
        N_("When you play the fox, take two action discs from the supply, or as many as there are."),
        when=is_in_play("fox"),
        covers=("A1",),
    ),
    RuleCard(
        "hedgehog",
        "powers",
        N_("Hedgehog"),
        N_("Its spines keep heavier hunters away: it may share a cabin with them."),
        N_(
            "The hedgehog doesn't mind heavier carnivores and omnivores. Since it hunts itself, a cabin with a "
            "hedgehog may hold a second hunter."
        ),
        when=is_visible("hedgehog"),
        covers=("A2",),
    ),
    RuleCard(
        "turtle",
        "powers",
        N_("Turtle"),
        N_("Safe in its shell: it may share a cabin with heavier hunters."),
        N_("Heavier carnivores and omnivores don't bother the turtle, so it may be in one cabin with them."),
        when=is_visible("turtle"),
        covers=("A5",),
    ),
    RuleCard(
        "mosquito",
        "powers",
        N_("Mosquito"),
        N_("It may drive out an animal of weight 2."),
        N_("Instead of joining a cabin, the mosquito may take the place of an animal that weighs exactly 2."),
        when=is_in_play("mosquito"),
        covers=("A3",),
    ),
    RuleCard(
        "skunk",
        "powers",
        N_("Skunk"),
        N_("It may drive out any animal."),
        N_("What a smell! The skunk may take the place of any animal, as long as the skunk itself fits in there."),
        when=is_in_play("skunk"),
        covers=("A6",),
    ),
    RuleCard(
        "spider",
        "powers",
        N_("Spider"),
        N_("It may drive out a shy animal."),
        N_("Instead of joining a cabin, the spider may take the place of a shy animal."),
        when=is_in_play("spider"),
        covers=("A7",),
    ),
    RuleCard(
        "driving-out",
        "powers",
        N_("Driving out"),
        N_("You take its place and also get a figure for its kind. It's out for good."),
        N_(
            "The animal that is driven out leaves the game, but the figure placed for it stays. You put a figure "
            "down for your own card and another one for the kind of the victim. For a bronto or chimpanzee you get "
            "their bonus as well. Fox, spider and mosquito can't be driven out."
        ),
        when=is_visible("skunk", "spider", "mosquito"),
        covers=("D1", "D2", "D5", "D6"),
    ),
    RuleCard(
        "driving-out-fits",
        "powers",
        N_("Fits after driving out"),
        N_("The newcomer must fit without the victim. Then the yellow disc moves."),
        N_(
            "Look at the cabin without the animal that leaves: the newcomer has to keep all rules there. The ark "
            "then leans by the difference of the two weights. A skunk of 1 for an elephant of 3 makes that side "
            "lighter by 2."
        ),
        when=is_visible("skunk", "spider", "mosquito"),
        covers=("D3", "D4"),
    ),
    RuleCard(
        "bronto",
        "powers",
        N_("Bronto"),
        N_("Its figure stands on an orange disc and counts one and a half."),
        N_(
            "Put your figure for the bronto on a disc from the supply: it counts 1.5. If you get two such figures "
            "on one scoring card, you may replace them by three without discs."
        ),
        when=is_in_play("bronto"),
        covers=("A4",),
    ),
    RuleCard(
        "chimpanzee",
        "powers",
        N_("Chimpanzee"),
        N_("Played it? A disc under one of your figures makes it count 1.5."),
        N_(
            "Choose any figure of yours, on any scoring card but provisions, and put a disc from the supply under "
            "it. It counts 1.5 now. Two of those on one card may become three without discs."
        ),
        asks=("raise",),
        when=is_in_play("chimpanzee"),
        covers=("A8",),
    ),
    RuleCard(
        "majorities",
        "scoring",
        N_("Majorities"),
        N_("On each scoring card: most figures 10, second 6, everyone else there 2."),
        N_(
            "For each of the five kinds, the player with the most figures scores 10 and the second 6. All others "
            "with at least one figure score 2. Tied players share: add up their places, divide, and round up. Two "
            "firsts get 8 each, two seconds 4 each, three firsts 6 each."
        ),
        asks=("pet_is",),
        when=has_rained(1),
        covers=("G2", "G3"),
    ),
    RuleCard(
        "endgame",
        "scoring",
        N_("Endgame"),
        N_("After the fifth rain: pay a disc to play one more animal, or pass for good."),
        N_(
            "The fifth rain ends the turn of the player who drew it. From their left neighbour on, each in turn "
            "either passes and is out, or pays one disc to the supply and plays one animal. It ends when all have "
            "passed."
        ),
        asks=("last_minute",),
        when=has_rained(2),
        covers=("E1", "E2", "E3", "E4", "E8"),
    ),
    RuleCard(
        "endgame-limits",
        "scoring",
        N_("Limits in the endgame"),
        N_("No drawing, no slow animals, no provisions. Other rules as usual."),
        N_(
            "In the endgame you only play from your hand and draw nothing, not even for a new cabin, which still "
            "costs its disc. Slow animals and provisions are too late. Everything else is as before."
        ),
        asks=("last_minute",),
        when=has_rained(2),
        covers=("E5", "E6", "E7"),
    ),
    RuleCard(
        "final",
        "scoring",
        N_("Final scoring"),
        N_("Pets first, then the five kinds, then a point for each disc."),
        N_(
            "Turn up the pets and add a figure for each; a pet that wasn't allowed counts for nothing. Score the "
            "five cards, and one point for every action disc you have. Most points win. If tied, whoever holds the "
            "fewest animals in hand; provisions don't count."
        ),
        asks=("pet_is", "animals"),
        when=has_rained(2),
        covers=("G1", "G4", "G5"),
    ),
)


def describe_pieces(box: Box, say: Say) -> Iterator[RuleText]:
    """Describe every card with all its features."""
    voice = ArkVoice(say)
    for card in ArkPieces(box, FEWEST_PLAYERS).kinds.all[:-1]:  # the last one is rain
        name, text = say.phrase(name_card(card)), voice.describe_card(card, real=True)
        yield RuleText(
            f"piece-{card.id}", "pieces", f"{name[0].upper()}{name[1:]}", text, f"{text[0].upper()}{text[1:]}"
        )


PRIMER = Primer(CARDS, describe_pieces)
