"""Teach the program the box in front of you: a line a piece, kept in a small file that corrects the box.

A game offers lessons (`Game.list_lessons`); those about one piece are entered together. A client shows the current
piece and passes on each line the owner types, about this piece or any other:

    teaching = Teaching(game, data_folder)
    while teaching.piece:
        ...show the current piece and what we guess...
        teaching.enter_line("zebra, hot, 2", say)  # or confirm_piece(), go_to_next_piece(), go_back()

Skipping a piece leaves it a guess. Every answer is on disk before the next question, so an owner can stop and
continue another day. The file is checked when a match is set up, by the same code that reads the printed box.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from companion.core.box import Tree, set_entry
from companion.core.data_folder import read_corrections
from companion.core.errors import N_, ArksideError, BoxError, Phrase
from companion.core.files import write_atomically
from companion.core.game import Game, Setup
from companion.core.lesson import Lesson, Value, is_name, read_figures, split_line, translate_to_box
from companion.core.untrusted import Unreadable, parse_toml
from companion.core.words import Say, normalize_spelling

__all__ = [
    "Lesson",
    "OwnerBox",
    "Teaching",
    "Value",
    "check_corrections",
    "load_corrections",
    "locate_corrections",
    "write_corrections",
]

FOLDER = "boxes"
MOST_ENTRIES = 1000
"""Corrections of one game after an import; the largest game asks about 220 entries."""
"""Subfolder of the data folder that holds the corrections."""

Leaves = dict[tuple[str, ...], Any]
"""Figures of a tree by their paths."""


class Teaching:
    """An owner entering what is printed on their pieces, one entry at a time."""

    def __init__(self, game: Game, data: Path, options: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.file = locate_corrections(game, data)
        self.options = game.complete_options(options or {})
        self.corrections = read_corrections(data, game.id)
        self.lessons = self._list_lessons()
        self._at = 0
        self._go_to_next_unknown()

    @property
    def lesson(self) -> Lesson | None:
        """Current lesson; None once nothing is left."""
        return self.lessons[self._at] if self._at < len(self.lessons) else None

    @property
    def pieces(self) -> list[tuple[Lesson, ...]]:
        """The lessons piece by piece: those whose entries stand in one table of the box, if the game says of what."""
        groups: dict[str, list[Lesson]] = {}
        for lesson in self.lessons:
            groups.setdefault(lesson.path.rpartition(".")[0] if lesson.piece else lesson.path, []).append(lesson)
        return [tuple(lessons) for lessons in groups.values()]

    @property
    def piece(self) -> tuple[Lesson, ...]:
        """Lessons of the current piece; empty once nothing is left."""
        lesson = self.lesson
        return next((piece for piece in self.pieces if lesson in piece), ())

    @property
    def progress(self) -> tuple[int, int]:
        """Number of answered entries, and of all entries."""
        return sum(self.find_entry(lesson) is not None for lesson in self.lessons), len(self.lessons)

    @property
    def pieces_entered(self) -> tuple[int, int]:
        """Number of completely answered pieces, and of all pieces."""
        pieces = self.pieces
        return sum(all(self.find_entry(lesson) is not None for lesson in piece) for piece in pieces), len(pieces)

    def find_entry(self, lesson: Lesson) -> Value | None:
        """Return the owner's answer; None if there is none yet."""
        tree: Any = self.corrections
        for key in lesson.path.split("."):
            tree = tree.get(key) if isinstance(tree, dict) else None
        return lesson.find_answer(tree)

    def answer(self, answer: Value) -> None:
        """Enter the printed value and go on; anything not allowed changes nothing."""
        self.set_answer(self._require_lesson(), answer)
        self.skip_entry()

    def answer_in_words(self, line: str, say: Say) -> None:
        """Answer the current lesson with a line typed in the owner's language."""
        lesson = self._require_lesson()
        self.answer(translate_to_box(lesson, line, say) if lesson.vocabulary else line)

    def set_answer(self, lesson: Lesson, answer: Value) -> None:
        """Enter the printed value and stay; anything not allowed changes nothing."""
        value = lesson.parse_answer(answer)
        if value is None:
            raise BoxError(N_("{value!r} isn't possible. Choose: {allowed}"), value=str(answer), allowed=lesson.form)
        self._save_figures({lesson.path: value})

    def enter_line(self, line: str, say: Say) -> tuple[Lesson, ...]:
        """Enter a line about the current piece, or about the one it names. Figures it omits stay guesses.

        Return the piece that was meant, with all entries that can be corrected.
        """
        if not self.piece[0].piece:
            return self._enter_single_entry(self._require_lesson(), line, say)
        return self._enter_piece(line, say)

    def _enter_single_entry(self, lesson: Lesson, line: str, say: Say) -> tuple[Lesson, ...]:
        """Enter a line where one entry is asked for. A line that names a piece is taken for that piece instead."""
        words = split_line(line)
        if self._find_named_piece(words, say)[1] or (lesson.room and self._is_a_piece(words, say)):
            return self._enter_piece(line, say)
        self.answer_in_words(line, say)
        return ()

    def _is_a_piece(self, words: Sequence[str], say: Say) -> bool:
        """Whether these words are a name followed by figures that fit it."""
        piece = next((piece for piece in self.pieces if piece[0].piece), ())
        named = [is_name(word, piece, say) for word in words]
        return bool(piece) and words[0].isalpha() and named[0] and not all(named)

    def _enter_piece(self, line: str, say: Say) -> tuple[Lesson, ...]:
        words = split_line(line)
        piece, used = self._find_named_piece(words, say)
        if not used and is_name(words[0], piece, say):
            piece, figures = self._name_unnamed_piece(piece, words, say)
        else:
            figures = read_figures(piece, words[used:], say)
            naming = next((lesson for lesson in piece if not lesson.allowed), None)
            if used and naming is not None and self.find_entry(naming) is None:
                figures[naming.path] = naming.parse_answer(naming.guess)
        is_open = self.piece[0].path == piece[0].path
        self._save_figures(figures)
        piece_of_it = next(other for other in self.pieces if other[0].path == piece[0].path)
        if is_open:
            self.go_to_next_piece()
        return piece_of_it

    def _find_named_piece(self, words: Sequence[str], say: Say) -> tuple[tuple[Lesson, ...], int]:
        """Return the piece named at the start of a line and the length of its name in words; else the current piece."""
        names = {normalize_spelling(say.phrase(piece[0].piece)): piece for piece in self.pieces if piece[0].piece}
        for used in range(len(words), 0, -1):
            piece = names.get(normalize_spelling(" ".join(words[:used])))
            if piece is not None:
                return piece, used
        return self.piece, 0

    def _name_unnamed_piece(
        self, piece: tuple[Lesson, ...], words: Sequence[str], say: Say
    ) -> tuple[tuple[Lesson, ...], dict[str, Any]]:
        """Give an unknown name to the current piece, or to the next one whose name is a guess.

        A piece that was entered without a name comes after those of which nothing was entered, unless it is the current
        one, and never takes a name together with a figure that contradicts it.
        """
        after = self.pieces[self.pieces.index(piece) :] + self.pieces
        sort = self._find_sort(words, say)
        if sort:
            after = [other for other in after if other[0].sort == sort]
            words = [word for word in words if normalize_spelling(word) not in _spell_sort(sort, say)]
        for candidate in sorted(after, key=lambda other: other != piece and self._has_entries(other)):
            naming = next((lesson for lesson in candidate if not lesson.allowed), None)
            if candidate[0].piece and naming is not None and self.find_entry(naming) is None:
                long = next((n for n, word in enumerate(words) if not is_name(word, candidate, say)), len(words))
                figures = read_figures(candidate, words[long:], say)
                entered = {lesson.path: self.find_entry(lesson) for lesson in candidate}
                if all(entered[path] in (None, value) for path, value in figures.items()):
                    return candidate, {naming.path: naming.parse_answer(" ".join(words[:long])), **figures}
        raise BoxError(N_("This game has no card {name!r}"), name=words[0])

    def _find_sort(self, words: Sequence[str], say: Say) -> str:
        """Return the sort of pieces that a line names, such as provisions; empty if it names none."""
        typed = set(map(normalize_spelling, words[1:]))
        sorts = dict.fromkeys(piece[0].sort for piece in self.pieces if piece[0].sort)
        return next((sort for sort in sorts if typed & _spell_sort(sort, say)), "")

    def _has_entries(self, piece: tuple[Lesson, ...]) -> bool:
        return any(self.find_entry(lesson) is not None for lesson in piece)

    def confirm_piece(self) -> None:
        """Confirm all guesses and earlier answers about the current piece, and go on."""
        known = {}
        for lesson in self.piece:
            entry = self.find_entry(lesson)
            known[lesson.path] = lesson.parse_answer(lesson.guess if entry is None else entry)
        self._save_figures(known)
        self.go_to_next_piece()

    def go_to_next_piece(self) -> None:
        """Go to the next incomplete piece; unanswered entries of this one stay guesses."""
        paths = {lesson.path for lesson in self.piece}
        while self.lesson is not None and self.lesson.path in paths:
            self._at += 1
        self._go_to_next_unknown()

    def open_piece(self, path: str) -> None:
        """Ask next about the piece that has this entry, whether or not it was entered."""
        self._at = self.lessons.index(self.find_lesson(path))

    def find_lesson(self, path: str) -> Lesson:
        """Return the lesson about an entry; an unknown entry is refused."""
        for lesson in self.lessons:
            if lesson.path == path:
                return lesson
        raise BoxError(N_("This game has no entry {path!r}"), path=path)

    def set_in_words(self, path: str, line: str, say: Say) -> None:
        """Write down an entry typed in the owner's language, and stay at its piece."""
        lesson = self.find_lesson(path)
        self.set_answer(lesson, translate_to_box(lesson, line, say) if lesson.vocabulary else line)
        self.open_piece(path)

    def skip_entry(self) -> None:
        """Skip this entry."""
        self._at += 1
        self._go_to_next_unknown()

    def go_back(self) -> None:
        """Go back to the piece before, whether or not it was entered; at the first one nothing happens."""
        self._at = max(0, self._at - 1)
        first = next((lesson for lesson in self.piece), None)
        if first is not None:
            self._at = self.lessons.index(first)

    def import_corrections(self, text: str) -> None:
        """Take over what another owner entered about this game; a file that makes no playable box changes nothing."""
        try:
            imported = parse_toml(text)
        except Unreadable as why:
            raise BoxError(N_("This isn't a file with a taught game: {why}"), why=why.why) from None
        leaves = {**list_leaves(self.corrections), **list_leaves(imported)}
        if len(leaves) > MOST_ENTRIES:
            raise BoxError(N_("Together with what you entered before, that would be more than any game has"))
        merged = build_tree(leaves)
        check_corrections(self.game, merged, self.options)
        self.corrections = merged
        write_corrections(self.file, merged)
        self.lessons = self._list_lessons()
        self._at = 0
        self._go_to_next_unknown()

    def _save_figures(self, figures: Mapping[str, Any]) -> None:
        """Save figures, unless they're impossible."""
        corrections = deepcopy(self.corrections)
        for path, value in figures.items():
            set_entry(corrections, path.split("."), value)
        self._refuse_impossible(corrections, figures)
        self.corrections = corrections
        write_corrections(self.file, corrections)
        self.lessons = self._list_lessons()  # a card that was just named is asked about by that name

    @property
    def doubts(self) -> dict[str, Phrase]:
        """Implausible corrections by entry. They are accepted, but the owner is asked to double-check."""
        return (
            {}
            if self.find_problem()
            else dict(self.game.list_doubts(self.game.open_box(self.options, self.corrections)))
        )

    def find_problem(self) -> BoxError | None:
        """Reason why no match can be played with the box as entered so far; None if it's fine."""
        return self._problem_with(self.corrections)

    def explain_problem(self) -> Phrase | None:
        """Explain a problem in plain words, without files and entries."""
        problem = self.find_problem()
        if problem is None:
            return None
        why = problem.values.get("law") or problem.values.get("allowed")
        return why if isinstance(why, Phrase) else Phrase(problem.message, **problem.values)

    def _problem_with(self, corrections: Tree) -> BoxError | None:
        try:
            check_corrections(self.game, corrections, self.options)
        except BoxError as why:
            return why
        return None

    def _refuse_impossible(self, corrections: Tree, figures: Mapping[str, Any]) -> None:
        """Refuse an answer that is wrong in itself, but not one that another entry can still correct."""
        problem = self._problem_with(corrections)
        if problem is not None and problem.values.get("entry") in figures:
            why = problem.values.get("law") or problem.values.get("allowed")
            raise BoxError(N_("{value!r} isn't possible: {why}"), value=figures[problem.values["entry"]], why=why)

    def _list_lessons(self) -> tuple[Lesson, ...]:
        return tuple(self.game.list_lessons(self.game.open_box(self.options, self.corrections)))

    def _require_lesson(self) -> Lesson:
        if self.lesson is None:
            raise BoxError(N_("Everything about this game has been entered"))
        return self.lesson

    def _go_to_next_unknown(self) -> None:
        while self.lesson is not None and self.find_entry(self.lesson) is not None:
            self._at += 1


