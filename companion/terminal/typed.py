"""Find the choice meant by a typed word: a number, an id, or words of its label."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from re import compile as compile_pattern
from re import findall
from typing import Any, TypeVar

from companion.core.errors import N_, NotAChoice, Phrase, join_reasons
from companion.core.game import GUESS_MARK, Voice
from companion.core.match import Match
from companion.core.missing_choices import Doubt, explain_missing_choices
from companion.core.played_anyway import ANYWAY_PREFIX
from companion.core.question import FREE_TEXT_PREFIX, FreeTextQuestion, Numbers, NumbersQuestion, Question
from companion.core.seat import SYMBOLS
from companion.core.unknown_piece import ANOTHER
from companion.core.words import normalize_spelling

T = TypeVar("T")


SIGNS = "".join(SYMBOLS) + " "
FREE_LETTERS = "abcdefghijkmnpvwxyz"
"""Letters that aren't commands of a match."""
NAME_AND_NUMBER = compile_pattern(r"(.*?)[\s=]*([-+]?[0-9]{1,9})")
MOST_REASONS = 4
"""Most matching refusals that are all explained; more would fill a page."""


def has_numeric_choices(question: Question, counted: Container[str] = ()) -> bool:
    """Whether choices are numbers themselves, now or earlier in the match, so that 4 isn't the fourth line."""
    if isinstance(question, NumbersQuestion):
        return len(question.fields) == 1
    return question.ask in counted or any(id.isdecimal() for id in question.list_ids())


class AmbiguousChoice(NotAChoice):
    """A typed word matches several choices; `places` are their indices."""

    def __init__(self, word: str, places: Sequence[int]) -> None:
        super().__init__(N_("{choice!r} fits several answers: type more of it, or the number"), choice=word[:60])
        self.places = places


def list_keys(question: Question, counted: Container[str] = ()) -> list[str]:
    """Return the key of each choice: the number of its line, or its own number and letters for the others.

    >>> list_keys(Question(0, "load", (2, 1, "lion", "done")))
    ['2', '1', 'a', 'b']
    """
    if not has_numeric_choices(question, counted):
        return [str(n) for n in range(1, len(question.choices) + 1)]
    letters = (first + second for first in ("", *FREE_LETTERS) for second in FREE_LETTERS)
    return [id if id.isdecimal() else next(letters) for id in question.list_ids()]


def format_ranges(keys: Sequence[str]) -> str:
    """Abbreviate keys as ranges.

    >>> format_ranges(["7", "4", "3", "2", "1", "a", "b", "c"])
    '1-4, 7, a-c'
    """
    numbers, letters = sorted(int(key) for key in keys if key.isdecimal()), [key for key in keys if key.isalpha()]
    runs: list[tuple[str, str]] = []
    for number in numbers:
        if runs and number == int(runs[-1][1]) + 1:
            runs[-1] = (runs[-1][0], str(number))
        else:
            runs.append((str(number), str(number)))
    runs += [(letters[0], letters[-1])] if letters else []
    return ", ".join(first if first == last else f"{first}-{last}" for first, last in runs)


def find_choice(word: str, match: Match, voice: Voice, counted: Container[str] = ()) -> Any:
    """Return the choice that was typed. Raise NotAChoice with the reason, or with what can be typed.

    Questions in `counted` had numbers among their choices before, so a number isn't the number of a line.
    """
    question, table = match.question, match.table
    assert question is not None
    ids = question.list_ids()
    # an id is unambiguous, even where it looks like a key or a word
    if word in ids:
        return question.choices[ids.index(word)]
    # before lines and labels: where one number is asked for, 2 is that number, and `farm -1` is not `farm +1`
    if isinstance(question, NumbersQuestion) and word[-1:].isdecimal() and not is_line_number(word, question):
        numbers = find_numbers(word, question, voice, table)
        return match.find_choice(word if numbers is None else numbers).choice
    keys = list_keys(question, counted)
    if normalize_key(word) in keys:
        return question.choices[keys.index(normalize_key(word))]
    signs = voice.list_typed_signs()
    labels = [voice.label(choice, question, table).text for choice in question.choices]
    named = list(zip(labels, question.choices, strict=True))
    # where unknown pieces may be entered, loose words would turn a new name into a piece we know
    matching = find_by_name(word, named, signs) or ([] if ANOTHER in ids else find_by_words(word, named, signs))
    if len(matching) == 1:
        return matching[0]
    if isinstance(question, FreeTextQuestion):
        return match.find_choice(FREE_TEXT_PREFIX + word).choice
    if matching:
        raise AmbiguousChoice(word, [place for place, choice in enumerate(question.choices) if choice in matching])
    raise explain_refusal(word, match, voice, counted)


def is_line_number(word: str, question: NumbersQuestion) -> bool:
    """Whether a number alone is that of a line, because several numbers are asked for."""
    return word.isdecimal() and len(question.fields) > 1


def find_numbers(word: str, question: NumbersQuestion, voice: Voice, table: Any) -> Numbers | None:
    """Return numbers that were typed as `farm 3, gold 5`, or as `7` if only one is asked for; None if it isn't that."""
    named = [(voice.name_field(field, question, table), field.id) for field in question.fields]
    entered: dict[str, int] = {}
    for part in word.split(","):
        typed = NAME_AND_NUMBER.fullmatch(part.strip())
        if typed is None:
            return None
        ids = find_by_name(typed[1], named, {}) if typed[1] else [field.id for field in question.fields]
        if len(ids) != 1 or ids[0] in entered:
            return None
        entered[ids[0]] = int(typed[2])
    return question.make_numbers(entered)


