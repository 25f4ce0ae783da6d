"""Features of each card that an owner can correct: name, climate, weight, nourishment and kind."""

from companion.core.box import Box
from companion.core.errors import N_, Phrase
from companion.core.teach import Lesson, Value
from companion.games.ark.names import CLIMATE_NAMES, FOOD_NAMES, KIND_NAMES, ONE_OF_KIND, name_by_id
from companion.games.ark.pieces import (
    ANIMAL_KINDS,
    CLIMATES,
    HEAVIEST,
    KNOWN_BY_NAME,
    NOURISHED,
    NOURISHMENTS,
    PROVISION,
    SHY,
)

PROMPTS = {
    "name": N_("Take a card you haven't entered yet. Which animal is it? (We guessed {card})"),
    "nameless": N_("You entered {card} {weight} without a name. Which animal is it?"),
    "climate": N_("Which climate does {card:the} like? Yellow is hot, blue is cold."),
    "weight": N_("How heavy is {card:the}?"),
    "nourishment": N_("What does {card:the} eat?"),
    "kind": N_("Which kind is {card:the}?"),
}
FIGURE_NAMES = {"climate": N_("Climate"), "weight": N_("Weight"), "nourishment": N_("Eats"), "kind": N_("Kind")}
EATS = N_("{card:The}: the rulebook says {one} or {other}. Is that what's printed?")
NO_WEIGHT = N_("no animal weighs {n}, but the rulebook says some do")
NO_SHY = N_("no animal is shy, but the rulebook says some are")
WORDS = {"climate": CLIMATE_NAMES, "nourishment": FOOD_NAMES, "kind": KIND_NAMES}


def lessons(box: Box) -> list[Lesson]:
    """List a lesson for every guessed feature, card by card, under the owner's name for the card."""
    known = {path for path, origin in box.provenance.items() if origin in ("rulebook", "source")}
    cards = [(group, card) for group in ("animals", "provisions") for card in box.list_names(group)]
    return [lesson for group, card in cards for lesson in _card(box, group, card) if lesson.path not in known]


def _card(box: Box, group: str, card: str) -> list[Lesson]:
    entry = f"{group}.{card}."
    named = box.text(entry + "name") if box.has(entry + "name") else ""
    kind = box.text(entry + "kind") if group == "animals" else PROVISION
    figures = ("climate", "weight", *(("nourishment", "kind") if group == "animals" else ()))
    nameless = (
        not named and card not in KNOWN_BY_NAME and all(box.provenance[entry + figure] == "owner" for figure in figures)
    )
    name = Phrase("{name}", name=named) if named and named != card else name_by_id(card)
    if nameless:
        name = Phrase(ONE_OF_KIND[kind])

    def lesson(feature: str, allowed: tuple[Value, ...], guess: Value) -> Lesson:
        text = PROMPTS["nameless" if nameless and feature == "name" else feature]
        prompt = Phrase(text, card=name, weight=box.whole(entry + "weight", 0, HEAVIEST))
        figure = FIGURE_NAMES.get(feature, "")
        sort = KIND_NAMES[PROVISION] if group == "provisions" else ""
        return Lesson(entry + feature, prompt, allowed, guess, WORDS.get(feature), piece=name, figure=figure, sort=sort)

    lessons = [] if card in KNOWN_BY_NAME else [lesson("name", (), named or card)]
    lessons.append(lesson("climate", CLIMATES, box.text(entry + "climate")))
    lessons.append(lesson("weight", tuple(range(HEAVIEST + 1)), box.whole(entry + "weight", 0, HEAVIEST)))
    if group == "animals":
        lessons.append(lesson("nourishment", NOURISHMENTS, box.text(entry + "nourishment")))
        lessons.append(lesson("kind", ANIMAL_KINDS, box.text(entry + "kind")))
    return lessons


def doubts(box: Box) -> dict[str, Phrase]:
    """List statements of the rulebook that the owner's corrections contradict."""
    doubts_by_path = {}
    for card, foods in NOURISHED.items():
        path = f"animals.{card}.nourishment"
        if box.text(path) not in foods:
            likely = [Phrase(FOOD_NAMES[food]) for food in foods]
            doubts_by_path[path] = Phrase(EATS, card=name_by_id(card), one=likely[0], other=likely[1])
    animals = [f"animals.{name}." for name in box.list_names("animals")]
    weights = {box.whole(entry + "weight", 0, HEAVIEST) for entry in animals}
    for weight in set(range(HEAVIEST + 1)) - weights:
        doubts_by_path[f"animals.weight-{weight}"] = Phrase(NO_WEIGHT, n=weight)
    if not any(box.text(entry + "kind") == SHY for entry in animals):
        doubts_by_path["animals.shy"] = Phrase(NO_SHY)
    return doubts_by_path
