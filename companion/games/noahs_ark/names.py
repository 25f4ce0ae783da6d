"""Names of the animals, powers, objectives and FLICE cards of Noah's Ark."""

from companion.core.errors import N_

ANIMAL_NAMES = {
    "lion": N_("lion"),
    "elephant": N_("elephant"),
    "giraffe": N_("giraffe"),
    "eagle": N_("eagle"),
    "snake": N_("snake"),
    "monkey": N_("monkey"),
}
POWER_NAMES = {
    "plain": N_("no power"),
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
    "most-animals": N_("most animals in total"),
}
STYLE_NAMES = {
    "flice-index-finger": N_("index finger"),
    "flice-fist": N_("underside of the fist"),
    "flice-knuckles": N_("knuckles"),
    "flice-little-finger": N_("little finger"),
    "flice-thumb": N_("thumb"),
    "flice-other-hand": N_("the other hand"),
}
