"""Replaying recorded matches, and describing those that the current rules no longer reproduce."""

from companion.core.errors import N_, ArksideError, BadPlugin, GameMissing, Phrase, RulesChanged, UnknownGame
from companion.core.game import Game
from companion.core.match import Match
from companion.core.record import Record
from companion.core.registry import find_game
from companion.core.untrusted import sanitize
from companion.core.words import Say


def replay_record(record: Record, file: object) -> Match:
    """Replay a recorded match; refuse it if the current rules don't reproduce it."""
    game = _find_game(record)
    try:
        match = Match(game, record.setup, record.list_standing_choices())
    except ArksideError as why:
        raise _make_rules_changed(record, file, Phrase.from_error(why)) from None
    except Exception as why:  # answers that older rules allowed may crash the current ones
        raise _make_rules_changed(record, file, type(why).__name__) from None
    if is_played_differently(record, match):
        raise _make_rules_changed(record, file, Phrase(N_("it asks something else, or counts otherwise")))
    return match


def find_first_player(record: Record) -> int | None:
    """Return the seat that played first; None if the match can't be replayed or its game has no first player."""
    try:
        return replay_record(record, "").table.first_player
    except ArksideError:
        return None


def is_played_differently(record: Record, match: Match) -> bool:
    """Whether the rules asked different questions or gave other points than when the match was played."""
    # With real cards the choices are what we can deduce, and newer versions deduce more or less. So there the trail
    # proves nothing: people entered what happened, every answer was accepted again, and the points agree.
    if record.trail is not None:
        deduced = record.setup.deal != "virtual"
        asked_otherwise = record.trail != match.trail and not deduced
        return asked_otherwise or record.scores not in ((), tuple(match.table.scores))
    # journals older than the trail: only the result of a finished match can be compared
    over = record.ended is not None and bool(record.winners)
    return over and (match.outcome is None or record.scores != tuple(match.table.scores))


def _find_game(record: Record) -> Game:
    """Return the game of a match; refuse the match for now if its game isn't installed."""
    name = record.setup.game
    try:
        return find_game(name)
    except UnknownGame as why:
        if isinstance(why, BadPlugin) or not record.number:
            raise
        raise GameMissing(
            N_("Match {number} waits: its game {name!r} isn't installed"), number=record.number, name=name
        ) from None


def _make_rules_changed(record: Record, file: object, why: object) -> RulesChanged:
    version = record.version
    if record.game_version not in ("", version):
        version = f"{version} ({record.setup.game} {record.game_version})"
    return RulesChanged(
        N_("{file}: match {number}, written by Arkside {version}, can't be replayed: {why}"),
        file=file, number=record.number, version=version, why=why,
    )  # fmt: skip


def describe_record(record: Record, say: Say) -> list[str]:
    """Describe a match that can't be replayed, from its recorded points, winners and last view of the table."""
    seats = record.setup.seats
    lines = [say("Played by different rules: you can only view it.")]
    lines.append(say.plural("{n} answer", "{n} answers", len(record.list_standing_choices())))
    lines += [f"{seat.signed} {score}" for seat, score in zip(seats, record.scores, strict=False)]
    if record.winners:
        lines.append(say("Won by {winners}", winners=say.join_names(seats[seat].name for seat in record.winners)))
    if record.seen is not None:
        lines.append(say("The table after {n} answers:", n=record.seen.answers))
        lines += [sanitize(f"{name}: {value}") for name, value in record.seen.facts.items()]
    return lines
