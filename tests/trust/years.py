"""A journal as it is after years: ten thousand matches, written in a moment."""

import json
import sqlite3
from pathlib import Path

from companion.core.journal import FILE, Journal
from companion.core.registry import find_game
from tests.boxed import BOXED

PEOPLE = [f"{name} {letter}" for name in ("Anna", "Ben", "Cleo", "Dan", "Zoé") for letter in "ABCDEFGHIJ"]


def write_years(folder: Path, matches: int, answers: int = 30) -> None:
    """So many matches that are over and forty that wait, each with so many answers; some of them are slaps."""
    with Journal(folder):
        pass
    setups = [find_game(id).set_up(["Anna", "Ben", "Cleo"], seed=1) for id in BOXED]
    db = sqlite3.connect(folder / FILE, isolation_level=None)
    db.execute("PRAGMA synchronous=OFF")
    db.execute("BEGIN")
    slap = json.dumps({"order": [[0, 231.5], [1, 240.0]], "winner": 0})
    for number in range(1, matches + 1):
        setup = setups[number % len(setups)]
        seats = [seat.as_json() | {"name": PEOPLE[(number * 7 + seat.index) % len(PEOPLE)]} for seat in setup.seats]
        day = f"20{10 + number // 700:02}-{1 + number // 60 % 12:02}-{1 + number // 2 % 28:02}T20:{number % 60:02}"
        ended = None if number > matches - 40 else f"{day}:59.000Z"
        db.execute(
            "INSERT INTO matches (number, uid, version, game, seats, options, deal, seed, corrections, began, ended, winners,"
            " scores) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (number, f"uid-{number}", "0.1.0", setup.game, json.dumps(seats), json.dumps(dict(setup.options)), "virtual",
             number, "{}", f"{day}:00.000Z", ended, "[0]", "[3, 2, 1]"),
        )  # fmt: skip
        choice = "slap-0" if setup.game == "noahs-ark" else "cat-f"
        rows = ((number, n, choice, slap if choice == "slap-0" else "", 0, f"{day}:30.000Z") for n in range(answers))
        db.executemany("INSERT INTO answers VALUES (?,?,?,?,?,?)", rows)
        db.execute("INSERT INTO sittings VALUES (?,?,?)", (number, f"{day}:00.000Z", f"{day}:50.000Z"))
    db.executemany(
        "INSERT INTO people VALUES (?,?,?,?)", ((person.casefold(), person, 600, "2026") for person in PEOPLE)
    )
    db.execute("COMMIT")
    db.close()
