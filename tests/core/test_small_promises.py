"""Small promises of match and journal that no larger test would miss."""

from pathlib import Path

import pytest

from companion.core.errors import NotAChoice
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.registry import game_named
from companion.core.sessions import Sessions

NOAH = game_named("noah")


@pytest.mark.parametrize("length", [59, 60, 61, 5000])
def test_of_what_nobody_could_mean_a_refusal_quotes_sixty_letters(length: int) -> None:
    with pytest.raises(NotAChoice) as refused:
        Match(NOAH, NOAH.set_up(["Anna", "Ben"])).answer("ß" * length)
    assert str(refused.value).count("ß") == min(length, 60)


def test_people_are_named_once_those_who_play_most_often_first(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for names in (["Anna", "Ben"], ["Ben", "Cleo"], ["Ben", "Anna"]):
            Sessions(journal).start(NOAH, NOAH.set_up(names)).close()
        journal.meet("Dan")
        assert journal.people() == ["Ben", "Anna", "Cleo", "Dan"]
        assert journal.people(most=2) == ["Ben", "Anna"]
