"""A review finds planted blunders, says what it cannot judge, and is one page that stands alone."""

import re
from itertools import count
from random import Random

import pytest

from companion.cli import main
from companion.core.appraisal import AppraisedChoice, Gap
from companion.core.bots import make_random_bot
from companion.core.highlights import NO_TIMES, MatchTimes
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.played_anyway import ANYWAY_PREFIX, list_doubtful_choices
from companion.core.question import Question
from companion.core.registry import find_game
from companion.core.seat_worlds import is_decision
from companion.core.sessions import Sessions
from companion.core.table import Outcome
from companion.lab.odds import Chance, Odds
from companion.lab.review import (
    FAULTLESS,
    NEVER,
    Balance,
    CurvePoint,
    Effort,
    JudgedDecision,
    NoReview,
    Review,
    Reviewer,
    TurningPoint,
    list_decisions,
    list_swings,
    measure_change,
)
from companion.lab.review_page import ReviewPage, list_scores, write_short_review
from tests.boxed import BOXED
from tests.lab.test_bot_secrets import ANOTHER_DEAL, OPTIONS, redeal_first
from tests.laws import NAMES

LITTLE = Effort(endings=3, first=4, again=4)


def play_match(name: str, deal: str = "virtual", options: dict[str, str] | None = None, players: int = 3) -> Match:
    """Play a match at random."""
    game = find_game(name)
    match, bot = Match(game, game.set_up(NAMES[:players], options or {}, 4, deal)), make_random_bot(Random(4))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    return match


def write_page(match: Match, review: Review, language: str = "en", times: MatchTimes = NO_TIMES) -> str:
    return ReviewPage(match, review, times, language, 7).render()


@pytest.fixture(scope="module")
def noah() -> tuple[Match, Review]:
    match = play_match("noah")
    return match, Reviewer(match, LITTLE._replace(endings=1, first=2, again=2)).review()


def test_every_decision_is_judged_from_what_its_player_knew(noah):
    match, review = noah
    assert review.checked == review.of == len(review.decisions)
    assert review.of > 100
    assert all(match.asked_seats[decision.n - 1] == decision.seat for decision in review.decisions)
    assert all(decision.chosen == match.answers[decision.n - 1] for decision in review.decisions)
    assert all(decision.cost == 0 for decision in review.decisions if decision.chosen == decision.best)


@pytest.mark.parametrize("name", ["ark", "noah"])
def test_every_question_of_a_player_counts_even_if_rules_fill_it_again(name):
    match = play_match(name)
    places = []
    replayed = Match(match.game, match.setup)
    for n, answer in enumerate(match.answers):
        if replayed.question.seat >= 0 and len(replayed.question.choices) > 1:
            places.append(n)
        replayed.answer(answer)
    assert list_decisions(match) == places
    assert len(places) > 50


