"""The engine protocol: whole games by JSON lines, and an error line for everything else."""

import io
import json
import os
import random
import subprocess
import sys

import pytest

from companion.core.registry import find_game, list_game_ids
from companion.engine import FIELDS, LONGEST_LINE, Engine, serve

NEW = {"do": "new", "game": "noah", "seats": ["Anna", "Ben"], "options": {}, "seed": 7, "deal": "virtual"}


def line(**request):
    return json.dumps(request).encode()


def conversation(*lines):
    """What the engine says to these lines, its greeting first."""
    out = io.BytesIO()
    serve(
        io.BytesIO(b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)),
        out,
    )
    return [json.loads(said) for said in out.getvalue().splitlines()]


def test_it_greets_with_protocol_and_games():
    assert conversation() == [{"arkside": 1, "games": list(list_game_ids())}]


def test_it_plays_with_the_owners_box(tmp_path):
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "noah.toml").write_text("[game]\nhand = 3\n")
    out = io.BytesIO()
    serve(io.BytesIO(line(**NEW) + b"\n"), out, tmp_path)
    assert json.loads(out.getvalue().splitlines()[1])["facts"]["hand-0"] == "3"


@pytest.mark.parametrize("game", list_game_ids())
@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_a_whole_game_by_answers(game, deal):
    seats = [f"P{n}" for n in range(find_game(game).players[-1])]
    engine, rng = Engine(), random.Random(3)
    state = engine.respond(line(do="new", game=game, seats=seats, seed=3, deal=deal))
    n = 0
    while "question" in state:
        n += 1
        question = state["question"]
        assert question["n"] == n
        assert question["seat"] is None or 0 <= question["seat"] < len(seats)
        assert len(question["choices"]) >= (1 if "free" in question or "numbers" in question else 2)
        assert set(state) - {"why"} == {"question", "scores", "facts", "cues", "table"}
        state = engine.respond(line(do="answer", choice=rng.choice(question["choices"])))
    over = state["over"]
    assert over["winners"] or game == "any"
    assert over["why"]
    for seat, score in enumerate(over["scores"]):
        assert sum(entry["points"] for entry in over["ledger"] if entry["seat"] == seat) == score


def test_the_example_of_the_protocol():
    _, first = conversation(NEW)
    assert (first["question"]["n"], first["question"]["ask"]) == (1, "load")
    assert first["scores"] == [0, 0]
    assert first["facts"]["noah"] == "ferry-1"
    assert first["table"]["hands"] == [8, 8]
    assert len(first["table"]["cards"]) == 8


def test_a_seat_is_not_shown_the_cards_of_others():
    _, first, *_ = conversation(NEW)
    assert [key for key in first["table"] if key.startswith("cards")] == ["cards"]
    assert "cards" not in first["facts"]


def test_undo_redo_and_finish():
    choice = conversation(NEW)[1]["question"]["choices"][0]
    _, first, second, undone, redone, over = conversation(
        NEW, {"do": "answer", "choice": choice}, {"do": "undo"}, {"do": "redo"}, {"do": "finish", "bot": "greedy"}
    )
    assert undone == first
    assert redone == second
    assert over["over"]["winners"]


def test_finish_is_the_same_every_time():
    assert conversation(NEW, {"do": "finish"}) == conversation(NEW, {"do": "finish"})


def test_quit_ends_it():
    assert len(conversation({"do": "quit"}, NEW)) == 1


BAD = [
    (b"garbage", "bad-json"),
    (b"\xff\xfe", "bad-json"),
    (b"{", "bad-json"),
    (b"[" * 50_000, "bad-json"),
    (b"9" * 5000, "bad-json"),
    (b"null", "bad-type"),
    (b"[1]", "bad-type"),
    (b"{}", "unknown-request"),
    (line(do=3), "unknown-request"),
    (line(do="dance"), "unknown-request"),
    (line(do=["new"]), "unknown-request"),
    (line(**{**NEW, "colour": "red"}), "unknown-key"),
    (line(do="undo", times=2), "unknown-key"),
    (line(do="new", game="noah"), "missing-key"),
    (line(do="answer"), "missing-key"),
    (line(**{**NEW, "game": 3}), "bad-type"),
    (line(**{**NEW, "game": "chess"}), "unknown-game"),
    (line(**{**NEW, "seats": "Anna"}), "bad-type"),
    (line(**{**NEW, "seats": [1, 2]}), "bad-type"),
    (line(**{**NEW, "game": "ark", "seats": ["Anna"]}), "bad-setup"),
    (line(**{**NEW, "seats": ["Anna", "Anna"]}), "bad-setup"),
    (line(**{**NEW, "seats": ["x"] * 1000}), "bad-setup"),
    (line(**{**NEW, "options": {"length": 3}}), "bad-type"),
    (line(**{**NEW, "options": {"length": "eternal"}}), "bad-setup"),
    (line(**{**NEW, "options": {"width": "short"}}), "bad-setup"),
    (line(**{**NEW, "seed": True}), "bad-type"),
    (line(**{**NEW, "seed": -1}), "bad-setup"),
    (line(**{**NEW, "seed": 10**30}), "bad-setup"),
    (line(**{**NEW, "seed": 1.5}), "bad-type"),
    (line(**{**NEW, "deal": "stacked"}), "bad-setup"),
    (line(do="answer", choice="unicorn-f"), "not-a-choice"),
    (line(do="answer", choice="x" * 100_000), "not-a-choice"),
    (line(do="answer", choice=None), "bad-type"),
    (line(do="answer", choice={"a": 1}), "bad-type"),
    (line(do="finish", bot="deep"), "unknown-bot"),
    (line(do="finish", bot=1), "bad-type"),
    (line(do="undo"), "nothing-to-do"),
    (line(do="redo"), "nothing-to-do"),
    (b'{"do":' + b"[" * 500 + b"]" * 500 + b"}", "bad-json"),
    (b'{"do":"new","game":"noah","seats":["Anna","Ben"],"options":' + b'{"a":' * 500 + b"1" + b"}" * 501, "bad-json"),
    (line(do="answer", choice=10**4000), "bad-type"),
    (line(do="answer", choice="cat-f", n=10**4000), "bad-type"),
]


