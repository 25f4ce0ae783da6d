"""Rule cards of Noah."""

from collections.abc import Callable, Iterator

from companion.core.box import Box
from companion.core.errors import N_
from companion.core.label import SEX_SIGNS
from companion.core.primer import Primer, RuleCard, RuleText
from companion.core.words import Say
from companion.games.noah.pieces import EITHER, MARKS
from companion.games.noah.table import NoahTable

FEW_CARDS = 2
"""A hand this small may be empty soon."""
HEAVIEST = 10
"""Weight of the heaviest animal."""


def is_aboard(species: str) -> Callable[[NoahTable], bool]:
    """Return whether the hands are dealt and an animal of this species is on a ferry."""
    return lambda table: (
        any(hand.size for hand in table.hands)
        and any(animal.species == species for aboard in table.aboard for animal in aboard)
    )


def has_rivals(table: NoahTable) -> bool:
    """Whether several play against each other."""
    return len(table.seats) > 1


def is_alone(table: NoahTable) -> bool:
    """Whether this is a game for one."""
    return len(table.seats) == 1


def can_depart(table: NoahTable) -> bool:
    """Whether one more animal could fill Noah's ferry."""
    load = table.loads[table.noah.index]
    return load.weight > 0 and load.limit - load.weight <= HEAVIEST


def has_to_give(table: NoahTable) -> bool:
    """Whether a ferry has left, and the round goes on."""
    return table.departures > 0 and all(hand.size for hand in table.hands)


def may_end(table: NoahTable) -> bool:
    """Whether the round may be over soon."""
    return table.is_last_ferry() or any(0 < hand.size <= FEW_CARDS for hand in table.hands)


