"""Features that an owner can correct: what each card shows, and the points of objectives.

How fast people turn dice is in the box as well, but isn't printed on any card, so nobody is asked.
"""

from collections.abc import Iterator
from functools import reduce
from typing import Any

from companion.core.box import Box
from companion.core.errors import N_, Phrase
from companion.core.teach import Lesson, Value
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.names import ANIMAL_NAMES, OBJECTIVE_NAMES, POWER_NAMES
from companion.games.noahs_ark.pieces import (
    MOST_KINDS,
    MOST_POINTS,
    OBJECTIVE_POINTS,
    PAIRS,
    PLAIN,
    POWERS,
    TURN,
    AnimalCard,
)

NO_POWER = N_("no “{power}” card, but the rulebook has one")
TWICE = N_("two cards exchange {one} and {other}, but in the rulebook all three differ")
NO_SNAKE = N_("no card exchanges snake and elephant, but the rulebook has one")
NO_NOA = N_("no card shows Noa, but the rulebook has some")
NO_LOW = N_("no card has 0 or 1 point, but some powers need such cards")
NOA = "noa"
CARD = N_("Take an animal card you haven't entered yet ({n} of {all}). What does it show?")
ADVANCED = N_("Take an advanced card you haven't entered yet ({n} of {all}). What does it show?")
REPLACING = N_("Take a “replace an animal” card you haven't entered yet ({n} of {all}). What does it show?")
WORTH = N_("How many points is “{what}” worth?")
CARD_FORM = N_("its two or three animals, its points, and noa if Noa is on it, for example {example}")
ADVANCED_FORM = N_("its power, its animals, its points, for example {example}; for {pairs} only the two animals")
REPLACING_FORM = N_("the two animals it exchanges, those it shows, and its points, for example {example}")


class CardLesson(Lesson):
    """A whole card entered as one line, in the words of its id."""

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Words allowed in the line: what the card can show, and its points."""
        return (
            *self.words,
            *([] if self.words.keys() - ANIMAL_NAMES.keys() else [NOA]),
            *map(str, range(MOST_POINTS + 1)),
        )

    def parse_answer(self, answer: Value) -> dict[str, object] | None:
        """Return the box entry for a line, None if no such card is possible."""
        words = str(answer).lower().replace("-", " ").replace("/", " ").split()
        card = self._card(words)
        return None if card is None else card.as_entry()

    def find_answer(self, entry: Any) -> Value | None:
        """Return the line for the card in the owner's file."""
        return format_line(entry) if isinstance(entry, dict) and "shows" in entry else None

    def _card(self, words: list[str]) -> AnimalCard | None:
        noa = NOA in words
        return _card([word for word in words if word != NOA], PLAIN, (), noa)


class AdvancedLesson(CardLesson):
    """A card with a power, which is entered first."""

    def _card(self, words: list[str]) -> AnimalCard | None:
        power, *rest = words or [""]
        if power == PAIRS:
            pair = [word for word in rest if not word.isdigit()]
            return AnimalCard("", 0, 2 * pair, 0, power=PAIRS) if _are_two(pair) else None
        return _card(rest, power) if power in POWERS and power != TURN else None


class ReplacingLesson(CardLesson):
    """A card that replaces an animal; the two it exchanges are entered first."""

    def _card(self, words: list[str]) -> AnimalCard | None:
        exchanged, rest = words[:2], words[2:]
        return _card(rest, TURN, tuple(exchanged)) if _are_two(exchanged) else None


def _card(words: list[str], power: str, turns: tuple[str, ...] = (), noa: bool = False) -> AnimalCard | None:
    """Return a card with these animals and, as last word, points; None if impossible."""
    *shows, points = words or [""]
    right = (
        len(shows) in (2, 3) and set(shows) <= set(ANIMALS) and points.isdecimal() and int(points[:9]) <= MOST_POINTS
    )
    return AnimalCard("", 0, shows, int(points), noa, power, turns) if right else None


def _are_two(animals: list[str]) -> bool:
    return len(animals) == len(set(animals)) == 2 and set(animals) <= set(ANIMALS)


def format_line(entry: dict[str, Any]) -> str:
    """Format a box entry as the line an owner would type."""
    power = entry.get("power", PLAIN)
    shows, points = _read_list(entry, "shows"), str(entry.get("points", 0))
    if power == PAIRS:
        return " ".join((PAIRS, *dict.fromkeys(shows)))
    if power == TURN:
        return " ".join((*_read_list(entry, "turns"), *shows, points))
    if power != PLAIN:
        return " ".join((str(power), *shows, points))
    return " ".join((*shows, points, *([NOA] if entry.get(NOA) else [])))


def _read_list(entry: dict[str, Any], key: str) -> list[str]:
    """Read a list from an entry; the box validates it later."""
    value = entry.get(key, [])
    return [str(entry) for entry in value] if isinstance(value, list) else [str(value)]


def read_entry(box: Box, path: str) -> dict[str, Any]:
    """Read the entry of a card; empty if the file holds something else there."""
    entry = box.get_value(path)
    return entry if isinstance(entry, dict) else {}


def lessons(box: Box) -> list[Lesson]:
    """List lessons: animal cards, then objective points, then advanced cards."""
    return [*_list_animal_lessons(box), *_list_objective_lessons(box), *_list_advanced_lessons(box)]


