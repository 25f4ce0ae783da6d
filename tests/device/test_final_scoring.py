"""The final scoring unfolds line by line: points, reasons and totals that move."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.session import Session
from companion.device.rehearsal import Rehearsal
from companion.device.view import OPEN
from companion.device.views.final_scoring import LAST_SECONDS, LINE_SECONDS, FinalScoringView


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Rehearsal]:
    with Rehearsal(tmp_path) as hands:
        yield hands


def finished(game: str, players: int, language: str = "en", **options: str) -> Match:
    match = Match(find_game(game), find_game(game).set_up(["Anna", "Ben", "Cleo", "Dan"][:players], options, seed=5))
    bot = make_random_bot(Random(5))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    return match


def unfolding(hands: Rehearsal, match: Match) -> FinalScoringView:
    session = hands.context.app.sessions.live = Session(match)
    return FinalScoringView(hands.context, session, match.game.face().list_final_entries(match.table))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_lines_come_one_by_one_and_lead_from_the_flood_to_the_final_points(hands: Rehearsal, players: int) -> None:
    match = finished("ark-and-noah", players)
    view = unfolding(hands, match)
    before = view.totals()
    before[view.line.seat] -= view.line.points
    last = {line.reason for line in view.lines}
    of_the_flood = sum(entry.points for entry in match.table.ledger.entries if entry.reason not in last)
    assert sum(before) == of_the_flood, "nothing of the final scoring is in the totals yet"
    now, seen = 10.0, []
    while view.result is OPEN:
        if view.tick(now) and view.result is OPEN:
            seen.append((view.line, view.totals()))
        now += 0.1
    assert [line for line, _ in seen] == list(view.lines)
    assert seen[-1][1] == match.table.scores
    for line, totals in seen:
        before[line.seat] += line.points
        assert totals == before
    assert now - 10.0 == pytest.approx((len(seen) - 1) * LINE_SECONDS + LAST_SECONDS, abs=0.1 * len(seen) + 0.2)


def test_impatient_people_turn_to_the_next_line_or_push(hands: Rehearsal) -> None:
    view = unfolding(hands, finished("ark-and-noah", 3))
    view.tick(1.0)
    view.turn(1)
    assert view.line is view.lines[1]
    view.turn(-5)
    assert view.line is view.lines[0], "and back again"
    view.turn(99)
    assert view.totals() == view.match.table.scores
    view.push()
    assert view.result is None


def test_a_quick_game_unfolds_its_majority_alone(hands: Rehearsal) -> None:
    view = unfolding(hands, finished("ark-and-noah", 3, mode="quick"))
    assert {line.reason for line in view.lines} == {"outer-majority"}
    assert all(line.points == 5 for line in view.lines)


@pytest.mark.parametrize(("game", "reasons"), [("ark", 2), ("noah", 1), ("noahs-ark", 1)])
def test_every_game_unfolds_what_is_given_at_its_end(hands: Rehearsal, game: str, reasons: int) -> None:
    match = finished(game, 3)
    view = unfolding(hands, match)
    assert len({line.reason for line in view.lines}) >= reasons
    view.turn(99)
    assert view.totals() == match.table.scores


def test_in_ark_nobody_has_a_point_before_the_end(hands: Rehearsal) -> None:
    view = unfolding(hands, finished("ark", 4))
    before = view.totals()
    before[view.line.seat] -= view.line.points
    assert before == [0] * 4
