"""A match of the journal to look at: in words where the rules still play it so, else as it was kept."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.core.errors import N_
from companion.core.registry import game_named
from companion.device.context import Context
from companion.phone.played import played
from companion.phone.records import StillPlayed

LONGEST = 400


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    context = Context(tmp_path, "en")
    yield context
    context.close()


def play(context: Context, game: str, answers: int = LONGEST) -> int:
    rng, chosen = Random(5), game_named(game)
    with context.app.sessions.start(chosen, chosen.set_up(["Anna", "Ben", "Cleo"], seed=5, deal="virtual")) as session:
        while session.question is not None and session.n <= answers:
            session.answer(session.n, rng.choice(session.question.ids()))
        return session.number


@pytest.mark.parametrize("game", ["ark", "ark-and-noah", "noah", "noahs-ark"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_points_reasons_and_every_answer_in_words(context: Context, game: str, language: str) -> None:
    number = play(context, game)
    record = context.app.journal.record(number)
    told = played(context, number, language)
    assert told["title"] == game_named(game).title
    assert [one["points"] for one in told["scores"]] == list(record.scores)
    assert all(sum(points for points, _ in one["lines"]) == one["points"] for one in told["scores"])
    assert [line["n"] for line in told["log"]] == list(range(1, len(record.standing()) + 1))
    assert told["log"][-1]["scores"] == list(record.scores)
    assert told["outcome"]
    assert not told["other_rules"]


def test_a_match_of_other_rules_is_shown_as_it_was_kept(context: Context) -> None:
    number = play(context, "noah", 30)
    context.app.journal._db.execute("UPDATE matches SET trail = trail + 1")
    record = context.app.journal.record(number)
    told = played(context, number, "fr")
    assert told["other_rules"]
    assert [one["points"] for one in told["scores"]] == list(record.scores)
    assert [line["label"] for line in told["log"]] == record.standing()
    assert record.seen is not None
    assert told["facts"] == [list(fact) for fact in record.seen.facts.items()]
    assert told["outcome"] == ""


def test_one_of_other_rules_that_ended_names_its_winners(context: Context) -> None:
    number = play(context, "noah")
    context.app.journal._db.execute("UPDATE matches SET trail = trail + 1")
    winners = [
        context.app.journal.record(number).setup.seats[seat].name for seat in context.app.journal.record(number).winners
    ]
    assert all(name in played(context, number, "en")["outcome"] for name in winners)


def test_a_match_that_can_still_be_played_keeps_its_secrets(context: Context) -> None:
    number = play(context, "noah", 5)
    with pytest.raises(StillPlayed, match=N_("its cards are still secret")):
        played(context, number, "en")
