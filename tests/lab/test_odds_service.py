"""The process that counts odds, its own side: it says that it has read, counts until it knows enough, and goes when idle."""

import json
from multiprocessing import Pipe
from random import Random
from typing import Any

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.registry import find_game
from companion.lab import odds_worker
from companion.lab.odds_worker import OddsService

REQUEST = {
    "serial": 7,
    "seats": [],
    "options": {},
    "seed": 1,
    "deal": "virtual",
    "chance": 2,
    "corrections": {},
    "answers": [],
}


class Line:
    """To a service that counts odds here and now: whoever asks has the one end, it has the other."""

    def __init__(self) -> None:
        self.end, other = Pipe()
        self.service = OddsService(other)

    def replies(self, *requests: dict[str, Any]) -> list[dict[str, Any]]:
        """What comes back for these, until nobody asks any more."""
        for request in requests:
            self.end.send_bytes(json.dumps(request).encode())
        self.service.run()
        messages = []
        while self.end.poll():
            messages.append(json.loads(self.end.recv_bytes()))
        return messages


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    for name, value in {"ENOUGH_ENDINGS": 30, "FIRST_ENDINGS": 10, "REPORT_SECONDS": 0.0, "IDLE_SECONDS": 0.0}.items():
        monkeypatch.setattr(odds_worker, name, value)
    return Line()


def asked(serial: int, wanted: str = "odds") -> dict[str, Any]:
    """About a match of Noah, some answers old."""
    game, bot = find_game("noah"), make_random_bot(Random(3))
    match = Match(game, game.set_up(["Anna", "Ben", "Zoe"], {}, seed=5))
    for _ in range(20):
        match.answer(bot(match.question, match.table))
    return {**odds_worker.make_request(match, wanted, bot="hard:4", seed=1), "serial": serial}


def test_odds_grow_surer_until_enough_endings_were_played(line: Line) -> None:
    first, *odds = line.replies(asked(4))
    assert first == {"read": True, "serial": 0}
    assert [message["serial"] for message in odds] == [4] * len(odds)
    endings = [message["endings"] for message in odds]
    assert endings == sorted(endings)
    assert endings[0] >= 10
    assert endings[-1] >= 30
    assert [message["done"] for message in odds] == [False] * (len(odds) - 1) + [True]
    assert sum(chance[0] for chance in odds[-1]["chances"]) == pytest.approx(1.0)


def test_a_newer_question_takes_the_place_of_the_one_before(line: Line) -> None:
    messages = line.replies(asked(1), asked(2))
    assert [message["serial"] for message in messages if message.get("done")] == [2]


def test_a_hint_comes_at_once_and_nothing_after_it(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_worker, "HINT_GAMES", 12)
    read, hint = line.replies(asked(3, "hint"))
    assert read == {"read": True, "serial": 0}
    assert hint["serial"] == 3
    assert len(hint["hint"]["advice"]) == 2


def test_a_bot_answers_with_one_of_its_choices(line: Line) -> None:
    read, answer = line.replies(asked(3, "bot"))
    assert read == {"read": True, "serial": 0}
    assert odds_worker._rebuild_match(asked(3)).question.find_choice(answer["choice"]) is not None


def test_the_reason_for_having_none_is_given(line: Line) -> None:
    read, why = line.replies({**REQUEST, "game": "atlantis"})
    assert read["read"]
    assert why["serial"] == 7
    assert "{" in why["why"]
    assert "atlantis" in why["values"].values()


def test_it_ends_when_whoever_asks_is_gone(line: Line) -> None:
    line.end.close()
    line.service.run()
