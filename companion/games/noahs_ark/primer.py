"""Rule cards of Noah's Ark."""

from collections.abc import Callable, Iterator

from companion.core.box import Box
from companion.core.errors import N_
from companion.core.primer import Primer, RuleCard, RuleText
from companion.core.voice import GUESS_MARK
from companion.core.words import Say
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.names import ANIMAL_NAMES, OBJECTIVE_NAMES, STYLE_NAMES
from companion.games.noahs_ark.pieces import DISCARD, MOST_KINDS, PAIRS, PICK, STYLES, SWAP, TURN, WILD
from companion.games.noahs_ark.real import RealNoahsArkTable
from companion.games.noahs_ark.table import NoahsArkTable

LAYING_OUT = ("objective", "objective_points", "rain")
"""Questions before the first card."""
RACES = ("slap", "unseen", "reveal")
"""Questions while cards are won."""


def has_begun(table: NoahsArkTable) -> bool:
    """Whether it is known who turns up the cards."""
    return table.revealer is not None


def is_advanced(table: NoahsArkTable) -> bool:
    """Whether cards with powers are in the deck, and the first card was turned up."""
    return has_begun(table) and bool(table.pieces.advanced_in_deck)


def may_have(power: str) -> Callable[[NoahsArkTable], bool]:
    """Return whether any player has won a card with this power, or may have where cards are not entered."""

    def look(table: NoahsArkTable) -> bool:
        if not any(card.power == power for card in table.pieces.eligible):
            return False
        if isinstance(table, RealNoahsArkTable) and not table.knows_cards:
            return any(table.taken)
        return any(card.power == power for area in table.areas for card in area.list_cards())

    return look


