"""The texts of Ark & Noah by id, marked for translation; the voice puts them together."""

from companion.core.errors import N_, NOUN_

SEX_SIGNS = {"m": "♂", "f": "♀"}

SPECIES = (
    NOUN_("crow"), NOUN_("dove"), NOUN_("mouse"), NOUN_("mole"), NOUN_("squirrel"),
    NOUN_("dog"), NOUN_("cat"), NOUN_("koala"), NOUN_("rabbit"), NOUN_("fox"), NOUN_("flamingo"),
    NOUN_("sheep"), NOUN_("monkey"), NOUN_("pig"), NOUN_("wolf"), NOUN_("panda"), NOUN_("ostrich"),
    NOUN_("lion"), NOUN_("bear"), NOUN_("horse"), NOUN_("tiger"), NOUN_("camel"),
    NOUN_("elephant"), NOUN_("hippopotamus"), NOUN_("giraffe"), NOUN_("rhinoceros"),
)  # fmt: skip
"""The names in the box, so that they are found for translation."""

ACTIONS = {
    "pitch": N_("Pitch"),
    "animals": N_("Animals"),
    "food": N_("Food"),
    "exchange": N_("Exchange"),
    "wood": N_("Wood"),
    "build": N_("Build"),
    "load": N_("Load"),
}

SIDES = {
    "north": N_("north of {square}"),
    "east": N_("east of {square}"),
    "south": N_("south of {square}"),
    "west": N_("west of {square}"),
}

DIRECTIONS = {
    "north": N_("north"),
    "south": N_("south"),
    "east": N_("east"),
    "west": N_("west"),
    "north-east": N_("north-east"),
    "north-west": N_("north-west"),
    "south-east": N_("south-east"),
    "south-west": N_("south-west"),
}

WORDS = {
    "done": N_("done"),
    "back": N_("a board came back"),
    "yes": N_("yes"),
    "no": N_("no"),
    "no-board": N_("no, and no board is left"),
    "m": N_("a male ♂"),
    "f": N_("a female ♀"),
    "point": N_("1 point"),
    "food": N_("1 food tile"),
    "board": N_("1 board"),
    "pitch": N_("1 pitch cube"),
    "swap": N_("swap two boards"),
    "keep": N_("keep my animals"),
    "cube": N_("pitch cube"),
    "empty": N_("the bags are empty"),
}

ANOTHER_WHAT = {
    "took": N_("another animal…"),
    "load": N_("a tile shows other figures…"),
    "last_pairs": N_("a tile shows other figures…"),
    "loads": N_("a tile shows other points…"),
}
"""What is none of those named."""

AGREED = {
    "built_else": {"all": N_("all built that"), "nobody": N_("nobody built anything")},
    "loaded_else": {"all": N_("all loaded that"), "nobody": N_("nobody loads")},
    "loaded_rest": {"all": N_("all loaded that"), "nobody": N_("nobody loads more")},
}
"""The answers for everybody together."""

PROMPTS = {
    "first_male": N_("{name}, which male did you draw?"),
    "first_female": N_("{name}, which female did you draw?"),
    "rain": N_("Who felt rain last? They begin"),
    "choose": N_("{name}, choose an action"),
    "choose_two": N_("{name}, choose two actions"),
    "third": N_("{name}, what is the third animal?"),
    "take": N_("{name}, take an animal"),
    "took": N_("{name}, which animal did you take?"),
    "award": N_("{name}, what is your award?"),
    "exchange": N_("{name}, what do you exchange?"),
    "trade": N_("{name}, which animal do you trade?"),
    "give": N_("{name}, what do you exchange?"),
    "get": N_("{name}, what did you get for: {what}?"),
    "swap": N_("{name}, which board do you swap?"),
    "swap_with": N_("{name}, swap it with which board? ({what})"),
    "build": N_("{name}, build: up to {n} more"),
    "build_boards": N_("{name}, how many boards did you add?"),
    "build_pitch": N_("{name}, how many pitch cubes did you add?"),
    "built_else": N_("{what}: who built another number?"),
    "loaded_else": N_("Food {what}, no pair: who loaded something else?"),
    "loaded_rest": N_("Then food {what}: who loaded something else?"),
    "loaded_rest_none": N_("Who loads another pair?"),
    "built_else_none": N_("Who built something?"),
    "loaded_else_none": N_("Who loads food or a pair?"),
    "loaded_else_none_quick": N_("Who loads a pair?"),
    "built": N_("{name}, how many boards and cubes did you add?"),
    "board_back": N_("{name}, whose board came back?"),
    "load": N_("{name}, load: {n} loading points"),
    "load_quick": N_("{name}, load a pair ({n} to go)"),
    "loads": N_("{name}, pairs first, food last ({n} loading points)"),
    "loads_quick": N_("{name}, which pair do you load? ({n} to go)"),
    "corral_own_boards": N_("{name}, how many boards of the corral are yours?"),
    "corral_boards": N_("{name}, how many boards of the corral are {owner}'s?"),
    "corral_pitch": N_("{name}, how many pitch cubes touch the corral?"),
    "corral_own": N_("{name}, your boards around the corral, and its pitch?"),
    "corral_own_quick": N_("{name}, how many boards of the corral are yours?"),
    "corral_walls": N_("{name}, whose boards, and how much pitch?"),
    "corral_walls_quick": N_("{name}, whose boards are around it?"),
    "corral_rest": N_("{name}, whose are the other boards of the corral?"),
    "hull_closed": N_("Is there a board on every outer edge of the ark?"),
    "hull_led": N_("Every outer edge closed? Then who has most boards there?"),
    "last_food": N_("The flood! {name}, load food"),
    "last_pairs": N_("The flood! {name}, load pairs"),
    "another_name": N_("What animal is it?"),
    "another_sex": N_("Which tile is it? ({what})"),
    "another_size": N_("How many squares does its corral have? 0: small"),
    "another_points": N_("How many points, in the upper right corner?"),
    "another_pair": N_("Which pair shows other figures?"),
    "left_figures": N_("Left behind: are these sizes right?"),
    "left_over": N_("{name}, what is left: boards, cubes, food, sizes of animals?"),
    "outer_majority": N_("Who has the most boards on the outer edges?"),
}

