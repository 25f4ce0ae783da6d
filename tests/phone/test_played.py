"""A match of the journal to look at: in words where the rules still play it so, else as it was kept."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.app.app import App
from companion.core.errors import N_, StillPlayed
from companion.core.registry import find_game
from companion.phone.played import describe_played_match

LONGEST = 400


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with closing(App(tmp_path, "en")) as app:
        yield app


def play(app: App, game: str, answers: int = LONGEST) -> int:
    rng, chosen = Random(5), find_game(game)
    with app.sessions.start(chosen, chosen.set_up(["Anna", "Ben", "Cleo"], seed=5, deal="virtual")) as session:
        while session.question is not None and session.n <= answers:
            session.answer(session.n, rng.choice(session.question.list_ids()))
        return session.number


@pytest.mark.parametrize("game", ["ark", "ark-and-noah", "noah", "noahs-ark"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_points_reasons_and_every_answer_in_words(app: App, game: str, language: str) -> None:
    number = play(app, game)
    record = app.journal.load_record(number)
    played = describe_played_match(app.journal, number, language)
    assert played["title"] == find_game(game).title
    assert [score["points"] for score in played["scores"]] == list(record.scores)
    assert all(sum(points for points, _ in score["lines"]) == score["points"] for score in played["scores"])
    assert [line["n"] for line in played["log"]] == list(range(1, len(record.list_standing_choices()) + 1))
    assert played["log"][-1]["scores"] == list(record.scores)
    assert played["outcome"]
    assert not played["other_rules"]


def test_a_match_of_other_rules_is_shown_as_it_was_saved(app: App) -> None:
    number = play(app, "noah", 30)
    app.journal._db.execute("UPDATE matches SET trail = trail + 1")
    record = app.journal.load_record(number)
    played = describe_played_match(app.journal, number, "fr")
    assert played["other_rules"]
    assert [score["points"] for score in played["scores"]] == list(record.scores)
    assert [line["label"] for line in played["log"]] == record.list_standing_choices()
    assert record.seen is not None
    assert played["facts"] == [
        {"kind": name, "label": name, "value": value, "seat": None} for name, value in record.seen.facts.items()
    ]
    assert played["outcome"] == ""


def test_a_finished_match_of_other_rules_names_its_winners(app: App) -> None:
    number = play(app, "noah")
    app.journal._db.execute("UPDATE matches SET trail = trail + 1")
    winners = [
        app.journal.load_record(number).setup.seats[seat].name for seat in app.journal.load_record(number).winners
    ]
    assert all(name in describe_played_match(app.journal, number, "en")["outcome"] for name in winners)


def test_a_match_that_can_still_be_played_keeps_its_secrets(app: App) -> None:
    number = play(app, "noah", 5)
    with pytest.raises(StillPlayed, match=N_("its cards stay secret")):
        describe_played_match(app.journal, number, "en")