def normalize_key(word: str) -> str:
    """Return a typed key in lower case, without leading zeros."""
    return (word.lstrip("0") or "0") if word.isdecimal() else word.casefold()


def find_by_name(word: str, named: Iterable[tuple[str, T]], signs: Mapping[str, str]) -> list[T]:
    """Return values whose name equals the words, else begins with them, else with their letters, ignoring accents.

    >>> find_by_name("lion f", [("lion ♂ (3)", 1), ("lion ♀ (3)", 2), ("lioness", 3)], {"f": "♀"})
    [2]
    >>> find_by_name("a female", [("a male ♂", 1), ("a female ♀", 2)], {"female": "♀"})
    [2]
    """
    plain = strip_label_signs(normalize_spelling(word))
    names = [(normalize_spelling(name), value) for name, value in named]
    wanted = (replace_signs(plain, signs), plain)
    exact = [value for name, value in names if name in wanted]
    words = [value for name, value in names if any(begins_with_words(name, start) for start in wanted)]
    letters = [value for name, value in names if name.startswith(wanted)]
    return (exact or words or letters) if plain else []


def begins_with_words(name: str, words: str) -> bool:
    """Whether a name begins with these words, not just with these letters."""
    return name.startswith(words) and not name[len(words) :][:1].isalnum()


def strip_label_signs(words: str) -> str:
    """Drop what the screen adds to a label: a player's sign, the mark of a guess."""
    return words.lstrip(SIGNS).removesuffix(GUESS_MARK).rstrip()


def replace_signs(words: str, signs: Mapping[str, str]) -> str:
    """Replace words by signs that people can't type: "lion f" becomes "lion ♀"."""
    first, *others = words.split(" ")
    return " ".join([first, *(signs.get(word, word) for word in others)])


def find_by_words(word: str, named: Iterable[tuple[str, T]], signs: Mapping[str, str]) -> list[T]:
    """Return values whose name has all these words, in any order. Numbers alone match nothing.

    >>> find_by_words("b1 a1", [("between a1 and b1", 1), ("between b1 and c1", 2)], {})
    [1]
    >>> find_by_words("lion lion", [("lion, eagle", 1), ("eagle, lion, lion", 2)], {})
    [2]
    """
    wanted = Counter(split_words(replace_signs(strip_label_signs(normalize_spelling(word)), signs)))
    if all(word.isdecimal() for word in wanted):
        return []
    return [value for name, value in named if wanted <= Counter(split_words(name))]


def split_words(text: str) -> list[str]:
    """Return the words, numbers and ♂/♀ signs of a text."""
    return findall(r"\w+|[♂♀]", normalize_spelling(text))


def explain_refusal(word: str, match: Match, voice: Voice, counted: Container[str] = ()) -> NotAChoice:
    """Explain why a typed word is no choice now."""
    question = match.question
    assert question is not None
    reasons: list[Phrase] = list(match.game.explain_refusal(word, match.table, question))
    if reasons:
        return NotAChoice(N_("{choice}: {why}"), choice=word, why=join_reasons(reasons))
    against = {
        **voice.list_pieces_elsewhere(question, match.table),
        **explain_missing_choices(match.game, voice, question, match.table),
    }
    signs = voice.list_typed_signs()
    named = [(name, (name, voice.say.join_phrases(why))) for name, why in against.items()]
    matching = find_by_name(word, named, signs) or (
        [] if ANOTHER in question.list_ids() else find_by_words(word, named, signs)
    )
    if 1 <= len(matching) <= MOST_REASONS:
        return refuse_all(matching, word, voice)
    if ANOTHER in question.list_ids() and is_name(word):
        return NotAChoice(N_("I don't know {choice!r}. If your game has it, type: + {choice}"), choice=word[:60])
    message = N_("{choice!r} isn't possible now; type {keys}, or the start of an answer")
    return NotAChoice(message, choice=word[:60], keys=format_ranges(list_keys(question, counted)))


def find_doubt(word: str, doubts: Sequence[Doubt], voice: Voice) -> Doubt | None:
    """Return the doubtful choice that was typed, by its id or its name; None if there is none, or several."""
    named = [(doubt.label, doubt) for doubt in doubts]
    exact = [doubt for doubt in doubts if doubt.id.removeprefix(ANYWAY_PREFIX) == word]
    matching = exact or find_by_name(word, named, voice.list_typed_signs())
    return matching[0] if len(matching) == 1 else None


def refuse_all(refusals: Sequence[tuple[str, str]], word: str, voice: Voice) -> NotAChoice:
    """Explain why none of the matching names can be chosen; a reason they share is given once."""
    (name, why), *others = refusals
    if all(reason == why for _, reason in others):
        return NotAChoice(N_("{choice}: {why}"), choice=word if others else name, why=why)
    lines = [voice.say("{fact}: {value}", fact=name, value=why) for name, why in refusals]
    return NotAChoice("{why}", why=voice.say.join_phrases(lines))


def is_name(word: str) -> bool:
    """Whether a word could be the name of a piece: letters, but no digits or signs."""
    return len(word) > 1 and all(letter.isalpha() or letter in " '’-" for letter in word)
