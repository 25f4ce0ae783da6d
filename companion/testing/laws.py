"""Laws of every game, checked at every question of whole random matches.

A game's own tests call these with its set-ups and add laws of their own.
"""

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from gettext import GNUTranslations
from pathlib import Path
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.contract_checks import find_outcome_fault, find_question_fault
from companion.core.cue import Cue
from companion.core.facts import list_changes
from companion.core.fallback import find_words_fault
from companion.core.game import Game, Setup, Table
from companion.core.match import Match
from companion.core.playing import Run
from companion.core.question import TABLE, Question
from companion.core.words import find_languages

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")


def check_question(question: Question, setup: Setup) -> None:
    """Check that a question is put to an existing seat and has choices with distinct ids."""
    wrong = find_question_fault(question, len(setup.seats))
    assert not wrong, f"{wrong}: {question}"


def check_ledger(table: Table) -> None:
    """Check that every score is the sum of its entries, each with a reason."""
    for seat, score in enumerate(table.scores):
        assert sum(entry.points for entry in table.ledger.list_entries(seat)) == score
    assert all(entry.reason for entry in table.ledger.entries)


def play_checked(
    game: Game,
    setup: Setup,
    pieces: Any,
    seed: int,
    look: Callable[[Question | None, Any], None],
    hear: Callable[[Question | None, Any], None] = lambda question, answer: None,
) -> tuple[Table, int]:
    """Play a random game; `look` sees every question with its table, and at last None.

    `hear` gets every answer before it takes effect, and at last the outcome.
    """
    bot = make_random_bot(Random(seed))
    table = game.new_table(setup, pieces)
    run = Run(game, table)
    asked = 0
    while (question := run.question) is not None:
        asked += 1
        check_question(question, setup)
        look(question, table)
        answer = bot(question, table)
        hear(question, answer)
        run.answer(answer)
    wrong = find_outcome_fault(run.outcome, len(setup.seats))
    assert not wrong, wrong
    check_ledger(table)
    look(None, table)
    hear(None, run.outcome)
    return table, asked


def playthrough(game: Game, setup: Setup, seed: int) -> str:
    """Return a whole match as text: questions with choices, answers, and what changed on the table."""
    match = Match(game, setup)
    bot = make_random_bot(Random(seed))
    lines = [f"{game.id} {len(setup.seats)} seats {dict(setup.options)} {setup.deal} seed {setup.seed}"]
    lines += [f"  {name}: {value}" for name, value in match.facts.items()]
    lines += [f"  ! {cue}" for cue in match.cues]
    while match.question is not None:
        question, before = match.question, match.facts
        answer = bot(question, match.table)
        about = "" if question.about is None else f" ({question.about})"
        who = "table" if question.seat == TABLE else setup.seats[question.seat].name
        lines.append(
            f"{len(match.answers) + 1}. {who} {question.ask}{about}: {' '.join(question.list_ids())} -> {answer}"
        )
        match.answer(answer)
        lines += [f"  {c.name}: {c.before} -> {c.after}" for c in list_changes(before, match.facts)]
        lines += [f"  ! {cue}" for cue in match.cues]
    assert match.outcome is not None
    lines.append(f"over: {match.outcome.why} {[setup.seats[w].name for w in match.outcome.winners]}")
    lines += [f"  {e.points} {setup.seats[e.seat].name} {e.reason} {e.about}" for e in match.table.ledger.entries]
    return "\n".join(lines) + "\n"


Explains = Callable[[Question, Any, Any], Iterable[str]]
"""Facts that people expect an answer to change, as patterns such as `hand-0` or `ferry-*`."""

Tells = Callable[[Cue], Iterable[str]]
"""Facts that a cue announces, likewise."""


def check_cues(game: Game, setup: Setup, seed: int, explains: Explains, tells: Tells) -> set[str]:
    """Check that every changed fact is explained by the answer, a cue or a line of points.

    Every cue must have words in every language. Return the kinds of cues seen.
    """
    match = Match(game, setup)
    bot = make_random_bot(Random(seed))
    voices = [game.voice(game.say(language)) for language in find_languages(game.folder / "locale")]
    kinds = {cue.kind for cue in match.cues}
    while match.question is not None:
        question, before, points = match.question, match.facts, list(match.table.scores)
        answer = bot(question, match.table)
        explained = [*explains(question, answer, match.table)]
        match.answer(answer)
        explained += [name for cue in match.cues for name in tells(cue)]
        explained += [f"score-{seat}" for seat, score in enumerate(match.table.scores) if score != points[seat]]
        for change in list_changes(before, match.facts):
            where = f"{setup.deal} seed {setup.seed}/{seed}, answer {len(match.answers)}: {question} -> {answer}"
            assert any(fnmatchcase(change.name, pattern) for pattern in explained), (
                f"{change} is not explained; {where}"
            )
        for cue in match.cues:
            kinds.add(cue.kind)
            for voice in voices:
                words = voice.cue(cue, match.table)
                assert words, cue
                assert words != str(cue), f"{cue} has no words"
    return kinds


def check_words(game: Game, setup: Setup, language: str) -> None:
    """Check that the catalogs can be read and that the voice returns texts, at every question of a match."""
    for catalog in (game.folder / "locale" / language).glob("LC_MESSAGES/*.mo"):
        with catalog.open("rb") as file:
            GNUTranslations(file)
    match, bot, voice = Match(game, setup), make_random_bot(Random(setup.seed)), game.voice(game.say(language))

    def check(name: str, *about: Any) -> None:
        fault = find_words_fault(name, getattr(voice, name)(*about))
        assert not fault, f"voice.{name}: {fault}"

    while (question := match.question) is not None:
        check("prompt", question, match.table)
        check("help", question, match.table)
        for choice in question.choices:
            check("label", choice, question, match.table)
        for name, value in match.facts.items():
            check("fact_label", name, match.table)
            check("fact_value", name, value, match.table)
        match.answer(bot(question, match.table))
    for entry in match.table.ledger.entries:
        check("reason", entry)
    check("describe_outcome", match.outcome, match.table)
    check("name_points", 2, match.table)


def compare_with_golden(text: str, file: Path, regenerate: bool) -> None:
    """Compare a text with a golden file; `pytest --regenerate` rewrites it."""
    if regenerate:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"{file} is missing: run pytest --regenerate and read what it wrote"
    assert text == file.read_text(encoding="utf-8")


def prefixes(game: Game, setup: Setup, depth: int) -> Iterator[tuple[str, ...]]:
    """Yield every sequence of answers of that length; their number is the perft count."""
    if depth == 0:
        yield ()
        return
    for prefix in prefixes(game, setup, depth - 1):
        match = Match(game, setup, prefix)
        if match.question is not None:
            for id in match.question.list_ids():
                yield (*prefix, id)


def check_undo_and_redo(game: Game, setup: Setup, seed: int, most: int = 10**9) -> None:
    """Check that undo to the start and redo to the end give the same facts and question at every prefix."""
    match = Match(game, setup)
    bot = make_random_bot(Random(seed))
    states = [(match.facts, repr(match.question))]
    while match.question is not None and len(match.answers) < most:
        match.answer(bot(match.question, match.table))
        states.append((match.facts, repr(match.question)))
    answers = list(match.answers)
    for n in range(len(answers) - 1, -1, -1):
        assert match.undo() == [answers[n]]
        assert (match.facts, repr(match.question)) == states[n]
    for n, answer in enumerate(answers, 1):
        assert match.redo() == answer
        assert (match.facts, repr(match.question)) == states[n]
    assert match.answers == answers
