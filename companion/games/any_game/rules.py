"""Any game, as far as a companion can follow it: name it, take turns, count points at any time, end when it's over."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.game import Outcome
from companion.core.question import (
    EXPIRED,
    NOBODY,
    TABLE,
    FreeText,
    FreeTextQuestion,
    Play,
    Question,
    Race,
    SharedQuestion,
    SimultaneousQuestion,
    SlapChoice,
    TimedChoice,
    TimedQuestion,
)
from companion.core.seat import Seat
from companion.games.any_game.builder import build_template
from companion.games.any_game.pieces import LONGEST_NAME, NamedGame, make_slug
from companion.games.any_game.scoring import (
    SeatChoice,
    correct_points,
    decide_outcome,
    enter_points,
    enter_points_of_all,
)
from companion.games.any_game.table import AnyTable, TeamChoice, split_by_neighbours, split_by_turns
from companion.games.any_game.template import BuzzerRules, Template

UNNAMED, OWN_KIND, BY_LOT = "unnamed", "own-kind", "by-lot"
OPPOSITE, NEIGHBOURS, ONE_BY_ONE = "opposite", "neighbours", "one-by-one"
DONE, PASS, MORE, BACK = "done", "pass", "more", "back"
CORRECT, ROUND_OVER, GAME_OVER = "correct", "round-over", "game-over"
RIGHT, WRONG = "right", "wrong"


def play(table: AnyTable) -> Play[Outcome]:
    """Name the game, play round after round until it's over, count the rest and see who won."""
    yield from choose_game(table)
    yield from choose_teams(table)
    yield from choose_first_player(table)
    while not table.ends_game:
        yield from play_round(table)
    # what is counted at the end belongs to nobody's turn
    table.turn = None
    yield from enter_points_of_all(table, "end")
    return (yield from decide_outcome(table))


def choose_game(table: AnyTable) -> Play[None]:
    """Pick a game that was named before, or name one and say how it's scored."""
    named = yield FreeTextQuestion(TABLE, "game", (*table.pieces.games, UNNAMED), longest=LONGEST_NAME)
    if isinstance(named, NamedGame):
        table.title = named.title
        table.use_template(named.template)
    else:
        table.title = named.text if isinstance(named, FreeText) else ""
        table.use_template((yield from choose_kind(table)))
        if table.title:
            remember_game(table, table.title, table.template)


def choose_kind(table: AnyTable) -> Play[Template]:
    """Pick a kind of scoring, where there are several for this many players, or make one."""
    kinds = table.pieces.templates
    if len(kinds) == 1:
        return kinds[0]
    picked = yield Question(TABLE, "kind", (*kinds, OWN_KIND))
    return (yield from build_template(table)) if picked == OWN_KIND else picked


def remember_game(table: AnyTable, name: str, template: Template) -> None:
    """Keep the name and its kind of scoring for the next match."""
    slug = make_slug(name)
    table.learn(f"games.{slug}.title", name)
    table.learn(f"games.{slug}.kind", template.id)


def choose_teams(table: AnyTable) -> Play[None]:
    """Say who plays with whom, where the kind of scoring has teams and there are enough players."""
    count, seats = table.template.teams, len(table.seats)
    # as many teams as players would be everyone for themselves
    if not 1 < count < seats:
        return
    picked = yield Question(TABLE, "teams", (OPPOSITE, NEIGHBOURS, ONE_BY_ONE))
    if picked == OPPOSITE:
        table.teams = split_by_turns(seats, count)
    elif picked == NEIGHBOURS:
        table.teams = split_by_neighbours(seats, count)
    else:
        table.teams = yield from choose_team_of_each(table, count)


def choose_team_of_each(table: AnyTable, count: int) -> Play[list[list[int]]]:
    """Ask for everybody's team; no team stays empty."""
    teams: list[list[int]] = [[] for _ in range(count)]
    for seat in table.seats:
        empty = [number for number, team in enumerate(teams) if not team]
        # once there are only as many players left as empty teams, each of them fills one
        must_fill = len(table.seats) - seat.index == len(empty)
        choices = [TeamChoice(number) for number in (empty if must_fill else range(count))]
        picked = choices[0] if len(choices) == 1 else (yield Question(TABLE, "team", choices, seat))
        teams[picked.number].append(seat.index)
    return teams