CUES = {
    "take_out": N_("Take out the animals marked for more than {n} players"),
    "take_out_small": N_("Take out small animals, and those for more than {n} players"),
    "take_out_only_small": N_("Take out the small animals"),
    "bags": N_("Males into the black bag, females into the white one"),
    "side": N_("The action board lies with its normal side up"),
    "side_quick": N_("The action board lies with its easy side up"),
    "start": N_("Everyone takes boards: {n}, pitch: {pitch}, food: {food}"),
    "start_quick": N_("No food, pitch or small animals; everyone takes boards: {n}"),
    "placing": N_("Place workers in this order: {names}"),
    "first_animals": N_("Everyone draws a male and a female of different species"),
    "workers_lie": N_("Workers: {shares}"),
    "tiles_lie": N_("Bonus tiles: {shares}"),
    "closed": N_("The hull is closed"),
    "first_in_flood": N_("In a flood now {seat} would load first"),
    "workers": N_("Workers on top, from the left: {names}"),
    "begins": N_("Round 1: the round marker is on its first space"),
    "round": N_("Round {n}: move the round marker one space"),
    "extra_round": N_("Round {n}: the hull has a gap, the round marker stays"),
    "bonus": N_("{seat} scores {n}: take the bonus tile off {action}"),
    "bonus_tiles": N_("Bonus tiles: {shares}"),
    "done": N_("{action}, done: {seat} moves the worker up"),
    "takes": N_("{action}: {shares}; the worker moves up"),
    "takes_quick": N_("{action}: {shares}"),
    "takes_nothing": N_("{action}: none is left to take; the worker moves up"),
    "takes_nothing_quick": N_("{action}: none is left to take"),
    "pitch_runs_out": N_("That is the last pitch of the supply"),
    "food_runs_out": N_("That is the last food of the supply"),
    "boards_run_out": N_("{seat} has no boards left in the supply"),
    "draws": N_("{seat} draws {shares}"),
    "no_animals": N_("The bags are empty: no animal for {names}"),
    "takes_last": N_("{seat} takes the one that is left: {animal}"),
    "couple": N_("{animal}: {seat} and {other} turn their tiles over"),
    "own_couple": N_("{animal}: {seat} turns both tiles over"),
    "alone": N_("{animal} is alone again: {seat} turns the tile back"),
    "into_bag": N_("{animal} and the tiles not kept go into the bags"),
    "only_a_point": N_("Nothing is left to take: {seat} scores 1 point"),
    "only_swap": N_("{seat} has no animal to trade: swap two boards"),
    "no_exchange": N_("{seat} has nothing to exchange"),
    "swaps": N_("The boards {place} and {elsewhere} change places"),
    "stray": N_("The board {place} goes back to the supply ({seat})"),
    "back": N_("A board goes back to the supply ({seat})"),
    "passes": N_("{action}: nothing possible for {names}"),
    "pays": N_("Points for {animal}: {shares}"),
    "pays_for_corral": N_("{boards} boards, {pitch} pitch: {shares}"),
    "pays_for_corral_quick": N_("{boards} boards: {shares}"),
    "gives_half": N_("{seat} gives the other half of the pair"),
    "exchanges": N_("{seat} draws 3 tiles and may trade one, or swaps two boards"),
    "exchanges_quick": N_("{seat} scores 1, draws 3 tiles and may trade one"),
    "gives": N_("{seat} gives {animal} for the pair"),
    "learned": N_("Learned: {animal}, size {n}, points {points}"),
    "name_taken": N_("That animal is known already, and it cannot be drawn now"),
    "flood": N_("Every outer edge has a board: the flood comes"),
    "no_board_left": N_("No board is left to build with: the flood comes"),
    "last_loading": N_("Load what is left, for no points: {names}"),
    "no_room_for_food": N_("{seat} finds no room for food"),
    "no_room_for_pairs": N_("{seat} finds no corral for a pair"),
    "majority": N_("Most outer boards, {n} points: {names}"),
    "loses": N_("{seat} loses {n} for what is left over"),
}
"""What hands must do; those in which a number decides the form are worded by the voice."""

