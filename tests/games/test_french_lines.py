"""French as it is composed: thousands of lines of random matches, read for what no French family would say."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.facts import FactChange
from companion.core.game import Game, Voice
from companion.core.grammar import GRAMMARS, NOUN
from companion.core.match import Match
from companion.core.question import Race
from companion.core.registry import find_game, list_game_ids
from companion.device.views.pick import PickView
from companion.testing.fit import list_views
from tests.catalogs import domains, read_catalog

NAMES = ("Anna", "Élodie", "Hugo", "Yves", "Ben")
LEAST = {"ark": 1500, "ark-and-noah": 1500, "noah": 500, "noahs-ark": 400, "any": 60}
"""How many different lines of each game a sample has at least; all together they are thousands."""
VOWEL = "aeiouyàâäéèêëîïôöùûüœ"
WRONG = {
    "an elision is missing": rf"(?i)\b(?:de|le|la|que|ne|se|me|te|je|jusque|lorsque|puisque) (?:[{VOWEL}](?!\d)\w|hugo)",
    "de and le are one word": r"\b(?:[Dd]e|à) les? {noun}\b",
    "a space before the mark can break": r"[ \u00a0][:;?!»%](?!\w)|«[ \u00a0]",
    "a space is missing before the mark": r"[a-zà-ÿ)»♂♀][:;?!](?=\s|$)|\d[:;](?=\s|$)",
    "two spaces": r"[ \u00a0\u202f]{2}",
    "a straight apostrophe": r"'",
    "a number in the English way": r"\d\.\d|\d%",
    "nothing was filled in": r"[{}]",
    "English": r"(?i)\b(?:the|and|of|with|your|card|cards|is|are|which|who|into|from|board|boards|food|points? each)\b",
}  # fmt: skip


def nouns() -> dict[str, str]:
    """Every noun of the catalogs with its traits."""
    found = [str(m.string) for name, at in domains() for m in read_catalog(name, at, "fr") if m.context == NOUN]
    return {text: traits for text, _, traits in (entry.partition("|") for entry in found)}


def wrong_articles() -> str:
    """An article that does not agree with its noun, as one pattern."""
    wrong = []
    for noun, traits in nouns().items():
        articles = "le|la|un|une|du" if "p" in traits else "les|le|un|du" if "f" in traits else "les|la|une"
        wrong.append(rf"\b(?:{articles}) {re.escape(noun)}\b")
    return "(?i)" + "|".join(wrong)


def matches(game: Game) -> Iterator[Match]:
    """Random matches with different options, numbers of players and deals."""
    names = [option.name for option in game.options]
    for players, at, deal in ((-1, 0, "table"), (0, 1, "table"), (-1, -1, "virtual"), (0, 0, "virtual")):
        values = [option.list_values(deal)[at % len(option.list_values(deal))] for option in game.options]
        seats = NAMES[: game.players[players]]
        yield Match(game, game.set_up(seats, dict(zip(names, values, strict=True)), 10 + at, deal))


def asked(match: Match, voice: Voice) -> Iterator[str]:
    """All that is said of one question."""
    question, table = match.question, match.table
    assert question is not None
    yield voice.prompt(question, table)
    yield from (voice.label_text(choice, question, table) for choice in question.choices)
    yield from voice.help(question, table)
    for what, reasons in (voice.explain_missing_choices(question, table) or {}).items():
        yield voice.say("{fact}: {value}", fact=what, value=voice.say.join_phrases(reasons))
    if not isinstance(question, Race):
        for view in list_views(match, voice):
            yield from (row.label for row in view.rows) if isinstance(view, PickView) else ()


def stood(match: Match, voice: Voice) -> Iterator[str]:
    """All that is said of the table as it is."""
    table = match.table
    yield voice.heading(table)
    for facts in (match.facts, *(table.secrets(seat.index) for seat in table.seats)):
        yield from (voice.describe_change(FactChange(name, None, value), table) for name, value in facts.items())
    yield from (voice.cue(cue, table) for cue in match.cues)
    yield from (voice.describe_points(entry, entry.points, table) for entry in table.ledger.entries[-5:])
    for title, lines in voice.overview(table).items():
        yield from (title, *lines)


def lines_of(game: Game) -> set[str]:
    """A sample of everything the game says in French."""
    voice, found = game.voice(game.say("fr")), set[str]()
    for match in matches(game):
        bot = make_random_bot(Random(5))
        while match.question is not None:
            found.update(asked(match, voice), stood(match, voice))
            match.answer(bot(match.question, match.table))
        assert match.outcome is not None
        found.update(stood(match, voice), (voice.describe_outcome(match.outcome, match.table),))
    return {line for line in found if line}


@pytest.mark.parametrize("name", list_game_ids())
def test_every_composed_line_is_french(name: str) -> None:
    lines = lines_of(find_game(name))
    assert len(lines) >= LEAST[name]
    every_noun = "(?:" + "|".join(map(re.escape, nouns())) + ")"
    patterns = {why: wrong.replace("{noun}", every_noun) for why, wrong in WRONG.items()}
    patterns["an article does not agree"] = wrong_articles()
    match = [(why, line) for why, wrong in patterns.items() for line in sorted(lines) if re.search(wrong, line)]
    assert match == []


@pytest.mark.parametrize(("line", "why"), [
    ("Points de Anna", "an elision is missing"),
    ("Main de Hugo", "an elision is missing"),
    ("Qui\u202f? Ben ou Anna?", "a space is missing before the mark"),
    ("Qui ?", "a space before the mark can break"),
    ("12.5\u202f%", "a number in the English way"),
    ("l'arche", "a straight apostrophe"),
])  # fmt: skip
def test_the_check_would_find_one(line: str, why: str) -> None:
    assert [one for one, wrong in WRONG.items() if re.search(wrong, line)] == [why]


@pytest.mark.parametrize("line", ["la éléphant ♀", "où va le pommes", "une lion"])
def test_an_article_that_does_not_agree_would_be_found(line: str) -> None:
    assert re.search(wrong_articles(), line)


def test_every_noun_has_a_gender() -> None:
    assert nouns()
    assert [noun for noun, traits in nouns().items() if not re.fullmatch(r"[mf]p?h?", traits)] == []
    assert GRAMMARS["fr"].noun("pommes|fp").many
