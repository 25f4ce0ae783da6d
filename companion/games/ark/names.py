"""Names of the cards, kinds and cabins of Ark."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.core.errors import N_, NOUN_, NounPhrase, Phrase
from companion.core.words import Say, list_languages, normalize_spelling
from companion.games.ark.pieces import KINDS, NONE, Cargo
from companion.games.ark.table import Cabin

CARDS = {
    "elephant": NOUN_("elephant"),
    "bronto": NOUN_("bronto"),
    "tyranno": NOUN_("tyranno"),
    "mammoth": NOUN_("mammoth"),
    "rhinoceros": NOUN_("rhinoceros"),
    "hippopotamus": NOUN_("hippopotamus"),
    "polar-bear": NOUN_("polar bear"),
    "musk-ox": NOUN_("musk ox"),
    "brown-bear": NOUN_("brown bear"),
    "bison": NOUN_("bison"),
    "lion": NOUN_("lion"),
    "dog": NOUN_("dog"),
    "cow": NOUN_("cow"),
    "horse": NOUN_("horse"),
    "sheep": NOUN_("sheep"),
    "goat": NOUN_("goat"),
    "pig": NOUN_("pig"),
    "cat": NOUN_("cat"),
    "camel": NOUN_("camel"),
    "reindeer": NOUN_("reindeer"),
    "bee": NOUN_("bee"),
    "chimpanzee": NOUN_("chimpanzee"),
    "turtle": NOUN_("turtle"),
    "hedgehog": NOUN_("hedgehog"),
    "skunk": NOUN_("skunk"),
    "snail": NOUN_("snail"),
    "sloth": NOUN_("sloth"),
    "koala": NOUN_("koala"),
    "crocodile": NOUN_("crocodile"),
    "python": NOUN_("python"),
    "toad": NOUN_("toad"),
    "seal": NOUN_("seal"),
    "earthworm": NOUN_("earthworm"),
    "fox": NOUN_("fox"),
    "tiger": NOUN_("tiger"),
    "deer": NOUN_("deer"),
    "rabbit": NOUN_("rabbit"),
    "mouse": NOUN_("mouse"),
    "antelope": NOUN_("antelope"),
    "zebra": NOUN_("zebra"),
    "squirrel": NOUN_("squirrel"),
    "moose": NOUN_("moose"),
    "dove": NOUN_("dove"),
    "ostrich": NOUN_("ostrich"),
    "beaver": NOUN_("beaver"),
    "mosquito": NOUN_("mosquito"),
    "spider": NOUN_("spider"),
    "grain": NOUN_("grain"),
    "apples": NOUN_("apples"),
    "rain": NOUN_("rain"),
}
"""Every card by its id."""
RAIN = N_("Rain!")
"""Name of the rain card."""

KIND_NAMES = {
    "heavy": N_("heavy"),
    "useful": N_("useful"),
    "slow": N_("slow"),
    "shy": N_("shy"),
    "provision": N_("provisions"),
    "none": N_("no kind"),
}
ONE_OF_KIND = {
    "heavy": N_("heavy animal"),
    "useful": N_("useful animal"),
    "slow": N_("slow animal"),
    "shy": N_("shy animal"),
    "provision": N_("provisions"),
    "none": N_("no kind"),
}
CLIMATE_NAMES = {"hot": N_("hot"), "cold": N_("cold"), "both": N_("any climate")}
FOOD_NAMES = {
    "herbivore": N_("herbivore"),
    "carnivore": N_("carnivore"),
    "omnivore": N_("omnivore"),
    "none": N_("eats nothing aboard"),
}
SIDE_NAMES = (N_("port {row}"), N_("starboard {row}"))
SIDE_ALONE = (N_("port"), N_("starboard"))


def kind_of(card: Cargo) -> str:
    """Return the id of the kind a card scores for, or NONE."""
    return KINDS[card.kind] if card.kind >= 0 else NONE


def name_by_id(id: str) -> Phrase:
    """Name a card by its id; an animal that only this owner has is called by its id."""
    if id == "rain":
        return Phrase(RAIN)
    return NounPhrase(CARDS[id]) if id in CARDS else Phrase("{name}", name=id)


def name_card(card: Cargo) -> Phrase:
    """Name a card as its owner calls it, else as we do; a card entered without a name goes by its kind."""
    if card.unnamed:
        return Phrase(ONE_OF_KIND[kind_of(card)])
    return Phrase("{name}", name=card.name) if card.name else name_by_id(card.id)


def find_card_by_name(name: str, cards: Sequence[Cargo]) -> Cargo | None:
    """Find the card with this name in any language, or None."""
    wanted = normalize_spelling(name)
    return next((card for card in cards if not card.unnamed and wanted in _spellings(card)), None)


def _spellings(card: Cargo) -> frozenset[str]:
    return frozenset({normalize_spelling(card.name)}) if card.name else _words_for(card.id)


@cache
def _words_for(id: str) -> frozenset[str]:
    folder = Path(__file__).parent
    words = [Say(language, (folder.name, folder / "locale")).phrase(name_by_id(id)) for language in list_languages()]
    return frozenset(map(normalize_spelling, [id, *words]))


def with_article(card: Cargo) -> Phrase:
    """Name a card for use within a sentence, where the translation adds its article."""
    ours = not card.name and not card.unnamed and card.id in CARDS
    return NounPhrase(CARDS[card.id]) if ours else name_card(card)


def cabin_name(cabin: Cabin) -> Phrase:
    """Name a cabin by its side and its row from the bow."""
    return Phrase(SIDE_NAMES[cabin.side], row=cabin.row + 1)