FACTS = {
    "round": N_("Round"),
    "supply": N_("Supply"),
    "flood": N_("The flood comes"),
    "drawn": N_("Drawn"),
    "on-ark": N_("On the ark"),
    "aboard": N_("Pairs aboard"),
    "on-ark-": N_("{name} on the ark"),
    "stock-": N_("{name} has"),
    "animals-": N_("{name}'s animals"),
    "score-": N_("{name}'s points"),
}

SIGNS = {
    "current": N_("{name} here"),
    "completed": N_("{name} done"),
    "bonus": N_("bonus +{n}"),
    "boards": N_("boards {n}"),
    "supply": N_("in supply {n}"),
    "pitch": N_("pitch {n}"),
    "food": N_("food {n}"),
    "squares": N_("squares {n}"),
    "size": N_("size {n}"),
}

FLOODS = {"closed": N_("every outer edge has a board"), "no-board": N_("no board is left to build with")}
"""Why it comes."""

REASONS = {
    "bonus": N_("bonus tile: {what}"),
    "exchange": N_("award of the exchange, round {what}"),
    "boards": N_("boards built, round {what}"),
    "pitch": N_("pitch added, round {what}"),
    "built": N_("boards and pitch added, round {what}"),
    "food": N_("food loaded, round {what}"),
    "tile": N_("{what} loaded"),
    "half": N_("animal of size {what} loaded"),
    "corral-boards": N_("boards around: {what}"),
    "corral-pitch": N_("pitch around: {what}"),
    "outer-majority": N_("most boards on the outer edges"),
    "boards-left": N_("boards left over: {n}"),
    "food-left": N_("food left over: {n}"),
    "pitch-left": N_("pitch left over: {n}"),
    "tile-left": N_("left behind: {what}"),
    "left-over": N_("left over: {n}"),
}

