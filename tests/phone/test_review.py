"""The review of a match on a phone: written by a process of its own, only for matches that are over."""

import time
from pathlib import Path
from random import Random

import pytest

from companion.app import reviews as app_reviews
from companion.app.reviews import NoReviewHere, Reviews
from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.registry import find_game
from companion.core.sessions import Sessions


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal with one finished and one unfinished match of Noah."""
    monkeypatch.setattr(app_reviews, "is_small_machine", lambda: False)
    monkeypatch.setattr(app_reviews, "make_idle", lambda pid: None)  # on a busy machine it would never get its turn
    monkeypatch.setattr(app_reviews, "SECONDS", 0.5)
    game, bot = find_game("noah"), make_random_bot(Random(2))
    with Journal(tmp_path) as journal:
        for answers in (10_000, 3):
            with Sessions(journal, "test").start(game, game.set_up(["Anna", "Ben"], seed=3)) as session:
                while session.question is not None and session.n <= answers:
                    session.answer(session.n, bot(session.question, session.match.table))
    return tmp_path


def wait_for(reviews: Reviews, number: int, language: str) -> Path:
    """Ask again until the page is there."""
    until = time.monotonic() + 120
    while (page := reviews.find(number, language)) is None:
        assert time.monotonic() < until
        assert reviews._process is not None
        reviews._process.wait(120)
    return page


def test_a_page_is_written_once_and_gone_with_the_app(data: Path) -> None:
    reviews = Reviews(data)
    page = wait_for(reviews, 1, "fr")
    assert "Les tournants" in page.read_text(encoding="utf-8") or "Chances" in page.read_text(encoding="utf-8")
    assert 'lang="fr"' in page.read_text(encoding="utf-8")
    process = reviews._process
    assert reviews.find(1, "fr") == page
    assert reviews._process is process
    reviews.close()
    assert not page.exists()


def test_an_unfinished_match_has_no_review(data: Path) -> None:
    reviews = Reviews(data)
    with pytest.raises(NoReviewHere):
        wait_for(reviews, 2, "en")
    reviews.close()


def test_a_small_box_sends_people_to_a_computer(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_reviews, "is_small_machine", lambda: True)
    reviews = Reviews(data)
    with pytest.raises(NoReviewHere, match="arkside review 1"):
        reviews.find(1, "en")
    assert reviews._process is None


def test_closing_stops_a_review_that_is_being_written(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_reviews, "SECONDS", 600)
    reviews = Reviews(data)
    assert reviews.find(1, "en") is None
    process = reviews._process
    reviews.close()
    assert process is not None
    assert process.poll() is not None


class FakeProcess:
    """A review that is written at once."""

    pid = 1

    def __init__(self, words: list[str], **more: object) -> None:
        Path(words[words.index("--to") + 1]).touch()

    def poll(self) -> int:
        return 0

    def kill(self) -> None: ...

    def wait(self) -> None: ...


def test_nobody_keeps_the_box_reviewing_or_fills_its_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_reviews, "is_small_machine", lambda: False)
    monkeypatch.setattr(app_reviews, "make_idle", lambda pid: None)
    monkeypatch.setattr(app_reviews.subprocess, "Popen", FakeProcess)
    now = 0.0
    reviews = Reviews(tmp_path, lambda: now)
    begun = 0
    for number in range(200):
        reviews.find(number, "en")
        begun += reviews.find(number, "en") is not None
    assert begun == app_reviews.MOST_STARTS
    for number in range(200):
        now += app_reviews.WINDOW
        reviews.find(number, "fr")
        assert reviews.find(number, "fr") is not None
    assert reviews._shelf is not None
    assert len(list(Path(reviews._shelf.name).iterdir())) == app_reviews.MOST_PAGES
    reviews.close()
