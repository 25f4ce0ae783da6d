"""Names that nobody should have: very long, from right to left, piled high, with commands for terminals. All of them are only text."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.core.errors import SetupError
from companion.core.journal import FILE, Journal
from companion.core.registry import find_game, list_game_ids
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.phone.match_log import encode_json
from companion.phone.records import list_matches
from tests.borders.command import arkside
from tests.device.paper import draw_checked

ODD = {
    "10 kB": "n" * 10_000,
    "right to left": "\u202eevil \u2067name\u2069",
    "hebrew": "שלום עולם",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈" * 4,
    "zalgo": "Z\u0351\u0363\u0310\u035b\u0489\u0334\u0328a" * 12,
    "terminal": "\x1b[2J\x1b]0;owned\x07Anna",
    "lines": "An\r\nna\x00",
    "markup": "<script>alert(1)</script>[bold red]x[/]{seat}%s",
}
TRICKS = {chr(code) for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))} - {"\n"}


@pytest.mark.parametrize("game", list_game_ids())
@pytest.mark.parametrize("kind", ["10 kB", "right to left", "terminal", "lines"])
def test_nobody_sits_down_under_a_name_that_cannot_be_shown(game: str, kind: str) -> None:
    rules = find_game(game)
    with pytest.raises(SetupError) as refused:
        rules.set_up([ODD[kind], *["Ben", "Cleo", "Dan"][: rules.players[0] - 1]])
    assert len(str(refused.value)) < 12_000


@pytest.fixture(params=ODD)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A journal in which somebody has written such a name past all our checks."""
    with Journal(tmp_path) as journal:
        journal.begin_match(find_game("noah").set_up(["Anna", "Ben"], seed=1))
        over = journal.begin_match(find_game("noah").set_up(["Anna", "Ben"], seed=2))
        journal.end_early(over, (1, 2))
    db = sqlite3.connect(tmp_path / FILE)
    name = ODD[request.param]
    for number, seats in db.execute("SELECT number, seats FROM matches").fetchall():
        people = json.loads(seats)
        people[0]["name"] = name
        db.execute("UPDATE matches SET seats = ? WHERE number = ?", (json.dumps(people), number))
    db.execute("UPDATE people SET name = ?, folded = ? WHERE folded = 'anna'", (name, name.casefold()))
    db.commit()
    db.close()
    return tmp_path


@pytest.mark.parametrize("words", [("history",), ("history", "--stats"), ("replay", "1"), ("history", "--json")])
def test_a_terminal_receives_plain_text_only(
    capfd: pytest.CaptureFixture[str], folder: Path, words: tuple[str, ...]
) -> None:
    code, out, err = arkside(capfd, *words, "--data", str(folder), "--lang", "en")
    assert code in (0, 1)
    assert not TRICKS & set(out + err)
    assert "Traceback" not in err


def test_the_screens_show_it_inside_their_glass(folder: Path) -> None:
    """Every letter is checked where it is drawn, behind every row of the first menu."""
    with Rehearsal(folder) as device:
        labels = [row.label for row in device.view.rows if row.label] if isinstance(device.view, PickView) else []
    assert {"New match", "Matches"} <= set(labels)
    for label in labels:
        with Rehearsal(folder) as device:
            device.pick(label)
            draw_checked(device.view)
            if label == "Matches":
                assert isinstance(device.view, PickView)
                assert not TRICKS & set("".join(row.label for row in device.view.rows))
                device.push()
                draw_checked(device.view)


def test_the_page_receives_valid_json(folder: Path) -> None:
    with Rehearsal(folder) as device:
        encoded = encode_json(list_matches(device.app.journal)).encode()
    assert isinstance(json.loads(encoded), list)
