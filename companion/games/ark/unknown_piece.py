"""A card that is none of those we know: its owner tells what is printed on it, and it takes the place of a guess."""

from operator import eq

from companion.core.question import Play, Said, Telling
from companion.core.telling import UNNAMED, Figure, told_figures
from companion.games.ark.names import known_as
from companion.games.ark.pieces import (
    ANIMAL_KINDS,
    CLIMATE,
    CLIMATES,
    FIGURES,
    HEAVIEST,
    KIND,
    KINDS,
    KNOWN_BY_NAME,
    LONGEST_NAME,
    NAME,
    NONE,
    NOURISHMENT,
    NOURISHMENTS,
    PROVISION,
    WEIGHT,
    Cargo,
)
from companion.games.ark.table import ArkTable

Printed = tuple[str, int, str, str]
"""Kind, weight, climate, nourishment."""


class Wanted:
    """What the card may be that is told: any, or one of those that the ark can start with."""

    def __init__(
        self, weights: range = range(HEAVIEST + 1), kinds: tuple[str, ...] = (*ANIMAL_KINDS, PROVISION)
    ) -> None:
        self.weights = weights
        self.kinds = kinds

    def allows(self, card: Cargo) -> bool:
        """Whether a card could be it: what is certain about it must fit, what is guessed can be put right."""
        kind, weight, _, _ = card.figures
        return (WEIGHT in card.guesses or weight in self.weights) and (KIND in card.guesses or kind in self.kinds)


ANY = Wanted()


def tell_card(table: ArkTable, seat: int, wanted: Wanted = ANY) -> Play[Cargo]:
    """Ask for the name, then for each figure that nobody knows; the card as it is from now on."""
    guesses = [card for card in table.untold() if wanted.allows(card)]
    name, card = yield from _named(table, seat, guesses)
    printed = yield from _printed(seat, card, name, guesses, wanted)
    if card is None:
        card = most_alike(guesses, printed)
        if NAME not in card.guesses and not card.provision:
            _stand_in(table, card, name, printed)
            return card
        card.unnamed = not name and NAME in card.guesses
    _learn(table, card, name, printed)
    return card


def _named(table: ArkTable, seat: int, guesses: list[Cargo]) -> Play[tuple[str, Cargo | None]]:
    """What it is called, and the card of that name if we have it; one that has been seen already is asked again."""
    while True:
        answer = yield Telling(seat, "name", (UNNAMED, *guesses), None, LONGEST_NAME)
        if isinstance(answer, Cargo):
            return answer.name or answer.id, answer
        if not isinstance(answer, Said):
            return "", None
        card = known_as(answer.text, table.pieces.kinds.all[:-1])
        if card is None or card in guesses:
            return answer.text, card
        table.cue("told_before", card)


def _printed(seat: int, card: Cargo | None, name: str, guesses: list[Cargo], wanted: Wanted) -> Play[Printed]:
    """Every figure that could be several things."""
    about = card if card is not None else name or None
    kinds = [kind for kind in wanted.kinds if any(guess.provision == (kind == PROVISION) for guess in guesses)]
    if card is not None:
        possible = wanted.kinds if KIND in card.guesses else (card.figures[0],)
        kinds = [PROVISION] if card.provision else [kind for kind in possible if kind != PROVISION]
    weights = wanted.weights if card is None or WEIGHT in card.guesses else (card.weight,)
    climates = CLIMATES if card is None or CLIMATE in card.guesses else (card.climate,)
    kind, weight, climate = yield from told_figures(
        seat, (Figure("kind", kinds), Figure("weight", weights), Figure("climate", climates)), about
    )
    foods: tuple[str, ...] = (NONE,) if kind == PROVISION else NOURISHMENTS
    if card is not None and not card.provision:
        foods = NOURISHMENTS if NOURISHMENT in card.guesses else (card.nourishment,)
    (food,) = yield from told_figures(seat, (Figure("nourishment", foods),), about)
    return kind, weight, climate, food


def most_alike(guesses: list[Cargo], printed: Printed) -> Cargo:
    """The guess whose place a new card takes: kind and weight tell most about what is missing from the box.

    A place whose very name is a guess comes before one of a card that is certainly in the box, and one of those with
    an ability comes last.
    """

    def likeness(card: Cargo) -> tuple[bool, bool, int]:
        alike = [mine == told for mine, told in zip(card.figures, printed, strict=True)]
        return NAME in card.guesses, not card.power, sum(map(int.__mul__, alike, (2, 2, 1, 1)))

    provision = printed[0] == PROVISION
    return max((card for card in guesses if card.provision == provision), key=likeness)


def _learn(table: ArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Print it on the card, and remember it for other matches."""
    _remember(table, card.entry, card.guesses, name, printed)
    card.name = "" if name == card.id else name or card.name
    card.guesses = frozenset({NAME} & card.guesses) if card.unnamed else frozenset()
    _print(table, card, printed)


def _remember(table: ArkTable, entry: str, figures: frozenset[str], name: str, printed: Printed) -> None:
    """Keep those of these figures that were told."""
    for figure, value in zip(FIGURES, (name, *printed), strict=True):
        if figure in figures and value != "":
            table.learn(f"{entry}.{figure}", value)


def _print(table: ArkTable, card: Cargo, printed: Printed) -> None:
    """Let it show what was told, and find out anew what goes with what."""
    kind, weight, climate, food = printed
    card.print(climate, weight, food, kind)
    table.pieces.mark()
    table.settle()


def _stand_in(table: ArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Only the places of cards are left that are certainly in the box, such as the elephant, and it is none of them.

    So one of those came already, and was told without its name. Here the new card lies in its place, without any
    ability that goes with that name; in the box each belongs where the other one was.
    """
    nameless = next((one for one in table.pieces.kinds.all if one.unnamed and _could_be(one, card)), None)
    if nameless is not None:
        card.entry, nameless.entry = nameless.entry, card.entry
        _remember(table, nameless.entry, card.guesses, "", nameless.figures)
        _remember(table, card.entry, frozenset(FIGURES), name, printed)
    card.power, card.name, card.unnamed = "", name, not name
    card.guesses = frozenset() if name else frozenset({NAME})
    _print(table, card, printed)


def _could_be(nameless: Cargo, card: Cargo) -> bool:
    """Whether a card that was told without a name shows all that is certain about another one."""
    group, _, id = nameless.entry.partition(".")
    sure = [figure not in card.guesses for figure in FIGURES[1:]]
    alike = map(eq, nameless.figures, card.figures)
    return (
        group == "animals"
        and id not in KNOWN_BY_NAME
        and all(same for same, must in zip(alike, sure, strict=True) if must)
    )


def told_kinds(cards: list[Cargo]) -> list[str]:
    """The kinds that one of these cards could turn out to be; a guess could be any."""
    sure = {card.kind for card in cards if card.pet}
    open_to_any = any(not card.provision and card.guesses & {KIND, WEIGHT} for card in cards)
    return [kind for index, kind in enumerate(KINDS) if index in sure or (open_to_any and kind != PROVISION)]
