"""Data that nobody should have: odd rows in the journal, settings, boxes and wirings by a hostile hand, forged exports."""

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.match_export import export_match
from companion.core.registry import find_game, list_game_ids
from companion.core.sessions import Sessions
from tests.laws import NAMES

ESCAPE = "\x1b[2J\x1b]0;pwned\x07"
TURNED = "\u202egnal\u2066"
ZALGO = "Z" + "\u0301\u0336\u0489" * 300
HUGE = "9" * 5000
DEEP = 3000

ODD_ROWS = {
    "seats are no JSON": "UPDATE matches SET seats = '[{'",
    "seats are a number": "UPDATE matches SET seats = '7'",
    "seats are null": "UPDATE matches SET seats = '[null]'",
    "no seats": "UPDATE matches SET seats = '[]'",
    "nine seats": "UPDATE matches SET seats = '[" + ",".join(['{"name":"A","bot":""}'] * 9) + "]'",
    "a name is a number": """UPDATE matches SET seats = '[{"name":5,"bot":""},{"name":"B","bot":""}]'""",
    "a name with escapes": f"""UPDATE matches SET seats = '[{{"name":"{json.dumps(ESCAPE)[1:-1]}","bot":""}},{{"name":"B","bot":""}}]'""",
    "a name of half a letter": """UPDATE matches SET seats = '[{"name":"\\ud83d","bot":""},{"name":"B","bot":""}]'""",
    "a bot nobody knows": """UPDATE matches SET seats = '[{"name":"A","bot":"skynet"},{"name":"B","bot":""}]'""",
    "options are no object": "UPDATE matches SET options = '[1]'",
    "an option is a number": """UPDATE matches SET options = '{"length": 5}'""",
    "an option nobody knows": """UPDATE matches SET options = '{"weather": "rain"}'""",
    "corrections are a text": """UPDATE matches SET corrections = '"x"'""",
    "corrections are deep": f"""UPDATE matches SET corrections = '{'{"a":' * DEEP}1{"}" * DEEP}'""",
    "a game nobody has": "UPDATE matches SET game = 'chess'",
    "a game with escapes": f"UPDATE matches SET game = '{ESCAPE}'",
    "a deal nobody knows": "UPDATE matches SET deal = 'marked'",
    "a seed below zero": "UPDATE matches SET seed = -1",
    "the largest seed there is": "UPDATE matches SET seed = 9223372036854775807",
    "winners are no JSON": "UPDATE matches SET winners = 'x', ended = began",
    "winners sit nowhere": "UPDATE matches SET winners = '[17]', ended = began",
    "winners below zero": "UPDATE matches SET winners = '[-3]', ended = began",
    "points are texts": """UPDATE matches SET scores = '["a","b","c"]', ended = began""",
    "points for others": "UPDATE matches SET scores = '[1]', ended = began",
    "points beyond all measure": f"UPDATE matches SET scores = '[{HUGE}]', ended = began",
    "points are null": "UPDATE matches SET scores = NULL, winners = NULL, ended = began",
    "points are fractions": "UPDATE matches SET scores = '[1.5, NaN, Infinity]', ended = began",
    "a date with escapes": f"UPDATE matches SET began = '{ESCAPE}', ended = '{TURNED}'",
    "a date before all dates": "UPDATE matches SET began = '0001-01-01T00:00:00+14:00'",
    "a date after all dates": "UPDATE matches SET began = '9999-12-31T23:59:59-14:00', ended = began",
    "no date": "UPDATE matches SET began = ''",
    "an answer nobody gave": "UPDATE answers SET choice = 'unicorn-f' WHERE serial = 2",
    "an answer with escapes": f"UPDATE answers SET choice = '{ESCAPE}' WHERE serial = 2",
    "an empty answer": "UPDATE answers SET choice = ''",
    "answers at no time": "UPDATE answers SET at = 'yesterday'",
    "answers without numbers": "UPDATE answers SET serial = serial + 5000",
    "no answers": "DELETE FROM answers",
    "margins are no numbers": """UPDATE answers SET choice = 'slap-0', detail = '{"order":[{"seat":"x","after_now_ms":"soon"}],"friendly":[],"early":[["a","b"]],"winner":{}}'""",
    "margins are no JSON": "UPDATE answers SET choice = 'slap-0', detail = '{{{'",
    "margins are null": """UPDATE answers SET choice = 'slap-0', detail = 'null'""",
    "margins are not finite": """UPDATE answers SET choice = 'slap-0', detail = '{"order":[{"seat":0,"after_now_ms":NaN}],"friendly":[],"early":[],"winner":0}'""",
    "sittings at no time": "UPDATE sittings SET began = 'x', ended = ''",
    "sittings backwards": "UPDATE sittings SET began = '2999-01-01T00:00:00Z', ended = '1970-01-01T00:00:00Z'",
    "people with escapes": f"INSERT OR REPLACE INTO people VALUES ('x', '{ESCAPE}', 99, 'z')",
    "letters that are none": "UPDATE matches SET game = CAST(x'ff41' AS TEXT)",
    "moves backwards": "UPDATE matches SET moves = -5",
    "a checksum of other rules": "UPDATE matches SET trail = 1",
    "half a letter in what was told of the box": """UPDATE matches SET corrections = '{"\\ud800": {}}'""",
    "half a letter in the table that was seen": """UPDATE matches SET seen = '{"answers": 1, "facts": {"\\ud800": "x"}}'""",
    "a table seen that is none": "UPDATE matches SET seen = '[[['",
}  # fmt: skip
"""What can be written into a journal by hand; none of it may do more than keep that match from being played."""