@pytest.mark.parametrize("name", BOXED)
def test_decisions_are_judged_alike_wherever_hidden_cards_lie(name, monkeypatch):
    match = play_match(name, options=OPTIONS.get(name))
    places = list_decisions(match)
    some = places[2 :: max(1, len(places) // 5)]
    monkeypatch.setattr("companion.lab.review.list_decisions", lambda match: some)
    judged = Reviewer(match, LITTLE).review().decisions

    def open_another_deal(reviewer: Reviewer, answers: int) -> Match:
        other = Match(match.game, match.setup, match.answers[:answers])
        if other.question is not None and is_decision(other.question):
            other.table.imagine(other.question.seat, Random(ANOTHER_DEAL))
        return other

    monkeypatch.setattr(Reviewer, "_open_at", open_another_deal)
    redeal_first(match.game, monkeypatch)
    assert Reviewer(match, LITTLE).review().decisions == judged
    assert len(judged) > 2


def test_the_curve_runs_from_the_start_to_the_result(noah):
    match, review = noah
    assert review.curve[0].n == 1
    assert review.curve[-1].n == len(match.answers) + 1
    assert [n for n, _ in review.curve] == sorted({n for n, _ in review.curve})
    assert review.curve[-1].chances == tuple(match.outcome.get_share(seat) for seat in range(3))
    assert all(abs(sum(point.chances) - 1) < 0.01 for point in review.curve)


def test_start_play_and_luck_add_up_to_the_result(noah):
    match, review = noah
    for seat, row in enumerate(review.balance):
        assert row.start + row.play + row.others + row.luck == pytest.approx(row.result)
        assert row.result == match.outcome.get_share(seat)
        assert row.play <= 0


def test_doubtful_answers_have_no_price():
    game = find_game("ark-and-noah")
    match, bot = Match(game, game.set_up(NAMES[:2], {}, 4, "table")), make_random_bot(Random(4))
    doubtful = None
    while match.question is not None:
        doubts = list_doubtful_choices(game, match.table, match.question) if doubtful is None else []
        if doubts and is_decision(match.question):
            doubtful = len(match.answers) + 1
            match.answer(f"{ANYWAY_PREFIX}{doubts[0].choice}")
        else:
            match.answer(bot(match.question, match.table))
    assert doubtful is not None
    assert doubtful not in [decision.n for decision in Reviewer(match, LITTLE).review().decisions]


class ScriptedWorlds:
    """Imagined games in which some choices always lose and all others always win."""

    def __init__(self, question: Question, *bad: str) -> None:
        self.bad = [question.list_ids().index(id) for id in bad]

    def play_choice(self, place, seed):
        from companion.core.seat_worlds import Ending

        won = place not in self.bad
        return Ending(Outcome((0, 1, 2) if won else (), "test"), (9, 9, 9) if won else (0, 0, 0))


def test_a_planted_blunder_is_found_and_good_decisions_are_not_blamed(noah, monkeypatch):
    match, _ = noah
    chosen = [n for n, question in enumerate(match.questions) if question.ask == "load"]
    bad = {chosen[3], chosen[11]}

    def imagine(at: Match):
        place = len(at.answers)
        wrong = match.answers[place] if place in bad else next(
            id for id in at.question.list_ids() if id != match.answers[place]
        )  # fmt: skip
        return ScriptedWorlds(at.question, wrong)

    monkeypatch.setattr("companion.lab.review.imagine_for_seat", imagine)
    review = Reviewer(match, Effort(endings=1, first=12, again=40)).review()
    assert {decision.n - 1 for decision in review.decisions if decision.costly} == bad
    assert all(decision.cost > 0.2 for decision in review.decisions if decision.costly)
    blamed = {decision.seat for decision in review.decisions if decision.costly}
    assert all((review.balance[seat].play < 0) is (seat in blamed) for seat in range(3))


def test_with_less_time_decisions_get_fewer_games_instead_of_being_left_out(noah, monkeypatch):
    match, _ = noah
    seconds = 0.0

    class SlowWorlds(ScriptedWorlds):
        def play_choice(self, place, seed):
            nonlocal seconds
            seconds += 0.01
            return super().play_choice(place, seed)

    monkeypatch.setattr("companion.lab.review.imagine_for_seat", lambda at: SlowWorlds(at.question))
    review = Reviewer(match, Effort(endings=1, first=60, again=4, seconds=50.0), clock=lambda: seconds).review()
    assert 0.01 * 60 * review.of > 60, "with all games there would be no time for all decisions"
    assert review.checked == review.of
    assert seconds < 50.0


def test_with_hidden_hands_a_whole_turn_is_a_turning_point():
    """Chances from public knowledge are counted where a turn begins, so nobody knows which answer of it mattered."""
    match = play_match("noah", players=2)
    starts = [n for n, question in enumerate(match.questions) if question.ask == "load"]
    reviewer = Reviewer(match, Effort(endings=1))
    points = {n: reviewer._count_chances(n) for n in range(starts[2], starts[3] + 1)}
    assert {point.n - 1 for point in points.values()} == {starts[2], starts[3]}
    step = measure_change(points[starts[2]], points[starts[3]])
    assert (step.n, step.last) == (starts[2] + 1, starts[3])


class ScriptedOdds:
    """Odds that jump at question 30: truly, or only in the first sample."""

    jumps_again = True

    def __init__(self, match: Match, bot: str = "", seed: int = 0) -> None:
        late = len(match.answers) >= 30
        share = 0.9 if late and (seed >= 0 or self.jumps_again) else 0.5
        self.begins_at = None
        self.odds = Odds(tuple(Chance(chance, chance, chance) for chance in (share, 1 - share)), 60)

    def imagine(self, endings: int) -> None:
        pass


@pytest.mark.parametrize("jumps_again", [True, False])
def test_a_turning_point_is_counted_again_before_it_is_named(jumps_again, monkeypatch):
    monkeypatch.setattr("companion.lab.review.OddsCounter", ScriptedOdds)
    monkeypatch.setattr(ScriptedOdds, "jumps_again", jumps_again)
    reviewer = Reviewer(play_match("noah", players=2), LITTLE)
    turns = reviewer._find_turning_points(reviewer._draw_curve(NEVER))
    assert [(turn.n, turn.last) for turn in turns] == ([(30, 30)] if jumps_again else [])


def test_a_best_decision_is_better_than_the_next_best_in_fresh_worlds(noah, monkeypatch):
    match, _ = noah
    loads = [n for n, question in enumerate(match.questions) if question.ask == "load" and len(question.choices) > 2]

    def imagine(at: Match):
        place = len(at.answers)
        wrong = [id for id in at.question.list_ids() if id != match.answers[place]]
        # in one question everything else loses; in another, there is an equally good choice
        return ScriptedWorlds(at.question, *(wrong if place == loads[0] else wrong[1:]))

    monkeypatch.setattr("companion.lab.review.imagine_for_seat", imagine)
    reviewer = Reviewer(match, Effort(endings=1, first=12, again=40))
    judged = [reviewer._judge(reviewer._look(n, 4), None)._replace(edge=0.5) for n in loads[:2]]
    only, equal = reviewer._check_best(judged)
    assert only.edge > 0.2, "three share each victory"
    assert equal.edge < FAULTLESS


def test_a_blunder_costs_what_the_others_gain():
    best, chosen = AppraisedChoice(0), AppraisedChoice(1)
    best.outcomes, chosen.outcomes = [Outcome((0,), "test")] * 40, [Outcome((1,), "test")] * 40
    best.wins, chosen.wins = [1.0] * 40, [0.0] * 40
    swings = list_swings(best, chosen, 3)
    assert swings == pytest.approx((-best.measure_gap(chosen).expected, best.measure_gap(chosen).expected, 0))


def test_an_unfinished_match_is_not_reviewed():
    game = find_game("noah")
    with pytest.raises(NoReview, match="played to its end"):
        Reviewer(Match(game, game.set_up(NAMES[:2], {}, 1)), LITTLE)


@pytest.mark.parametrize("name", ["noah", "ark"])
def test_hidden_real_cards_are_not_judged_and_the_page_says_so(name):
    match = play_match(name, "table")
    review = Reviewer(match, Effort(1, 1, 1, seconds=90.0), clock=count().__next__).review()
    assert review.decisions == ()
    assert len(review.curve) > 10
    page = write_page(match, review)
    assert "cards were real and hidden" in page
    assert "Costliest" not in page
    assert "Luck and play" not in page


def test_a_real_table_with_open_pieces_is_judged():
    match = play_match("ark-and-noah", "table", {"mode": "quick", "depth": "board"}, players=2)
    review = Reviewer(match, Effort(1, 2, 2, seconds=60.0), clock=count().__next__).review()
    assert review.why_no_decisions is None
    assert 0 < review.checked <= review.of


def test_where_only_points_were_entered_there_is_no_curve_and_nothing_is_judged():
    match = play_match("ark-and-noah", "table", {"mode": "quick", "depth": "score"}, players=2)
    review = Reviewer(match, LITTLE).review()
    assert (review.curve, review.checked, review.of) == ((), 0, 0)
    page = write_page(match, review)
    assert "no odds with scores only" in page
    assert "Points over the match" in page
    assert "entered in enough detail" in page
    assert "None of this player" not in page
    assert "entered in enough detail" in write_short_review(match, review, "en")


def test_points_are_drawn_from_the_first_question_to_the_last():
    match = play_match("noah", players=2)
    scores = list_scores(match)
    assert scores[0] == (1, (0, 0))
    assert scores[-1] == (len(match.answers) + 1, tuple(match.table.scores))
    assert len(scores) < len(match.answers) / 4, "only changes"


def make_review() -> Review:
    """A review of a match of two, with one costly decision each kind of page part needs."""
    curve = (CurvePoint(1, (0.5, 0.5, 0.0)), CurvePoint(2, (0.1, 0.9, 0.0)))
    decisions = (
        JudgedDecision(1, 0, "x", "x", 0.5, 0.3, True, 0.0),
        JudgedDecision(2, 0, "x", "x", 0.5, 0.0, False, 0.4),
    )
    return Review(
        curve, (measure_change(*curve),), decisions, 2, 2, (Balance(0.5, -0.3, 0.1, -0.3, 0.0),) * 3, None, None
    )


@pytest.mark.parametrize(("language", "words"), [("en", "Costliest decisions"), ("fr", "Les décisions les plus")])
def test_a_page_stands_alone_in_both_languages(noah, language, words):
    match, _ = noah
    review = make_review()
    decisions = tuple(
        decision._replace(
            seat=match.asked_seats[decision.n - 1],
            chosen=match.answers[decision.n - 1],
            best=match.answers[decision.n - 1],
        )
        for decision in review.decisions
    )
    page = write_page(match, review._replace(decisions=decisions), language, MatchTimes(60, {}, {1: [0.31, 0.41]}))
    assert words in page
    assert "<svg" in page
    assert re.search(r"0[.,]31", page)
    assert not re.search(r"""(src|href)=["']?https?:""", page)
    assert "prefers-color-scheme: dark" in page


def test_a_page_names_rounds_and_what_the_final_scoring_may_have_changed(noah):
    match, _ = noah
    last = len(match.answers)
    turn = TurningPoint(last, last, 0, 0.3)
    page = write_page(match, make_review()._replace(turning_points=(turn,), decisions=()))
    assert f"Round 3, question {last}, the last of the match · Anna: +30% chance to win" in page


def test_names_cannot_smuggle_markup_into_the_page():
    game = find_game("noah")
    match, bot = Match(game, game.set_up(["<b>Eve", "Ben"], {}, 4)), make_random_bot(Random(4))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    assert "<b>" not in write_page(match, Reviewer(match, Effort(1, 2, 2, seconds=0.0)).review())


def test_without_time_it_leaves_out_and_says_how_much(noah):
    match, _ = noah
    review = Reviewer(match, LITTLE._replace(seconds=0.0)).review()
    assert review.checked == 0
    assert len(review.curve) >= 2
    assert f"at the time: 0 of {review.of}." in write_page(match, review)


def test_the_command_writes_a_page_and_never_over_a_file(tmp_path, capsys):
    data, page = tmp_path / "data", tmp_path / "page.html"
    game, bot = find_game("noah"), make_random_bot(Random(4))
    with Journal(data) as journal, Sessions(journal, "test").start(game, game.set_up(NAMES[:2], {}, 4)) as session:
        while session.question is not None:
            session.answer(session.n, bot(session.question, session.match.table))
    call = ["--data", str(data), "review", "1", "--to", str(page), "--seconds", "0.1"]
    assert main(call) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(call) == 1
    assert "already exists" in capsys.readouterr().err
    assert main(["--data", str(data), "review", "1", "--json", "--seconds", "0.1"]) == 0
    assert '"curve"' in capsys.readouterr().out


@pytest.mark.parametrize(("language", "words"), [("en", "cost 30%; better"), ("fr", "a coûté 30")])
def test_a_small_screen_gets_a_few_lines(noah, language, words):
    match, _ = noah
    review = make_review()
    decisions = tuple(
        decision._replace(
            seat=match.asked_seats[decision.n - 1],
            chosen=match.answers[decision.n - 1],
            best=match.answers[decision.n - 1],
        )
        for decision in review.decisions
    )
    lines = write_short_review(match, review._replace(decisions=decisions), language).splitlines()
    assert any(words in line for line in lines)
    assert len(lines) == 5, "three players, one costly decision, one turning point"


def test_a_small_gap_in_few_games_is_luck_and_a_large_one_in_many_stays():
    assert Gap(0.1, 0.1).expected < 0.06
    assert Gap(0.6, 0.03).expected > 0.58
    assert Gap(-0.6, 0.03).expected == pytest.approx(-Gap(0.6, 0.03).expected)
    assert Gap(0.0, NEVER).expected == 0.0


def test_with_little_time_the_most_suspicious_decisions_are_judged_first(noah, monkeypatch):
    match, _ = noah
    chosen = [n for n, question in enumerate(match.questions) if question.ask == "load"]
    bad, seconds = chosen[5], 0.0

    class SlowWorlds(ScriptedWorlds):
        def play_choice(self, place, seed):
            nonlocal seconds
            seconds += 0.01
            return super().play_choice(place, seed)

    def imagine(at: Match):
        return SlowWorlds(at.question, *([match.answers[bad]] if len(at.answers) == bad else []))

    monkeypatch.setattr("companion.lab.review.imagine_for_seat", imagine)
    effort = Effort(endings=1, first=12, again=100, seconds=55.0)
    review = Reviewer(match, effort, clock=lambda: seconds).review()
    looked_again = [decision.n - 1 for decision in review.decisions if decision.error]
    assert bad in looked_again
    assert len(looked_again) < review.of / 2, "there was no time for all"
    assert [decision.n - 1 for decision in review.decisions if decision.costly] == [bad]
