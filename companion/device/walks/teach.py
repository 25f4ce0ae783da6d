"""Teaching a game's pieces with the dial: pick the game and a piece, then enter its printed figures, in any order."""

from collections.abc import Sequence
from typing import Any

from companion.app.choice_rows import LONG_LIST, SHORT_LIST, Group, sort_rows, split_into_chapters
from companion.app.scoring_kinds import ScoringKind, list_kinds, remove_kind
from companion.core.errors import BoxError
from companion.core.game import GUESS_MARK
from companion.core.lesson import Lesson, name_figure, word_answer
from companion.core.registry import ANY_GAME, find_game, list_game_ids
from companion.core.teach import Teaching
from companion.core.words import Say
from companion.device.context import Context
from companion.device.view import BACK, Sign, View, Walk
from companion.device.views.code import CodeView
from companion.device.views.grid import SQUARE, GridView, Room
from companion.device.views.name import NameView
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row, confirm
from companion.device.views.question import choose
from companion.device.views.reading import ReadingView

NEXT, AGREE, KINDS, SHARE, DELETE = Sign("NEXT"), Sign("AGREE"), Sign("KINDS"), Sign("SHARE"), Sign("DELETE")

Piece = tuple[Lesson, ...]


def teach(context: Context) -> Walk[None]:
    """Choose a game and teach it, until the user goes back."""
    at = 0
    while True:
        taught = [Teaching(find_game(name), context.app.folder) for name in list_game_ids()]
        rows = [
            Row(teaching.game.title, teaching, format_progress(teaching))
            for teaching in taught
            if list_teachable_pieces(teaching)
        ]
        any_game = find_game(ANY_GAME)
        rows.append(Row(any_game.say(context.say.language)(any_game.title), KINDS))
        view = PickView(context.say("Teach which game?"), rows, at)
        picked = yield view
        if picked is BACK:
            return
        at = view.at
        yield from show_kinds(context) if picked is KINDS else teach_box(context, picked)


def show_kinds(context: Context) -> Walk[None]:
    """List the kinds of scoring for any game; each can be shared, and the owner's own deleted."""
    say, words = context.say, find_game(ANY_GAME).say(context.say.language)
    while True:
        kinds = sorted(list_kinds(context.app.folder), key=lambda kind: not kind.own)
        rows = [Row(words(kind.title), kind, "*" if kind.own else "") for kind in kinds]
        kind = yield from choose(say("Kinds of scoring"), rows, "", None)
        if not isinstance(kind, ScoringKind):
            return
        acts = [Row(say("Show as a code"), SHARE), *([Row(say("Delete"), DELETE)] if kind.own else [])]
        act = yield PickView(words(kind.title), acts)
        if act is SHARE:
            address = context.app.invitation.address
            text = say("Scan this in the same Wi-Fi and keep the file.") if address else say("Let phones in first.")
            yield CodeView(words(kind.title), text, f"{address}kinds/{kind.id}.toml" if address else "")
        elif act is DELETE and (yield confirm(say, words(kind.title), say("Delete"))) is not BACK:
            remove_kind(context.app.folder, kind.id)


def list_teachable_pieces(teaching: Teaching) -> list[Piece]:
    """Return the pieces that can be corrected with a dial: all but free texts that belong to no piece."""
    return [piece for piece in teaching.pieces if all(_by_dial(lesson) for lesson in piece)]


def _by_dial(lesson: Lesson) -> bool:
    return bool(lesson.allowed or lesson.vocabulary or lesson.piece or lesson.room)


def format_progress(teaching: Teaching) -> str:
    """Format the number of entered pieces, such as 3/49."""
    pieces = list_teachable_pieces(teaching)
    return f"{len(pieces) - len(list_guessed_pieces(teaching))}/{len(pieces)}"


def list_guessed_pieces(teaching: Teaching) -> list[Piece]:
    """Return the pieces that are partly guessed."""
    return [
        piece
        for piece in list_teachable_pieces(teaching)
        if any(teaching.find_entry(lesson) is None for lesson in piece)
    ]


def teach_box(context: Context, teaching: Teaching) -> Walk[None]:
    """Ask for a piece, or the next one that isn't entered yet."""
    say, words = context.say, teaching.game.say(context.say.language)
    while True:
        rest = list_guessed_pieces(teaching)
        rows = list_piece_rows(teaching, say, words)
        more = [Row(say("One by one"), NEXT, str(len(rest)))] if rest else []
        title = say("{game}: {told} entered", game=teaching.game.title, told=format_progress(teaching))
        picked = yield from choose(title, [*more, *rows], "", None)
        if picked is BACK:
            break
        if picked is NEXT:
            yield from teach_all(context, teaching, rest)
        else:
            yield from teach_piece(context, teaching, picked)
    why = teaching.explain_problem()
    if why is not None:
        yield ReadingView(say("Not playable yet"), [words.phrase(why)])


def list_piece_rows(teaching: Teaching, say: Say, words: Say) -> list[Row]:
    """Return the pieces by name, in chapters if there are many, with single figures behind one row."""
    pieces = list_teachable_pieces(teaching)
    rows = []
    for piece in pieces:
        name = name_piece(piece, teaching, say, words)
        is_guess = any(teaching.find_entry(lesson) is None for lesson in piece)
        # chapters are named without the mark, which every row shows by itself
        rows.append(Row(f"{name} {GUESS_MARK}" if is_guess else name, piece, name=name))
    named = sort_rows([row for row in rows if not is_single_figure(row.result)])
    points = [row for row in rows if is_single_figure(row.result) and not row.result[0].room]
    board = [row for row in rows if row.result[0].room]
    chapters = split_into_chapters(named) if len(named) > LONG_LIST else named
    groups = ((say("The board"), board), (say("Points"), points))
    return [*chapters, *(Group(title, some).row for title, some in groups if some)]


