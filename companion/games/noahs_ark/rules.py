"""The rules of Noah's Ark, in the order of the rulebook."""

from companion.core.game import Outcome
from companion.core.question import NOBODY, TABLE, Play, Question, Slap
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import AnimalCard, Objective, Style
from companion.games.noahs_ark.powers import count_with_powers, lay_more_objectives, play_power, usable
from companion.games.noahs_ark.race import Goal
from companion.games.noahs_ark.table import ArkTable

ALL_SIX = (1,) * len(ANIMALS)
"""What the dice of a duel must show."""


def play(table: ArkTable) -> Play[Outcome]:
    """Race for one animal card after the other until the Ark is turned up; then award the objectives."""
    for step in table.preparations():
        table.cue(step.kind, *step.about)
    yield from lay_more_objectives(table)
    # asked even where the program deals: only people know, and so every match has a question
    starter = yield Question(TABLE, "rain", table.seats)
    table.revealer = starter.index
    yield from fill_the_ark(table)
    yield from award_objectives(table)
    return (yield from outcome(table))


def fill_the_ark(table: ArkTable) -> Play[None]:
    """Turn up card after card: a FLICE card changes the style, an animal card is raced for, the Ark ends it."""
    everyone = tuple(seat.index for seat in table.seats)
    while True:
        turned = yield from table.deck.reveal(usable(table))
        if isinstance(turned, Use):
            yield from play_power(table, turned)
        elif isinstance(turned, Style):
            table.styles.append(turned)
            table.cue("style", turned)
        elif isinstance(turned, AnimalCard):
            table.card = turned
            winner = yield from race(table, Goal("slap", turned.tally, turned), everyone)
            table.win(winner, turned, "card")
            table.card = None
            table.revealer = winner
        else:
            table.ark_came = True
            table.cue("ark" if len(table.deck) else "ark_last")
            return


def race(table: ArkTable, goal: Goal, runners: tuple[int, ...]) -> Play[int]:
    """NOW! The first hand on the Ark claims; the others judge.

    After a wrong claim the others roll again, even if only one is left (components.md 4.7 #6). When nobody is
    right in the end, all roll again (#7).
    """
    table.goal = goal
    table.winner = None
    table.racing = runners
    while True:
        first = yield from table.dice.race(goal, table.racing, table.style.effort)
        left: tuple[int, ...] = ()
        if first is not NOBODY:
            if (yield from table.dice.judge(table.seats[first.seat])):
                break
            left = tuple([seat for seat in table.racing if seat != first.seat])
        table.racing = left or runners
        if table.cues is not None:  # random bots are wrong so often that simulations would pay for the call
            tell_who_rolls(table, first, left)
    table.winner = first.seat
    table.goal = None
    table.racing = ()
    return first.seat


def tell_who_rolls(table: ArkTable, first: Slap, left: tuple[int, ...]) -> None:
    """Who is out of the race after a wrong claim; or that it begins again, for all who run in it."""
    if not table.dice.by_hand:
        return
    if len(left) > 1:
        table.cue("sits_out", table.seats[first.seat])
    elif left:
        table.cue("rolls_alone", table.seats[first.seat], table.seats[left[0]])
    elif len(table.racing) > 2:
        table.cue("all_again")
    else:
        table.cue("both_again", *(table.seats[seat] for seat in table.racing))


def award_objectives(table: ArkTable) -> Play[None]:
    """Count for each objective in turn; "most objectives" comes last and does not count itself (4.7 #2)."""
    first = table.revealer or 0
    for step in range(len(table.seats)):
        yield from count_with_powers(table, (first + step) % len(table.seats))
    for objective in sorted(table.objectives, key=lambda objective: objective.counts == "objectives"):
        winner = yield from whose(table, objective)
        table.awarded[objective] = winner
        if winner is not None:
            table.ledger.add(winner, table.worth[objective], "objective", objective)


def whose(table: ArkTable, objective: Objective) -> Play[int | None]:
    """The one who has the most; two settle it by a duel, three or more get nothing, and so does everyone at zero."""
    counts = table.counts(objective)
    most = max(counts)
    tied = tuple(seat for seat, count in enumerate(counts) if count == most)
    if not most:
        table.cue("nobody_has", objective)
        return None
    if len(tied) > 2:
        table.cue("tied", objective, len(tied))
        return None
    if len(tied) == 2:
        return (yield from duel(table, Goal("duel", ALL_SIX, objective), tied))
    table.cue("takes", table.seats[tied[0]], objective)
    return tied[0]


def duel(table: ArkTable, goal: Goal, tied: tuple[int, ...]) -> Play[int]:
    """The Ark goes between the two who are tied, and each takes a die for every animal."""
    if table.dice.by_hand:
        table.cue("duel", *(table.seats[seat] for seat in tied), goal.dice)
    return (yield from race(table, goal, tied))


def outcome(table: ArkTable) -> Play[Outcome]:
    """The most points win; a tie is shared, or two play one more duel if that was agreed (4.7 #13)."""
    most = max(table.scores)
    winners = tuple(seat for seat, score in enumerate(table.scores) if score == most)
    if len(winners) == 1:
        return Outcome(winners, "most-points")
    if len(winners) == 2 and table.options["tie"] == "duel":
        winner = yield from duel(table, Goal("final_duel", ALL_SIX, None), winners)
        return Outcome((winner,), "duel")
    return Outcome(winners, "shared")
