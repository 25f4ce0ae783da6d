"""Any game, as far as a companion can follow it: name it, take turns, count points at any time, end when it's over."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.game import Outcome
from companion.core.question import (
    EXPIRED,
    TABLE,
    FreeText,
    FreeTextQuestion,
    Play,
    Question,
    SharedQuestion,
    TimedChoice,
    TimedQuestion,
)
from companion.games.any_game.pieces import LONGEST_NAME, NamedGame, make_slug
from companion.games.any_game.scoring import (
    SeatChoice,
    correct_points,
    decide_outcome,
    enter_points,
    enter_points_of_all,
)
from companion.games.any_game.table import AnyTable
from companion.games.any_game.template import Template

UNNAMED, BY_LOT = "unnamed", "by-lot"
DONE, PASS, MORE, BACK = "done", "pass", "more", "back"
CORRECT, ROUND_OVER, GAME_OVER = "correct", "round-over", "game-over"


def play(table: AnyTable) -> Play[Outcome]:
    """Name the game, play round after round until it's over, count the rest and see who won."""
    yield from choose_game(table)
    yield from choose_first_player(table)
    while not table.ends_game:
        yield from play_round(table)
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
        table.use_template((yield from choose_kind(table)))
        if isinstance(named, FreeText):
            table.title = named.text
            remember_game(table, named.text, table.template)


def choose_kind(table: AnyTable) -> Play[Template]:
    """Pick a kind of scoring, where there are several for this many players."""
    kinds = table.pieces.templates
    return (yield Question(TABLE, "kind", kinds)) if len(kinds) > 1 else kinds[0]


def remember_game(table: AnyTable, name: str, template: Template) -> None:
    """Keep the name and its kind of scoring for the next match."""
    slug = make_slug(name)
    table.learn(f"games.{slug}.title", name)
    table.learn(f"games.{slug}.kind", template.id)


def choose_first_player(table: AnyTable) -> Play[None]:
    """Ask who begins, or draw lots, in kinds of scoring where one player begins."""
    if len(table.seats) == 1 or table.template.turns in ("together", "free"):
        return
    picked = yield Question(TABLE, "first", (BY_LOT, *table.seats))
    table.starter = table.lots.randrange(len(table.seats)) if picked == BY_LOT else picked.index
    table.first_player = table.starter
    if picked == BY_LOT:
        table.cue("begins", table.seats[table.starter])


def play_round(table: AnyTable) -> Play[None]:
    """Play all phases of a round and count its points; see whether the game is over."""
    table.round += 1
    table.passed, table.bids = [], {}
    table.ends_round = False
    yield from bid_in_secret(table)
    for phase in range(len(table.template.phases) or 1):
        table.phase = phase
        yield from PLAY_PHASE[table.template.turns](table)
        if table.ends_round or table.ends_game:
            break
    table.turn, table.waiting, table.ready = None, [], set()
    yield from enter_points_of_all(table, "round")
    if not table.ends_game and is_limit_reached(table):
        table.cue("limit")
        table.ends_game = True
    choose_next_starter(table)


def bid_in_secret(table: AnyTable) -> Play[None]:
    """Ask everybody for their bid, each alone; then all are shown together."""
    bid = table.template.bid
    if bid is None:
        return
    bids: dict[int, int] = {}
    for seat in table.list_seats_from(table.starter):
        bids[seat] = yield Question(seat, "bid", range(bid.least, bid.most + 1))
        table.bids = dict(bids)
    for seat, number in bids.items():
        table.cue("bid", table.seats[seat], number)


def choose_next_starter(table: AnyTable) -> None:
    """Decide who begins the next round."""
    order, seats = table.template.order, table.list_seats_from(table.starter)
    if order == "rotate":
        table.starter = seats[1 % len(seats)]
    elif order == "passing" and table.passed:
        table.starter = table.passed[0]
    elif order == "last":
        worst = (max if table.fewest_win else min)(table.scores)
        table.starter = next(seat for seat in seats if table.scores[seat] == worst)


def is_limit_reached(table: AnyTable) -> bool:
    """Whether the last round was played or a player has the points that end the game."""
    template = table.template
    last = bool(template.last_round) and table.round >= template.last_round
    return last or (bool(template.points_to_end) and max(table.scores) >= template.points_to_end)


def play_clockwise(table: AnyTable) -> Play[None]:
    """Let everybody take one turn."""
    table.waiting = table.list_seats_from(table.starter)
    while table.waiting and not (table.ends_round or table.ends_game):
        yield from take_turn(table, table.waiting.pop(0), (DONE,))


def play_until_passed(table: AnyTable) -> Play[None]:
    """Let everybody take turns until all have passed."""
    table.passed = []
    table.waiting = table.list_seats_from(table.starter)
    while table.waiting and not (table.ends_round or table.ends_game):
        seat = table.waiting.pop(0)
        did = yield from take_turn(table, seat, (DONE, PASS))
        if did == PASS:
            table.passed.append(seat)
            table.cue("passed", table.seats[seat])
        elif did == DONE:
            table.waiting.append(seat)


def take_turn(table: AnyTable, seat: int, ways_to_end: Sequence[str]) -> Play[str]:
    """Ask a seat to end its turn; anybody may enter points meanwhile. Return how it ended."""
    table.turn = seat
    table.clocks.begin_turn()
    owners = dict.fromkeys(ways_to_end, seat)
    while not (table.ends_round or table.ends_game):
        choices = (*ways_to_end, *list_score_choices(table), MORE)
        answer = yield from ask_timed(table, SharedQuestion(seat, "turn", choices, owners))
        if answer == EXPIRED:
            table.clocks.expire()
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
    while len(table.ready) < len(table.seats) and not (table.ends_round or table.ends_game):
        busy = [SeatChoice("ready", seat) for seat in table.seats if seat.index not in table.ready]
        owners = {str(choice): choice.seat.index for choice in busy}
        answer = yield SharedQuestion(TABLE, "ready", (*busy, *list_score_choices(table), MORE), owners)
        if isinstance(answer, SeatChoice) and answer.kind == "ready":
            table.ready.add(answer.seat.index)
        else:
            yield from do_between(table, answer)


def play_freely(table: AnyTable) -> Play[None]:
    """Count points in any order until the table says that the round is over."""
    while not (table.ends_round or table.ends_game):
        answer = yield Question(TABLE, "free", (*list_score_choices(table), ROUND_OVER, MORE))
        yield from do_between(table, answer)


PLAY_PHASE: dict[str, Callable[[AnyTable], Play[None]]] = {
    "clockwise": play_clockwise,
    "passing": play_until_passed,
    "together": play_together,
    "free": play_freely,
}


def list_score_choices(table: AnyTable) -> list[SeatChoice]:
    """Return a choice for the points of each seat."""
    return [SeatChoice("points", seat) for seat in table.seats]


def do_between(table: AnyTable, answer: Any) -> Play[None]:
    """Handle requests between turns: enter points, correct them, end the round or the game."""
    if isinstance(answer, SeatChoice):
        yield from enter_points(table, answer.seat, "points", table.template.categories)
    elif answer == ROUND_OVER:
        table.ends_round = True
    elif answer == MORE:
        others = (ROUND_OVER,) if table.template.turns != "free" else ()
        picked = yield Question(TABLE, "more", (BACK, CORRECT, *others, GAME_OVER))
        table.ends_round = picked == ROUND_OVER
        table.ends_game = picked == GAME_OVER
        if picked == CORRECT:
            yield from correct_points(table)