def _list_animal_lessons(box: Box) -> Iterator[Lesson]:
    names = box.list_names("animals")
    form = Phrase(CARD_FORM, example=format_example("lion", "eagle", "monkey", "3", NOA))
    for number, name in enumerate(names, 1):
        prompt = Phrase(CARD, n=number, all=len(names))
        yield CardLesson(
            f"animals.{name}", prompt, (), format_line(read_entry(box, f"animals.{name}")), ANIMAL_NAMES, form
        )


def _list_objective_lessons(box: Box) -> Iterator[Lesson]:
    for most in MOST_KINDS:
        path = f"objectives.{most}"
        prompt = Phrase(WORTH, what=Phrase(OBJECTIVE_NAMES[f"most-{most}"]))
        yield Lesson(path, prompt, tuple(OBJECTIVE_POINTS), box.whole(path, 0, 20))


def _list_advanced_lessons(box: Box) -> Iterator[Lesson]:
    """List lessons for advanced cards; those that replace an animal are numbered separately."""
    powers = {power: POWER_NAMES[power] for power in POWERS if power != TURN}
    for kind, prompt, words, form, replacing in (
        (
            AdvancedLesson,
            ADVANCED,
            powers | ANIMAL_NAMES,
            Phrase(
                ADVANCED_FORM,
                example=format_example("wild", "giraffe", "monkey", "1"),
                pairs=Phrase(POWER_NAMES[PAIRS]),
            ),
            False,
        ),
        (
            ReplacingLesson,
            REPLACING,
            ANIMAL_NAMES,
            Phrase(REPLACING_FORM, example=format_example("snake", "elephant", "eagle", "monkey", "1")),
            True,
        ),
    ):
        cards = {name: read_entry(box, f"advanced.{name}") for name in box.list_names("advanced")}
        names = [name for name, card in cards.items() if (card.get("power") == TURN) is replacing]
        for number, name in enumerate(names, 1):
            numbered_prompt = Phrase(prompt, n=number, all=len(names))
            yield kind(f"advanced.{name}", numbered_prompt, (), format_line(cards[name]), words, form)


def format_example(*words: str) -> Phrase:
    """Format an example line in the owner's language."""
    names = POWER_NAMES | ANIMAL_NAMES
    return reduce(
        lambda line, word: Phrase("{line} {word}", line=line, word=word),
        [Phrase(names[word]) if word in names else Phrase("{word}", word=word) for word in words],
    )


def doubts(box: Box) -> dict[str, Phrase]:
    """List statements of the rulebook that the owner's corrections contradict."""
    return {**_doubt_powers(box), **_doubt_exchanges(box), **_doubt_animals(box)}


def _list_entered_cards(box: Box, group: str) -> tuple[list[dict[str, Any]], int]:
    """Return the cards entered by their owner, and how many are still guesses."""
    names = box.list_names(group)
    entered = [name for name in names if box.provenance.get(f"{group}.{name}.shows") != "reconstructed"]
    return [read_entry(box, f"{group}.{name}") for name in entered], len(names) - len(entered)


def _doubt_powers(box: Box) -> dict[str, Phrase]:
    """Check that each power, except replacing an animal, is on at least one card."""
    several = [name for name in box.list_names("advanced") if read_entry(box, f"advanced.{name}").get("power") != TURN]
    entered = [name for name in several if box.provenance.get(f"advanced.{name}.shows") != "reconstructed"]
    missing = set(POWERS) - {TURN, *(str(read_entry(box, f"advanced.{name}").get("power")) for name in entered)}
    if len(missing) <= len(several) - len(entered):
        return {}
    return {f"advanced.{power}": Phrase(NO_POWER, power=Phrase(POWER_NAMES[power])) for power in sorted(missing)}


def _doubt_exchanges(box: Box) -> dict[str, Phrase]:
    """Check that three different pairs are exchanged, one of them snake and elephant."""
    replacing = [
        name for name in box.list_names("advanced") if read_entry(box, f"advanced.{name}").get("power") == TURN
    ]
    entered = [name for name in replacing if box.provenance.get(f"advanced.{name}.shows") != "reconstructed"]
    pairs = [tuple(sorted(_read_list(read_entry(box, f"advanced.{name}"), "turns"))) for name in entered]
    doubts = {}
    for one, other in {pair for pair in pairs if pairs.count(pair) > 1 and len(pair) == 2}:
        names = [Phrase(ANIMAL_NAMES[animal]) for animal in (one, other)]
        doubts[f"advanced.{one}-{other}"] = Phrase(TWICE, one=names[0], other=names[1])
    if len(entered) == len(replacing) and ("elephant", "snake") not in pairs:
        doubts["advanced.snake"] = Phrase(NO_SNAKE)
    return doubts


def _doubt_animals(box: Box) -> dict[str, Phrase]:
    """Check, once all animal cards are entered, that some show Noa and some are worth 0 or 1."""
    entered, guesses = _list_entered_cards(box, "animals")
    doubts = {}
    if entered and not guesses and not any(card.get(NOA) for card in entered):
        doubts["animals.noa"] = Phrase(NO_NOA)
    if entered and not guesses and all(card.get("points", 0) not in (0, 1) for card in entered):
        doubts["animals.points"] = Phrase(NO_LOW)
    return doubts
