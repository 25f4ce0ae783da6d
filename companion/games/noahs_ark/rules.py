"""The rules of Noah's Ark, in the order of the rulebook."""

from companion.core.game import Outcome
from companion.core.question import TABLE, Play, Question
from companion.games.noahs_ark.deck import Use
from companion.games.noahs_ark.pieces import AnimalCard, Style
from companion.games.noahs_ark.powers import lay_more_objectives, list_uses, play_power
from companion.games.noahs_ark.race import run_race
from companion.games.noahs_ark.runners import Goal
from companion.games.noahs_ark.scoring import award_objectives, decide_outcome
from companion.games.noahs_ark.table import NoahsArkTable


def play(table: NoahsArkTable) -> Play[Outcome]:
    """Race for one animal card after the other until the Ark is turned up; then award the objectives."""
    yield from prepare_table(table)
    yield from fill_the_ark(table)
    yield from award_objectives(table)
    return (yield from decide_outcome(table))


def prepare_table(table: NoahsArkTable) -> Play[None]:
    """Lay out the objectives and ask who turns up the first card."""
    for step in table.preparations():
        table.cue(step.kind, *step.about)
    yield from lay_more_objectives(table)
    # always asked: only people know it, and so every match has a question
    starter = yield Question(TABLE, "rain", table.seats)
    table.first_player = table.revealer = starter.index


def fill_the_ark(table: NoahsArkTable) -> Play[None]:
    """Turn up card after card: a FLICE card changes the style, an animal card is raced for, the Ark ends it."""
    everyone = tuple(seat.index for seat in table.seats)
    # a power may be used before any reveal, so the list is made again for each card
    while True:
        turned = yield from table.reveal(list_uses(table))
        if isinstance(turned, Use):
            yield from play_power(table, turned)
        elif isinstance(turned, Style):
            # a FLICE card holds for everyone until the next one
            table.styles.append(turned)
            table.cue("style", turned)
        elif isinstance(turned, AnimalCard):
            table.card = turned
            winner = yield from run_race(table, Goal("slap", turned.tally, turned), everyone)
            table.win(winner, turned, "card")
            table.card = None
            # the winner reveals the next card
            table.revealer = winner
        else:
            # the Ark ends the game at once; nobody races for it
            table.ark_came = True
            table.cue("ark" if len(table.deck) else "ark_last")
            return
