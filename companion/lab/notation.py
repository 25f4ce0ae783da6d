"""Text notation of a match, for papers, corpora and mails: everything that decides it, and every answer.

    [Arkside 1]
    [Game "noah"]
    [Rules "1.0.0"]
    [Seat {"name": "Anna", "bot": ""}]
    [Seat {"name": "Ben", "bot": "greedy"}]
    [Options {"length": "short"}]
    [Deal "virtual"]
    [Seed 7]
    [Chance 2]
    [Corrections {}]
    [Answers 143]
    [Scores [3, 11]]
    [Winners [0]]

    1. 2 load=cat-f move_noah=ferry-2
    3. 1 load=bear-m take_from=seat-1 give_back=parrot-f move_noah=ferry-4

A tag is a word and a JSON value. A line of answers has the number of its first answer, the seat that answers (from 1,
`-` for the table), and question=answer for each; an answer with spaces is a JSON string. A line ends when another seat
is asked, or after eight answers. `Winners` is null while the match isn't over. Files end in `.ark`.

Reading is strict: the match is replayed, and the text must be exactly the one that `write_notation` gives for it. Only
the version of the rules may be another one, as long as they ask the same questions and give the same points.
"""

import json
import re
from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import Any

from companion.core.bots import find_bot
from companion.core.errors import N_, ArksideError, Phrase
from companion.core.match import Match
from companion.core.record import read_texts
from companion.core.registry import find_game
from companion.core.untrusted import Quoted, Unreadable, Untrusted, parse_json

FORMAT = 1
ANSWERS_A_LINE = 8
TAG = re.compile(r"\[([A-Z][a-z]+) (.+)\]")
ANSWER_LINE = re.compile(r"(\d+)\. (-|\d+)((?: \S+=(?:\"(?:[^\"\\]|\\.)*\"|\S+))+)")
ANSWER = re.compile(r" (\S+?)=(\"(?:[^\"\\]|\\.)*\"|\S+)")
NEEDS_QUOTES = re.compile(r"[\s\"\\]|[^ -~]")


class NotationError(ArksideError, ValueError):
    """A text is not the notation of a match."""

    code = "notation"

    __str__ = ArksideError.__str__


def write_notation(match: Match, rules: str | None = None) -> str:
    """Return a match as text; `rules` is the version to name, that of the game by default."""
    setup, outcome = match.setup, match.outcome
    tags = [
        ("Arkside", FORMAT),
        ("Game", setup.game),
        ("Rules", match.game.version if rules is None else rules),
        *(("Seat", seat.as_json()) for seat in setup.seats),
        ("Options", dict(setup.options)),
        ("Deal", setup.deal),
        ("Seed", setup.seed),
        ("Chance", setup.chance),
        ("Corrections", setup.corrections),
        ("Answers", len(match.answers)),
        ("Scores", list(match.table.scores)),
        ("Winners", None if outcome is None else list(outcome.winners)),
    ]
    return "\n".join([*(f"[{name} {json.dumps(value)}]" for name, value in tags), "", *_write_answers(match), ""])


def _write_answers(match: Match) -> Iterator[str]:
    """Yield the lines of answers."""
    numbered = list(enumerate(zip(match.questions, match.answers, strict=True), 1))
    for seat, group in groupby(numbered, lambda row: row[1][0].seat):
        answers = list(group)
        for first in range(0, len(answers), ANSWERS_A_LINE):
            line = answers[first : first + ANSWERS_A_LINE]
            words = " ".join(f"{question.ask}={_quote(answer)}" for _, (question, answer) in line)
            yield f"{line[0][0]}. {seat + 1 if seat >= 0 else '-'} {words}"


def _quote(answer: str) -> str:
    return json.dumps(answer) if NEEDS_QUOTES.search(answer) else answer


def read_notation(text: str, file: str) -> Match:
    """Replay the match that a text describes; raise NotationError if it isn't exactly the notation of one."""
    head, _, body = text.partition("\n\n")
    tags = _parse_tags(head, file)
    answers = _parse_answers(body, head.count("\n") + 3, file)
    try:
        match = _replay(Untrusted(tags), answers)
    except Unreadable as why:
        raise NotationError(
            N_("{file}: {entry} is missing or not of type {kind}"), file=file, entry=why.entry, kind=why.why
        ) from None
    except ArksideError as why:
        raise NotationError(N_("{file} can't be replayed: {why}"), file=file, why=Phrase.from_error(why)) from None
    written = write_notation(match, str(tags.get("Rules", ""))).split("\n")
    for number, (line, expected) in enumerate(zip_longest(text.split("\n"), written), 1):
        if line != expected:
            raise NotationError(
                N_("{file}, line {number}: the match says {right!r}, not {found!r}"),
                file=file, number=number, right=Quoted(expected), found=Quoted(line),
            )  # fmt: skip
    return match


def _parse_tags(head: str, file: str) -> dict[str, Any]:
    """Return the values of the tags, with all seats in one list."""
    tags: dict[str, Any] = {"Seat": []}
    for number, line in enumerate(head.split("\n"), 1):
        tag = TAG.fullmatch(line)
        try:
            value = parse_json(tag[2]) if tag else None
        except Unreadable:
            tag = None
        if tag is None:
            raise NotationError(N_("{file}, line {number} isn't a tag"), file=file, number=number)
        if tag[1] == "Seat":
            tags["Seat"].append(value)
        else:
            tags[tag[1]] = value
    if tags.get("Arkside") != FORMAT:
        raise NotationError(N_("{file} isn't a match in notation {known}"), file=file, known=FORMAT)
    return tags


def _parse_answers(body: str, first_line: int, file: str) -> list[str]:
    """Return the ids of all answers. Numbers, seats and questions are compared when the match has been replayed."""
    answers: list[str] = []
    for number, line in enumerate(body.removesuffix("\n").split("\n") if body else [], first_line):
        match = ANSWER_LINE.fullmatch(line)
        try:
            ids = [_unquote(answer) for _, answer in ANSWER.findall(match[3])] if match else []
        except Unreadable:
            ids = []
        if not ids:
            raise NotationError(N_("{file}, line {number} isn't a line of answers"), file=file, number=number)
        answers += ids
    return answers


def _unquote(answer: str) -> str:
    return str(parse_json(answer)) if answer.startswith('"') else answer


def _replay(tags: Untrusted, answers: list[str]) -> Match:
    """Set up the match and give the answers."""
    game, seats = find_game(tags["Game"].text()), tags["Seat"].each()
    setup = game.set_up(
        [seat["name"].text() for seat in seats],
        read_texts(tags["Options"]),
        tags["Seed"].whole(),
        tags["Deal"].text(),
        tags["Corrections"].tree(),
        [seat["colour"].text() if "colour" in seat else "" for seat in seats],
    )
    setup.chance = tags["Chance"].whole(1, 1000)
    for place, seat in zip(setup.seats, seats, strict=True):
        place.bot = seat["bot"].text()
        if place.bot:
            find_bot(game, place.bot)  # files may not name programs to start
    return Match(game, setup, answers)