CARDS = (
    RuleCard(
        "goal",
        "setup",
        N_("Goal"),
        N_("Be quick! Win animal cards and objectives. Most points in the end wins."),
        N_(
            "In every race you try to make your dice show the animals on a card, faster than everyone else. At the "
            "end, add the points on your animal cards and on the objectives you won. Whoever has the most points "
            "wins."
        ),
        asks=LAYING_OUT,
        covers=("F1",),
    ),
    RuleCard(
        "objectives",
        "setup",
        N_("Objectives"),
        N_("Turn up three objectives and read aloud what each of them rewards."),
        N_(
            "Shuffle the objective cards and lay three face up for all to see. Read out what each one asks for. If "
            "“most objectives” is among them, lay out six in all."
        ),
        asks=LAYING_OUT,
        covers=("S2", "S3", "O4"),
    ),
    RuleCard(
        "most",
        "scoring",
        N_("What objectives count"),
        N_("An objective goes to whoever has the most of what it shows."),
        N_(
            "There's an objective for the most lions, elephants, giraffes, monkeys, eagles and snakes, for the most "
            "animals of any kind, the most animal cards, the most Noa cards and the most objectives. Count all "
            "animals on the cards in front of you. Noa isn't an animal: she isn't on the dice and only counts for "
            "her own objective."
        ),
        asks=(*LAYING_OUT, "who_has_most"),
        covers=("O1", "O2", "O3", "O5", "O6"),
    ),
    RuleCard(
        "dice",
        "setup",
        N_("Dice and Ark"),
        N_("Three dice each, four with “double pairs”. The Ark in everyone's reach."),
        N_(
            "Everyone takes three dice; with double pairs in the deck, four. The Ark token goes in the middle, "
            "close enough for every hand. Each die shows the six animals once."
        ),
        asks=LAYING_OUT,
        covers=("S5", "S6"),
    ),
    RuleCard(
        "deck",
        "setup",
        N_("The deck"),
        N_("Shuffle the animal cards. Mix the Ark card into the last 10 of them."),
        N_(
            "A normal game uses the 24 animal cards without water at the bottom; cards with water and FLICE cards "
            "stay in the box. Shuffle, take the last ten, shuffle the Ark card into those and lay them under the "
            "deck. Don't shuffle it again. For a shorter game, leave some animal cards out."
        ),
        asks=LAYING_OUT,
        covers=("C1", "S1", "S4", "S7"),
    ),
    RuleCard(
        "reveal",
        "turn",
        N_("Turning up a card"),
        N_("Turn up a card. Everyone takes as many dice as it shows animals."),
        N_(
            "Whoever walked in the rain last turns up the first card. It shows two or three animals, and each "
            "player takes that many dice. Only then somebody calls NOW!"
        ),
        asks=("rain", *RACES),
        covers=("P1", "P2", "P3"),
    ),
    RuleCard(
        "roll",
        "turn",
        N_("NOW!"),
        N_("Roll once at NOW! Tip wrong dice over with one finger. All right? Slap the Ark!"),
        N_(
            "At the call of NOW! all roll their dice at the same time, one single time. You want exactly the "
            "animals on the card, in any order. A die that shows one of them is done; leave it alone. Tip the others "
            "over, and as soon as all are right, put your hand on the Ark."
        ),
        asks=RACES,
        covers=("P4", "P6"),
    ),
    RuleCard(
        "flice",
        "turn",
        N_("FLICE"),
        N_("Only your index finger tips dice over, unless a FLICE card is in force."),
        N_(
            "Dice with the wrong animal are tipped from side to side until the right one is on top. Only your index "
            "finger may touch them, unless a FLICE card says otherwise."
        ),
        asks=RACES,
        covers=("P5",),
    ),
    RuleCard(
        "slap",
        "turn",
        N_("Hand on the Ark"),
        N_("All dice right? Slap the Ark! The first hand wins the card."),
        N_(
            "As soon as your dice show the animals on the card, put your hand on the Ark. Whoever is first takes "
            "the card, lays it down in front of them and turns up the next one."
        ),
        asks=RACES,
        covers=("P7", "P9"),
    ),
    RuleCard(
        "claim",
        "turn",
        N_("Checking"),
        N_("The others check the dice. Wrong? Everyone but that player rolls again."),
        N_(
            "Before the winner takes the card, the others compare the dice with it. If something is wrong, that "
            "player sits out and all others roll again for the same card. If nobody gets it right, everyone rolls "
            "again."
        ),
        asks=("claim", *RACES),
        covers=("P8",),
    ),
    RuleCard(
        "points",
        "scoring",
        N_("Points on cards"),
        N_("The number in the top left corner is what a card is worth."),
        N_(
            "Most animal cards show points in the top left corner; a card without a number is worth nothing by "
            "itself, but its animals still count for objectives. Cards with Noa are worth more."
        ),
        asks=("won_card", "card_points", *RACES),
        covers=("K1",),
    ),
    RuleCard(
        "end",
        "scoring",
        N_("The Ark card"),
        N_("The Ark card ends the game at once. Then objectives are awarded."),
        N_(
            "You race card after card until the Ark card is turned up. It's somewhere among the last eleven. Nobody "
            "races for it: the game is over, and now you see who wins each objective."
        ),
        asks=(*RACES, "card_points"),
        covers=("P10",),
    ),
    RuleCard(
        "ties",
        "scoring",
        N_("Ties"),
        N_("Two tied for an objective? A duel decides. Three or more: nobody gets it."),
        N_(
            "If exactly two players have the most of what an objective counts, they fight a duel for it. If three "
            "or more are tied, or if nobody has any, the objective goes to nobody."
        ),
        asks=("who_has_most", "duel", *RACES),
        covers=("T1", "T2"),
    ),
    RuleCard(
        "duel",
        "scoring",
        N_("Duel"),
        N_("Six dice each, the Ark between you: show all six animals first."),
        N_(
            "Put the Ark token between the two players. Each takes six dice, rolls once at NOW! and tips them until "
            "all six animals are there, one on each die. The first hand on the Ark wins the objective."
        ),
        asks=("duel", "final_duel"),
        covers=("T3",),
    ),
    RuleCard(
        "advanced",
        "powers",
        N_("Cards with powers"),
        N_("Keep them face up. Use each once, then turn it over: it still counts."),
        N_(
            "Cards with water at the bottom have a power. Add as many to the deck as you like. When you win one, "
            "keep it face up. You may use its power once, between two cards, and then turn it face down. Its points "
            "and animals still count at the end."
        ),
        when=is_advanced,
        covers=("A1", "A2"),
    ),
    RuleCard(
        "flice-cards",
        "powers",
        N_("FLICE cards"),
        N_("A FLICE card changes how you turn dice, until the next one comes."),
        N_(
            "Two FLICE cards are shuffled into the deck, above the last eleven cards. You start with the index "
            "finger. When a FLICE card is turned up, leave it in sight: everyone turns dice that way from now on. "
            "Then turn up the next card. You can use FLICE cards in a normal game too."
        ),
        when=lambda table: bool(table.pieces.styles_in_deck),
        covers=("L1", "L2", "L4"),
    ),
    RuleCard(
        "styles",
        "powers",
        N_("Six ways to turn dice"),
        N_("Index finger, fist, knuckles, little finger, thumb or your other hand."),
        N_(
            "The six FLICE cards: the index finger as usual; the underside of your closed fist; the knuckles of a "
            "closed hand; only the little finger; only the thumb; or the hand you don't write with. The rest of the "
            "hand stays closed."
        ),
        when=lambda table: bool(table.styles),
        covers=("L3",),
    ),
    RuleCard(
        "pairs",
        "powers",
        N_("Double pairs"),
        N_("Four animals, so four dice each. 3 points, and no power."),
        N_(
            "This card shows two pairs of animals. It's only for two to four players, and if it's in the deck, "
            "everyone gets four dice. It has no power, but is worth three points and four animals."
        ),
        when=may_have(PAIRS),
        covers=("A3",),
    ),
    RuleCard(
        "wild",
        "powers",
        N_("Wild card"),
        N_("When you count animals at the end, it's one more animal of your choice."),
        N_(
            "At the end, before objectives are decided, name the animal that your wild card stands for. It's an "
            "extra animal; those printed on the card count as well."
        ),
        asks=("wild",),
        when=may_have(WILD),
        covers=("A4",),
    ),
    RuleCard(
        "pick",
        "powers",
        N_("Pick a card"),
        N_("Its power: take an animal card worth 0 or 1 point from somebody."),
        N_(
            "Play it between two cards to steal an animal card that shows at most one point. A card without a "
            "number is worth 0. Cards that lie face down can't be taken."
        ),
        asks=("pick",),
        when=may_have(PICK),
        covers=("A5",),
    ),
    RuleCard(
        "discard",
        "powers",
        N_("Discard a card"),
        N_("Its power: throw out another player's card worth 0 or 1 point."),
        N_(
            "Play it between two cards: an opponent's animal card with at most one point leaves the game and counts "
            "for nothing any more. With three or more players you can't steal from and discard a card of the same "
            "player."
        ),
        asks=("discard",),
        when=may_have(DISCARD),
        covers=("A6", "A10"),
    ),
    RuleCard(
        "swap",
        "powers",
        N_("Replace an objective"),
        N_("Its power: remove an objective and lay out another of your choice."),
        N_(
            "Play it between two cards. Choose an objective on the table, take it out of the game, and look for any "
            "other objective to put in its place."
        ),
        asks=("drop_objective", "choose_objective"),
        when=may_have(SWAP),
        covers=("A7",),
    ),
    RuleCard(
        "turn",
        "powers",
        N_("Replace an animal"),
        N_("At the end, all your animals of one kind may count as another."),
        N_(
            "The card names two animals, such as snake and elephant. Before objectives are decided you may count "
            "all of the one on your cards as the other, in one direction only. Three such cards exist; only one of "
            "them may be in the deck."
        ),
        asks=("turn",),
        when=may_have(TURN),
        covers=("A8", "A9"),
    ),
)


