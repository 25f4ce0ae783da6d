"""Lessons about the owner's copy of a game, as a page asks them: card by card, with a list of all of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.app.scoring_kinds import list_kinds
from companion.core.lesson import name_figure, word_answer
from companion.core.registry import ANY_GAME
from companion.core.teach import Lesson, Teaching, Value
from companion.core.words import Say
from companion.phone.qr import make_qr_outline
from companion.phone.words import words_with


def describe_teaching(teaching: Teaching, language: str, folder: Path, address: str = "") -> dict[str, Any]:
    """Return all cards, the current one, the progress, and what makes the game unplayable as entered, if anything.

    `address` is that of the page; with it, the file with everything entered can be shared by QR code.
    """
    say = words_with(language, teaching.game)
    entered, every = teaching.progress
    cards_told, cards = teaching.pieces_entered
    problem = teaching.find_problem()
    described: dict[str, Any] = {
        "game": teaching.game.id, "title": teaching.game.title, "told": entered, "every": every,
        "cards_told": cards_told, "cards": cards,
        "problem": "" if problem is None else say.phrase(problem), "lesson": None, "card": None,
        "pieces": [describe_piece(piece, teaching, say) for piece in teaching.pieces],
        "kinds": describe_kinds(folder, say, address) if teaching.game.id == ANY_GAME else [],
        "qr": make_qr_outline(f"{address}boxes/{teaching.game.id}.toml") if entered and address else None,
    }  # fmt: skip
    if teaching.lesson is not None:
        described["lesson"] = describe_lesson(teaching.lesson, teaching, say)
        described["card"] = {
            **describe_piece(teaching.piece, teaching, say),
            "entries": [describe_lesson(lesson, teaching, say) for lesson in teaching.piece],
        }
    return described


def describe_kinds(folder: Path, say: Say, address: str) -> list[dict[str, Any]]:
    """Return all kinds of scoring, those of the owner first, each with the QR code of its file."""
    kinds = sorted(list_kinds(folder), key=lambda kind: not kind.own)
    return [
        {**kind._asdict(), "title": say(kind.title), "file": f"/kinds/{kind.id}.toml",
         "qr": make_qr_outline(f"{address}kinds/{kind.id}.toml") if address else None}
        for kind in kinds
    ]  # fmt: skip


def describe_piece(piece: Sequence[Lesson], teaching: Teaching, say: Say) -> dict[str, Any]:
    """Return a piece for the list: its name, its figures in one line, and whether all of them were entered."""
    first = piece[0]
    figures = [lesson for lesson in piece if lesson.room is None and (lesson.allowed or lesson.vocabulary)]
    return {
        "path": first.path,
        "name": say.phrase(first.piece or first.prompt),
        "line": " · ".join(word_answer(lesson, find_known(lesson, teaching), say) for lesson in figures),
        "told": all(teaching.find_entry(lesson) is not None for lesson in piece),
    }


def find_known(lesson: Lesson, teaching: Teaching) -> Value:
    """Return the owner's answer, or our guess."""
    entered = teaching.find_entry(lesson)
    return lesson.guess if entered is None else entered


def describe_lesson(lesson: Lesson, teaching: Teaching, say: Say) -> dict[str, Any]:
    """Return one lesson: the question, the value known so far, and the allowed answers."""
    known = find_known(lesson, teaching)
    return {
        "path": lesson.path, "figure": name_figure(lesson, say) if lesson.piece else "",
        "prompt": say.phrase(lesson.prompt), "form": say.phrase(lesson.form),
        "told": teaching.find_entry(lesson) is not None, "known": word_answer(lesson, known, say),
        "value": word_answer(lesson, known, say) if lesson.vocabulary else str(known),
        "squares": lesson.room is not None,
        "choices": [[str(value), say.phrase(lesson.label_value(value))] for value in lesson.allowed],
    }  # fmt: skip