def choose_first_player(table: AnyTable) -> Play[None]:
    """Ask who begins, or draw lots, if the game has a first player."""
    if len(table.seats) == 1 or not table.has_first_player or table.template.order == "ask":
        return
    picked = yield Question(TABLE, "first", (BY_LOT, *table.seats))
    first = table.lots.randrange(len(table.seats)) if picked == BY_LOT else picked.index
    table.first_player = first
    table.order = table.list_seats_from(first)
    # people know whom they picked themselves; a lot has to be announced
    if picked == BY_LOT:
        table.cue("begins", table.seats[first])


def play_round(table: AnyTable) -> Play[None]:
    """Play all phases of a round and count its points; see whether the game is over."""
    table.begin_round()
    if table.template.order == "ask":
        yield from ask_order(table)
    yield from bid_in_secret(table)
    for phase in range(len(table.template.phases) or 1):
        table.phase = phase
        yield from PLAY_PHASE[table.template.turns](table)
        if table.ends_round or table.ends_game:
            break
    table.end_phase()
    yield from enter_points_of_all(table, "round")
    # enough points within a round end the game only when the round is over
    if not table.ends_game and is_limit_reached(table):
        table.cue("limit")
        table.ends_game = True
    if not table.ends_game:
        choose_next_order(table)


def ask_order(table: AnyTable) -> Play[None]:
    """Ask for the order of turns, which only people know, such as by bids or places on a track."""
    order: list[int] = []
    left = list(table.seats)
    # the only player left comes last: nothing to ask
    while len(left) > 1:
        picked = yield Question(TABLE, "order", left, len(order) + 1)
        order.append(picked.index)
        left.remove(picked)
    table.order = [*order, *(seat.index for seat in left)]


def bid_in_secret(table: AnyTable) -> Play[None]:
    """Ask everybody for their bid, all at once and each alone; then all are shown together."""
    bid = table.template.bid
    if bid is None:
        return
    bids: dict[int, int] = {}
    while len(bids) < len(table.seats):
        left = {seat: range(bid.least, bid.most + 1) for seat in table.order if seat not in bids}
        question = SimultaneousQuestion("bid", left)
        answer = question.read_answer((yield question))
        bids[answer.seat] = answer.choice
        table.bids = dict(bids)
    for seat in table.order:
        table.cue("bid", table.seats[seat], bids[seat])


def choose_next_order(table: AnyTable) -> None:
    """Decide in which order the next round is played."""
    order, now = table.template.order, table.order
    if order == "rotate":
        table.order = [*now[1:], now[0]]
    elif order == "passing" and table.passed:
        table.order = table.list_seats_from(table.passed[0])
    elif order == "as-passed" and table.passed:
        # a round that was ended early has players who never passed: they follow in their old order
        table.order = [*table.passed, *(seat for seat in now if seat not in table.passed)]
    elif order == "last":
        worst = (max if table.fewest_win else min)(table.scores)
        table.order = table.list_seats_from(next(seat for seat in now if table.scores[seat] == worst))
    elif order == "lots":
        table.order = table.lots.sample(now, len(now))
        table.cue("order", *(table.seats[seat] for seat in table.order))


def is_limit_reached(table: AnyTable) -> bool:
    """Whether the last round was played or a player has the points that end the game."""
    template = table.template
    last = bool(template.last_round) and table.round >= template.last_round
    return last or (bool(template.points_to_end) and max(table.scores) >= template.points_to_end)


def play_clockwise(table: AnyTable) -> Play[None]:
    """Let everybody take one turn."""
    table.waiting = list(table.order)
    while table.waiting and not table.is_phase_cut:
        yield from take_turn(table, table.waiting.pop(0), (DONE,))


def play_until_passed(table: AnyTable) -> Play[None]:
    """Let everybody take turns until all have passed."""
    table.passed = []
    table.waiting = list(table.order)
    while table.waiting and not table.is_phase_cut:
        seat = table.waiting.pop(0)
        did = yield from take_turn(table, seat, (DONE, PASS))
        if did == PASS:
            table.passed.append(seat)
            table.cue("passed", table.seats[seat])
        elif did == DONE:  # neither of the two if the round or the game was ended during the turn
            table.waiting.append(seat)


def take_turn(table: AnyTable, seat: int, ways_to_end: Sequence[str]) -> Play[str]:
    """Ask a seat to end its turn; anybody may enter points meanwhile. Return how it ended."""
    table.turn = seat
    table.clocks.begin_turn()
    owners = dict.fromkeys(ways_to_end, seat)
    while not table.is_phase_cut:
        choices = (*ways_to_end, *list_score_choices(table), MORE)
        answer = yield from ask_timed(table, SharedQuestion(seat, "turn", choices, owners))
        table.late = None
        if answer == EXPIRED:
            table.clocks.expire()
            table.late = seat
            table.cue("time_up", table.seats[seat])
            answer = ways_to_end[0] if table.template.clock.at_zero == "pass" else None
        if answer in ways_to_end:
            table.clocks.end_turn(seat)
            return str(answer)
        yield from do_between(table, answer)
    return ""