def is_single_figure(piece: Piece) -> bool:
    """Whether it is one figure by itself, which belongs to no card or tile."""
    return piece[0].piece is None and not piece[0].vocabulary


def name_piece(piece: Piece, teaching: Teaching, say: Say, words: Say) -> str:
    """Return the name of a piece."""
    lesson = piece[0]
    if lesson.room:
        return name_figure(lesson, words)
    if lesson.piece is not None:
        return words.phrase(lesson.piece)
    if lesson.vocabulary:
        return describe_figure(lesson, teaching, say, words, mark=False)
    return words.phrase(lesson.prompt)


def describe_figure(lesson: Lesson, teaching: Teaching, say: Say, words: Say, mark: bool = True) -> str:
    """Return the value of a figure in words, marked if it is a guess."""
    entry = teaching.find_entry(lesson)
    value = lesson.guess if entry is None else entry
    if lesson.room:
        squares = say.plural("{n} square", "{n} squares", str(value).count(SQUARE))
        return f"{squares} {GUESS_MARK}" if mark and entry is None else squares
    if lesson.piece is not None and not lesson.allowed:  # its name, of which we have a word in every language
        return f"{words.phrase(lesson.piece)} {GUESS_MARK}" if mark and entry is None else words.phrase(lesson.piece)
    text = word_answer(lesson, value, words)
    return f"{text} {GUESS_MARK}" if mark and entry is None else text


def teach_all(context: Context, teaching: Teaching, rest: Sequence[Piece]) -> Walk[None]:
    """Teach one piece after the other, until the user goes back."""
    for path in [piece[0].path for piece in rest]:
        teaching.open_piece(path)
        if not (yield from teach_piece(context, teaching, teaching.piece)):
            return


def teach_piece(context: Context, teaching: Teaching, piece: Piece) -> Walk[bool]:
    """Enter a piece figure by figure, or all at once; False if the user goes back."""
    say, words = context.say, teaching.game.say(context.say.language)
    path, at = piece[0].path, 0
    while True:
        teaching.open_piece(path)
        piece = teaching.piece
        rows = [Row(say("Yes, that's right"), AGREE), *(_row(lesson, teaching, say, words) for lesson in piece)]
        view = PickView(name_piece(piece, teaching, say, words), [*rows, Row(say("Next one"), NEXT)], at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return False
        if picked is NEXT:
            return True
        before = teaching.doubts
        try:
            if picked is AGREE:
                teaching.confirm_piece()
            else:
                answer = yield from ask(context, picked, teaching, words)
                if answer is not BACK:
                    teaching.set_answer(picked, answer)
                    at = min(at + 1, len(piece))
        except BoxError as error:
            yield ReadingView(say("That didn't work"), [words.phrase(error)])
            continue
        doubts = [words.phrase(doubt) for entry, doubt in teaching.doubts.items() if entry not in before]
        if doubts:
            yield ReadingView(say("Please double-check"), doubts)
        if picked is AGREE:
            return True


def _row(lesson: Lesson, teaching: Teaching, say: Say, words: Say) -> Row:
    value = describe_figure(lesson, teaching, say, words)
    named = (lesson.piece is not None or lesson.room) and lesson.figure
    return Row(words(lesson.figure), lesson, value) if named else Row(value, lesson)


def ask(context: Context, lesson: Lesson, teaching: Teaching, words: Say) -> Walk[Any]:
    """Ask for the printed value with as few clicks as possible. BACK leaves it unchanged."""
    prompt = words.phrase(lesson.prompt)
    if lesson.vocabulary:
        return (yield from ask_for_words(context, lesson, words))
    if lesson.room:
        drawn = str(teaching.find_entry(lesson) or lesson.guess).split()
        return (yield GridView(name_figure(lesson, words), drawn, Room(*lesson.room), context.say))
    if not lesson.allowed:
        return (yield NameView(prompt))
    entry = teaching.find_entry(lesson)
    at = lesson.allowed.index(lesson.guess if entry is None else entry)
    if len(lesson.allowed) > SHORT_LIST and all(isinstance(value, int) for value in lesson.allowed):
        view: View = NumberView(prompt, [int(value) for value in lesson.allowed])
        assert isinstance(view, NumberView)
        view.at = at
        return (yield view)
    return (
        yield PickView(prompt, [Row(words.phrase(lesson.label_value(value)), value) for value in lesson.allowed], at)
    )


def ask_for_words(context: Context, lesson: Lesson, words: Say) -> Walk[Any]:
    """Ask for a line word by word; back removes the last one."""
    line: list[str] = []
    while True:
        title = word_answer(lesson, " ".join(map(str, line)), words) or words.phrase(lesson.prompt)
        rows = [Row(words.phrase(lesson.label_value(word)), word) for word in lesson.vocabulary]
        done = [Row(context.say("Done"), AGREE)] if line else []
        picked = yield PickView(title, [*done, *rows])
        if picked is AGREE:
            return " ".join(line)
        if picked is not BACK:
            line.append(picked)
        elif line:
            line.pop()
        else:
            return BACK