CARDS = (
    RuleCard(
        "goal",
        "setup",
        N_("Goal"),
        N_("Get rid of your animals! Every tear left in your hand counts against you."),
        N_(
            "Noah cries for every animal that stays behind. Load your cards onto the ferries before the round ends: "
            "the tears on cards you still hold are your penalty. After three rounds, whoever has the fewest tears "
            "wins. If you chose the long game, you play until someone has 26 or more."
        ),
        asks=("shortest", "turned_up", "load"),
        covers=("E6", "E7"),
        in_force=has_rivals,
    ),
    RuleCard(
        "ferries",
        "setup",
        N_("The ferries"),
        N_("Five ferries around the board, one animal on each, three in the middle."),
        N_(
            "Lay five ferries around the board and put Noah at one of them. The other three wait in the middle. All "
            "score tokens start on 0. Turn up one animal from the pile onto each of the five ferries."
        ),
        asks=("turned_up",),
        covers=("S5", "S6", "S7"),
        in_force=has_rivals,
    ),
    RuleCard(
        "alone-goal",
        "setup",
        N_("Noah alone"),
        N_("Bring the whole pile aboard. It's lost as soon as nothing fits."),
        N_(
            "A game for one isn't in the rulebook: this is how Board Game Arena plays it. You win once the pile and "
            "your hand are empty. You lose when none of your animals fits on Noah's ferry, or when Noah has no ferry "
            "to go to. There are no rounds and no tears. If you lose, we count the animals left behind, so that you "
            "can beat yourself next time; that count is our own idea."
        ),
        asks=("load",),
        in_force=is_alone,
    ),
    RuleCard(
        "alone-turn",
        "turn",
        N_("Alone: your turn"),
        N_("Load an animal, move Noah, draw one. A couple of both sexes: draw two."),
        N_(
            "Load an animal that fits where Noah is, move Noah as usual, then draw a card. If your animal joins the "
            "other sex of its own species as the last one aboard, draw two cards instead. That makes your hand "
            "grow, and a bigger hand is what saves you. You never pick a ferry up."
        ),
        asks=("load",),
        in_force=is_alone,
    ),
    RuleCard(
        "card-signs",
        "setup",
        N_("Reading a card"),
        N_("Top: weight and Noah's move. Blue is male, pink female. Drops are tears."),
        N_(
            "An animal card shows its weight in both top corners and Noah's next move between them. Blue cards are "
            "male, pink ones female. The drops on the left are the tears it costs if you still hold it. A sign in "
            "the corner reminds you of a special power."
        ),
        asks=("turned_up", "load"),
        covers=("C2",),
    ),
    RuleCard(
        "hands",
        "setup",
        N_("Your hand"),
        N_("Everyone gets 8 animals. The shortest player starts."),
        N_(
            "Deal eight animals to each player, face down. Cards that are left over sit out this round and come "
            "back in the next. In the first round the shortest player begins: water is rising, after all."
        ),
        asks=("turned_up",),
        covers=("S8", "S9", "S10"),
        in_force=has_rivals,
    ),
    RuleCard(
        "cards-used",
        "setup",
        N_("Cards in play"),
        N_("2 or 3 players leave out 4+ and 5+ cards, 4 players only the 5+ ones."),
        N_(
            "Some animals have a mark at the bottom. With two or three players, cards marked 4+ and 5+ stay in the "
            "box; with four players only those marked 5+; five players use all 47. Shuffle the rest into a "
            "face-down pile. Besides the animals there are 8 ferry cards, the board, Noah and a score token for "
            "each player."
        ),
        asks=("shortest", "turned_up"),
        covers=("C1", "S1", "S2", "S3", "S4"),
        in_force=has_rivals,
    ),
    RuleCard(
        "turn",
        "turn",
        N_("Your turn"),
        N_("Load an animal where Noah is. A male sends him across, a female next door."),
        N_(
            "On your turn you must put one animal from your hand onto the ferry where Noah stands, on top of those "
            "already there. Then you move Noah to another ferry. The player on your left has to load that one."
        ),
        asks=("load",),
        covers=("T1", "M3"),
        in_force=has_rivals,
    ),
    RuleCard(
        "move",
        "turn",
        N_("Moving Noah"),
        N_("After a male Noah crosses over, after a female he goes next door."),
        N_(
            "You just loaded a male? Noah goes to one of the two ferries across. A female? He goes to the ferry on "
            "his left or right. You choose which of the two. The arrows on the card remind you."
        ),
        asks=("move_noah", "load"),
        covers=("M1", "M2"),
    ),
    RuleCard(
        "sexes",
        "turn",
        N_("Males and females"),
        N_("A ferry is all one sex, or they strictly alternate."),
        N_(
            "On one ferry, either all animals have the same sex, or males and females take turns without exception. "
            "The second card on a ferry decides which of the two it is."
        ),
        asks=("load",),
        covers=("T2",),
    ),
    RuleCard(
        "weight",
        "turn",
        N_("Weight"),
        N_("The animals on a ferry may weigh 21 in all, never more."),
        N_(
            "Add up the weights of all animals aboard. The sum may never go beyond 21: the ferry would capsize. "
            "With a woodpecker aboard, the limit is 13."
        ),
        asks=("load",),
        covers=("T3",),
    ),
    RuleCard(
        "pair",
        "turn",
        N_("Pairs play again"),
        N_("Same species as the animal below it? Move Noah, then play again."),
        N_(
            "If your animal is of the same species as the last one on that ferry, you move Noah and then take "
            "another turn. The sex doesn't matter, and you can do this several times in a row."
        ),
        asks=("load",),
        covers=("R1",),
        in_force=has_rivals,
    ),
    RuleCard(
        "stuck",
        "turn",
        N_("Nothing fits"),
        N_("No animal fits? Take the whole ferry into your hand, then load any card."),
        N_(
            "Only if none of your cards fits by sex and weight, you take back all animals on that ferry. It is "
            "empty now, and you start it again with any card from your hand, also one you just picked up. Then Noah "
            "moves."
        ),
        asks=("load",),
        covers=("T4", "T5"),
        in_force=has_rivals,
    ),
    RuleCard(
        "powers",
        "powers",
        N_("Special animals"),
        N_("Snail, giraffe, mule, lion and woodpecker do something when loaded."),
        N_(
            "Five species have a power, shown by the sign on the card. Snail: you choose its sex. Giraffe: look at "
            "a hand. Mule: Noah stays. Lion: swap a card. Woodpecker: the limit drops to 13. Look any of them up by "
            "name."
        ),
        asks=("load",),
        covers=("A1", "A2", "A3", "A4", "A5"),
        in_force=has_rivals,
    ),
    RuleCard(
        "departure",
        "turn",
        N_("Exactly 21: off it goes"),
        N_("A ferry at exactly 21 leaves at once, and you give cards away."),
        N_(
            "If your animal brings the ferry to exactly 21, it leaves. Use the animal's power and move Noah first. "
            "Then put the ferry's cards aside and lay a ferry from the middle in its place. A mule keeps Noah "
            "there, at the new ferry."
        ),
        when=can_depart,
        covers=("R2", "R5", "X1"),
        in_force=has_rivals,
    ),
    RuleCard(
        "gifts",
        "turn",
        N_("Giving cards away"),
        N_("First ferry to leave this round: give away 1 card. Second: 2, then 3, then 4."),
        N_(
            "Whoever fills a ferry gives animals from their hand to opponents: one for the first departure of the "
            "round, two for the second, three for the third, four for the fourth. All to one player or shared out "
            "as you like, and never more than you hold."
        ),
        asks=("give", "give_to", "share_out"),
        when=has_to_give,
        covers=("R3", "R4"),
        in_force=has_rivals,
    ),
    RuleCard(
        "snail",
        "powers",
        N_("Snail"),
        N_("It's both: you choose its sex when you load it."),
        N_(
            "A snail is male and female at once. Turn the half of your choice up when you load it: blue for a male, "
            "pink for a female. That decides the order of the sexes and where Noah may go. Two snails in a row are "
            "a pair."
        ),
        when=is_aboard("snail"),
        covers=("A1",),
    ),
    RuleCard(
        "giraffe",
        "powers",
        N_("Giraffe"),
        N_("Loaded it? Look at all the cards of one opponent."),
        N_(
            "When you load a giraffe, it peeks over a shoulder for you: look at the whole hand of one player of "
            "your choice, before you move Noah. Keep what you saw to yourself."
        ),
        when=is_aboard("giraffe"),
        covers=("A2",),
        in_force=has_rivals,
    ),
    RuleCard(
        "mule",
        "powers",
        N_("Mule"),
        N_("Stubborn: Noah stays, and the next player loads the same ferry."),
        N_(
            "After a mule, male or female, Noah doesn't move. The next player must load onto the same ferry. If the "
            "mule makes a pair, that's you again."
        ),
        when=is_aboard("mule"),
        covers=("A3",),
        in_force=has_rivals,
    ),
    RuleCard(
        "lion",
        "powers",
        N_("Lion"),
        N_("Loaded it? Draw an opponent's card, unseen, and give one back."),
        N_(
            "When you load a lion, pick an opponent and draw one card from their hand without looking. Then give "
            "them a card from yours. It may be the one you just drew."
        ),
        asks=("take_from", "give_back"),
        when=is_aboard("lion"),
        covers=("A4",),
        in_force=has_rivals,
    ),
    RuleCard(
        "woodpecker",
        "powers",
        N_("Woodpecker"),
        N_("It drills a hole: this ferry carries only 13 and leaves at 13."),
        N_(
            "From now on the limit of that ferry is 13 instead of 21. You can't load a woodpecker where more than "
            "13 is aboard. At exactly 13 the ferry leaves, with all that comes with it."
        ),
        when=is_aboard("woodpecker"),
        covers=("A5", "A6"),
    ),
    RuleCard(
        "round-end",
        "scoring",
        N_("End of a round"),
        N_("A round ends when a hand is empty, or no ferry is left to replace one."),
        N_(
            "The round is over as soon as a player has no cards left, or when a ferry leaves and none is waiting in "
            "the middle to replace it. That is the fourth departure; its gifts are still given."
        ),
        asks=("tears",),
        when=may_end,
        covers=("E1", "E2"),
        in_force=has_rivals,
    ),
    RuleCard(
        "tears",
        "scoring",
        N_("Tears"),
        N_("Count the tears on the cards in your hand and move your token."),
        N_(
            "At the end of a round, add up the tears on all animals left in your hand and move your score token "
            "that many spaces. Light animals tend to have more tears than heavy ones."
        ),
        asks=("tears",),
        when=lambda table: table.round > 1,
        covers=("E3",),
        in_force=has_rivals,
    ),
    RuleCard(
        "frog",
        "powers",
        N_("Frog"),
        N_("Weighs 1, or what the ferry lacks (up to 5) if that sends it off."),
        N_(
            "A promo card: two frogs replace two snails. A frog weighs 1. But if the ferry lacks 2, 3, 4 or 5, it may "
            "count exactly that much, and the ferry leaves. It costs five tears if you keep it."
        ),
        asks=("grow",),
        when=is_aboard("frog"),
    ),
    RuleCard(
        "crocodile",
        "powers",
        N_("Crocodile"),
        N_("The first animal aboard flees to an opponent, and you lose 2 tears."),
        N_(
            "A promo card: two crocodiles replace two mules. Whoever came aboard that ferry first flees into the hand "
            "of an opponent of your choice; only then its weight is checked. You move your score token back by two, "
            "but never below 0. The sexes are judged before the first animal flees."
        ),
        asks=("flee_to",),
        when=is_aboard("crocodile"),
    ),
    RuleCard(
        "roommates",
        "powers",
        N_("The roommates' ferry"),
        N_("No species comes aboard twice, whether male or female."),
        N_(
            "A promo card that replaces one of the eight ferries. It's mixed with the others: five in the ring, three "
            "in the middle. On this one no two animals may be of the same species, so nobody makes a pair there."
        ),
        asks=("roommates_at", "new_ferry"),
        when=lambda table: table.roommates is not None,
    ),
    RuleCard(
        "alone-departure",
        "turn",
        N_("Alone: a ferry leaves"),
        N_("It leaves at 21. Then 1 card of the pile is out, the second time 2, and so on."),
        N_(
            "A ferry that carries exactly its limit leaves after Noah has moved. Without looking, put as many cards "
            "from the top of the pile aside as ferries have left so far: they're saved too. The first three are "
            "replaced from the middle. After that the place stays empty, and Noah can't go there. Then draw."
        ),
        when=can_depart,
        in_force=is_alone,
    ),
    RuleCard(
        "alone-mule",
        "powers",
        N_("Alone: the mule"),
        N_("Noah stays, so your next animal goes onto the same ferry."),
        N_(
            "After a mule Noah doesn't move: you load the same ferry again. If the mule fills it and no ferry is left "
            "to replace it, Noah stands at an empty place and you lose."
        ),
        when=is_aboard("mule"),
        in_force=is_alone,
    ),
    RuleCard(
        "alone-giraffe",
        "powers",
        N_("Alone: the giraffe"),
        N_("Loaded it? Look at the next three cards of the pile and sort them."),
        N_(
            "Look at the top three cards of the pile and put them back on top in any order, before Noah moves. The "
            "help of Board Game Arena also speaks of putting them under the pile, but its program doesn't let you, "
            "so we don't either."
        ),
        asks=("sort_pile",),
        when=is_aboard("giraffe"),
        in_force=is_alone,
    ),
    RuleCard(
        "alone-lion",
        "powers",
        N_("Alone: the lion"),
        N_("It may send an animal from any ferry back on top of the pile."),
        N_(
            "Before Noah moves, the lion may send one animal from any ferry back on top of the pile: it's the card you "
            "draw next. It can't be the lion itself. From a ferry where males and females alternate, only "
            "the first or the last animal may go."
        ),
        asks=("send_back",),
        when=is_aboard("lion"),
        in_force=is_alone,
    ),
    RuleCard(
        "next-round",
        "scoring",
        N_("The next round"),
        N_("Shuffle all cards and deal again. Whoever has the most tears starts."),
        N_(
            "Gather every animal: from the ferries, from all hands, and those that sat out. Shuffle, lay out five "
            "ferries with an animal each, and deal eight cards. This time the player with the most tears begins."
        ),
        when=lambda table: table.round > 1,
        covers=("E4", "E5"),
        in_force=has_rivals,
    ),
)


