"""Rule cards of Ark & Noah. Ids of statements that begin with `fr-` are those of the French rulebook."""

from collections.abc import Callable, Iterator

from companion.core.box import Box
from companion.core.errors import N_
from companion.core.primer import Primer, RuleCard, RuleText
from companion.core.voice import GUESS_MARK
from companion.core.words import Say
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.table import ArkAndNoahTable

FIRST_ANIMALS = ("first_male", "first_female")
CHOOSE = ("choose", "choose_two")
ANIMALS = ("third", "take", "took")
EXCHANGE = ("award", "exchange", "give", "trade", "get")
BUILD = ("build", "build_boards", "build_pitch", "built_else", "built", "board_back")
LOAD = ("load", "loads", "loaded_else", "loaded_rest")
CORRAL = ("corral_own_boards", "corral_boards", "corral_pitch", "corral_own", "corral_walls", "corral_rest")
ENDING = ("hull_closed", "hull_led", "last_food", "last_pairs", "left_over", "outer_majority")


def is_quick(table: ArkAndNoahTable) -> bool:
    """Whether a quick game is played."""
    return table.pieces.quick


def is_normal(table: ArkAndNoahTable) -> bool:
    """Whether a normal game is played."""
    return not table.pieces.quick


def ends_soon(table: ArkAndNoahTable) -> bool:
    """Whether the game may end after this round or the next two."""
    return table.round >= table.pieces.rounds - 2


def was_chosen(id: str) -> Callable[[ArkAndNoahTable], bool]:
    """Return a condition: this action was chosen. In a normal game, a worker is on it."""

    def is_chosen(table: ArkAndNoahTable) -> bool:
        if table.pieces.quick:
            return id in table.chosen
        action = next((action for action in table.pieces.actions if action.id == id), None)
        return action is not None and {table.current[action.index], table.completed[action.index]} != {NOBODY}

    return is_chosen