def ask_timed(table: AnyTable, question: SharedQuestion) -> Play[Any]:
    """Ask a question of a turn; where there is a clock, count the time of its answer."""
    if not table.clocks.is_running:
        return (yield question)
    seat, limit = question.seat, table.clocks.find_limit(question.seat)
    answer = yield TimedQuestion(seat, question.ask, question.choices, question.owners, limit=limit)
    if not isinstance(answer, TimedChoice):
        return answer
    table.clocks.spend(seat, answer.ms)
    return answer.choice


def play_together(table: AnyTable) -> Play[None]:
    """Let all play at once until everybody is done."""
    table.ready = set()
    while len(table.ready) < len(table.seats) and not table.is_phase_cut:
        busy = [SeatChoice("ready", seat) for seat in table.seats if seat.index not in table.ready]
        owners = {str(choice): choice.seat.index for choice in busy}
        answer = yield SharedQuestion(TABLE, "ready", (*busy, *list_score_choices(table), MORE), owners)
        if isinstance(answer, SeatChoice) and answer.kind == "ready":
            table.ready.add(answer.seat.index)
        else:
            yield from do_between(table, answer)


def play_freely(table: AnyTable) -> Play[None]:
    """Count points in any order until the table says that the round is over."""
    while not table.is_phase_cut:
        answer = yield Question(TABLE, "free", (*list_score_choices(table), ROUND_OVER, MORE))
        yield from do_between(table, answer)


def play_buzzers(table: AnyTable) -> Play[None]:
    """Ask who buzzes first until an answer is right, nobody knows, or no player is left to try."""
    buzzer = table.template.buzzer
    judge = table.seats[table.order[0]] if buzzer.judge == "player" and len(table.seats) > 1 else None
    table.turn = None if judge is None else judge.index
    table.locked = []
    while not table.is_phase_cut:
        racers = [seat.index for seat in table.seats if seat is not judge and seat.index not in table.locked]
        if not racers:
            table.cue("nobody_knew")
            return
        # the question was read already where somebody was wrong before, so there is nothing to call any more
        begins, others = (not table.locked), (*list_score_choices(table), MORE)
        start = buzzer.start if begins else "at-once"
        answer = yield Race("buzz", racers, judge, others if begins else (), start)
        if answer is NOBODY:
            table.cue("nobody_knew")
            return
        if not isinstance(answer, SlapChoice):
            yield from do_between(table, answer)
        elif (yield from judge_answer(table, buzzer, judge, table.seats[answer.seat])):
            return


def judge_answer(table: AnyTable, buzzer: BuzzerRules, judge: Seat | None, racer: Seat) -> Play[bool]:
    """Return whether the first player answered correctly, as judged; a wrong answer locks that player out."""
    asked_seat = TABLE if judge is None else judge.index
    verdict = yield Question(asked_seat, "judge", (RIGHT, WRONG), racer)
    is_right = str(verdict) == RIGHT
    points = buzzer.right if is_right else -buzzer.wrong
    if points:
        table.add_points(racer.index, points, RIGHT if is_right else WRONG)
    if not is_right:
        table.locked.append(racer.index)
        table.cue("locked", racer)
    return is_right


PLAY_PHASE: dict[str, Callable[[AnyTable], Play[None]]] = {
    "clockwise": play_clockwise,
    "passing": play_until_passed,
    "together": play_together,
    "free": play_freely,
    "buzzer": play_buzzers,
}


def list_score_choices(table: AnyTable) -> list[SeatChoice]:
    """Return a choice for the points of each player or team."""
    return [SeatChoice("points", seat) for seat in table.list_captains()]


def do_between(table: AnyTable, answer: Any) -> Play[None]:
    """Handle requests between turns: enter points, correct them, end the round or the game."""
    if isinstance(answer, SeatChoice):
        yield from enter_points(table, answer.seat, "points", table.template.categories)
    elif answer == ROUND_OVER:
        table.ends_round = True
    elif answer == MORE:
        # without turns the question itself offers to end the round
        others = (ROUND_OVER,) if table.template.turns != "free" else ()
        picked = yield Question(TABLE, "more", (BACK, CORRECT, *others, GAME_OVER))
        table.ends_round = picked == ROUND_OVER
        table.ends_game = picked == GAME_OVER
        if picked == CORRECT:
            yield from correct_points(table)
