"""Results for other programs: BG Stats, which keeps records of plays on phones, and a table of all matches as CSV."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.core.cover import read_cover
from companion.core.ranking import find_fewest_win, rank_scores
from companion.core.record import MatchHeading, Record
from companion.core.registry import find_game, find_title, is_installed
from companion.core.replay import find_first_player
from companion.core.timestamps import close_sittings, parse_time
from companion.core.untrusted import sanitize

SOURCE = "Arkside"
"""Name by which BG Stats recognizes our plays. It must never change, or plays sent again become second ones."""
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""Address that opens BG Stats on a phone with one play; nothing is sent to a server."""
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What formulas of spreadsheets begin with, also in the wide letters of Chinese and Japanese keyboards."""
COLUMNS = ("match", "game", "title", "began", "ended", "seat", "player", "bot", "points", "rank", "won")


def has_fewest_win(game: str, scores: Sequence[int], winners: Sequence[int]) -> bool:
    """Whether the fewest points won a match; False for a game that is not installed."""
    return is_installed(game) and find_fewest_win(find_game(game).fewest_win, scores, winners)


def format_play_date(record: Record) -> str:
    """Return the end of a match as BG Stats reads it, in UTC."""
    at = parse_time(record.ended or record.began)
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def count_minutes(record: Record) -> int:
    """Return the time at the table in minutes, without pauses."""
    stamps = [parse_time(answer.at) for answer in record.answers]
    lengths = [(sat.ended or sat.began) - sat.began for sat in close_sittings(record.sittings, stamps)]
    return round(sum(lengths) / 60_000)


def list_scores(record: Record) -> tuple[int, ...]:
    """Return everybody's points; none for matches that an older Arkside ended early."""
    return record.scores or (0,) * len(record.setup.seats)


def rank_record(record: Record) -> Sequence[int]:
    """Return everybody's rank in a finished match, by seat."""
    scores = list_scores(record)
    return rank_scores(scores, record.winners, has_fewest_win(record.setup.game, scores, record.winners))


def make_play(record: Record) -> dict[str, Any]:
    """Return one play for the link that opens BG Stats. Every flag is there, because its Android app needs them all."""
    scores, ranks = list_scores(record), rank_record(record)
    first_player = find_first_player(record)
    return {
        "sourceName": SOURCE, "sourcePlayId": record.uid, "playDate": format_play_date(record),
        "durationMin": count_minutes(record),
        "game": {"sourceGameId": record.setup.game, **_describe_game(record)},
        "players": [
            {"name": seat.name, "sourcePlayerId": seat.name.casefold(), "score": str(scores[seat.index]),
             "rank": ranks[seat.index], "winner": seat.index in record.winners,
             "startPlayer": seat.index == first_player}
            for seat in record.setup.seats
        ],
    }  # fmt: skip


def make_play_link(record: Record) -> str:
    """Return the link that opens BG Stats with a play."""
    text = json.dumps(make_play(record), ensure_ascii=False, separators=(",", ":"))
    return CREATE_PLAY + quote(text, safe="")


def make_play_file(record: Record) -> str:
    """Return a `.bgsplay` file: the collections of BG Stats with this one play in them."""
    names = [seat.name for seat in record.setup.seats]
    scores, ranks = list_scores(record), rank_record(record)
    first_player = find_first_player(record)
    game = {
        "id": 1, "uuid": _make_uuid("game", record.setup.game), **_describe_game(record),
        "cooperative": False, "usesTeams": False,
    }  # fmt: skip
    players = [
        {"id": number, "uuid": _make_uuid("player", name.casefold()), "name": name, "isAnonymous": False}
        for number, name in enumerate(names, 1)
    ]
    results = [
        {"playerRefId": seat.index + 1, "score": str(scores[seat.index]),
         "winner": seat.index in record.winners, "rank": ranks[seat.index], "seatOrder": seat.index + 1,
         "startPlayer": seat.index == first_player, "newPlayer": False}
        for seat in record.setup.seats
    ]  # fmt: skip
    play = {
        "uuid": _make_uuid("play", record.uid), "gameRefId": 1, "playDate": format_play_date(record),
        "durationMin": count_minutes(record), "ignored": False, "playerScores": results,
    }  # fmt: skip
    export = {"games": [game], "players": players, "locations": [], "plays": [play], "userInfo": {}}
    return json.dumps(export, ensure_ascii=False, indent=1) + "\n"


def _describe_game(record: Record) -> dict[str, Any]:
    """Return the fields of a game that link and file share, with its number at BoardGameGeek if that is known."""
    game = record.setup.game
    fewest = has_fewest_win(game, list_scores(record), record.winners)
    number = read_cover(find_game(game).folder).bgg_id if is_installed(game) else None
    at_bgg = {} if number is None else {"bggId": number}
    return {"name": find_title(game), "highestWins": not fewest, "noPoints": False, **at_bgg}


def _make_uuid(kind: str, id: str) -> str:
    """Return the same id for the same thing every time, so that importing twice adds nothing."""
    return str(uuid5(NAMESPACE_URL, f"{SOURCE.lower()}:{kind}:{id}"))


def write_csv(headings: Iterable[MatchHeading]) -> str:
    """Return a table of the finished ones among these matches, with a row for each player, for any spreadsheet."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for heading in headings:
        if heading.ended is None:
            continue
        fewest = has_fewest_win(heading.game, heading.scores, heading.winners)
        ranks = rank_scores(heading.scores, heading.winners, fewest)
        for seat in heading.seats:
            won = int(seat.index in heading.winners)
            result = (heading.scores[seat.index], ranks[seat.index]) if heading.scores else ("", "")
            table.writerow(
                (heading.number, escape_formula(heading.game), escape_formula(find_title(heading.game)), heading.began,
                 heading.ended, seat.index + 1, escape_formula(seat.name), escape_formula(seat.bot), *result, won)
            )  # fmt: skip
    return text.getvalue()


def escape_formula(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, and no terminal for a command.

    >>> escape_formula("Anna"), escape_formula("=1+1")
    ('Anna', "'=1+1")
    """
    text = sanitize(text)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
