"""Agreeing on a match: which game, who sits where, which options, whose cards."""

from companion.app.lobby import SeatDraft
from companion.core.game import Game
from companion.core.registry import find_game, list_game_ids
from companion.device.context import Context
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row
from companion.device.walks.options import settle
from companion.device.walks.seating import seat_people

Agreed = tuple[Game, list[SeatDraft], str, dict[str, str]]
"""A game, the people, whose cards, and the options."""


def agree_on_match(context: Context) -> Walk[Agreed | None]:
    """Return a game and all that was agreed on for it; None if somebody went all the way back."""
    while True:
        game = yield from choose_game(context)
        if game is None:
            return None
        guests = yield from seat_people(context, game)
        if guests is None:
            continue
        terms = yield from settle_terms(context, game)
        if terms is not None:
            deal, options = terms
            return game, guests, deal, options


def choose_game(context: Context) -> Walk[Game | None]:
    """Return one of the games that are installed, or None if somebody went back."""
    games = [find_game(id) for id in list_game_ids()]
    rows = [Row(game.title, game, players_of(game)) for game in games]
    picked = yield PickView(context.say("Which game?"), rows)
    return None if picked is BACK else picked


def players_of(game: Game) -> str:
    """Format the number of players, such as 2-5."""
    return f"{game.players[0]}-{game.players[-1]}"


def settle_terms(context: Context, game: Game) -> Walk[tuple[str, dict[str, str]] | None]:
    """Ask for the cards and the options. Return None if somebody goes back before the first."""
    say = context.say
    deals = [Row(say("Our own cards and pieces"), "table"), Row(say("Cards on the screen"), "virtual")]
    options: dict[str, str] = {}
    deal = yield PickView(say("What are you playing with?"), deals)
    if deal is BACK:
        return None
    for option in game.options:
        # what only differs when nobody is there is nothing to ask people about
        if option.name in game.simulated or not option.is_relevant(options, deal):
            continue
        picked = yield from settle(context, game, option, deal)
        if picked is BACK:
            return (yield from settle_terms(context, game))
        options[option.name] = picked
    return deal, options