@pytest.mark.parametrize(
    ("request_with_half", "named"),
    [
        ({**NEW, "game": "\ud800"}, "game"),
        ({**NEW, "deal": "virtual\udfff"}, "deal"),
        ({**NEW, "seats": ["Anna", "\ud800"]}, "seats"),
        ({**NEW, "options": {"length": "\ud800"}}, "options"),
        ({**NEW, "options": {"\ud800": "short"}}, "options"),
        ({"do": "answer", "choice": "said-\ud800"}, "choice"),
        ({"do": "finish", "bot": "\ud800"}, "bot"),
    ],
)
def test_half_a_letter_is_refused_with_the_name_of_the_field(request_with_half, named):
    _, _, refused, state = conversation(NEW, request_with_half, {"do": "undo"})
    assert refused["error"]["code"] == "bad-type"
    assert named in refused["error"]["message"]
    assert state["error"]["code"] == "nothing-to-do"


@pytest.mark.parametrize(("bad", "code"), BAD, ids=[str(one[0][:40]) for one in BAD])
def test_bad_input_gets_one_error_line_and_the_state_stays(bad, code):
    engine = Engine()
    engine.respond(json.dumps(NEW).encode())
    match = engine.session.match
    before = match, match.facts, repr(match.question), list(match.answers)
    error = engine.respond(bad)["error"]
    assert error["code"] == code
    assert error["message"]
    assert "\n" not in error["message"]
    assert len(error["message"]) < 400
    match = engine.session.match
    assert (match, match.facts, repr(match.question), match.answers) == before


@pytest.mark.parametrize("do", [do for do in FIELDS if do not in ("new", "quit")])
def test_before_a_match_there_is_nothing_to_do(do):
    request = {"do": do, **({"choice": "cat-f"} if do == "answer" else {})}
    assert Engine().respond(json.dumps(request).encode())["error"]["code"] == "no-match"


def test_a_line_of_ten_megabytes_is_refused_and_the_next_one_served():
    _, error, state = conversation(b'{"do":"' + b"x" * 10_000_000 + b'"}\n', NEW)
    assert error["error"]["code"] == "line-too-long"
    assert str(LONGEST_LINE) in error["error"]["message"]
    assert "question" in state


def test_noise_never_stops_it():
    rng = random.Random(5)
    good = json.dumps(NEW).encode()
    lines = [NEW]
    for _ in range(400):
        mutated = bytearray(good)
        for _ in range(rng.randrange(1, 6)):
            mutated[rng.randrange(len(mutated))] = rng.randrange(256)
        lines.append(bytes(mutated).replace(b"\n", b" ") + b"\n")
    said = conversation(*lines, {"do": "finish"})
    assert "over" in said[-1]


def run_engine(feed):
    return subprocess.run(
        [sys.executable, "-m", "companion", "engine"], input=feed, capture_output=True, timeout=60, check=False
    )


def test_the_command_serves_standard_input_and_output():
    done = run_engine(json.dumps(NEW).encode() + b'\n{"do":"finish"}\nnonsense')
    assert (done.returncode, done.stderr) == (0, b"")
    kinds = [next(iter(json.loads(said))) for said in done.stdout.splitlines()]
    assert kinds == ["arkside", "question", "over", "error"]


def test_a_reader_who_goes_away_ends_it_quietly():
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "engine"], input=json.dumps(NEW).encode() * 100, stdout=write,
        stderr=subprocess.PIPE, timeout=60, check=False,
    )  # fmt: skip
    os.close(write)
    assert done.stderr == b""


def test_a_bot_that_looks_at_its_hand_cannot_finish_with_real_cards():
    replies = conversation({**NEW, "deal": "table"}, {"do": "finish", "bot": "greedy"}, {"do": "finish"})
    assert replies[2]["error"]["code"] == "bad-setup"
    assert "can't hold real cards" in replies[2]["error"]["message"]
    assert "over" in replies[3]
