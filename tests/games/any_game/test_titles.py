"""Saved matches are listed by the name that people typed."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.app import App
from companion.core.registry import find_game
from companion.core.statistics import compute_statistics
from companion.phone.played import describe_played_match
from companion.phone.records import describe_result, list_matches

CHESS = {"games": {"chess": {"title": "Chess", "kind": "points"}}}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with closing(App(tmp_path, "en")) as app:
        yield app


def play(app: App, *answers: str, game: str = "any") -> int:
    """Play this much of a match, with a game that was named before; return its number."""
    chosen = find_game(game)
    corrections = CHESS if game == "any" else None
    setup = chosen.set_up(["Anna", "Ben"], seed=1, deal="table", corrections=corrections)
    with app.sessions.start(chosen, setup) as session:
        for answer in answers:
            session.answer(session.n, answer)
        return session.number


def list_titles(app: App, language: str = "en") -> list[str]:
    """Return the titles of all matches, oldest first."""
    return [match["title"] for match in reversed(list_matches(app.journal, language=language))]


def test_matches_are_listed_by_the_name_that_people_typed_or_picked(app: App) -> None:
    play(app, game="noah")
    play(app, "said-Flower Meadow", "points")
    play(app, "game-chess")
    play(app, "unnamed", "points")
    play(app)
    assert list_titles(app) == ["Noah", "Flower Meadow", "Chess", "Any game", "Any game"]
    assert list_titles(app, "fr") == ["Noah", "Flower Meadow", "Chess", "Un autre jeu", "Un autre jeu"]


def test_any_game_may_name_its_matches(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    play(app, "seat-1", game="noah")
    noah = find_game("noah")
    monkeypatch.setattr(
        type(noah), "name_match", lambda self, first_answer, corrections: f"Noah, {first_answer} begins"
    )
    assert list_titles(app) == ["Noah, seat-1 begins"]


def test_a_name_that_was_taken_back_is_no_title(app: App) -> None:
    number = play(app, "said-Flower Meadow", "points")
    with app.sessions.open(number) as session:
        session.undo(session.n, to=1)
        assert list_titles(app) == ["Any game"]
        session.answer(session.n, "said-Berries")
    assert list_titles(app) == ["Berries"]


def test_a_damaged_match_hides_no_other_title(app: App) -> None:
    play(app, "game-chess")
    play(app, "said-Berries")
    app.journal._db.execute("UPDATE matches SET corrections = '[' WHERE number = 1")
    assert list_titles(app) == ["Any game", "Berries"]


def test_a_finished_match_and_its_result_have_the_name(app: App) -> None:
    number = play(app, "said-Flower Meadow", "points", "more", "game-over")
    assert describe_played_match(app.journal, number, "fr")["title"] == "Flower Meadow"
    assert describe_result(app.journal, number)["text"].startswith("Flower Meadow · ")


def test_figures_name_the_game_in_the_language_of_the_reader(app: App) -> None:
    play(app, "unnamed", "points", "more", "game-over")
    titles = {language: compute_statistics(app.journal, language=language).games[0].title for language in ("en", "fr")}
    assert titles == {"en": "Any game", "fr": "Un autre jeu"}