def _spell_sort(sort: str, say: Say) -> set[str]:
    return {normalize_spelling(sort), normalize_spelling(say(sort))}


def locate_corrections(game: Game, data: Path) -> Path:
    """Return the file with the corrections of this game's box."""
    return data / FOLDER / f"{game.id}.toml"


def load_corrections(game: Game, data: Path, options: Mapping[str, str] | None = None) -> Tree:
    """Load and check the owner's corrections; none if there is no file."""
    corrections = read_corrections(data, game.id)
    if corrections:
        check_corrections(game, corrections, options or {})
    return corrections


def check_corrections(game: Game, corrections: Tree, options: Mapping[str, str]) -> None:
    """Refuse corrections that make no playable box for some number of players; the error names file and entry."""
    agreed = game.complete_options(options)
    box = game.open_box(agreed, corrections)
    for players in game.players:
        game.unpack(box, agreed, players)
    box.refuse_unread()


def write_corrections(file: Path, corrections: Tree) -> None:
    """Replace the file in one step, so that a power cut leaves the old one or the new one; comments in it stay."""
    import tomlkit  # noqa: PLC0415 - only who writes needs it

    document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
    _update(document, corrections)
    write_atomically(file, tomlkit.dumps(document))


def _update(document: Any, corrections: Tree) -> None:
    """Update a TOML document to these corrections, keeping its comments."""
    import tomlkit  # noqa: PLC0415

    for key in [key for key in document if key not in corrections]:
        del document[key]
    for key, value in corrections.items():
        if isinstance(value, dict):
            if not isinstance(document.get(key), dict):
                only_tables = all(isinstance(below, dict) for below in value.values())
                document[key] = tomlkit.table(is_super_table=only_tables)
            _update(document[key], value)
        elif key not in document or document[key] != value:
            document[key] = value


