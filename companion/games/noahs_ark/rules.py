"""The rules of Noah's Ark, in the order of the rulebook."""

from companion.core.cards import Card
from companion.core.game import Outcome
from companion.core.question import TABLE, Play, Question
from companion.games.noahs_ark.deck import RealDeck, Use
from companion.games.noahs_ark.pieces import AnimalCard, Style
from companion.games.noahs_ark.powers import lay_more_objectives, play_power, usable
from companion.games.noahs_ark.race import race
from companion.games.noahs_ark.runners import UNSEEN, Goal
from companion.games.noahs_ark.scoring import award_objectives, outcome
from companion.games.noahs_ark.table import NoahsArkTable

SOME_CARD = (1, 1, 0, 0, 0, 0)
"""What the dice must show for a card that only the table has seen, as far as we need to know."""


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
