"""What the cards, kinds and cabins of Ark are called."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.core.errors import N_, Phrase
from companion.core.words import LANGUAGES, Say, spelled
from companion.games.ark.pieces import KINDS, NONE, Cargo
from companion.games.ark.table import Cabin

CARDS = {
    "elephant": (N_("elephant"), N_("the elephant")),
    "bronto": (N_("bronto"), N_("the bronto")),
    "tyranno": (N_("tyranno"), N_("the tyranno")),
    "mammoth": (N_("mammoth"), N_("the mammoth")),
    "rhinoceros": (N_("rhinoceros"), N_("the rhinoceros")),
    "hippopotamus": (N_("hippopotamus"), N_("the hippopotamus")),
    "polar-bear": (N_("polar bear"), N_("the polar bear")),
    "musk-ox": (N_("musk ox"), N_("the musk ox")),
    "brown-bear": (N_("brown bear"), N_("the brown bear")),
    "bison": (N_("bison"), N_("the bison")),
    "lion": (N_("lion"), N_("the lion")),
    "dog": (N_("dog"), N_("the dog")),
    "cow": (N_("cow"), N_("the cow")),
    "horse": (N_("horse"), N_("the horse")),
    "sheep": (N_("sheep"), N_("the sheep")),
    "goat": (N_("goat"), N_("the goat")),
    "pig": (N_("pig"), N_("the pig")),
    "cat": (N_("cat"), N_("the cat")),
    "camel": (N_("camel"), N_("the camel")),
    "reindeer": (N_("reindeer"), N_("the reindeer")),
    "bee": (N_("bee"), N_("the bee")),
    "chimpanzee": (N_("chimpanzee"), N_("the chimpanzee")),
    "turtle": (N_("turtle"), N_("the turtle")),
    "hedgehog": (N_("hedgehog"), N_("the hedgehog")),
    "skunk": (N_("skunk"), N_("the skunk")),
    "snail": (N_("snail"), N_("the snail")),
    "sloth": (N_("sloth"), N_("the sloth")),
    "koala": (N_("koala"), N_("the koala")),
    "crocodile": (N_("crocodile"), N_("the crocodile")),
    "python": (N_("python"), N_("the python")),
    "toad": (N_("toad"), N_("the toad")),
    "seal": (N_("seal"), N_("the seal")),
    "earthworm": (N_("earthworm"), N_("the earthworm")),
    "fox": (N_("fox"), N_("the fox")),
    "tiger": (N_("tiger"), N_("the tiger")),
    "deer": (N_("deer"), N_("the deer")),
    "rabbit": (N_("rabbit"), N_("the rabbit")),
    "mouse": (N_("mouse"), N_("the mouse")),
    "antelope": (N_("antelope"), N_("the antelope")),
    "zebra": (N_("zebra"), N_("the zebra")),
    "squirrel": (N_("squirrel"), N_("the squirrel")),
    "moose": (N_("moose"), N_("the moose")),
    "dove": (N_("dove"), N_("the dove")),
    "ostrich": (N_("ostrich"), N_("the ostrich")),
    "beaver": (N_("beaver"), N_("the beaver")),
    "mosquito": (N_("mosquito"), N_("the mosquito")),
    "spider": (N_("spider"), N_("the spider")),
    "grain": (N_("grain"), N_("the grain")),
    "apples": (N_("apples"), N_("the apples")),
    "rain": (N_("Rain!"), N_("the rain")),
}
"""Every card by its id: as a label, and within a sentence."""

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
CLIMATE_NAMES = {"hot": N_("hot"), "cold": N_("cold"), "both": N_("hot or cold")}
FOOD_NAMES = {
    "herbivore": N_("herbivore"),
    "carnivore": N_("carnivore"),
    "omnivore": N_("omnivore"),
    "none": N_("eats nothing aboard"),
}
SIDE_NAMES = (N_("port {row}"), N_("starboard {row}"))
SIDE_ALONE = (N_("port"), N_("starboard"))


def kind_of(card: Cargo) -> str:
    """The id of the kind a card scores for, or of none."""
    return KINDS[card.kind] if card.kind >= 0 else NONE


def called(id: str) -> Phrase:
    """A card of the box by its id, as a label; an animal that only this box has is called by its id."""
    return Phrase(CARDS[id][0]) if id in CARDS else Phrase("{name}", name=id)


def label(card: Cargo) -> Phrase:
    """A card as its owner calls it, else as we do; one that was told without a name goes by its kind."""
    if card.unnamed:
        return Phrase(ONE_OF_KIND[kind_of(card)])
    return Phrase("{name}", name=card.name) if card.name else called(card.id)


def known_as(name: str, cards: Sequence[Cargo]) -> Cargo | None:
    """The card that somebody means by a name, in whichever language they speak; None if we have no such card."""
    wanted = spelled(name)
    return next((card for card in cards if not card.unnamed and wanted in _spellings(card)), None)


def _spellings(card: Cargo) -> frozenset[str]:
    return frozenset({spelled(card.name)}) if card.name else _words_for(card.id)


@cache
def _words_for(id: str) -> frozenset[str]:
    here = Path(__file__).parent
    words = [Say(language, (here.name, here / "locale")).error(called(id)) for language in LANGUAGES]
    return frozenset(map(spelled, [id, *words]))


def the(card: Cargo) -> Phrase:
    """A card within a sentence."""
    ours = not card.name and not card.unnamed and card.id in CARDS
    return Phrase(CARDS[card.id][1]) if ours else label(card)


def cabin_name(cabin: Cabin) -> Phrase:
    """A cabin by its side and its row from the bow."""
    return Phrase(SIDE_NAMES[cabin.side], row=cabin.row + 1)