def describe_pieces(box: Box, say: Say) -> Iterator[RuleText]:
    """Describe the animals, the objectives with their points, and the ways to turn dice."""
    cards = [box.texts(f"animals.{name}.shows", ANIMALS) for name in box.list_names("animals")]
    for animal, name in ANIMAL_NAMES.items():
        number = sum(animal in shows for shows in cards)
        text = say("On {n} of {all} animal cards, and once on each die.", n=number, all=len(cards))
        if any(box.provenance[f"animals.{name}.shows"] == "reconstructed" for name in box.list_names("animals")):
            text = f"{text} ({GUESS_MARK})"
        yield _make_text(animal, say(name), text)
    for most in MOST_KINDS:
        points = say.plural("Worth {n} point.", "Worth {n} points.", box.whole(f"objectives.{most}", 0, 20))
        if box.provenance[f"objectives.{most}"] == "reconstructed":
            points = f"{points} ({GUESS_MARK})"
        yield _make_text(f"most-{most}", say(OBJECTIVE_NAMES[f"most-{most}"]), points)
    for style in STYLES:
        id = f"flice-{style}"
        yield _make_text(id, say(STYLE_NAMES[id]), say("FLICE card: turn your dice with this, and nothing else."))


def _make_text(id: str, title: str, text: str) -> RuleText:
    return RuleText(f"piece-{id}", "pieces", f"{title[0].upper()}{title[1:]}", text, text)


PRIMER = Primer(CARDS, describe_pieces)
