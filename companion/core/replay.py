"""A match of the journal played again; one that today's rules play otherwise is shown as it was kept."""

from companion.core.errors import N_, ArksideError, BadPlugin, GameMissing, Phrase, RulesChanged, UnknownGame
from companion.core.game import Game
from companion.core.match import Match
from companion.core.record import Record
from companion.core.registry import game_named
from companion.core.untrusted import sanitize
from companion.core.words import Say


def replay(record: Record, file: object) -> Match:
    """Play a record up to where it was left; one that the rules do not follow is refused by name."""
    game = _installed(record)
    try:
        match = Match(game, record.setup, record.standing())
    except ArksideError as why:
        raise _changed(record, file, Phrase.of(why)) from None
    except Exception as why:  # the rules themselves may trip over what other rules allowed
        raise _changed(record, file, type(why).__name__) from None
    if differs(record, match):
        raise _changed(record, file, Phrase(N_("it asks something else, or counts otherwise")))
    return match


def differs(record: Record, match: Match) -> bool:
    """Whether the rules asked or counted anything else than when it was played, as far as that was noted.

    With real cards the choices are what we can deduce, and newer versions deduce more or less. So there the trail of
    offered choices proves nothing: people entered what happened, every answer was accepted again, and points agree.
    """
    if record.trail is not None:
        deduced = record.setup.deal != "virtual"
        asked_otherwise = record.trail != match.trail and not deduced
        return asked_otherwise or record.scores not in ((), tuple(match.table.scores))
    over = record.ended is not None and bool(record.winners)
    return over and (match.outcome is None or record.scores != tuple(match.table.scores))


def _installed(record: Record) -> Game:
    """The game of a match; without it the match waits."""
    name = record.setup.game
    try:
        return game_named(name)
    except UnknownGame as why:
        if isinstance(why, BadPlugin) or not record.number:
            raise
        raise GameMissing(
            N_("Match {number} waits: its game {name!r} is not installed"), number=record.number, name=name
        ) from None


def _changed(record: Record, file: object, why: object) -> RulesChanged:
    version = record.version
    if record.game_version not in ("", version):
        version = f"{version} ({record.setup.game} {record.game_version})"
    return RulesChanged(
        N_("{file}: match {number}, written by Arkside {version}, cannot be replayed: {why}"),
        file=file, number=record.number, version=version, why=why,
    )  # fmt: skip


def as_kept(record: Record, say: Say) -> list[str]:
    """A match that no rules follow any more, from what was noted while it was played: points, end, the table."""
    seats = record.setup.seats
    lines = [say("Played by other rules: it can only be looked at.")]
    lines.append(say.plural("{n} answer", "{n} answers", len(record.standing())))
    lines += [f"{seat.signed} {score}" for seat, score in zip(seats, record.scores, strict=False)]
    if record.winners:
        lines.append(say("Won by {winners}", winners=say.names(seats[seat].name for seat in record.winners)))
    if record.seen is not None:
        lines.append(say("The table after {n} answers:", n=record.seen.answers))
        lines += [sanitize(f"{name}: {value}") for name, value in record.seen.facts.items()]
    return lines