def describe_pieces(box: Box, say: Say) -> Iterator[RuleText]:
    """Describe every species: weight, tears, power and cards."""
    powers = {card.id: say(card.brief) for card in CARDS if card.topic == "powers"}
    entries = [f"{table}.{species}." for table in ("species", "promo") for species in box.list_names(table)]
    for entry in entries:
        species = entry.split(".")[1]
        weight, tears = box.whole(entry + "weight", 0, 99), box.whole(entry + "tears", 0, 9)
        figures = say.plural("Weight {weight}, {n} tear.", "Weight {weight}, {n} tears.", tears, weight=weight)
        brief = f"{figures} {powers[species]}" if species in powers else figures
        copies = [_describe_copies(box, entry + mark, least, say) for mark, least in MARKS.items()]
        cards = say("Cards: {cards}.", cards=", ".join(filter(None, copies)))
        name = say.noun(species)
        yield RuleText(f"piece-{species}", "pieces", f"{name[0].upper()}{name[1:]}", brief, f"{brief} {cards}")


def _describe_copies(box: Box, path: str, least: int, say: Say) -> str:
    """Describe the cards with one mark, such as `4+: ♂ ♀`; empty if there are none."""
    if not box.has(path):
        return ""
    signs = SEX_SIGNS | {EITHER: "♂/♀"}
    copies = " ".join(signs[sex] for sex in box.texts(path, tuple(signs)))
    return copies if least == MARKS["for_all"] else f"{least}+ {copies}"


PRIMER = Primer(CARDS, describe_pieces)