class OwnerBox:
    """Saves corrections entered during one match, so that the next match doesn't ask again.

    The match itself keeps the box it began with, so that its answers can always be replayed. Corrections that somebody
    else made meanwhile, by hand, by teaching or in another match, are left alone.
    """

    def __init__(self, game: Game, setup: Setup, data: Path) -> None:
        self._game = game
        self._options = setup.options
        self._data = data
        self._at_start = list_leaves(setup.corrections)
        self._learned: Tree = {}
        self._saved: Leaves = {}
        self._refused: set[tuple[str, ...]] = set()
        """Pieces of this match that contradict the file, by the paths of their tables."""

    def save_learned(self, learned: Tree) -> ArksideError | None:
        """Update the file, without pieces that contradict it; return once why something was not saved."""
        if learned == self._learned:
            return None
        self._learned = deepcopy(learned)
        try:
            return self._write(list_leaves(learned))
        except BoxError as why:  # the file can't be read
            return BoxError(N_("Your corrections can't be saved: {why}"), why=why)
        except OSError as why:
            return BoxError(N_("Your corrections can't be saved: {why}"), why=why.strerror)

    def _write(self, learned: Leaves) -> ArksideError | None:
        """Write the file; if it would contradict itself, leave out the offending pieces."""
        before = read_corrections(self._data, self._game.id)
        problem = self._try_to_write(before, learned)
        if problem is None:
            self._refused = set()
            return None
        known = self._try_to_write(before, _leave_out(learned, self._refused)) if self._refused else problem
        if known is None:
            return None  # people know about these already
        refused = self._find_contradicting_pieces(before, learned)
        accepted = _leave_out(learned, refused)
        self._try_to_write(before, accepted)
        self._refused = refused
        message = (
            N_("One correction can't be saved: {why}") if accepted else N_("Your corrections can't be saved: {why}")
        )
        return BoxError(message, why=problem)

    def _try_to_write(self, before: Tree, learned: Leaves) -> BoxError | None:
        """Write the file with these figures; if they make no playable box, return why."""
        after = build_tree(self._merge_learned(list_leaves(before), learned))
        if after != before:
            try:
                check_corrections(self._game, after, self._options)
            except BoxError as why:
                return why
            write_corrections(locate_corrections(self._game, self._data), after)
        self._saved = learned
        return None

    def _find_contradicting_pieces(self, before: Tree, learned: Leaves) -> set[tuple[str, ...]]:
        """Return the pieces to leave out: a single one if that helps, else each that contradicts those before it."""
        pieces = dict.fromkeys(path[:-1] for path in learned)
        for piece in pieces:
            if self._is_playable(before, _leave_out(learned, {piece})):
                return {piece}
        refused = set(pieces)
        for piece in pieces:
            if self._is_playable(before, _leave_out(learned, refused - {piece})):
                refused.remove(piece)
        return refused

    def _is_playable(self, before: Tree, learned: Leaves) -> bool:
        after = build_tree(self._merge_learned(list_leaves(before), learned))
        try:
            check_corrections(self._game, after, self._options)
        except BoxError:
            return False
        return True

    def _merge_learned(self, leaves: Leaves, learned: Leaves) -> Leaves:
        """Merge the figures learned in this match into the file's. Undone ones return to what the file said."""
        for path in {**self._saved, **learned}:
            at_start = self._at_start.get(path)
            if leaves.get(path) in (at_start, self._saved.get(path)):
                leaves[path] = learned.get(path, at_start)
        return {path: value for path, value in leaves.items() if value is not None}


def _leave_out(leaves: Leaves, pieces: set[tuple[str, ...]]) -> Leaves:
    return {path: value for path, value in leaves.items() if path[:-1] not in pieces}


def list_leaves(tree: Tree, above: tuple[str, ...] = ()) -> Leaves:
    leaves: Leaves = {}
    for key, value in tree.items():
        leaves |= list_leaves(value, (*above, key)) if isinstance(value, dict) else {(*above, key): value}
    return leaves


def build_tree(leaves: Leaves) -> Tree:
    tree: Tree = {}
    for path, value in leaves.items():
        set_entry(tree, path, value)
    return tree