CARDS = (
    RuleCard(
        "goal",
        "setup",
        N_("Goal"),
        N_("Build the ark together, load pairs of animals, and score the most points."),
        N_(
            "Boards on the ark enclose corrals, and corrals hold pairs of animals. You score for building, for food "
            "and above all for pairs that come aboard, also into corrals you only helped to build. Whoever has the "
            "most points after the flood wins."
        ),
        asks=(*FIRST_ANIMALS, "rain", *CHOOSE),
        covers=(),
    ),
    RuleCard(
        "actions",
        "turn",
        N_("The seven actions"),
        N_("Get pitch, food, boards or animals, trade, build corrals, load pairs."),
        N_(
            "Pitch, Food and Wood bring pieces, Animals a tile for everyone. Exchange gives you an award and a trade. "
            "Build puts boards and pitch on the ark, for a point each, until corrals are closed. Load brings food and "
            "pairs of animals into them: that scores best. Whoever chooses an action gets more of it; all but Exchange "
            "are for everybody."
        ),
        asks=CHOOSE,
        in_force=is_normal,
    ),
    RuleCard(
        "quick-actions",
        "turn",
        N_("The five actions"),
        N_("Get animals or boards, trade an animal, build corrals, load pairs."),
        N_(
            "Animals brings a tile for everyone, Wood boards of your own colour. Exchange scores a point and lets you "
            "trade an animal. Build puts boards on the ark until corrals are closed. Load brings pairs of animals into "
            "them: that scores best. Whoever chooses an action gets more of it; all but Exchange are for everybody."
        ),
        asks=CHOOSE,
        in_force=is_quick,
    ),
    RuleCard(
        "lay-out",
        "setup",
        N_("The ark and the bags"),
        N_("One ark part per player. Males in the black bag, females in the white."),
        N_(
            "Join bow and stern, and one or two middle parts, so that there is one part for each player: 24, 36 or "
            "48 squares. Lay the action board beside it, with seven actions in a normal game. With two or three "
            "players some animals stay in the box; the tiles say which. Mix the males in the black bag, the females "
            "in the white one."
        ),
        asks=FIRST_ANIMALS,
        covers=("C1", "C5", "C8", "S1", "S3", "S4", "S5", "S6", "A6.4", "fr-F3", "fr-F5", "fr-F6", "fr-F7"),
    ),
    RuleCard(
        "things",
        "setup",
        N_("What everyone takes"),
        N_("A character, a worker (2 players: two), 3 boards, 2 pitch, 2 food, 2 animals."),
        N_(
            "Choose one of the four characters and take a worker and three boards of one colour, two pitch cubes, "
            "two food tiles, a male and a female animal. Two players take two workers each; the French booklet says "
            "so for three as well, but Arkside plays with one. Keep the other boards, cubes and food in reach: 27 "
            "boards a colour, 36 cubes, 60 food (56 in French), and 12 bonus tiles (8 in French)."
        ),
        asks=FIRST_ANIMALS,
        in_force=is_normal,
        covers=(
            "C2",
            "C3",
            "C4",
            "C6",
            "C7",
            "C9",
            "S7",
            "S8",
            "S9",
            "S13",
            "fr-F1",
            "fr-F2",
            "fr-F8",
            "fr-F9",
            "fr-F10",
        ),
    ),
    RuleCard(
        "first-animals",
        "setup",
        N_("First animals"),
        N_("Draw a male and a female. Same species? Put one back and draw again."),
        N_(
            "Everyone draws a male and a female at random. Your own two must be of different species. Two players "
            "may well hold the two halves of a pair."
        ),
        asks=FIRST_ANIMALS,
        covers=("S10", "S11", "S12", "fr-F11"),
    ),
    RuleCard(
        "boards",
        "turn",
        N_("Placing boards"),
        N_("Any empty edge will do, outer ones too. Only boards you hold."),
        N_(
            "A board goes on an edge between two squares or on the outside of the ark, wherever none lies yet. You "
            "can't take boards from the supply while building: that needs Wood or Exchange."
        ),
        asks=BUILD,
        when=was_chosen("build"),
        covers=("A6.5", "A6.6", "fr-F32"),
    ),
    RuleCard(
        "corrals",
        "turn",
        N_("Corrals"),
        N_("Up to 4 squares closed in by boards of any colours make a corral."),
        N_(
            "A corral is a group of one to four squares, of any shape, with boards all around it. The colours may "
            "be mixed: you can finish one together. Nobody may put a board inside a finished corral. Boards left "
            "inside when it closes go back to the supply; their points stay."
        ),
        asks=BUILD,
        when=was_chosen("build"),
        covers=("A6.7", "A6.8", "A6.9", "A6.13", "A6.14", "fr-F33", "fr-F36"),
    ),
    RuleCard(
        "pitch-spaces",
        "turn",
        N_("Placing pitch"),
        N_("Outside, where boards lie on both edges next to the space. Corners too."),
        N_(
            "Small squares along the outside of the ark hold pitch. A cube needs a board on both outer edges beside "
            "its space, also around a corner. The boards may have any colour."
        ),
        asks=BUILD,
        when=was_chosen("build"),
        in_force=is_normal,
        covers=("A6.10", "A6.11", "fr-F34"),
    ),
    RuleCard(
        "load-pair",
        "turn",
        N_("Loading a pair"),
        N_("Exact size, food in every square, all its pitch, and a board of yours."),
        N_(
            "Both halves must be in play, at least one of them yours. The corral has exactly the size on the tile: "
            "one square for dogs, four for elephants. Every square has food, every pitch space beside its outer "
            "boards is filled, and at least one of its boards is your colour."
        ),
        asks=LOAD,
        when=was_chosen("load"),
        in_force=is_normal,
        covers=("A7.5", "A7.6", "A7.8", "A7.9", "A7.11", "A7.12", "fr-F38"),
    ),
    RuleCard(
        "load-food",
        "turn",
        N_("Loading food"),
        N_("1 loading point, 1 point: into a finished corral that has a board of yours."),
        N_(
            "Put the tile on an empty square of a finished corral with at least one board of your colour. One food "
            "tile fits on a square, and it's never moved again. Each tile scores a point."
        ),
        asks=LOAD,
        when=was_chosen("load"),
        in_force=is_normal,
        covers=("A7.2", "A7.3", "A7.4"),
    ),
    RuleCard(
        "load-cost",
        "turn",
        N_("What a pair costs"),
        N_("Pay the size for each tile of your own. Another player's half is free."),
        N_(
            "For every animal of yours in the pair you pay loading points equal to its size: an elephant 4, both "
            "elephants 8. If the mate belongs to somebody else, it comes along for nothing."
        ),
        asks=LOAD,
        when=was_chosen("load"),
        in_force=is_normal,
        covers=("A7.13", "fr-F39"),
    ),
    RuleCard(
        "load-points",
        "turn",
        N_("What a pair scores"),
        N_("Each tile pays its holder, each board its owner, each cube the loader."),
        N_(
            "The number in the upper right corner of each tile goes to the player who held it. Every board around "
            "the corral scores one point for its owner, every cube beside it one for the player who loads. With "
            "each pair boards and cubes pay again."
        ),
        asks=(*LOAD, *CORRAL),
        when=was_chosen("load"),
        in_force=is_normal,
        covers=("A7.15", "A7.16", "A7.17", "A7.18", "A7.19", "fr-F40"),
    ),
    RuleCard(
        "small",
        "powers",
        N_("Small animals"),
        N_("Size 0: any corral, no cost. One small pair may join a big one."),
        N_(
            "Small animals fit into a corral of any size and cost no loading points. Their tiles score nothing, but "
            "boards and pitch do. A corral holds one big pair and one small pair at most, never two small ones."
        ),
        asks=LOAD,
        when=was_chosen("load"),
        in_force=is_normal,
        covers=("A7.7", "A7.10", "A7.14", "A7.20"),
    ),
    RuleCard(
        "quick-load",
        "turn",
        N_("Load"),
        N_("You load up to 2 pairs, the others 1: an empty corral of the exact size."),
        N_(
            "At least one half of the pair must be yours, the other may be anybody's. The corral has exactly the "
            "size on the tiles, no animals in it and a board of your colour. Put both tiles inside."
        ),
        asks=(*CHOOSE, *LOAD),
        when=was_chosen("load"),
        in_force=is_quick,
        covers=("Q9", "Q10", "fr-F48"),
    ),
    RuleCard(
        "quick-points",
        "turn",
        N_("What a pair scores"),
        N_("Each tile pays its holder, each board of the corral its owner 1 point."),
        N_(
            "The number in the upper right corner of a tile goes to whoever owned it. Every board around the corral "
            "is worth one point to the player of that colour."
        ),
        asks=(*CHOOSE, *LOAD, *CORRAL),
        when=was_chosen("load"),
        in_force=is_quick,
        covers=("Q11",),
    ),
    RuleCard(
        "couples",
        "turn",
        N_("Coupled animals"),
        N_("Both halves of a pair in play? Turn both tiles over, whoever has them."),
        N_(
            "A tile lies with its blue or pink side up while its mate is still in the bag. As soon as both are in "
            "play they are coupled: turn both over, even if they belong to different players. That holds from the "
            "set-up on."
        ),
        asks=(*FIRST_ANIMALS, *ANIMALS),
        when=was_chosen("animals"),
        covers=("A2.4", "A2.5", "fr-F12", "fr-F23"),
    ),
    RuleCard(
        "quick-turn",
        "turn",
        N_("Your turn"),
        N_("Clockwise, choose any action, even one that was already used."),
        N_(
            "Workers don't matter here. From the starting player on, each in turn chooses any action and carries it "
            "out. When all have had a turn, the round marker moves on."
        ),
        asks=CHOOSE,
        in_force=is_quick,
        covers=("Q2", "Q3", "fr-F43"),
    ),
    RuleCard(
        "quick-setup",
        "setup",
        N_("The quick game"),
        N_("Easy side up. No food, no pitch, no small animals."),
        N_(
            "The quick game is good for a first game and for children. Use the easy side of the action board. Food "
            "tiles, pitch cubes and small animals stay in the box. Everything else is set up as usual."
        ),
        asks=("rain", *CHOOSE),
        in_force=is_quick,
        covers=("S2", "Q1", "fr-F4", "fr-F42"),
    ),
    RuleCard(
        "round",
        "turn",
        N_("Choosing actions"),
        N_("In worker order, move yours to any free action. One worker per action."),
        N_(
            "The worker furthest left on the Completed spaces chooses first, then the next one to the right. Put yours "
            "on any free Current space, also on the action it did last time. Nobody else can choose that action this "
            "round. At the start, whoever felt rain last stands leftmost and the others follow clockwise; with two "
            "players the first one takes spaces 1 and 4, the other 2 and 3."
        ),
        asks=CHOOSE,
        in_force=is_normal,
        covers=("P2", "P3", "P4", "S14", "S15", "S16", "S17", "S18", "S19", "fr-F13", "fr-F14", "fr-F15", "fr-F17"),
    ),
    RuleCard(
        "resolve",
        "turn",
        N_("Carrying out actions"),
        N_("From left to right. The chooser goes first, then all others in worker order."),
        N_(
            "When all workers are placed, actions happen from left to right, but only those with a worker. "
            "Everybody takes part, except in Exchange: the player whose worker is there first and with more, then "
            "the others in the order of their workers. Afterwards that worker moves up to the Completed space."
        ),
        asks=CHOOSE,
        in_force=is_normal,
        covers=("P9", "P10", "P11", "P12", "P13", "fr-F19", "fr-F20"),
    ),
    RuleCard(
        "exchange",
        "turn",
        N_("Exchange"),
        N_("Only the chooser: first an award, then swap two boards or trade an animal."),
        N_(
            "Nobody else does anything. Take one award: a point, a food tile, a board or a pitch cube. Then you "
            "must exchange: either two boards on the ark, or an animal."
        ),
        asks=(*CHOOSE, *EXCHANGE),
        when=was_chosen("exchange"),
        in_force=is_normal,
        covers=("A4.1", "A4.2", "A4.3", "A4.11", "fr-F25"),
    ),
    RuleCard(
        "trade",
        "turn",
        N_("Trading an animal"),
        N_("Draw 3 tiles. You may keep one for an animal of yours that isn't coupled."),
        N_(
            "Draw three tiles from the bags of your choice. You may keep one of them and give back one of your own; "
            "males and females may be mixed. Everything else returns to the bags. An animal whose mate is in play "
            "can't be traded. If all of yours are coupled, swap boards instead, if possible."
        ),
        asks=EXCHANGE,
        when=was_chosen("exchange"),
        in_force=is_normal,
        covers=("A4.5", "A4.6", "A4.7", "A4.8", "A4.9", "A4.10", "A4.12", "fr-F27", "fr-F28", "fr-F29"),
    ),
    RuleCard(
        "swap",
        "turn",
        N_("Swapping boards"),
        N_("Any two boards on the ark change places. They have different colours."),
        N_("Pick two boards of different colours anywhere on the ark and swap them. Nobody scores for that."),
        asks=(*EXCHANGE, "swap", "swap_with"),
        when=was_chosen("exchange"),
        in_force=is_normal,
        covers=("A4.4", "fr-F26"),
    ),
    RuleCard(
        "quick-exchange",
        "turn",
        N_("Exchange"),
        N_("1 point. Draw 3 tiles and keep one for any animal of yours, if you like."),
        N_(
            "Score one point. Then draw three tiles from the bags of your choice; you may trade one of them for one "
            "of your animals, of any sex. Here even a coupled animal may go. The others do nothing."
        ),
        asks=(*CHOOSE, *EXCHANGE),
        when=was_chosen("exchange"),
        in_force=is_quick,
        covers=("Q5", "fr-F45"),
    ),
    RuleCard(
        "animals",
        "turn",
        N_("Animals"),
        N_("Draw one tile per player. The chooser takes one, then the others in order."),
        N_(
            "Whoever chose Animals draws from the bags: a male and a female with two players, one more from a bag "
            "of their choice with three, two of each with four. They must keep one; then each other player in order "
            "must take one."
        ),
        asks=(*CHOOSE, *ANIMALS),
        in_force=is_normal,
        covers=("A2.1", "A2.2", "A2.3", "fr-F22"),
    ),
    RuleCard(
        "quick-animals",
        "turn",
        N_("Animals"),
        N_("Draw one tile per player. You take one, then the others in order."),
        N_(
            "Draw a male and a female with two players, one more from a bag of your choice with three, two of each "
            "with four. Choose one of them; then each other player in order takes one."
        ),
        asks=(*CHOOSE, *ANIMALS),
        in_force=is_quick,
        covers=("Q4", "fr-F44"),
    ),
    RuleCard(
        "build",
        "turn",
        N_("Build"),
        N_("The chooser adds up to 8 boards and cubes, the others up to 5. 1 point each."),
        N_(
            "Add boards and pitch in any mix: up to eight if you chose Build, up to five otherwise, one player "
            "after the other. Each piece scores a point at once. You may also add fewer and keep some for later."
        ),
        asks=(*CHOOSE, *BUILD),
        in_force=is_normal,
        covers=("A6.1", "A6.2", "A6.3", "A6.12", "fr-F31", "fr-F35"),
    ),
    RuleCard(
        "quick-build",
        "turn",
        N_("Build"),
        N_("You add up to 8 boards, then the others up to 5. No points for that."),
        N_(
            "Lay up to eight of the boards you hold on empty edges; then each of the others, in order, up to five. "
            "Corrals work as in the normal game, and nobody may build inside a finished one. Building scores "
            "nothing."
        ),
        asks=(*CHOOSE, *BUILD),
        in_force=is_quick,
        covers=("Q7", "Q8", "fr-F47"),
    ),
    RuleCard(
        "load",
        "turn",
        N_("Load"),
        N_("The chooser has 8 loading points, the others 5: for food and for pairs."),
        N_(
            "Loading scores best. You may spend up to eight loading points if you chose it, up to five otherwise, "
            "one player after the other. Food costs one each, pairs cost their size."
        ),
        asks=(*CHOOSE, *LOAD),
        in_force=is_normal,
        covers=("A7.1", "fr-F37"),
    ),
    RuleCard(
        "wood",
        "turn",
        N_("Wood"),
        N_("The chooser takes 4 boards of their colour, everyone else 2."),
        N_(
            "You need boards to build. Whoever chose Wood takes four of their own colour from the supply, all "
            "others two. If your colour has run out, you take nothing."
        ),
        asks=CHOOSE,
        in_force=is_normal,
        covers=("A5.1-3", "fr-F30"),
    ),
    RuleCard(
        "quick-wood",
        "turn",
        N_("Wood"),
        N_("You take 4 boards of your colour, everyone else 2 of theirs."),
        N_("Take four boards of your colour from the supply. All other players take two of theirs."),
        asks=CHOOSE,
        in_force=is_quick,
        covers=("Q6", "fr-F46"),
    ),
    RuleCard(
        "pitch",
        "turn",
        N_("Pitch"),
        N_("The chooser takes 3 cubes, everyone else 1, while there are any."),
        N_(
            "Pitch seals the outside of the ark. Whoever chose it must take three cubes, each of the others one, in "
            "order. If the supply runs short, the last ones go without."
        ),
        asks=CHOOSE,
        in_force=is_normal,
        covers=("A1.1", "A1.2", "A1.3", "fr-F21"),
    ),
    RuleCard(
        "food",
        "turn",
        N_("Food"),
        N_("The chooser takes 3 food tiles, everyone else 1, while there are any."),
        N_(
            "Animals only board where there is food in every square. Whoever chose Food must take three tiles, each "
            "of the others one, in order. If the supply runs short, the last ones go without."
        ),
        asks=CHOOSE,
        in_force=is_normal,
        covers=("A3.1-3", "fr-F24"),
    ),
    RuleCard(
        "bonus",
        "turn",
        N_("Bonus tiles"),
        N_("Actions nobody chose get +1 each round, up to +4. Choose one and score it."),
        N_(
            "After all workers are placed, every action without a worker gets a +1 tile; one that is there already "
            "grows by one, to +4 at most. If you put your worker there in a later round, you score it at once and "
            "the tile goes. In the first round there are none."
        ),
        when=lambda table: table.round > 1,
        in_force=is_normal,
        covers=("P5", "P6", "P7", "P8", "fr-F18"),
    ),
    RuleCard(
        "round-end",
        "scoring",
        N_("When the flood comes"),
        N_("After 10 rounds or more, once every outer edge has a board."),
        N_(
            "After each round the marker moves on. The game lasts at least ten rounds. Then it ends with the first "
            "round after which boards lie on all outer edges of the ark; empty pitch spaces don't matter. If nobody "
            "has a board left to close the last gap, the flood comes as well."
        ),
        asks=ENDING,
        when=lambda table: table.round > 2,
        in_force=is_normal,
        covers=("P1", "E1", "E2", "E3", "E4", "fr-F16"),
    ),
    RuleCard(
        "quick-end",
        "scoring",
        N_("End of the quick game"),
        N_("After 8 rounds or more, once the hull is closed. Most outer boards: +5."),
        N_(
            "The game ends after a round if at least eight rounds were played and boards lie on all outer edges. "
            "Whoever has the most boards there scores 5, tied players too. There are no penalties. Most points win."
        ),
        asks=ENDING,
        when=lambda table: table.round > 2,
        in_force=is_quick,
        covers=("Q12", "Q13", "fr-F49"),
    ),
    RuleCard(
        "flood",
        "scoring",
        N_("The last loading"),
        N_("Fewest points first: all food, then all pairs. No cost, no points."),
        N_(
            "From the player with the fewest points to the one with the most, everyone may first put food into any "
            "corral. Then, in the same order, everyone may load pairs by the usual rules. Corrals of other colours "
            "are fine, nothing costs loading points, and nothing scores."
        ),
        asks=ENDING,
        when=ends_soon,
        in_force=is_normal,
        covers=("E5", "E6", "E7"),
    ),
    RuleCard(
        "final",
        "scoring",
        N_("Final scoring"),
        N_("Most outer boards: +5. Leftovers cost 1 each, animals their size."),
        N_(
            "Whoever has the most boards on the outer edges scores 5; if tied, all of them do. You lose a point for "
            "every board, cube and food tile you still hold, and the size of every animal; small ones cost nothing. "
            "Most points win, and a tie is shared."
        ),
        asks=ENDING,
        when=ends_soon,
        in_force=is_normal,
        covers=("F1", "F2", "F3", "F4"),
    ),
)


def describe_pieces(box: Box, say: Say) -> Iterator[RuleText]:
    """Describe every species: size of its corral, points, and from how many players on it is used."""
    for key in box.list_names("species"):
        entry = f"species.{key}."
        size, players = box.whole(entry + "size", 0, 4), box.whole(entry + "players", 2, 4)
        points = box.whole(entry + "points", 0, 99)
        corral = (
            say.plural("Corral of {n} square.", "Corral of {n} squares.", size) if size else say("Small: any corral.")
        )
        worth = say.plural("{n} point for each tile.", "{n} points for each tile.", points)
        used = say("With {n} players or more.", n=players) if players > 2 else ""
        brief = " ".join(filter(None, (corral, worth, used)))
        if any(box.provenance[entry + figure] == "reconstructed" for figure in ("size", "points")):
            brief = f"{brief} ({GUESS_MARK})"
        name = box.text(entry + "name") if box.has(entry + "name") else say.noun(key)
        yield RuleText(f"piece-{key}", "pieces", f"{name[0].upper()}{name[1:]}", brief, brief)


PRIMER = Primer(CARDS, describe_pieces)
