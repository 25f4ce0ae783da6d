"""Matches of the journal as plain values; rows are checked while they are read."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.facts import Facts
from companion.core.seat import COLOURS, Seat
from companion.core.table import DEALS, LARGEST_SEED, Setup
from companion.core.timestamps import Sitting
from companion.core.untrusted import Unreadable, Untrusted, read_json, read_moment, sanitize

LARGEST_SCORE = 10**6
LONGEST_HOUSE_RULES = 200
CACHED_TEXTS = 1024
"""Size of the caches for parsed texts: lists read every match, and the same people play again and again."""


class Answer(NamedTuple):
    """One answer as it was given, also if it was taken back later."""

    choice: str
    detail: str
    undone: bool
    at: str


class MatchStanding(NamedTuple):
    """Standing of a match after an answer: the points, a checksum of all questions, and the winners."""

    scores: tuple[int, ...]
    trail: int
    winners: tuple[int, ...] | None = None
    """Winning seats; None while the match is not over."""


class TableSnapshot(NamedTuple):
    """The table as people left it last, to be shown when today's rules can't reproduce it."""

    answers: int
    facts: Facts


class Record(NamedTuple):
    """One match in the journal."""

    number: int
    uid: str
    version: str
    setup: Setup
    began: str
    ended: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """Points so far; empty for matches that an older Arkside ended early."""
    answers: tuple[Answer, ...]
    sittings: tuple[Sitting, ...] = ()
    moves: int = 0
    """Number of writes, by which a program notices that another one has written to the match."""
    trail: int | None = None
    """Checksum of all questions; a replay with another one follows different rules. None in older files."""
    seen: TableSnapshot | None = None
    game_version: str = ""
    """Version of the game's package; empty in older matches."""

    def list_standing_choices(self) -> list[str]:
        """Return the answers that were not undone."""
        return [answer.choice for answer in self.answers if not answer.undone]

    def list_standing_details(self) -> list[str]:
        """Return the details of the answers that were not undone."""
        return [answer.detail for answer in self.answers if not answer.undone]


class MatchHeading(NamedTuple):
    """A match in a list of all: its result, without answers, chance and corrections."""

    number: int
    game: str
    seats: tuple[Seat, ...]
    deal: str
    options: tuple[tuple[str, str], ...]
    began: str
    ended: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    game_version: str
    house_rules: str

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> "MatchHeading":
        """Read a row with these columns; raise `Unreadable` for anything else."""
        number, game, seats, deal, options, began, ended, winners, scores, game_version, house_rules = row
        if deal not in DEALS:
            raise Unreadable("deal")
        people = parse_seats(seats)
        return cls(
            number, sanitize(game), people, deal, parse_options(options), read_moment(began),
            None if ended is None else read_moment(ended), *read_result(winners, scores, len(people)),
            sanitize(game_version), clean_house_rules(house_rules),
        )  # fmt: skip


class MatchSummary(NamedTuple):
    """A match in a list: everything that is known without reading its answers."""

    number: int
    game: str
    names: tuple[str, ...]
    """Names of the players; empty if they can't be read."""
    began: str
    last: str
    """Time of the last answer."""
    answers: int


def read_setup(game: str, seats: str, options: str, seed: int, deal: str, corrections: str, chance: int) -> Setup:
    """Read the set-up in a row. Whether the game accepts it shows when it is replayed."""
    if deal not in DEALS or not 0 <= seed <= LARGEST_SEED:
        raise Unreadable("deal")
    return Setup(
        sanitize(game), parse_seats(seats), read_texts(read_json(options, "options")), seed, deal,
        read_json(corrections, "corrections").tree(), chance,
    )  # fmt: skip


def clean_house_rules(text: str) -> str:
    """Return house rules as one printable line, cut to the longest that is kept."""
    return " ".join(sanitize(text).split())[:LONGEST_HOUSE_RULES]


def read_texts(texts: Untrusted) -> dict[str, str]:
    """Read an object whose values are all texts."""
    return {name: value.text() for name, value in texts.entries().items()}


@lru_cache(CACHED_TEXTS)
def parse_options(text: str) -> tuple[tuple[str, str], ...]:
    """Parse the options of a match."""
    return tuple(read_texts(read_json(text, "options")).items())


@lru_cache(CACHED_TEXTS)
def parse_seats(text: str) -> tuple[Seat, ...]:
    """Parse the seats of a match."""
    people = read_json(text, "seats").each()
    if not 0 < len(people) <= len(COLOURS):
        raise Unreadable("seats")
    return tuple(Seat.from_json(n, seat) for n, seat in enumerate(people))


@lru_cache(CACHED_TEXTS)
def read_result(winners: str | None, scores: str | None, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return winners and points; both are empty if nothing was recorded."""
    return check_result(read_json(winners or "[]", "winners"), read_json(scores or "[]", "scores"), seats)


def check_result(winners: Untrusted, scores: Untrusted, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return winners who sit at the table, and points for everybody or nobody."""
    points, first = scores.each(), winners.each()
    if len(points) not in (0, seats):
        raise Unreadable("scores", f"list ({seats})")
    return (
        tuple(seat.whole(0, seats - 1) for seat in first),
        tuple(score.whole(-LARGEST_SCORE, LARGEST_SCORE) for score in points),
    )


def read_snapshot(text: str | None) -> TableSnapshot | None:
    """Read the table as it was left. Unreadable entries are skipped, since nothing depends on them."""
    if not text:
        return None
    try:
        return check_snapshot(read_json(text, "seen"))
    except Unreadable:
        return None


def check_snapshot(seen: Untrusted) -> TableSnapshot | None:
    """Check a snapshot that is parsed already."""
    try:
        return TableSnapshot(seen["answers"].whole(0, 10**9), read_texts(seen["facts"]))
    except Unreadable:
        return None


def read_record(row: Sequence[Any], answers: Sequence[Sequence[Any]], sittings: Sequence[Sequence[Any]]) -> Record:
    """Read a match from its rows; raise `Unreadable` for anything that makes no sense."""
    (
        number, uid, version, began, ended, winners, scores, game, seats, options, seed, deal, corrections, moves,
        trail, seen, chance, game_version, house_rules,
    ) = row  # fmt: skip
    setup = read_setup(game, seats, options, seed, deal, corrections, chance)
    setup.house_rules = clean_house_rules(house_rules)
    return Record(
        number, uid, version, setup, read_moment(began), None if ended is None else read_moment(ended),
        *read_result(winners, scores, len(setup.seats)),
        tuple(Answer(choice, detail, bool(undone), read_moment(at)) for choice, detail, undone, at in answers),
        tuple(Sitting.parse(opened, left) for opened, left in sittings),
        moves, trail, read_snapshot(seen), sanitize(game_version),
    )  # fmt: skip


def parse_names(seats: str) -> tuple[str, ...]:
    """Return the names in a list of seats written as JSON; none if it can't be read."""
    try:
        return tuple(seat.name for seat in parse_seats(seats))
    except Unreadable:
        return ()


def replace_name(seats: str, old: str, new: str) -> str:
    """Rename a player in a list of seats, unless the new name is at the same table already."""
    names = [name.casefold() for name in parse_names(seats)]
    if old.casefold() not in names or (new.casefold() in names and new.casefold() != old.casefold()):
        return seats
    people = json.loads(seats)
    people[names.index(old.casefold())]["name"] = new
    return to_json(people)


def to_json(value: object) -> str:
    """Return JSON as the journal writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
