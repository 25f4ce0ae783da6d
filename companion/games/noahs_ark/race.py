"""A race: the first hand on the Ark claims the card, the others check the dice."""

from companion.core.question import NOBODY, Play, SlapChoice
from companion.games.noahs_ark.runners import Goal
from companion.games.noahs_ark.table import NoahsArkTable


def run_race(table: NoahsArkTable, goal: Goal, runners: tuple[int, ...]) -> Play[int]:
    """Run a race: the first hand on the Ark claims, the others check. Return the winning seat.

    After a wrong claim the others roll again, even if only one is left (rulings.md 4.7 #6). When nobody is
    right in the end, all roll again (#7).
    """
    table.goal = goal
    table.winner = None
    table.racing = runners
    table.rolls_again = False
    while True:
        first = yield from table.dice.race(goal, table.racing, table.style.effort)
        left: tuple[int, ...] = ()
        if first is not NOBODY:
            if (yield from table.dice.judge(table.seats[first.seat])):
                table.winner = first.seat
                break
            # a wrong claim puts that player out of this race only
            left = tuple([seat for seat in table.racing if seat != first.seat])
        # if nobody is left, all of them roll again for the same card
        table.racing = left or runners
        table.rolls_again = True
        if table.cues is not None:  # random bots are wrong so often that simulations would pay for the call
            cue_who_rolls(table, first, left)
    table.goal = None
    table.racing = ()
    return first.seat


def cue_who_rolls(table: NoahsArkTable, first: SlapChoice, left: tuple[int, ...]) -> None:
    """Cue who sits out after a wrong claim, or that everyone in the race rolls again."""
    # where races are drawn by chance, no hands need instructions
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


def run_duel(table: NoahsArkTable, goal: Goal, tied: tuple[int, ...]) -> Play[int]:
    """Run a duel: the Ark goes between two tied players, who roll a die for each animal."""
    if table.dice.by_hand:
        table.cue("duel", *(table.seats[seat] for seat in tied), goal.dice)
    return (yield from run_race(table, goal, tied))
