"""The log of a match in words: one line per answer, with its changes, cues and points."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.cue import Cue
from companion.core.facts import FactChange
from companion.core.game import Game, Table, Voice
from companion.core.label import CueLine
from companion.core.played_anyway import PlayedAnyway
from companion.core.question import Question, SeatAnswer

HINT_MARK = "hint"
"""Detail stored with an answer that was given after a hint."""


class Points(NamedTuple):
    """Points that were given just now, and the line of the ledger that says why."""

    seat: int
    points: int
    entry: int


class LogLine(NamedTuple):
    """One answer as people read it."""

    n: int
    seat: int
    """Seat that was asked; TABLE if cards, bags or dice answered."""
    prompt: str
    label: str
    """The answer; `hidden` where others may not see it."""
    changes: tuple[str, ...] = ()
    cues: tuple[CueLine, ...] = ()
    points: tuple[str, ...] = ()
    hidden: str = ""
    hint: bool = False
    """Whether the player was given a hint before."""

    def label_for(self, who: int) -> str:
        """Label the answer as this seat may read it."""
        return self.hidden if self.hidden and who != self.seat else self.label


def make_log_line(n: int, question: Question, choice: object, game: Game, table: Table, voice: Voice) -> LogLine:
    """Return question and answer in words; call it before the answer changes the table."""
    answer = choice.choice if isinstance(choice, PlayedAnyway | SeatAnswer) else choice
    question = question.ask_seat(choice.seat if isinstance(choice, SeatAnswer) else question.seat)
    label = voice.name_answer(answer, question, table)
    if isinstance(choice, PlayedAnyway):
        label = voice.say("{answer} (played anyway)", answer=label)
    hidden = voice.describe_hidden_answer(question, table) if game.is_secret(question) else ""
    return LogLine(n, question.seat, voice.prompt(question, table), label, hidden=hidden)


def add_effects(
    line: LogLine,
    changes: Sequence[FactChange],
    cues: Sequence[Cue],
    points: Sequence[Points],
    table: Table,
    voice: Voice,
) -> LogLine:
    """Add what the answer changed, described with the table as it is now."""
    entries = table.ledger.entries
    return line._replace(
        changes=tuple(voice.describe_change(change, table) for change in changes),
        cues=tuple(voice.cue_line(cue, table) for cue in cues),
        points=tuple(voice.describe_points(entries[change.entry], change.points, table) for change in points),
    )


class LedgerMark:
    """The ledger at that moment, to find later entries."""

    def __init__(self, table: Table) -> None:
        self._before = [entry.points for entry in table.ledger.entries]

    def list_new_points(self, table: Table) -> tuple[Points, ...]:
        """Return the ledger lines that are new or grew."""
        before = [*self._before, *[0] * (len(table.ledger.entries) - len(self._before))]
        return tuple(
            Points(entry.seat, entry.points - was, number)
            for number, (entry, was) in enumerate(zip(table.ledger.entries, before, strict=True))
            if entry.points != was
        )