HELP = {
    "first_male": (
        N_("One male and one female each, of different species: put one back and draw again if they match."),
    ),
    "first_female": (
        N_("One male and one female each, of different species: put one back and draw again if they match."),
    ),
    "rain": (N_("The first player's worker starts on the left; the others follow clockwise."),),
    "choose": (
        N_("Actions are carried out from left to right; only one worker fits on each."),
        N_("A bonus tile is scored as soon as you choose its action."),
    ),
    "choose_two": (
        N_("Once all workers stand on their actions, tell where both of yours are."),
        N_("A bonus tile is scored as soon as you choose its action."),
    ),
    "choose_quick": (N_("Any action may be chosen, also one that was chosen before in this round."),),
    "third": (N_("With three players one animal more is drawn, from the bag of your choice."),),
    "take": (N_("Everyone takes one of the drawn animals, the chooser first."),),
    "took": (N_("Tell which of the drawn animals you took. Turn coupled tiles over."),),
    "award": (N_("The award comes first; what the supply lacks cannot be taken."),),
    "exchange": (
        N_("Draw three animals and trade one for one of yours, or swap two boards of different colours."),
        N_("You may keep your animals after looking."),
    ),
    "give": (
        N_("Draw three animals and trade one for one of yours, or swap two boards of different colours."),
        N_("You may keep your animals after looking."),
    ),
    "trade": (N_("You may trade one drawn animal for one of yours; the rest goes back into the bags."),),
    "get": (N_("Tell which of the three drawn animals you kept; the rest goes back into the bags."),),
    "swap": (N_("Any two boards of different colours, also around finished corrals. No points."),),
    "swap_with": (N_("Any two boards of different colours, also around finished corrals. No points."),),
    "exchange_quick": (
        N_("You have scored 1 point. Draw three animals; you may trade one for any of yours, coupled or not."),
    ),
    "give_quick": (
        N_("You have scored 1 point. Draw three animals; you may trade one for any of yours, coupled or not."),
    ),
    "build": (
        N_("One point for each board and each cube."),
        N_("A board goes on any empty edge, but never inside a finished corral."),
        N_("A cube needs boards on both edges next to its space."),
        N_("At most four squares, shut in by boards, are a corral; boards left inside go back to their supply."),
        N_("The bow points west."),
    ),
    "build_quick": (
        N_("A board goes on any empty edge, but never inside a finished corral."),
        N_("At most four squares, shut in by boards, are a corral; boards left inside go back to their supply."),
        N_("The bow points west."),
    ),
    "build_boards": (N_("Count every board you added. Did boards inside a new corral go back? Then tell that first."),),
    "board_back": (N_("Boards inside a corral that closes go back to the supply of their owner; their points stay."),),
    "build_pitch": (N_("A cube needs boards on both edges next to its space."),),
    "built_else": (N_("One point for each board and each cube. Shown is what everyone could build at most."),),
    "built": (N_("One point for each board and each cube. Boards that went back keep their points."),),
    "load": (
        N_("Food: 1 loading point and 1 point a tile, into a finished corral with a board of yours."),
        N_("A pair: its size for each of your own tiles; the mate of another player is free, small animals too."),
        N_("The corral has exactly the right size, food in every square, all pitch next to it, and a board of yours."),
        N_("One pair of big and one pair of small animals fit into a corral."),
    ),
    "load_quick": (N_("The corral has exactly the right size, is empty, and has a board of yours."),),
    "loaded_else": (
        N_("Shown is all the food that everyone could load. Who loaded a pair, or less food, tells it then."),
    ),
    "loaded_rest": (
        N_("Shown is all the food that they could still load. Who loaded another pair, or less food, tells it then."),
    ),
    "loaded_rest_none": (N_("Who loads no other pair is not asked again."),),
    "built_else_none": (N_("One point for each board and each cube. Boards that went back keep their points."),),
    "loaded_else_none": (N_("All who load food or a pair in this action, together in one answer."),),
    "loaded_else_none_quick": (N_("All who load a pair in this action, together in one answer."),),
    "loads": (
        N_("Tell every pair: how large its corral is and whose its halves are. All food of this turn comes last."),
        N_("A pair: its size for each of your own tiles; the mate of another player is free, small animals too."),
        N_("The corral has exactly the right size, food in every square, all pitch next to it, and a board of yours."),
    ),
    "loads_quick": (N_("The corral has exactly the right size, is empty, and has a board of yours."),),
    "corral_own_boards": (N_("Count the boards around the corral, each colour by itself."),),
    "corral_boards": (N_("Count the boards around the corral, each colour by itself."),),
    "corral_pitch": (N_("Count the cubes next to the outer boards of the corral; corners count too."),),
    "corral_own": (
        N_("Count your own boards around the corral, and the cubes next to its outer boards; corners count too."),
    ),
    "corral_own_quick": (N_("Count the boards around the corral, each colour by itself."),),
    "corral_walls": (
        N_("Count the boards around the corral, each colour by itself."),
        N_("Count the cubes next to the outer boards of the corral; corners count too."),
    ),
    "corral_walls_quick": (N_("Count the boards around the corral, each colour by itself."),),
    "corral_rest": (N_("Count the boards around the corral, each colour by itself."),),
    "hull_closed": (N_("The flood comes once every outer edge has a board. Empty pitch spaces do not matter."),),
    "hull_led": (
        N_("The flood comes once every outer edge has a board. Empty pitch spaces do not matter."),
        N_("Each of those in the lead scores the bonus, also when tied."),
    ),
    "last_food": (N_("Into any corral, for no points. What is left over costs 1 point each."),),
    "last_pairs": (
        N_("Into any corral that has the size, food and pitch, for no points. Animals left cost their size."),
    ),
    "outer_majority": (N_("Each of those in the lead scores the bonus, also when tied."),),
    "another_name": (N_("Write its name, or choose one of our list that we took out for so many players."),),
    "another_sex": (N_("Males are blue, females pink."),),
    "another_size": (N_("The tile shows how large the corral of its pair is. Both tiles of a pair show the same."),),
    "another_points": (N_("The points stand in the upper right corner of the tile."),),
    "another_pair": (N_("The tile shows how large the corral of its pair is. Both tiles of a pair show the same."),),
    "left_figures": (N_("Animals that stay behind cost their size. Choose the one whose tile shows another size."),),
    "left_over": (
        N_("Load food and pairs that still fit first, for no points."),
        N_("One point is lost for each board, cube and food tile, and for each animal as many as its size."),
    ),
}
