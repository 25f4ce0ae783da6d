"""Agreeing on a match: which game, who sits where, which options, whose cards."""

from collections.abc import Mapping, Sequence

from companion.core.game import LARGEST_SEED, Game, Setup
from companion.core.home import corrections
from companion.core.shelf import game_ids, game_named
from companion.device.desk import Desk
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row
from companion.device.walks.options import settle
from companion.device.walks.people import Guest, seat_people


def agree(desk: Desk) -> Walk[tuple[Game, Setup] | None]:
    """A game and all that was agreed on for it; None if somebody went all the way back."""
    while True:
        game = yield from choose_game(desk)
        if game is None:
            return None
        guests = yield from seat_people(desk, game)
        if guests is None:
            continue
        terms = yield from settle_terms(desk, game)
        if terms is not None:
            deal, options = terms
            return game, set_up(desk, game, guests, options, deal)


def set_up(desk: Desk, game: Game, guests: Sequence[Guest], options: Mapping[str, str], deal: str) -> Setup:
    """All that was agreed on, with chance of its own."""
    seed = desk.rng.randrange(LARGEST_SEED)
    words, colours = [guest.word for guest in guests], [guest.colour for guest in guests]
    return game.set_up(words, options, seed, deal, corrections(desk.folder, game.id), colours)


def choose_game(desk: Desk) -> Walk[Game | None]:
    """One of the boxes on the shelf; a single one is not asked for."""
    games = [game_named(id) for id in game_ids()]
    rows = [Row(game.title, game, players_of(game)) for game in games]
    picked = yield PickView(desk.say("Which game?"), rows)
    return None if picked is BACK else picked


def players_of(game: Game) -> str:
    """How many can play, such as 2-5."""
    return f"{game.players[0]}-{game.players[-1]}"


def settle_terms(desk: Desk, game: Game) -> Walk[tuple[str, dict[str, str]] | None]:
    """Whose cards, and the options of the game; None if somebody goes back before the first."""
    say = desk.say
    deals = [Row(say("the real cards here"), "table"), Row(say("cards of the companion"), "virtual")]
    options: dict[str, str] = {}
    deal = yield PickView(say("What do you play with?"), deals)
    if deal is BACK:
        return None
    for option in game.options:
        # what only differs when nobody is there is nothing to ask people about
        if option.name in game.simulated or not option.matters(options, deal):
            continue
        picked = yield from settle(desk, game, option, deal)
        if picked is BACK:
            return (yield from settle_terms(desk, game))
        options[option.name] = picked
    return deal, options
