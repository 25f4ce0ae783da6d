"""Words of the kinds of scoring that ship with Arkside, marked for translation; the TOML files hold them in English."""

from companion.core.errors import N_

TITLES = (
    N_("Points at any time"), N_("Turns and points"), N_("Points every round"), N_("Fewest points win"),
    N_("First to 100"), N_("Sets and pairs"), N_("Farm and goods"), N_("Building a city"), N_("Tricks"),
    N_("Dice sheet"), N_("Together"), N_("Without a winner"), N_("Until you pass"), N_("All at once"),
    N_("Chess clock"), N_("A minute each"), N_("Sand timer"), N_("Calm clock"), N_("Four seasons"), N_("Partners"),
    N_("Quiz with buzzers"), N_("My scoring"),
)  # fmt: skip
CATEGORIES = (
    N_("Points"), N_("Pairs"), N_("Threes"), N_("Series"), N_("Singles"), N_("Fields"), N_("Grain"), N_("Animals"),
    N_("Gold"), N_("Empty places"), N_("Military"), N_("Coins"), N_("Science"), N_("Buildings"), N_("Trade"),
    N_("Tricks won"), N_("Bonus"), N_("Penalty"), N_("Top half"), N_("Bottom half"), N_("Goals"), N_("Missed cards"),
    N_("Roads"), N_("Areas"),
)  # fmt: skip
PHASES = (N_("Plan"), N_("Build"), N_("Income"))
ROUNDS = (N_("Spring"), N_("Summer"), N_("Autumn"), N_("Winter"))
BIDS = (N_("Bid"),)