SETTINGS = {
    "no TOML": "language =",
    "an unknown name": 'weather = "rain"',
    "an escape in a name": '"\\u001b[2J" = "fr"',
    "an escape in a value": 'language = "\\u001b[2J"',
    "turned around": 'language = "\\u202efr"',
    "a list": "language = [1, 2]",
    "a table": "[language]\nx = 1",
    "a date": "language = 1979-05-27T07:32:00Z",
    "a number of 5,000 digits": f"language = {HUGE}",
    "deep lists": f"language = {'[' * DEEP}{']' * DEEP}",
    "deep tables": "a = " + "{a=" * DEEP + "1" + "}" * DEEP,
    "deep names": f"{'.'.join('a' * DEEP)} = 1",
    "twice": 'language = "en"\nlanguage = "fr"',
    "nan": "brightness = nan",
    "many": "\n".join(f'a{n} = "b"' for n in range(3000)),
    "a long value": f'language = "{"x" * 100_000}"',
}
"""Texts for settings, boxes and wirings alike."""

BYTES = {
    "zeros": b"\0" * 500,
    "not UTF-8": b'language = "\xff\xfe"\n',
    "half a letter": b'language = "\xed\xa0\xbd"\n',
    "UTF-16": 'language = "fr"'.encode("utf-16"),
}

BOXES = {
    "a figure as a text": '[animals.cat]\nweight = "heavy"',
    "a figure beyond all measure": f"[animals.cat]\nweight = {'9' * 300}",
    "an animal with escapes": '[animals."\\u001b[2J"]\nweight = 3',
    "a table for a figure": "[animals.cat.weight]\nx = 1",
    "a figure for a table": "animals = 3",
    "from nowhere": '[animals.cat]\nfrom = "heaven"\nweight = 2',
    "from a list": "[animals.cat]\nfrom = [1]\nweight = 2",
}

WIRINGS = {
    "a pin that is none": "[dial]\na = 99",
    "a pin as a text": '[dial]\na = "left"',
    "a pin as a list": "[dial]\na = [1]",
    "a part nobody knows": "[rocket]\nfuel = 1",
    "a part that is a number": "dial = 3",
    "paddles without end": "[[paddles]]\nbutton = 5\n" * 500,
    "paddles that are texts": 'paddles = ["a", "b"]',
    "a screen elsewhere": '[screens]\nquestion = "moon"',
}


def play_matches(folder: Path) -> None:
    """A journal with a match of each game: the first two over, the others waiting."""
    rng = random.Random(5)
    with Journal(folder) as journal:
        for count, game in enumerate(list_game_ids()):
            one = find_game(game)
            with Sessions(journal).start(one, one.set_up(NAMES[: one.usual_players], {}, count)) as session:
                while session.question is not None and (count < 2 or session.n < 9):
                    session.answer(session.n, rng.choice(session.question.choices))


def odd(folder: Path, good: Path, sql: str) -> None:
    """A good journal with one thing that is odd."""
    shutil.copytree(good, folder)
    db = sqlite3.connect(folder / FILE)
    db.executescript(sql)
    db.close()


def an_export(good: Path, number: int = 1) -> dict[str, Any]:
    """A match of that journal as its export."""
    with Journal(good) as journal:
        tree: dict[str, Any] = json.loads(export_match(journal.load_record(number)))
    return tree


def forge_exports(good: Path) -> dict[str, str]:
    """Exports by a hostile hand."""
    texts = {
        "empty": "", "no object": "[]", "deep": "[" * 100_000, "a number of 5,000 digits": HUGE,
        "only a format": '{"arkside-match": 1}', "the next format": '{"arkside-match": 2}',
        "a format with escapes": json.dumps({"arkside-match": ESCAPE}),
    }  # fmt: skip
    strange: list[Any] = [
        None,
        7,
        -1,
        2**70,
        1.5,
        "",
        "x",
        ESCAPE,
        TURNED,
        ZALGO,
        "\ud83d",
        [],
        [None],
        [[]],
        {},
        {"a": {"b": [1]}},
        True,
    ]
    for key in an_export(good):
        for n, value in enumerate(strange):
            texts[f"{key} {n}"] = json.dumps(an_export_with(good, (key,), value))
    for path in (("seats", 0), ("seats", 0, "name"), ("seats", 0, "bot"), ("answers", 0), ("answers", 1, "choice"),
                 ("answers", 1, "detail"), ("answers", 1, "at"), ("answers", 1, "undone"), ("sittings", 0),
                 ("sittings", 0, "began"), ("scores", 0), ("winners", 0)):  # fmt: skip
        for n, value in enumerate(strange):
            texts[f"{'.'.join(map(str, path))} {n}"] = json.dumps(an_export_with(good, path, value))
    return texts


_EXPORTS: dict[Path, dict[str, Any]] = {}


def an_export_with(good: Path, path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """An export in which one entry is something else."""
    if good not in _EXPORTS:
        _EXPORTS[good] = an_export(good)
    tree: Any = json.loads(json.dumps(_EXPORTS[good]))
    below = tree
    for key in path[:-1]:
        below = below[key]
    below[path[-1]] = value
    tree["uid"] = tree["uid"] if path == ("uid",) else f"forged-{len(str(value))}-{'.'.join(map(str, path))}"
    result: dict[str, Any] = tree
    return result
