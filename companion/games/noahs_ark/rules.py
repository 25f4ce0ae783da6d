"""The rules of Noah's Ark, in the order of the rulebook."""

from collections.abc import Sequence
from typing import Any

from companion.core.cards import Card
from companion.core.game import Outcome
from companion.core.question import NOBODY, TABLE, Play, Question, Slap
from companion.games.noahs_ark.deck import RealDeck, Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.most import Most, all_who_may_lead
from companion.games.noahs_ark.pieces import AnimalCard, Objective, Style
from companion.games.noahs_ark.powers import count_with_powers, lay_more_objectives, play_power, usable
from companion.games.noahs_ark.race import UNSEEN, Goal
from companion.games.noahs_ark.table import NoahsArkTable

ALL_SIX = (1,) * len(ANIMALS)
"""What the dice of a duel must show."""
SOME_CARD = (1, 1, 0, 0, 0, 0)
"""What the dice must show for a card that only the table has seen, as far as we need to know."""
MOST_IN_ALL = 99
"""Points on the cards of one player, at most."""


def play(table: NoahsArkTable) -> Play[Outcome]:
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


def fill_the_ark(table: NoahsArkTable) -> Play[None]:
    """Turn up card after card: a FLICE card changes the style, an animal card is raced for, the Ark ends it."""
    everyone = tuple(seat.index for seat in table.seats)
    while True:
        turned = yield from next_card(table, everyone)
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
        elif turned is table.pieces.ark:
            table.ark_came = True
            table.cue("ark" if len(table.deck) else "ark_last")
            return


def next_card(table: NoahsArkTable, everyone: tuple[int, ...]) -> Play[Card | Use | None]:
    """What is turned up; None if people raced for it first and have told all that they want to tell."""
    deck = table.deck
    if not isinstance(deck, RealDeck) or table.told == "before":
        return (yield from deck.reveal(usable(table)))
    besides = deck.not_raced_for(usable(table))
    if not deck.could_be_raced_for():
        turned = (yield Question(TABLE, "reveal", besides)) if len(besides) > 1 else besides[0]
        return deck.turned_up(turned)
    first = yield from race(table, Goal(UNSEEN, SOME_CARD, None), everyone, besides)
    if not isinstance(first, int):
        return deck.turned_up(first)
    table.revealer = first
    if table.told == "end":
        deck.take()
        table.taken[first] += 1
    else:
        table.win(first, (yield from deck.tell("won_card", table.seats[first])), "card")
    return None


def race(table: NoahsArkTable, goal: Goal, runners: tuple[int, ...], besides: Sequence[Any] = ()) -> Play[Any]:
    """NOW! The first hand on the Ark claims; the others judge. Returns who was right, or what came instead of a race.

    After a wrong claim the others roll again, even if only one is left (rulings.md 4.7 #6). When nobody is
    right in the end, all roll again (#7).
    """
    table.goal = goal
    table.winner = None
    table.racing = runners
    while True:
        first = yield from table.dice.race(goal, table.racing, table.style.effort, besides)
        if not isinstance(first, Slap):
            break
        besides = ()  # the card lies there now
        left: tuple[int, ...] = ()
        if first is not NOBODY:
            if (yield from table.dice.judge(table.seats[first.seat])):
                table.winner = first.seat
                break
            left = tuple([seat for seat in table.racing if seat != first.seat])
        table.racing = left or runners
        if table.cues is not None:  # random bots are wrong so often that simulations would pay for the call
            tell_who_rolls(table, first, left)
    table.goal = None
    table.racing = ()
    return first.seat if isinstance(first, Slap) else first


def tell_who_rolls(table: NoahsArkTable, first: Slap, left: tuple[int, ...]) -> None:
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


def award_objectives(table: NoahsArkTable) -> Play[None]:
    """Count for each objective in turn; "most objectives" comes last and does not count itself (4.7 #2)."""
    first = table.revealer or 0
    for step in range(len(table.seats)):
        seat = (first + step) % len(table.seats)
        yield from (tell_points if table.told == "end" else count_with_powers)(table, seat)
    for objective in sorted(table.objectives, key=lambda objective: objective.counts == "objectives"):
        winner = yield from whose(table, objective)
        table.awarded[objective] = winner
        if winner is not None:
            table.ledger.add(winner, table.worth[objective], "objective", objective)


def tell_points(table: NoahsArkTable, seat: int) -> Play[None]:
    """Where nobody told what was won, everyone adds up the points on the own cards."""
    points = yield Question(seat, "card_points", range(MOST_IN_ALL + 1))
    if points:
        table.ledger.add(seat, points, "cards", "")


def whose(table: NoahsArkTable, objective: Objective) -> Play[int | None]:
    """The one who has the most; two settle it by a duel, three or more get nothing, and so does everyone at zero."""
    if table.told == "end" and objective.counts != "objectives":
        return (yield from told_most(table, objective))
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


def told_most(table: NoahsArkTable, objective: Objective) -> Play[int | None]:
    """Where only the table knows what everyone has, it counts, with all wild and replaced animals."""
    most: Most = yield Question(TABLE, "who_has_most", all_who_may_lead(table.seats), objective)
    if len(most.seats) == 2:
        return (yield from duel(table, Goal("duel", ALL_SIX, objective), tuple(seat.index for seat in most.seats)))
    if not most.seats:
        return None
    table.cue("takes", most.seats[0], objective)
    return most.seats[0].index


def duel(table: NoahsArkTable, goal: Goal, tied: tuple[int, ...]) -> Play[int]:
    """The Ark goes between the two who are tied, and each takes a die for every animal."""
    if table.dice.by_hand:
        table.cue("duel", *(table.seats[seat] for seat in tied), goal.dice)
    winner: int = yield from race(table, goal, tied)
    return winner


def outcome(table: NoahsArkTable) -> Play[Outcome]:
    """The most points win; a tie is shared, or two play one more duel if that was agreed (4.7 #13)."""
    most = max(table.scores)
    winners = tuple(seat for seat, score in enumerate(table.scores) if score == most)
    if len(winners) == 1:
        return Outcome(winners, "most-points")
    if len(winners) == 2 and table.options["tie"] == "duel":
        winner = yield from duel(table, Goal("final_duel", ALL_SIX, None), winners)
        return Outcome((winner,), "duel")
    return Outcome(winners, "shared")
